//! Instructions for certain stages only, and instructions of extensions with few instructions (SPIR-V §3.52,
//! Instructions; SPV_KHR_shader_clock, SPV_KHR_expect_assume, SPV_KHR_abort, SPV_NV_raw_access_chains,
//! SPV_INTEL_predicated_io).
//!
//! The stages of instructions for rays, meshes, subgroups and images are checked by their families.

use super::super::Checker;
use super::super::constants;
use super::super::module::{Flags, Inst, Kind, Models, Module, Scalar, Type};
use super::logical_match::LogicalMatch;
use super::{At, Typing};
use crate::check::message;
use crate::words::grammar::Category;
use spirv::{ExecutionModel as E, Op, Scope};

/// Opcodes that the `spirv` crate lacks.
const ABORT: u16 = 5121;
const DATA: u16 = 5147;
const SPECIALIZED_DATA: u16 = 5148;
const FREEZE: u16 = 5159;
const RAW_CHAIN: u16 = 5398;
const PREDICATED_LOAD: u16 = 6258;
const PREDICATED_STORE: u16 = 6259;

/// The execution models in which an instruction may be used; `None` if it is not restricted here.
fn models(op: Op) -> Option<Models> {
    const FRAGMENT: Models = Models::of(&[E::Fragment]);
    Some(match op {
        Op::Kill
        | Op::TerminateInvocation
        | Op::DemoteToHelperInvocation
        | Op::IsHelperInvocationEXT
        | Op::BeginInvocationInterlockEXT
        | Op::EndInvocationInterlockEXT => FRAGMENT,
        Op::EmitVertex | Op::EndPrimitive | Op::EmitStreamVertex | Op::EndStreamPrimitive => Models::of(&[E::Geometry]),
        _ => return None,
    })
}

/// Derivatives need a fragment shader, or an entry point with a derivative group.
pub(super) fn derivative(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let others = module.models_of(inst).without(Models::DERIVED);
    if !others.is_empty() {
        cx.violate(Typing::Stage, inst, format_args!("it is reached from {others}"));
    } else if module.is_without_derivatives(inst) {
        let message = format_args!("it is reached from an entry point without a derivative group");
        cx.violate(Typing::Stage, inst, message);
    }
}

/// Checks that an instruction is reached only from execution models in which it may be used.
pub(super) fn stage(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let Some(models) = models(inst.op) else { return };
    let others = cx.module.models_of(inst).without(models);
    if !others.is_empty() {
        cx.violate(Typing::Stage, inst, format_args!("it is reached from {others}"));
    }
}

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst, logical: &mut LogicalMatch) {
    let module = cx.module;
    match inst.op {
        Op::ReadClockKHR => clock(cx, inst),
        Op::AssumeTrueKHR => {
            let value = module.operand(inst, 0);
            let fits = module.type_of(value).is_none_or(|ty| ty.kind == Kind::Bool);
            At::of(cx, inst).operand(value, fits, format_args!("a Boolean"));
        }
        Op::ExpectKHR => expect(cx, inst),
        Op::Undef => {
            let fits = module.result_type(inst).is_none_or(|ty| !ty.is_void());
            At::of(cx, inst).result(fits, "a type that has values");
        }
        Op::IsHelperInvocationEXT => {
            let fits = module.result_type(inst).is_none_or(|ty| ty.kind == Kind::Bool);
            At::of(cx, inst).result(fits, "a Boolean");
        }
        _ => match inst.opcode {
            ABORT => abort(cx, inst, logical),
            DATA | SPECIALIZED_DATA => constants::data(cx, inst),
            FREEZE => {
                let value = module.operand(inst, 0);
                if module.type_of(value).is_some() {
                    At::of(cx, inst).same(&[value], inst.result_type);
                }
            }
            RAW_CHAIN => raw_chain(cx, inst),
            PREDICATED_LOAD | PREDICATED_STORE => predicated(cx, inst),
            _ => {}
        },
    }
}

/// Checks `OpExpectKHR`: the value and the expected value have the result's type (SPV_KHR_expect_assume).
fn expect(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(result) = module.result_type(inst) else {
        return;
    };
    let mut at = At::of(cx, inst);
    let fits = result.is_int_or_vector() || result.is_bool_or_vector();
    if at.result(fits, "of integers or Booleans") {
        for &id in module.operands(inst) {
            if module.type_of(id).is_some() {
                at.same(&[id], result.id);
            }
        }
    }
}

/// A clock is a 64-bit integer or a vector of two 32-bit integers.
fn clock(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if let Some(ty) = module.result_type(inst) {
        let unsigned = |expected: u32| matches!(ty.scalar, Scalar::Int { width, signed: false } if width == expected);
        let fits = (ty.is_int() && unsigned(64)) || (ty.is_vector() && unsigned(32) && ty.lanes == 2);
        At::of(cx, inst).result(fits, "an unsigned integer of 64 bits, or two of 32");
    }
    let scope = module.constant_u32(module.operand(inst, 0));
    let vulkan = [Scope::Subgroup as u32, Scope::Device as u32];
    if let Some(scope) = scope.filter(|scope| cx.target.is_vulkan() && !vulkan.contains(scope)) {
        cx.violate(
            Typing::ClockScope,
            inst,
            format_args!("the scope is {}", message::scope(scope)),
        );
    }
}

fn abort(cx: &mut Checker<'_, '_>, inst: &Inst, logical: &mut LogicalMatch) {
    let module = cx.module;
    let &[ty, message, ..] = module.operands(inst) else {
        return;
    };
    // The message type may have an explicit memory layout that the type of the value lacks.
    let known = module.ty(ty).is_some() && module.type_of(message).is_some();
    if known && !logical.matches(module, module.type_id(message), ty) {
        At::of(cx, inst).operand(message, false, format_args!("of a type that matches the message type"));
    }
    // Numbers, physical pointers and aggregates of these are concrete (SPIR-V §2.2.2, Types).
    let logical = Flags::STORAGE_POINTER | Flags::WORKGROUP_POINTER | Flags::OTHER_POINTER;
    let abstracts = Flags::BOOL | Flags::VOID | Flags::OPAQUE | Flags::COOPERATIVE | logical;
    let concrete = module.ty(ty).is_none_or(|ty| !ty.flags.intersects(abstracts));
    At::of(cx, inst).operand(ty, concrete, format_args!("a concrete type"));
}

/// Checks `OpRawAccessChainNV`: a pointer to numbers in a buffer, from a pointer of the same storage class and
/// integers.
fn raw_chain(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[base, ref numbers @ ..] = module.operands(inst) else {
        return;
    };
    let Some(result) = module.result_type(inst) else {
        return;
    };
    let pointee = result.pointee().and_then(|id| module.ty(id));
    let mut at = At::of(cx, inst);
    let fits = pointee.is_some_and(|ty| {
        !ty.flags
            .intersects(Flags::ARRAY | Flags::STRUCT | Flags::MATRIX | Flags::RUNTIME_ARRAY)
    });
    at.result(fits, "a pointer to a number or vector");
    if let Some(ty) = module.type_of(base) {
        let same = ty.storage_class() == result.storage_class() && ty.is_pointer();
        at.operand(base, same, format_args!("a pointer of the same storage class"));
    }
    for &id in numbers.iter().take(3) {
        if let Some(ty) = module.type_of(id) {
            at.operand(id, ty.is_int32(), format_args!("an integer of 32 bits"));
        }
    }
}

/// Checks predicated loads and stores (SPV_INTEL_predicated_io).
fn predicated(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[pointer, second, third, ..] = module.operands(inst) else {
        return;
    };
    let (predicate, value, expected) = if inst.opcode == PREDICATED_LOAD {
        (second, third, inst.result_type)
    } else {
        (third, second, module.type_id(second))
    };
    let pointee = module.type_of(pointer).and_then(|ty| ty.pointee());
    let mut at = At::of(cx, inst);
    if module
        .type_of(pointer)
        .is_some_and(|ty| !matches!(ty.kind, Kind::UntypedPointer { .. }))
    {
        at.operand(
            pointer,
            pointee == Some(expected),
            format_args!("a pointer to what is loaded or stored"),
        );
    }
    if let Some(ty) = module.type_of(predicate) {
        at.operand(predicate, ty.kind == Kind::Bool, format_args!("a Boolean"));
    }
    if module.type_of(value).is_some() {
        at.same(&[value], expected);
    }
}

/// The encoding of a float other than an IEEE 754 one, in a number, vector or cooperative matrix.
fn encoding(module: &Module<'_>, ty: &Type<'_>) -> Option<u32> {
    let scalar = match ty.kind {
        Kind::CooperativeMatrix { component, .. } => module.ty(component)?.scalar,
        _ => ty.scalar,
    };
    match scalar {
        Scalar::Float { encoding, .. } => encoding,
        Scalar::None | Scalar::Bool | Scalar::Int { .. } => None,
    }
}

/// Floats of other encodings must be converted before computations (SPV_KHR_bfloat16, SPV_EXT_float8,
/// SPV_EXT_ocp_microscaling_types, Validation Rules).
pub(super) fn encoded(cx: &mut Checker<'_, '_>, inst: &Inst) {
    const BFLOAT16: u32 = 0;
    const BFLOAT16_DOT: u32 = 5117;
    let module = cx.module;
    let applies = matches!(
        inst.opcode,
        126..=168
            | 170..=205
            | 207..=215
            | 227..=242
            | 259..=271
            | 333..=366
            | 4422
            | 4427
            | 4431
            | 4432
            | 5000..=5007
            | 5296
            | 5614
            | 5615
            | 6035
            | 6145
            | 6401..=6408
    );
    let extended = inst.op == Op::ExtInst && !module.result_type(inst).is_none_or(|ty| ty.is_void());
    let applies = applies || extended;
    if !applies {
        return;
    }
    let dots = module.has_capability_number(BFLOAT16_DOT);
    let allowed = |encoding: u32| inst.op == Op::Dot && encoding == BFLOAT16 && dots;
    // The grammar tells which operands of an extended instruction are literals. A group instruction has its operation as
    // the second operand.
    let instruction = module.extended_set(module.operand(inst, 0)).filter(|_| extended);
    let instruction = instruction.and_then(|set| set.instruction(module.operand(inst, 1)));
    let is_literal = |index: usize| match (inst.opcode, index) {
        (264..=271 | 342 | 349..=364 | 5000..=5007 | 6401..=6408, 1) => true,
        (_, 0 | 1) => extended,
        _ => {
            let kind = instruction.and_then(|instruction| instruction.operand(index - 2));
            kind.is_some_and(|kind| kind.category() != Category::Id)
        }
    };
    let operands = module.operands(inst).iter().enumerate();
    let values = operands
        .filter(|&(index, _)| !is_literal(index))
        .map(|(_, &id)| module.type_id(id));
    let found = values.chain([inst.result_type]).find_map(|id| {
        let ty = module.ty(id)?;
        encoding(module, ty).filter(|&encoding| !allowed(encoding)).map(|_| id)
    });
    if let Some(id) = found {
        let message = format_args!(
            "operands of type {} are of a float encoding that is only converted",
            module.show(id)
        );
        cx.violate(Typing::Encoded, inst, message);
    }
}
