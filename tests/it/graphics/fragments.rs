//! Tests of features that only fragment shaders have: implicit levels of textures, derivatives, discarding, point
//! coordinates, sample masks, clamped depths, subgroups of fragments.

use super::{Binding, Draw, FLOATS, counters, covering, floats, numbers};
use crate::common::vulkan::{Extras, Image, NEAREST, Resource, Sampling, gpu, vk};
use crate::common::{backends, parse};

/// Four levels from 8 × 8 texels on, with one float in each texel; all texels of a level are equal.
pub fn levels(format: vk::Format, values: [f32; 4]) -> Resource {
    let texels = (0..4).flat_map(|level| vec![values[level]; 64 >> (2 * level)]);
    Resource::Texture(Image {
        format,
        view: vk::ImageViewType::TYPE_2D,
        extent: [8, 8, 1],
        layers: 1,
        levels: 4,
        texels: texels.flat_map(f32::to_ne_bytes).collect(),
    })
}

pub fn group(resources: impl IntoIterator<Item = Resource>) -> Vec<Binding> {
    (0..)
        .zip(resources)
        .map(|(binding, resource)| Binding {
            set: 0,
            binding,
            resource,
        })
        .collect()
}

/// Each level contains its number, and the depths of the first level are less than those of the others.
fn textures(bias: f32) -> Vec<Binding> {
    let compare = Sampling {
        compare: Some(vk::CompareOp::LESS),
        ..NEAREST
    };
    group([
        levels(vk::Format::R32_SFLOAT, [0.0, 1.0, 2.0, 3.0]),
        levels(vk::Format::D32_SFLOAT, [0.25, 0.75, 0.75, 0.75]),
        Resource::Sampler(NEAREST),
        Resource::Sampler(compare),
        Resource::Storage(bias.to_ne_bytes().to_vec()),
    ])
}

/// A fragment shader with these textures: `color` for a coordinate `at` in texture space.
fn sampling(at: &str, color: &str) -> String {
    format!(
        "@group(0) @binding(0) var numbers: texture_2d<f32>;
@group(0) @binding(1) var depths: texture_depth_2d;
@group(0) @binding(2) var filters: sampler;
@group(0) @binding(3) var compare: sampler_comparison;
@group(0) @binding(4) var<storage, read> bias: f32;
{}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    let at = in.position.xy * {at};
    return {color};
}}",
        covering("@location(0) unused: f32", "0.0")
    )
}

#[test]
fn levels_are_chosen_by_the_screen() {
    let Some(gpu) = gpu() else { return };
    // The coordinates of neighbouring pixels differ by a quarter of the texture, which is two texels: level 1.
    let color = "vec4(textureSample(numbers, filters, at).x, textureSampleBias(numbers, filters, at, 1.0).x,
        textureSampleBias(numbers, filters, at, bias).x, textureSampleCompare(depths, compare, at, 0.5))";
    let bindings = textures(-1.0);
    let draw = Draw {
        bindings: &bindings,
        ..Draw::default()
    };
    draw.wgsl(&gpu, &sampling("0.25", color), |pixels| {
        assert_eq!(floats(pixels), [[1.0, 2.0, 0.0, 1.0]; 16]);
    });
    let color = "vec4(textureSampleCompareLevel(depths, compare, at, 0.5), textureSampleCompare(depths, compare, at, 0.5, vec2(1, 0)),
        textureSampleGrad(numbers, filters, at, vec2(0.5, 0.0), vec2(0.0, 0.25)).x, textureSample(numbers, filters, at, vec2(0, 1)).x)";
    draw.wgsl(&gpu, &sampling("0.25", color), |pixels| {
        assert_eq!(floats(pixels), [[0.0, 1.0, 2.0, 1.0]; 16]);
    });
}

/// WGSL clamps a bias to -16 to 15.99: 2²⁰ texels per pixel are level 20, from which 16 do not lead to the first level,
/// and 2⁻²⁰ are level -20, from which 15.99 do not lead to another one.
#[test]
fn a_bias_has_bounds() {
    let Some(gpu) = gpu() else { return };
    let color = "vec4(textureSampleBias(numbers, filters, at, bias).x, textureSampleBias(numbers, filters, at, FIXED).x, 0.0, 1.0)";
    for (at, bias, fixed, expected) in [
        ("131072.0", -100.0, "-100.0", 3.0),
        ("131072.0", -19.0, "-19.0", 3.0),
        ("0.00000011920928955078125", 100.0, "100.0", 0.0),
        ("0.00000011920928955078125", 19.0, "19.0", 0.0),
    ] {
        let bindings = textures(bias);
        let draw = Draw {
            bindings: &bindings,
            ..Draw::default()
        };
        let source = sampling(at, &color.replace("FIXED", fixed));
        draw.wgsl(&gpu, &source, |pixels| {
            assert_eq!(floats(pixels), [[expected, expected, 0.0, 1.0]; 16], "{at} {bias}");
        });
    }
}

/// The product of both coordinates, whose derivative in one direction depends on the position in the other: a coarse
/// derivative may come from the other row or column of the quad.
#[test]
fn derivatives_are_as_fine_as_asked() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{}
struct Out {{ @location(0) one: vec4<f32>, @location(1) other: vec4<f32> }}
@fragment fn fs(in: Varying) -> Out {{
    let x = in.position.x * in.position.y;
    return Out(vec4(dpdxFine(x), dpdyFine(x), fwidthFine(x), dpdxCoarse(x)),
        vec4(dpdyCoarse(x), fwidthCoarse(x), dpdx(x), dpdy(x)));
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let draw = Draw {
        colors: &[FLOATS, FLOATS],
        ..Draw::default()
    };
    draw.wgsl(&gpu, &source, |pixels| {
        let second: Vec<f32> = numbers(&pixels.colors[1]).into_iter().map(f32::from_bits).collect();
        for (at, ([dx, dy, width, coarse_dx], second)) in
            floats(pixels).into_iter().zip(second.chunks_exact(4)).enumerate()
        {
            let (x, y) = ((at % 4) as f32 + 0.5, (at / 4) as f32 + 0.5);
            assert_eq!([dx, dy, width], [y, x, x + y], "{at}");
            let pair = |place: f32| {
                let first = (place / 2.0).floor() * 2.0;
                [first + 0.5, first + 1.5]
            };
            for found in [coarse_dx, second[2]] {
                assert!(pair(y).contains(&found), "{at}: {found}");
            }
            for found in [second[0], second[3]] {
                assert!(pair(x).contains(&found), "{at}: {found}");
            }
            let widths = pair(x).map(|x| pair(y).map(|y| x + y));
            assert!(widths.as_flattened().contains(&second[1]), "{at}: {second:?}");
        }
    });
}

/// Discarded fragments draw and count nothing, and their neighbours still compute derivatives.
#[test]
fn discarded_fragments_leave_nothing() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> left: atomic<u32>;
{}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    if u32(in.position.x) % 2u == 0u {{ discard; }}
    atomicAdd(&left, 1u);
    return vec4(dpdx(in.position.x * 3.0), dpdy(in.position.y * 5.0), 0.0, 1.0);
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let bindings = counters(1);
    let draw = Draw {
        bindings: &bindings,
        ..Draw::default()
    };
    draw.wgsl(&gpu, &source, |pixels| {
        for (at, pixel) in floats(pixels).into_iter().enumerate() {
            let expected = if at % 2 == 0 {
                FLOATS.clear
            } else {
                [3.0, 5.0, 0.0, 1.0]
            };
            assert_eq!(pixel, expected, "{at}");
        }
        assert_eq!(numbers(&pixels.storage[0]), [8]);
    });
}

/// `discard` in a continue construct, in a selection and in a loop inside one, each before and from Vulkan 1.3 on.
#[test]
fn discarded_fragments_leave_nothing_when_continuing() {
    let Some(gpu) = gpu() else { return };
    for discard in [
        "if i > in.position.y + 1.0 { discard; }",
        "switch u32(i) { case 2u: { if in.position.y < 1.0 { discard; } } case 3u: { discard; } default: {} }",
        // A helper invocation executes the loop to its end.
        "var n = 0; loop { if i < in.position.y + 2.0 || n > 2 { break; } discard; continuing { n += 1; } }",
    ] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> left: atomic<u32>;
{}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    var i = 0.0;
    loop {{
        if i > in.position.x {{ break; }}
        continuing {{ i += 1.0; {discard} }}
    }}
    atomicAdd(&left, 1u);
    return vec4(i, 0.0, 0.0, 1.0);
}}",
            covering("@location(0) unused: f32", "0.0")
        );
        let bindings = counters(1);
        let draw = Draw {
            bindings: &bindings,
            ..Draw::default()
        };
        // The loop of a pixel leaves `i` at 1, 2, 3, 4; the first row is at 0.5.
        let discarded = |x: usize, y: usize| match discard.as_bytes()[0] {
            b's' => x >= 2 || x >= 1 && y == 0,
            b'v' => (x + 1) as f32 >= y as f32 + 2.5,
            _ => (x + 1) as f32 > y as f32 + 1.5,
        };
        draw.wgsl(&gpu, &source, |pixels| {
            for (at, pixel) in floats(pixels).into_iter().enumerate() {
                let expected = if discarded(at % 4, at / 4) {
                    FLOATS.clear
                } else {
                    [(at % 4 + 1) as f32, 0.0, 0.0, 1.0]
                };
                assert_eq!(pixel, expected, "{discard}: {at}");
            }
            let left = (0..16).filter(|at| !discarded(at % 4, at / 4)).count();
            assert_eq!(numbers(&pixels.storage[0]), [left as u32]);
        });
    }
}

/// A point with a width of four pixels in the middle.
#[test]
fn points_have_coordinates() {
    let Some(gpu) = gpu() else { return };
    let glsl = |source: &str, stage| {
        let shader = parse::glsl(source, "point", stage).unwrap_or_else(|error| panic!("{error}"));
        backends::spirula(&shader, &backends::options(gpu.newest_target())).unwrap_or_else(|error| panic!("{error}"))
    };
    let vertex = glsl(
        "#version 450
void main() { gl_Position = vec4(0.0, 0.0, 0.5, 1.0); gl_PointSize = 4.0; }",
        naga::ShaderStage::Vertex,
    );
    let fragment = glsl(
        "#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_PointCoord, 0.0, 1.0); }",
        naga::ShaderStage::Fragment,
    );
    let draw = Draw {
        vertices: 1,
        size: [8, 8],
        topology: vk::PrimitiveTopology::POINT_LIST,
        ..Draw::default()
    };
    let pixels = floats(&draw.run(&gpu, (&vertex, "main"), (&fragment, "main")));
    for (at, pixel) in pixels.into_iter().enumerate() {
        let [x, y] = [at % 8, at / 8];
        let inside = (2..6).contains(&x) && (2..6).contains(&y);
        let along = |place: usize| 0.5 + (place as f32 + 0.5 - 4.0) / 4.0;
        let expected = if inside {
            [along(x), along(y), 0.0, 1.0]
        } else {
            FLOATS.clear
        };
        assert_eq!(pixel, expected, "{at}");
    }
}

/// With one sample a pixel, nothing is drawn if the mask excludes it.
#[test]
fn masks_are_written() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{}
struct Out {{ @location(0) color: vec4<f32>, @builtin(sample_mask) mask: u32 }}
@fragment fn fs(in: Varying) -> Out {{ return Out(vec4(1.0), u32(in.position.y) + 2u); }}",
        covering("@location(0) unused: f32", "0.0")
    );
    Draw::default().wgsl(&gpu, &source, |pixels| {
        for (at, pixel) in floats(pixels).into_iter().enumerate() {
            let odd = at / 4 % 2 == 1;
            assert_eq!(pixel, if odd { [1.0; 4] } else { FLOATS.clear }, "{at}");
        }
    });
}

#[test]
fn depths_are_clamped() {
    let Some(gpu) = gpu() else { return };
    for (depth, expected) in [("-0.5", 0.0), ("0.25", 0.25), ("7.0", 1.0)] {
        let source = format!(
            "{}
@fragment fn fs() -> @builtin(frag_depth) f32 {{ return {depth}; }}",
            covering("@location(0) unused: f32", "0.0")
        );
        let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        let words = |entry: &str| {
            let mut options = backends::options_for(gpu.newest_target(), entry);
            options.clamp_frag_depth = true;
            backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}"))
        };
        let draw = Draw {
            colors: &[],
            depth: true,
            ..Draw::default()
        };
        let pixels = draw.run(&gpu, (&words("vs"), "vs"), (&words("fs"), "fs"));
        let depths: Vec<f32> = numbers(pixels.depth.as_ref().unwrap())
            .into_iter()
            .map(f32::from_bits)
            .collect();
        assert_eq!(depths, [expected; 16], "{depth}");
    }
}

/// The number of invocations of a subgroup, and the index of each fragment in its subgroup.
#[test]
fn fragments_are_in_subgroups() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> seen: array<atomic<u32>, 4>;
{}
@fragment fn fs(@builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32) {{
    atomicOr(&seen[0], 1u << lane);
    atomicMax(&seen[1], size);
    atomicMax(&seen[2], ~size);
    if lane >= size || subgroupBroadcastFirst(size) != size || subgroupShuffle(lane, lane) != lane {{
        atomicAdd(&seen[3], 1u);
    }}
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let bindings = counters(4);
    let draw = Draw {
        colors: &[],
        bindings: &bindings,
        extras: Extras::default(),
        ..Draw::default()
    };
    draw.wgsl(&gpu, &source, |pixels| {
        let [lanes, size, other, wrong] = numbers(&pixels.storage[0])[..] else {
            panic!("four words")
        };
        assert_eq!((size, wrong), (!other, 0), "the sizes differ");
        assert!(size.is_power_of_two() && size >= 4, "{size}");
        // At least the four invocations of a quad are together, and none exceeds the size.
        assert_eq!(lanes & 0xf, 0xf);
        assert_eq!(u64::from(lanes) >> size.min(63), 0);
    });
}

/// Texels read by fragments in loops with different numbers of iterations, in some after they were discarded.
///
/// The derivatives are those of the position. If a sum leaves a loop by two exits, lavapipe (Mesa 25.0) computes the
/// derivative at each exit, where other invocations of the quad may still be in the loop, although it is after the
/// loop.
#[test]
fn fragments_read_textures_in_loops_that_end_apart() {
    let Some(gpu) = gpu() else { return };
    let texels = (0..64).flat_map(|texel| ((texel + 1) as f32).to_ne_bytes()).collect();
    let bindings = group([
        Resource::Texture(Image::flat(vk::Format::R32_SFLOAT, 8, 8, texels)),
        Resource::Sampler(NEAREST),
    ]);
    let source = format!(
        "@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var nearest: sampler;
{}
fn summed(p: vec2<u32>) -> f32 {{
    var sum = 0.0;
    for (var k = 0u; k < p.x * 3u + p.y; k++) {{
        if k % 4u == p.y % 4u {{ continue; }}
        if k > 7u && p.x > 2u {{ break; }}
        let at = (vec2(f32((k + p.x) % 7u), f32(k % 7u)) + 0.5) / 8.0;
        switch k % 5u {{
            case 0u: {{ sum += textureLoad(image, vec2(k % 8u, p.x), 0).x; }}
            case 1u: {{ sum += textureSampleLevel(image, nearest, at, 0.0).x; }}
            case 2u: {{ sum += textureSampleGrad(image, nearest, at, vec2(0.125, 0.0), vec2(0.0, 0.125)).x; }}
            case 3u: {{ if p.x == p.y {{ discard; }} }}
            default: {{ sum += textureGather(0, image, nearest, at + 0.0625).w; }}
        }}
    }}
    return sum;
}}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    let p = vec2<u32>(in.position.xy);
    let sum = summed(p);
    let product = f32(p.x * p.y);
    return vec4(sum, dpdxFine(product), dpdyFine(product), 1.0);
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let summed = |x: u32, y: u32| {
        let (mut sum, mut dead) = (0, false);
        for k in 0..x * 3 + y {
            if k % 4 == y % 4 {
                continue;
            }
            if k > 7 && x > 2 {
                break;
            }
            match k % 5 {
                0 => sum += x * 8 + k % 8 + 1,
                3 => dead |= x == y,
                _ => sum += k % 7 * 8 + (k + x) % 7 + 1,
            }
        }
        (sum as f32, dead)
    };
    let draw = Draw {
        bindings: &bindings,
        size: [8, 8],
        ..Draw::default()
    };
    draw.wgsl(&gpu, &source, |pixels| {
        for (at, pixel) in (0..).zip(floats(pixels)) {
            let (x, y) = (at % 8, at / 8);
            let (sum, dead) = summed(x, y);
            let expected = if dead {
                FLOATS.clear
            } else {
                [sum, y as f32, x as f32, 1.0]
            };
            assert_eq!(pixel, expected, "{at}");
        }
    });
}

/// The conversion of a position to integers does not saturate, except where the value need not be that of a fragment.
#[test]
fn coordinates_convert_to_integers() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{}
fn texel(in: Varying) -> vec2<i32> {{ return vec2<i32>(in.position.xy); }}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {{
    let far = texel(Varying(vec4(1e30, -1e30, 0.0, 1.0), 0.0));
    let is_saturated = far.x > 2147483000 && far.y < -2147483000;
    let rounded = vec2<u32>(floor(in.position.xy));
    return vec4(vec2<f32>(vec2<i32>(in.position.yx)), f32(rounded.x + 4u * rounded.y), f32(is_saturated));
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    Draw::default().wgsl(&gpu, &source, |pixels| {
        let expected = (0..16).map(|at| [(at / 4) as f32, (at % 4) as f32, at as f32, 1.0]);
        assert_eq!(floats(pixels), expected.collect::<Vec<_>>());
    });
}
