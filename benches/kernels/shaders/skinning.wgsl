struct Vertex { position: vec4<f32>, joints: vec4<u32>, weights: vec4<f32> }
@group(0) @binding(0) var<uniform> joints: array<mat4x4<f32>, 64>;
@group(0) @binding(1) var<storage, read> vertices: array<Vertex>;
@group(0) @binding(2) var<storage, read_write> placed: array<vec4<f32>>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&vertices) || id.x >= arrayLength(&placed) { return; }
    let vertex = vertices[id.x];
    var sum = vec4(0.0);
    for (var k = 0u; k < 4u; k++) { sum += vertex.weights[k] * (joints[vertex.joints[k] & 63u] * vertex.position); }
    placed[id.x] = sum;
}
