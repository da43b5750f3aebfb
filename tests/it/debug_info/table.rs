//! Comparison of debug information with glslang's: counts of instructions for four shaders (`tests/debug`), each in
//! WGSL and in GLSL.
//!
//! `cargo test --test it -- --nocapture debug_info::table` prints the table of `docs/debugging.md`. If glslang is not
//! installed, only Spirula's counts are printed; with `SPIRULA_REQUIRE_GLSLANG` set, the test fails.

use std::process::Command;

use super::module::*;
use crate::common::{parse, root};
use spirula::DebugInfo;

/// The shaders: the name, and glslang's file extension for the stage.
const SHADERS: [(&str, &str); 4] = [
    ("loops", "comp"),
    ("corners", "vert"),
    ("surface", "frag"),
    ("bodies", "comp"),
];

/// What is counted: instructions, the distinct source lines of `DebugLine`, and the distinct types, because glslang
/// repeats the description of a type.
const COLUMNS: [&str; 7] = [
    "DebugLine",
    "lines",
    "DebugLocalVariable",
    "DebugGlobalVariable",
    "DebugFunction",
    "DebugLexicalBlock",
    "types",
];

/// The columns in which Spirula's count must be at least glslang's. The numbers of lines differ because naga has no
/// statement for a `var` with a constant initial value. Globals and types differ because GLSL's `main` has neither
/// arguments nor a result.
const COMPARABLE: [&str; 4] = ["DebugLine", "DebugLocalVariable", "DebugFunction", "DebugLexicalBlock"];

fn counts(module: &Described) -> [usize; COLUMNS.len()] {
    let lines = module.each(LINE).map(|(_, operands)| module.number(operands[1]));
    let mut lines: Vec<u32> = lines.filter(|&line| line > 0).collect();
    let all_lines = lines.len();
    lines.sort_unstable();
    lines.dedup();
    let types = [TYPE_BASIC, TYPE_ARRAY, TYPE_VECTOR, TYPE_MATRIX, TYPE_COMPOSITE];
    let types = types.iter().flat_map(|&kind| module.each(kind));
    let mut types: Vec<String> = types.map(|(id, _)| module.ty(id)).collect();
    types.sort();
    types.dedup();
    let [locals, globals, functions, blocks] =
        [LOCAL_VARIABLE, GLOBAL_VARIABLE, FUNCTION, LEXICAL_BLOCK].map(|kind| module.each(kind).count());
    [all_lines, lines.len(), locals, globals, functions, blocks, types.len()]
}

/// The debug information that glslang writes with `-gVS`; `None` if glslang is not installed.
fn of_glslang(name: &str, stage: &str) -> Option<Described> {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.spv");
    let done = Command::new("glslangValidator")
        .args(["-V", "-gVS", "--target-env", "vulkan1.1", "-o"])
        .arg(&output)
        .arg(root(&format!("tests/debug/{name}.{stage}")))
        .output();
    let Ok(done) = done else {
        assert!(
            std::env::var_os("SPIRULA_REQUIRE_GLSLANG").is_none(),
            "glslangValidator is required and cannot be run"
        );
        return None;
    };
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    let bytes = std::fs::read(&output).expect("a module");
    let words = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Some(Described::of_words(words.collect()))
}

#[test]
fn not_less_is_described_than_by_glslang() {
    println!("| shader | | {} |", COLUMNS.join(" | "));
    println!("|---|---|{}", "---|".repeat(COLUMNS.len()));
    let row = |name: &str, who: &str, counts: [usize; COLUMNS.len()]| {
        let counts = counts.map(|count| count.to_string()).join(" | ");
        println!("| {name} | {who} | {counts} |");
    };
    for (name, stage) in SHADERS {
        let file = root(&format!("tests/debug/{name}.wgsl"));
        let source = std::fs::read_to_string(&file).expect("a text");
        let shader = parse::wgsl(&source, name).unwrap_or_else(|error| panic!("{error}"));
        let ours = counts(&Described::of_shader(&shader, &DebugInfo::new(name, &*source), |_| {}));
        row(name, "Spirula", ours);
        let Some(theirs) = of_glslang(name, stage) else {
            continue;
        };
        let theirs = counts(&theirs);
        row("", "glslang", theirs);
        for (column, (ours, theirs)) in COLUMNS.iter().zip(ours.into_iter().zip(theirs)) {
            let is_enough = !COMPARABLE.contains(column) || ours >= theirs;
            assert!(is_enough, "{name}: {ours} {column}, and {theirs} of glslang");
        }
    }
}
