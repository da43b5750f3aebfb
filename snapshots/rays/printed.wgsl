// Rays that are none are printed.
// print-invalid-ray-queries
// print-invalid-trace-rays
enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(1)
fn main() {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, output[0], 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)));
    _ = rayQueryProceed(&query);
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, output[1], 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)));
    output[0] = rayQueryGetCommittedIntersection(&query).t;
}

// CHECK[..vulkan1.2]: OpExtension "SPV_KHR_non_semantic_info"
// CHECK: OpFunctionCall %bool
// CHECK: OpBranchConditional {{.*}} [[VALID:]] [[INVALID:]]
// CHECK: OpRayQueryInitializeKHR
// CHECK: [[INVALID]] = OpLabel
// CHECK: OpExtInst %void %NonSemantic.DebugPrintf DebugPrintf
// CHECK: OpRayQueryInitializeKHR
