// Immediates as WGSL lays them out, whole and in part.
struct Draw {
    matrix: mat3x2<f32>,
    offset: vec3<f32>,
    index: u32,
}
var<immediate> draw: Draw;

fn corner(draw: Draw) -> vec2<f32> {
    return draw.matrix * draw.offset;
}

@vertex
fn main(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let all = draw;
    return vec4(corner(draw), all.matrix[vertex]);
}
