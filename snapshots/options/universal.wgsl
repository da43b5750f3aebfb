// Outside Vulkan, at each SPIR-V version.
// targets: spv1.0 spv1.1 spv1.2 spv1.3 spv1.4 spv1.5 spv1.6 vulkan1.1spv1.4

@group(0) @binding(0) var<storage, read_write> v: array<vec2<u32>>;

@compute @workgroup_size(1)
fn main() {
    v[0] = select(v[1], v[2], v[3].x > 2u);
}

// CHECK[..spv1.2]: OpExtension "SPV_KHR_storage_buffer_storage_class"
// CHECK-NOT[spv1.3..]: OpExtension
// CHECK[..spv1.3]: OpEntryPoint GLCompute %main "main"
// CHECK[spv1.4..]: OpEntryPoint GLCompute %main "main" %set0_binding0
// CHECK: [[X:]] = OpUGreaterThan %bool
// CHECK[..spv1.3]: [[BOTH:]] = OpCompositeConstruct %v2bool [[X]] [[X]]
// CHECK[..spv1.3]: OpSelect %v2u32 [[BOTH]]
// CHECK[spv1.4..]: OpSelect %v2u32 [[X]]
