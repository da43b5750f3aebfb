// A mask of samples goes in and out: arrays of one element each.
// targets: vulkan1.0 vulkan1.3

struct Result {
    @builtin(sample_mask) mask: u32,
    @location(0) color: vec4<f32>,
}

@fragment
fn main(@builtin(sample_mask) covered: u32, @builtin(sample_index) sample: u32) -> Result {
    return Result(covered & (1u << sample), vec4<f32>(1.0));
}

// CHECK: OpDecorate %SampleMask BuiltIn SampleMask
// CHECK-NEXT: OpDecorate %SampleMask Flat
// CHECK: %SampleMask = OpVariable %ptr_Input_arr_u32_1 Input
// CHECK: %SampleMask.2 = OpVariable %ptr_Output_arr_u32_1 Output
// CHECK: OpAccessChain %ptr_Input_u32 %SampleMask %u32_0
// CHECK: OpAccessChain %ptr_Output_u32 %SampleMask.2 %u32_0
