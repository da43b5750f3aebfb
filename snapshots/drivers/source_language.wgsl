// The Android emulator refuses the source language WGSL: it is Unknown.
// workaround: source-language
// debug-info: 1
// names: false

@compute @workgroup_size(1)
fn main() {}

// CHECK: OpSource Unknown
// CHECK-NOT: OpSource WGSL
