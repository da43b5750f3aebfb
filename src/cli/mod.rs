//! The command line: what a user types, which files that means, how the results are shown.
//!
//! Owns the course of one run and its exit status; the parts are in the files below. It uses the library through its
//! public face only and knows nothing of how SPIR-V is made.

mod arguments;
mod bindings;
mod check;
mod describe;
mod features;
mod frontend;
mod guard;
mod inputs;
mod job;
mod output;
mod progress;
mod report;
mod switches;
mod target;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser as _;

use arguments::{Arguments, Command, CompileArguments, Format, InputKind};
use inputs::Wanted;
use job::Settings;
use report::Reporter;

/// A run that cannot begin: one message for the user, exit status 2.
#[derive(Debug)]
struct UsageError(String);

/// How a run ended, from good to bad: the worst of its inputs counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Everything was compiled, or is valid.
    Good,
    /// Some input was rejected, is invalid, or is not covered by the check.
    Rejected,
    /// Wrong usage, or a file that cannot be read or written.
    Unusable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Good => ExitCode::SUCCESS,
            Outcome::Rejected => Self::from(1),
            Outcome::Unusable => Self::from(2),
        }
    }
}

/// Reads the process's arguments and does what they say.
pub(crate) fn run() -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments::process_arguments()) {
        Ok(arguments) => arguments,
        Err(error) => {
            // clap's own rule: help and version are no errors (status 0, standard output), the rest is 2.
            let _ = error.print();
            return if error.use_stderr() {
                Outcome::Unusable.into()
            } else {
                Outcome::Good.into()
            };
        }
    };
    guard::keep_guarded_panics_quiet();
    let result = match arguments.command {
        Command::Compile(arguments) => compile(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Features(arguments) => features::run(&arguments),
    };
    match result {
        Ok(outcome) => outcome.into(),
        Err(UsageError(message)) => {
            report::print_error(&message);
            Outcome::Unusable.into()
        }
    }
}

/// `spirula compile`.
fn compile(arguments: &CompileArguments) -> Result<Outcome, UsageError> {
    let settings = Settings::new(arguments)?;
    let kind = arguments.input_kind.map(InputKind::language);
    let wanted = kind.map_or(Wanted::Shaders, Wanted::ShadersOf);
    let (output, is_folder) = arguments.output().unzip();
    let selection = inputs::collect(&arguments.inputs, output, is_folder.unwrap_or(false), wanted)?;
    let outputs = output::plan(&selection, arguments)?;
    let inputs = &selection.inputs;

    let threads = arguments.jobs.map_or_else(
        || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
        std::num::NonZeroUsize::get,
    );
    let threads = threads.min(inputs.len()).max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| UsageError(format!("cannot start {threads} worker threads: {error}")))?;

    let show_progress = selection.many && std::io::stderr().is_terminal();
    let reporter = Reporter::new(
        arguments.message_format,
        arguments.keep_going,
        inputs.len(),
        show_progress,
    );
    let next = AtomicUsize::new(0);
    // Indices are taken in order, so that reports come in order and without long waits. After a failure nothing
    // behind it begins any more, but everything before it is finished: the same inputs are reported on every run.
    pool.broadcast(|_| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (Some(input), Some(outputs)) = (inputs.get(index), outputs.get(index)) else {
                break;
            };
            if reporter.ends_before(index) {
                break;
            }
            reporter.submit(index, job::run(input, outputs, &settings));
        }
    });
    let outcome = reporter.finish(selection.many, arguments.depfile.as_deref());
    for remark in settings.remarks(inputs.len()) {
        report::print_warning(&remark);
    }
    Ok(outcome)
}

/// Whether a machine reads the messages, and standard output is taken by them.
const fn prints_json(format: Format) -> bool {
    matches!(format, Format::Json)
}
