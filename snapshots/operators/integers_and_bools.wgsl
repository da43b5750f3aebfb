// Operators of signed integers and of truth values.
@group(0) @binding(0) var<storage, read_write> signed: array<vec2<i32>, 8>;
@group(0) @binding(1) var<storage, read_write> unsigned: array<vec2<u32>, 8>;
@group(0) @binding(2) var<storage, read_write> floats: array<vec2<f32>, 8>;

@compute @workgroup_size(1)
fn main() {
    let a = signed[0];
    let b = signed[1];
    signed[2] = (-a - b) & (~b | (a ^ b));
    signed[3] = (a << unsigned[0]) + abs(b >> vec2<u32>(3u, 31u));
    let c = floats[0];
    floats[1] = -c % floats[2];
    let truth = a <= b & unsigned[1] <= unsigned[2] | c <= floats[3];
    let also = vec2<bool>(a) == vec2<bool>(c);
    unsigned[3] = vec2<u32>(truth) + vec2<u32>(also != truth);
    if any(a >= b) && all(a == b) || any(a != b) {
        signed[4] = bitcast<vec2<i32>>(c) + vec2<i32>(also);
        floats[4] = bitcast<vec2<f32>>(a) + bitcast<vec2<f32>>(unsigned[4]);
    }
}

// CHECK: OpSNegate %v2i32
// CHECK: OpNot %v2i32
// CHECK: [[AMOUNT:]] = OpBitwiseAnd %v2u32 {{.*}} %v2u32_31
// CHECK: OpShiftLeftLogical %v2i32 {{.*}} [[AMOUNT]]
// CHECK: OpShiftRightArithmetic %v2i32 {{.*}} %v2u32_3,31
// CHECK: OpFRem %v2f32
// CHECK: OpLogicalEqual %v2bool
// CHECK: OpLogicalNotEqual %v2bool
// CHECK: OpAny %bool
