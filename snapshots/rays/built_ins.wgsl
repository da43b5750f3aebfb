// Built-in inputs of each stage of a ray-tracing pipeline.
enable wgpu_ray_tracing_pipeline;
enable primitive_index;
struct Payload { color: vec3<f32>, number: u32 }
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;
@group(0) @binding(0) var scene: acceleration_structure;

@ray_generation
fn generate(@builtin(subgroup_invocation_id) lane: u32) {
    sent.number = lane;
    traceRay(scene, RayDesc(0u, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)), &sent);
}

@miss @incoming_payload(received)
fn miss(
    @builtin(ray_invocation_id) at: vec3<u32>,
    @builtin(num_ray_invocations) size: vec3<u32>,
    @builtin(world_ray_origin) origin: vec3<f32>,
    @builtin(world_ray_direction) direction: vec3<f32>,
    @builtin(ray_t_min) near: f32,
    @builtin(ray_t_current_max) far: f32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    received.color = origin + direction * near + far;
    received.number = at.x + size.y + lanes + lane;
}

@closest_hit @incoming_payload(received)
fn closest(
    @builtin(ray_invocation_id) at: vec3<u32>,
    @builtin(num_ray_invocations) size: vec3<u32>,
    @builtin(world_ray_origin) origin: vec3<f32>,
    @builtin(world_ray_direction) direction: vec3<f32>,
    @builtin(ray_t_min) near: f32,
    @builtin(ray_t_current_max) far: f32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    received.color = origin + direction * near + far;
    received.number = at.x + size.y + lanes + lane;
}

@any_hit @incoming_payload(received)
fn any(
    @builtin(ray_invocation_id) at: vec3<u32>,
    @builtin(num_ray_invocations) size: vec3<u32>,
    @builtin(world_ray_origin) origin: vec3<f32>,
    @builtin(world_ray_direction) direction: vec3<f32>,
    @builtin(ray_t_min) near: f32,
    @builtin(ray_t_current_max) far: f32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(instance_index) instance: u32,
    @builtin(instance_custom_data) custom: u32,
    @builtin(geometry_index) geometry: u32,
    @builtin(primitive_index) primitive: u32,
    @builtin(object_ray_origin) object_origin: vec3<f32>,
    @builtin(object_ray_direction) object_direction: vec3<f32>,
    @builtin(object_to_world) to_world: mat4x3<f32>,
    @builtin(world_to_object) to_object: mat4x3<f32>,
    @builtin(hit_kind) kind: u32,
) {
    received.color = origin + direction * near + far + object_origin + object_direction + to_world[0] + to_object[3];
    received.number = at.x + size.y + lanes + lane + instance + custom + geometry + primitive + kind;
}

// CHECK: OpEntryPoint RayGenerationKHR %generate "generate"
// CHECK: OpEntryPoint AnyHitKHR %any "any"
// CHECK: OpEntryPoint ClosestHitKHR %closest "closest"
// CHECK: OpEntryPoint MissKHR %miss "miss"
// CHECK: BuiltIn HitKindKHR
// CHECK: BuiltIn RayTmaxKHR
