#version 450
// Morph targets: offsets of positions in one buffer, target after target, weighted by uniforms.
// flip-y
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec3 world_normal;

layout(set = 0, binding = 0) uniform Object {
    mat4 view_projection;
    mat4 model;
    vec4 weights[2];
    uint target_count;
    uint vertex_count;
} object;

layout(std430, set = 0, binding = 1) readonly buffer Offsets {
    vec4 offsets[];
};

void main() {
    vec3 moved = position;
    for (uint t = 0u; t < min(object.target_count, 8u); t++) {
        float weight = object.weights[t >> 2][t & 3u];
        moved += offsets[t * object.vertex_count + uint(gl_VertexIndex)].xyz * weight;
    }
    vec4 world = object.model * vec4(moved, 1.0);
    world_normal = mat3(object.model) * normal;
    gl_Position = object.view_projection * world;
}

// y is negated where the position leaves the shader, and nothing else of it is changed.
// CHECK-LABEL: %main = OpFunction
// CHECK: [[Y:]] = OpFNegate %f32
// CHECK-NEXT: [[POSITION:]] = OpCompositeInsert %v4f32 [[Y]]
// CHECK-NEXT: OpStore %Position [[POSITION]]
