// An override of every type, left open.
// spec-constants
enable f16;
enable wgpu_int16;
@id(1) override short: i16 = 3;
@id(2) override word: u16 = 4;
override half: f16 = 1.5;
override double: f64 = 0.1;
@group(0) @binding(0) var<storage, read_write> output: array<f64, 4>;

@compute @workgroup_size(1)
fn main() {
    output[0] = f64(short) + f64(word);
    output[1] = f64(half) * double;
}

// CHECK: %spec_1 = OpSpecConstant %i16 3
// CHECK: %spec_2 = OpSpecConstant %u16 4
// CHECK: %spec_3 = OpSpecConstant %f16 1.5
// CHECK: %spec_4 = OpSpecConstant %f64 0.1
