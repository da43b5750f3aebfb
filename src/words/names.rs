//! Names for ids: those of `OpName`, and where there is none those that SPIRV-Tools' disassembler makes up from what an
//! instruction declares (`%v4float`, `%_ptr_Function_uint`, `%float_0_5`, `%gl_Position`).
//!
//! Every name is used once and is letters, digits and underscores. An id without a name is its number.

use super::number::NumberType;
use super::reader::{Instruction, Reader};
use hashbrown::{HashMap, HashSet};
use spirv::{BuiltIn, Decoration, FPEncoding, Op, StorageClass};

/// The longest name that is made up. Names of types hold those of their parts, so that without a limit a chain of pointers
/// would take quadratic space.
const LONGEST: usize = 80;

/// Names for ids, each used once.
#[derive(Default)]
pub(super) struct Names {
    pub(super) by_id: HashMap<u32, String>,
    used: HashSet<String>,
    /// The next number to try for a name that is used already.
    next: HashMap<String, u32>,
}

impl Names {
    /// The names that a module gives itself.
    pub(super) fn own(instructions: Reader<'_>) -> Self {
        let mut names = Self::default();
        for instruction in instructions.map_while(Result::ok) {
            names.give_own(&instruction);
        }
        names
    }

    /// Those and the names that follow from declarations. `types` are the types of numbers.
    pub(super) fn friendly(instructions: Reader<'_>, types: &HashMap<u32, NumberType>) -> Self {
        let mut names = Self::default();
        for instruction in instructions.map_while(Result::ok) {
            if !names.give_own(&instruction) {
                names.declare(&instruction, types);
            }
        }
        names
    }

    /// Takes the name that an `OpName` gives.
    fn give_own(&mut self, instruction: &Instruction<'_>) -> bool {
        if instruction.opcode != Op::Name as u16 {
            return false;
        }
        if let [target, name @ ..] = instruction.operand_words() {
            let name = super::disassembly::string(name);
            if !name.is_empty() {
                self.give(*target, &name);
            }
        }
        true
    }

    /// Names an id. The assembly language takes letters, digits and underscores; a name of digits alone would be a number,
    /// so digits do not begin one.
    fn give(&mut self, id: u32, wanted: &str) {
        if self.by_id.contains_key(&id) {
            return;
        }
        let mut name: String = wanted
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' })
            .collect();
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, '_');
        }
        if self.used.contains(&name) {
            let next = self.next.entry(name.clone()).or_insert(0);
            let base = name;
            loop {
                name = format!("{base}_{next}");
                *next += 1;
                if !self.used.contains(&name) {
                    break;
                }
            }
        }
        self.used.insert(name.clone());
        self.by_id.insert(id, name);
    }

    /// The name of an id, or its number.
    fn of(&self, id: u32) -> String {
        self.by_id.get(&id).map_or_else(|| id.to_string(), Clone::clone)
    }

    /// Names what an instruction declares, if that says something.
    fn declare(&mut self, instruction: &Instruction<'_>, types: &HashMap<u32, NumberType>) {
        let Some(op) = Op::from_u32(u32::from(instruction.opcode)) else {
            return;
        };
        let operands = instruction.operand_words();
        if op == Op::Decorate {
            if let [target, decoration, built_in] = *operands {
                if decoration == Decoration::BuiltIn as u32 {
                    if let Some(name) = BuiltIn::from_u32(built_in).map(built_in_name) {
                        self.give(target, &name);
                    }
                }
            }
            return;
        }
        let Some(result) = instruction.result() else { return };
        if let Some(name) = self.declared(op, instruction, operands, types) {
            if name.len() <= LONGEST {
                self.give(result, &name);
            }
        }
    }

    fn declared(
        &self,
        op: Op,
        instruction: &Instruction<'_>,
        operands: &[u32],
        types: &HashMap<u32, NumberType>,
    ) -> Option<String> {
        Some(match (op, operands) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, &[width, signedness]) => int_name(width, signedness),
            (Op::TypeFloat, &[width]) => float_name(width),
            (Op::TypeFloat, &[width, encoding]) => match FPEncoding::from_u32(encoding)? {
                FPEncoding::BFloat16KHR => "bfloat16".to_owned(),
                FPEncoding::Float8E4M3EXT => "fp8e4m3".to_owned(),
                FPEncoding::Float8E5M2EXT => "fp8e5m2".to_owned(),
                #[allow(unreachable_patterns)] // encodings of later versions of the `spirv` crate
                _ => format!("fp{width}_encoding_{encoding}"),
            },
            (Op::TypeVector, &[component, count]) => format!("v{count}{}", self.of(component)),
            (Op::TypeMatrix, &[column, count]) => format!("mat{count}{}", self.of(column)),
            (Op::TypeArray, &[element, length]) => format!("_arr_{}_{}", self.of(element), self.of(length)),
            (Op::TypeRuntimeArray, &[element]) => format!("_runtimearr_{}", self.of(element)),
            (Op::TypePointer, &[class, pointee]) => {
                format!("_ptr_{:?}_{}", StorageClass::from_u32(class)?, self.of(pointee))
            }
            (Op::TypeUntypedPointerKHR, &[class]) => format!("_ptr_{:?}", StorageClass::from_u32(class)?),
            (Op::TypeStruct, _) => format!("_struct_{}", instruction.result()?),
            (Op::TypeOpaque, name) => format!("Opaque_{}", super::disassembly::string(name)),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, value) => {
                let ty = instruction.result_type()?;
                let mut text = String::new();
                types.get(&ty)?.write(&mut text, value);
                let number = text.strip_suffix(".0").unwrap_or(&text);
                format!("{}_{}", self.of(ty), number.replace('-', "n"))
            }
            _ => return None,
        })
    }
}

fn int_name(width: u32, signedness: u32) -> String {
    let root = match width {
        8 => "char",
        16 => "short",
        32 => "int",
        64 => "long",
        _ => return format!("{}{width}", if signedness == 0 { "u" } else { "i" }),
    };
    format!("{}{root}", if signedness == 0 { "u" } else { "" })
}

fn float_name(width: u32) -> String {
    match width {
        16 => "half".to_owned(),
        32 => "float".to_owned(),
        64 => "double".to_owned(),
        _ => format!("fp{width}"),
    }
}

/// The name of a built-in variable in GLSL.
fn built_in_name(built_in: BuiltIn) -> String {
    let name = format!("{built_in:?}");
    let name = match name.strip_suffix("Id") {
        Some(name) => format!("{name}ID"),
        None => name,
    };
    let name = name.replace("Workgroup", "WorkGroup").replace("Subgroups", "SubGroups");
    format!("gl_{name}")
}
