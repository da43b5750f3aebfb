//! The memory that types occur in, and the requirements of live globals.

use super::Plan;
use super::workgroups::MemorySize;
use crate::back::binding::is_mapped;
use crate::back::image_format::image_format;
use crate::error::ErrorKind;
use crate::ir::global::is_buffer;
use crate::ir::ty::parts;
use crate::layout::Layouts;
use crate::options::Options;
use crate::target::Feature;
use alloc::vec::Vec;
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, GlobalVariable, Handle, ImageClass, ImageDimension, Module, ScalarKind, Span, Type, TypeInner,
};
use spirv::{Capability, ImageFormat};

/// The types in memory with an explicit layout, and in memory without one.
#[derive(Debug, Default)]
pub(crate) struct TypeUses {
    /// By type, the kinds of memory that it occurs in, as bits.
    marks: Vec<u8>,
}

/// The live globals, which live code names, and what they are. Passes for one kind are skipped if no live global has it.
#[derive(Debug, Default)]
pub(crate) struct Live {
    /// By global, whether it is live.
    globals: Vec<bool>,
    /// Memory that the invocations of a workgroup share: Workgroup variables and task payloads.
    pub(super) shared: bool,
    /// A buffer: uniform, storage or immediates.
    pub(super) buffers: bool,
    pub(super) binding_arrays: bool,
    pub(super) immediates: bool,
    /// An entry point that is a mesh or task shader.
    pub(crate) mesh_stages: bool,
    /// An entry point of a ray-tracing pipeline.
    pub(super) ray_stages: bool,
    /// The bytes of each type in the shared memory; used if there is any.
    pub(super) memory_sizes: Vec<MemorySize>,
}

impl Live {
    pub(super) fn reset(&mut self, globals: usize) {
        crate::back::buffers::refill(&mut self.globals, globals, false);
        (self.shared, self.buffers, self.immediates) = (false, false, false);
        (self.binding_arrays, self.mesh_stages, self.ray_stages) = (false, false, false);
    }

    pub(crate) fn has(&self, global: Handle<GlobalVariable>) -> bool {
        self.globals[global.index()]
    }

    /// The globals that are live.
    pub(crate) fn globals<'a>(
        &'a self,
        module: &'a Module,
    ) -> impl Iterator<Item = (Handle<GlobalVariable>, &'a GlobalVariable)> {
        module.global_variables.iter().filter(|&(handle, _)| self.has(handle))
    }

    /// The live globals that an entry point uses, and its payloads, which it has even where no code names them.
    pub(crate) fn globals_of<'a>(
        &'a self,
        module: &'a Module,
        info: &'a ModuleInfo,
        entry: usize,
    ) -> impl Iterator<Item = (Handle<GlobalVariable>, &'a GlobalVariable)> {
        let (point, uses) = (&module.entry_points[entry], info.get_entry_point(entry));
        let payloads = [point.incoming_ray_payload, point.task_payload];
        self.globals(module)
            .filter(move |&(handle, _)| !uses[handle].is_empty() || payloads.contains(&Some(handle)))
    }

    pub(super) fn add(&mut self, global: Handle<GlobalVariable>) {
        self.globals[global.index()] = true;
    }
}

/// Memory with naga's layout.
pub(super) const LAID_OUT: u8 = 1;
/// Uniform memory under the standard rules: naga's layout, except for types with a twin.
pub(super) const STANDARD: u8 = 2;
/// Memory without a layout: Workgroup variables, and arrays that are inputs or outputs.
pub(super) const WITHOUT_LAYOUT: u8 = 4;

impl TypeUses {
    pub(super) fn reset(&mut self, types: usize) {
        crate::back::buffers::refill(&mut self.marks, types, 0);
    }

    /// Whether a type is in memory of a kind.
    pub(super) fn has(&self, ty: Handle<Type>, marks: u8) -> bool {
        self.marks[ty.index()] & marks != 0
    }

    pub(super) fn mark(&mut self, ty: Handle<Type>, marks: u8) {
        self.marks[ty.index()] |= marks;
    }

    /// Propagates the marks to the parts of types. In naga's arena a type contains earlier types only, so one reverse
    /// walk suffices.
    fn close(&mut self, module: &Module, layouts: &Layouts) {
        for (handle, ty) in module.types.iter().rev() {
            let mut marks = self.marks[handle.index()];
            if marks == 0 {
                continue;
            }
            if marks & STANDARD != 0 && !layouts.needs_twin(handle) {
                marks |= LAID_OUT;
                self.mark(handle, marks);
            }
            parts(&ty.inner).for_each(|part| self.mark(part, marks));
        }
    }
}

impl Plan {
    pub(super) fn plan_globals(&mut self, module: &Module, options: &Options) {
        for (handle, global) in module.global_variables.iter() {
            if !self.live.has(handle) {
                continue;
            }
            self.live.shared |= matches!(global.space, AddressSpace::WorkGroup | AddressSpace::TaskPayload);
            self.live.buffers |= is_buffer(global.space);
            self.live.immediates |= global.space == AddressSpace::Immediate;
            let span = module.global_variables.get_span(handle);
            let ty = self.plan_binding_array(module, global, options, span);
            let is_own = matches!(global.space, AddressSpace::Private | AddressSpace::Function);
            if !is_own && self.scan.holds_cooperative(global.ty) {
                let what = "a cooperative matrix in this memory";
                let reason = "only function and private variables can hold one (SPV_KHR_cooperative_matrix)";
                self.refuse_inexpressible(what, reason, span);
            }
            if !is_own && self.scan.holds_query(global.ty) {
                let reason = "only function and private variables can hold one (SPV_KHR_ray_query)";
                self.refuse_inexpressible("a ray query in this memory", reason, span);
            }
            // The capabilities for 16- and 8-bit numbers in a buffer; other uses of these need further ones, which the
            // emission records.
            let mut narrow = None;
            match global.space {
                AddressSpace::Storage { .. } => {
                    self.need_block_layout(ty, false, span);
                    self.need_storage_class(span);
                    narrow = Some([
                        Capability::StorageBuffer16BitAccess,
                        Capability::StorageBuffer8BitAccess,
                    ]);
                }
                AddressSpace::Uniform => {
                    self.need_uniform_layout(module, ty, span);
                    narrow = Some([
                        Capability::UniformAndStorageBuffer16BitAccess,
                        Capability::UniformAndStorageBuffer8BitAccess,
                    ]);
                }
                AddressSpace::Immediate => {
                    self.need_block_layout(ty, false, span);
                    narrow = Some([Capability::StoragePushConstant16, Capability::StoragePushConstant8]);
                }
                // Payloads have no explicit layout either.
                AddressSpace::WorkGroup | AddressSpace::TaskPayload => self.registers.uses.mark(ty, WITHOUT_LAYOUT),
                AddressSpace::RayPayload | AddressSpace::IncomingRayPayload => {
                    self.registers.uses.mark(ty, WITHOUT_LAYOUT);
                    if self.layouts.has_atomic(ty) {
                        let reason =
                            "its storage class has no atomic operations (SPIR-V §2.16.1, Universal Validation Rules)";
                        self.refuse_inexpressible("an atomic in the payload of a ray", reason, span);
                    }
                }
                // naga's validator accepts initial values that are still to be computed only if they depend on an
                // override; `overrides` replaces or classifies those.
                AddressSpace::Private | AddressSpace::Function => {}
                AddressSpace::Handle => match module.types[ty].inner {
                    TypeInner::Image { dim, arrayed, class } => self.need_image(dim, arrayed, class, span),
                    TypeInner::AccelerationStructure { .. } => self.need_acceleration_structure(span),
                    // catch-all: samplers; naga's validator accepts no other types as handles
                    _ => {}
                },
            }
            for (capability, bytes) in self.scan.scalar_capabilities(ty) {
                let needed = match (narrow, bytes) {
                    (Some([_, byte]), 1) => byte,
                    (Some([half, _]), 2) => half,
                    (Some(_) | None, _) => capability,
                };
                self.need(needed, span);
            }
            if let Some(binding) = global.binding {
                self.plan_source(module, handle, options);
                if !options.fake_missing_bindings && !is_mapped(module, options, global) {
                    self.refuse(ErrorKind::MissingBinding(binding), span);
                }
            }
        }
        self.registers.uses.close(module, &self.layouts);
    }

    fn need_image(&mut self, dim: ImageDimension, arrayed: bool, class: ImageClass, span: Span) {
        if let Some((what, reason)) = impossible_image(dim, class) {
            self.refuse_inexpressible(what, reason, span);
        }
        match class {
            ImageClass::Storage { format, access } => match image_format(format) {
                ImageFormat::Unknown => self.need_access(access, span),
                named => self.need_format(named, span),
            },
            // The planes may differ in size, so every access queries their sizes.
            ImageClass::External => self.need(Capability::ImageQuery, span),
            ImageClass::Sampled { .. } | ImageClass::Depth { .. } => {}
        }
        match (dim, arrayed, matches!(class, ImageClass::Storage { .. })) {
            (ImageDimension::D1, _, false) => self.need(Capability::Sampled1D, span),
            (ImageDimension::D1, _, true) => self.need(Capability::Image1D, span),
            (ImageDimension::Cube, true, false) => self.need(Capability::SampledCubeArray, span),
            (ImageDimension::Cube, true, true) => self.need(Capability::ImageCubeArray, span),
            (ImageDimension::Cube, false, _) | (ImageDimension::D2 | ImageDimension::D3, _, _) => {}
        }
    }

    fn need_format(&mut self, format: ImageFormat, span: Span) {
        use ImageFormat as F;
        match format {
            F::Rgba32f | F::Rgba16f | F::R32f | F::Rgba8 | F::Rgba8Snorm => {}
            F::Rgba32i | F::Rgba16i | F::Rgba8i | F::R32i => {}
            F::Rgba32ui | F::Rgba16ui | F::Rgba8ui | F::R32ui => {}
            F::R64ui | F::R64i => {
                // In older grammars `Int64ImageEXT` does not imply `Int64`.
                self.need(Capability::Int64, span);
                self.need(Capability::Int64ImageEXT, span);
                self.need_feature(&[Feature::ShaderImageInt64Atomics], span);
            }
            // catch-all: all other formats (SPIR-V §3.11, Image Format), and `Unknown` in place of the one that SPIR-V lacks,
            // `bgra8unorm`
            _ => self.need(Capability::StorageImageExtendedFormats, span),
        }
    }
}

/// What an image that naga's validator accepts is, if Vulkan has no such image, and why.
fn impossible_image(dim: ImageDimension, class: ImageClass) -> Option<(&'static str, &'static str)> {
    match class {
        ImageClass::Sampled {
            kind: ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat,
            ..
        } => Some((
            "an image of booleans",
            "its texels are numbers (VUID-StandaloneSpirv-OpTypeImage-04656)",
        )),
        ImageClass::Sampled { multi: true, .. } | ImageClass::Depth { multi: true } if dim != ImageDimension::D2 => {
            Some((
                "a multisampled image that is not two-dimensional",
                "it is of type VK_IMAGE_TYPE_2D (VUID-VkImageCreateInfo-samples-02257)",
            ))
        }
        ImageClass::Depth { .. } if dim == ImageDimension::D3 => Some((
            "a depth image of three dimensions",
            "no comparison takes it (VUID-StandaloneSpirv-OpImage-04777)",
        )),
        ImageClass::Sampled { .. } | ImageClass::Depth { .. } | ImageClass::Storage { .. } | ImageClass::External => {
            None
        }
    }
}
