//! Strides of cooperative matrices.

use super::rewritten;
use super::shapes::{assert_counts, assert_untouched};
use spirula::target::Workaround;

/// A shader with matrices of 8-, 16- and 32-bit components in a buffer whose elements are of a type.
fn shader(element: &str, size: u32, body: &str) -> String {
    format!(
        "OpCapability Shader
        OpCapability Float16
        OpCapability Int8
        OpCapability Int16
        OpCapability Int64
        OpCapability StorageBuffer8BitAccess
        OpCapability StorageBuffer16BitAccess
        OpCapability VulkanMemoryModel
        OpCapability CooperativeMatrixKHR
        OpExtension \"SPV_KHR_8bit_storage\"
        OpExtension \"SPV_KHR_vulkan_memory_model\"
        OpExtension \"SPV_KHR_cooperative_matrix\"
        OpMemoryModel Logical Vulkan
        OpEntryPoint GLCompute %main \"main\" %buffer
        OpExecutionMode %main LocalSize 1 1 1
        OpName %main \"main\"
        OpDecorate %elements ArrayStride {size}
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        %void = OpTypeVoid
        %proc = OpTypeFunction %void
        %byte = OpTypeInt 8 0
        %ushort = OpTypeInt 16 0
        %short = OpTypeInt 16 1
        %uint = OpTypeInt 32 0
        %int = OpTypeInt 32 1
        %ulong = OpTypeInt 64 0
        %uint2 = OpTypeVector %uint 2
        %uint4 = OpTypeVector %uint 4
        %half = OpTypeFloat 16
        %float = OpTypeFloat 32
        %u0 = OpConstant %uint 0
        %u1 = OpConstant %uint 1
        %u2 = OpConstant %uint 2
        %u3 = OpConstant %uint 3
        %u8 = OpConstant %uint 8
        %u64 = OpConstant %uint 64
        %l64 = OpConstant %ulong 64
        %s64 = OpConstant %short 64
        %spec = OpSpecConstant %uint 64
        %elements = OpTypeRuntimeArray {element}
        %block = OpTypeStruct %elements
        %to_block = OpTypePointer StorageBuffer %block
        %to_element = OpTypePointer StorageBuffer {element}
        %buffer = OpVariable %to_block StorageBuffer
        %bytes = OpTypeCooperativeMatrixKHR %byte %u3 %u8 %u8 %u0
        %halves = OpTypeCooperativeMatrixKHR %half %u3 %u8 %u8 %u0
        %floats = OpTypeCooperativeMatrixKHR %float %u3 %u8 %u8 %u0
        %main = OpFunction %void None %proc
        %entry = OpLabel
        %place = OpAccessChain %to_element %buffer %u0 %u0
        {body}
        OpReturn
        OpFunctionEnd"
    )
}

#[test]
fn strides_count_components() {
    let body = "%a = OpCooperativeMatrixLoadKHR %bytes %place %u0 %u64
        OpCooperativeMatrixStoreKHR %place %a %u1 %u64 NonPrivatePointer
        %b = OpCooperativeMatrixLoadKHR %halves %place %u1 %spec
        OpCooperativeMatrixStoreKHR %place %b %u1 %l64";
    let listing = rewritten(&shader("%uint", 4, body), Workaround::CooperativeStride);
    assert_counts(
        &listing,
        &[
            (" 256\n", 1),
            (" 128\n", 1),
            ("OpIMul", 1),
            ("NonPrivatePointer", 1),
            (
                "OpModuleProcessed \"the strides of cooperative matrices count components\"",
                1,
            ),
        ],
    );
}

#[test]
fn elements_may_be_vectors_and_strides_of_any_width() {
    let body = "%a = OpCooperativeMatrixLoadKHR %halves %place %u0 %s64
        %x = OpIAdd %short %s64 %s64
        %b = OpCooperativeMatrixLoadKHR %floats %place %u0 %x";
    let listing = rewritten(&shader("%uint4", 16, body), Workaround::CooperativeStride);
    // 64 * 16 / 2.
    assert_counts(&listing, &[(" 512\n", 1), ("OpSConvert", 1), ("OpIMul", 1)]);
}

#[test]
fn elements_may_be_smaller_than_components() {
    let body = "%a = OpCooperativeMatrixLoadKHR %floats %place %u0 %u64
        %b = OpCooperativeMatrixLoadKHR %halves %place %u0 %spec";
    let listing = rewritten(&shader("%byte", 1, body), Workaround::CooperativeStride);
    // OpTypeFloat 16, and the constant.
    assert_counts(&listing, &[(" 16\n", 2), ("OpShiftRightLogical", 1), ("OpIMul", 0)]);
}

#[test]
fn strides_that_count_components_already_stay() {
    let body = "%a = OpCooperativeMatrixLoadKHR %floats %place %u0 %u64
        OpCooperativeMatrixStoreKHR %place %a %u1 %spec";
    assert_untouched(&shader("%uint", 4, body), Workaround::CooperativeStride);
}
