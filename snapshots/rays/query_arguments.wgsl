// A query is read through a pointer; one that is part of an array was never begun.
enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<f32, 4>;

fn distance_of(query: ptr<function, ray_query>) -> f32 {
    return rayQueryGetCommittedIntersection(query).t;
}

fn further(query: ptr<function, ray_query>) -> f32 {
    return distance_of(query) + rayQueryGetCandidateIntersection(query).t;
}

@compute @workgroup_size(1)
fn main() {
    var query: ray_query;
    var queries: array<ray_query, 2>;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)));
    _ = rayQueryProceed(&query);
    output[0] = further(&query);
    output[1] = distance_of(&queries[1]);
    output[2] = rayQueryGetCommittedIntersection(&queries[0]).t;
}

// CHECK: [[STATE:]] = OpVariable %ptr_Function_u32 Function %u32_0
// CHECK: OpRayQueryInitializeKHR [[QUERY:]]
// CHECK: OpFunctionCall %f32 {{.*}} [[QUERY]]
// CHECK: OpFunction %f32 None %fn_f32_ptr_Function_ray_query_u32
// CHECK: OpFunction %f32 None %fn_f32_ptr_Function_arr_ray_query_2
// CHECK-NOT: OpRayQueryGetIntersectionTKHR
