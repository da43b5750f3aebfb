// With shaderMaximalReconvergence, entry points that reach subgroup operations reconverge maximally; others have no mode.
// enable: shaderMaximalReconvergence shaderSubgroupUniformControlFlow
// targets: vulkan1.1 vulkan1.3 vulkan1.4
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

fn total(x: u32) -> u32 {
    return subgroupAdd(x);
}

@compute @workgroup_size(64)
fn sums(@builtin(local_invocation_index) i: u32) {
    if i < 40u {
        words[i] = total(words[i]);
    }
}

@compute @workgroup_size(64)
fn copies(@builtin(local_invocation_index) i: u32) {
    words[i] = words[i + 64u];
}

@fragment
fn differences(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return quadSwapX(at) - at;
}

// CHECK: OpExtension "SPV_KHR_maximal_reconvergence"
// CHECK-NOT: "SPV_KHR_subgroup_uniform_control_flow"
// CHECK-NOT: OpExecutionMode %copies MaximallyReconvergesKHR
// CHECK: OpExecutionMode %differences MaximallyReconvergesKHR
// CHECK: OpExecutionMode %sums MaximallyReconvergesKHR
