// Places in a triangle, and what its corners have.
enable wgpu_per_vertex;

@fragment
fn main(
    @builtin(barycentric) at: vec3<f32>,
    @location(0) @interpolate(per_vertex) color: array<vec4<f32>, 3>,
    @location(1) @interpolate(per_vertex) number: array<u32, 3>,
) -> @location(0) vec4<f32> {
    return color[0] * at.x + color[1] * at.y + color[2] * at.z + at.x * f32(number[u32(at.x)]);
}
