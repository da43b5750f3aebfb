// 64-bit texels have the least and the greatest.
@group(0) @binding(0) var flat: texture_storage_2d<r64uint, atomic>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicMin(flat, at.xy, u64(at.x));
    textureAtomicMax(flat, at.xy, u64(at.y));
}

// CHECK: OpCapability Int64ImageEXT
// CHECK: OpExtension "SPV_EXT_shader_image_int64"
// CHECK: [[TEXEL:]] = OpImageTexelPointer %ptr_Image_u64 %set0_binding0
// CHECK-NEXT: OpAtomicUMin %u64 [[TEXEL]]
// CHECK: [[TEXEL:]] = OpImageTexelPointer %ptr_Image_u64 %set0_binding0
// CHECK-NEXT: OpAtomicUMax %u64 [[TEXEL]]
