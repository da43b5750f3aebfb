//! A shader for each feature without a replacement: the code that uses the feature, and the number of uses.

use spirula::Feature::{self, *};

/// A shader that needs a feature.
pub struct Needed {
    pub feature: Feature,
    /// The environment.
    pub target: &'static str,
    /// WGSL; GLSL of a vertex shader if it begins with `#version`.
    pub source: &'static str,
    /// The source text of the first use.
    pub at: &'static str,
    /// The number of uses.
    pub count: u32,
    /// The words of the refusal besides the name.
    pub words: &'static str,
    /// Other sufficient features, which must be disabled.
    pub without: &'static [Feature],
    /// The feature that the refusal names, if several are sufficient.
    pub named: Feature,
}

const fn needed(
    feature: Feature,
    target: &'static str,
    (at, count): (&'static str, u32),
    words: &'static str,
    source: &'static str,
) -> Needed {
    Needed {
        feature,
        target,
        source,
        at,
        count,
        words,
        without: &[],
        named: feature,
    }
}

/// A row whose refusal names another sufficient feature.
const fn named(named: Feature, row: Needed) -> Needed {
    Needed { named, ..row }
}

const fn without(others: &'static [Feature], row: Needed) -> Needed {
    Needed { without: others, ..row }
}


pub const NEEDED: &[Needed] = &[
    // Numbers
    needed(ShaderFloat64, "vulkan1.1", ("f64(i)", 3), "capability Float64",
        "@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { let d = f64(i); let e = d * d; o[0] = f32(e * d); }"),
    needed(ShaderInt64, "vulkan1.1", ("u64(i)", 2), "capability Int64",
        "@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { let d = u64(i); o[0] = u32(d * d); }"),
    needed(ShaderInt16, "vulkan1.1", ("u16(i)", 2), "capability Int16",
        "enable wgpu_int16;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { let d = u16(i); o[0] = u32(d * d); }"),
    needed(ShaderFloat16, "vulkan1.1", ("f16(i)", 2),
        "capability Float16; VK_KHR_shader_float16_int8, core in Vulkan 1.2",
        "enable f16;
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { let h = f16(i); o[0] = f32(h * h); }"),
    // Numbers in memory; 16-bit floats that are only converted need nothing else.
    needed(StorageBuffer16BitAccess, "vulkan1.1", ("var<storage, read> halves", 1),
        "capability StorageBuffer16BitAccess; VK_KHR_16bit_storage, core in Vulkan 1.1",
        "enable f16;
@group(0) @binding(0) var<storage, read> halves: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main() { o[0] = f32(halves[0]); }"),
    needed(UniformAndStorageBuffer16BitAccess, "vulkan1.1", ("var<uniform> halves", 1),
        "capability UniformAndStorageBuffer16BitAccess; VK_KHR_16bit_storage, core in Vulkan 1.1",
        "enable f16;
@group(0) @binding(0) var<uniform> halves: vec4<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(1) fn main() { o[0] = vec4<f32>(halves); }"),
    // Atomics
    needed(ShaderBufferInt64Atomics, "vulkan1.1", ("atomicAdd", 1),
        "VK_KHR_shader_atomic_int64, core in Vulkan 1.2",
        "@group(0) @binding(0) var<storage, read_write> sum: atomic<u64>;
@compute @workgroup_size(1) fn main() { _ = atomicAdd(&sum, 1lu); }"),
    needed(ShaderSharedInt64Atomics, "vulkan1.1", ("atomicAdd", 1),
        "VK_KHR_shader_atomic_int64, core in Vulkan 1.2",
        "var<workgroup> sum: atomic<u64>;
@compute @workgroup_size(1) fn main() { _ = atomicAdd(&sum, 1lu); }"),
    needed(ShaderImageInt64Atomics, "vulkan1.2", ("var flat", 2),
        "VK_EXT_shader_image_atomic_int64",
        "@group(0) @binding(0) var flat: texture_storage_2d<r64uint, atomic>;
@compute @workgroup_size(1) fn main() { textureAtomicMin(flat, vec2<u32>(1u), 1lu); }"),
    needed(ShaderBufferFloat32AtomicAdd, "vulkan1.1", ("atomicAdd", 1), "VK_EXT_shader_atomic_float",
        "@group(0) @binding(0) var<storage, read_write> sum: atomic<f32>;
@compute @workgroup_size(1) fn main() { _ = atomicAdd(&sum, 1.0); }"),
    needed(ShaderBufferFloat32Atomics, "vulkan1.1", ("atomicStore(&sum, atomicExchange", 2), "VK_EXT_shader_atomic_float",
        "@group(0) @binding(0) var<storage, read_write> sum: atomic<f32>;
@compute @workgroup_size(1) fn main() { atomicStore(&sum, atomicExchange(&sum, 1.0)); }"),
    // Subgroups
    needed(SubgroupBasic, "vulkan1.1", ("size: u32", 1), "capability GroupNonUniform; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(subgroup_size) size: u32) { sum[0] = size; }"),
    needed(SubgroupVote, "vulkan1.1", ("subgroupAll", 2), "capability GroupNonUniformVote; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(1) fn main() { if subgroupAll(sum[0] > 1u) || subgroupAny(sum[1] > 1u) { sum[0] = 1u; } }"),
    needed(SubgroupArithmetic, "vulkan1.1", ("subgroupAdd", 1), "capability GroupNonUniformArithmetic; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(1) fn main() { sum[0] = subgroupAdd(sum[1]); }"),
    needed(SubgroupBallot, "vulkan1.1", ("subgroupBallot", 1), "capability GroupNonUniformBallot; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<vec4<u32>>;
@compute @workgroup_size(1) fn main() { sum[0] = subgroupBallot(sum[1].x > 3u); }"),
    needed(SubgroupShuffle, "vulkan1.1", ("subgroupShuffleXor", 1), "capability GroupNonUniformShuffle; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(1) fn main() { sum[0] = subgroupShuffleXor(sum[1], 1u); }"),
    needed(SubgroupShuffleRelative, "vulkan1.1", ("subgroupShuffleUp", 1),
        "capability GroupNonUniformShuffleRelative; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(1) fn main() { sum[0] = subgroupShuffleUp(sum[1], 1u); }"),
    needed(SubgroupQuad, "vulkan1.1", ("quadSwapX", 1), "capability GroupNonUniformQuad; core in Vulkan 1.1",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(4) fn main() { sum[0] = quadSwapX(sum[1]); }"),
    needed(SubgroupQuadOperationsInAllStages, "vulkan1.1", ("quadSwapX", 1), "core in Vulkan 1.1",
        "@vertex fn main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> { return vec4<f32>(f32(quadSwapX(i))); }"),
    needed(ShaderSubgroupExtendedTypes, "vulkan1.1", ("subgroupAdd", 1),
        "VK_KHR_shader_subgroup_extended_types, core in Vulkan 1.2",
        "@group(0) @binding(0) var<storage, read_write> sum: array<u64>;
@compute @workgroup_size(1) fn main() { sum[0] = subgroupAdd(sum[1]); }"),
    // Binding arrays
    needed(ShaderUniformBufferArrayDynamicIndexing, "vulkan1.1", ("many[", 1),
        "capability UniformBufferArrayDynamicIndexing",
        "enable wgpu_binding_array;
struct Part { value: vec4<f32> }
@group(0) @binding(0) var<uniform> many: binding_array<Part, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> which: u32;
@compute @workgroup_size(1) fn main() { o[0] = many[which].value; }"),
    needed(ShaderStorageBufferArrayDynamicIndexing, "vulkan1.1", ("many[", 1),
        "capability StorageBufferArrayDynamicIndexing",
        "enable wgpu_binding_array;
struct Part { value: vec4<f32> }
@group(0) @binding(0) var<storage, read> many: binding_array<Part, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> which: u32;
@compute @workgroup_size(1) fn main() { o[0] = many[which].value; }"),
    needed(ShaderSampledImageArrayDynamicIndexing, "vulkan1.1", ("many[", 1),
        "capability SampledImageArrayDynamicIndexing",
        "enable wgpu_binding_array;
@group(0) @binding(0) var many: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> which: u32;
@compute @workgroup_size(1) fn main() { o[0] = textureLoad(many[which], vec2<u32>(), 0u); }"),
    needed(ShaderStorageImageArrayDynamicIndexing, "vulkan1.1", ("many[", 1),
        "capability StorageImageArrayDynamicIndexing",
        "enable wgpu_binding_array;
@group(0) @binding(0) var many: binding_array<texture_storage_2d<r32float, read>, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> which: u32;
@compute @workgroup_size(1) fn main() { o[0] = textureLoad(many[which], vec2<u32>()); }"),
    needed(ShaderUniformBufferArrayNonUniformIndexing, "vulkan1.2", ("many[", 1),
        "capability UniformBufferArrayNonUniformIndexing; VK_EXT_descriptor_indexing, core in Vulkan 1.2",
        "enable wgpu_binding_array;
struct Part { value: vec4<f32> }
@group(0) @binding(0) var<uniform> many: binding_array<Part, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { o[i] = many[i].value; }"),
    needed(ShaderStorageBufferArrayNonUniformIndexing, "vulkan1.2", ("many[", 1),
        "capability StorageBufferArrayNonUniformIndexing; VK_EXT_descriptor_indexing, core in Vulkan 1.2",
        "enable wgpu_binding_array;
struct Part { value: vec4<f32> }
@group(0) @binding(0) var<storage, read> many: binding_array<Part, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { o[i] = many[i].value; }"),
    needed(ShaderSampledImageArrayNonUniformIndexing, "vulkan1.2", ("many[", 1),
        "capability SampledImageArrayNonUniformIndexing; VK_EXT_descriptor_indexing, core in Vulkan 1.2",
        "enable wgpu_binding_array;
@group(0) @binding(0) var many: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { o[i] = textureLoad(many[i], vec2<u32>(), 0u); }"),
    needed(ShaderStorageImageArrayNonUniformIndexing, "vulkan1.2", ("many[", 1),
        "capability StorageImageArrayNonUniformIndexing; VK_EXT_descriptor_indexing, core in Vulkan 1.2",
        "enable wgpu_binding_array;
@group(0) @binding(0) var many: binding_array<texture_storage_2d<r32float, read>, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { o[i] = textureLoad(many[i], vec2<u32>()); }"),
    needed(RuntimeDescriptorArray, "vulkan1.2", ("var many", 1),
        "capability RuntimeDescriptorArray; VK_EXT_descriptor_indexing, core in Vulkan 1.2",
        "enable wgpu_binding_array;
@group(0) @binding(0) var many: binding_array<texture_2d<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(1) fn main() { o[0] = textureLoad(many[2], vec2<u32>(), 0u); }"),
    // Images
    needed(ImageCubeArray, "vulkan1.1", ("var cubes", 1), "capability SampledCubeArray",
        "@group(0) @binding(0) var cubes: texture_cube_array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<vec2<u32>>;
@compute @workgroup_size(1) fn main() { o[0] = textureDimensions(cubes); }"),
    needed(ShaderStorageImageReadWithoutFormat, "vulkan1.0", ("var texels", 1), "",
        "@group(0) @binding(0) var texels: texture_storage_2d<bgra8unorm, read>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(1) fn main() { o[0] = textureLoad(texels, vec2<u32>()); }"),
    needed(ShaderStorageImageWriteWithoutFormat, "vulkan1.0", ("var texels", 1), "",
        "@group(0) @binding(0) var texels: texture_storage_2d<bgra8unorm, write>;
@compute @workgroup_size(1) fn main() { textureStore(texels, vec2<u32>(), vec4<f32>()); }"),
    // Stages
    needed(VertexPipelineStoresAndAtomics, "vulkan1.1", ("var<storage, read_write> o", 1), "",
        "@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@vertex fn main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> { o[0] = i; return vec4<f32>(); }"),
    needed(FragmentStoresAndAtomics, "vulkan1.1", ("var<storage, read_write> o", 1), "",
        "@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@fragment fn main() { o[0] = 1u; }"),
    needed(SampleRateShading, "vulkan1.1", ("i: u32", 1), "capability SampleRateShading",
        "@fragment fn main(@builtin(sample_index) i: u32) -> @location(0) f32 { return f32(i); }"),
    needed(ShaderClipDistance, "vulkan1.1", ("v.clip[0]", 1), "capability ClipDistance",
        "enable clip_distances;
struct V { @builtin(position) position: vec4<f32>, @builtin(clip_distances) clip: array<f32, 1> }
@vertex fn main() -> V { var v: V; v.clip[0] = 1.0; return v; }"),
    needed(ShaderCullDistance, "vulkan1.1", ("v.clip[0]", 1), "capability CullDistance",
        "// No front end writes cull distances yet: the binding is changed.
enable clip_distances;
struct V { @builtin(position) position: vec4<f32>, @builtin(clip_distances) clip: array<f32, 1> }
@vertex fn main() -> V { var v: V; v.clip[0] = 1.0; return v; }"),
    needed(ShaderDrawParameters, "vulkan1.1", ("i: u32", 1),
        "capability DrawParameters; VK_KHR_shader_draw_parameters, core in Vulkan 1.1",
        "enable draw_index;
@vertex fn main(@builtin(draw_index) i: u32) -> @builtin(position) vec4<f32> { return vec4<f32>(f32(i)); }"),
    needed(Multiview, "vulkan1.1", ("i: u32", 1),
        "capability MultiView; VK_KHR_multiview, core in Vulkan 1.1",
        "@vertex fn main(@builtin(view_index) i: u32) -> @builtin(position) vec4<f32> { return vec4<f32>(f32(i)); }"),
    without(&[TessellationShader],
        needed(GeometryShader, "vulkan1.0", ("i: u32", 1), "capability Geometry",
            "enable primitive_index;
@fragment fn main(@builtin(primitive_index) i: u32) -> @location(0) u32 { return i; }")),
    named(GeometryShader, without(&[GeometryShader],
        needed(TessellationShader, "vulkan1.0", ("i: u32", 1), "capability Geometry",
            "enable primitive_index;
@fragment fn main(@builtin(primitive_index) i: u32) -> @location(0) u32 { return i; }"))),
    needed(FragmentShaderBarycentric, "vulkan1.1", ("at: vec3<f32>", 1),
        "capability FragmentBarycentricKHR; VK_KHR_fragment_shader_barycentric; SPV_KHR_fragment_shader_barycentric",
        "@fragment fn main(@builtin(barycentric) at: vec3<f32>) -> @location(0) vec3<f32> { return at; }"),
    // Meshes
    needed(MeshShader, "vulkan1.2", ("mesh.vertex_count", 1), "VK_EXT_mesh_shader",
        "enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32> }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh { @builtin(vertices) vertices: array<Vertex, 3>, @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32, @builtin(primitive_count) primitive_count: u32 }
var<workgroup> mesh: Mesh;
@mesh(mesh) @workgroup_size(1) fn main() { mesh.vertex_count = 3u; mesh.primitive_count = 1u; }"),
    needed(TaskShader, "vulkan1.2", ("payload = 1u", 1), "VK_EXT_mesh_shader",
        "enable wgpu_mesh_shader;
var<task_payload> payload: u32;
@task @payload(payload) @workgroup_size(1) fn main() -> @builtin(mesh_task_size) vec3<u32> { payload = 1u; return vec3<u32>(1u); }"),
    // Rays
    needed(RayQuery, "vulkan1.2", ("var scene", 4), "capability RayQueryKHR; VK_KHR_ray_query; SPV_KHR_ray_query",
        QUERY),
    needed(RayTracingPositionFetch, "vulkan1.2", ("getCommittedHitVertexPositions", 1),
        "capability RayQueryPositionFetchKHR; VK_KHR_ray_tracing_position_fetch; SPV_KHR_ray_tracing_position_fetch",
        "enable wgpu_ray_query;
enable wgpu_ray_query_vertex_return;
@group(0) @binding(0) var scene: acceleration_structure<vertex_return>;
@group(0) @binding(1) var<storage, read_write> o: array<vec3<f32>>;
@compute @workgroup_size(1) fn main() {
    var q: ray_query<vertex_return>;
    rayQueryInitialize(&q, scene, RayDesc(0u, 0xffu, 0.1, 9.0, vec3<f32>(), vec3<f32>(1.0)));
    _ = rayQueryProceed(&q);
    o[0] = getCommittedHitVertexPositions(&q)[0];
}"),
    needed(RayTracingPipeline, "vulkan1.2", ("var scene", 3),
        "capability RayTracingKHR; VK_KHR_ray_tracing_pipeline; SPV_KHR_ray_tracing", TRACE),
    needed(RayTraversalPrimitiveCulling, "vulkan1.2", ("traceRay", 1), "VK_KHR_ray_tracing_pipeline",
        "enable wgpu_ray_tracing_pipeline;
@group(0) @binding(0) var scene: acceleration_structure;
var<ray_payload> sent: u32;
@ray_generation fn main() {
    traceRay(scene, RayDesc(RAY_FLAG_SKIP_AABBS, 0xffu, 0.0, 9.0, vec3<f32>(), vec3<f32>(1.0)), &sent);
}"),
    // Matrices, and the memory model that they need
    needed(CooperativeMatrix, "vulkan1.2", ("coopLoad", 3),
        "capability CooperativeMatrixKHR; VK_KHR_cooperative_matrix; SPV_KHR_cooperative_matrix", MATRIX),
    needed(VulkanMemoryModel, "vulkan1.2", ("coopLoad", 3),
        "capability VulkanMemoryModel; VK_KHR_vulkan_memory_model, core in Vulkan 1.2", MATRIX),
];

const QUERY: &str = "enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main() {
    var q: ray_query;
    rayQueryInitialize(&q, scene, RayDesc(0u, 0xffu, 0.1, 9.0, vec3<f32>(), vec3<f32>(1.0)));
    _ = rayQueryProceed(&q);
    o[0] = rayQueryGetCommittedIntersection(&q).t;
}";

const TRACE: &str = "enable wgpu_ray_tracing_pipeline;
@group(0) @binding(0) var scene: acceleration_structure;
var<ray_payload> sent: u32;
@ray_generation fn main() {
    traceRay(scene, RayDesc(0u, 0xffu, 0.0, 9.0, vec3<f32>(), vec3<f32>(1.0)), &sent);
}";

const MATRIX: &str = "enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
@compute @workgroup_size(32) fn main() {
    let left = coopLoad<coop_mat8x8<f32, C>>(&a[0], 8u);
    coopStore(left, &c[0], 8u);
}";

/// Shaders for capabilities that every Vulkan version has, without a feature.
pub const ALWAYS: &[&str] = &[
    "@group(0) @binding(0) var line: texture_1d<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(1) fn main() { o[0] = textureLoad(line, 0u, 0u); }",
    "@group(0) @binding(0) var line: texture_storage_1d<r8unorm, write>;
@compute @workgroup_size(1) fn main() { textureStore(line, 0u, vec4<f32>()); }",
    "@fragment fn main(@location(0) x: f32) -> @location(0) f32 { return dpdxFine(x); }",
];
