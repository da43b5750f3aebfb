//! Counts machine instructions and modelled mispredictions. The bench starts itself under callgrind, which collects
//! only in [`spirula_counted_passes`] and writes a file at each return of that function. The bench's own modules and
//! each folder have their own process, so that their counts do not depend on the other arguments.
//!
//! The counts of two runs are equal: the process reads no clock, starts no thread and takes no random seed. The seeds
//! of hash tables come from addresses, which are the same for the same arguments and environment under callgrind, so
//! the environment contains only `PATH`.

use std::path::PathBuf;
use std::process::Command;

use crate::backend::{Backend, Nagas, Ours};
use crate::measure::WARM_UP;
use crate::modules;
use crate::rows::{self, Row};

/// The hidden argument of the process that callgrind runs, optionally followed by a folder.
pub const COUNTED: &str = "--counted";

/// The counts of one backend for one pass.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub machine_instructions: f64,
    /// Conditional and indirect jumps that callgrind's predictor model mispredicts.
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

/// The number of passes that are averaged. Occasional work of the allocator is up to a tenth of a pass over one module
/// for naga's backend.
fn passes(row: &Row<'_>) -> u32 {
    (256 / row.shaders.len().max(1)).clamp(1, 16) as u32
}

/// Runs under callgrind: for each row and backend, warm-up passes and then the counted passes.
pub fn child(folder: Option<&PathBuf>) -> Result<(), String> {
    let set = folder.map_or_else(|| Ok(modules::own()), |folder| modules::of_folder(folder))?;
    let made = [modules::empty(), modules::calls()];
    let rows = match folder {
        Some(_) => rows::of_folder(&set),
        None => rows::of_own(&set, &made),
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

/// The only function in which callgrind collects. Its name is not mangled, so that it does not depend on the compiler.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
#[inline(never)]
fn spirula_counted_passes(row: &Row<'_>, backend: &mut dyn Backend) {
    for _ in 0..passes(row) {
        row.pass(backend);
    }
}

/// The counts of both backends, Spirula first, for each row of a folder or of the bench's own modules.
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
    // One file for each row and backend, numbered from 1.
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

/// The totals in a file of callgrind, which omits zeros at the end of the line.
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
