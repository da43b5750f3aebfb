#version 460
#extension GL_EXT_ray_tracing : enable
layout(location = 0) rayPayloadInEXT vec3 radiance;
void main() { radiance = abs(gl_WorldRayDirectionEXT) + float(gl_IncomingRayFlagsEXT); }
