//! The pass over the words that fills the tables.

use super::class::class;
use super::ids::Ids;
use super::{Dominance, EntryPoint, Function, Import, Inst, Models, Module, NONE, Use, constant, function, ty};
use crate::words::grammar::{OperandError, OperandKind};
use crate::words::reader::{Header, Instruction, ReadError, Reader};
use spirv::Op;
use std::sync::OnceLock;

/// An operand that does not fit the grammar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Malformed {
    /// The instruction.
    pub inst: u32,
    /// What is wrong.
    pub what: MalformedKind,
}

/// What is wrong with an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MalformedKind {
    /// The opcode is not known.
    Opcode(u16),
    /// The words do not split into operands.
    Operand(OperandError),
    /// A value, or a bit of a mask, that the kind does not have.
    Enumerant { kind: OperandKind, value: u32 },
    /// A number of a constant or case has more or fewer words than its type.
    NumberWidth { expected: usize, found: usize },
    /// A number whose type is no scalar number.
    NumberType(u32),
    /// An instruction that its extended set does not have.
    ExtendedInstruction { number: u32 },
    /// An `OpExtInst` whose set is no import.
    ExtendedSet(u32),
}

impl<'w> Module<'w> {
    /// Decodes words.
    ///
    /// # Errors
    ///
    /// The header cannot be read. What is wrong further on is noted in the module.
    pub fn decode(words: &'w [u32]) -> Result<Self, ReadError> {
        let (header, reader) = Reader::new(words)?;
        let mut decoder = Decoder::new(words, header);
        for instruction in reader {
            match instruction {
                Ok(instruction) => decoder.push(&instruction),
                Err(error) => decoder.module.read_error = Some(error),
            }
        }
        Ok(decoder.finish())
    }

    fn empty(words: &'w [u32], header: Header) -> Self {
        let ids = Ids::new(header.bound, words.len());
        let slots = ids.len();
        let estimate = words.len() / 4;
        Self {
            words,
            header,
            insts: Vec::with_capacity(estimate),
            read_error: None,
            has_unknown: false,
            malformed: Vec::new(),
            operand_ids: Vec::with_capacity(words.len() / 2),
            enumerants: Vec::with_capacity(estimate / 4),
            entry_points: Vec::new(),
            functions: Vec::new(),
            blocks: Vec::with_capacity(estimate / 16),
            dominance: Dominance::default(),
            structural: Dominance::default(),
            types: Vec::new(),
            constants: Vec::new(),
            capabilities: Vec::new(),
            declared_capabilities: Vec::new(),
            extensions: Vec::new(),
            memory_model: None,
            groups_expanded: true,
            ids,
            definitions: vec![NONE; slots],
            type_rows: Vec::new(),
            value_types: Vec::new(),
            alike: core::cell::OnceCell::new(),
            lists: core::array::from_fn(|_| Vec::with_capacity(estimate / 8)),
            declarations: Vec::with_capacity(estimate / 16),
            beyond_bound: false,
            defined_again: false,
            use_starts: Vec::new(),
            uses: Vec::new(),
            decoration_starts: Vec::new(),
            decorations: Vec::new(),
            imports: Vec::new(),
            modes: Vec::new(),
            sorted_modes: Vec::new(),
            successors: Vec::new(),
            structural_successors: Vec::new(),
            predecessor_starts: Vec::new(),
            predecessors: Vec::new(),
            calls: Vec::new(),
        }
    }
}

pub(super) struct Decoder<'w> {
    pub module: Module<'w>,
    /// `OpDecorate` and its like.
    annotations: Vec<u32>,
    function: u32,
    block: u32,
    /// The opcodes of the core by their numbers.
    core: &'static [Option<Op>; 512],
}

static CORE: OnceLock<[Option<Op>; 512]> = OnceLock::new();

impl<'w> Decoder<'w> {
    fn new(words: &'w [u32], header: Header) -> Self {
        Self {
            module: Module::empty(words, header),
            annotations: Vec::new(),
            function: NONE,
            block: NONE,
            core: CORE.get_or_init(|| core::array::from_fn(|number| Op::from_u32(number as u32))),
        }
    }

    fn push(&mut self, instruction: &Instruction<'w>) {
        let op = self.op(instruction.opcode);
        let syntax = instruction.syntax;
        let index = self.module.insts.len() as u32;
        let skip = syntax.map_or(0, |s| u8::from(s.has_result_type) + u8::from(s.has_result));
        let mut inst = Inst {
            index,
            offset: instruction.offset as u32,
            op: op.unwrap_or(Op::Nop),
            opcode: instruction.opcode,
            result_type: 0,
            result: 0,
            function: self.function,
            block: self.block,
            row: NONE,
            first_operand: 1 + skip,
            known: syntax.is_some(),
        };
        let Some(syntax) = syntax else {
            let what = MalformedKind::Opcode(instruction.opcode);
            self.module.malformed.push(Malformed { inst: index, what });
            self.module.has_unknown = true;
            self.module.insts.push(inst);
            return;
        };
        let word = |place: usize| instruction.words.get(place).copied().unwrap_or(0);
        if syntax.has_result_type {
            inst.result_type = word(1);
        }
        if syntax.has_result {
            inst.result = word(1 + usize::from(syntax.has_result_type));
        }
        if syntax.has_result {
            self.define(&inst);
        }
        if ty::is_type(inst.op) || constant::is_constant(inst.op) {
            self.module.declarations.push(index);
        }
        if let Some(list) = self.module.lists.get_mut(class(instruction.opcode) as usize) {
            list.push(index);
        }
        self.structure(&mut inst, instruction);
        self.module.insts.push(inst);
        self.operands(&inst, instruction, syntax);
    }

    #[inline]
    fn op(&self, opcode: u16) -> Option<Op> {
        match self.core.get(usize::from(opcode)) {
            Some(&op) => op,
            None => Op::from_u32(u32::from(opcode)),
        }
    }

    #[inline]
    fn define(&mut self, inst: &Inst) {
        if inst.result == 0 || inst.result >= self.module.header.bound {
            self.module.beyond_bound = true;
            return;
        }
        let Some(slot) = self.module.ids.insert(inst.result) else {
            return;
        };
        if slot >= self.module.definitions.len() {
            self.module.definitions.resize(slot + 1, NONE);
        }
        match self.module.definitions.get_mut(slot) {
            Some(definition) if *definition == NONE => *definition = inst.index,
            _ => self.module.defined_again = true,
        }
    }

    /// Notes what the instruction is a part of, and what it opens or closes.
    fn structure(&mut self, inst: &mut Inst, instruction: &Instruction<'w>) {
        let module = &mut self.module;
        let operands = instruction.operand_words();
        match inst.op {
            Op::Function => {
                self.close_function(inst.index);
                let module = &mut self.module;
                self.function = module.functions.len() as u32;
                (inst.function, inst.row) = (self.function, self.function);
                let blocks = module.blocks.len() as u32;
                module.functions.push(Function {
                    id: inst.result,
                    first: inst.index,
                    end: inst.index + 1,
                    ty: operands.get(1).copied().unwrap_or(0),
                    parameters: Vec::new(),
                    blocks: blocks..blocks,
                    calls: 0..0,
                    models: Models::default(),
                    entry_points: 0,
                });
            }
            Op::FunctionEnd => self.close_function(inst.index + 1),
            Op::FunctionParameter => {
                if let Some(function) = module.functions.get_mut(self.function as usize) {
                    function.parameters.push(inst.index);
                }
            }
            Op::Label => {
                self.close_block(inst.index);
                if self.function != NONE {
                    self.open_block(inst);
                }
            }
            Op::SelectionMerge | Op::LoopMerge => {
                if let Some(block) = module.blocks.get_mut(self.block as usize) {
                    block.merge = inst.index;
                }
            }
            Op::EntryPoint => module.entry_points.push(entry_point(inst.index, operands)),
            Op::ExecutionMode | Op::ExecutionModeId => {
                module.modes.push((operands.first().copied().unwrap_or(0), inst.index));
            }
            Op::Capability => {
                module
                    .declared_capabilities
                    .push((operands.first().copied().unwrap_or(0), inst.index));
            }
            Op::Extension => module.extensions.push((operands, inst.index)),
            Op::ExtInstImport => {
                inst.row = module.imports.len() as u32;
                module.imports.push(Import::new(operands));
            }
            Op::MemoryModel if module.memory_model.is_none() => {
                module.memory_model = operands.first().copied().zip(operands.get(1).copied());
            }
            Op::Decorate
            | Op::DecorateId
            | Op::DecorateString
            | Op::MemberDecorate
            | Op::MemberDecorateString
            | Op::MemberDecorateIdEXT
            | Op::GroupDecorate
            | Op::GroupMemberDecorate => self.annotations.push(inst.index),
            _ if function::is_terminator(inst) => {
                if let Some(block) = module.blocks.get_mut(self.block as usize) {
                    block.terminator = inst.index;
                }
                self.close_block(inst.index + 1);
            }
            _ => {}
        }
    }

    fn open_block(&mut self, inst: &mut Inst) {
        self.block = self.module.blocks.len() as u32;
        (inst.block, inst.row) = (self.block, self.block);
        self.module.blocks.push(super::Block {
            label: inst.result,
            function: self.function,
            first: inst.index,
            end: inst.index + 1,
            terminator: NONE,
            merge: NONE,
            successors: 0..0,
            structural_successors: 0..0,
        });
    }

    fn close_block(&mut self, end: u32) {
        if let Some(block) = self.module.blocks.get_mut(self.block as usize) {
            block.end = end;
        }
        self.block = NONE;
    }

    fn close_function(&mut self, end: u32) {
        self.close_block(end);
        let blocks = self.module.blocks.len() as u32;
        if let Some(function) = self.module.functions.get_mut(self.function as usize) {
            function.end = end;
            function.blocks.end = blocks;
        }
        self.function = NONE;
    }

    pub fn malformed(&mut self, inst: u32, what: MalformedKind) {
        self.module.malformed.push(Malformed { inst, what });
    }

    fn finish(mut self) -> Module<'w> {
        let end = self.module.insts.len() as u32;
        self.close_function(end);
        let mut module = self.module;
        module.modes.sort_by_key(|&(target, _)| target);
        module.sort_modes();
        module.imply_capabilities();
        module.sort_uses();
        module.collect_decorations(&self.annotations);
        module.declare();
        module.connect_blocks();
        module.compute_dominance();
        module.connect_calls();
        module
    }
}

fn entry_point(inst: u32, operands: &[u32]) -> EntryPoint<'_> {
    let name = operands.get(2..).unwrap_or(&[]);
    let end = name
        .iter()
        .position(|&word| word.to_le_bytes().contains(&0))
        .map_or(name.len(), |last| last + 1);
    let (name, interface) = name.split_at_checked(end).unwrap_or((name, &[]));
    EntryPoint {
        inst,
        model: operands.first().copied().unwrap_or(0),
        function: operands.get(1).copied().unwrap_or(0),
        name,
        interface,
    }
}

impl Module<'_> {
    /// The capabilities that declared ones imply (SPIR-V §3.31, "Implicitly Declares").
    fn imply_capabilities(&mut self) {
        let mut work: Vec<u32> = self.declared_capabilities.iter().map(|&(number, _)| number).collect();
        // There are a few hundred capabilities, however often they are declared.
        work.sort_unstable();
        work.dedup();
        let mut all = work.clone();
        while let Some(number) = work.pop() {
            let row = OperandKind::Capability.enumerant(number);
            for &implied in row.map_or(&[][..], |row| row.availability.capabilities) {
                if let Err(place) = all.binary_search(&implied) {
                    all.insert(place, implied);
                    work.push(implied);
                }
            }
        }
        self.capabilities = all;
    }

    fn sort_modes(&mut self) {
        let mode = |inst| self.inst(inst).map_or(0, |inst| self.operand(inst, 1));
        let rows = self.modes.iter().map(|&(target, inst)| (target, mode(inst), inst));
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable();
        self.sorted_modes = rows;
    }

    /// Sorts the uses by slot, those of each slot in order.
    fn sort_uses(&mut self) {
        let slots = self.slots();
        let mut starts = vec![0_u32; slots + 1];
        for &(id, _) in &self.operand_ids {
            if let Some(start) = self.slot(id).and_then(|slot| starts.get_mut(slot)) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let nothing = Use {
            inst: NONE,
            word: 0,
            kind: OperandKind::IdRef,
        };
        let mut uses = vec![nothing; sum as usize];
        for &(id, at) in self.operand_ids.iter().rev() {
            let Some(start) = self.slot(id).and_then(|slot| starts.get_mut(slot)) else {
                continue;
            };
            *start -= 1;
            if let Some(entry) = uses.get_mut(*start as usize) {
                *entry = at;
            }
        }
        self.use_starts = starts;
        self.uses = uses;
    }

    /// Fills the tables of types and constants.
    fn declare(&mut self) {
        self.type_rows = vec![NONE; self.slots()];
        for index in core::mem::take(&mut self.declarations) {
            let Some(inst) = self.insts.get_mut(index as usize) else {
                continue;
            };
            let place = inst.index;
            if ty::is_type(inst.op) {
                let (row, id) = (self.types.len() as u32, inst.result);
                inst.row = row;
                self.add_type(place);
                // Found by nobody before it is complete: a type that names itself finds no row.
                let first = self.def(id).is_some_and(|def| def.index == place);
                if let Some(entry) = self
                    .slot(id)
                    .filter(|_| first)
                    .and_then(|slot| self.type_rows.get_mut(slot))
                {
                    *entry = row;
                }
            } else if constant::is_constant(inst.op) {
                inst.row = self.constants.len() as u32;
                self.add_constant(place);
            }
        }
        let row = |&definition: &u32| {
            let ty = self.insts.get(definition as usize).map_or(0, |def| def.result_type);
            let row = self.slot(ty).and_then(|slot| self.type_rows.get(slot));
            row.copied().unwrap_or(NONE)
        };
        self.value_types = self.definitions.iter().map(row).collect();
    }
}
