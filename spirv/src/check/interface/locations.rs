//! Locations and components of inputs and outputs (Vulkan, "Location and Component Assignment").
//!
//! Each input and output occupies 32-bit components of four-component locations. Built-ins occupy none, but count
//! towards limits on components (`built_ins`). This file computes how many locations a type occupies and which array
//! dimension does not count.

use super::arrayed::{is_decorated, member_of_view, of_view, per_vertex, stripped};
use super::built_ins::BuiltIns;
use super::{Interface, built_in_block, class_of};
use crate::check::Checker;
use crate::check::module::{EntryPoint, Flags, Inst, Kind, Module, Scalar, Type};
use crate::sort::sort;
use crate::target::Limits;
use spirv::{Capability, Decoration, ExecutionModel as Model, StorageClass};

/// The maximum number of components that are examined for an entry point, more than any device supports.
const MAX_COMPONENTS: usize = 1 << 14;

/// The bit of [`Slot::space`] for patches.
const PATCH: u64 = 2;

/// One component of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Slot {
    /// Input or output, patch, index and stream, as bits. Slots of different spaces do not overlap.
    space: u64,
    location: u64,
    component: u8,
    /// The index of the variable in the interface.
    variable: u32,
    /// What the fragment inputs or outputs of one location must share: interpolation decorations, or the numeric type.
    shared: u8,
}

/// Buffers reused for each entry point.
#[derive(Default)]
pub(super) struct Scratch {
    /// For each type the number of its locations, and whether a structure in it gives a member a Location.
    types: Vec<(u64, bool)>,
    slots: Vec<Slot>,
    work: Vec<Run>,
}

/// Elements of one type at consecutive locations that are not visited yet.
struct Run {
    /// The id of the type.
    ty: u32,
    /// The location of the next element.
    location: u64,
    /// How many elements are left.
    count: u64,
    /// The locations of an element.
    step: u64,
}

impl Run {
    fn one(ty: u32, location: u64) -> Self {
        Self {
            ty,
            location,
            count: 1,
            step: 0,
        }
    }
}

/// A variable, or a member of its block, with its location.
struct Item {
    ty: u32,
    location: u64,
    component: u8,
    interpolation: u8,
}

pub(super) fn run(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    at: &Inst,
    interface: &[&Inst],
    scratch: &mut Scratch,
) {
    let module = cx.module;
    if scratch.types.is_empty() {
        scratch.types = count_locations(module);
    }
    scratch.slots.clear();
    // The stages whose locations spirv-val judges: vertex to fragment.
    let is_graphics = entry.model <= Model::Fragment as u32;
    for (index, variable) in interface.iter().enumerate() {
        let Some(class @ (StorageClass::Input | StorageClass::Output)) = class_of(module, variable) else {
            continue;
        };
        if module.is_decorated(variable.result, Decoration::BuiltIn) {
            continue;
        }
        let pointee = module.result_type(variable).and_then(Type::pointee);
        let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
            continue;
        };
        if !is_numeric(ty) {
            cx.violate(
                Interface::LocationType,
                variable,
                format_args!("{} is no number and no composite of numbers", module.show(ty.id)),
            );
            continue;
        }
        let ty = per_vertex(module, entry, variable, class, ty).unwrap_or(ty);
        let ty = of_view(module, variable, ty).unwrap_or(ty);
        let space = space(cx, entry, variable, class);
        let items = items(cx, (variable, is_graphics), ty, scratch);
        let numbers = class == StorageClass::Output && entry.model == Model::Fragment as u32;
        for item in &items {
            take(cx, scratch, item, (space, numbers), index as u32);
        }
    }
    sort(&mut scratch.slots);
    overlaps(cx, (entry, is_graphics), at, interface, &scratch.slots);
}

/// Whether a type contains only numbers. Booleans and physical pointers have rules of their own.
fn is_numeric(ty: &Type<'_>) -> bool {
    !ty.flags.contains(Flags::OPAQUE) && !ty.flags.contains(Flags::VOID)
}

/// For each type, elements and members first, the number of its locations, and whether a structure in it gives a member
/// a Location.
pub(crate) fn count_locations(module: &Module<'_>) -> Vec<(u64, bool)> {
    let mut counts: Vec<(u64, bool)> = Vec::with_capacity(module.types.len());
    for ty in &module.types {
        let known = |id: u32| {
            let row = module.def(id).map(|def| def.row as usize);
            row.and_then(|row| counts.get(row)).copied().unwrap_or((0, false))
        };
        let count = match ty.kind {
            Kind::Matrix { column } => (known(column).0.saturating_mul(u64::from(ty.columns)), false),
            Kind::Array { element, default, .. } => {
                let (inner, given) = known(element);
                (inner.saturating_mul(default.unwrap_or(1)), given)
            }
            Kind::RuntimeArray { element } => known(element),
            Kind::Struct { members } => {
                let own =
                    |row: &crate::check::module::Decorated<'_>| row.is(Decoration::Location) && row.member.is_some();
                let own = ty.flags.intersects(Flags::STRUCT) && module.decorations(ty.id).iter().any(own);
                (0..).zip(members).fold((0_u64, own), |(sum, given), (index, &member)| {
                    let (inner, below) = known(member_of_view(module, ty, index, member));
                    (sum.saturating_add(inner), given || below)
                })
            }
            _ if ty.lanes > 2 && ty.width() == 64 => (2, false),
            _ => (1, false),
        };
        counts.push(count);
    }
    counts
}

fn operand(module: &Module<'_>, id: u32, decoration: Decoration) -> Option<u32> {
    module.decoration(id, decoration).map(|row| row.operand())
}

fn space(cx: &Checker<'_, '_>, entry: &EntryPoint<'_>, variable: &Inst, class: StorageClass) -> u64 {
    let module = cx.module;
    let id = variable.result;
    let output = u64::from(class == StorageClass::Output);
    let number = match Model::from_u32(entry.model) {
        Some(Model::Fragment) => operand(module, id, Decoration::Index),
        Some(Model::Geometry) if module.has_capability(Capability::GeometryStreams) => {
            operand(module, id, Decoration::Stream)
        }
        _ => None,
    };
    let patch = if is_decorated(module, variable, Decoration::Patch) {
        PATCH
    } else {
        0
    };
    output | patch | u64::from(number.unwrap_or(0)) << 2
}

/// The interpolation decorations of a fragment input, which inputs of the same location share.
fn interpolation(module: &Module<'_>, id: u32, member: Option<u32>) -> u8 {
    let mut bits = 0;
    for row in module.decorations(id).iter().filter(|row| row.member == member) {
        bits |= match Decoration::from_u32(row.decoration) {
            Some(Decoration::Flat) => 1,
            Some(Decoration::NoPerspective) => 2,
            Some(Decoration::Sample) => 4,
            Some(Decoration::Centroid) => 8,
            Some(Decoration::PerVertexKHR) => 16,
            _ => 0,
        };
    }
    bits
}

/// The items to which a variable assigns locations. Reports missing and repeated locations.
fn items(
    cx: &mut Checker<'_, '_>,
    (variable, is_graphics): (&Inst, bool),
    ty: &Type<'_>,
    scratch: &Scratch,
) -> Vec<Item> {
    let module = cx.module;
    let id = variable.result;
    let given = |ty: &Type<'_>| {
        let row = module.def(ty.id).map(|def| def.row as usize);
        row.and_then(|row| scratch.types.get(row))
            .is_some_and(|&(_, given)| given)
    };
    let location = operand(module, id, Decoration::Location);
    let component = operand(module, id, Decoration::Component).unwrap_or(0) as u8;
    let (inner, depth) = stripped(module, ty);
    let block = module.is_decorated(inner.id, Decoration::Block);
    if let Some(location) = location {
        if given(ty) {
            cx.violate(
                Interface::LocationTwice,
                variable,
                format_args!("a member of {} has a Location too", module.show(inner.id)),
            );
        }
        return vec![Item {
            ty: ty.id,
            location: u64::from(location),
            component,
            interpolation: interpolation(module, id, None),
        }];
    }
    let Kind::Struct { members } = inner.kind else {
        cx.violate_part(
            Interface::Location,
            is_graphics,
            variable,
            format_args!("{} has no Location", module.show(id)),
        );
        return Vec::new();
    };
    let is_built_in = built_in_block(module, variable).is_some();
    if is_built_in && !block {
        // spirv-val does not look into arrays, of which that of the vertices is stripped from the type.
        let pointee = module.result_type(variable).and_then(Type::pointee);
        cx.violate_part(
            Interface::MemberLocation,
            pointee == Some(inner.id),
            variable,
            format_args!("{} holds built-ins and is no Block", module.show(inner.id)),
        );
        return Vec::new();
    }
    if !is_built_in && (!block || depth > 0) {
        cx.violate_part(
            Interface::Location,
            is_graphics,
            variable,
            format_args!("{} has no Location and is no Block", module.show(id)),
        );
        return Vec::new();
    }
    members_of(cx, (variable, is_graphics), inner, members, &given)
}

fn members_of(
    cx: &mut Checker<'_, '_>,
    (variable, is_graphics): (&Inst, bool),
    block: &Type<'_>,
    members: &[u32],
    given: &impl Fn(&Type<'_>) -> bool,
) -> Vec<Item> {
    let module = cx.module;
    let rows = module.decorations(block.id);
    let whole = interpolation(module, variable.result, None);
    // One pass over the decorations collects location, component and interpolation of each member, and whether it
    // occupies no location.
    let mut found: Vec<(Option<u32>, u8, u8, bool)> = vec![(None, 0, whole, false); members.len()];
    for row in rows {
        let Some(entry) = row.member.and_then(|member| found.get_mut(member as usize)) else {
            continue;
        };
        match Decoration::from_u32(row.decoration) {
            Some(Decoration::Location) => entry.0 = Some(row.operand()),
            Some(Decoration::Component) => entry.1 = row.operand() as u8,
            // Members that task shaders pass to mesh shaders have offsets instead of locations.
            Some(Decoration::BuiltIn | Decoration::PerTaskNV) => entry.3 = true,
            Some(Decoration::Flat) => entry.2 |= 1,
            Some(Decoration::NoPerspective) => entry.2 |= 2,
            Some(Decoration::Sample) => entry.2 |= 4,
            Some(Decoration::Centroid) => entry.2 |= 8,
            Some(Decoration::PerVertexKHR) => entry.2 |= 16,
            _ => {}
        }
    }
    let mut items = Vec::new();
    for (index, (&ty, &(location, component, interpolation, placed))) in members.iter().zip(&found).enumerate() {
        if placed {
            continue;
        }
        if module.ty(ty).is_some_and(given) {
            cx.violate(
                Interface::LocationTwice,
                variable,
                format_args!(
                    "a structure in member {index} of {} gives a Location",
                    module.show(block.id)
                ),
            );
        }
        match location {
            Some(location) => items.push(Item {
                ty,
                location: u64::from(location),
                component,
                interpolation,
            }),
            None => cx.violate_part(
                Interface::MemberLocation,
                is_graphics,
                variable,
                format_args!("member {index} of {} has no Location", module.show(block.id)),
            ),
        }
    }
    items
}

/// The numeric type of a scalar or vector.
fn numeric(ty: &Type<'_>) -> u8 {
    match ty.scalar {
        Scalar::Float { .. } => 1,
        Scalar::Int { signed: true, .. } => 2,
        Scalar::Int { signed: false, .. } => 3,
        Scalar::Bool | Scalar::None => 0,
    }
}

/// Records the components that an item occupies, with its numeric type if `numbers` is set.
fn take(cx: &Checker<'_, '_>, scratch: &mut Scratch, item: &Item, (space, numbers): (u64, bool), variable: u32) {
    let module = cx.module;
    let locations = |types: &[(u64, bool)], id: u32| {
        let row = module.def(id).map(|def| def.row as usize);
        row.and_then(|row| types.get(row)).map_or(0, |&(count, _)| count)
    };
    scratch.work.clear();
    scratch.work.push(Run::one(item.ty, item.location));
    for _ in 0..MAX_COMPONENTS * 8 {
        let Some(run) = scratch.work.last_mut() else {
            return;
        };
        let Some(left) = run.count.checked_sub(1) else {
            scratch.work.pop();
            continue;
        };
        let (id, location) = (run.ty, run.location);
        (run.count, run.location) = (left, location.saturating_add(run.step));
        let Some(ty) = module.ty(id) else { continue };
        let left = MAX_COMPONENTS.saturating_sub(scratch.slots.len());
        let many = |element, count, types: &[(u64, bool)]| Run {
            ty: element,
            location,
            count,
            step: locations(types, element),
        };
        match ty.kind {
            Kind::Matrix { column } => {
                let columns = many(column, u64::from(ty.columns), &scratch.types);
                scratch.work.push(columns);
            }
            Kind::Array { element, default, .. } => {
                let elements = many(element, default.unwrap_or(1), &scratch.types);
                scratch.work.push(elements);
            }
            Kind::RuntimeArray { element } => scratch.work.push(Run::one(element, location)),
            Kind::Struct { members } => {
                let mut next = location;
                for (index, &member) in (0..).zip(members).take(left) {
                    let member = member_of_view(module, ty, index, member);
                    scratch.work.push(Run::one(member, next));
                    next = next.saturating_add(locations(&scratch.types, member));
                }
            }
            _ => {
                let components = ty.lanes.saturating_mul(if ty.width() == 64 { 2 } else { 1 });
                for index in (0..components).take(left) {
                    let index = u32::from(item.component).saturating_add(index);
                    scratch.slots.push(Slot {
                        space,
                        location: location.saturating_add(u64::from(index / 4)),
                        component: (index % 4) as u8,
                        variable,
                        shared: if numbers { numeric(ty) } else { item.interpolation },
                    });
                }
            }
        }
        // An array in a broken module may contain itself.
        if scratch.slots.len() >= MAX_COMPONENTS || scratch.work.len() >= MAX_COMPONENTS / 2 {
            return;
        }
    }
}

fn overlaps(
    cx: &mut Checker<'_, '_>,
    (entry, is_graphics): (&EntryPoint<'_>, bool),
    at: &Inst,
    interface: &[&Inst],
    slots: &[Slot],
) {
    let module = cx.module;
    let name = |slot: &Slot| interface.get(slot.variable as usize).map_or(0, |inst| inst.result);
    let fragment = entry.model == Model::Fragment as u32;
    let (mut overlapped, mut mixed) = (false, [false; 2]);
    for pair in slots.windows(2) {
        let [one, other] = pair else { continue };
        if (one.space, one.location) != (other.space, other.location) {
            continue;
        }
        let output = one.space & 1 == 1;
        if one.component == other.component && !overlapped {
            overlapped = true;
            let rule = if output {
                Interface::OutputOverlap
            } else {
                Interface::InputOverlap
            };
            cx.violate_part(
                rule,
                is_graphics,
                at,
                format_args!(
                    "{} and {} of a {} shader both take component {} of location {}",
                    module.show(name(one)),
                    module.show(name(other)),
                    crate::check::module::Models::of_number(entry.model),
                    one.component,
                    one.location
                ),
            );
        }
        if fragment && one.shared != other.shared && !mixed[usize::from(output)] {
            mixed[usize::from(output)] = true;
            let rule = match output {
                true => Interface::OutputNumbers,
                false => Interface::SharedLocation,
            };
            cx.violate(
                rule,
                at,
                format_args!(
                    "{} and {} share location {}",
                    module.show(name(one)),
                    module.show(name(other)),
                    one.location
                ),
            );
        }
    }
    limits(cx, entry, at, interface, slots);
}

/// The device limits for the inputs and outputs of an execution model.
#[derive(Clone, Copy, Debug)]
enum Available {
    Unstated,
    Locations(u32),
    /// The number of 32-bit components, four for each location; built-ins in blocks and built-in outputs also count.
    Components(u32),
}

fn available(limits: &Limits, model: u32) -> [Available; 2] {
    let locations = |limit: Option<u32>| limit.map_or(Available::Unstated, Available::Locations);
    let components = |limit: Option<u32>| limit.map_or(Available::Unstated, Available::Components);
    match Model::from_u32(model) {
        Some(Model::Vertex) => [
            locations(limits.max_vertex_input_attributes),
            components(limits.max_vertex_output_components),
        ],
        Some(Model::TessellationControl) => [
            components(limits.max_tessellation_control_per_vertex_input_components),
            components(limits.max_tessellation_control_per_vertex_output_components),
        ],
        Some(Model::TessellationEvaluation) => [
            components(limits.max_tessellation_evaluation_input_components),
            components(limits.max_tessellation_evaluation_output_components),
        ],
        Some(Model::Geometry) => [
            components(limits.max_geometry_input_components),
            components(limits.max_geometry_output_components),
        ],
        Some(Model::Fragment) => [
            components(limits.max_fragment_input_components),
            locations(limits.max_fragment_output_attachments),
        ],
        Some(Model::MeshEXT) => [Available::Unstated, components(limits.max_mesh_output_components)],
        _ => [Available::Unstated; 2],
    }
}

fn limits(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, interface: &[&Inst], slots: &[Slot]) {
    let module = cx.module;
    let classes = [StorageClass::Input, StorageClass::Output];
    let available = available(cx.target.limits(), entry.model);
    for ((space, class), available) in (0_u64..).zip(classes).zip(available) {
        let built_ins = BuiltIns::of(module, entry, interface, class);
        built_ins.lengths(cx, at);
        let most = match available {
            Available::Unstated => continue,
            Available::Locations(most) => most,
            Available::Components(most) => most / 4,
        };
        // Patches have components of their own.
        let (mut locations, mut last) = (0_u64, None);
        for slot in slots.iter().filter(|slot| slot.space & 1 == space) {
            if slot.location >= u64::from(most) {
                let id = interface.get(slot.variable as usize).map_or(0, |inst| inst.result);
                cx.violate(
                    Interface::Limit,
                    at,
                    format_args!("{} takes location {} of {most}", module.show(id), slot.location),
                );
                break;
            }
            // The slots are sorted by space and location.
            if slot.space & PATCH == 0 && last != Some((slot.space, slot.location)) {
                last = Some((slot.space, slot.location));
                locations += 1;
            }
        }
        let all = built_ins.components.saturating_add(locations.saturating_mul(4));
        if matches!(available, Available::Components(most) if all > u64::from(most)) {
            let built_ins = built_ins.components;
            cx.violate(
                Interface::Limit,
                at,
                format_args!("{locations} locations and {built_ins} components of built-ins are too many"),
            );
        }
    }
}
