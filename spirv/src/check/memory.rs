//! Variables and accesses to memory (SPIR-V §2.16.1, Universal Validation Rules; §2.16.2, Validation Rules for Shader
//! Capabilities; §3.52.8, Memory Instructions; Vulkan, Standalone SPIR-V).
//!
//! `variable` checks variables, `narrow` which memory may contain 8- and 16-bit numbers, `access` loads, stores and
//! copies, `chain` access chains, `heap` descriptors, `pointer` and `trace` the uses of logical pointers. Layouts,
//! interfaces of entry points and decorations are checked by other families.

mod access;
mod chain;
mod heap;
mod matrix;
mod narrow;
mod operands;
mod pointer;
mod trace;
mod variable;

use super::Checker;
use super::module::{Class, Inst, Kind, Module, Type};
use super::rule::rules;
pub(super) use access::written;
pub(super) use narrow::takes_narrow;
pub(super) use operands::count_operands;
use spirv::{Op, StorageClass};

rules! {
    /// Memory.
    Memory "memory" {
        VariableType "variable-type" "SPIR-V §3.52.8 OpVariable": "a variable's type is a pointer, of the same storage class";
        BothBuffers "both-buffers" "SPIR-V §2.16.1":
            "no module has StorageBuffer and blocks of Uniform decorated BufferBlock" (decides "variables") [ours:
            "It is invalid to have a construct that uses the StorageBuffer Storage Class and a construct that uses the Uniform Storage Class with the BufferBlock Decoration in the same SPIR-V module"];
        PhysicalVariable "physical-variable" "SPIR-V §3.52.8 OpVariable":
            "no variable is in PhysicalStorageBuffer or Generic";
        Initializer "initializer" "SPIR-V §3.52.8 OpVariable":
            "an initializer is a constant or a variable of the module, of the type that the variable points to";
        NoInitializer "no-initializer" "SPIR-V §3.7 Storage Class; SPV_KHR_ray_tracing; SPV_EXT_shader_invocation_reorder":
            "variables of Input, of PushConstant and of the storage classes of rays have no initializers";
        TaskPayloadModel "task-payload-model" "SPV_EXT_mesh_shader":
            "TaskPayloadWorkgroupEXT is used in TaskEXT and MeshEXT only";
        HitObjectAttributeModel "hit-object-attribute-model" "SPV_EXT_shader_invocation_reorder §3.7":
            "HitObjectAttributeEXT is used in RayGenerationKHR, ClosestHitKHR and MissKHR" [newer];
        InitializerClass "initializer-class" vuid "VUID-StandaloneSpirv-OpVariable-04651" "Vulkan, Standalone SPIR-V":
            "only variables of Output, Private, Function and Workgroup have initializers";
        WorkgroupInitializer "workgroup-initializer" vuid "VUID-StandaloneSpirv-OpVariable-04734" "Vulkan, Standalone SPIR-V":
            "a variable of Workgroup is initialized with OpConstantNull";
        StorageClass "storage-class" vuid "VUID-StandaloneSpirv-None-04643" "Vulkan, Standalone SPIR-V":
            "storage classes are supported by Vulkan";
        OutputModel "output-model" vuid "VUID-StandaloneSpirv-None-04644" "Vulkan, Standalone SPIR-V":
            "Output is not used in GLCompute and ray tracing";
        WorkgroupModel "workgroup-model" vuid "VUID-StandaloneSpirv-None-04645" "Vulkan, Standalone SPIR-V":
            "Workgroup is used in task, mesh and compute only";
        RayPayloadModel "ray-payload-model" vuid "VUID-StandaloneSpirv-RayPayloadKHR-04698" "Vulkan, Standalone SPIR-V":
            "RayPayloadKHR is used in ray generation, closest-hit and miss only";
        IncomingRayPayloadModel "incoming-ray-payload-model" vuid "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04699"
            "Vulkan, Standalone SPIR-V": "IncomingRayPayloadKHR is used in closest-hit, any-hit and miss only";
        HitAttributeModel "hit-attribute-model" vuid "VUID-StandaloneSpirv-HitAttributeKHR-04701" "Vulkan, Standalone SPIR-V":
            "HitAttributeKHR is used in intersection, any-hit and closest-hit only";
        CallableDataModel "callable-data-model" vuid "VUID-StandaloneSpirv-CallableDataKHR-04704" "Vulkan, Standalone SPIR-V":
            "CallableDataKHR is used in ray generation, closest-hit, miss and callable only";
        IncomingCallableDataModel "incoming-callable-data-model"
            vuid "VUID-StandaloneSpirv-IncomingCallableDataKHR-04705" "Vulkan, Standalone SPIR-V":
            "IncomingCallableDataKHR is used in callable only";
        ShaderRecordBufferModel "shader-record-buffer-model" vuid "VUID-StandaloneSpirv-ShaderRecordBufferKHR-07119"
            "Vulkan, Standalone SPIR-V": "ShaderRecordBufferKHR is used in ray tracing only";
        UniformConstantType "uniform-constant-type" vuid "VUID-StandaloneSpirv-UniformConstant-04655"
            "Vulkan, Standalone SPIR-V":
            "a variable of UniformConstant is an image, sampler, sampled image, acceleration structure or an array of one of these";
        BufferType "buffer-type" vuid "VUID-StandaloneSpirv-Uniform-06807" "Vulkan, Standalone SPIR-V":
            "a variable of Uniform or StorageBuffer is a structure or an array of structures";
        PushConstantType "push-constant-type" vuid "VUID-StandaloneSpirv-PushConstant-06808" "Vulkan, Standalone SPIR-V":
            "a variable of PushConstant is a structure";
        BoolInterface "bool-interface" vuid "VUID-StandaloneSpirv-Input-07290" "Vulkan, Standalone SPIR-V; SPIR-V §3.52.6 OpTypeBool":
            "Booleans in Input and Output are built-ins";
        DataType "data-type" "SPV_KHR_untyped_pointers":
            "an untyped variable names a type, in Function, Private and Workgroup always";
        UntypedData "untyped-data" vuid "VUID-StandaloneSpirv-OpUntypedVariableKHR-11167" "Vulkan, Standalone SPIR-V":
            "an untyped variable that is not in UniformConstant has a data type";
        UntypedClass "untyped-class" vuid "VUID-StandaloneSpirv-OpTypeUntypedPointerKHR-11417" "Vulkan, Standalone SPIR-V":
            "an untyped pointer is to Image, UniformConstant, Workgroup or memory of buffers and push constants";
        UntypedHeap "untyped-heap" vuid "VUID-StandaloneSpirv-OpUntypedVariableKHR-11347" "Vulkan, Standalone SPIR-V":
            "an untyped variable of UniformConstant without a data type is a heap";
        TaskPayloadInitializer "task-payload-initializer" "SPV_EXT_mesh_shader":
            "a variable of TaskPayloadWorkgroupEXT has no initializer";
        PointerVariable "pointer-variable" "SPIR-V §2.16.1":
            "logical pointers are held by variables of Function and Private, stored to these and loaded from them only, and \
             point to StorageBuffer or Workgroup, as the capabilities of variable pointers allow";
        CooperativeVariable "cooperative-variable" "SPV_KHR_cooperative_matrix":
            "cooperative matrices are in variables of Function and Private only";
        SubByteVariable "sub-byte-variable" "SPV_EXT_ocp_microscaling_types":
            "floats of less than 8 bits are in variables of Function and Private only";
        TileImage "tile-image" vuid "VUID-StandaloneSpirv-None-08724" "Vulkan, Standalone SPIR-V":
            "variables of TileImageEXT are images of Dim TileImageDataEXT, or arrays of these images" [newer];
        LongVectorClass "long-vector-class" vuid "VUID-StandaloneSpirv-Type-12297" "Vulkan, Standalone SPIR-V":
            "vectors of more than four components are in memory that is no interface between stages" [newer];
        SmallType "small-type" "SPIR-V §2.16.1":
            "8-bit and 16-bit numbers, where no capability allows them all, are in memory of the kinds that one allows"
            (decides "variables");
        SmallAccess "small-access" "SPIR-V §2.16.1":
            "8-bit and 16-bit numbers, where no capability allows them all, are loaded and stored as scalars, vectors and \
             matrices only, and not copied as parts of other objects";
        SmallUse "small-use" "SPIR-V §2.16.1":
            "8-bit and 16-bit values, where no capability allows them all, are loaded, stored, copied and converted in width \
             only";
        Load "load" "SPIR-V §3.52.8 OpLoad": "a loaded value has the type that the pointer points to";
        Store "store" "SPIR-V §3.52.8 OpStore": "a stored value has the type that the pointer points to, which is not void";
        ReadOnly "read-only" "SPIR-V §3.7": "nothing is stored to Input, UniformConstant, PushConstant and ShaderRecordBufferKHR";
        UniformBlockStore "uniform-block-store" vuid "VUID-StandaloneSpirv-Uniform-06925" "Vulkan, Standalone SPIR-V":
            "nothing is stored to a variable of Uniform that is decorated Block";
        OpaqueStore "opaque-store" vuid "VUID-StandaloneSpirv-OpTypeImage-06924" "Vulkan, Standalone SPIR-V":
            "no image, sampler or acceleration structure is stored";
        HitAttributeStore "hit-attribute-store" vuid "VUID-StandaloneSpirv-HitAttributeKHR-04703" "Vulkan, Standalone SPIR-V":
            "HitAttributeKHR is written in intersection only";
        MeshOutputLoad "mesh-output-load" vuid "VUID-StandaloneSpirv-MeshEXT-07107" "Vulkan, Standalone SPIR-V":
            "MeshEXT does not read its outputs" [newer];
        Sized "sized" "SPIR-V §3.52.8 OpLoad, OpCopyMemory": "loaded and copied objects have a fixed size";
        Masks "masks" "SPIR-V §3.52.8 OpCopyMemory":
            "a copy has two memory operands from SPIR-V 1.4 on, the first without MakePointerVisible, the second without \
             MakePointerAvailable";
        MakeAvailable "make-available" "SPIR-V §3.26 MakePointerAvailable, MakePointerVisible":
            "loads do not have MakePointerAvailable, stores do not have MakePointerVisible";
        NonPrivate "non-private" "SPIR-V §3.26 NonPrivatePointer":
            "MakePointerAvailable and MakePointerVisible require NonPrivatePointer";
        NonPrivateClass "non-private-class" "SPIR-V §2.16.1": "NonPrivatePointer is for memory that invocations share";
        PowerOfTwo "power-of-two" "SPIR-V §3.26 Aligned": "an alignment is a power of two";
        AlignedScalar "aligned-scalar" vuid "VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314" "Vulkan, Standalone SPIR-V":
            "accesses through PhysicalStorageBuffer pointers are aligned to a multiple of the largest scalar in the accessed object" [newer];
        PhysicalModel "physical-model" "SPV_KHR_physical_storage_buffer §2.16.1":
            "pointers into PhysicalStorageBuffer need the addressing model PhysicalStorageBuffer64" [ours:
            "If the addressing model is not PhysicalStorageBuffer64, then the PhysicalStorageBuffer storage class must not be used"];
        CopySize "copy-size" "SPIR-V §3.52.8 OpCopyMemorySized, §2.16.1":
            "the size of a copy is an integer above 0";
        CopyMultiple "copy-multiple" vuid "VUID-RuntimeSpirv-Size-11165" "Vulkan, Runtime SPIR-V; SPIR-V §2.16.1":
            "the size of a copy is a multiple of 4 bytes, unless 8-bit or 16-bit storage is allowed for both storage classes"
            (decides "constant sizes");
        Aligned "aligned" vuid "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04708" "Vulkan, Standalone SPIR-V":
            "accesses through PhysicalStorageBuffer pointers are Aligned";
        CopyTypes "copy-types" "SPIR-V §3.52.8 OpCopyMemory": "source and target of a copy point to the same type";
        ChainBase "chain-base" "SPIR-V §3.52.8 OpAccessChain": "the base of an access chain is a pointer";
        ChainIndex "chain-index" "SPIR-V §3.52.8 OpAccessChain":
            "the indices of an access chain are scalar integers, of members constants that the structure has";
        ChainDepth "chain-depth" "SPIR-V §3.52.8 OpAccessChain": "an access chain indexes composites only";
        ChainType "chain-type" "SPIR-V §3.52.8 OpAccessChain":
            "an access chain's result is a pointer to the selected type, in the storage class of its base";
        ChainBaseType "chain-base-type" "SPV_KHR_untyped_pointers":
            "the base type of an untyped chain is a type, and no pointer";
        ChainBlocks "chain-blocks" "SPV_KHR_untyped_pointers":
            "the base type of an untyped chain is an array of blocks if the base is a variable with such an array" [newer];
        NegativeIndex "negative-index" "SPIR-V §2.16.1":
            "constant indices of OpAccessChain, where the pointer is logical, are not negative" [newer];
        ChainElement "chain-element" "SPIR-V §3.52.8 OpPtrAccessChain":
            "the element of OpPtrAccessChain is a scalar integer, of a block 0" [newer];
        ChainStride "chain-stride" "SPIR-V §3.52.8 OpPtrAccessChain, OpPtrDiff":
            "the base of OpPtrAccessChain, and the operands of OpPtrDiff, in memory with an explicit layout are of a type \
             decorated ArrayStride";
        ElementStride "element-stride" "SPIR-V §3.52.8 OpAccessChain":
            "a pointer type with ArrayStride that points to an element of an array has the stride of the array" [ours:
            "If Result Type is an array-element pointer that is decorated with ArrayStride, its Array Stride must match the Array Stride of the array's type. If the array's type is not decorated with ArrayStride, Result Type also must not be decorated with ArrayStride"];
        PtrChainClass "ptr-chain-class" vuid "VUID-StandaloneSpirv-Base-07650" "Vulkan, Standalone SPIR-V":
            "OpPtrAccessChain is for Workgroup, StorageBuffer and PhysicalStorageBuffer";
        PtrChainWorkgroup "ptr-chain-workgroup" vuid "VUID-StandaloneSpirv-Base-07651" "Vulkan, Standalone SPIR-V":
            "OpPtrAccessChain in Workgroup needs VariablePointers";
        PtrChainStorageBuffer "ptr-chain-storage-buffer" vuid "VUID-StandaloneSpirv-Base-07652" "Vulkan, Standalone SPIR-V":
            "OpPtrAccessChain in StorageBuffer needs VariablePointers or VariablePointersStorageBuffer";
        ArrayLength "array-length" "SPIR-V §3.52.8 OpArrayLength; SPV_KHR_untyped_pointers":
            "OpArrayLength is of a logical pointer to a structure, of an untyped pointer to a block, whose last member, the \
             one that it names, is a runtime array; the length is an unsigned integer of 32 bits"
            (decides "all but whether an untyped pointer is that of a descriptor");
        GenericSemantics "generic-semantics" "SPIR-V §3.52.8 OpGenericPtrMemSemantics":
            "OpGenericPtrMemSemantics is of a pointer into Generic, and an unsigned integer of 32 bits" [ours:
            "OpGenericPtrMemSemantics: Pointer must point to Generic Storage Class. Result Type must be an OpTypeInt with 32-bit Width and 0 Signedness"];
        HeapSampler "heap-sampler" vuid "VUID-StandaloneSpirv-Result-11336" "Vulkan, Standalone SPIR-V":
            "a sampler is loaded from a variable with a binding or from the heap of samplers" [newer];
        HeapImage "heap-image" vuid "VUID-StandaloneSpirv-Result-11337" "Vulkan, Standalone SPIR-V":
            "an image is loaded from a variable with a binding or from the heap of resources" [newer];
        HeapStructure "heap-structure" vuid "VUID-StandaloneSpirv-Result-11339" "Vulkan, Standalone SPIR-V":
            "an acceleration structure is loaded from a local variable, one with a binding or the heap of resources" [newer];
        HeapBuffer "heap-buffer" "SPV_EXT_descriptor_heap":
            "OpBufferPointerEXT takes an untyped pointer into the resource heap and returns a pointer into Uniform or StorageBuffer";
        HeapTexel "heap-texel" "SPV_EXT_descriptor_heap":
            "OpUntypedImageTexelPointerEXT takes an image type, an untyped pointer, coordinates and a sample, and answers an \
             untyped pointer to Image";
        HeapAtomic "heap-atomic" vuid "VUID-StandaloneSpirv-OpUntypedImageTexelPointerEXT-11416"
            "Vulkan, Standalone SPIR-V":
            "the format behind OpUntypedImageTexelPointerEXT is R64i, R64ui, R32f, R32i or R32ui, where an atomic uses it" [newer];
        UniformArrayLength "uniform-array-length" vuid "VUID-StandaloneSpirv-OpArrayLength-11805" "Vulkan, Standalone SPIR-V":
            "OpArrayLength is not of a block in Uniform" [newer];
        LengthWidth "length-width" vuid "VUID-RuntimeSpirv-OpArrayLength-11807" "Vulkan, Runtime SPIR-V":
            "the length of an array has 32 bits, unless indices have 64"
            (decides "modules that do not declare SPV_EXT_shader_64bit_indexing") [ours];
        PhysicalMatrix "physical-matrix" "SPIR-V §2.16.1 Physical Storage Buffer":
            "a physical pointer to a matrix or an array of matrices is an access chain" [ours:
            "Any pointer value whose storage class is PhysicalStorageBuffer and that points to a matrix, an array of matrices, or a row or element of a matrix must be the result of an access chain whose Base is a structure, or of a sequence of those"];
        PhysicalMatrixUse "physical-matrix-use" "SPIR-V §2.16.1 Physical Storage Buffer":
            "a physical pointer to a matrix, or into one, is loaded and stored through, and the base of access chains" [ours:
            "Such a pointer must only be used as the Pointer operand to OpLoad or OpStore"];
        PhysicalRows "physical-rows" vuid "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04709" "Vulkan, Standalone SPIR-V":
            "an access chain into a row-major matrix in PhysicalStorageBuffer is loaded and stored through" [ours];
        UntypedMatrix "untyped-matrix" "SPV_KHR_untyped_pointers §2.16.2":
            "a matrix is loaded and stored through an untyped pointer that is derived from a structure"
            (decides "base types of chains, through at most 255 chains") [ours:
            "Any untyped pointer value that is accessed as a matrix, an array of matrices, or a row of a matrix must be the result of an untyped access chain whose Base Type operand is a structure type"];
        UntypedMatrixUse "untyped-matrix-use" "SPV_KHR_untyped_pointers §2.16.2":
            "an untyped pointer into a matrix is loaded and stored through" [ours:
            "Such a pointer must only be used as the Pointer operand to OpLoad or OpStore"];
        PointerCompare "pointer-compare" "SPIR-V §3.52.8 OpPtrEqual, OpPtrNotEqual, OpPtrDiff":
            "pointers are compared that point into the same storage class and are of the same type, to a Boolean; their \
             difference is an integer";
        PointerCompareClass "pointer-compare-class" "SPIR-V §2.16.1":
            "pointers that are compared point to StorageBuffer or Workgroup, as the capabilities of variable pointers allow";
        PointerUse "pointer-use" "SPIR-V §2.16.1":
            "logical pointers are operands and results of the instructions that may have them, of more with the capabilities \
             of variable pointers" [newer];
        PointerReturn "pointer-return" "SPIR-V §2.16.1":
            "functions return no logical pointers, but those to StorageBuffer and Workgroup, as the capabilities of variable \
             pointers allow" [newer];
        PointerArgument "pointer-argument" "SPIR-V §2.16.1":
            "a logical pointer is given to a function as a variable, a parameter or an element of an array of images or \
             samplers, and into the storage classes for that";
        Lifetime "lifetime" "SPIR-V §3.52.17 OpLifetimeStart, OpLifetimeStop":
            "lifetimes are of objects in Function, and have a size only if the pointer is to void and Addresses is declared"
            [newer];
        VariablePointerObject "variable-pointer-object" "SPIR-V §2.16.1":
            "a variable pointer does not point to a matrix, a part of one, or an array of blocks" [newer];
        SameStructure "same-structure" "SPIR-V §2.16.1":
            "without VariablePointers, a variable pointer is selected from pointers into one structure" [newer];
        VariablePointerLength "variable-pointer-length" "SPIR-V §2.16.1": "OpArrayLength is not of a variable pointer" [newer];
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for class in [Class::Variable, Class::Memory, Class::Foreign] {
        for inst in module.list(class).iter().filter_map(|&at| module.inst(at)) {
            match inst.op {
                Op::Variable | Op::UntypedVariableKHR => variable::check(cx, inst),
                Op::Load => {
                    access::load(cx, inst);
                    heap::load(cx, inst);
                }
                Op::Store => access::store(cx, inst),
                Op::CopyMemory => access::copy(cx, inst),
                Op::CopyMemorySized => access::copy_sized(cx, inst),
                Op::BufferPointerEXT => heap::buffer(cx, inst),
                Op::UntypedImageTexelPointerEXT => heap::texel(cx, inst),
                Op::AccessChain | Op::InBoundsAccessChain => chain::chain(cx, inst, 1),
                _ => {
                    chain::check(cx, inst);
                    operands::extension(cx, inst);
                }
            }
        }
    }
    for ty in &module.types {
        variable::pointer_type(cx, ty);
    }
    variable::addresses(cx);
    variable::both_buffers(cx);
    narrow::uses(cx);
    pointer::run(cx);
    trace::run(cx);
    matrix::run(cx);
}

/// The storage class of a pointer.
fn class_of(module: &Module<'_>, pointer: u32) -> Option<u32> {
    module.type_of(pointer)?.storage_class()
}

/// The instruction that declares the memory object that a pointer points to or into, traced through at most 255 chains.
fn root<'m>(module: &'m Module<'_>, pointer: u32) -> Option<&'m Inst> {
    let mut at = module.def(pointer)?;
    for _ in 0..255 {
        let base = match at.op {
            Op::AccessChain
            | Op::InBoundsAccessChain
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::CopyObject => 0,
            Op::UntypedAccessChainKHR
            | Op::UntypedInBoundsAccessChainKHR
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR => 1,
            _ => return Some(at),
        };
        at = module.def(module.operand(at, base))?;
    }
    None
}

/// The type of a variable's data.
fn data_type<'m, 'w>(module: &'m Module<'w>, variable: &Inst) -> Option<&'m Type<'w>> {
    match variable.op {
        Op::Variable => module.ty(module.result_type(variable)?.pointee()?),
        Op::UntypedVariableKHR => module.ty(module.operand(variable, 1)),
        _ => None,
    }
}

/// The type, without its arrays, of the variable that a pointer points to or into.
pub(super) fn block<'m, 'w>(module: &'m Module<'w>, pointer: u32) -> Option<&'m Type<'w>> {
    let data = root(module, pointer).and_then(|variable| data_type(module, variable))?;
    innermost(module, data.id)
}

/// Whether pointers into a storage class are logical: abstract, without a bit pattern (SPIR-V §2.2.2, Types, "Logical
/// Pointer").
fn is_logical(module: &Module<'_>, class: u32) -> bool {
    let physical = module
        .memory_model
        .is_some_and(|(addressing, _)| addressing == 1 || addressing == 2);
    !physical && class != StorageClass::PhysicalStorageBuffer as u32
}

/// The element type of an array without its dimensions, at most 255 of them, which bounds the work.
pub(super) fn innermost<'m, 'w>(module: &'m Module<'w>, id: u32) -> Option<&'m Type<'w>> {
    innermost_of(module, module.ty(id)?)
}

fn innermost_of<'m, 'w>(module: &'m Module<'w>, mut ty: &'m Type<'w>) -> Option<&'m Type<'w>> {
    for _ in 0..255 {
        let (Kind::Array { element, .. } | Kind::RuntimeArray { element }) = ty.kind else {
            return Some(ty);
        };
        ty = module.ty(element)?;
    }
    None
}
