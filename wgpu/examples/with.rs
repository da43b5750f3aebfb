//! `cargo run --package spirula-wgpu --example with`
//!
//! Moves particles in a compute shader and draws them, through wgpu and Spirula; writes `particles.ppm`. The example
//! `without` is the same program on wgpu alone.
#![allow(clippy::unwrap_used)]

use spirula_wgpu::{ComputePipelineDescriptor, Device, FragmentState, RenderPipelineDescriptor, VertexState};
use std::error::Error;
use wgpu::util::DeviceExt;

const SIZE: u32 = 256;
const PARTICLES: u32 = 512;

const SHADER: &str = "
    struct Particle { at: vec2f, speed: vec2f }
    override step = 0.01;
    @group(0) @binding(2) var<storage, read_write> particles: array<Particle>;
    @compute @workgroup_size(64) fn advance(@builtin(global_invocation_id) id: vec3u) {
        let angle = f32(id.x) * 2.399963;
        var particle = particles[id.x];
        particle.speed = mix(particle.speed, vec2f(cos(angle), sin(angle)), 0.25);
        particle.at += particle.speed * step;
        particles[id.x] = particle;
    }
    struct Between { @builtin(position) position: vec4f, @location(0) color: vec3f }
    @group(0) @binding(1) var<storage, read> drawn: array<Particle>;
    @vertex fn corner(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Between {
        let offset = vec2f(f32(vertex & 1u), f32(vertex >> 1u)) * 0.02 - 0.01;
        let particle = drawn[instance];
        return Between(vec4f(particle.at + offset, 0.0, 1.0), vec3f(particle.speed * 0.5 + 0.5, 0.6));
    }
    @fragment fn shade(in: Between) -> @location(0) vec4f { return vec4f(in.color, 1.0); }";

/// The picture after some steps, as RGBA.
pub async fn picture(adapter: wgpu::Adapter) -> Result<Vec<u8>, Box<dyn Error>> {
    let (device, queue) = adapter
        .request_device(&wgpu::DeviceDescriptor {
            required_features: wgpu::Features::PASSTHROUGH_SHADERS,
            ..Default::default()
        })
        .await?;
    let device = Device::new(&adapter, device)?;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("particles.wgsl"),
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    })?;
    let compute = device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("advance"),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &[("step", 0.05)],
            ..Default::default()
        },
        cache: None,
    })?;
    let render = device.create_render_pipeline(&RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..Default::default()
        },
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(FragmentState {
            module: &module,
            entry_point: Some("shade"),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::TextureFormat::Rgba8Unorm.into())],
        }),
        multiview_mask: None,
        cache: None,
    })?;

    let particles = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &vec![0; PARTICLES as usize * 16],
        usage: wgpu::BufferUsages::STORAGE,
    });
    let bind = |layout: &wgpu::BindGroupLayout, binding| {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout,
            entries: &[wgpu::BindGroupEntry {
                binding,
                resource: particles.as_entire_binding(),
            }],
        })
    };
    let advanced = bind(&compute.get_bind_group_layout(0), 2);
    let drawn = bind(&render.get_bind_group_layout(0), 1);
    let size = wgpu::Extent3d {
        width: SIZE,
        height: SIZE,
        depth_or_array_layers: 1,
    };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let view = texture.create_view(&Default::default());
    let pixels = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(SIZE * SIZE * 4),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });

    let mut encoder = device.create_command_encoder(&Default::default());
    for _ in 0..20 {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&compute);
        pass.set_bind_group(0, &advanced, &[]);
        pass.dispatch_workgroups(PARTICLES / 64, 1, 1);
    }
    {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: Default::default(),
            })],
            ..Default::default()
        });
        pass.set_pipeline(&render);
        pass.set_bind_group(0, &drawn, &[]);
        pass.draw(0..4, 0..PARTICLES);
    }
    let target = wgpu::TexelCopyBufferInfo {
        buffer: &pixels,
        layout: wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(SIZE * 4),
            rows_per_image: None,
        },
    };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), target, size);
    queue.submit([encoder.finish()]);
    pixels.map_async(wgpu::MapMode::Read, .., |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely())?;
    Ok(pixels.get_mapped_range(..)?.to_vec())
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    // wgpu's futures are ready at once on native platforms.
    let rgba = std::pin::pin!(async {
        let adapter = instance.request_adapter(&Default::default()).await?;
        picture(adapter).await
    });
    let std::task::Poll::Ready(rgba) = rgba.poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) else {
        return Err("wgpu's futures are not ready".into());
    };
    let rgb: Vec<u8> = rgba?.chunks(4).flat_map(|texel| texel[..3].to_vec()).collect();
    std::fs::write(
        "particles.ppm",
        [format!("P6 {SIZE} {SIZE} 255\n").as_bytes(), &rgb].concat(),
    )?;
    Ok(())
}
