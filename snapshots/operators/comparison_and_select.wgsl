// A scalar condition over vectors takes a vector of it below SPIR-V 1.4.

@group(0) @binding(0) var<storage, read_write> v: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main() {
    let a = v[0];
    let b = v[1];
    v[2] = select(a, b, a.x < b.x);
    v[3] = select(a, b, a >= b);
    v[4] = vec4<f32>((a == b) | (a != b.yxzw));
}

// CHECK: [[LESS:]] = OpFOrdLessThan %bool
// CHECK[..vulkan1.1]: [[ALL:]] = OpCompositeConstruct %v4bool [[LESS]] [[LESS]] [[LESS]] [[LESS]]
// CHECK[..vulkan1.1]: OpSelect %v4f32 [[ALL]]
// CHECK[vulkan1.2..]: OpSelect %v4f32 [[LESS]]
// CHECK: [[EACH:]] = OpFOrdGreaterThanEqual %v4bool
// CHECK: OpSelect %v4f32 [[EACH]]
// CHECK: OpFUnordNotEqual %v4bool
