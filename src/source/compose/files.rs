//! The files that a shader imports: by the path in the directive, or by the import path that a file defines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use naga_oil::compose::comment_strip_iter::CommentReplaceExt as _;
use naga_oil::compose::{ImportDefinition, get_preprocessor_data};

use super::directives::{PREPROCESSOR, composer_text, directive_complaint, import_path, label, place_of_import, word};
use super::places::MAX_BYTES;
use crate::source::diagnose::{Complaint, Problem, Sources};
use crate::source::folder::files_below;
use crate::source::guard;
use crate::source::include::{self, Expanded, Imported};
use crate::source::language::Language;
use spirula_spirv::internal::nearest;

/// The maximum depth of nested imports.
const MAX_LEVELS: usize = 64;

/// Whether the file is only for imports: WGSL with an import path and without an entry point.
pub fn is_module(path: &Path) -> bool {
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

/// The shader with all files that it imports; after a failure with those that were read before it.
///
/// # Errors
/// A module that is not found, that several files define or that imports itself, and what naga_oil refuses of the
/// directives. The place is that of the directive.
pub fn expand(
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

/// The index of a file, and the complaint about it.
type Refusal = (usize, Complaint);

impl Search {
    /// Reads the imports of a file.
    fn visit(&mut self, file: usize) -> Result<(), Refusal> {
        let (name, text) = self.files.get(file).cloned().unwrap_or_default();
        if text.len() > MAX_BYTES {
            let message = format!("`{name}` is larger than {MAX_BYTES} bytes, where the spans of naga_oil end");
            return Err((file, Complaint::new("import", message)));
        }
        let source = composer_text(&text, &mut 0);
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

    /// Reads the file of a module and returns its index; `None` if it was read before.
    fn resolve(&mut self, file: usize, module: &str) -> Result<Option<usize>, String> {
        let is_open = |search: &Self, known: usize| known == file || search.open.iter().any(|&(open, _)| open == known);
        let itself = || format!("`{module}` imports itself, by way of this line");
        let known = self.names.iter().position(|name| name == module);
        let quoted = module.strip_prefix('"').and_then(|path| path.strip_suffix('"'));
        // A module name denotes one file; a quoted path is relative to the file that imports it.
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
                let near = nearest(module, &mut index.keys().map(String::as_str));
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

/// The complaint about a panic of naga_oil.
pub(super) fn panicked(panic: &str) -> Complaint {
    Complaint::new("panic", format!("naga_oil panicked: {panic}"))
}
