//! The device that creates shaders, layouts and pipelines through Spirula.

use crate::adjust::Adjust;
use crate::layout::{BindGroupLayout, PipelineLayout, PipelineLayoutDescriptor};
use crate::{Error, ShaderModule, compile, target};
use core::ops::Deref;
use naga::ShaderStage;
use spirula::target::Workarounds;
use spirula::{Options, Target, WriterPool};
use std::sync::Arc;

/// A `wgpu::Device` whose pipelines are compiled by Spirula. All other methods are those of the wgpu device. A clone
/// refers to the same device.
#[derive(Clone, Debug)]
pub struct Device {
    raw: wgpu::Device,
    pub(crate) shared: Arc<Shared>,
}

/// The state that all pipelines of a device share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) pool: WriterPool,
    pub(crate) limits: wgpu::Limits,
    pub(crate) downlevel: wgpu::DownlevelFlags,
    pub(crate) names: bool,
    pub(crate) workarounds: Workarounds,
    pub(crate) without_workarounds: Workarounds,
    pub(crate) adjust: Option<Adjust>,
}

impl Device {
    /// Wraps a device that was requested from `adapter` with `wgpu::Features::PASSTHROUGH_SHADERS`. Shaders are written
    /// for what wgpu enabled on it ([`target`](crate::target)).
    ///
    /// # Errors
    ///
    /// The device is not a Vulkan device, lacks the feature, or was not requested from this adapter.
    pub fn new(adapter: &wgpu::Adapter, device: wgpu::Device) -> Result<Self, Error> {
        let vulkan = target::vulkan(adapter, &device)?;
        if !device.features().contains(wgpu::Features::PASSTHROUGH_SHADERS) {
            return Err(Error::NoPassthrough);
        }
        let shared = Shared {
            pool: WriterPool::new(vulkan.target),
            limits: device.limits(),
            downlevel: adapter.get_downlevel_capabilities().flags,
            names: vulkan.names,
            workarounds: Workarounds::NONE,
            without_workarounds: Workarounds::NONE,
            adjust: None,
        };
        Ok(Self {
            raw: device,
            shared: Arc::new(shared),
        })
    }

    /// As [`Device::new`], with shaders for another description of the device: if more features were enabled than wgpu
    /// enables, or if the driver is known to support features that are not enabled.
    ///
    /// ```no_run
    /// # fn wrap(adapter: &wgpu::Adapter, device: wgpu::Device) -> Result<(), spirula_wgpu::Error> {
    /// use spirula::Feature;
    ///
    /// // wgpu has arrays of storage textures, but does not enable the feature that is needed to index them.
    /// let more = spirula_wgpu::target(adapter, &device)?.enable(Feature::ShaderStorageImageArrayDynamicIndexing);
    /// // SAFETY: Mesa's drivers do not check whether the feature was enabled.
    /// let device = unsafe { spirula_wgpu::Device::with_target(adapter, device, more) }?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Safety
    ///
    /// The device must support everything that `target` enables or allows.
    ///
    /// # Errors
    ///
    /// Those of [`Device::new`].
    #[allow(unsafe_code)]
    pub unsafe fn with_target(adapter: &wgpu::Adapter, device: wgpu::Device, target: Target) -> Result<Self, Error> {
        let mut device = Self::new(adapter, device)?;
        if let Some(shared) = Arc::get_mut(&mut device.shared) {
            shared.pool = WriterPool::new(target);
        }
        Ok(device)
    }

    /// The same device, whose shaders have other workarounds than those of its driver: `more` are applied too, `fewer` are
    /// not. Pipelines of other clones do not change.
    ///
    /// With `wgpu::InstanceFlags::DEBUG`, which is set in debug builds, shaders have debug information. If that is what a
    /// driver crashes on:
    ///
    /// ```no_run
    /// # fn wrap(device: spirula_wgpu::Device) {
    /// use spirula::target::{Workaround, Workarounds};
    ///
    /// let more = Workarounds::from([Workaround::SourceLanguage, Workaround::InterfaceNames]);
    /// let device = device.with_workarounds(more, Workarounds::NONE);
    /// # }
    /// ```
    #[must_use]
    pub fn with_workarounds(self, more: Workarounds, fewer: Workarounds) -> Self {
        self.with_shared(|shared| {
            shared.workarounds = more;
            shared.without_workarounds = fewer;
        })
    }

    /// The same device, whose shaders have other options: `adjust` gets those of each stage of each pipeline, with the
    /// stage, before it is written. The options are those of wgpu-hal, with the entry point, the bindings and the overrides
    /// of the pipeline. Pipelines of other clones do not change. The function replaces that of an earlier call;
    /// [`ShaderModule::with_options`] adds one for a single shader or pipeline, which is called after it.
    ///
    /// ```no_run
    /// # fn wrap(device: spirula_wgpu::Device) {
    /// use naga::ShaderStage;
    /// use naga::proc::BoundsCheckPolicy;
    ///
    /// let device = device.with_options(|options, stage| {
    ///     options.names = true;
    ///     if stage == ShaderStage::Compute {
    ///         options.bounds_check_policies.buffer = BoundsCheckPolicy::ReadZeroSkipWrite;
    ///     }
    /// });
    /// # }
    /// ```
    ///
    /// A pipeline is as safe as without the function: what it changes is not taken over if that leaves out a check that
    /// the options have ([`Device::create_shader_module_trusted`] is for that, and is unsafe), or contradicts the pipeline.
    /// Creating the pipeline then fails with [`Error::Options`], which names the fields. It can change:
    ///
    /// * names and debug information: `names`, `interface_names`, `debug_info`;
    /// * workarounds: `workarounds`, `without_workarounds`;
    /// * how out-of-bounds accesses are checked: `bounds_check_policies`, except to `Unchecked`, and
    ///   `rely_on_robust_access`;
    /// * what is computed and how: `float_controls`, `vulkan_memory_model`, `zero_initialize_workgroup_memory`,
    ///   `direct_mesh_outputs`, `adjust_coordinate_space`, `clamp_frag_depth`;
    /// * messages of debug printf: `print_on_ray_query_initialization_fail`, `print_on_trace_rays_fail`;
    /// * every check that is off: `force_loop_bounding` and the like can be turned on.
    ///
    /// An option that needs a feature that the device lacks is [`Error::Compile`], as for a shader.
    #[must_use]
    pub fn with_options(self, adjust: impl Fn(&mut Options, ShaderStage) + Send + Sync + 'static) -> Self {
        self.with_shared(|shared| shared.adjust = Some(Adjust::new(adjust)))
    }

    /// The same device with other settings of its own.
    fn with_shared(self, change: impl FnOnce(&mut Shared)) -> Self {
        let mut shared = Shared {
            pool: WriterPool::new(self.target().clone()),
            limits: self.shared.limits.clone(),
            downlevel: self.shared.downlevel,
            names: self.shared.names,
            workarounds: self.shared.workarounds,
            without_workarounds: self.shared.without_workarounds,
            adjust: self.shared.adjust.clone(),
        };
        change(&mut shared);
        Self {
            raw: self.raw,
            shared: Arc::new(shared),
        }
    }

    /// The target that the shaders are written for.
    #[must_use]
    pub fn target(&self) -> &Target {
        self.shared.pool.target()
    }

    /// The wrapped device. Objects that it creates are wgpu's own.
    #[must_use]
    pub fn wgpu(&self) -> &wgpu::Device {
        &self.raw
    }

    /// Parses and validates a shader: WGSL or a naga module. Words are written when pipelines are created.
    ///
    /// # Errors
    ///
    /// The source is invalid, or needs wgpu features that the device lacks.
    pub fn create_shader_module(&self, descriptor: wgpu::ShaderModuleDescriptor<'_>) -> Result<ShaderModule, Error> {
        let checks = wgpu::ShaderRuntimeChecks::checked();
        ShaderModule::new(&self.raw, self.shared.downlevel, descriptor, checks)
    }

    /// As [`Device::create_shader_module`], without some or all run-time checks.
    ///
    /// # Safety
    ///
    /// The shader must never do what an omitted check would prevent: see `wgpu::ShaderRuntimeChecks`.
    ///
    /// # Errors
    ///
    /// Those of [`Device::create_shader_module`].
    #[allow(unsafe_code)]
    pub unsafe fn create_shader_module_trusted(
        &self,
        descriptor: wgpu::ShaderModuleDescriptor<'_>,
        runtime_checks: wgpu::ShaderRuntimeChecks,
    ) -> Result<ShaderModule, Error> {
        ShaderModule::new(&self.raw, self.shared.downlevel, descriptor, runtime_checks)
    }

    /// The words of one entry point, for programs that create modules from them, for example with
    /// `wgpu::Device::create_shader_module_passthrough`: valid for this device, with the binding numbers that wgpu-hal
    /// gives the entries of `layout`, and overrides with the values of `compilation_options`.
    ///
    /// ```no_run
    /// # fn compile(
    /// #     device: &spirula_wgpu::Device, module: &spirula_wgpu::ShaderModule, layout: &spirula_wgpu::PipelineLayout,
    /// # ) -> Result<(), spirula_wgpu::Error> {
    /// let words = device.compile(module, naga::ShaderStage::Compute, "main", layout, &Default::default())?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// A resource has no entry in the layout, an override has no valid value, or the shader cannot be written for this
    /// device. The caller must check that stages match each other, and that resources match their entries.
    pub fn compile(
        &self,
        module: &ShaderModule,
        stage: ShaderStage,
        entry_point: &str,
        layout: &PipelineLayout,
        compilation_options: &wgpu::PipelineCompilationOptions<'_>,
    ) -> Result<Vec<u32>, Error> {
        compile::words(&self.shared, layout, module, stage, entry_point, compilation_options)
    }

    /// Creates a bind group layout.
    #[must_use]
    pub fn create_bind_group_layout(&self, descriptor: &wgpu::BindGroupLayoutDescriptor<'_>) -> BindGroupLayout {
        BindGroupLayout::new(&self.raw, descriptor)
    }

    /// Creates a pipeline layout.
    #[must_use]
    pub fn create_pipeline_layout(&self, descriptor: &PipelineLayoutDescriptor<'_>) -> PipelineLayout {
        PipelineLayout::new(&self.raw, descriptor)
    }
}

impl Deref for Device {
    type Target = wgpu::Device;

    fn deref(&self) -> &wgpu::Device {
        &self.raw
    }
}
