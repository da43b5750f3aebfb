// Interpolated inputs, built-ins, several outputs and depth.

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

// CHECK: OpExecutionMode %main DepthReplacing
// CHECK: OpDecorate %Input_location1 Flat
// CHECK: OpDecorate %Input_location2 Centroid
// CHECK-NEXT: OpDecorate %Input_location2 Location 2
// CHECK-NEXT: OpDecorate %Input_location2 NoPerspective
// CHECK: OpStore %Output_location0
// CHECK: OpStore %Output_location1
// CHECK: OpStore %FragDepth
