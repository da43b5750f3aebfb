// Operations on texels of both signs.
@group(0) @binding(0) var signed: texture_storage_2d<r32sint, atomic>;
@group(0) @binding(1) var unsigned: texture_storage_2d<r32uint, atomic>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicAdd(signed, at.xy, -1i);
    textureAtomicAnd(signed, at.xy, 15i);
    textureAtomicOr(signed, at.xy, 1i);
    textureAtomicXor(signed, at.xy, -1i);
    textureAtomicMin(unsigned, at.xy, at.x);
    textureAtomicMax(unsigned, at.xy, at.y);
}

// CHECK: [[TEXEL:]] = OpImageTexelPointer %ptr_Image_i32 %set0_binding0
// CHECK-NEXT: OpAtomicIAdd %i32 [[TEXEL]] {{.*}} %i32_-1
// CHECK: OpAtomicAnd %i32
// CHECK: OpAtomicOr %i32
// CHECK: OpAtomicXor %i32
// CHECK: [[TEXEL:]] = OpImageTexelPointer %ptr_Image_u32 %set0_binding1
// CHECK-NEXT: OpAtomicUMin %u32 [[TEXEL]]
// CHECK: OpAtomicUMax %u32
