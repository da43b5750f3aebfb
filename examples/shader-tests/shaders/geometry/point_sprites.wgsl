// Sparks as points. WGSL has no size of points, so the device needs one to be written.
// point-size
// clamp-depth
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec3<f32>,
    @location(1) @interpolate(flat) kind: u32,
}

struct Fragment {
    @location(0) color: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

@group(0) @binding(0) var<uniform> view_projection: mat4x4<f32>;

@vertex
fn vertex(@location(0) position: vec3<f32>, @location(1) heat: f32, @location(2) kind: u32) -> Varyings {
    let color = mix(vec3(0.9, 0.2, 0.05), vec3(1.0, 0.9, 0.6), saturate(heat));
    return Varyings(view_projection * vec4(position, 1.0), color, kind);
}

@fragment
fn fragment(in: Varyings) -> Fragment {
    var color = in.color;
    switch in.kind {
        case 0u: { color *= 2.0; }
        case 1u, 2u: { color = color.bgr; }
        default: { discard; }
    }
    // Sparks are drawn slightly in front of the surface that they leave.
    return Fragment(vec4(color, 1.0), in.clip.z - 0.0005);
}

// A size is written, and the depth is clamped to what a target of floats may have.
// CHECK: OpStore %PointSize %f32_1.0
// CHECK-LABEL: %fragment = OpFunction
// CHECK: [[DEPTH:]] = OpExtInst %f32 %GLSL.std.450 FClamp {{.*}} %f32_0.0 %f32_1.0
// CHECK-NEXT: OpStore %FragDepth [[DEPTH]]
