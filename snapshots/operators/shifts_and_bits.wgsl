// Shift amounts are taken modulo the width.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    let signed = bitcast<i32>(v[0]) >> v[1];
    v[2] = v[3] << v[4] | ~v[5] & v[6] ^ bitcast<u32>(signed);
    v[7] = v[8] >> 3u;
}

// CHECK: [[AMOUNT:]] = OpBitwiseAnd %u32 {{.*}} %u32_31
// CHECK: OpShiftRightArithmetic %i32 {{.*}} [[AMOUNT]]
// CHECK: [[AMOUNT:]] = OpBitwiseAnd %u32 {{.*}} %u32_31
// CHECK: OpShiftLeftLogical %u32 {{.*}} [[AMOUNT]]
// CHECK: OpShiftRightLogical %u32 {{.*}} %u32_3
