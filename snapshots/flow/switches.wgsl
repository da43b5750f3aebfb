// Shared cases, a default in the middle, a break, a return, and a switch with a default alone.

@group(0) @binding(0) var<storage, read_write> v: array<i32>;

@compute @workgroup_size(1)
fn main() {
    switch v[0] {
        case 1, 2: { v[1] = 1; }
        default: { if v[2] > 3 { break; } v[3] = 4; }
        case -3: { return; }
    }
    switch v[4] { default: { v[5] = 6; } }
}

// CHECK: OpSelectionMerge [[MERGE:]] None
// CHECK-NEXT: OpSwitch {{.*}} [[DEFAULT:]] 1 [[BOTH:]] 2 [[BOTH]] -3 [[LAST:]]
// CHECK-NEXT: [[BOTH]] = OpLabel
// CHECK: OpBranch [[MERGE]]
// CHECK-NEXT: [[DEFAULT]] = OpLabel
// CHECK: OpBranch [[MERGE]]
// CHECK: [[LAST]] = OpLabel
// CHECK-NEXT: OpReturn
// CHECK-NEXT: [[MERGE]] = OpLabel
// CHECK: OpSwitch {{.*}} [[DEFAULT:]]
// CHECK-NEXT: [[DEFAULT]] = OpLabel
