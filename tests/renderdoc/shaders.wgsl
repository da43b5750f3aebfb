struct Part {
    weight: f32,
    counts: array<i32, 2>,
}

struct Scene {
    turn: mat2x2<f32>,
    scale: vec4<f32>,
    part: Part2,
}

struct Part2 {
    bias: f32,
    steps: u32,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read_write> results: array<f32>;

const HALF: f32 = 0.5;

fn blend(a: f32, b: f32) -> f32 {
    let middle = (a + b) * HALF;
    return middle + scene.part.bias;
}

fn weigh(value: f32, index: i32) -> f32 {
    let low = value - 1.0;
    var best = low;
    if index > 0 {
        let high = blend(low, value);
        best = high;
    }
    return best;
}

fn bump(total: ptr<function, f32>, by: f32) {
    *total += by;
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var part = Part(2.0, array(3, 4));
    let corner = vec2(1.0, 2.0) * scene.scale.x;
    let turned = scene.turn * corner;
    var sum = 0.0;
    for (var i = 0; i < 2; i++) {
        let weighed = weigh(f32(part.counts[i]), i);
        bump(&sum, weighed);
    }
    part.weight = sum + turned.y;
    let steps = u32(i32(scene.part.steps) / (i32(id.x) + 1));
    results[0] = part.weight * f32(steps);
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) tint: vec3<f32>,
}

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Varying {
    let x = f32(index & 1u) * 4.0 - 1.0;
    let y = f32(index >> 1u) * 4.0 - 1.0;
    var result: Varying;
    result.position = vec4(x, y, 0.0, 1.0);
    result.tint = vec3(0.25, 0.5, 0.75) * scene.scale.x;
    return result;
}

fn gray(color: vec3<f32>) -> f32 {
    let bright = dot(color, vec3(0.5, 0.25, 0.25));
    return bright;
}

@fragment
fn shade(in: Varying) -> @location(0) vec4<f32> {
    let level = gray(in.tint);
    var color = in.tint;
    color.x = level;
    return vec4(color, 1.0);
}
