//! The validator: reads SPIR-V words and reports which rules of SPIR-V and of the target's environment they break.
//!
//! A valid verdict means that the module breaks no rule that [`Rule`] lists. Some rules are checked in part only;
//! [`Row::fragment`] names that part.
//!
//! The validator accepts any module, not only those that this crate writes, and any words and any bytes get a verdict,
//! in time and memory proportional to their number. [`check`] and [`check_bytes`] apply all rules; [`Options`] selects
//! rules. A [`Validator`] checks many modules with the same tables.
//!
//! If the target names a driver, the report also has [warnings](Report::warnings) of what that driver gets wrong; they
//! do not change the verdict.

// The validator shares only the opcode grammar, the reader and the feature table with the writer and never imports
// `back` or `layout`. `module` decodes the words once. Each family of rules is one file, which reads the decoded module
// and reports in the order of the specification.
//
// A family consists of an enum declared by `rules!`, with one line for each rule, and of `fn run(cx: &mut Checker)`,
// which iterates over the tables of `cx.module` and calls `cx.violate(Family::Rule, inst, format_args!(…))`. It is
// listed in three places: the module declarations and `run` below, and the families in `rule`. A family ignores
// what it cannot decide, or reports it with `cx.not_covered`. A rule that depends on the shader stage calls
// `cx.module.models_of(inst)`, which the decoder has computed from the call graph. Each rule has cases in
// `tests/it/check/<family>.txt`.

mod builtins;
mod capability;
mod constants;
mod cooperative;
mod cooperative_vector;
mod decorations;
mod device;
#[cfg(feature = "drivers")]
pub mod driver;
mod enqueue;
mod ext_inst;
mod float_controls;
mod flow;
mod handles;
mod ids;
mod image;
mod image_processing;
mod interface;
mod layout;
mod limits;
mod logical;
mod memory;
mod mesh;
mod message;
mod modes;
pub(crate) mod module;
mod options;
mod physical;
mod primitives;
mod ray;
mod report;
mod rule;
mod signature;
mod subgroup;
mod sync;
mod tensors;
mod tile_shading;
mod types;
mod typing;

pub use capability::unused_capabilities;
pub use options::{Options, UnknownRule};
pub use report::{Report, SourceLine, Verdict, Violation, Warning};
pub use rule::{Row, Rule, SpirvVal};

use crate::target::Target;
use crate::words::reader::words_from_bytes;
use core::fmt;
use module::{Inst, Module, Tables};

/// Checks the words of a module against the rules of SPIR-V and of the target's environment.
///
/// ```
/// use spirula_spirv::{check, Target};
///
/// let report = check::check(&[0x0723_0203, 0x0001_0000, 0, 1, 0], &Target::vulkan(1, 0));
/// assert!(!report.is_valid()); // no memory model, no entry point
/// ```
#[must_use]
pub fn check(words: &[u32], target: &Target) -> Report {
    check_with(words, target, &Options::default())
}

/// Checks the words of a module and reports the violations of rules that `options` does not silence.
///
/// ```
/// use spirula_spirv::{check, Target};
///
/// let words = spirula_spirv::words::assemble_text(
///     "OpCapability Shader
///      OpMemoryModel Logical GLSL450
///      OpEntryPoint GLCompute %main \"main\"
///      OpExecutionMode %main LocalSize 64 1 1
///      OpExecutionMode %main LocalSizeHint 64 1 1
///      %void = OpTypeVoid
///      %signature = OpTypeFunction %void
///      %main = OpFunction %void None %signature
///      %entry = OpLabel
///      OpReturn
///      OpFunctionEnd",
///     0x0001_0000,
/// )?;
/// let target = Target::parse("spv1.0")?;
/// let rules = |options| -> Vec<_> {
///     let report = check::check_with(&words, &target, &options);
///     report.violations.iter().map(|violation| violation.rule.to_string()).collect()
/// };
/// // Both spirv-val and spirula reject LocalSizeHint in a shader; that only one size is allowed is in the text alone.
/// assert_eq!(rules(check::Options::new()), ["capability/enumerant", "modes/one-size", "modes/model"]);
/// assert_eq!(rules(check::Options::new().like_spirv_val()), ["capability/enumerant", "modes/model"]);
/// let options = check::Options::new().like_spirv_val().allow("capability/enumerant")?;
/// assert_eq!(rules(options), ["modes/model"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_with(words: &[u32], target: &Target, options: &Options) -> Report {
    Validator::new().check_with(words, target, options)
}

/// Checks the bytes of a module, in either byte order.
#[must_use]
pub fn check_bytes(bytes: &[u8], target: &Target) -> Report {
    check_bytes_with(bytes, target, &Options::default())
}

/// Checks the bytes of a module, in either byte order, and reports the violations of rules that `options` does not
/// silence.
#[must_use]
pub fn check_bytes_with(bytes: &[u8], target: &Target, options: &Options) -> Report {
    Validator::new().check_bytes_with(bytes, target, options)
}

/// Checks modules one after another and reuses its tables, so that a small module needs almost no allocation. A report
/// does not depend on the modules checked before.
///
/// ```
/// use spirula_spirv::{Target, check::Validator};
///
/// let (mut validator, target) = (Validator::new(), Target::vulkan(1, 3));
/// for words in [&[0x0723_0203, 0x0001_0000, 0, 1, 0][..], &[]] {
///     assert!(!validator.check(words, &target).is_valid());
/// }
/// ```
#[derive(Default)]
pub struct Validator {
    tables: Tables,
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}

impl Validator {
    /// Creates a validator with empty tables. They grow to the size of the largest module that is checked.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks the words of a module, as [`check`] does.
    #[must_use]
    pub fn check(&mut self, words: &[u32], target: &Target) -> Report {
        self.check_with(words, target, &Options::default())
    }

    /// Checks the words of a module, as [`check_with`] does.
    #[must_use]
    pub fn check_with(&mut self, words: &[u32], target: &Target, options: &Options) -> Report {
        // What a driver gets wrong is valid.
        let of_device;
        let target = match target.has_driver_limits() {
            true => {
                of_device = target.clone().without_driver_limits();
                &of_device
            }
            false => target,
        };
        let mut report = Report::default();
        match Module::decode(words, &mut self.tables) {
            Ok(module) => {
                module.name_ids(options.names());
                run(&module, target, options, &mut report);
                self.tables = Tables::of(module);
            }
            Err(error) => physical::unreadable(&mut report, options, &error),
        }
        report
    }

    /// Checks the bytes of a module, as [`check_bytes`] does.
    #[must_use]
    pub fn check_bytes(&mut self, bytes: &[u8], target: &Target) -> Report {
        self.check_bytes_with(bytes, target, &Options::default())
    }

    /// Checks the bytes of a module, as [`check_bytes_with`] does.
    #[must_use]
    pub fn check_bytes_with(&mut self, bytes: &[u8], target: &Target, options: &Options) -> Report {
        match words_from_bytes(bytes) {
            Ok(words) => self.check_with(&words, target, options),
            Err(error) => {
                let mut report = Report::default();
                physical::unreadable(&mut report, options, &error);
                report
            }
        }
    }
}

fn run(module: &Module<'_>, target: &Target, options: &Options, report: &mut Report) {
    let mut cx = Checker {
        module,
        target,
        options,
        report,
    };
    physical::run(&mut cx);
    if module.read_error.is_some() {
        // The words after the error are not decoded, so other families would report errors that are only consequences
        // of it.
        return;
    }
    if physical::is_newer(&cx) {
        return;
    }
    limits::run(&mut cx);
    logical::run(&mut cx);
    ids::run(&mut cx);
    capability::run(&mut cx);
    types::run(&mut cx);
    constants::run(&mut cx);
    flow::run(&mut cx);
    typing::run(&mut cx);
    subgroup::run(&mut cx);
    cooperative::run(&mut cx);
    cooperative_vector::run(&mut cx);
    ray::run(&mut cx);
    mesh::run(&mut cx);
    enqueue::run(&mut cx);
    ext_inst::run(&mut cx);
    image::run(&mut cx);
    image_processing::run(&mut cx);
    tile_shading::run(&mut cx);
    handles::run(&mut cx);
    tensors::run(&mut cx);
    sync::run(&mut cx);
    decorations::run(&mut cx);
    layout::run(&mut cx);
    memory::run(&mut cx);
    modes::run(&mut cx);
    interface::run(&mut cx);
    float_controls::run(&mut cx);
    primitives::run(&mut cx);
    builtins::run(&mut cx);
    device::run(&mut cx);
    #[cfg(feature = "drivers")]
    if !target.drivers().is_empty() || !target.workarounds().is_empty() {
        driver::run(module, target, options, report);
    }
}

/// The context of a family of rules: the decoded module, the target and the report.
pub(crate) struct Checker<'c, 'w> {
    /// The module.
    pub module: &'c Module<'w>,
    /// The target.
    pub target: &'c Target,
    options: &'c Options,
    report: &'c mut Report,
}

impl Checker<'_, '_> {
    /// Reports that an instruction breaks a rule. The message is formatted only if the violation is listed.
    #[inline]
    pub fn violate(&mut self, rule: impl Into<Rule>, inst: &Inst, message: fmt::Arguments<'_>) {
        self.found(rule.into(), true, inst, message);
    }

    /// Reports that an instruction breaks a part of a rule, which `spirv-val` may lack although it has the rule.
    #[inline]
    pub fn violate_part(
        &mut self,
        rule: impl Into<Rule>,
        in_spirv_val: bool,
        inst: &Inst,
        message: fmt::Arguments<'_>,
    ) {
        self.found(rule.into(), in_spirv_val, inst, message);
    }

    #[cold]
    fn found(&mut self, rule: Rule, in_spirv_val: bool, inst: &Inst, message: fmt::Arguments<'_>) {
        let spirv_val = match in_spirv_val {
            true => rule.spirv_val(),
            false => SpirvVal::Lacks,
        };
        if self.options.silences_part(rule, spirv_val) {
            return;
        }
        self.report.counted = self.report.counted.saturating_add(1);
        if self.report.violations.len() < Report::MOST {
            let violation = message::violation(self.module, (rule, spirv_val), inst, message);
            self.report.violations.push(violation);
        }
    }

    /// Reports that the module as a whole, or a word of its header, breaks a rule.
    #[cold]
    pub fn violate_module(&mut self, rule: impl Into<Rule>, offset: usize, message: fmt::Arguments<'_>) {
        let rule = rule.into();
        if !self.options.silences(rule) {
            self.report.add(rule, offset, message);
        }
    }

    /// Records a capability, extension or instruction that the tables lack.
    #[cold]
    pub fn not_covered(&mut self, what: fmt::Arguments<'_>) {
        if self.report.not_covered.len() < Report::MOST {
            let what = what.to_string();
            if !self.report.not_covered.contains(&what) {
                self.report.not_covered.push(what);
            }
        }
    }

    /// Whether `Shader` is declared, so that structured control flow and the rules for shaders apply (SPIR-V §2.16.2,
    /// "Validation Rules for Shader Capabilities").
    pub fn is_shader(&self) -> bool {
        self.module.has_capability(spirv::Capability::Shader)
    }

    /// Whether the version in the module's header is `version` or a later one.
    pub fn at_least(&self, version: crate::target::SpirvVersion) -> bool {
        self.module.header.version >= version.word()
    }
}
