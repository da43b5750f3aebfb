//! All suites of integration tests of this crate, in one program.
#![cfg(feature = "check")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

// The suites that the tests of `spirula` include too name it.
extern crate spirula_spirv as spirula;

mod check;
mod dependencies;
#[cfg(feature = "diff")]
mod diff;
mod disassembly;
mod driver_shapes;
mod drivers;
#[cfg(feature = "listing")]
mod listing;
mod rewrite;
mod specialize;

/// What the suites have of `tests/common` in the tests of `spirula`.
mod common {
    #[allow(dead_code, reason = "a part is for the comparison with spirv-val")]
    #[path = "../narrower.rs"]
    pub mod narrower;
    pub mod validate;

    use std::path::{Path, PathBuf};

    /// A path below the root of the repository.
    pub fn root(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
    }
}
