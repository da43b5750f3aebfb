// strict
// targets: vulkan1.0 vulkan1.1 vulkan1.3
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
    words[i] = subgroupAdd(words[i]) + subgroupBallot(words[i] > 1u).x;
}
