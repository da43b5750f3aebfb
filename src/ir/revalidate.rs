//! naga's information about a module that the writer has changed.

use crate::error::{Diagnostic, ErrorKind};
use alloc::string::ToString;
use alloc::vec::Vec;
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, Span};

/// Validates a changed module, whose original the user's validator has accepted.
///
/// Nothing is refused that some validator accepts: whether a device has a capability, or an operation in a stage, is a
/// question to the target. The shader's uniformity has been validated if the user wanted that. A change can hide it
/// from naga's analysis (a body in a switch), whose results are not used.
///
/// # Errors
///
/// A diagnostic of that kind, at the place and with the reasons that naga's validator has.
pub(crate) fn revalidate(module: &Module, kind: ErrorKind) -> Result<ModuleInfo, Diagnostic> {
    let flags = ValidationFlags::all().difference(ValidationFlags::CONTROL_FLOW_UNIFORMITY);
    let mut validator = Validator::new(flags, Capabilities::all());
    validator
        .subgroup_stages(ShaderStages::all())
        .subgroup_operations(SubgroupOperationSet::all());
    validator.validate(module).map_err(|error| {
        let span = error.spans().next().map_or(Span::UNDEFINED, |(span, _)| *span);
        let outermost: &dyn core::error::Error = error.as_inner();
        let reasons = core::iter::successors(Some(outermost), |reason| reason.source());
        let note = reasons.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        Diagnostic::new(kind, span).with_note(note)
    })
}
