//! Test of `examples/lit_mesh.wgsl`, rendered off screen, against a picture of the same scene by a rasterizer and
//! shading formulas in Rust, in double precision.

use super::bytes::Bytes;
use super::run::{example, targets, words};
use super::shapes::{self, Matrix, Vec3, Vertex, add, cross, dot, length, mix, mul, normalize, scale, sub, transform};
use crate::common::picture::Picture;
use crate::common::vulkan::{
    Attribute, Binding, Color, Image, Render, Resource, Sampling, Stage, VertexBuffer, gpu, vk,
};
use crate::common::{backends, parse::Shader};

const WIDTH: u32 = 160;
const HEIGHT: u32 = 120;
const CLEAR: [f64; 4] = [0.1, 0.15, 0.2, 1.0];
const EXPOSURE: f64 = 1.1;
const AMBIENT: Vec3 = [0.06, 0.07, 0.09];
const TINT: [f64; 4] = [1.0, 0.95, 0.9, 0.5];
const SHININESS: f64 = 24.0;
const SPECULAR: f64 = 0.6;
const EYE: Vec3 = [2.4, 2.0, 3.2];

#[derive(Clone, Copy)]
struct Light {
    kind: u32,
    position: Vec3,
    direction: Vec3,
    range: f64,
    color: Vec3,
    /// The cosines of the angles between which a spot light fades.
    inner: f64,
    outer: f64,
}

fn lights() -> [Light; 3] {
    let sun = Light {
        kind: 0,
        position: [0.0; 3],
        direction: normalize([-0.4, -0.8, -0.45]),
        range: 1.0,
        color: [0.5, 0.48, 0.42],
        inner: 1.0,
        outer: 0.5,
    };
    let lamp = Light {
        kind: 1,
        position: [1.8, 0.6, 1.2],
        range: 5.0,
        color: [0.9, 0.3, 0.2],
        ..sun
    };
    let spot = Light {
        kind: 2,
        position: [-1.5, 2.5, 2.0],
        direction: normalize([1.2, -2.6, -1.6]),
        range: 9.0,
        color: [2.0, 3.0, 4.5],
        inner: 0.97,
        outer: 0.88,
    };
    [sun, lamp, spot]
}

const TEXTURE_SIDE: u32 = 4;

fn texels() -> Vec<[u8; 4]> {
    (0..TEXTURE_SIDE * TEXTURE_SIDE)
        .map(|i| {
            let (x, y) = (i % TEXTURE_SIDE, i / TEXTURE_SIDE);
            [60 + x * 60, 230 - y * 50, if (x + y) % 2 == 0 { 200 } else { 90 }, 255].map(|value| value as u8)
        })
        .collect()
}

/// A sample of the repeated texture with linear filtering.
fn sample(texels: &[[u8; 4]], uv: [f64; 2]) -> [f64; 4] {
    let side = f64::from(TEXTURE_SIDE);
    let at = uv.map(|x| x * side - 0.5);
    let (fx, fy) = (at[0] - at[0].floor(), at[1] - at[1].floor());
    let wrap = |x: f64| x.rem_euclid(side) as usize;
    let texel = |dx: f64, dy: f64| {
        let (x, y) = (wrap(at[0].floor() + dx), wrap(at[1].floor() + dy));
        texels[y * TEXTURE_SIDE as usize + x].map(|value| f64::from(value) / 255.0)
    };
    let (top, bottom) = (
        mix(texel(0.0, 0.0), texel(1.0, 0.0), fx),
        mix(texel(0.0, 1.0), texel(1.0, 1.0), fx),
    );
    mix(top, bottom, fy)
}

/// Blinn-Phong reflection of all lights; the shader describes the members.
fn shade(texels: &[[u8; 4]], vertex: &Vertex, front: bool) -> [f64; 4] {
    let sampled = sample(texels, vertex.uv);
    let albedo: Vec3 = std::array::from_fn(|i| sampled[i] * TINT[i]);
    let normal = scale(normalize(vertex.normal), if front { 1.0 } else { -1.0 });
    let view = normalize(sub(EYE, vertex.position));
    let mut color: Vec3 = std::array::from_fn(|i| AMBIENT[i] * albedo[i]);
    for light in lights() {
        let offset = sub(light.position, vertex.position);
        let distance = length(offset);
        let to_light = if light.kind == 0 {
            scale(light.direction, -1.0)
        } else {
            scale(offset, 1.0 / distance)
        };
        let mut strength = 1.0;
        if light.kind != 0 {
            let window = (1.0 - (distance / light.range).powi(4)).clamp(0.0, 1.0);
            strength = window * window / (1.0 + distance * distance);
        }
        if light.kind == 2 {
            let angle = dot(scale(to_light, -1.0), light.direction);
            let t = ((angle - light.outer) / (light.inner - light.outer)).clamp(0.0, 1.0);
            strength *= t * t * (3.0 - 2.0 * t);
        }
        let diffuse = dot(normal, to_light);
        if diffuse > 0.0 {
            let halfway = normalize(add(to_light, view));
            let highlight = SPECULAR * dot(normal, halfway).max(0.0).powf(SHININESS);
            for i in 0..3 {
                color[i] += light.color[i] * strength * (albedo[i] * diffuse + highlight);
            }
        }
    }
    [
        color[0] * EXPOSURE,
        color[1] * EXPOSURE,
        color[2] * EXPOSURE,
        sampled[3] * TINT[3],
    ]
}

fn model() -> Matrix {
    mul(shapes::rotation([0.3, 1.0, 0.2], 0.6), shapes::scaling([1.0, 0.8, 1.2]))
}

/// The inverse transpose: for a rotation times a scale it is the rotation times the reciprocal scale.
fn normals() -> Matrix {
    mul(
        shapes::rotation([0.3, 1.0, 0.2], 0.6),
        shapes::scaling([1.0, 1.25, 1.0 / 1.2]),
    )
}

fn view_projection() -> Matrix {
    let view = shapes::look_at(EYE, [0.0, -0.1, 0.0], [0.0, 1.0, 0.0]);
    mul(
        shapes::perspective(0.8, f64::from(WIDTH) / f64::from(HEIGHT), 0.5, 20.0),
        view,
    )
}

/// The picture, and for each pixel whether it is far enough from the edges of triangles.
fn expected(mesh: &[Vertex]) -> (Picture, Vec<bool>) {
    let texels = texels();
    let world: Vec<Vertex> = mesh
        .iter()
        .map(|vertex| {
            let [x, y, z] = vertex.position;
            let [nx, ny, nz] = vertex.normal;
            let position = transform(&model(), [x, y, z, 1.0]);
            let normal = transform(&normals(), [nx, ny, nz, 0.0]);
            let xyz = |v: [f64; 4]| [v[0], v[1], v[2]];
            Vertex {
                position: xyz(position),
                normal: xyz(normal),
                uv: vertex.uv,
            }
        })
        .collect();
    let fragments = shapes::rasterize(&world, &view_projection(), WIDTH, HEIGHT);
    let colors: Vec<_> = fragments
        .iter()
        .map(|fragment| {
            fragment
                .hit
                .as_ref()
                .map_or(CLEAR, |(vertex, front)| shade(&texels, vertex, *front))
        })
        .collect();
    let certain = fragments.iter().map(|fragment| fragment.certain).collect();
    (Picture::from_colors(WIDTH, HEIGHT, &colors), certain)
}

fn bindings() -> Vec<Binding> {
    let mut camera = Bytes::default();
    camera.mat4(view_projection()).vec3(EYE).f32(EXPOSURE);
    let mut lighting = Bytes::default();
    lighting.vec3(AMBIENT).u32(3);
    for light in lights() {
        lighting
            .vec3(light.position)
            .u32(light.kind)
            .vec3(light.direction)
            .f32(light.range);
        lighting.vec3(light.color).f32(light.inner).f32(light.outer).align(16);
    }
    // The array has four elements.
    lighting.0.resize(16 + 4 * 64, 0);
    let mut object = Bytes::default();
    object
        .mat4(model())
        .mat4(normals())
        .vec4(TINT)
        .f32(SHININESS)
        .f32(SPECULAR)
        .align(16);
    let texels = texels().into_flattened();
    let image = Image::flat(vk::Format::R8G8B8A8_UNORM, TEXTURE_SIDE, TEXTURE_SIDE, texels);
    let sampling = Sampling {
        filter: vk::Filter::LINEAR,
        address: vk::SamplerAddressMode::REPEAT,
        compare: None,
    };
    [
        (0, 0, Resource::Uniform(camera.0)),
        (0, 1, Resource::Uniform(lighting.0)),
        (1, 0, Resource::Uniform(object.0)),
        (1, 1, Resource::Texture(image)),
        (1, 2, Resource::Sampler(sampling)),
    ]
    .map(|(set, binding, resource)| Binding { set, binding, resource })
    .into()
}

fn vertex_buffer(mesh: &[Vertex]) -> VertexBuffer {
    let mut bytes = Bytes::default();
    for vertex in mesh {
        bytes.floats(&vertex.position).floats(&vertex.normal).floats(&vertex.uv);
    }
    let vec3 = vk::Format::R32G32B32_SFLOAT;
    let attributes = [(0, vec3, 0), (1, vec3, 12), (2, vk::Format::R32G32_SFLOAT, 24)];
    VertexBuffer {
        stride: 32,
        attributes: attributes
            .map(|(location, format, offset)| Attribute {
                location,
                format,
                offset,
            })
            .into(),
        bytes: bytes.0,
        per_instance: false,
    }
}

/// The words for both stages: from separate modules, or from one module.
fn stages(shader: &Shader, target: &str) -> [[Vec<u32>; 2]; 2] {
    let both =
        backends::spirula(shader, &backends::options(target)).unwrap_or_else(|error| panic!("{target}: {error}"));
    [
        [words(shader, target, "vertex"), words(shader, target, "fragment")],
        [both.clone(), both],
    ]
}

#[test]
fn the_mesh_is_lit_as_in_rust() {
    let Some(gpu) = gpu() else { return };
    let shader = example("lit_mesh.wgsl");
    let mesh = shapes::cube_above_floor();
    let (expected, certain) = expected(&mesh);
    expected.keep("lit_mesh_expected");
    let share = certain.iter().filter(|certain| **certain).count() as f64 / certain.len() as f64;
    assert!(share > 0.8, "most pixels are far from edges, but only {share} are");
    let vertex_buffers = [vertex_buffer(&mesh)];
    let bindings = bindings();
    for target in targets(&gpu) {
        for [vertex, fragment] in stages(&shader, target) {
            let pixels = gpu
                .render(&Render {
                    vertex: Stage {
                        words: &vertex,
                        entry_point: "vertex",
                    },
                    fragment: Some(Stage {
                        words: &fragment,
                        entry_point: "fragment",
                    }),
                    bindings: &bindings,
                    push_constants: &[],
                    constants: &[],
                    vertex_buffers: &vertex_buffers,
                    topology: vk::PrimitiveTopology::TRIANGLE_LIST,
                    vertices: u32::try_from(mesh.len()).unwrap(),
                    instances: 1,
                    size: [WIDTH, HEIGHT],
                    colors: &[Color {
                        format: vk::Format::R8G8B8A8_UNORM,
                        clear: CLEAR.map(|value| value as f32),
                    }],
                    depth: true,
                })
                .unwrap_or_else(|error| panic!("{target}: {error}"));
            let picture = Picture::from_bytes(WIDTH, HEIGHT, &pixels.colors[0]);
            picture.keep("lit_mesh");
            picture
                .compare(&expected, 3, |x, y| certain[(y * WIDTH + x) as usize])
                .unwrap_or_else(|error| panic!("{target}: {error}"));
        }
    }
}

#[test]
fn the_expected_scene_shows_every_part_of_the_shader() {
    // The reference is meaningful only if the scene uses all features of the shader.
    let mesh = shapes::cube_above_floor();
    let (picture, _) = expected(&mesh);
    let background = Picture::from_colors(1, 1, &[CLEAR]).rgba[0];
    let seen = picture.rgba.iter().filter(|pixel| **pixel != background).count();
    assert!(
        seen > picture.rgba.len() / 3,
        "the mesh covers a good part of the picture, not {seen} pixels"
    );
    let unique: std::collections::BTreeSet<_> = picture.rgba.iter().collect();
    assert!(unique.len() > 1000, "shading varies: {} colors", unique.len());
    let tilted = cross([0.3, 1.0, 0.2], [0.0, 1.0, 0.0]);
    assert!(length(tilted) > 0.1, "the rotation is not about an axis of the scale");
}
