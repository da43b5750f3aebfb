// The sky: a triangle that covers the screen, and a cube map that is sampled along the view direction.
struct Sky {
    from_clip: mat4x4<f32>,
    exposure: f32,
    blur: f32,
}

struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) direction: vec3<f32>,
}

@group(0) @binding(0) var<uniform> sky: Sky;
@group(0) @binding(1) var environment: texture_cube<f32>;
@group(0) @binding(2) var environment_sampler: sampler;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Varyings {
    let corner = vec2(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
    // At the far plane, so that everything else is in front of it.
    let clip = vec4(corner, 1.0, 1.0);
    let world = sky.from_clip * clip;
    return Varyings(clip, world.xyz / world.w);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let levels = f32(textureNumLevels(environment) - 1u);
    let color = textureSampleLevel(environment, environment_sampler, normalize(in.direction), sky.blur * levels);
    return vec4(color.rgb * sky.exposure, 1.0);
}

// The number of levels is a query, which is a capability of its own.
// CHECK-DAG: OpCapability ImageQuery
// CHECK-DAG: OpEntryPoint Vertex
// CHECK-DAG: OpTypeImage %f32 Cube 0 0 0 1 Unknown
// CHECK: OpImageQueryLevels %u32
