//! The counts of what is described, beside those of glslang for the same four shaders (`tests/debug`) in GLSL.
//!
//! `cargo test --test it -- --nocapture debug_info::table` prints the table of `docs/debugging.md`. Without glslang only our
//! half is counted; with `SPIRULA_REQUIRE_GLSLANG` set that is a failure.

use std::process::Command;

use super::module::*;
use crate::common::{parse, root};
use spirula::DebugInfo;

/// The shaders: a name, and what glslang calls the stage.
const SHADERS: [(&str, &str); 4] = [
    ("loops", "comp"),
    ("corners", "vert"),
    ("surface", "frag"),
    ("bodies", "comp"),
];

/// What is counted.
const COLUMNS: [&str; 6] = ["lines", "locals", "globals", "functions", "blocks", "types"];

/// The source lines that have a `DebugLine`, and the instructions of each other kind. The types are those with members, and
/// each text that names a basic type once: glslang writes a basic type as often as it meets it.
fn counts(module: &Described) -> [usize; COLUMNS.len()] {
    let lines = module.each(LINE).map(|(_, operands)| module.number(operands[1]));
    let mut lines: Vec<u32> = lines.collect();
    lines.sort_unstable();
    lines.dedup();
    let of = |kind| module.each(kind).count();
    let types = [TYPE_BASIC, TYPE_ARRAY, TYPE_VECTOR, TYPE_MATRIX, TYPE_COMPOSITE];
    let mut names: Vec<String> = types
        .iter()
        .flat_map(|&kind| module.each(kind))
        .map(|(id, _)| module.ty(id))
        .collect();
    names.sort();
    names.dedup();
    let blocks = of(LEXICAL_BLOCK);
    [
        lines.len(),
        of(LOCAL_VARIABLE),
        of(GLOBAL_VARIABLE),
        of(FUNCTION),
        blocks,
        names.len(),
    ]
}

/// What glslang writes of a shader with `-gVS`; `None` where it is not installed.
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
        // A `main` of GLSL has no arguments and no result, so globals and types differ with the languages.
        for (column, (ours, theirs)) in COLUMNS.iter().zip(ours.into_iter().zip(theirs)) {
            let is_comparable = ["lines", "locals", "functions", "blocks"].contains(column);
            assert!(
                !is_comparable || ours >= theirs,
                "{name}: {ours} {column}, and {theirs} of glslang"
            );
        }
    }
}
