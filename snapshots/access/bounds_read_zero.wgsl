// A read outside gives zero and a write outside does nothing.
// bounds-checks: read-zero-skip-write

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<uniform> table: array<vec4<u32>, 4>;
var<private> local_table: array<u32, 4>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    values[index] = table[index][index] + local_table[index];
    values[2] = table[3].y;
}

// CHECK: [[LENGTH:]] = OpArrayLength %u32 %set0_binding0 0
// CHECK: [[INSIDE:]] = OpLogicalAnd %bool
// CHECK: OpBranchConditional [[INSIDE]]
// CHECK: [[CHAIN:]] = OpAccessChain %ptr_Uniform_u32 %set0_binding1
// CHECK-NEXT: [[READ:]] = OpLoad %u32 [[CHAIN]]
// CHECK: OpPhi %u32 [[READ]] {{.*}} %u32_0 {{.*}}
// CHECK: [[INSIDE:]] = OpULessThan %bool {{.*}} [[LENGTH]]
// CHECK: OpBranchConditional [[INSIDE]] [[WRITE:]] [[AFTER:]]
// CHECK: [[WRITE]] = OpLabel
// CHECK: OpStore
// CHECK-NEXT: OpBranch [[AFTER]]
