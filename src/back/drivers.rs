//! Workarounds for drivers: the finished words are rewritten. Calls are inlined before a module is planned (`inline`).

use super::inline::Inlined;
use super::output::Output;
use super::plan::FunctionRef;
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::words::{MAX_ID_BOUND, MAX_INSTRUCTION_WORDS};
use alloc::vec::Vec;
use naga::Span;
use spirula_spirv::internal::applied;
use spirula_spirv::rewrite::{self, RewriteError};
use spirula_spirv::target::{Workaround, Workarounds};

/// Records what was inlined, with the ids of the functions, and replaces the words by those that the driver gets right.
pub(super) fn finish(
    mut workarounds: Workarounds,
    inlined: Option<&Inlined>,
    functions: impl Iterator<Item = (FunctionRef, u32)>,
    output: &mut Output,
) -> Result<(), Error> {
    if let Some(inlined) = inlined {
        let functions = functions.filter(|(function, _)| inlined.functions.contains(function));
        let functions: Vec<u32> = functions.map(|(_, id)| id).collect();
        let inlining = applied(Workaround::InlineCalls, inlined.count, functions);
        output.workarounds.push(inlining);
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
            let kind = match fault {
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
            };
            Err(Diagnostic::new(kind, Span::UNDEFINED).into())
        }
    }
}
