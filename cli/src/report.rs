//! Prints the results of a run: messages for people on standard error, JSON lines on standard output. Both are in the
//! order of the inputs, in whichever order the jobs end.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::arguments::RunFormat;
use super::axes::Variant;
use super::output::write_text;
use super::progress::Progress;
use super::{Outcome, prints_json};
use spirula::rewrite::Applied;
use spirula::source::diagnose::{Problem, plain};

/// The number of failures from which they are grouped by cause, and the maximum number of groups shown.
const MANY_FAILURES: usize = 4;
const MAX_CAUSES: usize = 20;

/// How one input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// Compiled and written.
    Ok,
    /// Valid, but the target cannot express it.
    Rejected,
    /// Invalid, unreadable, or its result could not be written.
    Error,
}

/// Where the outputs of an input come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Made {
    /// They were compiled.
    Compiled,
    /// They were copied from the cache.
    Cached,
    /// They are those of an earlier run.
    Unchanged,
}

/// An output of an input.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Written {
    /// The kind of output, as `--emit` names it.
    pub(super) kind: &'static str,
    pub(super) path: String,
}

/// What was rewritten for a driver.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AppliedWorkaround {
    /// As `--workaround` names it.
    workaround: String,
    /// The number of places.
    count: u32,
    /// The ids of the functions with such a place.
    functions: Vec<u32>,
}

impl AppliedWorkaround {
    pub(super) fn of(applied: &Applied) -> Self {
        Self {
            workaround: applied.workaround.name().to_owned(),
            count: applied.count,
            functions: applied.functions.clone(),
        }
    }
}

/// What a report says of a module, in addition to its outputs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Facts {
    /// The length of the module in words.
    pub(super) words: usize,
    /// The names of what it requires of the device.
    pub(super) requirements: Vec<String>,
    pub(super) workarounds: Vec<AppliedWorkaround>,
    /// What the module is, for people: its length, its version and what it needs of the device.
    pub(super) summary: String,
    /// The group and binding of every resource of the shader, used or not.
    pub(super) resources: Vec<(u32, u32)>,
}

/// Why an input has no output.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) status: Status,
    pub(super) outcome: Outcome,
    pub(super) problems: Vec<Problem>,
}

impl Failure {
    /// A file that cannot be read or written.
    pub(super) fn unusable(kind: &'static str, file: &str, message: String) -> Self {
        Self {
            status: Status::Error,
            outcome: Outcome::Unusable,
            problems: vec![Problem::plain(kind, file, message)],
        }
    }
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self {
            status: Status::Error,
            outcome: Outcome::Rejected,
            problems,
        }
    }
}

/// A problem in one line, as compilers write it: `file:line:column: error: message`.
fn short(problem: &Problem, report: &Report) -> String {
    let place = match (problem.line, problem.column) {
        (Some(line), Some(column)) => format!(":{line}:{column}"),
        _ => String::new(),
    };
    let file = if problem.file.is_empty() {
        &report.file
    } else {
        &problem.file
    };
    let message: Vec<&str> = problem.message.split_whitespace().collect();
    let variant = report
        .variant
        .as_ref()
        .map_or_else(String::new, |variant| format!(" ({variant})"));
    format!("{file}{place}: error: {}{variant}\n", message.join(" "))
}

/// The result of one input.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    pub(super) file: String,
    /// In a project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<Variant>,
    pub(super) status: Status,
    pub(super) made: Option<Made>,
    /// The path of the first output.
    pub(super) output: Option<String>,
    pub(super) outputs: Vec<Written>,
    /// The length of the module in words.
    pub(super) words: Option<usize>,
    pub(super) errors: Vec<Problem>,
    /// Remarks on the switches of the run that it belongs to.
    pub(super) warnings: Vec<String>,
    pub(super) requirements: Vec<String>,
    pub(super) workarounds: Vec<AppliedWorkaround>,
    /// The files that the input includes.
    #[serde(skip)]
    pub(super) included: Vec<String>,
    /// Its rule for the dependency file.
    #[serde(skip)]
    pub(super) rule: String,
    #[serde(skip)]
    pub(super) outcome: Outcome,
    /// What the module is, for people: its length, its version and what it needs of the device.
    #[serde(skip)]
    pub(super) summary: String,
}

/// What a reporter knows of one of the runs.
#[derive(Debug)]
pub(super) struct RunState {
    /// The number of inputs without a printed report.
    pub(super) left: usize,
    /// The dependency rules of its inputs, and the file for them.
    pub(super) rules: String,
    pub(super) depfile: Option<PathBuf>,
    pub(super) is_good: bool,
}

/// Remarks on a run, by its index, after its last input.
pub(super) type Remarks<'a> = &'a (dyn Fn(usize) -> Vec<String> + Sync);

/// Prints reports in the order of their inputs.
pub(super) struct Reporter<'a> {
    format: RunFormat,
    keep_going: bool,
    /// Whether a run that succeeds prints a line.
    prints_results: bool,
    /// The number of inputs of all runs.
    inputs: usize,
    progress: Progress,
    begun: Instant,
    remarks: Remarks<'a>,
    /// The lowest index of an input that has failed.
    first_failure: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Reports that wait for those of earlier inputs, with the indices of their runs.
    waiting: BTreeMap<usize, (usize, Report)>,
    next: usize,
    outcome: Outcome,
    good: usize,
    /// How many of the good ones are unchanged, or from the cache.
    unchanged: usize,
    cached: usize,
    failed: usize,
    runs: Vec<RunState>,
    /// For each message, the number of inputs that failed with it, and the first of them.
    causes: BTreeMap<String, (usize, String)>,
    /// The files that the inputs include.
    included: BTreeSet<String>,
    /// The remarks on runs that are printed already.
    remarks: BTreeSet<String>,
    /// The error of standard output, after which nothing is printed there.
    broken: Option<io::Error>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        (format, keep_going, prints_results): (RunFormat, bool, bool),
        runs: Vec<RunState>,
        remarks: Remarks<'a>,
        progress: Progress,
    ) -> Self {
        Self {
            format,
            keep_going,
            prints_results: prints_results && format == RunFormat::Human,
            inputs: runs.iter().map(|run| run.left).sum(),
            progress,
            begun: Instant::now(),
            remarks,
            first_failure: AtomicUsize::new(usize::MAX),
            state: Mutex::new(State {
                waiting: BTreeMap::new(),
                next: 0,
                outcome: Outcome::Good,
                good: 0,
                unchanged: 0,
                cached: 0,
                failed: 0,
                runs,
                causes: BTreeMap::new(),
                included: BTreeSet::new(),
                remarks: BTreeSet::new(),
                broken: None,
            }),
        }
    }

    /// Shows the phase of an input.
    pub(super) fn phase(&self, name: &str, phase: &str) {
        self.progress.phase(name, phase);
    }

    /// Whether an input before `index` failed, so that the one at `index` is not compiled.
    pub(super) fn ends_before(&self, index: usize) -> bool {
        !self.keep_going && self.first_failure.load(Ordering::Relaxed) < index
    }

    /// Adds the report of the input at `index` among all, which belongs to a run, and prints every report whose
    /// predecessors are printed.
    pub(super) fn submit(&self, index: usize, run: usize, report: Report) {
        if report.outcome != Outcome::Good {
            self.first_failure.fetch_min(index, Ordering::Relaxed);
        }
        self.progress.advance(&report.file);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.waiting.insert(index, (run, report));
        while !self.ends_before(state.next) {
            let due = state.next;
            let Some((run, report)) = state.waiting.remove(&due) else {
                break;
            };
            state.next += 1;
            self.print(&mut state, run, report);
        }
    }

    fn print(&self, state: &mut State, run: usize, mut report: Report) {
        state.outcome = state.outcome.max(report.outcome);
        state.included.extend(report.included.iter().cloned());
        let is_good = report.outcome == Outcome::Good;
        let mut remarks = Vec::new();
        if let Some(known) = state.runs.get_mut(run) {
            known.left -= 1;
            known.is_good &= is_good;
            known.rules += &report.rule;
            if known.left == 0 {
                remarks = (self.remarks)(run);
            }
        }
        if is_good {
            state.good += 1;
            state.unchanged += usize::from(report.made == Some(Made::Unchanged));
            state.cached += usize::from(report.made == Some(Made::Cached));
        } else {
            state.failed += 1;
            let causes: BTreeSet<&str> = report.errors.iter().map(|problem| problem.message.as_str()).collect();
            for cause in causes {
                let known = state.causes.entry(cause.to_owned());
                known.or_insert_with(|| (0, report.file.clone())).0 += 1;
            }
        }
        let result = self.progress.suspended(|| {
            if prints_json(self.format) {
                report.warnings.extend(remarks);
                return print_json(&report);
            }
            for remark in remarks {
                // The permutations of one shader have the same ones.
                if state.remarks.insert(remark.clone()) {
                    print_warning(&remark);
                }
            }
            if self.format == RunFormat::Short {
                let lines: String = report.errors.iter().map(|problem| short(problem, &report)).collect();
                let _ = io::stderr().write_all(lines.as_bytes());
                Ok(())
            } else {
                let mut text: String = report.errors.iter().map(|problem| problem.rendered.as_str()).collect();
                if let Some(variant) = report.variant.as_ref().filter(|_| !text.is_empty()) {
                    let margin = margin(&text);
                    text = format!("{}\n{margin}= compiled for {variant}\n\n", text.trim_end());
                }
                // Several inputs have one line at the end.
                if let Some(path) = report
                    .output
                    .as_ref()
                    .filter(|_| self.prints_results && self.inputs == 1)
                {
                    text += &format!("{path}: {}\n", report.summary);
                }
                let _ = io::stderr().write_all(text.as_bytes());
                Ok(())
            }
        });
        if let Err(error) = result {
            state.broken.get_or_insert(error);
        }
    }

    /// Writes the dependency files of the runs that succeeded, prints the summary and returns how all ended, with the files
    /// that the inputs include. Several inputs have a summary on a terminal, or if some failed.
    pub(super) fn finish(self, many: bool) -> (Outcome, BTreeSet<String>) {
        self.progress.clear();
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        for run in &state.runs {
            if let Some(path) = &run.depfile
                && run.is_good
                && run.left == 0
                && let Err(message) = write_text(path, &run.rules)
            {
                print_error(&message);
                state.outcome = Outcome::Unusable;
            }
        }
        if many && self.format == RunFormat::Human && (state.failed > 0 || self.prints_results) {
            if state.failed >= MANY_FAILURES {
                let _ = io::stderr().write_all(grouped(&state.causes).as_bytes());
            }
            let _ = writeln!(io::stderr(), "{}", summary(&state, self.inputs));
            let _ = writeln!(io::stderr(), "time: {:.2} s", self.begun.elapsed().as_secs_f64());
        }
        let outcome = match state.broken {
            // A broken pipe is not reported: the reader has closed its end. The exit status shows it.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Unusable,
            Some(error) => {
                print_error(&format!("cannot write to standard output: {error}"));
                Outcome::Unusable
            }
            None => state.outcome,
        };
        (outcome, state.included)
    }
}

/// The spaces before the remarks of a message: as wide as the numbers of its lines.
fn margin(text: &str) -> String {
    let last = text
        .lines()
        .rev()
        .find(|line| line.trim_start().starts_with(['│', '=']));
    let width = last.map_or(1, |line| line.len() - line.trim_start().len());
    " ".repeat(width)
}

/// The failures that several inputs share, the most frequent first.
fn grouped(causes: &BTreeMap<String, (usize, String)>) -> String {
    let mut causes: Vec<_> = causes.iter().filter(|(_, (count, _))| *count > 1).collect();
    if causes.is_empty() {
        return String::new();
    }
    // A stable sort: equally frequent ones stay sorted by message.
    causes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let mut text = "failures by cause:\n".to_owned();
    for (cause, (count, first)) in causes.iter().take(MAX_CAUSES) {
        text += &format!("{count:5} files: {cause} (first: {first})\n");
    }
    if let Some(more) = causes.len().checked_sub(MAX_CAUSES).filter(|&more| more > 0) {
        text += &format!("      and {more} more causes\n");
    }
    text
}

fn summary(state: &State, inputs: usize) -> String {
    let State {
        good,
        unchanged,
        cached,
        failed,
        ..
    } = *state;
    let left = inputs.saturating_sub(good).saturating_sub(failed);
    let mut text = format!("{good} of {inputs} compiled");
    let parts: Vec<String> = [(unchanged, "unchanged"), (cached, "from the cache")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if !parts.is_empty() {
        text += &format!(" ({})", parts.join(", "));
    }
    if failed > 0 {
        text += &format!(", {failed} failed");
    }
    if left > 0 {
        text += &format!(", {left} left out after the failure (`--keep-going` compiles them)");
    }
    text
}

fn print_json(report: &Report) -> io::Result<()> {
    let mut line = serde_json::to_vec(report)?;
    line.push(b'\n');
    let mut stdout = io::stdout().lock();
    stdout.write_all(&line)?;
    stdout.flush()
}

/// Prints an error that has no place in a shader.
pub(super) fn print_error(message: &str) {
    let _ = io::stderr().write_all(plain(message).as_bytes());
}

/// Prints a line about the run itself.
pub(super) fn print_note(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Prints a warning.
pub(super) fn print_warning(message: &str) {
    let _ = writeln!(io::stderr(), "warning: {message}\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::When;

    #[test]
    fn the_sum_names_what_was_left_out() {
        let sum = |good, failed, unchanged, cached, inputs| {
            let runs = Vec::new();
            let progress = Progress::new(0, When::Never, false);
            let reporter = Reporter::new((RunFormat::Human, false, true), runs, &|_| Vec::new(), progress);
            let mut state = reporter.state.into_inner().unwrap_or_else(PoisonError::into_inner);
            (state.good, state.failed) = (good, failed);
            (state.unchanged, state.cached) = (unchanged, cached);
            summary(&state, inputs)
        };
        assert_eq!(sum(3, 0, 0, 0, 3), "3 of 3 compiled");
        assert_eq!(sum(3, 0, 2, 0, 3), "3 of 3 compiled (2 unchanged)");
        assert_eq!(
            sum(2, 1, 1, 1, 3),
            "2 of 3 compiled (1 unchanged, 1 from the cache), 1 failed"
        );
        assert_eq!(
            sum(1, 1, 0, 0, 5),
            "1 of 5 compiled, 1 failed, 3 left out after the failure (`--keep-going` compiles them)"
        );
    }
}
