//! Mutations: one small change of a module, similar to a bug of a writer or optimizer, or to a transmission error.

use spirula::words::grammar::{Category, OperandContext};
use spirula::words::reader::{Instruction, Reader};
use spirv::Op;

use super::prng::Random;

/// A decoded module.
pub struct Parts<'w> {
    words: &'w [u32],
    instructions: Vec<Instruction<'w>>,
    /// Result ids with their types (0 for none).
    results: Vec<(u32, u32)>,
    /// The ids that are types.
    types: Vec<u32>,
}

/// A mutated module, and the name of the mutation.
pub struct Mutated {
    pub words: Vec<u32>,
    pub what: String,
}

impl<'w> Parts<'w> {
    pub fn new(words: &'w [u32]) -> Self {
        let (_, reader) = Reader::new(words).expect("a header");
        let instructions: Vec<Instruction<'w>> = reader.collect::<Result<_, _>>().expect("whole instructions");
        let results: Vec<(u32, u32)> = instructions
            .iter()
            .filter_map(|instruction| Some((instruction.result()?, instruction.result_type().unwrap_or(0))))
            .collect();
        let types = instructions
            .iter()
            .filter(|instruction| {
                instruction
                    .syntax
                    .is_some_and(|syntax| syntax.name.starts_with("OpType"))
            })
            .filter_map(Instruction::result)
            .collect();
        Self {
            words,
            instructions,
            results,
            types,
        }
    }

    /// A random mutation, if it is possible at the random place.
    pub fn mutate(&self, random: &mut Random) -> Option<Mutated> {
        let at = self.pick(random);
        let instruction = self.instructions.get(at)?;
        let (words, how) = match random.below(24) {
            0 | 1 => (self.word(instruction, random)?, "word"),
            2..=4 => (self.without(instruction), "dropped"),
            5 | 6 => (self.swapped(at, random)?, "swapped"),
            7 => (self.again(instruction), "twice"),
            8..=15 => (self.id(instruction, random)?, "id"),
            16..=19 => (self.enumerant(instruction, random)?, "enumerant"),
            20 => (self.opcode(instruction, random)?, "opcode"),
            21 => (self.result_type(instruction, random)?, "type"),
            22 => (self.literal(instruction, random)?, "literal"),
            _ => (self.decoration(random)?, "decoration"),
        };
        let changed = words != self.words;
        changed.then(|| Mutated {
            words,
            what: format!("{how} in {}", spirula::words::disassemble_instruction(instruction)),
        })
    }

    /// A random instruction: half of the mutations are before the first function, which most rules are about.
    fn pick(&self, random: &mut Random) -> usize {
        let code = self
            .instructions
            .iter()
            .position(|instruction| is(instruction, Op::Function));
        let code = code.unwrap_or(self.instructions.len());
        if random.chance(50) {
            random.below(code)
        } else {
            random.between(code, self.instructions.len().max(code + 1) - 1)
        }
    }

    fn with(&self, place: usize, value: u32) -> Vec<u32> {
        let mut words = self.words.to_vec();
        words[place] = value;
        words
    }

    /// Replaces a random word.
    fn word(&self, instruction: &Instruction<'_>, random: &mut Random) -> Option<Vec<u32>> {
        let place = instruction.offset + random.below(instruction.words.len());
        let old = *self.words.get(place)?;
        let bound = self.words[3] as usize;
        let new = match random.below(6) {
            0 => old ^ 1 << random.below(32),
            1 => old.wrapping_add(1),
            2 => old.wrapping_sub(1),
            3 => 0,
            4 => random.below(bound + 2) as u32,
            _ => random.next() as u32,
        };
        Some(self.with(place, new))
    }

    fn without(&self, instruction: &Instruction<'_>) -> Vec<u32> {
        let mut words = self.words.to_vec();
        words.drain(instruction.offset..instruction.offset + instruction.words.len());
        words
    }

    fn again(&self, instruction: &Instruction<'_>) -> Vec<u32> {
        let mut words = self.words.to_vec();
        let end = instruction.offset + instruction.words.len();
        words.splice(end..end, instruction.words.iter().copied());
        words
    }

    /// Swaps two instructions, usually adjacent ones.
    fn swapped(&self, at: usize, random: &mut Random) -> Option<Vec<u32>> {
        let other = if random.chance(70) {
            at + 1
        } else {
            random.below(self.instructions.len())
        };
        let (first, second) = (at.min(other), at.max(other));
        let (first, second) = (self.instructions.get(first)?, self.instructions.get(second)?);
        if first.offset == second.offset {
            return None;
        }
        let mut words = self.words[..first.offset].to_vec();
        words.extend_from_slice(second.words);
        words.extend_from_slice(&self.words[first.offset + first.words.len()..second.offset]);
        words.extend_from_slice(first.words);
        words.extend_from_slice(&self.words[second.offset + second.words.len()..]);
        Some(words)
    }

    /// Replaces an id operand by another id, usually of the same type, so that only type-independent rules are
    /// violated.
    fn id(&self, instruction: &Instruction<'_>, random: &mut Random) -> Option<Vec<u32>> {
        let operands = instruction.operands(OperandContext::default())?.flatten();
        let ids: Vec<_> = operands
            .filter(|operand| operand.id().is_some() && operand.kind.name() != "IdResult")
            .collect();
        let operand = ids.get(random.below(ids.len()))?;
        let old = operand.word();
        let ty = self.results.iter().find(|&&(id, _)| id == old).map_or(0, |&(_, ty)| ty);
        let new = if operand.kind.name() == "IdResultType" || self.types.contains(&old) {
            *self.types.get(random.below(self.types.len()))?
        } else if random.chance(60) {
            let alike: Vec<u32> = self.results.iter().filter(|row| row.1 == ty).map(|row| row.0).collect();
            *alike.get(random.below(alike.len()))?
        } else {
            self.results.get(random.below(self.results.len()))?.0
        };
        Some(self.with(instruction.offset + operand.index, new))
    }

    /// Replaces an enumerant by another of its kind, or flips a bit of a mask.
    fn enumerant(&self, instruction: &Instruction<'_>, random: &mut Random) -> Option<Vec<u32>> {
        let operands = instruction.operands(OperandContext::default())?.flatten();
        let choices: Vec<_> = operands
            .filter(|operand| matches!(operand.kind.category(), Category::Value | Category::Mask))
            .collect();
        let operand = choices.get(random.below(choices.len()))?;
        let mut rows = operand.kind.enumerants();
        let row = rows.nth(random.below(rows.len()))?;
        let new = match operand.kind.category() {
            Category::Mask => operand.word() ^ row.value,
            _ => row.value,
        };
        Some(self.with(instruction.offset + operand.index, new))
    }

    /// Replaces a literal number by a near one or a distant one.
    fn literal(&self, instruction: &Instruction<'_>, random: &mut Random) -> Option<Vec<u32>> {
        let operands = instruction.operands(OperandContext::default())?.flatten();
        let literals: Vec<_> = operands
            .filter(|operand| operand.kind.category() == Category::Literal && operand.kind.name() != "LiteralString")
            .collect();
        let operand = literals.get(random.below(literals.len()))?;
        let old = operand.word();
        let new = match random.below(5) {
            0 => old.wrapping_add(1),
            1 => old.wrapping_sub(1),
            2 => old.wrapping_mul(2),
            3 => random.below(20) as u32,
            _ => old / 2,
        };
        Some(self.with(instruction.offset + operand.index, new))
    }

    /// Replaces the opcode by another with the same form.
    fn opcode(&self, instruction: &Instruction<'_>, random: &mut Random) -> Option<Vec<u32>> {
        let syntax = instruction.syntax?;
        let alike: Vec<_> = spirula::words::grammar::syntaxes()
            .filter(|other| other.opcode != syntax.opcode && other.operands == syntax.operands)
            .collect();
        let other = alike.get(random.below(alike.len()))?;
        let count = (instruction.words.len() as u32) << 16;
        Some(self.with(instruction.offset, count | u32::from(other.opcode)))
    }

    /// Replaces the result type.
    fn result_type(&self, instruction: &Instruction<'_>, random: &mut Random) -> Option<Vec<u32>> {
        instruction.result_type()?;
        let ty = *self.types.get(random.below(self.types.len()))?;
        Some(self.with(instruction.offset + 1, ty))
    }

    /// Moves a decoration to another target or member, or replaces it by another decoration.
    fn decoration(&self, random: &mut Random) -> Option<Vec<u32>> {
        let decorations: Vec<_> = self
            .instructions
            .iter()
            .filter(|instruction| is(instruction, Op::Decorate) || is(instruction, Op::MemberDecorate))
            .collect();
        let from = decorations.get(random.below(decorations.len()))?;
        let member = is(from, Op::MemberDecorate);
        match random.below(3) {
            0 if member => Some(self.with(from.offset + 2, random.below(6) as u32)),
            0 | 1 => {
                let target = if member {
                    self.types.get(random.below(self.types.len())).copied()
                } else {
                    None
                };
                let any = self.results.get(random.below(self.results.len()))?.0;
                Some(self.with(from.offset + 1, target.unwrap_or(any)))
            }
            _ => {
                let to = decorations.get(random.below(decorations.len()))?;
                let mut words = self.words.to_vec();
                words[from.offset + 1] = to.words[1];
                Some(words)
            }
        }
    }
}

fn is(instruction: &Instruction<'_>, op: Op) -> bool {
    u32::from(instruction.opcode) == op as u32
}
