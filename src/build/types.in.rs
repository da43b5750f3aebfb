/// An entry point of a module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryPoint {
    /// Its name.
    pub name: &'static str,
    /// Its name, as `VkPipelineShaderStageCreateInfo::pName` takes it.
    pub c_name: &'static ::core::ffi::CStr,
    /// Its stage, of `VkShaderStageFlagBits`.
    pub stage: u32,
    /// Workgroup size along x, y and z, for stages with workgroups. A dimension set by a specialization constant has
    /// the constant's default value.
    pub workgroup_size: ::core::option::Option<[u32; 3]>,
    /// The `SpecId` of each dimension that is set by a specialization constant.
    pub workgroup_size_ids: [::core::option::Option<u32>; 3],
    /// The inputs of a vertex shader, sorted by location.
    pub vertex_inputs: &'static [VertexInput],
    /// Size in bytes of a vertex in one buffer with all inputs.
    pub vertex_stride: u32,
    /// The bindings that it uses, by set and number, with its stage alone.
    pub bindings: &'static [Binding],
    /// The push constants that it uses, with its stage alone.
    pub push_constants: ::core::option::Option<PushConstantRange>,
}

/// An input of a vertex shader.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexInput {
    /// Its name in the shader; empty if it has none.
    pub name: &'static str,
    /// Its location.
    pub location: u32,
    /// The `VkFormat` with the input's own width; any format that Vulkan converts to the input's type is possible too.
    pub format: i32,
    /// Offset in bytes from the start of a vertex in one buffer with all inputs.
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
    /// The number of descriptors; 0 for a binding array without a length.
    pub count: u32,
    /// The stages that use it, as `VkShaderStageFlags`.
    pub stages: u32,
    /// Size of a buffer in bytes. If it ends in a runtime-sized array, one element is included.
    pub size: ::core::option::Option<u32>,
}

/// The push constants of the pipeline's layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushConstantRange {
    /// The stages that use them, as `VkShaderStageFlags`.
    pub stages: u32,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes.
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
    /// Size of the value in bytes, for `VkSpecializationMapEntry::size`.
    pub size: usize,
    /// Its value if the pipeline sets none, 1 for `true`. `None` if the pipeline must set one, or if the default is
    /// computed from other constants.
    pub default: ::core::option::Option<f64>,
    /// The `SpecId` of a boolean that must be true for a value under `id` to be used.
    pub given_id: ::core::option::Option<u32>,
}
