// Nested branches, one of which returns.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    if v[0] < 3u {
        if v[1] == 2u {
            v[2] = 1u;
            return;
        }
        v[3] = 4u;
    } else {
        v[4] = 5u;
    }
    v[5] = 6u;
}

// CHECK: OpSelectionMerge [[OUTER:]] None
// CHECK-NEXT: OpBranchConditional {{.*}} {{.*}} [[ELSE:]]
// CHECK: OpSelectionMerge [[INNER:]] None
// CHECK-NEXT: OpBranchConditional {{.*}} {{.*}} [[INNER]]
// CHECK: OpStore {{.*}} %u32_1
// CHECK-NEXT: OpReturn
// CHECK-NEXT: [[INNER]] = OpLabel
// CHECK: OpBranch [[OUTER]]
// CHECK-NEXT: [[ELSE]] = OpLabel
// CHECK: OpBranch [[OUTER]]
// CHECK-NEXT: [[OUTER]] = OpLabel
