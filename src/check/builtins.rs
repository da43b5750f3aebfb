//! Built-in variables: where each may be used, in which storage class, and of what type (Vulkan, "Built-In Variables").
//!
//! What each built-in demands is the table's business; which capabilities one needs is in the grammar, and how an
//! interface is made up of variables is another family.

mod rules;
mod table;
mod volatile;

pub(in crate::check) use rules::Builtins;

use super::Checker;
use super::module::{Class, EntryPoint, Flags, Inst, Kind, Models, Module, NONE, Scalar, Type};
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op};
use table::Shape;

/// Something decorated `BuiltIn`.
struct Subject<'m> {
    built_in: u32,
    /// The variable or constant.
    inst: &'m Inst,
    /// The built-in's own type.
    ty: u32,
    /// The variable's storage class.
    class: Option<u32>,
    /// Whether it is a member of the variable's structure.
    member: bool,
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    if !cx.target.is_vulkan() {
        return;
    }
    let module = cx.module;
    for ty in module.types.iter().filter(|ty| ty.flags.contains(Flags::BUILT_IN)) {
        members(cx, ty);
    }
    let mut blocks = Blocks::default();
    let any_moving = volatile::any(module);
    let mut moving = volatile::Moving::default();
    for inst in module.of([Class::Variable]).filter(|inst| inst.op == Op::Variable) {
        variable(cx, inst, &mut blocks);
        if any_moving {
            volatile::variable(cx, inst, &mut moving);
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
                member: false,
            };
            value_type(cx, &subject);
            judge(cx, &subject);
        }
    }
}

/// The types of a structure's members, once for all variables.
fn members(cx: &mut Checker<'_, '_>, ty: &Type<'_>) {
    let module = cx.module;
    let (Kind::Struct { members }, Some(inst)) = (ty.kind, module.inst(ty.inst)) else {
        return;
    };
    for row in module.decorations(ty.id) {
        let member = row.member.and_then(|member| members.get(member as usize));
        if let (true, Some(&member)) = (row.is(Decoration::BuiltIn), member) {
            if row.operand() == BuiltIn::NumSubgroups as u32 || row.operand() == BuiltIn::SubgroupId as u32 {
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
                member: true,
            };
            value_type(cx, &subject);
        }
    }
}

/// The built-ins of each structure that the table knows, each once.
type Blocks = hashbrown::HashMap<u32, Vec<u32>>;

fn built_ins(module: &Module<'_>, block: u32) -> Vec<u32> {
    let rows = module.decorations(block).iter();
    let mut built_ins: Vec<u32> = rows
        .filter(|row| row.is(Decoration::BuiltIn) && row.member.is_some())
        .map(|row| row.operand())
        .filter(|&built_in| table::row(built_in).is_some() || is_foreign(built_in))
        .collect();
    built_ins.sort_unstable();
    built_ins.dedup();
    built_ins
}

fn variable(cx: &mut Checker<'_, '_>, inst: &Inst, blocks: &mut Blocks) {
    let module = cx.module;
    let Some(pointer) = module.ty(inst.result_type) else {
        return;
    };
    let (class, Some(pointee)) = (pointer.storage_class(), pointer.pointee()) else {
        return;
    };
    let subject = |built_in, ty, member| Subject {
        built_in,
        inst,
        ty,
        class,
        member,
    };
    if let Some(row) = module.decoration(inst.result, Decoration::BuiltIn) {
        let subject = subject(row.operand(), pointee, false);
        value_type(cx, &subject);
        judge(cx, &subject);
        return;
    }
    let Some(block) = innermost(module, pointee).filter(|block| block.flags.contains(Flags::BUILT_IN)) else {
        return;
    };
    for &built_in in blocks
        .entry(block.id)
        .or_insert_with(|| built_ins(module, block.id))
        .iter()
    {
        judge(cx, &subject(built_in, 0, true));
    }
}

/// The built-ins of core SPIR-V that Vulkan does not have.
fn is_foreign(built_in: u32) -> bool {
    matches!(
        built_in,
        5 | 30..=34 | 37 | 39 | 5021 | 5257 | 5258 | 5337 | 5344 | 5405 | 5406
    )
}

/// A type without the arrays around it, if they are not nested deeper than anyone does: the walk is as long as that.
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

fn name(built_in: u32) -> &'static str {
    let kind = crate::words::grammar::OperandKind::BuiltIn;
    let row = kind.enumerants().iter().find(|row| row.value == built_in);
    row.map_or("the built-in", |row| row.name)
}

fn value_type(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    let Some(row) = table::row(subject.built_in) else {
        return;
    };
    let module = cx.module;
    let Some(ty) = module.ty(subject.ty) else { return };
    let (rule, shape) = row.shape;
    let element = match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element }
            if may_be_arrayed(row.built_in) && !subject.member && is_arrayed(module, subject.inst) =>
        {
            module.ty(element)
        }
        _ => None,
    };
    if !fits(module, ty, shape) && !element.is_some_and(|element| fits(module, element, shape)) {
        cx.violate(
            rule,
            subject.inst,
            format_args!("{} is declared as {}", name(subject.built_in), module.show(subject.ty)),
        );
    }
}

/// Whether a variable may be an array of the built-in, one for each vertex or primitive (SPIR-V §3.20, and Vulkan's rules
/// for mesh outputs).
fn may_be_arrayed(built_in: BuiltIn) -> bool {
    matches!(
        built_in,
        BuiltIn::Position
            | BuiltIn::PointSize
            | BuiltIn::ClipDistance
            | BuiltIn::CullDistance
            | BuiltIn::Layer
            | BuiltIn::ViewportIndex
            | BuiltIn::PrimitiveId
            | BuiltIn::PrimitiveShadingRateKHR
            | BuiltIn::CullPrimitiveEXT
    )
}

/// Whether a variable is used in a stage that has an element of its built-ins for each vertex or primitive, or in none.
fn is_arrayed(module: &Module<'_>, inst: &Inst) -> bool {
    const ARRAYED: Models = Models::of(&[
        ExecutionModel::TessellationControl,
        ExecutionModel::TessellationEvaluation,
        ExecutionModel::Geometry,
        ExecutionModel::MeshEXT,
        ExecutionModel::MeshNV,
    ]);
    let uses = module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst));
    let models = uses.fold(Models::default(), |models, user| models | module.models_of(user));
    models.is_empty() || models.intersects(ARRAYED)
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
        Shape::FloatArray(due) => element.is_some_and(|(element, length)| {
            is_float(element, 1) && due.is_none_or(|due| length.is_none_or(|length| length == due))
        }),
        Shape::ArrayOfInts(lanes) => element.is_some_and(|(element, _)| is_int(element, lanes)),
        Shape::TriangleOfFloats => {
            element.is_some_and(|(element, length)| is_float(element, 3) && length.is_none_or(|length| length == 3))
        }
        Shape::Matrix4x3 => ty.is_matrix() && ty.columns == 4 && ty.lanes == 3 && ty.width() == 32,
    }
}

/// Models, storage classes, and what single built-ins demand besides.
fn judge(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
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
    let models = uses().fold(Models::default(), |models, inst| models | module.models_of(inst));
    if let Some((rule, allowed)) = row.models {
        if let Some(at) = uses().find(|inst| !module.models_of(inst).without(allowed).is_empty()) {
            let wrong = module.models_of(at).without(allowed);
            cx.violate(rule, at, format_args!("{} is used in {wrong}", name(subject.built_in)));
        }
    }
    if let Some(class) = subject.class {
        for &(rule, classes, within) in row.classes {
            let bit = 1_u32.checked_shl(class).unwrap_or(0);
            if classes & bit == 0 && (within.is_empty() || within.intersects(models)) {
                cx.violate(
                    rule,
                    subject.inst,
                    format_args!("the storage class of {} is {class}", name(subject.built_in)),
                );
            }
        }
    }
    particular(cx, subject, row.built_in, models);
}

fn particular(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, built_in: BuiltIn, models: Models) {
    const BEFORE_GEOMETRY: Models = Models::of(&[ExecutionModel::Vertex, ExecutionModel::TessellationEvaluation]);
    let has = |capability| cx.module.has_capability(capability);
    let either = has(Capability::ShaderViewportIndexLayerEXT);
    let feature = match built_in {
        BuiltIn::Layer => (!either && !has(Capability::ShaderLayer)).then_some(Builtins::LayerFeature),
        BuiltIn::ViewportIndex => {
            (!either && !has(Capability::ShaderViewportIndex)).then_some(Builtins::ViewportIndexFeature)
        }
        _ => None,
    };
    if let Some(rule) = feature.filter(|_| models.intersects(BEFORE_GEOMETRY)) {
        cx.violate(
            rule,
            subject.inst,
            format_args!("{} is used without the capability", name(subject.built_in)),
        );
    }
    if let Some(rules) = per_primitive_rules(built_in).filter(|_| subject.class == Some(OUTPUT)) {
        per_primitive(cx, subject, rules);
    }
    match built_in {
        BuiltIn::FragDepth => depth_replacing(cx, subject),
        BuiltIn::WorkgroupSize if subject.class.is_some() => cx.violate(
            Builtins::WorkgroupSizeConstant,
            subject.inst,
            format_args!("a variable is decorated WorkgroupSize"),
        ),
        BuiltIn::PrimitivePointIndicesEXT => indices(
            cx,
            subject,
            ExecutionMode::OutputPoints,
            [Builtins::PointIndicesMode, Builtins::PointIndicesSize],
        ),
        BuiltIn::PrimitiveLineIndicesEXT => indices(
            cx,
            subject,
            ExecutionMode::OutputLinesEXT,
            [Builtins::LineIndicesMode, Builtins::LineIndicesSize],
        ),
        BuiltIn::PrimitiveTriangleIndicesEXT => indices(
            cx,
            subject,
            ExecutionMode::OutputTrianglesEXT,
            [Builtins::TriangleIndicesMode, Builtins::TriangleIndicesSize],
        ),
        _ => {}
    }
}

const OUTPUT: u32 = spirv::StorageClass::Output as u32;

/// For the built-ins that a mesh shader writes for each primitive: the rule of the decoration and that of the length.
fn per_primitive_rules(built_in: BuiltIn) -> Option<[Builtins; 2]> {
    use Builtins as B;
    Some(match built_in {
        BuiltIn::CullPrimitiveEXT => [B::CullPrimitivePerPrimitive, B::CullPrimitiveSize],
        BuiltIn::Layer => [B::LayerPerPrimitive, B::LayerSize],
        BuiltIn::PrimitiveId => [B::PrimitiveIdPerPrimitive, B::PrimitiveIdSize],
        BuiltIn::PrimitiveShadingRateKHR => [B::ShadingRatePerPrimitive, B::ShadingRateSize],
        BuiltIn::ViewportIndex => [B::ViewportIndexPerPrimitive, B::ViewportIndexSize],
        _ => return None,
    })
}

fn per_primitive(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, rules: [Builtins; 2]) {
    let module = cx.module;
    let [decorated, size] = rules;
    let id = subject.inst.result;
    for entry in users(module, id, ExecutionModel::MeshEXT) {
        let Some(at) = module.inst(entry.inst) else { continue };
        let bare = !subject.member && !module.is_decorated(id, Decoration::PerPrimitiveEXT);
        if bare {
            cx.violate(
                decorated,
                subject.inst,
                format_args!("{} is not decorated PerPrimitiveEXT", module.show(id)),
            );
        }
        array_size(cx, subject, entry, at, size);
    }
}

/// The entry points of a model whose functions use a variable.
fn users<'m, 'w>(module: &'m Module<'w>, id: u32, model: ExecutionModel) -> impl Iterator<Item = &'m EntryPoint<'w>> {
    let uses = module.uses(id).iter().filter_map(|at| module.inst(at.inst));
    let entries = module.entries_reaching(uses.map(|inst| inst.function));
    let entries = entries.into_iter().filter_map(|place| module.entry_points.get(place));
    entries.filter(move |entry| entry.model == model as u32)
}

/// The operands of an execution mode of an entry point.
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

fn indices(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, due: ExecutionMode, rules: [Builtins; 2]) {
    let module = cx.module;
    let [mode_rule, size_rule] = rules;
    for entry in users(module, subject.inst.result, ExecutionModel::MeshEXT) {
        let Some(at) = module.inst(entry.inst) else { continue };
        if mode(module, entry, due).is_none() {
            cx.violate(
                mode_rule,
                at,
                format_args!("it uses {} and lacks {due:?}", name(subject.built_in)),
            );
        }
        array_size(cx, subject, entry, at, size_rule);
    }
}

/// Holds the length of a built-in's array against the entry point's `OutputPrimitivesEXT`.
fn array_size(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, entry: &EntryPoint<'_>, at: &Inst, rule: Builtins) {
    let module = cx.module;
    let primitives = mode(module, entry, ExecutionMode::OutputPrimitivesEXT);
    let primitives = primitives.and_then(|operands| operands.first()).copied();
    let length = match module.ty(subject.ty).map(|ty| ty.kind) {
        Some(Kind::Array { constant, .. }) => constant,
        _ => None,
    };
    if let (Some(length), Some(primitives)) = (length, primitives) {
        if length != u64::from(primitives) {
            cx.violate(
                rule,
                at,
                format_args!("the array has {length} elements, OutputPrimitivesEXT is {primitives}"),
            );
        }
    }
}
