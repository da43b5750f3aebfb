//! The targets that each decoration may have (SPIR-V §3.20, Decoration).

use super::{Applied, Decorations, class_of};
use crate::check::Checker;
use crate::check::memory::innermost;
use crate::check::message;
use crate::check::message::named;
use crate::check::module::{Flags, Inst, Kind, Module, NONE, is_type};
use crate::target::SpirvVersion;
use spirv::{BuiltIn, Decoration, LinkageType, Op, StorageClass};

/// The targets that a decoration may have, where that depends only on the kind of the target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Anything,
    Member,
    Structure,
    Strided,
    SpecConstant,
    Variable,
    MemoryObject,
    Object,
    Result,
    Wrapping,
    Arithmetic,
    ToInteger,
    Linked,
    Pointer,
}

fn fit(decoration: Decoration) -> Fit {
    use Decoration as D;
    match decoration {
        D::RowMajor | D::ColMajor | D::MatrixStride | D::OffsetIdEXT => Fit::Member,
        D::Block | D::BufferBlock | D::GLSLShared | D::GLSLPacked | D::CPacked => Fit::Structure,
        D::ArrayStride | D::ArrayStrideIdEXT => Fit::Strided,
        D::SpecId => Fit::SpecConstant,
        D::Location
        | D::Index
        | D::Binding
        | D::DescriptorSet
        | D::InputAttachmentIndex
        | D::Invariant
        | D::Constant
        | D::CounterBuffer
        | D::UserSemantic
        | D::Offset => Fit::Variable,
        D::NoPerspective
        | D::Flat
        | D::Patch
        | D::Centroid
        | D::Sample
        | D::PerPrimitiveEXT
        | D::PerVertexKHR
        | D::Component
        | D::Stream
        | D::XfbBuffer
        | D::XfbStride
        | D::Restrict
        | D::Aliased
        | D::Volatile
        | D::Coherent
        | D::NonReadable
        | D::NonWritable
        | D::RestrictPointer
        | D::AliasedPointer => Fit::MemoryObject,
        D::Uniform | D::UniformId | D::NonUniform => Fit::Object,
        D::RelaxedPrecision => Fit::Result,
        D::NoSignedWrap | D::NoUnsignedWrap => Fit::Wrapping,
        D::NoContraction => Fit::Arithmetic,
        D::SaturatedConversion => Fit::ToInteger,
        D::LinkageAttributes => Fit::Linked,
        D::Alignment | D::AlignmentId | D::MaxByteOffset | D::MaxByteOffsetId => Fit::Pointer,
        _ => Fit::Anything,
    }
}

/// Whether members may have the decoration: decorations for members, for the variables that contain them, and for their
/// memory. Aliasing decorations are for whole objects, but Restrict is accepted because it is often found on members.
fn may_be_on_member(decoration: Decoration) -> bool {
    use Decoration as D;
    match decoration {
        D::Location | D::Invariant | D::UserSemantic | D::Offset | D::Restrict => true,
        D::FuncParamAttr | D::FPRoundingMode | D::FPFastMathMode => false,
        D::Aliased | D::RestrictPointer | D::AliasedPointer => false,
        _ => matches!(
            fit(decoration),
            Fit::Anything | Fit::Member | Fit::MemoryObject | Fit::Result
        ),
    }
}

pub(super) fn member(cx: &mut Checker<'_, '_>, applied: Applied<'_>, number: u32) {
    let module = cx.module;
    let Applied {
        inst, decoration, def, ..
    } = applied;
    let member = match module.ty(def.result).map(|ty| ty.kind) {
        Some(Kind::Struct { members }) => members.get(number as usize),
        _ => None,
    };
    if member.is_none() {
        cx.violate(
            Decorations::MemberNumber,
            inst,
            format_args!("{} has no member {number}", module.show(def.result)),
        );
    }
    if !may_be_on_member(decoration) {
        cx.violate(
            Decorations::NotMember,
            inst,
            format_args!("{decoration} is on member {number}", decoration = named(decoration)),
        );
    }
    let is_no_matrix = || {
        let ty = member.and_then(|&id| innermost(module, id));
        ty.is_some_and(|ty| !ty.is_matrix())
    };
    if fit(decoration) == Fit::Member && decoration != Decoration::OffsetIdEXT && is_no_matrix() {
        let message = format_args!("{decoration} is on member {number}", decoration = named(decoration));
        cx.violate(Decorations::Matrix, inst, message);
    }
    let heap = [BuiltIn::SamplerHeapEXT as u32, BuiltIn::ResourceHeapEXT as u32].contains(&applied.operand());
    if decoration == Decoration::BuiltIn && heap {
        cx.violate(
            Decorations::BuiltInTarget,
            inst,
            format_args!("member {number} is a descriptor heap"),
        );
    }
}

/// Checks the target of a decoration that is not on a member. Returns whether the decoration may be on it.
pub(super) fn whole(cx: &mut Checker<'_, '_>, applied: Applied<'_>) -> bool {
    let module = cx.module;
    let Applied {
        inst, decoration, def, ..
    } = applied;
    let (rule, fits) = match fit(decoration) {
        Fit::Anything => return special(cx, applied),
        // Matrix decorations on decoration groups, which old compilers wrote, are ignored.
        Fit::Member => (Decorations::MemberOnly, module.operand(inst, 0) != def.result),
        Fit::Structure => (Decorations::Structure, def.op == Op::TypeStruct),
        Fit::Strided => (Decorations::Stride, is_strided(module, def)),
        Fit::SpecConstant => (
            Decorations::SpecId,
            matches!(def.op, Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse)
                || def.opcode == SPEC_CONSTANT_DATA,
        ),
        Fit::Variable => (Decorations::Variable, is_variable(def)),
        Fit::MemoryObject => (Decorations::MemoryObject, is_memory_object(module, def)),
        Fit::Object => (Decorations::Object, is_object(module, def)),
        Fit::Result => (Decorations::Precision, !is_type(def.op) && def.result_type != 0),
        Fit::Wrapping => (Decorations::Instruction, wraps(def.op)),
        Fit::Arithmetic => (Decorations::Instruction, is_arithmetic(def.op)),
        Fit::ToInteger => (Decorations::Instruction, matches!(def.op as u32, 109 | 110 | 113 | 114)),
        Fit::Linked => (
            Decorations::Linkage,
            def.op == Op::Function || (is_variable(def) && def.function == NONE),
        ),
        Fit::Pointer => (
            Decorations::Pointer,
            module.result_type(def).is_some_and(|ty| ty.is_pointer()),
        ),
    };
    if !fits {
        // spirv-val does not look at what LinkageAttributes and some others are on, and of RelaxedPrecision only whether it
        // is on a type.
        let in_spirv_val = match decoration {
            Decoration::RelaxedPrecision => is_type(def.op),
            Decoration::LinkageAttributes
            | Decoration::NoContraction
            | Decoration::NonUniform
            | Decoration::PerVertexKHR
            | Decoration::UserSemantic => false,
            _ => true,
        };
        cx.violate_part(
            rule,
            in_spirv_val,
            inst,
            format_args!(
                "{decoration} is on {}, an {}",
                module.show(def.result),
                message::OpcodeName(def.opcode),
                decoration = named(decoration)
            ),
        );
        return false;
    }
    special(cx, applied)
}

/// Checks decorations whose targets depend on more than the kind of the target.
fn special(cx: &mut Checker<'_, '_>, applied: Applied<'_>) -> bool {
    match applied.decoration {
        Decoration::BuiltIn => built_in(cx, applied),
        Decoration::NonWritable | Decoration::NonReadable => one_way(cx, applied),
        Decoration::LinkageAttributes => linkage(cx, applied),
        Decoration::Block | Decoration::BufferBlock => both_blocks(cx, applied),
        _ => {}
    }
    true
}

/// `OpSpecConstantDataKHR`.
const SPEC_CONSTANT_DATA: u16 = 5148;

fn is_variable(def: &Inst) -> bool {
    matches!(def.op, Op::Variable | Op::UntypedVariableKHR)
}

/// Whether a definition is a variable, a pointer parameter, or an instruction that extensions treat as one (SPIR-V
/// §2.2.1, Instructions, "Memory Object Declaration").
fn is_memory_object(module: &Module<'_>, def: &Inst) -> bool {
    match def.op {
        Op::FunctionParameter => module.result_type(def).is_none_or(|ty| ty.is_pointer()),
        Op::RawAccessChainNV | Op::BufferPointerEXT => true,
        _ => is_variable(def),
    }
}

fn is_object(module: &Module<'_>, def: &Inst) -> bool {
    let void = module.result_type(def).is_some_and(|ty| ty.is_void());
    !is_type(def.op) && def.result_type != 0 && !void && def.op != Op::Function
}

fn is_strided(module: &Module<'_>, def: &Inst) -> bool {
    module.ty(def.result).is_some_and(|ty| {
        ty.is_pointer() || matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. } | Kind::Other)
    })
}

/// The text for NoUnsignedWrap does not list `OpSNegate`, but users of SPV_KHR_no_integer_wrap_decoration apply it
/// there.
fn wraps(op: Op) -> bool {
    matches!(
        op,
        Op::IAdd | Op::ISub | Op::IMul | Op::ShiftLeftLogical | Op::SNegate | Op::ExtInst
    )
}

/// Whether an opcode is arithmetic: one of core SPIR-V, or an extended instruction, which may compute too.
fn is_arithmetic(op: Op) -> bool {
    matches!(op as u32, 126..=152 | 4450..=4455) || matches!(op, Op::ExtInst | Op::FmaKHR)
}

fn both_blocks(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    let module = cx.module;
    let Applied {
        inst, decoration, def, ..
    } = applied;
    if decoration == Decoration::BufferBlock && module.is_decorated(def.result, Decoration::Block) {
        cx.violate(
            Decorations::BothBlocks,
            inst,
            format_args!("{} is decorated Block too", module.show(def.result)),
        );
    }
}

fn built_in(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    let module = cx.module;
    let Applied { inst, def, .. } = applied;
    let constant = module.constant(def.result).is_some();
    let size = applied.operand() == BuiltIn::WorkgroupSize as u32;
    let input = size && is_variable(def) && crate::check::tile_shading::sizes(module);
    let fits = if input {
        true
    } else if size && cx.is_shader() {
        constant
    } else {
        is_variable(def) || (size && constant)
    };
    if !fits {
        cx.violate(
            Decorations::BuiltInTarget,
            inst,
            format_args!("{} is an {}", module.show(def.result), message::OpcodeName(def.opcode)),
        );
    }
}

fn linkage(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    let module = cx.module;
    let Applied { inst, def, .. } = applied;
    let import = applied.operands.last() == Some(&(LinkageType::Import as u32));
    let index = if def.op == Op::Variable { 1 } else { 2 };
    if def.op != Op::Function && import && module.operands(def).len() > index {
        cx.violate(
            Decorations::Linkage,
            inst,
            format_args!("{} is imported and has an initializer", module.show(def.result)),
        );
    }
}

/// Checks what may be decorated NonWritable or NonReadable.
fn one_way(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    let module = cx.module;
    let Applied {
        inst, decoration, def, ..
    } = applied;
    let readable = decoration == Decoration::NonWritable;
    let rule = match readable {
        true => Decorations::NonWritable,
        false => Decorations::NonReadable,
    };
    let pointer = module.result_type(def);
    let class = class_of(module, def).or_else(|| StorageClass::from_u32(pointer?.storage_class()?));
    let (Some(pointer), Some(class)) = (pointer, class) else {
        return;
    };
    if def.op == Op::BufferPointerEXT {
        // NonWritable: "the result of OpBufferPointerEXT with the StorageBuffer storage class"; NonReadable: "the result of
        // OpBufferPointerEXT" (SPV_EXT_descriptor_heap).
        if readable && class != StorageClass::StorageBuffer {
            let message = format_args!(
                "{} is a pointer into {class}",
                module.show(def.result),
                class = named(class)
            );
            cx.violate(rule, inst, message);
        }
        return;
    }
    // An untyped variable may have no data type; then its memory is typed by the instructions that use it.
    let data = if def.op == Op::UntypedVariableKHR {
        module.operand(def, 1)
    } else {
        0
    };
    let Some(ty) = pointer.pointee().or(Some(data)).and_then(|id| innermost(module, id)) else {
        return;
    };
    let fits = match class {
        // Tile attachments are images, too (SPV_QCOM_tile_shading).
        StorageClass::UniformConstant | StorageClass::TileAttachmentQCOM => match ty.kind {
            Kind::Image(image) => image.sampled == 2 && image.dim != spirv::Dim::DimSubpassData as u32,
            Kind::Other => true,
            _ => false,
        },
        StorageClass::StorageBuffer => ty.flags.contains(Flags::BLOCK) || !is_variable(def),
        StorageClass::PhysicalStorageBuffer => true,
        // A Block in Uniform is read-only anyway.
        StorageClass::Uniform => ty.flags.intersects(Flags::BLOCK | Flags::BUFFER_BLOCK),
        StorageClass::Private | StorageClass::Function => readable && cx.at_least(SpirvVersion::V1_4),
        _ => def.op == Op::RawAccessChainNV,
    };
    if !fits {
        // spirv-val takes input attachments for storage images.
        let is_attachment = matches!(ty.kind, Kind::Image(image) if image.dim == spirv::Dim::DimSubpassData as u32);
        cx.violate_part(
            rule,
            !is_attachment,
            inst,
            format_args!(
                "{} is in {class} and holds {}",
                module.show(def.result),
                module.show(ty.id),
                class = named(class)
            ),
        );
    }
}
