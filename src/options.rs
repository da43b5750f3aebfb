//! The options of one shader. Names follow `naga::back::spv` where the meaning is the same. The defaults are safe and
//! WGSL's own; the output does not depend on the build profile.

mod debug;
mod float_controls;

use alloc::string::String;
pub use debug::{DebugInfo, DebugLevel, SourceFile};
pub use float_controls::{
    Denormals, EntryControls, FastMath, FloatControls, Rounding, SpecialValues, UnknownFloatControl, WidthControls,
};
pub use spirula_spirv::reflection::HandleMemory;

use crate::target::Workarounds;
use alloc::collections::BTreeMap;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};

/// Where a resource of the shader is bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BindingInfo {
    /// The `DescriptorSet` decoration: of the resource, or of the buffer that holds its handle.
    pub descriptor_set: u32,
    /// The `Binding` decoration: of the resource, or of the buffer that holds its handle.
    pub binding: u32,
    /// The number of elements of a binding array, instead of the shader's own.
    pub binding_array_size: Option<u32>,
    /// How the shader gets the resource.
    #[cfg_attr(feature = "serde", serde(default))]
    pub source: BindingSource,
}

impl From<naga_types::spv::BindingInfo> for BindingInfo {
    /// A binding with a descriptor, as all bindings of naga are.
    fn from(info: naga_types::spv::BindingInfo) -> Self {
        Self {
            descriptor_set: info.descriptor_set,
            binding: info.binding,
            binding_array_size: info.binding_array_size,
            source: BindingSource::Descriptor,
        }
    }
}

/// How the shader gets a resource: from a descriptor, or from a handle in memory.
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
/// The same shader with a handle for each resource, in a handle table that the reflection describes:
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
    /// A descriptor, in its own variable.
    #[default]
    Descriptor,
    /// A half of a combined image sampler (`VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`). The other half is the texture
    /// or sampler with the same set, binding and source. The sampler samples that texture only; the texture may also be
    /// used without the sampler.
    Combined,
    /// For textures and samplers: an unsigned integer that is read from a handle table in memory and converted
    /// (`SPV_INTEL_bindless_images`). It is 32 bits wide under `Physical32`, 64 bits under `Physical64`. Only universal
    /// targets with one of these addressing models support it. Handles with the same memory, set and binding share a
    /// table. The handles of a binding array are consecutive, in a uniform buffer at a stride of 16 bytes unless the
    /// target has `uniformBufferStandardLayout` or `scalarBlockLayout`. A binding array without a length must be the
    /// last in its table, which must be a storage buffer.
    Handle {
        /// The memory of the table.
        memory: HandleMemory,
        /// The offset of the handle in the table, in bytes: a multiple of the handle's width.
        offset: u32,
    },
    /// A half of a combined image sampler, as [`BindingSource::Combined`], whose handle is in a table. The other half
    /// is the texture or sampler with the same table, offset and source.
    CombinedHandle {
        /// The memory of the table.
        memory: HandleMemory,
        /// The offset of the handle in the table, in bytes: a multiple of the handle's width.
        offset: u32,
    },
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

/// Maps the `@group` and `@binding` of an external texture to the bindings of its parts.
pub type ExternalTextureBindingMap = BTreeMap<naga::ResourceBinding, ExternalTextureBindingInfo>;

/// Maps the shader's `@group` and `@binding` to Vulkan's set and binding.
pub type BindingMap = BTreeMap<naga::ResourceBinding, BindingInfo>;

/// The number of mesh workgroups that one task shader workgroup may launch: `maxMeshWorkGroupCount` and
/// `maxMeshWorkGroupTotalCount` of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TaskDispatchLimits {
    /// Along each dimension.
    pub max_mesh_workgroups_per_dim: u32,
    /// In total.
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

/// The buffer that receives the number of a proof that does not hold: a storage buffer of one `u32`. See
/// `Options::assert_proofs`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofAssertions {
    /// The descriptor set.
    pub set: u32,
    /// The binding in the set.
    pub binding: u32,
}

/// One entry point of a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntryPoint {
    /// The stage. `None` if only one entry point of the module has the name.
    pub stage: Option<naga::ShaderStage>,
    /// The name in the shader.
    pub name: String,
}

/// How one shader is written. What belongs to the device is in [`Target`](crate::Target).
///
/// The defaults are WGSL's own semantics: every index restricted, workgroup memory zeroed, loops bounded; no names.
///
/// ```
/// let mut options = spirula::Options::default();
/// assert!(options.force_loop_bounding);
/// options.names = true;
/// assert_ne!(options, spirula::Options::default());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The entry point to write; `None` writes all of them.
    pub entry_point: Option<EntryPoint>,
    /// Where resources are bound. For resources without an entry see [`Options::fake_missing_bindings`].
    pub binding_map: BindingMap,
    /// Where the parts of external textures are bound. For an external texture without an entry,
    /// [`Options::fake_missing_bindings`] gives the first plane the shader's own binding, and the other planes and the
    /// parameters the bindings after the last one that the module uses in that group.
    pub external_texture_binding_map: ExternalTextureBindingMap,
    /// Whether a resource without an entry in the map keeps the shader's own group and binding. Otherwise it is an
    /// error.
    pub fake_missing_bindings: bool,
    /// The values of overrides, instead of the shader's own. The key is the `@id` in decimal digits if the override has
    /// one and its name otherwise, as in naga and WebGPU; `0.0` is `false`. Every override that an entry point to be
    /// written uses must have a value here or in the shader.
    pub overrides: BTreeMap<String, f64>,
    /// Whether overrides become specialization constants, to which the pipeline gives values. [`Options::overrides`]
    /// are then their default values. The `SpecId` of an override is its `@id`; overrides without one get numbers above
    /// those, see [`crate::SpecConstant`].
    pub spec_constants: bool,
    /// What happens to an index or texel coordinate that is out of bounds. A check is left out if the index is proved to
    /// be in bounds. Such a proof may rely on what WebGPU requires of a host: no descriptor is null, and under `Restrict`
    /// the range of a buffer that ends in a run-time array has an element of it.
    pub bounds_check_policies: BoundsCheckPolicies,
    /// Whether [`BoundsCheckPolicy::Restrict`](naga::proc::BoundsCheckPolicy::Restrict) leaves checks to the device
    /// where an enabled feature of the target makes them:
    ///
    /// * `robustBufferAccess2`, with `robustBufferAccess`: indices into a run-time array of a storage buffer. The elements
    ///   must contain no atomics, since an atomic operation out of bounds has an undefined result, and the module no
    ///   cooperative matrices.
    /// * `robustImageAccess` or `robustImageAccess2`: coordinates of textures that are not arrays and that the shader
    ///   cannot store to. Levels and samples are clamped.
    ///
    /// A feature that the words rely on is in [`Output::features`](crate::Output::features). A pipeline must not disable
    /// it (`VkPipelineRobustnessCreateInfo`). Out of bounds, a load yields zero and a store has no effect. Bytes after
    /// the descriptor's range, up to a multiple of `robustStorageBufferAccessSizeAlignment`, count as in bounds (Vulkan,
    /// "Robust Buffer Access 2"). So does an index of 2³¹ or more, which SPIR-V takes as negative, or whose offset in
    /// bytes does not fit into 32 bits, if it leads back into the same buffer.
    pub rely_on_robust_access: bool,
    /// Whether workgroup variables are initialized with zero, as WGSL requires.
    pub zero_initialize_workgroup_memory: bool,
    /// Whether a loop that is not proven to terminate is left after 2³² − 1 iterations. An endless loop is undefined
    /// behaviour, which a driver may exploit.
    pub force_loop_bounding: bool,
    /// Fills [`Output::checks`](crate::Output::checks): for each access at an index that is not constant, each texel
    /// load and each loop, whether it is checked at run time, and why.
    pub explain_checks: bool,
    /// For tests of the proofs by which the writer leaves out checks. Each such check is written as an assertion: if it
    /// fails, the number of the proof ([`Output::assertions`](crate::Output::assertions)) is stored into a buffer, which the reflection does not
    /// have, and execution goes on as with the check.
    #[doc(hidden)]
    pub assert_proofs: Option<ProofAssertions>,
    /// The reflection also has the resources and push constants that the shader declares and no entry point uses. Their `stages`
    /// are empty, and the layouts that come from the reflection leave them out.
    pub reflect_unused: bool,
    /// Whether integer division and remainder are defined for every operand (WGSL, "Arithmetic Expressions"): `x / 0`
    /// and `MIN / -1` yield the dividend, `x % 0` and `MIN % -1` yield zero. Without it these are undefined behaviour;
    /// every other result is the same. Divisions of constants and overrides are always guarded: they are computed when
    /// the pipeline is created and cost nothing at run time.
    pub emit_int_div_checks: bool,
    /// Whether each ray query tracks its state. What SPIR-V leaves undefined (proceeding before initialization or past
    /// the end, reading an intersection that does not exist, invalid arguments) then has no effect and yields zero.
    pub ray_query_initialization_tracking: bool,
    /// Whether `traceRay` has no effect if its arguments violate Vulkan's rules.
    pub trace_ray_argument_validation: bool,
    /// Whether the arguments of a ray query are printed (`NonSemantic.DebugPrintf`) if
    /// [`Options::ray_query_initialization_tracking`] rejects them.
    pub print_on_ray_query_initialization_fail: bool,
    /// Whether the arguments of `traceRay` are printed if [`Options::trace_ray_argument_validation`] rejects them.
    pub print_on_trace_rays_fail: bool,
    /// Workarounds for drivers, in addition to those of the target's driver
    /// ([`Target::workarounds`](crate::Target::workarounds)). Without the crate's feature `drivers` a module that needs
    /// one is refused.
    pub workarounds: Workarounds,
    /// Workarounds that are not applied, though the target's driver needs them.
    pub without_workarounds: Workarounds,
    /// Limits on the mesh workgroups of a task shader: a larger request launches none. `None`: no check.
    pub task_dispatch_limits: Option<TaskDispatchLimits>,
    /// Whether the vertex indices of a mesh shader's primitives are clamped to the number of vertices.
    pub mesh_shader_primitive_indices_clamp: bool,
    /// Whether a mesh shader writes vertices and primitives directly to its outputs. This needs literal counts.
    /// Elements must be stored at `local_invocation_index` or at literals, under no conditions other than comparisons
    /// of that index with literals, and each element must be stored whole by one invocation. Every other mesh is
    /// collected in workgroup memory and copied at the end. [`crate::reflection::EntryPointReflection::mesh_outputs`]
    /// has the method that was used.
    pub direct_mesh_outputs: bool,
    /// Whether the y axis of vertex positions is negated, for shaders written for the clip space of WebGPU.
    pub adjust_coordinate_space: bool,
    /// Whether a vertex shader that does not write a point size writes 1.0.
    pub force_point_size: bool,
    /// Whether a fragment's depth is clamped to 0.0 ..= 1.0 before it is written.
    pub clamp_frag_depth: bool,
    /// Execution modes and decorations of float arithmetic: denormals, rounding, NaN and infinity, contraction.
    pub float_controls: FloatControls,
    /// Whether the module declares the Vulkan memory model (`SPV_KHR_vulkan_memory_model`) instead of GLSL450. Accesses
    /// to memory that invocations share are then marked as non-private. A module that needs this memory model, as one
    /// with cooperative matrices does, has it regardless of this option.
    pub vulkan_memory_model: bool,
    /// Whether functions, variables, types and members have names (`OpName`, `OpMemberName`).
    pub names: bool,
    /// Whether inputs and outputs have names too; needs [`Options::names`]. Some drivers reject modules in which two of
    /// them have the same name.
    pub interface_names: bool,
    /// The source text for debuggers, and the [`DebugInfo::level`] of detail.
    pub debug_info: Option<DebugInfo>,
    /// Whether the words are checked against the rules of the target ([`crate::check`]) after they are written. Each
    /// violation is a diagnostic of the error ([`ErrorKind::InvalidOutput`](crate::ErrorKind::InvalidOutput)), and no
    /// words are returned. The check does not change the words.
    #[cfg(feature = "check")]
    pub self_check: bool,
}

impl EntryPoint {
    /// Whether this is the name of an entry point of a module.
    pub(crate) fn is_of(&self, entry: &naga::EntryPoint) -> bool {
        self.name == entry.name && self.stage.is_none_or(|stage| stage == entry.stage)
    }
}

impl Options {
    /// Whether an entry point of the module is written.
    pub(crate) fn selects(&self, entry: &naga::EntryPoint) -> bool {
        self.entry_point.as_ref().is_none_or(|wanted| wanted.is_of(entry))
    }

    /// Adds entries to the binding map. Entries of naga's own map (`naga::back::spv::BindingMap`, from the crate
    /// `naga-types`) are converted.
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

    /// The same options with names, and with spans for the writer to encode as `OpLine`: to find the source of each
    /// instruction.
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
            workarounds: Workarounds::NONE,
            without_workarounds: Workarounds::NONE,
            bounds_check_policies: BoundsCheckPolicies {
                index: BoundsCheckPolicy::Restrict,
                buffer: BoundsCheckPolicy::Restrict,
                image_load: BoundsCheckPolicy::Restrict,
                binding_array: BoundsCheckPolicy::Restrict,
            },
            rely_on_robust_access: false,
            zero_initialize_workgroup_memory: true,
            force_loop_bounding: true,
            explain_checks: false,
            assert_proofs: None,
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
