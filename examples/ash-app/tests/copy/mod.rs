//! Tests of `cargo` on a fresh copy of the package, and on the package of `docs/build.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A copy of the package without build outputs.
struct Copy {
    folder: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

/// The copies share one folder, so that their dependencies are built once.
static TURN: Mutex<()> = Mutex::new(());

/// The root of the repository.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_folder(&entry.path(), &to),
            false => _ = fs::copy(entry.path(), to).unwrap(),
        }
    }
}

impl Copy {
    /// A package with only the lock file.
    fn empty() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ash-app-copy");
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(&folder).unwrap();
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        let copy = Self { folder, _turn: turn };
        for output in copy.outputs() {
            fs::remove_dir_all(output).unwrap();
        }
        copy
    }

    fn of_the_example() -> Self {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let copy = Self::empty();
        let folder = &copy.folder;
        for part in ["src", "shaders"] {
            copy_folder(&package.join(part), &folder.join(part));
        }
        fs::copy(package.join("build.rs"), folder.join("build.rs")).unwrap();
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        copy.write_manifest(&manifest, "../..");
        copy
    }

    /// Writes the manifest with the absolute path of Spirula.
    fn write_manifest(&self, manifest: &str, spirula: &str) {
        let path = format!("path = {spirula:?}");
        assert!(manifest.contains(&path));
        let own = format!("path = {:?}", root().to_str().unwrap());
        let manifest = manifest.replace(&path, &own) + "\n[workspace]\n";
        fs::write(self.folder.join("Cargo.toml"), manifest).unwrap();
    }

    /// Runs cargo. The built dependencies are kept for the next run of this test.
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

    /// The messages of a failing build.
    fn bad(&self) -> String {
        let output = self.cargo(&["build", "--offline"]);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn edit(&self, shader: &str, from: &str, to: &str) {
        let path = self.folder.join("shaders").join(shader);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{shader} has no `{from}`");
        fs::write(path, text.replace(from, to)).unwrap();
    }

    /// The pixels of the picture that the program wrote, with components from 0 to 1.
    fn picture(&self) -> impl Fn(u32, u32) -> [f32; 4] {
        let file = fs::File::open(self.folder.join("triangle.png")).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        move |x, y| {
            let start = 4 * (y * super::SIZE + x) as usize;
            [0, 1, 2, 3].map(|channel| f32::from(bytes[start + channel]) / 255.0)
        }
    }

    /// The folders of build scripts that wrote shaders.
    fn outputs(&self) -> Vec<PathBuf> {
        let Ok(built) = fs::read_dir(self.target().join("debug/build")) else {
            return Vec::new();
        };
        let own = |path: &PathBuf| path.join("out/shaders.rs").exists();
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
    let copy = Copy::of_the_example();
    let run = ["run", "--offline"];
    copy.good(&run);
    super::judge(copy.picture(), 0.5);

    // A shader that changes, and a new one in the folder.
    copy.edit("spin.wgsl", "brightness: f32 = 0.5", "brightness: f32 = 1.0");
    let new = "@compute @workgroup_size(1) fn main() {}\n";
    assert!(!copy.has_module("more/new.wgsl.spv"));
    copy.write("shaders/more/new.wgsl", new);
    copy.good(&run);
    super::judge(copy.picture(), 1.0);
    assert!(copy.has_module("more/new.wgsl.spv"));

    // Two invalid shaders: both errors are printed, with file and line.
    copy.edit("spin.wgsl", "cos(angle)", "cosine(angle)");
    let wrong =
        "@compute @workgroup_size(1) fn main() {}\n\nfn f() -> f32 { return 1; }\nfn g() -> f32 { return f(1); }\n";
    copy.write("shaders/more/new.wgsl", wrong);
    let messages = copy.bad();
    for part in [
        "shaders/spin.wgsl:22:17",
        "no definition in scope for identifier",
        "shaders/more/new.wgsl:4:",
    ] {
        assert!(messages.contains(part), "`{part}` is not in\n{messages}");
    }
    assert!(messages.contains("error: ash-app@0.0.0: "), "{messages}");
    assert!(messages.contains("2 of 5 shaders could not be compiled"), "{messages}");

    // Both are valid again.
    copy.edit("spin.wgsl", "cosine(angle)", "cos(angle)");
    copy.write("shaders/more/new.wgsl", new);
    copy.good(&run);
    super::judge(copy.picture(), 1.0);
}

/// Runs the files and the commands of the page's first part; the other parts are about this package.
#[test]
fn the_page_leads_to_a_triangle() {
    if super::gpu().is_none() {
        return;
    }
    let page = fs::read_to_string(root().join("docs/build.md")).unwrap();
    let (steps, rest) = page.split_once("## What is generated").unwrap();
    let copy = Copy::empty();
    let mut commands = Vec::new();
    // A block is a file if a line before it has its name.
    let mut name = None;
    let mut lines = steps.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            match name.take() {
                Some("Cargo.toml") => copy.write_manifest(&block.join("\n"), "../spirula"),
                Some(name) => copy.write(name, &(block.join("\n") + "\n")),
                None if language == "sh" => commands.extend(block),
                None => panic!("a block of no file: {block:?}"),
            }
        } else if !line.is_empty() {
            name = line.strip_prefix('`').and_then(|line| line.strip_suffix("`:"));
        }
    }
    let [take, run, example, test] = commands[..] else {
        panic!("{commands:?}");
    };
    assert_eq!(take, "cp ../spirula/examples/ash-app/src/gpu.rs src/gpu.rs");
    fs::copy(
        root().join("examples/ash-app/src/gpu.rs"),
        copy.folder.join("src/gpu.rs"),
    )
    .unwrap();
    assert_eq!(run, "cargo run");
    copy.good(&["run", "--offline"]);
    assert_eq!(
        [example, test],
        ["cargo run --package ash-app", "cargo test --package ash-app"]
    );

    // A quarter of white is mixed in.
    let picture = copy.picture();
    assert_eq!(picture(0, 0)[..3], [0.0; 3]);
    let [red, green, blue] = [picture(32, 18), picture(46, 46), picture(17, 46)];
    for (channel, corner) in [red, green, blue].into_iter().enumerate() {
        assert!(corner[channel] > 0.9 && corner[(channel + 1) % 3] < 0.4, "{corner:?}");
    }

    // The page shows lines of the generated file, and the message of an error.
    let generated = copy.outputs().pop().unwrap().join("out/shaders.rs");
    let generated = fs::read_to_string(generated).unwrap();
    let shown = rest.split_once("```rust\n").unwrap().1.split_once("```").unwrap().0;
    for line in shown.lines() {
        assert!(generated.contains(line), "`{line}` is not in the generated file");
    }
    copy.edit("triangle.wgsl", "mix(in.color", "mix(colour");
    let messages = copy.bad();
    let shown = rest.split_once("```text\n").unwrap().1.split_once("```").unwrap().0;
    assert!(messages.contains(shown), "{messages}");
}
