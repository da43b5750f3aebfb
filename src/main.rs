//! The binary `spirula`: runs the command line in [`cli`] and returns its exit status.

mod cli;
mod source;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
