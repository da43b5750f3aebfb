//! Explanations, as text, of why an index, a texel or a loop is checked.

use super::Subject;
use super::interval::Interval;
use super::loops::Ending;
use super::texels::Inside;
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

/// What is known about an index.
pub(super) fn index(length: Option<ArrayLength>, proved: bool, interval: Option<(Interval, bool)>) -> String {
    let known = |interval: Interval| format!("the index is from {} to {}", interval.least, interval.most);
    match (length, interval) {
        (None | Some(ArrayLength::Override(_)), _) => "how many elements there are is not known".into(),
        (Some(_), None) => "a `continue` can come before the index".into(),
        (Some(ArrayLength::Known(length)), Some((_, true))) => {
            format!("nothing bounds the index, of {length} elements")
        }
        (Some(ArrayLength::Known(length)), Some((interval, false))) => {
            format!("{}, of {length} elements", known(interval))
        }
        (Some(ArrayLength::RunTime), Some(_)) if proved => "the index is below the length of the array".into(),
        (Some(ArrayLength::RunTime), Some(_)) => {
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
pub(super) fn ending(subject: Subject<'_>, ending: Ending) -> String {
    let name = |local| {
        let local: &naga::LocalVariable = &subject.function.local_variables[local];
        local
            .name
            .as_deref()
            .map_or("a local".into(), |name| format!("`{name}`"))
    };
    match ending {
        Ending::Once => "its body is executed once at most".into(),
        Ending::Counted(local, _) => format!("{} moves in one direction in each round and does not wrap", name(local)),
        Ending::Stepped(local) => format!("{} is stored to in each round, but may wrap or go back", name(local)),
        Ending::Unknown => "no local variable is moved in each round".into(),
    }
}
