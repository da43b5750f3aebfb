//! Decorations of float instructions: NoContraction, fast-math masks, and the rounding of conversions.

use super::{ASSUMED, FAST, FloatControls, index_of_width, lacks_preservation, mask_bits};
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Class, Decorated, Flags, Inst, Kind, Module, NONE, Scalar, Type};
use hashbrown::HashSet;
use spirv::{Capability, Decoration, FPRoundingMode, Op, StorageClass};

/// Checks the decorations of instructions; `reached` marks the functions that entry points with FPFastMathDefault
/// reach.
pub(super) fn run(cx: &mut Checker<'_, '_>, reached: &[bool]) {
    let module = cx.module;
    // Most modules have no such decorations. Those of decoration groups are written with the same opcode.
    let first = module.first_function();
    let mut annotations = module.of([Class::Annotation]).take_while(|inst| inst.index < first);
    if !annotations.any(|inst| inst.op == Op::Decorate && is_ours(module.operand(inst, 1))) {
        return;
    }
    for inst in &module.insts {
        if inst.result == 0 {
            continue;
        }
        let rows = module.decorations(inst.result);
        // Only the first definition of an id has the decorations.
        if rows.is_empty() || module.def(inst.result).is_none_or(|def| def.index != inst.index) {
            continue;
        }
        let is_reached = reached.get(inst.function as usize).is_some_and(|&reached| reached);
        for row in rows.iter().filter(|row| row.member.is_none()) {
            let at = module.inst(row.inst).copied().unwrap_or(*inst);
            if row.is(Decoration::FPRoundingMode) {
                rounding(cx, inst, row, &at);
            } else if row.is(Decoration::NoContraction) {
                if is_reached {
                    cx.violate(
                        FloatControls::NoContraction,
                        &at,
                        format_args!("an entry point with FPFastMathDefault reaches it"),
                    );
                }
            } else if row.is(Decoration::FPFastMathMode) {
                fast_math(cx, inst, row, &at, is_reached);
            }
        }
    }
}

/// Whether a decoration is checked in this file.
fn is_ours(decoration: u32) -> bool {
    let ours = [
        Decoration::NoContraction,
        Decoration::FPFastMathMode,
        Decoration::FPRoundingMode,
    ];
    ours.iter().any(|&ours| ours as u32 == decoration)
}

/// Checks an instruction decorated `FPFastMathMode`.
fn fast_math(cx: &mut Checker<'_, '_>, inst: &Inst, row: &Decorated<'_>, at: &Inst, is_reached: bool) {
    use FloatControls as F;
    let module = cx.module;
    let bits = row.operand();
    if !module.has_capability(Capability::FloatControls2) && !module.has_capability(Capability::Kernel) {
        cx.violate(
            F::MaskCapability,
            at,
            format_args!("neither Kernel nor FloatControls2 is declared"),
        );
    }
    if module.is_decorated(inst.result, Decoration::NoContraction) {
        cx.violate(
            F::BothDecorations,
            at,
            format_args!("it is decorated NoContraction too"),
        );
    }
    if is_reached && bits & FAST != 0 {
        cx.violate(
            F::FastReached,
            at,
            format_args!(
                "the mask is {bits}, and an entry point with FPFastMathDefault reaches it",
                bits = message::fast_math(bits)
            ),
        );
    }
    mask_bits(cx, at, bits);
    // Types of extensions without a kind of their own may hold floats.
    let is_float = |ty: &Type<'_>| matches!(ty.scalar, Scalar::Float { .. }) || ty.kind == Kind::Other;
    let is_asked = !matches!(
        inst.op,
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR | Op::DecorationGroup
    );
    if is_asked && !uses(module, inst, is_float) {
        let message = format_args!("{} has no floats", module.show(inst.result));
        cx.violate(F::MaskTarget, at, message);
    }
    if bits & ASSUMED == ASSUMED {
        return;
    }
    for (index, rule) in [F::Decorated16, F::Decorated32, F::Decorated64].into_iter().enumerate() {
        if lacks_preservation(cx, index) && uses(module, inst, |ty| is_of_width(ty, index)) {
            cx.violate(
                rule,
                at,
                format_args!("the mask is {bits}", bits = message::fast_math(bits)),
            );
        }
    }
}

/// Whether the type of the result or of an operand of an instruction is, or contains, one of these.
fn uses(module: &Module<'_>, inst: &Inst, is_one: impl Fn(&Type<'_>) -> bool) -> bool {
    // The list contains only ids, so that literals are skipped.
    let all = module.all_operands();
    let from = all.partition_point(|(_, at)| at.inst < inst.index);
    let operands = all.get(from..).unwrap_or(&[]).iter();
    let operands = operands.take_while(|(_, at)| at.inst == inst.index);
    let mut work: Vec<u32> = operands.map(|&(id, _)| module.type_id(id)).collect();
    work.push(inst.result_type);
    let mut seen = HashSet::new();
    while let Some(id) = work.pop() {
        let Some(ty) = module.ty(id).filter(|_| seen.insert(id)) else {
            continue;
        };
        if is_one(ty) {
            return true;
        }
        match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => work.push(element),
            Kind::Struct { members } => work.extend(members),
            Kind::CooperativeMatrix { component, .. } => work.push(component),
            _ => {}
        }
    }
    false
}

fn is_of_width(ty: &Type<'_>, index: usize) -> bool {
    match ty.scalar {
        Scalar::Float { width, .. } => index_of_width(width) == Some(index),
        _ if index == 0 => ty.flags.contains(Flags::FLOAT16),
        _ if index == 2 => ty.flags.contains(Flags::FLOAT64),
        _ => false,
    }
}

/// Checks a value decorated `FPRoundingMode`.
fn rounding(cx: &mut Checker<'_, '_>, inst: &Inst, row: &Decorated<'_>, at: &Inst) {
    let module = cx.module;
    let mode = row.operand();
    if cx.target.is_vulkan() && mode != FPRoundingMode::RTE as u32 && mode != FPRoundingMode::RTZ as u32 {
        cx.violate(
            FloatControls::RoundingMode,
            at,
            format_args!("the rounding mode is {}", message::rounding_mode(mode)),
        );
    }
    // Kernels may have it on other conversions.
    if !cx.is_shader() || module.has_capability(Capability::Kernel) {
        return;
    }
    let fits = inst.op == Op::FConvert
        && module
            .uses(inst.result)
            .iter()
            .all(|at| is_stored(module, inst.result, at.inst));
    if !fits {
        cx.violate(
            FloatControls::RoundingUse,
            at,
            format_args!(
                "{} is no conversion whose result is only stored",
                module.show(inst.result)
            ),
        );
    }
}

/// Whether a use is allowed for a value with FPRoundingMode: as the object of a store to 16-bit floats in external
/// memory, or in an instruction without semantics.
fn is_stored(module: &Module<'_>, value: u32, user: u32) -> bool {
    let Some(user) = module.inst(user) else { return false };
    // Names, decorations and debug information are outside functions or in extended instruction sets of their own.
    if user.function == NONE {
        return true;
    }
    if user.op != Op::Store {
        return user.op == Op::ExtInst
            && module
                .extended_set(module.operand(user, 0))
                .is_none_or(|set| set.is_non_semantic());
    }
    let pointer = module.type_of(module.operand(user, 0));
    let class = pointer.and_then(Type::storage_class).and_then(StorageClass::from_u32);
    let to = pointer.and_then(Type::pointee).and_then(|pointee| module.ty(pointee));
    let is_half = to.is_some_and(|to| to.is_float_or_vector() && to.width() == 16);
    let is_memory = matches!(
        class,
        Some(
            StorageClass::StorageBuffer
                | StorageClass::PhysicalStorageBuffer
                | StorageClass::Uniform
                | StorageClass::PushConstant
                | StorageClass::Input
                | StorageClass::Output
        )
    );
    module.operand(user, 0) != value && is_half && is_memory
}
