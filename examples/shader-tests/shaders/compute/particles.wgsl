// Moves particles, and appends those that live on to the list of the next frame.
// names
// emit: spvasm, checks
struct Particle {
    position: vec3<f32>,
    age: f32,
    velocity: vec3<f32>,
    seed: u32,
}

struct Step {
    gravity: vec3<f32>,
    dt: f32,
    lifetime: f32,
    drag: f32,
}

@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> before: array<Particle>;
@group(0) @binding(2) var<storage, read_write> after: array<Particle>;
@group(0) @binding(3) var<storage, read_write> alive: atomic<u32>;

fn random(seed: ptr<function, u32>) -> f32 {
    let state = *seed * 747796405u + 2891336453u;
    *seed = state;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return f32((word >> 22u) ^ word) / 4294967296.0;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&before) {
        return;
    }
    var p = before[id.x];
    p.age += step.dt;
    if p.age >= step.lifetime {
        return;
    }
    let jitter = vec3(random(&p.seed), random(&p.seed), random(&p.seed)) - 0.5;
    p.velocity += (step.gravity + jitter) * step.dt;
    p.velocity *= exp(-step.drag * step.dt);
    p.position += p.velocity * step.dt;
    if p.position.y < 0.0 {
        p.position.y = -p.position.y;
        p.velocity = reflect(p.velocity, vec3(0.0, 1.0, 0.0)) * 0.6;
    }
    after[atomicAdd(&alive, 1u)] = p;
}

// The list that is read is not written, and the slot that is written is clamped to the length of its list.
// CHECK: OpExtInst %v3f32 %GLSL.std.450 Reflect
// CHECK: [[SLOT:]] = OpAtomicIAdd %u32 {{.*}} %u32_1
// CHECK: UMin [[SLOT]]
