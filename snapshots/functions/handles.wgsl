// Textures and samplers as arguments, passed on.
@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var depth: texture_depth_2d;
@group(0) @binding(2) var written: texture_storage_2d<rgba8unorm, read_write>;
@group(0) @binding(3) var filters: sampler;
@group(0) @binding(4) var compares: sampler_comparison;

fn read(texture: texture_2d<f32>, filtering: sampler, at: vec2<f32>) -> vec4<f32> {
    return textureSampleLevel(texture, filtering, at, 0.0);
}
fn compared(texture: texture_depth_2d, comparing: sampler_comparison, at: vec2<f32>) -> f32 {
    return textureSampleCompareLevel(texture, comparing, at, 0.5);
}
fn both(texture: texture_2d<f32>, other: texture_depth_2d, at: vec2<f32>) -> vec4<f32> {
    return read(texture, filters, at) * compared(other, compares, at);
}
fn last(texture: texture_storage_2d<rgba8unorm, read_write>) -> vec4<f32> {
    return textureLoad(texture, textureDimensions(texture) - 1u);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureStore(written, at.xy, both(flat, depth, vec2<f32>(at.xy)) + last(written));
}

// CHECK: [[FLAT:]] = OpLoad %image_2D_f32 %set0_binding0
// CHECK: [[DEPTH:]] = OpLoad %image_2D_f32_depth %set0_binding1
// CHECK: OpFunctionCall %v4f32 [[BOTH:]] [[FLAT]] [[DEPTH]]
// CHECK: [[BOTH]] = OpFunction
// CHECK: [[FLAT:]] = OpFunctionParameter %image_2D_f32
// CHECK: [[FILTER:]] = OpLoad %sampler %set0_binding3
// CHECK: OpFunctionCall %v4f32 [[READ:]] [[FLAT]] [[FILTER]]
// CHECK: [[READ]] = OpFunction
// CHECK: [[FLAT:]] = OpFunctionParameter %image_2D_f32
// CHECK: [[FILTER:]] = OpFunctionParameter %sampler
// CHECK: OpSampledImage %sampled_image_2D_f32 [[FLAT]] [[FILTER]]
