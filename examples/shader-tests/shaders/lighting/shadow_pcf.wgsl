// The lit part of a pixel, from the cascade of shadow maps that covers it: nine comparisons around the pixel.
// emit: spvasm, requirements
struct Cascades {
    from_world: array<mat4x4<f32>, 4>,
    far: vec4<f32>,
    texel: f32,
    bias: f32,
}

@group(0) @binding(0) var<uniform> cascades: Cascades;
@group(0) @binding(1) var shadow_map: texture_depth_2d_array;
@group(0) @binding(2) var shadow_sampler: sampler_comparison;

fn cascade_of(depth: f32) -> u32 {
    let beyond = step(cascades.far.xyz, vec3(depth));
    return u32(beyond.x + beyond.y + beyond.z);
}

@fragment
fn main(@location(0) world: vec3<f32>, @location(1) depth: f32) -> @location(0) f32 {
    let cascade = cascade_of(depth);
    let projected = cascades.from_world[cascade] * vec4(world, 1.0);
    let uv = projected.xy * vec2(0.5, -0.5) + 0.5;
    var lit = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let at = uv + vec2(f32(x), f32(y)) * cascades.texel;
            lit += textureSampleCompareLevel(shadow_map, shadow_sampler, at, cascade, projected.z - cascades.bias);
        }
    }
    return lit / 9.0;
}

// The loops end by themselves, so none has a counter of its own; level 0 is named, so control flow may differ.
// CHECK-COUNT-2: OpLoopMerge
// CHECK: OpImageSampleDrefExplicitLod %f32 {{.*}} Lod %f32_0.0
// CHECK-NOT: OpImageSampleDrefImplicitLod
