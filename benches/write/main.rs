//! `cargo bench --bench write`: compares Spirula and naga's own backend on the same modules in the same run, with
//! equivalent options: SPIR-V 1.3, bounds checks restrict, loops bounded, workgroup memory zeroed, no debug
//! information.
//!
//! * `-- --quick [FOLDER...]`: the tables below, for the bench's own modules and for every shader below each folder.
//! * without `--quick`: the tables for the bench's own modules, then criterion's figures, with criterion's arguments.
//! * `-- --levels`: the cost of debug information ([`levels`]).
//! * `-- --build`: the compile time and binary size that each backend adds to a dependent crate ([`build`]).
//!
//! A row of the tables is a pass: it writes some modules once each, with one warm writer or with a new writer for each
//! module ([`rows`]). The first table has the shortest time of many passes, allocations, instructions and words. The
//! second has the machine instructions and modelled mispredictions of one pass ([`callgrind`]), which do not depend on
//! the load of the machine. Figures "an instruction" are per SPIR-V instruction written by that backend; ratios are of
//! whole passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../tests/common/mod.rs"]
mod common;

#[path = "../allocations/mod.rs"]
mod allocations;
mod backend;
mod build;
mod callgrind;
mod levels;
mod measure;
mod modules;
mod rows;
mod table;

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use backend::{Backend, Nagas, Ours};
use criterion::Criterion;
use modules::Set;

/// The target of both backends: SPIR-V 1.3.
const TARGET: &str = "vulkan1.1";

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let names = arguments.iter().filter(|argument| !argument.starts_with("--"));
    let folders: Vec<PathBuf> = names.map(PathBuf::from).collect();
    let result = if has(callgrind::COUNTED) {
        callgrind::child(folders.first())
    } else if has("--build") {
        build::run()
    } else if has("--levels") {
        levels::print()
    } else if has("--quick") {
        tables(&modules::own(), &folders)
    } else {
        let own = modules::own();
        tables(&own, &[]).map(|()| with_criterion(&own))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures and prints both tables.
fn tables(own: &Set, folders: &[PathBuf]) -> Result<(), String> {
    let sets: Vec<Set> = folders
        .iter()
        .map(|folder| modules::of_folder(folder))
        .collect::<Result<_, _>>()?;
    let made = [modules::empty(), modules::calls()];
    let mut rows = rows::of_own(own, &made);
    // Before the times are measured, so that neither disturbs the other.
    let mut counts = callgrind::count(&rows, None);
    own.report_left_out();
    for (set, folder) in sets.iter().zip(folders) {
        let of_folder = rows::of_folder(set);
        counts = counts.and_then(|counts| Ok([counts, callgrind::count(&of_folder, Some(folder))?].concat()));
        rows.extend(of_folder);
        set.report_left_out();
    }
    let figures = measure::measure(&rows);
    table::print_times(&rows, &figures);
    match counts {
        Ok(counts) => table::print_counts(&rows, &figures, &counts),
        Err(error) => println!("\nno machine instructions and mispredictions: {error}\n"),
    }
    Ok(())
}

fn with_criterion(own: &Set) {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .configure_from_args();
    let mut group = criterion.benchmark_group("write all modules");
    let (mut ours, mut nagas) = (Ours::new(), Nagas::new());
    let sides: [(&str, &mut dyn Backend); 2] = [("spirula", &mut ours), ("naga", &mut nagas)];
    for (name, backend) in sides {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for module in &own.modules {
                    black_box(backend.write(black_box(&module.shader))).expect("accepted before");
                }
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
