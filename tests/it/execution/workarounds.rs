//! Each workaround for drivers alone, on a shader whose words have its shape: what eight invocations compute is what it
//! should be.

use spirula::DebugInfo;
use spirula::check::driver::shapes;
use spirula::target::{Workaround, Workarounds};

use super::bytes::{from_words, to_words};
use super::run::{dispatch_shader, group, targets};
use crate::common::setup::{Setup, asked_workarounds};
use crate::common::vulkan::{Compute, Image, NEAREST, Resource, Sampling, gpu, vk};
use crate::common::{backends, parse};

/// The input of each invocation: integers, and the bits of floats.
const INPUT: [u32; 8] = [
    0,
    1,
    2,
    0x8000_0000,
    0xffff_ff02,
    1.5_f32.to_bits(),
    (-2.5_f32).to_bits(),
    0.25_f32.to_bits(),
];

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// A WGSL function `f` from the input of an invocation to its output, with what it uses, and the same function in Rust.
struct Row {
    workaround: Workaround,
    wgsl: &'static str,
    expected: fn(u32) -> u32,
}

const fn row(workaround: Workaround, wgsl: &'static str, expected: fn(u32) -> u32) -> Row {
    Row {
        workaround,
        wgsl,
        expected,
    }
}

const ROWS: [Row; 21] = [
    row(
        Workaround::InlineCalls,
        "fn g(x: u32) -> u32 { if x < 2u { return 7u; } return x; }
fn f(x: u32) -> u32 { return g(x) + g(x / 2u); }",
        |x| {
            if x < 2 {
                14
            } else {
                x.wrapping_add(if x / 2 < 2 { 7 } else { x / 2 })
            }
        },
    ),
    row(
        Workaround::MatrixArguments,
        "fn g(m: mat2x2<f32>, v: vec2<f32>) -> vec2<f32> { return m * v; }
fn f(x: u32) -> u32 {
    let y = f32(x & 0xffu);
    return u32(dot(g(mat2x2(1.0, y, 3.0, 4.0), vec2(5.0, 6.0)), vec2(1.0, 100.0)));
}",
        |x| (5 + 3 * 6) + 100 * ((x & 0xff) * 5 + 4 * 6),
    ),
    row(
        Workaround::PassedInitializer,
        "fn g(p: ptr<function, u32>, x: u32) { *p = *p * 3u + x; }
fn f(x: u32) -> u32 { var n = 7u; g(&n, x); return n; }",
        |x| x.wrapping_add(21),
    ),
    row(
        Workaround::SwitchRange,
        "fn f(x: u32) -> u32 {
    var n = 0u;
    switch x {
        case 1u, 2u: { n = 10u; }
        case 0x80000000u: { n = 20u; }
        default: { n = 30u; }
    }
    return n;
}",
        |x| match x {
            1 | 2 => 10,
            0x8000_0000 => 20,
            _ => 30,
        },
    ),
    row(
        Workaround::PrivateComponent,
        "var<private> vectors: array<vec4<u32>, 20>;
fn f(x: u32) -> u32 { vectors[3].y = x; vectors[3].x = 5u; return vectors[3].x + vectors[3].y * 2u + vectors[3].z; }",
        |x| x.wrapping_mul(2).wrapping_add(5),
    ),
    row(
        Workaround::ScalarDistance,
        "fn f(x: u32) -> u32 { let y = f32(i32(x)); return u32(distance(y, 2.0)) + u32(length(y)); }",
        |x| {
            let y = x.cast_signed() as f32;
            ((y - 2.0).abs() as u32).wrapping_add(y.abs() as u32)
        },
    ),
    row(
        Workaround::HalfSaturate,
        "enable f16;
fn f(x: u32) -> u32 {
    let y = f16(i32(x & 7u) - 1);
    let z = saturate(vec2(y, y * 0.125h));
    return u32(8.0h * z.x) + u32(z.y * 64.0h);
}",
        |x| match x & 7 {
            0 | 1 => 0,
            more => 8 + 8 * (more - 1),
        },
    ),
    row(
        Workaround::FloatClamp,
        "fn f(x: u32) -> u32 { return bitcast<u32>(clamp(f32(i32(x)), -1.5, 1.5)); }",
        |x| (x.cast_signed() as f32).clamp(-1.5, 1.5).to_bits(),
    ),
    row(
        Workaround::VectorMinMax,
        "fn f(x: u32) -> u32 {
    let y = vec2(f32(i32(x)), f32(x & 3u));
    let z = min(max(y, vec2(1.0)), vec2(2.0, 3.0));
    return u32(z.x) * 10u + u32(z.y);
}",
        |x| (x.cast_signed() as f32).clamp(1.0, 2.0) as u32 * 10 + ((x & 3) as f32).clamp(1.0, 3.0) as u32,
    ),
    row(
        Workaround::FloatNegation,
        "fn f(x: u32) -> u32 { let y = -vec2(bitcast<f32>(x), f32(x)); return bitcast<u32>(y.x) ^ bitcast<u32>(y.y); }",
        |x| (-float(x)).to_bits() ^ (-(x as f32)).to_bits(),
    ),
    row(
        Workaround::FloatAbsolute,
        "fn f(x: u32) -> u32 { return bitcast<u32>(abs(vec2(1.0, f32(i32(x)))).y); }",
        |x| (x.cast_signed() as f32).abs().to_bits(),
    ),
    row(
        Workaround::NestedSubgroupMinMax,
        "fn f(x: u32) -> u32 {
    let lowest = subgroupMin(subgroupMin(x));
    let highest = subgroupMax(subgroupMax(i32(x)));
    return select(0u, 1u, lowest <= x) + select(0u, 2u, highest >= i32(x)) + select(0u, 4u, subgroupAny(x == lowest));
}",
        |_| 7,
    ),
    row(
        Workaround::HalfBroadcast,
        "enable f16;
fn f(x: u32) -> u32 {
    let y = f16(x & 3u);
    let same = subgroupBroadcastFirst(vec3(y, -1.5h, y)).y;
    return u32(subgroupBroadcast(same, 1u) * -2.0h);
}",
        |_| 3,
    ),
    row(
        Workaround::WorkgroupAtomicStore,
        "var<workgroup> slots: array<atomic<u32>, 8>;
fn f(x: u32) -> u32 {
    atomicStore(&slots[lane], x);
    workgroupBarrier();
    return atomicLoad(&slots[lane]) + 1u;
}",
        |x| x.wrapping_add(1),
    ),
    row(
        Workaround::LogicalNot,
        "fn f(x: u32) -> u32 {
    let less = vec2(x, x >> 1u) < vec2(2u, 0x40000000u);
    return select(0u, 1u, all(!less)) + select(0u, 2u, any(!less));
}",
        |x| u32::from(x >= 2 && x >> 1 >= 0x4000_0000) + 2 * u32::from(x >= 2 || x >> 1 >= 0x4000_0000),
    ),
    row(
        Workaround::UnsignedZeroEquality,
        "fn f(x: u32) -> u32 {
    let pair = vec2(x, x & 1u) == vec2(0u);
    return select(0u, 1u, x == 0u) + select(0u, 2u, 0u != (x & 2u)) + select(0u, 4u, pair.y) + select(0u, 8u, pair.x);
}",
        |x| u32::from(x == 0) * 9 + u32::from(x & 2 != 0) * 2 + u32::from(x & 1 == 0) * 4,
    ),
    row(
        Workaround::VectorAnd,
        "fn f(x: u32) -> u32 { let y = vec2(x, ~x) & vec2(0xf000000fu, 0xff0u); return y.x | y.y; }",
        |x| (x & 0xf000_000f) | (!x & 0xff0),
    ),
    row(
        Workaround::NestedSwitch,
        "fn f(x: u32) -> u32 {
    var n = 1u;
    switch x & 3u {
        case 1u: { n = 2u; }
        case 2u: {
            switch x >> 28u { case 0u: { n = 3u; } case 15u: { n = 4u; } default: { n = 5u; } }
            n += 10u;
        }
        default: {}
    }
    return n;
}",
        |x| match (x & 3, x >> 28) {
            (1, _) => 2,
            (2, 0) => 13,
            (2, 15) => 14,
            (2, _) => 15,
            _ => 1,
        },
    ),
    row(
        Workaround::Pack4x8,
        // Exact numbers: what the formulas of the specification leave to rounding is not used.
        "fn f(x: u32) -> u32 {
    let packed = pack4x8unorm(vec4(0.0, 1.0 + f32(x & 1u), 2.0, -1.0)) + (x & 0xffu);
    let numbers = unpack4x8unorm(packed);
    return packed + select(0u, 1u << 24u, numbers.y == 1.0 && numbers.w == 0.0);
}",
        |x| 0x00ff_ff00 + (x & 0xff) + (1 << 24),
    ),
    row(
        Workaround::SourceLanguage,
        "fn f(x: u32) -> u32 { return x * 3u; }",
        |x| x.wrapping_mul(3),
    ),
    row(
        Workaround::DebugInfo,
        "fn f(x: u32) -> u32 { let y = x * 5u; return y; }",
        |x| x.wrapping_mul(5),
    ),
];

#[test]
fn each_alone_computes_the_same() {
    let Some(gpu) = gpu() else { return };
    for row in ROWS {
        let source = format!(
            "{}
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<private> lane: u32;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) index: u32) {{
    lane = index;
    output[index] = f(input[index]);
}}
",
            row.wgsl
        );
        let (workaround, expected) = (row.workaround, INPUT.map(row.expected));
        let set_up = |setup: &mut Setup| match workaround {
            Workaround::DebugInfo => **setup = setup.with_debug_info("test.wgsl", &source).options,
            Workaround::SourceLanguage => setup.debug_info = Some(DebugInfo::new("test.wgsl", source.as_str())),
            _ => {}
        };
        let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        let mut setup = backends::options_for("vulkan1.1", "main");
        set_up(&mut setup);
        let plain = backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{error}"));
        // With `SPIRULA_WORKAROUNDS` the words may already be without it.
        let has_shape = !shapes(&plain, Workarounds::from([workaround])).is_empty();
        assert!(
            has_shape || !asked_workarounds().is_empty(),
            "{workaround} has no shape"
        );
        let bindings = group([
            Resource::Storage(from_words(&INPUT)),
            Resource::Storage(vec![0; INPUT.len() * 4]),
        ]);
        let first = if source.contains("subgroup") {
            "vulkan1.1"
        } else {
            "vulkan1.0"
        };
        for target in targets(&gpu).filter(|target| *target >= first) {
            let mut setup = backends::options_for(target, "main");
            set_up(&mut setup);
            setup.workarounds = Workarounds::from([workaround]);
            let words = backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{error}"));
            let run = Compute {
                words: &words,
                entry_point: "main",
                bindings: &bindings,
                push_constants: &[],
                constants: &[],
                workgroups: [1, 1, 1],
                validate: true,
            };
            let results = gpu.compute(&run).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(to_words(&results[1]), expected, "{workaround} at {target}\n{source}");
        }
    }
}

/// The reference is less than the texels from its number on, so that the texels around a place all have the same answer.
#[test]
fn comparisons_of_depths() {
    let source = "@group(0) @binding(0) var layers: texture_depth_2d_array;
@group(0) @binding(1) var flat: texture_depth_2d;
@group(0) @binding(2) var cubes: texture_depth_cube_array;
@group(0) @binding(3) var compared: sampler_comparison;
@group(0) @binding(4) var<storage, read_write> output: array<f32, 6>;
@compute @workgroup_size(1) fn main() {
    output[0] = textureSampleCompareLevel(layers, compared, vec2(0.6, 0.8), 1, 5.5 / 64.0);
    output[1] = textureSampleCompareLevel(layers, compared, vec2(0.6, 0.8), 1, 16.5 / 64.0);
    output[2] = textureSampleCompareLevel(flat, compared, vec2(0.1, 0.2), -0.5 / 64.0, vec2(2, 1));
    output[3] = textureSampleCompareLevel(flat, compared, vec2(0.1, 0.2), 60.0 / 64.0);
    output[4] = textureSampleCompareLevel(cubes, compared, vec3(-1.0, 0.2, 0.1), 1, 5.5 / 64.0);
    output[5] = textureSampleCompareLevel(cubes, compared, vec3(-1.0, 0.2, 0.1), 1, 12.5 / 64.0);
}";
    let depths = |view: vk::ImageViewType, extent: [u32; 3], layers: u32| {
        let count = extent.iter().product::<u32>() * layers;
        Resource::Texture(Image {
            format: vk::Format::D32_SFLOAT,
            view,
            extent,
            layers,
            levels: 1,
            texels: (0..count).flat_map(|at| (at as f32 / 64.0).to_ne_bytes()).collect(),
        })
    };
    let resources = [
        depths(vk::ImageViewType::TYPE_2D_ARRAY, [4, 2, 1], 3),
        depths(vk::ImageViewType::TYPE_2D, [4, 2, 1], 1),
        depths(vk::ImageViewType::CUBE_ARRAY, [1, 1, 1], 12),
        Resource::Sampler(Sampling {
            compare: Some(vk::CompareOp::LESS),
            ..NEAREST
        }),
        Resource::Storage(vec![0; 6 * 4]),
    ];
    let bindings = group(resources);
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    for workaround in [Workaround::CompareSample, Workaround::CompareCubeArray] {
        let change = |setup: &mut Setup| setup.workarounds = Workarounds::from([workaround]);
        dispatch_shader(&shader, source, change, &[], &bindings, [1, 1, 1], |buffers| {
            let result: Vec<f32> = buffers.last().into_iter().flatten().copied().map(float).collect();
            let same = result == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0];
            same.then_some(()).ok_or(format!("{workaround}: {result:?}"))
        });
    }
}
