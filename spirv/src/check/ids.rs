//! Ids: each is defined once, is of the kind that its user expects, and its definition precedes and dominates its uses
//! (SPIR-V §2.16.1, Universal Validation Rules: "SSA", "uses of `<id>`s").
//!
//! Whether an id is a label, a type or a value is checked here; further requirements are checked by the family of the
//! instruction that uses it.

use super::Checker;
use super::module::{Class, Inst, Module, NONE, Use, is_type, takes_values};
use super::rule::rules;
use crate::words::grammar::OperandKind;
use spirv::Op;

rules! {
    /// Ids, their definitions and uses.
    Ids "ids" {
        UniqueResult "unique-result" "SPIR-V §2.16.1": "every result id is defined once";
        Undefined "undefined" "SPIR-V §2.16.1": "every id that is used is defined";
        ForwardReference "forward-reference" "SPIR-V §2.16.1":
            "ids are defined before they are used, except where forward references are allowed";
        NoForwardReference "no-forward-reference" "SPV_KHR_relaxed_extended_instruction":
            "OpExtInstWithForwardRefsKHR has at least one forward reference";
        Type "type" "SPIR-V §2.2.1": "a result type is a type";
        Operand "operand" "SPIR-V §3.52": "an operand is a value, a type, a label or an import, as the instruction requires"
            (decides "instructions of core SPIR-V, except those that enqueue kernels, and instructions of extensions that count, vote and compute");
        FunctionType "function-type" "SPIR-V §3.52.6": "function types are used by OpFunction only";
        Dominance "dominance" "SPIR-V §2.16.1": "each definition dominates its uses";
        PhiDominance "phi-dominance" "SPIR-V §2.16.1": "the definition of a phi's value dominates the value's parent";
        MemberName "member-name" "SPIR-V §3.52.2 OpMemberName": "a member that is named exists in the structure";
        OtherFunction "other-function" "SPIR-V §2.16.1": "an id of a function is used in that function only";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    results(cx);
    let module = cx.module;
    // Structural dominance implies dominance, and the rules of constructs need it too.
    let dominates = |&(above, below): &(u32, u32)| module.structural().dominates(above, below);
    let all = module.has_verified_branches && module.distant.iter().all(dominates);
    // If one definition does not dominate its use, all operands are examined, so that violations are reported in order.
    let operands = if all { &module.unverified } else { module.all_operands() };
    for &(id, at) in operands {
        let Some(user) = module.inst(at.inst) else { continue };
        if let Some(def) = module.def(id) {
            if !is_common(module, user, def, &at) {
                defined(cx, user, def, &at, id);
            }
        } else if id != 0 && id < module.header.bound && !module.has_unknown {
            cx.violate(
                Ids::Undefined,
                user,
                format_args!("{} is defined nowhere", module.show(id)),
            );
        }
    }
}

/// The common operands that need no further check: a variable, a label of the same function, and the targets of names
/// and decorations outside functions.
#[inline]
fn is_common(module: &Module<'_>, user: &Inst, def: &Inst, at: &Use) -> bool {
    let inside = def.function == user.function && def.function != NONE;
    if at.kind == OperandKind::IdResultType {
        return def.index < user.index && def.op != Op::TypeFunction && is_type(def.op);
    }
    match user.op {
        Op::Branch | Op::SelectionMerge | Op::LoopMerge => def.op == Op::Label && inside,
        Op::BranchConditional if at.word > 1 => def.op == Op::Label && inside,
        Op::Phi if at.word > 2 && at.word.is_multiple_of(2) => def.op == Op::Label && inside,
        Op::Name | Op::Decorate | Op::MemberDecorate => def.function == NONE && def.op != Op::TypeFunction,
        // catch-all: by number, as in the list of opcodes that take values.
        _ => {
            let is_value = def.result_type != 0 && def.index < user.index;
            let is_global = || def.function == NONE;
            let is_seen = || is_global() || (inside && module.structural().dominates(def.block, user.block));
            is_value && takes_values(user.opcode) && def.op != Op::Function && is_seen()
        }
    }
}

fn results(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if module.defined_again {
        redefined(cx);
    }
    for inst in module.of([Class::Extended]) {
        if inst.op == Op::ExtInstWithForwardRefsKHR {
            let operands = module.operands(inst).get(2..).unwrap_or(&[]);
            let forward = |&id: &u32| module.def(id).is_none_or(|def| def.index >= inst.index);
            if !operands.iter().any(forward) {
                cx.violate(
                    Ids::NoForwardReference,
                    inst,
                    format_args!("all of its operands are defined before"),
                );
            }
        }
    }
}

fn redefined(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for inst in &module.insts {
        if inst.result != 0 && module.def(inst.result).is_some_and(|def| def.index != inst.index) {
            cx.violate(
                Ids::UniqueResult,
                inst,
                format_args!("{} is defined before", module.show(inst.result)),
            );
        }
    }
}

/// Checks an operand whose id is defined.
fn defined(cx: &mut Checker<'_, '_>, user: &Inst, def: &Inst, at: &Use, id: u32) {
    let module = cx.module;
    if def.index >= user.index && !may_be_forward(module, user, at, id) {
        cx.violate(
            Ids::ForwardReference,
            user,
            format_args!("{} is defined only later", module.show(id)),
        );
    } else if def.function != NONE && def.op != Op::Function {
        scope(cx, user, def, at, id);
    }
    if def.op == Op::TypeFunction && !may_name_function_type(module, user, at) {
        // spirv-val does not look at instructions without semantics.
        let has_semantics = user.op != Op::ExtInst || !super::logical::is_without_semantics(module, user);
        cx.violate_part(
            Ids::FunctionType,
            has_semantics,
            user,
            format_args!("{} is a function type", module.show(id)),
        );
    }
    match at.kind {
        OperandKind::IdResultType => {
            if !is_type(def.op) {
                cx.violate(Ids::Type, user, format_args!("{} is no type", module.show(id)));
            }
        }
        _ => operand(cx, user, def, at, id),
    }
}

fn may_name_function_type(module: &Module<'_>, user: &Inst, at: &Use) -> bool {
    match user.op {
        Op::Function => at.word == 4,
        Op::AsmINTEL => at.word == 3,
        Op::Name | Op::Decorate | Op::DecorateId | Op::DecorateString | Op::GroupDecorate => true,
        // Debug information may name one, but no result is of one.
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR => at.kind != OperandKind::IdResultType,
        Op::TypePointer => module.has_capability(spirv::Capability::FunctionPointersINTEL),
        // It names a function; what else it names is reported by a rule of `logical`.
        Op::EntryPoint => at.word == 2,
        _ => false,
    }
}

/// Whether an operand may name an id that is defined later: in instructions that precede the definitions, in labels,
/// and in types that are recursive through pointers (SPIR-V §2.16.1, Universal Validation Rules).
fn may_be_forward(module: &Module<'_>, user: &Inst, at: &Use, id: u32) -> bool {
    match user.op {
        Op::Name
        | Op::MemberName
        | Op::EntryPoint
        | Op::ConditionalEntryPointINTEL
        | Op::GraphEntryPointARM
        | Op::ExecutionMode
        | Op::ExecutionModeId
        | Op::Decorate
        | Op::DecorateId
        | Op::DecorateString
        | Op::MemberDecorate
        | Op::MemberDecorateString
        | Op::MemberDecorateIdEXT
        | Op::TypeForwardPointer
        // Their conditions are constants, which are declared after them.
        | Op::ConditionalExtensionINTEL
        | Op::ConditionalCapabilityINTEL
        | Op::Branch
        | Op::SelectionMerge
        | Op::LoopMerge
        | Op::ExtInstWithForwardRefsKHR => true,
        Op::GroupDecorate | Op::GroupMemberDecorate | Op::BranchConditional | Op::Switch => at.word > 1,
        Op::Phi => at.word > 2,
        Op::FunctionCall => at.word == 3,
        // Functions of elements (SPV_NV_cooperative_matrix2).
        Op::CooperativeMatrixReduceNV | Op::CooperativeMatrixPerElementOpNV | Op::CooperativeMatrixLoadTensorNV => {
            module.def(id).is_some_and(|def| def.op == Op::Function)
        }
        // Functions passed to enqueue instructions.
        Op::EnqueueKernel => at.word == 9,
        Op::GetKernelNDrangeSubGroupCount | Op::GetKernelNDrangeMaxSubGroupSize => at.word == 4,
        Op::GetKernelWorkGroupSize | Op::GetKernelPreferredWorkGroupSizeMultiple | Op::GetKernelMaxNumSubgroups => {
            at.word == 3
        }
        Op::GetKernelLocalSizeForSubgroupCount => at.word == 4,
        Op::ConstantFunctionPointerINTEL => true,
        Op::TypeStruct | Op::TypeArray | Op::TypeRuntimeArray | Op::TypePointer | Op::TypeFunction => {
            is_forward_pointer(module, user, id)
        }
        Op::ExtInst => super::logical::is_debug_of_opencl(module, user) && is_forward_debug(module, user, at),
        _ => false,
    }
}

/// The debug instruction sets for OpenCL allow forward references to members of composites and to functions
/// (OpenCL.DebugInfo.100 §2.2). Which ones the older set, DebugInfo, allows is unknown, so all of them are accepted.
fn is_forward_debug(module: &Module<'_>, user: &Inst, at: &Use) -> bool {
    const COMPOSITE: u32 = 10;
    const FUNCTION: u32 = 20;
    let older = module.extended_set(module.operand(user, 0)).is_none();
    match module.operand(user, 1) {
        _ if older => true,
        COMPOSITE | FUNCTION => at.word >= 14,
        _ => false,
    }
}

/// Whether an `OpTypeForwardPointer` before the user declares an id.
pub(super) fn is_forward_pointer(module: &Module<'_>, user: &Inst, id: u32) -> bool {
    let mut before = module.mentions(id).iter().filter_map(|at| module.inst(at.inst));
    before.any(|inst| inst.op == Op::TypeForwardPointer && inst.index < user.index)
}

/// Checks that a definition inside a function is used in that function only, and dominates the use.
fn scope(cx: &mut Checker<'_, '_>, user: &Inst, def: &Inst, at: &Use, id: u32) {
    let module = cx.module;
    if user.function == NONE {
        let names = matches!(
            user.op,
            Op::Name
                | Op::MemberName
                | Op::Decorate
                | Op::DecorateId
                | Op::DecorateString
                | Op::GroupDecorate
                | Op::GroupMemberDecorate
        );
        if !names && !matches!(user.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) {
            cx.violate(
                Ids::OtherFunction,
                user,
                format_args!("{} is part of a function", module.show(id)),
            );
        }
        return;
    }
    if user.function != def.function {
        // Rules of control flow have labels, which branches, merges and phis use.
        if def.op == Op::Label {
            return;
        }
        cx.violate(
            Ids::OtherFunction,
            user,
            format_args!("{} is part of another function", module.show(id)),
        );
        return;
    }
    // Function parameters have no block; labels need not dominate their uses.
    if def.block == NONE || def.op == Op::Label || user.block == NONE {
        return;
    }
    if user.op == Op::Phi && at.word > 2 {
        phi(cx, user, def, at, id);
    } else if !module.always_after(def.block, user.block) {
        cx.violate(
            Ids::Dominance,
            user,
            format_args!("the definition of {} does not dominate this block", module.show(id)),
        );
    }
}

fn phi(cx: &mut Checker<'_, '_>, user: &Inst, def: &Inst, at: &Use, id: u32) {
    let module = cx.module;
    let parent = module.words_of(user).get(at.word as usize + 1).copied().unwrap_or(0);
    let Some(parent) = module.block_in(user.function, parent) else {
        return;
    };
    if !module.always_after(def.block, parent) && module.dominance().is_reachable(user.block) {
        cx.violate(
            Ids::PhiDominance,
            user,
            format_args!("the definition of {} does not dominate the parent", module.show(id)),
        );
    }
}

/// The kind of id that an operand must name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Value,
    Type,
    Label,
    Function,
    Import,
    Structure,
    Text,
    /// Another family checks the operand.
    Any,
}

fn expected(module: &Module<'_>, user: &Inst, at: &Use) -> Expected {
    let op = user.op;
    match op {
        Op::Branch | Op::SelectionMerge | Op::LoopMerge => Expected::Label,
        Op::BranchConditional | Op::Switch if at.word > 1 => Expected::Label,
        Op::Phi if at.word > 2 && at.word.is_multiple_of(2) => Expected::Label,
        Op::FunctionCall if at.word == 3 => Expected::Function,
        Op::MemberName if at.word == 1 => Expected::Structure,
        Op::Line if at.word == 1 => Expected::Text,
        Op::Source if at.word == 3 => Expected::Text,
        Op::Function | Op::SizeOf => Expected::Any,
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR if at.word == 3 => Expected::Import,
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR if super::logical::is_without_semantics(module, user) => {
            Expected::Any
        }
        Op::SpecConstantOp => match Op::from_u32(module.operand(user, 0)) {
            Some(Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV) => Expected::Type,
            Some(
                Op::UntypedAccessChainKHR
                | Op::UntypedInBoundsAccessChainKHR
                | Op::UntypedPtrAccessChainKHR
                | Op::UntypedInBoundsPtrAccessChainKHR,
            ) => Expected::Any,
            _ => Expected::Value,
        },
        Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV => Expected::Type,
        Op::EnqueueKernel
        | Op::GetKernelNDrangeSubGroupCount
        | Op::GetKernelNDrangeMaxSubGroupSize
        | Op::GetKernelWorkGroupSize
        | Op::GetKernelPreferredWorkGroupSizeMultiple
        | Op::GetKernelLocalSizeForSubgroupCount
        | Op::GetKernelMaxNumSubgroups => Expected::Any,
        // The instructions of core SPIR-V that compute or access memory. Other instructions outside functions, except
        // constants and variables, and the instructions of extensions are checked by other families.
        _ if matches!(op as u32, 12 | 41..=70 | 77..=330 | 333..=391 | 400..=403) => Expected::Value,
        _ if computes(user.opcode) => Expected::Value,
        _ => Expected::Any,
    }
}

/// Instructions of extensions whose id operands are all values: votes, ballots and group operations, tensors, cooperative
/// vectors, image processing, dot products, clocks, quads, tile attachments, fragments and footprints, atomics,
/// expectations and SPV_INTEL_shader_integer_functions2.
fn computes(opcode: u16) -> bool {
    matches!(
        opcode,
        4160..=4162
            | 4164..=4166 | 4421 | 4422 | 4427..=4432 | 4450..=4455 | 4480..=4483 | 4500..=4503 | 5000..=5007 | 5011 | 5012 | 5056 | 5283 | 5110 | 5111 | 5289..=5292 | 5296 | 5302 | 5303 | 5337..=5339 | 5344 | 5585..=5598 | 5614 | 5615 | 5630 | 5631 | 6035
    )
}

fn operand(cx: &mut Checker<'_, '_>, user: &Inst, def: &Inst, at: &Use, id: u32) {
    let module = cx.module;
    let expected = expected(module, user, at);
    let (fits, what) = match expected {
        Expected::Any => return,
        Expected::Value => (def.result_type != 0 && def.op != Op::Function, "value"),
        Expected::Type => (is_type(def.op), "type"),
        Expected::Label => (def.op == Op::Label, "label"),
        Expected::Function => (def.op == Op::Function, "function"),
        Expected::Import => (def.op == Op::ExtInstImport, "imported set"),
        Expected::Structure => (def.op == Op::TypeStruct, "structure"),
        Expected::Text => (def.op == Op::String, "string"),
    };
    if !fits {
        // spirv-val takes labels and strings as operands of extended instructions.
        let extended = matches!(user.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) && expected == Expected::Value;
        let in_spirv_val = !extended || is_type(def.op) || def.op == Op::Function;
        let message = format_args!("{} is no {what}", module.show(id));
        return cx.violate_part(Ids::Operand, in_spirv_val, user, message);
    }
    let number = module.operand(user, 1);
    if user.op == Op::MemberName && number as usize >= module.operands(def).len() {
        let message = format_args!("{} has no member {number}", module.show(id));
        cx.violate(Ids::MemberName, user, message);
    }
}
