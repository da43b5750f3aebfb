// Addition of floats takes a capability; a subtraction adds the negated value.
@group(0) @binding(0) var<storage, read_write> sums: array<atomic<f32>, 4>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    let before = atomicAdd(&sums[i], 1.5);
    _ = atomicSub(&sums[1], before);
}

// CHECK: OpCapability AtomicFloat32AddEXT
// CHECK: OpExtension "SPV_EXT_shader_atomic_float_add"
// CHECK: [[BEFORE:]] = OpAtomicFAddEXT %f32 {{.*}} %f32_1.5
// CHECK: [[NEGATED:]] = OpFNegate %f32 [[BEFORE]]
// CHECK-NEXT: OpAtomicFAddEXT %f32 {{.*}} [[NEGATED]]
