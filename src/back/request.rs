//! The parameters of one write: the options of a shader and the target of the writer.

use crate::options::Options;
use crate::target::Target;
use core::ops::Deref;

/// The options of one write, and its target. Dereferences to the options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) target: &'a Target,
    pub(crate) options: &'a Options,
    /// Whether uses of device limits are counted: the target states limits, or the uses are reported.
    pub(crate) counts_limits: bool,
}

impl Deref for Request<'_> {
    type Target = Options;

    fn deref(&self) -> &Options {
        self.options
    }
}
