//! Names of ids: from `OpName`, or derived from declarations as in SPIRV-Tools' disassembler (`%v4float`,
//! `%_ptr_Function_uint`, `%float_0_5`, `%gl_Position`).
//!
//! Every name is unique and consists of letters, digits and underscores. An id without a name is its number.

use super::disassembly::string;
use super::grammar::OperandKind;
use super::number::{NumberFormat, NumberType};
use super::reader::{Instruction, Reader};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use hashbrown::{HashMap, HashSet};
use spirv::{BuiltIn, Decoration, FPEncoding, Op};

/// The length up to which a derived name is always given. The name of a type contains those of its parts, so that
/// without a limit a chain of pointers would take quadratic space.
const SHORT: usize = 80;
/// The bytes that all longer names may have, and how many more they may have for each word of the module.
const LONG_NAMES: usize = 1 << 16;
const LONG_NAMES_PER_WORD: usize = 16;

/// Unique names of ids.
#[derive(Default)]
pub(super) struct Names {
    /// The name of each id that has one, or that has been declared without one: `None`, its number is its name.
    by_id: HashMap<u32, Option<String>>,
    used: HashSet<String>,
    /// The next suffix to try for a name that is already used.
    next: HashMap<String, u32>,
}

impl Names {
    /// The names from the module's `OpName` instructions. No name is a number.
    pub(super) fn own(instructions: Reader<'_>) -> Self {
        let mut names = Self::default();
        for instruction in instructions.map_while(Result::ok) {
            if let Some((id, name)) = given(&instruction) {
                match name.chars().next() {
                    None => {}
                    Some(first) if first.is_ascii_digit() => names.give(id, &format!("_{name}")),
                    Some(_) => names.give(id, &name),
                }
            }
        }
        names
    }

    /// The names that `spirv-dis` gives: those from `OpName`, of built-in variables, and names derived from
    /// declarations. `types` are the number types. The id 5 may have the name `7`; then the id 7 has the name `7_0`.
    pub(super) fn friendly(instructions: Reader<'_>, types: &HashMap<u32, NumberType>) -> Self {
        let mut names = Self::default();
        let all = instructions.map_while(Result::ok);
        let mut given_names = all.clone().filter_map(|instruction| given(&instruction));
        let has_numbers = given_names.any(|(_, name)| name.starts_with(|first: char| first.is_ascii_digit()));
        let mut long_names = LONG_NAMES;
        for instruction in all {
            long_names = long_names.saturating_add(LONG_NAMES_PER_WORD * instruction.words.len());
            if let Some((id, name)) = given(&instruction) {
                names.give(id, &name);
            } else if instruction.opcode == Op::Decorate as u16 {
                if let [target, decoration, built_in, ..] = *instruction.operand_words() {
                    let built_in = BuiltIn::from_u32(built_in).filter(|_| decoration == Decoration::BuiltIn as u32);
                    if let Some(name) = built_in.and_then(built_in_name) {
                        names.give(target, &name);
                    }
                }
            } else if let Some(result) = instruction.result() {
                if names.by_id.contains_key(&result) {
                    continue;
                }
                let name = names.declared(&instruction, types);
                let name = name.filter(|name| match name.len().checked_sub(SHORT) {
                    None | Some(0) => true,
                    Some(_) => match long_names.checked_sub(name.len()) {
                        Some(left) => {
                            long_names = left;
                            true
                        }
                        None => false,
                    },
                });
                match name {
                    Some(name) => names.give(result, &name),
                    // The number of an id is unique, unless names are numbers.
                    None if has_numbers => names.give(result, &result.to_string()),
                    None => {
                        names.by_id.insert(result, None);
                    }
                }
            }
        }
        names
    }

    /// Replaces the name of an id.
    #[cfg(feature = "check")]
    pub(super) fn set(&mut self, id: u32, name: String) {
        self.by_id.insert(id, Some(name));
    }

    /// The name of an id. `None` if it is its number.
    pub(super) fn get(&self, id: u32) -> Option<&str> {
        self.by_id.get(&id)?.as_deref()
    }

    /// Names an id that has no name yet. The assembly language allows letters, digits and underscores; every other
    /// byte becomes an underscore.
    fn give(&mut self, id: u32, wanted: &str) {
        if self.by_id.contains_key(&id) {
            return;
        }
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let bytes = wanted.bytes();
        let mut name: String = bytes
            .map(|byte| if is_allowed(byte) { char::from(byte) } else { '_' })
            .collect();
        if name.is_empty() {
            name.push('_');
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
        self.by_id.insert(id, Some(name));
    }

    /// The name of an id, or its number.
    fn of(&self, id: u32) -> String {
        self.get(id).map_or_else(|| id.to_string(), ToOwned::to_owned)
    }

    /// The name that follows from a declaration. `None` if none does.
    fn declared(&self, instruction: &Instruction<'_>, types: &HashMap<u32, NumberType>) -> Option<String> {
        let op = Op::from_u32(u32::from(instruction.opcode))?;
        let operands = instruction.operand_words();
        Some(match (op, operands) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, &[width, signedness]) => int_name(width, signedness),
            (Op::TypeFloat, &[width]) => float_name(width),
            (Op::TypeFloat, &[width, encoding]) => match FPEncoding::from_u32(encoding) {
                Some(FPEncoding::BFloat16KHR) => "bfloat16".to_owned(),
                Some(FPEncoding::Float8E4M3EXT) => "fp8e4m3".to_owned(),
                Some(FPEncoding::Float8E5M2EXT) => "fp8e5m2".to_owned(),
                #[allow(unreachable_patterns)] // encodings of later versions of the `spirv` crate
                Some(_) | None => float_name(width),
            },
            (Op::TypeVector, &[component, count]) => format!("v{count}{}", self.of(component)),
            (Op::TypeMatrix, &[column, count]) => format!("mat{count}{}", self.of(column)),
            (Op::TypeArray, &[element, length]) => format!("_arr_{}_{}", self.of(element), self.of(length)),
            (Op::TypeRuntimeArray, &[element]) => format!("_runtimearr_{}", self.of(element)),
            (Op::TypeNodePayloadArrayAMDX, &[element]) => format!("_payloadarr_{}", self.of(element)),
            (Op::TypePointer, &[class, pointee]) => {
                format!("_ptr_{}_{}", class_name(class)?, self.of(pointee))
            }
            (Op::TypeUntypedPointerKHR, &[class]) => format!("_ptr_{}", class_name(class)?),
            (Op::TypePipe, &[access]) => format!("Pipe{}", OperandKind::AccessQualifier.enumerant(access)?.name),
            (Op::TypeEvent, _) => "Event".to_owned(),
            (Op::TypeDeviceEvent, _) => "DeviceEvent".to_owned(),
            (Op::TypeReserveId, _) => "ReserveId".to_owned(),
            (Op::TypeQueue, _) => "Queue".to_owned(),
            (Op::TypePipeStorage, _) => "PipeStorage".to_owned(),
            (Op::TypeNamedBarrier, _) => "NamedBarrier".to_owned(),
            (Op::TypeStruct, _) => format!("_struct_{}", instruction.result()?),
            (Op::TypeOpaque, name) => match string(name) {
                // An empty name counts as an underscore.
                name if name.is_empty() => "Opaque__".to_owned(),
                name => format!("Opaque_{name}"),
            },
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, value) => {
                let ty = instruction.result_type()?;
                let mut number = String::new();
                types.get(&ty)?.write(&mut number, value, NumberFormat::SpirvDis);
                format!("{}_{}", self.of(ty), number.replace('-', "n"))
            }
            // catch-all: `spirv-dis` derives no name from the other instructions.
            _ => return None,
        })
    }
}

/// The id and the name in an `OpName`.
fn given(instruction: &Instruction<'_>) -> Option<(u32, String)> {
    if instruction.opcode != Op::Name as u16 {
        return None;
    }
    let (&target, name) = instruction.operand_words().split_first()?;
    Some((target, string(name)))
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

fn class_name(class: u32) -> Option<&'static str> {
    Some(OperandKind::StorageClass.enumerant(class)?.name)
}

/// The name of a built-in variable: that of GLSL if GLSL 4.50 or Vulkan's GLSL has it, and SPIR-V's for those of
/// kernels and subgroups. Later built-ins have none.
fn built_in_name(built_in: BuiltIn) -> Option<String> {
    let name = OperandKind::BuiltIn.enumerant(built_in as u32)?.name;
    Some(match built_in {
        BuiltIn::Position
        | BuiltIn::PointSize
        | BuiltIn::ClipDistance
        | BuiltIn::CullDistance
        | BuiltIn::VertexId
        | BuiltIn::InstanceId
        | BuiltIn::PrimitiveId
        | BuiltIn::InvocationId
        | BuiltIn::Layer
        | BuiltIn::ViewportIndex
        | BuiltIn::TessLevelOuter
        | BuiltIn::TessLevelInner
        | BuiltIn::TessCoord
        | BuiltIn::PatchVertices
        | BuiltIn::FragCoord
        | BuiltIn::PointCoord
        | BuiltIn::FrontFacing
        | BuiltIn::SampleId
        | BuiltIn::SamplePosition
        | BuiltIn::SampleMask
        | BuiltIn::FragDepth
        | BuiltIn::HelperInvocation
        | BuiltIn::NumWorkgroups
        | BuiltIn::WorkgroupSize
        | BuiltIn::WorkgroupId
        | BuiltIn::LocalInvocationId
        | BuiltIn::GlobalInvocationId
        | BuiltIn::LocalInvocationIndex
        | BuiltIn::VertexIndex
        | BuiltIn::InstanceIndex
        | BuiltIn::BaseInstance => {
            let name = match name.strip_suffix("Id") {
                Some(name) => format!("{name}ID"),
                None => name.to_owned(),
            };
            format!("gl_{}", name.replace("Workgroup", "WorkGroup"))
        }
        BuiltIn::SubgroupEqMask
        | BuiltIn::SubgroupGeMask
        | BuiltIn::SubgroupGtMask
        | BuiltIn::SubgroupLeMask
        | BuiltIn::SubgroupLtMask => format!("{name}KHR"),
        BuiltIn::WorkDim
        | BuiltIn::GlobalSize
        | BuiltIn::EnqueuedWorkgroupSize
        | BuiltIn::GlobalOffset
        | BuiltIn::GlobalLinearId
        | BuiltIn::SubgroupSize
        | BuiltIn::SubgroupMaxSize
        | BuiltIn::NumSubgroups
        | BuiltIn::NumEnqueuedSubgroups
        | BuiltIn::SubgroupId
        | BuiltIn::SubgroupLocalInvocationId => name.to_owned(),
        // catch-all: `spirv-dis` has no names for later built-ins.
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::words::{assemble_text, disassemble_friendly};
    use alloc::borrow::ToOwned;

    #[test]
    fn names_stay_in_proportion_however_types_are_nested() {
        let mut text = "%p0 = OpTypeFloat 32\n".to_owned();
        for depth in 1..3000 {
            text += &format!("%p{depth} = OpTypePointer Private %p{}\n", depth - 1);
        }
        let words = assemble_text(&text, 0x0001_0300).unwrap_or_default();
        let listing = disassemble_friendly(&words);
        assert!(listing.len() < 64 * words.len(), "{}", listing.len());
        // As long as the names are few, they are whole.
        assert!(listing.contains(&format!("%{}float = ", "_ptr_Private_".repeat(30))));
    }
}
