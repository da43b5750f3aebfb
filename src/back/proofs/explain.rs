//! Explanations, as text, of why an index, a texel or a loop is checked.

use super::interval::Interval;
use crate::back::overrides::ArrayLength;
use alloc::string::String;
use naga::{Expression, Handle, Span};

/// The kind of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CheckKind {
    /// An access at a dynamic index.
    Index,
    /// A texel load.
    Texel,
    /// A loop. Unless it is proved to end, it is left after 2³² − 1 iterations.
    Loop,
}

/// Whether an access or a loop is checked at run time, and why: see [`Options::explain_checks`].
///
/// [`Options::explain_checks`]: crate::Options::explain_checks
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// What is checked.
    pub kind: CheckKind,
    /// Whether a proof makes the check unnecessary.
    pub proved: bool,
    /// The position in the shader's source.
    pub span: Span,
    /// What is known about the index, texel or loop.
    pub reason: String,
    /// The access or texel load.
    pub(crate) of: Option<Handle<Expression>>,
}

/// What is known about an index. `interval`: `None` if nothing bounds it.
pub(super) fn index(length: Option<ArrayLength>, proved: bool, interval: Option<Interval>) -> String {
    match (length, interval) {
        (None | Some(ArrayLength::Override(_)), _) => "how many elements there are is not known".into(),
        (Some(ArrayLength::Known(length)), None) => format!("nothing bounds the index, of {length} elements"),
        (Some(ArrayLength::Known(length)), Some(Interval { least, most, .. })) => {
            format!("the index is from {least} to {most}, of {length} elements")
        }
        (Some(ArrayLength::RunTime), _) if proved => "the index is below the length of the array".into(),
        (Some(ArrayLength::RunTime), _) => {
            "nothing shows that the index is below the length of the run-time array".into()
        }
    }
}
