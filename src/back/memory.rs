//! Who may write to memory while a shader runs, for every pass that moves, repeats or compares loads.
//!
//! Memory is constant if nothing writes to it while the shader runs:
//!
//! | Memory | Written by |
//! |---|---|
//! | uniform buffers, push constants, sampled textures, acceleration structures, handle tables | nothing |
//! | storage buffers, storage textures | invocations, through each variable of the descriptor whose access permits it; the host and other work of the device, if one of these variables is coherent or volatile |
//! | all other memory | the invocation or its workgroup |
//!
//! Variables are of one descriptor if they have the same set and binding (Vulkan, "Shader Resource Interface") and their
//! entry points may be of one pipeline, as all but compute shaders may. The declared access counts and not the stores
//! that are executed: a texture can be stored to through an argument. `FunctionInfo::global_uses` is trusted for
//! whether an entry point reaches a variable, dead code included, and for nothing else.
//!
//! A load from constant memory yields the same value at every position. Memory that is not constant is read at the
//! position of the load, so no pass asks whether a store, a call, an atomic or a barrier follows it.

use super::binding::{places, table_memory};
use super::buffers::refill;
use crate::ir::global::{declared_access, is_external, permits_writes};
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::options::{HandleMemory, Options};
use alloc::vec::Vec;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, Expression, Function, GlobalVariable, Handle, ImageClass, Module, ShaderStage, StorageAccess,
    TypeInner,
};
use spirula_spirv::internal::sort;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Global {
    is_constant: bool,
    /// Whether it is neither coherent nor volatile.
    is_plain: bool,
    /// Whether an entry point has another variable of the same descriptor, and one of the two is written. All of them
    /// are then decorated `Aliased`; without it they may be taken for different memory (SPIR-V §2.18.2, Aliasing).
    pub(crate) is_aliased: bool,
    /// Whether a shader of a graphics pipeline only reads its descriptor.
    is_read_alone: bool,
    /// The declared access of a storage buffer or storage texture.
    access: Option<StorageAccess>,
}

impl Global {
    /// Whether an access through this variable writes, or the host or other work of the device may.
    fn changes(self) -> bool {
        self.access
            .is_some_and(|access| permits_writes(access) || !self.is_plain)
    }
}

/// A variable that an entry point reaches, or a part of an external texture, with its set and binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Placed {
    /// The entry point of a compute pipeline; `None` for all entry points of other stages.
    pipeline: Option<usize>,
    /// Set and binding; `None` for handles in push constants.
    pub(crate) place: Option<(u32, u32)>,
    entry: usize,
    pub(crate) global: Handle<GlobalVariable>,
    pub(crate) part: usize,
}

/// The memory of a module's global variables. Its buffers are reused for the next module.
#[derive(Debug, Default)]
pub(crate) struct MemorySummary {
    globals: Vec<Global>,
    /// The variables by pipeline, place and entry point; empty if it does not matter whether they share a place.
    placed: Vec<Placed>,
    /// Whether the texels of a read-only storage texture may change.
    read_texels_change: bool,
}

impl MemorySummary {
    /// Surveys the globals of a module and what the selected entry points have on each descriptor.
    pub(crate) fn survey(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        entry_points: impl Iterator<Item = usize>,
    ) {
        self.placed.clear();
        refill(&mut self.globals, module.global_variables.len(), Global::default());
        let (mut changes, mut has_external, mut stored) = (false, false, 0);
        for ((_, variable), global) in module.global_variables.iter().zip(&mut self.globals) {
            global.access = declared_access(module, variable);
            global.is_plain = variable.memory_decorations.is_empty();
            let is_read_only = match variable.space {
                AddressSpace::Uniform | AddressSpace::Immediate => true,
                AddressSpace::Storage { .. } | AddressSpace::Handle => !global.access.is_some_and(permits_writes),
                AddressSpace::Function
                | AddressSpace::Private
                | AddressSpace::WorkGroup
                | AddressSpace::TaskPayload
                | AddressSpace::RayPayload
                | AddressSpace::IncomingRayPayload => false,
            };
            global.is_constant = is_read_only && global.is_plain;
            changes |= global.changes();
            stored += u32::from(global.access.is_some());
            has_external |= is_external(module, variable);
        }
        let is_mapped = !options.binding_map.is_empty() || !options.external_texture_binding_map.is_empty();
        if is_mapped || has_external || changes && stored > 1 {
            for entry in entry_points {
                let uses = info.get_entry_point(entry);
                let is_compute = module.entry_points[entry].stage == ShaderStage::Compute;
                for (global, variable) in module.global_variables.iter() {
                    if uses[global].is_empty() {
                        continue;
                    }
                    let is_bound = table_memory(options, variable) != Some(HandleMemory::PushConstant);
                    for (part, place) in places(module, options, global).enumerate() {
                        self.placed.push(Placed {
                            pipeline: is_compute.then_some(entry),
                            place: is_bound.then_some(place),
                            entry,
                            global,
                            part,
                        });
                    }
                }
            }
            sort(&mut self.placed);
            if changes {
                self.share();
            }
        }
        let mut globals = module.global_variables.iter().zip(&self.globals);
        self.read_texels_change = changes
            && globals.any(|((_, variable), global)| {
                let is_texture = variable.space == AddressSpace::Handle;
                is_texture && !global.is_constant && !global.access.is_some_and(permits_writes)
            });
    }

    /// Applies the writes through one variable of a descriptor to the others.
    #[cold]
    fn share(&mut self) {
        let Self { globals, placed, .. } = self;
        let is_same = |one: &Placed, other: &Placed| (one.pipeline, one.place) == (other.pipeline, other.place);
        for descriptor in placed.chunk_by(is_same) {
            let changes = descriptor.iter().any(|placed| globals[placed.global.index()].changes());
            for of_entry in descriptor.chunk_by(|one, other| one.entry == other.entry) {
                let mut accesses = of_entry.iter().map(|placed| globals[placed.global.index()].access);
                let is_written = accesses.any(|access| access.is_some_and(permits_writes));
                for placed in of_entry {
                    let global = &mut globals[placed.global.index()];
                    global.is_constant &= !changes || global.access.is_none();
                    global.is_aliased |= is_written && of_entry.len() > 1;
                    global.is_read_alone |= !is_written && placed.pipeline.is_none();
                }
            }
        }
    }

    pub(crate) fn of(&self, global: Handle<GlobalVariable>) -> Global {
        self.globals[global.index()]
    }

    /// Whether nothing writes to a global while the shader runs, to its texels if it is a texture.
    #[inline]
    pub(crate) fn is_constant(&self, global: Handle<GlobalVariable>) -> bool {
        self.of(global).is_constant
    }

    /// Whether nothing writes to the texels of an image. An argument can be any image of its type.
    pub(crate) fn has_constant_texels(&self, module: &Module, function: &Function, image: Handle<Expression>) -> bool {
        match pointer_root(function, image) {
            Some(PointerRoot::Global(global)) => self.is_constant(global),
            Some(PointerRoot::Argument(index)) => {
                let argument = function.arguments.get(index as usize);
                let inner = argument.map(|argument| &module.types[argument.ty].inner);
                matches!(inner, Some(&TypeInner::Image { class, .. }) if self.has_constant_class(class))
            }
            Some(PointerRoot::Local(_)) | None => false,
        }
    }

    /// Whether nothing writes to the texels of any image of a class.
    pub(crate) fn has_constant_class(&self, class: ImageClass) -> bool {
        match class {
            ImageClass::Storage { access, .. } => !permits_writes(access) && !self.read_texels_change,
            ImageClass::Sampled { .. } | ImageClass::Depth { .. } | ImageClass::External => true,
        }
    }

    /// Whether a load may become several, or one of a part: accesses of coherent and volatile memory are counted.
    #[inline]
    pub(crate) fn may_split(&self, global: Handle<GlobalVariable>) -> bool {
        self.of(global).is_plain
    }

    /// Whether a variable that the shader only reads is decorated `NonWritable`. The decoration concerns the accesses
    /// through this variable, but NVIDIA's driver 580 takes the memory for constant, `Aliased` or not. A buffer that
    /// another variable of an entry point writes is therefore not decorated, unless another vertex or fragment shader only
    /// reads it, which would need a feature for stores.
    #[inline]
    pub(crate) fn is_non_writable(&self, module: &Module, global: Handle<GlobalVariable>) -> bool {
        let of = self.of(global);
        let is_buffer = matches!(module.global_variables[global].space, AddressSpace::Storage { .. });
        let is_written_elsewhere = is_buffer && of.is_aliased && !of.is_read_alone;
        !is_written_elsewhere && of.access.is_some_and(|access| !permits_writes(access))
    }

    /// The variables of each entry point that have one set and binding.
    pub(crate) fn descriptors(&self) -> impl Iterator<Item = ((u32, u32), &[Placed])> {
        let is_same = |one: &Placed, other: &Placed| (one.entry, one.place) == (other.entry, other.place);
        let groups = self.placed.chunk_by(is_same).filter(|group| group.len() > 1);
        groups.filter_map(|group| Some((group.first()?.place?, group)))
    }
}
