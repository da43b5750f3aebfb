//! The variables of inputs and outputs: their types, and decorations for particular stages (Vulkan, "Shader Input and
//! Output Interfaces"; SPIR-V §3.20, Decoration).

use super::arrayed::{is_arrayed, is_decorated, stripped};
use super::{Interface, built_in_block, class_of, is_io, is_variable};
use crate::check::Checker;
use crate::check::module::{Class, EntryPoint, Flags, Inst, Kind, Models, Module, NONE, Scalar, Type};
use crate::words::grammar::OperandKind;
use hashbrown::HashSet;
use spirv::{Decoration, ExecutionModel as Model, Op, StorageClass};

/// Checks the properties that do not depend on an entry point.
pub(super) fn decorated(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for used in module
        .enumerants
        .iter()
        .filter(|used| used.kind == OperandKind::Decoration)
    {
        let Some(inst) = module.inst(used.inst) else { continue };
        let (target, operand) = match inst.op {
            Op::Decorate => (module.operand(inst, 0), 2),
            Op::MemberDecorate => (module.operand(inst, 0), 3),
            _ => continue,
        };
        let value = module.operand(inst, operand);
        match Decoration::from_u32(used.value) {
            Some(Decoration::Index) if value > 1 => {
                cx.violate(Interface::IndexValue, inst, format_args!("the index is {value}"));
            }
            Some(Decoration::PerVertexKHR) if is_of_type(module, inst, target) || is_elsewhere(module, target) => {
                let message = format_args!("{} is no input", module.show(target));
                cx.violate(Interface::PerVertex, inst, message);
            }
            Some(Decoration::Patch) if is_elsewhere(module, target) => {
                let message = format_args!("{} is neither in Input nor in Output", module.show(target));
                cx.violate(Interface::Patch, inst, message);
            }
            _ => {}
        }
    }
    for inst in module
        .of([Class::Variable])
        .filter(|inst| inst.op == Op::Variable && inst.function == NONE)
    {
        if is_io(class_of(module, inst)) {
            encoded(cx, inst);
        }
    }
}

/// Whether a decoration is on a type itself.
fn is_of_type(module: &Module<'_>, inst: &Inst, target: u32) -> bool {
    inst.op == Op::Decorate && module.ty(target).is_some()
}

/// Whether an id is a variable of a storage class other than Input and Output.
fn is_elsewhere(module: &Module<'_>, id: u32) -> bool {
    let variable = module.def(id).filter(|def| is_variable(def.op));
    variable.is_some_and(|def| !is_io(class_of(module, def)))
}

/// Checks for floats with encodings that inputs and outputs may not have.
fn encoded(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let pointee = module.result_type(inst).and_then(Type::pointee);
    let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
        return;
    };
    if !ty.flags.contains(Flags::ENCODED_FLOAT) {
        return;
    }
    let found = find(module, ty, |ty| match ty.scalar {
        Scalar::Float { encoding, .. } => encoding,
        _ => None,
    });
    if let Some((encoding, ty)) = found {
        let rule = match encoding {
            0 => Interface::BFloat,
            _ => Interface::SmallFloat,
        };
        cx.violate(rule, inst, format_args!("it holds {}", module.show(ty)));
    }
}

/// Searches a type and the types that it contains.
fn find<T>(module: &Module<'_>, ty: &Type<'_>, what: impl Fn(&Type<'_>) -> Option<T>) -> Option<(T, u32)> {
    let mut work = vec![ty.id];
    let mut seen = HashSet::new();
    while let Some(id) = work.pop() {
        let Some(ty) = module.ty(id).filter(|_| seen.insert(id)) else {
            continue;
        };
        if let Some(found) = what(ty) {
            return Some((found, ty.id));
        }
        match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => work.push(element),
            Kind::Struct { members } => work.extend(members.iter().rev()),
            _ => {}
        }
    }
    None
}

pub(super) fn run(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, interface: &[&Inst]) {
    let module = cx.module;
    for variable in interface.iter().filter(|inst| is_variable(inst.op)) {
        let Some(class) = class_of(module, variable).filter(|&class| is_io(Some(class))) else {
            continue;
        };
        let pointee = module.result_type(variable).and_then(Type::pointee);
        let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
            continue;
        };
        let user =
            !module.is_decorated(variable.result, Decoration::BuiltIn) && built_in_block(module, variable).is_none();
        if user && ty.flags.contains(Flags::PHYSICAL_POINTER) {
            cx.violate(
                Interface::PhysicalPointer,
                variable,
                format_args!("{} holds addresses", module.show(ty.id)),
            );
        }
        if user && class == StorageClass::Input && entry.model == Model::GLCompute as u32 {
            let message = format_args!("{} is no built-in", module.show(variable.result));
            cx.violate(Interface::Compute, variable, message);
        }
        let output = class == StorageClass::Output && entry.model == Model::Fragment as u32;
        if user && output && ty.flags.intersects(Flags::INT8 | Flags::INT64 | Flags::FLOAT64) {
            let message = format_args!("{} holds numbers of other widths", module.show(ty.id));
            cx.violate(Interface::FragmentWidth, variable, message);
        }
        stage(cx, entry, variable, class, ty);
        arrays(cx, entry, variable, class, ty, user);
        index(cx, entry, at, variable, class, user);
    }
}

/// Whether a variable, or a member of its structure, has one of several decorations.
fn has_any(module: &Module<'_>, variable: &Inst, ty: &Type<'_>, decorations: &[Decoration]) -> bool {
    let any = |id: u32| {
        let rows = module.decorations(id).iter();
        rows.map(|row| row.decoration)
            .any(|row| decorations.iter().any(|&decoration| decoration as u32 == row))
    };
    any(variable.result) || (ty.flags.contains(Flags::STRUCT) && any(stripped(module, ty).0.id))
}

const INTERPOLATION: &[Decoration] = &[
    Decoration::Flat,
    Decoration::NoPerspective,
    Decoration::Sample,
    Decoration::Centroid,
];

/// The ids decorated PerPrimitiveEXT, and the structures with such members.
pub(super) fn decorated_per_primitive(module: &Module<'_>) -> HashSet<u32> {
    let rows = module.all_decorations().iter();
    let rows = rows.filter(|row| row.is(Decoration::PerPrimitiveEXT));
    rows.map(|row| row.target).collect()
}

/// A variable with PerPrimitiveEXT, on itself or on a member, must be an output of a mesh shader or an input of a
/// fragment shader.
pub(super) fn per_primitive(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    interface: &[&Inst],
    decorated: &HashSet<u32>,
) {
    let module = cx.module;
    if decorated.is_empty() {
        return;
    }
    for variable in interface.iter().filter(|inst| inst.op == Op::Variable) {
        let pointee = module.result_type(variable).and_then(Type::pointee);
        let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
            continue;
        };
        if !decorated.contains(&variable.result) && !decorated.contains(&stripped(module, ty).0.id) {
            continue;
        }
        let fits = matches!(
            (Model::from_u32(entry.model), class_of(module, variable)),
            (Some(Model::Fragment), Some(StorageClass::Input))
                | (Some(Model::MeshEXT | Model::MeshNV), Some(StorageClass::Output))
        );
        if !fits {
            let (show, model) = (module.show(variable.result), Models::of_number(entry.model));
            let message =
                format_args!("{show} is no output of a mesh shader and no input of a fragment shader, in {model}");
            cx.violate(Interface::PerPrimitive, variable, message);
        }
    }
}

fn stage(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, variable: &Inst, class: StorageClass, ty: &Type<'_>) {
    let module = cx.module;
    let model = Model::from_u32(entry.model);
    let input = class == StorageClass::Input;
    let show = module.show(variable.result);
    let per_vertex = is_decorated(module, variable, Decoration::PerVertexKHR);
    // spirv-val does not look at members.
    let is_whole = module.is_decorated(variable.result, Decoration::PerVertexKHR);
    let fragment_input = model == Some(Model::Fragment) && input;
    let tessellation = matches!(model, Some(Model::TessellationControl | Model::TessellationEvaluation));
    if !tessellation && is_decorated(module, variable, Decoration::Patch) {
        let model = Models::of_number(entry.model);
        cx.violate(Interface::Patch, variable, format_args!("{show} is listed in {model}"));
    }
    match model {
        Some(Model::Fragment) if !input && has_any(module, variable, ty, INTERPOLATION) => cx.violate(
            Interface::FragmentOutput,
            variable,
            format_args!("{show} is an output of a fragment shader"),
        ),
        Some(Model::Vertex) if input && has_any(module, variable, ty, INTERPOLATION) => cx.violate(
            Interface::VertexInput,
            variable,
            format_args!("{show} is an input of a vertex shader"),
        ),
        _ => {}
    }
    if per_vertex && !fragment_input {
        cx.violate_part(
            Interface::PerVertex,
            is_whole,
            variable,
            format_args!("{show} is no input of a fragment shader"),
        );
    } else if per_vertex && !matches!(ty.kind, Kind::Array { .. }) {
        cx.violate_part(
            Interface::PerVertexArray,
            is_whole,
            variable,
            format_args!("{show} is no array"),
        );
    }
    if fragment_input && !per_vertex {
        flat(cx, variable, ty);
    }
}

/// Whether a scalar or vector cannot be interpolated.
fn is_exact(ty: &Type<'_>) -> bool {
    matches!(ty.scalar, Scalar::Int { .. } | Scalar::Float { width: 64, .. })
}

fn flat(cx: &mut Checker<'_, '_>, variable: &Inst, ty: &Type<'_>) {
    let module = cx.module;
    if module.is_decorated(variable.result, Decoration::Flat) {
        return;
    }
    let double = matches!(ty.scalar, Scalar::Float { width: 64, .. });
    if is_exact(ty) && (!double || ty.is_scalar()) {
        return cx.violate(
            Interface::Flat,
            variable,
            format_args!(
                "{} holds {} and is not decorated Flat",
                module.show(variable.result),
                module.show(ty.id)
            ),
        );
    }
    let (inner, _) = stripped(module, ty);
    let bare = match inner.kind {
        Kind::Struct { .. } => has_bare(module, inner),
        // "Signed or unsigned integers, integer vectors, or any double-precision floating-point type" (Vulkan,
        // Interpolation Decorations). SampleMask, the only built-in that is an array of integers, is none of these and
        // is not interpolated.
        _ => is_exact(inner) && !module.is_decorated(variable.result, Decoration::BuiltIn),
    };
    if bare {
        cx.violate(
            Interface::FlatComposite,
            variable,
            format_args!(
                "{} holds {} and is not decorated Flat",
                module.show(variable.result),
                module.show(ty.id)
            ),
        );
    }
}

/// Whether a structure, or one inside, has a member that cannot be interpolated and is not decorated Flat.
fn has_bare(module: &Module<'_>, structure: &Type<'_>) -> bool {
    let mut work = vec![structure.id];
    let mut seen = HashSet::new();
    while let Some(ty) = work.pop().and_then(|id| module.ty(id)) {
        let Kind::Struct { members } = ty.kind else { continue };
        if !seen.insert(ty.id) {
            continue;
        }
        let mut flat = vec![false; members.len()];
        for row in module.decorations(ty.id) {
            let exempt = row.is(Decoration::Flat) || row.is(Decoration::BuiltIn);
            if let (true, Some(entry)) = (exempt, row.member.and_then(|member| flat.get_mut(member as usize))) {
                *entry = true;
            }
        }
        for (&member, _) in members.iter().zip(&flat).filter(|(_, flat)| !**flat) {
            let Some(inner) = module.ty(member).map(|ty| stripped(module, ty).0) else {
                continue;
            };
            if is_exact(inner) {
                return true;
            }
            work.push(inner.id);
        }
    }
    false
}

/// Checks variables with one element for each vertex or primitive, and components in arrays of arrays.
fn arrays(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    variable: &Inst,
    class: StorageClass,
    ty: &Type<'_>,
    user: bool,
) {
    let module = cx.module;
    let show = module.show(variable.result);
    let model = Model::from_u32(entry.model);
    let array = matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. });
    let arrayed = is_arrayed(module, entry, variable, class);
    // Inputs that a geometry shader passes through for each vertex may be declared once
    // (SPV_NV_geometry_shader_passthrough).
    let passes = module.is_decorated(variable.result, Decoration::PassthroughNV);
    if arrayed && !array && model == Some(Model::MeshEXT) {
        cx.violate(Interface::MeshOutput, variable, format_args!("{show} is no array"));
    } else if arrayed && !array && user && model != Some(Model::Fragment) && !passes {
        cx.violate(
            Interface::PerVertexInterface,
            variable,
            format_args!("{show} is no array"),
        );
    }
    if module.is_decorated(variable.result, Decoration::Component) && stripped(module, ty).1 > 1 {
        let rule = match (class, model) {
            (StorageClass::Input, Some(Model::TessellationControl | Model::Geometry)) => return,
            (StorageClass::Input, _) => Interface::InputArrays,
            // The rule names only MeshNV, but the outputs of MeshEXT and those of TessellationControl for its vertices are
            // arrays of the same kind.
            (_, Some(Model::MeshNV | Model::MeshEXT)) => return,
            (_, Some(Model::TessellationControl)) if arrayed => return,
            _ => Interface::OutputArrays,
        };
        cx.violate(rule, variable, format_args!("{show} is an array of arrays"));
    }
}

fn index(
    cx: &mut Checker<'_, '_>,
    entry: &EntryPoint<'_>,
    at: &Inst,
    variable: &Inst,
    class: StorageClass,
    user: bool,
) {
    let module = cx.module;
    if !user || !module.is_decorated(variable.result, Decoration::Index) {
        return;
    }
    if class != StorageClass::Output || entry.model != Model::Fragment as u32 {
        cx.violate(
            Interface::Index,
            at,
            format_args!("{} has an Index", module.show(variable.result)),
        );
    } else if let (Some(most), Some(location)) = (
        cx.target.limits().max_fragment_dual_src_attachments,
        module.decoration(variable.result, Decoration::Location),
    ) {
        let second = module
            .decoration(variable.result, Decoration::Index)
            .map_or(0, |row| row.operand());
        let pointee = module.result_type(variable).and_then(Type::pointee);
        let count = match pointee.and_then(|id| module.ty(id)).map(|ty| ty.kind) {
            Some(Kind::Array { default, .. }) => default.unwrap_or(1),
            _ => 1,
        };
        let last = u64::from(location.operand()).saturating_add(count.saturating_sub(1));
        if second == 1 && last >= u64::from(most) {
            cx.violate(
                Interface::DualSource,
                at,
                format_args!("{} takes location {last}", module.show(variable.result)),
            );
        }
    }
}
