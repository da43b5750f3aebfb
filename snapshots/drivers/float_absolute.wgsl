// RADV before Mesa 25.3 loses absolute values: the sign bit of the integer is cleared.
// workaround: float-absolute

@group(0) @binding(0) var<storage, read_write> values: array<vec2<f32>, 2>;

@compute @workgroup_size(1)
fn main() {
    values[1] = abs(values[0]);
}

// CHECK: OpBitcast %v2u32
// CHECK-NEXT: OpBitwiseAnd %v2u32
// CHECK-NEXT: OpBitcast %v2f32
// CHECK-NOT: FAbs
