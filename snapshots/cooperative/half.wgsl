// Halves, 16 by 16, and the other shapes.
// bounds-checks: read-zero-skip-write
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> halves: array<f16>;
@group(0) @binding(1) var<storage, read_write> floats: array<f32>;
@group(0) @binding(2) var<uniform> at: u32;

@compute @workgroup_size(64)
fn main() {
    let a = coopLoad<coop_mat16x16<f16, A>>(&halves[at], 16u);
    let b = coopLoadT<coop_mat16x16<f16, B>>(&halves[at + 1u], 16u);
    let c = coopLoad<coop_mat16x16<f16, C>>(&halves[7], 16u);
    var d = coopMultiplyAdd(a, b, c);
    d = d + c;
    var zero: coop_mat16x16<f32, C>;
    coopStore(zero, &floats[at], 16u);
}

// CHECK: OpCapability CooperativeMatrixKHR
// CHECK: [[INSIDE:]] = OpLogicalAnd %bool
// CHECK: OpBranchConditional
// CHECK: [[LOADED:]] = OpCooperativeMatrixLoadKHR {{.*}} %u32_1 %u32_16
// CHECK: OpPhi {{.*}} [[LOADED]]
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_0 %u32_16
// CHECK: OpCooperativeMatrixMulAddKHR
// CHECK: OpFAdd
// CHECK: OpCooperativeMatrixStoreKHR
