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

// CHECK: OpDecorate [[BLOCK:]] Block
// CHECK-NOT: OpMemberDecorate
// CHECK: OpMemberDecorate [[BLOCK]] 0 Offset 0
// CHECK-NEXT: OpMemberDecorate [[BLOCK]] 1 Offset 12
// CHECK-NEXT: OpMemberDecorate [[BLOCK]] 2 ColMajor
// CHECK-NEXT: OpMemberDecorate [[BLOCK]] 2 MatrixStride 16
// CHECK-NEXT: OpMemberDecorate [[BLOCK]] 2 Offset 16
// CHECK-NOT: OpMemberDecorate
// CHECK-DAG: [[BLOCK]] = OpTypeStruct %v3f32 %f32 %mat4v4f32
// CHECK-DAG: [[PLAIN:]] = OpTypeStruct %v3f32 %f32 %mat4v4f32
// CHECK-DAG: OpTypePointer Workgroup [[PLAIN]]
// CHECK-DAG: %set0_binding0 = OpVariable %ptr_Uniform_{{.*}} Uniform
// CHECK-DAG: %set0_binding1 = OpVariable %ptr_StorageBuffer_{{.*}} StorageBuffer
