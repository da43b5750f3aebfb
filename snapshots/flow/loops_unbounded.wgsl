// The same loops without a bound of ours.
// bound-loops: false

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 4u; i++) {
        if v[i] == 2u { continue; }
        v[i] += 1u;
    }
    loop {
        v[5] *= 2u;
        continuing { v[6] += 1u; break if v[6] > 10u; }
    }
    while v[7] != 0u {
        if v[8] == 1u { break; }
        v[7] -= v[8];
    }
}

// CHECK-NOT: %u32_4294967295
// CHECK-COUNT-3: OpLoopMerge
// CHECK-NOT: %u32_4294967295
