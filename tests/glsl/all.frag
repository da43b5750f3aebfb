#version 460
#extension GL_EXT_nonuniform_qualifier : enable
#extension GL_EXT_demote_to_helper_invocation : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_quad : enable
#extension GL_ARB_fragment_shader_interlock : enable
layout(early_fragment_tests) in;
layout(pixel_interlock_ordered) in;
layout(location = 0) in Interface { vec3 normal; flat int material; noperspective vec2 uv[2]; } i;
layout(location = 4) sample in float sampled;
layout(location = 5) centroid in vec2 center;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec2 ids;
layout(depth_greater) out float gl_FragDepth;
layout(set = 0, binding = 0) uniform sampler2D textures[];
layout(set = 1, binding = 0) uniform texture2DArray layers[4];
layout(set = 1, binding = 1) uniform samplerShadow shadow;
layout(set = 1, binding = 2) uniform sampler plain;
layout(set = 1, binding = 3, r32ui) uniform coherent uimage2D counters;
layout(set = 1, binding = 4, rgba8) uniform writeonly image3D volume;
layout(set = 1, binding = 5) uniform samplerBuffer texels;
layout(set = 1, binding = 6) uniform sampler2DMSArray samples;
layout(set = 1, binding = 7) uniform samplerCubeArrayShadow cubes;
layout(input_attachment_index = 0, set = 1, binding = 8) uniform subpassInput previous;
layout(set = 2, binding = 0, std430) buffer Log { uint count; vec3 entries[]; } log_;
struct Light { vec3 direction; float power; };
layout(set = 2, binding = 1, std140) uniform Lights { Light lights[8]; int used; };

vec4 shade(inout Light light, out float power) { power = light.power; light.power *= 2.0; return vec4(light.direction, power); }

void main() {
    vec4 sum = vec4(0);
    for (int l = 0; l < used; l++) {
        Light light = lights[l];
        float power;
        sum += shade(light, power) * max(dot(light.direction, i.normal), 0.0) + light.power;
        if (power > 100.0) break;
    }
    sum += texture(textures[nonuniformEXT(i.material)], i.uv[0]);
    sum += textureGrad(textures[nonuniformEXT(i.material & 3)], i.uv[1], dFdx(i.uv[0]), dFdy(i.uv[0]));
    sum.x += texture(sampler2DArrayShadow(layers[1], shadow), vec4(i.uv[0], 1.0, 0.5));
    sum += textureGather(sampler2DArray(layers[i.material & 3], plain), vec3(i.uv[0], 0.0), 2);
    sum += textureGatherOffsets(textures[0], i.uv[0], ivec2[4](ivec2(0), ivec2(1), ivec2(2), ivec2(3)), 1);
    sum += texelFetch(texels, textureSize(texels) - 1) + texelFetch(samples, ivec3(0), 1);
    sum.y += texture(cubes, vec4(i.normal, 1.0), 0.25);
    sum += subpassLoad(previous) + vec4(interpolateAtOffset(center, vec2(0.25)), interpolateAtSample(sampled, gl_SampleID), 0);
    sum.z += textureQueryLod(textures[1], i.uv[0]).x + float(textureQueryLevels(textures[1]));
    beginInvocationInterlockARB();
    ids.x = imageAtomicAdd(counters, ivec2(gl_FragCoord.xy), 1u);
    imageStore(volume, ivec3(gl_FragCoord.xyz), sum);
    endInvocationInterlockARB();
    if (subgroupAny(sum.w < 0.0) && gl_FrontFacing) demote;
    if (sum.x < -1.0) discard;
    uint slot = atomicAdd(log_.count, 1u);
    log_.entries[slot % uint(log_.entries.length())] = sum.xyz;
    ids.y = subgroupQuadSwapHorizontal(uint(gl_SampleMaskIn[0])) | uint(helperInvocationEXT());
    gl_FragDepth = gl_FragCoord.z + 0.001;
    switch (i.material) { case 0: color = sum; break; case 1: sum *= 2.0; case 2: color = sum.zyxw; break; default: color = fwidthFine(sum); }
}
