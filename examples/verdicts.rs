//! `cargo run --release --features spirv-val --example verdicts -- FOLDER… [--target-env ENV] [--like-spirv-val]`
//!
//! Validates every `.spv` below the folders with our own check and with spirv-val in process, and prints how many modules
//! each of them accepts and, for those on which they differ, the rules with their number of modules and one file. A last
//! table has for each rule the modules that spirv-val accepts, those that it refuses too where no other rule is broken, and
//! the rule's source: what spirv-val has follows from these two numbers, part by part (`Violation::spirv_val`).
//! Modules of any compiler will do: the check must not refuse what other compilers write without a sentence of a
//! specification that says so.
//!
//! Without `--target-env` each module is validated for the oldest Vulkan version that takes its SPIR-V version.
//! `--like-spirv-val` leaves out the rules that no version of spirv-val has. The exit status is 1 if spirv-val rejects a
//! module that the check accepts, 2 for wrong usage.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use common::{modules_below, validate};
use spirula::Target;
use spirula::check::{Options, Validator};

/// The modules on which the verdicts differ, by rule.
type Differences = BTreeMap<String, (usize, PathBuf)>;

fn print(title: &str, differences: &Differences) {
    println!("{title}:");
    for (rule, (count, path)) in differences {
        println!("  {count:6} {rule} ({})", path.display());
    }
}

fn main() -> ExitCode {
    let mut paths = Vec::new();
    let mut given = None;
    let mut options = Options::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--target-env" => given = arguments.next(),
            "--like-spirv-val" => options = options.like_spirv_val(),
            folder if Path::new(folder).is_dir() => paths.extend(modules_below(Path::new(folder))),
            other => {
                eprintln!("{other}: no folder");
                return ExitCode::from(2);
            }
        }
    }
    if paths.is_empty() {
        eprintln!("no .spv below the folders");
        return ExitCode::from(2);
    }
    let mut validator = Validator::new();
    // By whether the check accepts, and whether spirv-val does.
    let mut counts = [[0_usize; 2]; 2];
    let (mut refused, mut missed) = (Differences::new(), Differences::new());
    // For each rule and whether the finding is of a part that spirv-val has, the modules that spirv-val accepts, and those
    // that it refuses.
    let mut sides: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for path in paths {
        let words = match std::fs::read(&path) {
            Ok(bytes) => validate::words(&bytes),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        };
        let environment = given.as_deref().unwrap_or_else(|| validate::oldest_environment(&words));
        let Ok(target) = Target::parse(environment) else {
            eprintln!("{environment}: no target");
            return ExitCode::from(2);
        };
        let report = validator.check_with(&words, &target, &options);
        let other = validate::validate(&words, environment);
        let accepts = report.violations.is_empty();
        let mut found: Vec<_> = report
            .violations
            .iter()
            .map(|violation| (violation.rule.row().name, violation.spirv_val.source()))
            .collect();
        found.sort_unstable();
        found.dedup();
        if other.is_ok() || found.len() == 1 {
            for key in found {
                sides.entry(key).or_default()[usize::from(other.is_err())] += 1;
            }
        }
        counts[usize::from(accepts)][usize::from(other.is_ok())] += 1;
        let add = |rule: String, into: &mut Differences| into.entry(rule).or_insert((0, path.clone())).0 += 1;
        match other {
            Ok(()) => {
                let mut rules: Vec<_> = report
                    .violations
                    .iter()
                    .map(|violation| violation.rule.row().name)
                    .collect();
                rules.sort_unstable();
                rules.dedup();
                rules.iter().for_each(|rule| add((*rule).to_owned(), &mut refused));
            }
            Err(message) if accepts => add(validate::rule(&message), &mut missed),
            Err(_) => {}
        }
    }
    let [[both_reject, check_rejects], [spirv_val_rejects, both_accept]] = counts;
    println!(
        "{both_accept} valid and {both_reject} invalid to both, {check_rejects} invalid to the check alone, \
         {spirv_val_rejects} invalid to spirv-val alone"
    );
    print("invalid to the check alone", &refused);
    print("invalid to spirv-val alone", &missed);
    println!("each rule: modules that spirv-val accepts, modules that it refuses too, source:");
    for ((rule, source), [accepted, refused]) in sides {
        println!("  {accepted:6} {refused:6} {rule} ({source})");
    }
    ExitCode::from(u8::from(spirv_val_rejects > 0))
}
