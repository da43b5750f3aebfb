// An invocation that was discarded changes nothing that others see.
@group(0) @binding(0) var hits: texture_storage_2d<r32uint, atomic>;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;

@fragment
fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    if at.x > 10.0 {
        discard;
    }
    textureAtomicAdd(hits, vec2<i32>(at.xy), 1u);
    atomicAdd(&count, 1u);
    return dpdx(at);
}

// CHECK[..vulkan1.2]: OpStore [[DISCARDED:]] %true
// CHECK[..vulkan1.2]: [[LIVE:]] = OpLogicalNot
// CHECK[..vulkan1.2]: OpBranchConditional [[LIVE]]
// CHECK[..vulkan1.2]: OpImageTexelPointer
// CHECK-NEXT[..vulkan1.2]: OpAtomicIAdd
// CHECK[..vulkan1.2]: [[LIVE:]] = OpLogicalNot
// CHECK[..vulkan1.2]: OpBranchConditional [[LIVE]]
// CHECK[..vulkan1.2]: OpAtomicIAdd
// CHECK[..vulkan1.2]: OpDPdx
// CHECK[..vulkan1.2]: OpKill
// CHECK[vulkan1.3..]: OpCapability DemoteToHelperInvocation
// CHECK[vulkan1.3..]: OpDemoteToHelperInvocation
// CHECK[vulkan1.3..]: OpAtomicIAdd
// CHECK[vulkan1.3..]: OpDPdx
// CHECK-NOT[vulkan1.3..]: OpKill
