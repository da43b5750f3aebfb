//! Prints the results of a run: messages for people on standard error, JSON lines on standard output. Both are in the
//! order of the inputs, in whichever order the jobs end.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;

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

/// A file that was written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Written {
    /// The kind of output, as `--emit` names it.
    pub(super) kind: &'static str,
    pub(super) path: String,
}

/// What was rewritten for a driver.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AppliedWorkaround {
    /// As `--workaround` names it.
    workaround: &'static str,
    /// The number of places.
    count: u32,
    /// The ids of the functions with such a place.
    functions: Vec<u32>,
}

impl AppliedWorkaround {
    pub(super) fn of(applied: &Applied) -> Self {
        Self {
            workaround: applied.workaround.name(),
            count: applied.count,
            functions: applied.functions.clone(),
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
    /// The path of the first output.
    pub(super) output: Option<String>,
    pub(super) outputs: Vec<Written>,
    /// The length of the module in words.
    pub(super) words: Option<usize>,
    pub(super) errors: Vec<Problem>,
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

/// How a run ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) outcome: Outcome,
    /// The files that the inputs include.
    pub(super) included: BTreeSet<String>,
}

/// Prints reports in the order of their inputs.
#[derive(Debug)]
pub(super) struct Reporter {
    format: RunFormat,
    keep_going: bool,
    /// Whether a run that succeeds prints a line.
    prints_results: bool,
    inputs: usize,
    progress: Progress,
    begun: Instant,
    /// The lowest index of an input that has failed.
    first_failure: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Reports that wait for those of earlier inputs.
    waiting: BTreeMap<usize, Report>,
    next: usize,
    outcome: Outcome,
    good: usize,
    failed: usize,
    /// The dependency rules of all inputs that were compiled.
    rules: String,
    /// For each message, the number of inputs that failed with it, and the first of them.
    causes: BTreeMap<String, (usize, String)>,
    /// The files that the inputs include.
    included: BTreeSet<String>,
    /// The error of standard output, after which nothing is printed there.
    broken: Option<io::Error>,
}

impl Reporter {
    pub(super) fn new(
        format: RunFormat,
        keep_going: bool,
        prints_results: bool,
        inputs: usize,
        progress: Progress,
    ) -> Self {
        Self {
            format,
            keep_going,
            prints_results: prints_results && format == RunFormat::Human,
            inputs,
            progress,
            begun: Instant::now(),
            first_failure: AtomicUsize::new(usize::MAX),
            state: Mutex::new(State {
                waiting: BTreeMap::new(),
                next: 0,
                outcome: Outcome::Good,
                good: 0,
                failed: 0,
                rules: String::new(),
                causes: BTreeMap::new(),
                included: BTreeSet::new(),
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

    /// Adds the report of the input at `index`, and prints every report whose predecessors are printed.
    pub(super) fn submit(&self, index: usize, report: Report) {
        if report.outcome != Outcome::Good {
            self.first_failure.fetch_min(index, Ordering::Relaxed);
        }
        self.progress.advance(&report.file);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.waiting.insert(index, report);
        while !self.ends_before(state.next) {
            let due = state.next;
            let Some(report) = state.waiting.remove(&due) else {
                break;
            };
            state.next += 1;
            self.print(&mut state, &report);
        }
    }

    fn print(&self, state: &mut State, report: &Report) {
        state.outcome = state.outcome.max(report.outcome);
        state.included.extend(report.included.iter().cloned());
        if report.outcome == Outcome::Good {
            state.good += 1;
            state.rules += &report.rule;
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
                print_json(report)
            } else if self.format == RunFormat::Short {
                let lines: String = report.errors.iter().map(|problem| short(problem, report)).collect();
                let _ = io::stderr().write_all(lines.as_bytes());
                Ok(())
            } else {
                let mut text: String = report.errors.iter().map(|problem| problem.rendered.as_str()).collect();
                if let Some(variant) = report.variant.as_ref().filter(|_| !text.is_empty()) {
                    text = format!("{}\n = compiled for {variant}\n\n", text.trim_end());
                }
                // Several inputs have one line at the end.
                if let Some(path) = report
                    .output
                    .as_ref()
                    .filter(|_| self.prints_results && self.inputs == 1)
                {
                    text += &plain(&format!("{path}: {}", report.summary));
                }
                let _ = io::stderr().write_all(text.as_bytes());
                Ok(())
            }
        });
        if let Err(error) = result {
            state.broken.get_or_insert(error);
        }
    }

    /// Prints the summary and returns how the run ended. A run with `many` inputs has a summary on a terminal, or if
    /// some inputs failed. `depfile` is written if none failed.
    pub(super) fn finish(self, many: bool, depfile: Option<&Path>) -> Finished {
        self.progress.clear();
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = depfile
            && state.outcome == Outcome::Good
            && let Err(message) = write_text(path, &state.rules)
        {
            print_error(&message);
            state.outcome = Outcome::Unusable;
        }
        if many && self.format == RunFormat::Human && (state.failed > 0 || self.prints_results) {
            if state.failed >= MANY_FAILURES {
                let _ = io::stderr().write_all(grouped(&state.causes).as_bytes());
            }
            let _ = writeln!(io::stderr(), "{}", summary(state.good, state.failed, self.inputs));
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
        Finished {
            outcome,
            included: state.included,
        }
    }
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

fn summary(good: usize, failed: usize, inputs: usize) -> String {
    let left = inputs.saturating_sub(good).saturating_sub(failed);
    let mut text = format!("{good} of {inputs} compiled");
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

    #[test]
    fn the_sum_names_what_was_left_out() {
        assert_eq!(summary(3, 0, 3), "3 of 3 compiled");
        assert_eq!(summary(2, 1, 3), "2 of 3 compiled, 1 failed");
        assert_eq!(
            summary(1, 1, 5),
            "1 of 5 compiled, 1 failed, 3 left out after the failure (`--keep-going` compiles them)"
        );
    }
}
