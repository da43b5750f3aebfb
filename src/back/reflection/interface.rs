//! Reflection of stage inputs and outputs: location or built-in, type, and interpolation.

use super::format::Format;
use super::types::NumberType;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use naga::{Binding, BuiltIn, Handle, Interpolation, Module, Sampling, Type, TypeInner};

/// An input or output of an entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct InterfaceReflection {
    /// The name of the argument or member, if it has one.
    pub name: Option<String>,
    /// Its type as WGSL spells it: `vec4<f32>`.
    pub ty: String,
    /// Its location; `None` for a built-in.
    pub location: Option<u32>,
    /// The first component that it occupies in its location. Always 0 in the reflection of a naga module.
    pub component: u32,
    /// The format with the same number and type of components, for a vertex buffer or an attachment; `None` for
    /// built-ins and arrays. Any format that Vulkan converts to the type is valid too.
    pub format: Option<Format>,
    /// The interpolation between vertices, for inputs of fragment shaders and outputs to them: `perspective`, `linear`,
    /// `flat`, `per_vertex`.
    pub interpolation: Option<&'static str>,
    /// The position of the interpolation in a pixel (`center`, `centroid`, `sample`), or the vertex of a flat input
    /// (`first`, `either`).
    pub sampling: Option<&'static str>,
    /// Whether it belongs to the primitives of a mesh shader rather than to the vertices.
    pub per_primitive: bool,
    /// The `Index` of a color output with dual-source blending.
    pub blend_src: Option<u32>,
    /// The built-in, by naga's name, or by SPIR-V's where naga has none.
    pub built_in: Option<String>,
}

/// Adds an argument or result with a binding, or the members of a struct that have one. `to_fragments`: it is
/// interpolated between vertices.
pub(super) fn add(
    list: &mut Vec<InterfaceReflection>,
    module: &Module,
    name: Option<&str>,
    ty: Handle<Type>,
    binding: Option<&Binding>,
    to_fragments: bool,
) {
    let first = list.len();
    match (binding, &module.types[ty].inner) {
        (Some(binding), _) => list.push(one(module, name, ty, binding)),
        (None, TypeInner::Struct { members, .. }) => {
            for member in members {
                if let Some(binding) = &member.binding {
                    list.push(one(module, member.name.as_deref(), member.ty, binding));
                }
            }
        }
        (None, _) => {}
    }
    // naga states an interpolation for every location.
    for one in list.iter_mut().skip(first).filter(|_| !to_fragments) {
        (one.interpolation, one.sampling) = (None, None);
    }
}

fn one(module: &Module, name: Option<&str>, ty: Handle<Type>, binding: &Binding) -> InterfaceReflection {
    let mut reflected = InterfaceReflection {
        name: name.map(str::to_owned),
        ty: spelled(module, ty),
        location: None,
        component: 0,
        format: None,
        interpolation: None,
        sampling: None,
        per_primitive: false,
        blend_src: None,
        built_in: None,
    };
    match *binding {
        Binding::BuiltIn(built_in) => reflected.built_in = Some(built_in_name(built_in)),
        Binding::Location {
            location,
            interpolation,
            sampling,
            blend_src,
            per_primitive,
        } => {
            reflected.location = Some(location);
            reflected.format = format(module, ty);
            reflected.interpolation = interpolation.map(interpolation_name);
            reflected.sampling = sampling.map(sampling_name);
            reflected.per_primitive = per_primitive;
            reflected.blend_src = blend_src;
        }
    }
    reflected
}

fn format(module: &Module, ty: Handle<Type>) -> Option<Format> {
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) => Format::of_numbers(NumberType::of(scalar), 1),
        TypeInner::Vector { size, scalar } => Format::of_numbers(NumberType::of(scalar), size as u8),
        // catch-all: arrays, which have no format
        _ => None,
    }
}

const fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Perspective => "perspective",
        Interpolation::Linear => "linear",
        Interpolation::Flat => "flat",
        Interpolation::PerVertex => "per_vertex",
    }
}

const fn sampling_name(sampling: Sampling) -> &'static str {
    match sampling {
        Sampling::Center => "center",
        Sampling::Centroid => "centroid",
        Sampling::Sample => "sample",
        Sampling::First => "first",
        Sampling::Either => "either",
    }
}

/// naga's name of the variant.
fn built_in_name(built_in: BuiltIn) -> String {
    let text = format!("{built_in:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

fn spelled(module: &Module, ty: Handle<Type>) -> String {
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) => NumberType::of(scalar).to_string(),
        TypeInner::Vector { size, scalar } => format!("vec{}<{}>", size as u8, NumberType::of(scalar)),
        TypeInner::Array {
            base,
            size: naga::ArraySize::Constant(length),
            ..
        } => format!("array<{}, {length}>", spelled(module, base)),
        // catch-all: no other type has a binding of its own; named types are spelled by their name
        _ => module.types[ty].name.clone().unwrap_or_default(),
    }
}
