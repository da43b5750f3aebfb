#version 460
layout(triangles, fractional_odd_spacing, ccw) in;
layout(location = 0) in vec3 normal[];
layout(location = 1) patch in vec4 edge;
layout(location = 0) out vec3 o_normal;
void main() {
    o_normal = gl_TessCoord.x * normal[0] + gl_TessCoord.y * normal[1] + gl_TessCoord.z * normal[2];
    gl_Position = gl_in[0].gl_Position * gl_TessLevelOuter[0] + edge * float(gl_PrimitiveID);
}
