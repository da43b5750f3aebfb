// Four texels at once, of each component, compared or not, of layers, with offsets.
@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<i32>;
@group(0) @binding(2) var depth: texture_depth_2d;
@group(0) @binding(3) var depths: texture_depth_2d_array;
@group(0) @binding(4) var filters: sampler;
@group(0) @binding(5) var compares: sampler_comparison;

@fragment
fn main(@location(0) at: vec3<f32>, @location(1) @interpolate(flat) layer: u32) -> @location(0) vec4<f32> {
    var sum = textureGather(0, flat, filters, at.xy) + textureGather(1, flat, filters, at.xy, vec2<i32>(-8, 7));
    sum += vec4<f32>(textureGather(2, layers, filters, at.xy, layer) + textureGather(3, layers, filters, at.xy, layer, vec2<i32>(1, 0)));
    sum += textureGather(depth, filters, at.xy) + textureGatherCompare(depth, compares, at.xy, at.z, vec2<i32>(0, 3));
    return sum + textureGatherCompare(depths, compares, at.xy, layer, at.z);
}

// CHECK: OpImageGather %v4f32 {{.*}} %u32_0
// CHECK: OpImageGather %v4f32 {{.*}} %u32_1 ConstOffset %v2i32_-8,7
// CHECK: OpImageGather %v4i32 {{.*}} %u32_2
// CHECK: OpImageGather %v4i32 {{.*}} %u32_3 ConstOffset
// CHECK: OpImageGather %v4f32 {{.*}} %u32_0
// CHECK: OpImageDrefGather %v4f32 {{.*}} ConstOffset %v2i32_0,3
// CHECK: OpImageDrefGather %v4f32
