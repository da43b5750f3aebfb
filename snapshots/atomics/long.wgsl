// 64-bit atomics in storage and workgroup memory.
struct Counters { total: atomic<u64>, low: atomic<i64>, rest: array<atomic<u64>, 4> }
@group(0) @binding(0) var<storage, read_write> counters: Counters;
@group(0) @binding(1) var<storage, read_write> seen: array<u64>;
var<workgroup> local_total: atomic<i64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = u64(i);
    seen[i] = atomicAdd(&counters.total, x) + atomicSub(&counters.total, 1lu);
    _ = atomicMin(&counters.low, i64(x));
    _ = atomicMax(&counters.low, -3li);
    _ = atomicAnd(&counters.rest[i], x);
    _ = atomicOr(&counters.rest[1], x);
    _ = atomicXor(&counters.rest[2], x);
    _ = atomicExchange(&counters.rest[3], x);
    let swapped = atomicCompareExchangeWeak(&counters.rest[0], 7lu, x);
    if swapped.exchanged {
        seen[0] = swapped.old_value;
    }
    atomicStore(&local_total, 5li);
    workgroupBarrier();
    _ = atomicAdd(&local_total, i64(x));
    workgroupBarrier();
    seen[i] += u64(atomicLoad(&local_total));
}

// CHECK: OpCapability Int64Atomics
// CHECK: OpAtomicIAdd %u64
// CHECK: OpAtomicISub %u64
// CHECK: OpAtomicSMin %i64
// CHECK: OpAtomicSMax %i64
// CHECK: OpAtomicAnd %u64
// CHECK: OpAtomicExchange %u64
// CHECK: OpAtomicCompareExchange %u64
// CHECK: OpAtomicStore %Workgroup_i64 {{.*}} %i64_5
