// One pass of a radix sort by four bits: counts the digits of a block, then scatters by offsets of an earlier pass.
// names
struct Pass {
    shift: u32,
    count: u32,
    blocks: u32,
}

@group(0) @binding(0) var<uniform> radix: Pass;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> sorted: array<u32>;

var<workgroup> local_counts: array<atomic<u32>, 16>;
var<workgroup> digits: array<u32, 256>;

fn digit_of(key: u32) -> u32 {
    return extractBits(key, radix.shift, 4u);
}

@compute @workgroup_size(256)
fn count(@builtin(workgroup_id) block: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let i = block.x * 256u + local;
    if i < radix.count {
        atomicAdd(&local_counts[digit_of(keys[i])], 1u);
    }
    workgroupBarrier();
    if local < 16u {
        counts[local * radix.blocks + block.x] = atomicLoad(&local_counts[local]);
    }
}

@compute @workgroup_size(256)
fn scatter(@builtin(workgroup_id) block: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let i = block.x * 256u + local;
    let live = i < radix.count;
    var digit = 16u;
    var key = 0u;
    if live {
        key = keys[i];
        digit = digit_of(key);
    }
    digits[local] = digit;
    workgroupBarrier();
    // The rank among equal digits of the block keeps the sort stable.
    var rank = 0u;
    for (var j = 0u; j < local; j++) {
        rank += select(0u, 1u, digits[j] == digit);
    }
    if live {
        sorted[counts[digit * radix.blocks + block.x] + rank] = key;
    }
}

// The digit is one instruction, and the scattering pass has no atomics.
// CHECK-LABEL: %count = OpFunction
// CHECK: OpBitFieldUExtract %u32
// CHECK-LABEL: %scatter = OpFunction
// CHECK-NOT: OpAtomic
