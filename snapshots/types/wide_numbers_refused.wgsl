// Numbers of 64 and 16 bits on a device that has none of them: each is named where it is needed.
// targets: vulkan1.0 vulkan1.3
// strict

enable f16;

@group(0) @binding(0) var<storage, read_write> v: array<f32>;
@group(0) @binding(1) var<storage, read> half: array<vec2<f16>>;

@compute @workgroup_size(1)
fn main() {
    v[0] = f32(f64(v[1]) * f64(v[2]));
    v[3] = f32(i64(v[4]) + i64(v[5]));
    v[6] = f32(half[0].x * half[0].y);
}
