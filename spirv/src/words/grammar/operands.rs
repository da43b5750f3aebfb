//! Iteration over the operands of one instruction: the grammar splits its words into parameters of enumerants and mask
//! bits, pairs, strings, numbers whose width depends on the context, and the operands of `OpSpecConstantOp` and
//! `OpExtInst`.
//!
//! Nothing is allocated, and any words yield operands or an error. A value that no table contains is an operand without
//! parameters. Whether such a value is allowed is for the caller to check ([`OperandKind::enumerant`]).

use super::{Category, ExtendedInstruction, ExtendedSet, LogicalOperand, OperandKind, Quantifier, Syntax, syntax};
use core::fmt;

/// What is needed to split an instruction that its own words do not contain.
#[derive(Clone, Copy, Debug)]
pub struct OperandContext {
    /// The number of words of a case literal of `OpSwitch`: 1 for selectors of up to 32 bits, 2 for 64 bits.
    pub literal_words: usize,
    /// The set that the `OpExtInst` names, if it is in the grammar. Otherwise all operands are read as ids.
    pub set: Option<ExtendedSet>,
}

impl Default for OperandContext {
    fn default() -> Self {
        Self {
            literal_words: 1,
            set: None,
        }
    }
}

/// One operand and its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand<'w> {
    /// The kind. Never a pair; the two halves of a pair are separate operands.
    pub kind: OperandKind,
    /// The index of its first word in the instruction.
    pub index: usize,
    /// The words, at least one.
    pub words: &'w [u32],
}

impl Operand<'_> {
    /// The first word. Ids and enumerants have only one.
    #[must_use]
    pub fn word(&self) -> u32 {
        self.words.first().copied().unwrap_or(0)
    }

    /// The id, if the kind is an id.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        (self.kind.category() == Category::Id).then(|| self.word())
    }
}

/// An error in the operands of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandError {
    /// The instruction ends before a required operand.
    Missing {
        /// The kind of the missing operand.
        kind: OperandKind,
        /// The index in the instruction at which it is missing.
        index: usize,
    },
    /// A string has no zero byte before the end of the instruction.
    Unterminated {
        /// The index of the string's first word.
        index: usize,
    },
    /// There are words after the last operand.
    Trailing {
        /// The index of the first of them.
        index: usize,
    },
}

impl fmt::Display for OperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { kind, index } => write!(f, "{} is missing at word {index}", kind.name()),
            Self::Unterminated { index } => write!(f, "the string at word {index} has no end"),
            Self::Trailing { index } => write!(f, "word {index} and what follows belong to no operand"),
        }
    }
}

impl core::error::Error for OperandError {}

/// Iterates over the kinds of an instruction's operands. Each operand that is read can determine the kinds of the
/// operands after it.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    schema: &'static [LogicalOperand],
    /// The parameters of the last enumerant.
    parameters: &'static [LogicalOperand],
    /// The last mask, and those of its bits whose parameters have not been read.
    mask: Option<(OperandKind, u32)>,
    /// The second half of a pair.
    second: Option<OperandKind>,
    /// The extended instruction and the index of its next operand.
    extended: Option<(ExtendedInstruction, usize)>,
}

impl Kinds {
    /// The kinds of an instruction's operands, including result type and result.
    pub(crate) fn new(syntax: &Syntax) -> Self {
        Self::of(syntax.operands)
    }

    /// The kinds of a list of operands.
    pub(crate) fn of(schema: &'static [LogicalOperand]) -> Self {
        Self {
            schema,
            parameters: &[],
            mask: None,
            second: None,
            extended: None,
        }
    }

    /// The kind of the next operand, never a pair; `None` after the last. If `ended`, the instruction has no more
    /// words, and only required operands are returned. The second value is `true` for the literal of a case of
    /// `OpSwitch`, which is as wide as the selector.
    pub(crate) fn next(&mut self, ended: bool) -> Option<(OperandKind, bool)> {
        if let Some(second) = self.second.take() {
            return Some((second, false));
        }
        let (first, second) = match self.logical(ended)? {
            OperandKind::PairIdRefIdRef => (OperandKind::IdRef, OperandKind::IdRef),
            OperandKind::PairIdRefLiteralInteger => (OperandKind::IdRef, OperandKind::LiteralInteger),
            OperandKind::PairLiteralIntegerIdRef => {
                self.second = Some(OperandKind::IdRef);
                return Some((OperandKind::LiteralInteger, true));
            }
            kind => return Some((kind, false)),
        };
        self.second = Some(second);
        Some((first, false))
    }

    fn logical(&mut self, ended: bool) -> Option<OperandKind> {
        loop {
            if let Some(kind) = step(&mut self.parameters, ended) {
                return Some(kind);
            }
            let Some((kind, bits)) = self.mask else { break };
            if bits == 0 {
                self.mask = None;
            } else {
                self.mask = Some((kind, bits & (bits - 1)));
                let bit = bits & bits.wrapping_neg();
                self.parameters = kind.parameters(bit).unwrap_or(&[]);
            }
        }
        if let Some((instruction, place)) = &mut self.extended {
            let kind = instruction
                .operand(*place)
                .filter(|_| !ended || *place < instruction.required());
            *place += 1;
            return kind;
        }
        step(&mut self.schema, ended)
    }

    /// Records the operands that depend on the value of an operand that was read. `set` is the set that an `OpExtInst`
    /// names.
    pub(crate) fn note(&mut self, kind: OperandKind, word: u32, set: Option<ExtendedSet>) {
        match kind {
            OperandKind::LiteralSpecConstantOpInteger => {
                let inner = u16::try_from(word).ok().and_then(syntax);
                self.schema = inner.map_or(&[], |inner| inner.operands_after_result());
            }
            OperandKind::LiteralExtInstInteger => {
                self.extended = set.and_then(|set| set.instruction(word)).map(|row| (row, 0));
            }
            kind => match kind.category() {
                // An enumerant that is itself a parameter has no parameters. The remaining parameters of the outer
                // enumerant follow it.
                Category::Value => match kind.parameters(word) {
                    Some(parameters) if !parameters.is_empty() => self.parameters = parameters,
                    Some(_) | None => {}
                },
                Category::Mask => self.mask = Some((kind, word)),
                Category::Id | Category::Literal | Category::Pair => {}
            },
        }
    }
}

/// Iterates over the operands of one instruction, including result type and result. Ends after the first error.
#[derive(Clone, Debug)]
pub struct Operands<'w> {
    words: &'w [u32],
    index: usize,
    kinds: Kinds,
    context: OperandContext,
}

impl<'w> Operands<'w> {
    /// Splits `instruction`, which includes its first word, by its syntax.
    #[must_use]
    pub fn new(instruction: &'w [u32], syntax: &Syntax, context: OperandContext) -> Self {
        Self {
            words: instruction,
            index: 1,
            kinds: Kinds::new(syntax),
            context,
        }
    }

    fn ended(&self) -> bool {
        self.index >= self.words.len()
    }

    fn stop(&mut self, error: OperandError) -> Result<Operand<'w>, OperandError> {
        self.index = self.words.len();
        self.kinds = Kinds::of(&[]);
        Err(error)
    }

    /// Reads an operand that is not a pair.
    fn read(&mut self, kind: OperandKind, literal_words: usize) -> Result<Operand<'w>, OperandError> {
        let index = self.index;
        let rest = self.words.get(index..).unwrap_or(&[]);
        let count = match kind {
            OperandKind::LiteralString => match rest.iter().position(|&word| ends_string(word)) {
                Some(last) => last + 1,
                None if rest.is_empty() => 1,
                None => return self.stop(OperandError::Unterminated { index }),
            },
            // This kind is the last operand of a constant, so it takes all remaining words.
            OperandKind::LiteralContextDependentNumber => rest.len().max(1),
            _ => literal_words.max(1),
        };
        let Some(words) = rest.get(..count) else {
            return self.stop(OperandError::Missing { kind, index });
        };
        self.index += count;
        let operand = Operand { kind, index, words };
        self.kinds.note(kind, operand.word(), self.context.set);
        Ok(operand)
    }
}

/// Takes the kind of the next operand from a list. If `ended`, there are no more words, and optional operands are
/// skipped.
fn step(schema: &mut &'static [LogicalOperand], ended: bool) -> Option<OperandKind> {
    while let Some((first, rest)) = schema.split_first() {
        match first.quantifier {
            Quantifier::One => {
                *schema = rest;
                return Some(first.kind);
            }
            Quantifier::Optional => {
                *schema = rest;
                if !ended {
                    return Some(first.kind);
                }
            }
            Quantifier::Repeated if ended => *schema = rest,
            Quantifier::Repeated => return Some(first.kind),
        }
    }
    None
}

impl<'w> Iterator for Operands<'w> {
    type Item = Result<Operand<'w>, OperandError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some((kind, is_case)) = self.kinds.next(self.ended()) else {
            if self.ended() {
                return None;
            }
            let index = self.index;
            return Some(self.stop(OperandError::Trailing { index }));
        };
        let literal_words = if is_case { self.context.literal_words } else { 1 };
        Some(self.read(kind, literal_words))
    }
}

/// Whether a word contains a zero byte.
pub(crate) fn ends_string(word: u32) -> bool {
    word.to_le_bytes().contains(&0)
}
