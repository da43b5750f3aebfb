// Classifies the cells of a density field: which corners are inside, and how many vertices a cell will have.
// bounds-checks: buffer=read-zero-skip-write, index=restrict
// names
struct Grid {
    cells: vec3<u32>,
    level: f32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> density: array<f32>;
@group(0) @binding(2) var<storage, read> vertex_counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> cases: array<u32>;
@group(0) @binding(4) var<storage, read_write> total: atomic<u32>;

var<private> CORNERS: array<vec3<u32>, 8> = array<vec3<u32>, 8>(
    vec3(0u, 0u, 0u), vec3(1u, 0u, 0u), vec3(1u, 1u, 0u), vec3(0u, 1u, 0u),
    vec3(0u, 0u, 1u), vec3(1u, 0u, 1u), vec3(1u, 1u, 1u), vec3(0u, 1u, 1u),
);

fn sample_index(at: vec3<u32>) -> u32 {
    let stride = grid.cells + 1u;
    return (at.z * stride.y + at.y) * stride.x + at.x;
}

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) cell: vec3<u32>) {
    if any(cell >= grid.cells) {
        return;
    }
    var mask = 0u;
    for (var corner = 0u; corner < 8u; corner++) {
        let inside = density[sample_index(cell + CORNERS[corner])] > grid.level;
        mask |= select(0u, 1u << corner, inside);
    }
    // All corners on one side: no surface.
    let vertices = select(vertex_counts[mask], 0u, mask == 0u || mask == 255u);
    let i = (cell.z * grid.cells.y + cell.y) * grid.cells.x + cell.x;
    cases[i] = mask | (vertices << 8u);
    if vertices > 0u {
        atomicAdd(&total, vertices);
    }
}

// A density out of range reads as zero: the load is behind a comparison with the length.
// CHECK-DAG: OpDecorate %density NonWritable
// CHECK: [[LENGTH:]] = OpArrayLength %u32 %density 0
// CHECK: [[INSIDE:]] = OpULessThan %bool {{.*}} [[LENGTH]]
// CHECK: OpBranchConditional [[INSIDE]]
