#version 450
// targets: vulkan1.0 vulkan1.3
layout(location = 0) in vec3 color;
layout(location = 0) out vec4 result;

void main() {
    result = vec4(color * 0.5 + 0.5, 1.0);
}
