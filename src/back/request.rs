//! What one write is asked for: the options of a shader, and the device that the writer holds.

use crate::options::Options;
use crate::target::Target;
use core::ops::Deref;

/// The options of one write, and its target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) target: &'a Target,
    options: &'a Options,
}

impl<'a> Request<'a> {
    pub(crate) const fn new(target: &'a Target, options: &'a Options) -> Self {
        Self { target, options }
    }
}

impl Deref for Request<'_> {
    type Target = Options;

    fn deref(&self) -> &Options {
        self.options
    }
}
