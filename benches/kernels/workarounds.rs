//! `-- --workarounds [FOLDER…]`: what each workaround for drivers costs, as the driver's compiler statistics of the
//! kernels, or of the compute entry points below folders: with the workaround over without it, where its words differ.
//!
//! Each file of a folder is compiled in a process of its own (`--workarounds-of FILE`), because a shader that needs what
//! the device was not created with can crash the driver.

use super::folder::{CHECKED, collect, with_values};
use super::list::KERNELS;
use super::{Failure, Shader, mean, parsed, validated, write_ours};
use crate::device::{Device, STATISTICS};
use spirula::target::{Workaround, Workarounds};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The hidden argument of the process for one file.
pub const OF: &str = "--workarounds-of";

/// The statistics of an entry point with a workaround over those without it, for each that the driver has.
struct Row {
    workaround: Workaround,
    name: String,
    ratios: [Option<f64>; STATISTICS.len()],
}

impl Row {
    /// A line for the parent process.
    fn line(&self) -> String {
        let ratios = self
            .ratios
            .map(|ratio| ratio.map_or(String::new(), |ratio| ratio.to_string()));
        format!("{}\t{}\t{}", self.workaround, self.name, ratios.join("\t"))
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let workaround = Workaround::from_name(fields.next()?).ok()?;
        let name = fields.next()?.to_owned();
        let ratios = std::array::from_fn(|_| fields.next()?.parse().ok());
        Some(Self {
            workaround,
            name,
            ratios,
        })
    }
}

/// Prints a line for each workaround.
pub fn compare(folders: &[PathBuf]) -> Result<(), Failure> {
    let mut rows = Vec::new();
    if folders.is_empty() {
        let device = Device::open()?;
        for kernel in KERNELS.iter().filter(|kernel| !kernel.is_picture()) {
            rows.extend(rows_of(&device, kernel.name, &parsed(kernel)?)?);
        }
    }
    let mut files = Vec::new();
    for folder in folders {
        collect(folder, &mut files)?;
    }
    files.sort();
    for path in files {
        let output = Command::new(std::env::current_exe()?).arg(OF).arg(path).output()?;
        rows.extend(String::from_utf8_lossy(&output.stdout).lines().filter_map(Row::of_line));
    }
    for workaround in Workaround::ALL {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.workaround == *workaround).collect();
        print!("{workaround:<26}{:>6}", rows.len());
        for (at, (title, _)) in STATISTICS.iter().enumerate() {
            let worst = rows.iter().filter_map(|row| Some((row.ratios[at]?, row)));
            if let Some((ratio, row)) = worst.max_by(|one, other| one.0.total_cmp(&other.0)) {
                let of_all = mean(rows.iter().filter_map(|row| row.ratios[at]));
                print!("  {title}: {of_all:.3}, at most {ratio:.3} ({})", row.name);
            }
        }
        println!();
    }
    Ok(())
}

/// Prints the rows of one file for the parent process.
pub fn of_file(path: &Path) -> Result<(), Failure> {
    let shader = with_values(validated(naga::front::wgsl::parse_str(&std::fs::read_to_string(
        path,
    )?)?)?)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for row in rows_of(&Device::open()?, &name, &shader)? {
        println!("{}", row.line());
    }
    Ok(())
}

fn rows_of(device: &Device, name: &str, shader: &Shader) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    let plain = write_ours(shader, CHECKED, Workarounds::NONE)?;
    for &workaround in Workaround::ALL {
        let words = write_ours(shader, CHECKED, Workarounds::from([workaround]))?;
        if words == plain {
            continue;
        }
        for entry in &shader.module.entry_points {
            if entry.stage != naga::ShaderStage::Compute {
                continue;
            }
            let entry_name = CString::new(entry.name.as_str())?;
            let of = |words: &[u32]| device.statistics(&device.pipeline(&shader.module, words, &entry_name, None)?);
            let (without, with) = (of(&plain)?, of(&words)?);
            rows.push(Row {
                workaround,
                name: format!("{name} {}", entry.name),
                ratios: std::array::from_fn(|at| Some(with[at]? as f64 / (without[at]? as f64).max(1.0))),
            });
        }
    }
    Ok(rows)
}
