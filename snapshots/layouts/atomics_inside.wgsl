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
