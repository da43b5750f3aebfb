//! Operands, held against the grammar: which words name ids, which are enumerants, and what does not fit.
//!
//! Three ways, the cheaper first: by a mask of the opcode's own where every word has its meaning by its place; by a walk
//! along the syntax that gives up before anything unusual; and by the grammar's iterator, which knows everything.

use super::decode::{Decoder, MalformedKind};
use super::ids::Ids;
use super::{Enumerated, Inst, NONE, Use};
use crate::words::grammar::{
    Category, ExtendedInstruction, LogicalOperand, OperandContext, OperandKind, Quantifier, Syntax,
};
use crate::words::reader::Instruction;
use spirv::Op;

impl<'w> Decoder<'w> {
    /// Notes the operands that name ids and those that are enumerated, and what is wrong with any.
    #[inline]
    pub fn operands(&mut self, inst: &Inst, instruction: &Instruction<'w>, syntax: &'static Syntax) {
        if !self.plain(inst.index, instruction.words, syntax) {
            self.others(inst, instruction, syntax);
        }
    }

    /// Nothing but ids and integers. Answers whether that is what the instruction has.
    #[inline]
    fn plain(&mut self, inst: u32, words: &[u32], syntax: &'static Syntax) -> bool {
        let Some(plain) = &syntax.plain else { return false };
        let (count, fixed) = (words.len().saturating_sub(1), usize::from(plain.fixed));
        if count < fixed || (count > fixed && plain.tail.is_none()) {
            return false;
        }
        let mut left = plain.ids;
        while left != 0 {
            let word = left.trailing_zeros();
            left &= left - 1;
            if let (Some(&id), Some(operand)) = (words.get(word as usize), syntax.operands.get(word as usize - 1)) {
                self.note_use(inst, word, operand.kind, id);
            }
        }
        if let Some(kind) = plain.tail.filter(|&kind| kind != OperandKind::LiteralInteger) {
            let mut word = u32::from(plain.fixed);
            for &id in words.get(fixed + 1..).unwrap_or(&[]) {
                word += 1;
                self.note_use(inst, word, kind, id);
            }
        }
        true
    }

    fn others(&mut self, inst: &Inst, instruction: &Instruction<'w>, syntax: &'static Syntax) {
        let (context, extended) = self.context(inst, instruction);
        let depends = matches!(
            inst.op,
            Op::Switch | Op::ExtInst | Op::ExtInstWithForwardRefsKHR | Op::SpecConstantOp
        );
        let done = match extended {
            Some(extended) => self.values(inst.index, instruction.words, &extended),
            None => !depends && self.usual(inst.index, instruction.words, syntax.operands),
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
                    Category::Id => self.note_use(inst.index, operand.index as u32, operand.kind, operand.word()),
                    Category::Value if operand.kind.position(operand.word()).is_none() => {
                        self.enumerant(inst.index, operand.kind, operand.word());
                    }
                    Category::Value => self.note_enumerant(inst.index, operand.kind, operand.word()),
                    Category::Mask => self.mask(inst.index, operand.kind, operand.word()),
                    Category::Literal | Category::Pair => {}
                },
                Err(error) => self.malformed(inst.index, MalformedKind::Operand(error)),
            }
        }
    }

    /// An extended instruction whose operands are values. Answers whether it is one, with as many as it takes.
    fn values(&mut self, inst: u32, words: &[u32], extended: &ExtendedInstruction) -> bool {
        let &[_, ty, _, set, _, ref values @ ..] = words else {
            return false;
        };
        let fits = |place: usize| extended.operand(place) == Some(OperandKind::IdRef);
        if values.len() < extended.required() || !(0..values.len()).all(fits) {
            return false;
        }
        self.note_use(inst, 1, OperandKind::IdResultType, ty);
        self.note_use(inst, 3, OperandKind::IdRef, set);
        let mut word = 4;
        for &value in values {
            word += 1;
            self.note_use(inst, word, OperandKind::IdRef, value);
        }
        true
    }

    /// Instructions without fault, and without what depends on others. Answers whether this is one; nothing is noted
    /// otherwise.
    fn usual(&mut self, inst: u32, words: &[u32], schema: &'static [LogicalOperand]) -> bool {
        let (ids, enumerants) = (self.module.operand_ids.len(), self.module.enumerants.len());
        let mut walk = Walk { inst, words, place: 1 };
        let whole = self.along(&mut walk, schema).is_some() && walk.place == words.len();
        if !whole {
            self.module.operand_ids.truncate(ids);
            self.module.enumerants.truncate(enumerants);
        }
        whole
    }

    fn along(&mut self, walk: &mut Walk<'_>, schema: &'static [LogicalOperand]) -> Option<()> {
        for operand in schema {
            match operand.quantifier {
                Quantifier::One => self.one(walk, operand.kind)?,
                Quantifier::Optional if walk.ended() => {}
                Quantifier::Optional => self.one(walk, operand.kind)?,
                Quantifier::Repeated => {
                    while !walk.ended() {
                        self.one(walk, operand.kind)?;
                    }
                }
            }
        }
        Some(())
    }

    /// One operand with its parameters.
    fn one(&mut self, walk: &mut Walk<'_>, kind: OperandKind) -> Option<()> {
        match kind.category() {
            Category::Value => {
                let value = walk.next()?;
                let row = kind.enumerant(value)?;
                self.note_enumerant(walk.inst, kind, value);
                self.parameters(walk, row.parameters)
            }
            Category::Mask => {
                let mask = walk.next()?;
                let bits = || Bits(mask);
                for bit in bits() {
                    kind.position(bit)?;
                    self.note_enumerant(walk.inst, kind, bit);
                }
                for bit in bits() {
                    self.parameters(walk, kind.enumerant(bit)?.parameters)?;
                }
                Some(())
            }
            Category::Id | Category::Literal | Category::Pair => self.simple(walk, kind),
        }
    }

    /// The parameters of an enumerant, as far as they have none themselves.
    fn parameters(&mut self, walk: &mut Walk<'_>, parameters: &'static [LogicalOperand]) -> Option<()> {
        for parameter in parameters {
            if parameter.quantifier != Quantifier::One {
                return None;
            }
            self.simple(walk, parameter.kind)?;
        }
        Some(())
    }

    /// An operand that brings nothing along.
    fn simple(&mut self, walk: &mut Walk<'_>, kind: OperandKind) -> Option<()> {
        let word = walk.place as u32;
        match kind {
            OperandKind::IdResult | OperandKind::LiteralInteger | OperandKind::LiteralFloat => {
                walk.next()?;
            }
            OperandKind::IdResultType | OperandKind::IdMemorySemantics | OperandKind::IdScope | OperandKind::IdRef => {
                let id = walk.next()?;
                self.note_use(walk.inst, word, kind, id);
            }
            OperandKind::PairIdRefIdRef => {
                for word in [word, word + 1] {
                    let id = walk.next()?;
                    self.note_use(walk.inst, word, OperandKind::IdRef, id);
                }
            }
            OperandKind::LiteralContextDependentNumber if !walk.ended() => walk.place = walk.words.len(),
            OperandKind::LiteralString => {
                let rest = walk.words.get(walk.place..)?;
                walk.place += 1 + rest.iter().position(|word| word.to_le_bytes().contains(&0))?;
            }
            // What has parameters of its own, or depends on more than its kind.
            _ => return None,
        }
        Some(())
    }

    #[inline]
    fn note_use(&mut self, inst: u32, word: u32, kind: OperandKind, id: u32) {
        // 0 is beyond any bound.
        self.module.beyond_bound |= id.wrapping_sub(1) >= self.module.header.bound.saturating_sub(1);
        if let Ids::Hashed(_) = self.module.ids {
            if let Some(slot) = self.module.ids.insert(id) {
                if slot >= self.module.definitions.len() {
                    self.module.definitions.resize(slot + 1, NONE);
                }
            }
        }
        self.module.operand_ids.push((id, Use { inst, word, kind }));
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

    /// What the operands of constants, switches and extended instructions depend on; notes what is wrong about it.
    fn context(&mut self, inst: &Inst, instruction: &Instruction<'w>) -> (OperandContext, Option<ExtendedInstruction>) {
        let mut context = OperandContext::default();
        let operands = instruction.operand_words();
        match inst.op {
            Op::Constant | Op::SpecConstant => match self.number_words(inst.result_type) {
                Some(expected) if operands.len() == expected || operands.is_empty() => {}
                Some(expected) => self.malformed(
                    inst.index,
                    MalformedKind::NumberWidth {
                        expected,
                        found: operands.len(),
                    },
                ),
                None => self.malformed(inst.index, MalformedKind::NumberType(inst.result_type)),
            },
            Op::Switch => {
                let selector = operands.first().copied().unwrap_or(0);
                let ty = self.module.def(selector).map_or(0, |def| def.result_type);
                match self.number_words(ty) {
                    Some(words) => context.literal_words = words,
                    None => self.malformed(inst.index, MalformedKind::NumberType(ty)),
                }
            }
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR => {
                let extended = self.extended(inst, operands, &mut context);
                return (context, extended);
            }
            _ => {}
        }
        (context, None)
    }

    fn extended(&mut self, inst: &Inst, operands: &[u32], context: &mut OperandContext) -> Option<ExtendedInstruction> {
        let set = operands.first().copied().unwrap_or(0);
        let Some(&import) = self.module.import(set) else {
            self.malformed(inst.index, MalformedKind::ExtendedSet(set));
            return None;
        };
        // Non-semantic sets may grow: instructions and operands beyond those known are ignored (SPV_KHR_non_semantic_info).
        if import.is_non_semantic {
            return None;
        }
        context.set = import.set;
        let number = operands.get(1).copied().unwrap_or(0);
        let extended = import.set?.instruction(number);
        if extended.is_none() {
            self.malformed(inst.index, MalformedKind::ExtendedInstruction { number });
        }
        extended
    }

    /// How many words a number of a type has.
    fn number_words(&self, ty: u32) -> Option<usize> {
        let def = self.module.def(ty)?;
        match def.op {
            Op::TypeInt | Op::TypeFloat => Some(self.module.operand(def, 0).div_ceil(32).clamp(1, 64) as usize),
            _ => None,
        }
    }
}

/// A place in the words of an instruction.
struct Walk<'i> {
    inst: u32,
    words: &'i [u32],
    place: usize,
}

impl Walk<'_> {
    fn ended(&self) -> bool {
        self.place >= self.words.len()
    }

    fn next(&mut self) -> Option<u32> {
        let word = *self.words.get(self.place)?;
        self.place += 1;
        Some(word)
    }
}

/// The bits of a mask, the lowest first.
struct Bits(u32);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        (bit != 0).then_some(bit)
    }
}
