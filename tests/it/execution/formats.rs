//! Tests of texels in every storage texture format: the memory after a store and the result of a load, compared with
//! the encodings of Vulkan's formats in Rust.

use super::bytes::{from_words, to_words};
use super::run::{group, targets};
use crate::common::vulkan::{Compute, Image, Resource, gpu, vk};
use crate::common::{backends, parse};

/// The encoding of a texel's components.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Encoding {
    Unorm,
    Snorm,
    Uint,
    Sint,
    /// Floats of 32 or 16 bits, or unsigned floats of 11 or 10 bits.
    Float,
}

use Encoding::{Float, Sint, Snorm, Uint, Unorm};

/// A format: its names in WGSL and Vulkan, and the number of bits of each component from the texel's lowest bit on.
type Format = (&'static str, vk::Format, Encoding, &'static [u32]);

const FORMATS: [Format; 40] = [
    ("r8unorm", vk::Format::R8_UNORM, Unorm, &[8]),
    ("r8snorm", vk::Format::R8_SNORM, Snorm, &[8]),
    ("r8uint", vk::Format::R8_UINT, Uint, &[8]),
    ("r8sint", vk::Format::R8_SINT, Sint, &[8]),
    ("r16unorm", vk::Format::R16_UNORM, Unorm, &[16]),
    ("r16snorm", vk::Format::R16_SNORM, Snorm, &[16]),
    ("r16uint", vk::Format::R16_UINT, Uint, &[16]),
    ("r16sint", vk::Format::R16_SINT, Sint, &[16]),
    ("r16float", vk::Format::R16_SFLOAT, Float, &[16]),
    ("rg8unorm", vk::Format::R8G8_UNORM, Unorm, &[8; 2]),
    ("rg8snorm", vk::Format::R8G8_SNORM, Snorm, &[8; 2]),
    ("rg8uint", vk::Format::R8G8_UINT, Uint, &[8; 2]),
    ("rg8sint", vk::Format::R8G8_SINT, Sint, &[8; 2]),
    ("r32uint", vk::Format::R32_UINT, Uint, &[32]),
    ("r32sint", vk::Format::R32_SINT, Sint, &[32]),
    ("r32float", vk::Format::R32_SFLOAT, Float, &[32]),
    ("rg16unorm", vk::Format::R16G16_UNORM, Unorm, &[16; 2]),
    ("rg16snorm", vk::Format::R16G16_SNORM, Snorm, &[16; 2]),
    ("rg16uint", vk::Format::R16G16_UINT, Uint, &[16; 2]),
    ("rg16sint", vk::Format::R16G16_SINT, Sint, &[16; 2]),
    ("rg16float", vk::Format::R16G16_SFLOAT, Float, &[16; 2]),
    ("rgba8unorm", vk::Format::R8G8B8A8_UNORM, Unorm, &[8; 4]),
    ("rgba8snorm", vk::Format::R8G8B8A8_SNORM, Snorm, &[8; 4]),
    ("rgba8uint", vk::Format::R8G8B8A8_UINT, Uint, &[8; 4]),
    ("rgba8sint", vk::Format::R8G8B8A8_SINT, Sint, &[8; 4]),
    ("bgra8unorm", vk::Format::B8G8R8A8_UNORM, Unorm, &[8; 4]),
    (
        "rgb10a2uint",
        vk::Format::A2B10G10R10_UINT_PACK32,
        Uint,
        &[10, 10, 10, 2],
    ),
    (
        "rgb10a2unorm",
        vk::Format::A2B10G10R10_UNORM_PACK32,
        Unorm,
        &[10, 10, 10, 2],
    ),
    (
        "rg11b10ufloat",
        vk::Format::B10G11R11_UFLOAT_PACK32,
        Float,
        &[11, 11, 10],
    ),
    ("rg32uint", vk::Format::R32G32_UINT, Uint, &[32; 2]),
    ("rg32sint", vk::Format::R32G32_SINT, Sint, &[32; 2]),
    ("rg32float", vk::Format::R32G32_SFLOAT, Float, &[32; 2]),
    ("rgba16unorm", vk::Format::R16G16B16A16_UNORM, Unorm, &[16; 4]),
    ("rgba16snorm", vk::Format::R16G16B16A16_SNORM, Snorm, &[16; 4]),
    ("rgba16uint", vk::Format::R16G16B16A16_UINT, Uint, &[16; 4]),
    ("rgba16sint", vk::Format::R16G16B16A16_SINT, Sint, &[16; 4]),
    ("rgba16float", vk::Format::R16G16B16A16_SFLOAT, Float, &[16; 4]),
    ("rgba32float", vk::Format::R32G32B32A32_SFLOAT, Float, &[32; 4]),
    ("rgba32uint", vk::Format::R32G32B32A32_UINT, Uint, &[32; 4]),
    ("rgba32sint", vk::Format::R32G32B32A32_SINT, Sint, &[32; 4]),
];

/// The stored values: in range, and for formats with bounds also out of range. None is halfway between two
/// representable values.
fn values(encoding: Encoding) -> [[f64; 4]; 4] {
    match encoding {
        Unorm => [
            [0.2, 0.4, 0.6, 0.8],
            [1.0, 0.0, 2.0, -0.5],
            [0.91, 0.31, 0.05, 1.0],
            [0.71, 1.0, 0.11, 0.0],
        ],
        Snorm => [
            [0.2, -0.4, 0.6, -0.8],
            [1.0, 0.0, 2.0, -3.0],
            [-1.0, 0.31, -0.05, 1.0],
            [-0.71, 1.0, 0.11, 0.0],
        ],
        // In range for two bits too.
        Uint => [
            [1.0, 2.0, 3.0, 2.0],
            [100.0, 0.0, 7.0, 1.0],
            [0.0, 127.0, 90.0, 3.0],
            [5.0, 6.0, 4.0, 0.0],
        ],
        Sint => [
            [1.0, -2.0, 3.0, -2.0],
            [-100.0, 0.0, -128.0, 127.0],
            [0.0, 127.0, 90.0, -1.0],
            [5.0, -6.0, 4.0, 0.0],
        ],
        // Exact with five fractional bits, and not negative, because some formats are unsigned.
        Float => [
            [1.0, 0.5, 1.03125, 2.0],
            [0.0, 6.0, 1024.0, 0.125],
            [3.5, 0.000_976_562_5, 7.75, 1.0],
            [20.0, 0.09375, 0.25, 48.0],
        ],
    }
}

/// A float with five exponent bits and `mantissa` mantissa bits: a positive normal number, or zero.
fn small_float(value: f64, mantissa: u32) -> u32 {
    if value == 0.0 {
        return 0;
    }
    let exponent = value.log2().floor();
    let fraction = value / exponent.exp2() - 1.0;
    ((exponent as i32 + 15).cast_unsigned() << mantissa) + (fraction * f64::from(1 << mantissa)) as u32
}

/// The bits of one component.
fn encode(value: f64, encoding: Encoding, bits: u32) -> u32 {
    let mask = u32::MAX >> (32 - bits);
    let most = |bits: u32| (1_u64 << bits) as f64 - 1.0;
    match (encoding, bits) {
        (Unorm, _) => (value.clamp(0.0, 1.0) * most(bits)).round() as u32,
        (Snorm, _) => ((value.clamp(-1.0, 1.0) * most(bits - 1)).round() as i32).cast_unsigned() & mask,
        (Uint, _) => value as u32,
        (Sint, _) => (value as i32).cast_unsigned() & mask,
        (Float, 32) => (value as f32).to_bits(),
        (Float, 16) => small_float(value, 10),
        (Float, _) => small_float(value, bits - 5),
    }
}

/// The number that is read from the encoded component.
fn decode(value: f64, encoding: Encoding, bits: u32) -> f64 {
    let most = |bits: u32| (1_u64 << bits) as f64 - 1.0;
    match encoding {
        Unorm => f64::from(encode(value, encoding, bits)) / most(bits),
        Snorm => (value.clamp(-1.0, 1.0) * most(bits - 1)).round() / most(bits - 1),
        Uint | Sint | Float => value,
    }
}

/// The bytes of one texel.
fn texel(values: [f64; 4], &(_, format, encoding, bits): &Format) -> Vec<u8> {
    let order = match format {
        vk::Format::B8G8R8A8_UNORM => [2, 1, 0, 3],
        _ => [0, 1, 2, 3],
    };
    let (mut packed, mut at) = (0_u128, 0);
    for (component, bits) in order.into_iter().zip(bits) {
        packed |= u128::from(encode(values[component], encoding, *bits)) << at;
        at += bits;
    }
    packed.to_le_bytes()[..at as usize / 8].to_vec()
}

/// The bits of a value in a shader's buffer.
fn word(value: f64, encoding: Encoding) -> u32 {
    match encoding {
        Uint => value as u32,
        Sint => (value as i32).cast_unsigned(),
        Unorm | Snorm | Float => (value as f32).to_bits(),
    }
}

/// Stores four texels and loads four others.
fn check(format: &Format) {
    let &(name, vulkan, encoding, bits) = format;
    let Some(gpu) = gpu() else { return };
    if !gpu.supports(vulkan, vk::FormatFeatureFlags::STORAGE_IMAGE) {
        return;
    }
    let scalar = match encoding {
        Uint => "u32",
        Sint => "i32",
        Unorm | Snorm | Float => "f32",
    };
    let source = format!(
        "@group(0) @binding(0) var source: texture_storage_2d<{name}, read>;
@group(0) @binding(1) var goal: texture_storage_2d<{name}, write>;
@group(0) @binding(2) var<storage, read_write> values: array<vec4<{scalar}>, 8>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {{
    values[4 + i] = textureLoad(source, vec2(i % 2, i / 2));
    textureStore(goal, vec2(i % 2, i / 2), values[i]);
}}"
    );
    let shader = parse::wgsl(&source, name).unwrap_or_else(|error| panic!("{error}"));
    let values = values(encoding);
    let reversed: Vec<[f64; 4]> = values.iter().rev().copied().collect();
    let bytes = |values: &[[f64; 4]]| {
        values
            .iter()
            .flat_map(|value| texel(*value, format))
            .collect::<Vec<u8>>()
    };
    let (first, second) = (bytes(&reversed), bytes(&values));
    let words: Vec<u32> = values.iter().flatten().map(|value| word(*value, encoding)).collect();
    let bindings = group([
        Resource::StorageImage(Image::flat(vulkan, 2, 2, first.clone())),
        Resource::StorageImage(Image::flat(vulkan, 2, 2, vec![0; second.len()])),
        Resource::Storage([from_words(&words), vec![0; 64]].concat()),
    ]);
    for target in targets(&gpu) {
        let words = backends::spirula(&shader, &backends::options_for(target, "main"))
            .unwrap_or_else(|error| panic!("{name} at {target}: {error}"));
        let results = gpu
            .compute(&Compute {
                words: &words,
                entry_point: "main",
                bindings: &bindings,
                push_constants: &[],
                constants: &[],
                workgroups: [1, 1, 1],
                validate: true,
            })
            .unwrap_or_else(|error| panic!("{name} at {target}: {error}"));
        assert_eq!(results[0], first, "{name} at {target}: the source has changed");
        assert_eq!(results[1], second, "{name} at {target}: what was stored");
        let loaded = &to_words(&results[2])[16..];
        for (value, actual) in reversed.iter().zip(loaded.chunks_exact(4)) {
            for (component, &actual) in actual.iter().enumerate() {
                let expected = match bits.get(component) {
                    Some(bits) => decode(value[component], encoding, *bits),
                    None if component == 3 => 1.0,
                    None => 0.0,
                };
                let is_close = match encoding {
                    Uint | Sint | Float => actual == word(expected, encoding),
                    Unorm | Snorm => (f64::from(f32::from_bits(actual)) - expected).abs() < 1e-6,
                };
                assert!(
                    is_close,
                    "{name} at {target}: component {component} of {value:?} is {actual:#x}, expected {expected}"
                );
            }
        }
    }
}

#[test]
fn of_bounded_numbers() {
    FORMATS
        .iter()
        .filter(|format| matches!(format.2, Unorm | Snorm))
        .for_each(check);
}

#[test]
fn of_integers() {
    FORMATS
        .iter()
        .filter(|format| matches!(format.2, Uint | Sint))
        .for_each(check);
}

#[test]
fn of_floats() {
    FORMATS.iter().filter(|format| format.2 == Float).for_each(check);
}

/// The encodings themselves, for known values.
#[test]
fn encodings_are_those_of_vulkan() {
    assert_eq!(encode(1.0, Float, 16), 0x3c00);
    assert_eq!(encode(1.5, Float, 11), 0x3e0);
    assert_eq!(encode(1.5, Float, 10), 0x1f0);
    assert_eq!(encode(0.000_976_562_5, Float, 16), 0x1400);
    assert_eq!(encode(-1.0, Snorm, 8), 0x81);
    assert_eq!(encode(-2.0, Sint, 16), 0xfffe);
    assert_eq!(texel([1.0, 0.0, 1.0, 0.0], &FORMATS[27]), [0xff, 0x03, 0xf0, 0x3f]);
}
