//! The limits of workgroups: their invocations, and the memory that these share, in each of the stages that have them. What
//! the target leaves open is recorded and not judged.
//!
//! It must not know how anything is lowered.

use super::Plan;
use super::entry_points::function_span;
use crate::options::Options;
use crate::target::Limits;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, EntryPoint, Module, ShaderStage, Span};

/// A limit's name and what it is called in messages.
type Name = (&'static str, &'static str);

/// The limits of a stage's workgroups.
struct WorkgroupLimits {
    /// Along each axis.
    size: [Name; 3],
    sizes: Option<[u32; 3]>,
    /// In all, with the limit.
    invocations: (Name, Option<u32>),
    /// Bytes of Workgroup variables.
    shared: (Name, Option<u32>),
    /// Bytes of the payload.
    payload: Option<(Name, Option<u32>)>,
    /// Bytes of both.
    both: Option<(Name, Option<u32>)>,
}

impl WorkgroupLimits {
    /// Those of a stage; `None` for one without workgroups.
    fn of(stage: ShaderStage, limits: &Limits) -> Option<Self> {
        match stage {
            ShaderStage::Compute => Some(Self::compute(limits)),
            ShaderStage::Mesh => Some(Self::mesh(limits)),
            ShaderStage::Task => Some(Self::task(limits)),
            ShaderStage::Vertex
            | ShaderStage::Fragment
            | ShaderStage::RayGeneration
            | ShaderStage::Miss
            | ShaderStage::AnyHit
            | ShaderStage::ClosestHit => None,
        }
    }

    /// VUID-RuntimeSpirv-x-06429 to VUID-RuntimeSpirv-x-06432, VUID-RuntimeSpirv-Workgroup-06530.
    fn compute(limits: &Limits) -> Self {
        const SIZE: &str = "maxComputeWorkGroupSize";
        Self {
            size: [
                (SIZE, "invocations of a workgroup along x (maxComputeWorkGroupSize)"),
                (SIZE, "invocations of a workgroup along y (maxComputeWorkGroupSize)"),
                (SIZE, "invocations of a workgroup along z (maxComputeWorkGroupSize)"),
            ],
            sizes: limits.max_compute_work_group_size,
            invocations: (
                (
                    "maxComputeWorkGroupInvocations",
                    "invocations of a workgroup (maxComputeWorkGroupInvocations)",
                ),
                limits.max_compute_work_group_invocations,
            ),
            shared: (
                (
                    "maxComputeSharedMemorySize",
                    "bytes of workgroup memory (maxComputeSharedMemorySize)",
                ),
                limits.max_compute_shared_memory_size,
            ),
            payload: None,
            both: None,
        }
    }

    /// VUID-RuntimeSpirv-MeshEXT-07295 to VUID-RuntimeSpirv-MeshEXT-07298, VUID-RuntimeSpirv-maxMeshSharedMemorySize-08754,
    /// VUID-RuntimeSpirv-maxMeshPayloadAndSharedMemorySize-08755.
    fn mesh(limits: &Limits) -> Self {
        const SIZE: &str = "maxMeshWorkGroupSize";
        Self {
            size: [
                (SIZE, "invocations of a mesh workgroup along x (maxMeshWorkGroupSize)"),
                (SIZE, "invocations of a mesh workgroup along y (maxMeshWorkGroupSize)"),
                (SIZE, "invocations of a mesh workgroup along z (maxMeshWorkGroupSize)"),
            ],
            sizes: limits.max_mesh_work_group_size,
            invocations: (
                (
                    "maxMeshWorkGroupInvocations",
                    "invocations of a mesh workgroup (maxMeshWorkGroupInvocations)",
                ),
                limits.max_mesh_work_group_invocations,
            ),
            shared: (
                (
                    "maxMeshSharedMemorySize",
                    "bytes of workgroup memory of a mesh shader (maxMeshSharedMemorySize)",
                ),
                limits.max_mesh_shared_memory_size,
            ),
            payload: None,
            both: Some((
                (
                    "maxMeshPayloadAndSharedMemorySize",
                    "bytes of payload and workgroup memory of a mesh shader (maxMeshPayloadAndSharedMemorySize)",
                ),
                limits.max_mesh_payload_and_shared_memory_size,
            )),
        }
    }

    /// VUID-RuntimeSpirv-TaskEXT-07291 to VUID-RuntimeSpirv-TaskEXT-07294, VUID-RuntimeSpirv-maxTaskPayloadSize-08758,
    /// VUID-RuntimeSpirv-maxTaskSharedMemorySize-08759, VUID-RuntimeSpirv-maxTaskPayloadAndSharedMemorySize-08760.
    fn task(limits: &Limits) -> Self {
        const SIZE: &str = "maxTaskWorkGroupSize";
        Self {
            size: [
                (SIZE, "invocations of a task workgroup along x (maxTaskWorkGroupSize)"),
                (SIZE, "invocations of a task workgroup along y (maxTaskWorkGroupSize)"),
                (SIZE, "invocations of a task workgroup along z (maxTaskWorkGroupSize)"),
            ],
            sizes: limits.max_task_work_group_size,
            invocations: (
                (
                    "maxTaskWorkGroupInvocations",
                    "invocations of a task workgroup (maxTaskWorkGroupInvocations)",
                ),
                limits.max_task_work_group_invocations,
            ),
            shared: (
                (
                    "maxTaskSharedMemorySize",
                    "bytes of workgroup memory of a task shader (maxTaskSharedMemorySize)",
                ),
                limits.max_task_shared_memory_size,
            ),
            payload: Some((
                (
                    "maxTaskPayloadSize",
                    "bytes of a task shader's payload (maxTaskPayloadSize)",
                ),
                limits.max_task_payload_size,
            )),
            both: Some((
                (
                    "maxTaskPayloadAndSharedMemorySize",
                    "bytes of payload and workgroup memory of a task shader (maxTaskPayloadAndSharedMemorySize)",
                ),
                limits.max_task_payload_and_shared_memory_size,
            )),
        }
    }
}

impl Plan {
    /// The workgroup of an entry point, if its stage has any.
    pub(super) fn limit_workgroup(
        &mut self,
        module: &Module,
        info: &ModuleInfo,
        options: &Options,
        entry: usize,
        point: &EntryPoint,
    ) {
        let Some(limits) = WorkgroupLimits::of(point.stage, options.target.limits()) else {
            return;
        };
        let span = function_span(&point.function);
        let size = point.workgroup_size;
        for (axis, invocations) in size.into_iter().enumerate() {
            let limit = limits.sizes.and_then(|sizes| sizes.get(axis).copied());
            let name = limits.size.get(axis).copied().unwrap_or_default();
            self.uses_limit(name, invocations.into(), limit, span);
        }
        let invocations = size.into_iter().map(i64::from).fold(1, i64::saturating_mul);
        let (name, limit) = limits.invocations;
        self.uses_limit(name, invocations, limit, span);
        let (shared, shared_at) = self.bytes_in(module, info, entry, AddressSpace::WorkGroup);
        if shared > 0 {
            let (name, limit) = limits.shared;
            self.uses_limit(name, shared, limit, shared_at);
        }
        let Some((name, limit)) = limits.both else { return };
        let (payload, payload_at) = self.bytes_in(module, info, entry, AddressSpace::TaskPayload);
        let place = if payload > 0 { payload_at } else { shared_at };
        if payload + shared > 0 {
            self.uses_limit(name, payload + shared, limit, place);
        }
        if let Some((name, limit)) = limits.payload.filter(|_| payload > 0) {
            self.uses_limit(name, payload, limit, payload_at);
        }
    }

    /// The bytes of the variables that an entry point has in a memory, and where the last of them stands. A payload belongs
    /// to its entry point whether it is named or not.
    pub(super) fn bytes_in(
        &self,
        module: &Module,
        info: &ModuleInfo,
        entry: usize,
        space: AddressSpace,
    ) -> (i64, Span) {
        let uses = info.get_entry_point(entry);
        let payload = module.entry_points.get(entry).and_then(|point| point.task_payload);
        let (mut bytes, mut place) = (0, Span::UNDEFINED);
        for (handle, global) in module.global_variables.iter() {
            let is_used = !uses[handle].is_empty() || payload == Some(handle);
            if global.space == space && self.is_live(handle) && is_used {
                bytes += i64::from(self.layouts.size(global.ty));
                place = module.global_variables.get_span(handle);
            }
        }
        (bytes, place)
    }
}
