//! GLSL.std.450: the types of the instructions' results and operands (GLSL.std.450 §2).
//!
//! A table gives each instruction's [`Shape`].

use super::super::Checker;
use super::super::memory::written;
use super::super::module::{Inst, Kind, Models, Module, Type};
use super::ExtInst;
use core::fmt;
use spirv::{Capability, ExecutionModel, GlslStd450Op as G, StorageClass};

/// The types of an instruction's result and operands.
#[derive(Clone, Copy)]
enum Shape {
    /// A float or a vector of floats; all operands have the result's type.
    Floats,
    /// The same, with 16 or 32 bits.
    NarrowFloats,
    /// An integer or a vector of integers; the operands have as many components of the same width.
    Ints,
    /// The same, with 32 bits.
    Ints32,
    Determinant,
    MatrixInverse,
    /// Floats; the second operand is a pointer to the same type.
    Modf,
    /// A structure of two floats.
    ModfStruct,
    /// Floats; the second operand is a pointer to as many integers.
    Frexp,
    FrexpStruct,
    Ldexp,
    /// The types of the result and of the operand, for packing and unpacking.
    Pack(Wide, Wide),
    /// A float; the operands' components have its type.
    Length,
    Cross,
    Refract,
    Interpolate,
    Obsolete,
}

/// A scalar or vector type: whether it is a float, the width in bits, and the number of components.
type Wide = (bool, u32, u32);

const INT: Wide = (false, 32, 1);

fn shape(instruction: G) -> Shape {
    match instruction {
        G::Round
        | G::RoundEven
        | G::Trunc
        | G::FAbs
        | G::FSign
        | G::Floor
        | G::Ceil
        | G::Fract
        | G::Sqrt
        | G::InverseSqrt
        | G::FMin
        | G::FMax
        | G::FClamp
        | G::FMix
        | G::Step
        | G::SmoothStep
        | G::Fma
        | G::Normalize
        | G::FaceForward
        | G::Reflect
        | G::NMin
        | G::NMax
        | G::NClamp => Shape::Floats,
        G::Radians
        | G::Degrees
        | G::Sin
        | G::Cos
        | G::Tan
        | G::Asin
        | G::Acos
        | G::Atan
        | G::Sinh
        | G::Cosh
        | G::Tanh
        | G::Asinh
        | G::Acosh
        | G::Atanh
        | G::Atan2
        | G::Pow
        | G::Exp
        | G::Log
        | G::Exp2
        | G::Log2 => Shape::NarrowFloats,
        G::SAbs | G::SSign | G::UMin | G::SMin | G::UMax | G::SMax | G::UClamp | G::SClamp | G::FindILsb => Shape::Ints,
        G::FindSMsb | G::FindUMsb => Shape::Ints32,
        G::Determinant => Shape::Determinant,
        G::MatrixInverse => Shape::MatrixInverse,
        G::Modf => Shape::Modf,
        G::ModfStruct => Shape::ModfStruct,
        G::Frexp => Shape::Frexp,
        G::FrexpStruct => Shape::FrexpStruct,
        G::Ldexp => Shape::Ldexp,
        G::PackSnorm4x8 | G::PackUnorm4x8 => Shape::Pack(INT, (true, 32, 4)),
        G::PackSnorm2x16 | G::PackUnorm2x16 | G::PackHalf2x16 => Shape::Pack(INT, (true, 32, 2)),
        G::PackDouble2x32 => Shape::Pack((true, 64, 1), (false, 32, 2)),
        G::UnpackSnorm2x16 | G::UnpackUnorm2x16 | G::UnpackHalf2x16 => Shape::Pack((true, 32, 2), INT),
        G::UnpackSnorm4x8 | G::UnpackUnorm4x8 => Shape::Pack((true, 32, 4), INT),
        G::UnpackDouble2x32 => Shape::Pack((false, 32, 2), (true, 64, 1)),
        G::Length | G::Distance => Shape::Length,
        G::Cross => Shape::Cross,
        G::Refract => Shape::Refract,
        G::InterpolateAtCentroid | G::InterpolateAtSample | G::InterpolateAtOffset => Shape::Interpolate,
        G::IMix => Shape::Obsolete,
    }
}

fn floats(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(Type::is_float_or_vector)
}

fn is_wide(ty: Option<&Type<'_>>, (float, width, lanes): Wide) -> bool {
    ty.is_some_and(|ty| {
        let kind = if float {
            ty.is_float_or_vector()
        } else {
            ty.is_int_or_vector()
        };
        kind && ty.width() == width && ty.lanes == lanes
    })
}

/// Whether a type is that of exponents for floats: 32 bits wide, or 16 with the extension that allows it.
fn is_exponent(module: &Module<'_>, ty: Option<&Type<'_>>, floats: Option<&Type<'_>>) -> bool {
    let narrow = module.has_extension("SPV_AMD_gpu_shader_int16");
    ty.zip(floats).is_some_and(|(ty, floats)| {
        ty.is_int_or_vector() && ty.lanes == floats.lanes && (ty.width() == 32 || (narrow && ty.width() == 16))
    })
}

/// The types of a structure's two members.
fn pair(module: &Module<'_>, ty: Option<&Type<'_>>) -> Option<(u32, u32)> {
    match ty?.kind {
        Kind::Struct {
            members: &[first, second],
        } if module.ty(first).is_some() => Some((first, second)),
        _ => None,
    }
}

fn component(ty: &Type<'_>) -> u32 {
    match ty.kind {
        Kind::Vector { component } => component,
        _ => ty.id,
    }
}

fn is_square(ty: Option<&Type<'_>>) -> bool {
    ty.is_some_and(|ty| ty.is_matrix() && ty.lanes == ty.columns)
}

/// The current instruction.
struct At<'x, 'c, 'w> {
    cx: &'x mut Checker<'c, 'w>,
    inst: &'x Inst,
}

impl At<'_, '_, '_> {
    fn result(&mut self, fits: bool, expected: &str) -> bool {
        if !fits {
            self.cx.violate(
                ExtInst::Result,
                self.inst,
                format_args!(
                    "the result type {} should be {expected}",
                    self.cx.module.show(self.inst.result_type)
                ),
            );
        }
        fits
    }

    fn operand(&mut self, id: u32, fits: bool, expected: fmt::Arguments<'_>) {
        // Undefined ids are reported elsewhere.
        let module = self.cx.module;
        if !fits && module.def(id).is_some() {
            let message = format_args!("operand {} should be {expected}", module.show(id));
            self.cx.violate(ExtInst::Operand, self.inst, message);
        }
    }

    fn same(&mut self, operands: &[u32], expected: u32) {
        for &id in operands {
            let fits = self.cx.module.type_id(id) == expected;
            self.operand(id, fits, format_args!("of type {}", self.cx.module.show(expected)));
        }
    }
}

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst, instruction: G, operands: &[u32]) {
    let module = cx.module;
    let result = module.result_type(inst);
    let [first, ref rest @ ..] = *operands else { return };
    let of_first = module.type_of(first);
    let mut at = At { cx, inst };
    match shape(instruction) {
        Shape::Floats => {
            if at.result(floats(result), "of floats") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::NarrowFloats => {
            let fits = floats(result) && result.is_some_and(|ty| matches!(ty.width(), 16 | 32));
            if at.result(fits, "of floats of 16 or 32 bits") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::Ints => {
            ints(&mut at, result, operands, None);
            // spirv-val asks the other two instructions that find a bit for 32 bits.
            if instruction == G::FindILsb && result.is_some_and(|ty| ty.is_int_or_vector() && ty.width() != 32) {
                let message = format_args!("it finds bits in integers of 32 bits only");
                at.cx.violate_part(ExtInst::Result, false, inst, message);
            }
        }
        Shape::Ints32 => ints(&mut at, result, operands, Some(32)),
        Shape::Determinant => {
            at.operand(first, is_square(of_first), format_args!("a square matrix"));
            let expected =
                result.map(|ty| ty.scalar) == of_first.map(|ty| ty.scalar) && result.is_some_and(Type::is_float);
            at.result(expected || !is_square(of_first), "the matrix's component");
        }
        Shape::MatrixInverse => {
            if at.result(is_square(result), "a square matrix") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::Pack(result_type, operand_type) => {
            at.result(
                is_wide(result, result_type),
                "the number or vector of numbers that is packed or unpacked",
            );
            at.operand(
                first,
                is_wide(of_first, operand_type),
                format_args!("the vector or number that is packed or unpacked"),
            );
        }
        Shape::Length => {
            at.result(result.is_some_and(Type::is_float), "a float");
            for &id in operands {
                let ty = module.type_of(id);
                let fits = ty.is_some_and(|ty| {
                    ty.is_float_or_vector()
                        && component(ty) == inst.result_type
                        && of_first.is_some_and(|first| first.lanes == ty.lanes)
                });
                at.operand(id, fits, format_args!("of floats of the result's type"));
            }
        }
        Shape::Cross => {
            let fits = result.is_some_and(|ty| ty.is_vector() && ty.is_float_or_vector() && ty.lanes == 3);
            if at.result(fits, "a vector of three floats") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::Refract => {
            if at.result(result.is_some_and(Type::is_float_or_vector), "of floats") {
                let &[normal, eta, ..] = rest else { return };
                at.same(&[first, normal], inst.result_type);
                at.operand(
                    eta,
                    module.type_of(eta).is_some_and(Type::is_float),
                    format_args!("a float"),
                );
            }
        }
        Shape::Interpolate => interpolate(&mut at, instruction, first, rest),
        Shape::Obsolete => cx.violate(
            ExtInst::Obsolete,
            inst,
            format_args!("the instruction is not part of the published set"),
        ),
        Shape::Modf | Shape::ModfStruct | Shape::Frexp | Shape::FrexpStruct | Shape::Ldexp => {
            split(&mut at, instruction, first, rest);
        }
    }
}

fn ints(at: &mut At<'_, '_, '_>, result: Option<&Type<'_>>, operands: &[u32], width: Option<u32>) {
    let Some(ty) = result else { return };
    let fits = ty.is_int_or_vector() && width.is_none_or(|width| ty.width() == width);
    if !at.result(fits, "of integers of a width that it takes") {
        return;
    }
    for &id in operands {
        let operand = at.cx.module.type_of(id);
        let fits = is_wide(operand, (false, ty.width(), ty.lanes));
        at.operand(id, fits, format_args!("as many integers as the result, as wide"));
    }
}

/// Instructions that split a float into two parts, or combine two parts.
fn split(at: &mut At<'_, '_, '_>, instruction: G, first: u32, rest: &[u32]) {
    let module = at.cx.module;
    let (id, result) = (at.inst.result_type, module.result_type(at.inst));
    if matches!(instruction, G::ModfStruct | G::FrexpStruct) {
        let fits = pair(module, result).is_some_and(|(whole, other)| {
            let whole_ty = module.ty(whole);
            let second = match instruction {
                G::ModfStruct => whole == other,
                _ => is_exponent(module, module.ty(other), whole_ty),
            };
            whole_ty.is_some_and(Type::is_float_or_vector) && second
        });
        if at.result(fits, "a structure of floats and their second part") {
            let expected = pair(module, result).map_or(0, |(first, _)| first);
            at.same(&[first], expected);
        }
        return;
    }
    if !at.result(result.is_some_and(Type::is_float_or_vector), "of floats") {
        return;
    }
    at.same(&[first], id);
    let Some(&second) = rest.first() else { return };
    let pointee = module.type_of(second).and_then(|ty| ty.pointee());
    if matches!(instruction, G::Modf | G::Frexp) {
        written(at.cx, at.inst, second);
    }
    match instruction {
        G::Modf => at.operand(
            second,
            pointee == Some(id),
            format_args!("a pointer to the result's type"),
        ),
        G::Frexp => {
            let fits = is_exponent(module, pointee.and_then(|id| module.ty(id)), result);
            at.operand(second, fits, format_args!("a pointer to as many integers of 32 bits"));
        }
        _ => {
            let fits = module.type_of(second).zip(result);
            let fits = fits.is_some_and(|(ty, result)| ty.is_int_or_vector() && ty.lanes == result.lanes);
            at.operand(second, fits, format_args!("as many integers"));
        }
    }
}

fn interpolate(at: &mut At<'_, '_, '_>, instruction: G, first: u32, rest: &[u32]) {
    let module = at.cx.module;
    let result = module.result_type(at.inst);
    let narrow = module.has_extension("SPV_AMD_gpu_shader_half_float");
    let fits = result.is_some_and(|ty| ty.is_float_or_vector() && (ty.width() == 32 || (narrow && ty.width() == 16)));
    at.result(fits, "of floats of 32 bits");
    let input = module.type_of(first).is_some_and(|ty| {
        ty.pointee() == Some(at.inst.result_type) && ty.storage_class() == Some(StorageClass::Input as u32)
    });
    if !input && module.def(first).is_some() {
        let message = format_args!("{} is no pointer to an input of that type", module.show(first));
        at.cx.violate(ExtInst::Interpolant, at.inst, message);
    }
    if let Some(&second) = rest.first() {
        let ty = module.type_of(second);
        match instruction {
            G::InterpolateAtSample => at.operand(second, is_wide(ty, INT), format_args!("an integer of 32 bits")),
            _ => {
                let fits = is_wide(ty, (true, 32, 2)) || (narrow && is_wide(ty, (true, 16, 2)));
                at.operand(second, fits, format_args!("a vector of two floats"));
            }
        }
    }
    if !module.has_capability(Capability::InterpolationFunction) {
        at.cx.violate(
            ExtInst::Interpolation,
            at.inst,
            format_args!("InterpolationFunction is not declared"),
        );
    }
    let others = module
        .models_of(at.inst)
        .without(Models::of(&[ExecutionModel::Fragment]));
    if !others.is_empty() {
        at.cx.violate(
            ExtInst::Interpolation,
            at.inst,
            format_args!("it is reached from {others}"),
        );
    }
}
