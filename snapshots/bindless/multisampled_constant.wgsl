// Multisampled textures in arrays with and without a length: constant indices.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_multisampled_2d<f32>, 8>;
@group(0) @binding(1) var open: binding_array<texture_multisampled_2d<f32>>;
@group(1) @binding(0) var<storage, read_write> result: f32;

fn red_of(image: texture_multisampled_2d<f32>) -> f32 { return textureLoad(image, vec2(1, 1), 2).x; }

@compute @workgroup_size(8) fn load_sized() { result = textureLoad(fixed[2], vec2(1, 1), 2).x; }
@compute @workgroup_size(8) fn load_unsized() { result = textureLoad(open[2], vec2(1, 1), 2).x; }
@compute @workgroup_size(8) fn query_sized() { result = f32(textureDimensions(fixed[2]).x + textureNumSamples(fixed[2])); }
@compute @workgroup_size(8) fn query_unsized() { result = f32(textureDimensions(open[2]).x + textureNumSamples(open[2])); }
@compute @workgroup_size(8) fn passed_sized() { result = red_of(fixed[2]); }
@compute @workgroup_size(8) fn passed_unsized() { result = red_of(open[2]); }

// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: %load_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageFetch
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1 %u32_2
// CHECK: OpFunctionCall
// CHECK: %query_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageQuerySamples
