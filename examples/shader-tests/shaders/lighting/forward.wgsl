// Forward shading of an opaque surface: one sun, and point lights with a smooth falloff.
// names
struct Camera {
    view_projection: mat4x4<f32>,
    position: vec3<f32>,
    light_count: u32,
}

struct PointLight {
    position: vec3<f32>,
    radius: f32,
    color: vec3<f32>,
    intensity: f32,
}

struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> lights: array<PointLight>;
@group(1) @binding(0) var albedo_texture: texture_2d<f32>;
@group(1) @binding(1) var albedo_sampler: sampler;

const SUN = vec3<f32>(0.36, 0.8, 0.48);

@vertex
fn vertex(@location(0) position: vec3<f32>, @location(1) normal: vec3<f32>, @location(2) uv: vec2<f32>) -> Varyings {
    return Varyings(camera.view_projection * vec4(position, 1.0), position, normal, uv);
}

fn falloff(distance: f32, radius: f32) -> f32 {
    let t = saturate(1.0 - pow(distance / radius, 4.0));
    return t * t / (distance * distance + 1.0);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let n = normalize(in.normal);
    let albedo = textureSample(albedo_texture, albedo_sampler, in.uv).rgb;
    var radiance = vec3<f32>(max(dot(n, SUN), 0.0));
    for (var i = 0u; i < camera.light_count; i++) {
        let to_light = lights[i].position - in.world;
        let distance = length(to_light);
        let facing = max(dot(n, to_light / distance), 0.0);
        radiance += lights[i].color * (lights[i].intensity * facing * falloff(distance, lights[i].radius));
    }
    return vec4(albedo * radiance, 1.0);
}

// The lights are only read, and an index past their end is clamped.
// CHECK-DAG: OpDecorate %lights NonWritable
// CHECK-DAG: OpDecorate %lights Binding 1
// CHECK: OpArrayLength %u32 %lights
// CHECK: OpExtInst %u32 {{.*}} UMin
