// The same stage with `point-size` on.
// point-size

struct Output {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) @interpolate(flat) id: u32,
    @location(2) @interpolate(linear) uv: vec2<f32>,
}

@vertex
fn main(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) color: vec4<f32>,
) -> Output {
    return Output(vec4<f32>(position, 1.0), color, vertex + instance, position.xy);
}

// CHECK: OpDecorate %PointSize BuiltIn PointSize
// CHECK: OpStore %PointSize %f32_1.0
