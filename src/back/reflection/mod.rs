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
use super::modes::execution_model;
use super::plan::{Plan, TablePlace, binding_array, outputs};
use crate::ir::global::{element, is_buffer, is_external, is_writable, resource_kind};
use crate::ir::position::inputs;
use crate::options::Options;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, ArraySize, EntryPoint, Expression, GlobalVariable, Handle, ImageClass, ImageDimension, Module,
    ResourceBinding, ShaderStage, TypeInner,
};
use spirula_spirv::internal;
use spirula_spirv::reflection::{
    BindingReflection, HandleMemory, HandleReflection, MeshOutputs, Reflection, ResourceKind,
};

pub(crate) fn fill(
    plan: &Plan,
    (module, info): (&Module, &ModuleInfo),
    options: &Options,
    given: &Module,
    output: &mut Output,
) {
    let reflection = &mut output.reflection;
    *reflection = Reflection::default();
    let live = || plan.live.globals(module);
    let mut resources = Resources::new(reflection, module, options, live().map(|(_, global)| global));
    // The entries of each global, for the entry points.
    let mut of_global = vec![Reflected::default(); module.global_variables.len()];
    for (handle, _) in live() {
        of_global[handle.index()] = resources.add(handle, Some(plan));
    }
    for entry in &plan.entry_points {
        let point = &module.entry_points[entry.index];
        // Each execution model of naga's stages has a name.
        let stage = internal::stage_name(execution_model(point.stage)).unwrap_or_default();
        let mut reflected = internal::entry_point(point.name.clone(), stage);
        if point.stage.compute_like() {
            reflected.workgroup_size = Some(plan.default_workgroup_size(point));
        }
        reflected.workgroup_size_ids = spec_ids(plan, module, point);
        reflected.workgroup_memory = plan.bytes_in(module, info, entry.index, AddressSpace::WorkGroup).0 as u32;
        reflected.mesh_outputs = point.mesh_info.as_ref().map(|_| match entry.direct_mesh {
            Some(_) => MeshOutputs::Direct,
            None => MeshOutputs::Staged,
        });
        for (handle, _) in plan.live.globals_of(module, info, entry.index) {
            let used = &of_global[handle.index()];
            reflected.bindings.extend(used.bindings.clone());
            reflected.push_constants.extend(used.constants);
            let tables = &mut reflected.handle_tables;
            tables.extend(used.table.filter(|table| !tables.contains(table)));
        }
        let is_fragment = point.stage == ShaderStage::Fragment;
        let inputs = inputs(module, &point.function);
        let inputs = inputs.map(|input| interface::reflected(module, input, is_fragment));
        reflected.inputs.extend(inputs);
        let to_fragments = matches!(point.stage, ShaderStage::Vertex | ShaderStage::Mesh);
        let outputs = outputs(module, point).map(|output| interface::reflected(module, output, to_fragments));
        reflected.outputs.extend(outputs);
        reflection.entry_points.push(reflected);
    }
    internal::fill_stages(reflection);
    if options.reflect_unused {
        add_unused(reflection, given, options);
    }
}

/// Adds the resources and push constants that no entry point uses. `module` is the module that the caller passed: a
/// module with resolved overrides no longer contains unused globals.
fn add_unused(reflection: &mut Reflection, module: &Module, options: &Options) {
    let is_known = |global: &GlobalVariable| match global.binding {
        Some(place) => reflection
            .bindings
            .iter()
            .any(|known| (known.group, known.binding) == (place.group, place.binding) && known.name == global.name),
        None => reflection.push_constants.iter().any(|known| known.name == global.name),
    };
    // A global that would be a handle in a table, if it were used, is left out.
    let is_reflected = |global: &GlobalVariable| {
        let is_bound = global.binding.is_some() && table_memory(options, global).is_none();
        is_bound || global.space == AddressSpace::Immediate
    };
    let globals = module.global_variables.iter();
    let unused: Vec<_> = globals
        .filter(|&(_, global)| is_reflected(global) && !is_known(global))
        .collect();
    let mut resources = Resources::new(reflection, module, options, unused.iter().map(|&(_, global)| global));
    for (handle, _) in unused {
        resources.add(handle, None);
    }
}

/// Adds the resources and push constants of a module to its reflection.
struct Resources<'a> {
    reflection: &'a mut Reflection,
    module: &'a Module,
    options: &'a Options,
    /// By type of the module, its index among the reflected types.
    types: Vec<Option<usize>>,
}

impl<'a> Resources<'a> {
    /// Begins with the types in memory of the globals that are added later.
    fn new(
        reflection: &'a mut Reflection,
        module: &'a Module,
        options: &'a Options,
        globals: impl Iterator<Item = &'a GlobalVariable>,
    ) -> Self {
        let in_memory = globals.filter(|global| is_buffer(global.space));
        let roots = in_memory.map(|global| element(module, global));
        let types = types::add(&mut reflection.types, module, roots);
        Self {
            reflection,
            module,
            options,
            types,
        }
    }

    /// Adds a global, with what is planned about it if an entry point uses it. Returns its entries.
    fn add(&mut self, handle: Handle<GlobalVariable>, plan: Option<&Plan>) -> Reflected {
        let global = &self.module.global_variables[handle];
        let first = self.reflection.bindings.len();
        let mut reflected = Reflected::default();
        if global.space == AddressSpace::Immediate {
            reflected.constants = Some(self.reflection.push_constants.len());
            let ty = self.types[global.ty.index()];
            let size = ty.map_or(0, |ty| self.reflection.types[ty].size);
            let constants = internal::push_constants(global.name.clone(), size, ty);
            self.reflection.push_constants.push(constants);
        } else if let Some(binding) = global.binding {
            if is_external(self.module, global) {
                self.add_external(handle, binding);
            } else {
                reflected.table = self.add_resource(handle, binding, plan);
            }
        }
        reflected.bindings = first..self.reflection.bindings.len();
        reflected
    }

    fn add_external(&mut self, handle: Handle<GlobalVariable>, binding: ResourceBinding) {
        let global = &self.module.global_variables[handle];
        let plane = Some(image::reflected(ImageDimension::D2, false, ImageClass::External));
        let parts = [
            ("plane 0", ResourceKind::SampledImage, plane),
            ("plane 1", ResourceKind::SampledImage, plane),
            ("plane 2", ResourceKind::SampledImage, plane),
            ("parameters", ResourceKind::UniformBuffer, None),
        ];
        for ((name, kind, image), place) in parts.into_iter().zip(places(self.module, self.options, handle)) {
            let mut reflected = descriptor(global, binding, place, kind);
            (reflected.part, reflected.image) = (Some(name), image);
            self.reflection.bindings.push(reflected);
        }
    }

    /// Adds a resource that is a descriptor, or handles in a table. Returns the index of the table.
    fn add_resource(
        &mut self,
        handle: Handle<GlobalVariable>,
        binding: ResourceBinding,
        plan: Option<&Plan>,
    ) -> Option<usize> {
        let (module, global) = (self.module, &self.module.global_variables[handle]);
        let kind = match plan.and_then(|plan| plan.combined_of(handle)) {
            Some(_) => ResourceKind::CombinedImageSampler,
            None => resource_kind(module, global)?,
        };
        if let Some(plan) = plan
            && let Some(entry) = plan.handle_entry(handle)
        {
            let width = plan.handle_width().unwrap_or_default();
            let mut handle = internal::handle(global.name.clone(), kind, width);
            handle.offset = entry.offset;
            if let Some(length) = entry.length {
                handle.count = plan.overrides.default_length(length);
                handle.stride = entry.stride;
            }
            return Some(add_handle(self.reflection, entry.place, handle));
        }
        let place = places(module, self.options, handle).next()?;
        let mut reflected = descriptor(global, binding, place, kind);
        reflected.count = match (plan, &module.types[global.ty].inner) {
            (Some(plan), _) => match binding_array(module, self.options, &plan.overrides, global) {
                None => Some(1),
                Some((_, length)) => plan.overrides.default_length(length),
            },
            (None, &TypeInner::BindingArray { size, .. }) => match size {
                ArraySize::Constant(length) => Some(length.get()),
                ArraySize::Pending(_) | ArraySize::Dynamic => None,
            },
            // catch-all: any other type is one descriptor
            (None, _) => Some(1),
        };
        let element = element(module, global);
        if is_buffer(global.space) {
            reflected.ty = self.types[element.index()];
            reflected.size = reflected.ty.map(|ty| self.reflection.types[ty].size);
        }
        match module.types[element].inner {
            TypeInner::Image { dim, arrayed, class } => {
                reflected.image = Some(image::reflected(dim, arrayed, class));
            }
            TypeInner::Sampler { comparison } => reflected.comparison = comparison,
            // catch-all: buffers and acceleration structures
            _ => {}
        }
        reflected.writable = is_writable(module, global);
        self.reflection.bindings.push(reflected);
        None
    }
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
    let table = known.unwrap_or_else(|| {
        reflection
            .handle_tables
            .push(internal::handle_table(place.memory, set, binding));
        reflection.handle_tables.len() - 1
    });
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
