//! Tests of textures of every dimension and class in compute shaders: loads, samples, comparisons, gathers, stores and
//! queries of texels whose values follow from their position.

use super::run::{dispatch_shader, group};
use crate::common::parse::{self, Shader};
use crate::common::vulkan::{Image, Multisampled, NEAREST, Resource, Sampling, vk};

/// Runs `main` once with some resources, and an output buffer for the expected floats in the next binding.
fn expect_shader(shader: &Shader, source: &str, mut resources: Vec<Resource>, expected: &[f32]) {
    resources.push(Resource::Storage(vec![0; expected.len() * 4]));
    let judge = |buffers: &[Vec<u32>]| {
        let last = buffers.last().ok_or("no output")?;
        let actual: Vec<f32> = last.iter().map(|word| f32::from_bits(*word)).collect();
        let is_close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-5 * b.abs().max(1.0);
        if actual.len() == expected.len() && actual.iter().zip(expected).all(is_close) {
            Ok(())
        } else {
            Err(format!("{actual:?}, expected {expected:?}"))
        }
    };
    dispatch_shader(shader, source, |_| {}, &[], &group(resources), [1, 1, 1], judge);
}

/// As [`expect_shader`] for declarations and expressions of WGSL, each of which yields one float.
fn expect(declarations: &str, resources: Vec<Resource>, values: &[(&str, f32)]) {
    let output = resources.len();
    let statements: String = values
        .iter()
        .enumerate()
        .map(|(at, (value, _))| format!("    output[{at}] = f32({value});\n"))
        .collect();
    let source = format!(
        "{declarations}
@group(0) @binding({output}) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(1) fn main() {{
{statements}}}"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let expected: Vec<f32> = values.iter().map(|(_, value)| *value).collect();
    expect_shader(&shader, &source, resources, &expected);
}

/// An image of one level whose texels count from 0; `scale` is the factor of the number.
fn counting(format: vk::Format, view: vk::ImageViewType, extent: [u32; 3], layers: u32, scale: f32) -> Image {
    let count = extent.iter().product::<u32>() * layers;
    Image {
        format,
        view,
        extent,
        layers,
        levels: 1,
        texels: (0..count).flat_map(|at| (at as f32 * scale).to_ne_bytes()).collect(),
    }
}

/// Depth texels in 64ths.
fn depths(view: vk::ImageViewType, extent: [u32; 3], layers: u32) -> Resource {
    Resource::Texture(counting(vk::Format::D32_SFLOAT, view, extent, layers, 1.0 / 64.0))
}

/// The comparison `reference < texel`.
const LESS: Sampling = Sampling {
    compare: Some(vk::CompareOp::LESS),
    ..NEAREST
};

#[test]
fn arrays_of_cubes() {
    let floats = counting(
        vk::Format::R32_SFLOAT,
        vk::ImageViewType::CUBE_ARRAY,
        [1, 1, 1],
        12,
        1.0,
    );
    expect(
        "@group(0) @binding(0) var cubes: texture_cube_array<f32>;
@group(0) @binding(1) var filters: sampler;",
        vec![Resource::Texture(floats), Resource::Sampler(NEAREST)],
        &[
            ("textureSampleLevel(cubes, filters, vec3(1.0, 0.2, 0.1), 1, 0.0).x", 6.0),
            (
                "textureSampleLevel(cubes, filters, vec3(0.2, -1.0, 0.1), 0u, 0.0).x",
                3.0,
            ),
            (
                "textureSampleLevel(cubes, filters, vec3(0.2, 0.1, -1.0), 1, 0.0).x",
                11.0,
            ),
            ("textureNumLayers(cubes)", 2.0),
            ("textureDimensions(cubes).x + textureNumLevels(cubes)", 2.0),
        ],
    );
}

#[test]
fn depths_of_every_shape() {
    expect(
        "@group(0) @binding(0) var layers: texture_depth_2d_array;
@group(0) @binding(1) var filters: sampler;
fn load(image: texture_depth_2d_array, at: vec2<u32>, layer: i32) -> f32 { return textureLoad(image, at, layer, 0); }",
        vec![
            depths(vk::ImageViewType::TYPE_2D_ARRAY, [4, 2, 1], 3),
            Resource::Sampler(NEAREST),
        ],
        &[
            ("textureLoad(layers, vec2(3, 1), 2, 0) * 64.0", 23.0),
            ("load(layers, vec2(1u, 0u), 1) * 64.0", 9.0),
            ("textureSampleLevel(layers, filters, vec2(0.6, 0.8), 1, 0) * 64.0", 14.0),
            (
                "textureSampleLevel(layers, filters, vec2(0.1, 0.1), 2u, 0u, vec2(1, 1)) * 64.0",
                21.0,
            ),
            ("textureNumLayers(layers) * 10 + textureNumLevels(layers)", 31.0),
            (
                "textureDimensions(layers).x * 10 + textureDimensions(layers, 0).y",
                42.0,
            ),
        ],
    );
    expect(
        "@group(0) @binding(0) var cube: texture_depth_cube;
@group(0) @binding(1) var cubes: texture_depth_cube_array;
@group(0) @binding(2) var filters: sampler;",
        vec![
            depths(vk::ImageViewType::CUBE, [1, 1, 1], 6),
            depths(vk::ImageViewType::CUBE_ARRAY, [1, 1, 1], 12),
            Resource::Sampler(NEAREST),
        ],
        &[
            ("textureSampleLevel(cube, filters, vec3(0.2, 1.0, 0.1), 0) * 64.0", 2.0),
            ("textureSampleLevel(cube, filters, vec3(0.2, 0.1, -1.0), 0) * 64.0", 5.0),
            (
                "textureSampleLevel(cubes, filters, vec3(-1.0, 0.2, 0.1), 1, 0) * 64.0",
                7.0,
            ),
            ("textureNumLayers(cubes)", 2.0),
        ],
    );
}

/// The reference is less than the texels from its number on.
#[test]
fn comparisons_of_every_shape() {
    let declarations = "@group(0) @binding(0) var layers: texture_depth_2d_array;
@group(0) @binding(1) var cubes: texture_depth_cube_array;
@group(0) @binding(2) var compare: sampler_comparison;";
    let resources = vec![
        depths(vk::ImageViewType::TYPE_2D_ARRAY, [4, 2, 1], 3),
        depths(vk::ImageViewType::CUBE_ARRAY, [1, 1, 1], 12),
        Resource::Sampler(LESS),
    ];
    // Texel 14 is at (2, 1) of layer 1, texel 22 two to the left and one below it in layer 2.
    let layer = "textureSampleCompareLevel(layers, compare, vec2(0.6, 0.8), 1, ";
    let moved = "textureSampleCompareLevel(layers, compare, vec2(0.1, 0.2), 2u, ";
    let cube = "textureSampleCompareLevel(cubes, compare, vec3(-1.0, 0.2, 0.1), 1, ";
    // Four texels at the centre of the left half of layer 1: 12, 13, 9 and 8.
    let four = "textureGatherCompare(layers, compare, vec2(0.25, 0.5), 1, 8.5 / 64.0)";
    // The same, offset by two to the right: 14, 15, 11 and 10.
    let offset = "textureGatherCompare(layers, compare, vec2(0.25, 0.5), 1, 14.5 / 64.0, vec2(2, 0))";
    let values = [
        (format!("{layer}13.5 / 64.0)"), 1.0),
        (format!("{layer}14.5 / 64.0)"), 0.0),
        (format!("{moved}21.5 / 64.0, vec2(2, 1))"), 1.0),
        (format!("{moved}22.5 / 64.0, vec2(2, 1))"), 0.0),
        (format!("{cube}6.5 / 64.0)"), 1.0),
        (format!("{cube}7.5 / 64.0)"), 0.0),
        (format!("dot({four}, vec4(1.0, 2.0, 4.0, 8.0))"), 7.0),
        (format!("dot({offset}, vec4(1.0, 2.0, 4.0, 8.0))"), 2.0),
    ];
    let values: Vec<(&str, f32)> = values
        .iter()
        .map(|(value, expected)| (value.as_str(), *expected))
        .collect();
    expect(declarations, resources, &values);
}

/// Four texels, in WGSL's order: lower left, lower right, upper right, upper left.
#[test]
fn gathers_of_every_component() {
    // Texel (x, y) of a layer is 100 layers + 10 y + x; each further component adds a quarter.
    let texels = |layers: u32| {
        let numbers = (0..layers * 16).map(|at| (at / 16 * 100 + at / 4 % 4 * 10 + at % 4) as f32);
        numbers
            .flat_map(|n| [n, n + 0.25, n + 0.5, n + 0.75])
            .flat_map(f32::to_ne_bytes)
            .collect()
    };
    let image = Image {
        format: vk::Format::R32G32B32A32_SFLOAT,
        view: vk::ImageViewType::TYPE_2D_ARRAY,
        extent: [4, 4, 1],
        layers: 2,
        levels: 1,
        texels: texels(2),
    };
    let flat = Image::flat(vk::Format::R32G32B32A32_SFLOAT, 4, 4, texels(1));
    let declarations = "@group(0) @binding(0) var layers: texture_2d_array<f32>;
@group(0) @binding(1) var flat: texture_2d<f32>;
@group(0) @binding(2) var depths: texture_depth_2d_array;
@group(0) @binding(3) var filters: sampler;";
    let mut values = Vec::new();
    let mut gather = |call: &str, expected: [f32; 4]| {
        for (component, value) in ["x", "y", "z", "w"].into_iter().zip(expected) {
            values.push((format!("{call}.{component}"), value));
        }
    };
    for component in 0..4_u8 {
        let part = f32::from(component) * 0.25;
        // At the corner that the four texels at the origin share.
        let four = [10.0, 11.0, 1.0, 0.0].map(|texel| texel + part);
        gather(&format!("textureGather({component}, flat, filters, vec2(0.25))"), four);
        let moved = four.map(|texel| texel + 12.0);
        gather(
            &format!("textureGather({component}, flat, filters, vec2(0.25), vec2(2, 1))"),
            moved,
        );
        let above = four.map(|texel| texel + 100.0);
        gather(
            &format!("textureGather({component}u, layers, filters, vec2(0.25), 1)"),
            above,
        );
    }
    gather(
        "(textureGather(depths, filters, vec2(0.25, 0.5), 1, vec2(1, 0)) * 64.0)",
        [13.0, 14.0, 10.0, 9.0],
    );
    let values: Vec<(&str, f32)> = values
        .iter()
        .map(|(value, expected)| (value.as_str(), *expected))
        .collect();
    let resources = vec![
        Resource::Texture(image),
        Resource::Texture(flat),
        depths(vk::ImageViewType::TYPE_2D_ARRAY, [4, 2, 1], 3),
        Resource::Sampler(NEAREST),
    ];
    expect(declarations, resources, &values);
}

/// A storage image of 32-bit integers, all zero.
fn words(view: vk::ImageViewType, extent: [u32; 3], layers: u32) -> Resource {
    Resource::StorageImage(counting(vk::Format::R32_UINT, view, extent, layers, 0.0))
}

#[test]
fn storage_textures_of_every_shape() {
    let source = "@group(0) @binding(0) var line: texture_storage_1d<r32uint, read_write>;
@group(0) @binding(1) var volume: texture_storage_3d<r32uint, read_write>;
@group(0) @binding(2) var layers: texture_storage_2d_array<r32uint, write>;
@group(0) @binding(3) var flat: texture_storage_2d<r32uint, read>;
@group(0) @binding(4) var<storage, read_write> output: array<u32>;
fn at(image: texture_storage_2d<r32uint, read>, x: i32, y: i32) -> u32 { return textureLoad(image, vec2(x, y)).x; }
@compute @workgroup_size(1) fn main() {
    textureStore(line, 2, vec4(7u));
    textureStore(volume, vec3(1u, 0u, 1u), vec4(8u));
    textureStore(layers, vec2(1, 1), 1, vec4(9u));
    textureStore(layers, vec2(0u, 1u), 0u, vec4(10u));
    output[0] = textureLoad(line, 2u).x;
    output[1] = textureLoad(volume, vec3(1, 0, 1)).x;
    output[2] = at(flat, 1, 0);
    output[3] = textureNumLayers(layers) * 100u + textureDimensions(layers).x * 10u + textureDimensions(layers).y;
    output[4] = textureDimensions(line);
    output[5] = dot(textureDimensions(volume), vec3(100u, 10u, 1u));
    output[6] = textureDimensions(flat).x * 10u + textureDimensions(flat).y;
}";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let flat: Vec<u8> = [11_u32, 12, 13, 14]
        .iter()
        .flat_map(|word| word.to_ne_bytes())
        .collect();
    let resources = group([
        words(vk::ImageViewType::TYPE_1D, [4, 1, 1], 1),
        words(vk::ImageViewType::TYPE_3D, [2, 3, 2], 1),
        words(vk::ImageViewType::TYPE_2D_ARRAY, [3, 2, 1], 2),
        Resource::StorageImage(Image::flat(vk::Format::R32_UINT, 2, 2, flat)),
        Resource::Storage(vec![0; 28]),
    ]);
    dispatch_shader(
        &shader,
        source,
        |_| {},
        &[],
        &resources,
        [1, 1, 1],
        |buffers| {
            let with = |length: usize, places: &[(usize, u32)]| {
                let mut words = vec![0; length];
                for &(at, word) in places {
                    words[at] = word;
                }
                words
            };
            let expected = [
                with(4, &[(2, 7)]),
                with(12, &[(7, 8)]),
                with(12, &[(3, 10), (10, 9)]),
                vec![11, 12, 13, 14],
                vec![7, 8, 12, 232, 4, 232, 22],
            ];
            if buffers == expected {
                Ok(())
            } else {
                Err(format!("{buffers:?}, expected {expected:?}"))
            }
        },
    );
}

/// Arrays of 1D and of multisampled textures, which WGSL lacks.
#[test]
fn arrays_of_lines_and_of_samples() {
    let source = "#version 450
layout(set = 0, binding = 0) uniform texture1DArray lines;
layout(set = 0, binding = 1) uniform sampler filters;
layout(set = 0, binding = 2, r32f) uniform image1DArray written;
layout(set = 0, binding = 3) uniform texture2DMSArray samples;
layout(set = 0, binding = 4) buffer Output { float results[6]; };
layout(local_size_x = 1) in;

void main() {
    results[0] = textureLod(sampler1DArray(lines, filters), vec2(0.6, 1.0), 0.0).x;
    results[1] = imageLoad(written, ivec2(1, 2)).x;
    imageStore(written, ivec2(0, 1), vec4(41.0));
    results[2] = imageLoad(written, ivec2(0, 1)).x;
    results[3] = texelFetch(sampler2DMSArray(samples, filters), ivec3(1, 2, 0), 3).x;
    results[4] = texelFetch(sampler2DMSArray(samples, filters), ivec3(0, 1, 1), 0).x;
    ivec3 size = textureSize(sampler2DMSArray(samples, filters));
    results[5] = float(size.x * 100 + size.y * 10 + size.z);
}";
    let shader =
        parse::glsl(source, "lines.comp", naga::ShaderStage::Compute).unwrap_or_else(|error| panic!("{error}"));
    let line = |layers| {
        counting(
            vk::Format::R32_SFLOAT,
            vk::ImageViewType::TYPE_1D_ARRAY,
            [4, 1, 1],
            layers,
            1.0,
        )
    };
    let samples = Multisampled {
        format: vk::Format::R32_SFLOAT,
        size: [2, 3],
        layers: vec![[51.0_f32.to_bits(); 4], [52.0_f32.to_bits(); 4]],
        arrayed: true,
    };
    let resources = vec![
        Resource::Texture(line(2)),
        Resource::Sampler(NEAREST),
        Resource::StorageImage(line(3)),
        Resource::Multisampled(samples),
    ];
    expect_shader(&shader, source, resources, &[6.0, 9.0, 41.0, 51.0, 52.0, 232.0]);
}

#[test]
fn samples_of_every_class() {
    let of = |format, value: u32| {
        Resource::Multisampled(Multisampled {
            format,
            size: [3, 2],
            layers: vec![[value; 4]],
            arrayed: false,
        })
    };
    expect(
        "@group(0) @binding(0) var floats: texture_multisampled_2d<f32>;
@group(0) @binding(1) var signed: texture_multisampled_2d<i32>;
@group(0) @binding(2) var unsigned: texture_multisampled_2d<u32>;
@group(0) @binding(3) var depths: texture_depth_multisampled_2d;",
        vec![
            of(vk::Format::R32_SFLOAT, 2.5_f32.to_bits()),
            of(vk::Format::R32_SINT, (-7_i32).cast_unsigned()),
            of(vk::Format::R32_UINT, 9),
            of(vk::Format::D32_SFLOAT, 0.375_f32.to_bits()),
        ],
        &[
            ("textureLoad(floats, vec2(2, 1), 0).x", 2.5),
            ("textureLoad(floats, vec2(9, 9), 77).x", 2.5),
            ("textureLoad(signed, vec2(1u, 0u), 3).x", -7.0),
            ("textureLoad(unsigned, vec2(0, 1), 2u).x", 9.0),
            ("textureLoad(depths, vec2(2, 0), 1)", 0.375),
            ("textureDimensions(floats).x * 10 + textureDimensions(floats).y", 32.0),
            ("textureNumSamples(floats) + textureNumSamples(depths) * 10", 44.0),
            ("textureDimensions(depths).x * 10 + textureDimensions(depths).y", 32.0),
        ],
    );
}

/// Every operation on signed and unsigned texels, with operands that make its result unique.
#[test]
fn texels_change_by_every_operation() {
    let source = "@group(0) @binding(0) var signed: texture_storage_2d<r32sint, atomic>;
@group(0) @binding(1) var unsigned: texture_storage_2d<r32uint, atomic>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
    let s = i32(i) * 3 - 20;
    textureAtomicAdd(signed, vec2(0, 0), s);
    textureAtomicAnd(signed, vec2(1, 0), ~s);
    textureAtomicOr(signed, vec2(2, 0), s << 8u);
    textureAtomicXor(signed, vec2(3, 0), s);
    textureAtomicMin(signed, vec2(4, 0), s);
    textureAtomicMax(signed, vec2(5, 0), s);
    let u = i * 7u + 1u;
    textureAtomicAdd(unsigned, vec2(0, 0), u);
    textureAtomicAnd(unsigned, vec2(1, 0), ~u);
    textureAtomicOr(unsigned, vec2(2, 0), u);
    textureAtomicXor(unsigned, vec2(3, 0), u);
    textureAtomicMin(unsigned, vec2(4, 0), u);
    textureAtomicMax(unsigned, vec2(5, 0), u);
}";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let first = [5_u32, u32::MAX, 0, 0x55, 1000, 2];
    let image = |format| {
        let bytes = first.iter().flat_map(|word| word.to_ne_bytes()).collect();
        Resource::StorageImage(Image::flat(format, 6, 1, bytes))
    };
    let signed: Vec<i32> = (0..16).map(|i| i * 3 - 20).collect();
    let unsigned: Vec<u32> = (0..16).map(|i| i * 7 + 1).collect();
    let expected = [
        vec![
            (signed.iter().sum::<i32>() + 5).cast_unsigned(),
            signed.iter().fold(u32::MAX, |all, s| all & !s.cast_unsigned()),
            signed.iter().fold(0, |all, s| all | (s << 8).cast_unsigned()),
            signed.iter().fold(0x55, |all, s| all ^ s.cast_unsigned()),
            (-20_i32).cast_unsigned(),
            25,
        ],
        vec![
            unsigned.iter().sum::<u32>() + 5,
            unsigned.iter().fold(u32::MAX, |all, u| all & !u),
            unsigned.iter().fold(0, |all, u| all | u),
            unsigned.iter().fold(0x55, |all, u| all ^ u),
            1,
            106,
        ],
    ];
    let resources = group([image(vk::Format::R32_SINT), image(vk::Format::R32_UINT)]);
    dispatch_shader(
        &shader,
        source,
        |_| {},
        &[],
        &resources,
        [1, 1, 1],
        |buffers| {
            if buffers == expected {
                Ok(())
            } else {
                Err(format!("{buffers:x?}, expected {expected:x?}"))
            }
        },
    );
}
