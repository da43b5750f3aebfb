// Memory that other invocations see and change.
// targets: vulkan1.0 vulkan1.3

@group(0) @binding(0) @coherent var<storage, read_write> shared_values: array<u32>;

@compute @workgroup_size(1)
fn main() {
    shared_values[0] += shared_values[1];
}

// CHECK: OpDecorate %set0_binding0 Coherent
// CHECK: %set0_binding0 = OpVariable
