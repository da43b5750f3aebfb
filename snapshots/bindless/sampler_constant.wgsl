// Samplers in arrays with and without a length: constant indices.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<sampler, 8>;
@group(0) @binding(1) var open: binding_array<sampler>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var image: texture_2d<f32>;

fn red_by(how: sampler) -> f32 { return textureSampleLevel(image, how, vec2(0.5), 1.0).x; }

@compute @workgroup_size(8) fn sample_sized() { result = textureSampleLevel(image, fixed[2], vec2(0.5), 1.0).x; }
@compute @workgroup_size(8) fn sample_unsized() { result = textureSampleLevel(image, open[2], vec2(0.5), 1.0).x; }
@compute @workgroup_size(8) fn gather_sized() { result = textureGather(1, image, fixed[2], vec2(0.5)).x; }
@compute @workgroup_size(8) fn gather_unsized() { result = textureGather(1, image, open[2], vec2(0.5)).x; }
@compute @workgroup_size(8) fn passed_sized() { result = red_by(fixed[2]); }
@compute @workgroup_size(8) fn passed_unsized() { result = red_by(open[2]); }

// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: %gather_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageGather
// CHECK: %sample_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageSampleExplicitLod
// CHECK: %sample_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1 %u32_2
// CHECK: OpImageSampleExplicitLod
