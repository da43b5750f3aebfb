//! Four normalized floats in the bytes of a 32-bit integer: as arithmetic.

use super::module::{Body, Module};
use crate::words::reader::Instruction;
use spirv::{GlslStd450Op as Glsl, Op};

/// The bits of 1, -1, 127 and 255 as 32-bit floats.
const ONE: u64 = 0x3F80_0000;
const MINUS_ONE: u64 = 0xBF80_0000;
const LARGEST_SIGNED: u64 = 0x42FE_0000;
const LARGEST_UNSIGNED: u64 = 0x437F_0000;

/// The formulas are those by which GLSL.std.450 defines the four instructions. The bytes are separated by shifts, as a
/// bitwise `and` with a constant vector is what another workaround avoids.
pub(super) fn pack_4x8(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some((op, ty, result, &[value])) = module.glsl_instruction(&instruction) else {
            return false;
        };
        match op {
            Glsl::UnpackSnorm4x8 => unpack(module, ty, result, value, true),
            Glsl::UnpackUnorm4x8 => unpack(module, ty, result, value, false),
            Glsl::PackSnorm4x8 => pack(module, ty, result, value, true),
            Glsl::PackUnorm4x8 => pack(module, ty, result, value, false),
            _ => return false,
        }
        true
    });
}

/// Byte / 127, clamped to -1 and 1; byte / 255.
fn unpack(module: &mut Module, ty: u32, result: u32, packed: u32, signed: bool) {
    let integer = module.int_type(32, signed);
    let integers = module.vector_type(integer, 4);
    let packed_four = module.vector_type(module.type_of(packed), 4);
    let copies = module.value(Op::CompositeConstruct, packed_four, &[packed; 4]);
    let to_top = byte_shifts(module, [24, 16, 8, 0]);
    let to_bottom = byte_shifts(module, [24; 4]);
    let top = module.value(Op::ShiftLeftLogical, integers, &[copies, to_top]);
    if !signed {
        let bytes = module.value(Op::ShiftRightLogical, integers, &[top, to_bottom]);
        let floats = module.value(Op::ConvertUToF, ty, &[bytes]);
        let divisor = module.number(ty, LARGEST_UNSIGNED);
        module.emit_as(Op::FDiv, ty, result, &[floats, divisor]);
        return;
    }
    let bytes = module.value(Op::ShiftRightArithmetic, integers, &[top, to_bottom]);
    let floats = module.value(Op::ConvertSToF, ty, &[bytes]);
    let divisor = module.number(ty, LARGEST_SIGNED);
    let quotient = module.value(Op::FDiv, ty, &[floats, divisor]);
    module.decorate_like(quotient, result);
    let [low, high] = [MINUS_ONE, ONE].map(|bits| module.number(ty, bits));
    module.glsl_as(Glsl::FClamp, ty, result, &[quotient, low, high]);
}

/// The rounded product with 127 of what is clamped to -1 and 1, and that with 255 of what is clamped to 0 and 1.
fn pack(module: &mut Module, ty: u32, result: u32, value: u32, signed: bool) {
    let float = module.float_type(32);
    let floats = module.vector_type(float, 4);
    let (least, factor) = if signed {
        (MINUS_ONE, LARGEST_SIGNED)
    } else {
        (0, LARGEST_UNSIGNED)
    };
    let [low, high, factor] = [least, ONE, factor].map(|bits| module.number(floats, bits));
    let clamped = module.glsl_value(Glsl::NClamp, floats, &[value, low, high]);
    let product = module.value(Op::FMul, floats, &[clamped, factor]);
    let rounded = module.glsl_value(Glsl::RoundEven, floats, &[product]);
    for intermediate in [clamped, product, rounded] {
        module.decorate_like(intermediate, result);
    }
    let integer = module.int_type(32, signed);
    let integers = module.vector_type(integer, 4);
    let convert = if signed { Op::ConvertFToS } else { Op::ConvertFToU };
    let mut bytes = module.value(convert, integers, &[rounded]);
    if signed {
        let to_top = byte_shifts(module, [24; 4]);
        bytes = module.value(Op::ShiftLeftLogical, integers, &[bytes, to_top]);
        let to_place = byte_shifts(module, [24, 16, 8, 0]);
        bytes = module.value(Op::ShiftRightLogical, integers, &[bytes, to_place]);
    } else {
        let to_place = byte_shifts(module, [0, 8, 16, 24]);
        bytes = module.value(Op::ShiftLeftLogical, integers, &[bytes, to_place]);
    }
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|index| module.component(bytes, index));
    let low = module.value(Op::BitwiseOr, ty, &[first, second]);
    let high = module.value(Op::BitwiseOr, ty, &[third, fourth]);
    module.undecorate(result);
    module.emit_as(Op::BitwiseOr, ty, result, &[low, high]);
}

fn byte_shifts(module: &mut Module, counts: [u32; 4]) -> u32 {
    let integer = module.int_type(32, false);
    let ty = module.vector_type(integer, 4);
    let parts = counts.map(|count| module.uint(count));
    module.declare(Op::ConstantComposite, Some(ty), &parts)
}
