//! Pointers to matrices and into them, for pointers whose type does not state the matrix layout. They must be derived
//! from the structure that contains the matrix, and may only be used for loads and stores (SPIR-V §2.16.1, Universal
//! Validation Rules, "Physical Storage Buffer"; SPV_KHR_untyped_pointers).

use super::{Memory, class_of};
use crate::check::Checker;
use crate::check::module::{Class, Inst, Kind, Module, Type};
use spirv::{AddressingModel, Capability, Decoration, Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let physical = module
        .memory_model
        .is_some_and(|(model, _)| model == AddressingModel::PhysicalStorageBuffer64 as u32);
    let untyped = cx.is_shader() && module.has_capability(Capability::UntypedPointersKHR);
    if !physical && !untyped {
        return;
    }
    if physical {
        origins(cx);
    }
    for inst in module.of([Class::Memory]) {
        match inst.op {
            Op::Load if untyped => interpreted(cx, inst, inst.result_type),
            Op::Store if untyped => interpreted(cx, inst, module.type_id(module.operand(inst, 1))),
            _ if physical && is_chain(inst.op) => chain(cx, inst),
            _ if untyped && is_untyped_chain(inst.op) => untyped_chain(cx, inst),
            _ => {}
        }
    }
}

fn is_chain(op: Op) -> bool {
    matches!(
        op,
        Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain
    ) || is_untyped_chain(op)
}

fn is_untyped_chain(op: Op) -> bool {
    matches!(
        op,
        Op::UntypedAccessChainKHR
            | Op::UntypedInBoundsAccessChainKHR
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR
    )
}

/// Whether a type is a matrix or an array of matrices.
fn is_matrix(module: &Module<'_>, id: u32) -> bool {
    super::innermost(module, id).is_some_and(Type::is_matrix)
}

/// Checks that physical pointers to matrices are results of access chains.
fn origins(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let physical = StorageClass::PhysicalStorageBuffer as u32;
    let to_matrix = |ty: &Type<'_>| {
        ty.storage_class() == Some(physical) && ty.pointee().is_some_and(|pointee| is_matrix(module, pointee))
    };
    if !module.types.iter().any(to_matrix) {
        return;
    }
    // What takes such a pointer is reported for that.
    let takes = |inst: &Inst| {
        let mut operands = module.operands(inst).iter().filter_map(|&id| module.def(id));
        operands.any(|def| is_chain(def.op) && module.result_type(def).is_some_and(to_matrix))
    };
    for inst in module.insts.iter().filter(|inst| inst.result_type != 0) {
        let is_origin = !is_chain(inst.op) && module.result_type(inst).is_some_and(to_matrix);
        if is_origin && !takes(inst) {
            let message = format_args!("{} points to a matrix", module.show(inst.result));
            cx.violate(Memory::PhysicalMatrix, inst, message);
        }
    }
}

/// `Some` if an access chain, or one of the chains in its base, selects a matrix or a part of one; the value states
/// whether the matrix is decorated RowMajor.
fn selects_matrix(module: &Module<'_>, inst: &Inst) -> Option<bool> {
    let mut at = Some(inst);
    let mut known = None;
    for _ in 0..255 {
        let Some(chain) = at else { break };
        if let Some(rows) = selects_matrix_alone(module, chain) {
            known = Some(rows || known == Some(true));
        }
        at = base_chain(module, chain);
    }
    known
}

/// The access chain that is the base of an access chain.
fn base_chain<'m>(module: &'m Module<'_>, inst: &Inst) -> Option<&'m Inst> {
    let base = usize::from(is_untyped_chain(inst.op));
    module.def(module.operand(inst, base)).filter(|def| is_chain(def.op))
}

fn selects_matrix_alone(module: &Module<'_>, inst: &Inst) -> Option<bool> {
    let walk = walk(module, inst)?;
    (walk.into || is_matrix(module, walk.ty)).then_some(walk.rows)
}

/// Where the indices of an access chain lead.
struct Walk {
    ty: u32,
    /// Whether they go into a matrix.
    into: bool,
    /// Whether the last member is decorated RowMajor.
    rows: bool,
}

fn walk(module: &Module<'_>, inst: &Inst) -> Option<Walk> {
    let (base, skip) = match inst.op {
        Op::AccessChain | Op::InBoundsAccessChain => (0, 1),
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain => (0, 2),
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => (1, 2),
        _ => (1, 3),
    };
    let operands = module.operands(inst);
    let mut at = match base {
        0 => module.type_of(*operands.first()?)?.pointee()?,
        _ => *operands.first()?,
    };
    let (mut into, mut rows) = (false, false);
    for &index in operands.get(skip..)? {
        let ty = module.ty(at)?;
        at = match ty.kind {
            Kind::Matrix { column } => {
                into = true;
                column
            }
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => element,
            Kind::Vector { component } => component,
            Kind::Struct { members } => {
                let member = module.constant_u32(index)?;
                rows = module.member_decoration(ty.id, member, Decoration::RowMajor).is_some();
                *members.get(member as usize)?
            }
            _ => return None,
        };
    }
    Some(Walk { ty: at, into, rows })
}

/// Checks the uses of a physical pointer to a matrix or into one.
fn chain(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if class_of(module, inst.result) != Some(StorageClass::PhysicalStorageBuffer as u32) {
        return;
    }
    let Some(rows) = selects_matrix(module, inst) else {
        return;
    };
    for user in misusers(module, inst) {
        let message = format_args!("{} points into a matrix", module.show(inst.result));
        if rows && cx.target.is_vulkan() {
            cx.violate(Memory::PhysicalRows, user, message);
        } else {
            cx.violate(Memory::PhysicalMatrixUse, user, message);
        }
    }
}

/// The users of a pointer to a matrix, or into one, other than loads, stores and access chains.
fn misusers<'m>(module: &'m Module<'_>, inst: &Inst) -> impl Iterator<Item = &'m Inst> {
    let mut before = None;
    module.uses(inst.result).iter().filter_map(move |at| {
        let user = module.inst(at.inst)?;
        let fits = match user.op {
            Op::Load => true,
            Op::Store => at.word == 1,
            Op::Name | Op::Decorate | Op::DecorateId | Op::DecorateString | Op::GroupDecorate => true,
            Op::ExtInst => crate::check::logical::is_without_semantics(module, user),
            op => is_chain(op),
        };
        // An instruction is reported once, however many of its operands the pointer is.
        (!fits && before.replace(at.inst) != Some(at.inst)).then_some(user)
    })
}

/// Checks the uses of an untyped pointer into a matrix, and that it is derived from a structure if it is loaded or
/// stored through.
fn untyped_chain(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    // The rule is for matrices and their rows, not for elements.
    let is_element = walk(module, inst)
        .and_then(|walk| module.ty(walk.ty))
        .is_none_or(Type::is_scalar);
    if is_element || selects_matrix(module, inst).is_none() {
        return;
    }
    for user in misusers(module, inst) {
        let message = format_args!("{} points into a matrix", module.show(inst.result));
        cx.violate(Memory::UntypedMatrixUse, user, message);
    }
    let accesses = module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst));
    let mut accesses = accesses.filter(|user| matches!(user.op, Op::Load | Op::Store));
    if let Some(access) = accesses.find(|access| module.operand(access, 0) == inst.result) {
        let ty = match access.op {
            Op::Load => access.result_type,
            _ => module.type_id(module.operand(access, 1)),
        };
        // `interpreted` checks loads and stores of whole matrices.
        let is_row = module.ty(ty).is_some_and(|ty| !ty.is_scalar()) && !is_matrix(module, ty);
        if is_row && !comes_from_structure(module, inst.result) {
            let message = format_args!("{} is not derived from a structure", module.show(inst.result));
            cx.violate(Memory::UntypedMatrix, access, message);
        }
    }
}

/// Whether one of the chains from which a pointer is derived has a structure as its base type or a typed pointer as its
/// base.
fn comes_from_structure(module: &Module<'_>, pointer: u32) -> bool {
    let typed = |id: u32| module.type_of(id).is_none_or(|ty| ty.pointee().is_some());
    let mut at = pointer;
    for _ in 0..255 {
        let Some(def) = module.def(at) else { return true };
        if !is_untyped_chain(def.op) {
            return false;
        }
        // The base type may also be an array of blocks, from which one is selected.
        let structure = super::innermost(module, module.operand(def, 0));
        let structure = structure.is_some_and(|ty| matches!(ty.kind, Kind::Struct { .. }));
        at = module.operand(def, 1);
        // A typed pointer belongs to the typed access chain that selects the matrix.
        if structure || typed(at) {
            return true;
        }
    }
    true
}

/// Checks a matrix that is loaded or stored through an untyped pointer: a structure must state its layout.
fn interpreted(cx: &mut Checker<'_, '_>, inst: &Inst, ty: u32) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    let typed = |id: u32| module.type_of(id).is_none_or(|ty| ty.pointee().is_some());
    if !is_matrix(module, ty) || typed(pointer) {
        return;
    }
    if comes_from_structure(module, pointer) {
        return;
    }
    let message = format_args!("{} is not derived from a structure", module.show(pointer));
    cx.violate(Memory::UntypedMatrix, inst, message);
}
