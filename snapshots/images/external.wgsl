// external: 0,0 -> 2,1 2,2 2,3 3,0
// An external texture is three planes and parameters: its size, a texel, and a filtered value, also through a function.
@group(0) @binding(0) var video: texture_external;
@group(0) @binding(1) var filters: sampler;

fn corner(plane: texture_external) -> vec4<f32> {
    return textureLoad(plane, vec2<u32>());
}

@fragment
fn main(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(video));
    return textureSampleBaseClampToEdge(video, filters, at / size) + corner(video);
}

// CHECK: OpDecorate %set2_binding1 Binding 1
// CHECK: OpDecorate %set3_binding0 Binding 0
// CHECK: [[PLANE:]] = OpLoad %image_2D_f32 %set2_binding1
// CHECK: OpImageQuerySizeLod
// CHECK: OpSelect %v2u32
// CHECK-COUNT-5: OpImageSampleExplicitLod
// CHECK: OpMatrixTimesVector
// CHECK: NClamp
// CHECK-COUNT-2: OpImageFetch
// CHECK: OpFDiv %v2f32
// CHECK-COUNT-3: OpImageFetch
// CHECK: OpPhi %f32
// CHECK-NOT: OpUDiv
