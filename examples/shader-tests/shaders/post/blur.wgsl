// A gaussian blur of rows: each workgroup reads 128 texels and 8 on either side once. Every element is written
// before it is read, so the memory need not be cleared.
// zero-workgroup-memory: false
// names
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var result: texture_storage_2d<rgba8unorm, write>;

const REACH = 8;
const WIDTH = 128;

var<workgroup> row: array<vec4<f32>, 144>;

fn weight(distance: i32) -> f32 {
    let x = f32(distance) / 4.0;
    return exp(-0.5 * x * x);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let size = vec2<i32>(textureDimensions(source));
    let first = i32(group.x) * WIDTH - REACH;
    let y = i32(group.y);
    for (var i = local.x; i < 144u; i += 128u) {
        let x = clamp(first + i32(i), 0, size.x - 1);
        row[i] = textureLoad(source, vec2(x, y), 0);
    }
    workgroupBarrier();
    var sum = vec4(0.0);
    var total = 0.0;
    for (var d = -REACH; d <= REACH; d++) {
        let w = weight(d);
        sum += row[i32(local.x) + REACH + d] * w;
        total += w;
    }
    let at = vec2(first + REACH + i32(local.x), y);
    if at.x < size.x {
        textureStore(result, at, sum / total);
    }
}

// Nothing clears the row before it is written, which would need a barrier of its own.
// CHECK-COUNT-1: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpImageWrite
