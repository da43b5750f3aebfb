//! The course of `spirula compile` and `spirula build`: the inputs of all runs are jobs that worker threads share; and
//! `--watch`, which does it again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use spirula::source::{Language, guard};
use spirula::switches::Configuration;

use super::arguments::{BuildArguments, CompileArguments, Emit};
use super::cache::Cache;
use super::inputs::{self, Input, Origin, Selection, Wanted};
use super::job::{self, Kept, Settings};
use super::key::Fields;
use super::loaded::{Loaded, Reading};
use super::output::{self, Outputs, resolved};
use super::progress::{self, Progress};
use super::project::Project;
use super::record::{Records, digest_of};
use super::report::{self, Reporter, RunState};
use super::switches::TargetArguments;
use super::watch::{self, Seen};
use super::{Outcome, UsageError};

/// `spirula compile`.
pub(super) fn compile(arguments: &CompileArguments) -> Result<Outcome, UsageError> {
    if !arguments.watch {
        return Ok(run_all(std::slice::from_ref(arguments), None, arguments.keep_going)?.outcome);
    }
    watch_runs(None, &|| Ok(vec![arguments.clone()]))
}

/// `spirula build`.
pub(super) fn build(arguments: &BuildArguments) -> Result<Outcome, UsageError> {
    // Relative to the folder of the user, and not to that of the file.
    let cache = arguments.cache.as_deref().map(std::path::absolute).transpose();
    let cache = cache.map_err(|error| UsageError(format!("cannot use the folder of `--cache`: {error}")))?;
    let mut arguments = arguments.clone();
    arguments.cache = cache;
    let arguments = &arguments;
    let project = Project::find(arguments.config.as_deref())?;
    let file = std::path::absolute(&project.file)
        .map_err(|error| UsageError(format!("cannot use `{}`: {error}", project.file.display())))?;
    // Paths in the file, and in messages about those paths, are relative to its folder.
    std::env::set_current_dir(project.folder())
        .map_err(|error| UsageError(format!("cannot use the folder of `{}`: {error}", file.display())))?;
    if !arguments.watch {
        return Ok(run_all(&project.runs(arguments)?, Some(&file), arguments.keep_going)?.outcome);
    }
    watch_runs(Some(&file), &|| Project::find(Some(&file))?.runs(arguments))
}

/// Runs again whenever a file changes, until the process is ended: what is unchanged is not compiled again, a failure
/// does not keep the other inputs from being compiled, and the outputs of files that are gone are removed. Wrong
/// arguments end the first run; in a later run they are reported and can be corrected. `own` is the file that defines
/// the runs.
fn watch_runs(
    own: Option<&Path>,
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
    let mut made = BTreeMap::new();
    let mut is_first = true;
    loop {
        let look = |list: &[CompileArguments], included: &BTreeSet<String>| {
            let inputs = list.iter().flat_map(watched);
            // The files that match a pattern now.
            let patterns: BTreeSet<&String> = list.iter().flat_map(|run| run.patterns.iter()).collect();
            let matching = patterns.into_iter().filter_map(|pattern| glob::glob(pattern).ok());
            Seen::of(
                inputs
                    .chain(matching.flatten().flatten())
                    .chain(own.map(Path::to_owned))
                    .chain(included.iter().map(PathBuf::from)),
            )
        };
        // Recorded before the run, so that changes during the run are noticed. Included files are known only after the
        // run.
        let mut before = look(&list, &included);
        let begin = SystemTime::now();
        let state = match run_all(&list, own, true) {
            Ok(finished) => {
                before.replace(&included, &finished.included, begin);
                included = finished.included;
                remove_orphans(&made, &finished.made);
                made = finished.made;
                match finished.outcome {
                    Outcome::Good => "all is compiled; ",
                    Outcome::Rejected | Outcome::Unusable => "not all is compiled; ",
                }
            }
            Err(error) if is_first => return Err(error),
            Err(UsageError(message)) => {
                report::print_error(&message);
                ""
            }
        };
        is_first = false;
        report::print_note(&format!("{state}watching for changes"));
        loop {
            let changed = watch::wait(&before, || look(&list, &included));
            report::print_note(&format!("`{}` changed", changed.display()));
            match runs() {
                Ok(runs) => {
                    list = runs;
                    break;
                }
                Err(UsageError(message)) => report::print_error(&message),
            }
            before = look(&list, &included);
            report::print_note("watching for changes");
        }
    }
}

/// Removes the outputs that were made before of inputs that are gone, unless somebody else has written them since.
fn remove_orphans(before: &BTreeMap<PathBuf, MadeOf>, now: &BTreeMap<PathBuf, MadeOf>) {
    for (output, MadeOf { input, digest }) in before {
        let is_orphan = !now.contains_key(output) && !input.exists() && digest_of(output).as_ref() == Some(digest);
        if is_orphan && std::fs::remove_file(output).is_ok() {
            report::print_note(&format!(
                "`{}` is removed: `{}` is gone",
                relative(output).display(),
                input.display()
            ));
        }
    }
}

/// A path below the current folder as a user writes it.
fn relative(path: &Path) -> &Path {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    here.ok().and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
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
    // Only a folder may have outputs in it. A project may have as many outputs as runs.
    let outputs: Vec<PathBuf> = match arguments.inputs.iter().any(|input| input.is_dir()) {
        true => own.into_iter().chain(arguments.other_outputs.iter().cloned()).collect(),
        false => Vec::new(),
    };
    let mut selection = inputs::collect(&arguments.inputs, &outputs, is_folder.unwrap_or(false), wanted)?;
    if let Some(path) = &arguments.stdin_file_path {
        selection.name_standard_input(path, arguments.language())?;
    }
    Ok(selection)
}

/// How all runs ended.
struct Finished {
    outcome: Outcome,
    /// The files that the inputs include.
    included: BTreeSet<String>,
    made: BTreeMap<PathBuf, MadeOf>,
}

/// What an output was made of, in a watched folder or project.
struct MadeOf {
    input: PathBuf,
    /// The digest of the output.
    digest: String,
}

/// Runs `spirula compile` several times. No two runs may write the same file, and none a file that is read; `own` is the
/// file that defines the runs. Wrong usage of any run is found before the first one starts.
fn run_all(list: &[CompileArguments], own: Option<&Path>, keep_going: bool) -> Result<Finished, UsageError> {
    let mut descriptions = Descriptions::default();
    let runs: Result<Vec<Run<'_>>, UsageError> = list
        .iter()
        .map(|arguments| Run::new(arguments, &mut descriptions))
        .collect();
    let runs = runs?;
    output::refuse_collisions(
        runs.iter().map(|run| (run.arguments, &run.selection, &*run.outputs)),
        own,
    )?;
    output::prepare(runs.iter().map(|run| (run.arguments, &run.selection)))?;
    finish(&runs, keep_going)
}

/// What the switches about targets describe. Permutations have the same ones, so the last is kept.
#[derive(Default)]
struct Descriptions {
    last: Option<(TargetArguments, Configuration, Fields)>,
}

impl Descriptions {
    /// What the switches describe, and the beginning of the keys of all outputs for it.
    fn of(&mut self, arguments: &TargetArguments) -> Result<(Configuration, Fields), UsageError> {
        match &self.last {
            Some((known, configuration, fields)) if known == arguments => Ok((configuration.clone(), fields.clone())),
            Some(_) | None => {
                let configuration = arguments.configuration()?;
                let mut fields = Fields::default();
                fields.add_debug(&configuration.target);
                self.last = Some((arguments.clone(), configuration.clone(), fields.clone()));
                Ok((configuration, fields))
            }
        }
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
    fn new(arguments: &'a CompileArguments, descriptions: &mut Descriptions) -> Result<Self, UsageError> {
        let (target, identity) = descriptions.of(&arguments.target)?;
        let mut settings = Settings::new(arguments, target, identity)?;
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
            settings.warn(format!("`-D` and `-I` are for {languages}, and no input is"));
        }
        let outputs = output::plan(&selection, arguments)?;
        Ok(Self {
            arguments,
            settings,
            selection,
            outputs,
        })
    }
}

/// One input of a run.
struct Job<'a> {
    /// The index of the run.
    run: usize,
    settings: &'a Settings,
    input: &'a Input,
    outputs: &'a Outputs,
    loaded: Arc<Loaded>,
}

/// The jobs of all runs in their order. Those that read the same text in the same way share it and its module.
fn jobs<'a>(runs: &'a [Run<'_>]) -> Vec<Job<'a>> {
    let mut known: HashMap<Reading, Arc<Loaded>> = HashMap::new();
    let mut jobs = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        for (input, outputs) in run.selection.inputs.iter().zip(&run.outputs) {
            let loaded = known.entry(run.settings.reading(input));
            let loaded = loaded.or_insert_with_key(|reading| Arc::new(Loaded::new(reading.clone())));
            jobs.push(Job {
                run: index,
                settings: &run.settings,
                input,
                outputs,
                loaded: Arc::clone(loaded),
            });
        }
    }
    jobs
}

/// Compiles the inputs of all runs.
fn finish(runs: &[Run<'_>], keep_going: bool) -> Result<Finished, UsageError> {
    let jobs = jobs(runs);
    // The switches about the course are the same for all runs.
    let Some(Run { arguments, .. }) = runs.first() else {
        return Err(UsageError("there is nothing to compile".to_owned()));
    };
    let kept = kept(runs, arguments)?;
    let mut told = BTreeSet::new();
    for warning in runs.iter().flat_map(|run| run.settings.warnings()) {
        if !super::prints_json(arguments.message_format) && told.insert(warning) {
            report::print_warning(warning);
        }
    }
    let many = runs.len() > 1 || runs.iter().any(|run| run.selection.many);
    let is_large = |job: &Job<'_>| match &job.input.origin {
        Origin::File(path) => std::fs::metadata(path).is_ok_and(|file| file.len() >= progress::LARGE),
        Origin::StandardInput | Origin::Missing(_) => false,
    };
    let is_long = many || jobs.iter().any(is_large);
    let progress = Progress::new(jobs.len(), arguments.progress, is_long);
    let states = runs.iter().map(|run| RunState {
        left: run.selection.inputs.len(),
        rules: String::new(),
        depfile: run.arguments.depfile.clone(),
        is_good: true,
    });
    let remarks = |run: usize| {
        let run = runs.get(run);
        run.map_or_else(Vec::new, |run| run.settings.remarks(run.selection.inputs.len()))
    };
    // For people at a terminal, and for nobody else.
    let prints_results = !arguments.quiet && std::io::stderr().is_terminal();
    let reporter = Reporter::new(
        (arguments.message_format, keep_going, prints_results),
        states.collect(),
        &remarks,
        progress,
    );
    let worked = work(jobs, arguments.jobs, &reporter, &kept);
    let made = made(runs, &kept.records);
    kept.records.write();
    let (outcome, included) = reporter.finish(many);
    worked?;
    list_note(runs);
    Ok(Finished {
        outcome,
        included,
        made,
    })
}

/// Runs the jobs on worker threads. Jobs are taken in order, so that reports are printed in order without long waits.
/// After a failure no later job is started, but all earlier ones are finished, so that the same inputs are reported on
/// every run.
fn work(
    jobs: Vec<Job<'_>>,
    wanted: Option<NonZeroUsize>,
    reporter: &Reporter<'_>,
    kept: &Kept,
) -> Result<(), UsageError> {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = wanted.map_or_else(cores, NonZeroUsize::get).min(jobs.len()).max(1);
    // A job is taken out, so that the last one of a shader frees it.
    let queue = Mutex::new(jobs.into_iter().enumerate());
    guard::on_large_stacks(threads, || {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, job)) = next.filter(|(index, _)| !reporter.ends_before(*index)) else {
                break;
            };
            let phase = |phase: &str| reporter.phase(&job.input.name, phase);
            let report = job::run(job.input, job.outputs, &job.loaded, job.settings, kept, &phase);
            reporter.submit(index, job.run, report);
        }
    })
    .map_err(UsageError)
}

/// What is kept of earlier runs, and for later ones.
fn kept(runs: &[Run<'_>], arguments: &CompileArguments) -> Result<Kept, UsageError> {
    let folders = runs
        .iter()
        .flat_map(|run| &run.outputs)
        .filter_map(|outputs| outputs.folder.clone());
    let folders: BTreeSet<PathBuf> = folders.collect();
    let cache = arguments
        .cache
        .as_deref()
        .map(|folder| Cache::new(folder, arguments.force));
    Ok(Kept {
        records: Records::read(folders.into_iter(), arguments.force),
        cache: cache.transpose()?,
    })
}

/// The outputs that a record knows, by their canonical paths.
fn made(runs: &[Run<'_>], records: &Records) -> BTreeMap<PathBuf, MadeOf> {
    let mut made = BTreeMap::new();
    for run in runs.iter().filter(|run| run.arguments.watch) {
        for (input, outputs) in run.selection.inputs.iter().zip(&run.outputs) {
            let Origin::File(path) = &input.origin else {
                continue;
            };
            made.extend(records.digests(outputs).into_iter().map(|(output, digest)| {
                let input = path.clone();
                (resolved(&output), MadeOf { input, digest })
            }));
        }
    }
    made
}

/// Says that the listing of a SPIR-V input is not its own.
fn list_note(runs: &[Run<'_>]) {
    let lists = |run: &&Run<'_>| !run.arguments.quiet && run.arguments.emit().contains(&Emit::Spvasm);
    let mut inputs = runs.iter().filter(lists).flat_map(|run| &run.selection.inputs);
    if let Some(Input { name, .. }) = inputs.find(|input| input.language == Language::SpirV) {
        report::print_note(&format!(
            "note: `{name}` is compiled to a new module, whose assembly this is; `spirula dis {name}` prints its own"
        ));
    }
}
