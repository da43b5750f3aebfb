#version 450
// Arrays of lines, which WGSL does not have, read, compared and written.
layout(set = 0, binding = 0) uniform texture1DArray lines;
layout(set = 0, binding = 1) uniform sampler filters;
layout(set = 0, binding = 2, rgba8) uniform image1DArray written;
layout(set = 0, binding = 3) uniform texture2DMSArray samples;
layout(local_size_x = 1) in;

void main() {
    vec4 value = textureLod(sampler1DArray(lines, filters), vec2(0.5, 1.0), 0.0);
    value += texelFetch(sampler2DMSArray(samples, filters), ivec3(1, 2, 0), 3);
    value += vec4(textureSize(sampler2DMSArray(samples, filters)).xyzz) + imageLoad(written, ivec2(0, 1));
    imageStore(written, ivec2(gl_GlobalInvocationID.x, 1), value);
}

// CHECK: OpCapability Image1D
// CHECK: OpCapability Sampled1D
// CHECK: OpSampledImage %sampled_image_1D_f32_array
// CHECK: OpImageSampleExplicitLod %v4f32
// CHECK: OpFunctionCall %v4f32 [[TEXEL:]]
// CHECK: OpImageRead %v4f32
// CHECK: OpImageWrite
// CHECK: [[TEXEL]] = OpFunction
// CHECK: OpImageFetch %v4f32 {{.*}} Sample
