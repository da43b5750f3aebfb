// Adreno's driver crashes on matrices that are arguments: they are passed in a variable.
// workaround: matrix-arguments

@group(0) @binding(0) var<uniform> transform: mat4x4<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4<f32>, 2>;

struct Pair { matrix: mat4x4<f32>, vector: vec4<f32> }

fn apply(matrix: mat4x4<f32>, vector: vec4<f32>) -> vec4<f32> {
    return matrix * vector;
}

fn apply_pair(pair: Pair) -> vec4<f32> {
    return apply(pair.matrix, pair.vector);
}

@compute @workgroup_size(1)
fn main() {
    out[0] = apply(transform, out[1]);
    out[1] = apply_pair(Pair(transform, out[0]));
}

// CHECK: OpStore
// CHECK-NEXT: OpFunctionCall
// CHECK: OpFunctionParameter %ptr_Function_mat4v4f32
// CHECK-NOT: OpFunctionParameter %mat4v4f32
