//! What is known of a function's integers whatever it is given: loops that end by their guard, and indices that are below a
//! length. The survey asks; nothing here knows how an index is checked or a loop is written.

mod counters;
mod ranges;

pub(crate) use counters::Counters;
pub(crate) use ranges::is_in_range;

use naga::valid::FunctionInfo;
use naga::{EntryPoint, Function, Module};

/// The function that is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    pub(crate) info: &'a FunctionInfo,
    /// Set in the function of an entry point: only there is an argument a built-in.
    pub(crate) entry: Option<&'a EntryPoint>,
}
