//! Reads a shader once for all modules that are made of it: its text with what it includes, and naga's validated
//! module.

use std::path::PathBuf;
use std::sync::OnceLock;

use naga::Module;
use naga::valid::ModuleInfo;
use spirula::source::diagnose::{Complaint, Label, Problem, Sources};
use spirula::source::{Definition, Expanded, Language, Phase, Shader, guard, joined, text_of};
use spirula::words::assemble_text;

use super::check;
use super::inputs::{self, Origin};
use super::report::Failure;

/// What the reading of a shader depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    pub(super) origin: Origin,
    /// Its name in messages.
    pub(super) name: String,
    pub(super) language: Language,
    /// The folder below which imports are looked for.
    pub(super) root: PathBuf,
    /// The definitions of `-D`, and the folders of `-I`.
    pub(super) definitions: Vec<Definition>,
    pub(super) folders: Vec<PathBuf>,
    /// Whether the y axis of positions is negated when SPIR-V is read.
    pub(super) flips_spirv: bool,
    /// The word with the version of SPIR-V to which assembly is assembled.
    pub(super) version: u32,
    /// Whether messages are coloured.
    pub(super) colours: bool,
}

/// The content of an input.
#[derive(Debug)]
pub(super) struct Content {
    /// The bytes of a module; empty for a text.
    bytes: Vec<u8>,
    text: String,
    expanded: Option<Expanded>,
}

impl Content {
    /// The text with its files, if there are several.
    pub(super) const fn expanded(&self) -> Option<&Expanded> {
        self.expanded.as_ref()
    }

    /// Everything that naga reads.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.expanded {
            Some(expanded) => expanded.text.as_bytes(),
            None if self.bytes.is_empty() => self.text.as_bytes(),
            None => &self.bytes,
        }
    }
}

/// A shader, read when it is needed first.
#[derive(Debug)]
pub(super) struct Loaded {
    reading: Reading,
    /// The names of the files that it includes, also after a failure, and its content.
    content: OnceLock<(Vec<String>, Result<Content, Failure>)>,
    module: OnceLock<Result<(Module, ModuleInfo), Failure>>,
}

impl Loaded {
    pub(super) const fn new(reading: Reading) -> Self {
        Self {
            reading,
            content: OnceLock::new(),
            module: OnceLock::new(),
        }
    }

    /// The names of the files that it includes, and its content.
    pub(super) fn content(&self, phase: Phase<'_>) -> (&[String], Result<&Content, Failure>) {
        let (included, content) = self.content.get_or_init(|| {
            phase("reading");
            let mut included = Vec::new();
            let content = self.reading.read(&mut included);
            (included, content)
        });
        (included, content.as_ref().map_err(Failure::clone))
    }

    /// Calls `work` with the shader and its module, on a stack that is large enough for the front ends.
    ///
    /// # Errors
    /// Those of the front end and of naga's validator, and those of `work`.
    pub(super) fn with_module<T: Send>(
        &self,
        content: &Content,
        phase: Phase<'_>,
        work: impl FnOnce(Shader<'_>, &Module, &ModuleInfo) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        self.reading.with_shader(content, |shader| {
            let on_stack = guard::on_large_stack(shader.length(), || {
                let loaded = self.module.get_or_init(|| shader.load(phase).map_err(Failure::from));
                let (module, info) = loaded.as_ref().map_err(Failure::clone)?;
                work(shader, module, info)
            });
            on_stack.unwrap_or_else(|message| Err(vec![shader.problem(Complaint::new("panic", message))].into()))
        })
    }
}

impl Reading {
    fn shown(&self) -> &str {
        if self.origin == Origin::StandardInput && self.name == "-" {
            "<stdin>"
        } else {
            &self.name
        }
    }

    fn with_shader<T>(&self, content: &Content, work: impl FnOnce(Shader<'_>) -> T) -> T {
        let own = Sources::one(self.shown(), &content.text);
        let shader = Shader {
            definitions: &self.definitions,
            flips_spirv: self.flips_spirv,
            colours: self.colours,
            ..Shader::new(self.shown(), self.language, content.bytes(), &content.text, &own)
        };
        match &content.expanded {
            None => work(shader),
            Some(expanded) => work(shader.with(expanded, &expanded.sources())),
        }
    }

    /// Adds the names of included files to `included`, also after a failure.
    fn read(&self, included: &mut Vec<String>) -> Result<Content, Failure> {
        let unusable = |message| Failure::unusable("read", &self.name, message);
        let bytes = inputs::read(&self.origin)
            .map_err(|error| unusable(format!("cannot read `{}`: {error}", self.name)))?
            .map_err(unusable)?;
        let mut content = Content {
            bytes: Vec::new(),
            text: String::new(),
            expanded: None,
        };
        match self.language {
            Language::SpirV => content.bytes = self.assembled(bytes)?,
            Language::Wgsl | Language::Glsl(_) => {
                let text = text_of(&self.name, &bytes).map_err(|problem| vec![*problem])?;
                content.text = text.to_owned();
            }
        }
        let expanded = self.with_shader(&content, |shader| joined(shader, &self.root, &self.folders, included));
        content.expanded = expanded.map_err(|problem| vec![*problem])?;
        Ok(content)
    }

    /// The bytes of a module; those of assembly are assembled.
    fn assembled(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let Some(text) = check::assembly_text(&self.name, &bytes) else {
            return Ok(bytes);
        };
        let complaint = match guard::catch(|| assemble_text(&text, self.version)) {
            Ok(Ok(words)) => return Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
            Ok(Err(error)) => {
                let message = String::new();
                let range = check::assembly_range(&text, &error);
                Complaint {
                    labels: range.map(|range| Label { range, message }).into_iter().collect(),
                    ..Complaint::new("parse", error.reason.to_string())
                }
            }
            Err(panic) => Complaint::new("panic", format!("the assembler panicked: {panic}")),
        };
        let problem: Problem = complaint.resolve(&Sources::one(&self.name, &text), self.colours);
        Err(vec![problem].into())
    }
}
