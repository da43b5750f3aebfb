// Adreno's driver loses components of an array of vectors: the whole vector is loaded, changed and stored.
// workaround: private-component

var<private> vectors: array<vec4<f32>, 20>;
@group(0) @binding(0) var<uniform> value: vec4<f32>;

@vertex
fn main() -> @builtin(position) vec4<f32> {
    vectors[3].x = value.y;
    vectors[3].y = value.x;
    return vectors[3];
}

// CHECK: OpLoad %v4f32
// CHECK: OpCompositeInsert %v4f32
// CHECK: OpCompositeInsert %v4f32
