// Names of functions, variables and struct members.
// names

struct Particle { position: vec3<f32>, age: u32 }

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
var<private> total: u32;

fn older(age: u32) -> u32 {
    var sum = age;
    sum += 1u;
    return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    total += older(particles[index].age);
    particles[index].age = total;
}

// CHECK: OpMemberName {{.*}} 0 "position"
// CHECK: OpMemberName {{.*}} 1 "age"
// CHECK: %total = OpVariable {{.*}} Private
// CHECK: %particles = OpVariable
// CHECK: %older = OpFunction
// CHECK: %sum = OpVariable
