// Atomics on texels of every shape that has them.
@group(0) @binding(0) var line: texture_storage_1d<r32uint, atomic>;
@group(0) @binding(1) var flat: texture_storage_2d<r32sint, atomic>;
@group(0) @binding(2) var layers: texture_storage_2d_array<r32uint, atomic>;
@group(0) @binding(3) var solid: texture_storage_3d<r32uint, atomic>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicAdd(line, at.x, 1u);
    textureAtomicMin(flat, at.xy, -4i);
    textureAtomicMax(flat, vec2<i32>(at.xy), 4i);
    textureAtomicAnd(layers, at.xy, at.z, 0xffu);
    textureAtomicOr(layers, vec2<i32>(at.xy), 2u, 0xf0u);
    textureAtomicXor(solid, at, 3u);
}

// CHECK: OpCapability Image1D
// CHECK: OpImageTexelPointer %ptr_Image_u32 %set0_binding0
// CHECK: OpImageTexelPointer %ptr_Image_i32 %set0_binding1
// CHECK-NEXT: OpAtomicSMin %i32
// CHECK: [[AT:]] = OpCompositeConstruct %v3u32
// CHECK-NEXT: OpImageTexelPointer %ptr_Image_u32 %set0_binding2 [[AT]]
// CHECK-NEXT: OpAtomicAnd
// CHECK: OpImageTexelPointer %ptr_Image_u32 %set0_binding3
// CHECK-NEXT: OpAtomicXor
