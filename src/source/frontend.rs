//! Reads a shader's bytes into a validated naga module, and turns every error of naga into a message.

use naga::front::{glsl, spv, wgsl};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, ShaderStage, Span};
use spirula::words::reader::words_from_bytes;
use spirula::{DebugInfo, SourceFile};

#[cfg(feature = "naga-oil")]
use super::compose;
use super::diagnose::{Complaint, Label, Problem, Sources};
use super::include::Expanded;
use super::language::Language;
use super::{Definition, extensions, guard, invalid, macros};

/// Called with the name of each step when it begins.
pub type Phase<'a> = &'a (dyn Fn(&str) + Sync);

/// The bytes of text that count for a token that macros made, and how many such tokens a shader may have.
const BYTES_PER_TOKEN: usize = 8;
const MAX_TOKENS: usize = guard::MAX_LENGTH / BYTES_PER_TOKEN;

/// The directives of naga_oil, which are not part of any shader language.
#[cfg(not(feature = "naga-oil"))]
const NAGA_OIL: [&str; 9] = [
    "#import",
    "#define_import_path",
    "#ifdef",
    "#ifndef",
    "#if",
    "#else",
    "#endif",
    "#define",
    "#{",
];

/// A text of naga's with the types of literals as WGSL names them.
fn in_wgsl(text: &str) -> String {
    text.replace("{AbstractFloat}", "AbstractFloat")
        .replace("{AbstractInt}", "AbstractInt")
}

/// A shader to be read.
#[derive(Clone, Copy, Debug)]
pub struct Shader<'a> {
    /// Its name in messages.
    pub name: &'a str,
    pub language: Language,
    pub bytes: &'a [u8],
    /// The text; empty for a binary.
    pub text: &'a str,
    /// The files that the text was joined from.
    pub sources: &'a Sources<'a>,
    /// The shader with its imports, if naga_oil composes it.
    #[cfg(feature = "naga-oil")]
    pub expanded: Option<&'a Expanded>,
    /// The definitions of `-D`, for GLSL and naga_oil.
    pub definitions: &'a [Definition],
    /// Whether the y axis of positions is negated when SPIR-V is read.
    pub flips_spirv: bool,
    /// Whether messages are coloured.
    pub colours: bool,
}

impl<'a> Shader<'a> {
    /// A shader without definitions, which is one file. The text of a binary is empty.
    pub const fn new(
        name: &'a str,
        language: Language,
        bytes: &'a [u8],
        text: &'a str,
        sources: &'a Sources<'a>,
    ) -> Self {
        Self {
            name,
            language,
            bytes,
            text,
            sources,
            #[cfg(feature = "naga-oil")]
            expanded: None,
            definitions: &[],
            flips_spirv: false,
            colours: false,
        }
    }

    /// The shader with the files that it includes or imports, and their `sources`.
    pub fn with<'b>(self, expanded: &'b Expanded, sources: &'b Sources<'b>) -> Shader<'b>
    where
        'a: 'b,
    {
        Shader {
            text: &expanded.text,
            sources,
            #[cfg(feature = "naga-oil")]
            expanded: Some(expanded),
            ..self
        }
    }

    /// The text for debug information: that of each file, unless one is included inside of another.
    pub fn debug_info(self) -> DebugInfo {
        let Sources { files, segments } = self.sources;
        let mut parts = files.iter().zip(segments).enumerate();
        let is_whole = parts.all(|(at, (file, segment))| segment.file == at && segment.length == file.text.len());
        let (Some(own), true) = (files.first(), is_whole && files.len() == segments.len()) else {
            return DebugInfo::new(self.name, self.text);
        };
        let other = |(file, segment): (&super::diagnose::File<'_>, &super::diagnose::Segment)| {
            let start = u32::try_from(segment.start).ok()?;
            Some(SourceFile {
                name: file.name.into(),
                source: file.text.into(),
                spans: start..start + u32::try_from(segment.length).ok()?,
            })
        };
        DebugInfo {
            files: files.iter().zip(segments).skip(1).filter_map(other).collect(),
            ..DebugInfo::new(self.name, own.text)
        }
    }

    /// The length of what the front end reads, in bytes, for its stack. Macros of GLSL may make more tokens than the text has
    /// bytes; each may be a level of nesting then, which takes more bytes of a text that people write.
    pub fn length(self) -> usize {
        let length = self.text.len().max(self.bytes.len());
        let tokens = match self.language {
            Language::Glsl(_) => macros::tokens(self.text, self.definitions, length.max(MAX_TOKENS) + 1),
            Language::Wgsl | Language::SpirV => 0,
        };
        if tokens > length {
            length.max(tokens * BYTES_PER_TOKEN)
        } else {
            length
        }
    }

    /// Parses the shader and validates it with all of naga's checks and capabilities. The target's features are judged
    /// later.
    pub fn load(self, phase: Phase<'_>) -> Result<(Module, ModuleInfo), Vec<Problem>> {
        phase("parsing");
        let module = self.guarded("naga's front end", || self.parse())?;
        phase("validating");
        let info = self.guarded("naga's validator", || self.validate(&module))?;
        Ok((module, info))
    }

    fn guarded<T>(self, what: &str, work: impl FnOnce() -> Result<T, Vec<Complaint>>) -> Result<T, Vec<Problem>> {
        let result = guard::catch(work).unwrap_or_else(|panic| {
            let message = format!("{what} panicked: {panic}");
            Err(vec![Complaint::new("panic", message)])
        });
        result.map_err(|complaints| complaints.into_iter().map(|one| self.problem(one)).collect())
    }

    fn parse(self) -> Result<Module, Vec<Complaint>> {
        match self.language {
            Language::Wgsl => self.parse_wgsl(),
            Language::Glsl(stage) => self.parse_glsl(stage),
            Language::SpirV => {
                // The y axis is negated only on request; the module's coordinates are those of Vulkan otherwise.
                let options = spv::Options {
                    adjust_coordinate_space: self.flips_spirv,
                    ..spv::Options::default()
                };
                let invalid = |error: String| vec![Complaint::new("parse", error)];
                // Converts the byte order, which naga does not.
                let words = words_from_bytes(self.bytes).map_err(|error| invalid(error.to_string()))?;
                spv::Frontend::new(words.into_iter(), &options)
                    .parse()
                    .map_err(|error| invalid(error.to_string()))
            }
        }
    }

    fn parse_wgsl(self) -> Result<Module, Vec<Complaint>> {
        #[cfg(feature = "naga-oil")]
        if let Some(expanded) = self.expanded {
            let explain: compose::Explain<'_> = &|error, place| self.wgsl_complaint(error, place);
            return compose::compose(expanded, self.definitions, explain).map_err(|complaint| vec![complaint]);
        }
        let parsed = wgsl::Frontend::new().parse(&extensions::accepted(self.text));
        parsed.map_err(|error| vec![self.wgsl_complaint(&error, |span| span)])
    }

    fn parse_glsl(self, stage: ShaderStage) -> Result<Module, Vec<Complaint>> {
        // No stack is large enough for any nesting of them.
        if self.length() > (MAX_TOKENS * BYTES_PER_TOKEN).max(self.text.len()) {
            let message = format!("its macros make more than {MAX_TOKENS} tokens");
            return Err(vec![Complaint::new("parse", message)]);
        }
        let define = |(name, value): &Definition| (name.clone(), value.clone().unwrap_or_else(|| "1".to_owned()));
        let options = glsl::Options {
            stage,
            defines: self.definitions.iter().map(define).collect(),
        };
        glsl::Frontend::default().parse(&options, self.text).map_err(|errors| {
            let complaint = |error: &glsl::Error| Complaint {
                labels: Label::new(error.meta, "").into_iter().collect(),
                ..Complaint::new("parse", error.to_string())
            };
            errors.errors.iter().map(complaint).collect()
        })
    }

    /// The complaint for an error of naga's front end, whose spans `place` gives in the text.
    pub(super) fn wgsl_complaint(self, error: &wgsl::ParseError, place: impl Fn(Span) -> Span) -> Complaint {
        let mut labels: Vec<_> = error
            .labels()
            // naga's label "see msg" refers to the message and has no content.
            .filter_map(|(span, message)| {
                Label::new(place(span), in_wgsl(if message == "see msg" { "" } else { message }))
            })
            .collect();
        if labels.is_empty() {
            labels.extend(self.constant_index(error.message()));
        }
        #[cfg(feature = "naga-oil")]
        let directive = None::<&str>;
        #[cfg(not(feature = "naga-oil"))]
        let directive = labels.first().and_then(|label| self.directive(label.range.start));
        let message = match directive {
            Some(name) => format!("`{name}` is a directive of naga_oil, and is not resolved here"),
            None => {
                // Removes the number of an expression in naga's arena, which means nothing to the user.
                let message = error.message();
                let named = message
                    .rsplit_once(" for expression [")
                    .filter(|(_, rest)| rest.ends_with(']'));
                in_wgsl(named.map_or(message, |(message, _)| message))
            }
        };
        let mut notes: Vec<_> = error.notes().map(|note| format!("note: {}", in_wgsl(note))).collect();
        if directive.is_some() {
            notes = vec!["it is, by a `spirula` with the cargo feature `naga-oil`".to_owned()];
        }
        if let Some(refused) = extensions::refused(error.message()) {
            let (message, note) = refused.message();
            // naga_oil moves directives to a text of its own.
            if labels.is_empty() {
                labels.extend(self.directive_place(&refused));
            }
            for label in &mut labels {
                label.message.clear();
            }
            return Complaint {
                labels,
                notes: vec![note],
                ..Complaint::new("parse", message)
            };
        }
        Complaint {
            labels,
            notes,
            ..Complaint::new("parse", message)
        }
    }

    /// The first directive of any file that names an extension.
    fn directive_place(self, refused: &extensions::Refused<'_>) -> Option<Label> {
        self.sources.segments.iter().find_map(|segment| {
            let text = self.text.get(segment.start..segment.start + segment.length)?;
            let place = refused.place_in(text)?;
            Some(Label {
                range: segment.start + place.start..segment.start + place.end,
                message: String::new(),
            })
        })
    }

    /// The constant index that naga refuses and has no place for: the only one in the text with that value.
    fn constant_index(self, message: &str) -> Option<Label> {
        let (index, _) = message.strip_prefix("Index ")?.split_once(" is out of bounds")?;
        let mut found = self.text.match_indices('[').filter_map(|(open, _)| {
            let inside = self.text.get(open + 1..)?.split_once(']')?.0;
            let is_it = inside.trim().trim_end_matches(['u', 'i']) == index;
            is_it.then(|| open + 1..open + 1 + inside.len())
        });
        let range = found.next().filter(|_| found.next().is_none())?;
        let message = String::new();
        Some(Label { range, message })
    }

    /// The naga_oil directive at the start of the line that contains `place`.
    #[cfg(not(feature = "naga-oil"))]
    fn directive(self, place: usize) -> Option<&'static str> {
        let before = self.text.get(..place)?;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text.get(start..)?.trim_start();
        let word = line.split_whitespace().next()?;
        NAGA_OIL
            .into_iter()
            .find(|&name| word == name || name == "#{" && word.starts_with(name))
    }

    fn validate(self, module: &Module) -> Result<ModuleInfo, Vec<Complaint>> {
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        validator
            .subgroup_stages(ShaderStages::all())
            .subgroup_operations(SubgroupOperationSet::all());
        validator
            .validate(module)
            .map_err(|error| vec![invalid::complaint(module, self.text, &error)])
    }

    /// File, line and column of a span, counted from 1; `None` if the source does not contain it.
    pub fn place(self, span: Span) -> Option<(String, usize, usize)> {
        let (file, line, column) = self.sources.start(span)?;
        Some((file.to_owned(), line, column))
    }

    /// The complaint with file names, lines and columns.
    pub fn problem(self, complaint: Complaint) -> Problem {
        complaint.resolve(self.sources, self.colours)
    }
}
