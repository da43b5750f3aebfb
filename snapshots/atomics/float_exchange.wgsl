// Loads, stores and exchanges of floats need a feature, and neither the capability nor the extension of the addition.
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<f32>, 4>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    let before = atomicExchange(&cells[i], 2.0);
    atomicStore(&cells[1], before + atomicLoad(&cells[2]));
}

// CHECK-NOT: OpCapability AtomicFloat32AddEXT
// CHECK-NOT: OpExtension "SPV_EXT_shader_atomic_float_add"
// CHECK: OpAtomicExchange %f32 {{.*}} %f32_2.0
// CHECK: OpAtomicLoad %f32
// CHECK: OpAtomicStore
