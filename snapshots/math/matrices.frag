#version 450
// Products and inverses of matrices that WGSL does not have.
layout(location = 0) in vec3 a;
layout(location = 1) in vec2 b;
layout(location = 0) out vec4 color;

void main() {
    mat3 product = outerProduct(a, b.xyx);
    mat2 two = inverse(mat2(b, b.yx));
    mat3 three = inverse(mat3(a, a.yzx, product[1]));
    mat4 four = inverse(mat4(vec4(a, 1.0), vec4(b, b), vec4(a.zyx, 2.0), vec4(1.0)));
    color = four[1] + vec4(two[0], three[2].xy) + (isnan(a.x) ? vec4(1.0) : vec4(0.0));
}

// CHECK: OpOuterProduct %mat3v3f32
// CHECK: OpExtInst %mat2v2f32 %GLSL.std.450 MatrixInverse
// CHECK: OpExtInst %mat3v3f32 %GLSL.std.450 MatrixInverse
// CHECK: OpExtInst %mat4v4f32 %GLSL.std.450 MatrixInverse
// CHECK: [[TEST:]] = OpFunctionCall %bool [[NAN:]]
// CHECK: [[NAN]] = OpFunction
// CHECK: OpBitwiseAnd %u32 {{.*}} %u32_2147483647
// CHECK: OpUGreaterThan %bool {{.*}} %u32_2139095040
