//! Resources: the SPIR-V variables of naga's global variables. All code that accesses an image, a sampler, a buffer or
//! another global resolves it here.
//!
//! One global can become one variable, several, or none, so each global has one [`Resource`]. Variables are declared at
//! their first use in live code.

use super::binding::places;
use super::emitter::{Emitter, Result, internal};
use super::handle_table::TableHandle;
use super::plan::{ArrayLength, TablePlace, binding_array};
use super::shape::{Role, Shape};
use super::type_key::TypeKey;
use crate::ir::global::{declared_access, is_external};
use crate::layout::MemoryLayout;
use crate::words::{TypeId, ValueId};
use alloc::vec::Vec;
use naga::{AddressSpace, GlobalVariable, Handle, MemoryDecorations, StorageAccess, Type, TypeInner};
use spirv::{Decoration, StorageClass};

/// The SPIR-V form of a global variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Resource {
    /// Memory that access chains start from.
    Memory(Memory),
    /// An image, a sampler or an acceleration structure in one descriptor. A texture and a sampler that are combined
    /// (`Plan::combined_of`) are the same resource, with the type of the image.
    Descriptor {
        variable: ValueId,
        type_key: TypeKey,
    },
    External(External),
    Array(BindingArray),
    /// An image or a sampler that is converted from a handle in a table, both of them, or a binding array of them.
    Handle(TableHandle),
}

/// The variables of an external texture: three planes, of which it may use fewer, and the parameters of their
/// conversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct External {
    /// The planes, each a sampled image.
    pub(crate) planes: [ValueId; 3],
    /// The uniform block of the parameters.
    pub(crate) parameters: ValueId,
    /// The type of a plane.
    pub(crate) image: TypeKey,
}

/// A binding array: one variable that holds many resources. Accesses to elements are in `function::binding_array`.
///
/// ```text
/// %textures = OpTypeArray %type_2d_image %uint_8         or  OpTypeRuntimeArray %type_2d_image
/// %buffers  = OpTypeArray %Block %uint_8                 the struct is the Block, the array has no stride
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct BindingArray {
    pub(crate) variable: ValueId,
    pub(crate) class: StorageClass,
    pub(crate) element: Handle<Type>,
    pub(crate) layout: MemoryLayout,
    pub(crate) role: Role,
    pub(crate) length: ArrayLength,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) variable: ValueId,
    pub(crate) class: StorageClass,
    /// The type that the shader declares, and its layout in the variable.
    pub(crate) shape: Shape,
    /// The role of the variable's struct.
    pub(crate) role: Role,
    /// Whether the shader's type is the only member of a struct that was added to make a buffer of it.
    pub(crate) wrapped: bool,
}

/// The resources that have been declared, by global.
#[derive(Debug, Default)]
pub(crate) struct ResourceTable {
    pub(super) globals: Vec<Option<Resource>>,
    external_parameters: Option<TypeId>,
    /// The variables of the handle tables.
    pub(super) tables: Vec<(TablePlace, ValueId)>,
}

impl ResourceTable {
    pub(crate) fn reset(&mut self, globals: usize) {
        super::buffers::refill(&mut self.globals, globals, None);
        self.external_parameters = None;
        self.tables.clear();
    }
}

impl Resource {
    /// The SPIR-V variables that the resource occupies or is loaded from, for the interfaces of entry points.
    pub(crate) fn variables(self) -> impl Iterator<Item = ValueId> {
        let variables = match self {
            Self::External(External { planes, parameters, .. }) => {
                let [first, second, third] = planes;
                [first, second, third, parameters].map(Some)
            }
            Self::Memory(Memory { variable, .. })
            | Self::Descriptor { variable, .. }
            | Self::Array(BindingArray { variable, .. })
            | Self::Handle(TableHandle { table: variable, .. }) => [Some(variable), None, None, None],
        };
        variables.into_iter().flatten()
    }
}

impl Emitter<'_> {
    /// The resource of a global, declared at its first use.
    #[inline]
    pub(crate) fn resource(&mut self, handle: Handle<GlobalVariable>) -> Result<Resource> {
        match self.resources.globals[handle.index()] {
            Some(resource) => Ok(resource),
            None => {
                // The declaration has its own source span; the current one is restored afterwards.
                let span = core::mem::replace(&mut self.span, self.module.global_variables.get_span(handle));
                let current = self.current.take();
                let resource = self.declare_resource(handle);
                if resource.is_ok() {
                    (self.span, self.current) = (span, current);
                }
                resource
            }
        }
    }

    /// The memory of a global that is not a handle.
    pub(crate) fn memory(&mut self, handle: Handle<GlobalVariable>) -> Result<Memory> {
        match self.resource(handle)? {
            Resource::Memory(memory) => Ok(memory),
            _ => Err(internal("a handle in place of memory")),
        }
    }

    fn declare_resource(&mut self, handle: Handle<GlobalVariable>) -> Result<Resource> {
        let module = self.module;
        // A texture and its sampler are one variable or one handle, that of the texture.
        let combined = self.plan.combined_of(handle);
        let handle = combined.map_or(Some(handle), |combined| combined.texture);
        let handle = handle.ok_or_else(|| internal("a combined image sampler without a texture"))?;
        let global = &module.global_variables[handle];
        let type_key = self.type_keys.type_key(global.ty);
        let resource = if let Some(&entry) = self.plan.handle_entry(handle) {
            Resource::Handle(self.declare_handle(entry)?)
        } else if let Some((element, length)) = binding_array(module, self.options, &self.plan.overrides, global) {
            Resource::Array(self.declare_binding_array(global.space, element, length)?)
        } else if let Some((layout, role)) = self.plan.facts().buffer_layout(global.space) {
            let class = self.storage_class(global.space);
            Resource::Memory(self.declare_buffer(class, Shape { type_key, layout }, role)?)
        } else if global.space != AddressSpace::Handle {
            Resource::Memory(self.declare_without_layout(global, type_key)?)
        } else if is_external(module, global) {
            self.declare_external(type_key)?
        } else {
            let ty = match combined {
                Some(_) => {
                    let image = self.sampled_image_type(type_key)?;
                    self.pointer_to(StorageClass::UniformConstant, image)?
                }
                None => self.pointer_type(StorageClass::UniformConstant, Shape::value(type_key))?,
            };
            let variable = self.declare_variable_of(ty, StorageClass::UniformConstant, None);
            Resource::Descriptor { variable, type_key }
        };
        // A handle's table is decorated when it is declared.
        if !matches!(resource, Resource::Handle(_)) {
            self.decorate_resource(handle, global, resource);
        }
        self.resources.globals[handle.index()] = Some(resource);
        if let Some(sampler) = combined.and_then(|combined| combined.sampler) {
            self.resources.globals[sampler.index()] = Some(resource);
        }
        Ok(resource)
    }

    pub(super) fn declare_variable(&mut self, class: StorageClass, pointee: TypeId) -> Result<ValueId> {
        let ty = self.pointer_to(class, pointee)?;
        Ok(self.declare_variable_of(ty, class, None))
    }

    pub(super) fn declare_variable_of(&mut self, ty: TypeId, class: StorageClass, init: Option<ValueId>) -> ValueId {
        let variable = self.ids.value();
        self.count_global();
        self.sections.globals.variable(ty, variable, class, init.as_slice());
        variable
    }

    #[cold]
    fn declare_binding_array(
        &mut self,
        space: AddressSpace,
        element: Handle<Type>,
        length: ArrayLength,
    ) -> Result<BindingArray> {
        let class = self.storage_class(space);
        let buffer = self.plan.facts().buffer_layout(space);
        let (layout, role) = buffer.unwrap_or((MemoryLayout::None, Role::Plain));
        let shape = Shape::new(self.type_keys.type_key(element), layout);
        let base = self.type_id(shape, role)?;
        let array_type = self.array_type(base, length)?;
        // The array type has no decorations, so it is interned by its words.
        let array = self.interned_type(array_type)?;
        let variable = self.declare_variable(class, array)?;
        Ok(BindingArray {
            variable,
            class,
            element,
            layout,
            role,
            length,
        })
    }

    #[cold]
    fn declare_external(&mut self, image: TypeKey) -> Result<Resource> {
        let ty = self.value_type(image)?;
        let mut plane = || self.declare_variable(StorageClass::UniformConstant, ty);
        let planes = [plane()?, plane()?, plane()?];
        let block = match self.resources.external_parameters {
            Some(block) => block,
            None => self.declare_external_parameters()?,
        };
        self.resources.external_parameters = Some(block);
        let parameters = self.declare_variable(StorageClass::Uniform, block)?;
        Ok(Resource::External(External {
            planes,
            parameters,
            image,
        }))
    }

    /// The storage class of memory that an address space denotes.
    pub(super) fn storage_class(&self, space: AddressSpace) -> StorageClass {
        match space {
            AddressSpace::Function => StorageClass::Function,
            AddressSpace::Private => StorageClass::Private,
            AddressSpace::WorkGroup => StorageClass::Workgroup,
            AddressSpace::Uniform => StorageClass::Uniform,
            AddressSpace::Storage { .. } => self.plan.facts().storage_buffers.0,
            AddressSpace::Handle => StorageClass::UniformConstant,
            AddressSpace::Immediate => StorageClass::PushConstant,
            AddressSpace::TaskPayload => StorageClass::TaskPayloadWorkgroupEXT,
            AddressSpace::RayPayload => StorageClass::RayPayloadKHR,
            AddressSpace::IncomingRayPayload => StorageClass::IncomingRayPayloadKHR,
        }
    }

    /// Declares a variable without an explicit layout: Private and Workgroup memory, and payloads.
    fn declare_without_layout(&mut self, global: &GlobalVariable, type_key: TypeKey) -> Result<Memory> {
        let class = self.storage_class(global.space);
        let shape = Shape::value(type_key);
        let ty = self.pointer_type(class, shape)?;
        let zeroes = self.options.zero_initialize_workgroup_memory && self.plan.facts().native_workgroup_zero;
        let init = match (class, global.init) {
            (StorageClass::Private, Some(init)) => Some(self.global_expression(init)?),
            (StorageClass::Private, None) => Some(self.null(type_key)?),
            (StorageClass::Workgroup, _) if zeroes => {
                let pointee = self.type_id(shape, Role::Plain)?;
                Some(self.null_of(pointee)?)
            }
            _ => None,
        };
        Ok(Memory {
            variable: self.declare_variable_of(ty, class, init),
            class,
            shape,
            role: Role::Plain,
            wrapped: false,
        })
    }

    /// Declares a buffer, whose type is the shader's struct, or a wrapper around a type that is no struct.
    pub(super) fn declare_buffer(&mut self, class: StorageClass, shape: Shape, role: Role) -> Result<Memory> {
        let module = self.module;
        let handle = self.type_keys.handle(shape.type_key);
        let is_struct = handle.is_some_and(|handle| matches!(module.types[handle].inner, TypeInner::Struct { .. }));
        let ty = if is_struct {
            self.type_id(shape, role)?
        } else {
            self.wrapper_type(shape, role)?
        };
        let variable = self.declare_variable(class, ty)?;
        Ok(Memory {
            variable,
            class,
            shape,
            role,
            wrapped: !is_struct,
        })
    }

    fn decorate_resource(&mut self, handle: Handle<GlobalVariable>, global: &GlobalVariable, resource: Resource) {
        let access = declared_access(self.module, global);
        let mut places = places(self.module, self.options, handle);
        // Under the Vulkan memory model the memory operands of each access state these.
        let decorated = !self.plan.vulkan_memory();
        let memory = global.memory_decorations;
        for variable in resource.variables() {
            let annotations = &mut self.tables.sections.annotations;
            if let Some((set, number)) = places.next() {
                annotations.decorate(variable.id(), Decoration::DescriptorSet, &[set]);
                annotations.decorate(variable.id(), Decoration::Binding, &[number]);
            }
            if let Some(access) = access {
                if self.plan.memory.is_non_writable(self.module, handle) {
                    annotations.decorate(variable.id(), Decoration::NonWritable, &[]);
                }
                if !access.intersects(StorageAccess::LOAD | StorageAccess::ATOMIC) {
                    annotations.decorate(variable.id(), Decoration::NonReadable, &[]);
                }
                if self.plan.memory.of(handle).is_aliased {
                    annotations.decorate(variable.id(), Decoration::Aliased, &[]);
                }
            }
            if decorated && memory.contains(MemoryDecorations::COHERENT) {
                annotations.decorate(variable.id(), Decoration::Coherent, &[]);
            }
            if decorated && memory.contains(MemoryDecorations::VOLATILE) {
                annotations.decorate(variable.id(), Decoration::Volatile, &[]);
            }
            self.name(variable.id(), global.name.as_deref());
        }
    }
}
