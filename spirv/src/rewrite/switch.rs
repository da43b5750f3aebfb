//! Switches: literals that are far apart become consecutive numbers.

use super::module::{Body, Kind, Module, instructions, op_of};
use crate::target::SWITCH_RANGE;
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use spirv::Op;

/// The literals of an `OpSwitch` become 0, 1, 2 …, each with its target, so that the list of targets, on which the rules
/// for falling through depend (SPIR-V §2.11.2, Structured Control-Flow Constraints), stays as it is. The selector becomes
/// the number of the literal that it equals, and the number of literals if it equals none.
///
/// The merge instruction must be followed by the `OpSwitch`, so that the new selector is computed before it.
pub(super) fn switch_range(module: &mut Module) {
    // The offset of the `OpSwitch` of the last merge instruction, and the new selector.
    let mut mapped = None;
    module.rewrite(
        &mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| match op_of(&instruction) {
            Some(Op::SelectionMerge) => {
                let switch = after(body, &instruction);
                let far = switch.and_then(|switch| Some((switch.offset, FarSwitch::of(module, &switch)?)));
                mapped = far.map(|(offset, switch)| (offset, switch.selector(module)));
                false
            }
            Some(Op::Switch) => {
                let Some(switch) = FarSwitch::of(module, &instruction) else {
                    return false;
                };
                let selector = match mapped {
                    Some((offset, selector)) if offset == instruction.offset => selector,
                    _ => switch.selector(module),
                };
                let mut operands = vec![selector, switch.default];
                for (number, target) in (0..).zip(switch.targets()) {
                    operands.extend([number, target]);
                }
                module.emit(Op::Switch, &operands);
                true
            }
            _ => false,
        },
    );
}

/// The instruction after another one, without lines.
fn after<'b>(body: &'b Body, instruction: &Instruction<'_>) -> Option<Instruction<'b>> {
    let from = instruction.offset + instruction.words.len();
    let mut rest = instructions(body.words.get(from..)?);
    let mut next = rest.find(|next| !matches!(op_of(next), Some(Op::Line | Op::NoLine)))?;
    next.offset += from;
    Some(next)
}

/// The number of words of the literals of a switch.
pub(super) fn literal_words(module: &Module, selector: u32) -> usize {
    match module.kind(module.type_of(selector)) {
        Kind::Int { width: 33.., .. } => 2,
        _ => 1,
    }
}

/// A switch whose literals are far apart.
struct FarSwitch<'w> {
    value: u32,
    ty: u32,
    default: u32,
    cases: &'w [u32],
    /// The number of words of a literal.
    length: usize,
}

impl<'w> FarSwitch<'w> {
    fn of(module: &Module, instruction: &Instruction<'w>) -> Option<Self> {
        let &[_, value, default, ref cases @ ..] = instruction.words else {
            return None;
        };
        let is_switch = instruction.opcode == Op::Switch as u16;
        let ty = module.type_of(value);
        let Kind::Int { width, .. } = module.kind(ty) else {
            return None;
        };
        let length = literal_words(module, value);
        let switch = Self {
            value,
            ty,
            default,
            cases,
            length,
        };
        (is_switch && width <= 64 && switch.is_far()).then_some(switch)
    }

    fn literals(&self) -> impl Iterator<Item = &'w [u32]> {
        let length = self.length;
        self.cases.chunks_exact(length + 1).map(move |case| &case[..length])
    }

    fn targets(&self) -> impl Iterator<Item = u32> {
        let length = self.length;
        self.cases.chunks_exact(length + 1).map(move |case| case[length])
    }

    /// Whether the literals are far apart as unsigned or as signed numbers. A driver may read them as either.
    fn is_far(&self) -> bool {
        let [mut least, mut greatest] = [u64::MAX, 0];
        let [mut signed_least, mut signed_greatest] = [i64::MAX, i64::MIN];
        for literal in self.literals() {
            let (unsigned, signed) = match *literal {
                [low, high] => {
                    let bits = u64::from(low) | u64::from(high) << 32;
                    (bits, bits as i64)
                }
                [word] => (u64::from(word), i64::from(word as i32)),
                _ => continue,
            };
            least = least.min(unsigned);
            greatest = greatest.max(unsigned);
            signed_least = signed_least.min(signed);
            signed_greatest = signed_greatest.max(signed);
        }
        least <= greatest
            && (greatest - least >= SWITCH_RANGE || signed_greatest.abs_diff(signed_least) >= SWITCH_RANGE)
    }

    /// Appends the computation of the new selector.
    fn selector(&self, module: &mut Module) -> u32 {
        let [uint, bool] = [module.int_type(32, false), module.bool_type()];
        let literals: Vec<_> = self.literals().collect();
        let mut selector = module.uint(literals.len() as u32);
        for (number, literal) in (0..).zip(literals) {
            let literal = module.declare(Op::Constant, Some(self.ty), literal);
            let is_equal = module.value(Op::IEqual, bool, &[self.value, literal]);
            let number = module.uint(number);
            selector = module.value(Op::Select, uint, &[is_equal, number, selector]);
        }
        selector
    }
}
