//! `cargo run --release --features naga-compat --example compat -- FOLDER…`
//!
//! Compiles every entry point of every shader below the folders as wgpu does, with the options of wgpu-hal 30 for a
//! desktop (Vulkan 1.3, every feature), a phone (1.1) and the oldest device (1.0, no feature), with naga's own backend
//! and with `spirula::compat`. Prints how many entry points both write, how many naga refuses, and those that Spirula
//! refuses or writes invalidly, with the reason. Entry points that Spirula refuses and naga writes invalidly are listed
//! separately. The exit status is 1 if Spirula refuses anything that naga writes validly, or if words of Spirula are
//! invalid. Also prints the processor time for compiling the entry points of modules with several entry points one by
//! one, with and without naga's `process_overrides`.
#![allow(clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use common::wgpu::{self, Adapter, Outcome, outcomes, times};
use common::{parse, shaders_below};
use spirula::{WriterPool, compat};

/// naga's front ends recurse with the nesting of the source.
const STACK_BYTES: usize = 512 << 20;

/// How many entry points are listed for each reason.
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
    let pool = WriterPool::new(compat::target(&wgpu::options(Adapter::Desktop)));
    let (mut several, mut spent) = (0, [Duration::ZERO; 2]);
    for path in folders.iter().flat_map(|folder| shaders_below(Path::new(folder))) {
        files += 1;
        let shader = std::panic::catch_unwind(|| parse::file(&path));
        let Ok(Ok(shader)) = shader else {
            unreadable += 1;
            continue;
        };
        let has_choice = shader.module.entry_points.len() > 1 || !shader.module.overrides.is_empty();
        let times = if has_choice { times(&pool, &shader) } else { None };
        if let Some(times) = times {
            several += 1;
            (spent[0], spent[1]) = (spent[0] + times[0], spent[1] + times[1]);
        }
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
    println!(
        "{several} files with several entry points or overrides, each entry point compiled alone: {:.3} s of processor time \
         where naga resolves and chooses first, {:.3} s where Spirula does",
        spent[0].as_secs_f64(),
        spent[1].as_secs_f64()
    );
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
