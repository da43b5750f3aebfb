// The stages of a ray-tracing pipeline, its payloads and its built-in inputs.
enable wgpu_ray_tracing_pipeline;
enable primitive_index;
struct Payload { color: vec3<f32>, depth: u32, numbers: array<u32, 2> }
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<vec3<f32>>;
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;

@ray_generation
fn generate(@builtin(ray_invocation_id) at: vec3<u32>, @builtin(num_ray_invocations) size: vec3<u32>, @builtin(subgroup_size) lanes: u32) {
    sent = Payload(vec3<f32>(), lanes, array<u32, 2>(1u, 2u));
    traceRay(scene, RayDesc(RAY_FLAG_CULL_BACK_FACING, 0xffu, 0.0, 100.0, vec3<f32>(at), vec3<f32>(0.0, 0.0, 1.0)), &sent);
    output[at.x + at.y * size.x] = sent.color * f32(sent.numbers[at.x]);
}

@miss @incoming_payload(received)
fn miss(@builtin(world_ray_direction) direction: vec3<f32>, @builtin(ray_t_min) near: f32) {
    received.color = direction * near;
}

@closest_hit @incoming_payload(received)
fn closest(
    @builtin(instance_index) instance: u32,
    @builtin(instance_custom_data) custom: u32,
    @builtin(geometry_index) geometry: u32,
    @builtin(primitive_index) primitive: u32,
    @builtin(world_ray_origin) origin: vec3<f32>,
    @builtin(object_ray_origin) object_origin: vec3<f32>,
    @builtin(object_ray_direction) object_direction: vec3<f32>,
    @builtin(ray_t_current_max) t: f32,
    @builtin(object_to_world) to_world: mat4x3<f32>,
    @builtin(world_to_object) to_object: mat4x3<f32>,
    @builtin(hit_kind) kind: u32,
) {
    received.color = origin + object_origin * object_direction + to_world[3] + to_object[0] * t;
    received.numbers[received.depth] = instance + custom + geometry + primitive + kind;
}

@any_hit @incoming_payload(received)
fn any(@builtin(subgroup_invocation_id) lane: u32) {
    received.depth += lane;
}

// CHECK: [[SENT:]] = OpVariable {{.*}} RayPayloadKHR
// CHECK: %generate = OpFunction
// CHECK: [[VALID:]] = OpFunctionCall %bool [[RAY:]]
// CHECK: OpBranchConditional [[VALID]]
// CHECK: OpTraceRayKHR {{.*}} [[SENT]]
// CHECK: [[RAY]] = OpFunction %bool
// CHECK: %any = OpFunction
// CHECK: %closest = OpFunction
// CHECK: %miss = OpFunction
