//! Universal limits on the operands of an instruction, the execution modes of an entry point and the decorations of an
//! id (SPIR-V §2.17, Universal Limits). The limits on types, switches, nesting, variables and ids are checked by the
//! families of those subjects.

use super::Checker;
use super::module::{Class, Decorated, Inst, string_length};
use super::rule::rules;
use crate::words::grammar::OperandKind;
use spirv::Op;

rules! {
    /// Universal limits.
    Limits "limits" {
        Indexes "indexes" "SPIR-V §2.17": "an access chain, an extraction or an insertion has at most 255 indexes";
        Arguments "arguments" "SPIR-V §2.17": "an extended instruction has at most 255 arguments" [ours:
            "Universal Limits: OpExtInst actual arguments: 255"];
        String "string" "SPIR-V §2.17": "a literal string has at most 65,535 characters" [ours:
            "Universal Limits: Characters in a literal string: 65,535"];
        ExecutionModes "execution-modes" "SPIR-V §2.17": "an entry point has at most 255 execution modes" [ours:
            "Universal Limits: Execution modes per entry point: 255"];
        Decorations "decorations" "SPIR-V §2.17":
            "an id, or a member, has no more decorations than there are in the specification" [ours:
            "Universal Limits: Decorations per target <id>: Number of entries in the Decoration table"];
    }
}

const MAX_INDEXES: usize = 255;
const MAX_ARGUMENTS: usize = 255;
const MAX_CHARACTERS: usize = 65_535;
const MAX_MODES: usize = 255;

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for inst in module.long.iter().filter_map(|&at| module.inst(at)) {
        operand_count(cx, inst);
    }
    execution_modes(cx);
    decorations(cx);
}

/// Checks an instruction with more than 255 words.
fn operand_count(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let operands = module.operands(inst);
    let before = match inst.op {
        Op::AccessChain | Op::InBoundsAccessChain | Op::CompositeExtract => 1,
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain | Op::CompositeInsert => 2,
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => 2,
        Op::UntypedPtrAccessChainKHR | Op::UntypedInBoundsPtrAccessChainKHR => 3,
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR => {
            let arguments = operands.len().saturating_sub(2);
            if arguments > MAX_ARGUMENTS {
                cx.violate(Limits::Arguments, inst, format_args!("it has {arguments}"));
            }
            return;
        }
        Op::SourceContinued | Op::SourceExtension | Op::String | Op::Extension => return string(cx, inst, 0),
        Op::ExtInstImport | Op::ModuleProcessed => return string(cx, inst, 0),
        Op::Name => return string(cx, inst, 1),
        Op::MemberName | Op::EntryPoint | Op::DecorateString => return string(cx, inst, 2),
        Op::Source | Op::MemberDecorateString => return string(cx, inst, 3),
        Op::Decorate => return string(cx, inst, 2),
        _ => return,
    };
    let indexes = operands.len().saturating_sub(before);
    if indexes > MAX_INDEXES {
        cx.violate(Limits::Indexes, inst, format_args!("it has {indexes}"));
    }
}

/// Checks a literal string that begins at operand `from`.
fn string(cx: &mut Checker<'_, '_>, inst: &Inst, from: usize) {
    let words = cx.module.operands(inst).get(from..).unwrap_or(&[]);
    let characters = string_length(words);
    if characters > MAX_CHARACTERS {
        cx.violate(Limits::String, inst, format_args!("it has {characters} characters"));
    }
}

fn execution_modes(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let modes = module.of([Class::Mode]).count();
    if modes <= MAX_MODES {
        return;
    }
    for entry in module.entry_points.iter().filter(|entry| entry.is_first) {
        let modes = module.modes(entry.function).count();
        if modes > MAX_MODES {
            if let Some(inst) = module.inst(entry.inst) {
                cx.violate(Limits::ExecutionModes, inst, format_args!("it has {modes}"));
            }
        }
    }
}

fn decorations(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let most = OperandKind::Decoration.enumerants().len();
    let all = module.all_decorations();
    let one_target =
        |one: &Decorated<'_>, other: &Decorated<'_>| (one.target, one.member) == (other.target, other.member);
    for of_one in all.chunk_by(one_target) {
        let first = of_one.first().and_then(|row| module.inst(row.inst));
        if let Some(inst) = first.filter(|_| of_one.len() > most) {
            cx.violate(Limits::Decorations, inst, format_args!("it is one of {}", of_one.len()));
        }
    }
}
