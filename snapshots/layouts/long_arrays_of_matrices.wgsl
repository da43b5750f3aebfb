// Long arrays of two-row matrices: alone, in structs, and of arrays.
struct Bone {
    position: mat4x2<f32>,
    @size(16) scale: f32,
}
struct Skeleton {
    bones: array<Bone, 32>,
    rows: array<array<mat2x2<f32>, 3>, 24>,
}
@group(0) @binding(0) var<uniform> skeleton: Skeleton;
@group(0) @binding(1) var<uniform> matrices: array<mat2x2<f32>, 64>;
@group(0) @binding(2) var<storage, read_write> kept: Skeleton;
@group(0) @binding(3) var<storage, read_write> kept_matrices: array<mat2x2<f32>, 64>;

@compute @workgroup_size(1)
fn main() {
    kept = skeleton;
    kept_matrices = matrices;
}

// CHECK: OpFunctionCall {{[^ ]+}} [[CONVERT:]]
// CHECK: [[CONVERT]] = OpFunction
// CHECK: OpVariable {{.*}} Function
// CHECK: [[PLACE:]] = OpPhi %u32 %u32_0
// CHECK: OpLoopMerge
// CHECK: [[NEXT:]] = OpIAdd %u32 [[PLACE]] %u32_1
// CHECK: OpULessThan %bool [[NEXT]] %u32_32
// CHECK: OpCompositeConstruct %mat2v2f32
