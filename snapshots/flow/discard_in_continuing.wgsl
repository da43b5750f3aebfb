// `OpKill` ends no block of a continue construct: where nothing demotes, a function ends in it.

@fragment
fn main(@location(0) x: f32) -> @location(0) vec4f {
    var i = 0u;
    loop {
        if f32(i) > x { break; }
        continuing {
            i += 1u;
            if x > 100.0 { discard; }
        }
    }
    return vec4f(f32(i));
}

// CHECK[vulkan1.3..]: OpCapability DemoteToHelperInvocation
// CHECK: OpLoopMerge {{.*}} [[CONTINUE:]] None
// CHECK: [[CONTINUE]] = OpLabel
// CHECK: OpBranchConditional {{.*}} [[DISCARD:]] {{.*}}
// CHECK-NEXT: [[DISCARD]] = OpLabel
// CHECK-NEXT[vulkan1.3..]: OpDemoteToHelperInvocation
// CHECK-NEXT[..vulkan1.2]: OpFunctionCall %void [[KILL:]]
// CHECK[..vulkan1.2]: [[KILL]] = OpFunction
// CHECK-NEXT[..vulkan1.2]: OpLabel
// CHECK-NEXT[..vulkan1.2]: OpKill
