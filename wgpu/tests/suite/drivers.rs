//! Workarounds for the adapter's driver.

use crate::gpu::Gpu;
use spirula::check::driver::shapes;
use spirula::target::{Workaround, Workarounds};
use spirula_wgpu::{Device, PipelineLayoutDescriptor};

const SHADER: &str = "
    @group(0) @binding(0) var<storage, read_write> values: array<vec4f, 4>;
    fn transformed(by: mat4x4f, vector: vec4f) -> vec4f {
        return by * vector;
    }
    @compute @workgroup_size(1) fn main() {
        let by = mat4x4f(values[0], values[1], values[2], values[3]);
        values[0] = clamp(transformed(by, values[1]), vec4f(-1), vec4f(1));
    }";

/// The words of the shader's entry point.
fn words(device: &Device) -> Vec<u32> {
    let source = wgpu::ShaderModuleDescriptor {
        label: Some("driver.wgsl"),
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    };
    let module = device.create_shader_module(source).unwrap();
    let entry = wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: false },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let group = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[entry],
    });
    let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&group)],
        immediate_size: 0,
    });
    let compiled = device.compile(
        &module,
        naga::ShaderStage::Compute,
        "main",
        &layout,
        &Default::default(),
    );
    compiled.unwrap()
}

/// An Adreno, as wgpu describes it.
fn adreno() -> wgpu::AdapterInfo {
    let mut info = wgpu::AdapterInfo::new(wgpu::DeviceType::IntegratedGpu, wgpu::Backend::Vulkan);
    info.name = "Adreno (TM) 740".to_owned();
    info.vendor = 0x5143;
    info.driver = "Qualcomm Technologies Inc. Adreno Vulkan Driver".to_owned();
    info.driver_info = "Driver Build: 1234567890".to_owned();
    info
}

#[test]
fn shaders_for_an_adreno_avoid_what_its_driver_gets_wrong() {
    let Some(gpu) = Gpu::all() else { return };
    let driver = spirula_wgpu::driver(&adreno());
    let needed = driver.workarounds();
    assert!(needed.contains(Workaround::VectorMinMax) && needed.contains(Workaround::InterfaceNames));
    assert!(!shapes(&words(&gpu.device), needed).is_empty());
    // SAFETY: the driver takes features away and adds none.
    let adreno = unsafe { gpu.again(gpu.device.target().clone().driver(driver)) };
    assert_eq!(shapes(&words(&adreno.device), needed), []);
    // All are turned off by name.
    let without = adreno.device.with_workarounds(Workarounds::NONE, needed);
    assert_eq!(words(&without), words(&gpu.device));
}

/// The devices of these tests are created for debugging, so their shaders have debug information.
#[test]
fn the_source_language_can_be_left_out() {
    let Some(gpu) = Gpu::all() else { return };
    let language = Workarounds::from([Workaround::SourceLanguage]);
    assert!(!shapes(&words(&gpu.device), language).is_empty());
    let device = gpu.device.clone().with_workarounds(language, Workarounds::NONE);
    assert_eq!(shapes(&words(&device), language), []);
}
