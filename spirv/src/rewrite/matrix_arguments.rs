//! Arguments that are or contain matrices: passed as pointers to variables of the caller.
//!
//! The types of what is passed may have a layout, as those in buffers do, which types of Function variables must not
//! have (VUID-StandaloneSpirv-None-10684). Such a value is copied to a type of the same members without a layout.

use super::functions::{functions, unchangeable};
use super::module::{Body, Kind, Module, op_of};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use hashbrown::HashMap;
use spirv::{Decoration, Op, StorageClass};

/// The version that has `OpCopyLogical`.
const COPY_LOGICAL: u32 = 0x0001_0400;
/// The greatest number of values that a copy takes apart in an earlier version. A parameter with more is left as it is.
const MAX_COPIED: u32 = 1024;
/// A type with more levels is of no compiler.
const MAX_DEPTH: u32 = 32;

pub(super) fn matrix_arguments(module: &mut Module) {
    let mut passing = None;
    let mut current = Current::default();
    module.rewrite(&mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| {
        let passing = passing.get_or_insert_with(|| Passing::of(module, body));
        if current.entry == Some(instruction.offset) {
            for [pointer, ty, result] in current.loads.drain(..) {
                passing.load(module, pointer, ty, result);
            }
        }
        match (op_of(&instruction), instruction.words) {
            (Some(Op::Function), &[_, result_type, id, ..]) => {
                let entry = passing.entries.get(&id);
                current = Current {
                    entry: entry.map(|entry| entry.offset),
                    count: entry.map_or(0, |entry| entry.count),
                    at: module.functions.len(),
                    types: vec![result_type],
                    loads: Vec::new(),
                };
                false
            }
            (Some(Op::FunctionParameter), &[_, ty, result]) if current.entry.is_some() => {
                let is_passed = passing.parameter(module, &mut current, ty, result);
                if current.types.len() > current.count {
                    let signature = module.function_type(&current.types);
                    // The operands of OpFunction are its control and its type.
                    if let Some(word) = module.functions.get_mut(current.at + 4) {
                        *word = signature;
                    }
                }
                is_passed
            }
            (Some(Op::FunctionCall), &[_, ty, result, callee, ref arguments @ ..])
                if passing.entries.contains_key(&callee) =>
            {
                passing.call(module, [ty, result, callee], arguments)
            }
            _ => false,
        }
    });
}

/// The function that is being rewritten.
#[derive(Default)]
struct Current {
    /// The offset of the instruction after its variables, if parameters of it are passed in variables.
    entry: Option<usize>,
    /// The number of its parameters.
    count: usize,
    /// The offset of its first word among the new words.
    at: usize,
    /// The types of the result and of the parameters so far.
    types: Vec<u32>,
    /// The pointer, the type and the id of each parameter that is passed in a variable.
    loads: Vec<[u32; 3]>,
}

/// A function with a parameter that is passed in a variable.
struct Entry {
    /// The offset after its variables.
    offset: usize,
    /// The number of its parameters.
    count: usize,
}

/// What is passed in variables.
#[derive(Default)]
struct Passing {
    /// By function.
    entries: HashMap<u32, Entry>,
    /// By type of a parameter: the type of the variable.
    variables: HashMap<u32, u32>,
}

impl Passing {
    fn of(module: &mut Module, body: &Body) -> Self {
        let functions = functions(&body.words);
        let kept = unchangeable(module, body, &functions);
        let mut types = Types::default();
        let mut passing = Self::default();
        let mut start = 0;
        for function in functions {
            let entry = function.entry.map(|entry| start + entry);
            start += function.words.len();
            let Some(entry) = entry.filter(|_| !kept.contains(&function.id)) else {
                continue;
            };
            for &[ty, _] in &function.parameters {
                let variable = passing.variables.get(&ty).copied();
                if let Some(variable) = variable.or_else(|| types.variable(module, ty)) {
                    passing.variables.insert(ty, variable);
                    let count = function.parameters.len();
                    passing.entries.insert(function.id, Entry { offset: entry, count });
                }
            }
        }
        passing
    }

    /// Appends a parameter, which is a pointer if its type is passed in variables.
    fn parameter(&self, module: &mut Module, current: &mut Current, ty: u32, result: u32) -> bool {
        let Some(&variable) = self.variables.get(&ty) else {
            current.types.push(ty);
            return false;
        };
        let pointer_type = module.pointer_type(StorageClass::Function, variable);
        let pointer = module.value(Op::FunctionParameter, pointer_type, &[]);
        current.types.push(pointer_type);
        current.loads.push([pointer, ty, result]);
        true
    }

    /// Appends the value of a parameter.
    fn load(&self, module: &mut Module, pointer: u32, ty: u32, result: u32) {
        let Some(&variable) = self.variables.get(&ty) else {
            return;
        };
        if variable == ty {
            module.emit_as(Op::Load, ty, result, &[pointer]);
        } else {
            let value = module.value(Op::Load, variable, &[pointer]);
            copy(module, value, ty, result);
        }
    }

    /// Appends a call whose arguments are in variables.
    fn call(&self, module: &mut Module, [ty, result, callee]: [u32; 3], arguments: &[u32]) -> bool {
        let mut operands = vec![callee];
        let mut is_changed = false;
        for &argument in arguments {
            let own = module.type_of(argument);
            let Some(&variable_type) = self.variables.get(&own) else {
                operands.push(argument);
                continue;
            };
            is_changed = true;
            let mut value = argument;
            if variable_type != own {
                value = module.fresh();
                copy(module, argument, variable_type, value);
            }
            let variable = module.variable(variable_type);
            module.emit(Op::Store, &[variable, value]);
            operands.push(variable);
        }
        if is_changed {
            module.emit_as(Op::FunctionCall, ty, result, &operands);
        }
        is_changed
    }
}

/// Appends a value of a type that has the same members as that of another value.
fn copy(module: &mut Module, value: u32, ty: u32, result: u32) {
    if module.version() >= COPY_LOGICAL {
        module.emit_as(Op::CopyLogical, ty, result, &[value]);
        return;
    }
    let from = members(module, module.type_of(value)).unwrap_or_default();
    let to = members(module, ty).unwrap_or_default();
    let mut parts = Vec::new();
    for ((index, from), to) in (0..).zip(from).zip(to) {
        let part = module.value(Op::CompositeExtract, from, &[value, index]);
        parts.push(if from == to {
            part
        } else {
            let copied = module.fresh();
            copy(module, part, to, copied);
            copied
        });
    }
    module.emit_as(Op::CompositeConstruct, ty, result, &parts);
}

/// The types of the members of a structure, or of the elements of an array; `None` for other types, and for arrays whose
/// length is specialized or large.
fn members(module: &Module, ty: u32) -> Option<Vec<u32>> {
    match module.kind(ty) {
        Kind::Struct => Some(module.declaration(ty)?.operand_words().to_vec()),
        Kind::Array(element, length) => {
            let length = module
                .constant(length)
                .filter(|&length| length <= u64::from(MAX_COPIED))?;
            Some(vec![element; length as usize])
        }
        _ => None,
    }
}

/// A type of variables.
#[derive(Clone, Copy)]
struct Plain {
    ty: u32,
    /// The number of values that a copy to it takes apart.
    copied: u32,
}

/// The types of parameters and what they contain.
#[derive(Default)]
struct Types {
    has_matrix: HashMap<u32, bool>,
    plain: HashMap<u32, Option<Plain>>,
}

impl Types {
    /// The type of the variable in which values of a type are passed; `None` if they are passed as they are.
    fn variable(&mut self, module: &mut Module, ty: u32) -> Option<u32> {
        if !self.has_matrix(module, ty, 0) {
            return None;
        }
        let plain = self.plain(module, ty, 0)?;
        let is_small = module.version() >= COPY_LOGICAL || plain.copied <= MAX_COPIED;
        is_small.then_some(plain.ty)
    }

    fn has_matrix(&mut self, module: &Module, ty: u32, depth: u32) -> bool {
        // The entry ends a type that contains itself, which is not valid.
        if let Some(&known) = self.has_matrix.get(&ty) {
            return known;
        }
        self.has_matrix.insert(ty, false);
        let has_matrix = match module.kind(ty) {
            Kind::Matrix(..) => true,
            Kind::Array(element, _) => depth < MAX_DEPTH && self.has_matrix(module, element, depth + 1),
            Kind::Struct => {
                let members = members(module, ty).unwrap_or_default();
                depth < MAX_DEPTH && members.iter().any(|&member| self.has_matrix(module, member, depth + 1))
            }
            _ => false,
        };
        self.has_matrix.insert(ty, has_matrix);
        has_matrix
    }

    /// The type with the same members and no layout; `None` if a variable cannot have it.
    fn plain(&mut self, module: &mut Module, ty: u32, depth: u32) -> Option<Plain> {
        if let Some(&known) = self.plain.get(&ty) {
            return known;
        }
        self.plain.insert(ty, None);
        let plain = match module.kind(ty) {
            _ if depth > MAX_DEPTH => None,
            Kind::Image
            | Kind::Sampler
            | Kind::SampledImage(_)
            | Kind::AccelerationStructure
            | Kind::RuntimeArray(_) => None,
            Kind::Array(element, length) => self.plain_array(module, [ty, element, length], depth),
            Kind::Struct => self.plain_struct(module, ty, depth),
            _ => Some(Plain { ty, copied: 0 }),
        };
        self.plain.insert(ty, plain);
        plain
    }

    fn plain_array(&mut self, module: &mut Module, [ty, element, length]: [u32; 3], depth: u32) -> Option<Plain> {
        let inner = self.plain(module, element, depth + 1)?;
        if inner.ty == element && module.decoration(ty, Decoration::ArrayStride).is_none() {
            return Some(Plain { ty, copied: 0 });
        }
        // An array whose length is specialized cannot be taken apart.
        let count = module.constant(length).and_then(|count| u32::try_from(count).ok());
        Some(Plain {
            ty: module.declare(Op::TypeArray, None, &[inner.ty, length]),
            copied: count.unwrap_or(u32::MAX).saturating_mul(inner.copied.saturating_add(1)),
        })
    }

    fn plain_struct(&mut self, module: &mut Module, ty: u32, depth: u32) -> Option<Plain> {
        let members = members(module, ty)?;
        let mut plain = Vec::new();
        let mut copied = 0_u32;
        for &member in &members {
            let inner = self.plain(module, member, depth + 1)?;
            copied = copied.saturating_add(inner.copied).saturating_add(1);
            plain.push(inner.ty);
        }
        if plain == members && !has_layout(module, ty) {
            return Some(Plain { ty, copied: 0 });
        }
        Some(Plain {
            ty: module.declare(Op::TypeStruct, None, &plain),
            copied,
        })
    }
}

/// Whether a structure has decorations of a layout.
fn has_layout(module: &Module, ty: u32) -> bool {
    let is_layout = |word: u32| {
        matches!(
            Decoration::from_u32(word),
            Some(
                Decoration::Block
                    | Decoration::BufferBlock
                    | Decoration::Offset
                    | Decoration::MatrixStride
                    | Decoration::RowMajor
                    | Decoration::ColMajor
            )
        )
    };
    module
        .annotations_of(ty)
        .any(|annotation| match (op_of(&annotation), annotation.words) {
            (Some(Op::Decorate), &[_, _, decoration, ..]) => is_layout(decoration),
            (Some(Op::MemberDecorate), &[_, _, _, decoration, ..]) => is_layout(decoration),
            _ => false,
        })
}
