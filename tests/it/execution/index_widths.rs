//! Tests of indices of 16, 32 and 64 bits, signed and unsigned, in and out of range, into every kind of memory and value
//! and through pointer arguments. Narrow indices of 32,768 and more would be negative in an access chain, and wide ones
//! must not be cut to 32 bits before they are tested.

use naga::proc::BoundsCheckPolicy;

use super::matrix::{CHECKED, EVERY, Matrix, marked};
use crate::common::vulkan::{Binding, Constant, Resource, gpu, vk};

/// Binding 1 has 0, 1, 2, 3, 2³² - 1, 33,000 and 65,535.
const INPUT: &str = "enable wgpu_int16;
//init 1: 0 1 2 3 0xffffffff 33000 65535 9
@group(0) @binding(0) var<storage, read_write> out: array<u32, 64>;
@group(0) @binding(1) var<storage, read> input: array<u32, 8>;
";

fn with_input(declarations: &str, body: &str) -> String {
    format!("{INPUT}{declarations}\n@compute @workgroup_size(1) fn main() {{\n{body}\n}}\n")
}

#[test]
fn found_wide_argument() {
    marked(
        &[BoundsCheckPolicy::ReadZeroSkipWrite],
        include_str!("marked/wide_argument.wgsl"),
    );
}

#[test]
fn found_wide_indices() {
    marked(&CHECKED, include_str!("marked/wide_indices.wgsl"));
}

#[test]
fn found_narrow_indices() {
    marked(&EVERY, include_str!("marked/narrow_indices.wgsl"));
}

/// Loads, stores, compound assignments and atomics at unsigned 16-bit indices up to the largest, in range.
#[test]
fn the_largest_narrow_indices() {
    let source = with_input(
        "//size 3: 65536
struct Pair { first: u32, second: vec2<u32> }
@group(0) @binding(2) var<storage, read_write> fixed: array<u32, 65536>;
@group(0) @binding(3) var<storage, read_write> open: array<u32>;
@group(0) @binding(4) var<storage, read_write> pairs: array<Pair, 33001>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>, 65536>;",
        "let i = u16(input[5]); let last = u16(input[6]); let one = u16(input[1]);
fixed[input[5]] = 5u; fixed[input[6]] = 6u; fixed[0] = 100u;
open[input[5]] = 7u; open[input[6]] = 8u;
out[0] = fixed[i]; //= 5
out[1] = fixed[last]; //= 6
out[2] = open[i]; //= 7
out[3] = open[last]; //= 8
fixed[i] += 10u; fixed[last] = 3u; open[i] *= 2u; open[last] = 4u;
out[4] = fixed[input[5]]; //= 15
out[5] = fixed[input[6]]; //= 3
out[6] = open[input[5]]; //= 14
out[7] = open[input[6]]; //= 4
pairs[i].second[one] = 9u; pairs[i].first = 2u;
out[8] = pairs[33000].second.y; //= 9
out[9] = pairs[input[5]].first; //= 2
out[10] = pairs[i].second[one] + pairs[i].second[u16(input[0])]; //= 9
atomicAdd(&counters[last], 3u); atomicStore(&counters[i], 8u);
out[11] = atomicLoad(&counters[65535]) + atomicLoad(&counters[input[5]]); //= 11
out[12] = atomicExchange(&counters[i], 1u); //= 8
out[13] = fixed[0]; //= 100",
    );
    marked(&EVERY, &source);
}

/// A counter of 16 bits that passes 32,768.
#[test]
fn a_narrow_counter() {
    let source = with_input(
        "@group(0) @binding(2) var<storage, read_write> fixed: array<u32, 32800>;",
        "for (var i = 32760u; i < 32780u; i += 1u) { fixed[i] = i - 32700u; }
var sum = 0u;
for (var i = u16(32760); i < u16(32780); i += u16(1)) { sum += fixed[i]; fixed[i] = 1u; }
out[0] = sum; //= 1390
var again = 0u;
for (var i = u16(32760); i < u16(32780); i += u16(1)) { again += fixed[i] + fixed[min(i, u16(32799))]; }
out[1] = again; //= 40",
    );
    marked(&EVERY, &source);
}

/// Out of range: an unsigned index past the end, and signed ones before the start.
#[test]
fn narrow_indices_out_of_range() {
    let source = with_input(
        "@group(0) @binding(2) var<storage, read_write> fixed: array<u32, 40000>;
@group(0) @binding(3) var<storage, read_write> open: array<u32>;
var<private> own: array<array<u32, 3>, 3>;
var<workgroup> together: array<u32, 4>;",
        "let past = u16(input[6]); let before = -i16(input[1]); let least = i16(-32768) + i16(input[0]);
for (var i = 0u; i < 64u; i++) { open[i] = i + 100u; }
fixed[0] = 1u; fixed[39999] = 2u; fixed[32768] = 3u;
own = array(array(1u, 2u, 3u), array(4u, 5u, 6u), array(7u, 8u, 9u));
for (var i = 0u; i < 4u; i++) { together[i] = i + 10u; }
var vector = vec4<u32>(5u, 6u, 7u, 8u); let held = array(11u, 12u, 13u);
let matrix = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
out[0] = fixed[past]; //= 2|0
out[1] = fixed[before]; //= 2|0
out[2] = fixed[least]; //= 2|0
out[3] = open[past]; //= 163|0
out[4] = open[before]; //= 163|0
out[5] = own[past][before]; //= 9|0
out[6] = own[before][i16(input[1])]; //= 8|0
out[7] = own[i16(input[1])][past]; //= 6|0
out[8] = together[least]; //= 13|0
out[9] = together[past]; //= 13|0
out[10] = vector[before]; //= 8|0
out[11] = vector[past]; //= 8|0
out[12] = held[before]; //= 13|0
out[13] = held[past]; //= 13|0
out[14] = u32(matrix[past].x); //= 3|0
out[15] = u32(matrix[i16(input[1])][before]); //= 4|0
out[16] = u32(matrix[u16(input[0])][u16(input[1])]); //= 2
fixed[least] = 50u; fixed[past] = 51u; open[before] = 52u; own[before][past] = 53u; vector[past] = 54u;
together[before] = 55u;
out[20] = fixed[0] + fixed[32768]; //= 4
out[21] = fixed[39999]; //= 51|2
out[22] = open[0]; //= 100
out[23] = open[63]; //= 52|163
out[24] = own[0][0]; //= 1
out[25] = own[2][2]; //= 53|9
out[26] = vector.x + vector.w; //= 59|13
out[27] = together[0] + together[3]; //= 65|23",
    );
    marked(&CHECKED, &source);
}

/// Indices of every width through three calls: to an element of an array of arrays, and to a column.
#[test]
fn three_calls_deep() {
    let source = with_input(
        "var<private> own: array<array<u32, 3>, 3>;
fn third(p: ptr<function, u32>) -> u32 { let was = *p; *p = was + 100u; return was; }
fn second(p: ptr<function, array<u32, 3>>, j: i16) -> u32 { return third(&(*p)[j]); }
fn first(p: ptr<function, array<array<u32, 3>, 3>>, i: u64, j: i16) -> u32 { return second(&(*p)[i], j); }
fn third_own(p: ptr<private, u32>) -> u32 { let was = *p; *p = was + 100u; return was; }
fn second_own(p: ptr<private, array<u32, 3>>, j: u16) -> u32 { return third_own(&(*p)[j]); }
fn first_own(p: ptr<private, array<array<u32, 3>, 3>>, i: i64, j: u16) -> u32 { return second_own(&(*p)[i], j); }
fn column(p: ptr<function, vec2<f32>>, row: u64) -> u32 { let was = (*p)[row]; (*p)[row] = 90.0; return u32(was); }",
        "let one = input[1];
var local = array(array(1u, 2u, 3u), array(4u, 5u, 6u), array(7u, 8u, 9u)); own = local;
let high = u64(one) << 32u;
out[0] = first(&local, u64(one), i16(2) * i16(one)); //= 6
out[1] = local[1][2]; //= 106
out[2] = first_own(&own, i64(one), u16(one)); //= 5
out[3] = own[1][1]; //= 105
out[4] = first(&local, high, i16(one)); //= 8|0
out[5] = first(&local, high + u64(one), -i16(one)); //= 9|0
out[6] = first(&local, u64(one), -i16(one)); //= 106|0
out[7] = first_own(&own, -i64(one), u16(one)); //= 8|0
out[8] = first_own(&own, i64(one) << 32u, u16(input[6])); //= 9|0
out[9] = first_own(&own, -(i64(one) << 32u), u16(one)); //= 108|0
out[10] = local[0][0] + local[0][1] + local[0][2]; //= 6
out[11] = own[0][0] + own[0][1] + own[0][2]; //= 6
out[12] = local[2][1] + local[2][2]; //= 217|17
out[13] = own[2][1] + own[2][2]; //= 317|17
var m = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
out[14] = column(&m[u64(one)], u64(one)); //= 4
out[15] = column(&m[high], high); //= 90|0
out[16] = u32(m[0].x + m[0].y); //= 3",
    );
    marked(&CHECKED, &source);
}

/// The same in range, unchecked too.
#[test]
fn arguments_in_range() {
    let source = with_input(
        "var<private> own: array<vec4<u32>, 5>;
fn swap(p: ptr<function, u32>, by: u32) -> u32 { let was = *p; *p = by; return was; }
fn hand_on(p: ptr<function, array<u32, 4>>, at: u16, by: u32) -> u32 { return swap(&(*p)[at], by); }
fn row(p: ptr<private, vec4<u32>>, at: i64) -> u32 { (*p)[at] += 1u; return (*p)[at]; }",
        "let one = input[1]; let big = (u64(one) << 32u) + u64(input[3]);
var local = array(10u, 20u, 30u, 40u);
own[4] = vec4<u32>(1u, 2u, 3u, 4u);
out[0] = swap(&local[big & 3lu], 1u); //= 40
out[1] = swap(&local[i64(one)], 2u); //= 20
out[2] = swap(&local[i16(input[2])], 3u); //= 30
out[3] = hand_on(&local, u16(input[0]), 4u); //= 10
out[4] = local[0] * 1000u + local[1] * 100u + local[2] * 10u + local[3]; //= 4231
out[5] = row(&own[u16(input[3]) + u16(1)], i64(input[2])); //= 4
out[6] = row(&own[i64(input[3]) + 1li], i64(input[3])); //= 5",
    );
    marked(&EVERY, &source);
}

/// 32-bit indices of 2³¹ and more, and negative ones, through calls and in place.
#[test]
fn large_and_negative_indices_of_32_bits() {
    let source = with_input(
        "@group(0) @binding(2) var<storage, read_write> open: array<u32>;
struct Headed { header: u32, rest: array<u32> }
@group(0) @binding(3) var<storage, read_write> headed: Headed;
fn put(p: ptr<function, u32>) -> u32 { let was = *p; *p = 77u; return was; }
fn put_of(p: ptr<function, array<u32, 4>>, at: i32) -> u32 { return put(&(*p)[at]); }",
        "let half = input[1] << 31u; let most = input[4]; let minus = -i32(input[1]);
var local = array(10u, 20u, 30u, 40u);
headed.header = 5u; for (var i = 0u; i < 60u; i++) { headed.rest[i] = i; open[i] = i; }
out[0] = put(&local[half]); //= 40|0
out[1] = put(&local[most]); //= 77|0
out[2] = put_of(&local, minus); //= 77|0
out[3] = put_of(&local, i32(half)); //= 77|0
out[4] = local[0] + local[1] + local[2]; //= 60
out[5] = local[3]; //= 77|40
headed.rest[most] = 9u; headed.rest[half] = 9u; open[minus] = 9u; open[half] = 9u;
out[6] = headed.header; //= 5
out[7] = headed.rest[0] + open[0]; //= 0",
    );
    marked(&CHECKED, &source);
}

/// Columns of matrices in uniform buffers, which are members in memory, at indices of other widths.
#[test]
fn columns_of_uniform_matrices() {
    let source = with_input(
        "//init 2: 0x3f800000 0x40000000 0x40400000 0x40800000 0x40a00000 0x40c00000
struct Held { m: mat3x2<f32> }
@group(0) @binding(2) var<uniform> held: Held;",
        "let past = u16(input[6]); let before = -i16(input[1]); let high = u64(input[1]) << 32u;
out[0] = u32(held.m[u16(input[1])][i16(input[1])]); //= 4
out[1] = u32(held.m[i64(input[2])][u64(input[0])]); //= 5
out[2] = u32(held.m[past].x); //= 5|0
out[3] = u32(held.m[before].y); //= 6|0
out[4] = u32(held.m[high][past]); //= 6|0
out[5] = u32(held.m[u16(input[0])][before]); //= 2|0",
    );
    marked(&CHECKED, &source);
    let source = with_input(
        "//init 2: 0x3f800000 0x40000000 0x40400000 0x40800000 0x40a00000 0x40c00000
struct Held { m: mat3x2<f32> }
@group(0) @binding(2) var<uniform> held: Held;",
        "out[0] = u32(held.m[u16(input[1])][i16(input[1])]); //= 4
out[1] = u32(held.m[i64(input[2])][u64(input[0])]); //= 5",
    );
    marked(&EVERY, &source);
}

/// A length that the pipeline sets, for indices of every width.
#[test]
fn lengths_of_specialization_constants() {
    let source = with_input(
        "@id(7) override length = 8u;
var<workgroup> numbers: array<u32, length>;
fn number_at(at: u16) -> u32 { return numbers[at]; }",
        "for (var i = 0u; i < 5u; i++) { numbers[i] = i + 1u; }
let high = u64(input[1]) << 32u;
out[0] = number_at(u16(input[3])); //= 4
out[1] = number_at(u16(input[5])); //= 5|0
out[2] = numbers[high]; //= 5|0
out[3] = numbers[-i16(input[1])]; //= 5|0
out[4] = numbers[-i64(input[1])]; //= 5|0
out[5] = numbers[i64(input[2])]; //= 3
numbers[high] = 9u; numbers[u16(input[6])] = 8u;
out[6] = numbers[0]; //= 1",
    );
    let matrix = Matrix {
        constants: &[Constant {
            id: 7,
            bits: 5,
            size: 4,
        }],
        change: &|setup| setup.spec_constants = true,
        ..Matrix::under(&CHECKED)
    };
    matrix.run_marked(&source);
}

/// Elements of binding arrays at indices of every width, and of the arrays in them.
#[test]
fn elements_of_binding_arrays() {
    if gpu().is_none_or(|gpu| gpu.features.vulkan12.shader_sampled_image_array_non_uniform_indexing != vk::TRUE) {
        return;
    }
    let source = "enable wgpu_binding_array;
enable wgpu_int16;
struct Numbers { numbers: array<u32, 3> }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32, 8>;
@group(0) @binding(2) var<storage, read> many: binding_array<Numbers, 4>;
@compute @workgroup_size(1) fn main() {
    let one = input[1]; let high = u64(one) << 32u; let past = u16(input[6]); let before = -i16(one);
    out[0] = many[u64(one)].numbers[u16(one)];
    out[1] = many[i16(input[2])].numbers[i64(one)];
    out[2] = many[high].numbers[0];
    out[3] = many[high + u64(one)].numbers[past];
    out[4] = many[past].numbers[before];
    out[5] = many[before].numbers[high];
    out[6] = many[-i64(one)].numbers[1];
    out[7] = many[min(past, u16(3))].numbers[min(past, u16(2))];
}";
    let element = |of: u32| {
        Resource::Storage(
            [of, of + 1, of + 2]
                .iter()
                .flat_map(|word| word.to_ne_bytes())
                .collect(),
        )
    };
    let words = |words: &[u32]| Resource::Storage(words.iter().flat_map(|word| word.to_ne_bytes()).collect());
    let resources = [
        words(&[0; 8]),
        words(&[0, 1, 2, 3, u32::MAX, 33_000, 65_535, 9]),
        Resource::array([10, 20, 30, 40].map(element)),
    ];
    let bindings: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| Binding {
            set: 0,
            binding,
            resource,
        })
        .collect();
    Matrix::under(&CHECKED).run(source, &bindings, |policy, buffers| {
        let expected = match policy {
            BoundsCheckPolicy::Restrict => [21, 31, 40, 42, 42, 42, 41, 42],
            BoundsCheckPolicy::ReadZeroSkipWrite | BoundsCheckPolicy::Unchecked => [21, 31, 0, 0, 0, 0, 0, 42],
        };
        if buffers[0] == expected {
            Ok(())
        } else {
            Err(format!("{:?}, expected {expected:?}", buffers[0]))
        }
    });
}

/// An index that is proved to be in range is not checked, whatever its width; the element is the right one.
#[test]
fn proved_indices() {
    let source = with_input(
        "@group(0) @binding(2) var<storage, read_write> fixed: array<u32, 65536>;
@group(0) @binding(3) var<storage, read_write> small: array<u32, 16>;",
        "let i = u16(input[5]); fixed[33000] = 5u; fixed[40000] = 6u;
for (var k = 0u; k < 16u; k++) { small[k] = k * 3u; }
if i < u16(50000) { out[0] = fixed[i]; } //= 5
out[1] = fixed[max(i, u16(40000))]; //= 6
let j = i64(input[4]);
out[2] = small[j & 15li]; //= 45
if j >= 0li && j < 16li { out[3] = 1u; } else { out[3] = small[u64(j) >> 29u]; } //= 21
out[4] = small[i & u16(15)]; //= 24",
    );
    marked(&EVERY, &source);
}

/// Values that are indexed at run time and never stored: arrays, structs of arrays, vectors and matrices.
#[test]
fn parts_of_values() {
    let source = with_input(
        "struct Held { list: array<u32, 4>, v: vec3<u32> }
fn made(a: u32) -> Held { return Held(array(a, a + 1u, a + 2u, a + 3u), vec3<u32>(a)); }",
        "let held = made(20u); let high = u64(input[1]) << 32u;
out[0] = held.list[u16(input[2])]; //= 22
out[1] = held.list[high]; //= 23|0
out[2] = held.list[-i16(input[1])]; //= 23|0
out[3] = held.v[i64(input[1])]; //= 20
out[4] = held.v[-i64(input[1])]; //= 20|0
out[5] = made(30u).list[u64(input[3])]; //= 33
out[6] = array(1u, 2u, 3u)[high | u64(input[1])]; //= 3|0
out[7] = array(vec2(1u, 2u), vec2(3u, 4u))[u16(input[1])][i16(input[0])]; //= 3",
    );
    marked(&CHECKED, &source);
}
