//! What a host must know of a module to use it: where its resources are bound and what they are, the push constants, the
//! tables of handles, and the inputs, outputs and workgroup of each entry point.
//!
//! Owns the form of that answer and how it follows from the plan. It is made beside the words, from the same plan, and only
//! where it is asked for; it must not know how anything is written.

use super::binding::places;
use super::plan::{BindingLength, Plan, TablePlace, binding_array};
use crate::back::request::Request;
use crate::ir::global::{is_external, is_writable};
use crate::options::HandleMemory;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, Binding, BuiltIn, EntryPoint, Expression, GlobalVariable, Handle, ImageClass, Module,
    ResourceBinding, Scalar, ScalarKind, ShaderStage, Type, TypeInner,
};

/// What a host must know of a module to use it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reflection {
    /// The entry points, in the order of the module.
    pub entry_points: Vec<EntryPointReflection>,
    /// The resources that are descriptors, one for each variable, in the order of the module.
    pub bindings: Vec<BindingReflection>,
    /// The push constants, one for each variable.
    pub push_constants: Vec<PushConstantReflection>,
    /// The tables of handles.
    pub handle_tables: Vec<HandleTableReflection>,
}

/// An entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct EntryPointReflection {
    /// Its name, in the shader and in the module.
    pub name: String,
    /// Its stage: `vertex`, `fragment`, `compute`, `task`, `mesh`, `raygen`, `miss`, `anyhit`, `closesthit`.
    pub stage: &'static str,
    /// Invocations of a workgroup along x, y and z, where the stage has workgroups. Where overrides stay open, what it is
    /// without the pipeline's values; an override without a default, which the pipeline must give a value, counts as 1.
    pub workgroup_size: Option<[u32; 3]>,
    /// The `SpecId` of each extent that is one specialization constant. An extent that is computed (from several overrides, or
    /// as the default of one) has none: [`crate::SpecConstant`] lists the constants of the module.
    pub workgroup_size_ids: [Option<u32>; 3],
    /// Bytes of the Workgroup variables it uses, by the standard layout of storage buffers with booleans as 32-bit integers,
    /// padding included; array lengths that stay open by their defaults.
    pub workgroup_memory: u32,
    /// How a mesh shader writes its outputs; `None` for the other stages.
    pub mesh_outputs: Option<MeshOutputs>,
    /// What it reads from the stage before, or from vertex buffers, and the built-in inputs.
    pub inputs: Vec<InterfaceReflection>,
    /// What it writes for the stage after, or to attachments, and the built-in outputs.
    pub outputs: Vec<InterfaceReflection>,
    /// The resources it uses, as indices into [`Reflection::bindings`].
    pub bindings: Vec<usize>,
}

/// How vertices and primitives get to the outputs of a mesh shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MeshOutputs {
    /// Collected in workgroup memory and copied at the end.
    Staged,
    /// Written where the shader stores them: [`crate::Options::direct_mesh_outputs`].
    Direct,
}

/// An input or output of an entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct InterfaceReflection {
    /// The name of the argument or member, if it has one.
    pub name: Option<String>,
    /// Its type, spelled as in WGSL: `vec4<f32>`.
    pub ty: String,
    /// Its location; `None` for built-in values.
    pub location: Option<u32>,
    /// The `Index` of a colour output with dual-source blending.
    pub blend_src: Option<u32>,
    /// The built-in value that it is, by naga's name.
    pub built_in: Option<String>,
}

/// What kind of resource a descriptor is, as `VkDescriptorType` has them.
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
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`, or a handle of a texture with its sampler: the texture and the sampler
    /// have an entry each, with the same place.
    CombinedImageSampler,
}

/// A resource that is a descriptor, or as many as a binding array has.
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
    /// What it is.
    pub kind: ResourceKind,
    /// How many descriptors; `None` for a binding array without a length, or whose length the pipeline must give. A length that
    /// stays open counts by its default.
    pub count: Option<u32>,
    /// Bytes of a buffer; of one that ends in a runtime-sized array, those of one element of it included.
    pub size: Option<u32>,
    /// Whether the shader may write it.
    pub writable: bool,
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
    /// Bytes.
    pub size: u32,
    /// The stages that use it, as [`EntryPointReflection::stage`] has them.
    pub stages: Vec<&'static str>,
}

/// A table of handles ([`crate::BindingSource::Handle`]), which the host fills.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandleTableReflection {
    /// The memory it is in.
    pub memory: HandleMemory,
    /// The `DescriptorSet` decoration; nothing for push constants.
    pub descriptor_set: Option<u32>,
    /// The `Binding` decoration; nothing for push constants.
    pub descriptor_binding: Option<u32>,
    /// The handles in it, by their offsets.
    pub handles: Vec<HandleReflection>,
}

/// A handle in a table.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandleReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// Bytes from the table's start.
    pub offset: u32,
    /// Bytes of one handle.
    pub width: u8,
    /// What it stands for.
    pub kind: ResourceKind,
    /// How many handles follow one another; `None` for as many as the buffer has room for.
    pub count: Option<u32>,
    /// Bytes from one of them to the next.
    pub stride: u32,
}

impl Reflection {
    /// What the plan of a module comes to.
    pub(super) fn of(plan: &Plan, module: &Module, info: &ModuleInfo, options: &Request<'_>) -> Self {
        let mut reflection = Self::default();
        // The bindings of each global, which the entry points then name.
        let mut of_global = Vec::with_capacity(module.global_variables.len());
        for (handle, global) in module.global_variables.iter() {
            let first = reflection.bindings.len();
            if plan.is_live(handle) {
                reflection.add_global(plan, module, options, handle, global);
            }
            of_global.push(first..reflection.bindings.len());
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
            };
            for (handle, global) in module.global_variables.iter() {
                if uses[handle].is_empty() || !plan.is_live(handle) {
                    continue;
                }
                match global.space {
                    AddressSpace::Immediate => reflection.add_push_constants(plan, global, stage),
                    AddressSpace::Uniform | AddressSpace::Storage { .. } | AddressSpace::Handle => {
                        reflected
                            .bindings
                            .extend(of_global.get(handle.index()).cloned().into_iter().flatten());
                    }
                    AddressSpace::Function
                    | AddressSpace::Private
                    | AddressSpace::WorkGroup
                    | AddressSpace::TaskPayload
                    | AddressSpace::RayPayload
                    | AddressSpace::IncomingRayPayload => {}
                }
            }
            for argument in &point.function.arguments {
                let name = argument.name.as_deref();
                add_interface(
                    &mut reflected.inputs,
                    module,
                    name,
                    argument.ty,
                    argument.binding.as_ref(),
                );
            }
            if let Some(result) = &point.function.result {
                add_interface(&mut reflected.outputs, module, None, result.ty, result.binding.as_ref());
            }
            reflection.entry_points.push(reflected);
        }
        reflection
    }

    fn add_push_constants(&mut self, plan: &Plan, global: &GlobalVariable, stage: &'static str) {
        let size = plan.layouts.size(global.ty);
        let known = self
            .push_constants
            .iter_mut()
            .find(|known| known.name == global.name && known.size == size);
        match known {
            Some(known) if known.stages.contains(&stage) => {}
            Some(known) => known.stages.push(stage),
            None => self.push_constants.push(PushConstantReflection {
                name: global.name.clone(),
                size,
                stages: vec![stage],
            }),
        }
    }

    fn add_global(
        &mut self,
        plan: &Plan,
        module: &Module,
        options: &Request<'_>,
        handle: Handle<GlobalVariable>,
        global: &GlobalVariable,
    ) {
        let Some(binding) = global.binding else { return };
        if is_external(module, global) {
            let parts = ["plane 0", "plane 1", "plane 2", "parameters"].into_iter().enumerate();
            for ((part, name), place) in parts.zip(places(module, options, handle)) {
                let kind = if part < 3 {
                    ResourceKind::SampledImage
                } else {
                    ResourceKind::UniformBuffer
                };
                let mut reflected = self.binding(global, binding, place, kind);
                reflected.part = Some(name);
                self.bindings.push(reflected);
            }
            return;
        }
        let array = binding_array(module, options, &plan.overrides, global);
        let element = array.map_or(global.ty, |(element, _)| element);
        let Some(kind) = kind_of(module, global.space, element) else {
            return;
        };
        let kind = if plan.combined_of(handle).is_some() {
            ResourceKind::CombinedImageSampler
        } else {
            kind
        };
        if let Some(entry) = plan.handle_entry(handle) {
            let width = plan.handle_width().unwrap_or_default();
            self.add_handle(
                entry.place,
                HandleReflection {
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
                },
            );
            return;
        }
        let Some(place) = places(module, options, handle).next() else {
            return;
        };
        let mut reflected = self.binding(global, binding, place, kind);
        reflected.count = match array {
            None => Some(1),
            Some((_, BindingLength::Known(length))) => Some(length),
            Some((_, BindingLength::Override(length))) => plan.overrides.override_default(length),
            Some((_, BindingLength::Unknown)) => None,
        };
        if matches!(kind, ResourceKind::UniformBuffer | ResourceKind::StorageBuffer) {
            reflected.size = Some(plan.layouts.size(element));
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
            writable: false,
            part: None,
        }
    }

    fn add_handle(&mut self, place: TablePlace, handle: HandleReflection) {
        let bound = |number| (place.memory != HandleMemory::PushConstant).then_some(number);
        let (set, binding) = (bound(place.descriptor_set), bound(place.binding));
        let known = self.handle_tables.iter_mut().find(|table| {
            (table.memory, table.descriptor_set, table.descriptor_binding) == (place.memory, set, binding)
        });
        match known {
            Some(table) => {
                let at = table.handles.partition_point(|other| other.offset <= handle.offset);
                table.handles.insert(at, handle);
            }
            None => self.handle_tables.push(HandleTableReflection {
                memory: place.memory,
                descriptor_set: set,
                descriptor_binding: binding,
                handles: vec![handle],
            }),
        }
    }
}

/// An argument or result that is bound itself, or a structure of members that are.
fn add_interface(
    list: &mut Vec<InterfaceReflection>,
    module: &Module,
    name: Option<&str>,
    ty: Handle<Type>,
    binding: Option<&Binding>,
) {
    let mut add = |name: Option<&str>, ty, binding: &Binding| {
        let (location, blend_src, built_in) = match *binding {
            Binding::BuiltIn(built_in) => (None, None, Some(built_in_name(built_in))),
            Binding::Location {
                location, blend_src, ..
            } => (Some(location), blend_src, None),
        };
        list.push(InterfaceReflection {
            name: name.map(str::to_owned),
            ty: spelled(module, ty),
            location,
            blend_src,
            built_in,
        });
    };
    match (binding, &module.types[ty].inner) {
        (Some(binding), _) => add(name, ty, binding),
        (None, TypeInner::Struct { members, .. }) => {
            for member in members {
                if let Some(binding) = &member.binding {
                    add(member.name.as_deref(), member.ty, binding);
                }
            }
        }
        (None, _) => {}
    }
}

/// The variant's name, which is what users of naga know.
fn built_in_name(built_in: BuiltIn) -> String {
    let text = format!("{built_in:?}");
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

fn spelled(module: &Module, ty: Handle<Type>) -> String {
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) => scalar_name(scalar),
        TypeInner::Vector { size, scalar } => format!("vec{}<{}>", size as u8, scalar_name(scalar)),
        TypeInner::Array {
            base,
            size: naga::ArraySize::Constant(length),
            ..
        } => format!("array<{}, {length}>", spelled(module, base)),
        // catch-all: nothing else crosses an interface under a binding of its own; what has a name goes by it
        _ => module.types[ty].name.clone().unwrap_or_default(),
    }
}

fn scalar_name(scalar: Scalar) -> String {
    let kind = match scalar.kind {
        ScalarKind::Bool => return "bool".to_owned(),
        ScalarKind::Sint | ScalarKind::AbstractInt => 'i',
        ScalarKind::Uint => 'u',
        ScalarKind::Float | ScalarKind::AbstractFloat => 'f',
    };
    format!("{kind}{}", u32::from(scalar.width) * 8)
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
            // catch-all: naga's validator lets nothing else be a handle
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
