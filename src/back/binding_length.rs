//! The lengths of binding arrays: the one answer for their declaration, their checks and the proofs of their indices.

use super::binding::mapped;
use super::overrides::{ArrayLength, OverrideTable};
use crate::options::Options;
use naga::{GlobalVariable, Handle, Module, Override, Type, TypeInner};

/// The length of a binding array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindingLength {
    /// A number from the binding map or the shader.
    Known(u32),
    /// The value of an override.
    Override(Handle<Override>),
    /// The number of descriptors in the set layout, which the shader cannot query.
    Unknown,
}

/// The element type and the length of a global that is a binding array. A length in the binding map has precedence over
/// the shader's.
pub(crate) fn binding_array(
    module: &Module,
    options: &Options,
    overrides: &OverrideTable,
    global: &GlobalVariable,
) -> Option<(Handle<Type>, BindingLength)> {
    let TypeInner::BindingArray { base, size } = module.types[global.ty].inner else {
        return None;
    };
    let mapped = mapped(options, global);
    let length = match (
        mapped.and_then(|info| info.binding_array_size),
        overrides.array_length(size),
    ) {
        (Some(length), _) | (None, ArrayLength::Known(length)) => BindingLength::Known(length),
        (None, ArrayLength::Override(length)) => BindingLength::Override(length),
        (None, ArrayLength::RunTime) => BindingLength::Unknown,
    };
    Some((base, length))
}
