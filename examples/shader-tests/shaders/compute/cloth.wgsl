// One iteration of cloth: each point is pulled to the rest length of its four neighbours. The sizes stay open.
// spec-constants
// names
override COLUMNS: u32 = 64u;
override ROWS: u32 = 64u;
override REST: f32 = 0.1;
override GROUP: u32 = 8u;

struct Point {
    position: vec3<f32>,
    inverse_mass: f32,
}

@group(0) @binding(0) var<storage, read> source: array<Point>;
@group(0) @binding(1) var<storage, read_write> result: array<Point>;

fn pull(from_point: Point, x: u32, y: u32) -> vec3<f32> {
    if x >= COLUMNS || y >= ROWS {
        return vec3(0.0);
    }
    let other = source[y * COLUMNS + x];
    let delta = other.position - from_point.position;
    let distance = max(length(delta), 1e-5);
    let share = from_point.inverse_mass / max(from_point.inverse_mass + other.inverse_mass, 1e-5);
    return delta * (share * (distance - REST) / distance);
}

@compute @workgroup_size(GROUP, GROUP)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if at.x >= COLUMNS || at.y >= ROWS {
        return;
    }
    let i = at.y * COLUMNS + at.x;
    var p = source[i];
    // Below zero these are large, and fail the comparison with the size.
    let across = pull(p, at.x - 1u, at.y) + pull(p, at.x + 1u, at.y);
    let correction = across + pull(p, at.x, at.y - 1u) + pull(p, at.x, at.y + 1u);
    p.position += correction * 0.25;
    result[i] = p;
}

// The host specializes the number of columns by its id.
// CHECK-DAG: OpDecorate %COLUMNS SpecId 0
// CHECK-DAG: OpDecorate %GROUP SpecId 3
// CHECK-DAG[vulkan1.3]: OpExecutionModeId %main LocalSizeId %GROUP %GROUP %u32_1
// CHECK: %COLUMNS = OpSpecConstant %u32 64
// CHECK: OpUGreaterThanEqual %bool {{.*}} %COLUMNS
