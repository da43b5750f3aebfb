//! Tests of `discard` in its three lowerings (demotion, termination, a flag) at every version: discarded invocations
//! must have no effects, and their neighbours in the quad must still get their values (WGSL §9.4.11).
//!
//! The picture has 8 × 8 pixels, that is 16 quads. In quad `q` the invocations whose bit of `q` is set are discarded,
//! so that every subset of a quad occurs once.

use std::collections::BTreeSet;

use super::{Binding, Color, Draw, FLOATS, covering, floats, numbers};
use crate::common::setup::Setup;
use crate::common::vulkan::{Gpu, Image, NEAREST, Pixels, Resource, Sampling, gpu, vk};
use crate::common::{backends, parse, validate};
use spirula::{Feature, Target};

const SIZE: u32 = 8;

/// Whether the invocation of a pixel is discarded.
fn is_dead(x: u32, y: u32) -> bool {
    let quad = y / 2 * (SIZE / 2) + x / 2;
    let lane = y % 2 * 2 + x % 2;
    quad >> lane & 1 == 1
}

const IS_DEAD: &str = "fn is_dead(p: vec2<u32>) -> bool {
    let quad = p.y / 2u * 4u + p.x / 2u;
    let lane = p.y % 2u * 2u + p.x % 2u;
    return (quad >> lane & 1u) == 1u;
}
";

fn pixels() -> impl Iterator<Item = (u32, u32)> {
    (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)))
}

/// The instructions by which an invocation is demoted or ended.
const LOWERINGS: [&str; 3] = ["OpDemoteToHelperInvocation", "OpKill", "OpTerminateInvocation"];

/// The targets that the device supports, each with and without demotion. From 1.3 on it is in core, and must be
/// disabled explicitly.
fn targets(gpu: &Gpu) -> Vec<(&'static str, Target)> {
    let newest = gpu.newest_target();
    let named = validate::VULKAN.into_iter().chain(["vulkan1.1spv1.4"]);
    let mut targets = Vec::new();
    for name in named.filter(|name| *name <= newest) {
        let target = Target::parse(name).unwrap();
        let feature = Feature::ShaderDemoteToHelperInvocation;
        targets.push((name, target.clone().enable(feature)));
        targets.push((name, target.disable(feature)));
    }
    targets
}

/// Draws with the stages `vs` and `fs` of a shader at every target, and passes the pixels to `judge`. The words of
/// every target are validated and self-checked; equal ones run once.
fn draw(run: &Draw<'_>, gpu: &Gpu, source: &str, change: impl Fn(&mut Setup), judge: impl Fn(&Pixels) -> String) {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let vertex = backends::spirula(&shader, &backends::options_for("vulkan1.0", "vs")).unwrap();
    let (mut ran, mut faults, mut lowerings) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (name, target) in targets(gpu) {
        let mut options = backends::options_for(name, "fs");
        options.target = target;
        change(&mut options);
        let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{name}: {error}\n{source}"));
        validate::validate(&words, name).unwrap_or_else(|fault| panic!("{name}: {fault}\n{source}"));
        let report = spirula::check::check(&words, &options.target);
        assert!(report.is_valid(), "{name}: {report:?}\n{source}");
        if ran.contains(&words) {
            continue;
        }
        let listing = backends::disassemble(&words);
        let mut used = LOWERINGS.into_iter().filter(|op| listing.contains(op));
        let (lowering, None) = (used.next().unwrap(), used.next()) else {
            panic!("{name}: more than one of {LOWERINGS:?}")
        };
        lowerings.insert(lowering);
        let fault = judge(&run.run(gpu, (&vertex, "vs"), (&words, "fs")));
        if !fault.is_empty() {
            faults.push(format!("{name}, {lowering}: {fault}"));
        }
        ran.push(words);
    }
    // The terminator other than `OpKill` is in core from 1.3 on.
    let expected = if gpu.newest_target() >= "vulkan1.3" { 3 } else { 2 };
    assert_eq!(lowerings.len(), expected, "{lowerings:?}");
    assert!(faults.is_empty(), "{}\n{source}", faults.join("\n"));
}

fn no_change(_: &mut Setup) {}

/// A buffer of words, and images with one word per texel, all zero.
fn effects() -> Vec<Binding> {
    let bytes = (SIZE * SIZE * 4) as usize;
    let image = || {
        let image = Image::flat(vk::Format::R32_UINT, SIZE, SIZE, vec![0; bytes]);
        Resource::StorageImage(image)
    };
    let resources = [
        Resource::Storage(vec![0; bytes]),
        Resource::Storage(vec![0; 4]),
        image(),
        image(),
    ];
    super::fragments::group(resources)
}

/// `effects` does these once for each invocation: a store, an atomic, a texel store and a texel atomic.
const EFFECTS: &str = "@group(0) @binding(0) var<storage, read_write> stored: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> counted: atomic<u32>;
@group(0) @binding(2) var written: texture_storage_2d<r32uint, write>;
@group(0) @binding(3) var added: texture_storage_2d<r32uint, atomic>;
fn effects(p: vec2<u32>) {
    let at = p.y * 8u + p.x;
    stored[at] += 1u;
    atomicAdd(&counted, 1u);
    textureStore(written, p, vec4(at + 1u));
    textureAtomicAdd(added, p, 1u);
}
";

/// A position of `discard`.
struct Place {
    name: &'static str,
    /// Functions, and statements that compute `value` for the pixel `p`.
    functions: &'static str,
    body: &'static str,
    /// The value of a pixel if it is not discarded.
    value: fn(u32, u32) -> f32,
    dead: fn(u32, u32) -> bool,
    /// The number of effects of a pixel's invocation.
    effects: fn(u32, u32) -> u32,
}

const PLACES: &[Place] = &[
    Place {
        name: "before everything",
        functions: "",
        body: "if is_dead(p) { discard; } effects(p); value = f32(p.x * p.y);",
        value: |x, y| (x * y) as f32,
        dead: is_dead,
        effects: |x, y| u32::from(!is_dead(x, y)),
    },
    Place {
        name: "between effects, twice",
        functions: "",
        body: "effects(p); if is_dead(p) { discard; } effects(p); value = f32(p.x * p.x + 3u * p.y);
            if p.x == 5u { discard; } effects(p);",
        value: |x, y| (x * x + 3 * y) as f32,
        dead: |x, y| is_dead(x, y) || x == 5,
        effects: |x, y| {
            if is_dead(x, y) {
                1
            } else if x == 5 {
                2
            } else {
                3
            }
        },
    },
    Place {
        name: "two calls deep",
        functions: "fn inner(p: vec2<u32>) -> f32 { if is_dead(p) { discard; } effects(p); return f32(p.x * p.x + p.y); }
            fn outer(p: vec2<u32>) -> f32 { let v = inner(p); effects(p); return v * 2.0; }",
        body: "value = outer(p); effects(p);",
        value: |x, y| (x * x + y) as f32 * 2.0,
        dead: is_dead,
        effects: |x, y| if is_dead(x, y) { 0 } else { 3 },
    },
    Place {
        name: "in a loop",
        functions: "",
        body: "for (var i = 0u; i < 4u; i++) {
            if is_dead(p) && i == p.x % 4u { discard; }
            effects(p); value += f32(i * p.x + p.y);
        }",
        value: |x, y| (6 * x + 4 * y) as f32,
        dead: is_dead,
        effects: |x, y| if is_dead(x, y) { x % 4 } else { 4 },
    },
    Place {
        name: "in a loop that each leaves at another iteration",
        functions: "",
        body: "for (var i = 0u; i < p.x + 2u; i++) {
            if i == 1u && is_dead(p) { discard; if p.y > 3u { continue; } }
            if i > p.y { break; }
            effects(p); value += f32(i + 1u);
        }",
        value: |x, y| {
            let taken = (0..x + 2).take_while(|i| *i <= y || *i == 1 && is_dead(x, y) && y > 3);
            taken
                .filter(|i| !(*i == 1 && is_dead(x, y) && y > 3))
                .map(|i| (i + 1) as f32)
                .sum()
        },
        dead: is_dead_in_a_leaving_loop,
        effects: |x, y| {
            if is_dead_in_a_leaving_loop(x, y) { 1 } else { (x + 2).min(y + 1) }
        },
    },
    Place {
        name: "in the cases of a switch",
        functions: "fn end(p: vec2<u32>) { if is_dead(p) { discard; } }",
        body: "switch p.x % 4u {
            case 0u: { if is_dead(p) { discard; } value = 1.0; }
            case 1u, 2u: { end(p); effects(p); value = f32(p.x); }
            default: { discard; value = 7.0; }
        }
        effects(p);",
        value: |x, _| match x % 4 {
            0 => 1.0,
            1 | 2 => x as f32,
            _ => 7.0,
        },
        dead: |x, y| x % 4 == 3 || is_dead(x, y),
        effects: |x, y| match x % 4 {
            _ if x % 4 == 3 || is_dead(x, y) => 0,
            0 => 1,
            _ => 2,
        },
    },
    Place {
        name: "in branches of branches",
        functions: "",
        body: "if p.x > 2u {
            if p.y > 2u { if is_dead(p) { discard; } else { effects(p); } value = 1.0; } else { effects(p); value = 2.0; }
            effects(p);
        } else { value = f32(p.y * p.x); if p.y == 4u { discard; } }
        effects(p); value += f32(p.x * 8u);",
        value: |x, y| {
            let inner = match (x > 2, y > 2) {
                (true, true) => 1,
                (true, false) => 2,
                (false, _) => x * y,
            };
            (inner + x * 8) as f32
        },
        dead: |x, y| if x > 2 { y > 2 && is_dead(x, y) } else { y == 4 },
        effects: |x, y| match (x > 2, y > 2) {
            (true, true) if is_dead(x, y) => 0,
            (true, _) => 3,
            (false, _) if y == 4 => 0,
            (false, _) => 1,
        },
    },
    Place {
        name: "before a return in a called function",
        functions: "fn early(p: vec2<u32>) -> f32 {
            for (var i = 0u; i < 3u; i++) {
                if is_dead(p) { discard; return f32(p.x + 1u); }
                effects(p);
                if i == 1u { return f32(p.y * p.x); }
            }
            return 1e9;
        }",
        body: "value = early(p); effects(p);",
        value: |x, y| if is_dead(x, y) { (x + 1) as f32 } else { (x * y) as f32 },
        dead: is_dead,
        effects: |x, y| if is_dead(x, y) { 0 } else { 3 },
    },
];

/// The pixels that the second iteration of that loop discards.
fn is_dead_in_a_leaving_loop(x: u32, y: u32) -> bool {
    // Iteration 0 always runs; iteration 1 always follows (x + 2 > 1), and no break precedes its test.
    is_dead(x, y)
}

/// The same with `discard` in `continuing`.
const CONTINUING: &[Place] = &[
    Place {
        name: "in continuing",
        functions: "",
        body: "var i = 0u; loop {
            effects(p); value += f32(p.x * i);
            continuing { if is_dead(p) && i == 1u { discard; } effects(p); i += 1u; break if i == 4u; }
        }",
        value: |x, _| (x * 6) as f32,
        dead: is_dead,
        effects: |x, y| if is_dead(x, y) { 3 } else { 8 },
    },
    Place {
        name: "called from continuing",
        functions: "fn end(p: vec2<u32>, i: u32) -> u32 { if is_dead(p) && i == 2u { discard; } effects(p); return 1u; }",
        body: "var i = 0u; loop {
            if i > p.y { value += 1.0; continue; }
            value += f32(p.x * i);
            continuing { i += end(p, i); break if i >= 5u; }
        }",
        value: |x, y| (0..5).map(|i| if i > y { 1.0 } else { (x * i) as f32 }).sum(),
        dead: is_dead,
        effects: |x, y| if is_dead(x, y) { 2 } else { 5 },
    },
];

/// The expected color of a pixel: its value and, with derivatives, those along both axes.
fn color(place: &Place, derived: bool, x: u32, y: u32) -> [f32; 4] {
    if (place.dead)(x, y) {
        return FLOATS.clear;
    }
    let value = place.value;
    let along = |to: [u32; 2], from: [u32; 2]| value(to[0], to[1]) - value(from[0], from[1]);
    let (dx, dy) = if derived {
        (along([x | 1, y], [x & !1, y]), along([x, y | 1], [x, y & !1]))
    } else {
        (0.0, 0.0)
    };
    [value(x, y), dx, dy, 1.0]
}

fn fault(place: &Place, derived: bool, left: &Pixels) -> String {
    let mut faults = String::new();
    for ((x, y), found) in pixels().zip(floats(left)) {
        let expected = color(place, derived, x, y);
        if found != expected {
            faults += &format!("pixel {x}, {y}: {found:?}, expected {expected:?}; ");
        }
    }
    let [stored, counted, written, added] = &left.storage[..] else {
        panic!("four resources")
    };
    let expected: Vec<u32> = pixels().map(|(x, y)| (place.effects)(x, y)).collect();
    let texels: Vec<u32> = (1..)
        .zip(&expected)
        .map(|(at, n)| if *n > 0 { at } else { 0 })
        .collect();
    for (name, found, expected) in [
        ("stored", stored, &expected),
        ("counted", counted, &vec![expected.iter().sum()]),
        ("written", written, &texels),
        ("added", added, &expected),
    ] {
        let found = numbers(found);
        if found != *expected {
            faults += &format!("{name}: {found:?}, expected {expected:?}; ");
        }
    }
    faults
}

fn every_place(places: &[Place]) {
    let Some(gpu) = gpu() else { return };
    let bindings = effects();
    let run = Draw {
        size: [SIZE; 2],
        bindings: &bindings,
        ..Draw::default()
    };
    for place in places {
        // Without derivatives the invocation is terminated; with them it must remain active.
        for derived in [false, true] {
            println!("{}, derived: {derived}", place.name);
            let derivatives = if derived {
                "dpdxFine(value), dpdyFine(value)"
            } else {
                "0.0, 0.0"
            };
            let source = format!(
                "{}{EFFECTS}{IS_DEAD}{}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    let p = vec2<u32>(in.position.xy);
    var value = 0.0;
    {}
    return vec4(value, {derivatives}, 1.0);
}}",
                covering("@location(0) unused: f32", "0.0"),
                place.functions,
                place.body
            );
            draw(&run, &gpu, &source, no_change, |left| fault(place, derived, left));
        }
    }
}

#[test]
fn nothing_is_left_wherever_it_is_discarded() {
    every_place(PLACES);
}

#[test]
fn nothing_is_left_of_what_is_discarded_in_continuing() {
    every_place(CONTINUING);
}

/// Every control of every derivative, for values that are computed after the neighbours were discarded.
#[test]
fn derivatives_of_every_kind_have_their_neighbours() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{}{IS_DEAD}
struct Out {{ @location(0) fine: vec4<f32>, @location(1) coarse: vec4<f32>, @location(2) plain: vec4<f32> }}
@fragment fn fs(in: Varying) -> Out {{
    let p = vec2<u32>(in.position.xy);
    if is_dead(p) {{ discard; }}
    var value = 0.0;
    for (var i = 0u; i < p.y + 1u; i++) {{ value += f32(p.x); }}
    let both = vec2(value, f32(p.x * p.x * 2u));
    return Out(vec4(dpdxFine(value), dpdyFine(value), fwidthFine(value), dpdxFine(both).y),
        vec4(dpdxCoarse(value), dpdyCoarse(value), fwidthCoarse(value), dpdxCoarse(both).y),
        vec4(dpdx(value), dpdy(value), fwidth(value), dpdx(both).y));
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let run = Draw {
        size: [SIZE; 2],
        colors: &[FLOATS; 3],
        ..Draw::default()
    };
    draw(&run, &gpu, &source, no_change, |left| {
        let mut faults = String::new();
        let read = |at: usize| -> Vec<[f32; 4]> {
            let all: Vec<f32> = numbers(&left.colors[at]).into_iter().map(f32::from_bits).collect();
            all.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect()
        };
        let (fine, coarse, plain) = (read(0), read(1), read(2));
        for (at, (x, y)) in pixels().enumerate() {
            let found = [fine[at], coarse[at], plain[at]];
            let good = if is_dead(x, y) {
                found == [FLOATS.clear; 3]
            } else {
                // x · (y + 1) has the other factor as its derivative, and 2x² has 2(x₀ + x₁) of its pair.
                let square = (4 * (x & !1) + 2) as f32;
                let (dx, dy) = ((y + 1) as f32, x as f32);
                // Coarse derivatives may come from the other row or column of the quad.
                let (rows, columns) = ([(y & !1) + 1, (y | 1) + 1], [x & !1, x | 1]);
                let loosely = |[a, b, c, d]: [f32; 4]| {
                    rows.contains(&(a as u32)) && columns.contains(&(b as u32)) && c >= 0.0 && d == square
                };
                let widths: Vec<u32> = rows.iter().flat_map(|row| columns.map(|column| row + column)).collect();
                fine[at] == [dx, dy, dx + dy, square]
                    && [coarse[at], plain[at]]
                        .iter()
                        .all(|of| loosely(*of) && widths.contains(&(of[2] as u32)))
            };
            if !good {
                faults += &format!("pixel {x}, {y}: {found:?}; ");
            }
        }
        faults
    });
}

/// Levels depend on the differences of coordinates between pixels, including discarded neighbours.
#[test]
fn implicit_levels_have_their_neighbours() {
    let Some(gpu) = gpu() else { return };
    let compare = Sampling {
        compare: Some(vk::CompareOp::LESS),
        ..NEAREST
    };
    let bindings = super::fragments::group([
        super::fragments::levels(vk::Format::R32_SFLOAT, [0.0, 1.0, 2.0, 3.0]),
        super::fragments::levels(vk::Format::D32_SFLOAT, [0.25, 0.75, 0.25, 0.25]),
        Resource::Sampler(NEAREST),
        Resource::Sampler(compare),
    ]);
    let source = format!(
        "@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var depths: texture_depth_2d;
@group(0) @binding(2) var filters: sampler;
@group(0) @binding(3) var compare: sampler_comparison;
{}{IS_DEAD}
fn sampled(at: vec2<f32>) -> f32 {{ return textureSample(image, filters, at).x; }}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    let p = vec2<u32>(in.position.xy);
    if is_dead(p) {{ discard; }}
    // The coordinates of neighbouring pixels differ by a quarter of the 8 × 8 texture, which is two texels: level 1.
    var at = vec2(0.0);
    for (var i = 0u; i <= p.x; i++) {{ at.x += 0.25; }}
    at.y = in.position.y * 0.25;
    return vec4(sampled(at), textureSampleBias(image, filters, at, 1.0).x, sampled(at * 4.0),
        textureSampleCompare(depths, compare, at, 0.5));
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let run = Draw {
        size: [SIZE; 2],
        bindings: &bindings,
        ..Draw::default()
    };
    draw(&run, &gpu, &source, no_change, |left| {
        let mut faults = String::new();
        for ((x, y), found) in pixels().zip(floats(left)) {
            let expected = if is_dead(x, y) {
                FLOATS.clear
            } else {
                [1.0, 2.0, 3.0, 1.0]
            };
            if found != expected {
                faults += &format!("pixel {x}, {y}: {found:?}; ");
            }
        }
        faults
    });
}

/// Every kind of write to memory, once by each invocation after the discard, in separate slots.
#[test]
fn no_write_of_any_kind_is_left() {
    use naga::proc::BoundsCheckPolicy as Policy;
    let Some(gpu) = gpu() else { return };
    // The words of a pixel: ten atomics, then a struct that is stored whole and in parts.
    const WORDS: u32 = 20;
    let source = |quad: &str| {
        format!(
            "struct Own {{ words: array<atomic<u32>, 12>, whole: vec4<f32>, parts: array<u32, 4> }}
@group(0) @binding(0) var<storage, read_write> own: array<Own>;
@group(0) @binding(1) var texels: texture_storage_2d<r32uint, atomic>;
@group(0) @binding(2) var levels: texture_storage_2d_array<rgba32float, write>;
{}{IS_DEAD}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    let p = vec2<u32>(in.position.xy);
    let at = p.y * 8u + p.x;
    if is_dead(p) {{ discard; }}
    atomicStore(&own[at].words[0], 5u);
    atomicAdd(&own[at].words[1], 5u);
    atomicSub(&own[at].words[2], 5u);
    atomicMax(&own[at].words[3], 5u);
    atomicMin(&own[at].words[4], 5u);
    atomicAnd(&own[at].words[5], 5u);
    atomicOr(&own[at].words[6], 5u);
    atomicXor(&own[at].words[7], 5u);
    let old = atomicExchange(&own[at].words[8], 5u);
    let swapped = atomicCompareExchangeWeak(&own[at].words[9], 16u, 5u);
    own[at].whole = vec4(1.0, 2.0, 3.0, 4.0);
    own[at].whole.y = 7.0;
    own[at].parts[p.x % 4u] = 9u;
    // Out of bounds: the last element with one policy, no effect with another.
    own[at + 1000000u].parts[3] = 11u;
    textureAtomicMax(texels, p, 20u);
    textureAtomicXor(texels, p, 1u);
    textureStore(levels, p, 1u, vec4(f32(at), 1.0, 2.0, 3.0));
    textureStore(levels, p + 100u, 0u, vec4(9.0));
    {quad}
    return vec4(f32(old), f32(swapped.old_value), f32(swapped.exchanged), change);
}}",
            covering("@location(0) unused: f32", "0.0")
        )
    };
    let initial = |at: u32| -> Vec<u32> { (0..WORDS).map(|word| if word < 12 { 16 } else { at }).collect() };
    let own: Vec<u32> = (0..SIZE * SIZE).flat_map(initial).collect();
    let texels = [16_u32; 64].map(u32::to_ne_bytes).concat();
    let layers = Image {
        view: vk::ImageViewType::TYPE_2D_ARRAY,
        layers: 2,
        ..Image::flat(vk::Format::R32G32B32A32_SFLOAT, SIZE, SIZE, vec![0; 64 * 16 * 2])
    };
    let bindings = super::fragments::group([
        Resource::Storage(own.iter().copied().flat_map(u32::to_ne_bytes).collect()),
        Resource::StorageImage(Image::flat(vk::Format::R32_UINT, SIZE, SIZE, texels)),
        Resource::StorageImage(layers),
    ]);
    let run = Draw {
        size: [SIZE; 2],
        bindings: &bindings,
        ..Draw::default()
    };
    let written = |at: u32| -> Vec<u32> {
        let mut words = vec![5, 21, 11, 16, 5, 16 & 5, 21, 21, 5, 5, 16, 16];
        words.extend([1.0_f32, 7.0, 3.0, 4.0].map(f32::to_bits));
        words.extend((0..4).map(|part| if part == at % 4 { 9 } else { at }));
        words
    };
    for policy in [Policy::Restrict, Policy::ReadZeroSkipWrite] {
        let mut own: Vec<u32> = Vec::new();
        for (at, (x, y)) in (0..).zip(pixels()) {
            own.extend(if is_dead(x, y) { initial(at) } else { written(at) });
        }
        if policy == Policy::Restrict {
            *own.last_mut().unwrap() = 11;
        }
        let texels: Vec<u32> = pixels().map(|(x, y)| if is_dead(x, y) { 16 } else { 21 }).collect();
        for (quad, change) in [
            ("let change = 0.0;", 0.0),
            ("let change = dpdxFine(f32(p.x) * 3.0);", 3.0),
        ] {
            let set = |options: &mut Setup| {
                options.bounds_check_policies.index = policy;
                options.bounds_check_policies.buffer = policy;
            };
            draw(&run, &gpu, &source(quad), set, |left| {
                let mut faults = String::new();
                if numbers(&left.storage[0]) != own {
                    faults += &format!("{policy:?}: words {:?}, expected {own:?}; ", numbers(&left.storage[0]));
                }
                if numbers(&left.storage[1]) != texels {
                    faults += &format!("{policy:?}: texels {:?}; ", numbers(&left.storage[1]));
                }
                let layers = numbers(&left.storage[2]);
                for (at, (x, y)) in pixels().enumerate() {
                    let texel = &layers[(64 + at) * 4..][..4];
                    let expected = [at as f32, 1.0, 2.0, 3.0].map(f32::to_bits);
                    if texel != if is_dead(x, y) { [0; 4] } else { expected } {
                        faults += &format!("layer at {x}, {y}: {texel:?}; ");
                    }
                    let color = floats(left)[at];
                    let expected = [16.0, 16.0, 1.0, change];
                    if color != if is_dead(x, y) { FLOATS.clear } else { expected } {
                        faults += &format!("pixel {x}, {y}: {color:?}; ");
                    }
                }
                faults
            });
        }
    }
}

/// Depth, sample masks and further colors of discarded pixels are unchanged.
#[test]
fn no_output_of_any_kind_is_left() {
    let Some(gpu) = gpu() else { return };
    for (change, change_is) in [("0.0", 0.0), ("fwidthFine(f32(p.y) * 2.0)", 2.0)] {
        let source = format!(
            "{}{IS_DEAD}
struct Out {{ @location(0) one: vec4<f32>, @location(1) other: vec4<u32>, @builtin(frag_depth) depth: f32,
    @builtin(sample_mask) mask: u32 }}
@fragment fn fs(in: Varying) -> Out {{
    let p = vec2<u32>(in.position.xy);
    if is_dead(p) {{ discard; }}
    return Out(vec4({change}), vec4(p, 1u, 2u), f32(p.x) / 16.0, 1u);
}}",
            covering("@location(0) unused: f32", "0.0")
        );
        let numbers_of = Color {
            format: vk::Format::R32G32B32A32_UINT,
            clear: [0.0; 4],
        };
        let run = Draw {
            size: [SIZE; 2],
            colors: &[FLOATS, numbers_of],
            depth: true,
            ..Draw::default()
        };
        draw(&run, &gpu, &source, no_change, |left| {
            let mut faults = String::new();
            let depths = numbers(left.depth.as_ref().unwrap());
            let others = numbers(&left.colors[1]);
            for (at, (x, y)) in pixels().enumerate() {
                let found = (
                    floats(left)[at],
                    others[at * 4..][..4].to_vec(),
                    f32::from_bits(depths[at]),
                );
                let expected = if is_dead(x, y) {
                    (FLOATS.clear, vec![0; 4], 1.0)
                } else {
                    ([change_is; 4], vec![x, y, 1, 2], x as f32 / 16.0)
                };
                if found != expected {
                    faults += &format!("pixel {x}, {y}: {found:?}, expected {expected:?}; ");
                }
            }
            faults
        });
    }
}

/// Entry points of one module: one needs its neighbours active, one does not, one returns early from several places,
/// and one calls the same functions and discards nothing.
#[test]
fn entry_points_of_one_module_have_their_own_lowerings() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{}{EFFECTS}{IS_DEAD}
fn end(p: vec2<u32>) -> f32 {{ if is_dead(p) {{ discard; }} effects(p); return f32(p.x * p.y); }}
@fragment fn derived(in: Varying) -> @location(0) vec4<f32> {{
    let value = end(vec2<u32>(in.position.xy));
    return vec4(value, dpdxFine(value), dpdyFine(value), 1.0);
}}
@fragment fn plain(in: Varying) -> @location(0) vec4<f32> {{
    return vec4(end(vec2<u32>(in.position.xy)), 0.0, 0.0, 2.0);
}}
@fragment fn early(in: Varying) -> @location(0) vec4<f32> {{
    let p = vec2<u32>(in.position.xy);
    let value = f32(p.x * p.y);
    let change = vec2(dpdxFine(value), dpdyFine(value));
    if p.x == 1u {{ if is_dead(p) {{ discard; return vec4(8.0); }} effects(p); return vec4(3.0); }}
    switch p.y {{
        case 2u: {{ discard; effects(p); return vec4(7.0); }}
        case 3u: {{ return vec4(end(p), change, 3.0); }}
        default: {{}}
    }}
    loop {{
        if p.x > 4u {{ break; }}
        if is_dead(p) {{ discard; return vec4(6.0); }}
        effects(p);
        return vec4(value, 0.0, 0.0, 3.0);
    }}
    return vec4(end(p), 0.0, 0.0, 3.0);
}}
@fragment fn alive(in: Varying) -> @location(0) vec4<f32> {{
    effects(vec2<u32>(in.position.xy));
    return vec4(4.0);
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let bindings = effects();
    let run = Draw {
        size: [SIZE; 2],
        bindings: &bindings,
        ..Draw::default()
    };
    let product = |x: u32, y: u32| (x * y) as f32;
    // The color of a pixel, and whether it has effects.
    let expected = |entry: &str, x: u32, y: u32| -> (Option<[f32; 4]>, bool) {
        let living = |color| {
            if is_dead(x, y) {
                (None, false)
            } else {
                (Some(color), true)
            }
        };
        match entry {
            "derived" => living([product(x, y), y as f32, x as f32, 1.0]),
            "plain" => living([product(x, y), 0.0, 0.0, 2.0]),
            "alive" => (Some([4.0; 4]), true),
            _ if x == 1 => living([3.0; 4]),
            _ if y == 2 => (None, false),
            _ if y == 3 => living([product(x, y), y as f32, x as f32, 3.0]),
            _ => living([product(x, y), 0.0, 0.0, 3.0]),
        }
    };
    for (name, target) in targets(&gpu) {
        let mut options = Setup::new(target);
        options.names = true;
        let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        validate::validate(&words, name).unwrap_or_else(|fault| panic!("{name}: {fault}\n{source}"));
        let report = spirula::check::check(&words, &options.target);
        assert!(report.is_valid(), "{name}: {report:?}");
        for entry in ["derived", "plain", "early", "alive"] {
            let left = run.run(&gpu, (&words, "vs"), (&words, entry));
            let added = numbers(&left.storage[3]);
            for ((x, y), (found, count)) in pixels().zip(floats(&left).into_iter().zip(added)) {
                let (color, effects) = expected(entry, x, y);
                let color = color.unwrap_or(FLOATS.clear);
                assert!(
                    found == color && count == u32::from(effects),
                    "{name}, {entry} at {x}, {y}: {found:?} and {count} effects, expected {color:?} and {effects}"
                );
            }
        }
    }
}
