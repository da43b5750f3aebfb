// Four or two numbers in a word.
@group(0) @binding(0) var<storage, read_write> words: array<u32, 32>;
@group(0) @binding(1) var<storage, read_write> floats: array<vec4<f32>, 8>;
@group(0) @binding(2) var<storage, read_write> signed: array<vec4<i32>, 4>;
@group(0) @binding(3) var<storage, read_write> unsigned: array<vec4<u32>, 4>;

@compute @workgroup_size(1)
fn main() {
    words[0] = pack4x8snorm(floats[0]);
    words[1] = pack4x8unorm(floats[0]);
    words[2] = pack2x16snorm(floats[0].xy);
    words[3] = pack2x16unorm(floats[0].xy);
    words[4] = pack2x16float(floats[0].xy);
    words[5] = pack4xI8(signed[0]);
    words[6] = pack4xI8Clamp(signed[0]);
    words[7] = pack4xU8(unsigned[0]);
    words[8] = pack4xU8Clamp(unsigned[0]);
    floats[1] = unpack4x8snorm(words[9]) + unpack4x8unorm(words[9]);
    floats[2] = vec4<f32>(unpack2x16snorm(words[9]) + unpack2x16unorm(words[9]), unpack2x16float(words[9]));
    signed[1] = unpack4xI8(words[10]);
    unsigned[1] = unpack4xU8(words[10]);
    words[11] = bitcast<u32>(dot4I8Packed(words[12], words[13])) + dot4U8Packed(words[12], words[13]);
    words[14] = dot(unsigned[2], unsigned[3]);
}

// CHECK[..vulkan1.2]: OpFunctionCall %u32
// CHECK: PackHalf2x16
// CHECK: UnpackSnorm4x8
// CHECK: UnpackUnorm4x8
// CHECK: UnpackHalf2x16
// CHECK[vulkan1.3..]: OpSDot %i32 {{.*}} PackedVectorFormat4x8Bit
// CHECK[vulkan1.3..]: OpUDot %u32 {{.*}} PackedVectorFormat4x8Bit
// CHECK[vulkan1.3..]: OpUDot %u32
// CHECK: NClamp
// CHECK-COUNT-3: OpBitFieldInsert %u32
