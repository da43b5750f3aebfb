// Swizzles, components and composites.

@group(0) @binding(0) var<storage, read_write> v: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main() {
    let a = v[0];
    var b = vec4<f32>(a.zyx, 1.0);
    b.y = a.w;
    v[1] = vec4<f32>(b.xx, a.yw) + b.wwww;
}
