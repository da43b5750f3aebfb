//! Shows the progress of a run: a bar on a terminal, over several inputs or the phases of a large one, or a line for
//! each phase.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::When;

/// The size in bytes from which the phases of a single input are shown.
pub(super) const LARGE: u64 = 8 << 20;

/// A bar on standard error, lines there, or nothing.
#[derive(Debug)]
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    has_lines: bool,
}

impl Progress {
    /// Progress over `inputs` inputs. `is_long`: the run is expected to take long.
    pub(super) fn new(inputs: usize, when: When, is_long: bool) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_shown = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => is_long && is_terminal,
        };
        let bar = (is_shown && is_terminal).then(|| {
            let bar = ProgressBar::new(u64::try_from(inputs).unwrap_or(u64::MAX));
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}") {
                bar.set_style(style);
            }
            // The time is updated within a phase too.
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Self {
            bar,
            has_lines: is_shown && !is_terminal,
        }
    }

    /// Shows the phase of an input.
    pub(super) fn phase(&self, name: &str, phase: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{name}: {phase}"));
        }
        if self.has_lines {
            let _ = writeln!(io::stderr(), "{name}: {phase}");
        }
    }

    /// Counts an input as finished.
    pub(super) fn advance(&self, name: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(name.to_owned());
            bar.inc(1);
        }
    }

    /// Runs `print` with the bar hidden.
    pub(super) fn suspended<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
