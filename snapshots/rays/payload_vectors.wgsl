// Components of vectors in payloads.
enable wgpu_ray_tracing_pipeline;
struct Payload { color: vec4<f32> }
@group(0) @binding(0) var scene: acceleration_structure;
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;

@ray_generation
fn generate(@builtin(ray_invocation_id) at: vec3<u32>) {
    sent.color.x = f32(at.x);
    sent.color[at.y] = 1.0;
    traceRay(scene, RayDesc(0u, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)), &sent);
}

@miss @incoming_payload(received)
fn miss() {
    received.color.y = received.color.x;
}

// CHECK: %generate = OpFunction
// CHECK: OpAccessChain %ptr_RayPayloadKHR_f32 %RayPayloadKHR_struct_v4f32 %u32_0
// CHECK: OpTraceRayKHR {{.*}} %RayPayloadKHR_struct_v4f32
// CHECK: %miss = OpFunction
// CHECK: OpAccessChain %ptr_IncomingRayPayloadKHR_f32 %IncomingRayPayloadKHR_struct_v4f32 %u32_0
