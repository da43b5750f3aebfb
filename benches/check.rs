//! `cargo bench --bench check`: compares the self-check with the time that naga's own backend takes to write the same
//! modules, and, with `--features spirv-val`, with spirv-val in process, in one run.
//!
//! * `-- --quick [FOLDER...]`: the tables below, for the bench's own modules and for every shader below each folder.
//! * without `--quick`: the tables for the bench's own modules, then criterion's figures, with criterion's arguments.
//!
//! A row is a pass over some modules: one of the bench's own modules repeated, or the modules of a set in rotation, all
//! of them and in classes by size, because a small module costs more per instruction. Each time is the shortest of many
//! passes, with a [`Validator`] that is kept, and with [`check`], which creates its tables for each module. Figures "an
//! instruction" are per instruction that Spirula wrote, naga's per instruction that naga wrote; ratios are of whole
//! passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../tests/common/mod.rs"]
mod common;

#[path = "allocations/mod.rs"]
mod allocations;

use std::hint::black_box;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use common::parse::{self, Shader};
use common::{backends, real, root, shaders_below};
use criterion::Criterion;
use spirula::Target;
use spirula::check::{Validator, check};
use spirula::words::reader::Reader;

/// The target of all sides: SPIR-V 1.3.
const TARGET: &str = "vulkan1.1";

/// Classes by size: modules with fewer instructions than each of these, and the rest.
const SIZES: [u64; 4] = [50, 100, 200, 400];

/// A module and its words.
struct Case {
    name: String,
    shader: Shader,
    words: Vec<u32>,
    instructions: u64,
    /// The number of instructions that naga writes; 0 if it refuses the module or panics.
    by_naga: u64,
}

fn instructions(words: &[u32]) -> u64 {
    Reader::new(words).map_or(0, |(_, reader)| reader.count() as u64)
}

/// The words of the shaders that can be written, and the number of the others.
fn written(shaders: impl Iterator<Item = (String, Shader)>) -> (Vec<Case>, usize) {
    let (mut cases, mut left_out) = (Vec::new(), 0);
    for (name, shader) in shaders {
        match backends::spirula(&shader, &backends::options(TARGET)) {
            Ok(words) => cases.push(Case {
                name,
                instructions: instructions(&words),
                by_naga: by_naga(&shader),
                shader,
                words,
            }),
            Err(_) => left_out += 1,
        }
    }
    (cases, left_out)
}

fn by_naga(shader: &Shader) -> u64 {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let count = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut words = Vec::new();
        let mut writer = naga::back::spv::Writer::new(&backends::naga_options(TARGET)).expect("naga's writer");
        match writer.write(&shader.module, &shader.info, None, &None, &mut words) {
            Ok(()) => instructions(&words),
            Err(_) => 0,
        }
    }));
    panic::set_hook(hook);
    count.unwrap_or(0)
}

fn own() -> Vec<Case> {
    let vello = real::vello()
        .into_iter()
        .map(|(name, source)| (name.to_owned(), parse::wgsl(&source, name).expect("a shader of Vello")));
    let (cases, left_out) = written(vello.chain(below(&root("examples"))));
    assert_eq!(left_out, 0);
    cases
}

/// The shaders of a folder that a front end accepts.
fn below(folder: &Path) -> impl Iterator<Item = (String, Shader)> {
    shaders_below(folder).into_iter().filter_map(|path| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        Some((name, parse::file(&path).ok()?))
    })
}

/// The shortest time of a run, among those in about `budget` milliseconds.
fn shortest(budget: u64, mut run: impl FnMut()) -> Duration {
    run();
    let mut time = Duration::MAX;
    let end = Instant::now() + Duration::from_millis(budget);
    while Instant::now() < end {
        let start = Instant::now();
        run();
        time = time.min(start.elapsed());
    }
    time
}

/// The time of spirv-val, if it is compiled in.
#[cfg(feature = "spirv-val")]
fn spirv_val(cases: &[&Case], budget: u64) -> Option<Duration> {
    Some(shortest(budget, || {
        for case in cases {
            common::validate::validate(&case.words, TARGET).expect("valid");
        }
    }))
}

#[cfg(not(feature = "spirv-val"))]
fn spirv_val(_: &[&Case], _: u64) -> Option<Duration> {
    None
}

/// The figures of a pass over some modules.
struct Row {
    name: String,
    modules: usize,
    kept: Duration,
    anew: Duration,
    /// The time for the modules that naga writes.
    naga: Duration,
    spirv_val: Option<Duration>,
    allocations: u64,
    instructions: u64,
    by_naga: u64,
}

impl Row {
    /// Measures for about four times `budget` milliseconds.
    fn of(name: String, cases: &[&Case], target: &Target, budget: u64) -> Self {
        let mut writer = naga::back::spv::Writer::new(&backends::naga_options(TARGET)).expect("naga's writer");
        let mut words = Vec::new();
        let naga = shortest(budget, || {
            for case in cases.iter().filter(|case| case.by_naga > 0) {
                words.clear();
                let (module, info) = (&case.shader.module, &case.shader.info);
                let written = writer.write(module, info, None, &None, &mut words);
                written.expect("it was written before");
            }
        });
        let mut validator = Validator::new();
        for case in cases {
            let report = validator.check(&case.words, target);
            assert!(report.is_valid(), "{}: {report}", case.name);
        }
        let mut kept = || {
            for case in cases {
                black_box(validator.check(black_box(&case.words), target));
            }
        };
        kept();
        let before = allocations::count();
        kept();
        let allocations = allocations::count() - before;
        let kept = shortest(budget, kept);
        let anew = shortest(budget, || {
            for case in cases {
                black_box(check(black_box(&case.words), target));
            }
        });
        Self {
            name,
            modules: cases.len(),
            kept,
            anew,
            naga,
            spirv_val: spirv_val(cases, budget),
            allocations,
            instructions: cases.iter().map(|case| case.instructions).sum(),
            by_naga: cases.iter().map(|case| case.by_naga).sum(),
        }
    }

    fn print(&self) {
        let each = |time: Duration, count: u64| time.as_nanos() as f64 / count.max(1) as f64;
        let of_spirv_val = |value: &dyn Fn(Duration) -> f64| {
            self.spirv_val
                .map_or_else(|| "-".to_owned(), |time| format!("{:.1}", value(time)))
        };
        println!(
            "{:<28} {:>7} {:>8} {:>6.1} {:>6.1} {:>6.1} {:>9} {:>8.3} {:>7.2} {:>11}",
            self.name,
            self.modules,
            self.instructions,
            each(self.kept, self.instructions),
            each(self.anew, self.instructions),
            each(self.naga, self.by_naga),
            of_spirv_val(&|time| each(time, self.instructions)),
            self.allocations as f64 / self.instructions as f64,
            each(self.naga, self.by_naga) / each(self.kept, self.instructions),
            of_spirv_val(&|time| time.as_secs_f64() / self.kept.as_secs_f64()),
        );
    }
}

/// Prints the rows of a set in rotation: all of it, and its classes by size.
fn rotation(name: &str, cases: &[Case], target: &Target) {
    let all: Vec<&Case> = cases.iter().collect();
    Row::of(format!("{name}, in rotation"), &all, target, 1_000).print();
    let mut least = 0;
    for most in SIZES.into_iter().chain([u64::MAX]) {
        let of_size = |case: &&Case| (least..most).contains(&case.instructions);
        let class: Vec<&Case> = cases.iter().filter(of_size).collect();
        if !class.is_empty() {
            let name = match most {
                u64::MAX => format!("  {least} and more"),
                most => format!("  below {most}"),
            };
            Row::of(name, &class, target, 300).print();
        }
        least = most;
    }
}

fn main() {
    let target = Target::parse(TARGET).expect("a target");
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    if !cfg!(feature = "spirv-val") {
        println!("spirv-val is left out: it takes `--features spirv-val`, which compiles SPIRV-Tools");
    }
    println!(
        "nanoseconds an instruction: check with tables kept and made anew, naga's write, spirv-val; then how many"
    );
    println!("times as long the others take: naga for one of its instructions, spirv-val for the same modules");
    println!(
        "{:<28} {:>7} {:>8} {:>6} {:>6} {:>6} {:>9} {:>8} {:>7} {:>11}",
        "", "modules", "instr.", "kept", "anew", "naga", "spirv-val", "allocs/i", "naga /", "spirv-val /"
    );
    let own = own();
    for case in &own {
        Row::of(case.name.clone(), &[case], &target, 20).print();
    }
    rotation("own modules", &own, &target);
    for folder in arguments.iter().filter(|argument| quick && !argument.starts_with("--")) {
        let (cases, left_out) = written(below(Path::new(folder)));
        if left_out > 0 {
            println!("{folder}: {left_out} shaders that {TARGET} has no words for are left out");
        }
        rotation(folder, &cases, &target);
    }
    if quick {
        return;
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .configure_from_args();
    let mut validator = Validator::new();
    criterion.bench_function("check all modules", |bencher| {
        bencher.iter(|| {
            for case in &own {
                black_box(validator.check(black_box(&case.words), &target));
            }
        });
    });
    criterion.final_summary();
}
