//! Shaders: parsed and validated with wgpu's settings, and kept as naga modules until pipelines are created.

use crate::Error;
use crate::adjust::Adjust;
use naga::valid::{ModuleInfo, ValidationFlags};
use naga::{Handle, Module, ResourceBinding, ShaderStage};
use spirula::{DebugInfo, Options};
use std::borrow::Cow;
use std::sync::Arc;
use wgpu_core::validation::Interface;

/// A shader for pipelines; created by [`Device::create_shader_module`](crate::Device::create_shader_module). A clone
/// refers to the same shader.
#[derive(Clone, Debug)]
pub struct ShaderModule {
    inner: Arc<Inner>,
    adjust: Option<Adjust>,
}

#[derive(Debug)]
struct Inner {
    label: String,
    /// Empty for a naga module.
    source: Arc<str>,
    module: Module,
    info: ModuleInfo,
    interface: Interface,
    checks: wgpu::ShaderRuntimeChecks,
}

impl ShaderModule {
    pub(crate) fn new(
        device: &wgpu::Device,
        downlevel: wgpu::DownlevelFlags,
        descriptor: wgpu::ShaderModuleDescriptor<'_>,
        checks: wgpu::ShaderRuntimeChecks,
    ) -> Result<Self, Error> {
        let label = descriptor.label.unwrap_or("shader").to_owned();
        let (module, source) = match descriptor.source {
            wgpu::ShaderSource::Wgsl(source) => {
                let mut options = naga::front::wgsl::Options::new();
                options.capabilities = wgpu_core::device::features_to_naga_capabilities(device.features(), downlevel);
                let mut frontend = naga::front::wgsl::Frontend::new_with_options(options);
                let module = frontend.parse(&source).map_err(|error| Error::Parse {
                    rendered: error.emit_to_string_with_path(&source, &label),
                })?;
                (module, Arc::from(source))
            }
            wgpu::ShaderSource::Naga(module) => (module.into_owned(), Arc::default()),
            _ => return Err(Error::SourceKind { label }),
        };
        let limits = device.limits();
        if let Some(resource) = beyond(&module, limits.max_bind_groups) {
            return Err(Error::Group {
                resource,
                limit: limits.max_bind_groups,
            });
        }
        let mut validator = wgpu_core::device::create_validator(device.features(), downlevel, ValidationFlags::all());
        let info = validator.validate(&module).map_err(|error| Error::Validation {
            rendered: error.emit_to_string_with_path(&source, &label),
        })?;
        let interface = Interface::new(&module, &info, limits);
        Ok(Self {
            inner: Arc::new(Inner {
                label,
                source,
                module,
                info,
                interface,
                checks,
            }),
            adjust: None,
        })
    }

    /// The same shader with other options, for the pipelines that are created with the result; other clones do not change.
    /// `adjust` gets the options of each stage after the function of
    /// [`Device::with_options`](crate::Device::with_options), which tells what can be changed and which errors there are.
    ///
    /// ```no_run
    /// # fn create(
    /// #     device: &spirula_wgpu::Device, module: &spirula_wgpu::ShaderModule,
    /// # ) -> Result<wgpu::ComputePipeline, spirula_wgpu::Error> {
    /// // One pipeline whose arithmetic the driver must not contract.
    /// let exact = module.clone().with_options(|options, _| {
    ///     options.float_controls.no_contraction = true;
    /// });
    /// device.create_compute_pipeline(&spirula_wgpu::ComputePipelineDescriptor {
    ///     label: None,
    ///     layout: None,
    ///     module: &exact,
    ///     entry_point: None,
    ///     compilation_options: Default::default(),
    ///     cache: None,
    /// })
    /// # }
    /// ```
    #[must_use]
    pub fn with_options(self, adjust: impl Fn(&mut Options, ShaderStage) + Send + Sync + 'static) -> Self {
        Self {
            inner: self.inner,
            adjust: Some(Adjust::new(adjust)),
        }
    }

    /// The naga module.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.inner.module
    }

    /// The result of naga's validator.
    #[must_use]
    pub fn info(&self) -> &ModuleInfo {
        &self.inner.info
    }

    pub(crate) fn label(&self) -> &str {
        &self.inner.label
    }

    pub(crate) fn interface(&self) -> &Interface {
        &self.inner.interface
    }

    pub(crate) fn adjust(&self) -> Option<&Adjust> {
        self.adjust.as_ref()
    }

    pub(crate) fn checks(&self) -> wgpu::ShaderRuntimeChecks {
        self.inner.checks
    }

    /// The source text for debuggers; `None` for a naga module.
    pub(crate) fn debug_info(&self) -> Option<DebugInfo> {
        (!self.inner.source.is_empty()).then(|| DebugInfo {
            language: spirv::SourceLanguage::WGSL,
            ..DebugInfo::new(self.inner.label.as_str(), self.inner.source.clone())
        })
    }

    /// An error of a pipeline, with source lines.
    pub(crate) fn compile_error(&self, error: spirula::Error) -> Error {
        let rendered = if self.inner.source.is_empty() {
            Cow::from(format!("{}: {error:#}", self.inner.label))
        } else {
            error.emit_to_string(&self.inner.source, &self.inner.label).into()
        };
        Error::Compile {
            error,
            rendered: rendered.into_owned(),
        }
    }

    /// The resources that an entry point uses, with their bindings.
    pub(crate) fn resources(
        &self,
        stage: ShaderStage,
        entry_point: &str,
    ) -> impl Iterator<Item = (ResourceBinding, Handle<naga::GlobalVariable>)> {
        let usage = self.usage(stage, entry_point);
        self.module()
            .global_variables
            .iter()
            .filter_map(move |(handle, variable)| {
                let used = usage.is_some_and(|usage| !usage[handle].is_empty());
                variable.binding.filter(|_| used).map(|binding| (binding, handle))
            })
    }

    /// The validator's information about an entry point, which has its use of each resource.
    pub(crate) fn usage(&self, stage: ShaderStage, entry_point: &str) -> Option<&naga::valid::FunctionInfo> {
        let mut entries = self.module().entry_points.iter();
        let index = entries.position(|entry| entry.stage == stage && entry.name == entry_point)?;
        Some(self.info().get_entry_point(index))
    }
}

/// The binding of a resource whose group exceeds the device's limit.
fn beyond(module: &Module, max_bind_groups: u32) -> Option<ResourceBinding> {
    let mut bindings = module
        .global_variables
        .iter()
        .filter_map(|(_, variable)| variable.binding);
    bindings.find(|resource| resource.group >= max_bind_groups)
}
