//! Built-ins that a mesh shader writes for each primitive, as variables or as members of a Block: their types, array
//! lengths and `PerPrimitiveEXT` decorations (Vulkan, "Built-In Variables").
//!
//! A Block is written as in GLSL: as an array of structures, one for each primitive, with decorated members.

use super::{Builtins, OUTPUT, Shape, Subject, fits, mode, name};
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{EntryPoint, Inst, Kind, Models, Module, Type};
use crate::sort::sort;
use hashbrown::HashSet;
use spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op};

/// The rules for a built-in that a mesh shader writes for each primitive.
pub(super) struct PerPrimitive {
    decorated: Builtins,
    /// For the type in a mesh shader.
    shape: Builtins,
    /// For the array length of a variable decorated with the built-in.
    size: Builtins,
    /// For the array length of a variable of Blocks with the built-in as a member.
    block_size: Builtins,
}

pub(super) fn per_primitive_rules(built_in: BuiltIn) -> Option<PerPrimitive> {
    use Builtins as B;
    let [decorated, shape, size, block_size] = match built_in {
        BuiltIn::CullPrimitiveEXT => [
            B::CullPrimitivePerPrimitive,
            B::CullPrimitiveEXTType,
            B::CullPrimitiveSize,
            B::CullPrimitiveBlockSize,
        ],
        BuiltIn::Layer => [B::LayerPerPrimitive, B::LayerShape, B::LayerSize, B::LayerBlockSize],
        BuiltIn::PrimitiveId => [
            B::PrimitiveIdPerPrimitive,
            B::PrimitiveIdShape,
            B::PrimitiveIdSize,
            B::PrimitiveIdBlockSize,
        ],
        BuiltIn::PrimitiveShadingRateKHR => [
            B::ShadingRatePerPrimitive,
            B::ShadingRateShape,
            B::ShadingRateSize,
            B::ShadingRateBlockSize,
        ],
        BuiltIn::ViewportIndex => [
            B::ViewportIndexPerPrimitive,
            B::ViewportIndexShape,
            B::ViewportIndexSize,
            B::ViewportIndexBlockSize,
        ],
        _ => return None,
    };
    Some(PerPrimitive {
        decorated,
        shape,
        size,
        block_size,
    })
}

/// Whether a mesh shader writes a built-in for each primitive.
pub(super) fn is_per_primitive(built_in: u32) -> bool {
    BuiltIn::from_u32(built_in).is_some_and(|built_in| per_primitive_rules(built_in).is_some())
}

/// Checks the type in a mesh shader: a scalar member of a Block, or an array of scalars.
pub(super) fn value_type(
    cx: &mut Checker<'_, '_>,
    subject: &Subject<'_>,
    rules: PerPrimitive,
    shape: Shape,
    models: Models,
) {
    let module = cx.module;
    let Some(ty) = module.ty(subject.ty) else { return };
    let built_in = name(subject.built_in);
    let show = module.show(subject.ty);
    match subject.block {
        Some(block) if !module.is_decorated(block, Decoration::Block) => cx.violate(
            rules.shape,
            subject.inst,
            format_args!(
                "{built_in} is a member of {}, which is not decorated Block",
                module.show(block)
            ),
        ),
        Some(_) if !fits(module, ty, shape) => cx.violate(
            rules.shape,
            subject.inst,
            format_args!("the member {built_in} is {show}, not a scalar"),
        ),
        Some(_) => {}
        None => {
            let element = match ty.kind {
                Kind::Array { element, .. } => module.ty(element),
                _ => None,
            };
            if !element.is_some_and(|element| fits(module, element, shape)) {
                cx.violate(
                    rules.shape,
                    subject.inst,
                    format_args!("{built_in} is declared as {show} in {models}, not as an array of scalars"),
                );
            }
        }
    }
}

/// The mesh-shader entry points that use or list a variable, in order.
fn users<'m, 'w>(module: &'m Module<'w>, id: u32) -> Vec<&'m EntryPoint<'w>> {
    let uses = || module.uses(id).iter().filter_map(|at| module.inst(at.inst));
    let mut indices = module.entries_reaching(uses().map(|inst| inst.function));
    let listing = uses().filter(|inst| inst.op == Op::EntryPoint);
    let index_of = |inst: &Inst| {
        module
            .entry_points
            .binary_search_by_key(&inst.index, |entry| entry.inst)
    };
    indices.extend(listing.filter_map(|inst| index_of(inst).ok()));
    sort(&mut indices);
    indices.dedup();
    let entries = indices.into_iter().filter_map(|index| module.entry_points.get(index));
    entries
        .filter(|entry| entry.model == ExecutionModel::MeshEXT as u32)
        .collect()
}

pub(super) fn per_primitive(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, rules: PerPrimitive) {
    let module = cx.module;
    let id = subject.inst.result;
    let entries = users(module, id);
    if entries.is_empty() {
        return;
    }
    let decorated = module.is_decorated(id, Decoration::PerPrimitiveEXT)
        || subject
            .block
            .is_some_and(|block| member_is_per_primitive(module, block, subject.built_in));
    if !decorated {
        let built_in = name(subject.built_in);
        let message = format_args!("{built_in} of {} is not decorated PerPrimitiveEXT", module.show(id));
        cx.violate(rules.decorated, subject.inst, message);
    }
    let size = match subject.block {
        Some(_) => rules.block_size,
        None => rules.size,
    };
    // For a member, the array is that of the Blocks.
    let array = match subject.block {
        Some(_) => module.result_type(subject.inst).and_then(Type::pointee),
        None => Some(subject.ty),
    };
    for entry in entries {
        let Some((at, array)) = module.inst(entry.inst).zip(array) else {
            continue;
        };
        array_size(cx, entry, at, array, size, subject.block.is_some());
    }
}

/// Whether all members of a Block with a built-in are `PerPrimitiveEXT`.
fn member_is_per_primitive(module: &Module<'_>, block: u32, built_in: u32) -> bool {
    let rows = module.decorations(block);
    let per_primitive = rows.iter().filter(|row| row.is(Decoration::PerPrimitiveEXT));
    let per_primitive: HashSet<u32> = per_primitive.filter_map(|row| row.member).collect();
    let mut members = rows
        .iter()
        .filter(|row| row.is(Decoration::BuiltIn) && row.operand() == built_in)
        .filter_map(|row| row.member);
    members.all(|member| per_primitive.contains(&member))
}

/// Checks the execution mode and the array length of a built-in with the vertex indices of each primitive.
pub(super) fn indices(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, expected: ExecutionMode, rules: [Builtins; 2]) {
    let module = cx.module;
    let [mode_rule, size_rule] = rules;
    for entry in users(module, subject.inst.result) {
        let Some(at) = module.inst(entry.inst) else { continue };
        if mode(module, entry, expected).is_none() {
            cx.violate(
                mode_rule,
                at,
                format_args!(
                    "it has {} and no execution mode {expected}",
                    name(subject.built_in),
                    expected = named(expected)
                ),
            );
        }
        if subject.class == Some(OUTPUT) {
            array_size(cx, entry, at, subject.ty, size_rule, false);
        }
    }
}

/// Checks the length of an array against the entry point's `OutputPrimitivesEXT`. If `must_be_array` is set, a type
/// that is not an array is reported; otherwise another rule reports it.
fn array_size(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    at: &Inst,
    ty: u32,
    rule: Builtins,
    must_be_array: bool,
) {
    let module = cx.module;
    let primitives = mode(module, entry, ExecutionMode::OutputPrimitivesEXT);
    let Some(&primitives) = primitives.and_then(|operands| operands.first()) else {
        return;
    };
    match module.ty(ty).map(|ty| ty.kind) {
        Some(Kind::Array {
            constant: Some(length), ..
        }) if length != u64::from(primitives) => cx.violate(
            rule,
            at,
            format_args!("the array of the built-in has {length} elements, and OutputPrimitivesEXT is {primitives}"),
        ),
        // A length that can be specialized is unknown.
        Some(Kind::Array { .. }) => {}
        _ if must_be_array => cx.violate(
            rule,
            at,
            format_args!("{} is no array, OutputPrimitivesEXT is {primitives}", module.show(ty)),
        ),
        _ => {}
    }
}
