#version 460
layout(vertices = 3) out;
layout(location = 0) in vec3 normal[];
layout(location = 0) out vec3 o_normal[];
layout(location = 1) patch out vec4 edge;
void main() {
    o_normal[gl_InvocationID] = normal[gl_InvocationID];
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    barrier();
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = 2.0; gl_TessLevelOuter[1] = 3.0; gl_TessLevelOuter[2] = 4.0; gl_TessLevelInner[0] = float(gl_PatchVerticesIn);
        edge = gl_in[0].gl_Position - gl_out[1].gl_Position;
    }
}
