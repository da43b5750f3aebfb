//! SPIR-V's universal limits (§2.17, Universal Limits) and the 16-bit word count (§2.3, Physical Layout of a SPIR-V
//! Module and Instruction), checked where the counted entity is emitted.
//!
//! A violation is recorded with its place and the emission continues, so that all violations are reported; the words
//! are discarded. Limits that bound the recursion of a walk over the module, or that concern a call, are checked in
//! `plan`: nesting of types and of blocks, instances and their parameters.
//!
//! | limit | where |
//! |---|---|
//! | characters of a literal string | names are truncated (`words`); an entry point's name is refused (`plan`) |
//! | id bound | after each function |
//! | nesting of control flow | `function::flow` |
//! | global and local variables | [`Emitter::count_global`], [`Emitter::count_local`] |
//! | decorations, execution modes | fewer than ten per instruction and per entry point |
//! | indexes of a chain, an extraction | `function::pointer` |
//! | parameters, and arguments of a call | `plan`, by instance; helpers have fewer than twenty |
//! | arguments of an extended instruction | fewer than twenty; what debug information lists is cut (`debug::types`) |
//! | cases of a switch | `function::flow` |
//! | members and nesting of structures | `structs`, `handle_table`; nesting in `plan` |
//! | words of an instruction | [`Emitter::limit_constituents`], [`Emitter::limit_interface`]; others: [`Emitter::limit_words`] |

use super::emitter::Emitter;
use super::plan::function_span;
use crate::error::ErrorKind;
use crate::words::{MAX_ID_BOUND, MAX_INSTRUCTION_WORDS, Section};
use naga::{EntryPoint, Span};

/// The most variables of all storage classes except Function.
const MAX_GLOBALS: usize = 65_535;
/// The most Function variables in all functions together.
const MAX_LOCALS: usize = 524_287;
/// The most arguments of an extended instruction.
pub(crate) const MAX_ARGUMENTS: usize = 255;
/// The most constituents of a composite: the word count less opcode, type and result.
const MAX_CONSTITUENTS: usize = MAX_INSTRUCTION_WORDS - 3;

/// The counts so far, and whether a limit was exceeded.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    globals: usize,
    locals: usize,
    too_many_ids: bool,
    is_exceeded: bool,
}

impl Emitter<'_> {
    /// Records a violation of a limit.
    #[cold]
    pub(super) fn exceed(&mut self, what: &'static str, value: usize, limit: usize, span: Span) {
        let (value, limit) = (value as u64, limit as u64);
        self.counted.is_exceeded = true;
        self.requirements.refuse(ErrorKind::Limit { what, value, limit }, span);
    }

    /// Counts a variable of a storage class other than Function. Only the first one above the limit is refused.
    #[inline]
    pub(crate) fn count_global(&mut self) {
        self.counted.globals += 1;
        if self.counted.globals == MAX_GLOBALS + 1 {
            let what = "variables outside of functions";
            self.exceed(what, MAX_GLOBALS + 1, MAX_GLOBALS, self.span);
        }
    }

    /// Counts a Function variable. Only the first one above the limit is refused.
    #[inline]
    pub(crate) fn count_local(&mut self, span: Span) {
        self.counted.locals += 1;
        if self.counted.locals == MAX_LOCALS + 1 {
            self.exceed("variables in all functions together", MAX_LOCALS + 1, MAX_LOCALS, span);
        }
    }

    /// Refuses a composite with more constituents than one instruction can hold.
    #[inline]
    pub(crate) fn limit_constituents(&mut self, count: usize, span: impl FnOnce() -> Span) {
        if count > MAX_CONSTITUENTS {
            self.exceed("constituents of a composite", count, MAX_CONSTITUENTS, span());
        }
    }

    /// Refuses an entry point whose interface does not fit one instruction.
    #[inline]
    pub(crate) fn limit_interface(&mut self, entry: &EntryPoint) {
        // One word each for the opcode, the execution model and the function; then the name with its terminator.
        let most = MAX_INSTRUCTION_WORDS - 3 - (entry.name.len() / 4 + 1);
        if self.interface.len() > most {
            let what = "variables in the interface of an entry point (from SPIR-V 1.4 on all globals that it uses)";
            self.exceed(what, self.interface.len(), most, function_span(&entry.function));
            if let Some(refusal) = self.requirements.refusals.last_mut() {
                refusal.notes.push(format!("of the entry point `{}`", entry.name));
            }
        }
    }

    /// Refuses the first id above the bound that every consumer must accept.
    #[inline]
    pub(crate) fn limit_ids(&mut self, span: impl FnOnce() -> Span) {
        let bound = self.ids.bound();
        if bound > MAX_ID_BOUND && !self.counted.too_many_ids {
            self.counted.too_many_ids = true;
            let what = "the bound of result ids, in the function that exceeds it";
            self.exceed(what, bound as usize, MAX_ID_BOUND as usize, span());
        }
    }

    /// Refuses an instruction with too many words, if no other limit was exceeded.
    #[inline]
    pub(crate) fn limit_words(&mut self, body: &Section) {
        let sections = &self.sections;
        let written = [body, &sections.functions, &sections.globals, &sections.entry_points];
        let oversized = written.into_iter().find_map(Section::oversized);
        if let Some(words) = oversized
            && !self.counted.is_exceeded
        {
            self.exceed("words of an instruction", words, MAX_INSTRUCTION_WORDS, self.span);
        }
    }
}
