//! Workarounds for drivers: calls are inlined before a module is planned, and the finished words are rewritten.

use super::output::Output;
use super::plan::FunctionRef;
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use naga::Span;
use spirula_spirv::target::Workarounds;

#[cfg(feature = "drivers")]
pub(super) use super::inline::{Inlined, inline};
#[cfg(feature = "drivers")]
use crate::words::{MAX_ID_BOUND, MAX_INSTRUCTION_WORDS};
#[cfg(feature = "drivers")]
use alloc::vec::Vec;
#[cfg(feature = "drivers")]
use spirula_spirv::internal::applied;
#[cfg(feature = "drivers")]
use spirula_spirv::rewrite::{self, RewriteError};
#[cfg(feature = "drivers")]
use spirula_spirv::target::Workaround;

/// The workarounds of the target's driver and of the options.
///
/// # Errors
///
/// If there are some, and the crate is built without its feature `drivers`: words that a driver gets wrong are not
/// written silently.
pub(super) fn asked(of_target: Workarounds, options: &Options, has_feature: bool) -> Result<Workarounds, Error> {
    let workarounds = of_target
        .union(options.workarounds)
        .without(options.without_workarounds);
    if workarounds.is_empty() || has_feature {
        Ok(workarounds)
    } else {
        let kind = ErrorKind::NotLowered("a workaround for a driver, without the feature `drivers` of the crate,");
        Err(error(kind))
    }
}

#[cold]
fn error(kind: ErrorKind) -> Error {
    Error::new(vec![Diagnostic::new(kind, Span::UNDEFINED)])
}

/// Records what was inlined, with the ids of the functions, and replaces the words by those that the driver gets right.
#[cfg(feature = "drivers")]
pub(super) fn finish(
    mut workarounds: Workarounds,
    inlined: Option<&Inlined>,
    functions: impl Iterator<Item = (FunctionRef, u32)>,
    output: &mut Output,
) -> Result<(), Error> {
    if let Some(inlined) = inlined {
        let functions = functions.filter(|(function, _)| inlined.functions.contains(function));
        let functions: Vec<u32> = functions.map(|(_, id)| id).collect();
        output
            .workarounds
            .push(applied(Workaround::InlineCalls, inlined.count, functions));
    }
    workarounds.remove(Workaround::InlineCalls);
    if workarounds.is_empty() {
        return Ok(());
    }
    match rewrite::apply(&output.words, workarounds) {
        Ok(rewritten) => {
            output.words = rewritten.words;
            output.workarounds.extend(rewritten.applied);
            Ok(())
        }
        Err(fault) => {
            output.clear();
            Err(error(match fault {
                RewriteError::Bound { bound } => ErrorKind::Limit {
                    what: "the bound of result ids, with the workarounds for the driver",
                    value: u64::from(bound),
                    limit: u64::from(MAX_ID_BOUND),
                },
                RewriteError::Length => ErrorKind::Limit {
                    what: "words of an instruction, with the workarounds for the driver",
                    value: MAX_INSTRUCTION_WORDS as u64 + 1,
                    limit: MAX_INSTRUCTION_WORDS as u64,
                },
                // `RewriteError` may grow.
                _ => ErrorKind::Internal("the words cannot be read again"),
            }))
        }
    }
}

/// Without the feature no module has workarounds.
#[cfg(not(feature = "drivers"))]
mod without {
    use super::{Error, FunctionRef, Options, Output, Workarounds};
    use alloc::boxed::Box;
    use naga::Module;
    use naga::valid::ModuleInfo;

    /// There is none.
    pub(crate) struct Inlined {
        pub(crate) module: Module,
        pub(crate) info: ModuleInfo,
    }

    pub(crate) fn inline(_: &Module, _: &ModuleInfo, _: &Options) -> Result<Option<Box<Inlined>>, Error> {
        Ok(None)
    }

    pub(crate) fn finish(
        _: Workarounds,
        _: Option<&Inlined>,
        _: impl Iterator<Item = (FunctionRef, u32)>,
        _: &mut Output,
    ) -> Result<(), Error> {
        Ok(())
    }
}
#[cfg(not(feature = "drivers"))]
pub(super) use without::{finish, inline};

#[cfg(test)]
mod tests {
    use super::asked;
    use crate::options::Options;
    use spirula_spirv::target::{Workaround, Workarounds};

    #[test]
    fn without_the_feature_workarounds_are_refused() {
        let mut options = Options::default();
        let of_driver = Workarounds::from([Workaround::LogicalNot]);
        assert!(asked(Workarounds::NONE, &options, false).unwrap().is_empty());
        assert_eq!(asked(of_driver, &options, true).unwrap(), of_driver);
        let error = asked(of_driver, &options, false).unwrap_err().to_string();
        assert!(error.contains("the feature `drivers`"), "{error}");
        options.without_workarounds = Workarounds::all();
        assert!(asked(of_driver, &options, false).unwrap().is_empty());
        options.without_workarounds = Workarounds::NONE;
        options.workarounds = Workarounds::from([Workaround::FloatClamp]);
        asked(Workarounds::NONE, &options, false).unwrap_err();
    }
}
