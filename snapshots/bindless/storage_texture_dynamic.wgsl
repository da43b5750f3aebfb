// Storage textures in arrays with and without a length: indices that are the same for all invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_storage_2d<r32float, read_write>, 8>;
@group(0) @binding(1) var open: binding_array<texture_storage_2d<r32float, read_write>>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(3) var<uniform> chosen: u32;

fn red_of(image: texture_storage_2d<r32float, read_write>) -> f32 { return textureLoad(image, vec2(1, 1)).x; }

@compute @workgroup_size(8) fn load_sized() { result = textureLoad(fixed[chosen], vec2(1, 1)).x; }
@compute @workgroup_size(8) fn load_unsized() { result = textureLoad(open[chosen], vec2(1, 1)).x; }
@compute @workgroup_size(8) fn store_sized() { textureStore(fixed[chosen], vec2(1, 1), vec4(result)); }
@compute @workgroup_size(8) fn store_unsized() { textureStore(open[chosen], vec2(1, 1), vec4(result)); }
@compute @workgroup_size(8) fn query_sized() { result = f32(textureDimensions(fixed[chosen]).x); }
@compute @workgroup_size(8) fn query_unsized() { result = f32(textureDimensions(open[chosen]).x); }
@compute @workgroup_size(8) fn passed_sized() { result = red_of(fixed[chosen]); }
@compute @workgroup_size(8) fn passed_unsized() { result = red_of(open[chosen]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability StorageImageArrayDynamicIndexing
// CHECK: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageRead
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageRead
// CHECK: %query_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageQuerySize
