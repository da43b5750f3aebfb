// An entry point that traces rays has no mode of reconvergence: tracing may place its invocations in other subgroups.
// enable: shaderMaximalReconvergence
// targets: vulkan1.2 vulkan1.4
enable wgpu_ray_tracing_pipeline;
struct Payload { lit: u32, number: u32 }
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

fn trace() {
    traceRay(scene, RayDesc(0u, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)), &sent);
}

@ray_generation
fn generate(@builtin(ray_invocation_id) at: vec3<u32>) {
    trace();
    words[at.x] = subgroupAdd(sent.number);
}

@miss @incoming_payload(received)
fn miss() {
    received.number = subgroupAdd(received.lit);
}

// CHECK: OpExtension "SPV_KHR_maximal_reconvergence"
// CHECK-NOT: OpExecutionMode %generate
// CHECK: OpExecutionMode %miss MaximallyReconvergesKHR
