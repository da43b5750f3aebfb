#version 460
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 6) out;
layout(location = 0) in vec3 normal[];
layout(location = 0) out vec3 o_normal;
layout(location = 1, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 16) out vec4 captured;
void main() {
    for (int v = 0; v < gl_in.length(); ++v) {
        o_normal = normal[v];
        captured = gl_in[v].gl_Position;
        gl_Position = gl_in[v].gl_Position;
        gl_Layer = gl_InvocationID;
        gl_PrimitiveID = gl_PrimitiveIDIn;
        EmitVertex();
    }
    EndPrimitive();
}
