//! Split barriers: `OpControlBarrierArriveEXT` and `OpControlBarrierWaitEXT` (SPV_EXT_split_barrier; Vulkan, Standalone
//! and Runtime SPIR-V).
//!
//! Whether each arrival is followed by a wait depends on the execution path. Only errors within one block are reported,
//! because they occur in every execution of the block.

use super::{ORDERS, Sync};
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{Class, Inst, Module, NONE};
use spirv::{Capability, ExecutionModel, MemorySemantics as S, Op, Scope};

const ARRIVE: u16 = 6142;
const WAIT: u16 = 6143;

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
    // The last half of the scope Workgroup, and of Subgroup.
    let mut last: [Option<&Inst>; 2] = [None; 2];
    for inst in module.of([Class::Foreign, Class::Sync]).filter(|inst| is_half(inst)) {
        order(cx, inst);
        let scope = module.constant_u32(module.operand(inst, 0)).and_then(Scope::from_u32);
        let last = match (scope, &mut last) {
            (Some(Scope::Workgroup), [last, _]) | (Some(Scope::Subgroup), [_, last]) => last,
            _ => continue,
        };
        if let Some(before) = last.replace(inst).filter(|before| follows(module, before, inst)) {
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
    }
}

/// Whether two instructions are the same half in the same block, without a call between them.
fn follows(module: &Module<'_>, before: &Inst, inst: &Inst) -> bool {
    if before.opcode != inst.opcode || before.block != inst.block || inst.block == NONE {
        return false;
    }
    let between = module.insts.get(before.index as usize..inst.index as usize);
    !between.unwrap_or(&[]).iter().any(|inst| inst.op == Op::FunctionCall)
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
    // Rules for all semantics report several orders, and SequentiallyConsistent.
    let found = S::from_bits_retain(value) & ORDERS;
    if found == other || found == S::ACQUIRE_RELEASE {
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
