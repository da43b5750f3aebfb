//! naga's information about a module that the writer has changed.

use crate::error::{Diagnostic, ErrorKind};
use alloc::string::ToString;
use core::error::Error as _;
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
        // naga makes the trait objects: here they would take another copy of all that they can do, fifty kilobytes.
        let outermost = error.as_inner();
        let mut note = outermost.to_string();
        let mut next = outermost.source();
        while let Some(reason) = next {
            note += ": ";
            note += &reason.to_string();
            next = reason.source();
        }
        Diagnostic::new(kind, span).with_note(note)
    })
}
