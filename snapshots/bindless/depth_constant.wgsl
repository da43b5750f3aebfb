// Depth textures in arrays with and without a length: constant indices.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_depth_2d, 8>;
@group(0) @binding(1) var open: binding_array<texture_depth_2d>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var filtered: sampler;
@group(1) @binding(2) var compared: sampler_comparison;

fn depth_of(image: texture_depth_2d) -> f32 { return textureLoad(image, vec2(1, 1), 0); }

@compute @workgroup_size(8) fn load_sized() { result = textureLoad(fixed[2], vec2(1, 1), 0); }
@compute @workgroup_size(8) fn load_unsized() { result = textureLoad(open[2], vec2(1, 1), 0); }
@compute @workgroup_size(8) fn sample_sized() { result = textureSampleLevel(fixed[2], filtered, vec2(0.5), 1i); }
@compute @workgroup_size(8) fn sample_unsized() { result = textureSampleLevel(open[2], filtered, vec2(0.5), 1i); }
@compute @workgroup_size(8) fn compare_sized() { result = textureSampleCompareLevel(fixed[2], compared, vec2(0.5), 0.25); }
@compute @workgroup_size(8) fn compare_unsized() { result = textureSampleCompareLevel(open[2], compared, vec2(0.5), 0.25); }
@compute @workgroup_size(8) fn gather_sized() { result = textureGatherCompare(fixed[2], compared, vec2(0.5), 0.25).x; }
@compute @workgroup_size(8) fn gather_unsized() { result = textureGatherCompare(open[2], compared, vec2(0.5), 0.25).x; }
@compute @workgroup_size(8) fn query_sized() { result = f32(textureDimensions(fixed[2]).x); }
@compute @workgroup_size(8) fn query_unsized() { result = f32(textureDimensions(open[2]).x); }
@compute @workgroup_size(8) fn passed_sized() { result = depth_of(fixed[2]); }
@compute @workgroup_size(8) fn passed_unsized() { result = depth_of(open[2]); }

// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: %load_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageFetch
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1 %u32_2
// CHECK: OpImageFetch
// CHECK: %query_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageQuerySizeLod
