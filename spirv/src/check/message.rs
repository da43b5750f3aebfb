//! Formats a violation: the instruction by its name, what is wrong with it, and its place.
//!
//! This code runs only for violations that are listed, never for a valid module. Ids have the names that the
//! disassembler of SPIRV-Tools prints. No rule is declared here.

use super::module::{Inst, Module, NONE};
use super::report::{SourceLine, Violation};
use super::rule::{Rule, SpirvVal};
use crate::words::grammar::{ExtendedSet, OperandKind};
use crate::words::reader::Instruction;
use core::fmt;
use spirv::{Op, StorageClass};

/// The violation of a rule by an instruction.
pub(super) fn violation(
    module: &Module<'_>,
    (rule, spirv_val): (Rule, SpirvVal),
    inst: &Inst,
    message: fmt::Arguments<'_>,
) -> Violation {
    let instruction = module.instruction(inst);
    let listing = module.listing();
    let function = module.function_of(inst).map(|function| listing.id(function.id));
    let block = module.blocks.get(inst.block as usize);
    Violation {
        rule,
        spirv_val,
        offset: inst.offset as usize,
        number: Some(inst.index as usize + 1),
        instruction: listing.instruction(&instruction),
        function,
        block: block.map(|block| listing.id(block.label)),
        source: source_line(module, inst),
        message: joined(&subject(module, &instruction), &message.to_string()),
    }
}

/// The subject of the sentence: the result with the opcode or, without a result, the opcode with its first operand.
pub(super) fn subject(module: &Module<'_>, instruction: &Instruction<'_>) -> String {
    let listing = module.listing();
    let Some(syntax) = instruction.syntax else {
        return format!("opcode {}", instruction.opcode);
    };
    let operands = instruction.operand_words();
    let first = operands.first().copied().unwrap_or(0);
    if let Some(result) = instruction.result() {
        let name = listing.id(result);
        return match extended_name(module, instruction) {
            Some(extended) => format!("{name} (OpExtInst {extended})"),
            None => format!("{name} ({})", syntax.name),
        };
    }
    if instruction.opcode == Op::EntryPoint as u16 {
        let name = operands.get(2..).map(super::module::string).unwrap_or_default();
        return format!(
            "entry point \"{}\" ({})",
            cut(&name),
            Enumerant(OperandKind::ExecutionModel, first)
        );
    }
    // Without a result, the first operand identifies the instruction.
    let about = syntax.operands_after_result().first().map(|operand| operand.kind);
    match about {
        Some(kind) if kind.category() == crate::words::grammar::Category::Id && first != 0 => {
            format!("{} {}", syntax.name, listing.id(first))
        }
        Some(OperandKind::LiteralString) => format!("{} \"{}\"", syntax.name, cut(&super::module::string(operands))),
        Some(kind) if kind.enumerant(first).is_some() => format!("{} {}", syntax.name, Enumerant(kind, first)),
        _ => syntax.name.to_owned(),
    }
}

fn extended_name(module: &Module<'_>, instruction: &Instruction<'_>) -> Option<&'static str> {
    let is_extended =
        instruction.opcode == Op::ExtInst as u16 || instruction.opcode == Op::ExtInstWithForwardRefsKHR as u16;
    let &[set, number, ..] = instruction.operand_words() else {
        return None;
    };
    let set = is_extended.then(|| module.extended_set(set)).flatten()?;
    Some(set.instruction(number)?.name)
}

/// Joins subject and message. A message that begins with "it" or with the subject's name continues the sentence.
pub(super) fn joined(subject: &str, message: &str) -> String {
    if let Some(rest) = message.strip_prefix("it ") {
        return format!("{subject} {rest}");
    }
    // The message may repeat the opcode, or the operand of an OpCapability. An id in the message may be a different
    // one.
    let last = subject
        .rsplit(' ')
        .next()
        .unwrap_or(subject)
        .trim_matches(['(', ')', '"']);
    if let Some(rest) = message.strip_prefix(last).filter(|_| !last.starts_with('%')) {
        if rest.starts_with(' ') {
            return format!("{subject}{rest}");
        }
    }
    let name = subject.split(' ').next().filter(|name| name.starts_with('%'));
    let rest = name.and_then(|name| message.strip_prefix(name)?.strip_prefix(' '));
    let Some(rest) = rest else {
        return format!("{subject}: {message}");
    };
    // The subject already has the opcode; the type is dropped.
    let typed = rest.strip_prefix("(type ").and_then(|rest| rest.split_once(") "));
    format!("{subject} {}", typed.map_or(rest, |(_, rest)| rest))
}

fn cut(text: &str) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// The value of an enumeration, displayed by its name in the grammar or else as a number.
pub(super) struct Enumerant(pub OperandKind, pub u32);

impl fmt::Display for Enumerant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.enumerant(self.1) {
            Some(row) => f.write_str(row.name),
            None => write!(f, "number {}", self.1),
        }
    }
}

/// An enumerant of the `spirv` crate, displayed by its name in the grammar. Its derived `Debug` would bring a second
/// table of names into a program.
pub(super) trait Named: Copy {
    /// The displayed value.
    fn named(self) -> Enumerant;
}

macro_rules! named {
    ($($kind:ident)*) => {$(
        impl Named for spirv::$kind {
            fn named(self) -> Enumerant {
                Enumerant(OperandKind::$kind, self as u32)
            }
        }
    )*};
}

named! { BuiltIn Capability Decoration ExecutionMode ExecutionModel Scope StorageClass }

pub(super) fn named(value: impl Named) -> Enumerant {
    value.named()
}

/// An opcode, displayed by its name.
pub(super) struct OpcodeName(pub(super) u16);

impl fmt::Display for OpcodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match crate::words::grammar::syntax(self.0) {
            Some(syntax) => f.write_str(syntax.name),
            None => write!(f, "opcode {}", self.0),
        }
    }
}

/// A list of alternatives, displayed as `A`, `A or B`, `A, B or C`.
pub(super) struct AnyOf<'a, T>(pub(super) &'a [T]);

impl<T: Named> fmt::Display for AnyOf<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, one) in self.0.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{}", named(*one))?;
        }
        Ok(())
    }
}

/// The source line of an instruction: the last `OpLine` or `DebugLine` before it in its block (SPIR-V §3.52.2, Debug
/// Instructions) or, outside functions, before it.
pub(super) fn source_line(module: &Module<'_>, inst: &Inst) -> Option<SourceLine> {
    let before = module.insts.get(..inst.index as usize)?;
    for other in before.iter().rev() {
        if (other.block, other.function) != (inst.block, inst.function) {
            // An OpLine before a label or an OpFunction applies to it, although it is in no block or function.
            let is_label = inst.op == Op::Label || inst.op == Op::Function;
            if !is_label || other.op != Op::Line {
                return None;
            }
        }
        match other.op {
            Op::Line => return op_line(module, module.operands(other)),
            Op::NoLine => return None,
            Op::ExtInst => match debug_line(module, other) {
                Some(DebugLine::Here(line)) => return Some(line),
                Some(DebugLine::None) => return None,
                None => {}
            },
            // A search from the middle of the declarations to their start would take quadratic time.
            _ if inst.function == NONE => return None,
            _ => {}
        }
    }
    None
}

fn op_line(module: &Module<'_>, operands: &[u32]) -> Option<SourceLine> {
    let &[file, line, column] = operands else { return None };
    let file = string_of(module, file)?;
    Some(SourceLine { file, line, column })
}

/// The effect of an extended instruction on the source line.
enum DebugLine {
    Here(SourceLine),
    None,
}

/// `DebugLine` and `DebugNoLine` of NonSemantic.Shader.DebugInfo.
fn debug_line(module: &Module<'_>, inst: &Inst) -> Option<DebugLine> {
    let &[set, number, ref operands @ ..] = module.operands(inst) else {
        return None;
    };
    let set: ExtendedSet = module.extended_set(set)?;
    match (set.instruction(number)?.name, operands) {
        ("DebugLine", &[source, line, _, column, ..]) => {
            let source = module.def(source).filter(|def| def.op == Op::ExtInst)?;
            let &[_, _, file, ..] = module.operands(source) else {
                return None;
            };
            Some(DebugLine::Here(SourceLine {
                file: string_of(module, file)?,
                line: module.constant_u32(line)?,
                column: module.constant_u32(column)?,
            }))
        }
        ("DebugNoLine", _) => Some(DebugLine::None),
        _ => None,
    }
}

/// The text of an `OpString`.
fn string_of(module: &Module<'_>, id: u32) -> Option<String> {
    let def = module.def(id).filter(|def| def.op == Op::String)?;
    Some(super::module::string(module.operands(def)))
}

// Enumerants and masks by their names in the grammar.

pub(super) fn class(number: u32) -> Enumerant {
    Enumerant(OperandKind::StorageClass, number)
}

pub(super) fn addressing_model(number: u32) -> Enumerant {
    Enumerant(OperandKind::AddressingModel, number)
}

pub(super) fn rounding_mode(number: u32) -> Enumerant {
    Enumerant(OperandKind::FPRoundingMode, number)
}

pub(super) fn image_format(number: u32) -> Enumerant {
    Enumerant(OperandKind::ImageFormat, number)
}

pub(super) fn dim(number: u32) -> Enumerant {
    Enumerant(OperandKind::Dim, number)
}

pub(super) fn built_in(number: u32) -> Enumerant {
    Enumerant(OperandKind::BuiltIn, number)
}

pub(super) fn group_operation(number: u32) -> Enumerant {
    Enumerant(OperandKind::GroupOperation, number)
}

pub(super) fn memory_model(number: u32) -> Enumerant {
    Enumerant(OperandKind::MemoryModel, number)
}

pub(super) fn scope(number: u32) -> Enumerant {
    Enumerant(OperandKind::Scope, number)
}

pub(super) fn memory_access(bits: u32) -> Mask {
    Mask(OperandKind::MemoryAccess, bits)
}

pub(super) fn fast_math(bits: u32) -> Mask {
    Mask(OperandKind::FPFastMathMode, bits)
}

pub(super) fn image_operands(bits: u32) -> Mask {
    Mask(OperandKind::ImageOperands, bits)
}

pub(super) fn memory_semantics(bits: u32) -> Mask {
    Mask(OperandKind::MemorySemantics, bits)
}

/// The name of a storage class, or "no storage class".
pub(super) fn class_of(class: Option<StorageClass>) -> &'static str {
    class
        .and_then(|class| OperandKind::StorageClass.enumerant(class as u32))
        .map_or("no storage class", |row| row.name)
}

/// A mask, displayed by the names of its bits; bits without a name are displayed as a number.
pub(super) struct Mask(OperandKind, u32);

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 == 0 {
            return f.write_str("None");
        }
        let mut unnamed = self.1;
        let mut before = "";
        for bit in (0..32).map(|position| 1 << position).filter(|bit| self.1 & bit != 0) {
            if let Some(row) = self.0.enumerant(bit) {
                write!(f, "{before}{}", row.name)?;
                before = "|";
                unnamed ^= bit;
            }
        }
        match unnamed {
            0 => Ok(()),
            _ => write!(f, "{before}{unnamed:#x}"),
        }
    }
}

/// Literals after a name, each preceded by a space.
pub(super) struct Literals<'a>(pub(super) &'a [u32]);

impl fmt::Display for Literals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|literal| write!(f, " {literal}"))
    }
}

/// An integer literal of one or two words.
pub(super) fn literal(words: &[u32]) -> u64 {
    let words = words.iter().rev();
    words.fold(0, |number, &word| number << 32 | u64::from(word))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::check::{Report, Violation, check};
    use crate::target::Target;
    use crate::words::assemble_text;

    #[test]
    fn a_subject_is_not_said_twice() {
        for (subject, message, expected) in [
            (
                "%7 (OpDPdx)",
                "it is reached from Vertex",
                "%7 (OpDPdx) is reached from Vertex",
            ),
            (
                "%7 (OpVariable)",
                "%7 (type %p) has no Location",
                "%7 (OpVariable) has no Location",
            ),
            (
                "%7 (OpVariable)",
                "%70 has no Location",
                "%7 (OpVariable): %70 has no Location",
            ),
            ("%7 (OpFAdd)", "OpFAdd needs Shader", "%7 (OpFAdd) needs Shader"),
            (
                "OpCapability Int8",
                "Int8 is of SPIR-V 1.5",
                "OpCapability Int8 is of SPIR-V 1.5",
            ),
            (
                "OpCapability Int8",
                "Int8X is unknown",
                "OpCapability Int8: Int8X is unknown",
            ),
            (
                "OpStore %4",
                "%4 (type %p) is no pointer",
                "OpStore %4: %4 (type %p) is no pointer",
            ),
            (
                "OpExtension \"E\"",
                "E is for kernels",
                "OpExtension \"E\" is for kernels",
            ),
        ] {
            assert_eq!(joined(subject, message), expected);
        }
    }

    #[test]
    fn enumerants_and_masks_have_names() {
        assert_eq!(class(12).to_string(), "StorageBuffer");
        assert_eq!(class(99).to_string(), "number 99");
        assert_eq!(memory_access(0).to_string(), "None");
        assert_eq!(memory_access(3).to_string(), "Volatile|Aligned");
        assert_eq!(memory_access(0x4000_0002).to_string(), "Aligned|0x40000000");
        assert_eq!(OpcodeName(129).to_string(), "OpFAdd");
        assert_eq!(OpcodeName(4000).to_string(), "opcode 4000");
        let any = |count: usize| {
            let scopes = [spirv::Scope::Device, spirv::Scope::Workgroup, spirv::Scope::Subgroup];
            AnyOf(&scopes[..count]).to_string()
        };
        let expected = ["Device", "Device or Workgroup", "Device, Workgroup or Subgroup"];
        assert_eq!([any(1), any(2), any(3)], expected);
        assert_eq!(literal(&[1, 2]), 0x2_0000_0001);
        assert_eq!(cut(&"ä".repeat(200)).chars().count(), 101);
    }

    /// The violation for an addition of an integer to a float, preceded by the given lines in its block.
    fn finding(before: &str) -> Violation {
        let text = format!(
            "OpCapability Shader
             OpExtension \"SPV_KHR_non_semantic_info\"
             %debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"
             OpMemoryModel Logical GLSL450
             OpEntryPoint GLCompute %main \"main\"
             OpExecutionMode %main LocalSize 1 1 1
             %file = OpString \"a.comp\"
             OpName %main \"entry point\"
             %void = OpTypeVoid
             %function = OpTypeFunction %void
             %uint = OpTypeInt 32 0
             %float = OpTypeFloat 32
             %u1 = OpConstant %uint 1
             %u7 = OpConstant %uint 7
             %u9 = OpConstant %uint 9
             %half = OpConstant %float 0.5
             %source = OpExtInst %void %debug DebugSource %file
             %main = OpFunction %void None %function
             %entry = OpLabel
             {before}
             %sum = OpFAdd %float %half %u7
             OpReturn
             OpFunctionEnd"
        );
        let words = assemble_text(&text, 0x0001_0300).unwrap();
        let mut report: Report = check(&words, &Target::vulkan(1, 1));
        assert_eq!(report.counted, 1, "{report}");
        report.violations.remove(0)
    }

    #[test]
    fn a_finding_has_its_place() {
        let found = finding("");
        assert_eq!(found.function.as_deref(), Some("%entry_point"));
        assert_eq!(found.number, Some(20));
        assert!(
            found.instruction.ends_with("= OpFAdd %float %float_0_5 %uint_7"),
            "{}",
            found.instruction
        );
        assert_eq!(found.byte_offset(), 4 * found.offset);
        assert_eq!(found.source, None);
        assert!(!found.is_text_only());
    }

    #[test]
    fn lines_of_the_shader_hold_in_their_block() {
        let line = |before: &str| finding(before).source.map(|source| source.to_string());
        assert_eq!(line("OpLine %file 12 5").as_deref(), Some("a.comp:12:5"));
        assert_eq!(
            line("OpLine %file 12 0\n%x = OpFAdd %float %half %half").as_deref(),
            Some("a.comp:12")
        );
        assert_eq!(line("OpLine %file 12 5\nOpNoLine"), None);
        assert_eq!(line("OpLine %file 12 5\nOpBranch %next\n%next = OpLabel"), None);
        let debug = "%line = OpExtInst %void %debug DebugLine %source %u7 %u7 %u1 %u9";
        assert_eq!(line(debug).as_deref(), Some("a.comp:7:1"));
        assert_eq!(
            line(&format!("{debug}\n%no = OpExtInst %void %debug DebugNoLine")),
            None
        );
    }
}
