//! Constants: types, constituents, and operations of OpSpecConstantOp (SPIR-V §3.52.7, Constant-Creation Instructions;
//! §2.12, Specialization).

use super::Checker;
use super::module::{Flags, Inst, Kind, Module, Scalar, Type};
use super::rule::rules;
use crate::target::SpirvVersion;
use spirv::{Capability, Op};

rules! {
    /// Constants.
    Constants "constants" {
        Boolean "boolean" "SPIR-V §3.52.7": "the type of OpConstantTrue, OpConstantFalse and their like is bool";
        HighBits "high-bits" "SPIR-V §2.2.1": "unused high bits of a number are 0, or the sign of a signed integer";
        CompositeType "composite-type" "SPIR-V §3.52.7": "the type of a composite constant is a composite";
        Constituents "constituents" "SPIR-V §3.52.7":
            "a composite constant has a constituent for each component, element or member of its type";
        Specialized "specialized" "SPIR-V §3.52.7":
            "a composite that cannot be specialized has no constituent that can" [newer];
        Small "small" "SPIR-V §3.31": "there are no constants of 8- and 16-bit types that are for storage only";
        Constituent "constituent" "SPIR-V §3.52.7": "a constituent is a constant or OpUndef, of the type of its place";
        OpaqueUndef "opaque-undef" vuid "VUID-StandaloneSpirv-OpUndef-12464" "Vulkan, Standalone SPIR-V":
            "OpUndef is no image, sampler, sampled image, acceleration structure or tensor" [ours];
        Null "null" "SPIR-V §3.52.7": "the type of OpConstantNull has a null value";
        Data "data" "SPV_KHR_constant_data §3.52.7":
            "OpConstantDataKHR has the words of an array of integers, which has no ArrayStride";
        Sampler "sampler" "SPIR-V §3.52.7": "the type of OpConstantSampler is a sampler";
        SpecializationOpcode "specialization-opcode" "SPIR-V §3.52.7": "OpSpecConstantOp computes with an opcode that it lists";
        SpecializationOperand "specialization-operand" "SPIR-V §3.52.7 OpSpecConstantOp":
            "the operands of OpSpecConstantOp are constants, and the base of an access chain a variable too" [newer];
        SpecializationKernel "specialization-kernel" "SPIR-V §3.52.7":
            "OpSpecConstantOp uses opcodes for kernels with Kernel, OpUConvert also from 1.4, OpQuantizeToF16 with Shader";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for constant in &module.constants {
        let Some(&inst) = module.inst(constant.inst) else {
            continue;
        };
        let Some(ty) = module.ty(constant.ty) else { continue };
        if inst.op != Op::Undef && cx.is_shader() && is_narrow(cx, ty) {
            cx.violate(
                Constants::Small,
                &inst,
                format_args!("{} is for storage only", module.show(ty.id)),
            );
        }
        match inst.op {
            Op::ConstantTrue | Op::ConstantFalse | Op::SpecConstantTrue | Op::SpecConstantFalse
                if ty.kind != Kind::Bool =>
            {
                cx.violate(
                    Constants::Boolean,
                    &inst,
                    format_args!("its type {} is not OpTypeBool", module.show(ty.id)),
                );
            }
            Op::Constant | Op::SpecConstant => {
                if let Some(&last) = module.operands(&inst).last() {
                    high_bits(cx, &inst, ty, last);
                }
            }
            Op::ConstantComposite | Op::SpecConstantComposite => composite(cx, &inst, ty),
            Op::ConstantCompositeReplicateEXT | Op::SpecConstantCompositeReplicateEXT => replicated(cx, &inst, ty),
            Op::Undef if cx.target.is_vulkan() && is_opaque(ty) => {
                let message = format_args!("its type {} has no values", module.show(ty.id));
                cx.violate(Constants::OpaqueUndef, &inst, message);
            }
            Op::ConstantNull => null(cx, &inst, ty),
            Op::ConstantSampler if ty.kind != Kind::Sampler => cx.violate(
                Constants::Sampler,
                &inst,
                format_args!("its type {} is no OpTypeSampler", module.show(ty.id)),
            ),
            Op::SpecConstantOp => operation(cx, &inst),
            _ => {}
        }
    }
}

/// Whether a type contains 8- or 16-bit numbers, also in cooperative matrices, and the module declares no capability to
/// compute with them.
fn is_narrow(cx: &Checker<'_, '_>, ty: &Type<'_>) -> bool {
    let lacks = |capability| !cx.module.has_capability(capability);
    let has = |number, in_matrices| ty.flags.intersects(number | in_matrices);
    (has(Flags::INT8, Flags::COOPERATIVE_INT8) && lacks(Capability::Int8) && lacks(Capability::CooperativeVectorNV))
        || (has(Flags::INT16, Flags::COOPERATIVE_INT16) && lacks(Capability::Int16))
        || (has(Flags::FLOAT16, Flags::COOPERATIVE_FLOAT16)
            && !ty.flags.contains(Flags::ENCODED_FLOAT)
            && lacks(Capability::Float16))
}

/// Checks a composite with one constituent for all of its elements.
fn replicated(cx: &mut Checker<'_, '_>, inst: &Inst, ty: &Type<'_>) {
    let module = cx.module;
    let expected = match ty.kind {
        Kind::Vector { component } | Kind::CooperativeMatrix { component, .. } => component,
        Kind::Matrix { column } => column,
        Kind::Array { element, .. } => element,
        Kind::Struct { members } => {
            let first = members.first().copied().unwrap_or(0);
            if members.iter().any(|&member| member != first) {
                let message = format_args!("the members of its type {} are not of one type", module.show(ty.id));
                return cx.violate_part(Constants::CompositeType, false, inst, message);
            }
            first
        }
        _ if ty.op == Op::TypeTensorARM => match tensor(module, ty) {
            Some(Tensor { each: Some(each), .. }) => each,
            Some(_) => return,
            None => return shapeless(cx, inst, ty),
        },
        _ => {
            cx.violate(
                Constants::CompositeType,
                inst,
                format_args!("its type {} is no composite", module.show(ty.id)),
            );
            return;
        }
    };
    constituent(cx, inst, module.operand(inst, 0), expected);
}

/// Checks the last word of a number of a type.
pub(super) fn high_bits(cx: &mut Checker<'_, '_>, inst: &Inst, ty: &Type<'_>, last: u32) {
    let used = ty.width() % 32;
    if used == 0 {
        return;
    }
    let signed = matches!(ty.scalar, Scalar::Int { signed: true, .. });
    let high = last >> used;
    let ones = u32::MAX >> used;
    let negative = (last >> (used - 1)) & 1 == 1;
    let expected = if signed && negative { ones } else { 0 };
    if high != expected {
        cx.violate(
            Constants::HighBits,
            inst,
            format_args!("the bits above {used} of {last:#x} are not those of its type"),
        );
    }
}

/// A tensor with a shape.
struct Tensor {
    /// The outermost dimension, if it is known.
    count: Option<u64>,
    /// The element type of a tensor with one dimension. The constituents of others are tensors of one type.
    each: Option<u32>,
}

/// `None` for a tensor without a Shape, which is opaque (SPV_ARM_tensors §2.2.2).
fn tensor(module: &Module<'_>, ty: &Type<'_>) -> Option<Tensor> {
    let inst = module.inst(ty.inst)?;
    let &[element, rank, shape] = module.operands(inst) else {
        return None;
    };
    let first = module.component(shape, 0).and_then(|id| module.constant_u32(id));
    Some(Tensor {
        count: first.map(u64::from),
        each: (module.constant_u32(rank) == Some(1)).then_some(element),
    })
}

fn shapeless(cx: &mut Checker<'_, '_>, inst: &Inst, ty: &Type<'_>) {
    let message = format_args!("its type {} has no Shape", cx.module.show(ty.id));
    cx.violate(Constants::CompositeType, inst, message);
}

fn composite(cx: &mut Checker<'_, '_>, inst: &Inst, ty: &Type<'_>) {
    let module = cx.module;
    let parts = module.operands(inst);
    // The type of each constituent: the same for all, or a list.
    let (expected, each, list): (Option<u64>, u32, &[u32]) = match ty.kind {
        Kind::Vector { component } => (
            Some(u64::from(ty.lanes)).filter(|_| !ty.flags.contains(Flags::SPECIALIZED_VECTOR)),
            component,
            &[],
        ),
        Kind::Matrix { column } => (Some(u64::from(ty.columns)), column, &[]),
        Kind::Array { element, constant, .. } => (constant, element, &[]),
        Kind::Struct { members } => (Some(members.len() as u64), 0, members),
        Kind::CooperativeMatrix { component, .. } => (Some(1), component, &[]),
        _ if ty.op == Op::TypeTensorARM => match tensor(module, ty) {
            Some(Tensor { count, each }) => {
                let first = || parts.first().map_or(0, |&part| module.type_id(part));
                (count, each.unwrap_or_else(first), &[])
            }
            None => return shapeless(cx, inst, ty),
        },
        _ => {
            // spirv-val takes the length of a run-time array from the constituents.
            let in_spirv_val = ty.op != Op::TypeRuntimeArray;
            let message = format_args!("its type {} is no composite", module.show(ty.id));
            return cx.violate_part(Constants::CompositeType, in_spirv_val, inst, message);
        }
    };
    let incomplete = (ty.is_vector() || ty.is_matrix()) && ty.lanes == 0;
    if expected.is_some_and(|expected| expected != parts.len() as u64) && !incomplete {
        cx.violate(
            Constants::Constituents,
            inst,
            format_args!(
                "it has {} constituents, and its type has {} parts",
                parts.len(),
                expected.unwrap_or(0)
            ),
        );
        return;
    }
    for (index, &part) in parts.iter().enumerate() {
        let expected = list.get(index).copied().unwrap_or(each);
        constituent(cx, inst, part, expected);
    }
}

fn constituent(cx: &mut Checker<'_, '_>, inst: &Inst, part: u32, expected: u32) {
    let module = cx.module;
    let Some(def) = module.def(part) else { return };
    let constant = module.constant(part).is_some() || def.opcode == POISON;
    let global = matches!(
        def.op,
        Op::Variable | Op::UntypedVariableKHR | Op::ConstantFunctionPointerINTEL
    ) && module.has_capability(Capability::Addresses);
    if !constant && !global {
        cx.violate(
            Constants::Constituent,
            inst,
            format_args!("{} is no constant", module.show(part)),
        );
    } else if matches!(inst.op, Op::ConstantComposite | Op::ConstantCompositeReplicateEXT)
        && module.constant(part).is_some_and(|part| part.specialized)
    {
        cx.violate(
            Constants::Specialized,
            inst,
            format_args!("constituent {} is a specialization constant", module.show(part)),
        );
    } else if def.result_type != expected {
        cx.violate(
            Constants::Constituent,
            inst,
            format_args!(
                "constituent {} should be of type {}",
                module.show(part),
                module.show(expected)
            ),
        );
    }
}

/// Scalars, pointers, events, queues, reservations, and composites of these have null values, but physical buffer pointers do not
/// (SPV_KHR_physical_storage_buffer).
fn null(cx: &mut Checker<'_, '_>, inst: &Inst, ty: &Type<'_>) {
    let without = Flags::OPAQUE | Flags::VOID | Flags::RUNTIME_ARRAY | Flags::PHYSICAL_POINTER;
    let other = matches!(
        ty.op,
        Op::TypeFunction
            | Op::TypePipe
            | Op::TypePipeStorage
            | Op::TypeNamedBarrier
            | Op::TypeTensorLayoutNV
            | Op::TypeTensorViewNV
            | Op::TypeGraphARM
            | Op::TypeBufferEXT
    );
    if ty.flags.intersects(without) || other {
        cx.violate(
            Constants::Null,
            inst,
            format_args!("its type {} has no null value", cx.module.show(ty.id)),
        );
    }
}

/// Checks `OpConstantDataKHR` and `OpSpecConstantDataKHR`, whose words are the elements one after another.
pub(super) fn data(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(ty) = module.result_type(inst) else { return };
    let mut report = |message: &str| cx.violate(Constants::Data, inst, format_args!("{message}"));
    let Kind::Array { element, constant, .. } = ty.kind else {
        return report("the type is no array");
    };
    let Some(element) = module.ty(element).filter(|ty| ty.is_int()) else {
        return report("the elements are no integers");
    };
    if module.is_decorated(ty.id, spirv::Decoration::ArrayStride) {
        report("the array has a stride");
    }
    let words = module.operands(inst).len() as u64;
    if words == 0 {
        return report("there are no words");
    }
    let expected = constant.and_then(|count| count.checked_mul(u64::from(element.width())));
    if expected.is_some_and(|bits| bits.div_ceil(32) != words) {
        report("there are more or fewer words than the elements have");
    }
}

/// Whether OpSpecConstantOp lists an operation, and whether the module's capabilities and version allow it.
fn listed(cx: &Checker<'_, '_>, inst: &Inst) -> (bool, bool) {
    let kernel = cx.module.has_capability(Capability::Kernel);
    match Op::from_u32(cx.module.operand(inst, 0)) {
        Some(Op::UConvert) => (
            true,
            kernel || cx.at_least(SpirvVersion::V1_4) || cx.module.has_extension("SPV_AMD_gpu_shader_int16"),
        ),
        Some(Op::QuantizeToF16) => (true, cx.is_shader()),
        Some(op) if for_all(op) => (true, true),
        Some(op) if for_kernels(op) => (true, kernel),
        _ => (false, false),
    }
}

/// Whether OpSpecConstantOp lists an operation.
pub(super) fn is_listed(cx: &Checker<'_, '_>, inst: &Inst) -> bool {
    listed(cx, inst).0
}

fn operation(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let number = module.operand(inst, 0);
    let (listed, allowed) = listed(cx, inst);
    let name = u16::try_from(number)
        .ok()
        .and_then(crate::words::grammar::syntax)
        .map_or("an unknown opcode", |syntax| syntax.name);
    if !listed {
        cx.violate(
            Constants::SpecializationOpcode,
            inst,
            format_args!("it cannot compute {name} ({number})"),
        );
    } else if !allowed {
        cx.violate(
            Constants::SpecializationKernel,
            inst,
            format_args!("{name} needs a capability or version that the module lacks"),
        );
    }
    for &id in values(module, inst) {
        let known = module.def(id).is_none() || module.constant(id).is_some();
        if !known && module.op(id) != Some(Op::ConstantFunctionPointerINTEL) {
            let message = format_args!("{} is no constant", module.show(id));
            cx.violate(Constants::SpecializationOperand, inst, message);
        }
    }
}

/// The operands of an operation that must be constants; the base of an access chain may also be a variable.
fn values<'w>(module: &Module<'w>, inst: &Inst) -> &'w [u32] {
    let operands = module.operands(inst).get(1..).unwrap_or(&[]);
    let range = match Op::from_u32(module.operand(inst, 0)) {
        // The further operands are literals.
        Some(Op::CompositeExtract) => 0..1,
        Some(Op::CompositeInsert | Op::VectorShuffle) => 0..2,
        Some(Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV) | None => 0..0,
        Some(Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain) => {
            1..operands.len()
        }
        Some(
            Op::UntypedAccessChainKHR
            | Op::UntypedInBoundsAccessChainKHR
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR,
        ) => 2..operands.len(),
        // The operand may also be a pointer to a variable.
        Some(Op::ConvertPtrToU | Op::PtrCastToGeneric | Op::GenericCastToPtr | Op::Bitcast) => 0..0,
        Some(_) => 0..operands.len(),
    };
    operands.get(range).unwrap_or(&[])
}

/// Whether VUID-StandaloneSpirv-OpUndef-12464 lists a type.
fn is_opaque(ty: &Type<'_>) -> bool {
    matches!(
        ty.op,
        Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage | Op::TypeAccelerationStructureKHR | Op::TypeTensorARM
    )
}

/// `OpPoisonKHR`, which the `spirv` crate lacks and which is allowed wherever `OpUndef` is.
const POISON: u16 = 5158;

fn for_all(op: Op) -> bool {
    matches!(
        op,
        Op::SConvert
            | Op::FConvert
            | Op::SNegate
            | Op::Not
            | Op::IAdd
            | Op::ISub
            | Op::IMul
            | Op::UDiv
            | Op::SDiv
            | Op::UMod
            | Op::SRem
            | Op::SMod
            | Op::ShiftRightLogical
            | Op::ShiftRightArithmetic
            | Op::ShiftLeftLogical
            | Op::BitwiseOr
            | Op::BitwiseXor
            | Op::BitwiseAnd
            | Op::VectorShuffle
            | Op::CompositeExtract
            | Op::CompositeInsert
            | Op::LogicalOr
            | Op::LogicalAnd
            | Op::LogicalNot
            | Op::LogicalEqual
            | Op::LogicalNotEqual
            | Op::Select
            | Op::IEqual
            | Op::INotEqual
            | Op::ULessThan
            | Op::SLessThan
            | Op::UGreaterThan
            | Op::SGreaterThan
            | Op::ULessThanEqual
            | Op::SLessThanEqual
            | Op::UGreaterThanEqual
            | Op::SGreaterThanEqual
            | Op::CooperativeMatrixLengthKHR
            | Op::CooperativeMatrixLengthNV
    )
}

fn for_kernels(op: Op) -> bool {
    matches!(
        op,
        Op::ConvertFToS
            | Op::ConvertSToF
            | Op::ConvertFToU
            | Op::ConvertUToF
            | Op::ConvertPtrToU
            | Op::ConvertUToPtr
            | Op::GenericCastToPtr
            | Op::PtrCastToGeneric
            | Op::Bitcast
            | Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::AccessChain
            | Op::InBoundsAccessChain
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::UntypedAccessChainKHR
            | Op::UntypedInBoundsAccessChainKHR
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR
    )
}
