//! `-- --statistics FOLDER`: the driver's compiler statistics for every compute entry point below a folder, as naga's
//! backend and as Spirula write it with checked indices and bounded loops. Rows are printed where ours costs more.

use super::{Failure, Shader, Variant, mean, validated, write};
use crate::device::{Device, STATISTICS, Statistics};
use naga::proc::BoundsCheckPolicy;
use std::ffi::CString;
use std::path::{Path, PathBuf};

/// The policy that both write with.
pub const CHECKED: (BoundsCheckPolicy, bool) = (BoundsCheckPolicy::Restrict, true);

/// Above this ratio a row is printed.
const NOTED: f64 = 1.02;

/// One entry point: its name, and the statistics of ours and of naga's words.
struct Row {
    name: String,
    ours: Statistics,
    naga: Statistics,
}

impl Row {
    /// Ours over naga's, for a statistic that the driver has.
    fn ratio(&self, at: usize) -> Option<f64> {
        let [ours, naga] = [self.ours[at]?, self.naga[at]?];
        Some(ours as f64 / (naga as f64).max(1.0))
    }

    fn worst(&self, judged: &[usize]) -> f64 {
        judged.iter().filter_map(|&at| self.ratio(at)).fold(0.0, f64::max)
    }
}

/// Prints what costs more in our words, and how many entry points are equal, better and worse.
pub fn compare(folder: &Path) -> Result<(), Failure> {
    let device = Device::open()?;
    std::panic::set_hook(Box::new(|_| {}));
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let (mut rows, mut without) = (Vec::new(), 0);
    for path in files {
        match rows_of(&device, folder, &path) {
            Ok(of_file) => rows.extend(of_file),
            Err(_) => without += 1,
        }
    }
    // Inverse throughput and instructions, or bytes on a driver that has neither.
    let mut judged: Vec<usize> = (0..STATISTICS.len())
        .filter(|&at| STATISTICS[at].0 != "vector registers")
        .filter(|&at| rows.iter().any(|row| row.ratio(at).is_some()))
        .collect();
    judged.truncate(2);
    rows.sort_by(|one, other| other.worst(&judged).total_cmp(&one.worst(&judged)));
    for &at in &judged {
        print!("{:>22}{:>10}{:>8}", STATISTICS[at].0, "naga", "ratio");
    }
    println!("  worse than naga's by more than {:.0} %", (NOTED - 1.0) * 100.0);
    for row in rows.iter().filter(|row| row.worst(&judged) > NOTED) {
        for &at in &judged {
            let [ours, naga] = [row.ours[at], row.naga[at]].map(Option::unwrap_or_default);
            print!("{ours:>22}{naga:>10}{:>8.3}", row.ratio(at).unwrap_or_default());
        }
        println!("  {}", row.name);
    }
    for at in judged {
        let count = |is: fn(f64) -> bool| rows.iter().filter(|row| row.ratio(at).is_some_and(is)).count();
        println!(
            "{}: {} equal, {} better, {} worse, of which {} by more than 5 %; ours / naga {:.3}",
            STATISTICS[at].0,
            count(|ratio| ratio == 1.0),
            count(|ratio| ratio < 1.0),
            count(|ratio| ratio > 1.0),
            count(|ratio| ratio > 1.05),
            mean(rows.iter().filter_map(|row| row.ratio(at)))
        );
    }
    println!(
        "{} entry points; {without} files that one of the two does not write",
        rows.len()
    );
    Ok(())
}

pub fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "wgsl") {
            files.push(path);
        }
    }
    Ok(())
}

fn rows_of(device: &Device, folder: &Path, path: &Path) -> Result<Vec<Row>, Failure> {
    let module = naga::front::wgsl::parse_str(&std::fs::read_to_string(path)?)?;
    if module
        .entry_points
        .iter()
        .all(|entry| entry.stage != naga::ShaderStage::Compute)
    {
        return Ok(Vec::new());
    }
    let shader = with_values(validated(module)?)?;
    let (policy, bounding) = CHECKED;
    let ours = write(&shader, Variant::Ours(policy, bounding))?;
    // naga's backend panics on some modules that its validator accepts.
    let naga = std::panic::catch_unwind(|| write(&shader, Variant::Naga(policy, bounding)).ok())
        .ok()
        .flatten()
        .ok_or("naga's backend does not write it")?;
    let computes = shader.module.entry_points.iter();
    let computes = computes.filter(|entry| entry.stage == naga::ShaderStage::Compute);
    computes
        .map(|entry| {
            let name = CString::new(entry.name.as_str())?;
            let of = |words: &[u32]| {
                let pipeline = device.pipeline(&shader.module, words, &name, None)?;
                device.statistics(&pipeline)
            };
            Ok(Row {
                name: format!("{} {}", path.strip_prefix(folder)?.display(), entry.name),
                ours: of(&ours)?,
                naga: of(&naga)?,
            })
        })
        .collect()
}

/// The shader with the values of its overrides, which naga's backend needs; an error if one has none.
pub fn with_values(shader: Shader) -> Result<Shader, Failure> {
    let constants = naga::back::PipelineConstants::default();
    let resolved = naga::back::pipeline_constants::process_overrides(&shader.module, &shader.info, None, &constants)?;
    let module = resolved.0.into_owned();
    Ok(Shader {
        module,
        info: resolved.1.into_owned(),
    })
}
