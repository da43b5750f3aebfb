//! Built-in variables: their execution models, storage classes and types (Vulkan, "Built-In Variables").
//!
//! `table` has the requirements of each built-in. `capability` checks the capabilities of built-ins, and `interface`
//! the composition of interfaces.

mod mesh;
mod rules;
mod table;
mod vendors;
mod volatile;

pub(in crate::check) use rules::Builtins;

use super::Checker;
use super::device::lacks;
use super::module::{Class, Decorated, EntryPoint, Flags, Inst, Kind, Models, Module, NONE, Scalar, Type};
use crate::check::message::{self, Enumerant};
use crate::sort::stable_sort_by_key;
use crate::target::{DeviceExtension, Feature, Support, VulkanVersion};
use crate::words::grammar::OperandKind;
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op};
use table::Shape;

/// A variable, constant or member decorated `BuiltIn`.
struct Subject<'m> {
    built_in: u32,
    /// The variable or constant.
    inst: &'m Inst,
    /// The type of the variable, constant or member.
    ty: u32,
    /// The variable's storage class.
    class: Option<u32>,
    /// The structure, if a member is decorated.
    block: Option<u32>,
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    if !cx.target.is_vulkan() {
        return;
    }
    let module = cx.module;
    let mut blocks = Blocks::default();
    let any_moving = volatile::any(module);
    let mut changing = volatile::Changing::default();
    for inst in module.of([Class::Variable]).filter(|inst| inst.op == Op::Variable) {
        variable(cx, inst, &mut blocks);
        if any_moving {
            volatile::variable(cx, inst, &mut changing);
        }
    }
    for constant in &module.constants {
        let Some(inst) = module.inst(constant.inst).filter(|inst| inst.function == NONE) else {
            continue;
        };
        if let Some(row) = module.decoration(inst.result, Decoration::BuiltIn) {
            let subject = Subject {
                built_in: row.operand(),
                inst,
                ty: inst.result_type,
                class: None,
                block: None,
            };
            value_type(cx, &subject);
            usage(cx, &subject);
        }
    }
    for ty in module.types.iter().filter(|ty| ty.flags.contains(Flags::BUILT_IN)) {
        members(cx, ty, &blocks);
    }
    post_depth_coverage(cx);
}

/// Checks that a module does not combine `PostDepthCoverage` with `FullyCoveredEXT` if the device does not support it.
fn post_depth_coverage(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut entries = module.entry_points.iter();
    let Some(mode) = entries.find_map(|entry| module.mode(entry.function, ExecutionMode::PostDepthCoverage)) else {
        return;
    };
    let is_fully_covered =
        |row: &Decorated<'_>| row.is(Decoration::BuiltIn) && row.operand() == BuiltIn::FullyCoveredEXT as u32;
    if lacks(cx, Feature::ConservativeRasterizationPostDepthCoverage)
        && module.all_decorations().iter().any(is_fully_covered)
    {
        cx.violate(
            Builtins::FullyCoveredEXTPostDepthCoverage,
            mode,
            format_args!("a variable is FullyCoveredEXT"),
        );
    }
}

/// Whether a built-in is about subgroups. Such a built-in decorates variables only.
fn is_of_subgroups(built_in: u32) -> bool {
    use BuiltIn as B;
    matches!(
        B::from_u32(built_in),
        Some(
            B::NumSubgroups
                | B::SubgroupId
                | B::SubgroupSize
                | B::SubgroupLocalInvocationId
                | B::SubgroupEqMask
                | B::SubgroupGeMask
                | B::SubgroupGtMask
                | B::SubgroupLeMask
                | B::SubgroupLtMask
        )
    )
}

/// Checks the types of a structure's members once for all variables, except for types that depend on the variable.
fn members(cx: &mut Checker<'_, '_>, ty: &Type<'_>, blocks: &Blocks) {
    let module = cx.module;
    let (Kind::Struct { members }, Some(inst)) = (ty.kind, module.inst(ty.inst)) else {
        return;
    };
    for row in module.decorations(ty.id) {
        let member = row.member.and_then(|member| members.get(member as usize));
        if let (true, Some(&member)) = (row.is(Decoration::BuiltIn), member) {
            if is_of_subgroups(row.operand()) {
                cx.violate(
                    Builtins::VariableOnly,
                    inst,
                    format_args!("a member is {}", name(row.operand())),
                );
            }
            let subject = Subject {
                built_in: row.operand(),
                inst,
                ty: member,
                class: None,
                block: Some(ty.id),
            };
            let depends = depends_on_variable(row.operand()) && blocks.contains_key(&ty.id);
            if !depends {
                value_type(cx, &subject);
            }
        }
    }
}

/// For each structure its built-ins in the table, without duplicates, and the type of the first member with that
/// built-in.
type Blocks = hashbrown::HashMap<u32, Vec<(u32, u32)>>;

fn built_ins(module: &Module<'_>, block: &Type<'_>) -> Vec<(u32, u32)> {
    let rows = module.decorations(block.id).iter();
    let ty = |member: u32| match block.kind {
        Kind::Struct { members } => members.get(member as usize).copied().unwrap_or(0),
        _ => 0,
    };
    let mut built_ins: Vec<(u32, u32)> = rows
        .filter(|row| row.is(Decoration::BuiltIn))
        .filter_map(|row| Some((row.operand(), ty(row.member?))))
        .filter(|&(built_in, _)| table::row(built_in).is_some() || is_foreign(built_in))
        .collect();
    stable_sort_by_key(&mut built_ins, |&(built_in, _)| built_in);
    built_ins.dedup_by_key(|&mut (built_in, _)| built_in);
    built_ins
}

fn variable(cx: &mut Checker<'_, '_>, inst: &Inst, blocks: &mut Blocks) {
    let module = cx.module;
    let Some(pointer) = module.result_type(inst) else {
        return;
    };
    let (class, Some(pointee)) = (pointer.storage_class(), pointer.pointee()) else {
        return;
    };
    let subject = |built_in, ty, block| Subject {
        built_in,
        inst,
        ty,
        class,
        block,
    };
    if let Some(row) = module.decoration(inst.result, Decoration::BuiltIn) {
        let subject = subject(row.operand(), pointee, None);
        value_type(cx, &subject);
        usage(cx, &subject);
        return;
    }
    let Some(block) = innermost(module, pointee).filter(|block| block.flags.contains(Flags::BUILT_IN)) else {
        return;
    };
    for &(built_in, ty) in blocks
        .entry(block.id)
        .or_insert_with(|| built_ins(module, block))
        .iter()
    {
        let subject = subject(built_in, ty, Some(block.id));
        if depends_on_variable(built_in) {
            value_type(cx, &subject);
        }
        usage(cx, &subject);
    }
}

/// Whether a built-in of core SPIR-V is not supported by Vulkan.
fn is_foreign(built_in: u32) -> bool {
    matches!(
        built_in,
        5 | 30..=34 | 37 | 39 | 5021 | 5257 | 5258 | 5337 | 5344 | 5405 | 5406
    )
}

/// The element type of an array without its dimensions, at most 255 of them, which bounds the work.
fn innermost<'m, 'w>(module: &'m Module<'w>, id: u32) -> Option<&'m Type<'w>> {
    let mut ty = module.ty(id)?;
    for _ in 0..255 {
        let (Kind::Array { element, .. } | Kind::RuntimeArray { element }) = ty.kind else {
            return Some(ty);
        };
        ty = module.ty(element)?;
    }
    None
}

fn name(built_in: u32) -> Enumerant {
    Enumerant(OperandKind::BuiltIn, built_in)
}

/// Whether the type of a built-in depends on the execution model and storage class of its variable.
fn depends_on_variable(built_in: u32) -> bool {
    mesh::is_per_primitive(built_in) || BuiltIn::from_u32(built_in).is_some_and(is_per_vertex)
}

/// Checks the type of a built-in. That of a built-in which mesh shaders write for each primitive depends on the
/// execution model.
fn value_type(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    let Some(row) = table::row(subject.built_in) else {
        return;
    };
    let module = cx.module;
    let Some(ty) = module.ty(subject.ty) else { return };
    let (rule, shape) = row.shape;
    // No entry point uses a structure itself, which many decorations may mention.
    let models = match subject.class {
        Some(_) => interface_models(module, subject.inst),
        None => Models::default(),
    };
    if subject.class == Some(OUTPUT) && models.has(ExecutionModel::MeshEXT) {
        if let Some(rules) = mesh::per_primitive_rules(row.built_in) {
            mesh::value_type(cx, subject, rules, shape, models);
            return;
        }
    }
    let arrayed = arrayed_models(row.built_in, subject.class);
    let element = |ty: &Type<'_>| match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => module.ty(element),
        _ => None,
    };
    let is_bare = fits(module, ty, shape);
    let is_element = subject.block.is_none() && element(ty).is_some_and(|element| fits(module, element, shape));
    // spirv-val asks the types of what is of a vertex where a function uses it.
    let is_seen = || !is_per_vertex(row.built_in) || !function_models(module, subject.inst).is_empty();
    let message = format_args!("{} is declared as {}", name(subject.built_in), module.show(subject.ty));
    if !is_bare && (!is_element || arrayed.is_empty()) {
        // It takes arrays of what mesh shaders write for each primitive in other stages too.
        let in_spirv_val = is_seen() && !(is_element && mesh::is_per_primitive(subject.built_in));
        return cx.violate_part(rule, in_spirv_val, subject.inst, message);
    }
    // A block has the array around it; blocks of primitives have rules of their own.
    let is_array = match subject.block {
        Some(_) if !is_per_vertex(row.built_in) => return,
        Some(_) => {
            let pointee = module.result_type(subject.inst).and_then(Type::pointee);
            pointee
                .and_then(|id| module.ty(id))
                .is_some_and(|ty| element(ty).is_some())
        }
        None => !is_bare,
    };
    let (wrong, what) = match is_array {
        true => (models.without(arrayed), "no array"),
        false => (
            models.intersection(arrayed),
            "an array with an element for each vertex or primitive",
        ),
    };
    // The text of SPV_NV_mesh_shader knows both.
    let wrong = wrong.without(Models::of(&[ExecutionModel::MeshNV]));
    let is_stage = matches!(subject.class, Some(INPUT | OUTPUT));
    let passes = module.is_decorated(subject.inst.result, Decoration::PassthroughNV);
    if is_stage && !wrong.is_empty() && !passes {
        // spirv-val accepts both in all stages with such arrays, and does not look around blocks.
        let in_spirv_val = !is_bare && is_per_vertex(row.built_in) && !models.intersects(VERTICES) && is_seen();
        let message = format_args!("{message}; in {wrong} it is {what}");
        cx.violate_part(rule, in_spirv_val, subject.inst, message);
    }
}

/// The execution models of the entry points that use or list a variable.
fn interface_models(module: &Module<'_>, variable: &Inst) -> Models {
    let users = module
        .uses(variable.result)
        .iter()
        .filter_map(|at| module.inst(at.inst));
    users.fold(Models::default(), |models, user| {
        models
            | match user.op {
                Op::EntryPoint => Models::of_number(module.operand(user, 0)),
                _ => module.models_of(user),
            }
    })
}

/// The execution models of the functions that use a variable.
fn function_models(module: &Module<'_>, variable: &Inst) -> Models {
    let users = module
        .uses(variable.result)
        .iter()
        .filter_map(|at| module.inst(at.inst));
    users.fold(Models::default(), |models, user| models | module.models_of(user))
}

/// The stages with inputs or outputs for each vertex.
const VERTICES: Models = Models::of(&[
    ExecutionModel::TessellationControl,
    ExecutionModel::TessellationEvaluation,
    ExecutionModel::Geometry,
    ExecutionModel::MeshEXT,
    ExecutionModel::MeshNV,
]);

/// The stages with outputs for each primitive.
const PRIMITIVES: Models = Models::of(&[ExecutionModel::MeshEXT, ExecutionModel::MeshNV]);

/// Whether a built-in is of a vertex in all stages.
fn is_per_vertex(built_in: BuiltIn) -> bool {
    matches!(
        built_in,
        BuiltIn::Position
            | BuiltIn::PointSize
            | BuiltIn::ClipDistance
            | BuiltIn::CullDistance
            | BuiltIn::PositionPerViewNV
            | BuiltIn::ClipDistancePerViewNV
            | BuiltIn::CullDistancePerViewNV
            | BuiltIn::ViewportMaskPerViewNV
    )
}

/// The execution models in which a built-in is an array with an element for each vertex of a primitive or patch or, in
/// a mesh shader, for each vertex or primitive: "This level of arrayness is not included in the type descriptions
/// below, but must be included when declaring the built-in" (Vulkan, Built-In Variables).
fn arrayed_models(built_in: BuiltIn, class: Option<u32>) -> Models {
    const INPUTS: Models = Models::of(&[
        ExecutionModel::TessellationControl,
        ExecutionModel::TessellationEvaluation,
        ExecutionModel::Geometry,
    ]);
    const OUTPUTS: Models = Models::of(&[
        ExecutionModel::TessellationControl,
        ExecutionModel::MeshEXT,
        ExecutionModel::MeshNV,
    ]);
    match built_in {
        _ if is_per_vertex(built_in) => match class {
            Some(INPUT) => INPUTS,
            Some(OUTPUT) => OUTPUTS,
            _ => VERTICES,
        },
        BuiltIn::Layer
        | BuiltIn::ViewportIndex
        | BuiltIn::PrimitiveId
        | BuiltIn::PrimitiveShadingRateKHR
        | BuiltIn::CullPrimitiveEXT
        | BuiltIn::LayerPerViewNV
        | BuiltIn::ViewportMaskNV
            if class != Some(INPUT) =>
        {
            PRIMITIVES
        }
        _ => Models::default(),
    }
}

fn fits(module: &Module<'_>, ty: &Type<'_>, shape: Shape) -> bool {
    let is_float = |ty: &Type<'_>, lanes: u32| {
        let float = Scalar::Float {
            width: 32,
            encoding: None,
        };
        ty.scalar == float && ty.lanes == lanes && ty.columns == 1
    };
    let is_int = |ty: &Type<'_>, lanes: u32| {
        matches!(ty.scalar, Scalar::Int { width: 32, .. }) && ty.lanes == lanes && ty.columns == 1
    };
    let element = match ty.kind {
        Kind::Array { element, default, .. } => module.ty(element).map(|element| (element, default)),
        Kind::RuntimeArray { element } => module.ty(element).map(|element| (element, None)),
        _ => None,
    };
    match shape {
        Shape::Float(lanes) => is_float(ty, lanes),
        Shape::Int(lanes) => is_int(ty, lanes),
        Shape::AnyInt => ty.is_int(),
        Shape::Bool => ty.kind == Kind::Bool,
        Shape::FloatArray(expected) => element.is_some_and(|(element, length)| {
            is_float(element, 1) && expected.is_none_or(|expected| length.is_none_or(|length| length == expected))
        }),
        Shape::ArrayOfInts(lanes) => element.is_some_and(|(element, _)| is_int(element, lanes)),
        Shape::ArrayOfFloats(lanes) => element.is_some_and(|(element, _)| is_float(element, lanes)),
        Shape::ArrayOfFloatArrays => element.is_some_and(|(element, _)| match element.kind {
            Kind::Array { element, .. } => module.ty(element).is_some_and(|ty| is_float(ty, 1)),
            _ => false,
        }),
        Shape::TwoFloats3 => {
            element.is_some_and(|(element, length)| is_float(element, 3) && length.is_none_or(|length| length == 2))
        }
        Shape::TriangleOfFloats => {
            element.is_some_and(|(element, length)| is_float(element, 3) && length.is_none_or(|length| length == 3))
        }
        Shape::Matrix4x3 => ty.is_matrix() && ty.columns == 4 && ty.lanes == 3 && ty.width() == 32,
    }
}

/// Checks execution models, storage classes, and the particular rules of single built-ins.
fn usage(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    let module = cx.module;
    let id = subject.inst.result;
    if is_foreign(subject.built_in) {
        cx.violate(
            Builtins::NotInVulkan,
            subject.inst,
            format_args!("{} is decorated {}", module.show(id), name(subject.built_in)),
        );
    }
    let Some(row) = table::row(subject.built_in) else {
        return;
    };
    let uses = || {
        let uses = module.uses(id).iter().filter_map(|at| module.inst(at.inst));
        uses.filter(|inst| inst.function != NONE)
    };
    let models = function_models(module, subject.inst);
    // An interface that lists the variable makes it a part of the stage; spirv-val looks at functions.
    let listed = interface_models(module, subject.inst);
    if let Some((rule, allowed)) = row.models {
        let built_in = name(subject.built_in);
        if let Some(at) = uses().find(|inst| !module.models_of(inst).without(allowed).is_empty()) {
            let wrong = module.models_of(at).without(allowed);
            cx.violate(rule, at, format_args!("{built_in} is used in {wrong}"));
        } else if !listed.without(allowed).is_empty() {
            let message = format_args!("{built_in} is in an interface of {}", listed.without(allowed));
            cx.violate_part(rule, false, subject.inst, message);
        }
    }
    if let Some(class) = subject.class {
        for &(rule, classes, within) in row.classes {
            let bit = 1_u32.checked_shl(class).unwrap_or(0);
            if classes & bit == 0 && (within.is_empty() || within.intersects(listed)) {
                cx.violate_part(
                    rule,
                    within.is_empty() || within.intersects(models),
                    subject.inst,
                    format_args!(
                        "the storage class of {} is {class}",
                        name(subject.built_in),
                        class = message::class(class)
                    ),
                );
            }
        }
    }
    particular(cx, subject, row.built_in, models);
}

/// Layer and ViewportIndex are outputs of geometry shaders; other stages need a feature, and those before a geometry
/// shader the capability that it allows.
fn output_feature(
    cx: &mut Checker<'_, '_>,
    subject: &Subject<'_>,
    models: Models,
    (rule, capability, feature): (Builtins, Capability, Feature),
) {
    const BEFORE_GEOMETRY: Models = Models::of(&[ExecutionModel::Vertex, ExecutionModel::TessellationEvaluation]);
    const ALWAYS: Models = Models::of(&[ExecutionModel::Geometry, ExecutionModel::Fragment]);
    let has = |capability| cx.module.has_capability(capability);
    let built_in = name(subject.built_in);
    if models.intersects(BEFORE_GEOMETRY) && !has(Capability::ShaderViewportIndexLayerEXT) && !has(capability) {
        let message = format_args!("{built_in} is used without the capability");
        return cx.violate(rule, subject.inst, message);
    }
    // The feature is one of Vulkan 1.2; an extension that is enabled enables it.
    let extension = cx
        .target
        .device_extension(DeviceExtension::VK_EXT_shader_viewport_index_layer);
    let others = models.without(ALWAYS);
    if !others.is_empty()
        && cx.target.vulkan_version() >= Some(VulkanVersion::V1_2)
        && extension != Support::Enabled
        && lacks(cx, feature)
    {
        let message = format_args!("{built_in} is used in {others} without the feature");
        cx.violate_part(rule, false, subject.inst, message);
    }
}

fn particular(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, built_in: BuiltIn, models: Models) {
    let feature = match built_in {
        BuiltIn::Layer => Some((
            Builtins::LayerFeature,
            Capability::ShaderLayer,
            Feature::ShaderOutputLayer,
        )),
        BuiltIn::ViewportIndex => Some((
            Builtins::ViewportIndexFeature,
            Capability::ShaderViewportIndex,
            Feature::ShaderOutputViewportIndex,
        )),
        _ => None,
    };
    if let Some((rule, capability, feature)) = feature {
        output_feature(cx, subject, models, (rule, capability, feature));
    }
    if let Some(rules) = mesh::per_primitive_rules(built_in).filter(|_| subject.class == Some(OUTPUT)) {
        mesh::per_primitive(cx, subject, rules);
    }
    match built_in {
        BuiltIn::PrimitiveId if interface_models(cx.module, subject.inst).has(ExecutionModel::Fragment) => {
            const ANY: [Capability; 4] = [
                Capability::MeshShadingEXT,
                Capability::MeshShadingNV,
                Capability::Geometry,
                Capability::Tessellation,
            ];
            if !ANY.iter().any(|&capability| cx.module.has_capability(capability)) {
                cx.violate(
                    Builtins::PrimitiveIdFragment,
                    subject.inst,
                    format_args!(
                        "it is an input of a fragment shader, and none of {} is declared",
                        message::AnyOf(&ANY)
                    ),
                );
            }
        }
        BuiltIn::FragDepth => depth_replacing(cx, subject),
        // With TileShadingRateQCOM, WorkgroupSize is an input (VUID-TileShadingRateQCOM-TileShadingRateQCOM-10635).
        BuiltIn::WorkgroupSize if subject.class.is_some() && !crate::check::tile_shading::sizes(cx.module) => cx
            .violate(
                Builtins::WorkgroupSizeConstant,
                subject.inst,
                format_args!("a variable is decorated WorkgroupSize"),
            ),
        BuiltIn::PrimitivePointIndicesEXT => mesh::indices(
            cx,
            subject,
            ExecutionMode::OutputPoints,
            [Builtins::PointIndicesMode, Builtins::PointIndicesSize],
        ),
        BuiltIn::PrimitiveLineIndicesEXT => mesh::indices(
            cx,
            subject,
            ExecutionMode::OutputLinesEXT,
            [Builtins::LineIndicesMode, Builtins::LineIndicesSize],
        ),
        BuiltIn::PrimitiveTriangleIndicesEXT => mesh::indices(
            cx,
            subject,
            ExecutionMode::OutputTrianglesEXT,
            [Builtins::TriangleIndicesMode, Builtins::TriangleIndicesSize],
        ),
        _ => vendors::particular(cx, subject, built_in),
    }
}

const INPUT: u32 = spirv::StorageClass::Input as u32;
const OUTPUT: u32 = spirv::StorageClass::Output as u32;

/// The entry points of a model whose functions use a variable.
fn users<'m, 'w>(module: &'m Module<'w>, id: u32, model: ExecutionModel) -> impl Iterator<Item = &'m EntryPoint<'w>> {
    let uses = module.uses(id).iter().filter_map(|at| module.inst(at.inst));
    let entries = module.entries_reaching(uses.map(|inst| inst.function));
    let entries = entries.into_iter().filter_map(|index| module.entry_points.get(index));
    entries.filter(move |entry| entry.model == model as u32)
}

/// The operands of an entry point's execution mode.
fn mode<'w>(module: &Module<'w>, entry: &EntryPoint<'w>, mode: ExecutionMode) -> Option<&'w [u32]> {
    let found = module.mode(entry.function, mode)?;
    module.operands(found).get(2..)
}

fn depth_replacing(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    let module = cx.module;
    for entry in users(module, subject.inst.result, ExecutionModel::Fragment) {
        let found = mode(module, entry, ExecutionMode::DepthReplacing);
        if let (None, Some(at)) = (found, module.inst(entry.inst)) {
            cx.violate(
                Builtins::DepthReplacing,
                at,
                format_args!("it uses {} and lacks DepthReplacing", module.show(subject.inst.result)),
            );
        }
    }
}
