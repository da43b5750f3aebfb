//! Resources that are handles: their tables, their offsets, and what the target must support
//! (`SPV_INTEL_bindless_images`).
//!
//! Vulkan's environment has neither the capability nor a physical addressing model, so only universal targets can have
//! handles. The handles of a binding array are an array in the table. This file does not know how a table is declared.

use super::combined::CombinedPair;
use super::{ArrayLength, Plan};
use crate::back::binding::{binding_array, mapped, table_memory};
use crate::error::ErrorKind;
use crate::options::{BindingSource, HandleMemory, Options};
use alloc::vec::Vec;
use naga::{Function, GlobalVariable, Handle, ImageClass, Module, TypeInner};
use spirula_spirv::internal::sort_by_key;
use spirv::{AddressingModel, Capability};

const WHAT: &str = "a resource in a handle table";
/// The stride of handle arrays in uniform buffers: array elements are aligned to 16 bytes (Vulkan, "Offset and Stride
/// Assignment", extended alignment).
const UNIFORM_STRIDE: u32 = 16;

/// Where a table of handles is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TablePlace {
    pub(crate) memory: HandleMemory,
    pub(crate) descriptor_set: u32,
    pub(crate) binding: u32,
}

/// A resource that is a handle, or a binding array of handles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandleEntry {
    pub(crate) place: TablePlace,
    /// The offset in the table, in bytes.
    pub(crate) offset: u32,
    pub(crate) global: Handle<GlobalVariable>,
    /// The member of the table's struct. Two resources with the same offset share it.
    pub(crate) member: u32,
    /// The length of a binding array: `Known`, or `RunTime` for as many as the buffer has room for. `None`: it is one
    /// handle, and `stride` is not used.
    pub(crate) length: Option<ArrayLength>,
    /// The stride of the handles of a binding array in the memory of the table.
    pub(crate) stride: u32,
}

/// The live resources that are not variables of their own, and the arguments that depend on one.
#[derive(Debug, Default)]
pub(super) struct Resources {
    /// The resources that are handles, sorted by table and offset.
    pub(super) handles: Vec<HandleEntry>,
    /// The textures and samplers that share a descriptor or handle.
    pub(super) combined: Vec<CombinedPair>,
    /// The arguments that are passed with a condition: whether the element exists.
    pub(super) guarded_arguments: Vec<(Handle<Function>, u32)>,
}

impl Plan {
    /// The width of a handle in bytes; `None` if the addressing model is logical.
    pub(crate) fn handle_width(&self) -> Option<u8> {
        match self.facts().addressing {
            AddressingModel::Physical32 => Some(4),
            AddressingModel::Physical64 => Some(8),
            _ => None,
        }
    }

    pub(crate) fn has_handles(&self) -> bool {
        !self.resources.handles.is_empty()
    }

    /// The table entry of a resource; `None` if it is no handle.
    pub(crate) fn handle_entry(&self, global: Handle<GlobalVariable>) -> Option<&HandleEntry> {
        self.resources.handles.iter().find(|entry| entry.global == global)
    }

    /// The handles of one table, by offset.
    pub(crate) fn handles_of(&self, place: TablePlace) -> impl Iterator<Item = &HandleEntry> {
        self.resources.handles.iter().filter(move |entry| entry.place == place)
    }

    /// Records the source that the binding map states for a live resource.
    pub(super) fn plan_source(&mut self, module: &Module, handle: Handle<GlobalVariable>, options: &Options) {
        let global = &module.global_variables[handle];
        let Some(mut info) = mapped(options, global) else {
            return;
        };
        if table_memory(options, global) == Some(HandleMemory::PushConstant) {
            (info.descriptor_set, info.binding) = (0, 0);
        }
        let (memory, offset) = match info.source {
            BindingSource::Descriptor => return,
            BindingSource::Combined => return self.plan_combined(module, handle, info),
            BindingSource::Handle { memory, offset } => (memory, offset),
            BindingSource::CombinedHandle { memory, offset } => {
                self.plan_combined(module, handle, info);
                (memory, offset)
            }
        };
        let span = module.global_variables.get_span(handle);
        let array = binding_array(module, options, &self.overrides, global);
        let element = array.map_or(global.ty, |(element, _)| element);
        let stride = match memory {
            HandleMemory::Uniform if !self.facts.relaxed_uniform_layout => UNIFORM_STRIDE,
            HandleMemory::Uniform | HandleMemory::Storage | HandleMemory::PushConstant => {
                self.handle_width().map_or(0, u32::from)
            }
        };
        let entry = HandleEntry {
            place: TablePlace {
                memory,
                descriptor_set: info.descriptor_set,
                binding: info.binding,
            },
            offset,
            global: handle,
            member: 0,
            length: array.map(|(_, length)| length),
            stride,
        };
        if let Some(reason) = self.handle_fault(&module.types[element].inner, entry) {
            return self.refuse_inexpressible(WHAT, reason, span);
        }
        self.resources.handles.push(entry);
        self.need(Capability::BindlessImagesINTEL, span);
        self.need(Capability::Addresses, span);
        if self.handle_width() == Some(8) {
            self.need(Capability::Int64, span);
        }
        if memory == HandleMemory::Storage && self.facts.storage_buffer_extension {
            self.requirements.need_extension("SPV_KHR_storage_buffer_storage_class");
        }
    }

    /// The reason why a resource, or the elements of a binding array, cannot be handles.
    fn handle_fault(&self, element: &TypeInner, entry: HandleEntry) -> Option<&'static str> {
        if self.target.is_vulkan() {
            return Some(
                "Vulkan's environment has neither the capability BindlessImagesINTEL nor a physical addressing \
                 model; a universal target has both",
            );
        }
        let Some(width) = self.handle_width() else {
            return Some("the target's addressing model is Logical, and the width of a handle is that of an address");
        };
        match *element {
            TypeInner::Image {
                class: ImageClass::External,
                ..
            } => return Some("an external texture is several resources"),
            TypeInner::Image { .. } | TypeInner::Sampler { .. } => {}
            // catch-all: buffers and acceleration structures
            _ => return Some("only textures and samplers can be handles"),
        }
        if !entry.offset.is_multiple_of(u32::from(width)) {
            return Some("its offset in the table is no multiple of the handle's width");
        }
        match entry.length? {
            _ if !entry.offset.is_multiple_of(entry.stride) => {
                Some("its offset in the table is no multiple of 16, and arrays in uniform buffers need that")
            }
            ArrayLength::Known(_) => None,
            ArrayLength::Override(_) => {
                Some("the table has a layout, and the number of its handles is an override that stays open")
            }
            ArrayLength::RunTime if entry.place.memory == HandleMemory::Storage => None,
            ArrayLength::RunTime => {
                Some("only a storage buffer can end in an array of any length: the binding map can give it one")
            }
        }
    }

    /// Assigns the members of the tables, when all handles are known.
    pub(super) fn plan_handles(&mut self, module: &Module) {
        let width = self.handle_width().map_or(0, u64::from);
        sort_by_key(&mut self.resources.handles, |entry| {
            (entry.place, entry.offset, entry.global)
        });
        let mut before: Option<HandleEntry> = None;
        for entry in &mut self.resources.handles {
            if let Some(before) = before.filter(|before| before.place == entry.place) {
                let shared = before.offset == entry.offset && before.length == entry.length;
                entry.member = before.member + u32::from(!shared);
                let size = match before.length {
                    None => width,
                    Some(ArrayLength::Known(length)) => u64::from(length) * u64::from(before.stride),
                    Some(_) => u64::MAX,
                };
                if !shared && u64::from(before.offset).saturating_add(size) > u64::from(entry.offset) {
                    let reason = "its bytes in the table are also those of another resource's handle";
                    let span = module.global_variables.get_span(entry.global);
                    let kind = ErrorKind::Inexpressible { what: WHAT, reason };
                    self.requirements.refuse(kind, span);
                }
            }
            before = Some(*entry);
        }
    }
}
