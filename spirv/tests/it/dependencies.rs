//! Tests what this crate is built from, by `cargo tree`.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates that the library needs, with all features or with the default ones.
fn dependencies(arguments: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            "spirula-spirv",
            "--edges",
            "normal",
            "--prefix",
            "none",
        ])
        .args(["--format", "{p}", "--offline"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_feature_needs_naga() {
    let all = dependencies(&["--all-features"]);
    assert!(all.contains("spirula-spirv") && all.contains("spirv"), "{all:?}");
    for name in ["naga", "naga-types", "codespan-reporting", "thiserror"] {
        assert!(!all.contains(name), "{name} in {all:?}");
    }
}

#[test]
fn the_check_needs_no_procedural_macro() {
    let default = dependencies(&[]);
    for name in ["syn", "quote", "proc-macro2", "serde"] {
        assert!(!default.contains(name), "{name} in {default:?}");
    }
    assert!(default.len() < 12, "{default:?}");
}
