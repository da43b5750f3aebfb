//! A module in memory for its normal form and for differences: its instructions with their functions and blocks, what
//! each id is, which words are ids, and what annotates an id.
//!
//! The module may be malformed: an id may have no definition or several, of which the first counts, and an instruction
//! may have operands that the grammar cannot split, which then have no ids.

use crate::words::grammar::{Category, ExtendedSet, OperandContext, OperandKind};
use crate::words::reader::{Header, Instruction, ReadError, Reader};
use crate::words::string;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use spirv::Op;

/// An id of the module, numbered from 0 in the order of its first occurrence.
pub(crate) type Id = usize;

/// The index of an instruction.
pub(crate) type Line = usize;

/// What the module says of an id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entity {
    /// The number in the words.
    pub(crate) number: u32,
    /// The first instruction whose result it is.
    pub(crate) definition: Option<Line>,
    /// The names and decorations of the id and of its members, in the order of the module.
    pub(crate) annotations: Vec<Line>,
    /// The operand of `OpTypeForwardPointer`.
    pub(crate) is_forward: bool,
}

/// A function: its lines, of which the first is `OpFunction`.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) lines: Range<Line>,
    /// The variables at the start of its first block, whose order has no meaning.
    pub(crate) variables: Range<Line>,
}

/// The section of an instruction outside of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Capability,
    Extension,
    Import,
    MemoryModel,
    EntryPoint,
    ExecutionMode,
    /// `OpString`.
    String,
    /// `OpSource` and what belongs to it, whose order has a meaning.
    Source,
    Processed,
    /// An annotation of one id: `OpName`, `OpDecorate` and so on.
    Annotation,
    /// `OpGroupDecorate` and `OpGroupMemberDecorate`.
    Group,
    /// `OpTypeForwardPointer`.
    Forward,
    /// `OpLine` and `OpNoLine`.
    Place,
    /// A declaration with a result.
    Declaration,
    /// Anything else.
    Other,
}

/// A module with its instructions indexed.
pub(crate) struct Module<'w> {
    pub(crate) header: Header,
    pub(crate) lines: Vec<Instruction<'w>>,
    pub(crate) functions: Vec<Function>,
    pub(crate) ids: Vec<Entity>,
    /// By line: the function that it is in.
    pub(crate) function_of: Vec<Option<usize>>,
    /// By line: its result.
    pub(crate) results: Vec<Option<Id>>,
    /// The operands that are ids without the result, and the result type first: the index of the word, and the id.
    operands: Vec<(u32, Id)>,
    /// By line: the end of its operands in `operands`.
    ends: Vec<u32>,
    sets: HashMap<u32, ExtendedSet>,
    dense: HashMap<u32, Id>,
}

impl<'w> Module<'w> {
    pub(crate) fn read(words: &'w [u32]) -> Result<Self, ReadError> {
        let (header, reader) = Reader::new(words)?;
        let lines: Vec<Instruction<'w>> = reader.collect::<Result<_, _>>()?;
        let mut module = Self {
            header,
            functions: Vec::new(),
            ids: Vec::new(),
            function_of: Vec::with_capacity(lines.len()),
            results: Vec::with_capacity(lines.len()),
            operands: Vec::new(),
            ends: Vec::with_capacity(lines.len()),
            sets: HashMap::new(),
            dense: HashMap::new(),
            lines,
        };
        module.find_functions();
        module.find_results();
        module.find_operands();
        module.find_annotations();
        Ok(module)
    }

    pub(crate) fn op(&self, line: Line) -> Option<Op> {
        Op::from_u32(u32::from(self.lines[line].opcode))
    }

    /// An operand word after result type and result.
    pub(crate) fn word(&self, line: Line, place: usize) -> Option<u32> {
        self.lines[line].operand_words().get(place).copied()
    }

    /// The id that is an operand word after result type and result.
    pub(crate) fn operand(&self, line: Line, place: usize) -> Option<Id> {
        self.word(line, place).and_then(|number| self.id(number))
    }

    /// The type of a line's result.
    pub(crate) fn result_type(&self, line: Line) -> Option<Id> {
        self.lines[line].result_type().and_then(|number| self.id(number))
    }

    /// The id with a number.
    pub(crate) fn id(&self, number: u32) -> Option<Id> {
        self.dense.get(&number).copied()
    }

    /// The definition of an id.
    pub(crate) fn definition(&self, id: Id) -> Option<Line> {
        self.ids[id].definition
    }

    /// The operands of a line that are ids, without its result: the index of the word, and the id.
    pub(crate) fn operands(&self, line: Line) -> &[(u32, Id)] {
        let start = line.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.operands[start as usize..self.ends[line] as usize]
    }

    /// Whether a line is the definition of its result, and the result.
    pub(crate) fn defines(&self, line: Line) -> Option<Id> {
        self.results[line].filter(|&id| self.ids[id].definition == Some(line))
    }

    /// The words of a line without the first and its result: each with the id that it is.
    pub(crate) fn words_of(&self, line: Line) -> impl Iterator<Item = (u32, Option<Id>)> + '_ {
        let instruction = &self.lines[line];
        let result = self.results[line].map(|_| {
            let has_type = instruction.syntax.is_some_and(|syntax| syntax.has_result_type);
            1 + usize::from(has_type)
        });
        let mut ids = self.operands(line).iter().peekable();
        let words = instruction.words.iter().copied().enumerate().skip(1);
        words.filter_map(move |(place, word)| {
            let id = ids.next_if(|(index, _)| *index as usize == place).map(|&(_, id)| id);
            (Some(place) != result).then_some((word, id))
        })
    }

    /// The function that an id is the result of.
    pub(crate) fn function_named(&self, id: Id) -> Option<usize> {
        let line = self.definition(id)?;
        let function = self.function_of[line]?;
        (self.functions[function].lines.start == line).then_some(function)
    }

    /// The name of an extended instruction.
    pub(crate) fn extended(&self, line: Line) -> Option<&'static str> {
        if !matches!(self.op(line)?, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) {
            return None;
        }
        let set = self.sets.get(&self.word(line, 0)?)?;
        Some(set.instruction(self.word(line, 1)?)?.name)
    }

    /// The names of an id.
    pub(crate) fn names(&self, id: Id) -> impl Iterator<Item = String> + '_ {
        let names = self.ids[id].annotations.iter().copied();
        let names = names.filter(|&line| self.op(line) == Some(Op::Name));
        names.map(|line| string(self.lines[line].operand_words().get(1..).unwrap_or(&[])))
    }

    pub(crate) fn section(&self, line: Line) -> Section {
        match self.op(line) {
            Some(Op::Capability) => Section::Capability,
            Some(Op::Extension) => Section::Extension,
            Some(Op::ExtInstImport) => Section::Import,
            Some(Op::MemoryModel) => Section::MemoryModel,
            Some(Op::EntryPoint) => Section::EntryPoint,
            Some(Op::ExecutionMode | Op::ExecutionModeId) => Section::ExecutionMode,
            Some(Op::String) => Section::String,
            Some(Op::Source | Op::SourceContinued | Op::SourceExtension) => Section::Source,
            Some(Op::ModuleProcessed) => Section::Processed,
            Some(
                Op::Name
                | Op::MemberName
                | Op::Decorate
                | Op::DecorateId
                | Op::DecorateString
                | Op::MemberDecorate
                | Op::MemberDecorateString,
            ) => Section::Annotation,
            Some(Op::GroupDecorate | Op::GroupMemberDecorate) => Section::Group,
            Some(Op::TypeForwardPointer) => Section::Forward,
            Some(Op::Line | Op::NoLine) => Section::Place,
            _ if self.results[line].is_some() => Section::Declaration,
            _ => Section::Other,
        }
    }

    fn find_functions(&mut self) {
        let mut open: Option<usize> = None;
        for line in 0..self.lines.len() {
            let op = self.op(line);
            if op == Some(Op::Function) {
                open = Some(self.functions.len());
                self.functions.push(Function {
                    lines: line..line,
                    variables: line..line,
                });
            }
            self.function_of.push(open);
            if let Some(function) = open {
                self.functions[function].lines.end = line + 1;
            }
            if op == Some(Op::FunctionEnd) {
                open = None;
            }
        }
        for function in 0..self.functions.len() {
            let lines = self.functions[function].lines.clone();
            let label = lines.clone().find(|&line| self.op(line) == Some(Op::Label));
            let first = label.map_or(lines.end, |label| label + 1);
            let end = (first..lines.end).find(|&line| self.op(line) != Some(Op::Variable));
            self.functions[function].variables = first..end.unwrap_or(lines.end);
        }
    }

    fn intern(&mut self, number: u32) -> Id {
        let next = self.ids.len();
        let id = *self.dense.entry(number).or_insert(next);
        if id == next {
            self.ids.push(Entity {
                number,
                ..Entity::default()
            });
        }
        id
    }

    fn find_results(&mut self) {
        for line in 0..self.lines.len() {
            let instruction = self.lines[line];
            let result = instruction.result().map(|number| self.intern(number));
            self.results.push(result);
            let Some(id) = result else { continue };
            if self.ids[id].definition.is_none() {
                self.ids[id].definition = Some(line);
            }
            if instruction.opcode == Op::ExtInstImport as u16
                && let Some(set) = ExtendedSet::from_name(&string(instruction.operand_words()))
            {
                self.sets.insert(self.ids[id].number, set);
            }
        }
    }

    fn find_operands(&mut self) {
        for line in 0..self.lines.len() {
            let instruction = self.lines[line];
            let start = self.operands.len();
            for operand in instruction.operands(self.context(line)).into_iter().flatten() {
                let Ok(operand) = operand else {
                    // The text of the line will be its raw words.
                    self.operands.truncate(start);
                    break;
                };
                if operand.kind.category() == Category::Id && operand.kind != OperandKind::IdResult {
                    let id = self.intern(operand.word());
                    self.operands.push((operand.index as u32, id));
                }
            }
            self.ends.push(self.operands.len() as u32);
        }
    }

    /// What is needed to split the operands of a line.
    fn context(&self, line: Line) -> OperandContext {
        let mut context = OperandContext::default();
        let first = self.word(line, 0);
        match self.op(line) {
            Some(Op::Switch) => {
                let definition = |number: u32| self.id(number).and_then(|id| self.definition(id));
                let ty = first
                    .and_then(definition)
                    .and_then(|selector| self.lines[selector].result_type())
                    .and_then(definition);
                let width = ty.and_then(|ty| self.word(ty, 0)).unwrap_or(32);
                context.literal_words = if (33..=64).contains(&width) { 2 } else { 1 };
            }
            Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR) => {
                context.set = first.and_then(|set| self.sets.get(&set)).copied();
            }
            _ => {}
        }
        context
    }

    fn find_annotations(&mut self) {
        for line in 0..self.lines.len() {
            if self.function_of[line].is_some() {
                continue;
            }
            let section = self.section(line);
            if !matches!(section, Section::Annotation | Section::Forward) {
                continue;
            }
            if let Some(id) = self.operand(line, 0) {
                match section {
                    Section::Forward => self.ids[id].is_forward = true,
                    _ => self.ids[id].annotations.push(line),
                }
            }
        }
    }
}
