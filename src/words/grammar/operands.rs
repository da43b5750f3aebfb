//! Walks the operands of one instruction, as the grammar splits its words: parameters of enumerants and of mask bits,
//! pairs, strings, numbers of the width that the context tells, and what `OpSpecConstantOp` and `OpExtInst` carry.
//!
//! Nothing is allocated, and any words give an answer. A value that no table knows is an operand like any other, without
//! parameters: whether it may stand is the caller's question ([`OperandKind::enumerant`]).

use super::{Category, ExtendedInstruction, ExtendedSet, LogicalOperand, OperandKind, Quantifier, Syntax, syntax};

/// What the words of one instruction do not tell by themselves.
#[derive(Clone, Copy, Debug)]
pub struct OperandContext {
    /// How many words a case literal of `OpSwitch` has: 1 for selectors of up to 32 bits, 2 for 64.
    pub literal_words: usize,
    /// The set that the `OpExtInst` names, if its instructions are known; otherwise all its operands are taken for ids.
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
    /// Its kind; never a pair, whose two halves come one after the other.
    pub kind: OperandKind,
    /// Where it begins, in words from the instruction's first.
    pub index: usize,
    /// Its words, at least one.
    pub words: &'w [u32],
}

impl Operand<'_> {
    /// The first word, which for ids and enumerants is the only one.
    #[must_use]
    pub fn word(&self) -> u32 {
        self.words.first().copied().unwrap_or(0)
    }

    /// The id that it names, if its kind is one of the ids.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        (self.kind.category() == Category::Id).then(|| self.word())
    }
}

/// Words that do not fit the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperandError {
    /// The instruction ends where an operand must stand.
    #[error("{} is missing at word {index}", kind.name())]
    Missing {
        /// The kind of that operand.
        kind: OperandKind,
        /// Where it would stand, in words from the instruction's first.
        index: usize,
    },
    /// A string has no zero byte before the instruction ends.
    #[error("the string at word {index} has no end")]
    Unterminated {
        /// Where the string begins.
        index: usize,
    },
    /// Words are left over after the last operand.
    #[error("word {index} and what follows belong to no operand")]
    Trailing {
        /// The first of them.
        index: usize,
    },
}

/// The kinds of an instruction's operands, one after another: each operand that is read decides what may follow it.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    schema: &'static [LogicalOperand],
    /// What follows the enumerant just read.
    parameters: &'static [LogicalOperand],
    /// The mask just read and those of its bits whose parameters have not been read.
    mask: Option<(OperandKind, u32)>,
    /// The second half of a pair.
    second: Option<OperandKind>,
    /// The extended instruction and the place of its next operand.
    extended: Option<(ExtendedInstruction, usize)>,
}

impl Kinds {
    /// Those of a syntax, with result type and result.
    pub(crate) fn new(syntax: &Syntax) -> Self {
        Self::of(syntax.operands)
    }

    /// Those of a list of operands.
    pub(crate) fn of(schema: &'static [LogicalOperand]) -> Self {
        Self {
            schema,
            parameters: &[],
            mask: None,
            second: None,
            extended: None,
        }
    }

    /// The kind of the next operand, never a pair; `None` after the last. `ended` tells that nothing is left of the
    /// instruction, so that only what must be there is asked for. `true` with it for the first half of a case of
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
                self.parameters = kind.enumerant(bit).map_or(&[], |bit| bit.parameters);
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

    /// Notes what an operand that was just read brings along. `set` is the one that the `OpExtInst` names.
    pub(crate) fn note(&mut self, kind: OperandKind, word: u32, set: Option<ExtendedSet>) {
        match kind {
            OperandKind::LiteralSpecConstantOpInteger => {
                let inner = u16::try_from(word).ok().and_then(syntax);
                self.schema = inner.map_or(&[], Syntax::operands_after_result);
            }
            OperandKind::LiteralExtInstInteger => {
                self.extended = set.and_then(|set| set.instruction(word)).map(|row| (row, 0));
            }
            kind => match kind.category() {
                // An enumerant that is a parameter itself has no parameters; the outer enumerant's continue after it.
                Category::Value => match kind.enumerant(word) {
                    Some(row) if !row.parameters.is_empty() => self.parameters = row.parameters,
                    Some(_) | None => {}
                },
                Category::Mask => self.mask = Some((kind, word)),
                Category::Id | Category::Literal | Category::Pair => {}
            },
        }
    }
}

/// The operands of one instruction in order, with result type and result. Ends after the first error.
#[derive(Clone, Debug)]
pub struct Operands<'w> {
    words: &'w [u32],
    index: usize,
    kinds: Kinds,
    context: OperandContext,
}

impl<'w> Operands<'w> {
    /// Walks `instruction`, the first word included, along its syntax.
    #[must_use]
    pub fn new(instruction: &'w [u32], syntax: &'static Syntax, context: OperandContext) -> Self {
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
            // Only the last operand of a constant is of this kind, so it is all that is left.
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

/// Takes the kind of the next operand that stands from a schema; `ended` tells that no words are left.
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

/// Whether a word holds a zero byte.
pub(crate) fn ends_string(word: u32) -> bool {
    word.to_le_bytes().contains(&0)
}
