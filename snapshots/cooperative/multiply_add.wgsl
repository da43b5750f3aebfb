// Every role, both layouts, a load from workgroup memory, arithmetic, and the memory model that comes with it.
enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(4) var picture: texture_storage_2d<r32uint, read_write>;
var<workgroup> tile: array<f32, 64>;

fn scale(m: coop_mat8x8<f32, C>, by: f32) -> coop_mat8x8<f32, C> {
    return by * m + m * 2.0 - coop_mat8x8<f32, C>();
}

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
    tile[i] = f32(atomicAdd(&count, 1u)) + f32(textureLoad(picture, vec2<u32>(i)).x);
    workgroupBarrier();
    var sum = coopLoad<coop_mat8x8<f32, C>>(&tile[0], 8u);
    for (var k = 0u; k < 4u; k++) {
        let left = coopLoad<coop_mat8x8<f32, A>>(&a[group.x * 64u + k], 32u);
        let right = coopLoadT<coop_mat8x8<f32, B>>(&b[k]);
        sum = coopMultiplyAdd(left, right, sum);
    }
    coopStoreT(scale(sum, 3.0), &c[group.x], 8u);
    textureStore(picture, vec2<u32>(i), vec4<u32>(1u));
}

// CHECK: OpCapability CooperativeMatrixKHR
// CHECK: OpMemoryModel Logical Vulkan
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_1 %u32_8 NonPrivatePointer
// CHECK: OpCooperativeMatrixLoadKHR
// CHECK: OpCooperativeMatrixLoadKHR {{.*}} %u32_0
// CHECK: OpCooperativeMatrixMulAddKHR
// CHECK: OpCooperativeMatrixStoreKHR
// CHECK: OpMatrixTimesScalar
// CHECK: OpFSub
