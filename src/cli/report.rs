//! What a user is told: messages for people on standard error, JSON lines for machines on standard output, both in the
//! order of the inputs however the jobs end.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::arguments::Format;
use super::output::write_text;
use super::progress::Progress;
use super::{Outcome, prints_json};

/// The characters of a line that are shown of a longer one, and those of them before what is marked.
const SHOWN: usize = 240;
const BEFORE: usize = 80;

/// Messages with source lines cut to what is marked in them: a minified shader is one line of a megabyte.
pub(super) fn shortened(text: String) -> String {
    if text.lines().all(|line| line.len() <= 4 * SHOWN) {
        return text;
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut short = String::new();
    let mut from = 0;
    for (place, line) in lines.iter().enumerate() {
        let count = line.chars().count();
        if count > SHOWN {
            // The marks stand in the line below, or this is that line.
            let marks = [Some(line), lines.get(place + 1)].into_iter().flatten();
            let at = marks.filter(|line| line.trim_start_matches([' ', '│', '|']).starts_with(['^', '-', '╭']));
            let mark = at
                .filter_map(|line| line.chars().position(|one| matches!(one, '^' | '-' | '╭')))
                .next();
            if let Some(mark) = mark {
                // A mark that is near enough is shown with what comes before.
                from = if mark < SHOWN { 0 } else { mark - BEFORE };
            }
        }
        if count <= SHOWN {
            short += line;
        } else if from == 0 {
            short.extend(line.chars().take(SHOWN));
            short.push('…');
        } else {
            // The margin with the line's number stays.
            let margin = line.chars().position(|one| one == '│').map_or(0, |place| place + 2);
            short.extend(line.chars().take(margin));
            short.push('…');
            short.extend(line.chars().skip(margin + from).take(SHOWN));
            if count > margin + from + SHOWN {
                short.push('…');
            }
        }
        short.push('\n');
    }
    short
}

/// How one input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// Compiled and written.
    Ok,
    /// Valid, but not to be expressed for the target.
    Rejected,
    /// Invalid, unreadable, or its result could not be written.
    Error,
}

/// One complaint, as machines get it.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Problem {
    pub(super) message: String,
    /// A stable word for what went wrong.
    pub(super) kind: &'static str,
    /// From 1 on; columns count characters.
    pub(super) line: Option<usize>,
    pub(super) column: Option<usize>,
    /// What the target lacks: a feature, an extension or a capability.
    pub(super) needs: Vec<String>,
}

/// A file that was written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Written {
    /// What it holds, as `--emit` calls it.
    pub(super) kind: &'static str,
    pub(super) path: String,
}

/// The result of one input.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    pub(super) file: String,
    pub(super) status: Status,
    /// The first of the outputs.
    pub(super) output: Option<String>,
    pub(super) outputs: Vec<Written>,
    /// The length of the module.
    pub(super) words: Option<usize>,
    pub(super) errors: Vec<Problem>,
    pub(super) requirements: Vec<String>,
    /// The rule of the dependency file.
    #[serde(skip)]
    pub(super) rule: String,
    /// The complaints as people get them.
    #[serde(skip)]
    pub(super) text: String,
    #[serde(skip)]
    pub(super) outcome: Outcome,
}

/// Prints reports in the order of their inputs.
#[derive(Debug)]
pub(super) struct Reporter {
    format: Format,
    keep_going: bool,
    inputs: usize,
    progress: Progress,
    /// The first input, in order, that failed so far.
    first_failure: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// What ended before its turn.
    waiting: BTreeMap<usize, Report>,
    next: usize,
    outcome: Outcome,
    good: usize,
    failed: usize,
    /// The rules of all inputs that were compiled.
    rules: String,
    /// Standard output is gone.
    broken: Option<io::Error>,
}

impl Reporter {
    pub(super) fn new(format: Format, keep_going: bool, inputs: usize, show_progress: bool) -> Self {
        Self {
            format,
            keep_going,
            inputs,
            progress: Progress::new(inputs, show_progress),
            first_failure: AtomicUsize::new(usize::MAX),
            state: Mutex::new(State {
                waiting: BTreeMap::new(),
                next: 0,
                outcome: Outcome::Good,
                good: 0,
                failed: 0,
                rules: String::new(),
                broken: None,
            }),
        }
    }

    /// Whether the run has ended, in order, before the input at `index`.
    pub(super) fn ends_before(&self, index: usize) -> bool {
        !self.keep_going && self.first_failure.load(Ordering::Relaxed) < index
    }

    /// Takes the report of the input at `index` and prints what is due.
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
        if report.outcome == Outcome::Good {
            state.good += 1;
            state.rules += &report.rule;
        } else {
            state.failed += 1;
        }
        let result = self.progress.around(|| {
            if prints_json(self.format) {
                print_json(report)
            } else {
                let _ = io::stderr().write_all(report.text.as_bytes());
                Ok(())
            }
        });
        if let Err(error) = result {
            state.broken.get_or_insert(error);
        }
    }

    /// Prints the last line and says how the run ended. `many` inputs get a sum, on a terminal or if some failed. `depfile` is
    /// written if none failed.
    pub(super) fn finish(self, many: bool, depfile: Option<&Path>) -> Outcome {
        self.progress.clear();
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = depfile
            && state.outcome == Outcome::Good
            && let Err(message) = write_text(path, &state.rules)
        {
            print_error(&message);
            state.outcome = Outcome::Unusable;
        }
        if many && !prints_json(self.format) && (state.failed > 0 || io::stderr().is_terminal()) {
            let _ = writeln!(io::stderr(), "{}", summary(state.good, state.failed, self.inputs));
        }
        match state.broken {
            // A reader that has seen enough closes its end; the status tells, and there is no use in a message.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Unusable,
            Some(error) => {
                print_error(&format!("cannot write to standard output: {error}"));
                Outcome::Unusable
            }
            None => state.outcome,
        }
    }
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

/// A message that belongs to no place in a shader.
pub(super) fn print_error(message: &str) {
    let _ = io::stderr().write_all(plain(message).as_bytes());
}

/// A remark that stops nothing.
pub(super) fn print_warning(message: &str) {
    let _ = writeln!(io::stderr(), "warning: {message}\n");
}

/// In the form that messages about shaders have.
pub(super) fn plain(message: &str) -> String {
    format!("error: {message}\n\n")
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
