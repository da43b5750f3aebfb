//! Words for types and flags in the names of constructs.

use naga::{
    Arena, AtomicFunction, Barrier, Expression, GatherMode, Handle, ImageClass, Module, Scalar, ScalarKind,
    StorageAccess, TypeInner, VectorSize,
};

use super::names;
use super::visit::Found;

pub fn kind_name(kind: ScalarKind) -> &'static str {
    let name = names::scalar_kind(&kind);
    name.rsplit_once("::").map_or(name, |(_, variant)| variant)
}

/// The kind of a type's components, or the name of the type.
pub fn kind(inner: &TypeInner) -> &'static str {
    inner
        .scalar()
        .map_or_else(|| names::type_inner(inner), |scalar| kind_name(scalar.kind))
}

pub fn scalar(scalar: Scalar) -> String {
    let letter = match scalar.kind {
        ScalarKind::Sint => "i",
        ScalarKind::Uint => "u",
        ScalarKind::Float => "f",
        ScalarKind::Bool => return "bool".to_owned(),
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => return kind_name(scalar.kind).to_owned(),
    };
    format!("{letter}{}", scalar.width * 8)
}

const fn size(size: VectorSize) -> u8 {
    size as u8
}

/// The shape of a type in arithmetic.
pub const fn shape(inner: &TypeInner) -> &'static str {
    match inner {
        TypeInner::Scalar(_) => "scalar",
        TypeInner::Vector { .. } => "vector",
        TypeInner::Matrix { .. } => "matrix",
        TypeInner::CooperativeMatrix { .. } => "cooperative matrix",
        TypeInner::Atomic(_)
        | TypeInner::Pointer { .. }
        | TypeInner::ValuePointer { .. }
        | TypeInner::Array { .. }
        | TypeInner::Struct { .. }
        | TypeInner::Image { .. }
        | TypeInner::Sampler { .. }
        | TypeInner::AccelerationStructure { .. }
        | TypeInner::RayQuery { .. }
        | TypeInner::BindingArray { .. } => "other",
    }
}

/// The operand of an access: a value or a pointee.
pub fn base(module: &Module, inner: &TypeInner) -> String {
    let (how, base) = match *inner {
        TypeInner::Pointer { base, .. } => ("in memory", &module.types[base].inner),
        TypeInner::ValuePointer { .. } => return "TypeInner::Vector in memory".to_owned(),
        ref inner => ("as a value", inner),
    };
    let mut what = names::type_inner(base).to_owned();
    if let TypeInner::Array { size, .. } | TypeInner::BindingArray { size, .. } = *base {
        what = format!("{what} {}", names::array_size(&size));
    }
    format!("{what} {how}")
}

/// The operand of a load or store: atomic or not, and its address space.
pub fn pointer(module: &Module, inner: &TypeInner) -> String {
    let (what, space) = match *inner {
        TypeInner::Pointer { base, space } => (&module.types[base].inner, space),
        TypeInner::ValuePointer { space, .. } => (inner, space),
        ref other => return names::type_inner(other).to_owned(),
    };
    let atomic = if matches!(what, TypeInner::Atomic(_)) {
        "an atomic in"
    } else {
        "in"
    };
    format!("{atomic} {}", names::address_space(&space))
}

/// The kind of a function argument.
pub fn argument(module: &Module, inner: &TypeInner) -> String {
    match *inner {
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => {
            format!("a pointer {}", pointer(module, inner))
        }
        TypeInner::Image { class, .. } => format!("a texture {}", names::image_class(&class)),
        ref inner @ (TypeInner::Sampler { .. }
        | TypeInner::AccelerationStructure { .. }
        | TypeInner::RayQuery { .. }
        | TypeInner::BindingArray { .. }) => names::type_inner(inner).to_owned(),
        // catch-all: values
        _ => "a value".to_owned(),
    }
}

pub fn access(access: StorageAccess) -> String {
    let names: Vec<_> = access.iter_names().map(|(name, _)| name.to_lowercase()).collect();
    names.join(" and ")
}

pub fn barrier(flags: Barrier) -> String {
    let names: Vec<_> = flags.iter_names().map(|(name, _)| name).collect();
    if names.is_empty() {
        "nothing".to_owned()
    } else {
        names.join("|")
    }
}

pub fn atomic(fun: &AtomicFunction) -> String {
    let name = names::atomic_function(fun);
    match *fun {
        AtomicFunction::Exchange { compare: Some(_) } => format!("{name} compared"),
        AtomicFunction::Exchange { compare: None }
        | AtomicFunction::Add
        | AtomicFunction::Subtract
        | AtomicFunction::And
        | AtomicFunction::ExclusiveOr
        | AtomicFunction::InclusiveOr
        | AtomicFunction::Min
        | AtomicFunction::Max => name.to_owned(),
    }
}

pub fn gather_mode(mode: &GatherMode) -> String {
    match mode {
        GatherMode::QuadSwap(direction) => format!("{} {}", names::gather_mode(mode), names::direction(direction)),
        GatherMode::BroadcastFirst
        | GatherMode::Broadcast(_)
        | GatherMode::Shuffle(_)
        | GatherMode::ShuffleDown(_)
        | GatherMode::ShuffleUp(_)
        | GatherMode::ShuffleXor(_)
        | GatherMode::QuadBroadcast(_) => names::gather_mode(mode).to_owned(),
    }
}

pub fn image_class(inner: &TypeInner) -> String {
    let TypeInner::Image { class, .. } = *inner else {
        return names::type_inner(inner).to_owned();
    };
    let multi = match class {
        ImageClass::Sampled { multi, .. } | ImageClass::Depth { multi } => multi,
        ImageClass::External | ImageClass::Storage { .. } => false,
    };
    format!(
        "{}{}",
        names::image_class(&class),
        if multi { " multisampled" } else { "" }
    )
}

/// The origin of an image.
pub fn image_place(expressions: &Arena<Expression>, image: Handle<Expression>) -> &'static str {
    match expressions[image] {
        Expression::GlobalVariable(_) => "of a global",
        Expression::FunctionArgument(_) => "of an argument",
        // catch-all: an access
        _ => "of a binding array",
    }
}

/// Adds the constructs of a type.
pub fn note_type(module: &Module, inner: &TypeInner, found: &mut Found) {
    let name = names::type_inner(inner);
    found.insert(name.to_owned());
    let detail = match *inner {
        TypeInner::Scalar(of) | TypeInner::Atomic(of) => scalar(of),
        TypeInner::Vector {
            size: length,
            scalar: of,
        } => format!("{}x{}", scalar(of), size(length)),
        TypeInner::Matrix {
            columns,
            rows,
            scalar: of,
        } => format!("{} {}x{}", scalar(of), size(columns), size(rows)),
        TypeInner::CooperativeMatrix {
            columns,
            rows,
            scalar: of,
            ref role,
        } => {
            format!(
                "{} {}x{} {}",
                scalar(of),
                columns as u8,
                rows as u8,
                names::cooperative_role(role)
            )
        }
        TypeInner::Pointer { ref space, .. } | TypeInner::ValuePointer { ref space, .. } => {
            names::address_space(space).to_owned()
        }
        TypeInner::Array { ref size, .. } => names::array_size(size).to_owned(),
        TypeInner::BindingArray { base, ref size } => {
            found.insert(format!("{name} of {}", names::type_inner(&module.types[base].inner)));
            names::array_size(size).to_owned()
        }
        TypeInner::Image {
            ref dim,
            arrayed,
            class,
        } => {
            let class_name = image_class(inner);
            let kind = match class {
                ImageClass::Sampled { kind, .. } => kind_name(kind),
                ImageClass::Storage { format, access: how } => {
                    found.insert(names::storage_format(&format).to_owned());
                    found.insert(format!("ImageClass::Storage {}", access(how)));
                    ""
                }
                ImageClass::Depth { .. } | ImageClass::External => "",
            };
            if !kind.is_empty() {
                found.insert(format!("{class_name} {kind}"));
            }
            format!(
                "{} {}{}",
                class_name,
                names::image_dimension(dim),
                if arrayed { " arrayed" } else { "" }
            )
        }
        TypeInner::Sampler { comparison } => if comparison { "that compares" } else { "that filters" }.to_owned(),
        TypeInner::AccelerationStructure { vertex_return } | TypeInner::RayQuery { vertex_return } => {
            if vertex_return {
                "with vertices"
            } else {
                "without vertices"
            }
            .to_owned()
        }
        TypeInner::Struct { .. } => return,
    };
    found.insert(format!("{name} {detail}"));
}
