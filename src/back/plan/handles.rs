//! Resources that are handles: which tables hold them, where, and what a target must have for them.
//!
//! `SPV_INTEL_bindless_images`. Vulkan's environment has neither its capability nor a physical addressing model, so only
//! universal targets can have handles. It must not know how a table is declared.

use super::Plan;
use crate::error::ErrorKind;
use crate::options::{BindingInfo, BindingSource, HandleMemory, Options};
use naga::{GlobalVariable, Handle, ImageClass, Module, ResourceBinding, Span, TypeInner};
use spirv::{AddressingModel, Capability};

/// Where a table of handles is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TablePlace {
    pub(crate) memory: HandleMemory,
    pub(crate) descriptor_set: u32,
    pub(crate) binding: u32,
}

/// One resource that is a handle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandleEntry {
    pub(crate) place: TablePlace,
    /// In bytes from the table's start.
    pub(crate) offset: u32,
    pub(crate) global: Handle<GlobalVariable>,
    /// The member of the table's struct; two resources of one offset share it.
    pub(crate) member: u32,
}

impl Plan {
    /// The width of a handle in bytes; `None` where the addressing model has none.
    pub(crate) fn handle_width(&self) -> Option<u8> {
        match self.facts().addressing {
            AddressingModel::Physical32 => Some(4),
            AddressingModel::Physical64 => Some(8),
            _ => None,
        }
    }

    /// Whether any resource of the module is a handle.
    pub(crate) fn has_handles(&self) -> bool {
        !self.handles.is_empty()
    }

    /// Where the handle of a resource stands; `None` when it is no handle.
    pub(crate) fn handle_entry(&self, global: Handle<GlobalVariable>) -> Option<&HandleEntry> {
        self.handles.iter().find(|entry| entry.global == global)
    }

    /// The handles of one table, by offset.
    pub(crate) fn handles_of(&self, place: TablePlace) -> impl Iterator<Item = &HandleEntry> {
        self.handles.iter().filter(move |entry| entry.place == place)
    }

    /// Notes what the binding map says a live resource is made from.
    pub(super) fn plan_source(
        &mut self,
        module: &Module,
        handle: Handle<GlobalVariable>,
        binding: ResourceBinding,
        options: &Options,
    ) {
        let Some(&info) = options.binding_map.get(&binding) else {
            return;
        };
        let BindingSource::Handle { memory, offset } = info.source else {
            return;
        };
        let span = module.global_variables.get_span(handle);
        if let Some(kind) = self.handle_fault(module, handle, offset, options) {
            self.refuse(kind, span);
            return;
        }
        let BindingInfo {
            descriptor_set,
            binding,
            ..
        } = match memory {
            HandleMemory::Storage | HandleMemory::Uniform => info,
            HandleMemory::PushConstant => BindingInfo::default(),
        };
        self.handles.push(HandleEntry {
            place: TablePlace {
                memory,
                descriptor_set,
                binding,
            },
            offset,
            global: handle,
            member: 0,
        });
        self.need_table(memory, span);
    }

    /// What keeps a resource from being a handle.
    fn handle_fault(
        &self,
        module: &Module,
        handle: Handle<GlobalVariable>,
        offset: u32,
        options: &Options,
    ) -> Option<ErrorKind> {
        const WHAT: &str = "a resource made from a handle";
        if options.target.is_vulkan() {
            return Some(ErrorKind::Inexpressible {
                what: WHAT,
                reason: "Vulkan's environment has neither the capability BindlessImagesINTEL nor a physical addressing \
                         model; a universal target has both",
            });
        }
        let Some(width) = self.handle_width() else {
            return Some(ErrorKind::Inexpressible {
                what: WHAT,
                reason: "the target's addressing model is Logical, and the width of a handle is that of an address",
            });
        };
        match module.types[module.global_variables[handle].ty].inner {
            TypeInner::BindingArray { .. } => Some(ErrorKind::NotLowered("a binding array of handles")),
            TypeInner::Image {
                class: ImageClass::External,
                ..
            } => Some(ErrorKind::Inexpressible {
                what: WHAT,
                reason: "an external texture is several resources",
            }),
            TypeInner::Image { .. } | TypeInner::Sampler { .. } if !offset.is_multiple_of(u32::from(width)) => {
                Some(ErrorKind::Inexpressible {
                    what: WHAT,
                    reason: "its offset in the table is no multiple of the handle's width",
                })
            }
            TypeInner::Image { .. } | TypeInner::Sampler { .. } => None,
            TypeInner::Scalar(_)
            | TypeInner::Vector { .. }
            | TypeInner::Matrix { .. }
            | TypeInner::CooperativeMatrix { .. }
            | TypeInner::Atomic(_)
            | TypeInner::Pointer { .. }
            | TypeInner::ValuePointer { .. }
            | TypeInner::Array { .. }
            | TypeInner::Struct { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. } => Some(ErrorKind::Inexpressible {
                what: WHAT,
                reason: "handles stand for textures and samplers",
            }),
        }
    }

    fn need_table(&mut self, memory: HandleMemory, span: Span) {
        self.need(Capability::BindlessImagesINTEL, span);
        self.need(Capability::Addresses, span);
        if self.handle_width() == Some(8) {
            self.need(Capability::Int64, span);
        }
        let facts = *self.facts();
        if memory == HandleMemory::Storage && facts.storage_buffer_class && facts.storage_buffer_extension {
            self.need_extension("SPV_KHR_storage_buffer_storage_class");
        }
    }

    /// Gives each handle its member, once all are known.
    pub(super) fn plan_handles(&mut self) {
        self.handles
            .sort_by_key(|entry| (entry.place, entry.offset, entry.global.index()));
        let mut before: Option<HandleEntry> = None;
        for entry in &mut self.handles {
            if let Some(before) = before.filter(|before| before.place == entry.place) {
                entry.member = before.member + u32::from(before.offset != entry.offset);
            }
            before = Some(*entry);
        }
    }
}
