// One struct in a uniform and a storage buffer and in Workgroup: decorated only where the storage class has an
// explicit layout, `BufferBlock` below SPIR-V 1.3, `Block` from there.

struct Shared {
    position: vec3<f32>,
    weight: f32,
    turn: mat4x4<f32>,
}

@group(0) @binding(0) var<uniform> read_only: Shared;
@group(0) @binding(1) var<storage, read_write> buffer: Shared;
var<workgroup> tile: Shared;

@compute @workgroup_size(1)
fn main() {
    tile = read_only;
    workgroupBarrier();
    tile.weight += 1.0;
    buffer = tile;
}

// CHECK-NOT[..vulkan1.2]: OpMemberDecorate
// CHECK[..vulkan1.2]: OpTypeStruct %v3f32 %f32 %mat4v4f32
// CHECK: OpDecorate [[BLOCK:]] Block
// CHECK: OpMemberDecorate [[BLOCK]] 1 Offset 12
// CHECK: OpMemberDecorate [[BLOCK]] 2 MatrixStride 16
// CHECK: [[BLOCK]] = OpTypeStruct %v3f32 %f32 %mat4v4f32
// CHECK: %set0_binding0 = OpVariable %ptr_Uniform_{{.*}} Uniform
// CHECK-NOT[vulkan1.3..]: OpMemberDecorate
// CHECK[vulkan1.3..]: OpTypeStruct %v3f32 %f32 %mat4v4f32
// CHECK: %set0_binding1 = OpVariable %ptr_StorageBuffer_{{.*}} StorageBuffer
