//! The decoded view of a module: one pass over the words fills tables that every family of rules reads.
//!
//! The decoder reports no errors: where words are malformed, the tables have holes (`None`, 0, an empty slice), and the
//! families of rules report them. Time and memory are linear in the number of words, because tables are as long as the
//! module, whatever bound its header claims. Only constant folding recurses, at most six levels deep. The terms are
//! those of SPIR-V §2.2 (Terms), the structure is that of §2.4 (Logical Layout of a Module).

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
use crate::words::grammar::{self, Availability, ExtendedSet, OperandKind, Syntax};
use crate::words::reader::{Header, Instruction, ReadError};
use core::cell::{Cell, OnceCell};
use definition::Definition;
use ids::Ids;
use spirv::{Capability, ExecutionMode, Op};
use uses::Uses;

/// The index that stands for no instruction, block, function or type.
pub(crate) const NONE: u32 = u32::MAX;

/// The properties that an instruction has from its opcode alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The opcode; `Op::Nop` also for an opcode that the `spirv` crate lacks.
    pub op: Op,
    /// The opcode's number.
    pub opcode: u16,
    /// The index of the first operand after the result among the instruction's words.
    first_operand: u8,
    /// Whether the grammar has the opcode.
    pub known: bool,
}

/// One instruction of the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst {
    form: Form,
    /// Its index among the module's instructions.
    pub index: u32,
    /// The index of its first word in the module.
    pub offset: u32,
    /// The result type's id, 0 if there is none.
    pub result_type: u32,
    /// The result id, 0 if it has none.
    pub result: u32,
    /// The index of the function that contains it, or [`NONE`].
    pub function: u32,
    /// The index of the block that contains it, or [`NONE`]. A block includes its label and terminator.
    pub block: u32,
    /// Its index among the types, constants, functions, blocks or imported sets, if it declares one of these.
    pub(crate) row: u32,
    /// The index of its result type among the types, or [`NONE`].
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
    /// Whether the grammar has the opcode but the `spirv` crate lacks it, so that rules must compare its number.
    pub fn is_foreign(&self) -> bool {
        self.op == Op::Nop && self.opcode != 0
    }
}

/// One operand that names an id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The index of the instruction.
    pub inst: u32,
    /// The index of the operand among the instruction's words.
    pub word: u32,
    /// The operand's kind in the grammar.
    pub kind: OperandKind,
}

/// One operand that is a value of an enumeration, or one bit of a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enumerated {
    /// The index of the instruction.
    pub inst: u32,
    /// The operand's kind in the grammar.
    pub kind: OperandKind,
    /// The value, or the bit.
    pub value: u32,
}

/// An imported set of extended instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Import {
    /// The set, `None` if it is unknown.
    pub set: Option<ExtendedSet>,
    /// Whether its instructions may be removed without changing the semantics (SPV_KHR_non_semantic_info).
    pub is_non_semantic: bool,
    /// Whether it is `OpenCL.DebugInfo.100` or `DebugInfo`.
    pub is_debug_of_opencl: bool,
    /// Whether it is one of these or `NonSemantic.Shader.DebugInfo`.
    pub is_debug: bool,
}

impl Import {
    fn new(name: &[u32]) -> Self {
        let name = string(name);
        let is_debug_of_opencl = matches!(name.as_str(), "OpenCL.DebugInfo.100" | "DebugInfo");
        Self {
            set: ExtendedSet::from_name(&name),
            is_non_semantic: name.starts_with("NonSemantic."),
            is_debug_of_opencl,
            is_debug: is_debug_of_opencl || name.starts_with("NonSemantic.Shader.DebugInfo."),
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
    /// The instructions, in order.
    pub insts: Vec<Inst>,
    /// The error at which reading stopped before the last word, if there was one.
    pub read_error: Option<ReadError>,
    /// Whether there are opcodes that the grammar lacks, so that definitions and ends of blocks may have been missed.
    pub has_unknown: bool,
    /// Whether a function contains instructions that belong outside functions.
    pub has_misplaced: bool,
    /// Instructions whose result is, or may be, a pointer, although the opcode returns logical pointers only with a
    /// capability.
    pub restricted_pointers: Vec<u32>,
    /// Of the opcodes that need a capability, an extension or a version other than 1.0: the first instruction of each one
    /// below 512, and every instruction of the others.
    pub first_of_opcodes: Vec<u32>,
    /// Instructions that compute a value, in order.
    computing: Vec<u32>,
    /// Instructions of more than 255 words, in order.
    pub long: Vec<u32>,
    /// Operands that do not match the grammar.
    pub malformed: Vec<Malformed>,
    /// Id operands that the decoder could not verify while reading, in order. It verifies result types, types and
    /// values that are declared before their use, in the same function or outside functions.
    pub unverified: Vec<(u32, Use)>,
    /// Whether either all functions call only functions before them, or all call only functions after them, so that the
    /// call graph has no cycle.
    pub has_ordered_calls: bool,
    /// Whether all labels in branches and merge instructions name blocks of the same function. Then they are left out
    /// of `unverified`. Otherwise a request for operands or uses decodes all of them.
    pub has_verified_branches: bool,
    /// For operands that are verified except that their definition is in another block of the same function: the block
    /// of the definition and the block of the use, in order.
    pub distant: Vec<(u32, u32)>,
    /// Whether there is an `OpSwitch`.
    pub has_switch: bool,
    /// The operands of kind scope, in order.
    pub scopes: Vec<(u32, Use)>,
    /// Every operand that is an enumerant, in order, without values that the grammar lacks.
    pub enumerants: Vec<Enumerated>,
    /// Entry points in order.
    pub entry_points: Vec<EntryPoint<'w>>,
    /// Function, execution model and index of each entry point, sorted.
    sorted_entries: Vec<(u32, u32, u32)>,
    /// Functions in order.
    pub functions: Vec<Function>,
    /// The blocks of all functions in order.
    pub blocks: Vec<Block>,
    dominance: OnceCell<Dominance>,
    structural: OnceCell<Dominance>,
    /// An unused table whose memory the next dominance computation takes.
    spare_dominance: Cell<Dominance>,
    /// Types in order.
    pub types: Vec<Type<'w>>,
    /// Constants in order.
    pub constants: Vec<Constant>,
    /// The numbers of the declared capabilities and of those that they imply, ascending.
    pub capabilities: Vec<u32>,
    /// Number and instruction of each declared capability, in order.
    pub declared_capabilities: Vec<(u32, u32)>,
    /// Name and instruction of each declared extension, in order.
    pub extensions: Vec<(&'w [u32], u32)>,
    /// The operands of the first `OpMemoryModel`.
    pub memory_model: Option<(u32, u32)>,
    /// Whether decoration groups have been expanded completely.
    pub groups_expanded: bool,
    ids: Ids,
    /// For each slot the first definition of the id, if slots are ids.
    definitions: Vec<Definition>,
    /// The same, if ids are numbered. One of the two tables is empty.
    numbered: Vec<Definition>,
    /// The instructions of each class that has a list, in order.
    lists: [Vec<u32>; class::LISTS],
    /// The type and constant declarations that are still to be decoded.
    declarations: Vec<u32>,
    /// Whether an id is 0 or not below the bound.
    pub beyond_bound: bool,
    /// Whether an id is defined more than once.
    pub defined_again: bool,
    /// The uses in [`Module::unverified`].
    uses: Uses,
    /// The uses in all operands, computed on demand.
    all_uses: OnceCell<Uses>,
    all_operands: OnceCell<Vec<(u32, Use)>>,
    decorations: Vec<Decorated<'w>>,
    /// The decorations in the order of the words.
    unsorted_decorations: Vec<Decorated<'w>>,
    decoration_groups: Vec<decoration::Group>,
    /// For each slot 1 + the index of its decoration group, 0 for none.
    decorated: Vec<u32>,
    imports: Vec<Import>,
    modes: Vec<(u32, u32)>,
    /// Function, execution mode and instruction, sorted.
    sorted_modes: Vec<(u32, u32, u32)>,
    successors: Vec<u32>,
    structural_successors: Vec<u32>,
    predecessor_starts: Vec<u32>,
    predecessors: Vec<u32>,
    /// The parameters of all functions, as instruction indices.
    parameters: Vec<u32>,
    /// The callee's index and that of the call instruction, in the order of the callers.
    calls: Vec<(u32, u32)>,
    callers: OnceCell<reach::Callers>,
    /// The value of the constant decorated `WorkgroupSize`.
    pub built_in_size: OnceCell<Option<[u32; 3]>>,
    /// The functions of the entry points that repack invocations.
    pub repacking: OnceCell<hashbrown::HashSet<u32>>,
    /// For each function whether an entry point without derivatives reaches it.
    without_derivatives: OnceCell<Vec<bool>>,
    /// Names of ids for messages.
    listing: OnceCell<Listing>,
}

// Rules call the look-ups below at some thousand places. Those with `#[inline(never)]` together would be 160 KB more of a
// program if they were inlined.
impl<'w> Module<'w> {
    /// All words of an instruction.
    #[inline]
    pub fn words_of(&self, inst: &Inst) -> &'w [u32] {
        let rest = self.words.get(inst.offset as usize..).unwrap_or(&[]);
        let count = rest.first().map_or(0, |first| (first >> 16) as usize);
        rest.get(..count).unwrap_or(&[])
    }

    /// The words after opcode, result type and result.
    #[inline(never)]
    pub fn operands(&self, inst: &Inst) -> &'w [u32] {
        self.words_of(inst)
            .get(usize::from(inst.first_operand)..)
            .unwrap_or(&[])
    }

    /// The operand word at an index after opcode, result type and result; 0 if there is none (0 is never an id).
    #[inline]
    pub fn operand(&self, inst: &Inst, index: usize) -> u32 {
        self.operands(inst).get(index).copied().unwrap_or(0)
    }

    /// The syntax of an instruction.
    pub fn syntax(&self, inst: &Inst) -> Option<Syntax> {
        grammar::syntax(inst.opcode)
    }

    /// The availability of an instruction; `None` if the opcode is unknown.
    pub fn availability(&self, inst: &Inst) -> Option<Availability> {
        grammar::availability(inst.opcode)
    }

    /// The instruction in the reader's form.
    pub fn instruction(&self, inst: &Inst) -> Instruction<'w> {
        let words = self.words_of(inst);
        // The opcode is taken from the words, so that the operation in an OpSpecConstantOp is shown as that
        // instruction.
        let opcode = words.first().map_or(0, |&first| first as u16);
        Instruction {
            opcode,
            offset: inst.offset as usize,
            words,
            syntax: grammar::syntax(opcode),
        }
    }

    /// The operation of an `OpSpecConstantOp` as an instruction of its own, with the same words, result and index.
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

    /// The instruction at an index.
    #[inline]
    pub fn inst(&self, index: u32) -> Option<&Inst> {
        self.insts.get(index as usize)
    }

    /// A dense number for an id, below [`Module::slots`], as an index into tables. `None` if the module does not
    /// contain the id, or the id is not below the bound.
    #[inline]
    pub fn slot(&self, id: u32) -> Option<usize> {
        if (id as usize) < self.definitions.len() {
            Some(id as usize)
        } else {
            self.ids.number(id)
        }
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.definitions.len().max(self.numbered.len())
    }

    #[inline]
    fn definition(&self, id: u32) -> Option<&Definition> {
        match self.definitions.get(id as usize) {
            Some(definition) => Some(definition),
            None => self.numbered_definition(id),
        }
    }

    /// The definition of an id beyond the table of small ones.
    #[cold]
    fn numbered_definition(&self, id: u32) -> Option<&Definition> {
        self.numbered.get(self.ids.number(id)?)
    }

    /// The instruction that defines an id; the first one if there are several.
    #[inline(never)]
    pub fn def(&self, id: u32) -> Option<&Inst> {
        self.insts.get(self.definition(id)?.inst as usize)
    }

    /// The opcode of the instruction that defines an id.
    #[inline]
    pub fn op(&self, id: u32) -> Option<Op> {
        self.def(id).map(|inst| inst.op)
    }

    /// The type of a value, 0 if it has none.
    #[inline]
    pub fn type_id(&self, value: u32) -> u32 {
        self.def(value).map_or(0, |inst| inst.result_type)
    }

    /// The index of a value's type among the types, or [`NONE`].
    #[inline(never)]
    pub fn value_type_row(&self, value: u32) -> u32 {
        self.definition(value).map_or(NONE, |row| row.type_row)
    }

    /// The type that an id names.
    #[inline]
    pub fn ty(&self, id: u32) -> Option<&Type<'w>> {
        self.types.get(self.type_row(id) as usize)
    }

    /// The index of the type that an id names, or [`NONE`].
    #[inline(never)]
    pub fn type_row(&self, id: u32) -> u32 {
        self.definition(id)
            .filter(|row| row.is_type())
            .map_or(NONE, |row| row.row_or_block)
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

    /// The constant that an id names. Specialization constants and `OpUndef` outside functions are included.
    #[inline(never)]
    pub fn constant(&self, id: u32) -> Option<&Constant> {
        let definition = self.definition(id).filter(|row| row.is_constant())?;
        let row = definition.constant_row();
        let row = row.or_else(|| Some(self.inst(definition.inst)?.row))?;
        self.constants.get(row as usize)
    }

    /// The value of an integer constant that cannot be specialized; `None` if it is negative or does not fit in a
    /// `u32`.
    pub fn constant_u32(&self, id: u32) -> Option<u32> {
        let constant = self.constant(id).filter(|constant| !constant.specialized)?;
        match constant.value {
            // Values of signed types are sign-extended, so that negative ones do not fit either.
            Value::Scalar(bits) if constant.int != Int::None => u32::try_from(bits).ok(),
            Value::Null if constant.int != Int::None => Some(0),
            _ => None,
        }
    }

    /// The same, with the default value of a specialization constant.
    pub fn default_u32(&self, id: u32) -> Option<u32> {
        let constant = self.constant(id)?;
        match constant.value {
            Value::Scalar(bits) if constant.int != Int::None => u32::try_from(bits).ok(),
            Value::Null if constant.int != Int::None => Some(0),
            _ => None,
        }
    }

    /// Whether an id names a negative integer constant that cannot be specialized.
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

    /// The same, by number, for a capability that the `spirv` crate lacks.
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

    /// The extended instruction set that an id names; `None` also for an unknown set.
    pub fn extended_set(&self, id: u32) -> Option<ExtendedSet> {
        self.import(id)?.set
    }

    /// The `OpExecutionMode` and `OpExecutionModeId` instructions of a function, in order.
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
        let index = self
            .sorted_modes
            .partition_point(|&(target, mode, _)| (target, mode) < wanted);
        let &(target, mode, inst) = self.sorted_modes.get(index)?;
        self.inst(inst).filter(|_| (target, mode) == wanted)
    }

    /// The function that contains an instruction.
    pub fn function_of(&self, inst: &Inst) -> Option<&Function> {
        self.functions.get(inst.function as usize)
    }

    /// The function that an id names.
    pub fn function(&self, id: u32) -> Option<&Function> {
        let def = self.def(id).filter(|def| def.op == Op::Function)?;
        self.functions.get(def.row as usize)
    }

    /// The execution models of the entry points that reach an instruction; empty for one outside functions.
    pub fn models_of(&self, inst: &Inst) -> Models {
        self.function_of(inst)
            .map_or(Models::default(), |function| function.models)
    }

    /// The index of the block that a label begins.
    pub fn block(&self, label: u32) -> Option<u32> {
        self.definition(label)
            .filter(|row| row.is_label())
            .map(|row| row.row_or_block)
    }

    /// The calls in a function: the callee's index and that of the instruction.
    pub fn calls(&self, function: &Function) -> &[(u32, u32)] {
        self.calls.get(function.calls.clone()).unwrap_or(&[])
    }

    /// The blocks that a block branches to, possibly with duplicates. Targets that are not labels are left out.
    pub fn successors(&self, block: &Block) -> &[u32] {
        self.successors.get(block.successors.clone()).unwrap_or(&[])
    }

    /// The blocks that branch to a block, possibly with duplicates.
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

    /// An id, displayed as in messages.
    pub fn show(&self, id: u32) -> Shown<'_, 'w> {
        Shown { module: self, id }
    }

    /// The names of ids for messages, computed on first use.
    #[cold]
    pub fn listing(&self) -> &Listing {
        self.listing.get_or_init(|| Listing::new(self.words, &[]))
    }

    /// Sets the names of ids in messages.
    pub fn name_ids(&self, names: &[(u32, String)]) {
        if !names.is_empty() {
            let _ = self.listing.set(Listing::new(self.words, names));
        }
    }
}

/// An id, displayed by its name, with the type if it is a value.
pub(crate) struct Shown<'m, 'w> {
    module: &'m Module<'w>,
    id: u32,
}

impl core::fmt::Display for Shown<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let listing = self.module.listing();
        f.write_str(&listing.id(self.id))?;
        // A function's result type does not describe the function; extended instructions of debug information return
        // void.
        let typed = self.module.def(self.id).filter(|def| def.op != Op::Function);
        let ty = typed.and_then(|def| self.module.result_type(def));
        match ty.filter(|ty| ty.kind != Kind::Void) {
            Some(ty) => write!(f, " (type {})", listing.id(ty.id)),
            None => Ok(()),
        }
    }
}

/// The range of one slot's rows in a table sorted by slot.
fn range_of(starts: &[u32], slot: usize) -> Option<core::ops::Range<usize>> {
    let (&from, &to) = (starts.get(slot)?, starts.get(slot + 1)?);
    Some(from as usize..to as usize)
}

/// The rows of one slot in a table sorted by slot.
fn range<'t, T>(table: &'t [T], starts: &[u32], slot: usize) -> &'t [T] {
    range_of(starts, slot).and_then(|range| table.get(range)).unwrap_or(&[])
}

/// The text of a literal string up to its zero byte, or up to its end if it has none (SPIR-V §2.2.1, Instructions).
pub(crate) fn string(words: &[u32]) -> String {
    let bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The number of characters in a literal string.
pub(crate) fn string_length(words: &[u32]) -> usize {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes = bytes.take_while(|&byte| byte != 0);
    // In UTF-8 all bytes of a character but the first begin with the bits 10.
    bytes.filter(|byte| byte & 0xC0 != 0x80).count()
}

/// Whether a literal string equals `text`.
pub(crate) fn string_is(words: &[u32], text: &str) -> bool {
    words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0)
        .eq(text.bytes())
}
