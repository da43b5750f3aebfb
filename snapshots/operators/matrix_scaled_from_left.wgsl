// A matrix is scaled from either side.
@group(0) @binding(0) var<storage, read_write> matrix: mat3x2<f32>;
@group(0) @binding(1) var<storage, read_write> scale: f32;

@compute @workgroup_size(1)
fn main() {
    matrix = scale * matrix + matrix * 2.0;
}

// CHECK-COUNT-2: OpMatrixTimesScalar %mat3v2f32
// CHECK: OpFunctionCall %mat3v2f32
