//! The limits of a device that the plan compares with the uses of a module: what each bounds, and its name.

/// A limit of the device.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// Its name in Vulkan's spelling, or `name[index]`.
    pub(super) name: &'static str,
    /// What it bounds, in messages.
    pub(super) what: &'static str,
}

/// A limit: what it bounds, its name, or the parts of that, and of a limit for each axis the index.
macro_rules! bound {
    ($what:literal, $($name:literal),+ $([$axis:literal])?) => {
        $crate::back::plan::bounds::Bound {
            name: concat!($($name),+ $(, "[", $axis, "]")?),
            what: concat!($what, " (", $($name),+ , ")"),
        }
    };
}
pub(super) use bound;

/// A line for each limit.
macro_rules! bounds {
    ($($bound:ident $name:literal $([$axis:literal])? $what:literal;)*) => {
        impl Bound {
            $(pub(super) const $bound: Self = bound!($what, $name $([$axis])?);)*

            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$bound),*];
        }
    };
}

bounds! {
    // VUID-RuntimeSpirv-x-06429 to VUID-RuntimeSpirv-x-06432, VUID-RuntimeSpirv-Workgroup-06530.
    COMPUTE_X "maxComputeWorkGroupSize" [0] "invocations of a workgroup along x";
    COMPUTE_Y "maxComputeWorkGroupSize" [1] "invocations of a workgroup along y";
    COMPUTE_Z "maxComputeWorkGroupSize" [2] "invocations of a workgroup along z";
    COMPUTE_INVOCATIONS "maxComputeWorkGroupInvocations" "invocations of a workgroup";
    COMPUTE_SHARED "maxComputeSharedMemorySize" "bytes of workgroup memory";
    // VUID-RuntimeSpirv-MeshEXT-07295 to VUID-RuntimeSpirv-MeshEXT-07298,
    // VUID-RuntimeSpirv-maxMeshSharedMemorySize-08754, VUID-RuntimeSpirv-maxMeshPayloadAndSharedMemorySize-08755.
    MESH_X "maxMeshWorkGroupSize" [0] "invocations of a mesh workgroup along x";
    MESH_Y "maxMeshWorkGroupSize" [1] "invocations of a mesh workgroup along y";
    MESH_Z "maxMeshWorkGroupSize" [2] "invocations of a mesh workgroup along z";
    MESH_INVOCATIONS "maxMeshWorkGroupInvocations" "invocations of a mesh workgroup";
    MESH_SHARED "maxMeshSharedMemorySize" "bytes of workgroup memory of a mesh shader";
    MESH_PAYLOAD_AND_SHARED "maxMeshPayloadAndSharedMemorySize"
        "bytes of payload and workgroup memory of a mesh shader";
    // VUID-RuntimeSpirv-TaskEXT-07291 to VUID-RuntimeSpirv-TaskEXT-07294, VUID-RuntimeSpirv-maxTaskPayloadSize-08758,
    // VUID-RuntimeSpirv-maxTaskSharedMemorySize-08759, VUID-RuntimeSpirv-maxTaskPayloadAndSharedMemorySize-08760.
    TASK_X "maxTaskWorkGroupSize" [0] "invocations of a task workgroup along x";
    TASK_Y "maxTaskWorkGroupSize" [1] "invocations of a task workgroup along y";
    TASK_Z "maxTaskWorkGroupSize" [2] "invocations of a task workgroup along z";
    TASK_INVOCATIONS "maxTaskWorkGroupInvocations" "invocations of a task workgroup";
    TASK_SHARED "maxTaskSharedMemorySize" "bytes of workgroup memory of a task shader";
    TASK_PAYLOAD "maxTaskPayloadSize" "bytes of a task shader's payload";
    TASK_PAYLOAD_AND_SHARED "maxTaskPayloadAndSharedMemorySize"
        "bytes of payload and workgroup memory of a task shader";
    // VUID-RuntimeSpirv-MeshEXT-07115 and -07116.
    MESH_VERTICES "maxMeshOutputVertices" "vertices of a mesh";
    MESH_PRIMITIVES "maxMeshOutputPrimitives" "primitives of a mesh";
    // VUID-RuntimeSpirv-maxMeshOutputMemorySize-08756, VUID-RuntimeSpirv-maxMeshPayloadAndOutputMemorySize-08757.
    MESH_OUTPUTS "maxMeshOutputMemorySize" "bytes of a mesh shader's outputs";
    MESH_PAYLOAD_AND_OUTPUTS "maxMeshPayloadAndOutputMemorySize" "bytes of payload and outputs of a mesh shader";

    VERTEX_INPUTS "maxVertexInputAttributes" "locations of vertex inputs";
    VERTEX_OUTPUTS "maxVertexOutputComponents" "components of vertex outputs";
    MESH_COMPONENTS "maxMeshOutputComponents" "components of mesh outputs";
    FRAGMENT_INPUTS "maxFragmentInputComponents" "components of fragment inputs";
    ATTACHMENTS "maxFragmentOutputAttachments" "locations of fragment outputs";
    SECOND_SOURCES "maxFragmentDualSrcAttachments" "locations of fragment outputs for the second source of blending";
    FRAGMENT_RESOURCES "maxFragmentCombinedOutputResources" "outputs and written resources of a fragment shader";
    CLIP_DISTANCES "maxClipDistances" "clip distances";
    CULL_DISTANCES "maxCullDistances" "cull distances";
    DISTANCES "maxCombinedClipAndCullDistances" "clip and cull distances";

    IMMEDIATES "maxPushConstantsSize" "bytes of immediates";
    UNIFORM_RANGE "maxUniformBufferRange" "bytes of a uniform buffer";
    STORAGE_RANGE "maxStorageBufferRange" "bytes of a storage buffer";
    DESCRIPTOR_SETS "maxBoundDescriptorSets" "descriptor sets";
    LEAST_OFFSET "minTexelOffset" "offsets of sampled texels";
    GREATEST_OFFSET "maxTexelOffset" "offsets of sampled texels";
    LEAST_GATHER_OFFSET "minTexelGatherOffset" "offsets of gathered texels";
    GREATEST_GATHER_OFFSET "maxTexelGatherOffset" "offsets of gathered texels";
}

#[cfg(test)]
mod tests {
    use super::Bound;
    use crate::back::plan::descriptors::COUNTED;
    use crate::target::{Limits, Target};
    use spirula_spirv::internal::TargetQueries as _;

    /// A name that the target does not know would never be compared.
    #[test]
    fn names_are_those_of_the_target() {
        let counted = COUNTED.iter().flat_map(|&(_, ordinary, all)| [ordinary, all]);
        for bound in Bound::ALL.iter().copied().chain(counted) {
            let name = bound.name.split('[').next().unwrap_or_default();
            let mut limits = Limits::default();
            let is_known = (1..=3).any(|count| limits.set(name, &[7; 3][..count]));
            let value = Target::vulkan(1, 3).with_limits(limits).limit(bound.name);
            assert!(is_known && value == Some(7), "{}", bound.name);
        }
    }
}
