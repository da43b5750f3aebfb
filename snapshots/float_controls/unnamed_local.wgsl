// A width that only a local has which nothing names is not one of the module's: it has no mode, and no type.
// targets: vulkan1.3 vulkan1.4
// enable: shaderFloatControls2
// float-controls: f32:fast=nnan+ninf+nsz
@group(0) @binding(0) var<storage, read_write> out: f32;

@compute @workgroup_size(1)
fn main() {
    var wide: f64;
    var other = 2.0lf;
    out = out * 2.0;
}

// CHECK-NOT: OpTypeFloat 64
// CHECK: OpExecutionModeId %main FPFastMathDefault %f32 %u32_7
// CHECK-NOT: OpTypeFloat 64
// CHECK: OpFMul %f32
