#version 450
// float-controls: f32:nan=preserve
// Tests for NaN and infinity are instructions where the mode binds them and look at the bits elsewhere.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { vec4 values; double wide; uvec4 results; };

void main() {
    bvec4 nan = isnan(values);
    results = uvec4(nan.x, nan.y, isinf(values.z), isinf(values.w));
    results.x += uint(isnan(wide)) + uint(isinf(wide));
}

// CHECK: OpExecutionMode %main SignedZeroInfNanPreserve 32
// CHECK: OpIsNan %v4bool
// CHECK: OpIsInf %bool
// CHECK: OpFunctionCall %bool
// CHECK: OpBitwiseAnd %u32 {{.*}} %u32_2147483647
