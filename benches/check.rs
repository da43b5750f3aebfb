//! `cargo bench --bench check`: the self-check against the time that naga's own backend takes to write the same module,
//! and, with `--features spirv-val`, against spirv-val in process, in one run. Each figure is the shortest of many runs; the
//! check's and spirv-val's are per instruction of what Spirula wrote, naga's per instruction of what it wrote itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../tests/common/mod.rs"]
mod common;

#[path = "allocations/mod.rs"]
mod allocations;

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::parse::{self, Shader};
use common::{backends, real, root, shaders_below};
use criterion::Criterion;
use spirula::Target;
use spirula::check::check;
use spirula::words::reader::Reader;

/// The version that all sides write and check: SPIR-V 1.3.
const TARGET: &str = "vulkan1.1";

/// A module, written.
struct Case {
    name: String,
    shader: Shader,
    words: Vec<u32>,
    instructions: u64,
}

fn instructions(words: &[u32]) -> u64 {
    Reader::new(words).map_or(0, |(_, reader)| reader.count() as u64)
}

fn cases() -> Vec<Case> {
    let mut shaders: Vec<(String, Shader)> = real::vello()
        .into_iter()
        .map(|(name, source)| (name.to_owned(), parse::wgsl(&source, name).expect("a shader of Vello")))
        .collect();
    for path in shaders_below(&root("examples")) {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        shaders.push((name, parse::file(&path).expect("an example")));
    }
    let mut cases = Vec::new();
    for (name, shader) in shaders {
        match backends::spirula(&shader, &backends::options(TARGET)) {
            Ok(words) => cases.push(Case {
                name,
                instructions: instructions(&words),
                shader,
                words,
            }),
            Err(error) => println!("left out: {name}: {error}"),
        }
    }
    cases
}

/// The shortest time of one run, among those of about `budget` milliseconds.
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

/// The time that spirv-val takes, where it is compiled in.
#[cfg(feature = "spirv-val")]
fn spirv_val(words: &[u32]) -> Option<Duration> {
    Some(shortest(40, || {
        common::validate::validate(words, TARGET).expect("valid")
    }))
}

#[cfg(not(feature = "spirv-val"))]
fn spirv_val(_: &[u32]) -> Option<Duration> {
    None
}

#[derive(Default)]
struct Row {
    check: Duration,
    naga: Duration,
    spirv_val: Option<Duration>,
    allocations: u64,
    instructions: u64,
    by_naga: u64,
}

impl Row {
    fn of(case: &Case, target: &Target) -> Self {
        let mut writer = naga::back::spv::Writer::new(&backends::naga_options(TARGET)).expect("naga's writer");
        let mut words = Vec::new();
        let mut naga = || {
            words.clear();
            writer
                .write(&case.shader.module, &case.shader.info, None, &None, &mut words)
                .is_ok()
        };
        let written = naga();
        let time = if written {
            shortest(20, || assert!(naga()))
        } else {
            Duration::ZERO
        };
        let before = allocations::count();
        let report = check(&case.words, target);
        let allocations = allocations::count() - before;
        assert!(report.is_valid(), "{}: {report}", case.name);
        Self {
            check: shortest(20, || {
                black_box(check(black_box(&case.words), target));
            }),
            naga: time,
            spirv_val: spirv_val(&case.words),
            allocations,
            instructions: case.instructions,
            by_naga: if written { instructions(&words) } else { 0 },
        }
    }

    fn add(&mut self, other: &Self) {
        self.check += other.check;
        self.naga += other.naga;
        self.spirv_val = other.spirv_val.map(|time| time + self.spirv_val.unwrap_or_default());
        self.allocations += other.allocations;
        self.instructions += other.instructions;
        self.by_naga += other.by_naga;
    }

    fn print(&self, name: &str) {
        let each = |time: Duration, count: u64| time.as_nanos() as f64 / count.max(1) as f64;
        let of_spirv_val = |value: &dyn Fn(Duration) -> f64| {
            self.spirv_val
                .map_or_else(|| "-".to_owned(), |time| format!("{:.1}", value(time)))
        };
        println!(
            "{name:<24} {:>8} {:>8.1} {:>8.1} {:>9} {:>8.3} {:>8.2} {:>11}",
            self.instructions,
            each(self.check, self.instructions),
            each(self.naga, self.by_naga),
            of_spirv_val(&|time| each(time, self.instructions)),
            self.allocations as f64 / self.instructions as f64,
            self.naga.as_secs_f64() / self.check.as_secs_f64(),
            of_spirv_val(&|time| time.as_secs_f64() / self.check.as_secs_f64()),
        );
    }
}

fn main() {
    let target = Target::parse(TARGET).expect("a target");
    let cases = cases();
    if !cfg!(feature = "spirv-val") {
        println!("spirv-val is left out: it takes `--features spirv-val`, which compiles SPIRV-Tools");
    }
    println!("nanoseconds an instruction; then how many times as long the others take for the same module");
    println!(
        "{:<24} {:>8} {:>8} {:>8} {:>9} {:>8} {:>8} {:>11}",
        "module", "instr.", "check", "naga", "spirv-val", "allocs/i", "naga /", "spirv-val /"
    );
    let mut total = Row::default();
    for case in &cases {
        let row = Row::of(case, &target);
        row.print(&case.name);
        total.add(&row);
    }
    total.print("total, each in a loop");
    let rotation = shortest(1_000, || {
        for case in &cases {
            black_box(check(black_box(&case.words), &target));
        }
    });
    println!(
        "in rotation: {:.1} ns an instruction\n",
        rotation.as_nanos() as f64 / total.instructions as f64
    );

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .configure_from_args();
    criterion.bench_function("check all modules", |bencher| {
        bencher.iter(|| {
            for case in &cases {
                black_box(check(black_box(&case.words), &target));
            }
        });
    });
    criterion.final_summary();
}
