// A particle system under its own gravity and a drag: one invocation moves one particle, and a workgroup reads the
// others in tiles that it shares.

struct Particle {
    position: vec3<f32>,
    mass: f32,
    velocity: vec3<f32>,
    // Steps since the particle last bounced off a wall.
    age: u32,
}

struct Parameters {
    time_step: f32,
    softening: f32,
    drag: f32,
    // The walls stand at plus and minus this on every axis.
    half_extent: f32,
    gravity: vec3<f32>,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read> before: array<Particle>;
@group(0) @binding(2) var<storage, read_write> after: array<Particle>;

const TILE: u32 = 64u;

// Position and mass of the particles of one tile.
var<workgroup> tile: array<vec4<f32>, TILE>;

// The pull of a body on a point, softened so that two particles in one place do not tear each other apart.
fn attraction(point: vec3<f32>, body: vec4<f32>) -> vec3<f32> {
    let offset = body.xyz - point;
    let distance_squared = dot(offset, offset) + parameters.softening * parameters.softening;
    let inverse = inverseSqrt(distance_squared);
    return offset * (body.w * inverse * inverse * inverse);
}

// Reflects the particle at the walls and says whether it met one.
fn bounce(particle: ptr<function, Particle>) -> bool {
    var met = false;
    let limit = parameters.half_extent;
    for (var axis = 0u; axis < 3u; axis++) {
        let at = (*particle).position[axis];
        if abs(at) > limit {
            (*particle).position[axis] = clamp(2.0 * sign(at) * limit - at, -limit, limit);
            (*particle).velocity[axis] = -(*particle).velocity[axis];
            met = true;
        }
    }
    return met;
}

@compute @workgroup_size(TILE)
fn step(
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let count = arrayLength(&before);
    let index = global.x;
    let present = index < count;
    var particle: Particle;
    if present {
        particle = before[index];
    }

    var acceleration = parameters.gravity;
    let tiles = (count + TILE - 1u) / TILE;
    for (var t = 0u; t < tiles; t++) {
        // Everyone loads one body; past the end of the array a body without mass.
        let source = t * TILE + local;
        tile[local] = vec4<f32>();
        if source < count {
            tile[local] = vec4<f32>(before[source].position, before[source].mass);
        }
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            acceleration += attraction(particle.position, tile[i]);
        }
        workgroupBarrier();
    }
    if !present {
        return;
    }

    particle.velocity = (particle.velocity + acceleration * parameters.time_step) * (1.0 - parameters.drag);
    particle.position += particle.velocity * parameters.time_step;
    if bounce(&particle) {
        particle.age = 0u;
    } else {
        particle.age += 1u;
    }
    after[index] = particle;
}
