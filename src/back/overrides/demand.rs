//! The global expressions that live code needs while overrides are open, and refusals of sizes that cannot be
//! specialization constants.
//!
//! The plan adds what it finds in functions and types, then completes them once: a default precedes every
//! expression that names its override, so one backward pass over the global expressions finds all operands.

use super::diagnose::{NO_ELEMENT, NOT_POSITIVE, expression_refusal, refusal};
use super::edit::named_override;
use super::table::{ConstantKind, OverrideDefault, OverrideEntry, OverrideTable};
use crate::error::{Diagnostic, ErrorKind};
use crate::ir::operands;
use naga::{EntryPoint, Expression, Handle, Module, Override, Span};

impl OverrideTable {
    pub(crate) fn needs(&self, expression: Handle<Expression>) -> bool {
        self.needed.contains(expression.index())
    }

    /// Adds a global expression that live code names.
    pub(crate) fn need_expression(&mut self, expression: Handle<Expression>) {
        self.needed.insert(expression.index());
    }

    /// Adds the default of an override that live code names.
    pub(crate) fn need_override(&mut self, named: Handle<Override>) {
        if let OverrideDefault::Computed(init) = self.entries[named.index()].default {
            self.need_expression(init);
        }
    }

    /// Adds an override that is the length of an array. Returns a refusal if the length cannot be emitted, or is zero
    /// by default.
    pub(crate) fn need_length(&mut self, module: &Module, length: Handle<Override>) -> Option<Diagnostic> {
        self.need_override(length);
        let OverrideEntry { kind, default, .. } = self.entries[length.index()];
        let is_zero = match default {
            OverrideDefault::Computed(init) => self.is_zero(init),
            known => known.number().is_some_and(|number| number < 1.0),
        };
        match kind {
            ConstantKind::RunTime => Some(no_opcode("this array length", module.overrides.get_span(length))),
            _ if is_zero && self.override_default(length).is_some() => Some(refusal(module, length, NO_ELEMENT)),
            _ if is_zero => Some(refusal(module, length, NO_ELEMENT).with_note(PLACEHOLDERS)),
            ConstantKind::Constant | ConstantKind::Specialized => None,
        }
    }

    /// Adds a global expression that is an extent of a workgroup. Returns a refusal if it cannot be emitted, or is zero
    /// by default.
    pub(crate) fn need_extent(&mut self, module: &Module, size: Handle<Expression>) -> Option<Diagnostic> {
        self.need_expression(size);
        let arena = &module.global_expressions;
        match (self.kind(size), self.expression_default(size)) {
            (ConstantKind::RunTime, _) => Some(no_opcode("this workgroup size", arena.get_span(size))),
            (_, Some(0)) => Some(expression_refusal(module, arena, size, NOT_POSITIVE)),
            (_, Some(_) | None) => None,
        }
    }

    pub(crate) fn complete_needed(&mut self, module: &Module) {
        for (handle, expression) in module.global_expressions.iter().rev() {
            if self.needs(handle) {
                if let Some(named) = named_override(expression) {
                    self.need_override(named);
                }
                operands::for_each(expression, &mut |operand| self.need_expression(operand));
            }
        }
    }
}

const PLACEHOLDERS: &str =
    "overrides without a default are 1 or false by default in the words; to give another: --override";

fn no_opcode(what: &'static str, span: Span) -> Diagnostic {
    let reason = "SPIR-V has no specialization expression for its operations (floats, conversions between floats and \
                  integers, bit casts)";
    Diagnostic::new(ErrorKind::Inexpressible { what, reason }, span)
}

/// The expressions of the overridable extents of a workgroup.
pub(crate) fn workgroup_size_overrides(entry: &EntryPoint) -> impl Iterator<Item = Handle<Expression>> {
    entry.workgroup_size_overrides.into_iter().flatten().flatten()
}

/// Refuses an overridable workgroup size of one entry point among several, for targets without `LocalSizeId`.
pub(crate) fn one_size_of_several(module: &Module, size: Handle<Expression>) -> Diagnostic {
    let reason = "makes the workgroup size of one entry point among several";
    expression_refusal(module, &module.global_expressions, size, reason)
        .with_note("without LocalSizeId the size is that of every entry point of the module")
        .with_note("to allow it: --enable maintenance4 from SPIR-V 1.2 on, or --entry-point")
}
