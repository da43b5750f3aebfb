//! Tests of texel loads in and out of bounds with each policy, and of external textures against their formulas in Rust.

use naga::proc::BoundsCheckPolicy;

use super::bytes::to_floats;
use super::run::{group, targets};
use crate::common::setup::Setup;
use crate::common::vulkan::{Binding, Compute, Image, NEAREST, Resource, gpu, vk};
use crate::common::{backends, parse};

/// Runs `main` once with some resources, and an output buffer for the expected floats in the next binding.
fn expect(source: &str, policy: BoundsCheckPolicy, mut resources: Vec<Resource>, expected: &[f32], tolerance: f32) {
    let output = resources.len();
    resources.push(Resource::Storage(vec![0; expected.len() * 4]));
    let source = format!(
        "{source}
@group(0) @binding({output}) var<storage, read_write> output: array<f32>;
"
    );
    expect_bound(&source, policy, &group(resources), expected, tolerance);
}

/// As [`expect`], with numbered bindings; the output buffer is the last result.
fn expect_bound(source: &str, policy: BoundsCheckPolicy, bindings: &[Binding], expected: &[f32], tolerance: f32) {
    expect_with(
        source,
        |options| options.bounds_check_policies.image_load = policy,
        bindings,
        expected,
        tolerance,
    );
}

/// As [`expect_bound`], with a change of the options.
fn expect_with(source: &str, change: impl Fn(&mut Setup), bindings: &[Binding], expected: &[f32], tolerance: f32) {
    let Some(gpu) = gpu() else { return };
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    for target in targets(&gpu) {
        let mut options = backends::options_for(target, "main");
        change(&mut options);
        let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{target}: {error}"));
        let run = Compute {
            words: &words,
            entry_point: "main",
            bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        };
        let results = gpu
            .compute(&run)
            .unwrap_or_else(|error| panic!("{target}: {error}\n{source}"));
        let actual = to_floats(results.last().map_or(&[], |bytes| bytes));
        let close = |(a, b): (&f32, &f32)| (a - b).abs() <= tolerance;
        assert!(
            actual.len() == expected.len() && actual.iter().zip(expected).all(close),
            "{target} {:?}: {actual:?}, expected {expected:?}\n{source}",
            options.bounds_check_policies.image_load
        );
    }
}

/// Floats counting from 1, by levels and in a level by layers.
fn counting(view: vk::ImageViewType, extent: [u32; 3], layers: u32, levels: u32) -> Image {
    let texels: u32 = (0..levels)
        .map(|level| extent.map(|size| (size >> level).max(1)).iter().product::<u32>() * layers)
        .sum();
    Image {
        format: vk::Format::R32_SFLOAT,
        view,
        extent,
        layers,
        levels,
        texels: (1..=texels).flat_map(|value| (value as f32).to_ne_bytes()).collect(),
    }
}

/// Checks loads against the nearest texel; each load has a flag whether it is in bounds.
fn check_loads(declaration: &str, image: &Resource, loads: &[(&str, f32, bool)]) {
    let inside: Vec<_> = loads.iter().copied().filter(|&(.., inside)| inside).collect();
    for (policy, loads) in [
        (BoundsCheckPolicy::Restrict, loads),
        (BoundsCheckPolicy::ReadZeroSkipWrite, loads),
        // Unchecked only for loads in bounds.
        (BoundsCheckPolicy::Unchecked, &inside),
    ] {
        check_loads_under(policy, declaration, image, loads);
    }
}

fn check_loads_under(policy: BoundsCheckPolicy, declaration: &str, image: &Resource, loads: &[(&str, f32, bool)]) {
    let assignments: String = loads
        .iter()
        .enumerate()
        .map(|(index, (load, ..))| format!("    output[{index}] = textureLoad(image, {load}).x;\n"))
        .collect();
    // A value that the compiler does not know.
    let source = format!(
        "enable wgpu_int16;
@group(0) @binding(0) var image: {declaration};
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3u) {{
    let z = id.x; let i = i32(z);
{assignments}}}"
    );
    let expected: Vec<f32> = loads
        .iter()
        .map(|&(_, nearest, inside)| match policy {
            BoundsCheckPolicy::ReadZeroSkipWrite if !inside => 0.0,
            _ => nearest,
        })
        .collect();
    expect(&source, policy, vec![image.clone()], &expected, 0.0);
}

#[test]
fn loads_of_mipmapped_layers() {
    // Level 0 has three layers of 4 × 2, 1 to 24, level 1 three layers of 2 × 1, 25 to 30.
    let image = Resource::Texture(counting(vk::ImageViewType::TYPE_2D_ARRAY, [4, 2, 1], 3, 2));
    let loads = [
        ("vec2u(z + 3, z + 1), z + 2, z", 24.0, true),
        ("vec2i(i + 3, i + 1), z + 2, i", 24.0, true),
        ("vec2u(z + 3, z + 1), i + 2, 0", 24.0, true),
        ("vec2u(z + 1, z), z + 2, z + 1", 30.0, true),
        ("vec2u(z + 4, z), z, z", 4.0, false),
        ("vec2i(i - 1, i), z, z", 4.0, false),
        ("vec2i(i, i - 1), z, 0", 5.0, false),
        ("vec2i(i), i - 1, 0", 17.0, false),
        ("vec2u(z), z + 3, 0u", 17.0, false),
        ("vec2u(z + 1, z), z, i + 2", 26.0, false),
        ("vec2u(z + 1, z), z, i - 1", 26.0, false),
        ("vec2u(0xffffffff, 0), 0u, 0", 4.0, false),
        ("vec2i(2, 0), 0u, 1", 26.0, false),
    ];
    check_loads("texture_2d_array<f32>", &image, &loads);
}

/// Coordinates and levels of 16 and 64 bits. What does not fit into 32 bits is out of range, and a negative
/// number is not the small one that its low bits are.
#[test]
fn loads_at_narrow_and_wide_coordinates() {
    // Level 0 has three layers of 4 × 2, 1 to 24, level 1 three layers of 2 × 1, 25 to 30.
    let image = Resource::Texture(counting(vk::ImageViewType::TYPE_2D_ARRAY, [4, 2, 1], 3, 2));
    let loads = [
        ("vec2<u64>(vec2u(z + 3, z + 1)), z + 2, u64(z)", 24.0, true),
        ("vec2<i64>(vec2i(i + 3, i + 1)), i + 2, i64(i)", 24.0, true),
        ("vec2<i64>(vec2i(i + 1, i)), z + 2, i64(i + 1)", 30.0, true),
        ("vec2i(i + 3, i + 1), z + 2, u16(z)", 24.0, true),
        ("vec2<u16>(vec2u(z + 3, z + 1)), i + 2, i16(i)", 24.0, true),
        ("vec2<i16>(vec2i(i + 1, i)), z + 2, u16(z + 1)", 30.0, true),
        ("vec2<u64>((1lu << (z + 32)) | 1lu, 0lu), z, z", 4.0, false),
        ("vec2<i64>((1li << (z + 32)) | 1li, 0li), z, z", 4.0, false),
        ("vec2<i64>(i64(i) - 1li, 0li), z, z", 4.0, false),
        ("vec2<i64>(0li, i64(i) - 1li), z, 0", 5.0, false),
        ("vec2u(z + 1, z), z, 1lu << (z + 32)", 26.0, false),
        ("vec2u(z + 1, z), z, i64(i) - 1li", 26.0, false),
        ("vec2<i16>(i16(i) - i16(1), i16(0)), z, z", 4.0, false),
        ("vec2<u16>(u16(z) - u16(1), u16(0)), z, z", 4.0, false),
        ("vec2<u16>(u16(z) + u16(32768), u16(0)), z, z", 4.0, false),
        ("vec2u(z + 1, z), z, i16(i) - i16(1)", 26.0, false),
    ];
    check_loads("texture_2d_array<f32>", &image, &loads);
}

/// Loads whose conditions make checks unnecessary, at coordinates and levels inside, at and past the edges.
#[test]
fn loads_under_conditions() {
    const EDGES: [u32; 9] = [0, 1, 2, 3, 4, 5, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];
    const LEVELS: [u32; 4] = [0, 1, 2, 0xFFFF_FFFF];
    // Level 0 has 5 × 3 texels, 1 to 15, level 1 has 2 × 1, 16 and 17.
    let image = Resource::Texture(counting(vk::ImageViewType::TYPE_2D, [5, 3, 1], 1, 2));
    let extents = [[5, 3], [2, 1]];
    let texel = |[x, y]: [u32; 2], level: u32| {
        let [width, height] = extents[level as usize];
        let at = y.min(height - 1) * width + x.min(width - 1);
        (1 + level * 15 + at) as f32
    };
    let is_inside = |[x, y]: [u32; 2], level: u32| {
        let extent = extents.get(level as usize);
        extent.is_some_and(|&[width, height]| x < width && y < height)
    };
    type Expected<'a> = &'a dyn Fn([u32; 2], u32) -> f32;
    let guarded_first: Expected<'_> = &|p, _| if is_inside(p, 0) { texel(p, 0) } else { 99.0 };
    let clamped_first: Expected<'_> = &|p, _| texel(p, 0);
    let guarded: Expected<'_> = &|p, level| if is_inside(p, level) { texel(p, level) } else { 99.0 };
    let clamped: Expected<'_> = &|p, level| if level < 2 { texel(p, level) } else { 99.0 };
    let nearest: Expected<'_> = &|p, level| texel(p, level.min(1));
    let cases: [(&str, Expected<'_>); 7] = [
        (
            "if all(p < textureDimensions(image)) { r = textureLoad(image, p, 0).x; }",
            guarded_first,
        ),
        (
            "let d = textureDimensions(image); if p.x < d.x && !(p.y >= d.y) { r = textureLoad(image, p, 0).x; }",
            guarded_first,
        ),
        (
            "let q = vec2i(p); if all(q >= vec2i(0)) && all(vec2u(q) < textureDimensions(image)) { r = textureLoad(image, vec2u(q), 0).x; }",
            guarded_first,
        ),
        (
            "r = textureLoad(image, min(p, textureDimensions(image) - 1u), 0).x;",
            clamped_first,
        ),
        (
            "if l < textureNumLevels(image) { if all(p < textureDimensions(image, l)) { r = textureLoad(image, p, l).x; } }",
            guarded,
        ),
        (
            "if l < textureNumLevels(image) { r = textureLoad(image, min(p, textureDimensions(image, l) - 1u), l).x; }",
            clamped,
        ),
        (
            "let k = min(l, textureNumLevels(image) - 1u); r = textureLoad(image, min(p, textureDimensions(image, k) - 1u), k).x;",
            nearest,
        ),
    ];
    for (body, value) in cases {
        let mut expected = Vec::new();
        for level in LEVELS {
            for y in EDGES {
                expected.extend(EDGES.map(|x| value([x, y], level)));
            }
        }
        let source = format!(
            "@group(0) @binding(0) var image: texture_2d<f32>;
const edges = array<u32, 9>(0, 1, 2, 3, 4, 5, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF);
const levels = array<u32, 4>(0, 1, 2, 0xFFFFFFFF);
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3u) {{
    for (var at = 0u; at < 324; at++) {{
        let p = vec2(edges[at % 9], edges[at / 9 % 9]) + id.x;
        let l = levels[at / 81] + id.x;
        var r = 99.0;
        {body}
        output[at] = r;
    }}
}}"
        );
        for policy in [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite] {
            expect(&source, policy, vec![image.clone()], &expected, 0.0);
        }
    }
}

#[test]
fn loads_of_lines_and_volumes() {
    let line = Resource::Texture(counting(vk::ImageViewType::TYPE_1D, [4, 1, 1], 1, 1));
    let loads = [
        ("z + 3, z", 4.0, true),
        ("i + 3, 0", 4.0, true),
        ("i - 2, 0", 4.0, false),
        ("z, z + 1", 1.0, false),
    ];
    check_loads("texture_1d<f32>", &line, &loads);
    let volume = Resource::Texture(counting(vk::ImageViewType::TYPE_3D, [2, 2, 2], 1, 2));
    let loads = [
        ("vec3u(z + 1), z", 8.0, true),
        ("vec3i(i), i + 1", 9.0, true),
        ("vec3u(z, z, z + 2), z", 5.0, false),
        ("vec3i(i, i - 1, i), 0", 3.0, false),
    ];
    check_loads("texture_3d<f32>", &volume, &loads);
}

#[test]
fn loads_of_storage_textures() {
    let image = Resource::StorageImage(counting(vk::ImageViewType::TYPE_2D_ARRAY, [2, 2, 1], 2, 1));
    let loads = [
        ("vec2u(z + 1), z + 1", 8.0, true),
        ("vec2i(i + 1), z + 1", 8.0, true),
        ("vec2u(z + 2, z), z", 2.0, false),
        ("vec2i(i - 1), i - 1", 8.0, false),
    ];
    check_loads("texture_storage_2d_array<r32float, read_write>", &image, &loads);
}

/// The members of naga's `SpecialTypes::external_texture_params`.
struct Parameters {
    to_rgb: [[f32; 4]; 4],
    gamut: [[f32; 3]; 3],
    /// `a`, `b`, `g` and `k`.
    source_transfer: [f32; 4],
    target_transfer: [f32; 4],
    sample_transform: [[f32; 2]; 3],
    load_transform: [[f32; 2]; 3],
    size: [u32; 2],
    planes: u32,
}

impl Parameters {
    fn bytes(&self) -> Vec<u8> {
        let mut floats = self.to_rgb.concat();
        for column in self.gamut {
            floats.extend(column);
            floats.push(f32::NAN);
        }
        floats.extend(self.source_transfer);
        floats.extend(self.target_transfer);
        floats.extend(self.sample_transform.as_flattened());
        floats.extend(self.load_transform.as_flattened());
        let rest = [self.size[0], self.size[1], self.planes, 0];
        floats
            .iter()
            .map(|value| value.to_bits())
            .chain(rest)
            .flat_map(u32::to_ne_bytes)
            .collect()
    }

    /// The RGB color of luma and chroma.
    fn color(&self, [y, cb, cr]: [f32; 3]) -> [f32; 3] {
        let [a, b, g, k] = self.source_transfer;
        let linear = [0, 1, 2].map(|row| {
            let value =
                self.to_rgb[0][row] * y + self.to_rgb[1][row] * cb + self.to_rgb[2][row] * cr + self.to_rgb[3][row];
            if value < k * b {
                value / k
            } else {
                ((value + a - 1.0) / a).powf(g)
            }
        });
        let [a, b, g, k] = self.target_transfer;
        [0, 1, 2].map(|row| {
            let value: f32 = (0..3).map(|column| self.gamut[column][row] * linear[column]).sum();
            if value < b {
                k * value
            } else {
                a * value.powf(1.0 / g) - (a - 1.0)
            }
        })
    }
}

const PARAMETERS: Parameters = Parameters {
    // BT.709, full range.
    to_rgb: [
        [1.0, 1.0, 1.0, 0.0],
        [0.0, -0.1873, 1.8556, 0.0],
        [1.5748, -0.4681, 0.0, 0.0],
        [-0.7874, 0.3277, -0.9278, 1.0],
    ],
    gamut: [[0.9, 0.05, 0.02], [0.08, 0.9, 0.08], [0.02, 0.05, 0.9]],
    source_transfer: [1.099, 0.018, 1.0 / 0.45, 4.5],
    target_transfer: [1.055, 0.003_130_8, 2.4, 12.92],
    sample_transform: [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
    load_transform: [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
    size: [4, 2],
    planes: 3,
};

/// A plane with four 32-bit floats in each texel.
fn plane(width: u32, height: u32, texel: impl Fn(u32, u32) -> [f32; 4]) -> Image {
    let texels = (0..width * height)
        .flat_map(|at| texel(at % width, at / width))
        .flat_map(f32::to_ne_bytes)
        .collect();
    Image::flat(vk::Format::R32G32B32A32_SFLOAT, width, height, texels)
}

fn luma(x: u32, y: u32) -> f32 {
    0.2 + 0.1 * x as f32 + 0.3 * y as f32
}

/// Chroma with half the width and height: two texels.
fn chroma(x: u32) -> [f32; 2] {
    [[0.45, 0.55], [0.6, 0.4]][x as usize]
}

/// Evaluates expressions of type `vec4f` with an external texture of 4 × 2 texels.
fn check_external(parameters: &Parameters, expressions: &[(&str, [f32; 4])]) {
    let first = plane(4, 2, |x, y| match parameters.planes {
        1 => [luma(x, y), 0.25, 0.5, 0.75],
        _ => [luma(x, y), 0.0, 0.0, 1.0],
    });
    let second = plane(2, 1, |x, _| match parameters.planes {
        2 => [chroma(x)[0], chroma(x)[1], 0.0, 1.0],
        _ => [chroma(x)[0], 0.0, 0.0, 1.0],
    });
    let third = plane(2, 1, |x, _| [chroma(x)[1], 0.0, 0.0, 1.0]);
    let body: String = expressions
        .iter()
        .enumerate()
        .map(|(index, (expression, _))| format!("    output[{index}] = {expression};\n"))
        .collect();
    let expected: Vec<f32> = expressions.iter().flat_map(|&(_, value)| value).collect();
    check_planes(parameters, [first, second, third], &body, &expected);
}

/// Runs statements that store to `output` with an external texture of these planes.
fn check_planes(parameters: &Parameters, [first, second, third]: [Image; 3], body: &str, expected: &[f32]) {
    let source = format!(
        "@group(0) @binding(0) var image: texture_external;
@group(0) @binding(1) var samp: sampler;
@group(0) @binding(2) var<storage, read_write> output: array<vec4f>;
fn load(t: texture_external, at: vec2i) -> vec4f {{ return textureLoad(t, at); }}
fn forward(at: vec2i, t: texture_external) -> vec4f {{ return load(t, at); }}
@compute @workgroup_size(1) fn main() {{
{body}}}"
    );
    let resources = [
        (0, Resource::Texture(first)),
        (1, Resource::Sampler(NEAREST)),
        (2, Resource::Storage(vec![0; expected.len() * 4])),
        (3, Resource::Texture(second)),
        (4, Resource::Texture(third)),
        (5, Resource::Uniform(parameters.bytes())),
    ];
    let bindings = resources.map(|(binding, resource)| Binding {
        set: 0,
        binding,
        resource,
    });
    expect_bound(&source, BoundsCheckPolicy::Restrict, &bindings, expected, 0.002);
}

#[test]
fn an_external_texture_of_one_plane_is_taken_as_it_is() {
    let parameters = Parameters {
        planes: 1,
        ..PARAMETERS
    };
    let texel = |x, y| [luma(x, y), 0.25, 0.5, 0.75];
    check_external(
        &parameters,
        &[
            ("textureLoad(image, vec2i(2, 1))", texel(2, 1)),
            ("textureLoad(image, vec2u(7, 7))", texel(3, 1)),
            ("textureLoad(image, vec2i(-1, 0))", texel(3, 0)),
            ("load(image, vec2i(1, 1))", texel(1, 1)),
            ("forward(vec2i(3, 0), image)", texel(3, 0)),
            (
                "textureSampleBaseClampToEdge(image, samp, vec2f(0.6, 0.2))",
                texel(2, 0),
            ),
            (
                "textureSampleBaseClampToEdge(image, samp, vec2f(-3.0, 9.0))",
                texel(0, 1),
            ),
            ("vec4f(vec2f(textureDimensions(image)), 0, 0)", [4.0, 2.0, 0.0, 0.0]),
        ],
    );
}

#[test]
fn external_textures_of_luma_and_chroma_are_converted() {
    for planes in [2, 3] {
        let parameters = Parameters { planes, ..PARAMETERS };
        let texel = |x, y| {
            let [cb, cr] = chroma(x / 2);
            let [r, g, b] = parameters.color([luma(x, y), cb, cr]);
            [r, g, b, 1.0]
        };
        check_external(
            &parameters,
            &[
                ("textureLoad(image, vec2i(0, 0))", texel(0, 0)),
                ("textureLoad(image, vec2u(3, 1))", texel(3, 1)),
                ("textureLoad(image, vec2i(9, 0))", texel(3, 0)),
                ("forward(vec2i(1, 1), image)", texel(1, 1)),
                (
                    "textureSampleBaseClampToEdge(image, samp, vec2f(0.9, 0.8))",
                    texel(3, 1),
                ),
                (
                    "textureSampleBaseClampToEdge(image, samp, vec2f(0.3, -1.0))",
                    texel(1, 0),
                ),
            ],
        );
    }
}

/// Chroma planes of other proportions: halves of even and odd sizes, thirds, and more texels than luma has. A texel's
/// chroma is at its coordinate, scaled and truncated.
#[test]
fn external_chroma_of_any_size_is_loaded() {
    let shade = |x: u32, y: u32| 0.25 + 0.05 * (x % 7) as f32 + 0.02 * (y % 5) as f32;
    for (size, chroma) in [
        ([6, 4], [[3, 2], [2, 4]]),
        ([5, 3], [[3, 2], [5, 1]]),
        ([3, 5], [[7, 5], [1, 11]]),
        ([1080, 2], [[540, 1], [360, 2]]),
        // Odd sizes, near whose ends a coordinate scales to little less than an integer.
        ([1921, 1], [[961, 1], [641, 1]]),
        ([1, 3001], [[1, 1501], [1, 751]]),
        ([1, 1918], [[1, 959], [1, 1918]]),
    ] {
        for planes in [2, 3] {
            let parameters = Parameters {
                size,
                planes,
                ..PARAMETERS
            };
            let first = plane(size[0], size[1], |x, y| [shade(x, y + 2), 0.0, 0.0, 1.0]);
            let [second, third] =
                chroma.map(|[width, height]| plane(width, height, |x, y| [shade(x, y), shade(x + 3, y), 0.0, 1.0]));
            let texel = |x: u32, y: u32| {
                let [[a, b], [c, d]] = chroma.map(|plane| [x * plane[0] / size[0], y * plane[1] / size[1]]);
                let red = if planes == 2 { shade(a + 3, b) } else { shade(c, d) };
                let [r, g, b] = parameters.color([shade(x, y + 2), shade(a, b), red]);
                [r, g, b, 1.0]
            };
            let [width, count] = [size[0], size[0] * size[1]];
            let body = format!(
                "    for (var i = 0u; i < {count}; i++) {{
        output[i] = textureLoad(image, vec2u(i % {width}, i / {width}));
    }}
"
            );
            let expected: Vec<f32> = (0..count).flat_map(|i| texel(i % width, i / width)).collect();
            check_planes(&parameters, [first, second, third], &body, &expected);
        }
    }
}

/// A crop to the right half, mirrored: the texture is 2 × 2, and its left column is the last one of the plane.
#[test]
fn external_textures_are_cropped_and_flipped() {
    let parameters = Parameters {
        planes: 1,
        size: [2, 2],
        sample_transform: [[-0.5, 0.0], [0.0, 1.0], [1.0, 0.0]],
        load_transform: [[-1.0, 0.0], [0.0, 1.0], [3.0, 0.0]],
        ..PARAMETERS
    };
    let texel = |x, y| [luma(x, y), 0.25, 0.5, 0.75];
    check_external(
        &parameters,
        &[
            ("textureLoad(image, vec2i(0, 0))", texel(3, 0)),
            ("textureLoad(image, vec2i(1, 1))", texel(2, 1)),
            ("textureLoad(image, vec2i(5, 1))", texel(2, 1)),
            (
                "textureSampleBaseClampToEdge(image, samp, vec2f(0.2, 0.2))",
                texel(3, 0),
            ),
            (
                "textureSampleBaseClampToEdge(image, samp, vec2f(2.0, 0.8))",
                texel(2, 1),
            ),
            (
                "textureSampleBaseClampToEdge(image, samp, vec2f(-2.0, 0.8))",
                texel(3, 1),
            ),
            ("vec4f(vec2f(textureDimensions(image)), 0, 0)", [2.0, 2.0, 0.0, 0.0]),
        ],
    );
    let unsized_parameters = Parameters {
        size: [0, 0],
        planes: 1,
        ..PARAMETERS
    };
    check_external(
        &unsized_parameters,
        &[
            ("vec4f(vec2f(textureDimensions(image)), 0, 0)", [4.0, 2.0, 0.0, 0.0]),
            ("textureLoad(image, vec2i(3, 1))", texel(3, 1)),
            ("textureLoad(image, vec2u(4, 7))", texel(3, 1)),
            ("textureLoad(image, vec2i(-1, 0))", texel(3, 0)),
        ],
    );
}

/// Planes and parameters in separate groups, by the binding map.
#[test]
fn external_textures_are_bound_by_their_map() {
    let source = "@group(0) @binding(0) var image: texture_external;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
@compute @workgroup_size(1) fn main() { output[0] = textureLoad(image, vec2i(3, 1)); }";
    let parameters = Parameters {
        planes: 2,
        ..PARAMETERS
    };
    let at = |descriptor_set, binding| spirula::BindingInfo {
        descriptor_set,
        binding,
        ..Default::default()
    };
    let info = spirula::ExternalTextureBindingInfo {
        planes: [at(2, 1), at(1, 0), at(2, 3)],
        params: at(1, 4),
    };
    let [cb, cr] = chroma(1);
    let [r, g, b] = parameters.color([luma(3, 1), cb, cr]);
    let first = plane(4, 2, |x, y| [luma(x, y), 0.0, 0.0, 1.0]);
    let second = plane(2, 1, |x, _| [chroma(x)[0], chroma(x)[1], 0.0, 1.0]);
    let bindings = [
        (0, 1, Resource::Storage(vec![0; 16])),
        (2, 1, Resource::Texture(first)),
        (1, 0, Resource::Texture(second.clone())),
        (2, 3, Resource::Texture(second)),
        (1, 4, Resource::Uniform(parameters.bytes())),
    ]
    .map(|(set, binding, resource)| Binding { set, binding, resource });
    let change = |options: &mut Setup| {
        let place = naga::ResourceBinding { group: 0, binding: 0 };
        options.external_texture_binding_map.insert(place, info);
    };
    expect_with(source, change, &bindings, &[r, g, b, 1.0], 0.002);
}
