// With shaderSubgroupUniformControlFlow alone, the control flow of subgroup operations is uniform for each subgroup.
// enable: shaderSubgroupUniformControlFlow
// disable: shaderMaximalReconvergence
// targets: vulkan1.1 vulkan1.3 vulkan1.4
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    if words[i] > 7u {
        words[i] = 7u;
    }
    subgroupBarrier();
    words[i + 64u] = words[i ^ 1u];
}

// CHECK: OpExtension "SPV_KHR_subgroup_uniform_control_flow"
// CHECK: OpExecutionMode %main SubgroupUniformControlFlowKHR
// CHECK-NOT: MaximallyReconvergesKHR
