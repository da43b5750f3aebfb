// Exclusive prefix sums of blocks of 512, and the total of each block for the next level (Blelloch).
// names
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<u32>;

var<workgroup> tree: array<u32, 512>;

fn fetch(i: u32) -> u32 {
    if i < arrayLength(&values) {
        return values[i];
    }
    return 0u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let base = group.x * 512u;
    tree[2u * local] = fetch(base + 2u * local);
    tree[2u * local + 1u] = fetch(base + 2u * local + 1u);
    var offset = 1u;
    for (var active_count = 256u; active_count > 0u; active_count >>= 1u) {
        workgroupBarrier();
        if local < active_count {
            let left = offset * (2u * local + 1u) - 1u;
            tree[left + offset] += tree[left];
        }
        offset <<= 1u;
    }
    if local == 0u {
        totals[group.x] = tree[511];
        tree[511] = 0u;
    }
    for (var active_count = 1u; active_count <= 256u; active_count <<= 1u) {
        offset >>= 1u;
        workgroupBarrier();
        if local < active_count {
            let left = offset * (2u * local + 1u) - 1u;
            let moved = tree[left];
            tree[left] = tree[left + offset];
            tree[left + offset] += moved;
        }
    }
    workgroupBarrier();
    if base + 2u * local < arrayLength(&values) {
        values[base + 2u * local] = tree[2u * local];
    }
    if base + 2u * local + 1u < arrayLength(&values) {
        values[base + 2u * local + 1u] = tree[2u * local + 1u];
    }
}

// Everything is a shift, an addition or a multiplication.
// CHECK-NOT: {{OpUDiv|OpUMod|OpSDiv|OpSRem}}
