//! A fresh copy of the package beside its crates, and what `cargo` does with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A copy without anything that was built.
struct Copy {
    folder: PathBuf,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => _ = fs::copy(entry.path(), to).unwrap(),
        }
    }
}

impl Copy {
    fn new() -> Self {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.join("../..").canonicalize().unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ash-app-copy");
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        for part in ["src", "shaders"] {
            copy(&package.join(part), &folder.join(part));
        }
        fs::copy(package.join("build.rs"), folder.join("build.rs")).unwrap();
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        let path = format!("path = {:?}", root.to_str().unwrap());
        assert!(manifest.contains("path = \"../..\""));
        let manifest = manifest.replace("path = \"../..\"", &path) + "\n[workspace]\n";
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        Self { folder }
    }

    /// Runs cargo. What is built of the crates that the package depends on stays for the next run of this test.
    fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.target())
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap()
    }

    fn target(&self) -> PathBuf {
        self.folder.with_file_name("ash-app-target")
    }

    fn good(&self, arguments: &[&str]) {
        let output = self.cargo(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo {}: {errors}", arguments.join(" "));
    }

    /// The messages of a build that fails.
    fn bad(&self) -> String {
        let output = self.cargo(&["build", "--offline"]);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    fn edit(&self, shader: &str, from: &str, to: &str) {
        let path = self.folder.join("shaders").join(shader);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{shader} has no `{from}`");
        fs::write(path, text.replace(from, to)).unwrap();
    }

    fn judge(&self, brightness: f32) {
        let decoder = png::Decoder::new(std::io::BufReader::new(
            fs::File::open(self.folder.join("triangle.png")).unwrap(),
        ));
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let pixel = |x: u32, y: u32| {
            let start = 4 * (y * super::SIZE + x) as usize;
            [0, 1, 2, 3].map(|channel| f32::from(bytes[start + channel]) / 255.0)
        };
        super::judge(pixel, brightness);
    }

    /// The folders with what build scripts of the package have written.
    fn outputs(&self) -> Vec<PathBuf> {
        let Ok(built) = fs::read_dir(self.target().join("debug/build")) else {
            return Vec::new();
        };
        let own = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with("ash-app-");
        let paths = built.map(|entry| entry.unwrap().path());
        paths.filter(own).collect()
    }

    fn has_module(&self, name: &str) -> bool {
        let mut outputs = self.outputs().into_iter();
        outputs.any(|path| path.join("out/shaders").join(name).exists())
    }
}

#[test]
fn a_fresh_copy_builds_and_follows_its_shaders() {
    if super::gpu().is_none() {
        return;
    }
    let copy = Copy::new();
    for output in copy.outputs() {
        fs::remove_dir_all(output).unwrap();
    }
    let run = ["run", "--offline"];
    copy.good(&run);
    copy.judge(0.5);

    // A shader that changes, and one that is new in the folder.
    copy.edit("spin.wgsl", "brightness: f32 = 0.5", "brightness: f32 = 1.0");
    let new = "@compute @workgroup_size(1) fn main() {}\n";
    assert!(!copy.has_module("more/new.wgsl.spv"));
    fs::create_dir(copy.folder.join("shaders/more")).unwrap();
    fs::write(copy.folder.join("shaders/more/new.wgsl"), new).unwrap();
    copy.good(&run);
    copy.judge(1.0);
    assert!(copy.has_module("more/new.wgsl.spv"));

    // Two that are wrong: both are shown, with file and line.
    copy.edit("spin.wgsl", "cos(angle)", "cosine(angle)");
    let wrong =
        "@compute @workgroup_size(1) fn main() {}\n\nfn f() -> f32 { return 1; }\nfn g() -> f32 { return f(1); }\n";
    fs::write(copy.folder.join("shaders/more/new.wgsl"), wrong).unwrap();
    let messages = copy.bad();
    for part in [
        "shaders/spin.wgsl:22:17",
        "no definition in scope for identifier",
        "shaders/more/new.wgsl:4:",
    ] {
        assert!(messages.contains(part), "`{part}` is not in\n{messages}");
    }
    assert!(messages.contains("error: ash-app@0.0.0: "), "{messages}");
    assert!(messages.contains("2 of 4 shaders could not be compiled"), "{messages}");

    // Right again.
    copy.edit("spin.wgsl", "cosine(angle)", "cos(angle)");
    fs::write(copy.folder.join("shaders/more/new.wgsl"), new).unwrap();
    copy.good(&run);
    copy.judge(1.0);
}
