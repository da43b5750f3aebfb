// Arrays of few elements are converted one by one: to a twin's original, and to and from Workgroup memory.
struct Bone {
    position: mat4x2<f32>,
    @size(16) scale: f32,
}
@group(0) @binding(0) var<uniform> bones: array<Bone, 3>;
@group(0) @binding(1) var<storage, read_write> out: array<Bone, 3>;
var<workgroup> local_bones: array<Bone, 3>;

@compute @workgroup_size(1)
fn main() {
    local_bones = bones;
    workgroupBarrier();
    out = local_bones;
}

// CHECK: OpFunctionCall [[BONES:]] [[CONVERT:]]
// CHECK: [[CONVERT]] = OpFunction [[BONES]]
// CHECK-NOT: OpLoopMerge
// CHECK: OpFunctionCall [[BONE:]] [[SINGLE:]]
// CHECK-COUNT-2: OpFunctionCall [[BONE]] [[SINGLE]]
// CHECK: OpCompositeConstruct [[BONES]]
