//! Where resources are bound: gaps, several groups, groups of which part is used, dynamic offsets, immediates, arrays.

use crate::both::{
    Compute, ComputeProgram, Layout, bind, both, bytes, compute, dispatch, floats, pass, read, storage, uniform,
};
use crate::gpu::Gpu;
use core::num::NonZeroU32;
use wgpu::{BindGroupLayoutEntry, BindingType, BufferBindingType, Features, ShaderStages};

pub fn entry(binding: u32, ty: BindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE | ShaderStages::VERTEX_FRAGMENT,
        ty,
        count: None,
    }
}

pub fn buffer_type(ty: BufferBindingType) -> BindingType {
    BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

pub const UNIFORM: BufferBindingType = BufferBindingType::Uniform;
pub const READ_ONLY: BufferBindingType = BufferBindingType::Storage { read_only: true };
pub const READ_WRITE: BufferBindingType = BufferBindingType::Storage { read_only: false };

fn in_compute(entry: BindGroupLayoutEntry) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        visibility: ShaderStages::COMPUTE,
        ..entry
    }
}

#[test]
fn gaps_and_unused_entries() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        @group(0) @binding(3) var<storage, read_write> out: array<u32, 64>;
        @group(0) @binding(1) var<uniform> factor: vec4u;
        @group(0) @binding(900) var<storage, read> data: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local: u32) {
            out[local] = data[local] * factor[local % 4u] + local;
        }";
    // The entries neither begin at zero nor stand in order, and the shader leaves three of them unused.
    let entries = [
        entry(900, buffer_type(READ_ONLY)),
        in_compute(entry(3, buffer_type(READ_WRITE))),
        entry(5, BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        entry(1, buffer_type(UNIFORM)),
        entry(0, buffer_type(UNIFORM)),
        entry(17, buffer_type(READ_ONLY)),
    ];
    let data = bytes(&(100..164).collect::<Vec<_>>());
    for (name, groups) in [
        ("gaps, a stated layout", Some(&[&entries[..]][..])),
        ("gaps, a derived layout", None),
    ] {
        both(gpu, name, |way| {
            let layout = groups.map(|groups| Layout {
                groups,
                immediate_size: 0,
            });
            let program = ComputeProgram {
                source,
                layout,
                ..Default::default()
            };
            let compute = compute(gpu, way, program);
            let out = storage(gpu, &[0; 256]);
            let (data, factor) = (storage(gpu, &data), uniform(gpu, &bytes(&[3, 5, 7, 9])));
            let (other, unused) = (uniform(gpu, &[9; 16]), storage(gpu, &[7; 256]));
            let sampler = gpu.device.create_sampler(&Default::default());
            let mut resources = vec![
                (1, factor.as_entire_binding()),
                (3, out.as_entire_binding()),
                (900, data.as_entire_binding()),
            ];
            if groups.is_some() {
                resources.extend([
                    (0, other.as_entire_binding()),
                    (5, wgpu::BindingResource::Sampler(&sampler)),
                    (17, unused.as_entire_binding()),
                ]);
            }
            let group = bind(gpu, &compute.group(0), &resources);
            dispatch(gpu, &compute.pipeline, &[&group], [1, 1, 1]);
            read(gpu, &out)
        });
    }
}

#[test]
fn several_groups() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        struct Params { a: vec3f, b: u32, m: mat3x2f }
        @group(2) @binding(4) var<storage, read_write> out: array<f32, 64>;
        @group(0) @binding(2) var<uniform> params: Params;
        @group(3) @binding(1) var<storage, read> left: array<f32>;
        @group(3) @binding(6) var<storage, read> right: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local: u32) {
            let v = params.m * vec3f(left[local], right[local], 1.0);
            out[local] = dot(v, params.a.xy) + params.a.z * f32(params.b);
        }
        @compute @workgroup_size(64) fn other(@builtin(local_invocation_index) local: u32) {
            out[local] = left[63u - local];
        }";
    let first = [entry(2, buffer_type(UNIFORM)), entry(0, buffer_type(READ_ONLY))];
    let third = [entry(4, buffer_type(READ_WRITE))];
    let fourth = [entry(1, buffer_type(READ_ONLY)), entry(6, buffer_type(READ_ONLY))];
    // The second group is not there at all.
    let groups: [&[_]; 4] = [&first, &[], &third, &fourth];
    let numbers = |scale: f32| floats(&(0..64u8).map(|x| f32::from(x) * scale).collect::<Vec<_>>());
    let mut params = floats(&[1.5, -2.0, 3.25]);
    params.extend(bytes(&[5]));
    params.extend(floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    params.extend([0; 8]);
    for (entry_point, stated) in [("main", true), ("main", false), ("other", true), ("other", false)] {
        both(
            gpu,
            &format!("several groups, `{entry_point}`, stated: {stated}"),
            |way| {
                let layout = Layout {
                    groups: &groups,
                    immediate_size: 0,
                };
                let program = ComputeProgram {
                    source,
                    entry_point: Some(entry_point),
                    layout: stated.then_some(layout),
                    ..Default::default()
                };
                let compute = compute(gpu, way, program);
                let out = storage(gpu, &[0; 256]);
                let (left, right) = (storage(gpu, &numbers(0.5)), storage(gpu, &numbers(-1.75)));
                let params = uniform(gpu, &params);
                let uses_all = entry_point == "main";
                let third = bind(gpu, &compute.group(2), &[(4, out.as_entire_binding())]);
                let mut resources = vec![(1, left.as_entire_binding())];
                if stated || uses_all {
                    resources.push((6, right.as_entire_binding()));
                }
                let fourth = bind(gpu, &compute.group(3), &resources);
                let first = (stated || uses_all).then(|| {
                    let mut resources = vec![(2, params.as_entire_binding())];
                    if stated {
                        resources.push((0, left.as_entire_binding()));
                    }
                    bind(gpu, &compute.group(0), &resources)
                });
                pass(gpu, |pass| {
                    pass.set_pipeline(&compute.pipeline);
                    pass.set_bind_group(0, first.as_ref(), &[]);
                    pass.set_bind_group(2, &third, &[]);
                    pass.set_bind_group(3, &fourth, &[]);
                    pass.dispatch_workgroups(1, 1, 1);
                });
                read(gpu, &out)
            },
        );
    }
}

#[test]
fn dynamic_offsets() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        @group(0) @binding(8) var<storage, read_write> out: array<vec4f, 16>;
        @group(0) @binding(6) var<uniform> bias: vec4f;
        @group(0) @binding(2) var<storage, read> data: array<vec4f, 16>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) local: u32) {
            out[local] = data[local] * 2.0 + bias;
        }";
    let dynamic = |ty, size| BindingType::Buffer {
        ty,
        has_dynamic_offset: true,
        min_binding_size: wgpu::BufferSize::new(size),
    };
    let entries = [
        entry(6, dynamic(UNIFORM, 16)),
        entry(4, buffer_type(READ_ONLY)),
        in_compute(entry(8, dynamic(READ_WRITE, 256))),
        entry(2, dynamic(READ_ONLY, 256)),
    ];
    let numbers = floats(&(0..128u8).map(|x| f32::from(x) * 0.375).collect::<Vec<_>>());
    both(gpu, "dynamic offsets", |way| {
        let layout = Layout {
            groups: &[&entries],
            immediate_size: 0,
        };
        let program = ComputeProgram {
            source,
            layout: Some(layout),
            ..Default::default()
        };
        let compute = compute(gpu, way, program);
        let (out, data) = (storage(gpu, &[0; 768]), storage(gpu, &numbers));
        let bias = uniform(gpu, &numbers);
        let part = |buffer, size| {
            wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: 0,
                size: wgpu::BufferSize::new(size),
            })
        };
        let resources = [
            (2, part(&data, 256)),
            (4, data.as_entire_binding()),
            (6, part(&bias, 16)),
            (8, part(&out, 256)),
        ];
        let group = bind(gpu, &compute.group(0), &resources);
        pass(gpu, |pass| {
            pass.set_pipeline(&compute.pipeline);
            for (out, bias, data) in [(0, 64, 0), (256, 128, 256), (512, 0, 128)] {
                // In the order of the binding numbers: data, bias, out.
                pass.set_bind_group(0, &group, &[data, bias, out]);
                pass.dispatch_workgroups(1, 1, 1);
            }
        });
        read(gpu, &out)
    });
}

#[test]
fn immediates() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::IMMEDIATES, "immediates") {
        return;
    }
    let source = "
        struct Push { offset: u32, scale: f32, point: vec2f, flags: vec4u }
        var<immediate> push: Push;
        @group(0) @binding(0) var<storage, read_write> out: array<f32, 64>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
            out[push.offset + local] = f32(local) * push.scale + push.point.y + f32(push.flags[local % 4u]);
        }";
    let stated = [entry(3, buffer_type(READ_ONLY)), entry(0, buffer_type(READ_WRITE))];
    for is_stated in [true, false] {
        both(gpu, &format!("immediates, stated: {is_stated}"), |way| {
            let layout = Layout {
                groups: &[&stated],
                immediate_size: 64,
            };
            let program = ComputeProgram {
                source,
                layout: is_stated.then_some(layout),
                ..Default::default()
            };
            let compute = compute(gpu, way, program);
            let (out, unused) = (storage(gpu, &[0; 256]), storage(gpu, &[1; 16]));
            let mut resources = vec![(0, out.as_entire_binding())];
            if is_stated {
                resources.push((3, unused.as_entire_binding()));
            }
            let group = bind(gpu, &compute.group(0), &resources);
            pass(gpu, |pass| {
                pass.set_pipeline(&compute.pipeline);
                pass.set_bind_group(0, &group, &[]);
                for (offset, scale) in [(0u32, 1.5f32), (32, -0.25)] {
                    let mut push = bytes(&[offset]);
                    push.extend(floats(&[scale, 8.0, 100.5]));
                    push.extend(bytes(&[1, 20, 300, 4000]));
                    pass.set_immediates(0, &push);
                    pass.dispatch_workgroups(1, 1, 1);
                }
            });
            read(gpu, &out)
        });
    }
}

/// Buffers in arrays, with what the features of the device admit as an index.
#[test]
fn arrays_of_buffers() {
    let Some(gpu) = Gpu::all() else { return };
    let needed = Features::BUFFER_BINDING_ARRAY | Features::STORAGE_RESOURCE_BINDING_ARRAY;
    if !gpu.has(needed, "arrays of storage buffers") {
        return;
    }
    let array = |binding, ty, count| BindGroupLayoutEntry {
        count: NonZeroU32::new(count),
        ..in_compute(entry(binding, buffer_type(ty)))
    };
    let run = |name: &str, source: &str, entries: &[BindGroupLayoutEntry]| {
        both(gpu, name, |way| {
            let layout = Layout {
                groups: &[entries],
                immediate_size: 0,
            };
            let program = ComputeProgram {
                source,
                layout: Some(layout),
                ..Default::default()
            };
            let compute = compute(gpu, way, program);
            let contents = |seed: u32| bytes(&(0..16).map(|x| x * 17 + seed * 1000).collect::<Vec<_>>());
            let buffers: Vec<_> = (0..4).map(|seed| storage(gpu, &contents(seed))).collect();
            let outs: Vec<_> = (0..2).map(|_| storage(gpu, &[0; 256])).collect();
            run_arrays(gpu, &compute, entries, &buffers, &outs)
        });
    };
    let non_uniform = Features::SAMPLED_TEXTURE_AND_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING;
    for (feature, index) in [(needed, "group.x"), (non_uniform, "(local * 7u) % 4u"), (needed, "2")] {
        if !gpu.has(feature, "arrays of storage buffers indexed so") {
            continue;
        }
        let source = format!(
            "enable wgpu_binding_array;
            struct Data {{ numbers: array<u32> }}
            struct Out {{ numbers: array<u32, 64> }}
            @group(0) @binding(5) var<storage, read> data: binding_array<Data>;
            @group(0) @binding(2) var<storage, read_write> out: binding_array<Out, 2>;
            @compute @workgroup_size(16) fn main(
                @builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u,
            ) {{
                out[1].numbers[group.x * 16u + local] = data[{index}].numbers[local] + arrayLength(&data[1].numbers);
                out[0].numbers[group.x * 16u + local] = data[3].numbers[15u - local];
            }}"
        );
        let entries = [
            array(5, READ_ONLY, 4),
            entry(9, buffer_type(READ_ONLY)),
            array(2, READ_WRITE, 2),
        ];
        run(&format!("an array of storage buffers at {index}"), &source, &entries);
    }
}

fn run_arrays(
    gpu: &Gpu,
    compute: &Compute,
    entries: &[BindGroupLayoutEntry],
    buffers: &[wgpu::Buffer],
    outs: &[wgpu::Buffer],
) -> Vec<u8> {
    let whole: Vec<_> = buffers.iter().map(wgpu::Buffer::as_entire_buffer_binding).collect();
    let whole_outs: Vec<_> = outs.iter().map(wgpu::Buffer::as_entire_buffer_binding).collect();
    let mut resources = vec![
        (2, wgpu::BindingResource::BufferArray(&whole_outs)),
        (5, wgpu::BindingResource::BufferArray(&whole)),
    ];
    if entries.iter().any(|entry| entry.binding == 9) {
        resources.push((9, buffers[0].as_entire_binding()));
    }
    let group = bind(gpu, &compute.group(0), &resources);
    dispatch(gpu, &compute.pipeline, &[&group], [4, 1, 1]);
    outs.iter().flat_map(|out| read(gpu, out)).collect()
}

#[test]
fn arrays_of_uniform_buffers() {
    let Some(gpu) = Gpu::all() else { return };
    let needed = Features::BUFFER_BINDING_ARRAY | Features::UNIFORM_BUFFER_BINDING_ARRAYS;
    if !gpu.has(needed, "arrays of uniform buffers") {
        return;
    }
    let source = "
        enable wgpu_binding_array;
        struct Numbers { numbers: array<vec4u, 4> }
        @group(0) @binding(5) var<uniform> data: binding_array<Numbers, 4>;
        @group(0) @binding(2) var<storage, read_write> out: array<vec4u, 16>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) local: u32) {
            out[local] = data[local % 4u].numbers[local / 4u];
        }";
    let array = BindGroupLayoutEntry {
        count: NonZeroU32::new(4),
        ..in_compute(entry(5, buffer_type(UNIFORM)))
    };
    both(gpu, "an array of uniform buffers", |way| {
        let entries = [array, entry(2, buffer_type(READ_WRITE))];
        let layout = Layout {
            groups: &[&entries],
            immediate_size: 0,
        };
        let program = ComputeProgram {
            source,
            layout: Some(layout),
            ..Default::default()
        };
        let compute = compute(gpu, way, program);
        let contents = |seed: u32| bytes(&(0..16).map(|x| x * 17 + seed * 1000).collect::<Vec<_>>());
        let buffers: Vec<_> = (0..4).map(|seed| uniform(gpu, &contents(seed))).collect();
        let whole: Vec<_> = buffers.iter().map(wgpu::Buffer::as_entire_buffer_binding).collect();
        let out = storage(gpu, &[0; 256]);
        let resources = [
            (5, wgpu::BindingResource::BufferArray(&whole)),
            (2, out.as_entire_binding()),
        ];
        let group = bind(gpu, &compute.group(0), &resources);
        dispatch(gpu, &compute.pipeline, &[&group], [1, 1, 1]);
        read(gpu, &out)
    });
}

/// The words for a program that makes its module itself: what the crate's pipelines are made of.
#[test]
fn words() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        override factor = 2u;
        @group(0) @binding(3) var<storage, read_write> out: array<u32, 4>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { out[i] = i * factor + 1u; }";
    let entries = [
        entry(1, buffer_type(READ_ONLY)),
        in_compute(entry(3, buffer_type(READ_WRITE))),
    ];
    let device = &gpu.device;
    let group = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    });
    let layout = device.create_pipeline_layout(&spirula_wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&group)],
        immediate_size: 0,
    });
    let module = device.create_shader_module(crate::both::wgsl(source)).unwrap();
    let options = wgpu::PipelineCompilationOptions {
        constants: &[("factor", 5.0)],
        ..Default::default()
    };
    let words = device
        .compile(&module, naga::ShaderStage::Compute, "main", &layout, &options)
        .unwrap();
    // SAFETY: the self-check has accepted the words, and the pipeline has the layout that they were written for.
    let module = unsafe {
        device.create_shader_module_passthrough(wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: vec![wgpu::PassthroughShaderEntryPoint {
                name: "main".into(),
                workgroup_size: (4, 1, 1),
            }]
            .into(),
            spirv: Some(words.into()),
            ..Default::default()
        })
    };
    let pipeline = device.wgpu().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&layout),
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let (out, unused) = (storage(gpu, &[0; 16]), storage(gpu, &[9; 16]));
    let group = bind(
        gpu,
        &group,
        &[(1, unused.as_entire_binding()), (3, out.as_entire_binding())],
    );
    dispatch(gpu, &pipeline, &[&group], [1, 1, 1]);
    assert_eq!(read(gpu, &out), bytes(&[1, 6, 11, 16]));
}
