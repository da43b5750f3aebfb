@group(0) @binding(0) var<uniform> a: u32;
@group(0) @binding(0) var<uniform> b: u32;
@compute @workgroup_size(1) fn main() { let x = a + b; }
