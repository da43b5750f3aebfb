// The texture is an element: by constant, by a uniform index, and by one that differs between invocations.
// bounds-checks: binding-array=read-zero-skip-write
enable wgpu_binding_array;
@group(0) @binding(0) var images: binding_array<texture_storage_2d<r32uint, atomic>, 4>;
@group(0) @binding(1) var<uniform> chosen: u32;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicAdd(images[2], at.xy, 1u);
    textureAtomicMax(images[chosen], at.xy, 5u);
    textureAtomicOr(images[at.x], at.xy, 6u);
}

// CHECK: OpDecorate %main:[[CHAIN:[^ ]+]] NonUniform
// CHECK: OpDecorate %main:[[TEXEL:[^ ]+]] NonUniform
// CHECK: [[POINTER:]] = OpTypePointer UniformConstant %image_2D_u32_storage_R32ui
// CHECK: [[IMAGE:]] = OpAccessChain [[POINTER]] %set0_binding0 %u32_2
// CHECK-NEXT: OpImageTexelPointer %ptr_Image_u32 [[IMAGE]]
// CHECK: [[INSIDE:]] = OpULessThan %bool {{.*}} %u32_4
// CHECK: OpBranchConditional [[INSIDE]]
// CHECK: OpAtomicUMax
// CHECK: %[[CHAIN]] = OpAccessChain
// CHECK: %[[TEXEL]] = OpImageTexelPointer %ptr_Image_u32 %[[CHAIN]] %
