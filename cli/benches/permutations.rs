//! Permutations of one shader by `spirula build`: how the processor time grows with their number, and what a run costs that
//! has nothing to do. `cargo bench -p spirula-cli --bench permutations -- [FOLDER]`
//! also compiles every shader below a folder.
//!
//! Linux only, because the processor time of ended processes is read from `/proc/self/stat`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const SHADER: &str = "\
override TILE: u32 = 8;
override FOG: bool = true;
struct Scene { view: mat4x4<f32>, light: vec4<f32>, count: u32 }
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read_write> items: array<vec4<f32>>;
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let i = at.x + at.y * TILE;
    if i >= arrayLength(&items) { return; }
    var c = items[i];
    for (var k = 0u; k < TILE; k++) { c += scene.view * c * scene.light; }
    if FOG { c = mix(c, vec4(1.0), 0.5); }
    items[i] = c;
}
";

/// Clock ticks in a second (`USER_HZ` of Linux for programs).
const TICKS: f64 = 100.0;

/// The processor time of the children that have ended, in seconds: of the programs themselves, and of the system.
fn children() -> (f64, f64) {
    let text = std::fs::read_to_string("/proc/self/stat").expect("only on Linux");
    // The name of the program, which may have spaces, ends with the last parenthesis. The fields are those of proc(5).
    let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<f64>().unwrap() / TICKS;
    (ticks(13), ticks(14))
}

fn run(what: &str, folder: &Path, arguments: &[&str]) -> f64 {
    const ROUNDS: u8 = 5;
    let before = children();
    for _ in 0..ROUNDS {
        let status = Command::new(env!("CARGO_BIN_EXE_spirula"))
            .args(arguments)
            .current_dir(folder)
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap();
        assert!(status.code() <= Some(1), "{what}: {status}");
    }
    let after = children();
    let (own, system) = (
        (after.0 - before.0) / f64::from(ROUNDS),
        (after.1 - before.1) / f64::from(ROUNDS),
    );
    println!("{what:<44} {own:6.3} s and {system:6.3} s in the system");
    own + system
}

fn main() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    std::fs::write(folder.join("lit.wgsl"), SHADER).unwrap();
    let mut all = Vec::new();
    for count in [500, 1000] {
        let mut tables = "[compile]\ntarget-env = 'vulkan1.2'\n".to_owned();
        for number in 0..count {
            let _ = writeln!(
                tables,
                "[[shaders]]\ninputs = ['lit.wgsl']\noutput = 'out/{count}/{number}.spv'\noverride = {{ TILE = {number} }}"
            );
        }
        let values: Vec<String> = (0..count / 2).map(|value| value.to_string()).collect();
        let axes = format!(
            "[[shaders]]\ninputs = ['lit.wgsl']\naxes = {{ TILE = [{}], FOG = [true, false] }}\n\
             output = 'axes/{count}/{{TILE}}.{{FOG}}.spv'\n",
            values.join(", ")
        );
        for (name, text) in [("tables", tables), ("axes", axes)] {
            let file = format!("{name}{count}.toml");
            std::fs::write(folder.join(&file), text).unwrap();
            let build = ["build", "--config", &file];
            let forced = run(
                &format!("{count} permutations as {name}"),
                folder,
                &[&build[..], &["--force"]].concat(),
            );
            let again = run("  again, with nothing to do", folder, &build);
            all.push((forced, again));
        }
    }
    if let [tables500, axes500, tables1000, axes1000] = all.as_slice() {
        println!(
            "1,000 / 500: tables {:.2}, axes {:.2}",
            tables1000.0 / tables500.0,
            axes1000.0 / axes500.0
        );
    }
    for folder_of_shaders in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        let shaders = std::path::absolute(folder_of_shaders).unwrap();
        let shaders = shaders.to_str().unwrap();
        let compile = [
            "compile",
            shaders,
            "-o",
            "out/shaders",
            "--keep-going",
            "--target-env",
            "vulkan1.3",
        ];
        run("a folder of shaders", folder, &[&compile[..], &["--force"]].concat());
        run("  again, with nothing to do", folder, &compile);
    }
}
