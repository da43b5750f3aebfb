// All arms of a selection leave, in a continue construct: its merge block leads to the back edge all the same.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    var i = 0u;
    loop {
        v[0] += i;
        continuing {
            while true { if i > v[1] { break; } else { i++; continue; } }
            loop { switch i { case 3u: { break; } default: { i += 2u; continue; } } break; }
            break if i > 9u;
        }
    }
}

// CHECK: OpLoopMerge {{.*}} [[CONTINUE:]] None
// CHECK: [[CONTINUE]] = OpLabel
// CHECK: OpLoopMerge [[END:]] [[NEXT:]] None
// CHECK: OpSelectionMerge [[MERGE:]] None
// CHECK: OpBranch [[END]]
// CHECK: OpBranch [[NEXT]]
// CHECK-NEXT: [[MERGE]] = OpLabel
// CHECK-NEXT: OpBranch [[NEXT]]
// CHECK-NEXT: [[NEXT]] = OpLabel
// CHECK: OpLoopMerge {{.*}} [[NEXT:]] None
// CHECK: OpSelectionMerge [[MERGE:]] None
// CHECK-NEXT: OpSwitch {{.*}} 3
// CHECK: OpBranch [[MERGE]]
// CHECK: OpBranch [[NEXT]]
// CHECK-NEXT: [[MERGE]] = OpLabel
