#version 460
// targets: vulkan1.0 vulkan1.3
// A place in a point.
layout(location = 0) out vec4 color;
void main() {
    color = vec4(gl_PointCoord, gl_FrontFacing ? 1.0 : 0.0, gl_FragCoord.x);
}

// CHECK: OpDecorate %FragCoord BuiltIn FragCoord
// CHECK: OpDecorate %FrontFacing BuiltIn FrontFacing
// CHECK: OpDecorate %PointCoord BuiltIn PointCoord
