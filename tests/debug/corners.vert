#version 450
layout(set = 0, binding = 0) uniform Camera {
    mat4 view;
    vec4 offset;
    float scale;
} camera;

layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 at;

struct Varying {
    vec4 position;
    vec3 color;
    vec2 at;
};

layout(location = 0) out vec3 out_color;
layout(location = 1) out vec2 out_at;

vec4 place(vec3 corner) {
    vec3 scaled = corner * camera.scale;
    vec4 moved = vec4(scaled, 1.0) + camera.offset;
    return camera.view * moved;
}

void main() {
    Varying result;
    float facing = max(dot(normal, vec3(0.0, 1.0, 0.0)), 0.0);
    result.position = place(corner);
    result.color = vec3(facing, facing * 0.5, 1.0 - facing);
    result.at = at * 2.0 - 1.0;
    gl_Position = result.position;
    out_color = result.color;
    out_at = result.at;
}
