//! From a shader's bytes to a validated naga module, with every way that naga can refuse it made a message.

use naga::front::{glsl, spv, wgsl};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, ShaderStage, Span};
use spirula::words::reader::words_from_bytes;

use super::diagnose::{Complaint, Label, Problem, Sources};
use super::language::Language;
use super::{guard, invalid};

/// Takes the name of each step when it begins.
pub(crate) type Phase<'a> = &'a (dyn Fn(&str) + Sync);

/// The directives that naga_oil reads, which no language has.
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

/// A shader, read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shader<'a> {
    /// How messages name it.
    pub(crate) name: &'a str,
    pub(crate) language: Language,
    pub(crate) bytes: &'a [u8],
    /// The text; empty for a binary.
    pub(crate) text: &'a str,
    /// The files that the text is from.
    pub(crate) sources: &'a Sources<'a>,
    /// What `-D` defines, for GLSL.
    pub(crate) defines: &'a [(String, String)],
    /// Whether the y axis of positions is turned in SPIR-V that is read.
    pub(crate) flips_spirv: bool,
    /// Whether messages are coloured.
    pub(crate) colours: bool,
}

impl Shader<'_> {
    /// Parses it, and validates it with all of naga's checks and capabilities: what a target has is decided later.
    pub(crate) fn load(self, phase: Phase<'_>) -> Result<(Module, ModuleInfo), Vec<Problem>> {
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
            Language::Wgsl => wgsl::Frontend::new()
                .parse(self.text)
                .map_err(|error| vec![self.wgsl_complaint(&error)]),
            Language::Glsl(stage) => self.parse_glsl(stage),
            Language::SpirV => {
                // Otherwise the module's coordinates are Vulkan's on both sides.
                let options = spv::Options {
                    adjust_coordinate_space: self.flips_spirv,
                    ..spv::Options::default()
                };
                let invalid = |error: String| vec![Complaint::new("parse", error)];
                // Of either byte order, which naga does not read.
                let words = words_from_bytes(self.bytes).map_err(|error| invalid(error.to_string()))?;
                spv::Frontend::new(words.into_iter(), &options)
                    .parse()
                    .map_err(|error| invalid(error.to_string()))
            }
        }
    }

    fn parse_glsl(self, stage: ShaderStage) -> Result<Module, Vec<Complaint>> {
        let options = glsl::Options {
            stage,
            defines: self.defines.iter().cloned().collect(),
        };
        glsl::Frontend::default().parse(&options, self.text).map_err(|errors| {
            let complaint = |error: &glsl::Error| Complaint {
                labels: Label::new(error.meta, "").into_iter().collect(),
                ..Complaint::new("parse", error.to_string())
            };
            errors.errors.iter().map(complaint).collect()
        })
    }

    fn wgsl_complaint(self, error: &wgsl::ParseError) -> Complaint {
        let mut labels: Vec<_> = error
            .labels()
            // A label of naga's that says to read the message says nothing.
            .filter_map(|(span, message)| Label::new(span, in_wgsl(if message == "see msg" { "" } else { message })))
            .collect();
        if labels.is_empty() {
            labels.extend(self.constant_index(error.message()));
        }
        let directive = labels.first().and_then(|label| self.directive(label.range.start));
        let message = match directive {
            Some(name) => format!("`{name}` is a directive of naga_oil, and is not resolved here"),
            None => {
                // A number in naga's arena tells nobody which expression it is.
                let message = error.message();
                let named = message
                    .rsplit_once(" for expression [")
                    .filter(|(_, rest)| rest.ends_with(']'));
                in_wgsl(named.map_or(message, |(message, _)| message))
            }
        };
        let mut notes: Vec<_> = error.notes().map(|note| format!("note: {}", in_wgsl(note))).collect();
        if directive.is_some() {
            notes = vec!["compile what naga_oil's composer makes of the shader".to_owned()];
        }
        Complaint {
            labels,
            notes,
            ..Complaint::new("parse", message)
        }
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

    /// The directive of naga_oil that the line of a place begins with.
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

    /// File, line and column of a place, from 1 on; none where the source has no place for it.
    pub(crate) fn place(self, span: Span) -> Option<(String, usize, usize)> {
        let (file, line, column) = self.sources.start(span)?;
        Some((file.to_owned(), line, column))
    }

    /// A complaint in the form that it is reported in.
    pub(crate) fn problem(self, complaint: Complaint) -> Problem {
        complaint.resolve(self.sources, self.colours)
    }
}
