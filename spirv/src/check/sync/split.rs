//! Split barriers: `OpControlBarrierArriveEXT` and `OpControlBarrierWaitEXT` (SPV_EXT_split_barrier; Vulkan, Standalone
//! and Runtime SPIR-V).
//!
//! Whether each arrival is followed by a wait depends on the execution path. Only errors within one block are reported,
//! because they occur in every execution of the block.

use super::Sync;
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{Class, Inst, NONE};
use spirv::{Capability, ExecutionModel, MemorySemantics as S, Scope};

const ARRIVE: u16 = 6142;
const WAIT: u16 = 6143;
const ACQUIRE_RELEASE_OR_SEQUENTIAL: S = S::from_bits_retain(0x18);

/// Whether an instruction is half of a split barrier.
pub(crate) fn is_half(inst: &Inst) -> bool {
    matches!(inst.opcode, ARRIVE | WAIT)
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !cx.target.is_vulkan() || !module.has_capability(Capability::SplitBarrierINTEL) {
        return;
    }
    for entry in &module.entry_points {
        let compute = entry.model == ExecutionModel::GLCompute as u32;
        if let Some(inst) = module.inst(entry.inst).filter(|_| !compute) {
            cx.violate(Sync::SplitStage, inst, format_args!("the entry point is not GLCompute"));
        }
    }
    let mut before: Option<&Inst> = None;
    for inst in module.of([Class::Foreign, Class::Sync]).filter(|inst| is_half(inst)) {
        order(cx, inst);
        if let Some(before) = before.filter(|before| follows(cx, before, inst)) {
            let rule = if inst.opcode == ARRIVE {
                Sync::ArriveTwice
            } else {
                Sync::WaitTwice
            };
            let message = format_args!(
                "the half at word {} is the same, without the other half between them",
                before.offset
            );
            cx.violate(rule, inst, message);
        }
        before = Some(inst);
    }
}

/// Whether two instructions are the same half with the same scope, in the same block.
fn follows(cx: &Checker<'_, '_>, before: &Inst, inst: &Inst) -> bool {
    let scope = |inst: &Inst| cx.module.constant_u32(cx.module.operand(inst, 0));
    let same_block = before.block == inst.block && inst.block != NONE;
    same_block && before.opcode == inst.opcode && scope(before).is_some() && scope(before) == scope(inst)
}

fn order(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(value) = module.constant_u32(module.operand(inst, 2)) else {
        return;
    };
    let (rule, other, expected) = match inst.opcode {
        ARRIVE => (Sync::ArriveOrder, S::ACQUIRE, "Release"),
        _ => (Sync::WaitOrder, S::RELEASE, "Acquire"),
    };
    if S::from_bits_retain(value).intersects(other | ACQUIRE_RELEASE_OR_SEQUENTIAL) {
        cx.violate(rule, inst, format_args!("the order is not {expected} ({value:#x})"));
    }
}

/// Checks the execution scope of a half.
pub(super) fn scope(cx: &mut Checker<'_, '_>, inst: &Inst, scope: Scope) {
    if cx.target.is_vulkan() && !matches!(scope, Scope::Workgroup | Scope::Subgroup) {
        cx.violate(
            Sync::SplitScope,
            inst,
            format_args!("the scope is {scope}", scope = named(scope)),
        );
    }
}
