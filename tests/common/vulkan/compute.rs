//! One dispatch of a compute shader.

use std::ffi::CString;

use ash::vk;

use super::descriptors::Bound;
use super::device::Device;
use super::failed;
use super::resources::{Binding, Scope};
use crate::common::wire::{Wire, put_slice, put_text};

/// The value of a specialization constant in a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The `SpecId`.
    pub id: u32,
    pub bits: u64,
    /// The size of the constant's type in bytes: four for a boolean.
    pub size: usize,
}

/// A compute shader with its resources, and the number of workgroups.
#[derive(Clone, Debug)]
pub struct Compute<'a> {
    pub words: &'a [u32],
    pub entry_point: &'a str,
    pub bindings: &'a [Binding],
    pub push_constants: &'a [u8],
    pub constants: &'a [Constant],
    pub workgroups: [u32; 3],
    /// Whether to refuse words that spirv-val rejects. Off for the words of another backend, which are run only for
    /// comparison.
    pub validate: bool,
}

/// Whether the pipeline has the device's checks of buffers and images (`pipelineRobustness`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robust {
    No,
    Yes,
}

impl Compute<'_> {
    /// Encodes the request for [`Device::answer_compute`].
    pub(super) fn put(&self, to: &mut Vec<u8>) {
        put_slice(self.words, to);
        put_text(self.entry_point, to);
        put_slice(self.bindings, to);
        put_slice(self.push_constants, to);
        put_slice(self.constants, to);
        self.workgroups.put(to);
    }
}

impl Device {
    pub fn answer_compute(&self, from: &mut &[u8], robust: Robust) -> Result<Vec<Vec<u8>>, String> {
        let words: Vec<u32> = Wire::get(from);
        let entry_point = String::get(from);
        let bindings: Vec<Binding> = Wire::get(from);
        let push_constants: Vec<u8> = Wire::get(from);
        let constants: Vec<Constant> = Wire::get(from);
        let run = Compute {
            words: &words,
            entry_point: &entry_point,
            bindings: &bindings,
            push_constants: &push_constants,
            constants: &constants,
            workgroups: Wire::get(from),
            validate: false,
        };
        self.compute(&run, robust)
    }

    /// Runs a compute shader and returns the contents of its storage buffers and storage images, in the order of the
    /// bindings.
    pub(super) fn compute(&self, run: &Compute<'_>, robust: Robust) -> Result<Vec<Vec<u8>>, String> {
        let mut scope = Scope::new(self);
        let bound = Bound::new(&mut scope, run.bindings, run.push_constants)?;
        let module = scope.module(run.words)?;
        let name = CString::new(run.entry_point).map_err(|error| error.to_string())?;
        let specialization = Specialization::new(run.constants);
        let information = specialization.information();
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(&name)
            .specialization_info(&information);
        let mut robustness = vk::PipelineRobustnessCreateInfoEXT::default()
            .storage_buffers(vk::PipelineRobustnessBufferBehaviorEXT::ROBUST_BUFFER_ACCESS_2)
            .images(vk::PipelineRobustnessImageBehaviorEXT::ROBUST_IMAGE_ACCESS);
        let mut pipeline = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(bound.layout);
        if robust == Robust::Yes {
            pipeline = pipeline.push_next(&mut robustness);
        }
        // SAFETY: the module is valid, and the layout was created for its bindings.
        let pipelines = unsafe {
            self.device
                .create_compute_pipelines(vk::PipelineCache::null(), &[pipeline], None)
        };
        let pipeline = pipelines.map_err(|(_, result)| failed("vkCreateComputePipelines")(result))?[0];
        scope.later(move |device| unsafe { device.destroy_pipeline(pipeline, None) });
        let [x, y, z] = run.workgroups;
        self.submit(|device, commands| {
            bound.upload(device, commands);
            // SAFETY: recording.
            unsafe { device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline) };
            bound.bind(device, commands, vk::PipelineBindPoint::COMPUTE);
            // SAFETY: recording.
            unsafe { device.cmd_dispatch(commands, x, y, z) };
            bound.download(device, commands);
        })?;
        bound.results(&scope)
    }
}

/// Specialization constants as Vulkan's structures.
pub(super) struct Specialization {
    entries: Vec<vk::SpecializationMapEntry>,
    data: Vec<u8>,
}

impl Specialization {
    pub fn new(constants: &[Constant]) -> Self {
        let mut entries = Vec::new();
        let mut data = Vec::new();
        for constant in constants {
            entries.push(vk::SpecializationMapEntry {
                constant_id: constant.id,
                offset: u32::try_from(data.len()).unwrap_or(u32::MAX),
                size: constant.size,
            });
            // The low-order bits, independent of the machine's byte order.
            let bytes = constant.bits.to_ne_bytes();
            let start = if cfg!(target_endian = "big") {
                8 - constant.size
            } else {
                0
            };
            data.extend_from_slice(bytes.get(start..start + constant.size).unwrap_or(&bytes));
        }
        Self { entries, data }
    }

    pub fn information(&self) -> vk::SpecializationInfo<'_> {
        vk::SpecializationInfo::default()
            .map_entries(&self.entries)
            .data(&self.data)
    }
}
