//! A shader of the random suite's generator, whose decisions the bytes make, has every property that the suite tests: it is
//! written valid, or refused for a reason.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;
// Its modules are in the folder of the same name.
#[allow(dead_code, reason = "the suite's tests use the rest")]
#[path = "../../tests/it"]
mod it {
    pub mod random;
}

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| it::random::hold_for_bytes(bytes));
