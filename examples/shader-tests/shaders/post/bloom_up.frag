#version 450
// A step up of the bloom pyramid: a tent of nine taps, added to the level above.
layout(set = 0, binding = 0) uniform texture2D coarse;
layout(set = 0, binding = 1) uniform texture2D fine;
layout(set = 0, binding = 2) uniform sampler bilinear;
layout(set = 0, binding = 3) uniform Settings {
    vec2 texel;
    float radius;
    float strength;
} settings;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec3 tap(float x, float y) {
    vec2 at = uv + vec2(x, y) * settings.texel * settings.radius;
    return textureLod(sampler2D(coarse, bilinear), at, 0.0).rgb;
}

void main() {
    vec3 sum = tap(0.0, 0.0) * 4.0;
    sum += (tap(-1.0, 0.0) + tap(1.0, 0.0) + tap(0.0, -1.0) + tap(0.0, 1.0)) * 2.0;
    sum += tap(-1.0, -1.0) + tap(1.0, -1.0) + tap(-1.0, 1.0) + tap(1.0, 1.0);
    vec3 base = texture(sampler2D(fine, bilinear), uv).rgb;
    color = vec4(mix(base, sum / 16.0, settings.strength), 1.0);
}

// One function for the nine taps of the coarse level, one implicit level for the fine one.
// CHECK: OpImageSampleImplicitLod %v4f32
// CHECK: OpExtInst %v3f32 %GLSL.std.450 FMix
// CHECK: OpImageSampleExplicitLod %v4f32 {{.*}} Lod %f32_0.0
// CHECK-NOT: OpImageSampleExplicitLod
