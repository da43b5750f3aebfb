// Every shape, type and role, loaded and stored by rows and by columns, from a buffer and from workgroup memory.
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read_write> halves: array<f16>;
@group(0) @binding(1) var<storage, read_write> floats: array<f32>;
var<workgroup> shared_floats: array<f32, 256>;
var<workgroup> shared_halves: array<f16, 256>;

@compute @workgroup_size(64)
fn main() {
    let a = coopLoad<coop_mat8x8<f16, A>>(&halves[0], 8u);
    let b = coopLoadT<coop_mat8x8<f16, B>>(&shared_halves[8], 8u);
    let c = coopLoad<coop_mat8x8<f16, C>>(&halves[64], 8u);
    coopStore(coopMultiplyAdd(a, b, c), &shared_halves[64], 8u);
    let d = coopLoad<coop_mat16x16<f32, A>>(&floats[0], 16u);
    let e = coopLoadT<coop_mat16x16<f32, B>>(&shared_floats[0], 16u);
    let f = coopLoad<coop_mat16x16<f32, C>>(&floats[256], 16u);
    coopStoreT(coopMultiplyAdd(d, e, f), &floats[0], 16u);
}

// CHECK: OpCapability StorageBuffer16BitAccess
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_1 %u32_8
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_0 %u32_8
// CHECK: OpCooperativeMatrixMulAddKHR
// CHECK: OpCooperativeMatrixStoreKHR {{.*}} %u32_1 %u32_8
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_1 %u32_16
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_0 %u32_16
// CHECK: OpCooperativeMatrixMulAddKHR
// CHECK: OpCooperativeMatrixStoreKHR {{.*}} %u32_0 %u32_16
