// Angles, directions, and what is rounded to half precision.
@group(0) @binding(0) var<storage, read_write> vectors: array<vec3<f32>, 16>;

@compute @workgroup_size(1)
fn main() {
    let a = vectors[0];
    let b = vectors[1];
    vectors[2] = radians(a) + degrees(b);
    vectors[3] = faceForward(a, b, vectors[4]) + reflect(a, b) + refract(a, b, 1.5);
    vectors[5] = quantizeToF16(a) + ldexp(a, vec3<i32>(1, -200, 130));
}

// CHECK: Radians
// CHECK: Degrees
// CHECK: FaceForward
// CHECK: Reflect
// CHECK: Refract
// CHECK: OpQuantizeToF16 %v3f32
// CHECK: Ldexp {{.*}} %v3i32_1,-200,130
