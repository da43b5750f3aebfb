#version 450
// The size of a workgroup as a value is a constant, and no variable.
// targets: vulkan1.0 vulkan1.3
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(std430, set = 0, binding = 0) buffer Values { uint v[]; };

void main() {
    v[gl_LocalInvocationIndex] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u + gl_WorkGroupSize.z;
}
