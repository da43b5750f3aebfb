// The feature of the addition promises no load, store or exchange of floats.
// targets: vulkan1.1 vulkan1.3
// disable: shaderBufferFloat32Atomics
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<f32>, 4>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    let before = atomicExchange(&cells[i], 2.0);
    atomicStore(&cells[1], before + atomicLoad(&cells[2]));
}
