//! The limits of workgroups: their invocations and the memory that these share, for each stage with workgroups. A limit
//! that the target does not state is recorded and not compared.
//!
//! This file does not know how anything is lowered.

use super::Plan;
use super::bounds::Bound;
use super::device::CountedEntry;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, EntryPoint, Module, Scalar, ScalarKind, ShaderStage, Span, TypeInner};

impl Plan {
    /// Compares the workgroup of an entry point with the limits, if its stage has workgroups. Open overrides count by
    /// their defaults.
    pub(super) fn limit_workgroup(&mut self, entry: CountedEntry<'_>) {
        let (module, info, index, point) = (entry.module, entry.info, entry.index, entry.point);
        use Bound as B;
        let (extents, all, shared_memory) = match point.stage {
            ShaderStage::Compute => (
                [B::COMPUTE_X, B::COMPUTE_Y, B::COMPUTE_Z],
                B::COMPUTE_INVOCATIONS,
                B::COMPUTE_SHARED,
            ),
            ShaderStage::Mesh => ([B::MESH_X, B::MESH_Y, B::MESH_Z], B::MESH_INVOCATIONS, B::MESH_SHARED),
            ShaderStage::Task => ([B::TASK_X, B::TASK_Y, B::TASK_Z], B::TASK_INVOCATIONS, B::TASK_SHARED),
            // catch-all: no other stage has workgroups
            _ => return,
        };
        let size = self.default_workgroup_size(point);
        let open = point.workgroup_size_overrides.unwrap_or_default();
        for ((invocations, limit), open) in size.into_iter().zip(extents).zip(open) {
            let place = open.map_or(Span::UNDEFINED, |open| module.global_expressions.get_span(open));
            if place.is_defined() {
                self.uses_limit(limit, invocations.into(), place);
            } else {
                self.uses_size(limit, invocations.into(), entry);
            }
        }
        let invocations = size.into_iter().map(i64::from).fold(1, i64::saturating_mul);
        self.uses_size(all, invocations, entry);
        let (shared, shared_at) = self.bytes_in(module, info, index, AddressSpace::WorkGroup);
        self.uses_limit(shared_memory, shared, shared_at);
        if point.stage == ShaderStage::Compute {
            return;
        }
        let (payload, payload_at) = self.bytes_in(module, info, index, AddressSpace::TaskPayload);
        let place = if payload > 0 { payload_at } else { shared_at };
        if point.stage == ShaderStage::Mesh {
            self.uses_limit(B::MESH_PAYLOAD_AND_SHARED, payload + shared, place);
        } else {
            self.uses_limit(B::TASK_PAYLOAD_AND_SHARED, payload + shared, place);
            self.uses_limit(B::TASK_PAYLOAD, payload, payload_at);
        }
    }

    /// Records the use of a limit by the size of a workgroup. A refusal names the entry point, whose attribute has no place
    /// in the IR.
    fn uses_size(&mut self, limit: Bound, value: i64, entry: CountedEntry<'_>) {
        let before = self.requirements.refusals.len();
        self.uses_limit(limit, value, entry.span);
        for refusal in self.requirements.refusals.iter_mut().skip(before) {
            refusal.is_about_workgroup(&entry.point.name);
        }
    }

    /// The workgroup size of an entry point with the defaults of its overrides.
    pub(crate) fn default_workgroup_size(&self, point: &EntryPoint) -> [u32; 3] {
        let mut size = point.workgroup_size;
        let open = point.workgroup_size_overrides.unwrap_or_default();
        for (extent, open) in size.iter_mut().zip(open) {
            if let Some(default) = open.and_then(|open| self.overrides.expression_default(open)) {
                *extent = default;
            }
        }
        size
    }

    /// The bytes of the variables that an entry point uses in an address space, padding included, and the span of the
    /// last one.
    pub(crate) fn bytes_in(
        &self,
        module: &Module,
        info: &ModuleInfo,
        entry: usize,
        space: AddressSpace,
    ) -> (i64, Span) {
        let (mut bytes, mut place) = (0_u64, Span::UNDEFINED);
        for (handle, global) in self.live.globals_of(module, info, entry) {
            if global.space == space {
                let memory = self.live.memory_sizes[global.ty.index()];
                bytes = bytes.next_multiple_of(memory.alignment).saturating_add(memory.size);
                place = module.global_variables.get_span(handle);
            }
        }
        (bytes.min(u64::from(u32::MAX)) as i64, place)
    }

    /// Computes the bytes of each type in memory that workgroups share, by the standard layout of storage buffers.
    /// Booleans count as 32-bit integers, open array lengths by their defaults (Vulkan, "Workgroup" and "Standard
    /// Buffer Layout").
    pub(super) fn plan_shared_memory(&mut self, module: &Module) {
        self.live.memory_sizes.clear();
        for (_, ty) in module.types.iter() {
            let size = self.memory_size(&ty.inner);
            self.live.memory_sizes.push(size);
        }
    }

    /// The size of a type. The sizes of its parts must be known.
    fn memory_size(&self, inner: &TypeInner) -> MemorySize {
        let sizes = &self.live.memory_sizes;
        let numeric = |lanes: u64, scalar: Scalar| {
            let is_bool = scalar.kind == ScalarKind::Bool;
            let bytes = if is_bool { 4 } else { scalar.width.into() };
            MemorySize {
                size: bytes * lanes,
                alignment: bytes * lanes.next_power_of_two(),
            }
        };
        match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => numeric(1, scalar),
            TypeInner::Vector { size, scalar } => numeric(size as u64, scalar),
            TypeInner::Matrix { columns, rows, scalar } => numeric(rows as u64, scalar).times(columns as u64),
            TypeInner::Array { base, size, .. } => {
                // An override without a default is one at least, and no run-time array is in such memory.
                let length = self.overrides.default_length(self.overrides.array_length(size));
                sizes[base.index()].times(length.unwrap_or(1).into())
            }
            TypeInner::Struct { ref members, .. } => {
                let mut all = MemorySize { size: 0, alignment: 1 };
                for member in members {
                    let part = sizes[member.ty.index()];
                    all.size = all.size.next_multiple_of(part.alignment).saturating_add(part.size);
                    all.size = all.size.min(u64::from(u32::MAX));
                    all.alignment = all.alignment.max(part.alignment);
                }
                all.times(1)
            }
            // catch-all: no other type is in such memory
            _ => MemorySize { size: 0, alignment: 1 },
        }
    }
}

/// Size and alignment of a type in memory that workgroups share, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemorySize {
    size: u64,
    alignment: u64,
}

impl MemorySize {
    /// The size of an array of `count` of them.
    fn times(self, count: u64) -> Self {
        let size = self.size.next_multiple_of(self.alignment).saturating_mul(count);
        Self {
            size: size.min(u64::from(u32::MAX)),
            ..self
        }
    }
}
