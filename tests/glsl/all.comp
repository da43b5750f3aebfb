#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_buffer_reference2 : enable
#extension GL_EXT_scalar_block_layout : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_clustered : enable
#extension GL_EXT_shader_atomic_float : enable
#extension GL_EXT_shader_atomic_int64 : enable
#extension GL_EXT_ray_query : enable
#extension GL_EXT_debug_printf : enable
#extension GL_EXT_shader_realtime_clock : enable
#extension GL_ARB_gpu_shader_fp64 : enable
layout(local_size_x_id = 0, local_size_y = 2, local_size_z_id = 2) in;
layout(constant_id = 1) const uint SIZE = 64;
const uint TWICE = SIZE * 2u + 1u;
shared float tile[TWICE];
shared struct Pair { vec3 a; double b; } pairs[4];
layout(buffer_reference) buffer Node;
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer Node { vec3 value; Node next; uint8_t tag; };
layout(set = 0, binding = 0, scalar) buffer Data { float16_t halves[8]; int8_t bytes[4]; int64_t wide; f16vec3 v; float sum; uint64_t total; Node root; } data;
layout(set = 0, binding = 1) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 2, rgba16f) uniform readonly image2D source;
layout(set = 0, binding = 3) uniform writeonly image2D target_;
float reduce(float v) { return subgroupAdd(v) + subgroupExclusiveMul(v) + subgroupClusteredMax(v, 4) + subgroupShuffleXor(v, 1u); }
void main() {
    uint i = gl_LocalInvocationIndex;
    tile[i] = float(data.halves[i & 7u]) + float(data.bytes[i & 3u]);
    pairs[i & 3u].b = double(tile[i]);
    memoryBarrierShared();
    barrier();
    Node node = data.root;
    for (int hop = 0; hop < 3; ++hop) { node.value += tile[TWICE - i - 1u]; node.tag = uint8_t(hop); node = node.next; }
    data.sum = reduce(tile[i]);
    atomicAdd(data.sum, 1.0);
    atomicMax(data.total, 5ul);
    data.wide = int64_t(clockRealtimeEXT()) << 3;
    data.v = f16vec3(node.value) * float16_t(2.0);
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0xff, vec3(0), 0.1, vec3(0, 0, 1), 100.0);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT) rayQueryConfirmIntersectionEXT(query);
    }
    vec4 texel = imageLoad(source, ivec2(gl_GlobalInvocationID.xy));
    texel.x += rayQueryGetIntersectionTEXT(query, true) + float(pairs[0].b);
    uvec4 votes = subgroupBallot(texel.x > 0.0);
    debugPrintfEXT("%u %f", subgroupBallotBitCount(votes), texel.x);
    imageStore(target_, ivec2(gl_WorkGroupID.xy * gl_WorkGroupSize.xy), texel * float(gl_SubgroupInvocationID));
}
