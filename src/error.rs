//! Owns errors: the reasons for which a module is refused, the source span of each, and their rendering through
//! codespan-reporting.
//!
//! It does not know how a module is lowered or checked.

use crate::target::Requirement;
use crate::workgroup_attribute;
use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;
use core::fmt;
use core::ops::Range;
use naga::{ResourceBinding, ShaderStage, Span};
use spirula_spirv::internal::nearest;

/// Why a module was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The target lacks something that the shader cannot be expressed without.
    #[error("{} `{}`", lacks(.0), .0.name())]
    Missing(Requirement),
    /// A construct that this version of the crate does not lower.
    #[error("{0} cannot be written as SPIR-V by this version of Spirula")]
    NotLowered(&'static str),
    /// A limit of SPIR-V or of the target is exceeded.
    #[error("{what}: {value} is more than the limit of {limit}")]
    Limit {
        /// What is counted, with its unit: "bytes of workgroup memory".
        what: &'static str,
        /// What the module has.
        value: u64,
        /// What is allowed.
        limit: u64,
    },
    /// The offset of a sampled or gathered texel is outside the device's range.
    #[error("an offset of {value} texels is outside {} to {} ({} and {})", .range.0, .range.1, .limits[0], .limits[1])]
    TexelOffset {
        /// The component that exceeds the range most, in texels.
        value: i32,
        /// The names of the limits.
        limits: [&'static str; 2],
        /// What the device allows, in texels.
        range: (i32, u32),
    },
    /// No entry point has the name asked for, in the stage asked for.
    #[error("the module has no {}entry point `{name}`", stage_prefix(*.stage))]
    EntryPointNotFound {
        /// The stage asked for.
        stage: Option<ShaderStage>,
        /// The name asked for.
        name: String,
    },
    /// Several stages have an entry point of the name asked for.
    #[error("several entry points are named `{name}`; say the stage too")]
    EntryPointAmbiguous {
        /// The name asked for.
        name: String,
    },
    /// The module has no entry point at all.
    #[error("the module has no entry point")]
    NoEntryPoint,
    /// No function has the name that an option asks about.
    #[error("the module has no function `{name}`")]
    FunctionNotFound {
        /// The name asked about.
        name: String,
    },
    /// A setting of naga's own backend that Spirula does not have (`spirula::compat`).
    #[error("naga's {0} has no counterpart")]
    UnsupportedSetting(String),
    /// The binding map has no entry for a resource, and
    /// [`Options::fake_missing_bindings`](crate::Options::fake_missing_bindings) is off.
    #[error("the binding map has no entry for @group({}) @binding({})", .0.group, .0.binding)]
    MissingBinding(ResourceBinding),
    /// The value of an override is missing or does not suit its use.
    #[error("the override `{name}` {reason}")]
    Override {
        /// The override's name or id.
        name: String,
        /// What is wrong with it: the predicate of the message.
        reason: Cow<'static, str>,
    },
    /// A construct that SPIR-V cannot express in this environment.
    #[error("{what} cannot be expressed: {reason}")]
    Inexpressible {
        /// The construct.
        what: &'static str,
        /// The rule that forbids it.
        reason: &'static str,
    },
    /// The module is not what naga's validator accepts, breaks a rule of naga's IR that the validator does not check (a
    /// value is used outside of its scope), or `ModuleInfo` belongs to another module.
    #[error("the module is not valid: {0}")]
    InvalidModule(&'static str),
    /// A bug in this crate.
    #[error("internal error: {0}")]
    Internal(&'static str),
    /// A bug in this crate, found by the self-check: the words violate a rule.
    #[error("internal error: the SPIR-V that was written is invalid: {message} [{rule}]")]
    InvalidOutput {
        /// What is wrong with the words.
        message: String,
        /// The name of the rule, as `spirula check --rules` lists it.
        rule: String,
    },
}

/// A coarse classification of [`ErrorKind`], for callers that do not match every kind.
///
/// ```
/// use spirula::{ErrorCategory, Options, Target};
///
/// # let all = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
/// # let module = naga::front::wgsl::parse_str("@id(7) override n: i32; @compute @workgroup_size(1) fn main() { var m = n; }")?;
/// # let info = naga::valid::Validator::new(all.0, all.1).validate(&module)?;
/// if let Err(error) = spirula::compile(&module, &info, &Target::vulkan(1, 1), &Options::default()) {
///     match error.category() {
///         ErrorCategory::Override => eprintln!("the pipeline's constants are wrong: {error:#}"),
///         ErrorCategory::Internal => eprintln!("please report this: {error:#}"),
///         _ => eprintln!("{error:#}"),
///     }
///     # assert_eq!(error.category(), ErrorCategory::Override);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCategory {
    /// The target lacks a feature, an extension or a version: [`Error::missing`] lists what.
    Missing,
    /// A limit of SPIR-V or of the target is exceeded.
    Limit,
    /// The binding map lacks a resource.
    Binding,
    /// The value of an override is missing or does not suit its use.
    Override,
    /// The options name an entry point or function that does not exist or is ambiguous, or ask for a setting of naga's
    /// that has no counterpart.
    Options,
    /// SPIR-V cannot express the construct, or this version of the crate does not lower it.
    Inexpressible,
    /// The module is not valid naga IR, or `ModuleInfo` belongs to another module.
    InvalidModule,
    /// A bug in this crate.
    Internal,
}

/// The note of internal errors.
const INTERNAL_NOTE: &str = "this is a mistake in Spirula, not in the shader";

/// Who lacks something, up to its name: the devices of the target, or the target as a whole.
fn lacks(requirement: &Requirement) -> String {
    match requirement.lacking.as_slice() {
        [] => "the target does not have".to_owned(),
        [device] => format!("`{device}` does not have"),
        devices => format!("{} do not have", enumerated(devices)),
    }
}

/// Names in a sentence: `a`, `b` and `c`.
fn enumerated(names: &[String]) -> String {
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        text += match at {
            0 => "",
            _ if at + 1 == names.len() => " and ",
            _ => ", ",
        };
        text += &format!("`{name}`");
    }
    text
}

/// The stage as an adjective, with a space: "fragment ".
pub(crate) fn stage_prefix(stage: Option<ShaderStage>) -> &'static str {
    match stage {
        None => "",
        Some(ShaderStage::Vertex) => "vertex ",
        Some(ShaderStage::Task) => "task ",
        Some(ShaderStage::Mesh) => "mesh ",
        Some(ShaderStage::Fragment) => "fragment ",
        Some(ShaderStage::Compute) => "compute ",
        Some(ShaderStage::RayGeneration) => "ray generation ",
        Some(ShaderStage::Miss) => "miss ",
        Some(ShaderStage::AnyHit) => "any-hit ",
        Some(ShaderStage::ClosestHit) => "closest-hit ",
    }
}

impl ErrorKind {
    /// The category of this kind.
    #[must_use]
    pub fn category(&self) -> ErrorCategory {
        match self {
            ErrorKind::Missing(_) => ErrorCategory::Missing,
            ErrorKind::NotLowered(_) | ErrorKind::Inexpressible { .. } => ErrorCategory::Inexpressible,
            ErrorKind::Limit { .. } | ErrorKind::TexelOffset { .. } => ErrorCategory::Limit,
            ErrorKind::EntryPointNotFound { .. }
            | ErrorKind::EntryPointAmbiguous { .. }
            | ErrorKind::NoEntryPoint
            | ErrorKind::FunctionNotFound { .. }
            | ErrorKind::UnsupportedSetting(_) => ErrorCategory::Options,
            ErrorKind::MissingBinding(_) => ErrorCategory::Binding,
            ErrorKind::Override { .. } => ErrorCategory::Override,
            ErrorKind::InvalidModule(_) => ErrorCategory::InvalidModule,
            ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. } => ErrorCategory::Internal,
        }
    }

    /// The text under the marked part of the source.
    fn label(&self) -> String {
        match self {
            ErrorKind::Missing(requirement) => format!("needs `{}`", requirement.name()),
            ErrorKind::NotLowered(_) => "not supported yet".to_owned(),
            ErrorKind::Limit { limit, .. } => format!("at most {limit}"),
            ErrorKind::TexelOffset { range, .. } => format!("from {} to {}", range.0, range.1),
            ErrorKind::MissingBinding(_) => "has no binding".to_owned(),
            ErrorKind::Inexpressible { .. } => "not expressible".to_owned(),
            ErrorKind::EntryPointNotFound { .. }
            | ErrorKind::EntryPointAmbiguous { .. }
            | ErrorKind::NoEntryPoint
            | ErrorKind::FunctionNotFound { .. }
            | ErrorKind::UnsupportedSetting(_)
            | ErrorKind::Override { .. }
            | ErrorKind::InvalidModule(_)
            | ErrorKind::Internal(_) => "here".to_owned(),
            ErrorKind::InvalidOutput { .. } => "written for this".to_owned(),
        }
    }

    /// The notes that follow from the kind: what is needed, and which switches enable it. None does for what a device
    /// lacks.
    fn notes(&self) -> Vec<String> {
        match self {
            ErrorKind::Missing(requirement) => {
                let enable = match requirement.suggestion() {
                    _ if !requirement.lacking.is_empty() => None,
                    Some(flags) => Some(format!("to allow it: {flags}")),
                    None => Some("nothing allows it in this environment".to_owned()),
                };
                [Some(format!("needed: {requirement}")), enable]
                    .into_iter()
                    .flatten()
                    .collect()
            }
            ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. } => vec![INTERNAL_NOTE.to_owned()],
            ErrorKind::NotLowered(_)
            | ErrorKind::Limit { .. }
            | ErrorKind::TexelOffset { .. }
            | ErrorKind::EntryPointNotFound { .. }
            | ErrorKind::EntryPointAmbiguous { .. }
            | ErrorKind::NoEntryPoint
            | ErrorKind::FunctionNotFound { .. }
            | ErrorKind::UnsupportedSetting(_)
            | ErrorKind::MissingBinding(_)
            | ErrorKind::Override { .. }
            | ErrorKind::Inexpressible { .. }
            | ErrorKind::InvalidModule(_) => Vec::new(),
        }
    }
}

/// What a refusal because of a limit is about.
#[derive(Clone, Debug, Default, PartialEq)]
struct About {
    /// The devices that have the limit.
    devices: Vec<String>,
    /// The entry point whose workgroup is too large.
    workgroup_of: Option<String>,
}

/// One reason why a module is refused, with its place in the source and remarks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What went wrong.
    pub kind: ErrorKind,
    /// The part of the source that it is about; [`Span::UNDEFINED`] where there is none.
    pub span: Span,
    /// Remarks, a line each, shown after those of the kind.
    pub notes: Vec<String>,
    /// What few diagnostics have.
    about: Option<Box<About>>,
}

impl Diagnostic {
    /// A refusal without remarks.
    pub(crate) fn new(kind: ErrorKind, span: Span) -> Diagnostic {
        Diagnostic {
            kind,
            span,
            notes: Vec::new(),
            about: None,
        }
    }

    /// States the devices whose limit is exceeded.
    pub(crate) fn exceeds_limit_of(&mut self, devices: Vec<String>) {
        if !devices.is_empty() {
            self.notes
                .push(format!("the limit is that of {}", enumerated(&devices)));
            self.about.get_or_insert_default().devices = devices;
        }
    }

    /// States that it is about the size of the workgroup of an entry point.
    pub(crate) fn is_about_workgroup(&mut self, entry_point: &str) {
        self.about.get_or_insert_default().workgroup_of = Some(entry_point.to_owned());
    }

    /// Adds a remark.
    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Adds a remark with the known name that is nearest to `name`, if one is near.
    pub(crate) fn with_nearest<'n>(self, name: &str, mut known: impl Iterator<Item = &'n str>) -> Self {
        match nearest(name, &mut known) {
            Some(near) if near != name => self.with_note(format!("the nearest is `{near}`")),
            Some(_) | None => self,
        }
    }

    /// The devices that it is about, of those that the target names ([`Target::named`](crate::Target::named)): they lack
    /// what is missing, or have the limit that is exceeded.
    #[must_use]
    pub fn devices(&self) -> &[String] {
        match &self.kind {
            ErrorKind::Missing(requirement) => &requirement.lacking,
            _ => self.about.as_ref().map_or(&[], |about| &about.devices),
        }
    }

    /// The text under the marked part of the source: "needs `shaderFloat16`".
    #[must_use]
    pub fn label(&self) -> String {
        self.kind.label()
    }

    /// All remarks, a line each: those of the kind (what is needed, and how to enable it), then [`Diagnostic::notes`].
    ///
    /// ```
    /// # let module = naga::front::wgsl::parse_str("enable f16; @group(0) @binding(0) var<storage, read_write> a: f16;
    /// #     @compute @workgroup_size(1) fn main() { a = a * a; }").unwrap();
    /// # let all = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    /// # let info = naga::valid::Validator::new(all.0, all.1).validate(&module).unwrap();
    /// let target = spirula::Target::vulkan(1, 0).strict();
    /// let error = spirula::compile(&module, &info, &target, &spirula::Options::default()).unwrap_err();
    /// let diagnostic = &error.diagnostics()[0];
    /// assert!(diagnostic.label().starts_with("needs `"));
    /// assert!(diagnostic.remarks().iter().any(|remark| remark.starts_with("to allow it: --enable ")));
    /// ```
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = self.kind.notes();
        remarks.extend(self.notes.iter().cloned());
        remarks
    }

    /// The part of the shader's text that it is about, as a range of bytes: [`Diagnostic::span`], or the attribute with the
    /// size of a workgroup, for which naga's IR has no place. `None` where there is none, or the text is another one.
    ///
    /// ```
    /// # use spirula::{Options, Target, target::Limits};
    /// let source = "@compute @workgroup_size(65) fn main() {}";
    /// # let module = naga::front::wgsl::parse_str(source).unwrap();
    /// # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module).unwrap();
    /// let mut limits = Limits::default();
    /// limits.max_compute_work_group_invocations = Some(64);
    /// let target = Target::vulkan(1, 1).with_limits(limits);
    /// let error = spirula::compile(&module, &info, &target, &Options::default()).unwrap_err();
    /// let place = error.diagnostics()[0].place_in(source).unwrap();
    /// assert_eq!(&source[place], "@workgroup_size(65)");
    /// ```
    #[must_use]
    pub fn place_in(&self, source: &str) -> Option<Range<usize>> {
        let entry_point = self.about.as_ref().and_then(|about| about.workgroup_of.as_deref());
        let attribute = entry_point.and_then(|entry_point| workgroup_attribute::find(source, entry_point));
        // A span of another text may end beyond this one, or inside a character.
        let span = || self.span.to_range().filter(|range| source.get(range.clone()).is_some());
        attribute.or_else(span)
    }

    /// The message, its place as byte offsets, and its remarks, a line each.
    fn write_plain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(range) = self.span.to_range() {
            write!(f, " (bytes {}..{} of the source)", range.start, range.end)?;
        }
        for note in self.remarks() {
            write!(f, "\n  {note}")?;
        }
        Ok(())
    }

    /// The diagnostic for codespan-reporting. The span is marked only if it is a range of `source`.
    fn report(&self, source: &str) -> Report<()> {
        let report = Report::error()
            .with_message(self.kind.to_string())
            .with_notes(self.remarks());
        match self.place_in(source) {
            Some(range) => report.with_labels(vec![Label::primary((), range).with_message(self.kind.label())]),
            None => report,
        }
    }
}

/// Why a module could not be written: all diagnostics, those of a refusal in source order.
///
/// Its size is one word, so that a `Result` stays small.
#[derive(Clone, PartialEq)]
pub struct Error {
    inner: Box<Inner>,
}

#[derive(Clone, PartialEq)]
struct Inner {
    /// Never empty: `Error::new` adds a diagnostic to an empty list.
    diagnostics: Vec<Diagnostic>,
}

impl Error {
    /// An error with these diagnostics. An empty list becomes an internal error.
    pub(crate) fn new(mut diagnostics: Vec<Diagnostic>) -> Error {
        if diagnostics.is_empty() {
            diagnostics.push(Diagnostic::new(
                ErrorKind::Internal("refused without a reason"),
                Span::UNDEFINED,
            ));
        }
        Error {
            inner: Box::new(Inner { diagnostics }),
        }
    }

    /// The diagnostics; never empty.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.inner.diagnostics
    }

    /// The span of the first diagnostic.
    pub fn span(&self) -> Span {
        self.inner
            .diagnostics
            .first()
            .map_or(Span::UNDEFINED, |diagnostic| diagnostic.span)
    }

    /// The category of the error: [`ErrorCategory::Internal`] if any diagnostic is a bug in this crate; otherwise
    /// [`ErrorCategory::InvalidModule`] if any diagnostic has that category, because the others may follow from it;
    /// otherwise the category of the first diagnostic.
    #[must_use]
    pub fn category(&self) -> ErrorCategory {
        let categories = || self.diagnostics().iter().map(|diagnostic| diagnostic.kind.category());
        let decisive = [ErrorCategory::Internal, ErrorCategory::InvalidModule];
        let found = decisive
            .into_iter()
            .find(|&category| categories().any(|known| known == category));
        // There is at least one diagnostic.
        found.or_else(|| categories().next()).unwrap_or(ErrorCategory::Internal)
    }

    /// What the target lacks, without repetitions.
    pub fn missing(&self) -> Vec<&Requirement> {
        let mut missing: Vec<&Requirement> = Vec::new();
        for diagnostic in &self.inner.diagnostics {
            if let ErrorKind::Missing(requirement) = &diagnostic.kind
                && !missing.contains(&requirement)
            {
                missing.push(requirement);
            }
        }
        missing
    }

    /// All diagnostics with their source lines, as plain text without colours.
    ///
    /// `path` is the name of the source. A diagnostic whose span is not a range of `source` is printed without a source
    /// line.
    pub fn emit_to_string(&self, source: &str, path: &str) -> String {
        let file = SimpleFile::new(path, source);
        let config = term::Config::default();
        let mut text = String::new();
        for diagnostic in self.diagnostics() {
            let report = diagnostic.report(source);
            if term::emit_to_string(&mut text, &config, &file, &report).is_err() {
                // Writing to a string does not fail, and the spans have been checked. If it fails all the same, one
                // line has the message.
                text.push_str(&format!("error: {}\n", diagnostic.kind));
            }
        }
        text
    }

    /// Prints all diagnostics with their source lines to standard error, in colours if that is a terminal.
    ///
    /// # Errors
    /// If standard error cannot be written to.
    #[cfg(feature = "source")]
    pub fn emit_to_stderr(&self, source: &str, path: &str) -> std::io::Result<()> {
        use std::io::IsTerminal;
        use term::termcolor::{ColorChoice, StandardStream};

        let choice = if std::io::stderr().is_terminal() {
            ColorChoice::Auto
        } else {
            ColorChoice::Never
        };
        let stderr = StandardStream::stderr(choice);
        let mut stream = stderr.lock();
        let styles = term::Styles::default();
        let mut writer = term::StylesWriter::new(&mut stream, &styles);
        let file = SimpleFile::new(path, source);
        let config = term::Config::default();
        for diagnostic in self.diagnostics() {
            term::emit_to_write_style(&mut writer, &config, &file, &diagnostic.report(source))
                .map_err(std::io::Error::other)?;
        }
        Ok(())
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error {
            inner: Box::new(Inner {
                diagnostics: vec![diagnostic],
            }),
        }
    }
}

impl fmt::Display for Error {
    /// The first diagnostic, and the number of others. With `{:#}` all diagnostics, a line each, with their places as
    /// byte offsets, and their remarks indented below: for callers that no longer have the source text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            for (index, diagnostic) in self.diagnostics().iter().enumerate() {
                if index > 0 {
                    f.write_str("\n")?;
                }
                diagnostic.write_plain(f)?;
            }
            return Ok(());
        }
        if let [first, rest @ ..] = self.diagnostics() {
            write!(f, "{}", first.kind)?;
            match rest.len() {
                0 => {}
                1 => f.write_str(" (and 1 more)")?,
                more => write!(f, " (and {more} more)")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Error").field(&self.diagnostics()).finish()
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::target::{Feature, Target};
    use spirv::Capability;

    const SOURCE: &str = "enable f16;\n\nfn f() -> f16 {\n    return 1.0h;\n}\n";

    fn span_of(part: &str) -> Span {
        let start = SOURCE.find(part).expect("part of the source");
        Span::from(start..start + part.len())
    }

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
    }

    #[test]
    fn a_missing_feature_names_what_allows_it() {
        let target = Target::vulkan(1, 1).strict();
        let error = Error::from(Diagnostic::new(
            ErrorKind::Missing(target.requirement(Capability::Float16)),
            span_of("1.0h"),
        ));
        assert_eq!(
            error.emit_to_string(SOURCE, "shader.wgsl"),
            "\
error: the target does not have `shaderFloat16`
  ┌─ shader.wgsl:4:12
  │
4 │     return 1.0h;
  │            ^^^^ needs `shaderFloat16`
  │
  = needed: `shaderFloat16` (capability Float16; VK_KHR_shader_float16_int8, core in Vulkan 1.2)
  = to allow it: --enable shaderFloat16

"
        );
        assert_eq!(error.to_string(), "the target does not have `shaderFloat16`");
    }

    #[test]
    fn a_missing_feature_suggests_a_later_version() {
        let target = Target::vulkan(1, 0);
        let error = Error::from(Diagnostic::new(
            ErrorKind::Missing(target.requirement(Capability::GroupNonUniformBallot)),
            Span::UNDEFINED,
        ));
        assert_eq!(
            error.emit_to_string(SOURCE, "shader.wgsl"),
            "\
error: the target does not have `VK_SUBGROUP_FEATURE_BALLOT_BIT`
 = needed: `VK_SUBGROUP_FEATURE_BALLOT_BIT` (capability GroupNonUniformBallot; core in Vulkan 1.1; SPIR-V 1.3)
 = to allow it: --target-env vulkan1.1

"
        );
    }

    #[test]
    fn a_requirement_that_no_vulkan_version_has() {
        let requirement = Target::vulkan(1, 4).requirement(Capability::Kernel);
        let error =
            Error::from(Diagnostic::new(ErrorKind::Missing(requirement), span_of("1.0h")).with_note("a remark"));
        assert_eq!(
            error.emit_to_string(SOURCE, "shader.wgsl"),
            "\
error: the target does not have `Kernel`
  ┌─ shader.wgsl:4:12
  │
4 │     return 1.0h;
  │            ^^^^ needs `Kernel`
  │
  = needed: `Kernel` (capability Kernel)
  = nothing allows it in this environment
  = a remark

"
        );
    }

    #[test]
    fn all_diagnostics_are_shown_in_order() {
        let feature = Target::vulkan(1, 3).disable(Feature::FragmentStoresAndAtomics);
        let missing = ErrorKind::Missing(feature.feature_requirement(Feature::FragmentStoresAndAtomics));
        let error = Error::new(vec![
            Diagnostic::new(
                ErrorKind::MissingBinding(ResourceBinding { group: 0, binding: 3 }),
                span_of("enable f16;"),
            ),
            Diagnostic::new(missing.clone(), Span::UNDEFINED),
            Diagnostic::new(missing, Span::UNDEFINED),
            Diagnostic::new(
                ErrorKind::Limit {
                    what: "function parameters",
                    value: 256,
                    limit: 255,
                },
                Span::UNDEFINED,
            ),
        ]);
        assert_eq!(
            error.emit_to_string(SOURCE, "a.wgsl"),
            "\
error: the binding map has no entry for @group(0) @binding(3)
  ┌─ a.wgsl:1:1
  │
1 │ enable f16;
  │ ^^^^^^^^^^^ has no binding

error: the target does not have `fragmentStoresAndAtomics`
 = needed: `fragmentStoresAndAtomics`
 = to allow it: --enable fragmentStoresAndAtomics

error: the target does not have `fragmentStoresAndAtomics`
 = needed: `fragmentStoresAndAtomics`
 = to allow it: --enable fragmentStoresAndAtomics

error: function parameters: 256 is more than the limit of 255

"
        );
        assert_eq!(
            error.to_string(),
            "the binding map has no entry for @group(0) @binding(3) (and 3 more)"
        );
        assert_eq!(
            format!("{error:#}"),
            "\
the binding map has no entry for @group(0) @binding(3) (bytes 0..11 of the source)
the target does not have `fragmentStoresAndAtomics`
  needed: `fragmentStoresAndAtomics`
  to allow it: --enable fragmentStoresAndAtomics
the target does not have `fragmentStoresAndAtomics`
  needed: `fragmentStoresAndAtomics`
  to allow it: --enable fragmentStoresAndAtomics
function parameters: 256 is more than the limit of 255"
        );
        assert_eq!(error.category(), ErrorCategory::Binding);
        assert_eq!(error.missing().len(), 1);
        assert_eq!(error.span(), span_of("enable f16;"));
    }

    #[test]
    fn a_span_of_another_text_is_left_out() {
        let kind = ErrorKind::EntryPointNotFound {
            stage: Some(ShaderStage::Fragment),
            name: "main".to_owned(),
        };
        for span in [Span::new(0, 9), Span::new(5, 3), Span::new(1, 2)] {
            let error = Error::from(Diagnostic::new(kind.clone(), span));
            assert_eq!(
                error.emit_to_string("é", "x"),
                "error: the module has no fragment entry point `main`\n\n"
            );
        }
    }

    #[test]
    fn an_internal_error_decides_the_category() {
        let of = |kinds: &[ErrorKind]| {
            let diagnostics = kinds.iter().cloned();
            Error::new(diagnostics.map(|kind| Diagnostic::new(kind, Span::UNDEFINED)).collect()).category()
        };
        let (entry, module) = (ErrorKind::NoEntryPoint, ErrorKind::InvalidModule("a cycle"));
        assert_eq!(of(std::slice::from_ref(&entry)), ErrorCategory::Options);
        assert_eq!(of(&[entry.clone(), module.clone()]), ErrorCategory::InvalidModule);
        assert_eq!(
            of(&[entry, module, ErrorKind::Internal("a hole")]),
            ErrorCategory::Internal
        );
        assert_eq!(of(&[]), ErrorCategory::Internal);
    }

    #[test]
    fn an_error_is_never_empty() {
        let error = Error::new(Vec::new());
        assert_eq!(error.diagnostics().len(), 1);
        assert_eq!(
            error.emit_to_string("", "x"),
            "error: internal error: refused without a reason\n = this is a mistake in Spirula, not in the shader\n\n"
        );
    }
}
