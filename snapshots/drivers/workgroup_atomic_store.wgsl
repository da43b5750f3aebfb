// Xclipse's driver loses atomic stores to workgroup memory: they are exchanges.
// workaround: workgroup-atomic-store

var<workgroup> shared_count: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;

@compute @workgroup_size(1)
fn main() {
    atomicStore(&shared_count, 3u);
    // Other memory keeps its store.
    atomicStore(&count, atomicLoad(&shared_count));
}

// CHECK: OpAtomicExchange
// CHECK: OpAtomicStore
// CHECK-NOT: OpAtomicStore
