// Swizzles, components and composites.

@group(0) @binding(0) var<storage, read_write> v: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main() {
    let a = v[0];
    var b = vec4<f32>(a.zyx, 1.0);
    b.y = a.w;
    v[1] = vec4<f32>(b.xx, a.yw) + b.wwww;
}

// CHECK: OpVectorShuffle %v3f32 [[A:]] [[A]] 2 1 0
// CHECK: OpCompositeExtract %f32 [[A]] 3
// CHECK: [[CHAIN:]] = OpAccessChain %ptr_Function_f32 [[B:]] %u32_1
// CHECK-NEXT: OpStore [[CHAIN]]
// CHECK: [[VALUE:]] = OpLoad %v4f32 [[B]]
// CHECK: [[LEFT:]] = OpVectorShuffle %v2f32 [[VALUE]] [[VALUE]] 0 0
// CHECK: [[RIGHT:]] = OpVectorShuffle %v2f32 [[A]] [[A]] 1 3
// CHECK: OpCompositeConstruct %v4f32 [[LEFT]] [[RIGHT]]
// CHECK: OpVectorShuffle %v4f32 {{.*}} 3 3 3 3
