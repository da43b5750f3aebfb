//! Measures the cost of each backend for a dependent crate: seconds to compile it, and bytes in a release binary.
//!
//! Builds three programs in a temporary folder with the versions of the checkout's `Cargo.lock`. All of them read WGSL
//! with naga's front end and validate it; the second also writes SPIR-V with naga's backend, the third with Spirula.
//! Spirula needs naga with `spv-out`, so the last two compile naga with the same features.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::common::{root, shaders_below};

/// A program: a package that depends on naga with `wgsl-in`.
struct Program {
    name: &'static str,
    naga_features: &'static str,
    links_spirula: bool,
    /// The expression in `main` that writes `module` with `info` and yields the number of words.
    write: &'static str,
}

const FRONT_END: Program = Program {
    name: "front_end_only",
    naga_features: r#""wgsl-in""#,
    links_spirula: false,
    write: "module.entry_points.len() + usize::from(info.get_entry_point(0).dual_source_blending)",
};

const NAGAS: Program = Program {
    name: "with_nagas_backend",
    naga_features: r#""wgsl-in", "spv-out""#,
    links_spirula: false,
    write: "naga::back::spv::write_vec(&module, &info, &naga::back::spv::Options::default(), None)?.len()",
};

const OURS: Program = Program {
    name: "with_spirula",
    naga_features: r#""wgsl-in""#,
    links_spirula: true,
    write: "spirula::compile(&module, &info, &spirula::Target::vulkan(1, 1), &spirula::Options::default())?.words.len()",
};

/// Builds the three programs and prints the seconds and bytes.
pub fn run() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    for program in [&FRONT_END, &NAGAS, &OURS] {
        program.create(folder.path())?;
        program.cargo(folder.path(), &["build", "--release"])?;
        bytes.push(program.run_and_size(folder.path())?);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("seconds to compile one crate, its dependencies being built: release, {cores} cores");
    println!("{:<40} {:>10} {:>10}", "", "elapsed", "processor");
    let rows = [
        ("naga, front end for WGSL", &FRONT_END, "naga"),
        ("naga, that and its backend for SPIR-V", &NAGAS, "naga"),
        ("spirula", &OURS, "spirula"),
    ];
    for (name, program, package) in rows {
        let (elapsed, processor) = program.seconds(folder.path(), package)?;
        let processor = processor.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.1}"));
        println!("{name:<40} {elapsed:>10.1} {processor:>10}");
    }
    println!("\nbytes of a stripped release binary that reads WGSL and validates it, and what a backend adds");
    let rows = [
        "and writes nothing",
        "and writes with naga's backend",
        "and writes with spirula",
    ];
    for (name, bytes_of) in rows.iter().zip(&bytes) {
        println!("{name:<40} {bytes_of:>10} {:>+10}", *bytes_of as i64 - bytes[0] as i64);
    }
    Ok(())
}

impl Program {
    fn folder(&self, all: &Path) -> PathBuf {
        all.join(self.name)
    }

    /// Writes the package.
    fn create(&self, all: &Path) -> Result<(), String> {
        let Self {
            name, naga_features, ..
        } = self;
        let folder = self.folder(all);
        let checkout = root("");
        let spirula = if self.links_spirula {
            format!("spirula = {{ path = {checkout:?} }}")
        } else {
            String::new()
        };
        // Cargo.lock determines the version of naga.
        let manifest = format!(
            r#"
            workspace = {{}}
            [package]
            name = "{name}"
            version = "0.0.0"
            edition = "2024"
            [dependencies]
            naga = {{ version = "*", default-features = false, features = [{naga_features}] }}
            {spirula}
            [profile.release]
            strip = true
            "#
        );
        let main = format!(
            r#"
            fn main() -> Result<(), Box<dyn std::error::Error>> {{
                let path = std::env::args_os().nth(1).ok_or("a path is missing")?;
                let module = naga::front::wgsl::parse_str(&std::fs::read_to_string(path)?)?;
                let info = naga::valid::Validator::new(Default::default(), naga::valid::Capabilities::all()).validate(&module)?;
                println!("{{}}", {});
                Ok(())
            }}
            "#,
            self.write
        );
        let create = || {
            std::fs::create_dir_all(folder.join("src"))?;
            std::fs::write(folder.join("Cargo.toml"), manifest)?;
            std::fs::write(folder.join("src/main.rs"), main)?;
            std::fs::copy(checkout.join("Cargo.lock"), folder.join("Cargo.lock"))
        };
        create().map(drop).map_err(|error: std::io::Error| error.to_string())
    }

    fn cargo(&self, all: &Path, arguments: &[&str]) -> Result<(), String> {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .arg("--offline")
            .current_dir(self.folder(all))
            .env("CARGO_TARGET_DIR", all.join("target"))
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr);
        Err(format!("cargo {} in {}: {message}", arguments.join(" "), self.name))
    }

    /// The size of the binary. The binary is run on a shader first, to check it.
    fn run_and_size(&self, all: &Path) -> Result<u64, String> {
        let binary = all
            .join("target/release")
            .join(format!("{}{}", self.name, std::env::consts::EXE_SUFFIX));
        let shader = shaders_below(&root("examples"))
            .into_iter()
            .find(|path| path.extension().is_some_and(|extension| extension == "wgsl"))
            .ok_or("no example in WGSL")?;
        let output = Command::new(&binary)
            .arg(&shader)
            .output()
            .map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("{}: {}", self.name, String::from_utf8_lossy(&output.stderr)));
        }
        let size = std::fs::metadata(&binary).map_err(|error| error.to_string())?;
        Ok(size.len())
    }

    /// The time to compile `package` alone: wall-clock time, which depends on the load of the machine, and processor
    /// time, which hardly does.
    fn seconds(&self, all: &Path, package: &str) -> Result<(f64, Option<f64>), String> {
        self.cargo(all, &["clean", "--release", "-p", package])?;
        let start = Instant::now();
        let before = processor_seconds_of_children();
        self.cargo(all, &["build", "--release", "-p", package])?;
        let after = processor_seconds_of_children();
        let processor = after.zip(before).map(|(after, before)| after - before);
        Ok((start.elapsed().as_secs_f64(), processor))
    }
}

/// The processor time of the ended child processes and their descendants, in user and system mode. `None` except on
/// Linux.
fn processor_seconds_of_children() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces. The third field, the state, follows it. The
    // sixteenth and seventeenth fields are the times, in hundredths of a second.
    let (_, from_third) = stat.rsplit_once(')')?;
    let times = from_third.split_whitespace().skip(16 - 3).take(2);
    let hundredths: f64 = times.map_while(|time| time.parse::<f64>().ok()).sum();
    Some(hundredths / 100.0)
}
