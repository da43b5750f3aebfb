//! Integer dot products (SPIR-V §3.52.13, Arithmetic Instructions, `OpSDot` to `OpSUDotAccSat`).

use super::super::Checker;
use super::super::module::{Flags, Inst, Scalar, Type};
use super::{At, Typing};
use spirv::Op;

/// Checks an instruction if it is an integer dot product.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let (second_unsigned, all_unsigned, accumulates) = match inst.op {
        Op::SDot => (false, false, false),
        Op::UDot => (false, true, false),
        Op::SUDot => (true, false, false),
        Op::SDotAccSat => (false, false, true),
        Op::UDotAccSat => (false, true, true),
        Op::SUDotAccSat => (true, false, true),
        _ => return,
    };
    let module = cx.module;
    let &[one, other, ref rest @ ..] = module.operands(inst) else {
        return;
    };
    let types = (module.result_type(inst), module.type_of(one), module.type_of(other));
    let (Some(result), Some(left), Some(right)) = types else {
        return;
    };
    let mut at = At {
        cx,
        inst,
        rules: [Typing::Dot; 2],
    };
    let unsigned = |ty: &Type<'_>| matches!(ty.scalar, Scalar::Int { signed: false, .. });
    if !at.result(
        result.is_int() && (!all_unsigned || unsigned(result)),
        "an integer, unsigned for unsigned products",
    ) {
        return;
    }
    let packed = |ty: &Type<'_>| ty.is_int32();
    let vector = |ty: &Type<'_>| ty.is_vector() && ty.is_int_or_vector();
    for (id, ty) in [(one, left), (other, right)] {
        let fits = packed(ty) || vector(ty);
        at.operand(id, fits, format_args!("a vector of integers, or an integer of 32 bits"));
    }
    let vectors = !packed(left);
    if vectors && left.width() > result.width() {
        at.operand(one, false, format_args!("of numbers no wider than the result"));
    }
    let specialized = [left, right]
        .iter()
        .any(|ty| ty.flags.contains(Flags::SPECIALIZED_VECTOR));
    let lanes = left.lanes == right.lanes || (specialized && left.is_vector() && right.is_vector());
    let alike = left.width() == right.width() && lanes;
    at.operand(other, alike, format_args!("as many numbers as the other, as wide"));
    if (second_unsigned || all_unsigned) && vector(right) && !unsigned(right) {
        at.operand(other, false, format_args!("of unsigned integers"));
    }
    // Only the operands of a product of signed and unsigned numbers may have different types. spirv-val compares
    // neither signedness nor numbers of components that can be specialized.
    if alike && !second_unsigned && left.id != right.id {
        let message = format_args!(
            "operand {} should be of type {}",
            module.show(other),
            module.show(left.id)
        );
        at.cx.violate_part(Typing::Dot, false, inst, message);
    }
    let format = if accumulates {
        let accumulator = rest.first().copied().unwrap_or(0);
        let fits = module.type_id(accumulator) == result.id;
        at.operand(accumulator, fits, format_args!("of type {}", module.show(result.id)));
        rest.get(1)
    } else {
        rest.first()
    };
    if !vectors && format.is_none() {
        at.operand(one, false, format_args!("of a packed vector format that is given"));
    }
}
