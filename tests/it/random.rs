//! Tests with random shaders from a seed, over the whole language, with random targets and options.
//!
//! Every shader must cause no panic; its words must be accepted by spirv-val, or the refusal must name what is missing
//! and disappear after the remedy; and a new and a used writer must yield the same words. Some seeds yield executed
//! shaders: Spirula's words at every version and with every policy, and naga's own, must leave the memory that an
//! evaluator of naga's IR computes.
//!
//! `SEEDS=100000` sets how many are compiled and `RUNS=2000` how many are executed, starting with `SEED=17` if that is
//! also given. `SIZE=40` limits the lines of a function of those that are executed: the driver takes ten times longer for
//! ten times as many. `SEED=17` alone selects one, whose shader is printed. `SEED=17 TEXT=file` executes a text instead of the
//! seed's shader, with the seed's memory. A crash of the driver is a fault like others, and its shader is reduced like
//! others.

mod builtins;
pub mod configuration;
mod cooperative;
mod counters;
mod digest;
mod evaluate;
mod execute;
mod expressions;
mod extensions;
mod flow;
mod generator;
mod hazards;
mod overrides;
mod pointers;
pub mod properties;
pub mod reread;
pub mod shader;
mod stages;
mod statements;
mod subgroups;
mod switches;
mod textures;
mod types;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::prng;
use crate::common::setup::{Setup, Writers};
use execute::Witness;
use generator::Mode;
use properties::Outcome;

/// The default number of compiled shaders.
const SEEDS: u64 = 2_000;
/// The default number of executed shaders.
const RUNS: u64 = 120;
/// The words of one of so many seeds are read again.
const REREAD: u64 = 3;
/// The maximum number of printed faults.
const SHOWN: usize = 12;

#[derive(Default)]
struct Tally {
    written: u64,
    refused: u64,
    /// The number of shaders that were also executed with naga's words.
    witnessed: u64,
    /// … and among these, those for which naga's words gave another result.
    contradicted: u64,
    /// The number of modules read again by naga's front end and compiled again; by message those that it does not read.
    reread: u64,
    limits: BTreeMap<String, u64>,
    /// By message, the texts that naga refuses, which are faults of the generator.
    not_wgsl: BTreeMap<String, (u64, u64)>,
    /// By message, the number of faults and the report of the first.
    faults: BTreeMap<String, (u64, String)>,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// The requested seeds; `count` is the name of the variable with their number.
pub fn seeds(count: &str, default: u64) -> std::ops::Range<u64> {
    match (number("SEED"), number(count)) {
        (Some(seed), None) => seed..seed + 1,
        (Some(first), Some(count)) => first..first + count,
        (None, count) => 0..count.unwrap_or(default),
    }
}

/// Whether a single seed is requested, whose shader is printed.
fn is_one() -> bool {
    number("SEED").is_some() && number("SEEDS").is_none() && number("RUNS").is_none()
}

/// Tests the seeds on all cores.
fn each(seeds: std::ops::Range<u64>, judge: impl Fn(u64, &mut Writers, &Mutex<Tally>) + Sync) -> Tally {
    let next = AtomicU64::new(seeds.start);
    let tally = Mutex::new(Tally::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut writer = Writers::default();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    judge(seed, &mut writer, &tally);
                }
            });
        }
    });
    tally.into_inner().unwrap()
}

/// Panics that are caught and counted print nothing.
pub fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let default_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !properties::is_quiet() {
                default_hook(info);
            }
        }));
    });
}

/// The shader, parsed by naga; a refusal is counted.
fn parsed(seed: u64, text: &str, tally: &Mutex<Tally>) -> Option<crate::common::parse::Shader> {
    let result = properties::caught(|| crate::common::parse::wgsl(text, "random.wgsl"));
    let message = match result {
        Ok(Ok(shader)) => return Some(shader),
        Ok(Err(message)) => message,
        Err(panic) => format!("the front end panics: {panic}"),
    };
    let line = message.lines().take(6).collect::<Vec<_>>();
    let kind = crate::common::validate::rule(line.first().copied().unwrap_or_default());
    if std::env::var_os("REFUSALS").is_some() {
        println!("seed {seed}: {message}");
    }
    let mut tally = tally.lock().unwrap();
    tally.not_wgsl.entry(kind).or_insert((0, seed)).0 += 1;
    None
}

fn report(tally: &Tally, what: &str) {
    let refused_by_naga: u64 = tally.not_wgsl.values().map(|(count, _)| count).sum();
    let all = tally.written + tally.refused + refused_by_naga + tally.faults.values().map(|(n, _)| n).sum::<u64>();
    println!(
        "{what}: {all} seeds, {} good, {} refused and remedied, {refused_by_naga} not WGSL to naga",
        tally.written, tally.refused
    );
    for (message, (count, seed)) in &tally.not_wgsl {
        println!("  {count} × {message} (seed {seed})");
    }
    if tally.reread > 0 {
        println!("  {} of them read again by naga", tally.reread);
    }
    for (message, count) in &tally.limits {
        println!("  {count} × {message}");
    }
    let mut text = String::new();
    for (kind, (count, first)) in tally.faults.iter().take(SHOWN) {
        text += &format!("==== {count} × {kind}\n{first}\n");
    }
    assert!(
        tally.faults.is_empty(),
        "{} kinds of faults\n{text}",
        tally.faults.len()
    );
    assert!(
        refused_by_naga * 50 <= all.max(50),
        "more than one in fifty shaders is none: the generator is wrong"
    );
}

/// The result for a shader, and for its words if they were read again: the reason why they could not be.
type Verdict = (Outcome, Option<Option<String>>);

/// Tests all properties of a shader, and for some of the seeds those of the words that are read again.
fn judged(
    seed: u64,
    shader: &crate::common::parse::Shader,
    options: &Setup,
    writer: &mut Writers,
) -> Result<Verdict, String> {
    let outcome = properties::hold(shader, options, writer)?;
    let again = seed
        .is_multiple_of(REREAD)
        .then(|| properties::hold_again(shader, options, writer));
    Ok((outcome, again.transpose()?))
}

/// Tests all properties of a shader for which a fuzzer decides: the first eight bytes are the seed, the others the
/// generator's decisions.
pub fn hold_for_bytes(bytes: &[u8]) {
    quiet();
    let (seed, tape) = bytes.split_first_chunk().unwrap_or((&[0; 8], bytes));
    let seed = u64::from_le_bytes(*seed);
    let source = shader::generate_with(seed, prng::Random::with_tape(seed, tape), Mode::Compile);
    let Ok(Ok(shader)) = properties::caught(|| crate::common::parse::wgsl(&source.text, "random.wgsl")) else {
        return;
    };
    let options = configuration::options(seed, &shader, &source);
    let held = properties::hold(&shader, &options, &mut Writers::default());
    held.unwrap_or_else(|fault| panic!("{fault}\n{}", source.text));
}

#[test]
fn what_a_fuzzer_decides_is_a_shader() {
    for length in [0, 5, 8, 40, 400] {
        let bytes: Vec<u8> = (0..length).map(|at| (at * 37 % 251) as u8).collect();
        hold_for_bytes(&bytes);
    }
}

/// Random indices of which few are proved would test few proofs.
#[test]
fn half_of_the_indices_are_proved() {
    quiet();
    let target = crate::common::backends::target("vulkan1.3");
    for (name, modes) in [
        ("compiled", [Mode::Compile; 2]),
        (
            "executed",
            [true, false].map(|portable| Mode::Execute {
                in_range: false,
                portable,
            }),
        ),
        (
            "executed in range",
            [true, false].map(|portable| Mode::Execute {
                in_range: true,
                portable,
            }),
        ),
    ] {
        let ([mut proved, mut all], tally) = ([0, 0], Mutex::default());
        for seed in 0..200 {
            let source = shader::generate(seed, modes[seed as usize % 2]);
            let Some(shader) = parsed(seed, &source.text, &tally) else {
                continue;
            };
            let mut options = Setup::new(target.clone());
            options.self_check = false;
            options.explain_checks = true;
            options.overrides = execute::given_to(&shader, &source.given).into_iter().collect();
            let Ok(output) = spirula::compile(&shader.module, &shader.info, &options.target, &options) else {
                continue;
            };
            let indices = output
                .checks
                .iter()
                .filter(|check| check.kind == spirula::CheckKind::Index);
            for check in indices {
                all += 1;
                proved += usize::from(check.proved);
            }
        }
        println!("{name}: {proved} of {all} indices are proved");
        assert!(
            all > 1000 && proved * 2 >= all,
            "{name}: {proved} of {all} indices are proved"
        );
    }
}

#[test]
fn random_shaders_are_valid_or_refused_for_a_reason() {
    quiet();
    let tally = each(seeds("SEEDS", SEEDS), |seed, writer, tally| {
        let source = shader::generate(seed, Mode::Compile);
        if is_one() {
            println!("{}", source.text);
        }
        let Some(shader) = parsed(seed, &source.text, tally) else {
            return;
        };
        let options = configuration::options(seed, &shader, &source);
        match judged(seed, &shader, &options, writer) {
            Ok((outcome, again)) => {
                let mut tally = tally.lock().unwrap();
                match outcome {
                    Outcome::Written => tally.written += 1,
                    Outcome::Refused => tally.refused += 1,
                }
                match again {
                    Some(Some(limit)) => *tally.limits.entry(limit).or_insert(0) += 1,
                    Some(None) => tally.reread += 1,
                    None => {}
                }
            }
            Err(fault) => {
                let kind = properties::category(&fault);
                let known = tally.lock().unwrap().faults.contains_key(&kind);
                let first = if known {
                    String::new()
                } else {
                    let same = |text: &str, shader: &crate::common::parse::Shader| {
                        let options = configuration::options_for(&options, shader, text);
                        let fault = judged(seed, shader, &options, writer);
                        fault.is_err_and(|fault| properties::category(&fault) == kind)
                    };
                    let reduced = properties::reduce(&source.text, same);
                    let options = configuration::describe(&options);
                    format!("seed {seed}: {fault}\n{options}\n{reduced}")
                };
                let mut tally = tally.lock().unwrap();
                tally.faults.entry(kind).or_insert((0, first)).0 += 1;
            }
        }
    });
    report(&tally, "compiled");
}

#[test]
fn random_shaders_behave_the_same_everywhere() {
    let Some(gpu) = crate::common::vulkan::gpu() else {
        return;
    };
    quiet();
    let mut tally = Tally::default();
    let shared = Mutex::new(Tally::default());
    for seed in seeds("RUNS", RUNS) {
        let mode = Mode::Execute {
            in_range: seed % 2 == 0,
            portable: seed / 2 % 2 == 0,
        };
        let mut source = shader::generate(seed, mode);
        if is_one() {
            if let Some(path) = std::env::var_os("TEXT") {
                source.text = std::fs::read_to_string(path).expect("the shader in place of the seed's");
            }
            println!("{}", source.text);
        }
        let Some(shader) = parsed(seed, &source.text, &shared) else {
            continue;
        };
        let run = |shader: &crate::common::parse::Shader| {
            let run = || execute::compare(&gpu, seed, mode, shader, &source);
            properties::caught(run).unwrap_or_else(|panic| Err(format!("panic: {panic}")))
        };
        match run(&shader) {
            Ok(witnessed) => {
                tally.written += 1;
                tally.witnessed += u64::from(witnessed != Witness::Absent);
                tally.contradicted += u64::from(witnessed == Witness::Differs);
            }
            Err(fault) => {
                let kind = properties::category(&fault);
                if !tally.faults.contains_key(&kind) {
                    // Reduction can take long.
                    println!("seed {seed}: {fault}");
                    let same = |_: &str, shader: &crate::common::parse::Shader| {
                        run(shader).is_err_and(|fault| properties::category(&fault) == kind)
                    };
                    let reduced = properties::reduce(&source.text, same);
                    let report = format!("seed {seed}: {fault}\n{reduced}");
                    tally.faults.insert(kind.clone(), (0, report));
                }
                tally.faults.get_mut(&kind).unwrap().0 += 1;
            }
        }
    }
    tally.not_wgsl = shared.into_inner().unwrap().not_wgsl;
    println!(
        "{} of them with naga's backend as witness, which gave another result for {}",
        tally.witnessed, tally.contradicted
    );
    report(&tally, "run");
}
