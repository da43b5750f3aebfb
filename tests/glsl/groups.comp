#version 460
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Sums { uint total; float least; } sums;
void main() {
    sums.total = addInvocationsNonUniformAMD(gl_LocalInvocationID.x);
    sums.least = minInvocationsNonUniformAMD(float(gl_LocalInvocationID.y));
}
