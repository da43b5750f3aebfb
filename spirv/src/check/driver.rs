//! Finds the shapes of valid SPIR-V that drivers are known to get wrong, one for each [`DriverRemedy`].
//!
//! The scan reads the decoded words and shares nothing with [`rewrite`](crate::rewrite), so that it also tests the
//! rewriting: after a workaround was applied, [`shapes`] finds its shape no more.
//!
//! ```
//! use spirula_spirv::target::{Target, Workaround, Workarounds};
//! use spirula_spirv::{check, words};
//!
//! let module = "OpCapability Shader
//!     OpMemoryModel Logical GLSL450
//!     OpEntryPoint GLCompute %main \"main\"
//!     OpExecutionMode %main LocalSize 1 1 1
//!     %void = OpTypeVoid
//!     %bool = OpTypeBool
//!     %true = OpConstantTrue %bool
//!     %signature = OpTypeFunction %void
//!     %main = OpFunction %void None %signature
//!     %entry = OpLabel
//!     %negated = OpLogicalNot %bool %true
//!     OpReturn
//!     OpFunctionEnd";
//! let module = words::assemble_text(module, 0x0001_0000)?;
//! let target = Target::vulkan(1, 1).with_workarounds(Workarounds::from([Workaround::LogicalNot]));
//! let report = check::check(&module, &target);
//! assert!(report.is_valid());
//! assert_eq!(report.warnings[0].rule(), "driver/logical-not");
//! # Ok::<(), spirula_spirv::words::AssemblyError>(())
//! ```

mod constructs;
mod shape;
mod value;

use super::Options;
use super::message;
use super::module::{Inst, Module, Tables};
use super::report::{Report, Warning};
use crate::target::{Driver, DriverFault, DriverRemedy, Target, Workaround, Workarounds};
use core::fmt;

/// Finds the shapes that a set of workarounds avoids, in the order of the words, without the rest of the check. Nothing
/// is found in words that do not have the header of a module.
///
/// [`Workaround::CooperativeStride`] changes a number and not a shape, so that its places are found in a rewritten module
/// too.
///
/// ```
/// use spirula_spirv::check::driver;
/// use spirula_spirv::target::Workarounds;
///
/// let module = [0x0723_0203, 0x0001_0000, 0, 1, 0];
/// assert!(driver::shapes(&module, Workarounds::all()).is_empty());
/// ```
#[must_use]
pub fn shapes(words: &[u32], workarounds: Workarounds) -> Vec<Warning> {
    let mut report = Report::default();
    if let Ok(module) = Module::decode(words, &mut Tables::default()) {
        let remedies = workarounds.iter().map(DriverRemedy::Workaround).collect();
        Finder::run(&module, remedies, &[], usize::MAX, &mut report);
    }
    report.warnings
}

/// Adds the shapes that the target's driver gets wrong to a report.
pub(super) fn run(module: &Module<'_>, target: &Target, options: &Options, report: &mut Report) {
    let drivers = target.drivers();
    let limits = drivers.iter().flat_map(Driver::faults).map(DriverFault::remedy);
    let limits = limits.filter(|remedy| !matches!(remedy, DriverRemedy::Workaround(_)));
    let workarounds = target.workarounds().iter().map(DriverRemedy::Workaround);
    let mut remedies: Vec<_> = workarounds.chain(limits).collect();
    remedies.retain(|&remedy| !options.silences_shape(remedy));
    if !remedies.is_empty() {
        Finder::run(module, remedies, drivers, Report::MOST, report);
    }
}

/// The scan of one module.
struct Finder<'c, 'w> {
    module: &'c Module<'w>,
    /// What the modules for the driver should have: a place without it is reported.
    remedies: Vec<DriverRemedy>,
    drivers: &'c [Driver],
    report: &'c mut Report,
    /// The greatest number of warnings that are listed.
    most: usize,
    /// Function variables of which a pointer is passed to a function, ascending, with the called function.
    passed: Vec<(u32, u32)>,
    /// By block the innermost header around it; empty if it is not asked for.
    around: Vec<u32>,
}

impl<'c, 'w> Finder<'c, 'w> {
    fn run(
        module: &'c Module<'w>,
        remedies: Vec<DriverRemedy>,
        drivers: &'c [Driver],
        most: usize,
        report: &'c mut Report,
    ) {
        let mut finder = Self {
            module,
            remedies,
            drivers,
            report,
            most,
            passed: Vec::new(),
            around: Vec::new(),
        };
        if finder.avoids(Workaround::PassedInitializer) {
            finder.passed = value::passed_variables(module);
        }
        if finder.avoids(Workaround::NestedSwitch) && module.has_switch {
            finder.around = constructs::around(module);
        }
        for inst in &module.insts {
            shape::find(&mut finder, inst);
        }
    }

    fn avoids(&self, remedy: impl Into<DriverRemedy>) -> bool {
        self.remedies.contains(&remedy.into())
    }

    /// Reports a place without a remedy, if the driver needs that. The message is formatted only if the place is listed.
    fn note(&mut self, remedy: impl Into<DriverRemedy>, inst: &Inst, message: fmt::Arguments<'_>) {
        let remedy = remedy.into();
        if !self.avoids(remedy) {
            return;
        }
        // Every workaround has a row, and the other remedies are those of rows.
        let Some(fault) = DriverFault::with_remedy(remedy, self.drivers) else {
            return;
        };
        self.report.warned = self.report.warned.saturating_add(1);
        if self.report.warnings.len() < self.most {
            let warning = warning(self.module, fault, inst, message);
            self.report.warnings.push(warning);
        }
    }
}

/// The warning of an instruction whose shape a driver gets wrong.
fn warning(module: &Module<'_>, fault: &'static DriverFault, inst: &Inst, text: fmt::Arguments<'_>) -> Warning {
    let instruction = module.instruction(inst);
    let listing = module.listing();
    let function = module.function_of(inst).map(|function| listing.id(function.id));
    let block = module.blocks.get(inst.block as usize);
    Warning {
        fault,
        offset: inst.offset as usize,
        number: inst.index as usize + 1,
        instruction: listing.instruction(&instruction),
        function,
        block: block.map(|block| listing.id(block.label)),
        source: message::source_line(module, inst),
        message: message::joined(&message::subject(module, &instruction), &text.to_string()),
    }
}
