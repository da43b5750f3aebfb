//! Instructions of subgroups: reductions of what is uniform already, and broadcasts of 16-bit floats.

use super::bits::Form;
use super::module::{Body, Kind, Module, op_of};
use crate::words::reader::Instruction;
use hashbrown::HashMap;
use spirv::{GroupOperation, Op};

/// The least or greatest value of all active invocations is the same in each of them, so that the least and greatest of
/// these values is that value. Only in the same block: the invocations that execute the rest of a block are some of
/// those that executed its beginning, and each executed it once.
pub(super) fn nested_min_max(module: &mut Module) {
    // The results of such instructions in this block, and their scopes.
    let mut extremes: HashMap<u32, u32> = HashMap::new();
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        match (op_of(&instruction), instruction.words) {
            (Some(Op::Label), _) => extremes = HashMap::new(),
            (Some(Op::CopyObject), &[_, _, result, value]) => {
                if let Some(&scope) = extremes.get(&value) {
                    extremes.insert(result, scope);
                }
            }
            (
                Some(
                    Op::GroupNonUniformSMin
                    | Op::GroupNonUniformUMin
                    | Op::GroupNonUniformFMin
                    | Op::GroupNonUniformSMax
                    | Op::GroupNonUniformUMax
                    | Op::GroupNonUniformFMax,
                ),
                &[_, ty, result, scope, REDUCE, value],
            ) => {
                let inner = extremes.get(&value).copied();
                extremes.insert(result, scope);
                let is_nested = inner.is_some_and(|inner| {
                    inner == scope
                        || module
                            .constant(inner)
                            .is_some_and(|number| module.constant(scope) == Some(number))
                });
                if is_nested && module.type_of(value) == ty {
                    module.undecorate(result);
                    module.emit_as(Op::CopyObject, ty, result, &[value]);
                    return true;
                }
            }
            _ => {}
        }
        false
    });
}

const REDUCE: u32 = GroupOperation::Reduce as u32;

/// A broadcast of 16-bit floats, as one of 32-bit integers.
pub(super) fn half_broadcast(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let (Some(op @ (Op::GroupNonUniformBroadcast | Op::GroupNonUniformBroadcastFirst)), words) =
            (op_of(&instruction), instruction.words)
        else {
            return false;
        };
        let &[_, ty, result, scope, value, ref lane @ ..] = words else {
            return false;
        };
        if !matches!(module.components(ty), (Kind::Float { width: 16 }, _)) {
            return false;
        }
        let Some(form) = Form::of(module, ty) else {
            return false;
        };
        let integers = form.to_integers(module, value);
        let mut operands = vec![scope, integers];
        operands.extend_from_slice(lane);
        let broadcast = module.value(op, form.integers, &operands);
        form.to_floats(module, broadcast, result);
        true
    });
}
