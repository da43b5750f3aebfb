// no-contraction: exact
// float-controls: everything@contract=off
// float-controls: newer@f32:fast=nnan+ninf+contract
// float-controls: strict@f32:fast=nnan+ninf+contract;contract=off
// `fma` stays one operation; what a function shared by both styles promises is written in each of them.
@group(0) @binding(0)
var<storage, read_write> data: array<vec4<f32>>;

fn exact(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return fma(a, b, a) + a * b;
}

fn fusable(a: vec4<f32>, m: mat4x4<f32>) -> vec4<f32> {
    return m * a + dot(a, a) - a * 2.0;
}

fn work() {
    let a = data[0];
    let m = mat4x4<f32>(data[1], data[2], data[3], data[4]);
    data[5] = exact(a, data[1]) + fusable(a, m + m);
}

@compute @workgroup_size(1)
fn one() {
    work();
}

@compute @workgroup_size(1)
fn everything() {
    work();
}

@compute @workgroup_size(1)
fn newer() {
    work();
}

@compute @workgroup_size(1)
fn strict() {
    work();
}

// CHECK[vulkan1.1]: OpExtension "SPV_KHR_float_controls2"
// CHECK: OpExecutionModeId %newer FPFastMathDefault
// CHECK: OpDecorate %[[EXACT:[^ :]+]]:[[PRODUCT:fmul[^ ]+]] NoContraction
// CHECK: %one = OpFunction
// CHECK: OpFunctionCall %v4f32 %[[EXACT]] %
// CHECK: %[[EXACT]] = OpFunction
// CHECK: [[SUM:]] = OpExtInst %v4f32 %GLSL.std.450 Fma
// CHECK-NEXT: %[[PRODUCT]] = OpFMul %v4f32
