//! Atomic stores, and stores to components.

use super::rewritten;
use super::shapes::{assert_counts, assert_untouched, compute};
use spirula::target::Workaround;

#[test]
fn an_atomic_store_to_workgroup_memory_is_an_exchange() {
    let declarations = "%u2 = OpConstant %uint 2
        %release = OpConstant %uint 0x104
        %shared = OpTypePointer Workgroup %uint
        %shared_int = OpTypePointer Workgroup %int
        %shared_float = OpTypePointer Workgroup %float
        %counter = OpVariable %shared Workgroup
        %signed = OpVariable %shared_int Workgroup
        %real = OpVariable %shared_float Workgroup";
    let body = "OpAtomicStore %counter %u2 %u0 %u5
        OpAtomicStore %counter %u2 %release %u5
        OpAtomicStore %signed %u2 %u0 %i5
        OpAtomicStore %real %u2 %u0 %f1";
    let listing = rewritten(&compute("", declarations, body), Workaround::WorkgroupAtomicStore);
    assert_counts(&listing, &[("OpAtomicStore", 0), ("OpAtomicExchange", 4)]);
}

#[test]
fn other_stores_stay() {
    let text = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpDecorate %block BufferBlock
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        %void = OpTypeVoid
        %uint = OpTypeInt 32 0
        %u0 = OpConstant %uint 0
        %u1 = OpConstant %uint 1
        %block = OpTypeStruct %uint
        %blocks = OpTypePointer Uniform %block
        %uints = OpTypePointer Uniform %uint
        %shared = OpTypePointer Workgroup %uint
        %buffer = OpVariable %blocks Uniform
        %plain = OpVariable %shared Workgroup
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %number = OpAccessChain %uints %buffer %u0
        OpAtomicStore %number %u1 %u0 %u1
        OpStore %plain %u0
        %old = OpAtomicExchange %uint %plain %u1 %u0 %u1
        OpReturn
        OpFunctionEnd";
    assert_untouched(text, Workaround::WorkgroupAtomicStore);
}

const PRIVATE: &str = "%u19 = OpConstant %uint 19
    %spec = OpSpecConstant %uint 3
    %array = OpTypeArray %float4 %u19
    %both = OpTypeStruct %uint %array
    %matrix = OpTypeMatrix %float4 2
    %matrices = OpTypeArray %matrix %u19
    %to_array = OpTypePointer Private %array
    %to_both = OpTypePointer Private %both
    %to_matrices = OpTypePointer Private %matrices
    %to_vector = OpTypePointer Private %float4
    %to_float = OpTypePointer Private %float
    %vectors = OpVariable %to_array Private
    %inside = OpVariable %to_both Private
    %columns = OpVariable %to_matrices Private
    %lone = OpVariable %to_vector Private";

#[test]
fn a_component_in_a_private_array_is_inserted_in_its_vector() {
    let body = "%a = OpAccessChain %to_float %vectors %u5 %u1
        OpStore %a %f1
        %b = OpAccessChain %to_vector %vectors %u5
        %c = OpInBoundsAccessChain %to_float %b %i0
        %copy = OpCopyObject %to_float %c
        OpStore %copy %f2 Volatile|Aligned 4
        %d = OpAccessChain %to_array %inside %u1
        %e = OpAccessChain %to_float %d %spec %u3
        OpStore %e %f1
        %index = OpIAdd %uint %u1 %u1
        %f = OpAccessChain %to_float %inside %u1 %u5 %index
        OpStore %f %f1
        %g = OpAccessChain %to_float %columns %u5 %u1 %spec
        OpStore %g %f1";
    let listing = rewritten(&compute("", PRIVATE, body), Workaround::PrivateComponent);
    assert_counts(
        &listing,
        &[
            ("OpLoad", 5),
            ("OpStore", 5),
            ("OpCompositeInsert", 3),
            ("OpVectorInsertDynamic", 2),
            ("OpAccessChain", 10),
            ("OpInBoundsAccessChain", 1),
            ("Volatile", 2),
            ("Aligned", 0),
        ],
    );
}

#[test]
fn other_places_in_private_memory_stay() {
    let body = "%local = OpVariable %to_local Function
        %index = OpIAdd %uint %u1 %u1
        %a = OpAccessChain %to_float %vectors %index %u1
        OpStore %a %f1
        %b = OpAccessChain %to_vector %vectors %u5
        OpStore %b %f1212
        %c = OpAccessChain %to_float %lone %u1
        OpStore %c %f1
        %d = OpAccessChain %to_float %vectors %u5 %u1
        %e = OpLoad %float %d
        %f = OpAccessChain %to_local_float %local %u5 %u1
        OpStore %f %e";
    let declarations = format!(
        "{PRIVATE}
        %to_local = OpTypePointer Function %array
        %to_local_float = OpTypePointer Function %float"
    );
    assert_untouched(&compute("", &declarations, body), Workaround::PrivateComponent);
}
