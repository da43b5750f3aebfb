// Division and remainder that are defined for every operand: helpers, and none where the divisor is a safe constant.

@group(0) @binding(0) var<storage, read_write> s: array<vec2<i32>>;
@group(0) @binding(1) var<storage, read_write> u: array<u32>;

@compute @workgroup_size(1)
fn main() {
    s[0] = s[1] / s[2] + s[3] % s[4];
    s[5].x = s[6].x / 3 + s[6].y % -1;
    u[0] = u[1] / u[2] + u[3] % u[4] + u[5] / 7u;
}

// CHECK: OpFunctionCall %v2i32 [[DIVIDE:]]
// CHECK: OpFunctionCall %v2i32 [[REMAINDER:]]
// CHECK: OpSDiv %i32 {{.*}} %i32_3
// CHECK: [[SAFE:]] = OpExtInst %u32 %GLSL.std.450 UMax {{.*}} %u32_1
// CHECK: OpUDiv %u32 {{.*}} [[SAFE]]
// CHECK: OpUMod %u32
// CHECK: OpUDiv %u32 {{.*}} %u32_7
// CHECK: [[DIVIDE]] = OpFunction
// CHECK: [[UNDEFINED:]] = OpLogicalOr %v2bool
// CHECK: [[SAFE:]] = OpSelect %v2i32 [[UNDEFINED]] %v2i32_1
// CHECK: OpSDiv %v2i32 {{.*}} [[SAFE]]
