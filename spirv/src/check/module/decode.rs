//! The decoder: one pass over the words that fills the tables of [`Module`].

use super::definition::Definition;
use super::opcode::{
    COMPUTES, DECLARES, HAS_RESULT, HAS_TYPE, NEEDS, OUTSIDE, Opcode, Opcodes, STRUCTURE, TYPES, UNKNOWN, VALUES_ONLY,
};
use super::operands::{Known, User};
use super::{Class, EntryPoint, Function, Import, Inst, Models, Module, NONE, Tables, ty};
use crate::sort::sort;
use crate::words::grammar::{OperandError, OperandKind};
use crate::words::reader::{ReadError, Reader};
use spirv::Op;

/// An operand that does not match the grammar.
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
    /// The opcode is unknown.
    Opcode(u16),
    /// The words cannot be split into operands.
    Operand(OperandError),
    /// The operand kind has no such value or bit.
    Enumerant { kind: OperandKind, value: u32 },
    /// The literal of a constant or case has another number of words than its type requires.
    NumberWidth { expected: usize, found: usize },
    /// The type of a literal, given by its id, is no integer or float.
    NumberType(u32),
    /// The extended instruction set has no instruction with this number.
    ExtendedInstruction { number: u32 },
    /// The set of an `OpExtInst`, given by its id, is no `OpExtInstImport`.
    ExtendedSet(u32),
}

impl<'w> Module<'w> {
    /// Decodes words into tables, reusing those of another module.
    ///
    /// # Errors
    ///
    /// The header cannot be read. Further errors are recorded in the module.
    pub fn decode(words: &'w [u32], tables: &mut Tables) -> Result<Self, ReadError> {
        let (header, reader) = Reader::new(words)?;
        let mut module = tables.module(words, header);
        let mut decoder = Decoder::new(&mut module, Keep::Unverified);
        decoder.read(reader);
        decoder.finish();
        Ok(module)
    }
}

/// Only instructions with more words than this can exceed a universal limit (SPIR-V §2.17, Universal Limits).
const LONG: usize = 255;

/// Which operands the decoder keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Those of [`Module::unverified`].
    Unverified,
    /// All of them.
    All,
}

pub(super) struct Decoder<'m, 'w> {
    pub module: &'m mut Module<'w>,
    pub keep: Keep,
    function: u32,
    /// The `OpFunction`, or [`NONE`].
    pub function_start: u32,
    block: u32,
    /// The first block of the function.
    entry: u32,
    types: u32,
    constants: u32,
    /// Whether a value was decoded before the declaration of its type.
    has_late_types: bool,
    /// The marks that need [`Decoder::special`] at the current position.
    special: u16,
    /// [`super::opcode::VALUES_ONLY`] if values need only be defined to be valid, otherwise 0.
    pub values_only: u16,
    /// Of the opcodes below 512 that [`NEEDS`] marks, those that have occurred, one bit each.
    seen_opcodes: [u64; 8],
    opcodes: Opcodes,
    /// Extended instructions by number.
    pub extended: Vec<Known>,
}

impl<'m, 'w> Decoder<'m, 'w> {
    pub fn new(module: &'m mut Module<'w>, keep: Keep) -> Self {
        Self {
            module,
            keep,
            function: NONE,
            function_start: NONE,
            block: NONE,
            entry: NONE,
            types: 0,
            constants: 0,
            has_late_types: false,
            special: STRUCTURE | UNKNOWN,
            values_only: if keep == Keep::All { 0 } else { VALUES_ONLY },
            seen_opcodes: [0; 8],
            opcodes: Opcodes::new(),
            extended: Vec::new(),
        }
    }

    pub fn read(&mut self, mut reader: Reader<'w>) {
        while let Some(next) = reader.next_words() {
            match next {
                Ok((offset, words)) => self.push(offset, words),
                Err(error) => self.module.read_error = Some(error),
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, offset: usize, words: &'w [u32]) {
        let opcode = words.first().map_or(0, |&first| (first & 0xFFFF) as u16);
        let Some(row) = self.opcodes.get(opcode) else { return };
        let index = self.module.insts.len() as u32;
        if words.len() > LONG {
            self.module.long.push(index);
        }
        let word = |position: usize| words.get(position).copied().unwrap_or(0);
        let (mut result_type, mut result) = (0, 0);
        let (mut declared_row, mut type_row, mut flags) = (NONE, NONE, row.defines_in(self.function != NONE));
        let (mut names_type, mut restricted) = (false, 0);
        if row.marks & HAS_TYPE != 0 {
            result_type = word(1);
            match self.module.definition(result_type) {
                Some(ty) if ty.is_type() => {
                    type_row = ty.row_or_block;
                    restricted = ty.flags & row.restricted;
                    names_type = !ty.can_be_result_type() || self.keep == Keep::All;
                }
                _ => (flags, names_type) = (self.late_type(index, result_type, flags), true),
            }
        }
        if restricted != 0 {
            self.module.restricted_pointers.push(index);
        }
        if row.marks & NEEDS != 0 {
            self.note_opcode(opcode, index);
        }
        let mut row_or_block = self.block;
        if row.marks & DECLARES != 0 {
            declared_row = self.declaration(index, row.marks);
            if row.marks & TYPES != 0 || self.function == NONE {
                row_or_block = declared_row;
            }
        }
        if row.marks & HAS_RESULT != 0 {
            result = word(1 + usize::from(row.marks & HAS_TYPE != 0));
            let definition = Definition {
                inst: index,
                type_row,
                row_or_block,
                flags,
            };
            match self.module.definitions.get_mut(result as usize) {
                Some(entry) if entry.inst == NONE && result != 0 => *entry = definition,
                _ => self.define(definition, result),
            }
        }
        if row.class != Class::Other {
            self.list(index, row.class);
        }
        self.module.insts.push(Inst {
            form: row.form,
            index,
            offset: offset as u32,
            result_type,
            result,
            function: self.function,
            block: self.block,
            row: declared_row,
            type_row,
        });
        let user = User {
            index,
            block: self.block,
            entry: self.entry,
        };
        if names_type && words.len() > 1 {
            self.keep(index, 1, OperandKind::IdResultType, result_type);
        }
        if row.marks & self.special != 0 {
            self.special(index, result, words, row);
        }
        self.operands(user, words, row);
        if row.marks & COMPUTES != 0 {
            self.module.computing.push(index);
        }
    }

    /// Records an instruction in [`Module::first_of_opcodes`].
    #[inline]
    fn note_opcode(&mut self, opcode: u16, index: u32) {
        let bit = 1 << (opcode & 63);
        match self.seen_opcodes.get_mut(usize::from(opcode >> 6)) {
            Some(seen) if *seen & bit != 0 => {}
            Some(seen) => {
                *seen |= bit;
                self.module.first_of_opcodes.push(index);
            }
            None => self.module.first_of_opcodes.push(index),
        }
    }

    /// Handles an instruction that belongs to the module's structure, that belongs outside functions, or that is
    /// unknown.
    fn special(&mut self, index: u32, result: u32, words: &'w [u32], row: &Opcode) {
        self.module.has_misplaced |= row.marks & self.special & OUTSIDE != 0;
        if row.marks & STRUCTURE != 0 {
            let operands = words.get(usize::from(row.form.first_operand)..).unwrap_or(&[]);
            self.structure(index, row.form.op, result, operands);
        }
        if row.marks & UNKNOWN != 0 {
            let opcode = words.first().map_or(0, |&word| (word & 0xFFFF) as u16);
            if let Some(inst) = self.module.insts.last_mut() {
                inst.form.opcode = opcode;
            }
            self.malformed(index, MalformedKind::Opcode(opcode));
            self.module.has_unknown = true;
        }
    }

    /// Adds an instruction to the list of its class.
    fn list(&mut self, index: u32, class: Class) {
        if let Some(list) = self.module.lists.get_mut(class as usize) {
            list.push(index);
        }
        if class == Class::Variable
            && let Some(function) = self.module.functions.get_mut(self.function as usize)
        {
            function.variables += 1;
        }
    }

    /// Handles a result type that has not been declared; returns the flags of the result.
    #[cold]
    #[inline(never)]
    fn late_type(&mut self, index: u32, id: u32, flags: u32) -> u32 {
        self.has_late_types = true;
        self.module.restricted_pointers.push(index);
        if id == 0 {
            Definition::without_type(flags)
        } else {
            flags
        }
    }

    /// Numbers types and constants in the order of their declaration.
    fn declaration(&mut self, index: u32, marks: u16) -> u32 {
        let count = if marks & TYPES != 0 {
            &mut self.types
        } else {
            &mut self.constants
        };
        *count += 1;
        self.module.declarations.push(index);
        *count - 1
    }

    /// Defines an id that is 0, beyond the bound, already defined, or numbered.
    #[cold]
    #[inline(never)]
    fn define(&mut self, definition: Definition, id: u32) {
        if id == 0 || id >= self.module.header.bound {
            self.module.beyond_bound = true;
        } else if let Some(slot) = self.module.ids.insert(id) {
            self.module.reserve_slot(slot);
            match self.module.numbered.get_mut(slot) {
                Some(entry) if entry.inst == NONE => *entry = definition,
                _ => self.module.defined_again = true,
            }
        } else {
            self.module.defined_again = true;
        }
    }

    /// Tracks functions and blocks, and records instructions of the module's structure.
    fn structure(&mut self, index: u32, op: Op, result: u32, operands: &'w [u32]) {
        let module = &mut *self.module;
        match op {
            Op::Function => self.open_function(index, result, operands),
            Op::FunctionEnd => self.close_function(index + 1),
            Op::FunctionParameter => {
                if let Some(function) = module.functions.get_mut(self.function as usize) {
                    module.parameters.push(index);
                    function.parameters.end = module.parameters.len();
                }
            }
            Op::Label => {
                self.close_block(index);
                if self.function != NONE {
                    self.open_block(index, result);
                }
            }
            Op::SelectionMerge | Op::LoopMerge => {
                if let Some(block) = module.blocks.get_mut(self.block as usize) {
                    module.has_verified_branches &= block.merge == NONE;
                    block.merge = index;
                }
            }
            Op::FunctionCall => {
                if self.function != NONE {
                    module.calls.push((NONE, index));
                }
            }
            Op::EntryPoint => module.entry_points.push(entry_point(index, operands)),
            Op::ExecutionMode | Op::ExecutionModeId => {
                module.modes.push((operands.first().copied().unwrap_or(0), index));
            }
            Op::Capability => {
                module
                    .declared_capabilities
                    .push((operands.first().copied().unwrap_or(0), index));
            }
            Op::Extension => module.extensions.push((operands, index)),
            Op::ExtInstImport => {
                if let Some(inst) = module.insts.last_mut() {
                    inst.row = module.imports.len() as u32;
                }
                module.imports.push(Import::new(operands));
            }
            Op::MemoryModel => {
                let model = operands.first().copied().zip(operands.get(1).copied());
                module.memory_model = module.memory_model.or(model);
            }
            // catch-all: terminators.
            op => {
                module.has_switch |= op == Op::Switch;
                if let Some(block) = module.blocks.get_mut(self.block as usize) {
                    block.terminator = index;
                }
                self.close_block(index + 1);
            }
        }
    }

    fn open_function(&mut self, index: u32, id: u32, operands: &[u32]) {
        self.close_function(index);
        let module = &mut *self.module;
        self.function = module.functions.len() as u32;
        self.special |= OUTSIDE;
        self.function_start = index;
        if let Some(inst) = module.insts.last_mut() {
            (inst.function, inst.row) = (self.function, self.function);
        }
        let blocks = module.blocks.len() as u32;
        module.functions.push(Function {
            id,
            first: index,
            end: index + 1,
            ty: operands.get(1).copied().unwrap_or(0),
            parameters: module.parameters.len()..module.parameters.len(),
            variables: 0,
            blocks: blocks..blocks,
            calls: 0..0,
            models: Models::default(),
        });
    }

    fn open_block(&mut self, index: u32, label: u32) {
        self.block = self.module.blocks.len() as u32;
        if self.entry == NONE {
            self.entry = self.block;
        }
        if let Some(inst) = self.module.insts.last_mut() {
            (inst.block, inst.row) = (self.block, self.block);
        }
        if let Some(definition) = self.module.definition_mut(label) {
            if definition.inst == index {
                definition.row_or_block = self.block;
            }
        }
        self.module.blocks.push(super::Block {
            label,
            function: self.function,
            first: index,
            end: index + 1,
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
        (self.function, self.function_start, self.entry) = (NONE, NONE, NONE);
        self.special &= !OUTSIDE;
    }

    pub fn malformed(&mut self, inst: u32, what: MalformedKind) {
        self.module.malformed.push(Malformed { inst, what });
    }

    fn finish(mut self) {
        let end = self.module.insts.len() as u32;
        self.close_function(end);
        let module = self.module;
        sort(&mut module.modes);
        module.sort_modes();
        module.sort_entry_points();
        module.imply_capabilities();
        let mut uses = core::mem::take(&mut module.uses);
        uses.fill(module, &module.unverified);
        module.uses = uses;
        module.collect_decorations();
        module.types.reserve_exact(self.types as usize);
        module.constants.reserve_exact(self.constants as usize);
        module.declare(self.has_late_types);
        module.connect_blocks();
        module.connect_calls();
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
        is_first: false,
        is_first_of_model: false,
    }
}

impl Module<'_> {
    /// Adds the capabilities that declared ones imply (SPIR-V §3.31, Capability, "Implicitly Declares").
    fn imply_capabilities(&mut self) {
        let mut all = core::mem::take(&mut self.capabilities);
        all.extend(self.declared_capabilities.iter().map(|&(number, _)| number));
        // Deduplicated, there are at most a few hundred capabilities.
        sort(&mut all);
        all.dedup();
        // The list is also the queue: implied capabilities are appended and visited later.
        let mut done = 0;
        while let Some(&number) = all.get(done) {
            done += 1;
            let availability = OperandKind::Capability.availability(number);
            for &implied in availability.map_or(&[][..], |availability| availability.capabilities) {
                if !all.contains(&implied) {
                    all.push(implied);
                }
            }
        }
        sort(&mut all);
        self.capabilities = all;
    }

    fn sort_modes(&mut self) {
        let mut sorted = core::mem::take(&mut self.sorted_modes);
        let mode = |inst| self.inst(inst).map_or(0, |inst| self.operand(inst, 1));
        sorted.extend(self.modes.iter().map(|&(target, inst)| (target, mode(inst), inst)));
        sort(&mut sorted);
        self.sorted_modes = sorted;
    }

    /// Decodes types and constants in the order of their declaration.
    fn declare(&mut self, has_late_types: bool) {
        let declarations = core::mem::take(&mut self.declarations);
        for &index in &declarations {
            let Some(inst) = self.inst(index) else { continue };
            // A type is found only after it is complete, so a type that names itself finds no type.
            if ty::is_type(inst.op) {
                self.add_type(index);
            } else {
                self.add_constant(index);
            }
        }
        self.declarations = declarations;
        if has_late_types {
            self.find_late_types();
        }
    }

    /// Resolves the types of values that precede their type's declaration.
    #[cold]
    fn find_late_types(&mut self) {
        for index in 0..self.insts.len() {
            let Some(&inst) = self.insts.get(index) else { continue };
            if inst.result_type == 0 || inst.type_row != NONE {
                continue;
            }
            let row = self.type_row(inst.result_type);
            if let Some(inst) = self.insts.get_mut(index) {
                inst.type_row = row;
            }
            if let Some(definition) = self.definition_mut(inst.result).filter(|row| row.inst == inst.index) {
                definition.type_row = row;
            }
        }
    }

    fn definition_mut(&mut self, id: u32) -> Option<&mut Definition> {
        match self.definitions.get_mut(id as usize) {
            Some(definition) => Some(definition),
            None => self.numbered.get_mut(self.ids.number(id)?),
        }
    }

    /// Makes room for the definition of a numbered id.
    pub(super) fn reserve_slot(&mut self, slot: usize) {
        if slot >= self.numbered.len() {
            self.numbered.resize(slot + 1, Definition::default());
        }
    }
}
