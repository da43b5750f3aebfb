//! The binary `spirula`, the command line: owns the course of a run and its exit status; the submodules own arguments,
//! inputs, jobs and reports.
//!
//! It uses the public interface of the library, with its module `source`, which reads shaders, and knows nothing of how
//! SPIR-V is written.

mod arguments;
mod assemble;
mod axes;
mod check;
mod describe;
mod diff;
mod dis;
mod features;
mod html;
mod inputs;
mod interrupt;
mod job;
mod modules;
mod output;
mod progress;
mod project;
mod reflect;
mod report;
mod snapshot;
mod specialize;
mod switches;
mod watch;

use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _};

use arguments::{Arguments, BuildArguments, Command, CompileArguments, RunFormat};
use inputs::{Input, Origin, Selection, Wanted};
use job::Settings;
use output::Outputs;
use progress::Progress;
use project::Project;
use report::{Finished, Reporter};
use watch::Seen;

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
        Command::Compile(arguments) => compile(&arguments),
        Command::Build(arguments) => build(&arguments),
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
        let known = command.get_subcommands().map(clap::Command::get_name);
        if Language::of(Path::new(&name)).is_some() {
            let tip = format!("`spirula compile {name}` compiles it").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        } else if let Some(near) = nearest(&name, known) {
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
            .and_then(|name| nearest(name, known.into_iter()));
        if let Some(near) = near {
            // Replaces clap's remark on inputs that begin with `--`.
            error.remove(ContextKind::Suggested);
            error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{near}")));
        }
    }
    error
}

/// `spirula compile`.
fn compile(arguments: &CompileArguments) -> Result<Outcome, UsageError> {
    if !arguments.watch {
        return Ok(run_all(std::slice::from_ref(arguments), arguments.keep_going)?.outcome);
    }
    watch_runs(None, arguments.keep_going, &|| Ok(vec![arguments.clone()]))
}

/// `spirula build`.
fn build(arguments: &BuildArguments) -> Result<Outcome, UsageError> {
    let project = Project::find(arguments.config.as_deref())?;
    let file = std::path::absolute(&project.file)
        .map_err(|error| UsageError(format!("cannot use `{}`: {error}", project.file.display())))?;
    // Paths in the file, and in messages about those paths, are relative to its folder.
    std::env::set_current_dir(project.folder())
        .map_err(|error| UsageError(format!("cannot use the folder of `{}`: {error}", file.display())))?;
    if !arguments.watch {
        return Ok(run_all(&project.runs(arguments)?, arguments.keep_going)?.outcome);
    }
    watch_runs(Some(&file), arguments.keep_going, &|| {
        Project::find(Some(&file))?.runs(arguments)
    })
}

/// Runs again whenever a file changes, until the process is ended. Wrong arguments end the first run; in a later run
/// they are reported and can be corrected. `own` is the file that defines the runs.
fn watch_runs(
    own: Option<&Path>,
    keep_going: bool,
    runs: &dyn Fn() -> Result<Vec<CompileArguments>, UsageError>,
) -> Result<Outcome, UsageError> {
    let mut list = runs()?;
    let uses_stdin = list
        .iter()
        .flat_map(|run| &run.inputs)
        .any(|input| input == Path::new("-"));
    if uses_stdin {
        return Err(UsageError(
            "`--watch` is for files; standard input does not change".to_owned(),
        ));
    }
    let mut included = BTreeSet::new();
    let mut is_first = true;
    loop {
        let look = |list: &[CompileArguments], included: &BTreeSet<String>| {
            let inputs = list.iter().flat_map(watched);
            Seen::of(
                inputs
                    .chain(own.map(Path::to_owned))
                    .chain(included.iter().map(PathBuf::from)),
            )
        };
        // Recorded before the run, so that changes during the run are noticed. Included files are known only after the
        // run.
        let mut before = look(&list, &included);
        match run_all(&list, keep_going) {
            Ok(finished) => {
                before.replace(&included, &finished.included);
                included = finished.included;
            }
            Err(error) if is_first => return Err(error),
            Err(UsageError(message)) => report::print_error(&message),
        }
        is_first = false;
        report::print_note("watching for changes");
        let changed = watch::wait(&before, || look(&list, &included));
        report::print_note(&format!("`{}` changed", changed.display()));
        match runs() {
            Ok(runs) => list = runs,
            Err(UsageError(message)) => report::print_error(&message),
        }
    }
}

/// The files that a run reads, except included files.
fn watched(arguments: &CompileArguments) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = arguments.dependencies().iter().map(PathBuf::from).collect();
    if let Ok(selection) = select(arguments) {
        files.extend(selection.inputs.iter().map(|input| match &input.origin {
            Origin::File(path) => path.clone(),
            Origin::StandardInput | Origin::Missing(_) => PathBuf::from(&input.name),
        }));
    }
    files
}

fn select(arguments: &CompileArguments) -> Result<Selection, UsageError> {
    let wanted = arguments.language().map_or(Wanted::Shaders, Wanted::ShadersOf);
    let (output, is_folder) = arguments.output().unzip();
    let own = output.map(Path::to_owned);
    let outputs: Vec<PathBuf> = own.into_iter().chain(arguments.other_outputs.iter().cloned()).collect();
    let mut selection = inputs::collect(&arguments.inputs, &outputs, is_folder.unwrap_or(false), wanted)?;
    if let Some(path) = &arguments.stdin_file_path {
        selection.name_standard_input(path, arguments.language())?;
    }
    Ok(selection)
}

/// Runs `spirula compile` several times. No two runs may write the same file. Wrong usage of any run is found before
/// the first one starts.
fn run_all(list: &[CompileArguments], keep_going: bool) -> Result<Finished, UsageError> {
    let mut runs = Vec::new();
    let mut written = BTreeSet::new();
    let mut workers = Workers::default();
    for arguments in list {
        let run = Run::new(arguments)?;
        let results = run.outputs.iter().flat_map(|outputs| &outputs.files);
        let results = results.filter_map(|(_, file)| file.path());
        let depfiles = run.outputs.iter().filter_map(|outputs| outputs.depfile.as_deref());
        for path in results.chain(depfiles).chain(arguments.depfile.as_deref()) {
            if list.len() > 1 && !written.insert(path.to_owned()) {
                return Err(UsageError(format!("`{}` would be written twice", path.display())));
            }
        }
        runs.push(run);
    }
    let mut all = Finished {
        outcome: Outcome::Good,
        included: BTreeSet::new(),
    };
    for run in runs {
        let finished = run.finish(&mut workers)?;
        all.outcome = all.outcome.max(finished.outcome);
        all.included.extend(finished.included);
        if all.outcome != Outcome::Good && !keep_going {
            break;
        }
    }
    Ok(all)
}

/// The worker threads, which all runs share that want as many.
#[derive(Default)]
struct Workers {
    /// The number of cores, which takes the system a while to tell.
    cores: Option<usize>,
    pool: Option<rayon::ThreadPool>,
}

impl Workers {
    fn get(&mut self, jobs: Option<NonZeroUsize>, inputs: usize) -> Result<&rayon::ThreadPool, UsageError> {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let wanted = jobs.map_or_else(|| *self.cores.get_or_insert_with(cores), NonZeroUsize::get);
        let threads = wanted.min(inputs).max(1);
        let kept = self.pool.take().filter(|pool| pool.current_num_threads() == threads);
        let pool = match kept {
            Some(pool) => pool,
            None => rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|error| UsageError(format!("cannot start {threads} worker threads: {error}")))?,
        };
        Ok(self.pool.insert(pool))
    }
}

/// A run of `spirula compile`, ready to start.
struct Run<'a> {
    arguments: &'a CompileArguments,
    settings: Settings,
    selection: Selection,
    outputs: Vec<Outputs>,
}

impl<'a> Run<'a> {
    fn new(arguments: &'a CompileArguments) -> Result<Self, UsageError> {
        let settings = Settings::new(arguments)?;
        let selection = select(arguments)?;
        let is_preprocessed = |input: &Input| match input.language {
            Language::Glsl(_) => true,
            Language::Wgsl => cfg!(feature = "naga-oil"),
            Language::SpirV => false,
        };
        if arguments.has_preprocessor() && !selection.inputs.iter().any(is_preprocessed) {
            let languages = if cfg!(feature = "naga-oil") {
                "GLSL and WGSL"
            } else {
                "GLSL"
            };
            report::print_warning(&format!("`-D` and `-I` are for {languages}, and no input is"));
        }
        let outputs = output::plan(&selection, arguments)?;
        Ok(Self {
            arguments,
            settings,
            selection,
            outputs,
        })
    }

    /// Compiles all inputs.
    fn finish(self, workers: &mut Workers) -> Result<Finished, UsageError> {
        let (inputs, settings) = (&self.selection.inputs, &self.settings);
        let pool = workers.get(self.arguments.jobs, inputs.len())?;
        let is_large = |input: &Input| match &input.origin {
            Origin::File(path) => std::fs::metadata(path).is_ok_and(|file| file.len() >= progress::LARGE),
            Origin::StandardInput | Origin::Missing(_) => false,
        };
        let is_long = self.selection.many || inputs.iter().any(is_large);
        let progress = Progress::new(inputs.len(), self.arguments.progress, is_long);
        let reporter = Reporter::new(
            self.arguments.message_format,
            self.arguments.keep_going,
            // For people at a terminal, and for nobody else.
            !self.arguments.quiet && std::io::stderr().is_terminal(),
            inputs.len(),
            progress,
        );
        let next = AtomicUsize::new(0);
        // Inputs are taken in order, so that reports are printed in order without long waits. After a failure no later
        // input is started, but all earlier ones are finished, so that the same inputs are reported on every run.
        pool.broadcast(|_| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let (Some(input), Some(outputs)) = (inputs.get(index), self.outputs.get(index)) else {
                    break;
                };
                if reporter.ends_before(index) {
                    break;
                }
                let phase = |phase: &str| reporter.phase(&input.name, phase);
                reporter.submit(index, job::run(input, outputs, settings, &phase));
            }
        });
        let finished = reporter.finish(self.selection.many, self.arguments.depfile.as_deref());
        for remark in settings.remarks(inputs.len()) {
            report::print_warning(&remark);
        }
        let lists = !self.arguments.quiet && self.arguments.emit().contains(&arguments::Emit::Spvasm);
        let mut modules = inputs.iter().filter(|input| input.language == Language::SpirV);
        if let Some(Input { name, .. }) = modules.next().filter(|_| lists) {
            report::print_note(&format!(
                "note: `{name}` is compiled to a new module, whose assembly this is; `spirula dis {name}` prints its own"
            ));
        }
        Ok(finished)
    }
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
