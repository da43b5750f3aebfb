// Atomics under read-zero-skip-write: atomic instructions behind the test of the index, and zero where it fails.
// targets: vulkan1.0 vulkan1.3
// bounds-checks: read-zero-skip-write

@group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> v: array<u32, 8>;

@compute @workgroup_size(1)
fn main() {
    let at = v[0];
    v[1] = atomicLoad(&counts[at]);
    atomicStore(&counts[at], 5u);
    v[2] = atomicAdd(&counts[at], 7u);
    let swapped = atomicCompareExchangeWeak(&counts[at], 12u, 13u);
    v[3] = swapped.old_value + u32(swapped.exchanged);
}

// CHECK: [[LENGTH:]] = OpArrayLength %u32 %set0_binding0 0
// CHECK: [[TEST:]] = OpULessThan %bool {{.*}} [[LENGTH]]
// CHECK: OpBranchConditional [[TEST]]
// CHECK: [[VALUE:]] = OpAtomicLoad
// CHECK: OpPhi %u32 [[VALUE]] {{.*}} %u32_0
// CHECK: OpBranchConditional
// CHECK: OpAtomicStore
// CHECK: OpBranchConditional
// CHECK: [[VALUE:]] = OpAtomicIAdd
// CHECK: OpPhi %u32 [[VALUE]] {{.*}} %u32_0
// CHECK: OpBranchConditional
// CHECK: [[VALUE:]] = OpAtomicCompareExchange
// CHECK: OpPhi %u32 [[VALUE]] {{.*}} %u32_0
