// Memory that others change.
@group(0) @binding(0) @coherent var<storage, read_write> shared_words: array<u32>;
@group(0) @binding(1) @volatile var<storage, read_write> device_words: array<u32>;
@group(0) @binding(2) @coherent @volatile var<storage, read_write> both: vec4<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    shared_words[i] += device_words[i];
    device_words[i] = shared_words[i ^ 1u] + both.x + both.y;
}

// CHECK: OpDecorate %set0_binding0 Coherent
// CHECK: OpDecorate %set0_binding1 Volatile
// CHECK: OpDecorate %set0_binding2 Coherent
// CHECK: OpDecorate %set0_binding2 Volatile
