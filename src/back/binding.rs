//! Where a resource is bound: its entry in the maps of the options, and the set and binding that it has without an
//! entry. Also the lengths of binding arrays, which an entry can give: the one answer for their declaration, their checks
//! and the proofs of their indices.

use super::overrides::{ArrayLength, OverrideTable};
use crate::ir::global::is_external;
use crate::options::{BindingInfo, BindingSource, HandleMemory, Options};
use naga::{GlobalVariable, Handle, Module, ResourceBinding, Type, TypeInner};

/// Set and binding of each variable of a resource: one, or the three planes and the parameters of an external texture.
/// Empty for a global that is no resource.
pub(super) fn places<'a>(
    module: &'a Module,
    options: &'a Options,
    handle: Handle<GlobalVariable>,
) -> impl Iterator<Item = (u32, u32)> + use<'a> {
    let global = &module.global_variables[handle];
    let external = is_external(module, global);
    let parts = match global.binding {
        None => 0,
        Some(_) if external => 4,
        Some(_) => 1,
    };
    (0..parts).filter_map(move |part| {
        let binding = global.binding?;
        if external {
            return Some(external_binding(module, options, handle, binding, part));
        }
        let own = (binding.group, binding.binding);
        let mapped = options.binding_map.get(&binding);
        Some(mapped.map_or(own, |info| (info.descriptor_set, info.binding)))
    })
}

pub(super) fn mapped(options: &Options, global: &GlobalVariable) -> Option<BindingInfo> {
    options.binding_map.get(&global.binding?).copied()
}

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

/// Whether a resource has an entry in its map. External textures have a map of their own.
pub(super) fn is_mapped(module: &Module, options: &Options, global: &GlobalVariable) -> bool {
    if is_external(module, global) {
        let known = |binding| options.external_texture_binding_map.contains_key(&binding);
        return global.binding.is_some_and(known);
    }
    mapped(options, global).is_some()
}

/// The memory of the handle table that the binding map names for a resource. The entry need not be valid.
pub(super) fn table_memory(options: &Options, global: &GlobalVariable) -> Option<HandleMemory> {
    match mapped(options, global)?.source {
        BindingSource::Handle { memory, .. } | BindingSource::CombinedHandle { memory, .. } => Some(memory),
        BindingSource::Descriptor | BindingSource::Combined => None,
    }
}

/// Set and binding of a part of an external texture. Without an entry in the map the first plane keeps the shader's
/// binding. The other parts follow the highest binding that the module has in that group, in the order of the external
/// textures.
fn external_binding(
    module: &Module,
    options: &Options,
    handle: Handle<GlobalVariable>,
    binding: ResourceBinding,
    part: usize,
) -> (u32, u32) {
    if let Some(mapped) = options.external_texture_binding_map.get(&binding) {
        let info = mapped.planes.get(part).copied().unwrap_or(mapped.params);
        return (info.descriptor_set, info.binding);
    }
    if part == 0 {
        return (binding.group, binding.binding);
    }
    let (mut last, mut earlier) = (binding.binding, 0);
    for (other, global) in module.global_variables.iter() {
        if let Some(own) = global.binding.filter(|own| own.group == binding.group) {
            last = last.max(own.binding);
            earlier += usize::from(other < handle && is_external(module, global));
        }
    }
    (binding.group, last.saturating_add((earlier * 3 + part) as u32))
}
