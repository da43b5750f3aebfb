// ANV computes a saturated vector of halves from a uniform buffer wrongly: it is a maximum and a minimum.
// workaround: half-saturate
enable f16;

@group(0) @binding(0) var<uniform> halves: vec4<f16>;
@group(0) @binding(1) var<storage, read_write> out: array<f32, 2>;

@compute @workgroup_size(1)
fn main() {
    out[0] = f32(saturate(halves).y);
    // Other bounds, and other widths, stay a clamp.
    out[1] = clamp(out[0], 0.25, 0.75) + f32(clamp(halves, vec4(-1.0h), vec4(1.0h)).x);
}

// CHECK: OpExtInst %v4f16 {{.*}} FMax
// CHECK-NEXT: OpExtInst %v4f16 {{.*}} FMin
// CHECK: OpExtInst %f32 {{.*}} FClamp
// CHECK: OpExtInst %v4f16 {{.*}} FClamp
