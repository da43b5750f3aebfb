//! Explicit layouts: offsets and strides of all types in buffers, push constants and similar memory, the storage
//! classes that allow these decorations, and the decorations that blocks and descriptors must have.
//!
//! `shape` computes the sizes of types, `place` checks the layout rules, `variable` the rules for variables. Which
//! instructions a decoration may target is checked in `decorations`. The file implements the explicit layouts of SPIR-V
//! §2.2.2 (Types) and §2.16.2 (Validation Rules for Shader Capabilities) and Vulkan's "Offset and Stride Assignment".

mod place;
mod shape;
mod variable;

use super::Checker;
use super::module::Module;
use super::rule::rules;
use spirv::{Capability, Op, StorageClass};

rules! {
    /// Layouts in memory.
    Layout "layout" {
        Offset "offset" "SPIR-V §2.2.2 Explicit Layout": "every member of an explicitly laid out structure has an Offset"
            (decides "outside Vulkan, blocks and their members");
        ArrayStride "array-stride" "SPIR-V §2.2.2 Explicit Layout":
            "every explicitly laid out array has an ArrayStride, unless it is an array of blocks"
            (decides "outside Vulkan, blocks and their members");
        MatrixLayout "matrix-layout" "SPIR-V §2.2.2 Explicit Layout":
            "every explicitly laid out matrix has a MatrixStride and is RowMajor or ColMajor"
            (decides "outside Vulkan, blocks and their members");
        ZeroStride "zero-stride" "SPIR-V §2.2.2 Explicit Layout": "strides are greater than 0"
            (decides "modules for Vulkan");
        Overlap "overlap" "SPIR-V §2.2.2 Explicit Layout": "members and elements do not overlap"
            (decides "modules for Vulkan");
        UntypedWorkgroup "untyped-workgroup" "SPV_KHR_untyped_pointers §2.16.2":
            "the type with which an untyped pointer into Workgroup is accessed has an explicit layout"
            (decides "offsets of members and strides of arrays, where WorkgroupMemoryExplicitLayoutKHR is not declared") [ours:
            "Workgroup Storage Class must be explicitly laid out when used with untyped pointers"];
        Message "message" "SPV_KHR_abort, OpAbortKHR": "in a shader the type of a message has an explicit layout"
            (decides "offsets of members and strides of arrays") [ours:
            "If the Shader capability is declared, Message Type must have an explicit layout"];
        BlockStride "block-stride" "SPIR-V §2.2.2 Explicit Layout":
            "an array of blocks has no ArrayStride, and neither has a pointer to one";
        Alignment "alignment" "Vulkan, Offset and Stride Assignment": "an Offset is a multiple of its member's alignment";
        StrideAlignment "stride-alignment" "Vulkan, Offset and Stride Assignment":
            "an ArrayStride or MatrixStride is a multiple of the alignment of its array or matrix";
        Straddle "straddle" "Vulkan, Offset and Stride Assignment":
            "a vector does not straddle a boundary of 16 bytes, a larger one begins at one";
        Padding "padding" "Vulkan, Offset and Stride Assignment":
            "no member lies between the end of a structure, array or matrix and the next multiple of its alignment";
        RuntimeArray "runtime-array" vuid "VUID-StandaloneSpirv-OpTypeRuntimeArray-04680" "Vulkan, Standalone SPIR-V":
            "a runtime array is the last member of a block of StorageBuffer or Uniform, or the outermost array of descriptors";
        SpecializedLength "specialized-length" vuid "VUID-StandaloneSpirv-Function-04681" "Vulkan, Standalone SPIR-V":
            "no array with a length that can be specialized is inside a variable that other shader stages or the API share" [ours];
        SpecializedVector "specialized-vector" vuid "VUID-StandaloneSpirv-Function-12294" "Vulkan, Standalone SPIR-V":
            "no vector with a length that can be specialized is inside such a variable" [newer];
        Unwanted "unwanted" vuid "VUID-StandaloneSpirv-None-10684" "Vulkan, Standalone SPIR-V":
            "variables have decorations of layout only where their storage class has an explicit layout";
        Block "block" vuid "VUID-StandaloneSpirv-PushConstant-06675" "Vulkan, Standalone SPIR-V":
            "variables of PushConstant and StorageBuffer are decorated Block";
        UniformBlock "uniform-block" vuid "VUID-StandaloneSpirv-Uniform-06676" "Vulkan, Standalone SPIR-V":
            "variables of Uniform are decorated Block or BufferBlock";
        Descriptor "descriptor" vuid "VUID-StandaloneSpirv-UniformConstant-06677" "Vulkan, Standalone SPIR-V":
            "variables of UniformConstant, Uniform and StorageBuffer have a DescriptorSet and a Binding, or are a heap";
        PushConstantRange "push-constant-range" "Vulkan, Push Constant Interface":
            "the members of a block in PushConstant end within maxPushConstantsSize" [ours:
            "Vulkan, Push Constant Interface: the Offset of a member must not cause the space required for it to extend outside the range [0, maxPushConstantsSize)"];
        UniformRange "uniform-range" "Vulkan, Descriptor Set Interface":
            "the members of a Block in Uniform end within maxUniformBufferRange" [ours:
            "Vulkan, Descriptor Set Interface: the Offset of a member must not cause the space required for it to extend outside the range [0, maxUniformBufferRange)"];
        StorageRange "storage-range" "Vulkan, Descriptor Set Interface":
            "the members of a storage buffer end within maxStorageBufferRange, a runtime array with its first element" [ours:
            "Vulkan, Descriptor Set Interface: the Offset of a member must not cause the space required for it to extend outside the range [0, maxStorageBufferRange)"];
        WorkgroupBlock "workgroup-block" "SPV_KHR_workgroup_memory_explicit_layout":
            "a block in Workgroup takes WorkgroupMemoryExplicitLayoutKHR, and then all variables of an entry point there are \
             blocks, those without a type always" (decides "variables in interfaces, of SPIR-V 1.4 and later");
        WorkgroupAliased "workgroup-aliased" "SPV_KHR_workgroup_memory_explicit_layout":
            "where an entry point has several blocks in Workgroup, all are Aliased";
        Bool "bool" "SPIR-V §3.52.6 OpTypeBool": "there are no Booleans in memory that others see";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    if !cx.is_shader() {
        return;
    }
    let shapes = shape::Shapes::new(cx.module);
    place::run(cx, &shapes);
    place::strides_of_blocks(cx, &shapes);
    variable::run(cx, &shapes);
}

/// Whether memory in a storage class has an explicit layout, either always or if it is a block.
fn is_explicit(module: &Module<'_>, class: u32, block: bool) -> bool {
    match StorageClass::from_u32(class) {
        Some(
            StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::ShaderRecordBufferKHR,
        ) => true,
        Some(StorageClass::Workgroup) => block && module.has_capability(Capability::WorkgroupMemoryExplicitLayoutKHR),
        _ => false,
    }
}

/// For an instruction that gives the type behind an untyped pointer: the storage class and the type's id.
fn interpreted(module: &Module<'_>, inst: &super::module::Inst) -> Option<(u32, u32)> {
    let class = |pointer: u32| module.ty(pointer)?.storage_class();
    let untyped = |pointer: u32| {
        let ty = module.type_of(pointer)?;
        if ty.pointee().is_none() {
            ty.storage_class()
        } else {
            None
        }
    };
    match inst.op {
        Op::BufferPointerEXT => {
            let ty = module.result_type(inst)?;
            Some((ty.storage_class()?, ty.pointee()?))
        }
        Op::UntypedVariableKHR => Some((module.operand(inst, 0), module.operand(inst, 1))),
        Op::UntypedAccessChainKHR
        | Op::UntypedInBoundsAccessChainKHR
        | Op::UntypedPtrAccessChainKHR
        | Op::UntypedInBoundsPtrAccessChainKHR => Some((class(inst.result_type)?, module.operand(inst, 0))),
        Op::UntypedArrayLengthKHR => Some((untyped(module.operand(inst, 1))?, module.operand(inst, 0))),
        Op::Load => Some((untyped(module.operand(inst, 0))?, inst.result_type)),
        Op::Store => Some((
            untyped(module.operand(inst, 0))?,
            module.type_id(module.operand(inst, 1)),
        )),
        _ => None,
    }
}
