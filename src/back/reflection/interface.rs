//! Reflection of stage inputs and outputs: location or built-in, type, and interpolation.

use crate::back::overrides::number_type;
use crate::ir::position::StageValue;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use naga::common::wgsl::ToWgsl;
use naga::{Binding, BuiltIn, Handle, Module, Type, TypeInner};
use spirula_spirv::internal::interface;
use spirula_spirv::reflection::{Format, InterfaceReflection};

/// An input or output. `to_fragments`: it is interpolated between vertices.
pub(super) fn reflected(module: &Module, value: StageValue<'_>, to_fragments: bool) -> InterfaceReflection {
    let StageValue { name, binding, ty } = value;
    let mut reflected = interface(name.map(str::to_owned), spelled(module, ty));
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
            // naga states an interpolation for every location.
            reflected.interpolation = interpolation.filter(|_| to_fragments).map(ToWgsl::to_wgsl);
            reflected.sampling = sampling.filter(|_| to_fragments).map(ToWgsl::to_wgsl);
            reflected.per_primitive = per_primitive;
            reflected.blend_src = blend_src;
        }
    }
    reflected
}

fn format(module: &Module, ty: Handle<Type>) -> Option<Format> {
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) => Format::of_numbers(number_type(scalar), 1),
        TypeInner::Vector { size, scalar } => Format::of_numbers(number_type(scalar), size as u8),
        // catch-all: arrays, which have no format
        _ => None,
    }
}

/// naga's name of the variant.
fn built_in_name(built_in: BuiltIn) -> String {
    let text = format!("{built_in:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

fn spelled(module: &Module, ty: Handle<Type>) -> String {
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) => number_type(scalar).to_string(),
        TypeInner::Vector { size, scalar } => format!("vec{}<{}>", size as u8, number_type(scalar)),
        TypeInner::Array {
            base,
            size: naga::ArraySize::Constant(length),
            ..
        } => format!("array<{}, {length}>", spelled(module, base)),
        // catch-all: no other type has a binding of its own; named types are spelled by their name
        _ => module.types[ty].name.clone().unwrap_or_default(),
    }
}
