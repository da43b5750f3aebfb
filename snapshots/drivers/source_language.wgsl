// The Android emulator refuses the source language WGSL: it is Unknown.
// workarounds: source-language
// debug: on

@compute @workgroup_size(1)
fn main() {}

// CHECK: OpSource Unknown
// CHECK-NOT: OpSource WGSL
