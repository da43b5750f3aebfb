//! Signatures: the types of instructions' results and operands, as rows of a table.
//!
//! They describe instructions whose operands do not depend on each other. Each family owns its table.

use super::Checker;
use super::module::{Inst, Kind, Models, Module, Scalar, Type};
use crate::check::message::named;
use spirv::{Op, StorageClass};

/// The required type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// There is no result.
    None,
    /// Any value; other code checks it.
    Any,
    /// A Boolean.
    Bool,
    /// An integer of 32 bits.
    Int32,
    /// An unsigned integer of 32 bits.
    Uint32,
    /// A constant integer of 32 bits.
    Constant,
    /// An unsigned integer of 64 bits, or a vector of two of 32 bits.
    Address,
    /// A vector of two integers of 32 bits.
    Handle,
    /// A float of 32 bits.
    Float,
    /// A vector of two floats of 32 bits.
    Floats2,
    /// A vector of three floats of 32 bits.
    Floats3,
    /// A matrix of four columns of three floats of 32 bits.
    Transform,
    /// An array of floats of 32 bits, or of vectors of them: its length, and the number of components.
    Array(u64, u32),
    /// A pointer to a ray query.
    Query,
    /// A pointer to a hit object.
    HitObject,
    /// An acceleration structure.
    Acceleration,
    /// A variable of one of two storage classes.
    Variable([StorageClass; 2]),
}

/// The types of an instruction's result and operands, and the execution models that allow it.
pub(super) struct Row {
    pub opcode: u16,
    pub models: Models,
    pub result: Shape,
    pub operands: &'static [Shape],
}

/// The row of an opcode in a table sorted by opcode.
pub(super) fn find(table: &'static [Row], opcode: u16) -> Option<&'static Row> {
    let index = table.binary_search_by_key(&opcode, |row| row.opcode).ok()?;
    table.get(index)
}

/// A difference between an instruction and its row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    Result(Shape),
    Operand(u32, Shape),
    Models(Models),
}

/// Passes the differences between an instruction and its row to `report`. Undefined ids are reported elsewhere.
pub(super) fn check<'c, 'w>(
    cx: &mut Checker<'c, 'w>,
    inst: &Inst,
    row: &Row,
    report: fn(&mut Checker<'c, 'w>, &Inst, Fault),
) {
    let module = cx.module;
    if let Some(ty) = module.result_type(inst) {
        if !is(module, ty, row.result) {
            report(cx, inst, Fault::Result(row.result));
        }
    }
    for (&id, &shape) in module.operands(inst).iter().zip(row.operands) {
        if module.def(id).is_some() && !fits(module, id, shape) {
            report(cx, inst, Fault::Operand(id, shape));
        }
    }
    let others = module.models_of(inst).without(row.models);
    if !others.is_empty() {
        report(cx, inst, Fault::Models(others));
    }
}

/// Whether a value has the required type.
pub(super) fn fits(module: &Module<'_>, id: u32, shape: Shape) -> bool {
    match shape {
        Shape::Any => return true,
        Shape::Constant if !is_constant(module, id) => return false,
        Shape::Variable(classes) => {
            let variable = module.def(id).filter(|def| def.op == Op::Variable);
            return variable.is_some_and(|def| {
                let class = module.operand(def, 0);
                classes.iter().any(|&one| one as u32 == class)
            });
        }
        _ => {}
    }
    module.type_of(id).is_some_and(|ty| is(module, ty, shape))
}

/// Whether an id names a constant or specialization constant.
pub(super) fn is_constant(module: &Module<'_>, id: u32) -> bool {
    module.constant(id).is_some() && module.op(id) != Some(Op::Undef)
}

fn is_floats(ty: &Type<'_>, count: u32) -> bool {
    ty.is_float_or_vector() && ty.width() == 32 && ty.lanes == count
}

/// Whether a type is the required one.
fn is(module: &Module<'_>, ty: &Type<'_>, shape: Shape) -> bool {
    const UNSIGNED: Scalar = Scalar::Int {
        width: 32,
        signed: false,
    };
    let pointee = |op| {
        let pointee = ty.pointee().and_then(|id| module.ty(id));
        pointee.is_some_and(|pointee| pointee.op == op)
    };
    match shape {
        Shape::Any => true,
        Shape::None | Shape::Variable(_) => false,
        Shape::Bool => ty.kind == Kind::Bool,
        Shape::Int32 | Shape::Constant => ty.is_int32(),
        Shape::Uint32 => ty.is_int() && ty.scalar == UNSIGNED,
        Shape::Address => {
            let long = Scalar::Int {
                width: 64,
                signed: false,
            };
            (ty.is_vector() && ty.scalar == UNSIGNED && ty.lanes == 2) || (ty.is_int() && ty.scalar == long)
        }
        Shape::Handle => ty.is_int_or_vector() && ty.width() == 32 && ty.lanes == 2,
        Shape::Float => is_floats(ty, 1),
        Shape::Floats2 => is_floats(ty, 2),
        Shape::Floats3 => is_floats(ty, 3),
        Shape::Transform => {
            let float = matches!(ty.scalar, Scalar::Float { width: 32, .. });
            ty.is_matrix() && float && ty.columns == 4 && ty.lanes == 3
        }
        Shape::Array(length, lanes) => match ty.kind {
            Kind::Array { element, default, .. } => {
                default.is_none_or(|count| count == length) && module.ty(element).is_some_and(|ty| is_floats(ty, lanes))
            }
            _ => false,
        },
        Shape::Query => pointee(Op::TypeRayQueryKHR),
        Shape::HitObject => pointee(Op::TypeHitObjectNV) || pointee(Op::TypeHitObjectEXT),
        Shape::Acceleration => ty.op == Op::TypeAccelerationStructureKHR,
    }
}

impl core::fmt::Display for Shape {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::None => "nothing",
            Self::Any => "anything",
            Self::Bool => "a Boolean",
            Self::Int32 => "an integer of 32 bits",
            Self::Uint32 => "an unsigned integer of 32 bits",
            Self::Constant => "a constant integer of 32 bits",
            Self::Address => "an unsigned integer of 64 bits, or a vector of two of 32",
            Self::Handle => "a vector of two integers of 32 bits",
            Self::Float => "a float of 32 bits",
            Self::Floats2 => "a vector of two floats of 32 bits",
            Self::Floats3 => "a vector of three floats of 32 bits",
            Self::Transform => "a matrix of four columns of three floats of 32 bits",
            Self::Array(length, 1) => return write!(f, "an array of {length} floats of 32 bits"),
            Self::Array(length, lanes) => {
                return write!(f, "an array of {length} vectors of {lanes} floats of 32 bits");
            }
            Self::Query => "a pointer to a ray query",
            Self::HitObject => "a pointer to a hit object",
            Self::Acceleration => "an acceleration structure",
            Self::Variable([one, other]) => return write!(f, "a variable of {} or {}", named(*one), named(*other)),
        })
    }
}
