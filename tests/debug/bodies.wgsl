struct Body {
    position: vec3<f32>,
    mass: f32,
    velocity: vec3<f32>,
    tags: array<u32, 4>,
}

struct Cell {
    first: u32,
    count: u32,
    bounds: array<vec4<f32>, 2>,
}

struct World {
    turn: mat4x4<f32>,
    cells: array<Cell, 8>,
    step: f32,
}

@group(0) @binding(0) var<uniform> world: World;
@group(0) @binding(1) var<storage, read_write> bodies: array<Body>;

fn pull(one: Body, other: Body) -> vec3<f32> {
    let way = other.position - one.position;
    let distance = max(dot(way, way), 0.01);
    return way * other.mass / distance;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var body = bodies[id.x];
    var weights = array<f32, 3>(0.25, 0.5, 0.25);
    var force = vec3<f32>(0.0);
    let cell = world.cells[body.tags[0] % 8u];
    for (var i = 0u; i < cell.count; i++) {
        let other = bodies[cell.first + i];
        force += pull(body, other) * weights[i % 3u];
    }
    body.velocity += force * world.step;
    body.position += body.velocity * world.step;
    let turned = world.turn * vec4(body.position, 1.0);
    body.position = clamp(turned.xyz, cell.bounds[0].xyz, cell.bounds[1].xyz);
    bodies[id.x] = body;
}
