//! Tests of elements of binding arrays at constant indices, and of binding arrays whose length is an override.

use super::bytes::from_words;
use super::run::{dispatch, group};
use crate::common::setup::Setup;
use crate::common::vulkan::{Image, Resource, gpu, vk};

/// A buffer with a number and a few words.
fn buffer(number: u32, words: u32) -> Resource {
    let words: Vec<u32> = [number]
        .into_iter()
        .chain((0..words).map(|at| number * 10 + at))
        .collect();
    Resource::Storage(from_words(&words))
}

/// A texture of one texel.
fn texture(number: f32) -> Resource {
    Resource::Texture(Image::flat(vk::Format::R32_SFLOAT, 1, 1, number.to_ne_bytes().to_vec()))
}

#[test]
fn at_constant_indices() {
    if gpu().is_none_or(|gpu| gpu.features.vulkan12.runtime_descriptor_array != vk::TRUE) {
        return;
    }
    let source = "enable wgpu_binding_array;
struct Words { number: u32, words: array<u32> }
override count: u32 = 2u;
@group(0) @binding(0) var<storage, read_write> output: array<u32, 10>;
@group(0) @binding(1) var<storage, read_write> some: binding_array<Words, 3>;
@group(0) @binding(2) var<storage, read> all: binding_array<Words>;
@group(0) @binding(3) var textures: binding_array<texture_2d<f32>>;
@group(0) @binding(4) var chosen: binding_array<texture_2d<f32>, count>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
    output[0] = some[1].number;
    output[1] = some[2].words[1];
    output[2] = arrayLength(&some[0].words);
    some[2].words[0] = 99u;
    output[3] = all[1].words[0] + all[0].number;
    output[4] = arrayLength(&all[1].words);
    output[5] = u32(textureLoad(textures[2], vec2(0, 0), 0).x);
    output[6] = u32(textureLoad(chosen[1], vec2(0, 0), 0).x);
    output[7] = u32(textureLoad(chosen[i + 2u], vec2(0, 0), 0).x);
    output[8] = u32(textureLoad(chosen[i + 7u], vec2(0, 0), 0).x);
}";
    let bindings = group([
        Resource::Storage(vec![0; 40]),
        Resource::array([buffer(1, 4), buffer(2, 2), buffer(3, 2)]),
        Resource::array([buffer(4, 1), buffer(5, 3)]),
        Resource::array([texture(6.0), texture(7.0), texture(8.0)]),
        Resource::array([texture(11.0), texture(12.0), texture(13.0)]),
    ]);
    let three = |options: &mut Setup| {
        options.overrides.insert("count".to_owned(), 3.0);
    };
    // Without checks, and without indices out of range.
    let unchecked = |options: &mut Setup| {
        three(options);
        options.bounds_check_policies.binding_array = naga::proc::BoundsCheckPolicy::Unchecked;
    };
    // The last index exceeds the length of the override, and is clamped to the last element.
    let expected = [2, 31, 4, 54, 3, 8, 12, 13, 13, 0];
    let judge = |buffers: &[Vec<u32>]| {
        if buffers[0] == expected && buffers[3][1] == 99 {
            Ok(())
        } else {
            Err(format!("{buffers:?}, expected {expected:?}"))
        }
    };
    dispatch(source, three, &[], &bindings, [1, 1, 1], judge);
    dispatch(
        &source.replace("i + 7u", "i + 2u"),
        unchecked,
        &[],
        &bindings,
        [1, 1, 1],
        judge,
    );
}
