#version 450
// The built-in needs the capability DrawParameters, from an extension before Vulkan 1.1.
// targets: vulkan1.0 vulkan1.1
layout(location = 0) out float seen;

void main() {
    seen = float(gl_BaseVertex + gl_VertexIndex);
    gl_Position = vec4(0.0);
}

// CHECK: OpCapability DrawParameters
// CHECK[vulkan1.0]: OpExtension "SPV_KHR_shader_draw_parameters"
// CHECK-NOT[vulkan1.1]: OpExtension
// CHECK: OpDecorate %BaseVertex BuiltIn BaseVertex
// CHECK: OpLoad %u32 %BaseVertex
