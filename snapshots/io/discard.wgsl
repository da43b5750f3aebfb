// A fragment that gives up, and one that goes on.

@fragment
fn main(@location(0) alpha: f32) -> @location(0) vec4<f32> {
    if alpha < 0.5 {
        discard;
    }
    return vec4<f32>(alpha);
}

// CHECK[vulkan1.3..]: OpCapability DemoteToHelperInvocation
// CHECK: OpBranchConditional {{.*}} [[DISCARD:]] [[LIVE:]]
// CHECK-NEXT: [[DISCARD]] = OpLabel
// CHECK-NEXT[..vulkan1.2]: OpKill
// CHECK-NEXT[vulkan1.3..]: OpDemoteToHelperInvocation
// CHECK-NEXT[vulkan1.3..]: OpBranch [[LIVE]]
// CHECK-NEXT: [[LIVE]] = OpLabel
