//! The binary `spirula`: starts the command line in [`cli`] and hands its exit status to the system.

mod cli;
mod source;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
