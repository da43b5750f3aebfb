//! `cargo run --release --features spirv-val --example conformance -- PATH… [--bounds-checks POLICY] [--target-env ENV]…
//! [--enable-all] [--turn-off] [--capabilities] [-g] [--spec-constants] [--strict] [--vulkan-memory-model] [--optimize]`
//!
//! Compiles every shader below the paths for every Vulkan version (or for the given environments) and validates the
//! words with spirv-val in process and with our own check. Prints for each version: the accepted shaders, the refused
//! ones with the reason, the invalid ones with the rule, the panics, the invalid modules of naga that the check
//! accepts, and the files that naga writes in fewer words. The exit status is 1 if anything was invalid, panicked or
//! ended in an internal error, 2 for wrong usage.
//!
//! * `--enable-all` enables every feature that the version or its extensions can have.
//! * `--turn-off` disables each feature that a module used, one at a time: the result must be a refusal that names the
//!   feature, or a valid module that does not use it.
//! * `-g` writes names, the source and lines; `--spec-constants` writes overrides as specialization constants;
//!   `--strict` disables all optional features; `--vulkan-memory-model` declares that memory model, except for Vulkan
//!   1.0, which lacks it. With any of these four options the words are not compared with naga's.
//! * `--capabilities` asks our own check whether every capability that a module declares is used, and removes each one
//!   to test that the check reports it as missing.
//! * `--optimize` runs SPIRV-Tools' optimizer on the words, with the passes for performance and for size: its output
//!   must be valid too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use common::optimize::{self, RECIPES};
use common::parse::{self, Shader};
use common::process::{self, Worker};
use common::setup::{self, Setup, Writers};
use common::{backends, capabilities, shaders_below, turn_off, validate};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::check::check;
use spirula::{DebugInfo, DebugLevel, ErrorKind, Output, Target};

/// naga's front ends recurse with the nesting of the source.
const STACK_BYTES: usize = 512 << 20;

/// How many files are listed for each reason.
const NAMED: usize = 24;

/// How many of the files that naga writes in fewer words are listed.
const LARGER: usize = 40;

struct Arguments {
    paths: Vec<PathBuf>,
    policy: BoundsCheckPolicy,
    targets: Vec<String>,
    turn_off: bool,
    debug: bool,
    spec_constants: bool,
    strict: bool,
    vulkan_memory_model: bool,
    capabilities: bool,
    enable_all: bool,
    optimize: bool,
}

impl Arguments {
    /// Whether the words can be compared with naga's, which are written with default options.
    fn compares(&self) -> bool {
        !(self.debug || self.spec_constants || self.strict || self.vulkan_memory_model)
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut parsed = Arguments {
        paths: Vec::new(),
        policy: BoundsCheckPolicy::Restrict,
        targets: Vec::new(),
        turn_off: false,
        debug: false,
        spec_constants: false,
        strict: false,
        vulkan_memory_model: false,
        capabilities: false,
        enable_all: false,
        optimize: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} takes a value"));
        match argument.as_str() {
            "--bounds-checks" => {
                parsed.policy = match value()?.as_str() {
                    "unchecked" => BoundsCheckPolicy::Unchecked,
                    "restrict" => BoundsCheckPolicy::Restrict,
                    "read-zero-skip-write" => BoundsCheckPolicy::ReadZeroSkipWrite,
                    other => return Err(format!("{other}: unchecked, restrict or read-zero-skip-write")),
                };
            }
            "--target-env" => {
                let target = value()?;
                validate::environment(&target).ok_or_else(|| format!("{target}: no environment of spirv-val"))?;
                parsed.targets.push(target);
            }
            "--turn-off" => parsed.turn_off = true,
            "-g" => parsed.debug = true,
            "--spec-constants" => parsed.spec_constants = true,
            "--strict" => parsed.strict = true,
            "--vulkan-memory-model" => parsed.vulkan_memory_model = true,
            "--enable-all" => parsed.enable_all = true,
            "--optimize" => parsed.optimize = true,
            "--capabilities" => parsed.capabilities = true,
            option if option.starts_with('-') => return Err(format!("no option {option}")),
            path if Path::new(path).exists() => parsed.paths.push(path.into()),
            path => return Err(format!("{path}: no such file or folder")),
        }
    }
    if parsed.paths.is_empty() {
        return Err("a file or folder is needed".to_owned());
    }
    if parsed.targets.is_empty() {
        parsed.targets = validate::VULKAN.map(str::to_owned).into();
    }
    Ok(parsed)
}

/// Counts by kind, with the first files of each kind.
#[derive(Default)]
struct Kinds(BTreeMap<String, (usize, Vec<String>)>);

impl Kinds {
    fn add(&mut self, kind: String, file: &str) {
        let (count, files) = self.0.entry(kind).or_default();
        *count += 1;
        files.push(file.to_owned());
    }

    fn total(&self) -> usize {
        self.0.values().map(|(count, _)| count).sum()
    }

    fn merge(&mut self, other: Self) {
        for (kind, (count, files)) in other.0 {
            let entry = self.0.entry(kind).or_default();
            entry.0 += count;
            entry.1.extend(files);
        }
    }

    fn print(&self, heading: &str) {
        println!("  {heading:<9} {:>5}", self.total());
        let mut kinds: Vec<_> = self.0.iter().collect();
        // Threads finish in any order; the output must not depend on it.
        kinds.sort_by_key(|(kind, (count, _))| (usize::MAX - count, *kind));
        for (kind, (count, files)) in kinds {
            let mut files = files.clone();
            files.sort();
            let more = if files.len() > NAMED { ", …" } else { "" };
            files.truncate(NAMED);
            println!("    {count:>5}  {kind}\n           {}{more}", files.join(", "));
        }
    }
}

/// The results for one version.
#[derive(Default)]
struct Tally {
    accepted: usize,
    rejected: Kinds,
    invalid: Kinds,
    panicked: Kinds,
    internal: Kinds,
    /// The number of files that both backends accept, and the total words of each backend.
    compared: usize,
    ours: usize,
    nagas: usize,
    /// The number of files for which spirv-val rejects naga's words, and those of them that our own check accepts.
    nagas_invalid: usize,
    unreported: Kinds,
    /// Files with more words than naga's: our words, naga's words, the file.
    larger: Vec<(usize, usize, String)>,
    /// The number of features turned off, of refusals that name the feature, and of modules written without the
    /// feature.
    turned_off: [usize; 3],
    /// Other results of turning a feature off.
    kept: Kinds,
    /// The runs of the optimizer, and those that fail or yield invalid words.
    optimized: usize,
    spoiled: Kinds,
    /// The number of declared capabilities, and those that are unused, or whose removal is not reported.
    declared: usize,
    unused: Kinds,
}

impl Tally {
    fn merge(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.rejected.merge(other.rejected);
        self.invalid.merge(other.invalid);
        self.panicked.merge(other.panicked);
        self.internal.merge(other.internal);
        self.compared += other.compared;
        self.ours += other.ours;
        self.nagas += other.nagas;
        self.nagas_invalid += other.nagas_invalid;
        self.unreported.merge(other.unreported);
        self.larger.extend(other.larger);
        for (sum, part) in self.turned_off.iter_mut().zip(other.turned_off) {
            *sum += part;
        }
        self.kept.merge(other.kept);
        self.optimized += other.optimized;
        self.spoiled.merge(other.spoiled);
        self.declared += other.declared;
        self.unused.merge(other.unused);
    }

    fn print(&self, target: &str) {
        println!("{target}");
        println!("  accepted  {:>5}", self.accepted);
        self.rejected.print("rejected");
        self.invalid.print("invalid");
        self.panicked.print("panicked");
        self.internal.print("internal");
        let [features, refused, lowered] = self.turned_off;
        if features > 0 {
            println!("  turned off {features}: refused by name {refused}, written without {lowered}");
            self.kept.print("faults");
        }
        if self.optimized > 0 {
            println!("  optimized {:>5}", self.optimized);
            self.spoiled.print("faults");
        }
        if self.declared > 0 {
            println!("  capabilities declared {}", self.declared);
            self.unused.print("faults");
        }
        if self.compared > 0 {
            println!(
                "  words     {} ours, {} naga's ({:.1} %) over {} files that both accept",
                self.ours,
                self.nagas,
                self.ours as f64 * 100.0 / self.nagas as f64,
                self.compared,
            );
            println!(
                "  naga's that spirv-val refuses {:>5}, of which our check has nothing against",
                self.nagas_invalid
            );
            self.unreported.print("these");
            self.print_larger();
        }
    }

    /// Prints the files that naga writes in fewer words, sorted by the difference.
    fn print_larger(&self) {
        let mut larger = self.larger.clone();
        larger.sort_by(|left, right| {
            let excess = |(ours, nagas, _): &(usize, usize, String)| ours - nagas;
            excess(right).cmp(&excess(left)).then_with(|| left.2.cmp(&right.2))
        });
        println!("  larger    {:>5}", larger.len());
        for (ours, nagas, file) in larger.iter().take(LARGER) {
            println!("    {ours:>5} {nagas:>5}  {file}");
        }
    }
}

/// The results of one thread.
#[derive(Default)]
struct Findings {
    front_end: Kinds,
    tallies: Vec<Tally>,
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    validate::rule(&text)
}

fn compile(
    shader: &Shader,
    name: &str,
    arguments: &Arguments,
    (writer, worker): (&mut Writers, &mut Worker),
    findings: &mut Findings,
) {
    for (target, tally) in arguments.targets.iter().zip(&mut findings.tallies) {
        let mut options = backends::options(target);
        let policy = arguments.policy;
        options.bounds_check_policies = BoundsCheckPolicies {
            index: policy,
            buffer: policy,
            image_load: policy,
            binding_array: policy,
        };
        if arguments.enable_all {
            options.target = turn_off::everything(options.target);
        }
        if arguments.strict {
            options.target = options.target.strict();
        }
        // The memory model is an extension of Vulkan 1.1 (VK_KHR_vulkan_memory_model).
        options.vulkan_memory_model = arguments.vulkan_memory_model && target != "vulkan1.0";
        options.self_check = false;
        options.spec_constants = arguments.spec_constants;
        options.names = arguments.debug;
        options.debug_info = arguments.debug.then(|| DebugInfo {
            level: DebugLevel::Full,
            ..DebugInfo::new(name, std::fs::read_to_string(name).unwrap_or_default())
        });
        if arguments.turn_off {
            turn_off(shader, name, &options, tally);
            continue;
        }
        let relaxed = arguments.enable_all.then(|| validate::ValidatorOptions {
            uniform_buffer_standard_layout: true,
            scalar_block_layout: true,
            ..Default::default()
        });
        let mut output = Output::default();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            writer.write(&shader.module, &shader.info, &options, &mut output)
        }));
        let words = output.words;
        match outcome {
            Err(panic) => {
                // The state after a panic must not affect the next file.
                *writer = Writers::default();
                tally.panicked.add(message(&*panic), name);
            }
            Ok(Err(error)) if is_internal(&error) => tally.internal.add(backends::reason(&error), name),
            Ok(Err(error)) => tally.rejected.add(backends::reason(&error), name),
            Ok(Ok(())) => {
                tally.accepted += 1;
                if let Err(message) = validate::validate_with(&words, target, relaxed) {
                    tally.invalid.add(validate::rule(&message), name);
                }
                if arguments.capabilities {
                    tally.declared += capabilities::declared(&words).len();
                    for fault in capabilities::faults(&words, &options.target) {
                        tally.unused.add(fault, name);
                    }
                    continue;
                }
                let report = check(&words, &options.target);
                if let Some(violation) = report.violations.first() {
                    tally.invalid.add(violation.rule.to_string(), name);
                }
                if arguments.optimize {
                    optimize(shader, name, (target, &options.target), &words, worker, tally);
                    continue;
                }
                if !arguments.compares() {
                    continue;
                }
                let theirs = catch_unwind(AssertUnwindSafe(|| backends::naga(shader, target, None)));
                if let Ok(Ok(theirs)) = theirs {
                    tally.compared += 1;
                    tally.ours += words.len();
                    tally.nagas += theirs.len();
                    if let Err(message) = validate::validate(&theirs, target) {
                        tally.nagas_invalid += 1;
                        if check(&theirs, &options.target).counted == 0 {
                            tally.unreported.add(validate::rule(&message), name);
                        }
                    }
                    if words.len() > theirs.len() {
                        tally.larger.push((words.len(), theirs.len(), name.to_owned()));
                    }
                }
            }
        }
    }
}

fn is_internal(error: &spirula::Error) -> bool {
    let kinds = error.diagnostics().iter().map(|diagnostic| &diagnostic.kind);
    kinds
        .into_iter()
        .any(|kind| matches!(kind, ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. }))
}

/// Runs the optimizer on the words. A failure that naga's words cause too is counted separately.
fn optimize(
    shader: &Shader,
    name: &str,
    (target_name, target): (&str, &Target),
    words: &[u32],
    worker: &mut Worker,
    tally: &mut Tally,
) {
    // The layouts have already been validated with the rules of the target.
    let relaxed = validate::ValidatorOptions {
        uniform_buffer_standard_layout: true,
        scalar_block_layout: true,
        ..Default::default()
    };
    let mut run =
        |words: &[u32], recipe| optimize::optimize(worker, words, target_name, target, Some(relaxed.clone()), recipe);
    for recipe in RECIPES {
        tally.optimized += 1;
        let Err(fault) = run(words, recipe) else { continue };
        let theirs = catch_unwind(AssertUnwindSafe(|| backends::naga(shader, target_name, None)));
        let whose = match theirs {
            Ok(Ok(theirs)) if run(&theirs, recipe).is_err() => "with naga's words too",
            Ok(Ok(_)) => "with ours alone",
            Ok(Err(_)) | Err(_) => "and naga has no words",
        };
        let lines: Vec<_> = fault.lines().take(2).map(validate::rule).collect();
        tally
            .spoiled
            .add(format!("{recipe:?}, {whose}: {}", lines.join(" ")), name);
    }
}

/// Turns off each feature that the module uses, one at a time.
fn turn_off(shader: &Shader, name: &str, options: &Setup, tally: &mut Tally) {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let output = setup::compile(&shader.module, &shader.info, options)?;
        Ok::<_, spirula::Error>(turn_off::one_at_a_time(shader, options, &output))
    }));
    match outcome {
        Err(panic) => tally.panicked.add(message(&*panic), name),
        Ok(Err(error)) => tally.rejected.add(backends::reason(&error), name),
        Ok(Ok(found)) => {
            tally.accepted += 1;
            let counts = [found.features, found.refused, found.lowered];
            for (sum, part) in tally.turned_off.iter_mut().zip(counts) {
                *sum += part;
            }
            for (feature, fault) in found.faults {
                tally.kept.add(format!("{feature}: {fault}"), name);
            }
        }
    }
}

fn work(files: &[PathBuf], next: &AtomicUsize, arguments: &Arguments) -> Findings {
    let mut findings = Findings::default();
    findings.tallies.resize_with(arguments.targets.len(), Tally::default);
    let mut writer = Writers::default();
    let mut worker = Worker::default();
    while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
        let name = path.display().to_string();
        match catch_unwind(|| parse::file(path)) {
            Ok(Ok(shader)) => compile(&shader, &name, arguments, (&mut writer, &mut worker), &mut findings),
            Ok(Err(error)) => findings
                .front_end
                .add(error.lines().next().unwrap_or_default().to_owned(), &name),
            Err(panic) => findings.front_end.add(message(&*panic), &name),
        }
    }
    findings
}

fn main() -> ExitCode {
    process::serve_if_asked();
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!(
                "{error}\nconformance PATH… [--bounds-checks POLICY] [--target-env ENV]… [--turn-off] \
                 [--capabilities] [--enable-all] [-g] [--spec-constants] [--strict] [--vulkan-memory-model] \
                 [--optimize]"
            );
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let mut files = Vec::new();
    for path in &arguments.paths {
        if path.is_dir() {
            files.extend(shaders_below(path));
        } else {
            files.push(path.clone());
        }
    }
    // Every panic is caught and counted, also naga's own.
    std::panic::set_hook(Box::new(|_| {}));
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let (files, next, arguments, all) = (&files, &next, &arguments, &all);
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    let findings = work(files, next, arguments);
                    all.lock().unwrap().push(findings);
                })
                .expect("a thread");
        }
    });
    let mut front_end = Kinds::default();
    let mut tallies: Vec<Tally> = arguments.targets.iter().map(|_| Tally::default()).collect();
    for findings in all.into_inner().unwrap() {
        front_end.merge(findings.front_end);
        for (tally, found) in tallies.iter_mut().zip(findings.tallies) {
            tally.merge(found);
        }
    }
    println!("{} files in {:.1} s", files.len(), start.elapsed().as_secs_f64());
    if front_end.total() > 0 {
        front_end.print("not read");
    }
    let mut failed = false;
    for (target, tally) in arguments.targets.iter().zip(&tallies) {
        tally.print(target);
        failed |= [
            &tally.invalid,
            &tally.panicked,
            &tally.internal,
            &tally.kept,
            &tally.unused,
            &tally.spoiled,
        ]
        .iter()
        .any(|kinds| kinds.total() > 0);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
