// Acceleration structures: naga's validator knows constant indices of them only in arrays with and without a length: constant indices.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;
enable wgpu_ray_query;

@group(0) @binding(0) var fixed: binding_array<acceleration_structure, 8>;
@group(0) @binding(1) var open: binding_array<acceleration_structure>;
@group(1) @binding(0) var<storage, read_write> result: f32;

fn start(scene: acceleration_structure) {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.0, 100.0, vec3(0.0), vec3(0.0, 0.0, 1.0)));
}

@compute @workgroup_size(8) fn ray_query_sized() { var query: ray_query; rayQueryInitialize(&query, fixed[2], RayDesc(0u, 0xffu, 0.0, 9.0, vec3(0.0), vec3(1.0))); }
@compute @workgroup_size(8) fn ray_query_unsized() { var query: ray_query; rayQueryInitialize(&query, open[2], RayDesc(0u, 0xffu, 0.0, 9.0, vec3(0.0), vec3(1.0))); }
@compute @workgroup_size(8) fn passed_sized() { start(fixed[2]); }
@compute @workgroup_size(8) fn passed_unsized() { start(open[2]); }

// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: %ray_query_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpRayQueryInitializeKHR
// CHECK: %ray_query_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1 %u32_2
// CHECK: OpRayQueryInitializeKHR
