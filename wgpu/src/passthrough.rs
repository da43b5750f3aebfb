//! The only unsafe call to wgpu: creates a passthrough shader module.
#![allow(unsafe_code)]

use std::borrow::Cow;

/// Creates a shader module from words.
///
/// # Safety
///
/// The words must be a SPIR-V module that is valid for the device, as Spirula's self-check decides, with an entry point
/// of that name. The module must be used only in pipelines whose layout and neighbouring stages match it.
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
            // Used by Metal only.
            workgroup_size: (0, 0, 0),
        }]),
        spirv: Some(Cow::Borrowed(words)),
        ..Default::default()
    };
    // SAFETY: the caller's promise: the module is valid for `vkCreateShaderModule` and for the creation of its
    // pipelines.
    unsafe { device.create_shader_module_passthrough(descriptor) }
}
