// Every operation on integers of 32 bits, with and without what was there, and both others of 64 bits.
struct Words { signed: atomic<i32>, unsigned: atomic<u32>, long: atomic<u64>, signed_out: i32, unsigned_out: u32, long_out: u64 }
@group(0) @binding(0) var<storage, read_write> words: Words;
var<workgroup> shared_word: atomic<u32>;

@compute @workgroup_size(64)
fn main() {
    words.signed_out = atomicAdd(&words.signed, words.signed_out);
    words.signed_out = atomicSub(&words.signed, words.signed_out);
    words.signed_out = atomicAnd(&words.signed, words.signed_out);
    words.signed_out = atomicXor(&words.signed, words.signed_out);
    words.signed_out = atomicOr(&words.signed, words.signed_out);
    words.signed_out = atomicMin(&words.signed, words.signed_out);
    words.signed_out = atomicMax(&words.signed, words.signed_out);
    words.signed_out = atomicExchange(&words.signed, words.signed_out);
    words.unsigned_out = atomicAdd(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicSub(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicAnd(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicXor(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicOr(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicMin(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicMax(&words.unsigned, words.unsigned_out);
    words.unsigned_out = atomicExchange(&words.unsigned, words.unsigned_out);
    let signed = atomicCompareExchangeWeak(&words.signed, 3i, -4i);
    let unsigned = atomicCompareExchangeWeak(&shared_word, words.unsigned_out, 7u);
    if signed.exchanged || unsigned.exchanged {
        words.signed_out = signed.old_value;
    }
    atomicAdd(&shared_word, 1u);
    atomicMin(&words.long, words.long_out);
    atomicMax(&words.long, words.long_out);
}

// CHECK: OpAtomicIAdd %i32
// CHECK: OpAtomicSMin %i32
// CHECK: OpAtomicSMax %i32
// CHECK: OpAtomicIAdd %u32
// CHECK: OpAtomicUMin %u32
// CHECK: OpAtomicUMax %u32
// CHECK: OpAtomicCompareExchange %i32 {{.*}} %i32_-4 %i32_3
// CHECK: OpAtomicUMin %u64
// CHECK: OpAtomicUMax %u64
