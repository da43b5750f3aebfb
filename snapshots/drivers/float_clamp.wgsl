// Intel's driver for Windows computes FClamp wrongly: the clamps are a maximum and a minimum.
// workaround: float-clamp

@group(0) @binding(0) var<storage, read_write> values: array<vec4<f32>, 2>;

@compute @workgroup_size(1)
fn main() {
    let value = values[0];
    values[1] = clamp(value, vec4(-1.0), vec4(2.0)) + vec4(saturate(value.x));
}

// CHECK: FMax
// CHECK-NEXT: FMin
// CHECK: FMax
// CHECK-NEXT: FMin
// CHECK-NOT: FClamp
