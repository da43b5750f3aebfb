//! Reflection: what a host needs to know about a module to use it. The bindings and types of resources, the push
//! constants, the handle tables, and the inputs, outputs and workgroup size of each entry point.
//!
//! [`Reflection::layout`] and [`Reflection::push_constant_range`] return the pipeline layout that follows from it.

// The data types only: `reflect` fills them from the words of any module, Spirula's writer from naga IR. `types` has the
// types in memory, `interface` the stage inputs and outputs, `image` the textures, `constant` the specialization
// constants, `stage` the names of stages. The pipeline layout is computed in `pipeline_layout`.

mod constant;
mod format;
mod image;
mod interface;
pub(crate) mod stage;
pub(crate) mod types;

use alloc::string::String;
use alloc::vec::Vec;
pub use constant::SpecConstant;
pub use format::Format;
pub use image::{ImageReflection, TexelReflection};
pub use interface::InterfaceReflection;
pub use types::{MemberReflection, NumberKind, NumberType, TypeReflection, TypeShape};

/// What a host needs to know about a module to use it. `reflect::from_words` fills it from a module of any
/// compiler, `spirula::compile` from the naga module that it writes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reflection {
    /// The entry points, in the order of the module.
    pub entry_points: Vec<EntryPointReflection>,
    /// The descriptors, one for each variable, in the order of the module.
    pub bindings: Vec<BindingReflection>,
    /// The push constants, one entry for each variable.
    pub push_constants: Vec<PushConstantReflection>,
    /// The tables of handles.
    pub handle_tables: Vec<HandleTableReflection>,
    /// The types of buffers and push constants, and the types of their parts; each type follows those of its parts.
    pub types: Vec<TypeReflection>,
}

/// An entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct EntryPointReflection {
    /// Its name, in the shader and in the SPIR-V module.
    pub name: String,
    /// Its stage: `vertex`, `fragment`, `compute`, `task`, `mesh`, `raygen`, `miss`, `anyhit`, `closesthit`. In a
    /// module of another compiler it can also be `tesscontrol`, `tesseval`, `geometry`, `intersection` or `callable`.
    pub stage: &'static str,
    /// The invocations of a workgroup along x, y and z; `None` for a stage without workgroups. Where overrides stay
    /// open, this is the size without values from the pipeline; an override without a default counts as 1.
    pub workgroup_size: Option<[u32; 3]>,
    /// The `SpecId` of each extent that is one specialization constant. `None` for an extent that is computed, from
    /// several overrides or as the default of one; [`SpecConstant`] lists the constants of the module.
    pub workgroup_size_ids: [Option<u32>; 3],
    /// The bytes of the Workgroup variables that it uses, by the standard layout of storage buffers with booleans as
    /// 32-bit integers, padding included. Open array lengths count by their defaults.
    pub workgroup_memory: u32,
    /// How a mesh shader writes its outputs; `None` for other stages, and in a reflection read from words.
    pub mesh_outputs: Option<MeshOutputs>,
    /// The inputs that it reads from the previous stage or from vertex buffers, and the built-in inputs.
    pub inputs: Vec<InterfaceReflection>,
    /// The outputs that it writes for the next stage or to attachments, and the built-in outputs.
    pub outputs: Vec<InterfaceReflection>,
    /// The descriptors that it uses, as indices into [`Reflection::bindings`].
    pub bindings: Vec<usize>,
    /// The push constants that it uses, as indices into [`Reflection::push_constants`].
    pub push_constants: Vec<usize>,
    /// The tables of the handles that it uses, as indices into [`Reflection::handle_tables`].
    pub handle_tables: Vec<usize>,
}

/// How a mesh shader writes vertices and primitives to its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MeshOutputs {
    /// It stores them in workgroup memory, from which they are copied at the end.
    Staged,
    /// It stores them directly: `spirula::Options::direct_mesh_outputs`.
    Direct,
}

/// The kind of a resource, named as in `VkDescriptorType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ResourceKind {
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`
    UniformBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`
    StorageBuffer,
    /// `VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE`
    SampledImage,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_IMAGE`
    StorageImage,
    /// `VK_DESCRIPTOR_TYPE_SAMPLER`
    Sampler,
    /// `VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR`
    AccelerationStructure,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER`
    UniformTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER`
    StorageTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT`
    InputAttachment,
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`, or a handle of a texture with its sampler. The texture and the
    /// sampler have one entry each, with the same binding.
    CombinedImageSampler,
}

/// A descriptor, or the descriptors of a binding array.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BindingReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// `@group` in the shader.
    pub group: u32,
    /// `@binding` in the shader.
    pub binding: u32,
    /// The `DescriptorSet` decoration.
    pub descriptor_set: u32,
    /// The `Binding` decoration.
    pub descriptor_binding: u32,
    /// The kind of the resource.
    pub kind: ResourceKind,
    /// The number of descriptors; `None` for a binding array without a length, or whose length the pipeline must give.
    /// An open length counts by its default.
    pub count: Option<u32>,
    /// The size of a buffer in bytes. If it ends in a runtime-sized array, one element is included.
    pub size: Option<u32>,
    /// The type of a buffer's contents, as an index into [`Reflection::types`].
    pub ty: Option<usize>,
    /// The image that a texture needs.
    pub image: Option<ImageReflection>,
    /// Whether it is a comparison sampler (`VkSamplerCreateInfo::compareEnable`).
    pub comparison: bool,
    /// The stages that use it, as in [`EntryPointReflection::stage`]; empty if no entry point does.
    pub stages: Vec<&'static str>,
    /// Whether the shader may write it.
    pub writable: bool,
    /// The number of an input attachment.
    pub input_attachment_index: Option<u32>,
    /// The part of an external texture: `plane 0` to `plane 2`, `parameters`.
    pub part: Option<&'static str>,
}

/// A range of push constants.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PushConstantReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// The size in bytes.
    pub size: u32,
    /// Its type, as an index into [`Reflection::types`].
    pub ty: Option<usize>,
    /// The stages that use it, as in [`EntryPointReflection::stage`]; empty if no entry point does.
    pub stages: Vec<&'static str>,
}

/// The memory of a handle table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HandleMemory {
    /// A storage buffer, which the shader does not write.
    Storage,
    /// A uniform buffer.
    Uniform,
    /// The push constants. Set and binding are ignored.
    PushConstant,
}

/// A table of handles (`spirula::BindingSource::Handle`), which the host fills.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandleTableReflection {
    /// The memory that it is in.
    pub memory: HandleMemory,
    /// The `DescriptorSet` decoration; `None` for push constants.
    pub descriptor_set: Option<u32>,
    /// The `Binding` decoration; `None` for push constants.
    pub descriptor_binding: Option<u32>,
    /// The stages that use it, as in [`EntryPointReflection::stage`].
    pub stages: Vec<&'static str>,
    /// The handles in it, sorted by offset.
    pub handles: Vec<HandleReflection>,
}

/// A handle in a table.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandleReflection {
    /// The variable's name in the shader, if it has one.
    pub name: Option<String>,
    /// The offset in the table, in bytes.
    pub offset: u32,
    /// The size of one handle in bytes.
    pub width: u8,
    /// The kind of the resource that it refers to.
    pub kind: ResourceKind,
    /// The number of consecutive handles; `None` for as many as the buffer has room for.
    pub count: Option<u32>,
    /// The stride of consecutive handles in bytes.
    pub stride: u32,
}

impl Reflection {
    /// The type at an index of [`Reflection::types`] as WGSL spells it: `array<vec3<f32>, 4>`; a struct by its name.
    #[must_use]
    pub fn spelled(&self, ty: usize) -> String {
        types::spelled(&self.types, ty)
    }

    /// The reflection of one pipeline: that of the entry points for which `is_in_pipeline` returns `true`. What only
    /// other entry points use has no stages, so it is not in the layouts of the result.
    ///
    /// A module can have the entry points of several pipelines, and these can use one set and binding for different
    /// resources.
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
    /// let reflection = spirula_spirv::reflect::from_words(&words)?.reflection;
    /// let fill = reflection.for_pipeline(|entry| entry.name == "fill");
    /// assert_eq!(fill.layout(0).len(), 1);
    /// assert_eq!(fill.layout(0)[0].descriptor, DescriptorType::UniformBuffer);
    /// assert!(reflection.for_pipeline(|entry| entry.name == "draw").layout(0).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_pipeline(&self, is_in_pipeline: impl Fn(&EntryPointReflection) -> bool) -> Self {
        let mut pipeline = self.clone();
        pipeline.entry_points.retain(is_in_pipeline);
        pipeline.fill_stages();
        pipeline
    }

    /// Sets the stages of each resource, from the lists of the entry points.
    pub(crate) fn fill_stages(&mut self) {
        let all = self.bindings.iter_mut().map(|binding| &mut binding.stages);
        let all = all.chain(self.push_constants.iter_mut().map(|constants| &mut constants.stages));
        let all = all.chain(self.handle_tables.iter_mut().map(|table| &mut table.stages));
        all.for_each(Vec::clear);
        for entry in &self.entry_points {
            let add = |stages: &mut Vec<&'static str>| {
                if !stages.contains(&entry.stage) {
                    stages.push(entry.stage);
                }
            };
            for &at in &entry.bindings {
                add(&mut self.bindings[at].stages);
            }
            for &at in &entry.push_constants {
                add(&mut self.push_constants[at].stages);
            }
            for &at in &entry.handle_tables {
                add(&mut self.handle_tables[at].stages);
            }
        }
    }
}
