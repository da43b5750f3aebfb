//! A shader of the random suite's generator, whose decisions the bytes make, has every property that the suite tests: it is
//! written valid, or refused for a reason.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the suite's tests use the rest")]
#[path = "../../tests/it/random.rs"]
mod random;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| random::hold_for_bytes(bytes));
