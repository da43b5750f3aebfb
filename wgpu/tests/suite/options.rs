//! Options that a program adjusts, for a device and for a pipeline, and what it must not change.

use crate::both::{bind, bytes, dispatch, read, storage, wgsl};
use crate::gpu::Gpu;
use naga::ShaderStage;
use naga::proc::BoundsCheckPolicy;
use spirula::{ErrorCategory, Options};
use spirula_wgpu::{ComputePipelineDescriptor, Device, Error, RenderPipelineDescriptor, ShaderModule, VertexState};

/// Reads an array of four elements at an index from a buffer.
const INDEXED: &str = "
    @group(0) @binding(0) var<storage, read_write> data: array<u32, 4>;
    var<private> table: array<u32, 4> = array(10u, 20u, 30u, 40u);
    @compute @workgroup_size(1) fn main() { data[1] = table[data[0]]; }";

fn pipeline(device: &Device, module: &ShaderModule) -> Result<wgpu::ComputePipeline, Error> {
    device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: None,
        module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    })
}

/// The element that the shader reads at index 9.
fn beyond(gpu: &Gpu, device: &Device, module: &ShaderModule) -> u8 {
    let pipeline = pipeline(device, module).unwrap_or_else(|error| panic!("{error}"));
    let data = storage(gpu, &bytes(&[9, 1, 0, 0]));
    let group = bind(
        gpu,
        &pipeline.get_bind_group_layout(0),
        &[(0, data.as_entire_binding())],
    );
    dispatch(gpu, &pipeline, &[&group], [1, 1, 1]);
    read(gpu, &data)[4]
}

fn zero(options: &mut Options, _: ShaderStage) {
    options.bounds_check_policies.index = BoundsCheckPolicy::ReadZeroSkipWrite;
}

fn restrict(options: &mut Options, _: ShaderStage) {
    options.bounds_check_policies.index = BoundsCheckPolicy::Restrict;
}

#[test]
fn of_a_device_and_of_a_pipeline() {
    let Some(gpu) = Gpu::all() else { return };
    let module = gpu.device.create_shader_module(wgsl(INDEXED)).unwrap();
    assert_eq!(beyond(gpu, &gpu.device, &module), 40);
    // One pipeline; the other clone of the shader is as before.
    let adjusted = module.clone().with_options(zero);
    assert_eq!(beyond(gpu, &gpu.device, &adjusted), 0);
    assert_eq!(beyond(gpu, &gpu.device, &module), 40);
    // All of a device; the other clone of the device is as before.
    let device = gpu.device.clone().with_options(zero);
    assert_eq!(beyond(gpu, &device, &module), 0);
    assert_eq!(beyond(gpu, &gpu.device, &module), 40);
    // The shader's function is called after the device's, and later calls replace earlier ones.
    let adjusted = module.clone().with_options(restrict);
    assert_eq!(beyond(gpu, &device, &adjusted), 40);
    assert_eq!(beyond(gpu, &device, &adjusted.with_options(|_, _| ())), 0);
    assert_eq!(beyond(gpu, &device.with_options(|_, _| ()), &module), 40);
}

#[test]
fn of_each_stage() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        @vertex fn vertex() -> @builtin(position) vec4f { return vec4f(); }
        @fragment fn fragment() -> @location(0) vec4f { return vec4f(); }";
    let (sender, stages) = std::sync::mpsc::channel();
    let device = gpu.device.clone().with_options(move |options, stage| {
        let entry = options.entry_point.clone().unwrap();
        sender.send((stage, entry.stage, entry.name)).unwrap();
    });
    let module = device.create_shader_module(wgsl(source)).unwrap();
    let state = |entry_point| VertexState {
        module: &module,
        entry_point,
        compilation_options: Default::default(),
        buffers: &[],
    };
    let target = wgpu::TextureFormat::Rgba8Unorm.into();
    let pipeline = device.create_render_pipeline(&RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: state(None),
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(spirula_wgpu::FragmentState {
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            targets: &[Some(target)],
        }),
        multiview_mask: None,
        cache: None,
    });
    pipeline.unwrap_or_else(|error| panic!("{error}"));
    let (vertex, fragment) = (ShaderStage::Vertex, ShaderStage::Fragment);
    assert_eq!(
        stages.try_iter().collect::<Vec<_>>(),
        [
            (vertex, Some(vertex), "vertex".to_owned()),
            (fragment, Some(fragment), "fragment".to_owned())
        ]
    );
}

#[test]
fn what_must_not_change_is_named() {
    let Some(gpu) = Gpu::all() else { return };
    let module = gpu.device.create_shader_module(wgsl(INDEXED)).unwrap();
    let unchecked = |options: &mut Options, _: ShaderStage| {
        options.names = true;
        options.bounds_check_policies.buffer = BoundsCheckPolicy::Unchecked;
        options.force_loop_bounding = false;
        options.self_check = false;
        options.binding_map.clear();
    };
    let of_device = pipeline(&gpu.device.clone().with_options(unchecked), &module);
    let of_shader = pipeline(&gpu.device, &module.clone().with_options(unchecked));
    for result in [of_device, of_shader] {
        let error = result.unwrap_err();
        let Error::Options { stage, names, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(*stage, ShaderStage::Compute);
        assert_eq!(
            *names,
            [
                "force_loop_bounding",
                "self_check",
                "bounds_check_policies",
                "binding_map"
            ]
        );
        let text = error.to_string();
        assert!(
            text.contains("must not change force_loop_bounding, self_check, "),
            "{text}"
        );
    }
    // The checks that an unsafe call has left out may be added.
    let none = wgpu::ShaderRuntimeChecks::unchecked();
    // SAFETY: the shader is run with the check of its index.
    let trusted = unsafe { gpu.device.create_shader_module_trusted(wgsl(INDEXED), none) }.unwrap();
    assert_eq!(beyond(gpu, &gpu.device, &trusted.with_options(restrict)), 40);
}

#[test]
fn what_the_shader_or_the_device_lacks_is_a_compile_error() {
    let Some(gpu) = Gpu::all() else { return };
    let module = gpu.device.create_shader_module(wgsl(INDEXED)).unwrap();
    let adjusted = module.clone().with_options(|options, _| {
        options.float_controls.exact_functions.insert("oops".to_owned());
    });
    let error = pipeline(&gpu.device, &adjusted).unwrap_err();
    let Error::Compile { error, rendered } = &error else {
        panic!("{error}")
    };
    assert_eq!(error.category(), ErrorCategory::Options);
    assert!(rendered.contains("oops"), "{rendered}");
    // SAFETY: the target has no feature that the device lacks.
    let less = unsafe { gpu.again(spirula::Target::vulkan(1, 1).strict()) };
    let adjusted = module.with_options(|options, _| options.vulkan_memory_model = true);
    let error = pipeline(&less.device, &adjusted).unwrap_err();
    assert!(error.to_string().contains("vulkanMemoryModel"), "{error}");
}
