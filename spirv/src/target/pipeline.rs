//! Owns what a target states about the pipeline of a module, as far as rules depend on it: creation flags and the
//! bindings of the pipeline layout.
//!
//! It knows nothing of shaders. Rules about what is not stated are not checked. Only the self-check uses it, not the
//! writer.

use super::Target;
use alloc::vec::Vec;

/// The type of a descriptor: `VkDescriptorType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DescriptorType {
    /// `VK_DESCRIPTOR_TYPE_SAMPLER`
    Sampler,
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`
    CombinedImageSampler,
    /// `VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE`
    SampledImage,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_IMAGE`
    StorageImage,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER`
    UniformTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER`
    StorageTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`
    UniformBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`
    StorageBuffer,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC`
    UniformBufferDynamic,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC`
    StorageBufferDynamic,
    /// `VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT`
    InputAttachment,
    /// `VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK`; the count of its binding is in bytes.
    InlineUniformBlock,
    /// `VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR`
    AccelerationStructure,
    /// `VK_DESCRIPTOR_TYPE_MUTABLE_EXT`, or any other type: rules about the type are not checked.
    Other,
}

impl DescriptorType {
    /// The type with a value of `VkDescriptorType`.
    pub fn from_value(value: u32) -> Self {
        match value {
            0 => Self::Sampler,
            1 => Self::CombinedImageSampler,
            2 => Self::SampledImage,
            3 => Self::StorageImage,
            4 => Self::UniformTexelBuffer,
            5 => Self::StorageTexelBuffer,
            6 => Self::UniformBuffer,
            7 => Self::StorageBuffer,
            8 => Self::UniformBufferDynamic,
            9 => Self::StorageBufferDynamic,
            10 => Self::InputAttachment,
            1_000_138_000 => Self::InlineUniformBlock,
            1_000_150_000 => Self::AccelerationStructure,
            _ => Self::Other,
        }
    }

    /// The value in `VkDescriptorType`; that of `VK_DESCRIPTOR_TYPE_MUTABLE_EXT` for [`DescriptorType::Other`].
    #[must_use]
    pub const fn value(self) -> u32 {
        match self {
            Self::Sampler => 0,
            Self::CombinedImageSampler => 1,
            Self::SampledImage => 2,
            Self::StorageImage => 3,
            Self::UniformTexelBuffer => 4,
            Self::StorageTexelBuffer => 5,
            Self::UniformBuffer => 6,
            Self::StorageBuffer => 7,
            Self::UniformBufferDynamic => 8,
            Self::StorageBufferDynamic => 9,
            Self::InputAttachment => 10,
            Self::InlineUniformBlock => 1_000_138_000,
            Self::AccelerationStructure => 1_000_150_000,
            Self::Other => 1_000_351_000,
        }
    }
}

#[cfg(feature = "ash")]
impl From<LayoutBinding> for ash::vk::DescriptorSetLayoutBinding<'static> {
    fn from(row: LayoutBinding) -> Self {
        Self::default()
            .binding(row.binding)
            .descriptor_type(ash::vk::DescriptorType::from_raw(row.descriptor.value().cast_signed()))
            .descriptor_count(row.count)
            .stage_flags(ash::vk::ShaderStageFlags::from_raw(row.stages))
    }
}

/// A binding of the pipeline layout: `VkDescriptorSetLayoutBinding` and the number of its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutBinding {
    /// The number of the set.
    pub set: u32,
    /// `binding`
    pub binding: u32,
    /// `descriptorType`
    pub descriptor: DescriptorType,
    /// `descriptorCount`
    pub count: u32,
    /// `stageFlags`, as the bits of `VkShaderStageFlags`.
    pub stages: u32,
}

/// What is known of the creation of a pipeline.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Pipeline {
    /// Whether `VK_PIPELINE_CREATE_RAY_TRACING_SKIP_TRIANGLES_BIT_KHR` is set.
    pub skips_triangles: bool,
    /// Whether `VK_PIPELINE_CREATE_RAY_TRACING_SKIP_AABBS_BIT_KHR` is set.
    pub skips_aabbs: bool,
    /// The bindings of all sets of the pipeline layout; `None` if they are unknown.
    pub layout: Option<Vec<LayoutBinding>>,
}

impl Target {
    /// States what is known of the pipeline that the module will be used in.
    pub fn with_pipeline(mut self, pipeline: Pipeline) -> Target {
        self.pipeline = pipeline;
        self
    }

    /// What is known of the pipeline that the module will be used in.
    pub fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }
}
