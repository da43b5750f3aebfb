#version 450
// The ground grid of an editor: thin lines for cells, thick ones for every MAJOR cells, faded with distance.
// define: MAJOR=10.0
// include: ../include
#include <lines.glsl>

layout(location = 0) in vec3 world;
layout(location = 0) out vec4 color;

layout(set = 0, binding = 0) uniform Grid {
    vec3 eye;
    float cell;
    vec4 minor_color;
    vec4 major_color;
    float fade_end;
} grid;

void main() {
    vec2 at = world.xz / grid.cell;
    float minor_lines = grid_lines(at, 1.0);
    float major_lines = grid_lines(at / MAJOR, 2.0);
    vec4 lines = mix(grid.minor_color * minor_lines, grid.major_color, major_lines);
    float fade = 1.0 - smoothstep(0.2 * grid.fade_end, grid.fade_end, distance(grid.eye, world));
    if (lines.a * fade < 0.004) {
        discard;
    }
    color = vec4(lines.rgb, lines.a * fade);
}

// The function of the include file is called twice.
// CHECK: OpFunctionCall %f32 [[LINES:]]
// CHECK: OpFunctionCall %f32 [[LINES]]
// CHECK: [[LINES]] = OpFunction
// CHECK: OpFwidth %v2f32
