//! Measures times and allocations of both backends for a row, in this process.

use std::time::{Duration, Instant};

use crate::allocations;
use crate::backend::{Backend, Nagas, Ours};
use crate::rows::Row;

/// The figures of one backend for one pass.
#[derive(Clone, Copy, Default)]
pub struct Figures {
    pub seconds: f64,
    pub allocations: u64,
    pub instructions: u64,
    pub words: usize,
}

impl Figures {
    pub fn add(&mut self, other: &Self) {
        self.seconds += other.seconds;
        self.allocations += other.allocations;
        self.instructions += other.instructions;
        self.words += other.words;
    }
}

/// The number of passes after which all capacities have grown as far as the row needs.
pub const WARM_UP: usize = 3;

/// The number of turns of each row. The turns of a row are seconds apart and the backends alternate, so that a lasting
/// disturbance leaves some turn undisturbed and affects both backends.
const TURNS: u32 = 10;

/// The figures of both backends for each row, Spirula first.
pub fn measure(rows: &[Row<'_>]) -> Vec<[Figures; 2]> {
    let mut sides: Vec<(Ours, Nagas)> = rows.iter().map(|_| (Ours::new(), Nagas::new())).collect();
    let mut figures = Vec::new();
    for (row, (ours, nagas)) in rows.iter().zip(&mut sides) {
        figures.push([what_is_written(row, ours), what_is_written(row, nagas)]);
    }
    for _ in 0..TURNS {
        for ((row, (ours, nagas)), [our_figures, naga_figures]) in rows.iter().zip(&mut sides).zip(&mut figures) {
            our_figures.seconds = our_figures.seconds.min(shortest(row, ours));
            naga_figures.seconds = naga_figures.seconds.min(shortest(row, nagas));
        }
    }
    figures
}

/// All figures except the time, which is infinite.
fn what_is_written(row: &Row<'_>, backend: &mut dyn Backend) -> Figures {
    let mut figures = Figures {
        seconds: f64::INFINITY,
        ..Figures::default()
    };
    for shader in &row.shaders {
        backend.write(shader).expect("accepted before");
        figures.instructions += instructions(backend.words());
        figures.words += backend.words().len();
    }
    for _ in 0..WARM_UP {
        row.pass(backend);
    }
    let before = allocations::count();
    row.pass(backend);
    figures.allocations = allocations::count() - before;
    figures
}

/// The shortest time of a pass in one turn, in seconds, after a warm-up pass. If a pass takes a few microseconds,
/// several are timed together, so that the cost of reading the clock is negligible.
fn shortest(row: &Row<'_>, backend: &mut dyn Backend) -> f64 {
    // A turn repeats a single module. A pass over many modules takes longer and varies more.
    let budget = Duration::from_millis(if row.shaders.len() == 1 { 4 } else { 80 });
    let start = Instant::now();
    row.pass(backend);
    let warm = start.elapsed();
    let together = (20_000 / warm.as_nanos().max(1)).clamp(1, 64) as u32;
    let end = Instant::now() + budget;
    let mut seconds = f64::INFINITY;
    loop {
        let start = Instant::now();
        for _ in 0..together {
            row.pass(backend);
        }
        seconds = seconds.min(start.elapsed().as_secs_f64() / f64::from(together));
        if Instant::now() >= end {
            return seconds;
        }
    }
}

/// The number of instructions in a module, found by their word counts.
fn instructions(words: &[u32]) -> u64 {
    let mut rest = &words[5..];
    let mut count = 0;
    while let [first, ..] = rest {
        rest = &rest[((first >> 16).max(1) as usize).min(rest.len())..];
        count += 1;
    }
    count
}
