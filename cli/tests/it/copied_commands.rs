//! Tests that the commands which a reader copies from the README and from the pages without a test of their own succeed.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::place::Place;

/// The pages, each with the number of its commands.
const PAGES: [(&str, usize); 5] = [
    ("README.md", 1),
    ("CONTRIBUTING.md", 2),
    ("docs/install.md", 4),
    ("docs/check.md", 6),
    ("docs/float-controls.md", 2),
];

/// What the examples in this folder compile: a shader with the names that they mention.
const SIM: &str = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
fn two_product(a: f32, b: f32) -> vec2f {
    let product = a * b;
    return vec2f(product, fma(a, b, -product));
}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3u) {
    data[at.x] = dot(two_product(data[at.x], 3.0), vec2f(1.0));
}
";

/// The commands of a page's code blocks that run the program, without their comments.
fn commands(page: &str) -> Vec<String> {
    let mut is_code = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        let line = line.split("  #").next().unwrap().trim();
        if line.starts_with("```") {
            is_code = !is_code && matches!(line, "```sh" | "```text");
            continue;
        }
        let line = ["cargo run --release -p spirula-cli -- ", "cargo run -p spirula-cli -- "]
            .iter()
            .find_map(|cargo| line.strip_prefix(cargo))
            .map_or_else(|| line.to_owned(), |arguments| format!("spirula {arguments}"));
        if is_code && (line.starts_with("spirula ") || line.starts_with("printf ")) {
            commands.push(line.replace("NAME", "shaderFloat16"));
        }
    }
    commands
}

#[test]
#[cfg(unix)]
fn they_succeed() {
    let root = crate::common::root("");
    let place = Place::new();
    let copy = |from: &str, to: &str| place.write(to, &fs::read(root.join(from)).unwrap());
    for example in ["examples/lit_mesh.wgsl", "examples/particles.wgsl"] {
        copy(example, example);
    }
    copy("tests/it/profiles/phone.json", "phone.json");
    place.write("sim.wgsl", SIM.as_bytes());
    place
        .run(&["compile", "sim.wgsl", "--emit", "spv,spvasm", "--out-dir", "out"])
        .good();
    place.write("shader.spv", &place.read("out/sim.wgsl.spv"));
    place.write("shader.spvasm", &place.read("out/sim.wgsl.spvasm"));
    let program = Path::new(env!("CARGO_BIN_EXE_spirula")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for (page, count) in PAGES {
        let commands = commands(&fs::read_to_string(root.join(page)).unwrap());
        assert_eq!(commands.len(), count, "{page}: {commands:?}");
        for command in commands {
            let run = Command::new("sh")
                .args(["-ec", &command])
                .current_dir(place.path(""))
                .env("PATH", &path)
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "{page}: `{command}`\n{stderr}");
        }
    }
}
