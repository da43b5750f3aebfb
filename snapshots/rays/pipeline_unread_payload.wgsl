// A payload belongs to the interface of a stage that it comes to, read or not.
// validate-trace-rays: false
enable wgpu_ray_tracing_pipeline;
struct Payload { color: vec4<f32> }
@group(0) @binding(0) var scene: acceleration_structure;
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;

@ray_generation
fn generate(@builtin(ray_invocation_id) at: vec3<u32>) {
    traceRay(scene, RayDesc(at.x, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)), &sent);
    traceRay(scene, RayDesc(RAY_FLAG_SKIP_AABBS, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)), &sent);
}

@miss @incoming_payload(received)
fn miss() {
}

// CHECK: OpCapability RayTraversalPrimitiveCullingKHR
// CHECK: OpEntryPoint MissKHR %miss "miss" %IncomingRayPayloadKHR_struct_v4f32
// CHECK-COUNT-2: OpTraceRayKHR
