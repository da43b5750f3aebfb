// Only the members that are used are read.

struct Item {
    a: vec4<f32>,
    b: array<vec4<f32>, 8>,
    c: mat4x4<f32>,
}

@group(0) @binding(0) var<storage, read> items: array<Item>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) index: u32) {
    let item = items[index];
    output[index] = item.a + item.c[2];
}

// CHECK: [[CHAIN:]] = OpAccessChain %ptr_StorageBuffer_v4f32 %set0_binding0 %u32_0 {{.*}} %u32_0
// CHECK-NEXT: OpLoad %v4f32 [[CHAIN]]
// CHECK: [[CHAIN:]] = OpAccessChain %ptr_StorageBuffer_v4f32 %set0_binding0 %u32_0 {{.*}} %u32_2 %u32_2
// CHECK-NEXT: OpLoad %v4f32 [[CHAIN]]
// CHECK-NOT: OpLoad
