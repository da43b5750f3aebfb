//! Tests of textures read in loops with different numbers of iterations for each invocation: loads, samples with a
//! level and with gradients, gathers and comparisons, with breaks and continues between them; and elements of binding
//! arrays whose index differs between invocations and iterations.
//!
//! Texels have distinct numbers and every sum is an integer below 2²⁴, so that nothing is rounded.
//!
//! lavapipe (Mesa 25.0) answers a size query of a level for all invocations of a subgroup with the level of the first
//! invocation, which may have left the loop. A checked load queries that size, so levels that differ between
//! invocations are loaded unchecked here; they always exist.

use naga::proc::BoundsCheckPolicy;

use super::bytes::from_words;
use super::run::{dispatch, group};
use crate::common::setup::Setup;
use crate::common::vulkan::{Binding, Image, NEAREST, Resource, Sampling, gpu, vk};

const INVOCATIONS: u32 = 64;
const SIZE: u32 = 8;

/// The number of iterations of an invocation: 0 to 10, different for neighbours.
fn trips(at: u32) -> u32 {
    at * 7 % 11
}

/// The value of the texel at an element, a level, a layer and a position.
fn texel(element: u32, level: u32, layer: u32, x: u32, y: u32) -> u32 {
    element * 4096 + level * 1024 + layer * 256 + y * 8 + x + 1
}

const DEPTH_SCALE: f32 = 65536.0;

/// Four levels from 8 × 8 texels on, with two layers if it is an array.
fn image(format: vk::Format, view: vk::ImageViewType, layers: u32, element: u32) -> Image {
    let mut texels = Vec::new();
    for level in 0..4 {
        for layer in 0..layers {
            let size = SIZE >> level;
            for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
                let value = texel(element, level, layer, x, y);
                texels.extend(match format {
                    vk::Format::R32_UINT => value.to_ne_bytes(),
                    vk::Format::D32_SFLOAT => (value as f32 / DEPTH_SCALE).to_ne_bytes(),
                    _ => (value as f32).to_ne_bytes(),
                });
            }
        }
    }
    Image {
        format,
        view,
        extent: [SIZE, SIZE, 1],
        layers,
        levels: 4,
        texels,
    }
}

const COMPARE: Sampling = Sampling {
    compare: Some(vk::CompareOp::LESS),
    ..NEAREST
};

/// The centre of a texel of a level, the distance between two texels of it, and the corner before a texel.
const PLACES: &str = "
fn middle(x: u32, y: u32, level: u32) -> vec2<f32> { return (vec2(f32(x), f32(y)) + 0.5) * stride(level); }
fn stride(level: u32) -> f32 { return f32(1u << level) / 8.0; }
fn corner(x: u32, y: u32) -> vec2<f32> { return vec2(f32(x), f32(y)) / 8.0; }
";

/// The four texels of a gather at a corner, in its order.
fn gathered(element: u32, layer: u32, x: u32, y: u32) -> [u32; 4] {
    [
        texel(element, 0, layer, x - 1, y),
        texel(element, 0, layer, x, y),
        texel(element, 0, layer, x, y - 1),
        texel(element, 0, layer, x - 1, y - 1),
    ]
}

fn weighed(four: [u32; 4]) -> u32 {
    four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3]
}

/// A method to read a texture in an iteration: its WGSL, with the counter `k`, the invocation `at`, a level `l` below 3
/// and a position `x`, `y` in that level; and the same in Rust.
struct Read {
    name: &'static str,
    wgsl: &'static str,
    value: fn(Place) -> u32,
    /// Whether a texel is loaded from a level that differs between invocations.
    loads_levels: bool,
}

impl Read {
    const fn sample(name: &'static str, wgsl: &'static str, value: fn(Place) -> u32) -> Self {
        let loads_levels = false;
        Self {
            name,
            wgsl,
            value,
            loads_levels,
        }
    }

    const fn load(name: &'static str, wgsl: &'static str, value: fn(Place) -> u32) -> Self {
        Self {
            loads_levels: true,
            ..Self::sample(name, wgsl, value)
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    l: u32,
    x: u32,
    y: u32,
    /// The depth reference, and the layer.
    k: u32,
}

const READS: &[Read] = &[
    Read::load("textureLoad", "u32(textureLoad(image, vec2(x, y), l).x)", |p| {
        texel(0, p.l, 0, p.x, p.y)
    }),
    Read::load(
        "textureLoad of unsigned texels",
        "textureLoad(words, vec2(x, y), l).x",
        |p| texel(1, p.l, 0, p.x, p.y),
    ),
    Read::load(
        "textureLoad of a layer",
        "u32(textureLoad(layers, vec2(x, y), k % 2u, l).x)",
        |p| texel(2, p.l, p.k % 2, p.x, p.y),
    ),
    Read::load(
        "textureLoad of a depth",
        "u32(textureLoad(depths, vec2(x, y), l) * 65536.0)",
        |p| texel(3, p.l, 0, p.x, p.y),
    ),
    Read::sample(
        "textureLoad of one level, partly outside",
        "u32(textureLoad(image, vec2(x, y), 1).x)",
        |p| texel(0, 1, 0, p.x.min(3), p.y.min(3)),
    ),
    Read::sample(
        "textureLoad of the first level by signed coordinates",
        "textureLoad(words, vec2<i32>(vec2(x, y)) - 2, 0).x",
        // A negative coordinate is treated as beyond the end.
        |p| {
            let kept = |place: u32| if place < 2 { SIZE - 1 } else { place - 2 };
            texel(1, 0, 0, kept(p.x), kept(p.y))
        },
    ),
    Read::sample(
        "textureSampleLevel",
        "u32(textureSampleLevel(image, nearest, middle(x, y, l), f32(l)).x)",
        |p| texel(0, p.l, 0, p.x, p.y),
    ),
    Read::sample(
        "textureSampleLevel of a layer",
        "u32(textureSampleLevel(layers, nearest, middle(x, y, l), k % 2u, f32(l)).x)",
        |p| texel(2, p.l, p.k % 2, p.x, p.y),
    ),
    Read::sample(
        "textureSampleLevel with an offset",
        "u32(textureSampleLevel(image, nearest, middle(x, y, l), f32(l), vec2(1, 0)).x)",
        |p| texel(0, p.l, 0, (p.x + 1).min((SIZE >> p.l) - 1), p.y),
    ),
    Read::sample(
        "textureSampleGrad",
        "u32(textureSampleGrad(image, nearest, middle(x, y, l), vec2(stride(l), 0.0), vec2(0.0, stride(l))).x)",
        |p| texel(0, p.l, 0, p.x, p.y),
    ),
    Read::sample(
        "textureSampleBaseClampToEdge",
        "u32(textureSampleBaseClampToEdge(image, nearest, middle(x, y, 0u)).x)",
        |p| texel(0, 0, 0, p.x, p.y),
    ),
    Read::sample(
        "textureGather",
        "u32(dot(textureGather(0, image, nearest, corner(x + 1u, y + 1u)), vec4(1.0, 2.0, 3.0, 4.0)))",
        |p| weighed(gathered(0, 0, p.x + 1, p.y + 1)),
    ),
    Read::sample(
        "textureGather of a layer",
        "u32(dot(textureGather(0, layers, nearest, corner(x + 1u, y + 1u), k % 2u), vec4(1.0, 2.0, 3.0, 4.0)))",
        |p| weighed(gathered(2, p.k % 2, p.x + 1, p.y + 1)),
    ),
    Read::sample(
        "textureGather of a depth",
        "u32(dot(textureGather(depths, nearest, corner(x + 1u, y + 1u)), vec4(1.0, 2.0, 3.0, 4.0)) * 65536.0)",
        |p| weighed(gathered(3, 0, p.x + 1, p.y + 1)),
    ),
    Read::sample(
        "textureSampleCompareLevel",
        "u32(textureSampleCompareLevel(depths, less, middle(x, y, 0u), limit(k)))",
        |p| u32::from(limit(p.k) < texel(3, 0, 0, p.x, p.y)),
    ),
    Read::sample(
        "textureGatherCompare",
        "u32(dot(textureGatherCompare(depths, less, corner(x + 1u, y + 1u), limit(k)), vec4(1.0, 2.0, 3.0, 4.0)))",
        |p| {
            let four = gathered(3, 0, p.x + 1, p.y + 1);
            weighed(four.map(|depth| u32::from(limit(p.k) < depth)))
        },
    ),
];

/// A depth between those of the texels, in their units.
fn limit(k: u32) -> u32 {
    texel(3, 0, 0, k * 5 % 8, k % 8)
}

const LIMIT: &str = "fn limit(k: u32) -> f32 { return f32(3u * 4096u + (k % 8u) * 8u + k * 5u % 8u + 1u) / 65536.0; }
";

/// The position that an invocation reads in an iteration. Levels are 0 to 2: level 2 has 2 × 2 texels.
fn place(at: u32, k: u32) -> Place {
    let l = (at + k) % 3;
    let size = SIZE >> l;
    // A gather accesses the next texel too, so the last column and row are excluded.
    Place {
        l,
        x: (at + 3 * k) % (size - 1),
        y: (at / 8 + k) % (size - 1),
        k,
    }
}

const PLACE: &str = "let l = (at + k) % 3u; let size = 8u >> l;
        let x = (at + 3u * k) % (size - 1u); let y = (at / 8u + k) % (size - 1u);
";

/// Loops with a statement `sum += READ;`, and the iterations of an invocation that execute it.
type Loop = (&'static str, fn(u32) -> Vec<u32>);

const LOOPS: &[Loop] = &[
    ("for (var k = 0u; k < trips; k++) { PLACE sum += READ; }", |at| {
        (0..trips(at)).collect()
    }),
    (
        "for (var k = 0u; k < trips; k++) {
            if k % 3u == at % 3u { continue; }
            if k > 6u && at % 2u == 0u { break; }
            PLACE sum += READ;
        }",
        |at| {
            let taken = (0..trips(at)).take_while(|k| !(*k > 6 && at % 2 == 0 && k % 3 != at % 3));
            taken.filter(|k| k % 3 != at % 3).collect()
        },
    ),
    (
        "var k = 0u;
        loop {
            if k >= trips { break; }
            switch (k + at) % 4u {
                case 0u: { k += 2u; continue; }
                case 1u: { PLACE sum += READ; }
                case 2u: { if at > 40u { break; } PLACE sum += READ; }
                default: {}
            }
            continuing { PLACE sum += READ; k += 1u; }
        }",
        |at| {
            let (mut k, mut reads) = (0, Vec::new());
            while k < trips(at) {
                match (k + at) % 4 {
                    0 => k += 2,
                    1 => reads.push(k),
                    2 if at <= 40 => reads.push(k),
                    _ => {}
                }
                reads.push(k);
                k += 1;
            }
            reads
        },
    ),
    (
        "for (var j = 0u; j < at % 3u; j++) {
            for (var k = j; k < trips; k += 2u) { PLACE sum += READ; if sum > 20000u { return sum; } }
        }",
        // The loop is left depending on the read value: the caller stops there, see `total`.
        |at| (0..at % 3).flat_map(|j| (j..trips(at)).step_by(2)).collect(),
    ),
];

/// The sum of an invocation.
fn total((text, iterations): &Loop, value: impl Fn(Place) -> u32, at: u32) -> u32 {
    let mut sum = 0;
    for k in iterations(at) {
        sum += value(place(at, k));
        if text.contains("return sum") && sum > 20000 {
            break;
        }
    }
    sum
}

fn resources() -> Vec<Resource> {
    let flat = vk::ImageViewType::TYPE_2D;
    vec![
        Resource::Storage(vec![0; 4 * INVOCATIONS as usize]),
        Resource::Storage(from_words(&(0..INVOCATIONS).map(trips).collect::<Vec<_>>())),
        Resource::Texture(image(vk::Format::R32_SFLOAT, flat, 1, 0)),
        Resource::Texture(image(vk::Format::R32_UINT, flat, 1, 1)),
        Resource::Texture(image(vk::Format::R32_SFLOAT, vk::ImageViewType::TYPE_2D_ARRAY, 2, 2)),
        Resource::Texture(image(vk::Format::D32_SFLOAT, flat, 1, 3)),
        Resource::Sampler(NEAREST),
        Resource::Sampler(COMPARE),
    ]
}

const DECLARATIONS: &str = "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var image: texture_2d<f32>;
@group(0) @binding(3) var words: texture_2d<u32>;
@group(0) @binding(4) var layers: texture_2d_array<f32>;
@group(0) @binding(5) var depths: texture_depth_2d;
@group(0) @binding(6) var nearest: sampler;
@group(0) @binding(7) var less: sampler_comparison;
";

fn source(declarations: &str, text: &str, read: &str) -> String {
    let body = text.replace("PLACE", PLACE).replace("READ", read);
    format!(
        "{declarations}{PLACES}{LIMIT}fn work(at: u32) -> u32 {{
    let trips = input[at];
    var sum = 0u;
    {body}
    return sum;
}}
@compute @workgroup_size({INVOCATIONS})
fn main(@builtin(local_invocation_index) at: u32) {{ output[at] = work(at); }}
"
    )
}

fn judged(source: &str, bindings: &[Binding], expected: &[u32], change: impl Fn(&mut Setup)) {
    // The words differ between versions; the oldest and the newest are run.
    let runs = gpu().map_or("vulkan1.3", |gpu| gpu.newest_target());
    dispatch(
        source,
        change,
        &["vulkan1.0", "vulkan1.1spv1.4", runs],
        bindings,
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

fn unchecked(options: &mut Setup) {
    options.bounds_check_policies.image_load = BoundsCheckPolicy::Unchecked;
}

#[test]
fn textures_are_read_in_loops_that_end_apart() {
    let bindings = group(resources());
    for read in READS {
        for around in LOOPS {
            println!("{} in {}", read.name, around.0);
            let expected: Vec<u32> = (0..INVOCATIONS).map(|at| total(around, read.value, at)).collect();
            judged(
                &source(DECLARATIONS, around.0, read.wgsl),
                &bindings,
                &expected,
                |options| {
                    if read.loads_levels {
                        unchecked(options);
                    }
                },
            );
        }
    }
}

/// All methods in one iteration, selected by a switch.
#[test]
fn each_iteration_reads_in_another_way() {
    let bindings = group(resources());
    // Reads out of bounds rely on the checks.
    let reads: Vec<&Read> = READS
        .iter()
        .filter(|read| read.loads_levels || !read.name.starts_with("textureLoad"))
        .collect();
    let count = reads.len() as u32;
    let cases: String = (0..)
        .zip(&reads)
        .map(|(at, read)| format!("case {at}u: {{ sum += {}; }}\n", read.wgsl))
        .collect();
    let text = format!(
        "for (var k = 0u; k < trips; k++) {{ PLACE switch (k * 3u + at) % {count}u {{ {cases} default: {{ continue; }} }} }}"
    );
    let expected: Vec<u32> = (0..INVOCATIONS)
        .map(|at| {
            let value = |k| (reads[((k * 3 + at) % count) as usize].value)(place(at, k));
            (0..trips(at)).map(value).sum()
        })
        .collect();
    judged(&source(DECLARATIONS, &text, ""), &bindings, &expected, unchecked);
}

const ELEMENTS: u32 = 8;

/// An element that differs between neighbours and iterations; 8 and 9 are out of range.
fn element(at: u32, k: u32) -> u32 {
    (at * 3 + k * 7) % (ELEMENTS + 2)
}

const ELEMENT: &str = "((at * 3u + k * 7u) % 10u)";

/// A method to read an element: its WGSL, and the same in Rust.
type ElementRead = (&'static str, fn(u32, Place) -> u32);

#[test]
fn elements_are_read_in_loops_that_end_apart() {
    if gpu().is_none_or(|gpu| gpu.features.vulkan12.shader_sampled_image_array_non_uniform_indexing != vk::TRUE) {
        return;
    }
    let declarations = "enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var images: binding_array<texture_2d<f32>, 8>;
@group(0) @binding(3) var depths: binding_array<texture_depth_2d, 8>;
@group(0) @binding(4) var samplers: binding_array<sampler, 8>;
@group(0) @binding(5) var less: sampler_comparison;
fn loaded(image: texture_2d<f32>, x: u32, y: u32, l: u32) -> f32 { return textureLoad(image, vec2(x, y), l).x; }
";
    let flat = vk::ImageViewType::TYPE_2D;
    let array = |of: &dyn Fn(u32) -> Resource| Resource::array((0..ELEMENTS).map(of));
    let bindings = group([
        Resource::Storage(vec![0; 4 * INVOCATIONS as usize]),
        Resource::Storage(from_words(&(0..INVOCATIONS).map(trips).collect::<Vec<_>>())),
        array(&|element| Resource::Texture(image(vk::Format::R32_SFLOAT, flat, 1, element))),
        array(&|element| Resource::Texture(image(vk::Format::D32_SFLOAT, flat, 1, element))),
        array(&|_| Resource::Sampler(NEAREST)),
        Resource::Sampler(COMPARE),
    ]);
    let reads: [ElementRead; 7] = [
        ("u32(textureLoad(images[ELEMENT], vec2(x, y), l).x)", |e, p| {
            texel(e, p.l, 0, p.x, p.y)
        }),
        ("u32(loaded(images[ELEMENT], x, y, l))", |e, p| {
            texel(e, p.l, 0, p.x, p.y)
        }),
        (
            "u32(textureSampleLevel(images[ELEMENT], samplers[k % 8u], middle(x, y, l), f32(l)).x)",
            |e, p| texel(e, p.l, 0, p.x, p.y),
        ),
        (
            "u32(textureSampleGrad(images[ELEMENT], samplers[ELEMENT], middle(x, y, l), vec2(stride(l), 0.0), vec2(0.0, stride(l))).x)",
            |e, p| texel(e, p.l, 0, p.x, p.y),
        ),
        (
            "u32(textureGather(0, images[ELEMENT], samplers[at % 8u], corner(x + 1u, y + 1u)).y)",
            |e, p| gathered(e, 0, p.x + 1, p.y + 1)[1],
        ),
        (
            "u32(textureSampleCompareLevel(depths[ELEMENT], less, middle(x, y, 0u), limit(k)))",
            |e, p| u32::from(limit(p.k) < texel(e, 0, 0, p.x, p.y)),
        ),
        (
            "u32(textureLoad(depths[ELEMENT], vec2(x, y), l) * 65536.0) + textureDimensions(images[ELEMENT], 1).x",
            |e, p| texel(e, p.l, 0, p.x, p.y) + 4,
        ),
    ];
    for policy in [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite] {
        for (read, value) in &reads {
            for around in LOOPS {
                let value = |at: u32, place: Place| match (element(at, place.k), policy) {
                    (inside, _) if inside < ELEMENTS => value(inside, place),
                    (_, BoundsCheckPolicy::Restrict) => value(ELEMENTS - 1, place),
                    _ => 0,
                };
                let expected: Vec<u32> = (0..INVOCATIONS)
                    .map(|at| total(around, |place| value(at, place), at))
                    .collect();
                let read = read.replace("ELEMENT", ELEMENT);
                judged(
                    &source(declarations, around.0, &read),
                    &bindings,
                    &expected,
                    |options| {
                        options.bounds_check_policies.binding_array = policy;
                        unchecked(options);
                    },
                );
            }
        }
    }
}

/// Texels that are stored, added to and read back in such loops: each invocation has its own row.
#[test]
fn texels_are_written_in_loops_that_end_apart() {
    let declarations = "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var own: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(3) var counts: texture_storage_2d<r32uint, atomic>;
fn count(at: u32, k: u32) -> u32 {
    let before = textureLoad(own, vec2(k % 4u, at)).x;
    textureStore(own, vec2(k % 4u, at), vec4(before + k + 1u));
    textureAtomicAdd(counts, vec2(k, at % 4u), at);
    return before;
}
";
    let storage = |width: u32, height: u32| {
        let texels = vec![0; (width * height * 4) as usize];
        Resource::StorageImage(Image::flat(vk::Format::R32_UINT, width, height, texels))
    };
    let bindings = group([
        Resource::Storage(vec![0; 4 * INVOCATIONS as usize]),
        Resource::Storage(from_words(&(0..INVOCATIONS).map(trips).collect::<Vec<_>>())),
        storage(4, INVOCATIONS),
        storage(16, 4),
    ]);
    for around in LOOPS.iter().take(3) {
        let mut own = vec![0; 4 * INVOCATIONS as usize];
        let mut counts = vec![0; 64];
        let mut expected = Vec::new();
        for at in 0..INVOCATIONS {
            let mut sum = 0;
            for k in (around.1)(at) {
                let texel = &mut own[(at * 4 + k % 4) as usize];
                sum += *texel;
                *texel += k + 1;
                counts[(at % 4 * 16 + k) as usize] += at;
            }
            expected.push(sum);
        }
        let source = source(declarations, around.0, "count(at, k)");
        dispatch(
            &source,
            |_| {},
            &[],
            &bindings,
            [1, 1, 1],
            |results| {
                for (name, found, expected) in [
                    ("sums", &results[0], &expected),
                    ("texels", &results[2], &own),
                    ("counts", &results[3], &counts),
                ] {
                    if found != expected {
                        return Err(format!("{name}: {found:?}, expected {expected:?}"));
                    }
                }
                Ok(())
            },
        );
    }
}
