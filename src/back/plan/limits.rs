//! SPIR-V's own limits (§2.17) and the sixteen bits of a word count, bounded before a word is written.

use super::Plan;
use crate::error::ErrorKind;
use naga::{ArraySize, Expression, Module, Span, TypeInner};

/// Structure nesting depth, here that of arrays too: nothing deeper can be reached by one access chain.
const MAX_TYPE_DEPTH: u32 = 255;
/// Members of a structure.
pub(super) const MAX_MEMBERS: usize = 16_383;
/// Arguments of a function.
pub(super) const MAX_PARAMETERS: usize = 255;
/// Constituents of one composite: the word count, less opcode, type and result.
const MAX_CONSTITUENTS: usize = 0xFFFF - 3;

impl Plan {
    /// Checks types, constants and signatures.
    pub(super) fn limit_types(&mut self, module: &Module) {
        let mut depths = core::mem::take(&mut self.type_depths);
        depths.clear();
        self.limit_depth(module, &mut depths);
        self.type_depths = depths;
        for (handle, expression) in module.global_expressions.iter() {
            self.limit_composite(module, expression, || module.global_expressions.get_span(handle));
        }
        for (handle, function) in module.functions.iter() {
            let span = || module.functions.get_span(handle);
            self.limit(
                "parameters of a function",
                function.arguments.len(),
                MAX_PARAMETERS,
                span,
            );
        }
    }

    fn limit_depth(&mut self, module: &Module, depths: &mut Vec<u32>) {
        for (handle, ty) in module.types.iter() {
            let span = || module.types.get_span(handle);
            let depth = match ty.inner {
                TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => {
                    depths.get(base.index()).copied().unwrap_or(0) + 1
                }
                TypeInner::Struct { ref members, .. } => {
                    self.limit("members of a structure", members.len(), MAX_MEMBERS, span);
                    let deepest = members.iter().filter_map(|member| depths.get(member.ty.index())).max();
                    deepest.copied().unwrap_or(0) + 1
                }
                TypeInner::Scalar(_)
                | TypeInner::Vector { .. }
                | TypeInner::Matrix { .. }
                | TypeInner::CooperativeMatrix { .. }
                | TypeInner::Atomic(_)
                | TypeInner::Pointer { .. }
                | TypeInner::ValuePointer { .. }
                | TypeInner::Image { .. }
                | TypeInner::Sampler { .. }
                | TypeInner::AccelerationStructure { .. }
                | TypeInner::RayQuery { .. } => 0,
            };
            if depth == MAX_TYPE_DEPTH + 1 {
                self.limit("nesting of a type", depth as usize, MAX_TYPE_DEPTH as usize, span);
            }
            depths.push(depth);
        }
    }

    /// A composite whose constituents do not fit one instruction.
    pub(super) fn limit_composite(&mut self, module: &Module, expression: &Expression, span: impl Fn() -> Span) {
        if let Expression::Compose { ty, ref components } = *expression {
            if components.len() > MAX_CONSTITUENTS {
                if let TypeInner::Array {
                    size: ArraySize::Constant(_),
                    ..
                } = module.types[ty].inner
                {
                    self.limit("elements of a constant array", components.len(), MAX_CONSTITUENTS, span);
                }
            }
        }
    }

    pub(super) fn limit(&mut self, what: &'static str, value: usize, limit: usize, span: impl Fn() -> Span) {
        if value > limit {
            self.refuse(
                ErrorKind::Limit {
                    what,
                    value: value as u64,
                    limit: limit as u64,
                },
                span(),
            );
        }
    }
}
