// Ambient occlusion in screen space: eight samples in a hemisphere that is turned by a noise texture.
// override: RADIUS=0.75
// names
override RADIUS: f32 = 0.5;
override BIAS: f32 = 0.025;

struct Camera {
    projection: mat4x4<f32>,
    inverse_projection: mat4x4<f32>,
    noise_scale: vec2<f32>,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var depths: texture_2d<f32>;
@group(0) @binding(2) var normals: texture_2d<f32>;
@group(0) @binding(3) var noise: texture_2d<f32>;
@group(0) @binding(4) var nearest: sampler;

const KERNEL = array<vec3<f32>, 8>(
    vec3(0.11, 0.02, 0.06), vec3(-0.09, 0.13, 0.1), vec3(0.05, -0.21, 0.14), vec3(-0.26, -0.1, 0.19),
    vec3(0.3, 0.22, 0.24), vec3(-0.12, 0.46, 0.3), vec3(0.52, -0.33, 0.28), vec3(-0.6, -0.41, 0.5),
);

fn view_position(uv: vec2<f32>) -> vec3<f32> {
    let depth = textureSampleLevel(depths, nearest, uv, 0.0).x;
    let p = camera.inverse_projection * vec4(uv * vec2(2.0, -2.0) + vec2(-1.0, 1.0), depth, 1.0);
    return p.xyz / p.w;
}

@fragment
fn main(@location(0) uv: vec2<f32>) -> @location(0) f32 {
    let origin = view_position(uv);
    let n = normalize(textureSampleLevel(normals, nearest, uv, 0.0).xyz * 2.0 - 1.0);
    let turn = textureSampleLevel(noise, nearest, uv * camera.noise_scale, 0.0).xyz * 2.0 - 1.0;
    let tangent = normalize(turn - n * dot(turn, n));
    let frame = mat3x3(tangent, cross(n, tangent), n);
    var kernel_points = KERNEL;
    var hidden = 0.0;
    for (var i = 0u; i < 8u; i++) {
        let at = origin + frame * kernel_points[i] * RADIUS;
        let clip = camera.projection * vec4(at, 1.0);
        let surface = view_position(clip.xy / clip.w * vec2(0.5, -0.5) + 0.5);
        let near = smoothstep(0.0, 1.0, RADIUS / abs(origin.z - surface.z));
        hidden += select(0.0, near, surface.z >= at.z + BIAS);
    }
    return 1.0 - hidden / 8.0;
}

// The override is a constant of the module, the index of the kernel is proved to be in range.
// CHECK: OpConstant %f32 0.75
// CHECK-LABEL: %main = OpFunction
// CHECK-NOT: UMin
