//! The types of operands and results: arithmetic, bits, conversions, logic, comparisons, derivatives and composites
//! (SPIR-V §3.52.11, Conversion Instructions, to §3.52.16, Derivative Instructions).
//!
//! A table gives each opcode's [`Shape`]. Cooperative matrices and vectors, pointers, memory and calls are checked by
//! other families.

mod composite;
mod convert;
mod dot;
mod logical_match;
mod special;
mod table;

use super::Checker;
use super::module::{Flags, Inst, Module, Scalar, Type};
use super::rule::rules;
use super::{constants, cooperative, mesh, ray, subgroup};
use core::fmt;
use spirv::Op;
use table::{Entries, Entry};

rules! {
    /// The types of operands and results.
    Typing "typing" {
        Result "result" "SPIR-V §3.52": "the result's type is one that the instruction returns";
        Operand "operand" "SPIR-V §3.52": "an operand's type is one that the instruction takes, given the result's";
        Dot "dot" "SPIR-V §3.52.13 OpSDot, OpUDot, OpSUDot":
            "the operands of an integer dot product are vectors or packed vectors with as many components of the same width, and the result is an integer of at least that width" [newer];
        BitWidth "bit-width" vuid "VUID-RuntimeSpirv-None-10824" (formerly "VUID-StandaloneSpirv-Base-04781")
            "Vulkan, Runtime SPIR-V": "without maintenance9, fields and counts of bits are of 32-bit integers";
        Construct "construct" "SPIR-V §3.52.12": "the constituents make up the result";
        Index "index" "SPIR-V §3.52.12": "the indexes into a composite lead to something in it, of the right type";
        Shuffle "shuffle" "SPIR-V §3.52.12":
            "a shuffle takes vectors of the result's components, and names components that they have";
        Copy "copy" "SPIR-V §3.52.12": "a copy is of the type that it is copied from, or of one that matches it";
        Phi "phi" "SPIR-V §3.52.17": "the values of OpPhi have the result's type";
        Opaque "opaque" "SPIR-V §2.16.1": "images, samplers and sampled images are not chosen by OpPhi and OpSelect";
        SelectPointer "select-pointer" "SPIR-V §2.16.1":
            "to select among logical pointers needs VariablePointers or VariablePointersStorageBuffer";
        Stage "stage" "SPIR-V §3.52": "an instruction is reached from the stages that it is for";
        Encoded "encoded" "SPV_KHR_bfloat16, SPV_EXT_float8, SPV_EXT_ocp_microscaling_types":
            "floats of other encodings are not computed with"
            (decides "arithmetic, comparisons, derivatives, atomics, OpGroup instructions and extended instructions with a result");
        PhysicalWidth "physical-width" vuid "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04710" "Vulkan, Standalone SPIR-V":
            "addresses in PhysicalStorageBuffer have 64 bits";
        MicroInt "micro-int" vuid "VUID-StandaloneSpirv-OpConvertFToU-12465" "Vulkan, Standalone SPIR-V":
            "microscaling encodings are not converted to or from integers" [newer];
        MicroTo "micro-to" vuid "VUID-StandaloneSpirv-OpFConvert-12466" "Vulkan, Standalone SPIR-V":
            "OpFConvert makes no microscaling encodings" [newer];
        MicroFrom "micro-from" vuid "VUID-StandaloneSpirv-OpFConvert-12467" "Vulkan, Standalone SPIR-V":
            "OpFConvert makes IEEE 754, Float8 or BFloat16 of microscaling encodings" [newer];
        ExtractResult "extract-result" vuid "VUID-StandaloneSpirv-Result-12468" "Vulkan, Standalone SPIR-V":
            "the result of OpBitcastExtractEXT is a float of 4 or 6 bits" [newer];
        ExtractBase "extract-base" vuid "VUID-StandaloneSpirv-Base-12469" "Vulkan, Standalone SPIR-V":
            "OpBitcastExtractEXT takes integers" [newer];
        ClockScope "clock-scope" vuid "VUID-StandaloneSpirv-OpReadClockKHR-04652" "Vulkan, Standalone SPIR-V":
            "the scope of OpReadClockKHR is Subgroup or Device";
    }
}

/// The types of an instruction's result and operands.
#[derive(Clone, Copy)]
enum Shape {
    /// Floats; all operands have the result's type.
    SameFloats,
    /// The same, with unsigned integers.
    SameUnsigned,
    /// The result is a structure of two integers or vectors; the operands have the type of its members.
    Extended,
    /// Integers; the operands have as many components of the same width.
    Ints,
    /// Integers; the operands have as many components.
    Shift,
    /// Integers of the same type as the base (and the insert); offset and count follow. The number of operands of that
    /// type.
    Field(usize),
    Reverse,
    Count,
    /// A conversion between floats or integers.
    Convert {
        from_float: bool,
        to_float: bool,
        resize: bool,
    },
    /// Booleans, computed from as many operands' components of a kind.
    Compare(Kind),
    /// A Boolean, computed from a vector of Booleans.
    AnyAll,
    /// Booleans, computed from Booleans.
    Logic,
    Derivative,
    Select,
    Dot,
    VectorTimesScalar,
    MatrixTimesScalar,
    VectorTimesMatrix,
    MatrixTimesVector,
    MatrixTimesMatrix,
    Outer,
    Transpose,
}

/// The kind of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Float,
    Int,
}

fn shape(op: Op) -> Option<Shape> {
    let convert = |from_float, to_float, resize| Shape::Convert {
        from_float,
        to_float,
        resize,
    };
    Some(match op {
        Op::FNegate | Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FMod | Op::ArithmeticFenceEXT => {
            Shape::SameFloats
        }
        Op::UDiv | Op::UMod => Shape::SameUnsigned,
        Op::SNegate | Op::IAdd | Op::ISub | Op::IMul | Op::SDiv | Op::SRem | Op::SMod => Shape::Ints,
        Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended => Shape::Extended,
        Op::Not | Op::BitwiseAnd | Op::BitwiseOr | Op::BitwiseXor => Shape::Ints,
        Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => Shape::Shift,
        Op::BitFieldInsert => Shape::Field(2),
        Op::BitFieldSExtract | Op::BitFieldUExtract => Shape::Field(1),
        Op::BitReverse => Shape::Reverse,
        Op::BitCount => Shape::Count,
        Op::ConvertFToU | Op::ConvertFToS => convert(true, false, false),
        Op::ConvertSToF | Op::ConvertUToF => convert(false, true, false),
        Op::UConvert | Op::SConvert => convert(false, false, true),
        Op::FConvert => convert(true, true, true),
        Op::IsNan | Op::IsInf | Op::IsFinite | Op::IsNormal | Op::SignBitSet => Shape::Compare(Kind::Float),
        Op::LessOrGreater | Op::Ordered | Op::Unordered => Shape::Compare(Kind::Float),
        Op::FOrdEqual | Op::FUnordEqual | Op::FOrdNotEqual | Op::FUnordNotEqual => Shape::Compare(Kind::Float),
        Op::FOrdLessThan | Op::FUnordLessThan | Op::FOrdGreaterThan | Op::FUnordGreaterThan => {
            Shape::Compare(Kind::Float)
        }
        Op::FOrdLessThanEqual | Op::FUnordLessThanEqual | Op::FOrdGreaterThanEqual | Op::FUnordGreaterThanEqual => {
            Shape::Compare(Kind::Float)
        }
        Op::IEqual | Op::INotEqual | Op::UGreaterThan | Op::SGreaterThan | Op::ULessThan | Op::SLessThan => {
            Shape::Compare(Kind::Int)
        }
        Op::UGreaterThanEqual | Op::SGreaterThanEqual | Op::ULessThanEqual | Op::SLessThanEqual => {
            Shape::Compare(Kind::Int)
        }
        Op::Any | Op::All => Shape::AnyAll,
        Op::LogicalEqual | Op::LogicalNotEqual | Op::LogicalOr | Op::LogicalAnd | Op::LogicalNot => Shape::Logic,
        Op::DPdx | Op::DPdy | Op::Fwidth | Op::DPdxFine | Op::DPdyFine | Op::FwidthFine => Shape::Derivative,
        Op::DPdxCoarse | Op::DPdyCoarse | Op::FwidthCoarse => Shape::Derivative,
        Op::Select => Shape::Select,
        Op::Dot => Shape::Dot,
        Op::VectorTimesScalar => Shape::VectorTimesScalar,
        Op::MatrixTimesScalar => Shape::MatrixTimesScalar,
        Op::VectorTimesMatrix => Shape::VectorTimesMatrix,
        Op::MatrixTimesVector => Shape::MatrixTimesVector,
        Op::MatrixTimesMatrix => Shape::MatrixTimesMatrix,
        Op::OuterProduct => Shape::Outer,
        Op::Transpose => Shape::Transpose,
        _ => return None,
    })
}

/// `OpFmaKHR`, as a pattern.
const FMA: u16 = Op::FmaKHR as u16;

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if module.types.iter().any(|ty| ty.flags.contains(Flags::ENCODED_FLOAT)) {
        each(cx, &module.insts, special::encoded);
    } else {
        each(cx, module.computing(), |_, _| {});
    }
    // The operation in an OpSpecConstantOp has the same operand and result types as the instruction in a function.
    let constants = module
        .constants
        .iter()
        .filter_map(|constant| module.inst(constant.inst));
    let operations: Vec<Inst> = constants
        .filter(|inst| inst.op == Op::SpecConstantOp && constants::is_listed(cx, inst))
        .filter_map(|inst| module.specialized_operation(inst))
        .collect();
    each(cx, &operations, |_, _| {});
}

/// Checks instructions, after calling `before` for each.
fn each<'c, 'i, 'w>(
    cx: &mut Checker<'c, 'w>,
    insts: impl IntoIterator<Item = &'i Inst>,
    before: impl Fn(&mut Checker<'c, 'w>, &Inst),
) {
    let module = cx.module;
    let mut logical = logical_match::LogicalMatch::default();
    let entries = Entries::new();
    for inst in insts {
        before(cx, inst);
        let shape = match entries.of(inst) {
            Entry::Nothing => continue,
            Entry::Shape(shape) => shape,
            Entry::Other => {
                other(cx, inst, &mut logical);
                continue;
            }
        };
        let operands = module.operands(inst);
        // Unknown types are reported elsewhere, and cooperative matrices are checked by their own family.
        let known = |ty: Option<&Type<'_>>| ty.is_some_and(|ty| !is_cooperative(ty));
        if matches!(shape, Shape::Derivative) {
            special::derivative(cx, inst);
        }
        if known(module.result_type(inst)) && operands.iter().all(|&id| known(module.type_of(id))) {
            check(cx, inst, shape, operands);
        } else {
            cooperative::arithmetic(cx, inst);
        }
    }
}

/// Checks instructions that are not in the table of arithmetic: composites, conversions, and those of families with
/// tables of their own.
fn other(cx: &mut Checker<'_, '_>, inst: &Inst, logical: &mut logical_match::LogicalMatch) {
    match inst.opcode {
        77..=84 | 245 | 400 | 4463 => composite::check(cx, inst, logical),
        116..=124 | 4195 | 5391..=5396 | 6529..=6531 => convert::check(cx, inst),
        1 | 57 | 401..=403 | 5159 | 5630 | 5631 => special::check(cx, inst, logical),
        218..=221 | 252 | 4416 | 5056 | 5121 | 5147 | 5148 | 5364 | 5365 | 5380 | 5381 | 5398 | 6258 | 6259 => {
            special::stage(cx, inst);
            special::check(cx, inst, logical);
        }
        4450..=4455 => dot::check(cx, inst),
        261..=271 | 333..=366 | 5000..=5007 | 6401..=6408 | 4421..=4432 | 5110 | 5111 | 5296 => {
            subgroup::check(cx, inst)
        }
        4433..=6032 => {
            ray::check(cx, inst);
            mesh::check(cx, inst);
            cooperative::check(cx, inst);
        }
        _ => {}
    }
}

fn is_cooperative(ty: &Type<'_>) -> bool {
    matches!(ty.op, Op::TypeCooperativeMatrixNV | Op::TypeCooperativeMatrixKHR)
}

/// Reports types that do not fit. spirv-val does not compare the types of what OpSpecConstantOp computes.
fn mistyped(cx: &mut Checker<'_, '_>, rule: Typing, inst: &Inst, message: fmt::Arguments<'_>) {
    let computed = cx.module.inst(inst.index);
    let in_spirv_val = computed.is_none_or(|inst| inst.op != Op::SpecConstantOp);
    cx.violate_part(rule, in_spirv_val, inst, message);
}

/// The current instruction, and the rules under which its types are reported.
struct At<'x, 'c, 'w> {
    cx: &'x mut Checker<'c, 'w>,
    inst: &'x Inst,
    /// The rules for the result and for the operands.
    rules: [Typing; 2],
}

impl<'x, 'c, 'w> At<'x, 'c, 'w> {
    fn of(cx: &'x mut Checker<'c, 'w>, inst: &'x Inst) -> Self {
        let rules = [Typing::Result, Typing::Operand];
        Self { cx, inst, rules }
    }

    fn result(&mut self, fits: bool, expected: &str) -> bool {
        if !fits {
            mistyped(
                self.cx,
                self.rules[0],
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
        if !fits {
            let message = format_args!("operand {} should be {expected}", self.cx.module.show(id));
            mistyped(self.cx, self.rules[1], self.inst, message);
        }
    }

    fn same(&mut self, operands: &[u32], expected: u32) {
        for &id in operands {
            let fits = self.cx.module.type_id(id) == expected;
            self.operand(id, fits, format_args!("of type {}", self.cx.module.show(expected)));
        }
    }
}

/// Whether the components of a scalar or vector type are of a kind.
fn is(ty: &Type<'_>, kind: Kind) -> bool {
    match kind {
        Kind::Float => ty.is_float_or_vector(),
        Kind::Int => ty.is_int_or_vector(),
    }
}

fn check(cx: &mut Checker<'_, '_>, inst: &Inst, shape: Shape, operands: &[u32]) {
    let module = cx.module;
    let Some(result) = module.result_type(inst) else {
        return;
    };
    let mut at = At::of(cx, inst);
    match shape {
        Shape::SameFloats => {
            if at.result(result.is_float_or_vector(), "of floats") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::SameUnsigned => {
            let fits = matches!(result.scalar, Scalar::Int { signed: false, .. }) && result.is_int_or_vector();
            if at.result(fits, "of unsigned integers") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::Extended => extended(&mut at, result, operands),
        Shape::Ints => {
            if at.result(result.is_int_or_vector(), "of integers") {
                for &id in operands {
                    let fits = has_form_and_width(module, id, Kind::Int, result, result.width());
                    at.operand(id, fits, format_args!("as many integers as the result, as wide"));
                }
            }
        }
        Shape::Shift => {
            let &[base, shift, ..] = operands else { return };
            if at.result(result.is_int_or_vector(), "of integers") {
                let fits = has_form_and_width(module, base, Kind::Int, result, result.width());
                at.operand(base, fits, format_args!("as many integers as the result, as wide"));
                at.operand(
                    shift,
                    has_form(module, shift, Kind::Int, result),
                    format_args!("as many integers as the result"),
                );
            }
        }
        Shape::Field(_) | Shape::Reverse | Shape::Count => bits(&mut at, shape, result, operands),
        Shape::Convert {
            from_float,
            to_float,
            resize,
        } => {
            convert(&mut at, result, operands, (from_float, to_float, resize));
            if at.cx.target.is_vulkan() {
                convert::microscaling(at.cx, inst, result);
            }
        }
        Shape::Compare(kind) => {
            if at.result(result.is_bool_or_vector(), "of Booleans") {
                compare(&mut at, result, operands, kind);
            }
        }
        Shape::AnyAll => {
            at.result(result.scalar == Scalar::Bool && result.lanes == 1, "a Boolean");
            for &id in operands {
                let fits = module
                    .type_of(id)
                    .is_some_and(|ty| ty.scalar == Scalar::Bool && ty.is_vector());
                at.operand(id, fits, format_args!("a vector of Booleans"));
            }
        }
        Shape::Logic => {
            if at.result(result.is_bool_or_vector(), "of Booleans") {
                at.same(operands, inst.result_type);
            }
        }
        Shape::Derivative => {
            if at.result(result.is_float_or_vector(), "of floats") {
                at.same(operands, inst.result_type);
                let half = result.width() == 16 && module.has_extension("SPV_AMD_gpu_shader_half_float");
                at.result(result.width() == 32 || half, "of floats of 32 bits");
            }
        }
        Shape::Select => select(&mut at, result, operands),
        Shape::Dot
        | Shape::VectorTimesScalar
        | Shape::MatrixTimesScalar
        | Shape::VectorTimesMatrix
        | Shape::MatrixTimesVector
        | Shape::MatrixTimesMatrix
        | Shape::Outer
        | Shape::Transpose => product(&mut at, shape, result, operands),
    }
}

/// Operations with a result in two parts, which are unsigned except for `OpSMulExtended`.
fn extended(at: &mut At<'_, '_, '_>, result: &Type<'_>, operands: &[u32]) {
    let module = at.cx.module;
    let member = match result.kind {
        super::module::Kind::Struct {
            members: &[first, second],
        } if first == second => module.ty(first),
        _ => None,
    };
    let signed = at.inst.op == Op::SMulExtended;
    let fits =
        member.filter(|ty| ty.is_int_or_vector() && (signed || matches!(ty.scalar, Scalar::Int { signed: false, .. })));
    if at.result(fits.is_some(), "a structure of two integers or vectors of those") {
        at.same(operands, fits.map_or(0, |ty| ty.id));
    }
}

/// Whether a value has components of a kind, as many as the result.
fn has_form(module: &Module<'_>, id: u32, kind: Kind, result: &Type<'_>) -> bool {
    module
        .type_of(id)
        .is_some_and(|ty| is(ty, kind) && ty.lanes == result.lanes)
}

fn has_form_and_width(module: &Module<'_>, id: u32, kind: Kind, result: &Type<'_>, width: u32) -> bool {
    module
        .type_of(id)
        .is_some_and(|ty| is(ty, kind) && ty.lanes == result.lanes && ty.width() == width)
}

fn width(module: &Module<'_>, id: u32) -> u32 {
    module.type_of(id).map_or(0, Type::width)
}

fn compare(at: &mut At<'_, '_, '_>, result: &Type<'_>, operands: &[u32], kind: Kind) {
    let module = at.cx.module;
    let expected = operands.first().map_or(0, |&id| width(module, id));
    for &id in operands {
        let fits = has_form_and_width(module, id, kind, result, expected);
        at.operand(
            id,
            fits,
            format_args!("as many numbers as the result, as wide as the other"),
        );
    }
    // Both float operands must have the same type.
    if let (Kind::Float, &[first, second]) = (kind, operands) {
        at.same(&[second], module.type_id(first));
    }
}

fn bits(at: &mut At<'_, '_, '_>, shape: Shape, result: &Type<'_>, operands: &[u32]) {
    use crate::target::{Feature, Support};
    let module = at.cx.module;
    if !at.result(result.is_int_or_vector(), "of integers") {
        return;
    }
    let Some(&base) = operands.first() else { return };
    match shape {
        Shape::Count => {
            at.operand(
                base,
                has_form(module, base, Kind::Int, result),
                format_args!("as many integers as the result"),
            );
        }
        _ => {
            let count = if let Shape::Field(count) = shape { count } else { 1 };
            let (same, rest) = operands.split_at_checked(count).unwrap_or((operands, &[]));
            at.same(same, result.id);
            for &id in rest {
                let fits = module.type_of(id).is_some_and(Type::is_int);
                at.operand(id, fits, format_args!("an integer"));
            }
        }
    }
    let maintained = at.cx.target.feature(Feature::Maintenance9) == Support::Enabled;
    let wide = width(module, base);
    if at.cx.target.is_vulkan() && wide != 32 && !maintained {
        at.cx.violate(
            Typing::BitWidth,
            at.inst,
            format_args!("the integers have {wide} bits, not 32"),
        );
    }
}

fn convert(at: &mut At<'_, '_, '_>, result: &Type<'_>, operands: &[u32], shape: (bool, bool, bool)) {
    let module = at.cx.module;
    let (from_float, to_float, resize) = shape;
    let kind = |float| if float { Kind::Float } else { Kind::Int };
    if !at.result(
        is(result, kind(to_float)),
        if to_float { "of floats" } else { "of integers" },
    ) {
        return;
    }
    let unsigned = matches!(result.scalar, Scalar::Int { signed: false, .. });
    if matches!(at.inst.op, Op::ConvertFToU | Op::UConvert) {
        at.result(unsigned, "of unsigned integers");
    }
    for &id in operands {
        let fits = has_form(module, id, kind(from_float), result);
        let expected = if from_float { "floats" } else { "integers" };
        at.operand(id, fits, format_args!("as many {expected} as the result"));
        let same = module.type_of(id).is_some_and(|ty| ty.scalar.is_as_wide(result.scalar));
        if fits && resize && same {
            at.operand(id, false, format_args!("of another width or encoding than the result"));
        }
    }
}

fn select(at: &mut At<'_, '_, '_>, result: &Type<'_>, operands: &[u32]) {
    let module = at.cx.module;
    let &[condition, one, other, ..] = operands else { return };
    composite::opaque(at.cx, at.inst);
    select_pointer(at, result);
    at.same(&[one, other], result.id);
    let Some(ty) = module.type_of(condition) else { return };
    // From SPIR-V 1.4 on a scalar condition selects any type, and a vector condition selects by component.
    let composites = at.cx.at_least(crate::target::SpirvVersion::V1_4);
    let vector = result.lanes > 0 && result.columns == 1;
    let fits =
        ty.scalar == Scalar::Bool && (ty.lanes == 1 && (composites || result.lanes <= 1) || ty.lanes == result.lanes);
    at.operand(
        condition,
        fits && (vector || ty.lanes == 1),
        format_args!("Booleans that select among the result's"),
    );
    // `opaque` decides about images and samplers.
    let handle = matches!(result.op, Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage);
    let kind = vector || result.is_pointer() || (composites && (result.is_composite() || handle));
    at.result(
        kind,
        "a scalar, vector or pointer, or from SPIR-V 1.4 on another composite",
    );
}

/// The result of selecting among logical pointers is a variable pointer; physical pointers may always be selected.
fn select_pointer(at: &mut At<'_, '_, '_>, result: &Type<'_>) {
    use spirv::{AddressingModel, Capability, StorageClass};
    let module = at.cx.module;
    let Some(class) = result.storage_class() else { return };
    let physical = class == StorageClass::PhysicalStorageBuffer as u32;
    let has_model = |known: AddressingModel| module.memory_model.is_some_and(|(model, _)| model == known as u32);
    let logical = has_model(AddressingModel::Logical);
    let variable = module.has_capability(Capability::VariablePointersStorageBuffer)
        || module.has_capability(Capability::VariablePointers);
    if (logical || has_model(AddressingModel::PhysicalStorageBuffer64)) && !physical && !variable {
        let message = format_args!("neither VariablePointers nor VariablePointersStorageBuffer is declared");
        at.cx.violate_part(Typing::SelectPointer, logical, at.inst, message);
    }
}

fn product(at: &mut At<'_, '_, '_>, shape: Shape, result: &Type<'_>, operands: &[u32]) {
    let module = at.cx.module;
    let Some(left) = operands.first().and_then(|&id| module.type_of(id)) else {
        return;
    };
    let right = operands.get(1).and_then(|&id| module.type_of(id)).unwrap_or(left);
    let float = matches!(result.scalar, Scalar::Float { .. });
    let same = [left, right].iter().all(|ty| ty.scalar == result.scalar);
    let (vector, matrix) = (|ty: &Type<'_>| ty.is_vector(), |ty: &Type<'_>| ty.is_matrix());
    let (answers, takes) = match shape {
        Shape::Dot => (
            result.is_float(),
            vector(left) && vector(right) && left.lanes == right.lanes,
        ),
        Shape::VectorTimesScalar => (vector(result), left.id == result.id && right.is_float()),
        Shape::MatrixTimesScalar => (matrix(result), left.id == result.id && right.is_float()),
        Shape::VectorTimesMatrix => (
            vector(result),
            vector(left) && matrix(right) && left.lanes == right.lanes && result.lanes == right.columns,
        ),
        Shape::MatrixTimesVector => (
            vector(result),
            matrix(left) && vector(right) && left.columns == right.lanes && result.lanes == left.lanes,
        ),
        Shape::MatrixTimesMatrix => {
            let inner = left.columns == right.lanes;
            let outer = result.lanes == left.lanes && result.columns == right.columns;
            (matrix(result), matrix(left) && matrix(right) && inner && outer)
        }
        Shape::Outer => (
            matrix(result),
            vector(left) && vector(right) && result.lanes == left.lanes && result.columns == right.lanes,
        ),
        _ => (
            matrix(result),
            matrix(left) && result.lanes == left.columns && result.columns == left.lanes,
        ),
    };
    if at.result(answers && float, "of floats, with the shape of the product") && !(takes && same) {
        at.operand(
            operands.first().copied().unwrap_or(0),
            false,
            format_args!("of a shape that yields the result's"),
        );
    }
}
