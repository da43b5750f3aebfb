// An element at a run-time index of a load from memory that nothing writes to is read where it is taken.
struct Light {
    colour: vec3<f32>,
    strength: f32,
    basis: mat3x2<f32>,
}
struct Scene {
    count: u32,
    lights: array<Light, 8>,
    table: array<array<vec4<u32>, 4>, 100>,
}
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage> samples: array<Scene>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let all = scene;
    let lights = all.lights;
    let light = lights[id.x];
    let table = all.table;
    var sum = light.strength + light.basis[id.y].x;
    for (var i = 0u; i < all.count; i++) {
        let sample = samples[i];
        let row = sample.table[id.z];
        sum += lights[i].colour[id.x] + f32(row[i].y + table[i][id.y][id.z]);
    }
    out[id.x] = sum;
    // Written memory is read at once: what is indexed later stays what it was.
    let own = out[0];
    out[0] = own + lights[id.y].basis[1].y;
}

// CHECK: [[LIGHT:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: OpAccessChain %ptr_Uniform_f32 %set0_binding0 {{.*}} [[LIGHT]]
// CHECK-NEXT: OpLoad %f32
// CHECK: [[ROW:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_99
// CHECK: OpAccessChain {{.*}} %set0_binding1 {{.*}} [[ROW]]
