//! WGSL with naga_oil's directives: finds the files that a shader imports, has naga_oil's composer build one module of
//! them, and gives that module the spans and the names of the files.
//!
//! The composer preprocesses each file line by line, decorates the names of imported items
//! (`shadeX_naga_oil_mod_X…X`), and parses each file behind a header, which it generates from the imports. Three
//! things restore places:
//!
//! * The bits of a span from [`SPAN_SHIFT`] up are the number of the file, the others an offset into header and
//!   preprocessed text.
//! * The length of a header is not known outside of the composer. A constant ([`MARK`]) is appended to each file; its
//!   span shows how long the header is. Errors occur before that span exists, but have the length.
//! * A line of the preprocessed text is the same line of the file. In a line with imported items or definitions, the
//!   tokens of both are aligned ([`Map`]).
//!
//! Nothing here is used for a text without directives.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use naga::valid::Capabilities;
use naga::{Arena, ArraySize, Block, EntryPoint, Expression, Function, Module, Span, Statement, TypeInner};
use naga_oil::compose::comment_strip_iter::CommentReplaceExt as _;
use naga_oil::compose::parse_imports::parse_imports;
use naga_oil::compose::preprocess::{Preprocessor, PreprocessorMetaData};
use naga_oil::compose::tokenizer::{Token, Tokenizer};
use naga_oil::compose::{
    ComposableModuleDescriptor, Composer, ComposerError, ComposerErrorInner, ErrSource, ImportDefinition,
    NagaModuleDescriptor, ShaderDefValue, get_preprocessor_data,
};

use super::diagnose::{Complaint, Label, Problem, Sources};
use super::folder::files_below;
use super::frontend::Shader;
use super::include::{self, Expanded};
use super::language::Language;
use super::{Definition, guard};
use crate::nearest::nearest;

/// Number of low bits of a span that are an offset; naga_oil does not export it.
const SPAN_SHIFT: usize = 21;
/// The maximum length of a file in bytes: half of the offsets, so that there are as many for its header.
const MAX_BYTES: usize = 1 << (SPAN_SHIFT - 1);
/// The maximum depth of nested imports.
const MAX_LEVELS: usize = 64;
/// The constant at the end of each file, and its declaration.
const MARK: &str = "spirula_end_of_file";
const MARK_LINE: &str = "const spirula_end_of_file: u32 = 0u;\n";

/// A binding that naga_oil numbers.
const AUTO_BINDING: &str = "@binding(auto)";
/// The directives at the start of a line.
const DIRECTIVES: [&str; 8] = [
    "import",
    "define_import_path",
    "ifdef",
    "ifndef",
    "if",
    "else",
    "endif",
    "define",
];

static PREPROCESSOR: LazyLock<Preprocessor> = LazyLock::new(Preprocessor::default);

/// The definitions of a shader, as naga_oil takes them.
type Definitions = HashMap<String, ShaderDefValue>;

/// A file that is imported: naga_oil's name of the module, and the index of the file.
#[derive(Clone, Debug)]
pub(super) struct Imported {
    pub(super) name: String,
    pub(super) file: usize,
}

/// Whether a text has directives of naga_oil, or uses a definition.
pub(super) fn has_directives(text: &str, definitions: &[Definition]) -> bool {
    (text.contains('#') || text.contains(AUTO_BINDING))
        && text.lines().replace_comments().any(|line| {
            let is_directive = directive(&line).is_some_and(|(name, _)| DIRECTIVES.contains(&name));
            let is_use = |rest: &str| {
                let rest = rest.trim_start();
                rest.starts_with('{') || definitions.iter().any(|(name, _)| word(rest) == name)
            };
            is_directive || line.contains(AUTO_BINDING) || line.split('#').skip(1).any(is_use)
        })
}

/// Whether the file is only for imports: WGSL with an import path and without an entry point.
pub(crate) fn is_module(path: &Path) -> bool {
    let is_wgsl = Language::of(path) == Some(Language::Wgsl);
    let Some(text) = is_wgsl.then(|| include::read(path).ok()).flatten() else {
        return false;
    };
    let is_entry = |line: &str| {
        let mut attributes = line.split('@').skip(1).map(|rest| word(rest.trim_start()));
        attributes.any(|name| matches!(name, "vertex" | "fragment" | "compute" | "mesh" | "task"))
    };
    import_path(&text).is_some() && !text.lines().replace_comments().any(|line| is_entry(&line))
}

/// The word at the start of a text.
fn word(text: &str) -> &str {
    let end = text.find(|one: char| !one.is_alphanumeric() && one != '_');
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// The name of the directive in a line without comments, and the text behind it.
fn directive(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let name = word(rest);
    Some((name, rest.strip_prefix(name)?))
}

/// The name of `#define_import_path`.
fn import_path(text: &str) -> Option<String> {
    if !text.contains("define_import_path") {
        return None;
    }
    text.lines().replace_comments().find_map(|line| {
        let (_, rest) = directive(&line).filter(|(name, _)| *name == "define_import_path")?;
        rest.split_whitespace().next().map(str::to_owned)
    })
}

/// The shader with all files that it imports; after a failure with those that were read before it.
///
/// # Errors
/// A module that is not found, that several files define or that imports itself, and what naga_oil refuses of the
/// directives. The place is that of the directive.
pub(super) fn expand(
    name: &str,
    text: &str,
    root: &Path,
    folders: &[PathBuf],
    colours: bool,
) -> (Expanded, Result<(), Box<Problem>>) {
    let mut roots = vec![root.to_owned()];
    roots.extend_from_slice(folders);
    let mut search = Search {
        files: vec![(name.to_owned(), text.to_owned())],
        paths: vec![canonical(Path::new(name))],
        names: vec![String::new()],
        roots,
        index: None,
        order: Vec::new(),
        open: Vec::new(),
    };
    let found = guard::catch(|| search.visit(0)).unwrap_or_else(|panic| Err((0, panicked(&panic))));
    let found = found.map_err(|(file, complaint)| {
        let (name, text) = search.files.get(file).cloned().unwrap_or_default();
        Box::new(complaint.resolve(&Sources::one(&name, &text), colours))
    });
    let Search {
        files, names, order, ..
    } = search;
    let name = |file: usize| names.get(file).cloned().unwrap_or_default();
    let modules = order
        .into_iter()
        .map(|file| Imported { name: name(file), file })
        .collect();
    (Expanded::of_modules(files, modules), found)
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The text as the composer takes it: lines end with a line feed, and `@binding(auto)` has the next number.
///
/// The composer would number the bindings again each time that it builds the shader.
fn fed(text: &str, bindings: &mut u32) -> String {
    let mut fed = text.replace("\r\n", "\n").replace('\r', "\n");
    if !fed.ends_with('\n') {
        fed.push('\n');
    }
    while fed.contains(AUTO_BINDING) {
        fed = fed.replacen(AUTO_BINDING, &format!("@binding({bindings})"), 1);
        *bindings += 1;
    }
    fed
}

/// The byte ranges of the lines of a file, without their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            // The line feed of a pair ends the line.
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {}
            b'\n' | b'\r' => {
                let is_pair = byte == b'\n' && at > start && bytes.get(at - 1) == Some(&b'\r');
                lines.push(start..if is_pair { at - 1 } else { at });
                start = at + 1;
            }
            _ => {}
        }
    }
    lines.push(start..text.len());
    lines
}

/// The search for the files that a shader imports.
struct Search {
    /// Name and text of each file, the shader's own first.
    files: Vec<(String, String)>,
    /// Their canonical paths.
    paths: Vec<PathBuf>,
    /// The names of their modules.
    names: Vec<String>,
    /// The folders that are searched, with their subfolders for names of modules.
    roots: Vec<PathBuf>,
    /// The files by their import paths, once a name is looked up.
    index: Option<BTreeMap<String, Vec<PathBuf>>>,
    /// The imported files, each after those that it imports.
    order: Vec<usize>,
    /// The files that are being read, with the line of the import.
    open: Vec<(usize, usize)>,
}

/// A complaint about the file of an index.
type Refusal = (usize, Complaint);

impl Search {
    /// Reads the imports of a file.
    fn visit(&mut self, file: usize) -> Result<(), Refusal> {
        let (name, text) = self.files.get(file).cloned().unwrap_or_default();
        if text.len() > MAX_BYTES {
            let message = format!("`{name}` is larger than {MAX_BYTES} bytes, where the spans of naga_oil end");
            return Err((file, Complaint::new("import", message)));
        }
        let source = fed(&text, &mut 0);
        PREPROCESSOR
            .get_preprocessor_metadata(&source, file == 0)
            .map_err(|error| (file, directive_complaint(&text, &error)))?;
        let (_, imports, _) = get_preprocessor_data(&source);
        for ImportDefinition { import, .. } in imports {
            let place = place_of_import(&text, &import);
            let line = place.as_ref().and_then(|place| text.get(..place.start));
            let line = line.map_or(1, |before| before.matches('\n').count() + 1);
            let found = match self.open.len() + 1 < MAX_LEVELS {
                true => self.resolve(file, &import),
                false => Err(format!("imports are more than {MAX_LEVELS} levels deep")),
            };
            let found = found.map_err(|message| {
                let at = |&(file, line): &(usize, usize)| {
                    let name = self.files.get(file).map_or("", |(name, _)| name);
                    format!("imported from {name}:{line}")
                };
                let complaint = Complaint {
                    labels: label(place),
                    notes: self.open.iter().rev().map(at).collect(),
                    ..Complaint::new("import", message)
                };
                (file, complaint)
            })?;
            if let Some(next) = found {
                self.open.push((file, line));
                self.visit(next)?;
                self.open.pop();
            }
        }
        if file != 0 {
            self.order.push(file);
        }
        Ok(())
    }

    /// The file of a module that is to be read; `None` if it has been.
    fn resolve(&mut self, file: usize, module: &str) -> Result<Option<usize>, String> {
        let is_open = |search: &Self, known: usize| known == file || search.open.iter().any(|&(open, _)| open == known);
        let itself = || format!("`{module}` imports itself, by way of this line");
        let known = self.names.iter().position(|name| name == module);
        let quoted = module.strip_prefix('"').and_then(|path| path.strip_suffix('"'));
        // A name is that of one file; what a path leads to depends on the file that imports it.
        if quoted.is_none()
            && let Some(known) = known
        {
            return if is_open(self, known) { Err(itself()) } else { Ok(None) };
        }
        let path = match quoted {
            Some(path) => self.file_at(file, path)?,
            None => self.file_of(module)?,
        };
        let target = canonical(&path);
        let same = self.paths.iter().position(|known| *known == target);
        if same.is_some_and(|same| is_open(self, same)) {
            return Err(itself());
        }
        let name_of = |file: usize| self.files.get(file).map_or("", |(name, _)| name.as_str());
        match (known, same) {
            (Some(known), same) if same != Some(known) => Err(format!(
                "{module} is `{}` here, and `{}` in another file: give one of them an import path",
                path.display(),
                name_of(known)
            )),
            (Some(_), _) => Ok(None),
            (None, Some(same)) => Err(format!(
                "`{}` is imported by two names, {module} and {}: naga_oil would make two modules of it",
                name_of(same),
                self.names.get(same).map_or("", String::as_str)
            )),
            (None, None) => {
                let text = include::read(&path)?;
                self.files.push((path.display().to_string(), text));
                self.paths.push(target);
                self.names.push(module.to_owned());
                Ok(Some(self.files.len() - 1))
            }
        }
    }

    /// The file of `#import "path"`: in the folder of the file, otherwise in the first folder that contains it.
    fn file_at(&self, file: usize, path: &str) -> Result<PathBuf, String> {
        let own = self.files.get(file).and_then(|(name, _)| Path::new(name).parent());
        let mut folders: Vec<&Path> = own.into_iter().chain(self.roots.iter().map(PathBuf::as_path)).collect();
        folders.dedup();
        let mut candidates = folders.iter().map(|folder| folder.join(path));
        candidates.find(|path| path.is_file()).ok_or_else(|| {
            let places: Vec<String> = folders.iter().map(|folder| shown(folder)).collect();
            format!("no file `{path}` to import; looked in {}", places.join(", "))
        })
    }

    /// The file that defines the import path `module`.
    fn file_of(&mut self, module: &str) -> Result<PathBuf, String> {
        let roots = &self.roots;
        let index = self.index.get_or_insert_with(|| index(roots));
        match index.get(module).map_or(&[][..], Vec::as_slice) {
            [path] => Ok(path.clone()),
            [] => {
                let places: Vec<String> = self.roots.iter().map(|root| shown(root)).collect();
                let near = nearest(module, index.keys().map(String::as_str));
                let near = near.map_or_else(String::new, |near| format!("; the nearest is `{near}`"));
                Err(format!(
                    "no file defines the import path `{module}`; looked in {} and their subfolders{near}",
                    places.join(", ")
                ))
            }
            several => {
                let several: Vec<String> = several.iter().map(|path| format!("`{}`", path.display())).collect();
                Err(format!(
                    "the import path `{module}` is defined by {}",
                    several.join(" and ")
                ))
            }
        }
    }
}

/// A folder, in a message.
fn shown(folder: &Path) -> String {
    match folder.as_os_str().is_empty() {
        true => ".".to_owned(),
        false => folder.display().to_string(),
    }
}

/// The WGSL files below the folders that define an import path, by that path.
fn index(roots: &[PathBuf]) -> BTreeMap<String, Vec<PathBuf>> {
    let mut index = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for root in roots {
        let here = Path::new(".");
        let is_here = root.as_os_str().is_empty();
        let is_wgsl = |path: &Path| Language::of(path) == Some(Language::Wgsl);
        // A folder that cannot be read has no modules.
        let (found, _) = files_below(if is_here { here } else { root }, &[], is_wgsl);
        for path in found {
            let path = if is_here {
                path.strip_prefix(here).map_or(path.clone(), Path::to_owned)
            } else {
                path
            };
            // A file that is not text defines nothing.
            let name = include::read(&path).ok().and_then(|text| import_path(&text));
            if let Some(name) = name {
                let target = canonical(&path);
                if seen.insert(target) {
                    index.entry(name).or_insert_with(Vec::new).push(path);
                }
            }
        }
    }
    index
}

fn label(range: Option<Range<usize>>) -> Vec<Label> {
    let label = |range| Label {
        range,
        message: String::new(),
    };
    range.map(label).into_iter().collect()
}

/// The lines of a file without comments, each with its range in the file. No line changes its length.
fn bare_lines(text: &str) -> Vec<(Range<usize>, String)> {
    let source = text.replace("\r\n", "\n").replace('\r', "\n");
    let bare: Vec<String> = source
        .lines()
        .replace_comments()
        .map(|line| line.into_owned())
        .collect();
    lines(text).into_iter().zip(bare).collect()
}

/// The part of a file that imports `module`: its name in a directive, otherwise where it is used.
fn place_of_import(text: &str, module: &str) -> Option<Range<usize>> {
    let lines = bare_lines(text);
    let find = |at: usize, end: usize, name: &str| {
        let lines = lines.get(at..end)?;
        lines.iter().find_map(|(range, line)| {
            let start = range.start + line.find(name)?;
            Some(start..start + name.len())
        })
    };
    for (at, (range, line)) in lines.iter().enumerate() {
        if directive(line).is_none_or(|(name, _)| name != "import") {
            continue;
        }
        // The directive ends where its braces are closed.
        let (mut directive, mut end) = (String::new(), at);
        for (_, line) in lines.get(at..).unwrap_or_default() {
            directive += line;
            directive.push('\n');
            end += 1;
            if directive.matches('{').count() <= directive.matches('}').count() {
                break;
            }
        }
        let mut paths = Default::default();
        let is_read = parse_imports(&directive, &mut paths).is_ok();
        let is_it = |path: &String| {
            let rest = path.strip_prefix(module);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
                || module
                    .strip_prefix(path.as_str())
                    .is_some_and(|rest| rest.starts_with("::"))
        };
        if is_read && paths.values().flatten().any(is_it) {
            let last = module.rsplit("::").next().unwrap_or(module);
            let start = range.start + line.len() - line.trim_start().len();
            let whole = start..range.start + line.trim_end().len();
            return find(at, end, module).or_else(|| find(at, end, last)).or(Some(whole));
        }
    }
    find(0, lines.len(), module)
}

/// The complaint about a directive of a file.
fn directive_complaint(text: &str, error: &ComposerErrorInner) -> Complaint {
    use ComposerErrorInner as Inner;

    let lines = bare_lines(text);
    let trimmed = |range: &Range<usize>, line: &str| {
        let start = range.start + line.len() - line.trim_start().len();
        start..(range.start + line.trim_end().len()).max(start)
    };
    let at = |line: usize| lines.get(line).map(|(range, line)| trimmed(range, line));
    // Offsets do not count what a definition was replaced by, so the nearest such line is taken.
    let near = |position: usize, is_it: &dyn Fn(&str) -> bool| {
        let line = lines.partition_point(|(range, _)| range.end < position);
        let all = lines.iter().enumerate().filter(|(_, (_, line))| is_it(line));
        let nearest = all.min_by_key(|(at, _)| at.abs_diff(line));
        nearest.map(|(_, (range, line))| trimmed(range, line))
    };
    let named = |line: &str, name: &str| directive(line).is_some_and(|(found, _)| found == name);
    let compares = |line: &str, part: &str| ["if", "else"].iter().any(|name| named(line, name)) && line.contains(part);
    let comparison = "`#if` compares, as in `#if NAME == 3`; `#ifdef NAME` is true of any definition";
    let mut notes = Vec::new();
    let place = match error {
        Inner::ImportParseError(_, position) | Inner::ImportNotFound(_, position) => near(*position, &|_| true),
        Inner::NotEnoughEndIfs(_) => {
            let mut open = Vec::new();
            for (range, line) in &lines {
                match directive(line) {
                    Some(("if" | "ifdef" | "ifndef", _)) => open.push(trimmed(range, line)),
                    Some(("endif", _)) => drop(open.pop()),
                    Some(_) | None => {}
                }
            }
            open.pop()
        }
        Inner::TooManyEndIfs(position) => near(*position, &|line| named(line, "endif")),
        Inner::ElseWithoutCondition(position) => near(*position, &|line| named(line, "else")),
        Inner::UnknownShaderDefOperator { pos, operator } => {
            notes.push(comparison.to_owned());
            near(*pos, &|line| compares(line, operator))
        }
        Inner::UnknownShaderDef { pos, shader_def_name } => {
            notes.push(comparison.to_owned());
            near(*pos, &|line| compares(line, shader_def_name))
        }
        Inner::InvalidShaderDefComparisonValue {
            pos, shader_def_name, ..
        } => near(*pos, &|line| compares(line, shader_def_name)),
        Inner::DefineInModule(position) => near(*position, &|line| named(line, "define")),
        Inner::InvalidShaderDefDefinitionValue { pos, .. } => near(*pos, &|line| named(line, "define")),
        Inner::InvalidWgslDirective { position, .. } => at(*position),
        Inner::DecorationInSource(range) => near(range.start, &|line| line.contains("X_naga_oil_")),
        Inner::OverrideNotVirtual { pos, name } => {
            near(*pos, &|line| line.contains("override") && line.contains(name.as_str()))
        }
        // catch-all: the others are not about directives, and features of naga_oil add variants.
        _ => None,
    };
    Complaint {
        labels: label(place),
        notes,
        ..Complaint::new("directive", error.to_string())
    }
}

/// The composed module of a shader, with the spans and names of its files.
pub(super) fn compose(shader: Shader<'_>, expanded: &Expanded) -> Result<Module, Complaint> {
    guard::catch(|| composed(shader, expanded)).unwrap_or_else(|panic| Err(panicked(&panic)))
}

fn panicked(panic: &str) -> Complaint {
    Complaint::new("panic", format!("naga_oil panicked: {panic}"))
}

fn composed(shader: Shader<'_>, expanded: &Expanded) -> Result<Module, Complaint> {
    let mut bindings = 0;
    let mut sources = vec![String::new(); expanded.files().len()];
    // The composer's order: the shader itself is last.
    for file in expanded.modules.iter().map(|module| module.file).chain([0]) {
        let text = expanded.files().get(file).map_or("", |(_, text)| text);
        if let Some(source) = sources.get_mut(file) {
            *source = fed(text, &mut bindings);
        }
    }
    let composition = Composition {
        shader,
        expanded,
        sources,
        definitions: definitions(shader.definitions)?,
        decorations: Decorations::new(&expanded.modules),
    };
    // The marks could be part of an error, so an error is that of the files without them.
    let module = composition
        .build(MARK_LINE)
        .map_err(|error| composition.build("").err().unwrap_or(error));
    let mut module = module.map_err(|error| composition.complaint(&error))?;
    composition.locate(&mut module)?;
    composition.decorations.remove(&mut module);
    refuse(&module)?;
    Ok(module)
}

/// The definitions of naga_oil's types.
fn definitions(definitions: &[Definition]) -> Result<Definitions, Complaint> {
    let value = |text: Option<&str>| match text {
        None | Some("true") => Some(ShaderDefValue::Bool(true)),
        Some("false") => Some(ShaderDefValue::Bool(false)),
        Some(text) => match text.strip_suffix('u') {
            Some(digits) => digits.parse().ok().map(ShaderDefValue::UInt),
            None => text.parse().ok().map(ShaderDefValue::Int),
        },
    };
    let one = |(name, text): &Definition| {
        let text = text.as_deref();
        value(text).map(|value| (name.clone(), value)).ok_or_else(|| {
            let text = text.unwrap_or_default();
            let message = format!(
                "the definition `{name}={text}` has no type of naga_oil: true, false, a 32-bit integer (-3) or an unsigned one (3u)"
            );
            Complaint::new("directive", message)
        })
    };
    definitions.iter().map(one).collect()
}

/// Refuses what naga_oil's composer copies without the handles in it, which would refer to anything.
fn refuse(module: &Module) -> Result<(), Complaint> {
    let refusal = |what: &str, span: Span| {
        Err(Complaint {
            labels: Label::new(span, "").into_iter().collect(),
            ..Complaint::new("directive", format!("naga_oil does not compose {what} correctly"))
        })
    };
    for (handle, ty) in module.types.iter() {
        if let TypeInner::Array { size, .. } | TypeInner::BindingArray { size, .. } = ty.inner
            && matches!(size, ArraySize::Pending(_))
        {
            return refusal("an array whose length is an override", module.types.get_span(handle));
        }
    }
    for entry in &module.entry_points {
        let span = entry
            .function
            .body
            .span_iter()
            .next()
            .map_or(Span::UNDEFINED, |(_, span)| *span);
        let EntryPoint {
            name,
            workgroup_size_overrides,
            mesh_info,
            task_payload,
            incoming_ray_payload,
            ..
        } = entry;
        if workgroup_size_overrides.is_some_and(|sizes| sizes.iter().any(Option::is_some)) {
            return refusal(&format!("`{name}`, whose workgroup size is an override,"), span);
        }
        if mesh_info.is_some() || task_payload.is_some() {
            return refusal(&format!("the mesh or task shader `{name}`"), span);
        }
        if incoming_ray_payload.is_some() {
            return refusal(&format!("`{name}`, which has an incoming ray payload,"), span);
        }
    }
    let functions = module.functions.iter().map(|(_, function)| function);
    for function in functions.chain(module.entry_points.iter().map(|entry| &entry.function)) {
        for (handle, expression) in function.expressions.iter() {
            if matches!(expression, Expression::CooperativeLoad { .. }) {
                return refusal(
                    "the load of a cooperative matrix",
                    function.expressions.get_span(handle),
                );
            }
        }
        if let Some((what, span)) = uncopied(&function.body) {
            return refusal(what, span);
        }
    }
    Ok(())
}

/// The first statement whose handles naga_oil does not copy.
fn uncopied(block: &Block) -> Option<(&'static str, Span)> {
    block.span_iter().find_map(|(statement, span)| match statement {
        Statement::CooperativeStore { .. } => Some(("the store of a cooperative matrix", *span)),
        Statement::RayPipelineFunction(_) => Some(("the trace of a ray", *span)),
        Statement::Block(inner) => uncopied(inner),
        Statement::If { accept, reject, .. } => uncopied(accept).or_else(|| uncopied(reject)),
        Statement::Switch { cases, .. } => cases.iter().find_map(|case| uncopied(&case.body)),
        Statement::Loop { body, continuing, .. } => uncopied(body).or_else(|| uncopied(continuing)),
        // catch-all: the others have no blocks.
        _ => None,
    })
}

/// A shader that is being composed.
struct Composition<'a> {
    shader: Shader<'a>,
    expanded: &'a Expanded,
    /// The text of each file as the composer takes it.
    sources: Vec<String>,
    definitions: Definitions,
    decorations: Decorations,
}

impl Composition<'_> {
    fn file_name(&self, file: usize) -> &str {
        self.expanded.files().get(file).map_or("", |(name, _)| name)
    }

    fn source(&self, file: usize) -> &str {
        self.sources.get(file).map_or("", String::as_str)
    }

    /// The composer's module, with `end` appended to each file.
    fn build(&self, end: &str) -> Result<Module, Box<ComposerError>> {
        let source = |file: usize| self.source(file).to_owned() + end;
        let mut composer = Composer::default().with_capabilities(Capabilities::all());
        for module in &self.expanded.modules {
            composer.add_composable_module(ComposableModuleDescriptor {
                source: &source(module.file),
                file_path: self.file_name(module.file),
                as_name: Some(module.name.clone()),
                ..ComposableModuleDescriptor::default()
            })?;
        }
        let main = source(0);
        let make = |composer: &mut Composer, imports: &[ImportDefinition]| {
            let made = composer.make_naga_module(NagaModuleDescriptor {
                source: &main,
                file_path: self.file_name(0),
                shader_defs: self.definitions.clone(),
                additional_imports: imports,
                ..NagaModuleDescriptor::default()
            });
            made.map_err(Box::new)
        };
        let mut module = match make(&mut composer, &[]) {
            // The shader is validated later, with better messages.
            Err(error) if matches!(error.inner, ComposerErrorInner::ShaderValidationError(_)) => {
                composer.validate = false;
                make(&mut composer, &[])
            }
            made => made,
        }?;
        if end.is_empty() {
            return Ok(module);
        }
        // Only items that are used are imported, so the marks are imported of the files that are used.
        let mut used = vec![false; self.expanded.modules.len() + 1];
        map_spans(&mut module, &mut |span| {
            if let Some(used) = used.get_mut(index_of(span)) {
                *used = true;
            }
            span
        });
        let used = self
            .expanded
            .modules
            .iter()
            .zip(used.iter().skip(1))
            .filter(|(_, used)| **used);
        let marks = used.map(|(module, _)| ImportDefinition {
            import: module.name.clone(),
            items: vec![MARK.to_owned()],
        });
        composer.validate = false;
        make(&mut composer, &marks.collect::<Vec<_>>())
    }

    /// The text that the composer parses of a file, behind a header.
    fn preprocessed(&self, file: usize, end: &str) -> Option<String> {
        let source = |file: usize, end: &str| self.source(file).to_owned() + end;
        let metadata = |file: usize, end: &str| {
            PREPROCESSOR
                .get_preprocessor_metadata(&source(file, end), file == 0)
                .ok()
        };
        let PreprocessorMetaData { defines, .. } = metadata(0, "")?;
        let mut definitions = self.definitions.clone();
        definitions.extend(defines);
        let cleaned = metadata(file, end)?.cleaned_source;
        let output = PREPROCESSOR.preprocess(&cleaned, &definitions).ok()?;
        Some(output.preprocessed_source)
    }

    /// The places of a file behind a header of `header` bytes.
    fn map(&self, file: usize, header: usize, preprocessed: &str) -> Map {
        let text = self.expanded.files().get(file).map_or("", |(_, text)| text);
        Map::new(text, preprocessed, header, self.expanded.start_of(file))
    }

    /// Gives the module the spans of the joined text, and takes the marks away.
    fn locate(&self, module: &mut Module) -> Result<(), Complaint> {
        let mut maps: Vec<Option<Map>> = Vec::new();
        maps.resize_with(self.expanded.modules.len() + 1, || None);
        let modules = self
            .expanded
            .modules
            .iter()
            .map(|module| (Some(module.name.as_str()), module.file));
        let files: Vec<_> = [(None, 0)].into_iter().chain(modules).collect();
        let marks: Vec<_> = files
            .iter()
            .map(|(name, _)| Composer::decorated_name(*name, MARK))
            .collect();
        for (handle, constant) in module.constants.iter() {
            let is_it = |mark: &String| constant.name.as_ref() == Some(mark);
            let Some(index) = marks.iter().position(is_it) else {
                continue;
            };
            let file = files.get(index).map_or(0, |(_, file)| *file);
            let preprocessed = self.preprocessed(file, MARK_LINE).unwrap_or_default();
            let header = preprocessed.rfind(MARK_LINE).and_then(|mark| {
                let span = module.constants.get_span(handle);
                let start = span.to_range()?.start & ((1 << SPAN_SHIFT) - 1);
                (index_of(span) == index).then(|| start.checked_sub(mark)).flatten()
            });
            let Some(header) = header else {
                let name = self.file_name(file);
                let message = format!("`{name}` and what it imports are too large for the spans of naga_oil");
                return Err(Complaint::new("import", message));
            };
            if let Some(map) = maps.get_mut(index) {
                *map = Some(self.map(file, header, &preprocessed));
            }
        }
        map_spans(module, &mut |span| {
            let map = maps.get(index_of(span)).and_then(Option::as_ref);
            map.map_or(Span::UNDEFINED, |map| map.span(span))
        });
        for (_, constant) in module.constants.iter_mut() {
            if constant.name.as_ref().is_some_and(|name| marks.contains(name)) {
                constant.name = None;
            }
        }
        Ok(())
    }

    /// The complaint about an error of the composer.
    fn complaint(&self, error: &ComposerError) -> Complaint {
        let file = match &error.source {
            ErrSource::Module { name, .. } => self
                .expanded
                .modules
                .iter()
                .find(|module| module.name == *name)
                .map_or(0, |module| module.file),
            ErrSource::Constructing { path, .. } => {
                let named = self.expanded.files().iter().position(|(name, _)| name == path);
                named.unwrap_or_default()
            }
        };
        let start = self.expanded.start_of(file);
        let text = self.expanded.files().get(file).map_or("", |(_, text)| text);
        let preprocessed = self.preprocessed(file, "").unwrap_or_default();
        let map = self.map(file, error.source.offset(), &preprocessed);
        let mut complaint = match &error.inner {
            ComposerErrorInner::WgslParseError(error) => {
                // naga's place is that of the construct around it.
                match undefined(&preprocessed) {
                    Some((start, name)) => {
                        let message = match DIRECTIVES.contains(&name.as_str()) {
                            true => format!("`#{name}` is a directive only at the start of a line"),
                            false => format!("`{name}` is not defined: `-D {name}=…` or `#define` does"),
                        };
                        Complaint {
                            labels: label(Some(map.place(start)..map.place(start + 1))),
                            ..Complaint::new("directive", message)
                        }
                    }
                    None => self.shader.wgsl_complaint(error, |span| map.span(span)),
                }
            }
            ComposerErrorInner::InvalidIdentifier { original, at } => Complaint {
                labels: Label::new(map.span(*at), "").into_iter().collect(),
                notes: vec![format!(
                    "naga_oil writes modules as WGSL for those that import them, and naga does not write the name \
                     `{original}`: the name of a member must not end in a digit, nor be a keyword"
                )],
                ..Complaint::new("directive", error.inner.to_string())
            },
            ComposerErrorInner::HeaderValidationError(error) => {
                let mut message = "naga's validator refuses what naga_oil makes of the imports".to_owned();
                let mut source: Option<&dyn std::error::Error> = Some(error.as_inner());
                while let Some(error) = source {
                    message += &format!(": {error}");
                    source = error.source();
                }
                Complaint::new("directive", message)
            }
            inner => {
                let mut complaint = directive_complaint(text, inner);
                for label in &mut complaint.labels {
                    label.range = start + label.range.start..start + label.range.end;
                }
                complaint
            }
        };
        let labels = complaint.labels.iter_mut().map(|label| &mut label.message);
        for text in labels.chain(&mut complaint.notes).chain([&mut complaint.message]) {
            *text = self.decorations.undecorated(text);
        }
        if complaint.labels.is_empty() && file != 0 {
            complaint.message = format!("{}: {}", self.file_name(file), complaint.message);
        }
        complaint
    }
}

/// The first use of a name that is not defined in a preprocessed text: its place and the name.
fn undefined(preprocessed: &str) -> Option<(usize, String)> {
    let mut start = 0;
    for line in preprocessed.lines().replace_comments() {
        if let Some((before, rest)) = line.split_once('#') {
            let name = word(rest.trim_start_matches([' ', '{']));
            return (!name.is_empty()).then(|| (start + before.len(), name.to_owned()));
        }
        start += line.len() + 1;
    }
    None
}

/// The number of the file of a span.
fn index_of(span: Span) -> usize {
    span.to_range().map_or(0, |range| range.start >> SPAN_SHIFT)
}

/// Replaces every span of a module.
fn map_spans(module: &mut Module, map: &mut dyn FnMut(Span) -> Span) {
    fn arena<T>(arena: &mut Arena<T>, map: &mut dyn FnMut(Span) -> Span) {
        let mut new = Arena::new();
        for (_, value, span) in arena.drain() {
            new.append(value, map(span));
        }
        *arena = new;
    }
    fn block(inner: &mut Block, map: &mut dyn FnMut(Span) -> Span) {
        for (statement, span) in inner.span_iter_mut() {
            if let Some(span) = span {
                *span = map(*span);
            }
            match statement {
                Statement::Block(inner) => block(inner, map),
                Statement::If { accept, reject, .. } => {
                    block(accept, map);
                    block(reject, map);
                }
                Statement::Switch { cases, .. } => cases.iter_mut().for_each(|case| block(&mut case.body, map)),
                Statement::Loop { body, continuing, .. } => {
                    block(body, map);
                    block(continuing, map);
                }
                // catch-all: the others have no blocks.
                _ => {}
            }
        }
    }
    fn function(function: &mut Function, map: &mut dyn FnMut(Span) -> Span) {
        arena(&mut function.local_variables, map);
        arena(&mut function.expressions, map);
        block(&mut function.body, map);
    }
    let types = module.types.take();
    for (handle, ty) in types.iter() {
        module.types.insert(ty.clone(), map(types.get_span(handle)));
    }
    arena(&mut module.constants, map);
    arena(&mut module.overrides, map);
    arena(&mut module.global_variables, map);
    arena(&mut module.global_expressions, map);
    arena(&mut module.functions, map);
    for (_, inner) in module.functions.iter_mut() {
        function(inner, map);
    }
    for entry in &mut module.entry_points {
        function(&mut entry.function, map);
    }
}

/// Places of a file by offsets into what the composer parses of it.
struct Map {
    /// The length of the header.
    header: usize,
    /// Offsets into the preprocessed text, and the corresponding ones in the file: where lines and tokens begin.
    starts: Vec<(usize, usize)>,
    /// The offset of the file in the joined text, and its length.
    base: usize,
    length: usize,
}

impl Map {
    fn new(text: &str, preprocessed: &str, header: usize, base: usize) -> Self {
        let mut starts = Vec::new();
        let mut at = 0;
        let mut lines = lines(text).into_iter();
        for line in preprocessed.split('\n') {
            let range = lines.next().unwrap_or(text.len()..text.len());
            let own = text.get(range.clone()).unwrap_or_default();
            starts.push((at, range.start));
            if line != own && !line.trim().is_empty() {
                align(line, own, |inner, outer| starts.push((at + inner, range.start + outer)));
            }
            starts.push((at + line.len(), range.end));
            at += line.len() + 1;
        }
        Self {
            header,
            starts,
            base,
            length: text.len(),
        }
    }

    /// The offset in the joined text.
    fn place(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|(start, _)| *start <= offset);
        let (start, own) = after
            .checked_sub(1)
            .and_then(|at| self.starts.get(at))
            .copied()
            .unwrap_or_default();
        let end = self.starts.get(after).map_or(self.length, |(_, own)| *own);
        self.base + (own + (offset - start)).min(end.max(own))
    }

    /// The span in the joined text; undefined in the header.
    fn span(&self, span: Span) -> Span {
        let mask = (1 << SPAN_SHIFT) - 1;
        let range = span.to_range().and_then(|range| {
            let start = (range.start & mask).checked_sub(self.header)?;
            let end = start + range.len();
            Some((
                u32::try_from(self.place(start)).ok()?,
                u32::try_from(self.place(end)).ok()?,
            ))
        });
        range.map_or(Span::UNDEFINED, |(start, end)| Span::new(start, end))
    }
}

/// Reports the offsets of corresponding tokens of a preprocessed line and of the line of the file. A token that is
/// replaced is that between equal ones.
fn align(line: &str, own: &str, mut report: impl FnMut(usize, usize)) {
    /// The maximum number of tokens that one is replaced by.
    const MOST: usize = 8;
    fn tokens(line: &str) -> Vec<(usize, &str)> {
        let starts: Vec<usize> = Tokenizer::new(line, true).map(|token: Token<'_>| token.pos()).collect();
        let ends = starts.iter().skip(1).copied().chain([line.len()]);
        let all = starts.iter().zip(ends);
        all.map(|(&start, end)| (start, line.get(start..end).unwrap_or_default()))
            .collect()
    }
    let (inner, outer) = (tokens(line), tokens(own));
    let (mut at, mut own_at) = (0, 0);
    while let (Some((start, token)), Some((own_start, own_token))) = (inner.get(at), outer.get(own_at)) {
        report(*start, *own_start);
        if token == own_token {
            (at, own_at) = (at + 1, own_at + 1);
            continue;
        }
        let is_equal = |(skip, own_skip): &(usize, usize)| {
            let token = inner.get(at + skip).map(|(_, token)| token);
            token.is_some() && token == outer.get(own_at + own_skip).map(|(_, token)| token)
        };
        let pairs = (2..2 * MOST).flat_map(|sum| (1..sum).map(move |skip| (skip, sum - skip)));
        let Some((skip, own_skip)) = pairs.into_iter().find(is_equal) else {
            break;
        };
        (at, own_at) = (at + skip, own_at + own_skip);
    }
}

/// The composer's decorations of names, with the modules that they denote.
struct Decorations {
    /// The longer first, because one can be the start of another. The second is that of an overridden function.
    of: Vec<(String, String, String)>,
}

/// A name without decorations.
struct Plain<'a> {
    item: &'a str,
    module: Option<&'a str>,
    /// The module whose function it overrides.
    overrides: Option<&'a str>,
}

impl Plain<'_> {
    fn qualified(&self) -> String {
        let Self {
            item,
            module,
            overrides,
        } = self;
        let module = module.map_or_else(String::new, |module| format!("{module}::"));
        match overrides {
            Some(base) => format!("{module}override {base}::{item}"),
            None => format!("{module}{item}"),
        }
    }
}

impl Decorations {
    fn new(modules: &[Imported]) -> Self {
        let decoration = |module: &Imported| {
            let decoration = Composer::decorated_name(Some(&module.name), "");
            let overridden = decoration.replacen("_mod_", "_vrt_", 1);
            (decoration, overridden, module.name.replace('"', ""))
        };
        let mut of: Vec<_> = modules.iter().map(decoration).collect();
        of.sort_by_key(|(decoration, ..)| std::cmp::Reverse(decoration.len()));
        Self { of }
    }

    /// A name of the composed module.
    fn plain<'a>(&'a self, name: &'a str) -> Plain<'a> {
        let all = || self.of.iter();
        let decorated = all().find_map(|(end, _, module)| Some((name.strip_suffix(end.as_str())?, module.as_str())));
        let (item, module) = decorated.map_or((name, None), |(item, module)| (item, Some(module)));
        let overriding = all().find_map(|(_, end, base)| Some((item.strip_suffix(end.as_str())?, base.as_str())));
        let (item, overrides) = overriding.map_or((item, None), |(item, base)| (item, Some(base)));
        Plain {
            item,
            module,
            overrides,
        }
    }

    /// A text with qualified names in place of decorated ones.
    fn undecorated(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (decoration, overridden, module) in &self.of {
            for (end, lead) in [(overridden, "override "), (decoration, "")] {
                while let Some(at) = text.find(end.as_str()) {
                    let before = text.get(..at).unwrap_or_default();
                    let item = before.rfind(|one: char| !one.is_alphanumeric() && one != '_');
                    let start = item.map_or(0, |end| {
                        end + before
                            .get(end..)
                            .and_then(|rest| rest.chars().next())
                            .map_or(1, char::len_utf8)
                    });
                    let name = format!("{lead}{module}::{}", before.get(start..).unwrap_or_default());
                    text.replace_range(start..at + end.len(), &name);
                }
            }
        }
        text
    }

    /// Gives items their own names, and those of equal names the path of their module too.
    fn remove(&self, module: &mut Module) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let entries = module.entry_points.iter().map(|entry| Some(&entry.name));
        let named = module.types.iter().map(|(_, ty)| ty.name.as_ref());
        let named = named.chain(module.constants.iter().map(|(_, constant)| constant.name.as_ref()));
        let named = named.chain(module.overrides.iter().map(|(_, constant)| constant.name.as_ref()));
        let named = named.chain(module.global_variables.iter().map(|(_, global)| global.name.as_ref()));
        let named = named.chain(module.functions.iter().map(|(_, function)| function.name.as_ref()));
        for name in entries.chain(named).flatten() {
            *counts.entry(self.plain(name).item.to_owned()).or_default() += 1;
        }
        let rename = |name: &mut Option<String>| {
            if let Some(name) = name {
                let plain = self.plain(name);
                let is_shared = counts.get(plain.item).is_some_and(|count| *count > 1);
                *name = if is_shared {
                    plain.qualified()
                } else {
                    plain.item.to_owned()
                };
            }
        };
        // A local variable with the name of an imported item is decorated too, and so is a member.
        let local = |name: &mut Option<String>| {
            if let Some(name) = name {
                *name = self.plain(name).item.to_owned();
            }
        };
        let types = module.types.take();
        for (handle, ty) in types.iter() {
            let mut ty = ty.clone();
            rename(&mut ty.name);
            if let TypeInner::Struct { members, .. } = &mut ty.inner {
                members.iter_mut().for_each(|member| local(&mut member.name));
            }
            module.types.insert(ty, types.get_span(handle));
        }
        module
            .constants
            .iter_mut()
            .for_each(|(_, constant)| rename(&mut constant.name));
        module
            .overrides
            .iter_mut()
            .for_each(|(_, constant)| rename(&mut constant.name));
        module
            .global_variables
            .iter_mut()
            .for_each(|(_, global)| rename(&mut global.name));
        module
            .functions
            .iter_mut()
            .for_each(|(_, function)| rename(&mut function.name));
        let functions = module.functions.iter_mut().map(|(_, function)| function);
        for function in functions.chain(module.entry_points.iter_mut().map(|entry| &mut entry.function)) {
            function
                .arguments
                .iter_mut()
                .for_each(|argument| local(&mut argument.name));
            function
                .local_variables
                .iter_mut()
                .for_each(|(_, variable)| local(&mut variable.name));
            for name in function.named_expressions.values_mut() {
                *name = self.plain(name).item.to_owned();
            }
        }
    }
}
