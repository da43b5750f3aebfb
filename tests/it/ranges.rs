//! Tests of the proofs for indices and loops, by the checks that are missing in the words: each provable case is paired
//! with a similar one that is not. A clamp is a `UMin`; a bounded loop stores `u32::MAX` in its own counter.

use crate::common::inspect::Inspected;
use crate::common::{backends, parse, validate};
use naga::proc::BoundsCheckPolicy;
use spirv::{GlslStd450Op, Op};

/// The words of a shader, valid at their target.
pub fn words(source: &str, policy: BoundsCheckPolicy) -> Vec<u32> {
    let shader = parse::wgsl(source, "ranges.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut options = backends::options("vulkan1.1");
    options.bounds_check_policies.index = policy;
    options.bounds_check_policies.buffer = policy;
    let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}\n{source}"));
    validate::validate(&words, "vulkan1.1").unwrap_or_else(|error| panic!("{error}\n{source}"));
    words
}

/// The number of clamped indices and of bounded loops.
pub fn checks(source: &str) -> (usize, usize) {
    let smaller = |words: &[u32]| {
        Inspected::new(words)
            .all(Op::ExtInst)
            .filter(|instruction| instruction.operand_words()[1] == GlslStd450Op::UMin as u32)
            .count()
    };
    let words = words(source, BoundsCheckPolicy::Restrict);
    let module = Inspected::new(&words);
    // The shader's own `min` occurs without checks too.
    let clamps = smaller(&words) - smaller(&self::words(source, BoundsCheckPolicy::Unchecked));
    let bounds = module
        .all(Op::Store)
        .filter(|store| {
            let value = module.definition(store.operand_words()[1]);
            u32::from(value.opcode) == Op::Constant as u32 && value.operand_words() == [u32::MAX]
        })
        .count();
    (clamps, bounds)
}

/// A shader of eight invocations with a body: `table` has eight elements; nothing is known of `u` and `s`, nor of the
/// lengths of `data` and `other`.
pub fn shader(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<uniform> u: vec4<u32>;
@group(0) @binding(1) var<uniform> s: vec4<i32>;
@group(0) @binding(2) var<storage, read_write> out: u32;
@group(0) @binding(3) var<storage, read_write> data: array<u32>;
@group(0) @binding(4) var<storage, read_write> other: array<u32>;
var<private> table: array<u32, 8>;
var<private> hidden: u32;
fn reset(p: ptr<function, u32>) {{ *p = 0u; }}
fn take(p: ptr<function, u32>) -> u32 {{ return *p; }}
fn store(at: u32) {{ table[at] = 1u; }}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) index: u32,
        @builtin(global_invocation_id) global: vec3<u32>) {{
    {body}
    out = table[0];
}}
"
    )
}

/// Whether an index into eight elements is clamped: in memory, in a value, and as an argument of a function.
fn clamped(index: &str) -> bool {
    let memory = checks(&shader(&format!("table[{index}] = 1u;"))).0;
    let value = checks(&shader(&format!("let copy = table; out = copy[{index}];"))).0;
    let passed = checks(&shader(&format!("var local = table; out = take(&local[{index}]);"))).0;
    assert!(memory < 2, "{index}: clamped once");
    assert_eq!(
        [memory, memory],
        [value, passed],
        "{index}: the same in memory, in a value and in a call"
    );
    memory == 1
}

/// Asserts that the first index is known to be in range, and the second is not.
fn pair(inside: &str, neighbour: &str) {
    assert!(!clamped(inside), "{inside} is in range");
    assert!(clamped(neighbour), "{neighbour} can be out of range");
}

#[test]
fn masks_and_shifts() {
    pair("u.x & 7u", "u.x & 8u");
    pair("s.x & 7", "s.x & -1");
    pair("7u & u.x", "u.y & u.x");
    pair("(u.x & 5u) | (u.y & 3u)", "(u.x & 5u) | (u.y & 8u)");
    pair("(u.x & 5u) ^ (u.y & 3u)", "(u.x & 5u) ^ u.y");
    pair("u.x >> 29u", "u.x >> 28u");
    pair("(s.x & 15) >> 1u", "s.x >> 29u");
    pair("(u.x & 15u) >> 1u", "(u.x & 15u) >> (u.y & 0u)");
    pair("(u.x & 1u) << 2u", "(u.x & 1u) << 3u");
    pair("(u.x & 3u) << 1u", "(u.x & 0x40000003u) << 2u");
    pair("extractBits(u.x, u.y, 3u)", "extractBits(u.x, u.y, 4u)");
    pair("extractBits(u.x, 2u, 3u)", "extractBits(s.x, 2u, 3u)");
    pair("extractBits(u.x, 2u, 0u)", "extractBits(u.x, 2u, u.y)");
}

#[test]
fn arithmetic_without_wrapping() {
    pair("u.x % 8u", "u.x % 9u");
    pair("u.x % 8u", "u.x % u.y");
    pair("(s.x & 255) % 8", "s.x % 8");
    pair("u.x / 0x20000000u", "u.x / 0x1FFFFFFFu");
    pair("(s.x & 63) / 8", "s.x / 0x10000000");
    pair("(u.x & 3u) + 4u", "(u.x & 3u) + 5u");
    pair("(u.x & 3u) + (u.y & 3u)", "(u.x & 3u) + 0xFFFFFFFFu");
    pair("(s.x & 3) + 4", "(s.x & 3) + -1");
    pair("(s.x & 3) + (s.y & 3)", "(s.x & 0x7FFFFFFF) + (s.y & 0x7FFFFFFF)");
    pair("(u.x & 1u) * 7u", "(u.x & 1u) * 8u");
    pair("(u.x & 3u) * 2u", "(u.x & 0x10000u) * 0x10000u");
    pair("7u - (u.x & 7u)", "6u - (u.x & 7u)");
    pair("7 - (s.x & 7)", "6 - (s.x & 7)");
}

#[test]
fn least_and_greatest() {
    pair("min(u.x, 7u)", "min(u.x, 8u)");
    pair("min(7u, u.x)", "max(7u, u.x)");
    pair("min(s.x & 255, 7)", "min(s.x, 7)");
    pair("max(u.x & 7u, 3u)", "max(u.x & 7u, 8u)");
    pair("clamp(u.x, 0u, 7u)", "clamp(u.x, 0u, 8u)");
    pair("clamp(s.x, 0, 7)", "clamp(s.x, -1, 7)");
    // If the bounds are exchanged, the result need not be between them.
    pair("clamp(u.x, u.y & 7u, 7u)", "clamp(u.x, u.y, 7u)");
    pair("clamp(u.x, 1u, 7u)", "clamp(u.x, 1u, u.y & 7u)");
    pair("select(u.x & 3u, 7u, u.y > 2u)", "select(u.x, 7u, u.y > 2u)");
    pair("select(u.x & 3u, 7u, u.y > 2u)", "select(u.x & 3u, 8u, u.y > 2u)");
}

#[test]
fn conversions() {
    pair("u32(s.x & 7)", "u32(s.x)");
    pair("i32(u.x & 7u)", "i32(u.x & 0x80000007u)");
    pair("bitcast<i32>(u.x & 7u)", "bitcast<u32>(s.x)");
    pair("u32(u.x > 3u)", "u32(bitcast<f32>(u.x))");
    pair("unpack4xU8(u.x).y / 32u", "unpack4xU8(u.x).y / 31u");
}

#[test]
fn components() {
    pair("(u.xy & vec2(7u, 8u)).x", "(u.xy & vec2(7u, 8u)).y");
    pair("vec3(u.xy, u.z & 7u).z", "vec3(u.xy, u.z & 7u).y");
    pair(
        "vec3(u.x & 7u, u.yz & vec2(7u, 9u)).y",
        "vec3(u.x & 7u, u.yz & vec2(7u, 9u)).z",
    );
    pair("(u.zw % vec2(8u)).y", "(u.zw % vec2(9u)).y");
    pair("(u & vec4(7u, 8u, 8u, 8u)).wx.y", "(u & vec4(7u, 8u, 8u, 8u)).wx.x");
    pair("min(u, vec4(7u)).z", "min(u, vec4(8u)).z");
    pair("((u.xy & vec2(3u)) * 2u).y", "((u.xy & vec2(3u)) * 3u).y");
    pair("vec2(u.x & 7u).y", "vec2(u.x).y");
    pair("(u.xy & vec2<u32>()).y", "(u.xy | vec2<u32>()).y");
}

#[test]
fn invocations_of_a_workgroup() {
    pair("id.x", "global.x");
    pair("index", "index + 1u");
    pair("id.y", "u.y");
    pair("id.x + id.y + id.z", "id.x * 2u");
    let sized = |size: &str, index: &str| {
        let source = shader(&format!("table[{index}] = 1u;")).replace("@workgroup_size(8)", size);
        checks(&source).0
    };
    assert_eq!(sized("@workgroup_size(9)", "id.x"), 1, "the size is what counts");
    assert_eq!(sized("@workgroup_size(2, 2, 2)", "index"), 0);
    assert_eq!(sized("@workgroup_size(2, 2, 3)", "index"), 1);
    assert_eq!(sized("@workgroup_size(1, 1, 8)", "id.z"), 0);
    assert_eq!(sized("@workgroup_size(1, 1, 9)", "id.z"), 1);
    // An argument of a function is unknown.
    assert_eq!(checks(&shader("store(id.x);")).0, 1);
}

#[test]
fn invocations_in_a_struct() {
    let source = |member: &str| {
        format!(
            "struct In {{ @builtin(global_invocation_id) global: vec3<u32>, @builtin(local_invocation_index) index: u32 }}
            var<workgroup> table: array<u32, 8>;
            @compute @workgroup_size(8) fn main(in: In) {{ table[in.{member}] = 1u; }}"
        )
    };
    assert_eq!(checks(&source("index")).0, 0);
    assert_eq!(checks(&source("global.x")).0, 1);
}

#[test]
fn lengths_are_those_of_what_is_indexed() {
    assert_eq!(checks(&shader("out = u[u.x & 3u];")).0, 0);
    assert_eq!(checks(&shader("out = u[u.x & 4u];")).0, 1);
    assert_eq!(checks(&shader("let v = u + u; out = v[u.x & 3u];")).0, 0);
    assert_eq!(checks(&shader("let v = u + u; out = v[u.x & 7u];")).0, 1);
    assert_eq!(
        checks(&shader(
            "var m = mat2x4<f32>(); m[u.x & 1u].x = 1.0; out = u32(m[u.y & 1u][0]);"
        ))
        .0,
        0
    );
    assert_eq!(checks(&shader("var m = mat2x4<f32>(); m[u.x & 2u].x = 1.0;")).0, 1);
    assert_eq!(
        checks(&shader("var m = mat2x4<f32>(); m[u.x & 1u][u.y & 3u] = 1.0;")).0,
        0
    );
    let runtime = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) index: u32) { data[index] = 1u; }";
    assert_eq!(checks(runtime).0, 1, "a run-time array may have no such element");
}

/// Asserts the number of clamped indices and of bounded loops in a body.
fn body(text: &str, clamps: usize, bounds: usize) {
    assert_eq!(
        checks(&shader(text)),
        (clamps, bounds),
        "clamps and bounded loops of: {text}"
    );
}

#[test]
fn counters_that_rise() {
    body("for (var i = 0u; i < 8u; i++) { table[i] = 1u; }", 0, 0);
    body("for (var i = 0; i < 8; i++) { table[i] = 1u; }", 0, 0);
    body("for (var i = 0u; i <= 7u; i += 3u) { table[i] = 1u; }", 0, 0);
    body("for (var i = 0u; 7u >= i; i = 1u + i) { table[i] = 1u; }", 0, 0);
    body("var i = 0u; while i < 8u { table[i] = 1u; continue; }", 0, 1);
    body(
        "var i = 0u; loop { if i >= 8u { break; } table[i] = 1u; continuing { i += 1u; } }",
        0,
        0,
    );
    body(
        "var i = 0u; loop { if !(8u > i) { break; } table[i] = 1u; continuing { i++; } }",
        0,
        0,
    );
    // The guard alone proves it for an unsigned counter with any initial value.
    body("for (var i = id.x; i < 8u; i += 2u) { table[i] = 1u; }", 0, 0);
    body("var i = u.x; for (; i < 8u; i++) { table[i] = 1u; }", 0, 0);
    body("for (var i = 0u; i < 7u; i++) { table[i] = table[i + 1u]; }", 0, 0);
    body("for (var i = 0u; i < 8u; i++) { table[i] = table[i + 1u]; }", 1, 0);
}

#[test]
fn counters_that_fall() {
    body("for (var i = 7; i >= 0; i--) { table[i] = 1u; }", 0, 0);
    body("for (var i = 7u; i > 0u; i--) { table[i] = 1u; }", 0, 0);
    body("for (var i = 7; i > -1; i += -2) { table[i] = 1u; }", 0, 0);
    body("for (var i = 8; i >= 0; i--) { table[i] = 1u; }", 1, 0);
    body("for (var i = 7; i >= -1; i--) { table[i] = 1u; }", 1, 0);
    body("for (var i = s.x; i >= 0; i--) { table[i] = 1u; }", 1, 0);
    // The counter wraps below zero.
    body("for (var i = 7u; i >= 0u; i--) { table[i] = 1u; }", 1, 1);
    body("for (var i = 7u; i > 0u; i -= 2u) { table[i] = 1u; }", 1, 1);
    body("for (var i = 7; i > -2147483647; i -= 2) { table[i & 7] = 1u; }", 0, 0);
    body("for (var i = 7; i >= -2147483647; i -= 2) { table[i & 7] = 1u; }", 0, 1);
}

#[test]
fn limits_and_starts_that_prove_less() {
    body("for (var i = 0u; i < 9u; i++) { table[i] = 1u; }", 1, 0);
    body("for (var i = 0u; i <= 8u; i++) { table[i] = 1u; }", 1, 0);
    body("for (var i = -1; i < 8; i++) { table[i] = 1u; }", 1, 0);
    body("for (var i = s.x; i < 8; i++) { table[i] = 1u; }", 1, 0);
    // Below any limit there is space for a step of one, but for no larger one.
    body("for (var i = 0u; i < u.x; i++) { table[i] = 1u; }", 1, 0);
    body("for (var i = s.y; i > s.x; i--) { table[i] = 1u; }", 1, 0);
    body("for (var i = 0u; i < u.x; i += 2u) { table[i] = 1u; }", 1, 1);
    body("for (var i = 0u; i <= u.x; i++) { table[i] = 1u; }", 1, 1);
    body("for (var i = 0u; i != u.x; i++) { table[i] = 1u; }", 1, 1);
    body("for (var i = s.y; i >= s.x; i--) { table[i] = 1u; }", 1, 1);
}

#[test]
fn counters_that_wrap() {
    body("for (var i = 0u; i <= 0xFFFFFFFEu; i++) { table[i & 7u] = 1u; }", 0, 0);
    body("for (var i = 0u; i <= 0xFFFFFFFFu; i++) { table[i & 7u] = 1u; }", 0, 1);
    body("for (var i = 0u; i < 0xFFFFFFFFu; i++) { table[i & 7u] = 1u; }", 0, 0);
    body(
        "for (var i = 0u; i < 0xFFFFFFFFu; i += 2u) { table[i & 7u] = 1u; }",
        0,
        1,
    );
    body("for (var i = 0; i <= 0x7FFFFFFE; i++) { table[i & 7] = 1u; }", 0, 0);
    body("for (var i = 0; i <= 0x7FFFFFFF; i++) { table[i & 7] = 1u; }", 0, 1);
    body("for (var i = 0; i < 0x7FFFFFFF; i += 2) { table[i & 7] = 1u; }", 0, 1);
    body("for (var i = 0u; i < 8u; i += 0xFFFFFFF8u) { table[i] = 1u; }", 0, 0);
    body("for (var i = 0u; i < 8u; i += 0xFFFFFFF9u) { table[i] = 1u; }", 0, 1);
}

#[test]
fn steps_that_are_none() {
    body("for (var i = 0u; i < 8u; i += 0u) { table[i] = 1u; }", 0, 1);
    body("for (var i = 0u; i < 8u; i--) { table[i] = 1u; }", 0, 1);
    body("for (var i = 0; i < 8; i--) { table[i] = 1u; }", 1, 1);
    body("for (var i = 0; i < 8; i += -1) { table[i] = 1u; }", 1, 1);
    body("for (var i = 0u; i < 8u; i += u.y) { table[i] = 1u; }", 0, 1);
    body("for (var i = 1u; i < 8u; i *= 2u) { table[i] = 1u; }", 0, 0);
    body("for (var i = 0u; i < 8u; i = 1u - i) { table[i] = 1u; }", 0, 1);
    body(
        "var j = 0u; for (var i = 0u; i < 8u; i = j + 1u) { table[i] = 1u; }",
        0,
        1,
    );
    body("var i = 0u; loop { if i >= 8u { break; } table[i] = 1u; }", 0, 1);
    body(
        "var i = 0u; loop { if i >= 8u { break; } table[i] = 1u; continuing { if u.y > 1u { i++; } } }",
        0,
        1,
    );
    // The counter is loaded before the loop, so it has the same value each time.
    body(
        "var i = 0u; let j = i; loop { if i >= 8u { break; } table[i] = 1u; continuing { i = j + 1u; } }",
        0,
        1,
    );
}

#[test]
fn counters_that_are_written_elsewhere() {
    body(
        "for (var i = 0u; i < 8u; i++) { if u.y == 3u { i = 9u; } table[i] = 1u; }",
        1,
        1,
    );
    body(
        "for (var i = 0u; i < 8u; i++) { table[i] = 1u; if u.y == 3u { i = 0u; } }",
        0,
        1,
    );
    body(
        "for (var i = 0u; i < 8u; i++) { let p = &i; *p = 9u; table[i] = 1u; }",
        1,
        1,
    );
    body("for (var i = 0u; i < 8u; i++) { reset(&i); table[i] = 1u; }", 1, 1);
    body("for (var i = 0u; i < 8u; i++) { table[i] = take(&i); }", 0, 1);
    body(
        "for (var i = 0u; i < 8u; i++) { for (var j = 0u; j < 2u; j++) { i = 9u; } table[i] = 1u; }",
        1,
        1,
    );
    body(
        "var i = 0u; loop { if i >= 8u { break; } table[i] = 1u; continuing { i = 0u; i++; } }",
        0,
        1,
    );
    body(
        "var i = 0u; loop { if i >= 8u { break; } table[i] = 1u; continuing { i++; i = 0u; } }",
        0,
        1,
    );
    body(
        "var i = 0u; i = u.x; i = u.y; for (; i < 8u; i++) { table[i] = 1u; }",
        0,
        0,
    );
    body("var i = 0u; for (; i < 8u; i++) { table[i] = 1u; } i = 0u;", 0, 0);
    // Two loops with one counter: the inner one ends, and its last value may wrap in the step of the outer one.
    body(
        "var i = 0u; loop { if i >= 8u { break; } loop { if i >= 4u { break; } continuing { i++; } } continuing { i++; } }",
        0,
        1,
    );
    body("var i = 0; i = -5; for (; i < 8; i++) { table[i] = 1u; }", 1, 0);
    body("var i = 0; i = 5; for (; i < 8; i++) { table[i] = 1u; }", 0, 0);
}

#[test]
fn guards_that_are_not_first() {
    body(
        "var i = 0u; loop { out = i; if i >= 8u { break; } table[i] = 1u; continuing { i++; } }",
        0,
        0,
    );
    body(
        "var i = 0u; loop { if u.x == 1u { continue; } if i >= 8u { break; } table[i] = 1u; continuing { i++; } }",
        0,
        1,
    );
    body(
        "var i = 0u; let c = i < 8u; loop { if !c { break; } table[i] = 1u; continuing { i++; } }",
        1,
        1,
    );
    body(
        "var i = 0u; let j = i; loop { if j >= 8u { break; } table[i] = 1u; continuing { i++; } }",
        1,
        1,
    );
    body("for (var i = 0u; i < 8u || u.x == 3u; i++) { table[i] = 1u; }", 1, 1);
    body("for (var i = 0u; i < 8u && table[i] == 0u; i++) { out = 1u; }", 0, 0);
    body(
        "var i = 0u; loop { if i >= 8u { if u.x == 1u { break; } } table[i] = 1u; continuing { i++; } }",
        1,
        1,
    );
    body(
        "var i = 0u; loop { if i >= 8u { break; } else { out = 1u; } table[i] = 1u; continuing { i++; } }",
        0,
        0,
    );
    // A guard of the outer loop does not apply to the inner loop.
    body(
        "var i = 0u; loop { let c = i < 8u; if c {} else { break; } loop { if c {} else { break; } out = 1u; } continuing { i++; } }",
        0,
        1,
    );
}

#[test]
fn counters_outside_their_body() {
    body("var i = 0u; for (; i < 8u; i++) { out = 1u; } table[i] = 1u;", 1, 0);
    body("var i = 0u; table[i] = 1u; for (; i < 8u; i++) { out = 1u; }", 0, 0);
    body("var i = 0u; let k = i; for (; i < 8u; i++) { table[k] = 1u; }", 0, 0);
    body(
        "var i = 0u; loop { if i >= 8u { break; } continuing { i++; table[i] = 1u; } }",
        1,
        0,
    );
    body(
        "var i = 0u; loop { let x = table[i]; if i >= 8u { break; } out = x; continuing { i++; } }",
        1,
        0,
    );
    body(
        "for (var i = 0u; i < 8u; i++) { if u.x == i { continue; } table[i] = 1u; }",
        0,
        0,
    );
    body(
        "for (var i = 0u; i < 8u; i++) { if u.x == i { break; } table[i] = 1u; }",
        0,
        0,
    );
    body(
        "for (var i = 0u; i < 8u; i++) { let k = i; for (var j = 0u; j < 8u; j++) { table[k] = table[j] + table[i]; } }",
        0,
        0,
    );
    body(
        "for (var i = 0u; i < 2u; i++) { for (var j = 0u; j < 4u; j++) { table[i * 4u + j] = 1u; } }",
        0,
        0,
    );
    body(
        "for (var i = 0u; i < 2u; i++) { for (var j = 0u; j < 5u; j++) { table[i * 4u + j] = 1u; } }",
        1,
        0,
    );
    body(
        "for (var i = 0u; i < 8u; i++) { loop { table[i] = 1u; break; } loop { if u.x == 1u { break; } table[i] = 1u; } }",
        0,
        1,
    );
}

#[test]
fn counters_that_are_no_locals() {
    body("for (hidden = 0u; hidden < 8u; hidden++) { table[hidden] = 1u; }", 1, 1);
    body(
        "var v = vec2<u32>(); for (; v.x < 8u; v.x++) { table[v.x] = 1u; }",
        0,
        1,
    );
    body("for (var i = 0.0; i < 8.0; i += 1.0) { table[u32(i)] = 1u; }", 1, 1);
}

#[test]
fn loops_that_never_iterate() {
    body("loop { out = 1u; break; }", 0, 0);
    body("loop { if u.x == 1u { out = 1u; } return; }", 0, 0);
    body(
        "loop { for (var i = 0u; i < 8u; i++) { if u.x == i { continue; } out = i; } break; }",
        0,
        0,
    );
    body("loop { if u.x == 1u { continue; } break; }", 0, 1);
    body(
        "loop { switch u.x { case 1u: { continue; } default: {} } break; }",
        0,
        1,
    );
    body(
        "loop { { if u.x == 2u { out = 2u; } else { continue; } } break; }",
        0,
        1,
    );
    body("loop { if u.x == 1u { break; } }", 0, 1);
}

#[test]
fn glsl_counters() {
    let bounded = |header: &str| {
        let source = format!(
            "#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform U {{ int n; }};
layout(set = 0, binding = 1) buffer B {{ int data[8]; }};
void main() {{ {header} {{ data[i] = 1; }} }}"
        );
        let shader = parse::glsl(&source, "ranges.comp", naga::ShaderStage::Compute).unwrap();
        let words = backends::spirula(&shader, &backends::options("vulkan1.1")).unwrap();
        validate::validate(&words, "vulkan1.1").unwrap();
        let module = Inspected::new(&words);
        (module.count(Op::ExtInst), module.count(Op::UGreaterThan))
    };
    assert_eq!(bounded("for (int i = 0; i < 8; i++)"), (0, 0));
    assert_eq!(bounded("for (int i = 0; i < n; i++)"), (1, 0));
    assert_eq!(bounded("for (int i = 0; i < 8; i += n)"), (1, 1));
}

#[test]
fn tests_are_left_out_as_clamps_are() {
    let tests = |index: &str| {
        let words = words(
            &shader(&format!("table[{index}] = 1u;")),
            BoundsCheckPolicy::ReadZeroSkipWrite,
        );
        Inspected::new(&words).count(Op::ULessThan)
    };
    assert_eq!(tests("u.x & 7u"), 0);
    assert_eq!(tests("u.x & 15u"), 1);
    let words = words(
        &shader("for (var i = 0u; i < 8u; i++) { table[i] = 1u; }"),
        BoundsCheckPolicy::ReadZeroSkipWrite,
    );
    let module = Inspected::new(&words);
    assert_eq!(module.count(Op::ULessThan), 1, "the guard's own");
    assert_eq!(module.count(Op::INotEqual), 0, "no counter");
}

/// A search with exponential cost terminates.
#[test]
fn deep_indices_end() {
    let mut lines = "let x0 = u.x & 1u;".to_owned();
    for n in 1..60 {
        lines += &format!("let x{n} = x{0} | x{0};", n - 1);
    }
    assert_eq!(checks(&shader(&format!("{lines} table[x3] = 1u;"))).0, 0);
    assert_eq!(checks(&shader(&format!("{lines} table[x59] = 1u;"))).0, 1);
}
