//! `cargo bench --bench write`: Spirula and naga's own backend on the same modules in the same run, with options that
//! mean the same: SPIR-V 1.3, bounds checks restrict, loops bounded, workgroup memory zeroed, no debug information.
//!
//! First a table: per module, warm reused writers on both sides, the shortest of many runs; then the same modules in
//! rotation, where caches and branch predictor do not know the next one. Then criterion's own output. Time and
//! allocations are per instruction written by the side they belong to; the ratio is of whole modules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::parse::{self, Shader};
use common::{backends, real, root, shaders_below};
use criterion::Criterion;

/// The version that both sides write: SPIR-V 1.3.
const TARGET: &str = "vulkan1.1";

/// Counts allocations and reallocations.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A writer that has written before, and the buffer it writes to.
trait Backend {
    fn write(&mut self, shader: &Shader) -> Result<usize, String>;
    fn words(&self) -> &[u32];
}

struct Ours {
    writer: spirula::Writer,
    options: spirula::Options,
    words: Vec<u32>,
}

impl Ours {
    fn new() -> Self {
        Self {
            writer: spirula::Writer::new(),
            options: backends::options(TARGET),
            words: Vec::new(),
        }
    }
}

impl Backend for Ours {
    fn write(&mut self, shader: &Shader) -> Result<usize, String> {
        self.words.clear();
        self.writer
            .write(&shader.module, &shader.info, &self.options, &mut self.words)
            .map_err(|error| backends::reason(&error))?;
        Ok(self.words.len())
    }

    fn words(&self) -> &[u32] {
        &self.words
    }
}

struct Nagas {
    writer: naga::back::spv::Writer,
    words: Vec<u32>,
}

impl Nagas {
    fn new() -> Self {
        let writer = naga::back::spv::Writer::new(&backends::naga_options(TARGET)).expect("naga's writer");
        Self {
            writer,
            words: Vec::new(),
        }
    }
}

impl Backend for Nagas {
    fn write(&mut self, shader: &Shader) -> Result<usize, String> {
        self.words.clear();
        self.writer
            .write(&shader.module, &shader.info, None, &None, &mut self.words)
            .map_err(|error| error.to_string())?;
        Ok(self.words.len())
    }

    fn words(&self) -> &[u32] {
        &self.words
    }
}

/// The number of instructions in a module: each says its own length.
fn instructions(words: &[u32]) -> u64 {
    let mut rest = &words[5..];
    let mut count = 0;
    while let [first, ..] = rest {
        rest = &rest[((first >> 16).max(1) as usize).min(rest.len())..];
        count += 1;
    }
    count
}

/// What one side does with one module.
#[derive(Clone, Copy, Default)]
struct Measured {
    time: Duration,
    allocations: u64,
    instructions: u64,
    words: usize,
}

impl Measured {
    fn add(&mut self, other: Self) {
        self.time += other.time;
        self.allocations += other.allocations;
        self.instructions += other.instructions;
        self.words += other.words;
    }

    fn nanoseconds(&self) -> f64 {
        self.time.as_nanos() as f64 / self.instructions as f64
    }

    fn allocations(&self) -> f64 {
        self.allocations as f64 / self.instructions as f64
    }
}

/// The shortest time of one write among runs of about 20 ms in all, after a few to warm up.
fn hot(backend: &mut dyn Backend, shader: &Shader) -> Result<Measured, String> {
    for _ in 0..3 {
        backend.write(shader)?;
    }
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let words = backend.write(shader)?;
    let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
    let instructions = instructions(backend.words());
    let mut time = Duration::MAX;
    let end = Instant::now() + Duration::from_millis(20);
    while Instant::now() < end {
        let start = Instant::now();
        black_box(backend.write(black_box(shader)))?;
        time = time.min(start.elapsed());
    }
    Ok(Measured {
        time,
        allocations,
        instructions,
        words,
    })
}

/// The shortest time that one round over all modules takes.
fn rotation(backend: &mut dyn Backend, shaders: &[(String, Shader)]) -> Duration {
    let mut time = Duration::MAX;
    for _ in 0..40 {
        let start = Instant::now();
        for (name, shader) in shaders {
            black_box(backend.write(black_box(shader))).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        time = time.min(start.elapsed());
    }
    time
}

fn row(name: &str, ours: &Measured, nagas: &Measured) {
    println!(
        "{name:<24} {:>9.1} {:>9.1} {:>8.2} {:>8.2} {:>8} {:>8} {:>8} {:>8} {:>7.2}",
        ours.nanoseconds(),
        nagas.nanoseconds(),
        ours.allocations(),
        nagas.allocations(),
        ours.instructions,
        nagas.instructions,
        ours.words,
        nagas.words,
        nagas.time.as_secs_f64() / ours.time.as_secs_f64(),
    );
}

/// Prints the table and returns the modules that both sides accept.
fn table(shaders: Vec<(String, Shader)>) -> Vec<(String, Shader)> {
    println!(
        "{:<24} {:>19} {:>17} {:>17} {:>17} {:>7}",
        "module", "ns per instruction", "allocations/ins.", "instructions", "words", "naga /"
    );
    let sides = ["ours", "naga's"];
    println!(
        "{:<24} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7}",
        "", sides[0], sides[1], sides[0], sides[1], sides[0], sides[1], sides[0], sides[1], "ours"
    );
    let (mut ours, mut nagas) = (Ours::new(), Nagas::new());
    let (mut our_total, mut naga_total) = (Measured::default(), Measured::default());
    let mut accepted = Vec::new();
    let mut refused = Vec::new();
    for (name, shader) in shaders {
        match (hot(&mut ours, &shader), hot(&mut nagas, &shader)) {
            (Ok(our), Ok(naga)) => {
                row(&name, &our, &naga);
                our_total.add(our);
                naga_total.add(naga);
                accepted.push((name, shader));
            }
            (Err(error), _) => refused.push(format!("{name}: we refuse it: {error}")),
            (_, Err(error)) => refused.push(format!("{name}: naga's backend refuses it: {error}")),
        }
    }
    row("total, each in a loop", &our_total, &naga_total);
    our_total.time = rotation(&mut ours, &accepted);
    naga_total.time = rotation(&mut nagas, &accepted);
    row("total, in rotation", &our_total, &naga_total);
    for line in refused {
        println!("left out: {line}");
    }
    println!();
    accepted
}

fn main() {
    let mut shaders: Vec<(String, Shader)> = real::vello()
        .into_iter()
        .map(|(name, source)| (name.to_owned(), parse::wgsl(&source, name).expect("a shader of Vello")))
        .collect();
    for path in shaders_below(&root("examples")) {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        shaders.push((name, parse::file(&path).expect("an example")));
    }
    let accepted = table(shaders);

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .configure_from_args();
    let mut group = criterion.benchmark_group("write all modules");
    let (mut ours, mut nagas) = (Ours::new(), Nagas::new());
    let sides: [(&str, &mut dyn Backend); 2] = [("spirula", &mut ours), ("naga", &mut nagas)];
    for (name, backend) in sides {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (_, shader) in &accepted {
                    black_box(backend.write(black_box(shader))).expect("accepted before");
                }
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
