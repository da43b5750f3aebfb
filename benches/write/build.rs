//! Measures the cost of each backend, and of the check, for a dependent crate: seconds to compile it, and bytes in a
//! release binary.
//!
//! Builds programs in a temporary folder with the versions of the checkout's `Cargo.lock`. One reads WGSL with naga's
//! front end and validates it; others also write SPIR-V, with naga's backend or with Spirula. The last one only checks
//! SPIR-V, without naga.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::common::{root, shaders_below};

/// A program, its dependencies and what it does.
struct Program {
    name: &'static str,
    /// The lines of the manifest; `CHECKOUT` is the folder of the checkout.
    dependencies: &'static str,
    task: Task,
}

enum Task {
    /// Reads WGSL and validates it. The expression has `module` and `info` and yields a number that is printed.
    Shader(&'static str),
    /// Checks SPIR-V.
    Check,
}

const NAGA: &str = r#"naga = { version = "*", default-features = false, features = ["wgsl-in"] }"#;

const COMPILE: &str =
    "spirula::compile(&module, &info, &spirula::Target::vulkan(1, 1), &spirula::Options::default())?.words.len()";

const FRONT_END: Program = Program {
    name: "front_end_only",
    dependencies: NAGA,
    task: Task::Shader("module.entry_points.len() + usize::from(info.get_entry_point(0).dual_source_blending)"),
};

const NAGAS: Program = Program {
    name: "with_nagas_backend",
    dependencies: r#"naga = { version = "*", default-features = false, features = ["wgsl-in", "spv-out"] }"#,
    task: Task::Shader("naga::back::spv::write_vec(&module, &info, &naga::back::spv::Options::default(), None)?.len()"),
};

const WRITER: Program = Program {
    name: "with_spirula_alone",
    dependencies: r#"naga = { version = "*", default-features = false, features = ["wgsl-in"] }
            spirula = { path = "CHECKOUT", default-features = false }"#,
    task: Task::Shader(COMPILE),
};

const OURS: Program = Program {
    name: "with_spirula",
    dependencies: r#"naga = { version = "*", default-features = false, features = ["wgsl-in"] }
            spirula = { path = "CHECKOUT" }"#,
    task: Task::Shader(COMPILE),
};

const WITHOUT_DRIVERS: Program = Program {
    name: "with_spirula_without_drivers",
    dependencies: r#"naga = { version = "*", default-features = false, features = ["wgsl-in"] }
            spirula = { path = "CHECKOUT", default-features = false, features = ["check"] }"#,
    task: Task::Shader(COMPILE),
};

const CHECK: Program = Program {
    name: "check_only",
    dependencies: r#"spirula-spirv = { path = "CHECKOUT/spirv", default-features = false, features = ["check"] }"#,
    task: Task::Check,
};

/// Builds the programs and prints the seconds and bytes.
pub fn run() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    for program in [&FRONT_END, &NAGAS, &WRITER, &WITHOUT_DRIVERS, &OURS] {
        program.create(folder.path())?;
        program.cargo(folder.path(), &["build", "--release"])?;
        bytes.push(program.run_and_size(folder.path())?);
    }
    CHECK.create(folder.path())?;
    let (elapsed, processor) = CHECK.timed(folder.path(), &["build", "--release", "--target-dir", "alone"])?;
    let alone = folder
        .path()
        .join(CHECK.name)
        .join("alone/release")
        .join(CHECK.binary());
    let alone = std::fs::metadata(alone).map_err(|error| error.to_string())?.len();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("seconds to compile one crate, its dependencies being built: release, {cores} cores");
    println!("{:<48} {:>10} {:>10}", "", "elapsed", "processor");
    let row = |name: &str, (elapsed, processor): Seconds| {
        let processor = processor.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.1}"));
        println!("{name:<48} {elapsed:>10.1} {processor:>10}");
    };
    for (name, program, package) in [
        ("naga, front end for WGSL", &FRONT_END, "naga"),
        ("naga, that and its backend for SPIR-V", &NAGAS, "naga"),
        ("spirula-spirv", &OURS, "spirula-spirv"),
        ("spirula", &OURS, "spirula"),
        ("spirula-spirv, default features off", &WRITER, "spirula-spirv"),
        ("spirula, default features off", &WRITER, "spirula"),
    ] {
        row(name, program.seconds(folder.path(), package)?);
    }
    row("a program that checks SPIR-V, from nothing", (elapsed, processor));
    println!("\nbytes of a stripped release binary that reads WGSL and validates it, and what a backend adds");
    let rows = [
        "and writes nothing",
        "and writes with naga's backend",
        "and writes with spirula, default features off",
        "and writes with spirula and has the check",
        "and writes with spirula and its default features",
    ];
    for (name, bytes_of) in rows.iter().zip(&bytes) {
        println!("{name:<48} {bytes_of:>10} {:>+10}", *bytes_of as i64 - bytes[0] as i64);
    }
    println!("\nbytes of one that checks SPIR-V {alone:>23}");
    Ok(())
}

/// Elapsed seconds, which depend on the load of the machine, and processor seconds, which hardly do.
type Seconds = (f64, Option<f64>);

impl Program {
    fn folder(&self, all: &Path) -> PathBuf {
        all.join(self.name)
    }

    fn binary(&self) -> String {
        format!("{}{}", self.name, std::env::consts::EXE_SUFFIX)
    }

    /// Writes the package.
    fn create(&self, all: &Path) -> Result<(), String> {
        let folder = self.folder(all);
        let checkout = root("");
        let dependencies = self.dependencies.replace(
            "CHECKOUT",
            checkout.to_str().ok_or("the path of the checkout is not UTF-8")?,
        );
        // Cargo.lock determines the versions.
        let manifest = format!(
            r#"
            workspace = {{}}
            [package]
            name = "{}"
            version = "0.0.0"
            edition = "2024"
            [dependencies]
            {dependencies}
            [profile.release]
            strip = true
            "#,
            self.name
        );
        let task = match self.task {
            Task::Shader(number) => format!(
                r#"
                let module = naga::front::wgsl::parse_str(&std::fs::read_to_string(path)?)?;
                let info = naga::valid::Validator::new(Default::default(), naga::valid::Capabilities::all()).validate(&module)?;
                println!("{{}}", {number});
                "#
            ),
            Task::Check => r#"
                let bytes = std::fs::read(path)?;
                let words: Vec<u32> = bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
                for violation in &spirula_spirv::check::check(&words, &spirula_spirv::Target::vulkan(1, 1)).violations {
                    println!("{violation}");
                }
                "#
            .to_owned(),
        };
        let main = format!(
            r#"
            fn main() -> Result<(), Box<dyn std::error::Error>> {{
                let path = std::env::args_os().nth(1).ok_or("a path is missing")?;
                {task}
                Ok(())
            }}
            "#
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
        let binary = all.join("target/release").join(self.binary());
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

    /// The time to compile `package` alone.
    fn seconds(&self, all: &Path, package: &str) -> Result<Seconds, String> {
        self.cargo(all, &["clean", "--release", "-p", package])?;
        self.timed(all, &["build", "--release", "-p", package])
    }

    fn timed(&self, all: &Path, arguments: &[&str]) -> Result<Seconds, String> {
        let start = Instant::now();
        let before = processor_seconds_of_children();
        self.cargo(all, arguments)?;
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
