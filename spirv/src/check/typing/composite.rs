//! Composites, shuffles, copies and phis (SPIR-V §3.52.12, Composite Instructions; §3.52.17, Control-Flow
//! Instructions).

use super::super::Checker;
use super::super::module::{Flags, Inst, Kind, Module, Type};
use super::logical_match::LogicalMatch;
use super::{At, Typing, mistyped};
use core::fmt;
use spirv::{Capability, Op};

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst, logical: &mut LogicalMatch) {
    let module = cx.module;
    let operands = module.operands(inst);
    match (inst.op, operands) {
        (Op::CompositeConstruct, _) => construct(cx, inst, operands),
        (Op::CompositeConstructReplicateEXT, &[value, ..]) => replicate(cx, inst, value),
        (Op::CopyLogical, &[value, ..]) => copy_logical(cx, inst, value, logical),
        // Values without a type are reported elsewhere.
        (Op::CompositeExtract, &[composite, ref indexes @ ..]) if module.type_of(composite).is_some() => {
            indexed(cx, inst, module.type_id(composite), indexes, inst.result_type);
        }
        (Op::CompositeInsert, &[object, composite, ref indexes @ ..]) => {
            if module.type_of(composite).is_none() || module.type_of(object).is_none() {
                return;
            }
            if module.type_id(composite) != inst.result_type {
                let ty = module.show(inst.result_type);
                let message = format_args!("the result type {ty} is not that of the composite");
                mistyped(cx, Typing::Result, inst, message);
            }
            indexed(cx, inst, module.type_id(composite), indexes, module.type_id(object));
        }
        (Op::VectorShuffle, &[first, second, ref components @ ..]) => shuffle(cx, inst, [first, second], components),
        (Op::VectorExtractDynamic, &[vector, index, ..]) => {
            let fits = module
                .type_of(vector)
                .is_none_or(|ty| lane(ty) == Some(inst.result_type));
            dynamic(cx, inst, fits, index);
        }
        (Op::VectorInsertDynamic, &[vector, part, index, ..]) => {
            let fits = module
                .type_of(vector)
                .is_none_or(|ty| ty.id == inst.result_type && lane(ty) == Some(module.type_id(part)));
            dynamic(cx, inst, fits, index);
        }
        (Op::CopyObject, &[value, ..]) => {
            if module.result_type(inst).is_some_and(Type::is_void) {
                cx.violate(Typing::Copy, inst, format_args!("void is no type of an object"));
            }
            same(cx, inst, Typing::Copy, value);
        }
        (Op::Phi, _) => {
            opaque(cx, inst);
            let fits = module.result_type(inst).is_none_or(|ty| !ty.is_void());
            At::of(cx, inst).result(fits, "a type that has values");
            for &value in operands.iter().step_by(2) {
                same(cx, inst, Typing::Phi, value);
            }
        }
        _ => {}
    }
}

/// Images, samplers and sampled images may not be results of OpPhi and OpSelect (SPIR-V §2.16.1, Universal Validation
/// Rules).
pub(super) fn opaque(cx: &mut Checker<'_, '_>, inst: &Inst) {
    use spirv::Capability::{BindlessImagesINTEL, BindlessTextureNV};
    let module = cx.module;
    let bindless = module.has_capability(BindlessTextureNV) || module.has_capability(BindlessImagesINTEL);
    let kind = module.result_type(inst).map(|ty| (ty.kind, ty.flags));
    let chosen = matches!(
        kind,
        Some((Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. }, flags)) if flags.contains(Flags::OPAQUE)
    );
    if chosen && !bindless {
        let message = format_args!("{} is opaque", module.show(inst.result_type));
        cx.violate(Typing::Opaque, inst, message);
    }
}

/// Checks that a value has the result's type.
fn same(cx: &mut Checker<'_, '_>, inst: &Inst, rule: Typing, value: u32) {
    let module = cx.module;
    if module.type_of(value).is_some() && module.type_id(value) != inst.result_type {
        cx.violate(
            rule,
            inst,
            format_args!("{} should be of the result type", module.show(value)),
        );
    }
}

/// The type of a vector's components.
fn lane(ty: &Type<'_>) -> Option<u32> {
    match ty.kind {
        Kind::Vector { component } => Some(component),
        _ => None,
    }
}

fn dynamic(cx: &mut Checker<'_, '_>, inst: &Inst, fits: bool, index: u32) {
    let module = cx.module;
    if !fits {
        cx.violate(
            Typing::Index,
            inst,
            format_args!("the vector is not of the result's components"),
        );
    }
    if module.type_of(index).is_some_and(|ty| !ty.is_int()) {
        cx.violate(
            Typing::Index,
            inst,
            format_args!("{} is no integer", module.show(index)),
        );
    }
}

fn construct(cx: &mut Checker<'_, '_>, inst: &Inst, operands: &[u32]) {
    let module = cx.module;
    let Some(result) = module.result_type(inst) else {
        return;
    };
    if operands.iter().any(|&id| module.type_of(id).is_none()) {
        return;
    }
    let all = |expected: u32| operands.iter().all(|&id| module.type_id(id) == expected);
    let fits = match result.kind {
        Kind::Vector { component } => {
            // Scalars and vectors whose components add up to those of the result.
            let parts = operands.iter().filter_map(|&id| module.type_of(id));
            let mut lanes = 0_u32;
            let mut same = true;
            for part in parts {
                same &= part.id == component || lane(part) == Some(component);
                lanes = lanes.saturating_add(part.lanes);
            }
            // SPV_EXT_long_vector removes the requirement of at least two constituents.
            let least = if module.has_capability(Capability::LongVectorEXT) {
                1
            } else {
                2
            };
            same && lanes == result.lanes && operands.len() >= least
        }
        Kind::Matrix { column } => all(column) && operands.len() == result.columns as usize,
        Kind::Array { element, default, .. } => {
            all(element) && default.is_none_or(|count| count == operands.len() as u64)
        }
        Kind::Struct { members } => {
            members.len() == operands.len()
                && members
                    .iter()
                    .zip(operands)
                    .all(|(&member, &id)| module.type_id(id) == member)
        }
        Kind::CooperativeMatrix { component, .. } => all(component) && operands.len() == 1,
        // Types of extensions may be constructed from constituents too.
        Kind::Other => true,
        _ => false,
    };
    if !fits {
        cx.violate(
            Typing::Construct,
            inst,
            format_args!(
                "{}",
                Misfit {
                    module,
                    result,
                    operands
                }
            ),
        );
    }
}

/// Constituents that do not make up a composite, displayed with what the composite needs.
struct Misfit<'m, 'w> {
    module: &'m Module<'w>,
    result: &'m Type<'w>,
    operands: &'m [u32],
}

impl fmt::Display for Misfit<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (module, given) = (self.module, self.operands.len());
        let ty = module.show(self.result.id);
        // The number of constituents; their type, or a list of types.
        let (needed, each, list): (Option<u64>, u32, &[u32]) = match self.result.kind {
            Kind::Vector { component } => {
                let wrong = |&&id: &&u32| {
                    let part = module.type_of(id);
                    part.is_some_and(|part| part.id != component && lane(part) != Some(component))
                };
                if let Some(&id) = self.operands.iter().find(wrong) {
                    let (id, component) = (module.show(id), module.show(component));
                    return write!(f, "constituent {id} is neither of type {component} nor a vector of it");
                }
                let lanes = self.operands.iter().filter_map(|&id| module.type_of(id));
                let lanes = lanes.fold(0_u32, |sum, part| sum.saturating_add(part.lanes));
                if lanes != self.result.lanes {
                    let needed = self.result.lanes;
                    return write!(f, "the constituents have {lanes} components, and {ty} has {needed}");
                }
                return write!(f, "{given} constituent is given, and a vector needs at least 2");
            }
            Kind::Matrix { column } => (Some(u64::from(self.result.columns)), column, &[]),
            Kind::Array { element, default, .. } => (default, element, &[]),
            Kind::Struct { members } => (Some(members.len() as u64), 0, members),
            Kind::CooperativeMatrix { component, .. } => (Some(1), component, &[]),
            _ => return write!(f, "the result type {ty} is no composite that has constituents"),
        };
        if let Some(needed) = needed.filter(|&needed| needed != given as u64) {
            return write!(f, "{given} constituents are given, and {ty} has {needed}");
        }
        let expected = |index: usize| list.get(index).copied().unwrap_or(each);
        let mut operands = self.operands.iter().enumerate();
        match operands.find(|&(index, &id)| module.type_id(id) != expected(index)) {
            Some((index, &id)) => {
                let (id, expected) = (module.show(id), module.show(expected(index)));
                write!(f, "constituent {index}, {id}, should be of type {expected}")
            }
            None => write!(f, "the constituents do not make up {ty}"),
        }
    }
}

/// Checks a composite with one constituent for all elements.
fn replicate(cx: &mut Checker<'_, '_>, inst: &Inst, value: u32) {
    let module = cx.module;
    let Some(result) = module.result_type(inst).filter(|_| module.def(value).is_some()) else {
        return;
    };
    let ty = module.type_id(value);
    let fits = match result.kind {
        Kind::Vector { component } | Kind::CooperativeMatrix { component, .. } => component == ty,
        Kind::Matrix { column } => column == ty,
        Kind::Array { element, .. } => element == ty,
        Kind::Struct { members } => members.iter().all(|&member| member == ty),
        _ => result.is_composite() && !matches!(result.kind, Kind::RuntimeArray { .. }),
    };
    if !fits {
        let message = format_args!("the constituent does not make up the result");
        cx.violate(Typing::Construct, inst, message);
    }
}

/// The types of OpCopyLogical must differ and must logically match.
fn copy_logical(cx: &mut Checker<'_, '_>, inst: &Inst, value: u32, logical: &mut LogicalMatch) {
    let module = cx.module;
    let (from, to) = (module.type_id(value), inst.result_type);
    if module.ty(from).is_none() || module.ty(to).is_none() {
        return;
    }
    if from == to {
        cx.violate(Typing::Copy, inst, format_args!("the types are the same"));
    } else if !logical.matches(module, from, to) {
        let message = format_args!(
            "{} does not match {} member by member",
            module.show(from),
            module.show(to)
        );
        cx.violate(Typing::Copy, inst, message);
    }
}

/// The type of the part that an index selects.
fn inside(module: &Module<'_>, ty: &Type<'_>, index: u32) -> Result<u32, ()> {
    match ty.kind {
        Kind::Vector { component } if index < ty.lanes => Ok(component),
        Kind::Matrix { column } if index < ty.columns => Ok(column),
        Kind::Array { element, constant, .. } if constant.is_none_or(|count| u64::from(index) < count) => Ok(element),
        Kind::Struct { members } => members.get(index as usize).copied().ok_or(()),
        Kind::CooperativeMatrix { component, .. } => Ok(component),
        Kind::Other => Ok(module
            .operands(module.inst(ty.inst).ok_or(())?)
            .first()
            .copied()
            .unwrap_or(0)),
        _ => Err(()),
    }
}

fn indexed(cx: &mut Checker<'_, '_>, inst: &Inst, composite: u32, indexes: &[u32], expected: u32) {
    let module = cx.module;
    let mut at = composite;
    if indexes.is_empty() {
        return cx.violate(Typing::Index, inst, format_args!("there is no index"));
    }
    for &index in indexes {
        let Some(ty) = module.ty(at) else { return };
        match inside(module, ty, index) {
            Ok(next) => at = next,
            Err(()) => {
                let message = format_args!("{} has no part {index}", module.show(at));
                // Of what OpSpecConstantOp computes, spirv-val looks at extractions.
                return match inst.op {
                    Op::CompositeInsert => mistyped(cx, Typing::Index, inst, message),
                    _ => cx.violate(Typing::Index, inst, message),
                };
            }
        }
    }
    if at != expected {
        let message = format_args!(
            "the indexes lead to {}, not to {}",
            module.show(at),
            module.show(expected)
        );
        mistyped(cx, Typing::Index, inst, message);
    }
}

fn shuffle(cx: &mut Checker<'_, '_>, inst: &Inst, vectors: [u32; 2], components: &[u32]) {
    let module = cx.module;
    let [Some(first), Some(second)] = vectors.map(|id| module.type_of(id)) else {
        return;
    };
    let Some(result) = module.result_type(inst) else {
        return;
    };
    let Some(expected) = lane(result).filter(|_| result.lanes as usize == components.len()) else {
        return mistyped(
            cx,
            Typing::Shuffle,
            inst,
            format_args!("the result is no vector of so many components"),
        );
    };
    if [first, second].iter().any(|ty| lane(ty) != Some(expected)) {
        return mistyped(
            cx,
            Typing::Shuffle,
            inst,
            format_args!("a vector is not of the result's components"),
        );
    }
    let most = first.lanes.saturating_add(second.lanes);
    // The component number 0xFFFFFFFF selects an undefined value.
    if components
        .iter()
        .any(|&component| component != u32::MAX && component >= most)
    {
        cx.violate(
            Typing::Shuffle,
            inst,
            format_args!("a component number is not below {most}, the components of both vectors"),
        );
    }
}
