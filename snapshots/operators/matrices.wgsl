// Products in all orders; sums, differences and negation go column by column.

@group(0) @binding(0) var<storage, read_write> m: array<mat3x3<f32>>;
@group(0) @binding(1) var<storage, read_write> v: array<vec3<f32>>;

@compute @workgroup_size(1)
fn main() {
    let a = m[0];
    let b = m[1];
    m[2] = a * b + b - a * 2.0;
    v[0] = a * v[1] + v[2] * b;
    m[3] = transpose(a);
    v[3].x = determinant(b);
}

// CHECK: [[PRODUCT:]] = OpMatrixTimesMatrix %mat3v3f32
// CHECK: OpFunctionCall %mat3v3f32 [[SUM:]] [[PRODUCT]]
// CHECK: OpMatrixTimesScalar %mat3v3f32
// CHECK: OpMatrixTimesVector %v3f32
// CHECK: OpVectorTimesMatrix %v3f32
// CHECK: OpTranspose %mat3v3f32
// CHECK: Determinant
// CHECK: [[SUM]] = OpFunction
// CHECK-COUNT-3: OpFAdd %v3f32
// CHECK: OpCompositeConstruct %mat3v3f32
