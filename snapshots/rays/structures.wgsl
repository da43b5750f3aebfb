// Acceleration structures as arguments and out of a binding array, and queries in loops and in a fragment shader.
enable wgpu_ray_query;
enable wgpu_binding_array;
@group(0) @binding(0) var one: acceleration_structure;
@group(0) @binding(1) var many: binding_array<acceleration_structure, 4>;

fn visible(scene: acceleration_structure, flags: u32, start: vec3<f32>, end: vec3<f32>) -> bool {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(flags, 1u, 0.001, length(end - start), start, normalize(end - start)));
    _ = rayQueryProceed(&query);
    return rayQueryGetCommittedIntersection(&query).kind == RAY_QUERY_INTERSECTION_NONE;
}

@fragment
fn main(@builtin(position) at: vec4<f32>, @location(0) @interpolate(flat) index: u32) -> @location(0) vec4<f32> {
    var seen = 0.0;
    for (var i = 0u; i < 3u; i++) {
        if visible(many[1], 0u, at.xyz, vec3<f32>(f32(i))) {
            seen += 1.0;
        }
        var again: ray_query;
        rayQueryInitialize(&again, many[3], RayDesc(0u, 1u, 0.0, 1.0, at.xyz, at.xyz));
        if rayQueryProceed(&again) {
            seen += rayQueryGetCandidateIntersection(&again).t;
        }
    }
    if visible(one, RAY_FLAG_SKIP_AABBS, at.xyz, vec3<f32>()) && visible(many[2], index, at.xyz, vec3<f32>()) {
        seen += 2.0;
    }
    return vec4<f32>(seen);
}

// CHECK: [[POINTER:]] = OpTypePointer UniformConstant %acceleration_structure
// CHECK: OpAccessChain [[POINTER]] %set0_binding1 %u32_1
// CHECK-NEXT: [[SCENE:]] = OpLoad %acceleration_structure
// CHECK: OpFunctionCall %bool [[VISIBLE:]] [[SCENE]]
// CHECK: [[VISIBLE]] = OpFunction
// CHECK: [[SCENE:]] = OpFunctionParameter %acceleration_structure
// CHECK: OpRayQueryInitializeKHR {{.*}} [[SCENE]]
