//! What a caller can ask of the writer for one shader. Names follow `naga::back::spv` where the meaning is the same;
//! defaults are safe, WGSL's own, and no word that is written depends on the build profile.

mod debug;
mod float_controls;

pub use debug::{DebugInfo, DebugLevel, SourceFile};
pub use float_controls::{
    Denormals, EntryControls, FastMath, FloatControls, Rounding, SpecialValues, UnknownFloatControl, WidthControls,
};

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use std::collections::BTreeMap;

/// Where a resource of the shader is bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BindingInfo {
    /// The `DescriptorSet` decoration: of the resource, or of the buffer that holds its handle.
    pub descriptor_set: u32,
    /// The `Binding` decoration: of the resource, or of the buffer that holds its handle.
    pub binding: u32,
    /// The number of elements of a binding array, in place of the shader's own.
    pub binding_array_size: Option<u32>,
    /// What the resource is made from.
    #[cfg_attr(feature = "serde", serde(default))]
    pub source: BindingSource,
}

impl From<naga_types::spv::BindingInfo> for BindingInfo {
    /// A descriptor, as all of naga's are.
    fn from(info: naga_types::spv::BindingInfo) -> Self {
        Self {
            descriptor_set: info.descriptor_set,
            binding: info.binding,
            binding_array_size: info.binding_array_size,
            source: BindingSource::Descriptor,
        }
    }
}

/// What a resource is made from.
///
/// The same shader with its textures in a binding array, for Vulkan:
///
/// ```
/// use spirula::{BindingInfo, Options, Target};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (flags, all) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
/// let source = "enable wgpu_binding_array;
///     @group(0) @binding(0) var textures: binding_array<texture_2d<f32>>;
///     @group(0) @binding(1) var linear: sampler;
///     @fragment fn main(@location(0) @interpolate(flat) material: u32, @location(1) uv: vec2f) -> @location(0) vec4f {
///         return textureSample(textures[material], linear, uv);
///     }";
/// let module = naga::front::wgsl::parse_str(source)?;
/// # let info = naga::valid::Validator::new(flags, all).validate(&module)?;
/// let mut options = Options::default();
/// let textures = BindingInfo { binding_array_size: Some(64), ..BindingInfo::default() };
/// options.bind([(naga::ResourceBinding { group: 0, binding: 0 }, textures)]);
/// let target = Target::vulkan(1, 2);
/// let words = spirula::compile(&module, &info, &target, &options)?.words;
/// # assert!(spirula::check::check(&words, &target).is_valid());
/// # Ok(())
/// # }
/// ```
///
/// and with each of them a handle in a table, which the reflection describes:
///
/// ```
/// use spirula::target::{Addressing, SpirvVersion};
/// use spirula::{BindingInfo, BindingSource, HandleMemory, Options, Target};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (flags, all) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
/// # let source = "enable wgpu_binding_array;
/// #     @group(0) @binding(0) var textures: binding_array<texture_2d<f32>>;
/// #     @group(0) @binding(1) var linear: sampler;
/// #     @fragment fn main(@location(0) @interpolate(flat) material: u32, @location(1) uv: vec2f) -> @location(0) vec4f {
/// #         return textureSample(textures[material], linear, uv);
/// #     }";
/// # let module = naga::front::wgsl::parse_str(source)?;
/// # let info = naga::valid::Validator::new(flags, all).validate(&module)?;
/// let target = Target::universal(Addressing::Physical64, SpirvVersion::V1_6);
/// let mut options = Options::default();
/// for (binding, offset) in [(1, 0), (0, 8)] {
///     let source = BindingSource::Handle { memory: HandleMemory::Storage, offset };
///     let info = BindingInfo { descriptor_set: 0, binding: 0, source, ..BindingInfo::default() };
///     options.bind([(naga::ResourceBinding { group: 0, binding }, info)]);
/// }
/// let output = spirula::compile(&module, &info, &target, &options)?;
/// for handle in &output.reflection.handle_tables[0].handles {
///     // `linear` at byte 0, `textures` from byte 8 on, one every 8 bytes
///     println!("{:?} at {}, every {} bytes", handle.name, handle.offset, handle.stride);
/// }
/// # let table = &output.reflection.handle_tables[0].handles;
/// # assert_eq!((table[0].offset, table[0].width, table[1].offset, table[1].stride, table[1].count), (0, 8, 8, 8, None));
/// # assert!(spirula::check::check(&output.words, &target).is_valid());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum BindingSource {
    /// A descriptor, in a variable of its own.
    #[default]
    Descriptor,
    /// One descriptor with the texture or sampler of the same set and binding that has this source too
    /// (`VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`). The sampler samples that texture only; the texture may also be used
    /// without it.
    Combined,
    /// For textures and samplers: an unsigned integer read from a table in memory and converted
    /// (`SPV_INTEL_bindless_images`), 32 bits wide under `Physical32` and 64 bits under `Physical64`. Only universal targets
    /// with such an addressing model have it. Handles of one memory, set and binding stand in one table, those of a binding
    /// array one after another: in a uniform buffer 16 bytes apart, unless the target has `uniformBufferStandardLayout` or
    /// `scalarBlockLayout`. A binding array without a length ends the table, which is a storage buffer then.
    Handle {
        /// The memory of the table.
        memory: HandleMemory,
        /// Where the handle stands in the table: bytes, a multiple of the handle's width.
        offset: u32,
    },
    /// One handle with the texture or sampler of the same table and offset that has this source too: as
    /// [`BindingSource::Combined`], out of a table.
    CombinedHandle {
        /// The memory of the table.
        memory: HandleMemory,
        /// Where the handle stands in the table: bytes, a multiple of the handle's width.
        offset: u32,
    },
}

/// The memory of a table of handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HandleMemory {
    /// A storage buffer, which the shader does not write.
    Storage,
    /// A uniform buffer.
    Uniform,
    /// The push constants. Set and binding say nothing.
    PushConstant,
}

/// Where the parts of an external texture are bound: three planes, each a sampled image, and a uniform buffer laid out as
/// naga's `SpecialTypes::external_texture_params`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExternalTextureBindingInfo {
    /// The planes: RGBA, or luma and chroma.
    pub planes: [BindingInfo; 3],
    /// How they are cropped, sampled and converted.
    pub params: BindingInfo,
}

/// From the `@group` and `@binding` of an external texture to those of its parts.
pub type ExternalTextureBindingMap = BTreeMap<naga::ResourceBinding, ExternalTextureBindingInfo>;

/// From the shader's `@group` and `@binding` to Vulkan's set and binding.
pub type BindingMap = BTreeMap<naga::ResourceBinding, BindingInfo>;

/// How many mesh workgroups one task shader workgroup may launch: `maxMeshWorkGroupCount` and `maxMeshWorkGroupTotalCount` of a
/// device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TaskDispatchLimits {
    /// Along each dimension.
    pub max_mesh_workgroups_per_dim: u32,
    /// In all.
    pub max_mesh_workgroups_total: u32,
}

impl From<naga::back::TaskDispatchLimits> for TaskDispatchLimits {
    fn from(limits: naga::back::TaskDispatchLimits) -> Self {
        Self {
            max_mesh_workgroups_per_dim: limits.max_mesh_workgroups_per_dim,
            max_mesh_workgroups_total: limits.max_mesh_workgroups_total,
        }
    }
}

/// One entry point of a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntryPoint {
    /// The stage; without it the name must be that of one entry point only.
    pub stage: Option<naga::ShaderStage>,
    /// The name as it stands in the shader.
    pub name: String,
}

/// What to write of a shader, and how: what belongs to the device is [`Target`](crate::Target)'s.
///
/// The defaults are WGSL's own semantics: every index restricted, workgroup memory zeroed, loops bounded; no names.
///
/// ```
/// let mut options = spirula::Options::default();
/// assert!(options.force_loop_bounding);
/// options.names = true;
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The entry point to write; all of them when `None`.
    pub entry_point: Option<EntryPoint>,
    /// Where resources are bound. Without an entry, see [`Options::fake_missing_bindings`].
    pub binding_map: BindingMap,
    /// Where the parts of external textures are bound. Without an entry, and with [`Options::fake_missing_bindings`], the
    /// first plane keeps the shader's own binding, and the other planes and the parameters follow the last binding that the
    /// module uses in that group.
    pub external_texture_binding_map: ExternalTextureBindingMap,
    /// A resource that the map lacks keeps the shader's own group and binding; otherwise it is an error.
    pub fake_missing_bindings: bool,
    /// The values of overrides, in place of the shader's own. The key is the `@id` in decimal digits if the override has
    /// one and its name otherwise, as naga and WebGPU have it; `0.0` is `false`. Every override that the entry points
    /// reach must have a value here or in the shader.
    pub overrides: BTreeMap<String, f64>,
    /// Overrides stay open: they become specialization constants, which the pipeline gives values to, and
    /// [`Options::overrides`] says what those are without it. `SpecId`s are the `@id`s; overrides without one have the
    /// numbers above them, see [`crate::SpecConstant`].
    pub spec_constants: bool,
    /// What happens to an index that is out of range.
    pub bounds_check_policies: BoundsCheckPolicies,
    /// Workgroup variables start as zero, as WGSL says.
    pub zero_initialize_workgroup_memory: bool,
    /// A loop that is not known to end is left after 2³² − 1 iterations, so that no driver may treat it as endless, which
    /// would be undefined behaviour.
    pub force_loop_bounding: bool,
    /// [`Output::checks`](crate::Output::checks) says of each access at an index that is no constant, each texel that is loaded and each
    /// loop whether it is checked when the shader runs, and why.
    pub explain_checks: bool,
    /// The reflection also has the resources and push constants that the shader declares and no entry point uses. Their `stages`
    /// are empty, and the layouts that come from the reflection leave them out.
    pub reflect_unused: bool,
    /// Integer division and remainder are defined for every operand (WGSL, "Arithmetic Expressions"): `x / 0` and `MIN / -1`
    /// are the dividend, `x % 0` and `MIN % -1` are zero. Without it a zero divisor, and `MIN` with the divisor -1, are
    /// undefined behaviour; every other result is the same. What is computed of constants and overrides when a pipeline is
    /// made keeps its guard, which costs the shader nothing.
    pub emit_int_div_checks: bool,
    /// Each ray query keeps track of its state: what SPIR-V leaves undefined (proceeding without a beginning or past the end,
    /// reading what is not there, invalid arguments) has no effect and gives zero.
    pub ray_query_initialization_tracking: bool,
    /// `traceRay` has no effect where its arguments are not what Vulkan allows.
    pub trace_ray_argument_validation: bool,
    /// Where [`Options::ray_query_initialization_tracking`] keeps a ray from being looked for, its arguments are printed
    /// (`NonSemantic.DebugPrintf`).
    pub print_on_ray_query_initialization_fail: bool,
    /// Where [`Options::trace_ray_argument_validation`] keeps a ray from being traced, its arguments are printed.
    pub print_on_trace_rays_fail: bool,
    /// A task shader that asks for more mesh workgroups launches none. Without limits its word is taken.
    pub task_dispatch_limits: Option<TaskDispatchLimits>,
    /// The vertex indices of a mesh shader's primitives are clamped to the vertices that there are.
    pub mesh_shader_primitive_indices_clamp: bool,
    /// A mesh shader writes vertices and primitives to its outputs where it stores them, if the counts are literals, elements
    /// are stored at `local_invocation_index` or at literals, under no conditions but comparisons of that index with
    /// literals, and each element is stored whole by one invocation. Every other mesh is collected in workgroup memory and
    /// copied at the end. [`crate::reflection::EntryPointReflection::mesh_outputs`] tells which.
    pub direct_mesh_outputs: bool,
    /// Turns the y axis of vertex positions, for shaders written for the other clip space.
    pub adjust_coordinate_space: bool,
    /// A vertex shader without a point size writes 1.0.
    pub force_point_size: bool,
    /// A fragment's depth is clamped to 0.0 ..= 1.0 before it is written.
    pub clamp_frag_depth: bool,
    /// What float arithmetic promises: denormals, rounding, NaN and infinity, contraction.
    pub float_controls: FloatControls,
    /// The words are under the Vulkan memory model (`SPV_KHR_vulkan_memory_model`) instead of the GLSL one: accesses to
    /// memory that invocations share say so. What takes it, as cooperative matrices do, has it without being asked.
    pub vulkan_memory_model: bool,
    /// Names of functions, variables, types and members (`OpName`, `OpMemberName`).
    pub names: bool,
    /// With [`Options::names`]: inputs and outputs have names too. Some drivers reject modules in which two of them have the
    /// same one.
    pub interface_names: bool,
    /// What a debugger is told: the source text, and at [`DebugInfo::level`] its lines, or functions, types and values too.
    pub debug_info: Option<DebugInfo>,
    /// What was written is read back and held against the rules of the target ([`crate::check`]); each violation is a
    /// diagnostic of the error ([`ErrorKind::InvalidOutput`](crate::ErrorKind::InvalidOutput)), and there are no words. It
    /// changes nothing that is written.
    #[cfg(feature = "check")]
    pub self_check: bool,
}

impl Options {
    /// Adds entries to the binding map; those of naga's own map (`naga::back::spv::BindingMap`, which is the crate `naga-types`'s) as they are.
    ///
    /// ```
    /// let mut map = naga_types::spv::BindingMap::default();
    /// let info = naga_types::spv::BindingInfo { descriptor_set: 2, binding: 3, binding_array_size: None };
    /// map.insert(naga::ResourceBinding { group: 0, binding: 1 }, info);
    /// let mut options = spirula::Options::default();
    /// options.bind(map);
    /// assert_eq!(options.binding_map[&naga::ResourceBinding { group: 0, binding: 1 }].descriptor_set, 2);
    /// ```
    pub fn bind<I: Into<BindingInfo>>(&mut self, map: impl IntoIterator<Item = (naga::ResourceBinding, I)>) {
        self.binding_map
            .extend(map.into_iter().map(|(resource, info)| (resource, info.into())));
    }

    /// The same with names, and with spans in place of lines once they are written as such: to learn what in the source an
    /// instruction was written for.
    #[cfg(feature = "check")]
    pub(crate) fn with_spans(&self) -> Self {
        Self {
            names: true,
            debug_info: Some(DebugInfo {
                language: spirv::SourceLanguage::Unknown,
                ..DebugInfo::new("", "")
            }),
            ..self.clone()
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            entry_point: None,
            binding_map: BindingMap::new(),
            external_texture_binding_map: ExternalTextureBindingMap::new(),
            fake_missing_bindings: true,
            overrides: BTreeMap::new(),
            spec_constants: false,
            bounds_check_policies: BoundsCheckPolicies {
                index: BoundsCheckPolicy::Restrict,
                buffer: BoundsCheckPolicy::Restrict,
                image_load: BoundsCheckPolicy::Restrict,
                binding_array: BoundsCheckPolicy::Restrict,
            },
            zero_initialize_workgroup_memory: true,
            force_loop_bounding: true,
            explain_checks: false,
            reflect_unused: false,
            emit_int_div_checks: true,
            ray_query_initialization_tracking: true,
            trace_ray_argument_validation: true,
            print_on_ray_query_initialization_fail: false,
            print_on_trace_rays_fail: false,
            task_dispatch_limits: None,
            mesh_shader_primitive_indices_clamp: true,
            direct_mesh_outputs: true,
            adjust_coordinate_space: false,
            force_point_size: false,
            clamp_frag_depth: false,
            float_controls: FloatControls::default(),
            vulkan_memory_model: false,
            names: false,
            interface_names: true,
            debug_info: None,
            #[cfg(feature = "check")]
            self_check: false,
        }
    }
}
