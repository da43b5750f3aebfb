//! The limits that bound the recursion of walks over the module, checked before the first such walk: SPIR-V's universal
//! limits (§2.17, Universal Limits), of which `back::limits` has the others, and one for constants.

use super::Plan;
use crate::error::ErrorKind;
use crate::ir::operands;
use crate::ir::ty::parts;
use alloc::vec::Vec;
use naga::{Expression, Handle, Module, Span};

/// Nesting of structs. Arrays count here too.
const MAX_TYPE_DEPTH: usize = 255;
/// Nesting of constant expressions, through the constants that they name. SPIR-V has no limit; front ends evaluate what they
/// read, so that little is left.
const MAX_CONSTANT_DEPTH: usize = 512;
/// Members of a struct.
pub(crate) const MAX_MEMBERS: usize = 16_383;
/// Parameters of a function, and arguments of a call.
pub(super) const MAX_PARAMETERS: usize = 255;

impl Plan {
    /// Checks the nesting of types. SPIR-V limits structs only; arrays count too, because walks recurse into them.
    pub(super) fn limit_types(&mut self, module: &Module) {
        // A type contains earlier types only, so the nesting cannot exceed the number of types.
        if module.types.len() <= MAX_TYPE_DEPTH {
            return;
        }
        let mut depths: Vec<usize> = Vec::with_capacity(module.types.len());
        for (handle, ty) in module.types.iter() {
            let depth = parts(&ty.inner).map(|part| depths[part.index()] + 1).max().unwrap_or(0);
            if depth == MAX_TYPE_DEPTH + 1 {
                self.is_too_deep = true;
                let span = module.types.get_span(handle);
                self.limit("nesting of a type", depth, MAX_TYPE_DEPTH, span);
            }
            depths.push(depth);
        }
    }

    /// Checks the nesting of constants.
    pub(super) fn limit_constants(&mut self, module: &Module) {
        // An expression contains earlier ones only.
        let expressions = &module.global_expressions;
        if expressions.len() <= MAX_CONSTANT_DEPTH {
            return;
        }
        let mut depths: Vec<usize> = Vec::with_capacity(expressions.len());
        for (handle, expression) in expressions.iter() {
            let mut depth = 0;
            let mut contain = |part: Handle<Expression>| depth = depth.max(depths[part.index()] + 1);
            operands::for_each(expression, &mut contain);
            if let Expression::Constant(constant) = *expression {
                contain(module.constants[constant].init);
            }
            if depth == MAX_CONSTANT_DEPTH + 1 {
                let span = expressions.get_span(handle);
                self.limit("nesting of a constant", depth, MAX_CONSTANT_DEPTH, span);
            }
            depths.push(depth);
        }
    }

    pub(super) fn limit(&mut self, what: &'static str, value: usize, limit: usize, span: Span) {
        if value > limit {
            let (value, limit) = (value as u64, limit as u64);
            self.refuse(ErrorKind::Limit { what, value, limit }, span);
        }
    }
}
