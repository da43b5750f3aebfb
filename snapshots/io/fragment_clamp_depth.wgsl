// Depth that the shader writes is clamped to the range of the viewport.
// clamp-depth

struct Input {
    @builtin(position) position: vec4<f32>,
    @builtin(front_facing) front: bool,
    @location(0) color: vec4<f32>,
    @location(1) @interpolate(flat) id: u32,
    @location(2) @interpolate(linear, centroid) uv: vec2<f32>,
}

struct Output {
    @location(0) color: vec4<f32>,
    @location(1) id: u32,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn main(in: Input) -> Output {
    var out: Output;
    out.color = select(in.color, vec4<f32>(in.uv, 0.0, 1.0), in.front);
    out.id = in.id;
    out.depth = in.position.z * 0.5;
    return out;
}

// CHECK: [[DEPTH:]] = OpExtInst %f32 %GLSL.std.450 FClamp {{.*}} %f32_0.0 %f32_1.0
// CHECK-NEXT: OpStore %FragDepth [[DEPTH]]
