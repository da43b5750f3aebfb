//! The binary `spirula`, the command line: owns the commands and the exit status; the submodules own arguments, inputs,
//! runs, jobs and reports.
//!
//! It uses the public interface of the library, with its module `source`, which reads shaders, and knows nothing of how
//! SPIR-V is written.

mod arguments;
mod assemble;
mod axes;
mod cache;
mod check;
mod describe;
mod diff;
mod dis;
mod features;
mod inputs;
mod interrupt;
mod job;
mod key;
mod loaded;
mod modules;
mod output;
mod progress;
mod project;
mod record;
mod reflect;
mod report;
mod run;
mod snapshot;
mod specialize;
mod switches;
mod watch;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _};

use arguments::{Arguments, Command, RunFormat};

use spirula::source::nearest;
use spirula::source::{Language, guard};

/// A run that cannot start: one message for the user, exit status 2.
#[derive(Debug)]
struct UsageError(String);

/// How a run ended, ordered from success to failure: a run has the worst outcome of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Everything was compiled, is valid, or is the same.
    Good,
    /// Some input was rejected, is invalid, differs, or is not covered by the check.
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

/// Parses the arguments of the process and runs the command.
fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments::process_arguments()) {
        Ok(arguments) => arguments,
        Err(error) => {
            let error = with_nearest(error);
            // As clap does: help and version have status 0 and go to standard output; errors have status 2.
            let _ = error.print();
            return if error.use_stderr() {
                Outcome::Unusable.into()
            } else {
                Outcome::Good.into()
            };
        }
    };
    guard::keep_guarded_panics_quiet();
    interrupt::delete_files_on_interrupt();
    let result = match arguments.command {
        Command::Compile(arguments) => run::compile(&arguments),
        Command::Build(arguments) => run::build(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Reflect(arguments) => reflect::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Specialize(arguments) => specialize::run(&arguments),
        Command::Dis(arguments) => dis::run(&arguments),
        Command::As(arguments) => assemble::run(&arguments),
        Command::Snapshot(arguments) => snapshot::run(&arguments),
        Command::Features(arguments) => features::run(&arguments),
        Command::Completions { shell } => Ok(completions(shell)),
        Command::Man { command } => manual(command.as_deref()),
    };
    match result {
        Ok(outcome) => outcome.into(),
        Err(UsageError(message)) => {
            report::print_error(&message);
            Outcome::Unusable.into()
        }
    }
}

/// Adds the nearest known name to an error about an unknown switch or command, and the command that compiles a file that
/// is given in place of a command.
fn with_nearest(mut error: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue};
    let command = Arguments::command();
    let text = |error: &clap::Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    if let Some(name) = text(&error, ContextKind::InvalidSubcommand) {
        let mut known = command.get_subcommands().map(clap::Command::get_name);
        if Language::of(Path::new(&name)).is_some() {
            let tip = format!("`spirula compile {name}` compiles it").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        } else if let Some(near) = nearest(&name, &mut known) {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::String(near.to_owned()));
        }
    } else if let Some(name) =
        text(&error, ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument)
    {
        let subcommand = std::env::args()
            .nth(1)
            .and_then(|name| command.find_subcommand(name).cloned());
        let known = subcommand.iter().flat_map(clap::Command::get_arguments);
        let known: Vec<&str> = known.filter_map(clap::Arg::get_long).collect();
        let near = name
            .strip_prefix("--")
            .and_then(|name| nearest(name, &mut known.into_iter()));
        if let Some(near) = near {
            // Replaces clap's remark on inputs that begin with `--`.
            error.remove(ContextKind::Suggested);
            error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{near}")));
        }
    }
    error
}

/// `spirula completions`.
fn completions(shell: clap_complete::Shell) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "spirula", &mut text);
    print_text(&text)
}

/// `spirula man`.
fn manual(name: Option<&str>) -> Result<Outcome, UsageError> {
    let mut command = Arguments::command();
    command.build();
    let page = match name {
        None => command,
        Some(name) => {
            let commands: Vec<_> = command.get_subcommands().map(|command| command.get_name()).collect();
            let page = command.find_subcommand(name).cloned();
            page.ok_or_else(|| UsageError(format!("no command `{name}`; known are {}", commands.join(", "))))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| UsageError(format!("cannot write the manual: {error}")))?;
    Ok(print_text(&text))
}

fn print_text(text: &[u8]) -> Outcome {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Ok(()) => Outcome::Good,
        // A broken pipe is not reported: the reader has closed its end.
        Err(error) => {
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                report::print_error(&format!("cannot write to standard output: {error}"));
            }
            Outcome::Unusable
        }
    }
}

/// Whether messages are JSON on standard output, which cannot be used for results then.
const fn prints_json(format: RunFormat) -> bool {
    matches!(format, RunFormat::Json)
}
