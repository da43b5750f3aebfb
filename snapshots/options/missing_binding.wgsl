// A binding that the map lacks is an error when none may be made up.
// require-bindings
// bind: 0,0 -> 0,0

@group(0) @binding(0) var<uniform> a: vec4<f32>;
@group(0) @binding(1) var<storage, read_write> b: vec4<f32>;

@compute @workgroup_size(1)
fn main() {
    b = a;
}
