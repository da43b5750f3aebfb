// An index that is not known is clamped to the last element, wherever the array is. Two accesses with the same index and
// the same length share the clamp.
// bounds-checks: restrict

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<uniform> table: array<vec4<u32>, 4>;
var<private> local_table: array<u32, 4>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    values[index] = table[index][id.y] + local_table[index];
    values[2] = table[3].y;
}

// CHECK: [[LAST:]] = OpISub %u32 {{.*}} %u32_1
// CHECK: [[ROW:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_3
// CHECK: [[COLUMN:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_3
// CHECK: OpAccessChain %ptr_Uniform_u32 %set0_binding1 %u32_0 [[ROW]] [[COLUMN]]
// CHECK: OpAccessChain %ptr_Private_u32 {{.*}} [[ROW]]
// CHECK: [[AT:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} [[LAST]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[AT]]
// CHECK: OpAccessChain %ptr_Uniform_u32 %set0_binding1 %u32_0 %u32_3 %u32_1
