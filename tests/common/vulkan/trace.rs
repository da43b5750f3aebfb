//! One launch of a ray-tracing pipeline.

use std::ffi::CString;

use ash::vk;

use super::descriptors::Bound;
use super::device::Device;
use super::failed;
use super::resources::{Addressed, Binding, Scope};
use crate::common::wire::{Wire, put_slice, put_text};

/// The shaders of a ray-tracing pipeline, by their entry points in one module, and their resources.
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    pub words: &'a [u32],
    pub ray_generation: &'a str,
    pub miss: &'a str,
    /// The hit groups: closest hit and any hit.
    pub hits: &'a [(Option<&'a str>, Option<&'a str>)],
    pub bindings: &'a [Binding],
    pub size: [u32; 2],
}

impl Trace<'_> {
    /// Encodes the request for [`Device::answer_trace`].
    pub(super) fn put(&self, to: &mut Vec<u8>) {
        put_slice(self.words, to);
        put_text(self.ray_generation, to);
        put_text(self.miss, to);
        let owned =
            |(closest, any): &(Option<&str>, Option<&str>)| (closest.map(str::to_owned), any.map(str::to_owned));
        put_slice(&self.hits.iter().map(owned).collect::<Vec<_>>(), to);
        put_slice(self.bindings, to);
        self.size.put(to);
    }
}

impl Device {
    pub fn answer_trace(&self, from: &mut &[u8]) -> Result<Vec<Vec<u8>>, String> {
        let words: Vec<u32> = Wire::get(from);
        let (ray_generation, miss) = (String::get(from), String::get(from));
        let hits: Vec<(Option<String>, Option<String>)> = Wire::get(from);
        let hits: Vec<_> = hits
            .iter()
            .map(|(closest, any)| (closest.as_deref(), any.as_deref()))
            .collect();
        let bindings: Vec<Binding> = Wire::get(from);
        self.trace(&Trace {
            words: &words,
            ray_generation: &ray_generation,
            miss: &miss,
            hits: &hits,
            bindings: &bindings,
            size: Wire::get(from),
        })
    }

    /// Traces rays, and returns the contents of storage buffers and images, in the order of the bindings.
    fn trace(&self, trace: &Trace<'_>) -> Result<Vec<Vec<u8>>, String> {
        let mut scope = Scope::new(self);
        let bound = Bound::new(&mut scope, trace.bindings, &[])?;
        let module = scope.module(trace.words)?;
        let pipelines = self.ray_tracing_pipelines();
        let mut names = Vec::new();
        let mut kinds = Vec::new();
        let mut stage = |name: &str, kind: vk::ShaderStageFlags| -> Result<u32, String> {
            names.push(CString::new(name).map_err(|error| error.to_string())?);
            kinds.push(kind);
            Ok(names.len() as u32 - 1)
        };
        let unused = vk::SHADER_UNUSED_KHR;
        let group = vk::RayTracingShaderGroupCreateInfoKHR::default()
            .general_shader(unused)
            .closest_hit_shader(unused)
            .any_hit_shader(unused)
            .intersection_shader(unused);
        let mut groups = Vec::new();
        for (name, kind) in [
            (trace.ray_generation, vk::ShaderStageFlags::RAYGEN_KHR),
            (trace.miss, vk::ShaderStageFlags::MISS_KHR),
        ] {
            let general = vk::RayTracingShaderGroupTypeKHR::GENERAL;
            groups.push(group.ty(general).general_shader(stage(name, kind)?));
        }
        for (closest, any) in trace.hits {
            let mut hit = group.ty(vk::RayTracingShaderGroupTypeKHR::TRIANGLES_HIT_GROUP);
            if let Some(closest) = closest {
                hit = hit.closest_hit_shader(stage(closest, vk::ShaderStageFlags::CLOSEST_HIT_KHR)?);
            }
            if let Some(any) = any {
                hit = hit.any_hit_shader(stage(any, vk::ShaderStageFlags::ANY_HIT_KHR)?);
            }
            groups.push(hit);
        }
        let stages: Vec<_> = names
            .iter()
            .zip(&kinds)
            .map(|(name, kind)| {
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(*kind)
                    .module(module)
                    .name(name)
            })
            .collect();
        let information = vk::RayTracingPipelineCreateInfoKHR::default()
            .stages(&stages)
            .groups(&groups)
            .max_pipeline_ray_recursion_depth(1)
            .layout(bound.layout);
        // SAFETY: everything that the structures point to outlives the calls; the tables have the stated sizes.
        unsafe {
            let made = pipelines.create_ray_tracing_pipelines(
                vk::DeferredOperationKHR::null(),
                vk::PipelineCache::null(),
                &[information],
                None,
            );
            let pipeline = made.map_err(|(_, result)| failed("vkCreateRayTracingPipelinesKHR")(result))?[0];
            scope.later(move |device| device.destroy_pipeline(pipeline, None));
            let properties = self.ray_tracing_properties();
            let handle = properties.shader_group_handle_size as usize;
            let stride = u64::from(
                properties
                    .shader_group_base_alignment
                    .max(properties.shader_group_handle_size),
            );
            let handles = pipelines
                .get_ray_tracing_shader_group_handles(pipeline, 0, groups.len() as u32, handle * groups.len())
                .map_err(failed("vkGetRayTracingShaderGroupHandlesKHR"))?;
            let mut table = Vec::new();
            for handle in handles.chunks_exact(handle) {
                table.extend_from_slice(handle);
                table.resize(table.len().next_multiple_of(stride as usize), 0);
            }
            let usage = vk::BufferUsageFlags::SHADER_BINDING_TABLE_KHR;
            let buffer: Addressed = scope.addressed(&table, table.len(), usage)?;
            let region = |first: u64, count: u64| {
                vk::StridedDeviceAddressRegionKHR::default()
                    .device_address(buffer.address + first * stride)
                    .stride(stride)
                    .size(count * stride)
            };
            let [width, height] = trace.size;
            self.submit(|device, commands| {
                bound.upload(device, commands);
                let point = vk::PipelineBindPoint::RAY_TRACING_KHR;
                device.cmd_bind_pipeline(commands, point, pipeline);
                bound.bind(device, commands, point);
                pipelines.cmd_trace_rays(
                    commands,
                    &region(0, 1),
                    &region(1, 1),
                    &region(2, trace.hits.len() as u64),
                    &vk::StridedDeviceAddressRegionKHR::default(),
                    width,
                    height,
                    1,
                );
                bound.download(device, commands);
            })?;
        }
        bound.results(&scope)
    }
}
