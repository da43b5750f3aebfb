// targets: vulkan1.0 vulkan1.3
// Functions of 64-bit floats that no instruction has: a helper each and type, which call one another.
@group(0) @binding(0) var<storage, read_write> scalars: array<f64, 4>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec3<f64>, 2>;

@compute @workgroup_size(1)
fn main() {
    scalars[0] = sin(scalars[1]) + cos(scalars[1]) + tan(scalars[2]);
    scalars[1] = pow(scalars[2], scalars[3]) + exp(scalars[0]) + log(scalars[0]);
    scalars[2] = asin(scalars[0]) + acos(scalars[0]) + atan(scalars[1]) + atan2(scalars[0], scalars[1]);
    scalars[3] = sinh(scalars[0]) + cosh(scalars[0]) + tanh(scalars[1])
        + asinh(scalars[0]) + acosh(scalars[0]) + atanh(scalars[1]);
    vectors[0] = exp2(vectors[1]) + log2(vectors[1]);
}

// CHECK-COUNT-2: OpFunctionCall %f64
// CHECK-NOT: %GLSL.std.450 Sin
// CHECK-NOT: %GLSL.std.450 Exp
// CHECK: [[SINE:]] = OpFunction %f64 None %fn_f64_f64
// CHECK: OpExtInst %f64 %GLSL.std.450 RoundEven
// CHECK: OpFMul %f64
// CHECK: OpFunction %f64 None %fn_f64_f64_f64
// CHECK: OpFunction %v3f64 None %fn_v3f64_v3f64
