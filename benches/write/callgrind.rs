//! Machine instructions and modelled mispredictions: the bench starts itself again under callgrind, which collects in
//! [`spirula_counted_passes`] alone and writes a file each time that it returns. The own modules and each folder have a
//! process of their own, so that the counts of one do not depend on what else is asked for.
//!
//! Two runs count the same: nothing in that process reads a clock, starts a thread or takes a random seed; the seeds of hash
//! tables come from addresses, which callgrind assigns the same way each time to a process with the same arguments and
//! environment, so the environment is empty but for `PATH`.

use std::path::PathBuf;
use std::process::Command;

use crate::backend::{Backend, Nagas, Ours};
use crate::measure::WARM_UP;
use crate::modules;
use crate::rows::{self, Row};

/// The hidden argument of the process that callgrind runs. A folder may follow.
pub const COUNTED: &str = "--counted";

/// What callgrind counts of one side in one pass.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub machine_instructions: f64,
    /// Conditional and indirect jumps that callgrind's model of a predictor gets wrong.
    pub mispredictions: f64,
}

impl Counts {
    pub fn add(&mut self, other: &Self) {
        self.machine_instructions += other.machine_instructions;
        self.mispredictions += other.mispredictions;
    }

    fn each(self, passes: u32) -> Self {
        Self {
            machine_instructions: self.machine_instructions / f64::from(passes),
            mispredictions: self.mispredictions / f64::from(passes),
        }
    }
}

/// How many passes are counted, for their mean. What the allocator does now and then for naga's backend is up to a tenth of
/// a pass over one module.
fn passes(row: &Row<'_>) -> u32 {
    (256 / row.shaders.len().max(1)).clamp(1, 16) as u32
}

/// What callgrind runs: for each row and side, passes to warm up, then those that are counted.
pub fn child(folder: Option<&PathBuf>) -> Result<(), String> {
    let set = folder.map_or_else(|| Ok(modules::own()), |folder| modules::of_folder(folder))?;
    let empty = modules::empty();
    let rows = match folder {
        Some(_) => rows::of_folder(&set),
        None => rows::of_own(&set, &empty),
    };
    for row in &rows {
        let (mut ours, mut nagas) = (Ours::new(), Nagas::new());
        let sides: [&mut dyn Backend; 2] = [&mut ours, &mut nagas];
        for side in sides {
            for _ in 0..WARM_UP {
                row.pass(side);
            }
            spirula_counted_passes(row, side);
        }
    }
    Ok(())
}

/// The only function in which callgrind collects. Its name is not mangled, so that it is the same for each compiler.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
#[inline(never)]
fn spirula_counted_passes(row: &Row<'_>, backend: &mut dyn Backend) {
    for _ in 0..passes(row) {
        row.pass(backend);
    }
}

/// The counts of both sides, ours and then naga's, for each of the rows, which are those of a folder or the bench's own.
pub fn count(rows: &[Row<'_>], folder: Option<&PathBuf>) -> Result<Vec<[Counts; 2]>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let out_folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = out_folder.path().join("out");
    let output = Command::new("valgrind")
        .args([
            "-q",
            "--tool=callgrind",
            "--branch-sim=yes",
            "--dump-line=no",
            "--collect-atstart=no",
        ])
        .args([
            "--toggle-collect=spirula_counted_passes",
            "--dump-after=spirula_counted_passes",
        ])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .arg(COUNTED)
        .args(folder)
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .output()
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => "callgrind is not installed".to_owned(),
            _ => format!("valgrind: {error}"),
        })?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("callgrind: {}", message.lines().last().unwrap_or("failed")));
    }
    // One file for each row and side, numbered from 1.
    let count = |number: usize, row: &Row<'_>| -> Result<Counts, String> {
        let path = out.with_extension(number.to_string());
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let counts = totals(&text).ok_or_else(|| format!("{}: no totals", path.display()))?;
        Ok(counts.each(passes(row)))
    };
    let numbered = rows.iter().enumerate();
    numbered
        .map(|(index, row)| Ok([count(2 * index + 1, row)?, count(2 * index + 2, row)?]))
        .collect()
}

/// The sums in a file of callgrind. Zeros at the end of the line are left out there.
fn totals(text: &str) -> Option<Counts> {
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    let events: Vec<&str> = line("events: ")?.split_whitespace().collect();
    let totals: Vec<f64> = line("totals: ")?
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    let of = |name: &str| -> Option<f64> {
        let index = events.iter().position(|event| *event == name)?;
        Some(totals.get(index).copied().unwrap_or(0.0))
    };
    Some(Counts {
        machine_instructions: of("Ir")?,
        mispredictions: of("Bcm")? + of("Bim")?,
    })
}
