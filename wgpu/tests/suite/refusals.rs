//! What is refused, and what the error says of it.

use crate::bindings::{READ_ONLY, READ_WRITE, UNIFORM, buffer_type, entry};
use crate::both::{ComputeProgram, Way, compute, wgsl};
use crate::gpu::{Gpu, adapter};
use spirula_wgpu::{ComputePipelineDescriptor, Device, Error, FragmentState, RenderPipelineDescriptor, VertexState};
use wgpu::{BindGroupLayoutEntry, BindingType, Features, ShaderStages};

/// The device of a program that asks for nothing more.
fn plain() -> Option<Gpu> {
    Some(Gpu::with(adapter()?, Features::empty()))
}

fn source(text: &str) -> wgpu::ShaderModuleDescriptor<'_> {
    wgpu::ShaderModuleDescriptor {
        label: Some("shader.wgsl"),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    }
}

fn compute_error(
    device: &Device,
    text: &str,
    layout: Option<(&[BindGroupLayoutEntry], u32)>,
    constants: &[(&str, f64)],
) -> Error {
    let module = device
        .create_shader_module(source(text))
        .unwrap_or_else(|error| panic!("{error}"));
    let layout = layout.map(|(entries, immediate_size)| {
        let group = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries });
        device.create_pipeline_layout(&spirula_wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&group)],
            immediate_size,
        })
    });
    let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: layout.as_ref(),
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions {
            constants,
            ..Default::default()
        },
        cache: None,
    });
    pipeline.expect_err(text)
}

/// The error's text has all of these.
#[track_caller]
fn says(error: &Error, parts: &[&str]) {
    let text = error.to_string();
    for part in parts {
        assert!(text.contains(part), "no {part:?} in: {text}");
    }
}

#[test]
fn devices() {
    let Some(adapter) = adapter() else { return };
    let (device, _) = crate::gpu::wait(adapter.request_device(&Default::default())).unwrap();
    let error = Device::new(&adapter, device).unwrap_err();
    assert!(matches!(error, Error::NoPassthrough));
    says(&error, &["PASSTHROUGH_SHADERS", "required_features"]);
}

#[test]
fn sources() {
    let Some(gpu) = plain() else { return };
    let refused = |text| gpu.device.create_shader_module(source(text)).unwrap_err();
    says(&refused("fn main() { let x = ; }"), &["shader.wgsl:1:21", "let x = ;"]);
    says(
        &refused("@compute @workgroup_size(1) fn main() { var x = 1u; x = 2.0f; }"),
        &["shader.wgsl:1:", "x = 2.0f"],
    );
    // A feature of wgpu's that was not requested.
    says(
        &refused("@group(0) @binding(0) var<storage> x: array<f64>;"),
        &["FLOAT64"],
    );
    assert!(matches!(refused("enable f16;"), Error::Parse { .. }));
    says(
        &refused("@group(99) @binding(3) var s: sampler;"),
        &["@group(99) @binding(3)", "8 bind groups"],
    );
    // A module without a source has no lines to show.
    let error = gpu
        .device
        .create_shader_module(wgsl("@group(0) @binding(0) var<storage> x: array<f64>;"))
        .unwrap_err();
    says(&error, &["FLOAT64"]);
}

#[test]
fn layouts() {
    let Some(gpu) = plain() else { return };
    let device = &gpu.device;
    let text = "
        @group(0) @binding(2) var<storage, read_write> out: array<f32>;
        @group(0) @binding(5) var<uniform> params: mat4x4f;
        @group(0) @binding(6) var image: texture_2d<f32>;
        @group(0) @binding(7) var linear: sampler;
        @compute @workgroup_size(1) fn main() { out[0] = params[1].x + textureSampleLevel(image, linear, vec2f(0.5), 0.0).x; }";
    let texture = |filterable, view_dimension| BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable },
        view_dimension,
        multisampled: false,
    };
    let flat = wgpu::TextureViewDimension::D2;
    let filtering = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    let good = [
        entry(2, buffer_type(READ_WRITE)),
        entry(5, buffer_type(UNIFORM)),
        entry(6, texture(true, flat)),
        entry(7, filtering),
    ]
    .map(|entry| BindGroupLayoutEntry {
        visibility: ShaderStages::COMPUTE,
        ..entry
    });
    let with = |index: usize, change: &dyn Fn(&mut BindGroupLayoutEntry)| {
        let mut entries = good;
        change(&mut entries[index]);
        compute_error(device, text, Some((&entries, 0)), &[])
    };
    says(
        &with(0, &|entry| entry.binding = 1),
        &["`out` (@group(0) @binding(2))", "no entry"],
    );
    says(
        &with(0, &|entry| entry.ty = buffer_type(READ_ONLY)),
        &["`out`", "read_only: true"],
    );
    says(
        &with(1, &|entry| entry.visibility = ShaderStages::FRAGMENT),
        &["`params`", "FRAGMENT"],
    );
    let small = BindingType::Buffer {
        ty: UNIFORM,
        has_dynamic_offset: false,
        min_binding_size: wgpu::BufferSize::new(48),
    };
    says(&with(1, &|entry| entry.ty = small), &["`params`", "64 bytes", "48"]);
    says(
        &with(2, &|entry| entry.ty = texture(true, wgpu::TextureViewDimension::D3)),
        &["`image`", "D3"],
    );
    says(
        &with(2, &|entry| entry.ty = texture(false, flat)),
        &["`image`", "unfilterable"],
    );
    says(
        &with(3, &|entry| {
            entry.ty = BindingType::Sampler(wgpu::SamplerBindingType::Comparison)
        }),
        &["`linear`", "Comparison"],
    );
    // What the layout has fits, and so does a sampler that does not filter, or a smaller buffer type.
    for (index, ty) in [
        (3, BindingType::Sampler(wgpu::SamplerBindingType::NonFiltering)),
        (2, texture(true, flat)),
    ] {
        let mut entries = good;
        entries[index].ty = ty;
        let layout = crate::both::Layout {
            groups: &[&entries],
            immediate_size: 0,
        };
        compute(
            &gpu,
            Way::Spirula,
            ComputeProgram {
                source: text,
                layout: Some(layout),
                ..Default::default()
            },
        );
    }
}

#[test]
fn arrays() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(
        Features::TEXTURE_BINDING_ARRAY | Features::STORAGE_RESOURCE_BINDING_ARRAY,
        "arrays",
    ) {
        return;
    }
    let text = "
        enable wgpu_binding_array;
        @group(0) @binding(0) var images: binding_array<texture_storage_2d<rgba8unorm, write>>;
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) group: vec3u) {
            textureStore(images[group.x], vec2u(0u), vec4f(1.0));
        }";
    says(
        &compute_error(&gpu.device, text, None, &[]),
        &["`images`", "without a length"],
    );
    let ty = BindingType::StorageTexture {
        access: wgpu::StorageTextureAccess::WriteOnly,
        format: wgpu::TextureFormat::Rgba8Unorm,
        view_dimension: wgpu::TextureViewDimension::D2,
    };
    let single = BindGroupLayoutEntry {
        visibility: ShaderStages::COMPUTE,
        ..entry(0, ty)
    };
    says(
        &compute_error(&gpu.device, text, Some((&[single], 0)), &[]),
        &["`images`", "no count"],
    );
    // wgpu-hal does not turn this on, and no feature of wgpu's asks for it.
    let several = BindGroupLayoutEntry {
        count: core::num::NonZeroU32::new(2),
        ..single
    };
    let error = compute_error(&gpu.device, text, Some((&[several], 0)), &[]);
    says(
        &error,
        &[
            "shaderStorageImageArrayDynamicIndexing",
            "shader.wgsl:5:",
            "images[group.x]",
        ],
    );
    let Error::Compile { error, .. } = error else {
        panic!("{error}")
    };
    assert_eq!(error.category(), spirula::ErrorCategory::Missing);
}

#[test]
fn overrides_and_immediates() {
    let Some(gpu) = Gpu::all() else { return };
    let text = "override width: f32; @id(3) override count = 2u;
        @group(0) @binding(0) var<storage, read_write> out: f32;
        @compute @workgroup_size(count) fn main() { out = width; }";
    let refused = |constants: &[_]| compute_error(&gpu.device, text, None, constants);
    says(&refused(&[]), &["width", "shader.wgsl:1:"]);
    says(&refused(&[("width", 1.0), ("height", 2.0)]), &["height"]);
    says(&refused(&[("width", 1.0), ("count", 2.0)]), &["count"]);
    says(&refused(&[("width", 1.0), ("3", -1.0)]), &["3"]);
    says(&refused(&[("width", 1.0), ("3", 100_000.0)]), &["Workgroup size"]);
    if gpu.has(Features::IMMEDIATES, "immediates") {
        let text = "var<immediate> push: mat4x4f;
            @group(0) @binding(0) var<storage, read_write> out: f32;
            @compute @workgroup_size(1) fn main() { out = push[0].x; }";
        let out = BindGroupLayoutEntry {
            visibility: ShaderStages::COMPUTE,
            ..entry(0, buffer_type(READ_WRITE))
        };
        says(
            &compute_error(&gpu.device, text, Some((&[out], 48)), &[]),
            &["64 bytes", "48"],
        );
    }
}

#[test]
fn stages() {
    let Some(gpu) = plain() else { return };
    let text = "
        struct Between { @builtin(position) at: vec4f, @location(0) color: vec3f }
        @vertex fn vertex(@location(1) at: vec2f) -> Between { return Between(vec4f(at, 0.0, 1.0), vec3f(1.0)); }
        @fragment fn fragment(@location(0) color: vec3f) -> @location(0) vec4f { return vec4f(color, 1.0); }
        @fragment fn more(@location(0) color: vec4f) -> @location(0) vec4f { return color; }
        @fragment fn integers(@location(0) color: vec3f) -> @location(0) vec4u { return vec4u(color.xyzz); }";
    let module = gpu.device.create_shader_module(source(text)).unwrap();
    let pipeline = |entry_point, location, format, targets: &[_]| {
        let attributes = [wgpu::VertexAttribute {
            format,
            offset: 0,
            shader_location: location,
        }];
        let buffers = [Some(wgpu::VertexBufferLayout {
            array_stride: 8,
            step_mode: Default::default(),
            attributes: &attributes,
        })];
        gpu.device.create_render_pipeline(&RenderPipelineDescriptor {
            label: None,
            layout: None,
            vertex: VertexState {
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                buffers: &buffers,
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(FragmentState {
                module: &module,
                entry_point,
                compilation_options: Default::default(),
                targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    };
    let color = [Some(wgpu::TextureFormat::Rgba8Unorm.into())];
    let float = wgpu::VertexFormat::Float32x2;
    assert!(pipeline(Some("fragment"), 1, float, &color).is_ok());
    says(
        &pipeline(Some("fragment"), 0, float, &color).unwrap_err(),
        &["Vertex stage: Location[1]", "not provided"],
    );
    says(
        &pipeline(Some("fragment"), 1, wgpu::VertexFormat::Uint32x2, &color).unwrap_err(),
        &["Vertex stage: Location[1]", "not compatible"],
    );
    says(
        &pipeline(Some("more"), 1, float, &color).unwrap_err(),
        &["Fragment stage: Location[0]", "not compatible"],
    );
    says(
        &pipeline(Some("integers"), 1, float, &color).unwrap_err(),
        &["@location(0)", "Rgba8Unorm"],
    );
    says(&pipeline(Some("nothing"), 1, float, &color).unwrap_err(), &["nothing"]);
    // Several fragment entry points, and none is named.
    says(&pipeline(None, 1, float, &color).unwrap_err(), &["Fragment"]);
}

/// Pipelines are made through a shared reference: many threads, one device, the same words.
#[test]
fn threads() {
    let Some(gpu) = Gpu::all() else { return };
    let text = "override n = 1u; @group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;
        @compute @workgroup_size(1) fn main() { out[n % 4u] = n; }";
    let module = gpu.device.create_shader_module(wgsl(text)).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u32 {
            let module = &module;
            scope.spawn(move || {
                for n in 0..50 {
                    let constants = [("n", f64::from(thread * 100 + n))];
                    let pipeline = gpu.device.create_compute_pipeline(&ComputePipelineDescriptor {
                        label: None,
                        layout: None,
                        module,
                        entry_point: Some("main"),
                        compilation_options: wgpu::PipelineCompilationOptions {
                            constants: &constants,
                            ..Default::default()
                        },
                        cache: None,
                    });
                    pipeline.unwrap_or_else(|error| panic!("{error}"));
                }
            });
        }
    });
}

/// The device of a program that asks for nothing: what wgpu leaves off is off, and what it turns on unasked is on.
#[test]
fn what_wgpu_turns_on() {
    use spirula::{Feature, Support};
    let Some(gpu) = plain() else { return };
    let target = gpu.device.target();
    let is_on = |feature| target.feature(feature) == Support::Enabled;
    // Mandatory in Vulkan 1.3, and still off.
    for feature in [
        Feature::ShaderDemoteToHelperInvocation,
        Feature::ShaderTerminateInvocation,
        Feature::Maintenance4,
    ] {
        assert!(!is_on(feature), "{feature:?}");
    }
    for feature in [
        Feature::ShaderFloat64,
        Feature::ShaderInt64,
        Feature::ShaderFloat16,
        Feature::MeshShader,
        Feature::RayQuery,
    ] {
        assert!(!is_on(feature), "{feature:?}");
    }
    // SAFETY: the handle is asked what the physical device has, and not destroyed.
    let adapter = unsafe { gpu.adapter.as_hal::<wgpu::hal::api::Vulkan>() }.unwrap();
    let core = adapter.get_physical_device_features().get_core();
    assert_eq!(is_on(Feature::RobustBufferAccess), core.robust_buffer_access == 1);
    if gpu.adapter.get_info().name.starts_with("llvmpipe") {
        for feature in [
            Feature::ShaderIntegerDotProduct,
            Feature::ShaderInt8,
            Feature::RobustBufferAccess2,
        ] {
            assert!(is_on(feature), "{feature:?}");
        }
        assert!(is_on(Feature::ShaderZeroInitializeWorkgroupMemory));
    }
    // Limits are the adapter's.
    assert_eq!(target.limits().max_compute_shared_memory_size, Some(32_768));
    if let Some(gpu) = Gpu::all() {
        let target = gpu.device.target();
        for (wgpu, feature) in [
            (Features::SHADER_F64, Feature::ShaderFloat64),
            (Features::SHADER_F16, Feature::ShaderFloat16),
            (Features::SHADER_F16, Feature::StorageBuffer16BitAccess),
            (Features::SHADER_INT64, Feature::ShaderInt64),
            (Features::SHADER_INT64_ATOMIC_ALL_OPS, Feature::ShaderBufferInt64Atomics),
            (Features::SHADER_FLOAT32_ATOMIC, Feature::ShaderBufferFloat32AtomicAdd),
            (Features::EXPERIMENTAL_MESH_SHADER, Feature::TaskShader),
            (Features::EXPERIMENTAL_RAY_QUERY, Feature::RayQuery),
            (Features::MULTIVIEW, Feature::Multiview),
            (Features::SUBGROUP, Feature::SubgroupArithmetic),
            (Features::SHADER_DRAW_INDEX, Feature::ShaderDrawParameters),
        ] {
            if gpu.device.features().contains(wgpu) {
                assert_eq!(target.feature(feature), Support::Enabled, "{feature:?}");
            }
        }
    }
}

/// What `docs/wgpu.md` lists as left off by wgpu.
#[test]
fn what_wgpu_leaves_off() {
    let Some(gpu) = Gpu::all() else { return };
    let cases = [
        (
            Features::SUBGROUP | Features::SHADER_F16,
            "shaderSubgroupExtendedTypes",
            "enable f16; @group(0) @binding(0) var<storage, read_write> out: array<f16>;
            @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { out[i] = subgroupAdd(f16(i)); }",
        ),
        (
            Features::SUBGROUP | Features::SHADER_INT64,
            "shaderSubgroupExtendedTypes",
            "@group(0) @binding(0) var<storage, read_write> out: array<u64>;
            @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { out[i] = subgroupMax(u64(i)); }",
        ),
    ];
    for (features, name, text) in cases {
        if gpu.has(features, name) {
            says(&compute_error(&gpu.device, text, None, &[]), &[name, "shader.wgsl:"]);
        }
    }
}

/// The page and the crate's own have the same lines, which are compiled with the tests.
#[test]
fn documentation() {
    let (page, readme) = (include_str!("../../../docs/wgpu.md"), include_str!("../../README.md"));
    let code = readme
        .split("```rust\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    assert!(
        code.contains("Device::new") && page.contains(code),
        "docs/wgpu.md lacks the lines of wgpu/README.md"
    );
    let lines = |text: &str| text.lines().count();
    let (with, without) = (
        include_str!("../../examples/with.rs"),
        include_str!("../../examples/without.rs"),
    );
    assert!(readme.contains(&format!("{} lines and {}", lines(with), lines(without))));
}
