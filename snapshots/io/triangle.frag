#version 450
// targets: vulkan1.0 vulkan1.3
layout(location = 0) in vec3 color;
layout(location = 0) out vec4 result;

void main() {
    result = vec4(color * 0.5 + 0.5, 1.0);
}

// CHECK: OpEntryPoint Fragment %main "main" %Input_location0 %Output_location0
// CHECK: OpExecutionMode %main OriginUpperLeft
// CHECK: [[COLOR:]] = OpLoad %v3f32 %Input_location0
// CHECK: OpStore [[KEPT:]] [[COLOR]]
// CHECK: OpStore %Output_location0
// CHECK: OpVectorTimesScalar %v3f32 {{.*}} %f32_0.5
// CHECK: OpFAdd %v3f32 {{.*}} %v3f32_0.5
