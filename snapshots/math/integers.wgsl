// Functions of integers, among them those that need more than one instruction.

@group(0) @binding(0) var<storage, read_write> s: array<vec3<i32>>;
@group(0) @binding(1) var<storage, read_write> u: array<vec3<u32>>;

@compute @workgroup_size(1)
fn main() {
    s[0] = abs(s[1]) + min(s[2], s[3]) + clamp(s[4], s[5], s[6]) + sign(s[7]);
    s[8].x = dot(s[9], s[10]);
    u[0] = countOneBits(u[1]) + countLeadingZeros(u[2]) + countTrailingZeros(u[3]) + reverseBits(u[4]);
    u[5] = firstLeadingBit(u[6]) + firstTrailingBit(u[7]) + extractBits(u[8], 3u, 5u);
}

// CHECK: SAbs
// CHECK: SMax
// CHECK: SMin
// CHECK: SSign
// CHECK[..vulkan1.2]: OpFunctionCall %i32 [[DOT:]]
// CHECK[vulkan1.3..]: OpSDot %i32
// CHECK: OpBitCount
// CHECK: FindUMsb
// CHECK: FindILsb
// CHECK: OpBitReverse
// CHECK: OpBitFieldUExtract %v3u32 {{.*}} %u32_3 %u32_5
// CHECK[..vulkan1.2]: [[DOT]] = OpFunction
