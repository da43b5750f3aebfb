#version 450
// Maps colours of any brightness to the range of the display. CURVE selects how: 0 clamps, 1 is Reinhard's, 2 a
// filmic one.
// define: CURVE=2
layout(set = 0, binding = 0) uniform texture2D hdr;
layout(set = 0, binding = 1) uniform sampler nearest;
layout(std430, set = 0, binding = 2) readonly buffer Exposure {
    float exposure;
};

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec3 curve(vec3 x) {
#if CURVE == 0
    return clamp(x, 0.0, 1.0);
#elif CURVE == 1
    float luminance = dot(x, vec3(0.2126, 0.7152, 0.0722));
    return x / (1.0 + luminance);
#else
    vec3 a = x * (x * 2.51 + 0.03);
    vec3 b = x * (x * 2.43 + 0.59) + 0.14;
    return clamp(a / b, 0.0, 1.0);
#endif
}

vec3 srgb(vec3 linear) {
    vec3 low = linear * 12.92;
    vec3 high = pow(linear, vec3(1.0 / 2.4)) * 1.055 - 0.055;
    return mix(low, high, step(vec3(0.0031308), linear));
}

void main() {
    vec3 linear = curve(texture(sampler2D(hdr, nearest), uv).rgb * exposure);
    color = vec4(srgb(linear), 1.0);
}

// The filmic curve is the one that divides and clamps.
// CHECK-DAG: OpDecorate %set0_binding2 Binding 2
// CHECK-DAG: OpConstant %f32 2.51
// CHECK: OpFDiv %v3f32
// CHECK-NEXT: OpExtInst %v3f32 %GLSL.std.450 {{[FN]Clamp}}
