// Fills the geometry buffer: albedo and roughness, an octahedral normal, and emission.
// check-prefixes: CHECK OLD=vulkan1.1 NEW=vulkan1.3
struct Material {
    albedo: vec4<f32>,
    emission: vec3<f32>,
    roughness: f32,
    alpha_cutoff: f32,
}

struct Targets {
    @location(0) albedo_roughness: vec4<f32>,
    @location(1) normal: vec2<f32>,
    @location(2) emission: vec4<f32>,
}

@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var albedo_texture: texture_2d<f32>;
@group(1) @binding(2) var linear_sampler: sampler;

fn octahedral(n: vec3<f32>) -> vec2<f32> {
    let p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    let folded = (1.0 - abs(p.yx)) * select(vec2(-1.0), vec2(1.0), p >= vec2(0.0));
    return select(p, folded, n.z < 0.0);
}

@fragment
fn main(@location(0) normal: vec3<f32>, @location(1) uv: vec2<f32>, @builtin(front_facing) front: bool) -> Targets {
    let texel = textureSample(albedo_texture, linear_sampler, uv) * material.albedo;
    if texel.a < material.alpha_cutoff {
        discard;
    }
    let facing = select(-normal, normal, front);
    return Targets(
        vec4(texel.rgb, material.roughness),
        octahedral(normalize(facing)) * 0.5 + 0.5,
        vec4(material.emission, 1.0),
    );
}

// Three targets, and a discard that is a demotion where the target has it.
// CHECK-DAG: OpDecorate {{.*}} Location 2
// CHECK-DAG: OpDecorate %FrontFacing BuiltIn FrontFacing
// OLD: OpKill
// NEW: OpDemoteToHelperInvocation
