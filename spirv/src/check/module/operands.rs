//! Decodes operands by the grammar: which words are ids, which are enumerants, and which do not match.
//!
//! There are three ways, the fastest first: a bit mask for opcodes whose operands are at fixed positions; a walk along
//! the syntax that stops at the first irregular operand; and the grammar's iterator, which handles all operands.

use super::decode::{Decoder, Keep, MalformedKind};
use super::opcode::{Opcode, PLAIN, TYPES, VALUES};
use super::{Enumerated, Inst, NONE, Use};
use crate::words::grammar::{
    self, Category, ExtendedInstruction, LogicalOperand, OperandContext, OperandKind, Quantifier,
};
use crate::words::reader::Instruction;
use spirv::Op;

/// The instruction whose operands are decoded.
#[derive(Clone, Copy)]
pub(super) struct User {
    pub index: u32,
    pub block: u32,
    /// The first block of its function.
    pub entry: u32,
}

/// Extended instructions with a number below this are remembered in [`Decoder::extended`].
const MAX_REMEMBERED: u32 = 128;

/// An extended instruction that has occurred and takes only values.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// The id of the imported set, 0 for none.
    set: u32,
    /// The least number of values it takes, and the largest number that has occurred.
    least: usize,
    most: usize,
}

impl<'w> Decoder<'_, 'w> {
    /// Records id operands, enumerants, and operands that do not match the grammar.
    #[inline]
    pub fn operands(&mut self, user: User, words: &'w [u32], row: &Opcode) {
        let least = usize::from(row.least);
        let fits = words.len() == least || (words.len() > least && row.tail.takes(words.len() - least));
        if row.marks & self.values_only != 0 && fits {
            self.only_values(user, words, row);
        } else if row.marks & PLAIN == 0 || !fits {
            self.mixed(user, words, row);
        } else {
            self.plain_words(user, words, row);
        }
    }

    /// Decodes operands that are not all values, or that do not match.
    #[inline(never)]
    fn mixed(&mut self, user: User, words: &'w [u32], row: &Opcode) {
        let simple = match row.form.op {
            Op::ExtInst => self.known_values(user, words, row),
            Op::Constant | Op::SpecConstant => self.number(words),
            // catch-all: the opcode's table entry suffices.
            _ => self.enumerated(user, words, row),
        };
        if !simple {
            self.by_grammar(user, words, row);
        }
    }

    /// Decodes operands that are all values.
    #[inline(always)]
    fn only_values(&mut self, user: User, words: &[u32], row: &Opcode) {
        let values = words.get(usize::from(row.form.first_operand)..).unwrap_or(&[]);
        for (word, &id) in (u32::from(row.form.first_operand)..).zip(values) {
            match self.module.definitions.get(id as usize) {
                Some(definition) if definition.is_common_value(user.index, user.block, user.entry) => {}
                _ => self.plain(user, row, word, id),
            }
        }
    }

    /// Whether an operand is a value of the same block, of the function's entry block or from outside functions, and
    /// thus valid without further checks.
    #[inline(always)]
    fn is_common_value(&self, user: User, id: u32) -> bool {
        let definition = self.module.definition(id);
        self.keep == Keep::Unverified
            && definition.is_some_and(|definition| definition.is_common_value(user.index, user.block, user.entry))
    }

    /// Decodes operands that are only ids and integers.
    #[inline(always)]
    fn plain_words(&mut self, user: User, words: &[u32], row: &Opcode) {
        let mut left = row.ids;
        while left != 0 {
            let word = left.trailing_zeros();
            left &= left - 1;
            if let Some(&id) = words.get(word as usize) {
                self.plain(user, row, word, id);
            }
        }
        if row.tail.is_ids() {
            let rest = words.get(usize::from(row.least)..).unwrap_or(&[]);
            for (word, &id) in (u32::from(row.least)..).zip(rest) {
                self.plain(user, row, word, id);
            }
        }
    }

    /// Decodes an instruction with one enumerant, possibly with integer parameters if it is the last operand. Returns
    /// `false`, and records nothing, if the operands do not match.
    fn enumerated(&mut self, user: User, words: &[u32], row: &Opcode) -> bool {
        let least = usize::from(row.least);
        let word = usize::from(row.enumerated);
        let (Some(&value), Some(more)) = (words.get(word), words.len().checked_sub(least)) else {
            return false;
        };
        if word == 0 {
            return false;
        }
        let kind = row.enumerated_kind;
        let mut own = words;
        if kind.category() == Category::Mask {
            if u64::from(value) & !row.simple != 0 || !(more == 0 || row.tail.takes(more)) {
                return false;
            }
            for bit in Bits(value) {
                self.note_enumerant(user.index, kind, bit);
            }
        } else {
            let bit = 1_u64.checked_shl(value).unwrap_or(0);
            if row.with_integer & bit != 0 {
                if more != 1 || word + 1 != least {
                    return false;
                }
                own = words.get(..least).unwrap_or(words);
            } else if row.simple & bit == 0 || !(more == 0 || row.tail.takes(more)) {
                return false;
            }
            self.note_enumerant(user.index, kind, value);
        }
        self.plain_words(user, own, row);
        true
    }

    /// Whether a constant has as many words as its type requires.
    fn number(&self, words: &[u32]) -> bool {
        let ty = words.get(1).copied().unwrap_or(0);
        self.number_words(ty) == words.len().checked_sub(3)
    }

    /// Decodes an extended instruction that has occurred before, with only values as operands. Returns `false`, and
    /// records nothing, if it has not occurred or the number of operands does not match.
    fn known_values(&mut self, user: User, words: &[u32], row: &Opcode) -> bool {
        let &[_, _, _, set, number, ref values @ ..] = words else {
            return false;
        };
        let known = self.extended.get(number as usize);
        let fits = known.is_some_and(|known| {
            known.set == set && set != 0 && known.least <= values.len() && values.len() <= known.most
        });
        if !fits || self.keep == Keep::All {
            return false;
        }
        let mut word = 4;
        for &id in values {
            word += 1;
            if !self.is_common_value(user, id) {
                self.plain(user, row, word, id);
            }
        }
        true
    }

    /// Remembers an extended instruction if its set is imported outside functions.
    fn remember(&mut self, number: u32, known: Known) {
        let outside = self.module.def(known.set).is_some_and(|def| def.function == NONE);
        if number >= MAX_REMEMBERED || !outside {
            return;
        }
        if self.extended.is_empty() {
            self.extended.resize(MAX_REMEMBERED as usize, Known::default());
        }
        if let Some(entry) = self.extended.get_mut(number as usize) {
            *entry = known;
        }
    }

    #[inline]
    fn plain(&mut self, user: User, row: &Opcode, word: u32, id: u32) {
        if !self.verify(user, row, word, id) {
            self.keep(user.index, word, row.kind(word as usize), id);
        }
    }

    /// Whether an operand is valid, except perhaps for dominance, and names an id whose uses need not be kept.
    #[inline(always)]
    fn verify(&mut self, user: User, row: &Opcode, word: u32, id: u32) -> bool {
        let Some(definition) = self.module.definition(id) else {
            return false;
        };
        if self.keep == Keep::All {
            return false;
        }
        if row.marks & VALUES == 0 && !takes_value(row.form.op, word) {
            return match row.form.op {
                _ if row.marks & TYPES != 0 => definition.can_be_type_operand(user.index),
                // `connect_blocks` checks these after all blocks are known.
                Op::Branch | Op::BranchConditional | Op::SelectionMerge | Op::LoopMerge => {
                    user.block != NONE && id != 0 && !self.module.ids.are_numbered()
                }
                Op::Phi => word % 2 == 1 && definition.can_be_constant(user.index),
                // catch-all: the operands of other instructions are kept.
                _ => false,
            };
        }
        if definition.can_be_value(user.index, user.block, self.function_start) {
            return true;
        }
        let block = definition.block_of_value(user.index, self.function_start);
        if block != NONE && user.block != NONE {
            self.module.distant.push((block, user.block));
            return true;
        }
        false
    }

    fn by_grammar(&mut self, user: User, words: &'w [u32], row: &Opcode) {
        let Some(&inst) = self.module.inst(user.index).filter(|_| row.form.known) else {
            return;
        };
        let instruction = Instruction {
            opcode: inst.opcode,
            offset: inst.offset as usize,
            words,
            syntax: grammar::syntax(inst.opcode),
        };
        let (context, extended) = self.context(&inst, &instruction);
        let depends = matches!(
            row.form.op,
            Op::Switch | Op::ExtInst | Op::ExtInstWithForwardRefsKHR | Op::SpecConstantOp
        );
        let done = match extended {
            Some(extended) => self.values(user, words, row, &extended),
            None => !depends && self.verify_walk(user, words, row, row.operands),
        };
        if done {
            return;
        }
        let Some(operands) = instruction.operands(context) else {
            return;
        };
        for operand in operands {
            match operand {
                Ok(operand) => match operand.kind.category() {
                    Category::Id if operand.kind == OperandKind::IdResult => {}
                    Category::Id => self.note_use(user, row, operand.index as u32, operand.kind, operand.word()),
                    Category::Value if operand.kind.position(operand.word()).is_none() => {
                        self.enumerant(user.index, operand.kind, operand.word());
                    }
                    Category::Value => self.note_enumerant(user.index, operand.kind, operand.word()),
                    Category::Mask => self.mask(user.index, operand.kind, operand.word()),
                    Category::Literal | Category::Pair => {}
                },
                Err(error) => self.malformed(user.index, MalformedKind::Operand(error)),
            }
        }
    }

    /// Decodes an extended instruction with only values as operands. Returns `false` if the operands do not match.
    fn values(&mut self, user: User, words: &[u32], row: &Opcode, extended: &ExtendedInstruction) -> bool {
        let &[_, _, _, set, number, ref values @ ..] = words else {
            return false;
        };
        let fits = |index: usize| extended.operand(index) == Some(OperandKind::IdRef);
        let required = extended.required();
        if values.len() < required || !(0..values.len()).all(fits) {
            return false;
        }
        let known = Known {
            set,
            least: required,
            most: values.len(),
        };
        self.remember(number, known);
        self.note_use(user, row, 3, OperandKind::IdRef, set);
        let mut word = 4;
        for &value in values {
            word += 1;
            self.note_use(user, row, word, OperandKind::IdRef, value);
        }
        true
    }

    /// Walks along the syntax of an instruction whose operands do not depend on other instructions. Returns `false`,
    /// and records nothing, if the operands do not match.
    fn verify_walk(&mut self, user: User, words: &[u32], row: &Opcode, schema: &'static [LogicalOperand]) -> bool {
        let module = &*self.module;
        let (ids, scopes, enumerants) = (module.unverified.len(), module.scopes.len(), module.enumerants.len());
        let distant = module.distant.len();
        let mut walk = Walk {
            user,
            row,
            words,
            position: 1,
        };
        let whole = self.walk_syntax(&mut walk, schema).is_some() && walk.position == words.len();
        if !whole {
            self.module.unverified.truncate(ids);
            self.module.distant.truncate(distant);
            self.module.scopes.truncate(scopes);
            self.module.enumerants.truncate(enumerants);
        }
        whole
    }

    fn walk_syntax(&mut self, walk: &mut Walk<'_>, schema: &'static [LogicalOperand]) -> Option<()> {
        for operand in schema {
            match operand.quantifier {
                Quantifier::One => self.walk_operand(walk, operand.kind)?,
                Quantifier::Optional if walk.ended() => {}
                Quantifier::Optional => self.walk_operand(walk, operand.kind)?,
                Quantifier::Repeated => {
                    while !walk.ended() {
                        self.walk_operand(walk, operand.kind)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Decodes one operand with its parameters.
    fn walk_operand(&mut self, walk: &mut Walk<'_>, kind: OperandKind) -> Option<()> {
        match kind.category() {
            Category::Value => {
                let value = walk.next()?;
                let parameters = kind.parameters(value)?;
                self.note_enumerant(walk.user.index, kind, value);
                self.walk_parameters(walk, parameters)
            }
            Category::Mask => {
                let mask = walk.next()?;
                let bits = || Bits(mask);
                for bit in bits() {
                    kind.position(bit)?;
                    self.note_enumerant(walk.user.index, kind, bit);
                }
                for bit in bits() {
                    self.walk_parameters(walk, kind.parameters(bit)?)?;
                }
                Some(())
            }
            Category::Id | Category::Literal | Category::Pair => self.walk_plain(walk, kind),
        }
    }

    /// Decodes the parameters of an enumerant, if they have no parameters themselves.
    fn walk_parameters(&mut self, walk: &mut Walk<'_>, parameters: &'static [LogicalOperand]) -> Option<()> {
        for parameter in parameters {
            if parameter.quantifier != Quantifier::One {
                return None;
            }
            self.walk_plain(walk, parameter.kind)?;
        }
        Some(())
    }

    /// Decodes an operand without parameters.
    fn walk_plain(&mut self, walk: &mut Walk<'_>, kind: OperandKind) -> Option<()> {
        let word = walk.position as u32;
        match kind {
            OperandKind::IdResult | OperandKind::LiteralInteger | OperandKind::LiteralFloat => {
                walk.next()?;
            }
            OperandKind::IdResultType | OperandKind::IdMemorySemantics | OperandKind::IdScope | OperandKind::IdRef => {
                let id = walk.next()?;
                self.note_use(walk.user, walk.row, word, kind, id);
            }
            OperandKind::PairIdRefIdRef => {
                for word in [word, word + 1] {
                    let id = walk.next()?;
                    self.note_use(walk.user, walk.row, word, OperandKind::IdRef, id);
                }
            }
            OperandKind::LiteralContextDependentNumber if !walk.ended() => walk.position = walk.words.len(),
            OperandKind::LiteralString => {
                let rest = walk.words.get(walk.position..)?;
                walk.position += 1 + rest.iter().position(|word| word.to_le_bytes().contains(&0))?;
            }
            // Operands with parameters of their own, or that depend on other operands.
            _ => return None,
        }
        Some(())
    }

    fn note_use(&mut self, user: User, row: &Opcode, word: u32, kind: OperandKind, id: u32) {
        match kind {
            // The result type has been recorded before.
            OperandKind::IdResultType => return,
            OperandKind::IdScope => {
                let inst = user.index;
                self.module.scopes.push((id, Use { inst, word, kind }));
            }
            _ => {}
        }
        if !self.verify(user, row, word, id) {
            self.keep(user.index, word, kind, id);
        }
    }

    pub fn keep(&mut self, inst: u32, word: u32, kind: OperandKind, id: u32) {
        // 0 wraps around and is thus beyond any bound.
        self.module.beyond_bound |= id.wrapping_sub(1) >= self.module.header.bound.saturating_sub(1);
        if self.module.ids.are_numbered() {
            if let Some(slot) = self.module.ids.insert(id) {
                self.module.reserve_slot(slot);
            }
        }
        self.module.unverified.push((id, Use { inst, word, kind }));
    }

    fn enumerant(&mut self, inst: u32, kind: OperandKind, value: u32) {
        self.malformed(inst, MalformedKind::Enumerant { kind, value });
    }

    fn mask(&mut self, inst: u32, kind: OperandKind, word: u32) {
        for bit in Bits(word) {
            if kind.position(bit).is_none() {
                self.enumerant(inst, kind, bit);
            } else {
                self.note_enumerant(inst, kind, bit);
            }
        }
    }

    fn note_enumerant(&mut self, inst: u32, kind: OperandKind, value: u32) {
        self.module.enumerants.push(Enumerated { inst, kind, value });
    }

    /// The types and sets that the operands of constants, switches and extended instructions depend on. Records errors
    /// in them.
    fn context(&mut self, user: &Inst, instruction: &Instruction<'w>) -> (OperandContext, Option<ExtendedInstruction>) {
        let mut context = OperandContext::default();
        let operands = instruction.operand_words();
        match user.op {
            Op::Constant | Op::SpecConstant => match self.number_words(user.result_type) {
                Some(expected) if operands.len() == expected || operands.is_empty() => {}
                Some(expected) => self.malformed(
                    user.index,
                    MalformedKind::NumberWidth {
                        expected,
                        found: operands.len(),
                    },
                ),
                None => self.malformed(user.index, MalformedKind::NumberType(user.result_type)),
            },
            Op::Switch => {
                let selector = operands.first().copied().unwrap_or(0);
                let ty = self.module.def(selector).map_or(0, |def| def.result_type);
                match self.number_words(ty) {
                    Some(words) => context.literal_words = words,
                    None => self.malformed(user.index, MalformedKind::NumberType(ty)),
                }
            }
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR => {
                let extended = self.extended(user, operands, &mut context);
                return (context, extended);
            }
            _ => {}
        }
        (context, None)
    }

    fn extended(&mut self, user: &Inst, operands: &[u32], context: &mut OperandContext) -> Option<ExtendedInstruction> {
        let set = operands.first().copied().unwrap_or(0);
        let Some(&import) = self.module.import(set) else {
            self.malformed(user.index, MalformedKind::ExtendedSet(set));
            return None;
        };
        // Non-semantic sets may be extended: unknown instructions and operands are ignored (SPV_KHR_non_semantic_info).
        if import.is_non_semantic {
            return None;
        }
        context.set = import.set;
        let number = operands.get(1).copied().unwrap_or(0);
        let extended = import.set?.instruction(number);
        if extended.is_none() {
            self.malformed(user.index, MalformedKind::ExtendedInstruction { number });
        }
        extended
    }

    /// The number of words of a literal of a type.
    fn number_words(&self, ty: u32) -> Option<usize> {
        let def = self.module.def(ty)?;
        match def.op {
            Op::TypeInt | Op::TypeFloat => Some(self.module.operand(def, 0).div_ceil(32).clamp(1, 64) as usize),
            _ => None,
        }
    }
}

/// Whether an operand of an instruction that takes values and other ids is a value.
#[inline]
fn takes_value(op: Op, word: u32) -> bool {
    match op {
        Op::FunctionCall => word > 3,
        Op::BranchConditional | Op::Switch => word == 1,
        Op::ExtInst => word > 4,
        // catch-all: others take only values, or none.
        _ => false,
    }
}

/// A position in the words of an instruction.
struct Walk<'i> {
    user: User,
    row: &'i Opcode,
    words: &'i [u32],
    position: usize,
}

impl Walk<'_> {
    fn ended(&self) -> bool {
        self.position >= self.words.len()
    }

    fn next(&mut self) -> Option<u32> {
        let word = *self.words.get(self.position)?;
        self.position += 1;
        Some(word)
    }
}

/// Iterates over the bits of a mask, the lowest first.
struct Bits(u32);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        (bit != 0).then_some(bit)
    }
}
