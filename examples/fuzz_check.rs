//! Tests that the check returns a report for any words: `fuzz_check INPUTS [WORKERS [FIRST]]` generates inputs of all
//! kinds, each from its number, and checks them. Prints the panics, the slowest inputs by time per word, and the speed.
//! The exit status is 1 if anything panicked.
//!
//! `cargo run --release --example fuzz_check -- 10000000 2`
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::hostile::Inputs;
use common::seeds::{TARGETS, seeds};
use spirula::Target;
use spirula::check::check_bytes;

/// The number of inputs that a worker takes from the queue in one step.
const PORTION: u64 = 1_000;

#[derive(Default)]
struct Tally {
    panicked: Vec<u64>,
    words: u64,
    time: Duration,
    /// By kind: the number of inputs, the number of invalid ones, and the slowest one as nanoseconds per word and input
    /// number.
    kinds: BTreeMap<&'static str, (u64, u64, u128, u64)>,
}

impl Tally {
    fn one(&mut self, inputs: &Inputs, targets: &[Target], number: u64) {
        let (bytes, kind) = inputs.make(number);
        let target = &targets[number as usize % targets.len()];
        let run = || {
            let start = Instant::now();
            let report = catch_unwind(AssertUnwindSafe(|| check_bytes(&bytes, target)));
            (report, start.elapsed())
        };
        let (report, mut time) = run();
        // 64 is added for tables of constant size, which dominate small inputs.
        let words = bytes.len() as u128 / 4 + 64;
        // A slow input is measured again, because other processes share the machine.
        if time.as_nanos() / words > 200 {
            time = time.min(run().1).min(run().1);
        }
        self.words += bytes.len() as u64 / 4;
        self.time += time;
        let row = self.kinds.entry(kind).or_default();
        row.0 += 1;
        let each = time.as_nanos() / words;
        if each > row.2 {
            (row.2, row.3) = (each, number);
        }
        match report {
            Ok(report) => row.1 += u64::from(report.counted > 0),
            Err(_) => self.panicked.push(number),
        }
    }

    fn merge(&mut self, other: Self) {
        self.panicked.extend(other.panicked);
        self.words += other.words;
        self.time += other.time;
        for (kind, (count, invalid, each, number)) in other.kinds {
            let row = self.kinds.entry(kind).or_default();
            row.0 += count;
            row.1 += invalid;
            if each > row.2 {
                (row.2, row.3) = (each, number);
            }
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("INPUTS [WORKERS [FIRST]]"))
        .collect();
    let count = arguments.first().copied().unwrap_or(100_000);
    let workers = arguments.get(1).copied().unwrap_or(1).max(1);
    let first = arguments.get(2).copied().unwrap_or(0);
    let inputs = Inputs::new(seeds().into_iter().map(|seed| seed.words).collect());
    let targets = TARGETS.map(|name| Target::parse(name).unwrap());
    // Panics are counted; their messages would be millions of lines.
    set_hook(Box::new(|_| {}));
    let next = AtomicU64::new(first);
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let work = || {
            let mut tally = Tally::default();
            loop {
                let from = next.fetch_add(PORTION, Ordering::Relaxed);
                if from >= first + count {
                    break tally;
                }
                for number in from..(from + PORTION).min(first + count) {
                    tally.one(&inputs, &targets, number);
                }
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            tally.merge(thread.join().expect("a worker"));
        }
    });
    for (kind, (count, invalid, each, number)) in &tally.kinds {
        println!("{kind:18} {count:9}, {invalid:9} invalid, slowest {each:6} ns a word (number {number})");
    }
    let each = tally.time.as_nanos() / u128::from(tally.words.max(1));
    println!(
        "{count} inputs, {} words, {each} ns a word, {} panics",
        tally.words,
        tally.panicked.len()
    );
    for number in tally.panicked.iter().take(20) {
        println!("panicked: {number}");
    }
    ExitCode::from(u8::from(!tally.panicked.is_empty()))
}
