//! Tests of binding arrays whose index differs between invocations: 64 resources of each kind, and a permuted index for
//! each of more than 64 invocations, some of which are out of range, with the policies that define the result of these.
//!
//! Every element has distinct numbers, so that a driver that uses one invocation's element for all of them is detected.

use naga::proc::BoundsCheckPolicy;

use super::bytes::{from_words, to_words};
use super::run::{dispatch, group};
use crate::common::setup::Setup;
use crate::common::vulkan::{
    Binding, Compute, IDENTITY, Image, NEAREST, Object, Resource, Sampling, Scene, Shape, gpu, vk,
};
use crate::common::{backends, parse};

/// The elements of each array.
const COUNT: u32 = 64;
/// The number of invocations: one for each element, and those with an index out of range.
const INVOCATIONS: u32 = 72;
const OUTSIDE: [u32; 8] = [64, 65, 100, 127, 1 << 20, 0x7fff_ffff, 0x8000_0000, u32::MAX];

const POLICIES: [BoundsCheckPolicy; 2] = [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite];

/// The index of each invocation: every element but the last once, permuted (29 is coprime to 63), one element twice,
/// then indices out of range.
fn indices() -> Vec<u32> {
    let inside = (0..COUNT).map(|invocation| invocation * 29 % 63);
    inside.chain(OUTSIDE).collect()
}

/// The element that an index accesses with a policy: `None` for no access.
fn reached(policy: BoundsCheckPolicy, index: u32) -> Option<u32> {
    match policy {
        _ if index < COUNT => Some(index),
        BoundsCheckPolicy::Restrict => Some(COUNT - 1),
        BoundsCheckPolicy::ReadZeroSkipWrite => None,
        BoundsCheckPolicy::Unchecked => panic!("an index out of range is never unchecked here"),
    }
}

/// Runs a shader on one workgroup of [`INVOCATIONS`] with each policy. Binding 0 has the indices, binding 1 gets one
/// word for each invocation, `array` is bound at 2 and `others` after it. `value` is the expected word of an invocation
/// for the element that it accesses; `elements` returns the expected contents of the returned elements.
fn scattered(
    declarations: &str,
    body: &str,
    array: &Resource,
    others: &[Resource],
    value: impl Fn(Option<u32>) -> u32,
    elements: impl Fn(BoundsCheckPolicy) -> Vec<Vec<u32>>,
) {
    if gpu().is_none_or(|gpu| gpu.features.vulkan12.shader_sampled_image_array_non_uniform_indexing != vk::TRUE) {
        return;
    }
    let source = format!(
        "enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read> indices: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
{declarations}
@compute @workgroup_size({INVOCATIONS})
fn main(@builtin(local_invocation_index) at: u32) {{
    let i = indices[at];
{body}
}}
"
    );
    let indices = indices();
    assert_eq!(indices.len(), INVOCATIONS as usize);
    let mut resources = vec![
        Resource::Storage(from_words(&indices)),
        Resource::Storage(vec![0; 4 * INVOCATIONS as usize]),
        array.clone(),
    ];
    resources.extend_from_slice(others);
    let bindings: Vec<Binding> = group(resources);
    for policy in POLICIES {
        let change = |options: &mut Setup| options.bounds_check_policies.binding_array = policy;
        let expected: Vec<u32> = indices.iter().map(|&index| value(reached(policy, index))).collect();
        let elements = elements(policy);
        dispatch(&source, change, &[], &bindings, [1, 1, 1], |results| {
            if results[1] != expected {
                return Err(format!("{policy:?}: {:?}, expected {expected:?}", results[1]));
            }
            let after = results.get(2..2 + elements.len());
            if after != Some(&elements[..]) {
                return Err(format!("{policy:?}: elements {after:?}, expected {elements:?}"));
            }
            Ok(())
        });
    }
}

/// No element is returned.
fn none(_: BoundsCheckPolicy) -> Vec<Vec<u32>> {
    Vec::new()
}

/// The number of invocations that access an element.
fn visits(policy: BoundsCheckPolicy, element: u32) -> u32 {
    indices()
        .iter()
        .filter(|&&index| reached(policy, index) == Some(element))
        .count() as u32
}

/// The red and green components of texture `element` at column `x`.
fn texel(element: u32, x: u32) -> [f32; 2] {
    [(element * 8 + x) as f32, 1000.0 + element as f32]
}

/// A texture of one row, whose width is unique.
fn texture(element: u32) -> Image {
    let width = 1 + element % 5;
    let texels = (0..width).flat_map(|x| texel(element, x)).flat_map(f32::to_ne_bytes);
    Image::flat(vk::Format::R32G32_SFLOAT, width, 1, texels.collect())
}

fn textures() -> Resource {
    Resource::array((0..COUNT).map(|element| Resource::Texture(texture(element))))
}

#[test]
fn each_invocation_loads_from_its_own_texture() {
    let declarations = "@group(0) @binding(2) var images: binding_array<texture_2d<f32>, 64>;
fn whole(image: texture_2d<f32>) -> f32 { return textureLoad(image, vec2(0, 0), 0).y; }";
    // Without access a load yields zero, and so does a size.
    let body = "
    let red = textureLoad(images[i], vec2(0, 0), 0).x;
    let width = textureDimensions(images[i]).x;
    let green = whole(images[i]);
    output[at] = u32(red) * 100000u + width * 10000u + u32(green);";
    let value = |element: Option<u32>| {
        let known = |element| {
            let [red, green] = texel(element, 0);
            red as u32 * 100_000 + (1 + element % 5) * 10_000 + green as u32
        };
        element.map_or(0, known)
    };
    scattered(declarations, body, &textures(), &[], value, none);
}

/// In the second iteration some invocations skip the access, and `continuing` reads the element of the first one.
#[test]
fn a_texture_that_a_continue_skips() {
    let declarations = "@group(0) @binding(2) var images: binding_array<texture_2d<f32>, 64>;";
    for read in [
        "READ",
        "loop { READ break; }",
        "switch at & 1u { case 1u: { READ } default: { READ } }",
    ] {
        let body = "
    var k = 0u;
    loop {
        if k == 1u && (at & 1u) == 1u { continue; }
        let image = images[indices[at]];
        continuing {
            HERE
            k += 1u;
            break if k == 2u;
        }
    }"
        .replace("HERE", read)
        .replace("READ", "output[at] += u32(textureLoad(image, vec2(0, 0), 0).y);");
        let value = |element: Option<u32>| element.map_or(0, |element| 2 * texel(element, 0)[1] as u32);
        scattered(declarations, &body, &textures(), &[], value, none);
    }
}

#[test]
fn each_invocation_samples_its_own_texture() {
    let declarations = "@group(0) @binding(2) var images: binding_array<texture_2d<f32>, 64>;
@group(0) @binding(3) var nearest: sampler;";
    let body = "
    let left = textureSampleLevel(images[i], nearest, vec2(0.01, 0.5), 0.0).xy;
    let right = textureGather(0, images[i], nearest, vec2(0.99, 0.5)).x;
    let clamped = textureSampleBaseClampToEdge(images[i], nearest, vec2(0.01, 0.5)).y;
    output[at] = u32(left.x) + u32(right) * 1000u + u32(left.y + clamped) * 1000000u;";
    let value = |element: Option<u32>| {
        let known = |element| {
            let [left, green] = texel(element, 0);
            let [right, _] = texel(element, element % 5);
            left as u32 + right as u32 * 1000 + 2 * green as u32 * 1_000_000
        };
        element.map_or(0, known)
    };
    scattered(
        declarations,
        body,
        &textures(),
        &[Resource::Sampler(NEAREST)],
        value,
        none,
    );
}

#[test]
fn each_invocation_compares_with_its_own_depth() {
    let declarations = "@group(0) @binding(2) var images: binding_array<texture_depth_2d, 64>;
@group(0) @binding(3) var below: sampler_comparison;";
    let body = "
    let depth = textureLoad(images[i], vec2(0, 0), 0);
    let lit = textureSampleCompareLevel(images[i], below, vec2(0.5), 0.4921875);
    output[at] = u32(depth * 128.0) + u32(lit) * 1000u;";
    let depth = |element: u32| (element + 31) as f32 / 128.0;
    let image = |element| {
        Resource::Texture(Image::flat(
            vk::Format::D32_SFLOAT,
            1,
            1,
            depth(element).to_ne_bytes().to_vec(),
        ))
    };
    // 0.4921875 is 63 of 128: it is less than the values of elements above 32.
    let value = |element: Option<u32>| element.map_or(0, |element| element + 31 + u32::from(element > 32) * 1000);
    let below = Sampling {
        compare: Some(vk::CompareOp::LESS),
        ..NEAREST
    };
    let array = Resource::array((0..COUNT).map(image));
    scattered(declarations, body, &array, &[Resource::Sampler(below)], value, none);
}

#[test]
fn each_invocation_samples_with_its_own_sampler() {
    let declarations = "@group(0) @binding(2) var samplers: binding_array<sampler, 64>;
@group(0) @binding(3) var image: texture_2d<f32>;";
    let body = "output[at] = u32(textureSampleLevel(image, samplers[i], vec2(1.3, 0.5), 0.0).x);";
    // 1.3 of four texels is texel 5.2: the last one if clamped, the second if repeated, the third if mirrored.
    let ways = [
        (vk::SamplerAddressMode::CLAMP_TO_EDGE, 40),
        (vk::SamplerAddressMode::REPEAT, 20),
        (vk::SamplerAddressMode::MIRRORED_REPEAT, 30),
    ];
    let way = |element: u32| ways[element as usize % 3];
    let array = Resource::array((0..COUNT).map(|element| {
        Resource::Sampler(Sampling {
            address: way(element).0,
            ..NEAREST
        })
    }));
    let texels = [10.0_f32, 20.0, 30.0, 40.0].map(f32::to_ne_bytes).concat();
    let image = Resource::Texture(Image::flat(vk::Format::R32_SFLOAT, 4, 1, texels));
    scattered(
        declarations,
        body,
        &array,
        &[image],
        |element| element.map_or(0, |element| way(element).1),
        none,
    );
}

#[test]
fn each_invocation_writes_its_own_storage_texture() {
    let declarations = "@group(0) @binding(2) var images: binding_array<texture_storage_2d<r32uint, read_write>, 64>;";
    let body = "
    let before = textureLoad(images[i], vec2(0, 0)).x;
    let width = textureDimensions(images[i]).x;
    textureStore(images[i], vec2(1, 0), vec4(before * 3u));
    output[at] = before * 10u + width;";
    let images = (0..COUNT).map(|element| {
        let texels = from_words(&[element + 7, 5, element]);
        Resource::StorageImage(Image::flat(vk::Format::R32_UINT, 3, 1, texels))
    });
    scattered(
        declarations,
        body,
        &Resource::array(images),
        &[],
        |element| element.map_or(0, |element| (element + 7) * 10 + 3),
        |policy| {
            let after = |element| {
                let written = visits(policy, element) > 0;
                vec![element + 7, if written { (element + 7) * 3 } else { 5 }, element]
            };
            (0..COUNT).map(after).collect()
        },
    );
}

#[test]
fn each_invocation_counts_in_its_own_storage_texture() {
    let declarations = "@group(0) @binding(2) var images: binding_array<texture_storage_2d<r32uint, atomic>, 64>;";
    let body = "
    textureAtomicAdd(images[i], vec2(0, 0), 100u);
    textureAtomicMax(images[i], vec2(1, 0), 9u);
    output[at] = 1u;";
    let images = (0..COUNT).map(|element| {
        let texels = from_words(&[element, 5]);
        Resource::StorageImage(Image::flat(vk::Format::R32_UINT, 2, 1, texels))
    });
    scattered(
        declarations,
        body,
        &Resource::array(images),
        &[],
        |_| 1,
        |policy| {
            let after = |element| {
                let visits = visits(policy, element);
                vec![element + 100 * visits, if visits > 0 { 9 } else { 5 }]
            };
            (0..COUNT).map(after).collect()
        },
    );
}

#[test]
fn each_invocation_reads_its_own_uniform_buffer() {
    // The matrix is decomposed into columns of 16 bytes each.
    let declarations = "struct Block { head: vec4<u32>, columns: mat3x2<f32>, list: array<vec4<u32>, 3> }
@group(0) @binding(2) var<uniform> blocks: binding_array<Block, 64>;";
    let body = "
    let whole = blocks[i];
    output[at] = blocks[i].head.y + u32(blocks[i].columns[i % 3u].y) * 1000u + blocks[i].list[i % 3u].w * 100000u
        + whole.head.x * 10000000u;";
    // `uniformBufferStandardLayout` is not enabled: columns of two have eight bytes in WGSL, and also here.
    let column = |element: u32, column: u32| (10 * column + element % 7) as f32;
    let block = |element: u32| {
        let mut words = vec![element % 9, element + 200, 0, 0];
        for number in 0..3 {
            words.extend([0, column(element, number).to_bits()]);
        }
        words.extend([0, 0]);
        for number in 0..3 {
            words.extend([0, 0, 0, number * 11 + element % 5]);
        }
        Resource::Uniform(from_words(&words))
    };
    let value = |index: u32, element: u32| {
        let number = index % 3;
        element
            + 200
            + column(element, number) as u32 * 1000
            + (number * 11 + element % 5) * 100_000
            + (element % 9) * 10_000_000
    };
    let array = Resource::array((0..COUNT).map(block));
    // The column and the element of the list depend on the index and not on the element: for indices out of range the
    // remainder may differ from that of 63.
    let changed = body.replace("i % 3u", "min(i, 63u) % 3u");
    scattered(
        declarations,
        &changed,
        &array,
        &[],
        |element| element.map_or(0, |element| value(element, element)),
        none,
    );
}

#[test]
fn each_invocation_works_on_its_own_storage_buffer() {
    let declarations = "struct Block { total: atomic<u32>, plain: u32, list: array<u32, 4> }
@group(0) @binding(2) var<storage, read_write> blocks: binding_array<Block, 64>;";
    let body = "
    let number = blocks[i].list[min(i, 63u) % 4u];
    _ = atomicAdd(&blocks[i].total, 3u);
    blocks[i].plain = 1000u + min(i, 63u);
    output[at] = number + atomicLoad(&blocks[i].total) % 1u;";
    let block = |element: u32| {
        let mut words = vec![element, 77];
        words.extend((0..4).map(|number| element * 10 + number));
        words
    };
    let array = Resource::array((0..COUNT).map(|element| Resource::Storage(from_words(&block(element)))));
    scattered(
        declarations,
        body,
        &array,
        &[],
        |element| element.map_or(0, |element| element * 10 + element % 4),
        |policy| {
            let after = |element| {
                let mut words = block(element);
                let visits = visits(policy, element);
                words[0] += 3 * visits;
                if visits > 0 {
                    words[1] = 1000 + element;
                }
                words
            };
            (0..COUNT).map(after).collect()
        },
    );
}

/// lavapipe (Mesa 25.0.7) returns the length of the first invocation's buffer for all invocations of a vector, with or
/// without `NonUniform`, so here each invocation queries it alone.
#[test]
fn each_invocation_measures_its_own_storage_buffer() {
    let declarations = "struct Block { head: u32, list: array<u32> }
@group(0) @binding(2) var<storage, read_write> blocks: binding_array<Block, 64>;";
    let body = "
    for (var turn = 0u; turn < 72u; turn++) {
        if turn == at {
            let length = arrayLength(&blocks[i].list);
            // An index past the end accesses the last element, or nothing.
            blocks[i].list[100] = 1000u + min(i, 63u);
            output[at] = blocks[i].list[0] * 100u + length;
        }
        workgroupBarrier();
    }";
    let length = |element: u32| 2 + element % 6;
    let block = |element: u32| {
        let mut words = vec![77];
        words.extend((0..length(element)).map(|number| element * 10 + number));
        words
    };
    let array = Resource::array((0..COUNT).map(|element| Resource::Storage(from_words(&block(element)))));
    scattered(
        declarations,
        body,
        &array,
        &[],
        |element| element.map_or(0, |element| element * 1000 + length(element)),
        |policy| {
            let after = |element| {
                let mut words = block(element);
                if let (1.., Some(last)) = (visits(policy, element), words.last_mut()) {
                    *last = 1000 + element;
                }
                words
            };
            (0..COUNT).map(after).collect()
        },
    );
}

/// A shader for [`INVOCATIONS`] with an unsized array; all indices are below `held`, the number of descriptors with a
/// resource.
fn unsized_(declarations: &str, body: &str, array: &Resource, held: u32, value: impl Fn(u32) -> u32) {
    if gpu().is_none_or(|gpu| {
        gpu.features.vulkan12.runtime_descriptor_array != vk::TRUE
            || gpu.features.vulkan12.descriptor_binding_partially_bound != vk::TRUE
    }) {
        return;
    }
    let source = format!(
        "enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read_write> output: array<u32>;
{declarations}
@compute @workgroup_size({INVOCATIONS})
fn main(@builtin(local_invocation_index) at: u32) {{
    let i = at * 29u % {held}u;
{body}
}}
"
    );
    let output = Resource::Storage(vec![0; 4 * INVOCATIONS as usize]);
    let bindings = group([output, array.clone()]);
    let expected: Vec<u32> = (0..INVOCATIONS).map(|at| value(at * 29 % held)).collect();
    dispatch(
        &source,
        |_| {},
        &[],
        &bindings,
        [1, 1, 1],
        |results| {
            if results[0] == expected {
                Ok(())
            } else {
                Err(format!("{:?}, expected {expected:?}", results[0]))
            }
        },
    );
}

#[test]
fn arrays_without_a_length_are_bound_in_part() {
    let images = |held: u32| Resource::Array {
        elements: (0..held).map(|element| Resource::Texture(texture(element))).collect(),
        count: 100,
    };
    unsized_(
        "@group(0) @binding(1) var images: binding_array<texture_2d<f32>>;",
        "output[at] = u32(textureLoad(images[i], vec2(0, 0), 0).x) + textureDimensions(images[i]).x * 1000u;",
        &images(23),
        23,
        |element| texel(element, 0)[0] as u32 + (1 + element % 5) * 1000,
    );
    let buffers = Resource::Array {
        elements: (0..31)
            .map(|element| Resource::Storage(from_words(&vec![element; 2 + element as usize])))
            .collect(),
        count: 50,
    };
    unsized_(
        "struct Block { head: u32, list: array<u32> }
@group(0) @binding(1) var<storage, read> blocks: binding_array<Block>;",
        "for (var turn = 0u; turn < 72u; turn++) {
        if turn == at {
            output[at] = blocks[i].head * 1000u + blocks[i].list[0] + arrayLength(&blocks[i].list) * 1000000u;
        }
        workgroupBarrier();
    }",
        &buffers,
        31,
        |element| element * 1001 + (1 + element) * 1_000_000,
    );
}

/// Ray queries, here and in a function with the structure as an argument: the hit has the element's number. naga's
/// validator supports only constant indices of acceleration structures; one is beyond the length in the binding map.
#[test]
fn acceleration_structures_are_distinguished() {
    const STRUCTURES: u32 = 4;
    const ASKED: [u32; 3] = [1, 2, 6];
    let Some(gpu) = gpu() else { return };
    if !gpu.has_ray_queries() {
        return;
    }
    let mut source = String::from(
        "enable wgpu_binding_array; enable wgpu_ray_query;
@group(0) @binding(0) var scenes: binding_array<acceleration_structure, 8>;
@group(0) @binding(1) var<storage, read_write> output: array<u32, 6>;
fn ray() -> RayDesc { return RayDesc(0u, 0xffu, 0.0, 100.0, vec3(0.0, 0.0, -5.0), vec3(0.0, 0.0, 1.0)); }
fn met(scene: acceleration_structure) -> u32 {
    var query: ray_query;
    rayQueryInitialize(&query, scene, ray());
    rayQueryProceed(&query);
    return rayQueryGetCommittedIntersection(&query).instance_custom_data;
}
@compute @workgroup_size(1)
fn main() {
    var query: ray_query;
",
    );
    for (at, index) in (0..).step_by(2).zip(ASKED) {
        source += &format!(
            "    rayQueryInitialize(&query, scenes[{index}], ray());
    rayQueryProceed(&query);
    output[{at}] = rayQueryGetCommittedIntersection(&query).instance_custom_data;
    output[{at} + 1] = met(scenes[{index}]);
"
        );
    }
    source += "}\n";
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let scene = |element| {
        Resource::Scene(Scene {
            objects: vec![Object {
                shape: Shape::Triangles(vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]]),
                transform: IDENTITY,
                custom_index: 70 + element,
                mask: 0xff,
                record: 0,
                opaque: true,
            }],
        })
    };
    let scenes = Resource::array((0..STRUCTURES).map(scene));
    let bindings = group([scenes, Resource::Storage(vec![0; 6 * 4])]);
    for policy in POLICIES {
        let mut options = backends::options_for(gpu.newest_target(), "main");
        options.bounds_check_policies.binding_array = policy;
        let info = spirula::BindingInfo {
            binding_array_size: Some(STRUCTURES),
            ..spirula::BindingInfo::default()
        };
        options
            .binding_map
            .insert(naga::ResourceBinding { group: 0, binding: 0 }, info);
        let results = gpu.compute(&Compute {
            words: &backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}")),
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        });
        let met = |index: u32| match policy {
            _ if index < STRUCTURES => 70 + index,
            BoundsCheckPolicy::ReadZeroSkipWrite => 0,
            BoundsCheckPolicy::Restrict | BoundsCheckPolicy::Unchecked => 70 + STRUCTURES - 1,
        };
        let expected: Vec<u32> = ASKED.iter().flat_map(|&index| [met(index); 2]).collect();
        let results = results.unwrap_or_else(|error| panic!("{policy:?}: {error}"));
        assert_eq!(to_words(&results[0]), expected, "{policy:?}");
    }
}
