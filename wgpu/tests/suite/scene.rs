//! A scene of a published renderer: vello 0.11, which draws with some twenty compute shaders. vello makes its pipelines itself,
//! so its own renderer is wgpu's way; ours runs the recording of commands that vello makes.

use crate::both::{Compute, ComputeProgram, Layout, Way, bind, both, compute, read_texture};
use crate::gpu::Gpu;
use std::collections::HashMap;
use vello::kurbo::{Affine, BezPath, Circle, Point, Rect, RoundedRect, Stroke};
use vello::low_level::{
    BufferProxy, Command, FullShaders, ImageFormat, ImageProxy, Recording, Render, ResourceId, ResourceProxy, ShaderId,
    vello_encoding::Resolver,
};
use vello::peniko::{BlendMode, Blob, Color, Compose, Fill, Gradient, ImageAlphaType, ImageBrush, ImageData, Mix};
use vello::{AaConfig, AaSupport, RenderParams, RendererOptions, Scene};
use vello_shaders::{BindType, ComputeShader, SHADERS};
use wgpu::util::DeviceExt;
use wgpu::{BufferBindingType, BufferUsages, TextureUsages};

const SIZE: u32 = 256;

/// Fills, strokes, dashes, gradients of all kinds, images, clips and blended layers.
fn scene(rule: Fill) -> Scene {
    let mut scene = Scene::new();
    let at = |x: f64, y: f64| Affine::translate((x, y));
    let linear = Gradient::new_linear((0.0, 0.0), (256.0, 256.0)).with_stops([
        Color::from_rgb8(20, 30, 90),
        Color::from_rgb8(240, 120, 60),
        Color::from_rgb8(30, 200, 120),
    ]);
    scene.fill(
        Fill::NonZero,
        Affine::IDENTITY,
        &linear,
        None,
        &Rect::new(0.0, 0.0, 256.0, 256.0),
    );
    let radial = Gradient::new_radial((60.0, 60.0), 50.0).with_stops([Color::WHITE, Color::from_rgba8(255, 0, 0, 40)]);
    scene.fill(
        Fill::NonZero,
        Affine::IDENTITY,
        &radial,
        None,
        &Circle::new((60.0, 60.0), 48.0),
    );
    let sweep = Gradient::new_sweep((190.0, 60.0), 0.0, 5.0)
        .with_stops([Color::from_rgb8(10, 240, 240), Color::from_rgb8(200, 0, 250)]);
    scene.fill(
        rule,
        Affine::IDENTITY,
        &sweep,
        None,
        &RoundedRect::new(140.0, 20.0, 240.0, 100.0, 18.0),
    );
    let mut star = BezPath::new();
    for corner in 0..5 {
        let angle = f64::from(corner) * 4.0 * std::f64::consts::PI / 5.0;
        let point = Point::new(60.0 * angle.sin(), -60.0 * angle.cos());
        if corner == 0 {
            star.move_to(point)
        } else {
            star.quad_to(Point::new(point.x * 0.2, point.y * 0.3), point)
        }
    }
    star.close_path();
    scene.push_layer(
        Fill::NonZero,
        BlendMode::new(Mix::Multiply, Compose::SrcOver),
        0.8,
        Affine::IDENTITY,
        &Circle::new((128.0, 150.0), 90.0),
    );
    scene.fill(
        rule,
        at(128.0, 150.0),
        Color::from_rgba8(250, 230, 40, 220),
        None,
        &star,
    );
    scene.stroke(
        &Stroke::new(7.5).with_dashes(3.0, [14.0, 6.0]),
        at(120.0, 160.0),
        Color::from_rgb8(5, 90, 20),
        None,
        &star,
    );
    scene.push_layer(
        Fill::NonZero,
        BlendMode::new(Mix::Difference, Compose::SrcAtop),
        1.0,
        at(100.0, 130.0),
        &RoundedRect::new(0.0, 0.0, 70.0, 80.0, 20.0),
    );
    let texels: Vec<u8> = (0..32 * 32u32)
        .flat_map(|i| [(i * 7) as u8, (i / 3) as u8, (i * i) as u8, 255 - (i % 100) as u8])
        .collect();
    let image = ImageData {
        data: Blob::from(texels),
        format: vello::peniko::ImageFormat::Rgba8,
        alpha_type: ImageAlphaType::Alpha,
        width: 32,
        height: 32,
    };
    scene.draw_image(
        &ImageBrush::new(image),
        at(96.0, 120.0) * Affine::rotate(0.3) * Affine::scale(2.5),
    );
    scene.pop_layer();
    scene.pop_layer();
    for line in 0..12 {
        let width = 0.3 + f64::from(line) * 0.4;
        let path = vello::kurbo::Line::new(
            (10.0, 200.0 + f64::from(line) * 4.5),
            (246.0, 250.0 - f64::from(line) * 4.0),
        );
        scene.stroke(
            &Stroke::new(width),
            Affine::IDENTITY,
            Color::from_rgba8(0, 0, 0, 200),
            None,
            &path,
        );
    }
    scene.draw_blurred_rounded_rect(
        at(20.0, 150.0),
        Rect::new(0.0, 0.0, 50.0, 40.0),
        Color::from_rgb8(0, 40, 200),
        8.0,
        4.0,
    );
    scene
}

fn params(antialiasing_method: AaConfig) -> RenderParams {
    RenderParams {
        base_color: Color::from_rgb8(7, 8, 9),
        width: SIZE,
        height: SIZE,
        antialiasing_method,
    }
}

fn out_texture(gpu: &Gpu) -> wgpu::Texture {
    gpu.device.wgpu().create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width: SIZE,
            height: SIZE,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: TextureUsages::STORAGE_BINDING | TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

/// As a program with vello draws it.
fn with_vello(gpu: &Gpu) -> Vec<u8> {
    let method = AaConfig::Area;
    let options = RendererOptions {
        antialiasing_support: AaSupport::from_iter([method]),
        num_init_threads: std::num::NonZeroUsize::new(1),
        ..Default::default()
    };
    let texture = out_texture(gpu);
    let view = texture.create_view(&Default::default());
    let mut renderer = vello::Renderer::new(gpu.device.wgpu(), options).unwrap();
    renderer
        .render_to_texture(
            gpu.device.wgpu(),
            &gpu.queue,
            &scene(Fill::EvenOdd),
            &view,
            &params(method),
        )
        .unwrap();
    read_texture(gpu, &texture)
}

/// A shader of vello's.
struct Shader {
    compute: Compute,
    /// The `@binding` of each of its resources.
    bindings: Vec<u8>,
}

fn shader(gpu: &Gpu, way: Way, shader: &ComputeShader<'_>, source: &str) -> Shader {
    let entries: Vec<_> = shader
        .bindings
        .iter()
        .zip(shader.wgsl.binding_indices.iter())
        .map(|(ty, binding)| wgpu::BindGroupLayoutEntry {
            binding: u32::from(*binding),
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: match ty {
                BindType::Buffer => crate::bindings::buffer_type(BufferBindingType::Storage { read_only: false }),
                BindType::BufReadOnly => crate::bindings::buffer_type(BufferBindingType::Storage { read_only: true }),
                BindType::Uniform => crate::bindings::buffer_type(BufferBindingType::Uniform),
                BindType::Image => wgpu::BindingType::StorageTexture {
                    access: wgpu::StorageTextureAccess::WriteOnly,
                    format: wgpu::TextureFormat::Rgba8Unorm,
                    view_dimension: wgpu::TextureViewDimension::D2,
                },
                BindType::ImageRead => wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
            },
            count: None,
        })
        .collect();
    let layout = Layout {
        groups: &[&entries],
        immediate_size: 0,
    };
    Shader {
        compute: compute(
            gpu,
            way,
            ComputeProgram {
                source,
                layout: Some(layout),
                ..Default::default()
            },
        ),
        bindings: shader.wgsl.binding_indices.to_vec(),
    }
}

/// Runs recordings of vello's.
struct Engine<'g> {
    gpu: &'g Gpu,
    way: Way,
    /// `pack4x8unorm` as WGSL defines it is written out: SPIR-V leaves open how a tie is rounded, and here there are many.
    writes_out: bool,
    shaders: Vec<Shader>,
    buffers: HashMap<ResourceId, wgpu::Buffer>,
    images: HashMap<ResourceId, wgpu::Texture>,
}

impl Engine<'_> {
    fn add(&mut self, source: &ComputeShader<'_>) -> ShaderId {
        let mut text = source.wgsl.code.to_string();
        if self.writes_out {
            text = text.replace(" pack4x8unorm(", " pack_written_out(");
            text.push_str(
                "fn pack_written_out(v: vec4f) -> u32 {
                    let bytes = vec4u(floor(0.5 + 255.0 * clamp(v, vec4f(0.0), vec4f(1.0))));
                    return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
                }",
            );
        }
        self.shaders.push(shader(self.gpu, self.way, source, &text));
        ShaderId(self.shaders.len() - 1)
    }

    fn buffer(&mut self, proxy: &BufferProxy) -> wgpu::Buffer {
        let device = self.gpu.device.wgpu();
        let create = || {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(proxy.name),
                size: proxy.size.next_multiple_of(4),
                usage: BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC | BufferUsages::INDIRECT,
                mapped_at_creation: false,
            })
        };
        self.buffers.entry(proxy.id).or_insert_with(create).clone()
    }

    fn image(&mut self, proxy: &ImageProxy) -> wgpu::Texture {
        let device = self.gpu.device.wgpu();
        let create = || {
            assert!(proxy.format == ImageFormat::Rgba8);
            device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d {
                    width: proxy.width,
                    height: proxy.height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: TextureUsages::TEXTURE_BINDING
                    | TextureUsages::STORAGE_BINDING
                    | TextureUsages::COPY_DST
                    | TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        };
        self.images.entry(proxy.id).or_insert_with(create).clone()
    }

    fn write(&mut self, proxy: &ImageProxy, origin: [u32; 2], [width, height]: [u32; 2], texels: &[u8]) {
        let texture = self.image(proxy);
        let mut target = texture.as_image_copy();
        target.origin = wgpu::Origin3d {
            x: origin[0],
            y: origin[1],
            z: 0,
        };
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(width * 4),
            rows_per_image: None,
        };
        self.gpu.queue.write_texture(
            target,
            texels,
            layout,
            wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
        );
    }

    fn bind(&mut self, shader: ShaderId, resources: &[ResourceProxy]) -> wgpu::BindGroup {
        enum Bound {
            Buffer(wgpu::Buffer),
            View(wgpu::TextureView),
        }
        let bound: Vec<_> = resources
            .iter()
            .map(|resource| match resource {
                ResourceProxy::Buffer(proxy) => Bound::Buffer(self.buffer(proxy)),
                ResourceProxy::Image(proxy) => Bound::View(self.image(proxy).create_view(&Default::default())),
                _ => panic!("a resource that is neither buffer nor image"),
            })
            .collect();
        let shader = &self.shaders[shader.0];
        let resource = |binding: &u8| {
            let resource = match &bound[usize::from(*binding)] {
                Bound::Buffer(buffer) => buffer.as_entire_binding(),
                Bound::View(view) => wgpu::BindingResource::TextureView(view),
            };
            (u32::from(*binding), resource)
        };
        let resources: Vec<_> = shader.bindings.iter().map(resource).collect();
        bind(self.gpu, &shader.compute.group(0), &resources)
    }

    fn run(&mut self, recording: Recording) {
        let device = self.gpu.device.wgpu();
        let submit = |record: &dyn Fn(&mut wgpu::CommandEncoder)| {
            let mut encoder = device.create_command_encoder(&Default::default());
            record(&mut encoder);
            self.gpu.queue.submit([encoder.finish()]);
        };
        for command in recording.into_commands() {
            match command {
                Command::Upload(proxy, mut contents) | Command::UploadUniform(proxy, mut contents) => {
                    contents.resize(contents.len().next_multiple_of(4), 0);
                    let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                        label: Some(proxy.name),
                        contents: &contents,
                        usage: BufferUsages::STORAGE
                            | BufferUsages::UNIFORM
                            | BufferUsages::COPY_DST
                            | BufferUsages::INDIRECT,
                    });
                    self.buffers.insert(proxy.id, buffer);
                }
                Command::UploadImage(proxy, texels) => self.write(&proxy, [0, 0], [proxy.width, proxy.height], &texels),
                Command::WriteImage(proxy, origin, image) => {
                    self.write(&proxy, origin, [image.width, image.height], image.data.data());
                }
                Command::Clear(proxy, offset, size) => {
                    let buffer = self.buffer(&proxy);
                    submit(&|encoder| encoder.clear_buffer(&buffer, offset, size));
                }
                Command::Dispatch(shader, (x, y, z), resources) if x * y * z > 0 => {
                    let group = self.bind(shader, &resources);
                    crate::both::dispatch(self.gpu, &self.shaders[shader.0].compute.pipeline, &[&group], [x, y, z]);
                }
                Command::DispatchIndirect(shader, proxy, offset, resources) => {
                    let (group, buffer) = (self.bind(shader, &resources), self.buffer(&proxy));
                    let pipeline = &self.shaders[shader.0].compute.pipeline;
                    crate::both::pass(self.gpu, |pass| {
                        pass.set_pipeline(pipeline);
                        pass.set_bind_group(0, &group, &[]);
                        pass.dispatch_workgroups_indirect(&buffer, offset);
                    });
                }
                Command::Dispatch(..) | Command::Download(_) | Command::FreeBuffer(_) | Command::FreeImage(_) => {}
            }
        }
    }
}

/// The commands that vello makes of the scene.
fn with_commands(gpu: &Gpu, way: Way, method: AaConfig, rule: Fill) -> Vec<u8> {
    let mut engine = Engine {
        gpu,
        way,
        writes_out: method != AaConfig::Area,
        shaders: Vec::new(),
        buffers: HashMap::new(),
        images: HashMap::new(),
    };
    let area = method == AaConfig::Area;
    let shaders = FullShaders {
        pathtag_reduce: engine.add(&SHADERS.pathtag_reduce),
        pathtag_reduce2: engine.add(&SHADERS.pathtag_reduce2),
        pathtag_scan1: engine.add(&SHADERS.pathtag_scan1),
        pathtag_scan: engine.add(&SHADERS.pathtag_scan_small),
        pathtag_scan_large: engine.add(&SHADERS.pathtag_scan_large),
        bbox_clear: engine.add(&SHADERS.bbox_clear),
        flatten: engine.add(&SHADERS.flatten),
        draw_reduce: engine.add(&SHADERS.draw_reduce),
        draw_leaf: engine.add(&SHADERS.draw_leaf),
        clip_reduce: engine.add(&SHADERS.clip_reduce),
        clip_leaf: engine.add(&SHADERS.clip_leaf),
        binning: engine.add(&SHADERS.binning),
        tile_alloc: engine.add(&SHADERS.tile_alloc),
        backdrop: engine.add(&SHADERS.backdrop_dyn),
        path_count_setup: engine.add(&SHADERS.path_count_setup),
        path_count: engine.add(&SHADERS.path_count),
        coarse: engine.add(&SHADERS.coarse),
        path_tiling_setup: engine.add(&SHADERS.path_tiling_setup),
        path_tiling: engine.add(&SHADERS.path_tiling),
        fine_area: area.then(|| engine.add(&SHADERS.fine_area)),
        fine_msaa8: None,
        fine_msaa16: (!area).then(|| engine.add(&SHADERS.fine_msaa16)),
        pathtag_is_cpu: false,
    };
    let mut render = Render::new();
    let (scene, params) = (scene(rule), params(method));
    let mut recording = render.render_encoding_coarse(
        scene.encoding(),
        &mut Resolver::new(),
        &shaders,
        &mut None,
        &params,
        false,
    );
    let image = render.out_image();
    render.record_fine(&shaders, &mut recording);
    engine.run(recording);
    read_texture(gpu, &engine.image(&image))
}

#[test]
fn areas() {
    let Some(gpu) = Gpu::all() else { return };
    both(gpu, "a scene of vello", |way| match way {
        Way::Wgpu => with_vello(gpu),
        Way::Spirula => with_commands(gpu, way, AaConfig::Area, Fill::EvenOdd),
    });
}

#[test]
fn samples() {
    let Some(gpu) = Gpu::all() else { return };
    both(gpu, "a scene of vello, 16 samples", |way| {
        with_commands(gpu, way, AaConfig::Msaa16, Fill::NonZero)
    });
}
