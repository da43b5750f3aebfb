//! The progress bar: on a terminal, for more than one input.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, or nothing.
#[derive(Debug)]
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar over `inputs` inputs if `visible`.
    pub(super) fn new(inputs: usize, visible: bool) -> Self {
        Self(visible.then(|| {
            let bar = ProgressBar::new(u64::try_from(inputs).unwrap_or(u64::MAX));
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
                bar.set_style(style);
            }
            bar
        }))
    }

    /// One input is done.
    pub(super) fn advance(&self, name: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(name.to_owned());
            bar.inc(1);
        }
    }

    /// Prints without tearing the bar.
    pub(super) fn around<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
