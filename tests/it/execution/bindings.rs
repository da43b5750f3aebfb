//! Tests of resources that share a binding: a texture and a sampler in one descriptor, as one variable and as two; and
//! two aliased buffers.

use spirula::{BindingInfo, BindingSource};

use super::bytes::from_words;
use super::run::{dispatch, group};
use crate::common::setup::Setup;
use crate::common::vulkan::{Image, NEAREST, Resource, Sampling, vk};

/// Binds resources of group 0 to bindings of set 0.
fn bind(options: &mut Setup, places: &[(u32, u32, BindingSource)]) {
    for &(from, to, source) in places {
        let info = BindingInfo {
            binding: to,
            source,
            ..BindingInfo::default()
        };
        options.bind([(
            naga::ResourceBinding {
                group: 0,
                binding: from,
            },
            info,
        )]);
    }
}

const SAMPLED: &str = "
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var nearest: sampler;
@group(0) @binding(2) var<storage, read_write> output: array<u32, 8>;
@group(0) @binding(3) var clamped: sampler;
@group(0) @binding(4) var other: texture_2d<f32>;
fn both(image: texture_2d<f32>, how: sampler, x: f32) -> u32 { return u32(textureSampleLevel(image, how, vec2(x, 0.5), 0.0).x); }
fn alone(image: texture_2d<f32>) -> u32 { return u32(textureLoad(image, vec2(2, 0), 0).x) + textureDimensions(image).x * 1000u; }
@compute @workgroup_size(1) fn main() {
    output[0] = u32(textureSampleLevel(image, nearest, vec2(1.3, 0.5), 0.0).x);
    output[1] = u32(textureSampleLevel(image, clamped, vec2(1.3, 0.5), 0.0).x);
    output[2] = both(image, nearest, 1.3);
    output[3] = both(image, clamped, 1.3);
    output[4] = both(other, clamped, 0.1);
    output[5] = alone(image) + alone(other) * 10000u;
    output[6] = u32(textureGather(0, image, nearest, vec2(0.9, 0.5)).w);
    output[7] = u32(textureSampleBaseClampToEdge(image, nearest, vec2(1.3, 0.5)).x);
}";

#[test]
fn a_texture_and_its_sampler_are_one_descriptor() {
    let texels = |values: [f32; 4]| {
        let texels = values.map(f32::to_ne_bytes).concat();
        Image::flat(vk::Format::R32_SFLOAT, 4, 1, texels)
    };
    let repeated = Sampling {
        address: vk::SamplerAddressMode::REPEAT,
        ..NEAREST
    };
    let bindings = group([
        Resource::Combined(texels([10.0, 20.0, 30.0, 40.0]), repeated),
        Resource::Storage(vec![0; 32]),
        Resource::Sampler(NEAREST),
        Resource::Texture(texels([5.0, 6.0, 7.0, 8.0])),
    ]);
    // 1.3 of four texels is the second if repeated, the last if clamped.
    let expected = [20, 40, 20, 40, 5, 4030 + 40_070_000, 40, 40];
    for source in [BindingSource::Combined, BindingSource::Descriptor] {
        let places = [
            (0, 0, source),
            (1, 0, source),
            (2, 1, BindingSource::Descriptor),
            (3, 2, BindingSource::Descriptor),
            (4, 3, BindingSource::Descriptor),
        ];
        let change = |options: &mut Setup| bind(options, &places);
        dispatch(SAMPLED, change, &[], &bindings, [1, 1, 1], |results| {
            if results[0] == expected {
                Ok(())
            } else {
                Err(format!("{source:?}: {:?}, expected {expected:?}", results[0]))
            }
        });
    }
}

/// A value written through one name is read through the other, in order.
#[test]
fn two_buffers_are_one() {
    let source = "
struct Pair { a: u32, b: u32 }
@group(0) @binding(0) var<storage, read_write> flat: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> pairs: array<Pair, 2>;
@group(0) @binding(2) var<storage, read_write> output: array<u32, 4>;
@compute @workgroup_size(1) fn main() {
    let before = flat[1];
    pairs[0].b = before + 1u;
    let between = flat[1];
    flat[2] = between * 2u;
    output[0] = before;
    output[1] = between;
    output[2] = pairs[1].a;
    pairs[1].a += 1u;
    output[3] = flat[2];
}";
    let bindings = group([
        Resource::Storage(from_words(&[5, 6, 7, 8])),
        Resource::Storage(vec![0; 16]),
    ]);
    let descriptor = BindingSource::Descriptor;
    let change = |options: &mut Setup| bind(options, &[(0, 0, descriptor), (1, 0, descriptor), (2, 1, descriptor)]);
    dispatch(source, change, &[], &bindings, [1, 1, 1], |results| {
        let expected = vec![vec![5, 7, 15, 8], vec![6, 7, 14, 15]];
        if results == expected {
            Ok(())
        } else {
            Err(format!("{results:?}, expected {expected:?}"))
        }
    });
}
