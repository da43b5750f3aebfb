// Integer division and remainder without guards: a remainder keeps the sign of the dividend.
// unguarded-division
// targets: vulkan1.1

@group(0) @binding(0) var<storage, read_write> signed: vec4<i32>;
@group(0) @binding(1) var<storage, read_write> unsigned: vec4<u32>;

@compute @workgroup_size(1)
fn main() {
    signed.x = signed.y / signed.z;
    signed.y = signed.y % signed.z;
    signed.z = signed.z / -1 + signed.w % -1;
    signed = vec4<i32>(signed.xy / signed.zw, signed.xy % vec2<i32>(-1, 3));
    unsigned.x = unsigned.y / unsigned.z;
    unsigned.y = unsigned.y % unsigned.z;
}

// CHECK: OpSDiv %i32
// CHECK: [[QUOTIENT:]] = OpSDiv %i32
// CHECK-NEXT: [[WHOLE:]] = OpIMul %i32 [[QUOTIENT]]
// CHECK-NEXT: OpISub %i32 {{.*}} [[WHOLE]]
// CHECK: OpSNegate %i32
// CHECK: OpSDiv %v2i32
// CHECK: OpSDiv %v2i32
// CHECK-NEXT: OpIMul %v2i32
// CHECK-NEXT: OpISub %v2i32
// CHECK: OpUDiv %u32
// CHECK: OpUMod %u32
// CHECK-NOT: UMax
