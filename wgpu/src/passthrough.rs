//! The one call of wgpu's that is unsafe: handing words to the driver.
#![allow(unsafe_code)]

use std::borrow::Cow;

/// Hands words to the driver.
///
/// # Safety
///
/// The words are a SPIR-V module that is valid for the device, as Spirula's self-check judges it, with an entry point of that
/// name, and the module is used in pipelines only whose layout and neighbouring stages were found to fit it.
pub(crate) unsafe fn shader_module(
    device: &wgpu::Device,
    label: &str,
    entry_point: &str,
    words: &[u32],
) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(label),
        entry_points: Cow::Owned(vec![wgpu::PassthroughShaderEntryPoint {
            name: Cow::Borrowed(entry_point),
            // For Metal alone.
            workgroup_size: (0, 0, 0),
        }]),
        spirv: Some(Cow::Borrowed(words)),
        ..Default::default()
    };
    // SAFETY: the caller's promise. The driver is given a module that `vkCreateShaderModule` and the creation of the pipeline
    // are defined for.
    unsafe { device.create_shader_module_passthrough(descriptor) }
}
