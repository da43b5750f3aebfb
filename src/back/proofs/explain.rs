//! Explanations, as text, of why an index, a texel or a loop is checked.

use super::interval::Interval;
use super::{Inside, LoopProof, Subject};
use crate::back::overrides::ArrayLength;
use alloc::string::String;
use naga::Span;

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
}

/// What is known about an index. `is_known`: no `continue` can skip its evaluation.
pub(super) fn index(length: Option<ArrayLength>, proved: bool, is_known: bool, interval: Option<Interval>) -> String {
    match (length, interval) {
        (None | Some(ArrayLength::Override(_)), _) => "how many elements there are is not known".into(),
        (Some(_), _) if !is_known => "a `continue` can come before the index".into(),
        (Some(ArrayLength::Known(length)), None) => format!("nothing bounds the index, of {length} elements"),
        (Some(ArrayLength::Known(length)), Some(Interval { least, most })) => {
            format!("the index is from {least} to {most}, of {length} elements")
        }
        (Some(ArrayLength::RunTime), _) if proved => "the index is below the length of the array".into(),
        (Some(ArrayLength::RunTime), _) => {
            "nothing shows that the index is below the length of the run-time array".into()
        }
    }
}

/// What is known about a texel.
pub(super) fn texel(inside: Inside) -> String {
    match (inside.selector, inside.whole) {
        (_, true) => "the texel is inside the image".into(),
        (true, false) => "nothing shows that the coordinates are inside the image".into(),
        (false, false) => "nothing shows that the level or sample is one that the image has".into(),
    }
}

/// What is known about a loop.
pub(super) fn ending(subject: Subject<'_>, proof: Option<LoopProof>) -> String {
    match proof {
        Some(LoopProof::Once) => "its body is executed once at most".into(),
        Some(LoopProof::Counted { local, .. }) => {
            let local = &subject.function.local_variables[local];
            let name = local
                .name
                .as_deref()
                .map_or("a local".into(), |name| format!("`{name}`"));
            format!("{name} moves in one direction in each round and does not wrap")
        }
        None => "no local variable is moved once in each round, in one direction and without wrapping".into(),
    }
}
