//! The lengths of binding arrays: the one answer for their declaration, their checks and the proofs of their indices.

use super::binding::mapped;
use super::overrides::{ArrayLength, OverrideTable};
use crate::options::Options;
use naga::{GlobalVariable, Handle, Module, Type, TypeInner};

/// The element type and the length of a global that is a binding array. A length in the binding map has precedence over
/// the shader's.
pub(crate) fn binding_array(
    module: &Module,
    options: &Options,
    overrides: &OverrideTable,
    global: &GlobalVariable,
) -> Option<(Handle<Type>, ArrayLength)> {
    let TypeInner::BindingArray { base, size } = module.types[global.ty].inner else {
        return None;
    };
    let mapped = mapped(options, global);
    let mapped = mapped.and_then(|info| info.binding_array_size).map(ArrayLength::Known);
    Some((base, mapped.unwrap_or_else(|| overrides.array_length(size))))
}
