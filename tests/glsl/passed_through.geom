#version 460
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(passthrough) in gl_PerVertex { vec4 gl_Position; };
layout(passthrough, location = 0) in Surface {
    vec3 normal;
    vec2 coordinates;
};
void main() { gl_Layer = gl_PrimitiveIDIn & 1; }
