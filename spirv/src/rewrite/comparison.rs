//! Negations of booleans, and comparisons of integers for equality: as other comparisons.

use super::module::{Body, Kind, Module, Part, instructions, op_of};
use crate::words::reader::Instruction;
use hashbrown::HashSet;
use spirv::{BuiltIn, Decoration, Op};

/// A negated comparison is the opposite one, and another negated boolean is compared with `false`.
pub(super) fn logical_not(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| {
        let &[_, ty, result, value] = instruction.words else {
            return false;
        };
        if op_of(&instruction) != Some(Op::LogicalNot) {
            return false;
        }
        let comparison = body.definition(value);
        let opposite = comparison.and_then(|comparison| match *comparison.words {
            [_, _, _, left, right] => Some((opposite(op_of(&comparison)?)?, [left, right])),
            _ => None,
        });
        if let Some((op, operands)) = opposite {
            // Without a mask the default one would hold, which may allow more.
            let mask = module
                .decoration(value, Decoration::FPFastMathMode)
                .map(<[u32]>::to_vec);
            let has_mask = module.decoration(result, Decoration::FPFastMathMode).is_some();
            if let Some(mask) = mask.filter(|_| !has_mask) {
                module.decorate(result, Decoration::FPFastMathMode, &mask);
            }
            module.emit_as(op, ty, result, &operands);
            return true;
        }
        let no = match module.kind(ty) {
            Kind::Bool => module.bool_constant(false),
            Kind::Vector(..) => module.null(ty),
            _ => return false,
        };
        module.emit_as(Op::LogicalEqual, ty, result, &[value, no]);
        true
    });
}

/// The comparison that is true where another is false. With a NaN, ordered comparisons are false and unordered ones true.
fn opposite(op: Op) -> Option<Op> {
    Some(match op {
        Op::IEqual => Op::INotEqual,
        Op::INotEqual => Op::IEqual,
        Op::UGreaterThan => Op::ULessThanEqual,
        Op::ULessThanEqual => Op::UGreaterThan,
        Op::UGreaterThanEqual => Op::ULessThan,
        Op::ULessThan => Op::UGreaterThanEqual,
        Op::SGreaterThan => Op::SLessThanEqual,
        Op::SLessThanEqual => Op::SGreaterThan,
        Op::SGreaterThanEqual => Op::SLessThan,
        Op::SLessThan => Op::SGreaterThanEqual,
        Op::FOrdEqual => Op::FUnordNotEqual,
        Op::FUnordNotEqual => Op::FOrdEqual,
        Op::FUnordEqual => Op::FOrdNotEqual,
        Op::FOrdNotEqual => Op::FUnordEqual,
        Op::FOrdLessThan => Op::FUnordGreaterThanEqual,
        Op::FUnordGreaterThanEqual => Op::FOrdLessThan,
        Op::FOrdGreaterThan => Op::FUnordLessThanEqual,
        Op::FUnordLessThanEqual => Op::FOrdGreaterThan,
        Op::FOrdLessThanEqual => Op::FUnordGreaterThan,
        Op::FUnordGreaterThan => Op::FOrdLessThanEqual,
        Op::FOrdGreaterThanEqual => Op::FUnordLessThan,
        Op::FUnordLessThan => Op::FOrdGreaterThanEqual,
        Op::LogicalEqual => Op::LogicalNotEqual,
        Op::LogicalNotEqual => Op::LogicalEqual,
        Op::PtrEqual => Op::PtrNotEqual,
        Op::PtrNotEqual => Op::PtrEqual,
        _ => return None,
    })
}

/// The bits in which the vertex index and a constant differ are compared with 1 or 0 by order.
pub(super) fn vertex_index_equality(module: &mut Module) {
    let variables: HashSet<u32> = instructions(module.part(Part::Annotations))
        .filter_map(|annotation| match *annotation.words {
            [_, variable, decoration, built_in]
                if annotation.opcode == Op::Decorate as u16
                    && decoration == Decoration::BuiltIn as u32
                    && built_in == BuiltIn::VertexIndex as u32 =>
            {
                Some(variable)
            }
            _ => None,
        })
        .collect();
    if variables.is_empty() {
        return;
    }
    // The results that are made from the index. Definitions come before uses, as nothing here is an OpPhi.
    let mut derived = HashSet::new();
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        match (op_of(&instruction), instruction.words) {
            (Some(Op::Load), &[_, _, result, variable, ..]) if variables.contains(&variable) => {
                derived.insert(result);
            }
            (Some(Op::Bitcast | Op::CopyObject), &[_, _, result, value]) if derived.contains(&value) => {
                derived.insert(result);
            }
            (Some(Op::IAdd | Op::ISub), &[_, _, result, left, right])
                if derived.contains(&left) || derived.contains(&right) =>
            {
                derived.insert(result);
            }
            (Some(op @ (Op::IEqual | Op::INotEqual)), &[_, ty, result, left, right]) => {
                let (index, constant) = if module.is_constant(right) {
                    (left, right)
                } else {
                    (right, left)
                };
                if derived.contains(&index) && module.is_constant(constant) {
                    return compare_difference(module, op, ty, result, index, constant);
                }
            }
            _ => {}
        }
        false
    });
}

/// Unsigned integers are compared with zero by order. A specialization constant may become zero.
pub(super) fn unsigned_zero_equality(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| {
        let (Some(op @ (Op::IEqual | Op::INotEqual)), &[_, ty, result, left, right]) =
            (op_of(&instruction), instruction.words)
        else {
            return false;
        };
        let is_unsigned = |id: u32| {
            let (kind, _) = module.components(module.type_of(id));
            matches!(kind, Kind::Int { signed: false, .. })
        };
        if !(is_unsigned(left) || is_unsigned(right)) {
            return false;
        }
        let is_zero = |id| module.is_made_of(body, id, &|id| module.is_zero(id));
        let may_be_zero = |id| module.is_made_of(body, id, &|id| module.is_zero(id) || module.is_specialized(id));
        if is_zero(right) {
            compare_with_zero(module, op, ty, result, left)
        } else if is_zero(left) {
            compare_with_zero(module, op, ty, result, right)
        } else if may_be_zero(right) {
            compare_difference(module, op, ty, result, left, right)
        } else if may_be_zero(left) {
            compare_difference(module, op, ty, result, right, left)
        } else {
            false
        }
    });
}

/// Two integers are equal if no bit differs.
fn compare_difference(module: &mut Module, op: Op, ty: u32, result: u32, value: u32, other: u32) -> bool {
    let integer = module.type_of(value);
    if !matches!(module.components(integer), (Kind::Int { .. }, _)) {
        return false;
    }
    let difference = module.value(Op::BitwiseXor, integer, &[value, other]);
    compare_with_zero(module, op, ty, result, difference)
}

/// Zero is the only number less than 1, and all others are greater than 0. The operands of these comparisons are taken as
/// unsigned whatever their type is.
fn compare_with_zero(module: &mut Module, op: Op, ty: u32, result: u32, value: u32) -> bool {
    let integer = module.type_of(value);
    if !matches!(module.components(integer), (Kind::Int { .. }, _)) {
        return false;
    }
    if op == Op::IEqual {
        let one = module.number(integer, 1);
        module.emit_as(Op::ULessThan, ty, result, &[value, one]);
    } else {
        let zero = module.number(integer, 0);
        module.emit_as(Op::UGreaterThan, ty, result, &[value, zero]);
    }
    true
}
