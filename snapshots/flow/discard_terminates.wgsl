// Without demotion an invocation is ended by OpTerminateInvocation if the target enables it: at the `discard` in `at_once`,
// at the end of the entry point in `later`, whose derivative needs the invocation, and in a function in `in_continuing`.
// disable: shaderDemoteToHelperInvocation
// enable: shaderTerminateInvocation

@fragment
fn at_once(@location(0) x: f32) -> @location(0) vec4f {
    if x < 0.0 { discard; }
    return vec4f(x);
}

@fragment
fn later(@location(0) x: f32) -> @location(0) vec4f {
    if x < 0.0 { discard; }
    return vec4f(dpdx(x));
}

@fragment
fn in_continuing(@location(0) x: f32) -> @location(0) vec4f {
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

// CHECK[..vulkan1.2]: OpExtension "SPV_KHR_terminate_invocation"
// CHECK: %at_once = OpFunction %void
// CHECK: OpBranchConditional {{.*}} [[DISCARD:]] {{.*}}
// CHECK-NEXT: [[DISCARD]] = OpLabel
// CHECK-NEXT: OpTerminateInvocation
// CHECK: %in_continuing = OpFunction %void
// CHECK: OpFunctionCall %void [[END:]]
// CHECK: [[END]] = OpFunction
// CHECK-NEXT: OpLabel
// CHECK-NEXT: OpTerminateInvocation
// CHECK: %later = OpFunction %void
// CHECK: OpDPdx
// CHECK: OpTerminateInvocation
