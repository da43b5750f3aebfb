#version 450
layout(local_size_x = 64) in;
struct Body {
    vec3 position;
    float mass;
    vec3 velocity;
    uint tags[4];
};

struct Cell {
    uint first;
    uint count;
    vec4 bounds[2];
};

layout(set = 0, binding = 0) uniform World {
    mat4 turn;
    Cell cells[8];
    float step;
} world;
layout(set = 0, binding = 1) buffer Bodies {
    Body bodies[];
};

vec3 pull(Body one, Body other) {
    vec3 way = other.position - one.position;
    float distance = max(dot(way, way), 0.01);
    return way * other.mass / distance;
}

void main() {
    uvec3 id = gl_GlobalInvocationID;
    Body body = bodies[id.x];
    float weights[3] = float[3](0.25, 0.5, 0.25);
    vec3 force = vec3(0.0);
    Cell cell = world.cells[body.tags[0] % 8u];
    for (uint i = 0u; i < cell.count; i++) {
        Body other = bodies[cell.first + i];
        force += pull(body, other) * weights[i % 3u];
    }
    body.velocity += force * world.step;
    body.position += body.velocity * world.step;
    vec4 turned = world.turn * vec4(body.position, 1.0);
    body.position = clamp(turned.xyz, cell.bounds[0].xyz, cell.bounds[1].xyz);
    bodies[id.x] = body;
}
