//! Resolves the specialization constants of modules of any compiler.
//!
//! [`specialize`] gives them the values of [`Options`], or their defaults, and computes what depends on them: composites,
//! `OpSpecConstantOp`, and with these lengths of arrays and sizes of workgroups. The result has the same meaning as the
//! module with these values in `VkSpecializationInfo`, for drivers that get specialization wrong.
//!
//! ```
//! use spirula_spirv::specialize::{Options, specialize};
//! use spirula_spirv::words;
//!
//! let module = "OpCapability Shader
//!     OpMemoryModel Logical GLSL450
//!     OpEntryPoint GLCompute %main \"main\"
//!     OpExecutionMode %main LocalSize 1 1 1
//!     OpName %count \"count\"
//!     OpDecorate %count SpecId 3
//!     %void = OpTypeVoid
//!     %uint = OpTypeInt 32 0
//!     %one = OpConstant %uint 1
//!     %count = OpSpecConstant %uint 4
//!     %sum = OpSpecConstantOp %uint IAdd %count %one
//!     %signature = OpTypeFunction %void
//!     %main = OpFunction %void None %signature
//!     %entry = OpLabel
//!     OpReturn
//!     OpFunctionEnd";
//! let module = words::assemble_text(module, 0x0001_0000)?;
//! let specialized = specialize(&module, &Options::new().set("count", 8))?;
//! let text = words::disassemble_friendly(&specialized.words);
//! assert!(text.contains("= OpConstant %uint 9"), "{text}");
//! assert!(!text.contains("Spec"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `evaluate` has the constants and the operations on composites, `number` the arithmetic, and this file the module.

mod evaluate;
mod number;

use crate::words::id::MAX_ID_BOUND;
use crate::words::reader::{Instruction, ReadError, Reader};
use crate::words::{HEADER_WORDS, MAGIC};
use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use evaluate::Evaluator;
use hashbrown::{HashMap, HashSet};
use spirv::{BuiltIn, Decoration, ExecutionMode, Op};

/// Which specialization constants get which values.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    values: Vec<(Key, Value)>,
    only_given: bool,
}

impl Options {
    /// Every specialization constant gets its default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives specialization constants a value, instead of one that was given before.
    #[must_use]
    pub fn set(mut self, key: impl Into<Key>, value: impl Into<Value>) -> Self {
        self.values.push((key.into(), value.into()));
        self
    }

    /// Resolves only the specialization constants with a given value. The others can be specialized still, and so can
    /// what is computed from them.
    #[must_use]
    pub fn only_given(mut self) -> Self {
        self.only_given = true;
        self
    }
}

/// What a specialization constant is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Key {
    /// Its number, by the decoration `SpecId`.
    Id(u32),
    /// Its name, by `OpName`.
    Name(String),
}

impl From<u32> for Key {
    fn from(id: u32) -> Self {
        Self::Id(id)
    }
}

impl From<&str> for Key {
    /// A decimal number is a `SpecId`, any other text a name.
    fn from(text: &str) -> Self {
        match text.parse() {
            Ok(id) if text.bytes().all(|byte| byte.is_ascii_digit()) => Self::Id(id),
            _ => Self::Name(text.to_owned()),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "SpecId {id}"),
            Self::Name(name) => write!(f, "`{name}`"),
        }
    }
}

/// The value of a specialization constant, which is converted to the constant's type if that has it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// An integer; for floats too, and 0 and 1 for Booleans.
    Int(i64),
    /// The same, for those beyond `i64`.
    Uint(u64),
    /// A float, rounded to the nearest of the constant's type.
    Float(f64),
    /// `true`, `false` or a number, as in assembly: also hexadecimal (`0x1F`, `0x1.8p+3`), and `inf` and `nan`.
    Text(String),
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Uint(value.into())
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Uint(value)
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Self {
        Self::Float(value.into())
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Uint(value) => value.fmt(f),
            Self::Float(value) => fmt::Debug::fmt(value, f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A module with resolved specialization constants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Specialized {
    /// The words.
    pub words: Vec<u32>,
    /// The ids that named specialization constants and name constants now, in the order of the words.
    pub resolved: Vec<u32>,
    /// The operations on constants that cannot be computed. They stay as they are.
    pub left: Vec<Left>,
}

/// An `OpSpecConstantOp` that is not computed, although its operands are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Left {
    /// The id of its result.
    pub id: u32,
    /// Why it is not computed.
    pub reason: Reason,
}

/// Why an operation on constants is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// SPIR-V leaves the result undefined: a division by zero or one that overflows, a shift by the width or more, a
    /// component that a shuffle leaves out.
    Undefined,
    /// The device has the result: the number of components of a cooperative matrix.
    Device,
    /// The operation is none that shaders can specialize, or has other operands than the operation takes.
    Unsupported,
    /// A composite has too many constituents to be written as a constant.
    Size,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undefined => "SPIR-V leaves its result undefined",
            Self::Device => "its result is known to the device only",
            Self::Unsupported => "it is no operation on constants of shaders",
            Self::Size => "it has too many constituents",
        })
    }
}

/// A specialization constant that a value can be given to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// Its number, if it has one.
    pub spec_id: Option<u32>,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, self.spec_id) {
            (Some(name), Some(id)) => write!(f, "`{name}` (SpecId {id})"),
            (Some(name), None) => write!(f, "`{name}`"),
            (None, Some(id)) => write!(f, "SpecId {id}"),
            (None, None) => f.write_str("one without name and number"),
        }
    }
}

/// Why the constants of a module cannot be specialized.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecializeError {
    /// The words do not have the physical form of a module.
    Read(ReadError),
    /// The id bound is more than SPIR-V's universal limit (§2.17, Universal Limits), or no id is left for what is added.
    Bound {
        /// The bound.
        bound: u32,
    },
    /// A value is given to a constant that the module does not have.
    Unknown {
        /// The constant.
        key: Key,
        /// The specialization constants with a name or number.
        known: Vec<Known>,
    },
    /// A value is given to a name that several constants have.
    Ambiguous {
        /// The name.
        name: String,
        /// The constants.
        known: Vec<Known>,
    },
    /// A value is none of the constant's type.
    Value {
        /// The constant.
        key: Key,
        /// Its type, such as "unsigned integer of 32 bits".
        ty: String,
        /// The value.
        value: String,
    },
    /// With these values an array has no elements.
    ArrayLength {
        /// The id of the array's type.
        array: u32,
        /// The length.
        length: i64,
    },
    /// With these values a workgroup has no invocations.
    WorkgroupSize {
        /// The size.
        size: [u32; 3],
    },
}

impl fmt::Display for SpecializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Bound { bound } => write!(f, "the id bound {bound} exceeds the limit of SPIR-V"),
            Self::Unknown { key, known } => {
                write!(f, "{key} is no specialization constant of the module; ")?;
                match known.is_empty() {
                    true => f.write_str("it has none"),
                    false => list(f, "known are ", known),
                }
            }
            Self::Ambiguous { name, known } => {
                write!(f, "`{name}` is the name of several specialization constants: ")?;
                list(f, "", known)
            }
            Self::Value { key, ty, value } => write!(f, "{key}: `{value}` is no {ty}"),
            Self::ArrayLength { array, length } => {
                write!(
                    f,
                    "the array type %{array} would have the length {length}; at least 1 is needed"
                )
            }
            Self::WorkgroupSize { size: [x, y, z] } => {
                write!(
                    f,
                    "the workgroup would have the size {x} x {y} x {z}; at least 1 is needed in each dimension"
                )
            }
        }
    }
}

impl core::error::Error for SpecializeError {}

fn list(f: &mut fmt::Formatter<'_>, before: &str, known: &[Known]) -> fmt::Result {
    for (index, one) in known.iter().enumerate() {
        write!(f, "{}{one}", if index == 0 { before } else { ", " })?;
    }
    Ok(())
}

/// Resolves the specialization constants of a module.
///
/// * `OpSpecConstant`, `OpSpecConstantTrue` and `OpSpecConstantFalse` become constants and lose their `SpecId`.
/// * `OpSpecConstantComposite` becomes a constant, and `OpSpecConstantOp` its result. Those that SPIR-V leaves undefined
///   or that only a device can compute stay, with operands that are constants; [`Specialized::left`] lists them.
/// * The size of workgroups is in `LocalSize`: `LocalSizeId` is replaced, and `LocalSize` gets the size of a constant
///   decorated `WorkgroupSize`, which stays.
///
/// The module should be valid; of one that is not the result is not specified, but nothing panics.
///
/// # Errors
///
/// If a value is for no constant of the module or is not of its type, and if an array or a workgroup would be empty.
pub fn specialize(words: &[u32], options: &Options) -> Result<Specialized, SpecializeError> {
    let (header, reader) = Reader::new(words).map_err(SpecializeError::Read)?;
    if header.bound > MAX_ID_BOUND {
        return Err(SpecializeError::Bound { bound: header.bound });
    }
    let mut module = Module::default();
    for instruction in reader {
        module.add(instruction.map_err(SpecializeError::Read)?);
    }
    let mut evaluator = Evaluator::new(header.bound);
    for instruction in &module.globals {
        evaluator.declare_type(instruction);
    }
    let given = module.given(options, &evaluator)?;
    for instruction in &module.globals {
        let value = instruction.result().and_then(|id| given.get(&id));
        evaluator.add(instruction, value.map(Vec::as_slice), options.only_given)?;
    }
    let preamble = module.preamble(&evaluator)?;
    if evaluator.bound > MAX_ID_BOUND {
        return Err(SpecializeError::Bound { bound: evaluator.bound });
    }
    let functions = words.get(module.functions..).unwrap_or(&[]);
    let length = HEADER_WORDS + preamble.len() + evaluator.words.len() + functions.len();
    let mut result = Vec::with_capacity(length);
    result.extend([MAGIC, header.version, header.generator, evaluator.bound, header.schema]);
    result.extend(preamble);
    result.extend(evaluator.words);
    result.extend_from_slice(functions);
    Ok(Specialized {
        words: result,
        resolved: evaluator.resolved,
        left: evaluator.left,
    })
}

/// The parts of a module that specialization reads.
#[derive(Default)]
struct Module<'w> {
    /// The instructions before the first type.
    preamble: Vec<Instruction<'w>>,
    /// Types, constants, global variables.
    globals: Vec<Instruction<'w>>,
    /// The offset of the first function, or the end.
    functions: usize,
    has_functions: bool,
    names: HashMap<u32, String>,
    spec_ids: HashMap<u32, u32>,
    /// The decoration groups with their targets.
    groups: Vec<(u32, &'w [u32])>,
}

impl<'w> Module<'w> {
    fn add(&mut self, instruction: Instruction<'w>) {
        let op = Op::from_u32(u32::from(instruction.opcode));
        if self.has_functions {
            return;
        }
        self.functions = instruction.offset + instruction.words.len();
        if op == Some(Op::Function) {
            self.functions = instruction.offset;
            self.has_functions = true;
            return;
        }
        let operands = instruction.operand_words();
        match (op, operands) {
            (Some(Op::Name), &[target, ref name @ ..]) => {
                let text = text(name);
                if !text.is_empty() {
                    self.names.entry(target).or_insert(text);
                }
            }
            (Some(Op::Decorate), &[target, decoration, id]) if decoration == Decoration::SpecId as u32 => {
                self.spec_ids.insert(target, id);
            }
            (Some(Op::GroupDecorate), &[group, ref targets @ ..]) => self.groups.push((group, targets)),
            _ => {}
        }
        let is_preamble =
            instruction.result().is_none() || matches!(op, Some(Op::ExtInstImport | Op::String | Op::DecorationGroup));
        if self.globals.is_empty() && is_preamble {
            self.preamble.push(instruction);
        } else {
            self.globals.push(instruction);
        }
    }

    /// The literals of the specialization constants with a given value, by id.
    fn given(&mut self, options: &Options, evaluator: &Evaluator) -> Result<HashMap<u32, Vec<u32>>, SpecializeError> {
        for &(group, targets) in &self.groups {
            if let Some(&id) = self.spec_ids.get(&group) {
                self.spec_ids.extend(targets.iter().map(|&target| (target, id)));
            }
        }
        let specialized = |instruction: &&Instruction<'_>| {
            matches!(
                Op::from_u32(u32::from(instruction.opcode)),
                Some(Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse)
            )
        };
        let constants: Vec<(u32, u32)> = self
            .globals
            .iter()
            .filter(specialized)
            .filter_map(|constant| Some((constant.result()?, constant.result_type()?)))
            .collect();
        let mut given = HashMap::new();
        for (key, value) in &options.values {
            let is_it = |id: u32| match key {
                Key::Id(number) => self.spec_ids.get(&id) == Some(number),
                Key::Name(name) => self.names.get(&id) == Some(name),
            };
            let found: Vec<(u32, u32)> = constants.iter().copied().filter(|&(id, _)| is_it(id)).collect();
            match (key, found.as_slice()) {
                (_, []) => {
                    let known = constants.iter().map(|&(id, _)| self.known(id));
                    return Err(SpecializeError::Unknown {
                        key: key.clone(),
                        known: known
                            .filter(|known| known.name.is_some() || known.spec_id.is_some())
                            .collect(),
                    });
                }
                (Key::Name(name), [_, _, ..]) => {
                    return Err(SpecializeError::Ambiguous {
                        name: name.clone(),
                        known: found.iter().map(|&(id, _)| self.known(id)).collect(),
                    });
                }
                _ => {}
            }
            for (id, ty) in found {
                let number = evaluator.number(ty);
                let literal = number.and_then(|number| number.read(value));
                let literal = literal.ok_or_else(|| SpecializeError::Value {
                    key: key.clone(),
                    ty: number.map_or_else(|| "constant of a known type".to_owned(), |number| number.to_string()),
                    value: value.to_string(),
                })?;
                given.insert(id, literal);
            }
        }
        Ok(given)
    }

    fn known(&self, id: u32) -> Known {
        Known {
            spec_id: self.spec_ids.get(&id).copied(),
            name: self.names.get(&id).cloned(),
        }
    }

    /// The instructions before the types, without the numbers of resolved constants, and with the workgroup's size.
    fn preamble(&self, evaluator: &Evaluator) -> Result<Vec<u32>, SpecializeError> {
        let mut without_number: HashSet<u32> = evaluator.resolved.iter().copied().collect();
        // A group loses its number if one of its targets does: a constant has none.
        let groups = self
            .groups
            .iter()
            .filter(|(_, targets)| targets.iter().any(|target| without_number.contains(target)));
        let groups: Vec<u32> = groups.map(|&(group, _)| group).collect();
        without_number.extend(groups);
        let built_in = self
            .preamble
            .iter()
            .find_map(|instruction| match *instruction.operand_words() {
                [target, decoration, built_in]
                    if instruction.opcode == Op::Decorate as u16
                        && decoration == Decoration::BuiltIn as u32
                        && built_in == BuiltIn::WorkgroupSize as u32 =>
                {
                    Some(target)
                }
                _ => None,
            });
        let built_in = built_in.and_then(|id| evaluator.size(id));
        // A module with such a constant may have no execution mode with a size.
        built_in.map_or(Ok(()), has_invocations)?;
        let mut words = Vec::new();
        for instruction in &self.preamble {
            let operands = instruction.operand_words();
            let mut size = None;
            match (Op::from_u32(u32::from(instruction.opcode)), operands) {
                (Some(Op::Decorate), &[target, decoration, _])
                    if decoration == Decoration::SpecId as u32 && without_number.contains(&target) =>
                {
                    continue;
                }
                (Some(Op::ExecutionModeId), &[entry, mode, x, y, z]) if mode == ExecutionMode::LocalSizeId as u32 => {
                    size = evaluator.size_of([x, y, z]).map(|size| (entry, size));
                }
                (Some(Op::ExecutionMode), &[entry, mode, _, _, _]) if mode == ExecutionMode::LocalSize as u32 => {
                    size = built_in.map(|size| (entry, size));
                }
                _ => {}
            }
            let Some((entry, size @ [x, y, z])) = size else {
                words.extend_from_slice(instruction.words);
                continue;
            };
            has_invocations(size)?;
            let mode = ExecutionMode::LocalSize as u32;
            words.extend([Op::ExecutionMode as u32 | 6 << 16, entry, mode, x, y, z]);
        }
        Ok(words)
    }
}

fn has_invocations(size: [u32; 3]) -> Result<(), SpecializeError> {
    match size.contains(&0) {
        true => Err(SpecializeError::WorkgroupSize { size }),
        false => Ok(()),
    }
}

/// The text of a literal string.
fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
