//! Shared by the test suites, the conformance example and the benches: reading shaders, calling the two backends,
//! spirv-val in process, and a Vulkan device.
//!
//! Each of them is its own crate and uses a part of this module, so unused items are not dead code.
#![allow(dead_code, unused_imports, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod alone;
pub mod assertions;
pub mod backends;
pub mod capabilities;
pub mod case;
pub mod constructs;
pub mod cpu_time;
pub mod declared;
pub mod executed;
pub mod glslang;
pub mod hostile;
pub mod imported;
pub mod inspect;
pub mod mutate;
#[path = "../../spirv/tests/it/narrower.rs"]
pub mod narrower;
pub mod nested;
pub mod optimize;
pub mod parse;
pub mod picture;
pub mod prng;
pub mod process;
pub mod real;
pub mod reported;
pub mod seeds;
pub mod setup;
pub mod shuffle;
pub mod specialize;
pub mod strip;
pub mod tests_by_name;
pub mod turn_off;
pub mod validate;
pub mod vulkan;
#[cfg(feature = "naga-compat")]
pub mod wgpu;
pub mod wire;

use std::path::{Path, PathBuf};

/// A path below the root of the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Every file below `folder` that a front end can read, sorted by path, without nested packages.
pub fn shaders_below(folder: &Path) -> Vec<PathBuf> {
    files_below(folder, |path| parse::Language::of(path).is_some())
}

/// Every SPIR-V module below `folder`, sorted by path, without nested packages.
pub fn modules_below(folder: &Path) -> Vec<PathBuf> {
    files_below(folder, |path| path.extension().is_some_and(|ending| ending == "spv"))
}

fn files_below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                if !path.join("Cargo.toml").exists() {
                    open.push(path);
                }
            } else if is_wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
