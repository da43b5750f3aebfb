//! `cargo bench --bench kernels`: measures the run-time cost of checks. Each kernel is written by naga's backend and by
//! Spirula, with checks and without. Then it is
//!
//! * run on the default Vulkan device (lavapipe in CI): variants are interleaved, the shortest time of many counts (of the
//!   processor, or of a GPU by its timestamps), and the results are compared with each other and with values computed here;
//! * compiled by RADV for a desktop GPU, without the hardware: its statistics are the number of instructions and the
//!   modelled inverse throughput.
//!
//! `-- --statistics` and `-- --times` print one of the two tables, for the device that the environment selects;
//! `-- --statistics FOLDER` compares the compute shaders in WGSL below a folder; `-- --workarounds [FOLDER…]` prints the
//! statistics with each workaround for drivers over those without it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod device;
mod folder;
mod list;
mod workarounds;

use device::{Device, STATISTICS, Statistics};
use list::{Fill, KERNELS, Kernel, QUAD};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::target::Workarounds;
use std::ffi::CString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

type Failure = Box<dyn std::error::Error>;

/// A backend and its policy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Naga(BoundsCheckPolicy, bool),
    Ours(BoundsCheckPolicy, bool),
}

const VARIANTS: [(&str, Variant); 6] = [
    ("naga restrict", Variant::Naga(BoundsCheckPolicy::Restrict, true)),
    ("naga unchecked", Variant::Naga(BoundsCheckPolicy::Unchecked, false)),
    ("restrict", Variant::Ours(BoundsCheckPolicy::Restrict, true)),
    ("read zero", Variant::Ours(BoundsCheckPolicy::ReadZeroSkipWrite, true)),
    ("unbounded", Variant::Ours(BoundsCheckPolicy::Restrict, false)),
    ("unchecked", Variant::Ours(BoundsCheckPolicy::Unchecked, false)),
];

struct Shader {
    module: naga::Module,
    info: naga::valid::ModuleInfo,
}

fn validated(module: naga::Module) -> Result<Shader, Failure> {
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::all()).validate(&module)?;
    Ok(Shader { module, info })
}

fn parsed(kernel: &Kernel) -> Result<Shader, Failure> {
    if kernel.source.starts_with("#version") {
        let options = naga::front::glsl::Options::from(naga::ShaderStage::Compute);
        let module = naga::front::glsl::Frontend::default().parse(&options, kernel.source);
        return validated(module.map_err(|errors| errors.emit_to_string(kernel.source))?);
    }
    let shader = validated(naga::front::wgsl::parse_str(kernel.source)?)?;
    if !kernel.through_spirv {
        return Ok(shader);
    }
    let words = write(&shader, Variant::Ours(BoundsCheckPolicy::Unchecked, false))?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    validated(naga::front::spv::parse_u8_slice(
        &bytes,
        &naga::front::spv::Options::default(),
    )?)
}

fn write(shader: &Shader, variant: Variant) -> Result<Vec<u32>, Failure> {
    match variant {
        Variant::Naga(policy, bounding) => {
            let options = naga::back::spv::Options {
                lang_version: (1, 3),
                flags: naga::back::spv::WriterFlags::empty(),
                bounds_check_policies: policies(policy),
                force_loop_bounding: bounding,
                ..Default::default()
            };
            Ok(naga::back::spv::write_vec(
                &shader.module,
                &shader.info,
                &options,
                None,
            )?)
        }
        Variant::Ours(policy, bounding) => write_ours(shader, (policy, bounding), Workarounds::NONE),
    }
}

/// Our words with checks and bounded loops, or without them.
fn write_ours(
    shader: &Shader,
    (policy, bounding): (BoundsCheckPolicy, bool),
    workarounds: Workarounds,
) -> Result<Vec<u32>, Failure> {
    let mut options = spirula::Options::default();
    options.bounds_check_policies = policies(policy);
    options.force_loop_bounding = bounding;
    options.workarounds = workarounds;
    let target = spirula::Target::vulkan(1, 1);
    Ok(spirula::compile(&shader.module, &shader.info, &target, &options)?.words)
}

const fn policies(policy: BoundsCheckPolicy) -> BoundsCheckPolicies {
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}

fn entry(shader: &Shader) -> CString {
    CString::new(shader.module.entry_points[0].name.as_str()).unwrap()
}

fn quad() -> Result<Vec<u32>, Failure> {
    let quad = validated(naga::front::wgsl::parse_str(QUAD)?)?;
    write(&quad, Variant::Ours(BoundsCheckPolicy::Unchecked, false))
}

/// The geometric mean.
fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    (sum / f64::max(count, 1.0)).exp()
}

/// A table of one figure: one row for each kernel, one column for each variant, and the mean costs of checks.
fn table(title: &str, rows: &[(&str, Vec<f64>)]) {
    print!("\n{title:<24}");
    for (name, _) in VARIANTS {
        print!("{name:>15}");
    }
    println!("{:>11}{:>11}", "safety", "naga/ours");
    for (name, row) in rows {
        print!("{name:<24}");
        for value in row {
            print!("{value:>15.1}");
        }
        println!("{:>11.3}{:>11.3}", row[2] / row[5], row[0] / row[2]);
    }
    let of = |above: usize, below: usize| mean(rows.iter().map(|(_, row)| row[above] / row[below]));
    println!(
        "means: restrict / unchecked {:.3}, read zero / unchecked {:.3}, loop bounding {:.3}, naga restrict / restrict {:.3}, naga unchecked / unchecked {:.3}",
        of(2, 5),
        of(3, 5),
        of(2, 4),
        of(0, 2),
        of(1, 5)
    );
}

fn statistics() -> Result<(), Failure> {
    let device = Device::open()?;
    let quad = quad()?;
    let mut rows: [Rows<'_>; STATISTICS.len()] = Default::default();
    for kernel in KERNELS {
        let shader = parsed(kernel)?;
        let mut all: Vec<Statistics> = Vec::new();
        for (_, variant) in VARIANTS {
            let words = write(&shader, variant)?;
            let vertex = kernel.is_picture().then_some(&quad[..]);
            let pipeline = device.pipeline(&shader.module, &words, &entry(&shader), vertex)?;
            all.push(device.statistics(&pipeline)?);
        }
        for (at, rows) in rows.iter_mut().enumerate() {
            let values: Option<Vec<f64>> = all.iter().map(|one| one[at].map(|value| value as f64)).collect();
            rows.extend(values.map(|values| (kernel.name, values)));
        }
    }
    for ((title, _), rows) in STATISTICS.iter().zip(&rows) {
        if !rows.is_empty() {
            table(title, rows);
        }
    }
    Ok(())
}

/// Kernels, with a figure for each variant.
type Rows<'a> = Vec<(&'a str, Vec<f64>)>;

fn times() -> Result<(), Failure> {
    let device = Device::open()?;
    let (mut rows, mut made): (Rows<'_>, Rows<'_>) = Default::default();
    for kernel in KERNELS.iter().filter(|kernel| !kernel.is_picture()) {
        let shader = parsed(kernel)?;
        let contents: Vec<Vec<u32>> = kernel.fills.iter().map(|fill: &Fill| fill.words()).collect();
        let mut runs = Vec::new();
        let mut seconds = Vec::new();
        for (name, variant) in VARIANTS {
            let words = write(&shader, variant)?;
            let pipeline = device.pipeline(&shader.module, &words, &entry(&shader), None)?;
            let once = device.prepare(&pipeline, &contents, kernel.groups, 1)?;
            device.run(&once, &contents)?;
            if let Some((binding, expected)) = kernel.result {
                let expected = expected(&contents);
                let got = device.contents(&once, binding, expected.len())?;
                assert!(got == expected, "{}, {name}: the result is wrong", kernel.name);
            }
            runs.push(device.prepare(&pipeline, &contents, kernel.groups, 8)?);
            seconds.push(pipeline.seconds * 1e3);
        }
        let mut best = vec![f64::INFINITY; VARIANTS.len()];
        for _ in 0..15 {
            for (run, best) in runs.iter().zip(&mut best) {
                *best = best.min(device.run(run, &contents)? * 1e6 / 8.0);
            }
        }
        rows.push((kernel.name, best));
        made.push((kernel.name, seconds));
    }
    table("microseconds a dispatch", &rows);
    table("milliseconds a pipeline", &made);
    Ok(())
}

/// Prints one table in another process, because a loader reads its drivers only once.
fn child(argument: &str, radv: bool) -> Result<(), Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(argument);
    if radv {
        command.env("RADV_FORCE_FAMILY", "navi31");
        command.env("VK_ICD_FILENAMES", "/usr/share/vulkan/icd.d/radeon_icd.json");
    }
    if command.status()?.success() {
        Ok(())
    } else {
        Err(format!("{argument} failed").into())
    }
}

fn main() -> ExitCode {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let folders: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .map(PathBuf::from)
        .collect();
    let result = if has("--statistics") {
        folders
            .first()
            .map_or_else(statistics, |folder| folder::compare(folder))
    } else if has(workarounds::OF) {
        folders.first().map_or(Ok(()), |path| workarounds::of_file(path))
    } else if has("--workarounds") {
        workarounds::compare(&folders)
    } else if has("--times") {
        times()
    } else {
        child("--statistics", true).and_then(|()| child("--times", false))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
