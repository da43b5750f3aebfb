// The source and the lines that the instructions come from.
// debug-info: 1
// names: false
// targets: vulkan1.0 vulkan1.3

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    let a = v[0] + v[1];
    if a > 2u {
        v[2] = a;
    }
}

// CHECK: [[FILE:]] = OpString "options/debug.wgsl"
// CHECK: OpSource WGSL 0 [[FILE]]
// CHECK: OpLine [[FILE]] 10 13
// CHECK: OpLoad %u32
// CHECK: OpLine [[FILE]] 11 8
// CHECK-NEXT: OpUGreaterThan
