#version 450
// One level of a mipmap chain: the mean of four texels, in linear light.
// names
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba8) readonly uniform image2D source;
layout(set = 0, binding = 1, rgba8) writeonly uniform image2D result;

vec4 to_linear(vec4 c) {
    return vec4(pow(c.rgb, vec3(2.2)), c.a);
}

vec4 to_display(vec4 c) {
    return vec4(pow(c.rgb, vec3(1.0 / 2.2)), c.a);
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(result);
    if (at.x >= size.x || at.y >= size.y) {
        return;
    }
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        ivec2 corner = at * 2 + ivec2(i & 1, i >> 1);
        sum += to_linear(imageLoad(source, corner));
    }
    imageStore(result, at, to_display(sum * 0.25));
}

// Neither image is both read and written.
// CHECK-DAG: OpDecorate %source NonWritable
// CHECK-DAG: OpDecorate %result NonReadable
// CHECK: OpImageRead %v4f32
// CHECK: OpImageWrite
