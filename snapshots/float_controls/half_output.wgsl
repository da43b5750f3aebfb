// float-controls: f16:round=rtz
// float-property: shaderRoundingModeRTZFloat16=false
// What a fragment shader returns is rounded as it is stored; an interface of halves is one more thing to need.
enable f16;

@fragment
fn main(@location(0) colour: vec4<f32>) -> @location(0) vec4<f16> {
    return vec4<f16>(colour);
}

// CHECK-NOT: OpExecutionMode %main RoundingModeRTZ
// CHECK: OpExecutionMode %main OriginUpperLeft
// CHECK-NOT: OpExecutionMode %main RoundingModeRTZ
// CHECK: OpDecorate %main:[[ROUNDED:[^ ]+]] FPRoundingMode RTZ
// CHECK: %[[ROUNDED]] = OpFConvert %v4f16
// CHECK-NEXT: OpStore %Output_location0 %[[ROUNDED]]{{$}}
