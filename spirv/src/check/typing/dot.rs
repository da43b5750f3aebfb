//! Integer dot products (SPIR-V §3.52.13, Arithmetic Instructions, `OpSDot` to `OpSUDotAccSat`).

use super::super::Checker;
use super::super::module::{Inst, Kind, Module, Scalar, Type};
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
    let types = (module.ty(inst.result_type), module.type_of(one), module.type_of(other));
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
    let all = [left, right].map(|ty| numbers(module, ty));
    for ((id, ty), numbers) in [(one, left), (other, right)].into_iter().zip(all) {
        let fits = packed(ty) || numbers.is_some();
        at.operand(id, fits, format_args!("a vector of integers, or an integer of 32 bits"));
    }
    let vectors = !packed(left);
    match all {
        [Some(left), _] if left.width > result.width() => {
            at.operand(one, false, format_args!("of numbers no wider than the result"));
        }
        _ => {}
    }
    // The opcode determines whether operands are interpreted as signed, unless the text requires unsigned types.
    let alike = match all {
        [Some(left), Some(right)] => left.width == right.width && same(left.lanes, right.lanes),
        _ => packed(left) == packed(right),
    };
    at.operand(other, alike, format_args!("as many numbers as the other, as wide"));
    let signed = |numbers: Option<Numbers>| numbers.is_some_and(|numbers| numbers.signed);
    if (second_unsigned || all_unsigned) && signed(all[1]) {
        at.operand(other, false, format_args!("of unsigned integers"));
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

/// The components of a vector of integers.
#[derive(Clone, Copy)]
struct Numbers {
    width: u32,
    signed: bool,
    /// The number of components; `None` if it can be specialized.
    lanes: Option<u32>,
}

/// Whether two counts are equal; `true` if one is unknown.
fn same(one: Option<u32>, other: Option<u32>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

fn numbers(module: &Module<'_>, ty: &Type<'_>) -> Option<Numbers> {
    let (scalar, lanes) = match ty.kind {
        Kind::Vector { .. } => (ty.scalar, Some(ty.lanes)),
        _ if ty.op == Op::TypeVectorIdEXT => {
            let &[component, count, ..] = module.operands(module.inst(ty.inst)?) else {
                return None;
            };
            (module.ty(component)?.scalar, module.constant_u32(count))
        }
        _ => return None,
    };
    match scalar {
        Scalar::Int { width, signed } => Some(Numbers { width, signed, lanes }),
        Scalar::None | Scalar::Bool | Scalar::Float { .. } => None,
    }
}
