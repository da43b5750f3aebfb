// Checks that the device makes are left to it. Clamped as before: arrays of known length, atomics, levels, layers, and
// textures that the shader stores to.
// rely-on-robust-access
// enable: robustBufferAccess robustBufferAccess2 robustImageAccess
// targets: vulkan1.1 vulkan1.3

struct Row { values: array<u32, 4> }
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> rows: array<Row>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(3) var picture: texture_2d<f32>;
@group(0) @binding(4) var layers: texture_2d_array<f32>;
@group(0) @binding(5) var own: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(6) var other: texture_storage_2d<r32uint, read>;
var<workgroup> shared_values: array<u32, 8>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = data[0] + id.x;
    data[at] = data[at + 1u] + data[7];
    rows[at].values[id.y] = 3u;
    atomicAdd(&counters[at], 1u);
    shared_values[at] = 1u;
    data[1] = u32(textureLoad(picture, id.xy, 0).x + textureLoad(picture, vec2i(id.xy), i32(at)).x);
    data[2] = u32(textureLoad(layers, id.xy, id.z, 0).x);
    data[3] = textureLoad(own, id.xy).x + textureLoad(other, id.xy).x;
}

// CHECK: OpArrayLength
// CHECK-NOT: OpArrayLength
