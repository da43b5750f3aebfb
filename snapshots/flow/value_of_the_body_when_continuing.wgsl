// `next` does not dominate the continue construct: a `continue` can come before it is used there.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    var i = 0u;
    loop {
        let next = i + v[0];
        if next == 3u { continue; }
        v[1] += next;
        continuing { i = next + 1u; break if i > 9u; }
    }
}

// CHECK: OpLoopMerge {{.*}} [[CONTINUE:]] None
// CHECK: [[NEXT:]] = OpIAdd %u32
// CHECK: OpIEqual %bool [[NEXT]] %u32_3
// CHECK: OpBranch [[CONTINUE]]
// CHECK: [[CONTINUE]] = OpLabel
// CHECK-NEXT: OpIAdd %u32 [[NEXT]] %u32_1
