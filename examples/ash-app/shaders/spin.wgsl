// Makes the instances of the triangle, each turned further than the one before.

struct Spin {
    // Radians from one instance to the next.
    angle: f32,
    count: u32,
}
var<immediate> spin: Spin;

struct Instance {
    rotation: mat2x2<f32>,
    tint: vec3<f32>,
}
@group(0) @binding(0) var<storage, read_write> instances: array<Instance>;

override brightness: f32 = 0.5;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < spin.count {
        let angle = spin.angle * f32(id.x + 1u);
        let c = cos(angle);
        let s = sin(angle);
        instances[id.x] = Instance(mat2x2(c, s, -s, c), vec3(1.0, 1.0, brightness));
    }
}
