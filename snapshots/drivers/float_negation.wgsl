// RADV before Mesa 25.3 loses negations: the sign bit of the integer is inverted.
// workaround: float-negation

@group(0) @binding(0) var<storage, read_write> values: array<vec3<f32>, 2>;

@compute @workgroup_size(1)
fn main() {
    values[1] = -values[0];
    values[0].x = -values[0].y;
}

// CHECK: OpBitcast %v3u32
// CHECK-NEXT: OpBitwiseXor %v3u32
// CHECK-NEXT: OpBitcast %v3f32
// CHECK: OpBitcast %u32
// CHECK-NEXT: OpBitwiseXor %u32
// CHECK-NEXT: OpBitcast %f32
// CHECK-NOT: OpFNegate
