// Functions of the bits of signed integers, and comparisons of both kinds.
@group(0) @binding(0) var<storage, read_write> signed: array<vec2<i32>, 16>;
@group(0) @binding(1) var<storage, read_write> unsigned: array<vec2<u32>, 16>;

@compute @workgroup_size(1)
fn main() {
    let a = signed[0];
    signed[1] = countTrailingZeros(a) + countLeadingZeros(a) + countOneBits(a) + reverseBits(a);
    signed[2] = extractBits(a, 3u, 40u) + insertBits(a, signed[3], 30u, 8u);
    signed[4] = firstTrailingBit(a) + firstLeadingBit(a);
    signed[5] = max(a, signed[6]);
    let b = unsigned[0];
    unsigned[1] = insertBits(b, unsigned[2], unsigned[3].x, unsigned[3].y);
    unsigned[4] = max(min(b, unsigned[5]), abs(unsigned[6])) + clamp(b, vec2<u32>(3u), unsigned[7]);
}

// CHECK: FindILsb
// CHECK: OpBitCount %v2i32
// CHECK: OpBitReverse %v2i32
// CHECK: OpBitFieldSExtract %v2i32 {{.*}} %u32_3 %u32_29
// CHECK: OpBitFieldInsert %v2i32 {{.*}} %u32_30 %u32_2
// CHECK: FindSMsb
// CHECK: SMax
// CHECK: OpFunctionCall %v2u32
// CHECK: UMax
