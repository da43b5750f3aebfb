// The corners of a triangle that was hit.
enable wgpu_ray_query;
enable wgpu_ray_query_vertex_return;
@group(0) @binding(0) var scene: acceleration_structure<vertex_return>;
@group(0) @binding(1) var<storage, read_write> output: array<vec3<f32>, 3>;

@compute @workgroup_size(1)
fn main() {
    var query: ray_query<vertex_return>;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.0, 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)));
    while rayQueryProceed(&query) {
        output[0] = getCandidateHitVertexPositions(&query)[1];
    }
    output = getCommittedHitVertexPositions(&query);
}

// CHECK: OpCapability RayQueryPositionFetchKHR
// CHECK: OpExtension "SPV_KHR_ray_tracing_position_fetch"
// CHECK: OpRayQueryGetIntersectionTriangleVertexPositionsKHR %arr_v3f32_3
