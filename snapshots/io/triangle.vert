#version 450
// targets: vulkan1.0 vulkan1.3
layout(location = 0) in vec2 at;
layout(location = 0) out vec3 color;
layout(set = 0, binding = 0) uniform Settings { mat4 turn; vec4 tint; } settings;

void main() {
    color = settings.tint.rgb;
    gl_Position = settings.turn * vec4(at, 0.0, 1.0);
}

// CHECK: OpEntryPoint Vertex %main "main" %Input_location0 %Output_location0 %Position
// CHECK: OpMemberDecorate {{.*}} 0 ColMajor
// CHECK: OpMemberDecorate {{.*}} 0 MatrixStride 16
// CHECK: OpMemberDecorate {{.*}} 1 Offset 64
// CHECK: OpStore %Position
// CHECK: OpMatrixTimesVector %v4f32
