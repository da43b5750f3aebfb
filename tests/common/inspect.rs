//! Inspects the words of a module: the instructions of one opcode, and the decorations of ids.

use spirula::words::reader::{Instruction, Reader};
use spirv::{Decoration, Op};

/// The instructions of a module.
pub struct Inspected<'w> {
    instructions: Vec<Instruction<'w>>,
}

impl<'w> Inspected<'w> {
    /// Reads a whole module.
    pub fn new(words: &'w [u32]) -> Self {
        let (_, reader) = Reader::new(words).expect("a header");
        let instructions = reader.collect::<Result<_, _>>().expect("whole instructions");
        Self { instructions }
    }

    /// Every instruction, in order.
    pub fn instructions(&self) -> &[Instruction<'w>] {
        &self.instructions
    }

    /// Every instruction with an opcode, in order.
    pub fn all(&self, op: Op) -> impl Iterator<Item = &Instruction<'w>> {
        self.instructions
            .iter()
            .filter(move |instruction| u32::from(instruction.opcode) == op as u32)
    }

    pub fn count(&self, op: Op) -> usize {
        self.all(op).count()
    }

    /// The instruction that defines an id.
    pub fn definition(&self, id: u32) -> &Instruction<'w> {
        self.instructions
            .iter()
            .find(|instruction| instruction.result() == Some(id))
            .unwrap_or_else(|| panic!("%{id} has no definition"))
    }

    /// Whether an id is defined by an instruction with this opcode.
    pub fn is(&self, id: u32, op: Op) -> bool {
        u32::from(self.definition(id).opcode) == op as u32
    }

    /// The operands of a decoration of an id; `None` without that decoration.
    pub fn decoration(&self, id: u32, decoration: Decoration) -> Option<&'w [u32]> {
        self.all(Op::Decorate)
            .map(|instruction| instruction.operand_words())
            .find(|operands| operands.starts_with(&[id, decoration as u32]))
            .map(|operands| &operands[2..])
    }

    /// The offsets of a struct's members.
    pub fn member_offsets(&self, id: u32) -> Vec<u32> {
        self.all(Op::MemberDecorate)
            .filter_map(|instruction| match *instruction.operand_words() {
                [ty, _, decoration, offset] if ty == id && decoration == Decoration::Offset as u32 => Some(offset),
                _ => None,
            })
            .collect()
    }

    /// The pointee types of the variables of a storage class.
    pub fn pointees(&self, class: spirv::StorageClass) -> Vec<u32> {
        self.all(Op::Variable)
            .filter(|variable| variable.operand_words()[0] == class as u32)
            .map(|variable| self.definition(variable.result_type().unwrap()).operand_words()[1])
            .collect()
    }
}
