//! Mutation tests: small changes of valid modules. What spirv-val rejects, the self-check must reject; what the
//! self-check rejects, spirv-val must reject if it has the rule.
//!
//! The modules are the writer's output for the snapshots' shaders, the examples and real shaders at several targets.
//! The number of a change is its seed, so that a line of the output can be reproduced: `MUTATIONS=1 FIRST_MUTATION=n
//! cargo test --features spirv-val --test mutation -- --nocapture`, and `WRITE_MUTATION=a.spv` saves its module.
//! `MUTATED_MODULES=FOLDER` changes the modules below it instead, which other compilers may have written; those in a folder
//! named `vulkan1.2` or `spv1.3` are judged for that environment. They lead to parts of rules that spirv-val lacks and `narrower.rs` does not list yet, which the test reports as false alarms.
//! `MUTATIONS=n` sets the number of changes; the table then lists what is missed by the message of spirv-val, and false
//! alarms by our rule. spirv-val may end the process, so no other suite runs in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::mutate::{Mutated, Parts};
use common::narrower::{NARROWER, WITHOUT_CAPABILITIES};
use common::prng::Random;
use common::process::Worker;
use common::seeds::{Seed, foreign, seeds};
use common::validate::{rule, validate, validate_apart};
use spirula::Target;
use spirula::check::{Rule, SpirvVal, Verdict, Violation, check};
use spirv::{Capability, Op};

/// The number of changes without `MUTATIONS`.
const DEFAULT_MUTATIONS: usize = 8_000;
/// The maximum number of false acceptances among 1,000 modules that spirv-val rejects.
const MAX_MISSED: f64 = 20.0;
/// The results of all changes.
#[derive(Default)]
struct Tally {
    made: usize,
    /// Not checked, because spirv-val would end the process.
    ends: usize,
    both_accept: usize,
    both_reject: usize,
    /// By the message of spirv-val.
    missed: BTreeMap<String, Finding>,
    not_covered: BTreeMap<String, Finding>,
    /// By our rule, for rules that spirv-val has.
    false_alarms: BTreeMap<String, Finding>,
    /// By our rule, for rules that spirv-val has in part.
    narrower: BTreeMap<String, Finding>,
    /// By our rule, for rules that spirv-val lacks.
    ours: BTreeMap<String, Finding>,
}

#[derive(Default)]
struct Finding {
    count: usize,
    example: String,
}

/// Whether spirv-val cannot report this violation of a module in the environment.
fn is_narrower(violation: &Violation, words: &[u32], environment: &str) -> bool {
    let name = violation.rule.row().name;
    let mut rows = NARROWER.iter();
    rows.any(|(rule, part, _)| *rule == name && violation.message.contains(part))
        || (name, environment) == WITHOUT_CAPABILITIES
        || (name.starts_with("ext-inst/") && has_newer_set(words))
}

/// Whether a module imports the version of a set that SPIRV-Tools 2025.3 takes for an unknown set without semantics.
fn has_newer_set(words: &[u32]) -> bool {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let name = b"NonSemantic.Shader.DebugInfo.101\0";
    bytes.windows(name.len()).any(|window| window == name)
}

/// SPIRV-Tools 2025.3 asserts that arrays of mesh shader built-ins have a constant integer length, and ends the process
/// otherwise.
fn ends_spirv_val(words: &[u32]) -> bool {
    let (mut is_mesh, mut integers, mut lengths) = (false, BTreeSet::new(), Vec::new());
    let mut constants = BTreeSet::new();
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let Some((inst, others)) = rest.split_at_checked((first >> 16).max(1) as usize) else {
            break;
        };
        match (Op::from_u32(first & 0xffff), &inst[1..]) {
            (Some(Op::Capability), &[capability]) => is_mesh |= capability == Capability::MeshShadingEXT as u32,
            (Some(Op::TypeInt), &[id, ..]) => {
                integers.insert(id);
            }
            (Some(Op::Constant), &[ty, id, ..]) if integers.contains(&ty) => {
                constants.insert(id);
            }
            (Some(Op::TypeArray), &[_, _, length]) => lengths.push(length),
            _ => {}
        }
        rest = others;
    }
    is_mesh && lengths.iter().any(|length| !constants.contains(length))
}

fn note(table: &mut BTreeMap<String, Finding>, key: String, example: impl FnOnce() -> String) {
    let finding = table.entry(key).or_default();
    finding.count += 1;
    if finding.count == 1 {
        finding.example = example();
    }
}

fn total(table: &BTreeMap<String, Finding>) -> usize {
    table.values().map(|finding| finding.count).sum()
}

impl Tally {
    /// Without a worker spirv-val runs in this process.
    fn judge(&mut self, number: usize, seed: &Seed, mutated: &Mutated, worker: Option<&mut Worker>) {
        let target = Target::parse(seed.target).unwrap();
        let report = catch_unwind(AssertUnwindSafe(|| check(&mutated.words, &target)));
        let place = || format!("#{number} {} {}: {}", seed.target, seed.name, mutated.what);
        let report = report.unwrap_or_else(|_| panic!("the check panicked: {}", place()));
        self.made += 1;
        let theirs = match worker {
            Some(worker) => validate_apart(worker, &mutated.words, seed.target),
            None if ends_spirv_val(&mutated.words) => None,
            None => Some(validate(&mutated.words, seed.target)),
        };
        let Some(theirs) = theirs else {
            self.ends += 1;
            return;
        };
        match (theirs, report.verdict()) {
            (Ok(()), Verdict::Valid | Verdict::NotCovered) => self.both_accept += 1,
            (Err(_), Verdict::Invalid) => self.both_reject += 1,
            (Err(message), verdict) => {
                let table = if verdict == Verdict::Valid {
                    &mut self.missed
                } else {
                    &mut self.not_covered
                };
                note(table, rule(&message), || {
                    format!("{}\n      {}", place(), message.replace('\n', " | "))
                });
            }
            (Ok(()), _) => {
                let mut theirs = report
                    .violations
                    .iter()
                    .filter(|violation| violation.spirv_val == SpirvVal::Has);
                let alarm = theirs
                    .clone()
                    .find(|violation| !is_narrower(violation, &mutated.words, seed.target));
                let (table, violation) = match (alarm, theirs.next()) {
                    (Some(alarm), _) => (&mut self.false_alarms, Some(alarm)),
                    (None, Some(narrower)) => (&mut self.narrower, Some(narrower)),
                    (None, None) => (&mut self.ours, report.violations.first()),
                };
                if let Some(violation) = violation {
                    note(table, violation.rule.row().name.to_owned(), || {
                        format!("{}\n      {} ({})", place(), violation.message, violation.instruction)
                    });
                }
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.made += other.made;
        self.ends += other.ends;
        self.both_accept += other.both_accept;
        self.both_reject += other.both_reject;
        for (to, from) in [
            (&mut self.missed, other.missed),
            (&mut self.not_covered, other.not_covered),
            (&mut self.false_alarms, other.false_alarms),
            (&mut self.narrower, other.narrower),
            (&mut self.ours, other.ours),
        ] {
            for (key, finding) in from {
                let entry = to.entry(key).or_default();
                entry.count += finding.count;
                if entry.example.is_empty() {
                    entry.example = finding.example;
                }
            }
        }
    }

    /// The number of false acceptances among 1,000 modules that spirv-val rejects.
    fn missed_per_mille(&self) -> f64 {
        let missed = total(&self.missed) + total(&self.not_covered);
        1000.0 * missed as f64 / (missed + self.both_reject).max(1) as f64
    }

    fn describe(&self) -> String {
        let mut text = format!(
            "{} changes: {} accepted by both, {} rejected by both; {} rejected by spirv-val alone ({:.1} of 1,000; {} of \
             them not covered); {} rejected by us alone under rules of spirv-val, {} under rules that it has a part of, {} \
             under our own; {} left out\n",
            self.made,
            self.both_accept,
            self.both_reject,
            total(&self.missed) + total(&self.not_covered),
            self.missed_per_mille(),
            total(&self.not_covered),
            total(&self.false_alarms),
            total(&self.narrower),
            total(&self.ours),
            self.ends,
        );
        for (title, table) in [
            ("missed", &self.missed),
            ("not covered", &self.not_covered),
            (
                "reported by us alone, under rules that spirv-val has",
                &self.false_alarms,
            ),
            (
                "reported by us alone, under rules that it has a part of",
                &self.narrower,
            ),
            ("reported by us alone, under rules that it lacks", &self.ours),
        ] {
            let _ = writeln!(text, "{title}:");
            let mut rows: Vec<_> = table.iter().collect();
            rows.sort_by_key(|(key, finding)| (std::cmp::Reverse(finding.count), *key));
            for (key, finding) in rows {
                let _ = writeln!(text, "{:5} {key}\n      {}", finding.count, finding.example);
            }
        }
        text
    }
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn what_spirv_val_rejects_we_reject() {
    let foreign = foreign();
    let is_foreign = foreign.is_some();
    let seeds = foreign.unwrap_or_else(seeds);
    let (first, count) = (number("FIRST_MUTATION", 0), number("MUTATIONS", DEFAULT_MUTATIONS));
    let workers = std::thread::available_parallelism()
        .map_or(1, std::num::NonZero::get)
        .min(4);
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let work = |worker: usize| {
            let seeds = &seeds;
            move || {
                let mut tally = Tally::default();
                let mut process = is_foreign.then(Worker::default);
                for number in (first..first + count).filter(|number| number % workers == worker) {
                    let mut random = Random::new(number as u64);
                    let seed = &seeds[random.below(seeds.len())];
                    if let Some(mutated) = Parts::new(&seed.words).mutate(&mut random) {
                        if let Some(path) = std::env::var_os("WRITE_MUTATION") {
                            let bytes: Vec<u8> = mutated.words.iter().flat_map(|word| word.to_le_bytes()).collect();
                            std::fs::write(path, bytes).unwrap();
                        }
                        tally.judge(number, seed, &mutated, process.as_mut());
                    }
                }
                tally
            }
        };
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(work(worker))).collect();
        for thread in threads {
            tally.merge(thread.join().expect("a worker"));
        }
    });
    println!("{} modules, {}", seeds.len(), tally.describe());
    for (rule, _, reason) in NARROWER {
        assert!(
            Rule::from_name(rule).is_some_and(|rule| rule.row().in_spirv_val()),
            "{rule}: {reason}"
        );
        println!("{rule}: spirv-val {reason}");
    }
    assert!(
        tally.missed_per_mille() <= MAX_MISSED,
        "{:.1} of 1,000 are missed",
        tally.missed_per_mille()
    );
    assert_eq!(total(&tally.false_alarms), 0, "false alarms");
}
