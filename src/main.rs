//! The binary `spirula`: runs the command line in [`cli`] and returns its exit status.

extern crate alloc;

mod cli;
mod nearest;
mod source;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
