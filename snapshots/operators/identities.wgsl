// targets: vulkan1.0 vulkan1.3
// Conversions that change nothing or widen, and literals of the other widths.
enable f16;
enable wgpu_int16;
@group(0) @binding(0) var<storage, read_write> doubles: array<f64, 4>;
@group(0) @binding(1) var<storage, read_write> halves: array<f16, 4>;
@group(0) @binding(2) var<storage, read_write> shorts: array<i16, 4>;
@group(0) @binding(3) var<storage, read_write> words: array<u16, 4>;
@group(0) @binding(4) var<storage, read_write> longs: array<i64, 4>;

@compute @workgroup_size(1)
fn main() {
    doubles[0] = 0.1lf + f64(halves[0]);
    shorts[0] = i16(-7) * shorts[1];
    words[0] = u16(65535) / words[1];
    longs[0] = i64(shorts[2]) + i64(words[2]) + bitcast<i64>(doubles[1]);
    let truth = shorts[3] > i16(3);
    if bool(truth) != bool(longs[1]) {
        longs[2] = i64(truth) + bitcast<i64>(longs[3]);
        doubles[2] = bitcast<f64>(bitcast<u64>(bitcast<u64>(doubles[3]))) + f64(truth);
        halves[1] = bitcast<f16>(bitcast<f16>(halves[2])) + f16(truth);
    }
}

// CHECK: OpFAdd %f64 %f64_0.1
// CHECK: OpIMul %i16 %i16_-7
// CHECK: OpUDiv %u16 %u16_65535
// CHECK: OpSConvert %i64
// CHECK: OpLogicalNotEqual %bool
