//! What Spirula's writer and command line use of this crate beyond its public interface: no part of that interface, and may change with
//! any release.

#[cfg(feature = "cases")]
pub use crate::cases::CASES;
pub use crate::nearest::nearest;
pub use crate::reflection::types::vector_alignment;
pub use crate::sort::{sort, sort_by_key, stable_sort_by_key};
pub use crate::words::id::{FunctionId, Id, IdAllocator, LabelId, MAX_ID_BOUND, TypeId, ValueId};
pub use crate::words::intern::{Interner, ResultPosition};
pub use crate::words::module::{Sections, assemble};
pub use crate::words::section::{MAX_INSTRUCTION_WORDS, MAX_STRING_BYTES, Open, Operand, Section, fitting, has_zero};

#[cfg(feature = "check")]
use crate::check::{Rule, Violation};
use crate::reflection::{
    BindingReflection, EntryPointReflection, Format, HandleMemory, HandleReflection, HandleTableReflection,
    ImageReflection, InterfaceReflection, MemberReflection, NumberType, PushConstantReflection, Reflection,
    ResourceKind, SpecConstant, TexelReflection, TypeReflection, TypeShape,
};
use crate::target::{DeviceExtension, Feature, Requirement, Support, Target};
use alloc::string::String;
use alloc::vec::Vec;
use spirv::Capability;

/// Queries of a target that only a writer has: how alternatives relate.
pub trait TargetQueries {
    /// Whether a feature permits a capability in Vulkan.
    fn is_permitted_by(capability: Capability, feature: Feature) -> bool;

    /// Whether a device extension that has the feature permits the capability by itself.
    fn is_permitted_beside(capability: Capability, feature: Feature) -> bool;

    /// Whether only this feature permits a capability in Vulkan.
    fn is_permitted_only_by(capability: Capability, feature: Feature) -> bool;

    /// The feature that permits a capability on this target, a preferred one if there is one.
    fn permitting_feature(&self, capability: Capability, is_preferred: impl Fn(Feature) -> bool) -> Option<Feature>;

    /// The support of a capability without one of the features that permit it.
    fn permission_without(&self, capability: Capability, feature: Feature) -> Support;

    /// The device extension that permits a SPIR-V extension; `None` if the SPIR-V or Vulkan version permits it.
    fn device_extension_for(&self, name: &str) -> Option<DeviceExtension>;

    /// The `OpExtension` that a capability needs at this SPIR-V version, if possible one for which `is_declared` holds.
    /// `has_choice` selects the capabilities with several extensions, or those with one.
    fn extension_among(
        &self,
        capability: Capability,
        has_choice: bool,
        is_declared: impl Fn(&'static str) -> bool,
    ) -> Option<&'static str>;

    /// Whether the requirement that permits or declares a capability can depend on the module's other requirements.
    fn has_choice(&self, capability: Capability) -> bool;

    /// Whether buffers can be variables of storage class `StorageBuffer`.
    fn storage_buffer_class(&self) -> Support;

    /// Whether the execution mode `LocalSizeId` can be used.
    fn local_size_id(&self) -> Support;

    /// Whether uniform buffers can have the layout of storage buffers by `uniformBufferStandardLayout`.
    fn standard_uniform_layout(&self) -> Support;

    /// What a buffer layout needs that follows the rules of one of the layout features.
    fn layout_requirement(&self, feature: Feature) -> Requirement;

    /// What a buffer layout needs in which vectors have the alignment of their components.
    fn relaxed_block_requirement(&self) -> Requirement;

    /// What a SPIR-V extension without a capability needs, whether the target has it or not.
    fn extension_requirement(&self, name: &str) -> Requirement;
}

impl TargetQueries for Target {
    fn is_permitted_by(capability: Capability, feature: Feature) -> bool {
        Self::is_permitted_by(capability, feature)
    }

    fn is_permitted_beside(capability: Capability, feature: Feature) -> bool {
        Self::is_permitted_beside(capability, feature)
    }

    fn is_permitted_only_by(capability: Capability, feature: Feature) -> bool {
        Self::is_permitted_only_by(capability, feature)
    }

    fn permitting_feature(&self, capability: Capability, is_preferred: impl Fn(Feature) -> bool) -> Option<Feature> {
        self.permitting_feature(capability, is_preferred)
    }

    fn permission_without(&self, capability: Capability, feature: Feature) -> Support {
        self.permission_without(capability, feature)
    }

    fn device_extension_for(&self, name: &str) -> Option<DeviceExtension> {
        self.device_extension_for(name)
    }

    fn extension_among(
        &self,
        capability: Capability,
        has_choice: bool,
        is_declared: impl Fn(&'static str) -> bool,
    ) -> Option<&'static str> {
        self.extension_among(capability, has_choice, is_declared)
    }

    fn has_choice(&self, capability: Capability) -> bool {
        self.has_choice(capability)
    }

    fn storage_buffer_class(&self) -> Support {
        self.storage_buffer_class()
    }

    fn local_size_id(&self) -> Support {
        self.local_size_id()
    }

    fn standard_uniform_layout(&self) -> Support {
        self.standard_uniform_layout()
    }

    fn layout_requirement(&self, feature: Feature) -> Requirement {
        self.layout_requirement(feature)
    }

    fn relaxed_block_requirement(&self) -> Requirement {
        self.relaxed_block_requirement()
    }

    fn extension_requirement(&self, name: &str) -> Requirement {
        self.extension_requirement(name)
    }
}

// The types of the reflection are `non_exhaustive`. Each function below returns one with what its arguments say and
// nothing else; the writer sets the other fields.

/// An entry point of a stage.
#[must_use]
pub fn entry_point(name: String, stage: &'static str) -> EntryPointReflection {
    EntryPointReflection {
        name,
        stage,
        workgroup_size: None,
        workgroup_size_ids: [None; 3],
        workgroup_memory: 0,
        mesh_outputs: None,
        inputs: Vec::new(),
        outputs: Vec::new(),
        bindings: Vec::new(),
        push_constants: Vec::new(),
        handle_tables: Vec::new(),
    }
}

/// One descriptor at binding 0 of set 0.
#[must_use]
pub fn binding(kind: ResourceKind) -> BindingReflection {
    BindingReflection {
        name: None,
        group: 0,
        binding: 0,
        descriptor_set: 0,
        descriptor_binding: 0,
        kind,
        count: Some(1),
        size: None,
        ty: None,
        image: None,
        comparison: false,
        stages: Vec::new(),
        writable: false,
        input_attachment_index: None,
        part: None,
    }
}

/// Push constants.
#[must_use]
pub fn push_constants(name: Option<String>, size: u32, ty: Option<usize>) -> PushConstantReflection {
    PushConstantReflection {
        name,
        size,
        ty,
        stages: Vec::new(),
    }
}

/// An empty handle table.
#[must_use]
pub fn handle_table(memory: HandleMemory, set: Option<u32>, binding: Option<u32>) -> HandleTableReflection {
    HandleTableReflection {
        memory,
        descriptor_set: set,
        descriptor_binding: binding,
        stages: Vec::new(),
        handles: Vec::new(),
    }
}

/// One handle at offset 0.
#[must_use]
pub fn handle(name: Option<String>, kind: ResourceKind, width: u8) -> HandleReflection {
    HandleReflection {
        name,
        offset: 0,
        width,
        kind,
        count: Some(1),
        stride: width.into(),
    }
}

/// A type in memory.
#[must_use]
pub fn memory_type(name: Option<String>, size: u32, alignment: u32, shape: TypeShape) -> TypeReflection {
    TypeReflection {
        name,
        size,
        alignment,
        shape,
    }
}

/// A member of a struct.
#[must_use]
pub fn member(name: Option<String>, ty: usize, offset: u32, padding: u32) -> MemberReflection {
    MemberReflection {
        name,
        ty,
        offset,
        padding,
    }
}

/// An image.
#[must_use]
pub const fn image(
    dimension: &'static str,
    arrayed: bool,
    multisampled: bool,
    texel: TexelReflection,
) -> ImageReflection {
    ImageReflection {
        dimension,
        arrayed,
        multisampled,
        texel,
    }
}

/// An input or output of a type that WGSL spells `ty`.
#[must_use]
pub fn interface(name: Option<String>, ty: String) -> InterfaceReflection {
    InterfaceReflection {
        name,
        ty,
        location: None,
        component: 0,
        format: None,
        interpolation: None,
        sampling: None,
        per_primitive: false,
        blend_src: None,
        built_in: None,
    }
}

/// A specialization constant.
#[must_use]
pub fn spec_constant(name: Option<String>, id: u32, scalar: NumberType) -> SpecConstant {
    SpecConstant {
        name,
        id,
        scalar,
        default: None,
        given_id: None,
    }
}

/// Sets the stages of each resource, from the lists of the entry points.
pub fn fill_stages(reflection: &mut Reflection) {
    reflection.fill_stages();
}

/// The inputs with a location, packed into one vertex, each with its format and offset, and the size of that vertex.
#[must_use]
pub fn packed_inputs(entry: &EntryPointReflection) -> (Vec<(&InterfaceReflection, Format, u32)>, u32) {
    entry.packed_inputs()
}

/// A violation of a rule at a word, for tests.
#[cfg(feature = "check")]
#[must_use]
pub fn violation(rule: Rule, offset: usize) -> Violation {
    Violation {
        rule,
        offset,
        number: None,
        function: None,
        block: None,
        source: None,
        instruction: String::new(),
        message: String::new(),
    }
}
