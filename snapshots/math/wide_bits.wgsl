// targets: vulkan1.0 vulkan1.3
// Functions of the bits of 16- and 64-bit integers, and places of bits that are not known.
enable f16;
enable wgpu_int16;
@group(0) @binding(0) var<storage, read_write> longs: array<u64, 4>;
@group(0) @binding(1) var<storage, read_write> shorts: array<vec2<i16>, 4>;
@group(0) @binding(2) var<storage, read_write> words: array<vec4<u32>, 4>;

@compute @workgroup_size(1)
fn main() {
    longs[0] = countOneBits(longs[1]) + reverseBits(longs[2]);
    shorts[0] = reverseBits(shorts[1]) + countOneBits(shorts[2]);
    words[0] = extractBits(words[1], words[2].x, words[2].y);
}

// CHECK: OpFunctionCall %u64 [[COUNT:]]
// CHECK: [[COUNT]] = OpFunction
// CHECK: OpUConvert %u32
// CHECK: OpShiftRightLogical %u64 {{.*}} %u32_32
// CHECK-COUNT-2: OpBitCount %u32
// CHECK-COUNT-2: OpBitReverse %u32
// CHECK: OpBitFieldUExtract %v4u32
