// The depth of opaque instances, for the pass before shading and for shadow maps. The maps have y upwards.
// flip-y
// names
struct Instance {
    model: mat4x4<f32>,
    flags: u32,
}

@group(0) @binding(0) var<uniform> view_projection: mat4x4<f32>;
@group(0) @binding(1) var<storage, read> instances: array<Instance>;

const CASTS_SHADOW = 1u;

@vertex
fn main(
    @location(0) position: vec3<f32>,
    @builtin(instance_index) index: u32,
) -> @builtin(position) @invariant vec4<f32> {
    let instance = instances[index];
    var clip = view_projection * (instance.model * vec4(position, 1.0));
    if (instance.flags & CASTS_SHADOW) == 0u {
        // Outside of every clip volume.
        clip = vec4(2.0, 2.0, 2.0, 1.0);
    }
    return clip;
}

// The shading pass compares depths for equality, so the position is invariant. y is negated once.
// CHECK-DAG: OpDecorate [[POSITION:]] Invariant
// CHECK-DAG: OpDecorate [[POSITION]] BuiltIn Position
// CHECK: OpFNegate %f32
// CHECK-NOT: OpFNegate
