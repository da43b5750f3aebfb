// `continue` leaves the switch for the loop around it, which no SPIR-V version forbids when the switch is structured
// for it.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 8u; i++) {
        switch v[i] {
            case 0u: { continue; }
            case 1u: { break; }
            default: { v[i] = 2u; }
        }
        v[i] += 1u;
    }
}

// CHECK: OpLoopMerge {{.*}} [[CONTINUE:]] None
// CHECK: OpSelectionMerge [[MERGE:]] None
// CHECK-NEXT: OpSwitch {{.*}} 0 [[FIRST:]] 1 [[SECOND:]]
// CHECK-NEXT: [[FIRST]] = OpLabel
// CHECK-NEXT: OpBranch [[CONTINUE]]
// CHECK-NEXT: [[SECOND]] = OpLabel
// CHECK-NEXT: OpBranch [[MERGE]]
// CHECK: [[MERGE]] = OpLabel
// CHECK: OpBranch [[CONTINUE]]
// CHECK-NEXT: [[CONTINUE]] = OpLabel
