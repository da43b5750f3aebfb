//! The decoded view of a module: one pass over the words fills tables that every family of rules reads.
//!
//! Owns what a module says, as far as it can be understood, and judges nothing: words that make no sense leave holes
//! (`None`, 0, an empty slice) and the families of rules say what is wrong. Time is linear in the words, and so is memory:
//! tables are as long as the module, whatever bound its header claims. Nothing recurses but folding, which is six deep. Implements the terms of SPIR-V
//! §2.2 and the structure of §2.4.

mod class;
mod constant;
mod decode;
mod decoration;
mod definition;
pub(crate) mod dominance;
mod folded;
mod function;
mod ids;
mod opcode;
mod operands;
mod origin;
mod reach;
mod semidominance;
mod tables;
mod ty;
mod uses;

pub(crate) use class::Class;
pub(crate) use constant::{Constant, Int, Value};
pub(crate) use decode::{Malformed, MalformedKind};
pub(crate) use decoration::Decorated;
pub(crate) use dominance::Dominance;
pub(crate) use function::{Block, EntryPoint, Function, Models};
pub(crate) use opcode::{computes, may_result_pointer, takes_values};
pub(crate) use tables::Tables;
pub(crate) use ty::{Flags, ImageType, Kind, Scalar, Type, is_type};

use crate::words::Listing;
use crate::words::grammar::{self, ExtendedSet, OperandKind, Syntax};
use crate::words::reader::{Header, Instruction, ReadError};
use core::cell::{Cell, OnceCell};
use definition::Definition;
use ids::Ids;
use spirv::{Capability, ExecutionMode, Op};
use uses::Uses;

/// No instruction, block, function or type.
pub(crate) const NONE: u32 = u32::MAX;

/// What an instruction has from its opcode alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The opcode; `Op::Nop` also for one that the `spirv` crate lacks.
    pub op: Op,
    /// The opcode's number.
    pub opcode: u16,
    /// Where the operands after the result begin, counted from the instruction's first word.
    first_operand: u8,
    /// Whether the grammar knows the opcode.
    pub known: bool,
}

/// One instruction of the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst {
    form: Form,
    /// Its place among the instructions.
    pub index: u32,
    /// Where its words begin, counted from the module's first.
    pub offset: u32,
    /// The result type's id, 0 if it has none.
    pub result_type: u32,
    /// The result id, 0 if it has none.
    pub result: u32,
    /// The function it stands in, or [`NONE`].
    pub function: u32,
    /// The block it stands in, its label and terminator included, or [`NONE`].
    pub block: u32,
    /// Its place among the types, constants, functions, blocks or imported sets, if it is one of those.
    pub(crate) row: u32,
    /// The place of its result type among the types, or [`NONE`].
    pub type_row: u32,
}

impl core::ops::Deref for Inst {
    type Target = Form;

    #[inline]
    fn deref(&self) -> &Form {
        &self.form
    }
}

impl Form {
    /// Whether the grammar knows the opcode but the `spirv` crate does not, so that rules can tell it by its number only.
    pub fn is_foreign(&self) -> bool {
        self.op == Op::Nop && self.opcode != 0
    }
}

/// One operand that names an id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The instruction that names it.
    pub inst: u32,
    /// Which of the instruction's words.
    pub word: u32,
    /// What the grammar calls the operand.
    pub kind: OperandKind,
}

/// One operand that is a value of an enumeration, or one bit of a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enumerated {
    /// The instruction.
    pub inst: u32,
    /// What the grammar calls the operand.
    pub kind: OperandKind,
    /// The value, or the bit.
    pub value: u32,
}

/// An imported set of extended instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Import {
    /// The set, if it is known.
    pub set: Option<ExtendedSet>,
    /// Whether its instructions may be left out without a loss (SPV_KHR_non_semantic_info).
    pub is_non_semantic: bool,
    /// Whether it is one of the sets for debuggers of OpenCL.
    pub is_debug_of_opencl: bool,
}

impl Import {
    fn new(name: &[u32]) -> Self {
        let name = string(name);
        Self {
            set: ExtendedSet::from_name(&name),
            is_non_semantic: name.starts_with("NonSemantic."),
            is_debug_of_opencl: matches!(name.as_str(), "OpenCL.DebugInfo.100" | "DebugInfo"),
        }
    }
}

/// A module, decoded.
#[derive(Default)]
pub(crate) struct Module<'w> {
    /// All words.
    pub words: &'w [u32],
    /// The header.
    pub header: Header,
    /// The instructions in order.
    pub insts: Vec<Inst>,
    /// Why the instructions end before the words do, if they do.
    pub read_error: Option<ReadError>,
    /// Whether there are opcodes that the grammar does not know, so that definitions and ends of blocks may be missed.
    pub has_unknown: bool,
    /// Whether there are instructions in functions that may belong outside.
    pub has_misplaced: bool,
    /// Instructions whose results are, or may be, pointers that come from where logical ones do not, but by a capability.
    pub odd_pointers: Vec<u32>,
    /// An instruction of each opcode below 512, the first, and those of the other opcodes.
    pub first_of_opcodes: Vec<u32>,
    /// Instructions that compute something, in order.
    computing: Vec<u32>,
    /// Instructions of more than 255 words, in order.
    pub long: Vec<u32>,
    /// Operands that do not fit the grammar.
    pub malformed: Vec<Malformed>,
    /// Operands that name ids, in order, without those that are settled: a type that was declared before, where one is due,
    /// and a value that was made before in the same function or outside functions, where one is due.
    pub unsettled: Vec<(u32, Use)>,
    /// Whether all functions call only such as stand before them, or only such as stand after, so that none calls itself.
    pub has_ordered_calls: bool,
    /// Whether all labels of branches and merge instructions are those of blocks of the same function; they are not among
    /// the unsettled. Where one is none, whoever asks for operands or uses gets all of them.
    pub has_settled_branches: bool,
    /// Of operands that are values of other blocks of the same function, and otherwise settled: the block of the value and
    /// that of the instruction, in order.
    pub distant: Vec<(u32, u32)>,
    /// Whether there is an `OpSwitch`.
    pub has_switch: bool,
    /// The operands that are scopes, in order.
    pub scopes: Vec<(u32, Use)>,
    /// Every operand that the grammar enumerates, in order; values that it does not know are not among them.
    pub enumerants: Vec<Enumerated>,
    /// Entry points in order.
    pub entry_points: Vec<EntryPoint<'w>>,
    /// Function, execution model and place of each, sorted.
    sorted_entries: Vec<(u32, u32, u32)>,
    /// Functions in order.
    pub functions: Vec<Function>,
    /// The blocks of all functions in order.
    pub blocks: Vec<Block>,
    dominance: OnceCell<Dominance>,
    structural: OnceCell<Dominance>,
    /// The room of the tables of another module.
    spare_dominance: Cell<Dominance>,
    /// Types in order.
    pub types: Vec<Type<'w>>,
    /// Constants in order.
    pub constants: Vec<Constant>,
    /// Declared capabilities and what they imply, as numbers in ascending order.
    pub capabilities: Vec<u32>,
    /// Declared capabilities: number and instruction, in order.
    pub declared_capabilities: Vec<(u32, u32)>,
    /// Declared extensions: name and instruction, in order.
    pub extensions: Vec<(&'w [u32], u32)>,
    /// The operands of the first `OpMemoryModel`.
    pub memory_model: Option<(u32, u32)>,
    /// Whether decoration groups have been expanded in full.
    pub groups_expanded: bool,
    ids: Ids,
    /// For each slot what defines the id first, where slots are ids.
    definitions: Vec<Definition>,
    /// The same, where ids are numbered. One of the two is empty.
    numbered: Vec<Definition>,
    /// The instructions of each class that has a list, in order.
    lists: [Vec<u32>; class::LISTS],
    /// Types and constants, until they are decoded.
    declarations: Vec<u32>,
    /// Whether an id is not below the bound, or 0.
    pub beyond_bound: bool,
    /// Whether an id is defined twice.
    pub defined_again: bool,
    /// Of [`Module::unsettled`].
    uses: Uses,
    /// Of all operands, when somebody asks for more.
    all_uses: OnceCell<Uses>,
    all_operands: OnceCell<Vec<(u32, Use)>>,
    decorations: Vec<Decorated<'w>>,
    /// The same in the order of the words.
    unsorted_decorations: Vec<Decorated<'w>>,
    decoration_groups: Vec<decoration::Group>,
    /// For each slot one more than the place of its group of decorations, 0 for none.
    decorated: Vec<u32>,
    imports: Vec<Import>,
    modes: Vec<(u32, u32)>,
    /// Function, execution mode and instruction, sorted.
    sorted_modes: Vec<(u32, u32, u32)>,
    successors: Vec<u32>,
    structural_successors: Vec<u32>,
    predecessor_starts: Vec<u32>,
    predecessors: Vec<u32>,
    /// The parameters of all functions.
    parameters: Vec<u32>,
    /// Callee and call, in the order of the callers.
    calls: Vec<(u32, u32)>,
    callers: OnceCell<reach::Callers>,
    /// What an object decorated `WorkgroupSize` states.
    pub built_in_size: OnceCell<Option<[u32; 3]>>,
    /// The functions of the entry points that repack invocations.
    pub repacking: OnceCell<hashbrown::HashSet<u32>>,
    /// For each function whether it is reached from an entry point without derivatives.
    without_derivatives: OnceCell<Vec<bool>>,
    /// Names of ids, for messages.
    listing: OnceCell<Listing>,
}

impl<'w> Module<'w> {
    /// All words of an instruction.
    #[inline]
    pub fn words_of(&self, inst: &Inst) -> &'w [u32] {
        let rest = self.words.get(inst.offset as usize..).unwrap_or(&[]);
        let count = rest.first().map_or(0, |first| (first >> 16) as usize);
        rest.get(..count).unwrap_or(&[])
    }

    /// The words after opcode, result type and result.
    #[inline]
    pub fn operands(&self, inst: &Inst) -> &'w [u32] {
        self.words_of(inst)
            .get(usize::from(inst.first_operand)..)
            .unwrap_or(&[])
    }

    /// One of the words after opcode, result type and result; 0 where there is none (0 is never an id).
    #[inline]
    pub fn operand(&self, inst: &Inst, place: usize) -> u32 {
        self.operands(inst).get(place).copied().unwrap_or(0)
    }

    /// The syntax of an instruction.
    pub fn syntax(&self, inst: &Inst) -> Option<&'static Syntax> {
        grammar::syntax(inst.opcode)
    }

    /// The instruction as the reader sees it.
    pub fn instruction(&self, inst: &Inst) -> Instruction<'w> {
        let words = self.words_of(inst);
        // That of the words: an operation of an OpSpecConstantOp is shown with it.
        let opcode = words.first().map_or(0, |&first| first as u16);
        Instruction {
            opcode,
            offset: inst.offset as usize,
            words,
            syntax: grammar::syntax(opcode),
        }
    }

    /// The operation of an `OpSpecConstantOp` as an instruction of its own, with the same words, result and place.
    pub fn specialized_operation(&self, inst: &Inst) -> Option<Inst> {
        let number = u16::try_from(self.operand(inst, 0)).ok()?;
        let form = Form {
            op: Op::from_u32(u32::from(number))?,
            opcode: number,
            first_operand: inst.first_operand.checked_add(1)?,
            known: true,
        };
        Some(Inst { form, ..*inst })
    }

    /// An instruction by its place.
    #[inline]
    pub fn inst(&self, index: u32) -> Option<&Inst> {
        self.insts.get(index as usize)
    }

    /// A dense number for an id: below [`Module::slots`], for tables of one's own. `None` for an id that the module does
    /// not hold or that is not below the bound.
    #[inline]
    pub fn slot(&self, id: u32) -> Option<usize> {
        if (id as usize) < self.definitions.len() {
            Some(id as usize)
        } else {
            self.ids.number(id)
        }
    }

    /// One more than the largest slot.
    pub fn slots(&self) -> usize {
        self.definitions.len().max(self.numbered.len())
    }

    #[inline]
    fn definition(&self, id: u32) -> Option<&Definition> {
        match self.definitions.get(id as usize) {
            Some(definition) => Some(definition),
            None => self.numbered.get(self.ids.number(id)?),
        }
    }

    /// The instruction that defines an id; the first if there are several.
    #[inline]
    pub fn def(&self, id: u32) -> Option<&Inst> {
        self.insts.get(self.definition(id)?.inst as usize)
    }

    /// The opcode that defines an id.
    #[inline]
    pub fn op(&self, id: u32) -> Option<Op> {
        self.def(id).map(|inst| inst.op)
    }

    /// The type of a value, 0 if it has none.
    #[inline]
    pub fn type_id(&self, value: u32) -> u32 {
        self.def(value).map_or(0, |inst| inst.result_type)
    }

    /// The place of a value's type among the types, or [`NONE`].
    #[inline]
    pub fn value_type_row(&self, value: u32) -> u32 {
        self.definition(value).map_or(NONE, |row| row.type_row)
    }

    /// The type that an id names.
    #[inline]
    pub fn ty(&self, id: u32) -> Option<&Type<'w>> {
        self.types.get(self.type_row(id) as usize)
    }

    /// The place of the type that an id names, or [`NONE`].
    #[inline]
    pub fn type_row(&self, id: u32) -> u32 {
        self.definition(id)
            .filter(|row| row.is_type())
            .map_or(NONE, |row| row.place)
    }

    /// The type of an instruction's result.
    #[inline]
    pub fn result_type(&self, inst: &Inst) -> Option<&Type<'w>> {
        self.types.get(inst.type_row as usize)
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: u32) -> Option<&Type<'w>> {
        self.types.get(self.value_type_row(value) as usize)
    }

    /// The constant that an id names, specialization constants and `OpUndef` of the module's own section included.
    #[inline]
    pub fn constant(&self, id: u32) -> Option<&Constant> {
        let definition = self.definition(id).filter(|row| row.is_constant())?;
        let row = definition.constant_row();
        let row = row.or_else(|| Some(self.inst(definition.inst)?.row))?;
        self.constants.get(row as usize)
    }

    /// The value of an integer constant that cannot be specialized, as a `u32`. A negative or wider value is none.
    pub fn constant_u32(&self, id: u32) -> Option<u32> {
        let constant = self.constant(id).filter(|constant| !constant.specialized)?;
        match constant.value {
            // Those of signed types are sign-extended, so that negative ones are out of range too.
            Value::Scalar(bits) if constant.int != Int::None => u32::try_from(bits).ok(),
            Value::Null if constant.int != Int::None => Some(0),
            _ => None,
        }
    }

    /// The same, for a specialization constant the default.
    pub fn default_u32(&self, id: u32) -> Option<u32> {
        let constant = self.constant(id)?;
        match constant.value {
            Value::Scalar(bits) if constant.int != Int::None => u32::try_from(bits).ok(),
            Value::Null if constant.int != Int::None => Some(0),
            _ => None,
        }
    }

    /// Whether an id names a negative integer that cannot be specialized.
    #[inline]
    pub fn is_negative(&self, id: u32) -> bool {
        self.constant(id).is_some_and(|constant| match constant.value {
            Value::Scalar(bits) => bits.cast_signed() < 0 && constant.int == Int::Signed && !constant.specialized,
            _ => false,
        })
    }

    /// The value of an integer constant that cannot be specialized.
    pub fn constant_int(&self, id: u32) -> Option<i128> {
        let constant = self.constant(id).filter(|constant| !constant.specialized)?;
        match constant.value {
            Value::Scalar(bits) if constant.int == Int::Signed => Some(i128::from(bits.cast_signed())),
            Value::Scalar(bits) if constant.int == Int::Unsigned => Some(i128::from(bits)),
            Value::Null if constant.int != Int::None => Some(0),
            _ => None,
        }
    }

    /// Whether a capability is declared, or implied by one that is.
    pub fn has_capability(&self, capability: Capability) -> bool {
        self.capabilities.binary_search(&(capability as u32)).is_ok()
    }

    /// The same, for a capability that the `spirv` crate lacks.
    pub fn has_capability_number(&self, capability: u32) -> bool {
        self.capabilities.binary_search(&capability).is_ok()
    }

    /// Whether an extension is declared.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|(words, _)| string_is(words, name))
    }

    /// The imported set that an id names.
    pub fn import(&self, id: u32) -> Option<&Import> {
        let def = self.def(id).filter(|def| def.op == Op::ExtInstImport)?;
        self.imports.get(def.row as usize)
    }

    /// The extended set that an id names; `None` also for a set that is not known.
    pub fn extended_set(&self, id: u32) -> Option<ExtendedSet> {
        self.import(id)?.set
    }

    /// The execution modes that name a function, as instructions (`OpExecutionMode` and `OpExecutionModeId`) in order.
    pub fn modes(&self, function: u32) -> impl Iterator<Item = &Inst> {
        let from = self.modes.partition_point(|&(target, _)| target < function);
        self.modes
            .get(from..)
            .unwrap_or(&[])
            .iter()
            .take_while(move |&&(target, _)| target == function)
            .filter_map(|&(_, inst)| self.inst(inst))
    }

    /// The first instruction that gives a function an execution mode.
    pub fn mode(&self, function: u32, mode: ExecutionMode) -> Option<&Inst> {
        let wanted = (function, mode as u32);
        let place = self
            .sorted_modes
            .partition_point(|&(target, mode, _)| (target, mode) < wanted);
        let &(target, mode, inst) = self.sorted_modes.get(place)?;
        self.inst(inst).filter(|_| (target, mode) == wanted)
    }

    /// The function that an instruction stands in.
    pub fn function_of(&self, inst: &Inst) -> Option<&Function> {
        self.functions.get(inst.function as usize)
    }

    /// The function that an id names.
    pub fn function(&self, id: u32) -> Option<&Function> {
        let def = self.def(id).filter(|def| def.op == Op::Function)?;
        self.functions.get(def.row as usize)
    }

    /// The execution models of the entry points that reach an instruction; none for one outside functions.
    pub fn models_of(&self, inst: &Inst) -> Models {
        self.function_of(inst)
            .map_or(Models::default(), |function| function.models)
    }

    /// The block that a label begins.
    pub fn block(&self, label: u32) -> Option<u32> {
        self.definition(label).filter(|row| row.is_label()).map(|row| row.place)
    }

    /// The calls of a function: the callee's place among the functions and the instruction.
    pub fn calls(&self, function: &Function) -> &[(u32, u32)] {
        self.calls.get(function.calls.clone()).unwrap_or(&[])
    }

    /// The blocks that a block branches to, without the targets that are no labels; one may come twice.
    pub fn successors(&self, block: &Block) -> &[u32] {
        self.successors.get(block.successors.clone()).unwrap_or(&[])
    }

    /// The blocks that branch to a block; one may come twice.
    pub fn predecessors(&self, block: u32) -> &[u32] {
        range(&self.predecessors, &self.predecessor_starts, block as usize)
    }

    /// The successors, the merge block and the continue target of a block.
    pub fn structural_successors(&self, block: &Block) -> &[u32] {
        self.structural_successors
            .get(block.structural_successors.clone())
            .unwrap_or(&[])
    }

    /// The instructions of a function, from `OpFunction` to `OpFunctionEnd`.
    pub fn body(&self, function: &Function) -> &[Inst] {
        self.insts
            .get(function.first as usize..function.end as usize)
            .unwrap_or(&[])
    }

    /// The blocks of a function, in order.
    pub fn blocks_of(&self, function: &Function) -> &[Block] {
        self.blocks
            .get(function.blocks.start as usize..function.blocks.end as usize)
            .unwrap_or(&[])
    }

    /// The instructions of a block, from its label to its terminator.
    pub fn block_body(&self, block: &Block) -> &[Inst] {
        self.insts.get(block.first as usize..block.end as usize).unwrap_or(&[])
    }

    /// An id as messages show it.
    pub fn show(&self, id: u32) -> Shown<'_, 'w> {
        Shown { module: self, id }
    }

    /// What messages show of the module. Made for the first message.
    #[cold]
    pub fn listing(&self) -> &Listing {
        self.listing.get_or_init(|| Listing::new(self.words, &[]))
    }

    /// Names ids in messages as the caller does.
    pub fn name_ids(&self, names: &[(u32, String)]) {
        if !names.is_empty() {
            let _ = self.listing.set(Listing::new(self.words, names));
        }
    }
}

/// An id by its name, if it has one or its declaration makes one; a value with its type.
pub(crate) struct Shown<'m, 'w> {
    module: &'m Module<'w>,
    id: u32,
}

impl core::fmt::Display for Shown<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let listing = self.module.listing();
        f.write_str(&listing.id(self.id))?;
        // Of a function the result type says nothing of it, and an extended instruction of debug information has none.
        let typed = self.module.def(self.id).filter(|def| def.op != Op::Function);
        let ty = typed.and_then(|def| self.module.ty(def.result_type));
        match ty.filter(|ty| ty.kind != Kind::Void) {
            Some(ty) => write!(f, " (type {})", listing.id(ty.id)),
            None => Ok(()),
        }
    }
}

/// The places of one slot's rows in a table whose rows are sorted by slot.
fn range_of(starts: &[u32], slot: usize) -> Option<core::ops::Range<usize>> {
    let (&from, &to) = (starts.get(slot)?, starts.get(slot + 1)?);
    Some(from as usize..to as usize)
}

/// The rows of one slot in a table whose rows are sorted by slot.
fn range<'t, T>(table: &'t [T], starts: &[u32], slot: usize) -> &'t [T] {
    range_of(starts, slot).and_then(|range| table.get(range)).unwrap_or(&[])
}

/// A literal string up to its zero byte, or all of it if it has none (SPIR-V §2.2.1).
pub(crate) fn string(words: &[u32]) -> String {
    let bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many characters a literal string has.
pub(crate) fn string_length(words: &[u32]) -> usize {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes = bytes.take_while(|&byte| byte != 0);
    // In UTF-8 all bytes of a character but the first start with 10.
    bytes.filter(|byte| byte & 0xC0 != 0x80).count()
}

/// Whether a literal string is that text.
pub(crate) fn string_is(words: &[u32], text: &str) -> bool {
    words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0)
        .eq(text.bytes())
}
