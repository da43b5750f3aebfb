//! Reflection: what a host needs to know about a module to use it. The bindings and types of resources, the push
//! constants, the handle tables, and the inputs, outputs and workgroup size of each entry point.
//!
//! [`Reflection::layout`] and [`Reflection::push_constant_range`] return the pipeline layout that follows from it.

// The reflection is computed from the plan, as the words are, and only on request; this folder does not know how code
// is emitted. `types` has the types in memory, `interface` the stage inputs and outputs, `image` the textures. The
// pipeline layout is computed in `pipeline_layout`.

mod format;
mod image;
mod interface;
mod types;

use alloc::string::String;
use alloc::vec::Vec;
pub use format::Format;
pub use image::{ImageReflection, TexelReflection};
pub use interface::InterfaceReflection;
#[cfg(feature = "check")]
pub(crate) use types::vector_alignment;
pub use types::{MemberReflection, NumberKind, NumberType, TypeReflection, TypeShape};

use super::binding::{places, table_memory};
use super::plan::{BindingLength, Plan, TablePlace, binding_array};
use crate::back::request::Request;
use crate::ir::global::{is_external, is_writable};
use crate::options::HandleMemory;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, ArraySize, EntryPoint, Expression, GlobalVariable, Handle, ImageClass, Module, ResourceBinding,
    ShaderStage, Type, TypeInner,
};
use types::Types;

/// What a host needs to know about a module to use it. Filled by [`compile`](crate::compile) and
/// [`Writer::write_reflected`](crate::Writer::write_reflected).
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reflection {
    /// The entry points, in the order of the module.
    pub entry_points: Vec<EntryPointReflection>,
    /// The descriptors, one for each variable, in the order of the module.
    pub bindings: Vec<BindingReflection>,
    /// The push constants, one entry for each variable.
    pub push_constants: Vec<PushConstantReflection>,
    /// The tables of handles.
    pub handle_tables: Vec<HandleTableReflection>,
    /// The types of buffers and push constants, and the types of their parts; each type follows those of its parts.
    pub types: Vec<TypeReflection>,
}

/// An entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct EntryPointReflection {
    /// Its name, in the shader and in the SPIR-V module.
    pub name: String,
    /// Its stage: `vertex`, `fragment`, `compute`, `task`, `mesh`, `raygen`, `miss`, `anyhit`, `closesthit`. In a
    /// module of another compiler it can also be `tesscontrol`, `tesseval`, `geometry`, `intersection` or `callable`.
    pub stage: &'static str,
    /// The invocations of a workgroup along x, y and z; `None` for a stage without workgroups. Where overrides stay
    /// open, this is the size without values from the pipeline; an override without a default counts as 1.
    pub workgroup_size: Option<[u32; 3]>,
    /// The `SpecId` of each extent that is one specialization constant. `None` for an extent that is computed, from
    /// several overrides or as the default of one; [`crate::SpecConstant`] lists the constants of the module.
    pub workgroup_size_ids: [Option<u32>; 3],
    /// The bytes of the Workgroup variables that it uses, by the standard layout of storage buffers with booleans as
    /// 32-bit integers, padding included. Open array lengths count by their defaults.
    pub workgroup_memory: u32,
    /// How a mesh shader writes its outputs; `None` for other stages, and in a reflection read from words.
    pub mesh_outputs: Option<MeshOutputs>,
    /// The inputs that it reads from the previous stage or from vertex buffers, and the built-in inputs.
    pub inputs: Vec<InterfaceReflection>,
    /// The outputs that it writes for the next stage or to attachments, and the built-in outputs.
    pub outputs: Vec<InterfaceReflection>,
    /// The descriptors that it uses, as indices into [`Reflection::bindings`].
    pub bindings: Vec<usize>,
    /// The push constants that it uses, as indices into [`Reflection::push_constants`].
    pub push_constants: Vec<usize>,
    /// The tables of the handles that it uses, as indices into [`Reflection::handle_tables`].
    pub handle_tables: Vec<usize>,
}

/// How a mesh shader writes vertices and primitives to its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MeshOutputs {
    /// It stores them in workgroup memory, from which they are copied at the end.
    Staged,
    /// It stores them directly: [`crate::Options::direct_mesh_outputs`].
    Direct,
}

/// The kind of a resource, named as in `VkDescriptorType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ResourceKind {
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`
    UniformBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`
    StorageBuffer,
    /// `VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE`
    SampledImage,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_IMAGE`
    StorageImage,
    /// `VK_DESCRIPTOR_TYPE_SAMPLER`
    Sampler,
    /// `VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR`
    AccelerationStructure,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER`
    UniformTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER`
    StorageTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT`
    InputAttachment,
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`, or a handle of a texture with its sampler. The texture and the
    /// sampler have one entry each, with the same binding.
    CombinedImageSampler,
}

/// A descriptor, or the descriptors of a binding array.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BindingReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// `@group` in the shader.
    pub group: u32,
    /// `@binding` in the shader.
    pub binding: u32,
    /// The `DescriptorSet` decoration.
    pub descriptor_set: u32,
    /// The `Binding` decoration.
    pub descriptor_binding: u32,
    /// The kind of the resource.
    pub kind: ResourceKind,
    /// The number of descriptors; `None` for a binding array without a length, or whose length the pipeline must give.
    /// An open length counts by its default.
    pub count: Option<u32>,
    /// The size of a buffer in bytes. If it ends in a runtime-sized array, one element is included.
    pub size: Option<u32>,
    /// The type of a buffer's contents, as an index into [`Reflection::types`].
    pub ty: Option<usize>,
    /// The image that a texture needs.
    pub image: Option<ImageReflection>,
    /// Whether it is a comparison sampler (`VkSamplerCreateInfo::compareEnable`).
    pub comparison: bool,
    /// The stages that use it, as in [`EntryPointReflection::stage`]; empty if no entry point does.
    pub stages: Vec<&'static str>,
    /// Whether the shader may write it.
    pub writable: bool,
    /// The number of an input attachment.
    pub input_attachment_index: Option<u32>,
    /// The part of an external texture: `plane 0` to `plane 2`, `parameters`.
    pub part: Option<&'static str>,
}

/// A range of push constants.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PushConstantReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// The size in bytes.
    pub size: u32,
    /// Its type, as an index into [`Reflection::types`].
    pub ty: Option<usize>,
    /// The stages that use it, as in [`EntryPointReflection::stage`]; empty if no entry point does.
    pub stages: Vec<&'static str>,
}

/// A table of handles ([`crate::BindingSource::Handle`]), which the host fills.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandleTableReflection {
    /// The memory that it is in.
    pub memory: HandleMemory,
    /// The `DescriptorSet` decoration; `None` for push constants.
    pub descriptor_set: Option<u32>,
    /// The `Binding` decoration; `None` for push constants.
    pub descriptor_binding: Option<u32>,
    /// The stages that use it, as in [`EntryPointReflection::stage`].
    pub stages: Vec<&'static str>,
    /// The handles in it, sorted by offset.
    pub handles: Vec<HandleReflection>,
}

/// A handle in a table.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandleReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// The offset in the table, in bytes.
    pub offset: u32,
    /// The size of one handle in bytes.
    pub width: u8,
    /// The kind of the resource that it refers to.
    pub kind: ResourceKind,
    /// The number of consecutive handles; `None` for as many as the buffer has room for.
    pub count: Option<u32>,
    /// The stride of consecutive handles in bytes.
    pub stride: u32,
}

impl Reflection {
    /// Computes the reflection from the plan of a module.
    pub(super) fn of(plan: &Plan, module: &Module, info: &ModuleInfo, options: &Request<'_>) -> Self {
        let mut reflection = Self::default();
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
            of_global[handle.index()] = reflection.add_global(plan, module, options, handle, &types);
        }
        for entry in &plan.entry_points {
            let Some(point) = module.entry_points.get(entry.index) else {
                continue;
            };
            let uses = info.get_entry_point(entry.index);
            let stage = stage_name(point.stage);
            let mut reflected = EntryPointReflection {
                name: point.name.clone(),
                stage,
                workgroup_size: has_workgroups(point.stage).then(|| plan.default_workgroup_size(point)),
                workgroup_size_ids: spec_ids(plan, module, point),
                workgroup_memory: plan.bytes_in(module, info, entry.index, AddressSpace::WorkGroup).0 as u32,
                mesh_outputs: point.mesh_info.as_ref().map(|_| match plan.direct_mesh(entry.index) {
                    Some(_) => MeshOutputs::Direct,
                    None => MeshOutputs::Staged,
                }),
                inputs: Vec::new(),
                outputs: Vec::new(),
                bindings: Vec::new(),
                push_constants: Vec::new(),
                handle_tables: Vec::new(),
            };
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
        reflection.fill_stages();
        reflection
    }

    /// Adds the resources and push constants that no entry point uses. `module` is the module that the caller passed: a
    /// module with resolved overrides no longer contains unused globals.
    pub(super) fn add_unused(&mut self, module: &Module, options: &Request<'_>) {
        let is_known = |global: &GlobalVariable| match global.binding {
            Some(place) => self
                .bindings
                .iter()
                .any(|known| (known.group, known.binding) == (place.group, place.binding) && known.name == global.name),
            None => self.push_constants.iter().any(|known| known.name == global.name),
        };
        let globals = module.global_variables.iter();
        let unused: Vec<_> = globals
            .filter(|&(_, global)| is_descriptor_or_constants(options, global) && !is_known(global))
            .collect();
        let roots = unused.iter().filter_map(|&(_, global)| in_memory(module, global));
        let types = Types::of(core::mem::take(&mut self.types), module, roots);
        for (handle, global) in unused {
            match global.binding {
                None => self.add_constants(global, &types),
                Some(binding) if is_external(module, global) => self.add_external(module, options, handle, binding),
                Some(binding) => {
                    let (element, count) = match module.types[global.ty].inner {
                        TypeInner::BindingArray { base, size } => (base, constant_length(size)),
                        // catch-all: any other type is one descriptor
                        _ => (global.ty, Some(1)),
                    };
                    if let Some(kind) = kind_of(module, global.space, element) {
                        self.add_descriptor(module, options, handle, binding, (kind, element, count), &types);
                    }
                }
            }
        }
        self.types = types.list;
    }

    /// The type at an index of [`Reflection::types`] as WGSL spells it: `array<vec3<f32>, 4>`; a struct by its name.
    #[must_use]
    pub fn spelled(&self, ty: usize) -> String {
        types::spelled(&self.types, ty)
    }

    /// The reflection of one pipeline: that of the entry points for which `is_in_pipeline` returns `true`. What only
    /// other entry points use has no stages, so it is not in the layouts of the result.
    ///
    /// A module can have the entry points of several pipelines, and these can use one set and binding for different
    /// resources.
    ///
    /// ```
    /// # let source = "@group(0) @binding(0) var<uniform> seed: vec4<u32>;
    /// # @group(0) @binding(0) var<storage, read_write> values: array<u32>;
    /// # @compute @workgroup_size(64) fn fill() { values[0] = 1u; }
    /// # @compute @workgroup_size(1) fn check() { if seed.x == 0u { return; } }";
    /// # let module = naga::front::wgsl::parse_str(source)?;
    /// # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module)?;
    /// # let target = spirula::Target::vulkan(1, 1);
    /// use spirula::target::DescriptorType;
    ///
    /// let output = spirula::compile(&module, &info, &target, &spirula::Options::default())?;
    /// let fill = output.reflection.for_pipeline(|entry| entry.name == "fill");
    /// assert_eq!(fill.layout(0).len(), 1);
    /// assert_eq!(fill.layout(0)[0].descriptor, DescriptorType::StorageBuffer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_pipeline(&self, is_in_pipeline: impl Fn(&EntryPointReflection) -> bool) -> Self {
        let mut pipeline = self.clone();
        pipeline.entry_points.retain(is_in_pipeline);
        pipeline.fill_stages();
        pipeline
    }

    /// Sets the stages of each resource, from the lists of the entry points.
    pub(crate) fn fill_stages(&mut self) {
        let all = self.bindings.iter_mut().map(|binding| &mut binding.stages);
        let all = all.chain(self.push_constants.iter_mut().map(|constants| &mut constants.stages));
        let all = all.chain(self.handle_tables.iter_mut().map(|table| &mut table.stages));
        all.for_each(Vec::clear);
        for entry in &self.entry_points {
            let add = |stages: &mut Vec<&'static str>| {
                if !stages.contains(&entry.stage) {
                    stages.push(entry.stage);
                }
            };
            for &at in &entry.bindings {
                add(&mut self.bindings[at].stages);
            }
            for &at in &entry.push_constants {
                add(&mut self.push_constants[at].stages);
            }
            for &at in &entry.handle_tables {
                add(&mut self.handle_tables[at].stages);
            }
        }
    }

    fn add_global(
        &mut self,
        plan: &Plan,
        module: &Module,
        options: &Request<'_>,
        handle: Handle<GlobalVariable>,
        types: &Types,
    ) -> Reflected {
        let global = &module.global_variables[handle];
        let first = self.bindings.len();
        let mut reflected = Reflected::default();
        if global.space == AddressSpace::Immediate {
            reflected.constants = Some(self.push_constants.len());
            self.add_constants(global, types);
        } else if let Some(binding) = global.binding {
            if is_external(module, global) {
                self.add_external(module, options, handle, binding);
            } else {
                reflected.table = self.add_resource(plan, module, options, handle, binding, types);
            }
        }
        reflected.bindings = first..self.bindings.len();
        reflected
    }

    fn add_constants(&mut self, global: &GlobalVariable, types: &Types) {
        let ty = types.place(global.ty);
        self.push_constants.push(PushConstantReflection {
            name: global.name.clone(),
            size: ty.map_or(0, |ty| types.list[ty].size),
            ty,
            stages: Vec::new(),
        });
    }

    /// Adds the planes and the parameters of an external texture.
    fn add_external(
        &mut self,
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
            let mut reflected = self.binding(global, binding, place, kind);
            reflected.part = Some(name);
            reflected.image = (part < 3).then_some(ImageReflection::PLANE);
            self.bindings.push(reflected);
        }
    }

    /// Adds a resource that is a descriptor, or handles in a table. Returns the index of the table.
    fn add_resource(
        &mut self,
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
            let handle = HandleReflection {
                name: global.name.clone(),
                offset: entry.offset,
                width,
                kind,
                count: match entry.array.map(|array| array.length) {
                    None => Some(1),
                    Some(BindingLength::Known(length)) => Some(length),
                    Some(BindingLength::Override(_) | BindingLength::Unknown) => None,
                },
                stride: entry.array.map_or(u32::from(width), |array| array.stride),
            };
            return Some(self.add_handle(entry.place, handle));
        }
        let count = match array {
            None => Some(1),
            Some((_, BindingLength::Known(length))) => Some(length),
            Some((_, BindingLength::Override(length))) => plan.overrides.override_default(length),
            Some((_, BindingLength::Unknown)) => None,
        };
        self.add_descriptor(module, options, handle, binding, (kind, element, count), types);
        None
    }

    /// Adds descriptors of the given kind, element type and count.
    fn add_descriptor(
        &mut self,
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
        let mut reflected = self.binding(global, binding, place, kind);
        reflected.count = count;
        if matches!(kind, ResourceKind::UniformBuffer | ResourceKind::StorageBuffer) {
            reflected.ty = types.place(element);
            reflected.size = reflected.ty.map(|ty| types.list[ty].size);
        }
        match module.types[element].inner {
            TypeInner::Image { dim, arrayed, class } => reflected.image = ImageReflection::of(dim, arrayed, class),
            TypeInner::Sampler { comparison } => reflected.comparison = comparison,
            // catch-all: buffers and acceleration structures
            _ => {}
        }
        reflected.writable = is_writable(module, global);
        self.bindings.push(reflected);
    }

    fn binding(
        &self,
        global: &GlobalVariable,
        binding: ResourceBinding,
        (descriptor_set, descriptor_binding): (u32, u32),
        kind: ResourceKind,
    ) -> BindingReflection {
        BindingReflection {
            name: global.name.clone(),
            group: binding.group,
            binding: binding.binding,
            descriptor_set,
            descriptor_binding,
            kind,
            count: Some(1),
            size: None,
            ty: None,
            image: None,
            comparison: false,
            stages: Vec::new(),
            writable: false,
            input_attachment_index: None,
            part: None,
        }
    }

    /// Adds a handle to its table. Returns the index of the table.
    fn add_handle(&mut self, place: TablePlace, handle: HandleReflection) -> usize {
        let bound = |number| (place.memory != HandleMemory::PushConstant).then_some(number);
        let (set, binding) = (bound(place.descriptor_set), bound(place.binding));
        let known = self.handle_tables.iter().position(|table| {
            (table.memory, table.descriptor_set, table.descriptor_binding) == (place.memory, set, binding)
        });
        let table = known.unwrap_or(self.handle_tables.len());
        if known.is_none() {
            self.handle_tables.push(HandleTableReflection {
                memory: place.memory,
                descriptor_set: set,
                descriptor_binding: binding,
                stages: Vec::new(),
                handles: Vec::new(),
            });
        }
        let handles = &mut self.handle_tables[table].handles;
        handles.insert(handles.partition_point(|other| other.offset <= handle.offset), handle);
        table
    }
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
