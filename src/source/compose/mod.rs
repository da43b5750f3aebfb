//! WGSL with naga_oil's directives: naga_oil's composer builds one module of a shader and the files that it imports. Its
//! spans and names are converted here to those of the files.
//!
//! The composer preprocesses each file line by line, decorates the names of imported items
//! (`shadeX_naga_oil_mod_X…X`), and parses each file behind a header that it generates from the imports. A span of the
//! composed module is converted as follows:
//!
//! * Its bits from [`SPAN_SHIFT`] up are the number of the file, the others an offset into the header and the
//!   preprocessed text behind it.
//! * The composer does not return the length of the header. A constant ([`MARK`]) is appended to each file, and the
//!   offset of its span in the module tells the length. If the composer fails, its error has the length.
//! * A line of the preprocessed text has the same number in the file. If the two lines differ, because of imported items
//!   or definitions, their tokens are aligned ([`Map`]).
//!
//! A text without directives is not composed.

mod directives;
mod files;
mod names;
mod places;

use naga::front::wgsl::ParseError;
use naga::valid::Capabilities;
use naga::{ArraySize, Block, EntryPoint, Expression, Module, Span, Statement, TypeInner};
use naga_oil::compose::preprocess::PreprocessorMetaData;
use naga_oil::compose::{
    ComposableModuleDescriptor, Composer, ComposerError, ComposerErrorInner, ErrSource, ImportDefinition,
    NagaModuleDescriptor, ShaderDefValue,
};

use super::diagnose::{Complaint, Label};
use super::include::Expanded;
use super::{Definition, extensions, guard};
use directives::{DIRECTIVES, Definitions, PREPROCESSOR, composer_text, directive_complaint, label, undefined};
use files::panicked;
use names::Decorations;
use places::{Map, SPAN_SHIFT, index_of, map_spans};

pub use directives::has_directives;
pub use files::{expand, is_module};

/// The complaint about an error of naga's front end, whose spans become those of the joined text.
pub(super) type Explain<'a> = &'a dyn Fn(&ParseError, &dyn Fn(Span) -> Span) -> Complaint;

/// The constant at the end of each file, and its declaration.
const MARK: &str = "spirula_end_of_file";
const MARK_LINE: &str = "const spirula_end_of_file: u32 = 0u;\n";

/// The composed module of a shader, with the spans and names of its files.
pub(super) fn compose(
    expanded: &Expanded,
    definitions: &[Definition],
    explain: Explain<'_>,
) -> Result<Module, Complaint> {
    guard::catch(|| composed(expanded, definitions, explain)).unwrap_or_else(|panic| Err(panicked(&panic)))
}

fn composed(expanded: &Expanded, given: &[Definition], explain: Explain<'_>) -> Result<Module, Complaint> {
    let mut bindings = 0;
    let mut sources = vec![String::new(); expanded.files().len()];
    // The composer's order: the shader itself is last.
    for file in expanded.modules.iter().map(|module| module.file).chain([0]) {
        let text = expanded.files().get(file).map_or("", |(_, text)| text);
        if let Some(source) = sources.get_mut(file) {
            *source = composer_text(&extensions::accepted(text), &mut bindings);
        }
    }
    let composition = Composition {
        explain,
        expanded,
        sources,
        definitions: definitions(given)?,
        decorations: Decorations::new(&expanded.modules),
    };
    // An error could mention the marks, so after an error the files are composed again without them.
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

/// Refuses constructs whose handles naga_oil's composer copies unchanged: they would denote other items of the composed
/// module.
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
        if let Some((what, span)) = unmapped(&function.body) {
            return refusal(what, span);
        }
    }
    Ok(())
}

/// The first statement whose handles naga_oil copies unchanged.
fn unmapped(block: &Block) -> Option<(&'static str, Span)> {
    block.span_iter().find_map(|(statement, span)| match statement {
        Statement::CooperativeStore { .. } => Some(("the store of a cooperative matrix", *span)),
        Statement::RayPipelineFunction(_) => Some(("the trace of a ray", *span)),
        Statement::Block(inner) => unmapped(inner),
        Statement::If { accept, reject, .. } => unmapped(accept).or_else(|| unmapped(reject)),
        Statement::Switch { cases, .. } => cases.iter().find_map(|case| unmapped(&case.body)),
        Statement::Loop { body, continuing, .. } => unmapped(body).or_else(|| unmapped(continuing)),
        // catch-all: the others have no blocks.
        _ => None,
    })
}

/// A shader that is being composed.
struct Composition<'a> {
    explain: Explain<'a>,
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
        // The composer imports only items that are used: import the marks too, from the files that have such items.
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

    /// The text of a file that the composer parses behind a header.
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

    /// Converts the spans of the module to those of the joined text, and removes the names of the marks.
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
            let is_mark = |mark: &String| constant.name.as_ref() == Some(mark);
            let Some(index) = marks.iter().position(is_mark) else {
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
                // naga's span is that of the enclosing construct.
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
                    None => (self.explain)(error, &|span| map.span(span)),
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
