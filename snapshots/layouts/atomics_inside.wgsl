// What surrounds an atomic is loaded and stored; the atomic is not. Its parts are in Workgroup memory too.
struct Counter {
    hits: atomic<u32>,
    limits: vec2<u32>,
    history: array<i32, 4>,
}
struct Buffer {
    total: atomic<i32>,
    counters: array<Counter>,
}
@group(0) @binding(0) var<storage, read_write> buffer: Buffer;
var<workgroup> local_counter: Counter;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    local_counter.limits = buffer.counters[i].limits;
    local_counter.history = buffer.counters[i].history;
    workgroupBarrier();
    if atomicAdd(&local_counter.hits, 1u) < local_counter.limits.y {
        atomicMax(&buffer.counters[i].hits, atomicLoad(&local_counter.hits));
    }
    atomicStore(&buffer.total, 7);
    buffer.counters[i].history = local_counter.history;
}

// CHECK: OpMemberDecorate {{.*}} 1 Offset 8
// CHECK: OpMemberDecorate {{.*}} 2 Offset 16
// CHECK: OpAtomicIAdd %u32 {{.*}} %u32_2 %u32_0 %u32_1
// CHECK: OpAtomicLoad %u32 {{.*}} %u32_2
// CHECK: OpAtomicUMax %u32 {{.*}} %u32_1
// CHECK: OpAtomicStore {{.*}} %u32_1 %u32_0 %i32_7
