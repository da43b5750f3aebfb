//! The pipeline layout that a reflection implies: the bindings of its sets, the range of its push constants, and the
//! vertex attributes.

use crate::reflection::{EntryPointReflection, Format, HandleMemory, InterfaceReflection, Reflection, ResourceKind};
use crate::sort::{sort_by_key, stable_sort_by_key};
use crate::target::{DescriptorType, LayoutBinding};
use alloc::vec::Vec;

impl ResourceKind {
    /// The descriptor type in Vulkan.
    #[must_use]
    pub const fn descriptor_type(self) -> DescriptorType {
        match self {
            Self::UniformBuffer => DescriptorType::UniformBuffer,
            Self::StorageBuffer => DescriptorType::StorageBuffer,
            Self::SampledImage => DescriptorType::SampledImage,
            Self::StorageImage => DescriptorType::StorageImage,
            Self::Sampler => DescriptorType::Sampler,
            Self::AccelerationStructure => DescriptorType::AccelerationStructure,
            Self::CombinedImageSampler => DescriptorType::CombinedImageSampler,
            Self::UniformTexelBuffer => DescriptorType::UniformTexelBuffer,
            Self::StorageTexelBuffer => DescriptorType::StorageTexelBuffer,
            Self::InputAttachment => DescriptorType::InputAttachment,
        }
    }
}

/// The stages of a reflection by name, with their bits in `VkShaderStageFlags`.
const STAGES: [(&str, u32); 14] = [
    ("vertex", 0x1),
    ("tesscontrol", 0x2),
    ("tesseval", 0x4),
    ("geometry", 0x8),
    ("fragment", 0x10),
    ("compute", 0x20),
    ("task", 0x40),
    ("mesh", 0x80),
    ("raygen", 0x100),
    ("anyhit", 0x200),
    ("closesthit", 0x400),
    ("miss", 0x800),
    ("intersection", 0x1000),
    ("callable", 0x2000),
];

fn stage_bit(stage: &str) -> u32 {
    let row = STAGES.iter().find(|(name, _)| *name == stage);
    debug_assert!(row.is_some(), "{stage} is no stage");
    row.map_or(0, |&(_, bit)| bit)
}

fn stage_bits(stages: &[&str]) -> u32 {
    stages.iter().fold(0, |bits, stage| bits | stage_bit(stage))
}

impl EntryPointReflection {
    /// The stage as a bit of `VkShaderStageFlags`.
    #[must_use]
    pub fn stage_flags(&self) -> u32 {
        stage_bit(self.stage)
    }
}

impl Reflection {
    /// The bindings that a pipeline layout must have, sorted by set and number: one for each descriptor that an entry
    /// point uses, and one for each buffer that is a handle table. `count` is the number of descriptors of a binding
    /// array without a length. Variables with the same set, binding and descriptor type share one row, as do a texture
    /// and a sampler that are combined. An application whose shaders share a layout must merge the rows of all of them.
    ///
    /// Two rows with the same set and binding belong to entry points that no pipeline can have together;
    /// [`Reflection::for_pipeline`] selects the entry points of one.
    ///
    #[cfg_attr(feature = "check", doc = "```")]
    #[cfg_attr(not(feature = "check"), doc = "```ignore")]
    /// # let words = spirula_spirv::words::assemble_text(
    /// #     "OpCapability Shader
    /// #      OpMemoryModel Logical GLSL450
    /// #      OpEntryPoint GLCompute %fill \"fill\"
    /// #      OpExecutionMode %fill LocalSize 64 1 1
    /// #      OpDecorate %block Block
    /// #      OpMemberDecorate %block 0 Offset 0
    /// #      OpDecorate %size DescriptorSet 0
    /// #      OpDecorate %size Binding 3
    /// #      %void = OpTypeVoid
    /// #      %signature = OpTypeFunction %void
    /// #      %f32 = OpTypeFloat 32
    /// #      %block = OpTypeStruct %f32
    /// #      %pointer = OpTypePointer Uniform %block
    /// #      %size = OpVariable %pointer Uniform
    /// #      %fill = OpFunction %void None %signature
    /// #      %entry = OpLabel
    /// #      %value = OpLoad %block %size
    /// #      OpReturn
    /// #      OpFunctionEnd",
    /// #     0x0001_0000,
    /// # )?;
    /// use spirula_spirv::target::DescriptorType;
    ///
    /// let layout = spirula_spirv::reflect::from_words(&words)?.reflection.layout(0);
    /// assert_eq!((layout[0].set, layout[0].binding, layout[0].count), (0, 3, 1));
    /// assert_eq!(layout[0].descriptor, DescriptorType::UniformBuffer);
    /// assert_eq!(layout[0].stages, 0x20); // VK_SHADER_STAGE_COMPUTE_BIT
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn layout(&self, count: u32) -> Vec<LayoutBinding> {
        let used = self.bindings.iter().filter(|binding| !binding.stages.is_empty());
        let bindings = used.map(|binding| LayoutBinding {
            set: binding.descriptor_set,
            binding: binding.descriptor_binding,
            descriptor: binding.kind.descriptor_type(),
            count: binding.count.unwrap_or(count),
            stages: stage_bits(&binding.stages),
        });
        let tables = self.handle_tables.iter().filter_map(|table| {
            Some(LayoutBinding {
                set: table.descriptor_set?,
                binding: table.descriptor_binding?,
                descriptor: match table.memory {
                    HandleMemory::Uniform => DescriptorType::UniformBuffer,
                    HandleMemory::Storage => DescriptorType::StorageBuffer,
                    HandleMemory::PushConstant => return None,
                },
                count: 1,
                stages: stage_bits(&table.stages),
            })
        });
        let mut all: Vec<LayoutBinding> = bindings.chain(tables).collect();
        let key = |row: &LayoutBinding| (row.set, row.binding, row.descriptor.value());
        sort_by_key(&mut all, key);
        all.dedup_by(|row, kept| {
            let same = key(row) == key(kept);
            if same {
                kept.count = kept.count.max(row.count);
                kept.stages |= row.stages;
            }
            same
        });
        all
    }

    /// The push constants that a pipeline layout must have: the size in bytes of a range from offset 0, and the stages
    /// that use it as bits of `VkShaderStageFlags`. `None` if there are none. `count` is the number of handles of a
    /// handle array without a length.
    #[must_use]
    pub fn push_constant_range(&self, count: u32) -> Option<(u32, u32)> {
        let constants = self
            .push_constants
            .iter()
            .filter(|constants| !constants.stages.is_empty());
        let constants = constants.map(|constants| (constants.size, stage_bits(&constants.stages)));
        let tables = self.handle_tables.iter();
        let tables = tables.filter(|table| table.memory == HandleMemory::PushConstant);
        let tables = tables.map(|table| {
            let ends = table.handles.iter().map(|handle| {
                let more = handle.count.unwrap_or(count).saturating_sub(1);
                handle.offset + more * handle.stride + u32::from(handle.width)
            });
            (ends.max().unwrap_or(0), stage_bits(&table.stages))
        });
        let both = |(size, stages): (u32, u32), (other, more): (u32, u32)| (size.max(other), stages | more);
        let (size, stages) = constants.chain(tables).reduce(both)?;
        // The size of a range is a multiple of 4 (VUID-VkPushConstantRange-size-00297).
        Some((size.next_multiple_of(4), stages))
    }
}

/// The same as `ash` structures.
#[cfg(feature = "ash")]
impl Reflection {
    /// The bindings of each set, starting with set 0. A set without bindings below the highest one is an empty list.
    /// See [`Reflection::layout`].
    #[must_use]
    pub fn descriptor_set_layouts(&self, count: u32) -> Vec<Vec<ash::vk::DescriptorSetLayoutBinding<'static>>> {
        let mut sets = Vec::new();
        for row in self.layout(count) {
            let set = row.set as usize;
            if sets.len() <= set {
                sets.resize(set + 1, Vec::new());
            }
            sets[set].push(row.into());
        }
        sets
    }

    /// The push constant ranges: one or none. See [`Reflection::push_constant_range`].
    #[must_use]
    pub fn push_constant_ranges(&self, count: u32) -> Vec<ash::vk::PushConstantRange> {
        let range = self
            .push_constant_range(count)
            .map(|(size, stages)| ash::vk::PushConstantRange {
                stage_flags: ash::vk::ShaderStageFlags::from_raw(stages),
                offset: 0,
                size,
            });
        range.into_iter().collect()
    }
}

impl EntryPointReflection {
    /// The inputs with a location, sorted by location, packed into one vertex, and the size of that vertex in bytes, a
    /// multiple of 4. Each has its format and its offset, aligned to the size of one component.
    pub(crate) fn packed_inputs(&self) -> (Vec<(&InterfaceReflection, Format, u32)>, u32) {
        let inputs = self.inputs.iter().filter(|input| input.location.is_some());
        let mut inputs: Vec<_> = inputs.filter_map(|input| Some((input, input.format?, 0))).collect();
        stable_sort_by_key(&mut inputs, |(input, ..)| input.location);
        let mut end = 0_u32;
        for (_, format, offset) in &mut inputs {
            let (component, count) = format
                .numbers()
                .map_or((4, 0), |(number, count)| (number.bytes(), count));
            *offset = end.next_multiple_of(component);
            end = *offset + component * u32::from(count);
        }
        (inputs, end.next_multiple_of(4))
    }
}

#[cfg(feature = "ash")]
impl EntryPointReflection {
    /// The inputs with a location as attributes of one vertex buffer, and the size of a vertex in bytes, a multiple of
    /// 4. The attributes are packed in the order of their locations, each aligned to the size of one component.
    #[must_use]
    pub fn vertex_attributes(&self, binding: u32) -> (Vec<ash::vk::VertexInputAttributeDescription>, u32) {
        let (inputs, stride) = self.packed_inputs();
        let attribute = |(input, format, offset): (&InterfaceReflection, Format, u32)| {
            Some(ash::vk::VertexInputAttributeDescription {
                location: input.location?,
                binding,
                format: ash::vk::Format::from_raw(format.value()),
                offset,
            })
        };
        (inputs.into_iter().filter_map(attribute).collect(), stride)
    }
}
