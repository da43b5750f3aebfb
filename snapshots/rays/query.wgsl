// A ray query from beginning to end.
enable wgpu_ray_query;
struct Out { kind: u32, t: f32, barycentrics: vec2<f32>, to_world: mat4x3<f32> }
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<Out>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(RAY_FLAG_TERMINATE_ON_FIRST_HIT, 0xffu, 0.1, 100.0, vec3<f32>(at), vec3<f32>(0.0, 1.0, 0.0)));
    while rayQueryProceed(&query) {
        let candidate = rayQueryGetCandidateIntersection(&query);
        if candidate.kind == RAY_QUERY_INTERSECTION_AABB {
            rayQueryGenerateIntersection(&query, 3.0);
        } else if candidate.kind == RAY_QUERY_INTERSECTION_TRIANGLE {
            rayQueryConfirmIntersection(&query);
        }
        if candidate.instance_index == 7u {
            rayQueryTerminate(&query);
        }
    }
    let hit = rayQueryGetCommittedIntersection(&query);
    output[at.x] = Out(hit.kind, hit.t, hit.barycentrics, hit.object_to_world);
}

// CHECK: [[QUERY:]] = OpVariable %ptr_Function_ray_query Function
// CHECK: [[STATE:]] = OpVariable %ptr_Function_u32 Function %u32_0
// CHECK: [[VALID:]] = OpFunctionCall %bool
// CHECK: OpBranchConditional [[VALID]]
// CHECK: OpRayQueryInitializeKHR [[QUERY]]
// CHECK: OpLoad %u32 [[STATE]]
// CHECK: OpRayQueryProceedKHR %bool [[QUERY]]
// CHECK: OpRayQueryGenerateIntersectionKHR [[QUERY]] %f32_3.0
// CHECK: OpRayQueryConfirmIntersectionKHR [[QUERY]]
// CHECK: OpRayQueryGetIntersectionTypeKHR %u32 {{.*}} %u32_0
