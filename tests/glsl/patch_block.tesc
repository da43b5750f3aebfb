#version 460
layout(vertices = 2) out;
// glslang decorates the members of the block with Patch, and not its variable.
layout(location = 0) patch out Edge {
    vec4 normal;
    float weights[2];
} edges[2];
layout(location = 8) out vec3 tangent[];
void main() {
    tangent[gl_InvocationID] = gl_in[gl_InvocationID].gl_Position.yzx;
    edges[gl_InvocationID].normal = gl_in[gl_InvocationID].gl_Position;
    edges[gl_InvocationID].weights[1] = float(gl_PatchVerticesIn);
}
