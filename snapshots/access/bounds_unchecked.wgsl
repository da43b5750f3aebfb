// Nothing is tested.
// bounds-checks: unchecked

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<uniform> table: array<vec4<u32>, 4>;
var<private> local_table: array<u32, 4>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    values[index] = table[index][index] + local_table[index];
    values[2] = table[3].y;
}

// CHECK-NOT: OpArrayLength
// CHECK-NOT: OpExtInst
// CHECK: [[INDEX:]] = OpLoad %u32 %LocalInvocationIndex
// CHECK: OpAccessChain %ptr_Uniform_u32 %set0_binding1 %u32_0 [[INDEX]] [[INDEX]]
// CHECK: OpAccessChain %ptr_Private_u32 {{.*}} [[INDEX]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[INDEX]]
// CHECK-NOT: OpArrayLength
// CHECK-NOT: OpExtInst
