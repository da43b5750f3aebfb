//! The debug sets: operands by the table, positions, versions and definitions (NonSemantic.Shader.DebugInfo, "Binary
//! Form" and "Validation Rules"; OpenCL.DebugInfo.100 §2).
//!
//! The table describes the operands of all instructions; this file has code for a single instruction only where the
//! text states a rule for it.

use super::super::Checker;
use super::super::module::{Inst, Kind, Module, NONE, Scalar, Value};
use super::ExtInst;
use super::debug_table::{self as table, Expected, List};
use super::debug_text::Texts;
use core::fmt;
use spirv::{Op, StorageClass};

/// The state of the check, which is updated with each debug instruction.
pub(super) struct Debug {
    /// For each `DebugFunction` with a definition, the function that contains the definition.
    defined: hashbrown::HashMap<u32, u32>,
    /// The `DebugEntryPoint`s, by instruction index, and the `DebugFunction`s that they name.
    entry_points: Vec<(u32, u32)>,
    /// The function that contains the most recent `DebugFunctionDefinition`.
    definition_in: u32,
    texts: Texts,
}

impl Default for Debug {
    fn default() -> Self {
        Self {
            defined: hashbrown::HashMap::new(),
            entry_points: Vec::new(),
            definition_in: NONE,
            texts: Texts::default(),
        }
    }
}

/// The set of the current instruction.
#[derive(Clone, Copy)]
pub(super) struct Set<'s> {
    /// Whether it is NonSemantic.Shader.DebugInfo.
    pub shader: bool,
    /// The version.
    pub version: u32,
    /// The imported sets.
    pub sets: &'s [super::Set],
}

struct At<'x, 'c, 'w> {
    cx: &'x mut Checker<'c, 'w>,
    inst: &'x Inst,
    set: Set<'x>,
}

/// Checks, after all instructions, that the entry points have definitions.
pub(super) fn finish(cx: &mut Checker<'_, '_>, state: &Debug, sets: &[super::Set]) {
    let module = cx.module;
    if state.entry_points.is_empty() {
        return;
    }
    for &(index, described) in &state.entry_points {
        let Some(inst) = module.inst(index) else { continue };
        let none = module.def(described).is_none_or(|def| {
            let shader = matches!(super::set_of(module, def, sets), Some(super::Set::ShaderDebug(_)));
            !shader || module.operand(def, 1) != table::FUNCTION
        });
        let function = state.defined.get(&described);
        let is_entry = function.is_some_and(|&id| module.is_entry_point(id));
        if !none && !is_entry {
            let message = format_args!("no entry point has a definition of {}", module.show(described));
            cx.violate(ExtInst::DebugEntryPoint, inst, message);
        }
    }
}

/// Checks an instruction of a debug set; `operands` are those after the instruction number.
pub(super) fn check(
    cx: &mut Checker<'_, '_>,
    inst: &Inst,
    set: Set<'_>,
    number: u32,
    operands: &[u32],
    state: &mut Debug,
) {
    let Some(row) = table::operands(set.shader, number) else {
        return;
    };
    let mut at = At { cx, inst, set };
    if !at.cx.module.result_type(inst).is_none_or(|ty| ty.is_void()) {
        at.report(ExtInst::DebugResult, format_args!("the result is not void"));
    }
    at.place(number);
    let encoded = number == table::TYPE_BASIC && operands.len() > 4;
    if set.shader && set.version < 101 && table::SINCE_101.has(number) {
        at.report(ExtInst::DebugVersion, format_args!("it is of version 101 of the set"));
    }
    let expected = row.operands.iter().chain(row.rest.iter().cycle());
    for (index, (&operand, &expected)) in operands.iter().zip(expected).enumerate() {
        // A later version of a set may have operands that this version lacks.
        if encoded && index == 4 && set.version < 101 {
            break;
        }
        if !at.fits(expected, operand) {
            let module = at.cx.module;
            let message = format_args!(
                "operand {index}, {}, should be {}",
                module.show(operand),
                Shown(expected)
            );
            // spirv-val does not compare the types of an enumeration's values.
            let is_value = number == table::TYPE_ENUM && module.op(operand) == Some(Op::Constant);
            at.cx.violate_part(ExtInst::DebugOperand, !is_value, inst, message);
        }
        match expected {
            Expected::Count => at.count(operand),
            Expected::Listed(list) => at.listed(list, index, operand),
            _ => {}
        }
    }
    at.lines(state, number, operands, row.operands);
    match number {
        table::LINE => at.span(operands),
        table::FUNCTION_DEFINITION => at.definition(state, operands),
        table::SOURCE_CONTINUED => at.continued(),
        table::OPERATION_NUMBER => at.operation(operands),
        table::BUILD_IDENTIFIER => at.identifier(operands),
        table::ENTRY_POINT => state
            .entry_points
            .extend(operands.first().map(|&described| (inst.index, described))),
        table::TYPE_BASIC if encoded && set.version >= 101 => at.encoding(operands),
        _ => {}
    }
}

impl At<'_, '_, '_> {
    fn report(&mut self, rule: ExtInst, message: fmt::Arguments<'_>) {
        self.cx.violate(rule, self.inst, message);
    }

    /// Whether an operand is of the required kind. Undefined ids are reported elsewhere.
    fn fits(&self, expected: Expected, id: u32) -> bool {
        let module = self.cx.module;
        if !self.set.shader && matches!(expected, Expected::Number | Expected::Count | Expected::Listed(_)) {
            return true; // a literal
        }
        let Some(def) = module.def(id) else { return true };
        let debug = self.instruction(id);
        match expected {
            Expected::Any => true,
            Expected::Text => def.op == Op::String,
            Expected::Number | Expected::Count | Expected::Listed(_) => {
                def.op == Op::Constant && self.is_integer(id, &[32], true)
            }
            Expected::Value => def.op == Op::Constant && self.is_integer(id, &[32], false),
            Expected::FixedSize => def.op == Op::Constant && self.is_integer(id, &[32, 64], false),
            Expected::Size => self.is_number(def) && self.is_integer(id, &[32, 64], false),
            Expected::SizeOrNone => {
                debug == Some(table::INFO_NONE) || (self.is_number(def) && self.is_integer(id, &[32, 64], false))
            }
            Expected::Constant => module.constant(id).is_some(),
            Expected::Dimension => self.is_number(def) && self.is_integer(id, &[32], true),
            Expected::Boolean => matches!(def.op, Op::ConstantTrue | Op::ConstantFalse),
            Expected::Elements => match debug {
                Some(table::GLOBAL_VARIABLE | table::LOCAL_VARIABLE) => self.counts(def),
                Some(number) => number == table::INFO_NONE,
                None => self.is_number(def) && self.is_integer(id, &[32, 64], false),
            },
            Expected::Index => match debug {
                Some(number) => matches!(number, table::GLOBAL_VARIABLE | table::LOCAL_VARIABLE),
                None => module.type_of(id).is_some_and(|ty| ty.is_int()),
            },
            Expected::Debug(set) => debug.is_some_and(|number| set.has(number)),
            Expected::TypeOrVoid => def.op == Op::TypeVoid || self.fits(table::TYPE, id),
            Expected::Global => match debug {
                Some(number) => matches!(number, table::INFO_NONE | table::EXPRESSION),
                None => is_global(module, def),
            },
            Expected::Variable => {
                debug == Some(table::INFO_NONE)
                    || matches!(def.op, Op::Variable | Op::UntypedVariableKHR | Op::FunctionParameter)
            }
            Expected::Function => def.op == Op::Function || debug == Some(table::INFO_NONE),
            Expected::ThisFunction => module.function_of(self.inst).is_some_and(|function| function.id == id),
            Expected::Class => debug == Some(table::INFO_NONE) || self.is_class(def),
        }
    }

    /// The number of a debug instruction of the same set, whichever import it names.
    fn instruction(&self, id: u32) -> Option<u32> {
        let module = self.cx.module;
        let def = module.def(id)?;
        let same = match super::set_of(module, def, self.set.sets)? {
            super::Set::ShaderDebug(_) => self.set.shader,
            super::Set::KernelDebug => !self.set.shader,
            _ => false,
        };
        same.then(|| module.operand(def, 1))
    }

    /// Whether a definition is a constant. It may be specialized only in the shader set.
    fn is_number(&self, def: &Inst) -> bool {
        let specialized = matches!(def.op, Op::SpecConstant | Op::SpecConstantOp | Op::ConstantNull);
        def.op == Op::Constant || (self.set.shader && specialized)
    }

    fn is_integer(&self, id: u32, widths: &[u32], unsigned: bool) -> bool {
        match self.cx.module.type_of(id).map(|ty| (ty.kind, ty.scalar)) {
            Some((Kind::Int, Scalar::Int { width, signed })) => widths.contains(&width) && !(unsigned && signed),
            _ => false,
        }
    }

    /// The value of a number, which is a constant in the shader set and a literal in the other.
    fn number(&self, word: u32) -> Option<u32> {
        if self.set.shader {
            self.cx.module.constant_u32(word)
        } else {
            Some(word)
        }
    }

    /// Whether a debug variable for a length has an unsigned basic type of 32 or 64 bits.
    fn counts(&self, variable: &Inst) -> bool {
        let module = self.cx.module;
        let Some(&ty) = module.operands(variable).get(3) else {
            return false;
        };
        let Some(def) = module
            .def(ty)
            .filter(|_| self.instruction(ty) == Some(table::TYPE_BASIC))
        else {
            return self.instruction(ty) == Some(table::INFO_NONE);
        };
        let &[_, _, _, size, encoding, ..] = module.operands(def) else {
            return true;
        };
        const UNSIGNED: u32 = 6;
        let size = module.constant_u32(size);
        size.is_none_or(|size| size == 32 || size == 64)
            && self.number(encoding).is_none_or(|encoding| encoding == UNSIGNED)
    }

    /// Whether a definition is a debug composite other than a union.
    fn is_class(&self, def: &Inst) -> bool {
        const UNION: u32 = 2;
        if self.instruction(def.result) != Some(table::TYPE_COMPOSITE) {
            return false;
        }
        let tag = self.cx.module.operand(def, 3);
        self.number(tag) != Some(UNION)
    }

    fn place(&mut self, number: u32) {
        let inside = self.inst.function != NONE;
        if inside != table::IN_BLOCKS.has(number) {
            let place = if inside { "in" } else { "outside" };
            self.report(ExtInst::DebugPlace, format_args!("it is {place} a function"));
        } else if inside && self.set.shader && self.inst.block == NONE {
            self.report(ExtInst::DebugBlock, format_args!("it is in no block"));
        }
    }

    fn count(&mut self, operand: u32) {
        let Some(count) = self.number(operand) else { return };
        // Vectors in kernels may be longer.
        let most = if self.set.shader { 4 } else { 16 };
        if !(1..=most).contains(&count) {
            self.report(ExtInst::DebugCount, format_args!("the count is {count}"));
        }
    }

    fn listed(&mut self, list: List, index: usize, operand: u32) {
        let Some(number) = self.number(operand) else { return };
        if !list.has(self.set.shader, number) {
            let rule = match self.set.shader {
                true => ExtInst::DebugNumber,
                false => ExtInst::DebugEnumerant,
            };
            self.report(
                rule,
                format_args!("operand {index} is {number}, which the specification does not list"),
            );
        }
    }

    /// Checks that an operation has the number of operands that its row in the table states.
    fn operation(&mut self, operands: &[u32]) {
        let Some((&operation, rest)) = operands.split_first() else {
            return;
        };
        let operation = self.number(operation);
        let expected = operation.and_then(|number| table::OPERATION_OPERANDS.get(number as usize));
        if expected.is_some_and(|&expected| expected != rest.len()) {
            let message = format_args!("it has {} operands", rest.len());
            self.report(ExtInst::DebugOperation, message);
        }
    }

    /// Checks that an identifier consists of at least 32 lowercase hexadecimal digits.
    fn identifier(&mut self, operands: &[u32]) {
        let module = self.cx.module;
        let text = operands.first().and_then(|&id| module.def(id));
        let Some(text) = text.filter(|def| def.op == Op::String).map(|def| module.operands(def)) else {
            return;
        };
        let bytes = || {
            let all = text.iter().flat_map(|word| word.to_le_bytes());
            all.take_while(|&byte| byte != 0)
        };
        if bytes().take(32).count() < 32 || !bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            self.report(
                ExtInst::DebugIdentifier,
                format_args!("the length of the identifier does not match its kind"),
            );
        }
    }

    /// Checks lines and columns against the text of their source, and records the texts.
    fn lines(&mut self, state: &mut Debug, number: u32, operands: &[u32], expected: &[Expected]) {
        let module = self.cx.module;
        match number {
            table::SOURCE => state.texts.source(module, self.inst, operands.get(1).copied()),
            table::SOURCE_CONTINUED => {
                if let Some(&text) = operands.first() {
                    state.texts.continued(module, text);
                }
            }
            _ => {}
        }
        let Some((file, places)) = table::places(number, expected) else {
            return;
        };
        let source = operands.get(file).copied().unwrap_or(0);
        let Some(lines) = state.texts.of(source) else { return };
        let mut before = None;
        for &(line, column) in places {
            let [line, column] =
                [line, column].map(|index| operands.get(index).and_then(|&operand| self.number(operand)));
            let Some(line) = line else { continue };
            let place = (line, column);
            // The end of a DebugLine is often its start.
            if before.replace(place) == Some(place) {
                continue;
            }
            let Some(index) = (line as usize).checked_sub(1) else {
                continue;
            };
            let (count, shown) = (lines.len(), module.show(source));
            match (lines.get(index), column) {
                (None, _) => {
                    let message = format_args!("line {line} of {shown} is beyond its {count} lines");
                    self.report(ExtInst::DebugBeyond, message);
                }
                // The column after the last byte is the end of the line.
                (Some(&length), Some(column)) if column > length.saturating_add(1) => {
                    let message = format_args!("column {column} is beyond line {line} of {shown}, which has {length}");
                    self.report(ExtInst::DebugBeyond, message);
                }
                _ => {}
            }
        }
    }

    /// Checks that the end of a `DebugLine` is not before its start.
    fn span(&mut self, operands: &[u32]) {
        let module = self.cx.module;
        let [_, numbers @ ..] = operands else { return };
        let mut numbers = numbers.iter().map(|&id| module.constant_u32(id));
        let mut next = || numbers.next().flatten();
        let (Some(first), Some(last), Some(from), Some(to)) = (next(), next(), next(), next()) else {
            return;
        };
        if last < first {
            self.report(ExtInst::DebugLine, format_args!("it goes from line {first} to {last}"));
        }
        if first == last && to < from {
            self.report(ExtInst::DebugLine, format_args!("it goes from column {from} to {to}"));
        }
    }

    fn definition(&mut self, state: &mut Debug, operands: &[u32]) {
        let module = self.cx.module;
        let first = module.function_of(self.inst).map(|function| function.blocks.start);
        if self.inst.block != NONE && first != Some(self.inst.block) {
            self.report(ExtInst::DebugDefinition, format_args!("it is not in the entry block"));
        }
        if state.definition_in == self.inst.function && self.inst.function != NONE {
            self.report(ExtInst::DebugDefinition, format_args!("this function has one before"));
        }
        state.definition_in = self.inst.function;
        let described = operands.first().copied().unwrap_or(0);
        let function = module.function_of(self.inst).map_or(0, |function| function.id);
        let another = self.instruction(described) != Some(table::INFO_NONE)
            && state.defined.insert(described, function).is_some();
        if another {
            let message = format_args!("{} has another definition", module.show(described));
            self.report(ExtInst::DebugDefinition, message);
        }
    }

    fn continued(&mut self) {
        let module = self.cx.module;
        let before = self.inst.index.checked_sub(1).and_then(|index| module.inst(index));
        let fits = before.is_some_and(|before| match self.instruction(before.result) {
            Some(table::SOURCE) => module.operands(before).len() > 3,
            Some(number) => number == table::SOURCE_CONTINUED,
            None => false,
        });
        if !fits {
            let message = format_args!("there is no text before that it could continue");
            self.report(ExtInst::DebugContinued, message);
        }
    }

    /// Checks that a float encoding is given only for floats of its width.
    fn encoding(&mut self, operands: &[u32]) {
        const FLOAT: u32 = 3;
        let &[_, size, kind, _, encoding, ..] = operands else {
            return;
        };
        let module = self.cx.module;
        let expected = match module.constant_u32(encoding) {
            Some(0) => Some(16),
            Some(4214 | 4215) => Some(8),
            _ => None,
        };
        let float = module.constant_u32(kind).is_none_or(|kind| kind == FLOAT);
        let size = module.constant_u32(size);
        if !float || expected.zip(size).is_some_and(|(expected, size)| expected != size) {
            self.report(
                ExtInst::DebugEncoding,
                format_args!("the encoding is not for numbers of this kind and size"),
            );
        }
    }
}

/// Whether a definition is a variable outside functions, or a constant.
fn is_global(module: &Module<'_>, def: &Inst) -> bool {
    let variable = matches!(def.op, Op::Variable | Op::UntypedVariableKHR)
        && module.operand(def, 0) != StorageClass::Function as u32;
    let undefined = module
        .constant(def.result)
        .is_some_and(|constant| constant.value == Value::Undefined);
    variable || (module.constant(def.result).is_some() && !undefined)
}

/// The required kind of an operand, displayed in words.
struct Shown(Expected);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Expected::Text => "an OpString",
            Expected::Number | Expected::Count | Expected::Listed(_) => "an unsigned 32-bit OpConstant",
            Expected::Size | Expected::SizeOrNone => "a constant integer of 32 or 64 bits",
            Expected::Value => "an OpConstant, an integer of 32 bits",
            Expected::FixedSize => "an OpConstant, an integer of 32 or 64 bits",
            Expected::Dimension => "a constant integer of 32 bits",
            Expected::Constant => "a constant",
            Expected::Boolean => "a constant Boolean",
            Expected::Elements => "a constant integer, or a debug variable of an unsigned type",
            Expected::Index => "an integer, or a debug variable",
            Expected::Debug(_) | Expected::TypeOrVoid => "a debug instruction of another kind",
            Expected::Global => "a variable or constant, or an expression",
            Expected::Variable => "an OpVariable or OpFunctionParameter",
            Expected::Function => "an OpFunction",
            Expected::ThisFunction => "the OpFunction that contains it",
            Expected::Class => "a class or structure",
            Expected::Any => "anything",
        })
    }
}
