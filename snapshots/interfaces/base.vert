#version 460
// targets: vulkan1.0 vulkan1.1 vulkan1.3
// What GLSL has besides: bases, and sizes of points.
layout(location = 0) out float base;
void main() {
    gl_Position = vec4(1.0);
    gl_PointSize = 3.0;
    base = float(gl_BaseVertex + gl_BaseInstance + gl_DrawID);
}

// CHECK: OpCapability DrawParameters
// CHECK[vulkan1.0]: OpExtension "SPV_KHR_shader_draw_parameters"
// CHECK: OpLoad %u32 %BaseVertex
// CHECK: OpLoad %u32 %BaseInstance
// CHECK: OpLoad %u32 %DrawIndex
// CHECK: OpStore %Position
// CHECK: OpStore %PointSize
// CHECK: OpStore {{.*}} %f32_3.0
