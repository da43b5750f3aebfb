/// An entry point of a module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryPoint {
    /// Its name.
    pub name: &'static str,
    /// Its name, as `VkPipelineShaderStageCreateInfo::pName` takes it.
    pub c_name: &'static ::core::ffi::CStr,
    /// Its stage, of `VkShaderStageFlagBits`.
    pub stage: u32,
    /// Invocations of a workgroup along x, y and z, where the stage has workgroups; those that a specialization constant says by
    /// its default.
    pub workgroup_size: ::core::option::Option<[u32; 3]>,
    /// The `SpecId` of each of them that is a specialization constant.
    pub workgroup_size_ids: [::core::option::Option<u32>; 3],
    /// The inputs of a vertex shader, by their locations.
    pub vertex_inputs: &'static [VertexInput],
    /// Bytes of a vertex in one buffer that has all inputs.
    pub vertex_stride: u32,
}

/// An input of a vertex shader.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexInput {
    /// Its name in the shader; empty if it has none.
    pub name: &'static str,
    /// Its location.
    pub location: u32,
    /// The `VkFormat` of its own width; any that Vulkan converts to its type serves too.
    pub format: i32,
    /// Bytes from the start of a vertex in one buffer that has all inputs.
    pub offset: u32,
}

/// A binding of the pipeline's layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Binding {
    /// The variable's name in the shader; empty if it has none.
    pub name: &'static str,
    /// The descriptor set: `@group`, unless the options bind it elsewhere.
    pub set: u32,
    /// The binding: `@binding`, unless the options bind it elsewhere.
    pub binding: u32,
    /// The `VkDescriptorType`.
    pub descriptor_type: i32,
    /// How many descriptors; 0 for a binding array without a length.
    pub count: u32,
    /// The stages that use it, of `VkShaderStageFlags`.
    pub stages: u32,
    /// Bytes of a buffer; of one that ends in an array without a length those of one element included.
    pub size: ::core::option::Option<u32>,
}

/// The push constants of the pipeline's layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushConstantRange {
    /// The stages that use them, of `VkShaderStageFlags`.
    pub stages: u32,
    /// Bytes.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
}

/// A specialization constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpecConstant {
    /// The override's name; its id if it has none.
    pub name: &'static str,
    /// Its `SpecId`, for `VkSpecializationMapEntry::constantID`.
    pub id: u32,
    /// Its type, as WGSL spells it; a `bool` is given as a `VkBool32`.
    pub ty: &'static str,
    /// Bytes of the value, for `VkSpecializationMapEntry::size`.
    pub size: usize,
    /// Its value where the pipeline gives none, 1 for `true`; none where the pipeline must give one, or where it is computed of
    /// others.
    pub default: ::core::option::Option<f64>,
    /// The `SpecId` of a boolean without which a value under `id` does not count.
    pub given_id: ::core::option::Option<u32>,
}
