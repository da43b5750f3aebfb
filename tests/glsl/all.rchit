#version 460
#extension GL_EXT_ray_tracing : enable
#extension GL_EXT_nonuniform_qualifier : enable
hitAttributeEXT vec2 barycentrics;
layout(location = 0) rayPayloadInEXT vec3 radiance;
layout(location = 1) rayPayloadEXT float occlusion;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 2) buffer Vertices { vec4 at[]; } vertices[];
void main() {
    vec3 p = gl_WorldRayOriginEXT + gl_HitTEXT * gl_WorldRayDirectionEXT;
    traceRayEXT(scene, gl_RayFlagsSkipClosestHitShaderEXT, 0xff, 0, 1, 1, p, 0.01, gl_ObjectToWorldEXT[1], 10.0, 1);
    radiance = vertices[nonuniformEXT(gl_InstanceCustomIndexEXT)].at[gl_PrimitiveID].xyz * vec3(barycentrics, occlusion) * gl_WorldToObject3x4EXT[0].xyz;
}
