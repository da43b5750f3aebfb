//! Facts: the choices that the target determines, computed once for each target. The emission reads these flags and
//! never the target.

use super::subgroups::Reconvergence;
use crate::back::shape::Role;
use crate::layout::MemoryLayout;
use crate::target::{Addressing, Feature, Limits, SpirvVersion, Support, Target};
use naga::AddressSpace;
use spirula_spirv::internal::TargetQueries as _;
use spirv::{AddressingModel, Capability, StorageClass};

/// One named flag for each choice that depends on the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The version word of the header.
    pub(crate) version: SpirvVersion,
    /// `OpCopyLogical` converts between layouts (SPIR-V 1.4); otherwise values are converted member by member.
    pub(crate) copy_logical: bool,
    /// `OpSelect` accepts a scalar condition for vectors, and selects composites (SPIR-V 1.4).
    pub(crate) select_scalar_condition: bool,
    /// Entry points list all globals that they use (SPIR-V 1.4); otherwise inputs and outputs only.
    pub(crate) interface_lists_all: bool,
    /// The storage class and role of storage buffers: a class of their own, otherwise `BufferBlock`s in `Uniform`.
    pub(crate) storage_buffers: (StorageClass, Role),
    /// The storage class of storage buffers needs an extension (below SPIR-V 1.3).
    pub(crate) storage_buffer_extension: bool,
    /// Uniform buffers may keep the shader's own offsets, so there are no std140 twins.
    pub(crate) relaxed_uniform_layout: bool,
    /// `discard` is `OpDemoteToHelperInvocation`, which has its semantics. Otherwise a flag is set, side effects are
    /// guarded by it, and the entry point ends the invocation.
    pub(crate) demotes: bool,
    /// `OpTerminateInvocation` ends an invocation; otherwise `OpKill`, which SPIR-V 1.6 deprecates.
    pub(crate) terminate_invocation: bool,
    /// `OpTerminateInvocation` needs an extension (below SPIR-V 1.6).
    pub(crate) terminate_extension: bool,
    /// Workgroup variables may have a null initializer.
    pub(crate) native_workgroup_zero: bool,
    /// `OpSDot` and `OpUDot` on vectors of integers.
    pub(crate) integer_dot_product: bool,
    /// `OpSDot` and `OpUDot` on four 8-bit integers packed into a word.
    pub(crate) packed_dot_product: bool,
    /// The addressing model of modules with handles or addresses; all others are `Logical`.
    pub(crate) addressing: AddressingModel,
    /// `LocalSizeId` instead of `LocalSize` (Vulkan 1.3, or `maintenance4`).
    pub(crate) local_size_id: bool,
    /// 16-bit inputs and outputs; otherwise they are 32-bit in the interface.
    pub(crate) narrow_interface: bool,
    /// The instructions for ballots and for reads of one invocation's value.
    pub(crate) subgroup_ballot: SubgroupForm,
    /// The instructions for votes.
    pub(crate) subgroup_vote: SubgroupForm,
    /// The invocation id of a broadcast need not be constant (SPIR-V 1.5, with the feature).
    pub(crate) dynamic_broadcast: bool,
    /// The mode by which diverged invocations of a subgroup reconverge; without one, SPIR-V lets them stay diverged after
    /// a merge block.
    pub(crate) reconvergence: Option<Reconvergence>,
    /// Ray-tracing pipelines may skip triangles or boxes, whatever the ray flags are (`rayTraversalPrimitiveCulling`).
    pub(crate) rays_skip_primitives: bool,
    /// The Vulkan memory model allows device scope.
    pub(crate) device_scope: bool,
    /// Non-semantic instruction sets need an extension (below SPIR-V 1.6).
    pub(crate) non_semantic_extension: bool,
    /// `OpModuleProcessed` is available (SPIR-V 1.1).
    pub(crate) module_processed: bool,
    /// Non-semantic instruction sets are available.
    pub(crate) non_semantic: bool,
    /// Mesh shaders must give points a size (without `maintenance5`).
    pub(crate) points_need_size: bool,
    /// The device checks accesses to storage buffers (`robustBufferAccess2`).
    pub(crate) robust_buffers: bool,
    /// The feature with which the device checks coordinates of texels.
    pub(crate) robust_images: Option<&'static [Feature; 1]>,
    /// The target states limits of the device.
    pub(crate) has_limits: bool,
    /// The capability that lets a fragment shader read `PrimitiveId`.
    pub(crate) primitive_index: Capability,
}

/// The instructions for subgroup operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubgroupForm {
    /// `OpGroupNonUniform…` (SPIR-V 1.3).
    NonUniform,
    /// `OpSubgroup…KHR` of `SPV_KHR_shader_ballot` and `SPV_KHR_subgroup_vote`, on 32-bit scalars.
    Older,
}

impl Facts {
    pub(super) fn new(target: &Target) -> Self {
        let version = target.spirv_version();
        let has = |feature| target.feature(feature) == Support::Enabled;
        let form = |newer, older| {
            if version < SpirvVersion::V1_3
                && target.capability(newer) == Support::Unavailable
                && target.capability(older) != Support::Unavailable
            {
                SubgroupForm::Older
            } else {
                SubgroupForm::NonUniform
            }
        };
        let storage_buffer_class = target.storage_buffer_class() != Support::Unavailable;
        Self {
            version,
            copy_logical: version >= SpirvVersion::V1_4,
            select_scalar_condition: version >= SpirvVersion::V1_4,
            interface_lists_all: version >= SpirvVersion::V1_4,
            storage_buffers: if storage_buffer_class {
                (StorageClass::StorageBuffer, Role::Block)
            } else {
                (StorageClass::Uniform, Role::BufferBlock)
            },
            storage_buffer_extension: storage_buffer_class && version < SpirvVersion::V1_3,
            relaxed_uniform_layout: target.relaxed_uniform_layout() == Support::Enabled,
            demotes: target.capability(Capability::DemoteToHelperInvocation) == Support::Enabled,
            terminate_invocation: has(Feature::ShaderTerminateInvocation)
                && target.spirv_extension("SPV_KHR_terminate_invocation") != Support::Unavailable,
            terminate_extension: version < SpirvVersion::V1_6,
            native_workgroup_zero: has(Feature::ShaderZeroInitializeWorkgroupMemory),
            integer_dot_product: target.capability(Capability::DotProductInputAll) == Support::Enabled,
            packed_dot_product: target.capability(Capability::DotProductInput4x8BitPacked) == Support::Enabled,
            addressing: match target.addressing() {
                Addressing::Physical32 => AddressingModel::Physical32,
                Addressing::Physical64 => AddressingModel::Physical64,
                // catch-all: `Logical`, as in Vulkan
                _ => AddressingModel::Logical,
            },
            local_size_id: target.local_size_id() == Support::Enabled,
            narrow_interface: target.capability(Capability::StorageInputOutput16) != Support::Unavailable,
            subgroup_ballot: form(Capability::GroupNonUniformBallot, Capability::SubgroupBallotKHR),
            subgroup_vote: form(Capability::GroupNonUniformVote, Capability::SubgroupVoteKHR),
            dynamic_broadcast: version >= SpirvVersion::V1_5
                && target.feature(Feature::SubgroupBroadcastDynamicId) != Support::Unavailable,
            reconvergence: Reconvergence::ALL
                .into_iter()
                .find(|mode| has(mode.feature[0]) && target.spirv_extension(mode.extension) != Support::Unavailable),
            device_scope: target.capability(Capability::VulkanMemoryModelDeviceScope) != Support::Unavailable,
            non_semantic_extension: version < SpirvVersion::V1_6,
            module_processed: version >= SpirvVersion::V1_1,
            non_semantic: target.spirv_extension("SPV_KHR_non_semantic_info") != Support::Unavailable,
            points_need_size: !has(Feature::Maintenance5),
            rays_skip_primitives: has(Feature::RayTraversalPrimitiveCulling),
            robust_buffers: has(Feature::RobustBufferAccess2)
                && target.feature(Feature::RobustBufferAccess) != Support::Unavailable,
            robust_images: [&[Feature::RobustImageAccess], &[Feature::RobustImageAccess2]]
                .into_iter()
                .find(|&&[feature]| has(feature)),
            has_limits: *target.limits() != Limits::default(),
            // The one with the best support on the target, then the one that most devices have: `max_by_key` returns
            // the last of equal elements.
            primitive_index: [
                Capability::MeshShadingEXT,
                Capability::Tessellation,
                Capability::Geometry,
            ]
            .into_iter()
            .max_by_key(|&candidate| target.capability(candidate))
            .unwrap_or(Capability::Geometry),
        }
    }

    /// The layout and role of the buffers of an address space; `None` if it has no buffers.
    pub(crate) fn buffer_layout(&self, space: AddressSpace) -> Option<(MemoryLayout, Role)> {
        match space {
            AddressSpace::Uniform if self.relaxed_uniform_layout => Some((MemoryLayout::Natural, Role::Block)),
            AddressSpace::Uniform => Some((MemoryLayout::Std140, Role::Block)),
            AddressSpace::Storage { .. } => Some((MemoryLayout::Natural, self.storage_buffers.1)),
            AddressSpace::Immediate => Some((MemoryLayout::Natural, Role::Block)),
            // catch-all: `Emitter::storage_class` names every address space
            _ => None,
        }
    }
}
