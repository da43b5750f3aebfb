@compute @workgroup_size(1) fn main() { let d = dpdx(1.0f); }
