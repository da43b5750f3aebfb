//! Capabilities that a use needs beyond those in the grammar, depending on an operand's type, an index or what is
//! accessed.

use super::{Capabilities, Resource, resources};
use crate::check::Checker;
use crate::check::message;
use crate::check::message::named;
use crate::check::module::{Class, Inst, Kind, Module, NONE, Type};
use crate::sort::sort_by_key;
use crate::words::grammar::OperandKind;
use spirv::{BuiltIn, Capability, Decoration, Op};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let vulkan = cx.target.is_vulkan();
    let distances = distances(cx);
    let selects = vulkan && resources::has_arrays(module);
    if selects || !distances.is_empty() {
        for inst in module.of([Class::Memory]).filter(|inst| inst.function != NONE) {
            if let Some(first) = resources::chain(inst) {
                if selects {
                    dynamic_index(cx, inst, first);
                }
                if !distances.is_empty() {
                    distance_member(cx, inst, first, &distances);
                }
            } else if !distances.is_empty() && matches!(inst.op, Op::Load | Op::Store | Op::CopyMemory) {
                distance_inside(cx, inst, &distances);
            }
        }
    }
    for inst in module.of([Class::Foreign]).filter(|inst| is_dot(module, inst)) {
        dot(cx, inst);
    }
}

/// Whether an instruction is an integer dot product, which needs DotProduct.
pub(super) fn is_dot(module: &Module<'_>, inst: &Inst) -> bool {
    module
        .availability(inst)
        .is_some_and(|availability| availability.capabilities == [Capability::DotProduct as u32])
}

/// The capabilities of which an integer dot product with these inputs needs one.
pub(super) fn dot_input(module: &Module<'_>, inst: &Inst) -> Option<&'static [Capability]> {
    use Capability as C;
    let ty = module.type_of(module.operand(inst, 0))?;
    Some(match (ty.lanes, ty.width()) {
        (1, 32) if ty.is_int() => &[C::DotProductInput4x8BitPacked],
        (4, 8) => &[C::DotProductInput4x8Bit, C::DotProductInputAll],
        _ if ty.is_vector() => &[C::DotProductInputAll],
        _ => return None,
    })
}

fn dot(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(any) = dot_input(module, inst) else { return };
    if !any.iter().any(|&capability| module.has_capability(capability)) {
        let input = module.operand(inst, 0);
        cx.violate(
            Capabilities::DotInput,
            inst,
            format_args!(
                "operands of type {} need {}",
                module.show(module.type_id(input)),
                message::AnyOf(any)
            ),
        );
    }
}

fn dynamic_index(cx: &mut Checker<'_, '_>, inst: &Inst, first: usize) {
    let module = cx.module;
    let Some((resource, depth)) = resources::selection(module, inst) else {
        return;
    };
    let indices = module.operands(inst).get(first..).unwrap_or(&[]);
    let dynamic = indices
        .iter()
        .take(depth)
        .find(|&&index| module.constant(index).is_none());
    let Some(&dynamic) = dynamic else { return };
    if module.has_capability(resource.dynamic()) || module.uses(inst.result).is_empty() {
        return;
    }
    let rule = match resource {
        Resource::UniformBuffer => Capabilities::UniformBufferIndex,
        Resource::SampledImage => Capabilities::SampledImageIndex,
        Resource::StorageBuffer => Capabilities::StorageBufferIndex,
        Resource::StorageImage => Capabilities::StorageImageIndex,
        Resource::InputAttachment => Capabilities::InputAttachmentIndex,
        Resource::UniformTexelBuffer => Capabilities::UniformTexelBufferIndex,
        Resource::StorageTexelBuffer => Capabilities::StorageTexelBufferIndex,
    };
    cx.violate(
        rule,
        inst,
        format_args!(
            "{} is no constant and {} is not declared",
            module.show(dynamic),
            named(resource.dynamic())
        ),
    );
}

/// Members decorated `ClipDistance` or `CullDistance` whose capability is not declared: structure, member, capability.
type Distances = Vec<(u32, u32, Capability)>;

/// Checks variables, and returns the members.
fn distances(cx: &mut Checker<'_, '_>) -> Distances {
    let module = cx.module;
    let mut members = Distances::new();
    for used in &module.enumerants {
        let capability = match used.value {
            _ if used.kind != OperandKind::BuiltIn => continue,
            value if value == BuiltIn::ClipDistance as u32 => Capability::ClipDistance,
            value if value == BuiltIn::CullDistance as u32 => Capability::CullDistance,
            _ => continue,
        };
        let Some(inst) = module.inst(used.inst).filter(|_| !module.has_capability(capability)) else {
            continue;
        };
        match inst.op {
            Op::MemberDecorate => members.push((module.operand(inst, 0), module.operand(inst, 1), capability)),
            Op::Decorate => {
                let mut users = module.uses(module.operand(inst, 0)).iter();
                let user = users.find_map(|at| module.inst(at.inst).filter(|user| user.function != NONE));
                if let Some(user) = user {
                    cx.violate(
                        Capabilities::Distance,
                        user,
                        format_args!("{capability} is not declared", capability = named(capability)),
                    );
                }
            }
            _ => {}
        }
    }
    sort_by_key(&mut members, |&(structure, member, _)| (structure, member));
    members
}

/// Checks instructions that access a whole structure and thereby all of its members.
fn distance_inside(cx: &mut Checker<'_, '_>, inst: &Inst, distances: &Distances) {
    let module = cx.module;
    let pointee = module.type_of(module.operand(inst, 0)).and_then(Type::pointee);
    let mut ty = pointee.and_then(|pointee| module.ty(pointee));
    // Blocks of built-ins may be in an array with an element for each vertex, but not in deeper arrays.
    if let Some(Kind::Array { element, .. } | Kind::RuntimeArray { element }) = ty.map(|ty| ty.kind) {
        ty = module.ty(element);
    }
    let mut members = distances.iter().filter(|row| Some(row.0) == ty.map(|ty| ty.id));
    if let Some(&(_, _, capability)) = members.next() {
        cx.violate(
            Capabilities::Distance,
            inst,
            format_args!("{capability} is not declared", capability = named(capability)),
        );
    }
}

fn distance_member(cx: &mut Checker<'_, '_>, inst: &Inst, first: usize, distances: &Distances) {
    let module = cx.module;
    let pointee = module.type_of(module.operand(inst, 0)).and_then(Type::pointee);
    let mut ty = pointee.and_then(|pointee| module.ty(pointee));
    for &index in module.operands(inst).get(first..).unwrap_or(&[]) {
        let next = match ty.map(|ty| (ty.id, ty.kind)) {
            Some((_, Kind::Array { element, .. } | Kind::RuntimeArray { element })) => element,
            Some((id, Kind::Struct { members })) => {
                let Some(member) = module.constant_u32(index) else {
                    return;
                };
                let found = distances.binary_search_by_key(&(id, member), |&(id, member, _)| (id, member));
                if let Some(&(_, _, capability)) = found.ok().and_then(|row| distances.get(row)) {
                    cx.violate(
                        Capabilities::Distance,
                        inst,
                        format_args!("{capability} is not declared", capability = named(capability)),
                    );
                }
                members.get(member as usize).copied().unwrap_or(0)
            }
            _ => return,
        };
        ty = module.ty(next);
    }
}

/// Whether an access is decorated `NonUniform`.
pub(super) fn is_non_uniform(module: &Module<'_>, id: u32) -> bool {
    module.is_decorated(id, Decoration::NonUniform)
}
