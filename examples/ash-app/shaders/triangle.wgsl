// Draws a triangle for each instance.

struct Instance {
    rotation: mat2x2<f32>,
    tint: vec3<f32>,
}
@group(0) @binding(0) var<storage> instances: array<Instance>;

struct Scene {
    // Two rows in a uniform buffer: columns 8 bytes apart.
    view: mat3x2<f32>,
    background: vec3<f32>,
}
@group(1) @binding(0) var<uniform> scene: Scene;

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec3<f32>,
}

@vertex
fn vs(
    @location(0) position: vec2<f32>,
    @location(1) color: vec3<f32>,
    @builtin(instance_index) index: u32,
) -> Varying {
    let instance = instances[index];
    let turned = scene.view * vec3(instance.rotation * position, 1.0);
    return Varying(vec4(turned, 0.0, 1.0), color * instance.tint);
}

@fragment
fn fs(in: Varying) -> @location(0) vec4<f32> {
    return vec4(mix(in.color, scene.background, 0.25), 1.0);
}
