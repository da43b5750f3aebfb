//! What is known of a function's integers whatever it is given: loops that end by their guard, and indices that are below a
//! length. The survey asks; nothing here knows how an index is checked or a loop is written.

mod counters;
mod ranges;

pub(super) use counters::Counters;
pub(super) use ranges::is_in_range;

use naga::valid::FunctionInfo;
use naga::{EntryPoint, Function, Module};

/// The function that is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    /// Set in the function of an entry point: only there is an argument a built-in.
    pub(super) entry: Option<&'a EntryPoint>,
}
