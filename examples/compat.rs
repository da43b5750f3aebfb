//! `cargo run --release --features naga-compat --example compat -- FOLDER…`
//!
//! Compiles every entry point of every shader below the folders as wgpu does, with the options of wgpu-hal 30 for a desktop
//! (Vulkan 1.3, every feature), a phone (1.1) and the oldest device (1.0, no feature), through naga's own backend and through
//! `spirula::compat`. Prints what both write, what naga does not, and what Spirula refuses or writes invalidly, with the
//! reason; refusals of what naga writes invalidly stand apart. Exit status 1 if anything that naga writes validly is refused,
//! or if words of Spirula are invalid.
#![allow(clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use common::wgpu::{Adapter, Outcome, outcomes};
use common::{parse, shaders_below};

/// naga's front ends recurse with the nesting of the source.
const STACK_BYTES: usize = 512 << 20;

/// How many entry points are named under each reason.
const NAMED: usize = 8;

#[derive(Default)]
struct Counts {
    not_of_naga: usize,
    both: usize,
    refused: BTreeMap<String, Vec<String>>,
    refused_and_invalid: BTreeMap<String, Vec<String>>,
    invalid: BTreeMap<String, Vec<String>>,
}

fn measure(folders: &[String]) -> bool {
    let (mut files, mut unreadable) = (0, 0);
    let mut counts = Adapter::ALL.map(|_| Counts::default());
    for path in folders.iter().flat_map(|folder| shaders_below(Path::new(folder))) {
        files += 1;
        let shader = std::panic::catch_unwind(|| parse::file(&path));
        let Ok(Ok(shader)) = shader else {
            unreadable += 1;
            continue;
        };
        for (adapter, counts) in Adapter::ALL.into_iter().zip(&mut counts) {
            for (entry, outcome) in outcomes(&shader, adapter) {
                let name = format!("{} ({entry})", path.display());
                match outcome {
                    Outcome::NotOfNaga => counts.not_of_naga += 1,
                    Outcome::Both => counts.both += 1,
                    Outcome::Refused(why) => counts.refused.entry(why).or_default().push(name),
                    Outcome::RefusedAndInvalid(why) => counts.refused_and_invalid.entry(why).or_default().push(name),
                    Outcome::Invalid(why) => counts.invalid.entry(why).or_default().push(name),
                }
            }
        }
    }
    println!("{files} files, {unreadable} of them rejected by naga's front ends or validator");
    for (adapter, counts) in Adapter::ALL.iter().zip(&counts) {
        let total = |reasons: &BTreeMap<String, Vec<String>>| reasons.values().map(Vec::len).sum::<usize>();
        println!(
            "{adapter:?}: {} entry points are written by both, {} not by naga, {} that naga writes validly are refused, \
             {} that naga writes invalidly are refused, {} are written invalidly by Spirula",
            counts.both,
            counts.not_of_naga,
            total(&counts.refused),
            total(&counts.refused_and_invalid),
            total(&counts.invalid)
        );
        for (title, reasons) in [
            ("refused", &counts.refused),
            ("refused, and invalid from naga", &counts.refused_and_invalid),
            ("invalid", &counts.invalid),
        ] {
            for (why, names) in reasons {
                println!("  {title}, {}: {why}", names.len());
                for name in names.iter().take(NAMED) {
                    println!("    {name}");
                }
            }
        }
    }
    counts
        .iter()
        .all(|counts| counts.refused.is_empty() && counts.invalid.is_empty())
}

fn main() -> ExitCode {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    if folders.is_empty() {
        eprintln!("usage: compat FOLDER…");
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|_| {}));
    let job = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || measure(&folders));
    let good = job.expect("a thread").join().expect("panics are caught");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
