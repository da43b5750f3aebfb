//! The logical layout: the order of sections, and the structure of functions and blocks (SPIR-V §2.4, Logical Layout of
//! a Module; §2.16.1, Universal Validation Rules).
//!
//! The positions of merge instructions and phis are checked in `flow`.

mod calls;

use super::Checker;
use super::module::{Block, Class, Function, Inst, Kind, Module, NONE};
use super::rule::rules;
use crate::check::message;
use core::fmt;
use spirv::{Capability, Decoration, ExecutionModel, LinkageType, Op, StorageClass};
use std::sync::OnceLock;

rules! {
    /// Sections and the structure of functions.
    Logical "logical" {
        Sections "sections" "SPIR-V §2.4": "instructions are in the order of the sections";
        SourceContinued "source-continued" "SPIR-V §3.52.2 OpSourceContinued":
            "the instruction before OpSourceContinued is OpSource or OpSourceContinued" [ours:
            "The previous instruction must be an OpSource or an OpSourceContinued instruction"];
        MemoryModel "memory-model" "SPIR-V §2.4": "there is exactly one OpMemoryModel";
        VulkanMemoryModel "vulkan-memory-model" "SPV_KHR_vulkan_memory_model §3.5":
            "with the capability VulkanMemoryModel the memory model is Vulkan";
        Recursion "recursion" vuid "VUID-StandaloneSpirv-None-04634" "Vulkan, Standalone SPIR-V":
            "no function that an entry point reaches calls itself, by way of others or not";
        EntryPoint "entry-point" "SPIR-V §2.16.1": "there is an entry point, unless Linkage is declared";
        EntryPointUnique "entry-point-unique" "SPIR-V §3.52.5":
            "no two entry points have the same execution model and name";
        EntryPointFunction "entry-point-function" "SPIR-V §3.52.5": "an entry point names a function";
        EntryPointSignature "entry-point-signature" vuid "VUID-StandaloneSpirv-None-04633" "Vulkan, Standalone SPIR-V":
            "an entry point returns nothing and has no parameters";
        Call "call" "SPIR-V §2.16.1, §3.52.9 OpFunctionCall":
            "a call has the function's result, and its parameters in number and type";
        EntryPointCalled "entry-point-called" "SPIR-V §2.16.1": "no function is both an entry point and called";
        Functions "functions" "SPIR-V §2.4": "functions begin, have parameters and end, one after the other";
        Declarations "declarations" "SPIR-V §2.4": "function declarations precede definitions";
        Import "import" "SPIR-V §2.16.1": "functions without a body, and only those, have Import linkage";
        Signature "signature" "SPIR-V §3.52.9": "a function has the result and the parameters of its type";
        Blocks "blocks" "SPIR-V §2.4": "instructions of a function are in blocks, which end with a terminator";
        LocalVariables "local-variables" "SPIR-V §2.4": "variables of a function come first in its first block";
        Storage "storage" "SPIR-V §2.4":
            "variables inside functions, and no others, are of storage class Function";
        Variables "variables" "SPIR-V §2.17": "there are at most 65,535 variables outside functions, and 524,287 in them";
    }
}

/// The sections, in order (SPIR-V §2.4, Logical Layout of a Module).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    EntryPoints,
    ExecutionModes,
    Sources,
    Names,
    Processed,
    Annotations,
    Declarations,
    Functions,
    Graphs,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capabilities => "capabilities",
            Self::Extensions => "extensions",
            Self::Imports => "imported instruction sets",
            Self::MemoryModel => "memory model",
            Self::EntryPoints => "entry points",
            Self::ExecutionModes => "execution modes",
            Self::Sources => "sources and strings",
            Self::Names => "names",
            Self::Processed => "OpModuleProcessed",
            Self::Annotations => "annotations",
            Self::Declarations => "types, constants and global variables",
            Self::Functions => "functions",
            Self::Graphs => "graphs",
        })
    }
}

/// The section of an opcode outside functions; `None` if it may occur in several sections.
fn section_of(op: Op) -> Option<Section> {
    Some(match op {
        Op::Capability | Op::ConditionalCapabilityINTEL => Section::Capabilities,
        Op::Extension | Op::ConditionalExtensionINTEL => Section::Extensions,
        Op::ExtInstImport => Section::Imports,
        Op::MemoryModel => Section::MemoryModel,
        Op::EntryPoint | Op::ConditionalEntryPointINTEL => Section::EntryPoints,
        Op::ExecutionMode | Op::ExecutionModeId => Section::ExecutionModes,
        Op::String | Op::Source | Op::SourceExtension | Op::SourceContinued => Section::Sources,
        Op::Name | Op::MemberName => Section::Names,
        Op::ModuleProcessed => Section::Processed,
        Op::Decorate
        | Op::DecorateId
        | Op::DecorateString
        | Op::MemberDecorate
        | Op::MemberDecorateString
        | Op::MemberDecorateIdEXT
        | Op::GroupDecorate
        | Op::GroupMemberDecorate
        | Op::DecorationGroup => Section::Annotations,
        _ if is_declaration(op) => Section::Declarations,
        Op::Function => Section::Functions,
        Op::GraphEntryPointARM | Op::GraphARM => Section::Graphs,
        // Lines may occur anywhere after the annotations, and instructions of non-semantic and debug sets anywhere
        // after the first type. All others belong into functions.
        Op::Line | Op::NoLine => Section::Declarations,
        _ => return None,
    })
}

/// The sections of instructions, by opcode for those below 512.
struct Sections([Option<Section>; 512]);

impl Sections {
    fn get() -> &'static Self {
        static CORE: OnceLock<Sections> = OnceLock::new();
        let of = |opcode| Op::from_u32(opcode as u32).and_then(section_of);
        CORE.get_or_init(|| Self(core::array::from_fn(of)))
    }

    /// The section of an instruction; `None` if it may occur in several sections.
    fn of(&self, inst: &Inst) -> Option<Section> {
        let section = match self.0.get(usize::from(inst.opcode)) {
            Some(&section) => section,
            None => section_of(inst.op),
        };
        // Lines inside functions belong to their function.
        section.filter(|_| !is_source_line(inst) || inst.function == NONE)
    }
}

fn is_source_line(inst: &Inst) -> bool {
    matches!(inst.op, Op::Line | Op::NoLine)
}

/// Whether an opcode belongs to the section of types, constants and global variables.
fn is_declaration(op: Op) -> bool {
    super::module::is_type(op)
        || matches!(op as u32, 41..=46 | 48..=52)
        || matches!(
            op,
            Op::TypeForwardPointer
                | Op::ConstantCompositeReplicateEXT
                | Op::SpecConstantCompositeReplicateEXT
                | Op::ConstantSizeOfEXT
                | Op::ConstantPipeStorage
                | Op::ConstantFunctionPointerINTEL
                | Op::GraphConstantARM
                | Op::AsmTargetINTEL
                | Op::AsmINTEL
        )
}

/// Whether an extended instruction belongs to a non-semantic set or to a debug set for OpenCL.
pub(super) fn is_without_semantics(module: &Module<'_>, inst: &Inst) -> bool {
    let import = module.import(module.operand(inst, 0));
    import.is_some_and(|import| import.is_non_semantic || import.is_debug_of_opencl)
}

/// Whether an extended instruction belongs to a set of debug information.
fn is_debug(module: &Module<'_>, inst: &Inst) -> bool {
    let import = module.import(module.operand(inst, 0));
    import.is_some_and(|import| import.is_debug)
}

/// Whether an extended instruction belongs to a debug set for OpenCL.
pub(super) fn is_debug_of_opencl(module: &Module<'_>, inst: &Inst) -> bool {
    let import = module.import(module.operand(inst, 0));
    import.is_some_and(|import| import.is_debug_of_opencl)
}

/// Whether an instruction may occur anywhere in a function: a line, or an instruction of a debug set for OpenCL
/// (NonSemantic.Shader.DebugInfo, "Introduction": these "can no longer appear in any place in function bodies").
pub(super) fn is_line(module: &Module<'_>, inst: &Inst) -> bool {
    match inst.op {
        Op::Line | Op::NoLine => true,
        Op::ExtInst => is_debug_of_opencl(module, inst),
        _ => false,
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let has_stray = sections(cx);
    memory_model(cx);
    entry_points(cx);
    functions(cx, has_stray);
    variables(cx);
}

/// Checks the order of sections. Returns whether instructions outside functions may belong into one.
fn sections(cx: &mut Checker<'_, '_>) -> bool {
    let module = cx.module;
    // Instructions inside functions are in order, unless the decoder has found one that belongs outside.
    if module.has_misplaced || module.has_unknown {
        order(cx, module.insts.iter())
    } else {
        order(cx, module.outside_and_starts())
    }
}

fn order<'m>(cx: &mut Checker<'_, '_>, insts: impl Iterator<Item = &'m Inst>) -> bool {
    let module = cx.module;
    let mut current = Section::Capabilities;
    let mut models = 0;
    let mut has_stray = false;
    let sections = Sections::get();
    for inst in insts {
        let section = sections.of(inst);
        if section == Some(current) && !matches!(inst.op, Op::MemoryModel | Op::SourceContinued) {
            continue;
        }
        // These opcodes belong into functions.
        if inst.function != NONE && matches!(inst.opcode, 55..=70 | 77..=329) {
            continue;
        }
        if inst.op == Op::SourceContinued {
            let before = inst.index.checked_sub(1).and_then(|before| module.inst(before));
            if !before.is_some_and(|before| matches!(before.op, Op::Source | Op::SourceContinued)) {
                cx.violate(
                    Logical::SourceContinued,
                    inst,
                    format_args!("there is no source before it"),
                );
            }
        }
        models += u32::from(inst.op == Op::MemoryModel);
        if models == 2 && inst.op == Op::MemoryModel {
            cx.violate(Logical::MemoryModel, inst, format_args!("it is a second OpMemoryModel"));
        }
        let Some(section) = section else {
            has_stray |= inst.function == NONE && inst.op != Op::Variable;
            // Undefined values and variables may occur outside and inside functions; the others belong into functions.
            if (inst.is_foreign()
                || matches!(
                    inst.op,
                    Op::ExtInst | Op::ExtInstWithForwardRefsKHR | Op::Undef | Op::Variable | Op::UntypedVariableKHR
                ))
                && inst.function == NONE
                && current < Section::Declarations
            {
                current = Section::Declarations;
            }
            continue;
        };
        // A function declaration, which has no body, may be followed only by further functions. Lines may also occur
        // between functions, where the line of an OpFunction precedes it.
        if section < current && !is_source_line(inst) {
            cx.violate(
                Logical::Sections,
                inst,
                format_args!("it belongs to the section of {section}, before that of {current}"),
            );
        }
        current = current.max(section);
    }
    if models == 0 {
        cx.violate_module(Logical::MemoryModel, 0, format_args!("there is no OpMemoryModel"));
    }
    has_stray
}

/// Checks the memory model if VulkanMemoryModel is declared.
fn memory_model(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let other = |&(_, model): &(u32, u32)| model != spirv::MemoryModel::Vulkan as u32;
    let Some((_, model)) = module.memory_model.filter(other) else {
        return;
    };
    let stated = module.outside().find(|inst| inst.op == Op::MemoryModel);
    if let Some(inst) = stated.filter(|_| module.has_capability(Capability::VulkanMemoryModel)) {
        cx.violate(
            Logical::VulkanMemoryModel,
            inst,
            format_args!("the memory model is {}", message::memory_model(model)),
        );
    }
}

fn entry_points(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let elsewhere = module.has_capability(Capability::Linkage) || module.has_capability(Capability::GraphARM);
    if module.entry_points.is_empty() && !elsewhere {
        cx.violate_module(Logical::EntryPoint, 0, format_args!("there is no entry point"));
    }
    let (mut seen, many) = (hashbrown::HashSet::new(), module.entry_points.len() > 1);
    for entry in &module.entry_points {
        let Some(inst) = module.inst(entry.inst) else { continue };
        if many && !seen.insert((entry.model, entry.name)) {
            let name = super::module::string(entry.name);
            cx.violate(
                Logical::EntryPointUnique,
                inst,
                format_args!("another entry point of this execution model is called \"{name}\""),
            );
        }
        if module.def(entry.function).is_some_and(|def| def.op != Op::Function) {
            cx.violate(
                Logical::EntryPointFunction,
                inst,
                format_args!("{} is no function", module.show(entry.function)),
            );
        }
        if !entry.is_first {
            continue;
        }
        let signature = module
            .function(entry.function)
            .and_then(|function| module.ty(function.ty));
        if let Some(Kind::Function { result, parameters }) = signature.map(|ty| ty.kind) {
            let void = module.ty(result).is_none_or(|ty| ty.is_void());
            let kernel = entry.model == ExecutionModel::Kernel as u32;
            if !kernel && (!void || !parameters.is_empty()) {
                cx.violate(
                    Logical::EntryPointSignature,
                    inst,
                    format_args!("{} returns a value or has parameters", module.show(entry.function)),
                );
            }
        }
        let called = module
            .uses(entry.function)
            .iter()
            .filter_map(|at| module.inst(at.inst).filter(|_| at.word == 3))
            .find(|inst| inst.op == Op::FunctionCall);
        if let Some(call) = called {
            cx.violate(
                Logical::EntryPointCalled,
                call,
                format_args!("{} is an entry point", module.show(entry.function)),
            );
        }
    }
}

/// Reports instructions outside functions that belong into one.
fn strays(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    // Instructions of a graph lie between OpGraphARM and OpGraphEndARM (SPV_ARM_graph).
    let mut in_graph = false;
    for inst in module.outside() {
        match inst.op {
            Op::GraphARM => in_graph = true,
            Op::GraphEndARM => in_graph = false,
            _ if in_graph => {}
            Op::FunctionEnd | Op::FunctionParameter | Op::Label => {
                cx.violate(
                    Logical::Functions,
                    inst,
                    format_args!("there is no function that this is part of"),
                );
            }
            op if Sections::get().of(inst).is_none()
                && !matches!(op, Op::Undef | Op::Variable | Op::UntypedVariableKHR)
                && !inst.is_foreign() =>
            {
                let allowed =
                    matches!(op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) && is_without_semantics(module, inst);
                if !allowed && inst.known {
                    cx.violate(Logical::Sections, inst, format_args!("it belongs into a function"));
                }
            }
            _ => {}
        }
    }
}

fn functions(cx: &mut Checker<'_, '_>, has_stray: bool) {
    let module = cx.module;
    for function in &module.functions {
        for &(_, inst) in module.calls(function) {
            if let Some(inst) = module.inst(inst) {
                calls::call(cx, inst);
            }
        }
    }
    if cx.target.is_vulkan() {
        if !module.has_ordered_calls {
            calls::recursion(cx);
        }
    }
    if has_stray {
        strays(cx);
    }
    let mut defined = false;
    for function in &module.functions {
        let Some(first) = module.inst(function.first) else {
            continue;
        };
        let body = module.body(function);
        if body.last().is_none_or(|last| last.op != Op::FunctionEnd) {
            cx.violate(Logical::Functions, first, format_args!("there is no OpFunctionEnd"));
        }
        let declared = function.blocks.is_empty();
        let imported = linkage(cx, function.id, first, declared);
        if declared && defined && imported {
            cx.violate(
                Logical::Declarations,
                first,
                format_args!("it has no body, and a function before it has one"),
            );
        }
        defined |= !declared;
        calls::signature(cx, function, first);
        body_structure(cx, function);
    }
}

/// Checks that a function has either a body or Import linkage. Returns whether it has Import linkage.
fn linkage(cx: &mut Checker<'_, '_>, id: u32, first: &Inst, declared: bool) -> bool {
    let import = cx
        .module
        .decorations(id)
        .iter()
        .filter(|row| row.is(Decoration::LinkageAttributes))
        .any(|row| row.operands.last() == Some(&(LinkageType::Import as u32)));
    if declared && !import {
        cx.violate(
            Logical::Import,
            first,
            format_args!("it has no body and no Import linkage"),
        );
    } else if !declared && import {
        cx.violate(Logical::Import, first, format_args!("it has a body and Import linkage"));
    }
    import
}

/// Checks that the instructions after the head of a function are in blocks, and that each block ends with a terminator.
fn body_structure(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let blocks = module.blocks_of(function);
    let first = blocks.first().map_or(function.end, |block| block.first);
    for parameter in module
        .parameters(function)
        .iter()
        .filter(|&&parameter| parameter > first)
    {
        if let Some(inst) = module.inst(*parameter) {
            let message = format_args!("parameters come before the first block");
            cx.violate(Logical::Functions, inst, message);
        }
    }
    let mut from = function.first + 1;
    for block in blocks {
        no_block(cx, from..block.first);
        from = block.end;
        if block.terminator != NONE || module.has_unknown {
            continue;
        }
        // The error is reported at the next label, or at the OpFunctionEnd, which the last block's range includes.
        match (module.inst(from), module.inst(from.wrapping_sub(1))) {
            (_, Some(end)) if end.op == Op::FunctionEnd => {
                cx.violate(Logical::Blocks, end, format_args!("the last block has no terminator"));
            }
            (Some(label), _) if label.op == Op::Label => {
                let message = format_args!("the block before it has no terminator");
                cx.violate(Logical::Blocks, label, message);
            }
            _ => {}
        }
    }
    no_block(cx, from..function.end);
    if let Some(entry) = blocks.first().filter(|_| function.variables > 0) {
        local_variables(cx, function, entry);
    }
}

/// Reports instructions of a function that are in no block.
fn no_block(cx: &mut Checker<'_, '_>, insts: core::ops::Range<u32>) {
    let module = cx.module;
    for index in insts {
        let Some(inst) = module.inst(index) else { continue };
        let fits = match inst.op {
            Op::FunctionParameter | Op::FunctionEnd | Op::Line | Op::NoLine => true,
            // Compilers write debug information between blocks. A rule of `ext_inst` is about it.
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR if is_debug(module, inst) => {
                let next = module.inst(inst.index + 1);
                is_debug_of_opencl(module, inst) || next.is_none_or(|next| next.op != Op::FunctionParameter)
            }
            _ => !inst.known,
        };
        if !fits {
            cx.violate(Logical::Blocks, inst, format_args!("it is in no block"));
        }
    }
}

/// Checks that variables come first in the first block of a function, except for lines and debug information.
fn local_variables(cx: &mut Checker<'_, '_>, function: &Function, entry: &Block) {
    let module = cx.module;
    let mut seen = 0;
    for inst in module.block_body(entry).iter().skip(1) {
        match inst.op {
            Op::Variable | Op::UntypedVariableKHR => seen += 1,
            _ if is_line(module, inst) => {}
            _ => break,
        }
    }
    if seen == function.variables {
        return;
    }
    // The variables counted above come before all others.
    let own = module.body(function).iter();
    let own = own.filter(|inst| matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) && inst.block != NONE);
    for inst in own.skip(seen as usize) {
        cx.violate(
            Logical::LocalVariables,
            inst,
            format_args!("it is not among the first instructions of the first block"),
        );
    }
}

fn variables(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut global = 0_u32;
    let mut local = 0_u32;
    for inst in module.of([Class::Variable]) {
        if !matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) {
            continue;
        }
        let inside = inst.function != NONE;
        let class = module.operand(inst, 0);
        if inside != (class == StorageClass::Function as u32) {
            let (place, class) = (if inside { "in" } else { "outside" }, message::class(class));
            let message = format_args!("the variable is {place} a function, and its storage class {class}");
            cx.violate(Logical::Storage, inst, message);
        }
        let over = if inside {
            local += 1;
            local == 524_288
        } else {
            global += 1;
            global == 65_536
        };
        if over {
            cx.violate(Logical::Variables, inst, format_args!("there are too many variables"));
        }
    }
}
