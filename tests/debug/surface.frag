#version 450
layout(set = 0, binding = 0) uniform texture2D albedo;
layout(set = 0, binding = 1) uniform texture2D normals;
layout(set = 0, binding = 2) uniform sampler filtered;
layout(location = 0) in vec2 at;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 result;

vec3 shade(vec3 normal, vec3 color) {
    vec3 light = normalize(vec3(1.0, 2.0, 3.0));
    float amount = max(dot(normal, light), 0.1);
    return color * amount;
}

void main() {
    vec4 base = texture(sampler2D(albedo, filtered), at);
    vec3 packed_normal = texture(sampler2D(normals, filtered), at).xyz;
    vec3 normal = normalize(packed_normal * 2.0 - 1.0);
    vec3 color = base.rgb * tint.rgb;
    if (base.a < 0.5) {
        discard;
    }
    for (int i = 0; i < 2; i++) {
        color = shade(normal, color);
    }
    result = vec4(color, base.a);
}
