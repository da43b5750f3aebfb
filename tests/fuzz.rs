//! Tests that the check returns a report for any words, in time and memory proportional to their number.
//!
//! `FUZZ=n cargo test --test fuzz -- --nocapture` sets the number of inputs; `examples/fuzz_check.rs` tests millions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use common::cpu_time;
use common::hostile::{Inputs, SHAPES};
use common::seeds::seeds;
use spirula::Target;
use spirula::check::{Validator, check, check_bytes};
use spirula::reflect::from_words_with_unused;
use spirula::words::reader::words_from_bytes;

/// The number of inputs without `FUZZ`.
const DEFAULT_INPUTS: u64 = 6_000;
/// The maximum ratio of the processor time for a word in an input sixteen times as long. For quadratic time it would be
/// 16.
const MAX_TIMES: u128 = 6;
/// The maximum memory of a check, in bytes a word.
const MAX_MEMORY: usize = 1_000;
/// The maximum memory in bytes for tables of a constant size and for the text of violations.
const MAX_FIXED: usize = 1 << 20;

/// Counts the memory that a thread has allocated.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn held(more: usize, less: usize) {
    let _ = HELD.try_with(|held| {
        let now = (held.get() + more).saturating_sub(less);
        held.set(now);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now)));
    });
}

// SAFETY: all calls are forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        held(layout.size(), 0);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        held(0, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both allocations exist during the copy.
        held(size, 0);
        held(0, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The processor time of a check of so many words, in nanoseconds a word, the minimum of five runs; and its peak memory
/// in bytes.
fn measured(words: usize, check: impl Fn()) -> (u128, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let mut time = Duration::MAX;
    for _ in 0..5 {
        time = time.min(cpu_time::of(&check));
    }
    (time.as_nanos() / words as u128, PEAK.get() - before)
}

/// The reflection of any words is in proportion to them too, in time and memory, or an error.
fn reflected(words: &[u32], name: &str) -> u128 {
    let (time, memory) = measured(words.len() + 64, || {
        let found = catch_unwind(AssertUnwindSafe(|| from_words_with_unused(words)));
        let _ = found.unwrap_or_else(|_| panic!("{name}: the reflection panicked"));
    });
    // What the rows take that any module may have, however short.
    let most = (words.len() + 64) * 4 * MAX_MEMORY + (16 << 20);
    assert!(
        memory <= most,
        "{name}: {memory} bytes of reflection for {} words",
        words.len()
    );
    time
}

#[test]
fn any_input_gets_an_answer() {
    let count = std::env::var("FUZZ").map_or(DEFAULT_INPUTS, |text| text.parse().expect("a number"));
    let inputs = Inputs::new(seeds().into_iter().map(|seed| seed.words).collect());
    let targets = ["vulkan1.0", "vulkan1.1", "vulkan1.3", "spv1.6"].map(|name| Target::parse(name).unwrap());
    let (mut slowest, mut validator) = ((0, 0, ""), Validator::new());
    for number in 0..count {
        let (bytes, kind) = inputs.make(number);
        let target = &targets[number as usize % targets.len()];
        let words = bytes.len() / 4 + 64;
        let (time, memory) = measured(words, || {
            let report = catch_unwind(AssertUnwindSafe(|| check_bytes(&bytes, target)));
            let report = report.unwrap_or_else(|_| panic!("input {number} ({kind}): the check panicked"));
            assert!(report.violations.len() <= spirula::check::Report::MOST);
        });
        if let Ok(words) = words_from_bytes(&bytes) {
            let _ = reflected(&words, &format!("input {number} ({kind})"));
        }
        let again = validator.check_bytes(&bytes, target);
        assert!(
            again == check_bytes(&bytes, target),
            "input {number} ({kind}): the tables of other modules tell"
        );
        assert!(
            memory <= words * MAX_MEMORY + MAX_FIXED,
            "input {number} ({kind}): {memory} bytes for {words} words"
        );
        slowest = slowest.max((time, number, kind));
    }
    println!(
        "{count} inputs; the slowest, {} ns a word, is number {} ({})",
        slowest.0, slowest.1, slowest.2
    );
}

#[test]
fn time_and_memory_are_in_proportion() {
    let target = Target::vulkan(1, 3);
    let mut offences = Vec::new();
    for shape in SHAPES {
        let mut line = format!("{:28}", shape.name);
        let (mut least, mut least_reflected) = (u128::MAX, u128::MAX);
        for size in [500, 8_000] {
            let words = (shape.make)(size);
            let (each, memory) = measured(words.len(), || {
                let _ = check(&words, &target);
            });
            let bytes = memory / words.len();
            line += &format!(" {:7} words: {each:6} ns and {bytes:4} bytes a word", words.len());
            least = least.min(each.max(20));
            let time = reflected(&words, shape.name);
            least_reflected = least_reflected.min(time.max(20));
            if time > least_reflected * MAX_TIMES {
                offences.push(format!("{} at {size}: {time} ns a word of reflection", shape.name));
            }
            if each > least * MAX_TIMES || memory > words.len() * MAX_MEMORY + MAX_FIXED {
                offences.push(format!("{} at {size}: {each} ns, {bytes} bytes a word", shape.name));
            }
        }
        println!("{line}");
    }
    assert!(offences.is_empty(), "out of proportion:\n{}", offences.join("\n"));
}

/// A module of 34,000 functions is checked in the time that a hundredth of it takes, a hundred times, and not much more.
#[test]
fn thirty_four_thousand_functions() {
    let shape = SHAPES.iter().find(|shape| shape.name == "many_functions").unwrap();
    let target = Target::vulkan(1, 3);
    let [small, large] = [340, 34_000].map(|functions| {
        let words = (shape.make)(functions);
        let (time, memory) = measured(words.len(), || {
            let _ = check(&words, &target);
        });
        println!(
            "{functions} functions, {} bytes: {} ns and {} bytes a word",
            words.len() * 4,
            time,
            memory / words.len()
        );
        (time.max(1), memory / words.len())
    });
    assert!(large.0 <= small.0 * 3, "{} and {} ns a word", small.0, large.0);
    assert!(large.1 <= MAX_MEMORY);
}

/// Writes the corpus with which `cargo fuzz run check` starts: each seed as bytes, and the index of its target.
#[test]
#[ignore = "writes files: the folder is given in CORPUS"]
fn the_corpus_of_the_fuzzer_is_written() {
    let folder = std::path::PathBuf::from(std::env::var_os("CORPUS").expect("CORPUS is a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, seed) in seeds().iter().enumerate() {
        let mut bytes: Vec<u8> = seed.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.push(number as u8);
        std::fs::write(folder.join(format!("{number:05}")), bytes).unwrap();
    }
}
