// Adreno's driver changes all components of a minimum if one is NaN: each component is computed alone.
// workaround: vector-min-max

@group(0) @binding(0) var<storage, read_write> values: array<vec2<f32>, 3>;

@compute @workgroup_size(1)
fn main() {
    values[2] = min(values[0], values[1]);
    values[1] = clamp(values[0], vec2(0.0), vec2(1.0));
}

// CHECK-COUNT-2: OpExtInst %f32 {{.*}} FMin
// CHECK: OpCompositeConstruct %v2f32
// CHECK-COUNT-2: OpExtInst %f32 {{.*}} FClamp
// CHECK: OpCompositeConstruct %v2f32
// CHECK-NOT: OpExtInst %v2f32
