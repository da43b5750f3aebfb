// float-controls: even@f16:round=rte
// float-controls: zero@f16:round=rtz
// float-property: shaderRoundingModeRTZFloat16=false
// A conversion that is stored and nothing else says itself how it rounds, for which the device needs no property.
enable f16;

@group(0) @binding(0)
var<storage, read> source: array<vec4<f32>>;
@group(0) @binding(1)
var<storage, read_write> halves: array<vec4<f16>>;

fn work(at: u32) {
    halves[at] = vec4<f16>(source[at]);
}

@compute @workgroup_size(1)
fn even() {
    work(0);
}

@compute @workgroup_size(1)
fn zero() {
    work(1);
}

@compute @workgroup_size(1)
fn unspecified() {
    work(2);
}

// CHECK: OpExecutionMode %even RoundingModeRTE 16
// CHECK-NOT: OpExecutionMode %zero RoundingModeRTZ
// CHECK-DAG: OpDecorate %[[EVEN:[^ :]+]]:[[TO_EVEN:[^ ]+]] FPRoundingMode RTE
// CHECK-DAG: OpDecorate %[[ZERO:[^ :]+]]:[[TO_ZERO:[^ ]+]] FPRoundingMode RTZ
// CHECK-NOT: FPRoundingMode
// CHECK-LABEL: %even = OpFunction
// CHECK: OpFunctionCall %void %[[EVEN]] %u32_0
// CHECK: %[[EVEN]] = OpFunction
// CHECK: %[[TO_EVEN]] = OpFConvert %v4f16
// CHECK-LABEL: %unspecified = OpFunction
// CHECK-LABEL: %zero = OpFunction
// CHECK: OpFunctionCall %void %[[ZERO]] %u32_1
// CHECK: %[[ZERO]] = OpFunction
// CHECK: %[[TO_ZERO]] = OpFConvert %v4f16
