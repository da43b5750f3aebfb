// Arrays of lengths that are no powers of two, in structs that are read as bytes: `tests/app.rs`.

struct Palette {
    colors: array<vec4<f32>, 100>,
    weights: array<mat3x3<f32>, 7>,
    names: array<array<u32, 33>, 3>,
}
@group(0) @binding(0) var<storage, read_write> palette: Palette;

@compute @workgroup_size(1)
fn main() {
    palette.colors[99] = palette.colors[palette.names[2][32]] * palette.weights[6][2].x;
}
