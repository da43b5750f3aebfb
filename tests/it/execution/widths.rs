//! Tests of the remaining operators, conversions and functions: signed operands, bitcasts, packed numbers, vectors of
//! every width, matrix inversion in GLSL; and options that must not change results.

use super::bytes::from_words;
use super::run::{Witness, check, dispatch, dispatch_shader, each, each_f32, each_i32, group, run_compute};
use crate::common::parse;
use crate::common::setup::Setup;
use crate::common::vulkan::{Resource, gpu};
use spirula::target::{Workaround, Workarounds};

fn table<T: Copy, const N: usize>(rows: [T; N], expected: impl Fn(T) -> T) -> Vec<(T, T)> {
    rows.into_iter().map(|row| (row, expected(row))).collect()
}

const SIGNED: [[i32; 4]; 4] = [
    [0, -1, 5, -7],
    [i32::MIN, i32::MAX, 0x0f0f, -2],
    [-256, 255, 1, 0x5555],
    [77, -78, i32::MIN, 12],
];

#[test]
fn bits_of_signed_numbers() {
    let combined = "fn f(a: vec4<i32>) -> vec4<i32> {
        return vec4<i32>(a.x & a.y, ~a.z, (a & a.wzyx).w, (~a).x | a.y);
    }";
    let expected = |[a, b, c, d]: [i32; 4]| [a & b, !c, d & a, !a | b];
    each_i32(combined, &table(SIGNED, expected), Witness::Naga);

    let counted = "fn f(a: vec4<i32>) -> vec4<i32> {
        return vec4<i32>(countOneBits(a.x), firstTrailingBit(a.x), insertBits(a.x, a.y, 4u, 8u), insertBits(a.x, a.y, 28u, 8u));
    }";
    let expected = |[a, b, ..]: [i32; 4]| {
        let (x, y) = (a.cast_unsigned(), b.cast_unsigned());
        let trailing = if x == 0 { -1 } else { x.trailing_zeros().cast_signed() };
        let low = x & !0xff0 | (y & 0xff) << 4;
        let high = x & 0x0fff_ffff | y << 28;
        [
            x.count_ones().cast_signed(),
            trailing,
            low.cast_signed(),
            high.cast_signed(),
        ]
    };
    each_i32(counted, &table(SIGNED, expected), Witness::Naga);
}

#[test]
fn orders_and_truths() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let b = bool(a.z);
        return vec4<u32>(u32(a.x <= a.y), u32(all(a.xy <= a.zw)), u32(bool(b)), u32(vec2<bool>(a.wx).x));
    }";
    let rows = [[1, 2, 3, 4], [2, 2, 0, 0], [u32::MAX, 1, 1, 9], [0, 0x8000_0000, 5, 0]];
    let expected = |[x, y, z, w]: [u32; 4]| [x <= y, x <= z && y <= w, z != 0, w != 0].map(u32::from);
    each(function, &table(rows, expected), Witness::Naga);
}

#[test]
fn bits_are_taken_as_other_numbers() {
    let function = "fn f(a: vec4<i32>) -> vec4<i32> {
        let floats = bitcast<vec4<f32>>(a);
        let same = bitcast<f32>(floats.y);
        return vec4<i32>(bitcast<i32>(floats.x), bitcast<i32>(same), bitcast<i32>(a.z), bitcast<i32>(bitcast<f32>(a.w) * 2.0));
    }";
    let rows = [1.0, -2.5, 1e30, 0.0].map(|x: f32| [x, x + 1.0, -x, x * 0.5].map(|x| x.to_bits().cast_signed()));
    let expected = |[x, y, z, w]: [i32; 4]| {
        let doubled = f32::from_bits(w.cast_unsigned()) * 2.0;
        [x, y, z, doubled.to_bits().cast_signed()]
    };
    each_i32(function, &table(rows, expected), Witness::Naga);
}

#[test]
fn words_are_unpacked() {
    let halves = "fn f(a: vec4<u32>) -> vec4<u32> {
        return bitcast<vec4<u32>>(vec4<f32>(unpack2x16float(a.x), unpack2x16snorm(a.y).x, unpack2x16unorm(a.z).y));
    }";
    let float = |x: f32| x.to_bits();
    // 16-bit floats: 1 and -2, then 65504 and 2⁻¹⁴; 0x8000 is below -1 and is clamped to it.
    let rows = [
        (
            [0xc000_3c00, 0x0000_7fff, 0xffff_0000, 0],
            [float(1.0), float(-2.0), float(1.0), float(1.0)],
        ),
        (
            [0x0400_7bff, 0x1234_8000, 0x0000_ffff, 0],
            [float(65504.0), float(1.0 / 16_384.0), float(-1.0), float(0.0)],
        ),
    ];
    each(halves, &rows, Witness::Naga);

    let bytes = |name: &str, most: f32, of: fn(u8) -> f32| {
        let function = format!("fn f(a: vec4<f32>) -> vec4<f32> {{ return {name}(bitcast<u32>(a.x)); }}");
        let rows = [0x7f80_8140_u32, 0x01fe_00ff, 0x3f11_c205];
        let table: Vec<_> = rows
            .iter()
            .map(|&word| {
                let expected = word.to_le_bytes().map(|byte| (of(byte) / most).max(-1.0));
                ([f32::from_bits(word), 0.0, 0.0, 0.0], expected)
            })
            .collect();
        each_f32(&function, &table, 1e-6, Witness::Naga);
    };
    bytes("unpack4x8unorm", 255.0, f32::from);
    bytes("unpack4x8snorm", 127.0, |byte| f32::from(byte.cast_signed()));
}

/// Rounded in either direction; a value that is a 16-bit float is unchanged.
#[test]
fn floats_are_quantized() {
    let source = "
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@compute @workgroup_size(1)
fn main() { output[0] = quantizeToF16(input[0]); }";
    let input = [0.1_f32, -65504.0, 1.000_976_6, 3.001].map(f32::to_bits);
    let halves = [
        [0.099_975_586, 0.100_036_62],
        [-65504.0; 2],
        [1.000_976_6; 2],
        [3.0, 3.001_953_1],
    ];
    run_compute(source, &input, 4, Witness::Naga, |result| {
        let is_either = |(word, halves): (&u32, &[f32; 2])| halves.contains(&f32::from_bits(*word));
        if result.iter().zip(&halves).all(is_either) {
            Ok(())
        } else {
            Err(format!(
                "{:?}",
                result.iter().map(|word| f32::from_bits(*word)).collect::<Vec<_>>()
            ))
        }
    });
}

/// Sums and differences of components in vectors of three and four.
#[test]
fn vectors_of_every_width() {
    for (scalar, modulus) in [("i16", 1_u64 << 16), ("u16", 1 << 16), ("i64", 0), ("u64", 0)] {
        let enable = if modulus > 0 { "enable wgpu_int16;" } else { "" };
        // The low bits of each component, which do not depend on the sign.
        let source = format!(
            "{enable}
@group(0) @binding(0) var<storage, read> input: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> output: array<u32, 12>;
fn three(a: vec3<{scalar}>, b: vec3<{scalar}>) -> vec3<{scalar}> {{ return a * b.zxy - b; }}
fn four(a: vec4<{scalar}>, b: vec4<{scalar}>) -> vec4<{scalar}> {{ return (a - b.wzyx) * a; }}
@compute @workgroup_size(1) fn main() {{
    let a = vec4<{scalar}>({scalar}(input[0]), {scalar}(input[1]), {scalar}(input[2]), {scalar}(input[3]));
    var b = a.yxwz + vec4<{scalar}>({scalar}(3));
    var result = three(a.xyz, b.wyx);
    for (var i = 0u; i < 3u; i++) {{ output[i] = u32(result[i]) & 0xffffu; }}
    let longer = four(a, b);
    for (var i = 0u; i < 4u; i++) {{ output[4u + i] = u32(longer[i]) & 0xffffu; }}
    output[8] = u32(all(a == a.xyzw)) + u32(any(a.xyz != b.xyz)) * 2u;
}}"
        );
        let input = [9_u32, 40_000, 3, 65_535];
        let low = |x: i64| (x & 0xffff) as u32;
        let a = input.map(i64::from);
        let b = [a[1] + 3, a[0] + 3, a[3] + 3, a[2] + 3];
        let other = [b[3], b[1], b[0]];
        let three = [
            a[0] * other[2] - other[0],
            a[1] * other[0] - other[1],
            a[2] * other[1] - other[2],
        ];
        let four: [i64; 4] = std::array::from_fn(|i| (a[i] - b[3 - i]) * a[i]);
        let mut expected: Vec<u32> = three.into_iter().map(low).collect();
        expected.push(0);
        expected.extend(four.map(low));
        expected.extend([3, 0, 0, 0]);
        check(&source, &input, &expected, Witness::None);
    }
}

/// Fractions, exponents and matrices of 16-bit floats.
#[test]
fn halves_are_split_and_matrices_change_their_width() {
    let source = "enable f16;
@group(0) @binding(0) var<storage, read> input: array<f32, 8>;
@group(0) @binding(1) var<storage, read_write> output: array<f32, 16>;
@compute @workgroup_size(1) fn main() {
    let split = frexp(vec2<f16>(f16(input[0]), f16(input[1])));
    output[0] = f32(split.fract.x);
    output[1] = f32(split.fract.y);
    output[2] = f32(split.exp.x);
    output[3] = f32(split.exp.y);
    let wide = mat3x2<f32>(input[2], input[3], input[4], input[5], input[6], input[7]);
    let narrow = mat3x2<f16>(wide);
    let again = mat3x2<f32>(narrow * 2.0h);
    for (var i = 0; i < 3; i++) {
        output[4 + 2 * i] = again[i].x;
        output[5 + 2 * i] = again[i].y;
    }
    let scaled = input[3] * wide;
    output[10] = scaled[0].x; output[11] = scaled[0].y; output[12] = scaled[1].x;
    output[13] = scaled[1].y; output[14] = scaled[2].x; output[15] = scaled[2].y;
}";
    let input = [6.0_f32, -0.375, 1.5, 2.0, -0.25, 8.0, 0.0, 100.0];
    let expected = [
        0.75_f32, -0.75, 3.0, -1.0, 3.0, 4.0, -0.5, 16.0, 0.0, 200.0, 3.0, 4.0, -0.5, 16.0, 0.0, 200.0,
    ];
    check(
        source,
        &input.map(f32::to_bits),
        &expected.map(f32::to_bits),
        Witness::None,
    );
}

/// Logical operators that evaluate both operands, outer products and inverses, which only GLSL has.
#[test]
fn of_glsl() {
    let source = "#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Input { vec4 values[4]; };
layout(set = 0, binding = 1) buffer Output { vec4 results[8]; };
void main() {
    vec4 a = values[0];
    bool both = a.x > 0.0 && a.y > 0.0;
    bool either = a.z > 0.0 || both;
    results[0] = vec4(both, either, a.w > 0.0 || a.z > 0.0, a.x > 0.0 && a.w > 0.0);
    mat2 outer = outerProduct(a.xy, a.zw);
    results[1] = vec4(outer[0], outer[1]);
    mat2 two = inverse(mat2(a.xy, a.zw));
    results[2] = vec4(two[0], two[1]);
    mat3 three = inverse(mat3(2.0, 0.0, 0.0, 0.0, 4.0, 0.0, a.x, 0.0, 1.0));
    results[3] = vec4(three[0].x, three[1].y, three[2].x, three[2].z);
    mat4 m = mat4(values[0], values[1], values[2], values[3]);
    mat4 product = m * inverse(m);
    results[4] = product[0];
    results[5] = product[1];
    results[6] = product[2];
    results[7] = product[3];
}";
    let shader = parse::glsl(source, "test.comp", naga::ShaderStage::Compute).unwrap_or_else(|error| panic!("{error}"));
    let values: [[f32; 4]; 4] = [
        [3.0, 2.0, -1.0, 0.5],
        [0.0, 1.0, 2.0, 0.0],
        [1.0, 0.0, 4.0, 1.0],
        [0.0, 2.0, 0.0, 1.0],
    ];
    // The determinant of ((3, 2), (-1, 0.5)) is 3.5.
    let expected: [[f32; 4]; 8] = [
        [1.0, 1.0, 1.0, 1.0],
        [-3.0, -2.0, 1.5, 1.0],
        [0.5 / 3.5, -2.0 / 3.5, 1.0 / 3.5, 3.0 / 3.5],
        [0.5, 0.25, -1.5, 1.0],
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let input: Vec<u32> = values.iter().flatten().map(|value| value.to_bits()).collect();
    let resources = group([Resource::Storage(from_words(&input)), Resource::Storage(vec![0; 128])]);
    dispatch_shader(
        &shader,
        source,
        |_| {},
        &[],
        &resources,
        [1, 1, 1],
        |buffers| {
            let actual: Vec<f32> = buffers[1].iter().map(|word| f32::from_bits(*word)).collect();
            let is_close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
            if actual.iter().zip(expected.as_flattened()).all(is_close) {
                Ok(())
            } else {
                Err(format!("{actual:?}, expected {expected:?}"))
            }
        },
    );
}

/// A shader whose results do not depend on options, although the words do.
const PLAIN: &str = "struct Part { a: u32, b: vec3<f32> }
@group(0) @binding(0) var<storage, read> input: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) @coherent var<storage, read_write> common_words: array<u32, 4>;
@group(0) @binding(3) @volatile var<storage, read_write> changing: Part;
var<workgroup> passed: array<u32, 8>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    passed[i] = input[i];
    workgroupBarrier();
    var sum = 0u;
    for (var at = 0u; at <= i; at += 1u) { sum += passed[at]; }
    output[i] = sum;
    if i < 4u { common_words[i] += sum; }
    if i == 7u { changing.b.y = changing.b.x + f32(changing.a); }
}";

#[test]
fn options_that_change_no_result() {
    let input = [3_u32, 1, 4, 1, 5, 9, 2, 6];
    let sums = [3_u32, 4, 8, 9, 14, 23, 25, 31];
    let part = [7_u32, 0, 0, 0, 0.5_f32.to_bits(), 0, 0, 0];
    let bindings = group([
        Resource::Storage(from_words(&input)),
        Resource::Storage(vec![0; 32]),
        Resource::Storage(from_words(&[10, 20, 30, 40])),
        Resource::Storage(from_words(&part)),
    ]);
    type Change = fn(&mut Setup);
    let changes: &[(&str, Change)] = &[
        ("none", |_| {}),
        ("names", |options| options.names = true),
        ("names but of inputs and outputs", |options| {
            options.names = true;
            options.interface_names = false;
        }),
        ("division as it is", |options| options.emit_int_div_checks = false),
        ("lines", |options| {
            options.names = true;
            options.debug_info = Some(spirula::DebugInfo::new("plain.wgsl", PLAIN));
        }),
        ("all workarounds", |options| options.workarounds = Workarounds::all()),
        ("all workarounds but that of negations", |options| {
            options.workarounds = Workarounds::all();
            options.without_workarounds = Workarounds::from([Workaround::LogicalNot]);
        }),
        ("loops as they are", |options| options.force_loop_bounding = false),
        ("memory as it is", |options| {
            options.zero_initialize_workgroup_memory = false
        }),
        ("the memory model", |options| {
            options.vulkan_memory_model = options.target.vulkan_version() > Some(spirula::target::VulkanVersion::V1_0);
        }),
        ("bindings of the map alone", |options| {
            options.fake_missing_bindings = false;
            let same = |binding| {
                let group = 0;
                let info = naga::back::spv::BindingInfo {
                    descriptor_set: group,
                    binding,
                    binding_array_size: None,
                };
                (naga::ResourceBinding { group, binding }, info)
            };
            options.bind((0..4).map(same));
        }),
    ];
    for (name, change) in changes {
        dispatch(PLAIN, change, &[], &bindings, [1, 1, 1], |buffers| {
            let common: Vec<u32> = (0..4).map(|i| 10 * (i as u32 + 1) + sums[i]).collect();
            let right = buffers[1] == sums && buffers[2] == common && buffers[3][5] == 7.5_f32.to_bits();
            if right {
                Ok(())
            } else {
                Err(format!("{name}: {buffers:?}"))
            }
        });
    }
}

/// The built-in inputs about the dispatch.
#[test]
fn invocations_know_their_dispatch() {
    let Some(gpu) = gpu() else { return };
    drop(gpu);
    let source = "@group(0) @binding(0) var<storage, read_write> seen: array<vec4<u32>>;
@compute @workgroup_size(2, 1, 3)
fn main(
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let at = ((group.z * groups.y + group.y) * groups.x + group.x) * 6u + index;
    seen[at] = vec4<u32>(dot(groups, vec3(1u, 100u, 10000u)), dot(group, vec3(1u, 100u, 10000u)),
        dot(local, vec3(1u, 100u, 10000u)), dot(global, vec3(1u, 100u, 10000u)));
}";
    let mut expected = Vec::new();
    let number = |[x, y, z]: [u32; 3]| x + 100 * y + 10_000 * z;
    for at in 0..2 * 3 * 4 * 6_u32 {
        let (index, group) = (at % 6, at / 6);
        let group = [group % 2, group / 2 % 3, group / 6];
        let local = [index % 2, 0, index / 2];
        let global = [group[0] * 2 + local[0], group[1], group[2] * 3 + local[2]];
        expected.extend([number([2, 3, 4]), number(group), number(local), number(global)]);
    }
    let bindings = group([Resource::Storage(vec![0; expected.len() * 4])]);
    dispatch(
        source,
        |_| {},
        &[],
        &bindings,
        [2, 3, 4],
        |buffers| {
            if buffers[0] == expected {
                Ok(())
            } else {
                Err(format!("{:?}, expected {expected:?}", buffers[0]))
            }
        },
    );

    let glsl = "#version 450
layout(local_size_x = 4, local_size_y = 3, local_size_z = 2) in;
layout(set = 0, binding = 0) buffer Output { uvec3 size; };
void main() { if (gl_LocalInvocationIndex == 0u) { size = gl_WorkGroupSize; } }";
    let shader = parse::glsl(glsl, "size.comp", naga::ShaderStage::Compute).unwrap_or_else(|error| panic!("{error}"));
    let bindings = group([Resource::Storage(vec![0; 16])]);
    dispatch_shader(
        &shader,
        glsl,
        |_| {},
        &[],
        &bindings,
        [1, 1, 1],
        |buffers| {
            if buffers[0][..3] == [4, 3, 2] {
                Ok(())
            } else {
                Err(format!("{:?}", buffers[0]))
            }
        },
    );
}
