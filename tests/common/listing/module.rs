//! A module in memory for its normal form: the definition of each id, its annotations, and which words are ids.

use std::collections::HashMap;
use std::ops::Range;

use spirula::words::grammar::{Category, ExtendedSet, OperandContext};
use spirula::words::reader::{Header, Instruction, ReadError, Reader};
use spirv::Op;

/// Instructions about the source, whose order is significant.
pub const SOURCES: [Op; 4] = [
    Op::Source,
    Op::SourceContinued,
    Op::SourceExtension,
    Op::ModuleProcessed,
];

/// Annotations of an id. They are printed with its definition if there is one.
pub const ANNOTATIONS: [Op; 9] = [
    Op::Name,
    Op::MemberName,
    Op::Decorate,
    Op::DecorateId,
    Op::DecorateString,
    Op::MemberDecorate,
    Op::MemberDecorateString,
    Op::GroupDecorate,
    Op::GroupMemberDecorate,
];

/// Instructions that have their own section and declare nothing.
const SECTIONS: [Op; 6] = [
    Op::Capability,
    Op::Extension,
    Op::MemoryModel,
    Op::EntryPoint,
    Op::ExecutionMode,
    Op::ExecutionModeId,
];

/// A function's instructions.
pub struct Function {
    /// From `OpFunction` up to the last one.
    pub all: Range<usize>,
    /// Its variables, at the start of the first block, whose order is not significant.
    pub variables: Range<usize>,
}

/// A module with indexed instructions.
pub struct Module<'w> {
    pub header: Header,
    pub header_words: &'w [u32],
    pub instructions: Vec<Instruction<'w>>,
    pub functions: Vec<Function>,
    /// The function of each instruction.
    pub function_of: Vec<Option<usize>>,
    /// Instructions outside functions without a result that annotate nothing.
    pub loose: Vec<usize>,
    /// The first definition of each id.
    pub definitions: HashMap<u32, usize>,
    /// For each instruction the positions of the operand words that are ids.
    places: Vec<Vec<usize>>,
    attached: HashMap<u32, Vec<usize>>,
    sets: HashMap<u32, ExtendedSet>,
}

impl<'w> Module<'w> {
    pub fn read(words: &'w [u32]) -> Result<Self, ReadError> {
        let (header, reader) = Reader::new(words)?;
        let header_words = &words[..reader.offset()];
        let instructions: Vec<Instruction<'w>> = reader.collect::<Result<_, _>>()?;
        let mut module = Self {
            header,
            header_words,
            functions: Vec::new(),
            function_of: Vec::new(),
            loose: Vec::new(),
            definitions: HashMap::new(),
            places: Vec::new(),
            attached: HashMap::new(),
            sets: HashMap::new(),
            instructions,
        };
        module.find_functions();
        module.find_definitions();
        module.find_operands();
        module.find_attached();
        Ok(module)
    }

    pub fn op(&self, index: usize) -> Option<Op> {
        Op::from_u32(u32::from(self.instructions[index].opcode))
    }

    /// An operand word after result type and result id.
    pub fn operand(&self, index: usize, place: usize) -> Option<u32> {
        self.instructions[index].operand_words().get(place).copied()
    }

    /// The ids in an instruction, without its result.
    pub fn ids(&self, index: usize) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let words = self.instructions[index].words;
        self.places[index].iter().map(|&place| words[place])
    }

    /// The words after the first, without the result id; for each whether it is an id.
    pub fn words(&self, index: usize) -> impl Iterator<Item = (u32, bool)> + '_ {
        let instruction = &self.instructions[index];
        let result = instruction.result().map(|_| {
            let has_type = instruction.syntax.is_some_and(|syntax| syntax.has_result_type);
            1 + usize::from(has_type)
        });
        let words = instruction.words.iter().copied().enumerate().skip(1);
        let words = words.filter(move |&(place, _)| Some(place) != result);
        words.map(move |(place, word)| (word, self.places[index].contains(&place)))
    }

    /// The names and decorations of an instruction's result.
    pub fn attached(&self, index: usize) -> &[usize] {
        let result = self.instructions[index].result();
        let attached = result.filter(|id| self.definitions.get(id) == Some(&index));
        attached
            .and_then(|id| self.attached.get(&id))
            .map_or(&[], Vec::as_slice)
    }

    /// Whether the opcode of a loose instruction determines its section.
    pub fn has_section(&self, index: usize) -> bool {
        let op = self.op(index);
        op.is_some_and(|op| SECTIONS.contains(&op) || SOURCES.contains(&op) || ANNOTATIONS.contains(&op))
    }

    /// The name of an extended instruction.
    pub fn extended(&self, index: usize) -> Option<&'static str> {
        let is_extended = matches!(self.op(index)?, Op::ExtInst | Op::ExtInstWithForwardRefsKHR);
        let set = self.sets.get(&self.operand(index, 0).filter(|_| is_extended)?)?;
        Some(set.instruction(self.operand(index, 1)?)?.name)
    }

    fn find_functions(&mut self) {
        let mut open: Option<usize> = None;
        for index in 0..self.instructions.len() {
            let op = self.op(index);
            if op == Some(Op::Function) {
                open = Some(self.functions.len());
                self.functions.push(Function {
                    all: index..index,
                    variables: index..index,
                });
            }
            self.function_of.push(open);
            if let Some(function) = open {
                self.functions[function].all.end = index + 1;
            }
            if op == Some(Op::FunctionEnd) {
                open = None;
            }
        }
        for function in 0..self.functions.len() {
            let all = self.functions[function].all.clone();
            let label = all.clone().find(|&index| self.op(index) == Some(Op::Label));
            let first = label.map_or(all.end, |label| label + 1);
            let is_code = |index: &usize| self.op(*index) != Some(Op::Variable);
            let end = (first..all.end).find(is_code).unwrap_or(all.end);
            self.functions[function].variables = first..end;
        }
    }

    fn find_definitions(&mut self) {
        for (index, instruction) in self.instructions.iter().enumerate() {
            if let Some(id) = instruction.result() {
                self.definitions.entry(id).or_insert(index);
            }
            if instruction.opcode == Op::ExtInstImport as u16
                && let Some(id) = instruction.result()
                && let Some(set) = ExtendedSet::from_name(&string(instruction.operand_words()))
            {
                self.sets.insert(id, set);
            }
        }
    }

    fn find_operands(&mut self) {
        let places = |index: usize| {
            let operands = self.instructions[index].operands(self.context(index));
            let ids = operands
                .into_iter()
                .flatten()
                .flatten()
                .filter(|operand| operand.kind.category() == Category::Id && operand.kind.name() != "IdResult");
            ids.map(|operand| operand.index).collect()
        };
        self.places = (0..self.instructions.len()).map(places).collect();
    }

    /// The context that is needed to decode operands.
    fn context(&self, index: usize) -> OperandContext {
        let mut context = OperandContext::default();
        let first = self.operand(index, 0);
        match self.op(index) {
            Some(Op::Switch) => {
                let ty = first
                    .and_then(|selector| self.definitions.get(&selector))
                    .and_then(|&selector| self.instructions[selector].result_type())
                    .and_then(|ty| self.definitions.get(&ty));
                let width = ty.and_then(|&ty| self.operand(ty, 0)).unwrap_or(32);
                context.literal_words = if (33..=64).contains(&width) { 2 } else { 1 };
            }
            Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR) => {
                context.set = first.and_then(|set| self.sets.get(&set)).copied();
            }
            _ => {}
        }
        context
    }

    fn find_attached(&mut self) {
        for index in 0..self.instructions.len() {
            if self.function_of[index].is_some() || self.instructions[index].result().is_some() {
                continue;
            }
            let op = self.op(index).filter(|op| ANNOTATIONS[..7].contains(op));
            let target = op.and_then(|_| self.operand(index, 0));
            match target.filter(|id| self.definitions.contains_key(id)) {
                Some(id) => self.attached.entry(id).or_default().push(index),
                None => self.loose.push(index),
            }
        }
    }
}

/// A literal string up to its zero byte.
pub fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
