//! The binary `spirula`: runs the command line in [`cli`] and returns its exit status.

#[cfg(feature = "naga-oil")]
extern crate alloc;

mod cli;
#[cfg(feature = "naga-oil")]
mod nearest;
mod source;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
