//! Textures: sampling of every dimension, storage formats, atomics on texels, and arrays of textures and samplers.

use crate::bindings::{READ_WRITE, buffer_type, entry};
use crate::both::{
    ComputeProgram, Layout, bind, both, both_with, bytes, compute, dispatch, read, read_texture, storage,
};
use crate::gpu::{Gpu, say};
use core::num::NonZeroU32;
use spirula::Feature;
use wgpu::util::DeviceExt;
use wgpu::{BindGroupLayoutEntry, BindingType, Features, TextureFormat, TextureUsages, TextureViewDimension};

const SIZE: u32 = 64;

fn texture(
    gpu: &Gpu,
    format: TextureFormat,
    dimension: wgpu::TextureDimension,
    layers: u32,
    usage: TextureUsages,
) -> wgpu::Texture {
    let height = if dimension == wgpu::TextureDimension::D1 {
        1
    } else {
        SIZE
    };
    let size = wgpu::Extent3d {
        width: SIZE,
        height,
        depth_or_array_layers: layers,
    };
    let texels = SIZE * height * layers;
    let words = texels * format.block_copy_size(None).unwrap() / 4;
    let contents = bytes(
        &(0..words)
            .map(|word| word.wrapping_mul(0x9e37_79b9) & 0x7b7f_7f7f)
            .collect::<Vec<_>>(),
    );
    let descriptor = wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension,
        format,
        usage: usage | TextureUsages::COPY_SRC | TextureUsages::COPY_DST,
        view_formats: &[],
    };
    gpu.device
        .wgpu()
        .create_texture_with_data(&gpu.queue, &descriptor, Default::default(), &contents)
}

fn view(texture: &wgpu::Texture, dimension: TextureViewDimension) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(dimension),
        ..Default::default()
    })
}

#[test]
fn sampling() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec4f, 64>;
        @group(0) @binding(2) var linear: sampler;
        @group(0) @binding(4) var one: texture_1d<f32>;
        @group(0) @binding(6) var two: texture_2d<f32>;
        @group(0) @binding(8) var layered: texture_2d_array<f32>;
        @group(0) @binding(10) var cube: texture_cube<f32>;
        @group(0) @binding(12) var three: texture_3d<f32>;
        @group(0) @binding(14) var integers: texture_2d<u32>;
        @group(0) @binding(16) var depth: texture_depth_2d;
        @group(0) @binding(18) var compare: sampler_comparison;
        @group(0) @binding(20) var cubes: texture_cube_array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local: u32) {
            let uv = vec2f(f32(local) / 48.0 - 0.1, f32(local % 9u) / 7.0);
            let at = vec2u(local, 63u - local);
            var sum = textureSampleLevel(one, linear, uv.x, 0.0) + textureLoad(one, local, 0);
            sum += textureSampleLevel(two, linear, uv, 0.0, vec2i(1, -2)) + textureGather(1, two, linear, uv);
            sum += textureLoad(layered, at, local % 6u, 0) + textureSampleLevel(layered, linear, uv, 2, 0.0);
            sum += textureSampleLevel(cube, linear, vec3f(uv - 0.5, 0.3), 0.0);
            sum += textureSampleLevel(cubes, linear, vec3f(uv - 0.5, -0.3), local % 1u, 0.0);
            sum += textureSampleLevel(three, linear, vec3f(uv, 0.4), 0.0) + textureLoad(three, vec3u(at, 2u), 0);
            sum += textureSampleGrad(two, linear, uv, vec2f(0.25), vec2f(0.5));
            sum += vec4f(textureLoad(integers, at, 0) & vec4u(7u));
            sum.x += textureSampleCompareLevel(depth, compare, uv, 0.4) + textureLoad(depth, at, 0);
            sum += textureGatherCompare(depth, compare, uv, 0.6);
            sum += vec4f(vec2f(textureDimensions(two)), f32(textureNumLayers(layered)), f32(textureNumLevels(three)));
            out[local] = sum + textureLoad(two, at + vec2u(60u), 0);
        }";
    let depth = {
        let module = gpu.device.wgpu().create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: SIZE,
                height: SIZE,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: TextureFormat::Depth16Unorm,
            usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let texels: Vec<u8> = (0..SIZE * SIZE)
            .flat_map(|texel| ((texel * 16) as u16).to_le_bytes())
            .collect();
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(SIZE * 2),
            rows_per_image: None,
        };
        gpu.queue
            .write_texture(module.as_image_copy(), &texels, layout, module.size());
        module
    };
    both(gpu, "sampling", |way| {
        let compute = compute(
            gpu,
            way,
            ComputeProgram {
                source,
                ..Default::default()
            },
        );
        let device = &gpu.device;
        let linear = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            address_mode_u: wgpu::AddressMode::MirrorRepeat,
            ..Default::default()
        });
        let compare = device.create_sampler(&wgpu::SamplerDescriptor {
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let out = storage(gpu, &[0; 1024]);
        let (unorm, bound) = (TextureFormat::Rgba8Unorm, TextureUsages::TEXTURE_BINDING);
        let one = texture(gpu, unorm, wgpu::TextureDimension::D1, 1, bound);
        let two = texture(gpu, unorm, wgpu::TextureDimension::D2, 1, bound);
        let six = texture(gpu, unorm, wgpu::TextureDimension::D2, 6, bound);
        let three = texture(gpu, unorm, wgpu::TextureDimension::D3, 4, bound);
        let integers = texture(gpu, TextureFormat::Rgba8Uint, wgpu::TextureDimension::D2, 1, bound);
        let views = [
            (4, view(&one, TextureViewDimension::D1)),
            (6, view(&two, TextureViewDimension::D2)),
            (8, view(&six, TextureViewDimension::D2Array)),
            (10, view(&six, TextureViewDimension::Cube)),
            (12, view(&three, TextureViewDimension::D3)),
            (14, view(&integers, TextureViewDimension::D2)),
            (16, view(&depth, TextureViewDimension::D2)),
            (20, view(&six, TextureViewDimension::CubeArray)),
        ];
        let mut resources = vec![
            (0, out.as_entire_binding()),
            (2, wgpu::BindingResource::Sampler(&linear)),
            (18, wgpu::BindingResource::Sampler(&compare)),
        ];
        resources.extend(
            views
                .iter()
                .map(|(binding, view)| (*binding, wgpu::BindingResource::TextureView(view))),
        );
        let group = bind(gpu, &compute.group(0), &resources);
        dispatch(gpu, &compute.pipeline, &[&group], [1, 1, 1]);
        read(gpu, &out)
    });
}

/// Every storage format that WGSL has, with its name there and the type of its texels.
const STORAGE: &[(TextureFormat, &str, &str)] = &[
    (TextureFormat::Rgba8Unorm, "rgba8unorm", "f32"),
    (TextureFormat::Rgba8Snorm, "rgba8snorm", "f32"),
    (TextureFormat::Rgba8Uint, "rgba8uint", "u32"),
    (TextureFormat::Rgba8Sint, "rgba8sint", "i32"),
    (TextureFormat::Rgba16Uint, "rgba16uint", "u32"),
    (TextureFormat::Rgba16Sint, "rgba16sint", "i32"),
    (TextureFormat::Rgba16Float, "rgba16float", "f32"),
    (TextureFormat::R32Uint, "r32uint", "u32"),
    (TextureFormat::R32Sint, "r32sint", "i32"),
    (TextureFormat::R32Float, "r32float", "f32"),
    (TextureFormat::Rg32Uint, "rg32uint", "u32"),
    (TextureFormat::Rg32Sint, "rg32sint", "i32"),
    (TextureFormat::Rg32Float, "rg32float", "f32"),
    (TextureFormat::Rgba32Uint, "rgba32uint", "u32"),
    (TextureFormat::Rgba32Sint, "rgba32sint", "i32"),
    (TextureFormat::Rgba32Float, "rgba32float", "f32"),
    (TextureFormat::Bgra8Unorm, "bgra8unorm", "f32"),
    (TextureFormat::Rgb10a2Unorm, "rgb10a2unorm", "f32"),
    (TextureFormat::Rgb10a2Uint, "rgb10a2uint", "u32"),
    (TextureFormat::Rg11b10Ufloat, "rg11b10ufloat", "f32"),
    (TextureFormat::Rg16Float, "rg16float", "f32"),
    (TextureFormat::Rg16Uint, "rg16uint", "u32"),
    (TextureFormat::Rg16Sint, "rg16sint", "i32"),
    (TextureFormat::Rg8Unorm, "rg8unorm", "f32"),
    (TextureFormat::R16Float, "r16float", "f32"),
    (TextureFormat::R8Uint, "r8uint", "u32"),
    (TextureFormat::Rgba16Unorm, "rgba16unorm", "f32"),
    (TextureFormat::Rgba16Snorm, "rgba16snorm", "f32"),
    (TextureFormat::Rg16Snorm, "rg16snorm", "f32"),
    (TextureFormat::R16Unorm, "r16unorm", "f32"),
];

#[test]
fn storage_formats() {
    let Some(gpu) = Gpu::all() else { return };
    let mut names = Vec::new();
    for &(format, name, scalar) in STORAGE {
        let features = gpu.adapter.get_texture_format_features(format);
        if !features.allowed_usages.contains(TextureUsages::STORAGE_BINDING) {
            say(&format!("skipped: storage textures of {name}: the adapter lacks them"));
            continue;
        }
        let can_read = features
            .flags
            .contains(wgpu::TextureFormatFeatureFlags::STORAGE_READ_WRITE)
            && name != "bgra8unorm";
        let (access, value) = match can_read {
            true => ("read_write", "textureLoad(image, at.yx)"),
            false => ("write", "vec4(0)"),
        };
        let value = match (scalar, can_read) {
            ("f32", true) => format!("vec4f(vec2f(at), 3.0, 4.0) / 64.0 + {value} * 0.25"),
            ("f32", false) => "vec4f(vec2f(at), 3.0, 4.0) / 64.0".to_owned(),
            (_, true) => format!("vec4<{scalar}>({scalar}(at.x), {scalar}(at.y), 3, 4) + {value} % 5"),
            (_, false) => format!("vec4<{scalar}>({scalar}(at.x), {scalar}(at.y), 3, 4)"),
        };
        let source = format!(
            "@group(0) @binding(2) var image: texture_storage_2d<{name}, {access}>;
            @compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {{
                let at = id.xy;
                // Each texel on one side of the diagonal is written from one on the other, which must be in range: what a
                // load out of range gives is not the same both ways.
                if at.x > at.y && at.x < textureDimensions(image).y {{ textureStore(image, at, {value}); }}
            }}"
        );
        both(gpu, name, |way| {
            let compute = compute(
                gpu,
                way,
                ComputeProgram {
                    source: &source,
                    ..Default::default()
                },
            );
            let usage = TextureUsages::STORAGE_BINDING;
            // Rows of the narrowest formats are 256 bytes.
            let image = wide(gpu, format, usage);
            let view = view(&image, TextureViewDimension::D2);
            let group = bind(
                gpu,
                &compute.group(0),
                &[(2, wgpu::BindingResource::TextureView(&view))],
            );
            dispatch(gpu, &compute.pipeline, &[&group], [32, 8, 1]);
            read_texture(gpu, &image)
        });
        names.push(name);
    }
    assert!(names.len() >= 17, "{names:?}");
}

fn wide(gpu: &Gpu, format: TextureFormat, usage: TextureUsages) -> wgpu::Texture {
    let size = wgpu::Extent3d {
        width: 256,
        height: SIZE,
        depth_or_array_layers: 1,
    };
    let words = 256 * SIZE * format.block_copy_size(None).unwrap() / 4;
    let contents = bytes(
        &(0..words)
            .map(|word| word.wrapping_mul(0x9e37_79b9) & 0x3b3f_3b3f)
            .collect::<Vec<_>>(),
    );
    let descriptor = wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: usage | TextureUsages::COPY_SRC | TextureUsages::COPY_DST,
        view_formats: &[],
    };
    gpu.device
        .wgpu()
        .create_texture_with_data(&gpu.queue, &descriptor, Default::default(), &contents)
}

#[test]
fn atomics_on_texels() {
    let Some(gpu) = Gpu::all() else { return };
    if gpu.has(Features::TEXTURE_ATOMIC, "texture atomics") {
        for (format, name, scalar) in [
            (TextureFormat::R32Uint, "r32uint", "u32"),
            (TextureFormat::R32Sint, "r32sint", "i32"),
        ] {
            texel_atomics(gpu, format, name, scalar, "Min Max Add And Or Xor");
        }
    }
    if gpu.has(Features::TEXTURE_INT64_ATOMIC, "64-bit texture atomics") {
        texel_atomics(gpu, TextureFormat::R64Uint, "r64uint", "u64", "Min Max");
    }
}

fn texel_atomics(gpu: &Gpu, format: TextureFormat, name: &str, scalar: &str, operations: &str) {
    let operations = operations.split(' ').enumerate().map(|(row, operation)| {
        format!("textureAtomic{operation}(image, vec2u(id.x / 4u, {row}u), {scalar}(id.x * 37u % 101u));\n")
    });
    let source = format!(
        "@group(0) @binding(4) var image: texture_storage_2d<{name}, atomic>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{ {} }}",
        operations.collect::<String>()
    );
    both(gpu, &format!("atomics on {name}"), |way| {
        let compute = compute(
            gpu,
            way,
            ComputeProgram {
                source: &source,
                ..Default::default()
            },
        );
        let usage = TextureUsages::STORAGE_BINDING | TextureUsages::STORAGE_ATOMIC;
        let image = texture(gpu, format, wgpu::TextureDimension::D2, 1, usage);
        let view = view(&image, TextureViewDimension::D2);
        let group = bind(
            gpu,
            &compute.group(0),
            &[(4, wgpu::BindingResource::TextureView(&view))],
        );
        dispatch(gpu, &compute.pipeline, &[&group], [4, 1, 1]);
        read_texture(gpu, &image)
    });
}

const NOTHING: &[&str] = &[];
/// A capability whose feature was not enabled.
const DYNAMIC: &[&str] = &["VUID-VkShaderModuleCreateInfo-pCode-01091"];

/// The textures of an array; the samplers of another; images that are written in a third.
#[test]
fn arrays_of_textures() {
    let Some(gpu) = Gpu::all() else { return };
    let needed = Features::TEXTURE_BINDING_ARRAY;
    if !gpu.has(needed, "arrays of textures") {
        return;
    }
    let count = |binding, ty, count| BindGroupLayoutEntry {
        count: NonZeroU32::new(count),
        ..entry(binding, ty)
    };
    let sampled = BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    };
    let sampler = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    let non_uniform = Features::SAMPLED_TEXTURE_AND_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING;
    for (feature, index) in [(needed, "group.x"), (needed, "3"), (non_uniform, "local % 4u")] {
        if !gpu.has(feature, "arrays of textures indexed so") {
            continue;
        }
        for length in ["", ", 4"] {
            let source = format!(
                "enable wgpu_binding_array;
                @group(0) @binding(1) var textures: binding_array<texture_2d<f32>{length}>;
                @group(0) @binding(3) var samplers: binding_array<sampler, 2>;
                @group(0) @binding(7) var<storage, read_write> out: array<vec4f, 256>;
                @compute @workgroup_size(64) fn main(
                    @builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u,
                ) {{
                    let uv = vec2f(f32(local) / 50.0, f32(local % 5u) / 3.0);
                    let first = textureSampleLevel(textures[{index}], samplers[1], uv, 0.0);
                    out[group.x * 64u + local] = first + textureLoad(textures[2], vec2u(local, 3u), 0)
                        + textureSampleLevel(textures[1], samplers[0], uv, 0.0);
                }}"
            );
            let entries = [
                count(3, sampler, 2),
                count(1, sampled, 4),
                entry(0, buffer_type(READ_WRITE)),
                entry(7, buffer_type(READ_WRITE)),
            ];
            both(gpu, &format!("an array of textures{length} at {index}"), |way| {
                let layout = Layout {
                    groups: &[&entries],
                    immediate_size: 0,
                };
                let program = ComputeProgram {
                    source: &source,
                    layout: Some(layout),
                    ..Default::default()
                };
                let compute = compute(gpu, way, program);
                let bound = TextureUsages::TEXTURE_BINDING;
                let textures: Vec<_> = (1..5)
                    .map(|layers| {
                        texture(
                            gpu,
                            TextureFormat::Rgba8Unorm,
                            wgpu::TextureDimension::D2,
                            layers,
                            bound,
                        )
                    })
                    .collect();
                let of_layer = |texture: &wgpu::Texture| {
                    let layers = texture.depth_or_array_layers();
                    texture.create_view(&wgpu::TextureViewDescriptor {
                        dimension: Some(TextureViewDimension::D2),
                        base_array_layer: layers - 1,
                        array_layer_count: Some(1),
                        ..Default::default()
                    })
                };
                let views: Vec<_> = textures.iter().map(of_layer).collect();
                let filter = |mag_filter| {
                    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                        mag_filter,
                        ..Default::default()
                    })
                };
                let samplers = [filter(wgpu::FilterMode::Nearest), filter(wgpu::FilterMode::Linear)];
                let (out, unused) = (storage(gpu, &[0; 4096]), storage(gpu, &[0; 16]));
                let views: Vec<_> = views.iter().collect();
                let resources = [
                    (0, unused.as_entire_binding()),
                    (1, wgpu::BindingResource::TextureViewArray(&views)),
                    (3, wgpu::BindingResource::SamplerArray(&[&samplers[0], &samplers[1]])),
                    (7, out.as_entire_binding()),
                ];
                let group = bind(gpu, &compute.group(0), &resources);
                dispatch(gpu, &compute.pipeline, &[&group], [4, 1, 1]);
                read(gpu, &out)
            });
        }
    }
}

#[test]
fn arrays_of_storage_textures() {
    let Some(gpu) = Gpu::all() else { return };
    let needed = Features::TEXTURE_BINDING_ARRAY | Features::STORAGE_RESOURCE_BINDING_ARRAY;
    if !gpu.has(needed, "arrays of storage textures") {
        return;
    }
    let more = gpu
        .device
        .target()
        .clone()
        .enable(Feature::ShaderStorageImageArrayDynamicIndexing);
    // SAFETY: the driver does not look at whether the feature was enabled, and says that it has it.
    let extended = unsafe { gpu.again(more) };
    let images = BindGroupLayoutEntry {
        count: NonZeroU32::new(3),
        ..entry(
            6,
            BindingType::StorageTexture {
                access: wgpu::StorageTextureAccess::WriteOnly,
                format: TextureFormat::Rgba8Uint,
                view_dimension: TextureViewDimension::D2,
            },
        )
    };
    // A literal index takes no feature. Any other takes one that wgpu leaves off (Vulkan, shaderStorageImageArrayDynamicIndexing).
    let non_uniform = Features::STORAGE_TEXTURE_ARRAY_NON_UNIFORM_INDEXING;
    for (features, gpu, allowance, index) in [
        (needed, gpu, NOTHING, "2"),
        (non_uniform, &extended, DYNAMIC, "id.x % 3u"),
        (needed, &extended, DYNAMIC, "group.x % 3u"),
    ] {
        if !gpu.has(features, "arrays of storage textures indexed so") {
            continue;
        }
        let source = format!(
            "enable wgpu_binding_array;
            @group(0) @binding(6) var images: binding_array<texture_storage_2d<rgba8uint, write>, 3>;
            @compute @workgroup_size(8, 8) fn main(
                @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u,
            ) {{
                textureStore(images[{index}], id.xy, vec4u(id.xy, id.x * id.y, 7u) % 256u);
            }}"
        );
        let entries = [entry(5, buffer_type(READ_WRITE)), images];
        both_with(&format!("an array of storage textures at {index}"), allowance, |way| {
            let layout = Layout {
                groups: &[&entries],
                immediate_size: 0,
            };
            let program = ComputeProgram {
                source: &source,
                layout: Some(layout),
                ..Default::default()
            };
            let compute = compute(gpu, way, program);
            let texture = || {
                texture(
                    gpu,
                    TextureFormat::Rgba8Uint,
                    wgpu::TextureDimension::D2,
                    1,
                    TextureUsages::STORAGE_BINDING,
                )
            };
            let textures = [texture(), texture(), texture()];
            let views: Vec<_> = textures
                .iter()
                .map(|texture| view(texture, TextureViewDimension::D2))
                .collect();
            let unused = storage(gpu, &[0; 16]);
            let views: Vec<_> = views.iter().collect();
            let resources = [
                (5, unused.as_entire_binding()),
                (6, wgpu::BindingResource::TextureViewArray(&views)),
            ];
            let group = bind(gpu, &compute.group(0), &resources);
            dispatch(gpu, &compute.pipeline, &[&group], [8, 8, 1]);
            textures.iter().flat_map(|texture| read_texture(gpu, texture)).collect()
        });
    }
}
