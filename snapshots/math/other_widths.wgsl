// targets: vulkan1.0 vulkan1.3
// Fractions and exponents of floats, and matrices, of other widths.
enable f16;
@group(0) @binding(2) var<storage, read_write> halves: array<vec2<f16>, 4>;
@group(0) @binding(3) var<storage, read_write> matrix: mat2x2<f32>;
@group(0) @binding(4) var<storage, read_write> half_matrix: mat2x2<f16>;

@compute @workgroup_size(1)
fn main() {
    let split = frexp(halves[0]);
    halves[1] = split.fract + vec2<f16>(split.exp);
    half_matrix = mat2x2<f16>(matrix);
    matrix = mat2x2<f32>(half_matrix);
}

// CHECK: OpFunctionCall [[PARTS:]] [[SPLIT:]]
// CHECK: [[SPLIT]] = OpFunction [[PARTS]]
// CHECK: FrexpStruct
// CHECK: OpSConvert %v2i16
// CHECK-COUNT-2: OpFConvert %v2f16
// CHECK-COUNT-2: OpFConvert %v2f32
