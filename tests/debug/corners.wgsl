struct Camera {
    view: mat4x4<f32>,
    offset: vec4<f32>,
    scale: f32,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec3<f32>,
    @location(1) at: vec2<f32>,
}

@group(0) @binding(0) var<uniform> camera: Camera;

fn place(corner: vec3<f32>) -> vec4<f32> {
    let scaled = corner * camera.scale;
    let moved = vec4(scaled, 1.0) + camera.offset;
    return camera.view * moved;
}

@vertex
fn main(@location(0) corner: vec3<f32>, @location(1) normal: vec3<f32>, @location(2) at: vec2<f32>) -> Varying {
    var result: Varying;
    let facing = max(dot(normal, vec3(0.0, 1.0, 0.0)), 0.0);
    result.position = place(corner);
    result.color = vec3(facing, facing * 0.5, 1.0 - facing);
    result.at = at * 2.0 - 1.0;
    return result;
}
