//! Extended instructions: the types of GLSL.std.450's operands and results, the debug sets, and the other non-semantic
//! sets.
//!
//! The decoder checks that an instruction exists and has the number of operands that its set's grammar states;
//! `physical` reports the errors. Sets are identified once, at their imports. Unknown instructions of a non-semantic
//! set are valid (SPV_KHR_non_semantic_info).

mod debug;
mod debug_table;
mod debug_text;
mod glsl;
mod reflection;

use super::Checker;
use super::module::{Class, Inst, Module, string};
use super::rule::rules;
use crate::target::SpirvVersion;
use spirv::{GlslStd450Op, Op};

rules! {
    /// Extended instructions.
    ExtInst "ext-inst" {
        Result "result" "GLSL.std.450 §2": "the result's type is one that the instruction returns";
        Operand "operand" "GLSL.std.450 §2": "an operand's type is one that the instruction takes, given the result's";
        Interpolant "interpolant" "GLSL.std.450 §2": "the interpolant is a pointer to an input of the result's type";
        Interpolation "interpolation" "GLSL.std.450 §2":
            "interpolation is for fragment shaders, and needs InterpolationFunction";
        Obsolete "obsolete" "GLSL.std.450 §2": "IMix is no instruction any more";
        Import "import" "SPIR-V §3.52.4 OpExtInstImport":
            "a set has a specification, or a name that begins with NonSemantic."
            (decides "the sets of the registry, those of Arm, IMG and TOSA by the beginning of the name");
        ImportVersion "import-version" "SPIR-V §3.52.4 OpExtInstImport":
            "the name of a set that has versions ends in one of them";
        NonSemanticExtension "non-semantic-extension" "SPIR-V §3.52.4 OpExtInstImport, SPV_KHR_non_semantic_info":
            "before SPIR-V 1.6 a non-semantic set needs SPV_KHR_non_semantic_info";
        ForwardSet "forward-set" "SPV_KHR_relaxed_extended_instruction":
            "OpExtInstWithForwardRefsKHR is for non-semantic sets" [newer];
        ForwardReference "forward-reference" "SPV_KHR_relaxed_extended_instruction":
            "an operand of OpExtInstWithForwardRefsKHR is a forward reference" [newer];
        NonSemanticUse "non-semantic-use" "SPV_KHR_non_semantic_info":
            "results of non-semantic instructions are used by such instructions only";
        DebugResult "debug-result" "NonSemantic.Shader.DebugInfo": "the result of debug information and reflection is void";
        DebugOperand "debug-operand" "NonSemantic.Shader.DebugInfo, Instructions":
            "an operand of debug information is of the kind that its instruction requires";
        DebugPlace "debug-place" "NonSemantic.Shader.DebugInfo, Binary Form":
            "scopes, lines, values and definitions are in functions, all other debug information before the functions"
            (decides "in or outside functions");
        DebugBlock "debug-block" "NonSemantic.Shader.DebugInfo, Binary Form":
            "scopes, lines, values and definitions are in blocks" [ours:
            "DebugScope, DebugNoScope, DebugDeclare, DebugValue, DebugLine, DebugNoLine and DebugFunctionDefinition must appear within valid locations in a block"];
        DebugVersion "debug-version" "NonSemantic.Shader.DebugInfo, Version 101":
            "a debug instruction is one of its set's version";
        DebugCount "debug-count" "NonSemantic.Shader.DebugInfo, Type instructions":
            "vectors have 1 to 4 components, for kernels to 16, and matrices 1 to 4 columns";
        DebugLine "debug-line" "NonSemantic.Shader.DebugInfo, Line and Columns index":
            "the end of a DebugLine is not before its start";
        DebugBeyond "debug-beyond" "NonSemantic.Shader.DebugInfo, Line and Columns index":
            "a line or column is one of the source's text, where that is given"
            (decides "lines beside their source, and their columns") [newer];
        DebugDefinition "debug-definition" "NonSemantic.Shader.DebugInfo, DebugFunctionDefinition":
            "a DebugFunctionDefinition is in the entry block, and is the only one of its function and of its DebugFunction";
        DebugNumber "debug-number" "NonSemantic.Shader.DebugInfo, Enumerations":
            "flags, encodings, tags, qualifiers, operations, storage classes and languages are those of their tables"
            (decides "constants that cannot be specialized") [ours:
            "a 32-bit integer OpConstant with a value from the table: Debug Info Flags, Composite Types, Type Qualifiers and the others under Enumerations"];
        DebugEnumerant "debug-enumerant" "OpenCL.DebugInfo.100 §3":
            "flags, encodings, tags, qualifiers, operations, storage classes and languages are those of their tables";
        DebugOperation "debug-operation" "NonSemantic.Shader.DebugInfo, Debug Operations":
            "an operation has as many operands as its row says" [ours:
            "Debug Operations: the column No. of Operands has how many operands each operation takes"];
        DebugIdentifier "debug-identifier" "NonSemantic.Shader.DebugInfo, DebugBuildIdentifier":
            "a build identifier is at least 32 hexadecimal digits in lower case" [ours:
            "The identifier must be a lowercase hexadecimal string - digits and the characters [a-f] - with at least 32 characters"];
        DebugEntryPoint "debug-entry-point" "NonSemantic.Shader.DebugInfo, DebugEntryPoint":
            "the function of a DebugEntryPoint is that of an entry point, which has its definition" [ours:
            "Entry Point is the id of the DebugFunction corresponding to the OpFunction referenced in the OpEntryPoint; this function must also have a DebugFunctionDefinition in the first basic block of that OpFunction"];
        Arity "arity" "SPV_KHR_non_semantic_info; the grammars of the sets":
            "an instruction of a non-semantic set has the operands that its set demands" (decides "the sets of the registry");
        DebugContinued "debug-continued" "NonSemantic.Shader.DebugInfo, DebugSourceContinued":
            "DebugSourceContinued follows the text that it continues" [ours:
            "DebugSourceContinued continues the text of the DebugSource or DebugSourceContinued right before it"];
        DebugEncoding "debug-encoding" "NonSemantic.Shader.DebugInfo, Validation Rules":
            "an encoding of floats is given for floats, of its width" [newer];
        ReflectionOperand "reflection-operand" "NonSemantic.ClspvReflection §3":
            "an operand of a reflection is of the kind that its instruction requires";
        ReflectionVersion "reflection-version" "NonSemantic.ClspvReflection §2":
            "a reflection is one of its set's version";
        ReflectionKernel "reflection-kernel" "NonSemantic.ClspvReflection §3":
            "a Kernel is an entry point for GLCompute, by that name";
        PrintFormat "print-format" "NonSemantic.DebugPrintf §2": "the format of DebugPrintf is an OpString" [ours:
            "DebugPrintf: Format is the id of an OpString"];
    }
}

/// The kind of an imported set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Glsl,
    /// NonSemantic.Shader.DebugInfo, with its version.
    ShaderDebug(u32),
    /// OpenCL.DebugInfo.100.
    KernelDebug,
    /// NonSemantic.ClspvReflection, with its version.
    Reflection(u32),
    Printf,
    /// Another set with a name that begins with `NonSemantic.`.
    NonSemantic,
    Other,
}

impl Set {
    fn is_non_semantic(self) -> bool {
        matches!(
            self,
            Self::ShaderDebug(_) | Self::Reflection(_) | Self::Printf | Self::NonSemantic
        )
    }
}

/// Sets with a version in their name: the name before the version, the first version, and the last one if it is known.
const VERSIONED: [(&str, u32, u32); 3] = [
    ("NonSemantic.Shader.DebugInfo", 100, u32::MAX),
    ("NonSemantic.ClspvReflection", 1, u32::MAX),
    ("Arm.ExperimentalMLOperations", 0, u32::MAX),
];

/// The other sets of the registry. A dot at the end stands for a version that follows.
const OTHERS: [&str; 9] = [
    "OpenCL.std",
    "DebugInfo",
    "SPV_AMD_shader_explicit_vertex_parameter",
    "SPV_AMD_shader_trinary_minmax",
    "SPV_AMD_gcn_shader",
    "SPV_AMD_shader_ballot",
    "TOSA.",
    "Arm.",
    "IMG.",
];

/// The version in a name with this prefix; `Err` if the set never had that version, `None` for another prefix.
fn version(name: &str, (prefix, first, last): (&str, u32, u32)) -> Option<Result<u32, ()>> {
    let rest = name.strip_prefix(prefix)?;
    if !rest.is_empty() && !rest.starts_with('.') {
        return None;
    }
    let number = rest.get(1..).and_then(|digits| digits.parse().ok());
    Some(number.filter(|number| (first..=last).contains(number)).ok_or(()))
}

fn imported(cx: &mut Checker<'_, '_>, import: &Inst) -> Set {
    let name = string(cx.module.operands(import));
    for row in VERSIONED {
        match version(&name, row) {
            Some(Ok(version)) if row.0.ends_with("DebugInfo") => return Set::ShaderDebug(version),
            Some(Ok(version)) if row.0.ends_with("Reflection") => return Set::Reflection(version),
            Some(Err(())) => {
                cx.violate(
                    ExtInst::ImportVersion,
                    import,
                    format_args!("the name \"{name}\" ends in no version"),
                );
            }
            _ => {}
        }
    }
    match name.as_str() {
        "GLSL.std.450" => Set::Glsl,
        "OpenCL.DebugInfo.100" => Set::KernelDebug,
        "NonSemantic.DebugPrintf" => Set::Printf,
        _ if name.starts_with("NonSemantic.") => Set::NonSemantic,
        _ => {
            let known = |other: &str| name == other || (other.ends_with('.') && name.starts_with(other));
            if !OTHERS.into_iter().any(known) {
                cx.violate(ExtInst::Import, import, format_args!("\"{name}\" is no known set"));
            }
            Set::Other
        }
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut sets = Vec::new();
    let mut debug = debug::Debug::default();
    let mut kernels = reflection::Kernels::default();
    let non_semantic_info = cx.at_least(SpirvVersion::V1_6) || module.has_extension("SPV_KHR_non_semantic_info");
    for inst in module.of([Class::Extended]) {
        match inst.op {
            // The sets are numbered in the order of their imports.
            Op::ExtInstImport => {
                let set = imported(cx, inst);
                if set.is_non_semantic() && !non_semantic_info {
                    let message = format_args!("SPV_KHR_non_semantic_info is not declared");
                    cx.violate(ExtInst::NonSemanticExtension, inst, message);
                }
                sets.push(set);
                continue;
            }
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR => {}
            _ => continue,
        }
        let [import, number, operands @ ..] = module.operands(inst) else {
            continue;
        };
        let import = module.def(*import).filter(|def| def.op == Op::ExtInstImport);
        let Some(&set) = import.and_then(|import| sets.get(import.row as usize)) else {
            continue;
        };
        if inst.op == Op::ExtInstWithForwardRefsKHR {
            forward(cx, inst, set, operands);
        }
        if set.is_non_semantic() {
            non_semantic(cx, inst, &sets);
            if set != Set::Printf {
                arity(cx, inst, *number, operands.len());
            }
        }
        match set {
            Set::Glsl => {
                if let Some(instruction) = GlslStd450Op::from_u32(*number) {
                    glsl::check(cx, inst, instruction, operands);
                }
            }
            Set::ShaderDebug(version) => {
                let set = debug::Set {
                    shader: true,
                    version,
                    sets: &sets,
                };
                debug::check(cx, inst, set, *number, operands, &mut debug);
            }
            Set::KernelDebug => {
                let set = debug::Set {
                    shader: false,
                    version: 100,
                    sets: &sets,
                };
                debug::check(cx, inst, set, *number, operands, &mut debug);
            }
            Set::Reflection(version) => reflection::check(cx, inst, version, *number, operands, &mut kernels),
            Set::Printf => printf(cx, inst, *number, operands),
            // The grammar decides for the sets in its tables.
            Set::Other if module.extended_set(module.operand(inst, 0)).is_some() => {}
            Set::Other => {
                let name = import.map_or(String::new(), |import| string(module.operands(import)));
                cx.not_covered(format_args!("the instructions of {name}"));
            }
            Set::NonSemantic => {}
        }
    }
    debug::finish(cx, &debug, &sets);
}

/// OpExtInstWithForwardRefsKHR requires a non-semantic set and at least one forward reference.
fn forward(cx: &mut Checker<'_, '_>, inst: &Inst, set: Set, operands: &[u32]) {
    let module = cx.module;
    if !set.is_non_semantic() {
        let message = format_args!("{} is no non-semantic set", module.show(module.operand(inst, 0)));
        cx.violate(ExtInst::ForwardSet, inst, message);
    }
    let later = |&id: &u32| module.def(id).is_none_or(|def| def.index >= inst.index);
    if !operands.iter().any(later) {
        cx.violate(
            ExtInst::ForwardReference,
            inst,
            format_args!("no operand is a forward reference, so that OpExtInst suffices"),
        );
    }
}

/// Checks the minimum number of operands. Unknown instructions may have any operands, and known instructions may have
/// more operands than are known (SPV_KHR_non_semantic_info).
fn arity(cx: &mut Checker<'_, '_>, inst: &Inst, number: u32, count: usize) {
    let module = cx.module;
    let set = module.extended_set(module.operand(inst, 0));
    let Some(known) = set.and_then(|set| set.instruction(number)) else {
        return;
    };
    let least = known.required();
    if count < least {
        cx.violate(ExtInst::Arity, inst, format_args!("it has {count} operands of {least}"));
    }
}

/// The set of an extended instruction.
fn set_of(module: &Module<'_>, inst: &Inst, sets: &[Set]) -> Option<Set> {
    if !matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) {
        return None;
    }
    let import = module.def(module.operand(inst, 0))?;
    let import = Some(import).filter(|def| def.op == Op::ExtInstImport)?;
    sets.get(import.row as usize).copied()
}

/// Checks that only non-semantic instructions, names and decorations use the result.
fn non_semantic(cx: &mut Checker<'_, '_>, inst: &Inst, sets: &[Set]) {
    let module = cx.module;
    for at in module.uses(inst.result) {
        let Some(user) = module.inst(at.inst) else { continue };
        let same = set_of(module, user, sets).is_some_and(Set::is_non_semantic);
        let names = matches!(
            user.op,
            Op::Name | Op::Decorate | Op::DecorateId | Op::DecorateString | Op::GroupDecorate
        );
        if !same && !names {
            let message = format_args!(
                "{} is the result of a non-semantic instruction and used by another one",
                module.show(inst.result)
            );
            cx.violate(ExtInst::NonSemanticUse, user, message);
        }
    }
}

fn printf(cx: &mut Checker<'_, '_>, inst: &Inst, number: u32, operands: &[u32]) {
    const PRINTF: u32 = 1;
    let module = cx.module;
    if number != PRINTF {
        return;
    }
    let format = operands.first().copied().unwrap_or(0);
    if operands.is_empty() {
        cx.violate(ExtInst::PrintFormat, inst, format_args!("it has no format"));
    } else if module.def(format).is_some_and(|def| def.op != Op::String) {
        let message = format_args!("{} is no OpString", module.show(format));
        cx.violate(ExtInst::PrintFormat, inst, message);
    }
    if !module.result_type(inst).is_none_or(|ty| ty.is_void()) {
        cx.violate_part(
            ExtInst::DebugResult,
            false,
            inst,
            format_args!("the result is not void"),
        );
    }
}
