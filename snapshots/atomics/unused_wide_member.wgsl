// A member that nobody accesses is part of a type that is declared, and its width takes `Int64`.
struct Both {
    narrow: array<atomic<u32>, 1>,
    @size(64) wide: atomic<u64>,
}

@group(0) @binding(0) var<storage, read_write> both: Both;

@compute @workgroup_size(1)
fn main() {
    atomicXor(&both.narrow[0], 1u);
}

// CHECK-NOT: OpCapability Int64Atomics
// CHECK: OpCapability Int64
// CHECK-NOT: OpCapability Int64Atomics
// CHECK: OpTypeInt 64 0
// CHECK: OpAtomicXor %u32
