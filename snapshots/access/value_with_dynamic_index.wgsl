// A value cannot be indexed at run time, so it is put in memory first; a vector can.

@group(0) @binding(0) var<storage, read_write> output: array<f32>;

fn table(scale: f32) -> array<f32, 4> {
    return array<f32, 4>(scale, scale * 2.0, scale * 3.0, scale * 4.0);
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    let values = table(2.0);
    let vector = vec3<f32>(values[0], values[1], values[2]);
    output[0] = values[index] + vector[index];
}

// CHECK: [[MEMORY:]] = OpVariable %ptr_Function_arr_f32_4 Function
// CHECK: [[VALUES:]] = OpFunctionCall %arr_f32_4
// CHECK-NEXT: OpStore [[MEMORY]] [[VALUES]]
// CHECK: [[VECTOR:]] = OpCompositeConstruct %v3f32
// CHECK: OpAccessChain %ptr_Function_f32 [[MEMORY]]
// CHECK: OpVectorExtractDynamic %f32 [[VECTOR]]
