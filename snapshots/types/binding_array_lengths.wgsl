// targets: vulkan1.1 vulkan1.3
// Binding arrays with a length that an override has, and with none.
// override: count=3
enable wgpu_binding_array;
override count: u32 = 2u;
struct Words { words: array<u32> }
@group(0) @binding(0) var some: binding_array<texture_2d<f32>, count>;
@group(0) @binding(1) var textures: binding_array<texture_2d<f32>>;
@group(0) @binding(2) var samplers: binding_array<sampler>;
@group(0) @binding(3) var<storage, read> buffers: binding_array<Words>;

@fragment
fn main(@location(0) at: vec2<f32>, @location(1) @interpolate(flat) i: u32) -> @location(0) vec4<f32> {
    var sum = textureSampleLevel(textures[i], samplers[i], at, 0.0) + textureSampleLevel(textures[1], samplers[2], at, 0.0);
    sum += textureLoad(some[i], vec2<u32>(at), 0);
    return sum * f32(arrayLength(&buffers[i].words) + buffers[3].words[0]);
}

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-DAG: OpTypeRuntimeArray %image_2D_f32
// CHECK-DAG: OpTypeRuntimeArray %sampler
// CHECK-DAG: OpTypeArray %image_2D_f32 %u32_3
// CHECK-DAG: %[[IMAGE:[^ ]+]] = OpAccessChain {{.*}} %set0_binding1
// CHECK-DAG: OpDecorate %main:[[IMAGE]] NonUniform
// CHECK: [[BUFFER:]] = OpAccessChain {{.*}} %set0_binding3
// CHECK-NEXT: OpArrayLength %u32 [[BUFFER]] 0
