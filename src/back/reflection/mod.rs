//! Fills the [`Reflection`] of a naga module: the bindings and types of resources, the push constants, the handle tables,
//! and the inputs, outputs and workgroup size of each entry point.
//!
//! The reflection is computed from the plan, as the words are, and only on request; this folder does not know how code
//! is emitted. `types` has the types in memory, `interface` the stage inputs and outputs, `image` the textures.

mod image;
mod interface;
mod types;

use alloc::vec::Vec;

use super::Output;
use super::binding::{places, table_memory};
use super::plan::{BindingLength, Plan, TablePlace, binding_array};
use crate::back::request::Request;
use crate::ir::global::{is_external, is_writable};
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, ArraySize, EntryPoint, Expression, GlobalVariable, Handle, ImageClass, Module, ResourceBinding,
    ShaderStage, Type, TypeInner,
};
use spirula_spirv::internal;
use spirula_spirv::reflection::{
    BindingReflection, HandleMemory, HandleReflection, MeshOutputs, Reflection, ResourceKind,
};
use types::Types;

/// Fills the reflection from the plan of a module.
pub(crate) fn fill(
    plan: &Plan,
    (module, info): (&Module, &ModuleInfo),
    options: &Request<'_>,
    given: &Module,
    output: &mut Output,
) {
    output.reflection = of(plan, module, info, options);
    if options.reflect_unused {
        add_unused(&mut output.reflection, given, options);
    }
}

fn of(plan: &Plan, module: &Module, info: &ModuleInfo, options: &Request<'_>) -> Reflection {
    let mut reflection = Reflection::default();
    let live = || {
        let globals = module.global_variables.iter();
        globals.filter(|&(handle, _)| plan.is_live(handle))
    };
    let types = Types::of(
        Vec::new(),
        module,
        live().filter_map(|(_, global)| in_memory(module, global)),
    );
    // The entries of each global, for the entry points.
    let mut of_global = vec![Reflected::default(); module.global_variables.len()];
    for (handle, _) in live() {
        of_global[handle.index()] = add_global(&mut reflection, plan, module, options, handle, &types);
    }
    for entry in &plan.entry_points {
        let Some(point) = module.entry_points.get(entry.index) else {
            continue;
        };
        let uses = info.get_entry_point(entry.index);
        let mut reflected = internal::entry_point(point.name.clone(), stage_name(point.stage));
        if has_workgroups(point.stage) {
            reflected.workgroup_size = Some(plan.default_workgroup_size(point));
        }
        reflected.workgroup_size_ids = spec_ids(plan, module, point);
        reflected.workgroup_memory = plan.bytes_in(module, info, entry.index, AddressSpace::WorkGroup).0 as u32;
        reflected.mesh_outputs = point.mesh_info.as_ref().map(|_| match plan.direct_mesh(entry.index) {
            Some(_) => MeshOutputs::Direct,
            None => MeshOutputs::Staged,
        });
        for (handle, _) in live().filter(|&(handle, _)| !uses[handle].is_empty()) {
            let used = &of_global[handle.index()];
            reflected.bindings.extend(used.bindings.clone());
            reflected.push_constants.extend(used.constants);
            let tables = &mut reflected.handle_tables;
            tables.extend(used.table.filter(|table| !tables.contains(table)));
        }
        for argument in &point.function.arguments {
            let (name, binding) = (argument.name.as_deref(), argument.binding.as_ref());
            let to_fragments = point.stage == ShaderStage::Fragment;
            interface::add(&mut reflected.inputs, module, name, argument.ty, binding, to_fragments);
        }
        if let Some(result) = &point.function.result {
            let (binding, to_fragments) = (result.binding.as_ref(), point.stage == ShaderStage::Vertex);
            interface::add(&mut reflected.outputs, module, None, result.ty, binding, to_fragments);
        }
        if let Some(mesh) = &point.mesh_info {
            for ty in [mesh.vertex_output_type, mesh.primitive_output_type] {
                interface::add(&mut reflected.outputs, module, None, ty, None, true);
            }
        }
        reflection.entry_points.push(reflected);
    }
    reflection.types = types.list;
    internal::fill_stages(&mut reflection);
    reflection
}

/// Adds the resources and push constants that no entry point uses. `module` is the module that the caller passed: a
/// module with resolved overrides no longer contains unused globals.
fn add_unused(reflection: &mut Reflection, module: &Module, options: &Request<'_>) {
    let is_known = |global: &GlobalVariable| match global.binding {
        Some(place) => reflection
            .bindings
            .iter()
            .any(|known| (known.group, known.binding) == (place.group, place.binding) && known.name == global.name),
        None => reflection.push_constants.iter().any(|known| known.name == global.name),
    };
    let globals = module.global_variables.iter();
    let unused: Vec<_> = globals
        .filter(|&(_, global)| is_descriptor_or_constants(options, global) && !is_known(global))
        .collect();
    let roots = unused.iter().filter_map(|&(_, global)| in_memory(module, global));
    let types = Types::of(core::mem::take(&mut reflection.types), module, roots);
    for (handle, global) in unused {
        match global.binding {
            None => add_constants(reflection, global, &types),
            Some(binding) if is_external(module, global) => add_external(reflection, module, options, handle, binding),
            Some(binding) => {
                let (element, count) = match module.types[global.ty].inner {
                    TypeInner::BindingArray { base, size } => (base, constant_length(size)),
                    // catch-all: any other type is one descriptor
                    _ => (global.ty, Some(1)),
                };
                if let Some(kind) = kind_of(module, global.space, element) {
                    add_descriptor(
                        reflection,
                        module,
                        options,
                        handle,
                        binding,
                        (kind, element, count),
                        &types,
                    );
                }
            }
        }
    }
    reflection.types = types.list;
}

fn add_global(
    reflection: &mut Reflection,
    plan: &Plan,
    module: &Module,
    options: &Request<'_>,
    handle: Handle<GlobalVariable>,
    types: &Types,
) -> Reflected {
    let global = &module.global_variables[handle];
    let first = reflection.bindings.len();
    let mut reflected = Reflected::default();
    if global.space == AddressSpace::Immediate {
        reflected.constants = Some(reflection.push_constants.len());
        add_constants(reflection, global, types);
    } else if let Some(binding) = global.binding {
        if is_external(module, global) {
            add_external(reflection, module, options, handle, binding);
        } else {
            reflected.table = add_resource(reflection, plan, module, options, handle, binding, types);
        }
    }
    reflected.bindings = first..reflection.bindings.len();
    reflected
}

fn add_constants(reflection: &mut Reflection, global: &GlobalVariable, types: &Types) {
    let ty = types.place(global.ty);
    let size = ty.map_or(0, |ty| types.list[ty].size);
    let constants = internal::push_constants(global.name.clone(), size, ty);
    reflection.push_constants.push(constants);
}

/// Adds the planes and the parameters of an external texture.
fn add_external(
    reflection: &mut Reflection,
    module: &Module,
    options: &Request<'_>,
    handle: Handle<GlobalVariable>,
    binding: ResourceBinding,
) {
    let global = &module.global_variables[handle];
    let parts = ["plane 0", "plane 1", "plane 2", "parameters"].into_iter().enumerate();
    for ((part, name), place) in parts.zip(places(module, options, handle)) {
        let kind = if part < 3 {
            ResourceKind::SampledImage
        } else {
            ResourceKind::UniformBuffer
        };
        let mut reflected = descriptor(global, binding, place, kind);
        reflected.part = Some(name);
        reflected.image = (part < 3).then_some(image::PLANE);
        reflection.bindings.push(reflected);
    }
}

/// Adds a resource that is a descriptor, or handles in a table. Returns the index of the table.
fn add_resource(
    reflection: &mut Reflection,
    plan: &Plan,
    module: &Module,
    options: &Request<'_>,
    handle: Handle<GlobalVariable>,
    binding: ResourceBinding,
    types: &Types,
) -> Option<usize> {
    let global = &module.global_variables[handle];
    let array = binding_array(module, options, &plan.overrides, global);
    let element = array.map_or(global.ty, |(element, _)| element);
    let kind = kind_of(module, global.space, element)?;
    let kind = if plan.combined_of(handle).is_some() {
        ResourceKind::CombinedImageSampler
    } else {
        kind
    };
    if let Some(entry) = plan.handle_entry(handle) {
        let width = plan.handle_width().unwrap_or_default();
        let mut handle = internal::handle(global.name.clone(), kind, width);
        handle.offset = entry.offset;
        if let Some(array) = entry.array {
            handle.count = match array.length {
                BindingLength::Known(length) => Some(length),
                BindingLength::Override(_) | BindingLength::Unknown => None,
            };
            handle.stride = array.stride;
        }
        return Some(add_handle(reflection, entry.place, handle));
    }
    let count = match array {
        None => Some(1),
        Some((_, BindingLength::Known(length))) => Some(length),
        Some((_, BindingLength::Override(length))) => plan.overrides.override_default(length),
        Some((_, BindingLength::Unknown)) => None,
    };
    add_descriptor(
        reflection,
        module,
        options,
        handle,
        binding,
        (kind, element, count),
        types,
    );
    None
}

/// Adds descriptors of the given kind, element type and count.
fn add_descriptor(
    reflection: &mut Reflection,
    module: &Module,
    options: &Request<'_>,
    handle: Handle<GlobalVariable>,
    binding: ResourceBinding,
    (kind, element, count): (ResourceKind, Handle<Type>, Option<u32>),
    types: &Types,
) {
    let global = &module.global_variables[handle];
    let Some(place) = places(module, options, handle).next() else {
        return;
    };
    let mut reflected = descriptor(global, binding, place, kind);
    reflected.count = count;
    if matches!(kind, ResourceKind::UniformBuffer | ResourceKind::StorageBuffer) {
        reflected.ty = types.place(element);
        reflected.size = reflected.ty.map(|ty| types.list[ty].size);
    }
    match module.types[element].inner {
        TypeInner::Image { dim, arrayed, class } => reflected.image = image::reflected(dim, arrayed, class),
        TypeInner::Sampler { comparison } => reflected.comparison = comparison,
        // catch-all: buffers and acceleration structures
        _ => {}
    }
    reflected.writable = is_writable(module, global);
    reflection.bindings.push(reflected);
}

fn descriptor(
    global: &GlobalVariable,
    binding: ResourceBinding,
    (descriptor_set, descriptor_binding): (u32, u32),
    kind: ResourceKind,
) -> BindingReflection {
    let mut reflected = internal::binding(kind);
    reflected.name.clone_from(&global.name);
    (reflected.group, reflected.binding) = (binding.group, binding.binding);
    (reflected.descriptor_set, reflected.descriptor_binding) = (descriptor_set, descriptor_binding);
    reflected
}

/// Adds a handle to its table. Returns the index of the table.
fn add_handle(reflection: &mut Reflection, place: TablePlace, handle: HandleReflection) -> usize {
    let bound = |number| (place.memory != HandleMemory::PushConstant).then_some(number);
    let (set, binding) = (bound(place.descriptor_set), bound(place.binding));
    let known = reflection.handle_tables.iter().position(|table| {
        (table.memory, table.descriptor_set, table.descriptor_binding) == (place.memory, set, binding)
    });
    let table = known.unwrap_or(reflection.handle_tables.len());
    if known.is_none() {
        reflection
            .handle_tables
            .push(internal::handle_table(place.memory, set, binding));
    }
    let handles = &mut reflection.handle_tables[table].handles;
    handles.insert(handles.partition_point(|other| other.offset <= handle.offset), handle);
    table
}

/// The entries of a global in the reflection.
#[derive(Clone, Default)]
struct Reflected {
    bindings: core::ops::Range<usize>,
    table: Option<usize>,
    constants: Option<usize>,
}

/// The type of the contents of a buffer or of push constants; of one buffer for a binding array. `None` for other
/// globals.
fn in_memory(module: &Module, global: &GlobalVariable) -> Option<Handle<Type>> {
    match global.space {
        AddressSpace::Uniform | AddressSpace::Storage { .. } | AddressSpace::Immediate => {}
        AddressSpace::Function
        | AddressSpace::Private
        | AddressSpace::WorkGroup
        | AddressSpace::Handle
        | AddressSpace::TaskPayload
        | AddressSpace::RayPayload
        | AddressSpace::IncomingRayPayload => return None,
    }
    Some(match module.types[global.ty].inner {
        TypeInner::BindingArray { base, .. } => base,
        // catch-all: any other type is the contents of one buffer
        _ => global.ty,
    })
}

/// Whether a global would be a descriptor or push constants, rather than a handle in a table, if it were used.
fn is_descriptor_or_constants(options: &Request<'_>, global: &GlobalVariable) -> bool {
    let is_bound = global.binding.is_some() && table_memory(options, global).is_none();
    is_bound || global.space == AddressSpace::Immediate
}

/// The length of a binding array that is a number.
const fn constant_length(size: ArraySize) -> Option<u32> {
    match size {
        ArraySize::Constant(length) => Some(length.get()),
        ArraySize::Pending(_) | ArraySize::Dynamic => None,
    }
}

fn kind_of(module: &Module, space: AddressSpace, element: Handle<Type>) -> Option<ResourceKind> {
    Some(match space {
        AddressSpace::Uniform => ResourceKind::UniformBuffer,
        AddressSpace::Storage { .. } => ResourceKind::StorageBuffer,
        AddressSpace::Handle => match module.types[element].inner {
            TypeInner::Image {
                class: ImageClass::Storage { .. },
                ..
            } => ResourceKind::StorageImage,
            TypeInner::Image { .. } => ResourceKind::SampledImage,
            TypeInner::Sampler { .. } => ResourceKind::Sampler,
            TypeInner::AccelerationStructure { .. } => ResourceKind::AccelerationStructure,
            // catch-all: naga's validator accepts no other types as handles
            _ => return None,
        },
        AddressSpace::Function
        | AddressSpace::Private
        | AddressSpace::WorkGroup
        | AddressSpace::Immediate
        | AddressSpace::TaskPayload
        | AddressSpace::RayPayload
        | AddressSpace::IncomingRayPayload => return None,
    })
}

const fn stage_name(stage: ShaderStage) -> &'static str {
    match stage {
        ShaderStage::Vertex => "vertex",
        ShaderStage::Fragment => "fragment",
        ShaderStage::Compute => "compute",
        ShaderStage::Task => "task",
        ShaderStage::Mesh => "mesh",
        ShaderStage::RayGeneration => "raygen",
        ShaderStage::Miss => "miss",
        ShaderStage::AnyHit => "anyhit",
        ShaderStage::ClosestHit => "closesthit",
    }
}

/// The `SpecId` of each extent of a workgroup that is one specialization constant.
fn spec_ids(plan: &Plan, module: &Module, point: &EntryPoint) -> [Option<u32>; 3] {
    point.workgroup_size_overrides.unwrap_or_default().map(|size| {
        let Expression::Override(handle) = module.global_expressions[size?] else {
            return None;
        };
        let ids = plan.overrides.entries[handle.index()].ids?;
        ids.given.is_none().then_some(ids.value)
    })
}

const fn has_workgroups(stage: ShaderStage) -> bool {
    match stage {
        ShaderStage::Compute | ShaderStage::Task | ShaderStage::Mesh => true,
        ShaderStage::Vertex
        | ShaderStage::Fragment
        | ShaderStage::RayGeneration
        | ShaderStage::Miss
        | ShaderStage::AnyHit
        | ShaderStage::ClosestHit => false,
    }
}
