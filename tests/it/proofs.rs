//! Tests of proofs from conditions on indices and loops, by the checks that are missing in the words: each list is
//! paired with similar code that is not provable. The second and the last list must keep their checks, however strong
//! the proofs become.

use crate::common::inspect::Inspected;
use crate::common::parse;
use crate::ranges::{checks, shader};
use naga::proc::BoundsCheckPolicy;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::{CheckKind, Options, Target};
use spirv::{GlslStd450Op, Op};

/// Each index is in range.
const IN_RANGE: [&str; 32] = [
    "if global.x < arrayLength(&data) { data[global.x] = 1u; }",
    "if global.x >= arrayLength(&data) { return; } data[global.x] = 1u;",
    "let n = arrayLength(&data); for (var i = 0u; i < n; i++) { data[i] = 1u; }",
    "data[min(u.x, arrayLength(&data) - 1u)] = 1u;",
    "let n = min(u.x, arrayLength(&data)); for (var i = 0u; i < n; i++) { data[i] = 1u; }",
    "let k = u.x & 255u; if k + 1u < arrayLength(&data) { data[k + 1u] = data[k]; }",
    "for (var i = 1u; i < arrayLength(&data); i++) { data[i] = data[i - 1u]; }",
    "if index >= 3u { table[index - 3u] = 1u; }",
    "let d = u.x; if index >= d { table[index - d] = 1u; }",
    "for (var i = 4u; i < 12u; i++) { table[i - 4u] = 1u; }",
    "switch u.x { case 3u: { table[u.x] = 1u; } default: {} }",
    "if u.x < 8u && u.y < 8u { table[u.x] = table[u.y]; }",
    "if u.x >= 8u || u.y >= 8u { return; } table[u.x] = table[u.y];",
    "let x = u32(f32(u.x) / 3.0); if x < 8u { table[x] = 1u; }",
    "if all(global.xy < vec2(8u)) { table[global.x] = table[global.y]; }",
    "if any(global.xy >= vec2(8u)) { return; } table[global.x] = table[global.y];",
    "var k = u.x; k = min(k, 7u); table[k] = 1u;",
    "if s.x >= 0 && s.x < 8 { table[s.x] = 1u; }",
    "let x = index; if x < arrayLength(&data) && x < arrayLength(&other) { data[x] = other[x]; }",
    "var j = u.x + 1u; if 1u + u.x < 8u { table[j] = 1u; }",
    "var v = u.xy; if v.x < 8u { table[v.x] = 1u; }",
    "let v = u; if v.y < 8u { table[u.y] = 1u; }",
    "hidden = index; table[hidden] = 1u;",
    "let x = u.x * 16u; if x + 15u < arrayLength(&data) { for (var i = 0u; i < 16u; i++) { data[x + i] = 1u; } }",
    "let x = u.x << 4u; if x + 15u < arrayLength(&data) { data[x + 3u] = 1u; }",
    "for (var i = arrayLength(&data); i > 0u; i--) { data[i - 1u] = 1u; }",
    "let i = i32(u.x & 4095u); if i < i32(min(arrayLength(&data), 9000u)) { data[i] = 1u; }",
    "data[u.x % arrayLength(&data)] = data[clamp(u.y, 0u, arrayLength(&data) - 1u)];",
    "let i = u.x & 4095u; let by = u.y & 63u; if i + by < arrayLength(&data) { data[i] = data[by + i]; }",
    "if u.x < arrayLength(&data) { data[u.x / 2u] = data[u.x & u.y]; data[u.x >> 1u] = data[u.x % 9u]; }",
    "if u.x < arrayLength(&data) && u.y < arrayLength(&data) { data[select(u.x, u.y, u.z == 1u)] = 1u; }",
    "loop { if u.x < 8u { out = 1u; continue; } else { break; } continuing { table[u.x] = 1u; break if u.y == 1u; } }",
];

#[test]
fn indices_under_conditions() {
    for body in IN_RANGE {
        assert_eq!(checks(&shader(body)).0, 0, "checked: {body}");
    }
}

#[test]
fn indices_that_must_keep_their_check() {
    for body in [
        "if global.x < arrayLength(&other) { data[global.x] = 1u; }",
        "var k = 3u; for (var i = 0u; i < 9u; i++) { table[k - 3u] = 1u; if u.x == i { k = 1u; } if k < 8u { k += 1u; } }",
        "var k = 3u; var j = 5u; for (var i = 0u; i < 9u; i++) { table[k - 3u] = 1u; if j > 0u { j -= 1u; } k = j; }",
        "var a = 4u; var b = 4u; for (var i = 0u; i < 9u; i++) { table[a - 4u] = 1u; a = b; b = a - (u.y & 1u); }",
        "var a = 4u; var b = 4u; for (var i = 0u; i < 9u; i++) { b = a - (u.y & 1u); a = b; table[a - 4u] = 1u; }",
        "var k = 4u; for (var i = 0u; i < 9u; i++) { if u.x == 1u { k = 2u; } table[k] = 1u; k += 1u; }",
        "if u.x < 8u { table[u.x] = 1u; } table[u.x] = 1u;",
        // A compiler may fuse or round one of two equal operations on floats differently.
        "let f = vec4<f32>(u); if u32(f.x * f.y + f.z) < 8u { table[u32(f.x * f.y + f.z)] = 1u; }",
        "let f = vec4<f32>(u); if u32(f.x / f.y) < 8u { table[u32(f.x / f.y)] = 1u; }",
        "if u32(f32(u.x) / 3.0) < 8u { table[u32(f32(u.x) / 3.0)] = 1u; }",
        "if u.x < 8u { table[u.x] = table[u.x + 1u]; }",
        "let n = (u64(u.x) << 32u) | u64(u.y); if n > 8lu { table[u32(n)] = 1u; }",
        "let n = (u64(u.x) << 32u) | u64(u.y); if n < 9lu { table[u32(n - 1lu)] = 1u; }",
        "let n = (u64(u.x) << 32u) | u64(u.y); if i64(n) < 8li { table[u32(n)] = 1u; }",
        "let n = (u64(u.x) << 32u) | u64(u.y); if n != 8lu { table[u32(n >> 1u)] = 1u; }",
        "let n = (u64(u.x) << 32u) | u64(u.y); table[u32((n >> 61u) + 1lu)] = 1u;",
        "let n = (u64(u.x) << 32u) | u64(u.y); if n * 2lu < 16lu { table[u32(n)] = 1u; }",
        "let n = i64(s.x) << 33u; if n < 8li { table[u32(n)] = 1u; }",
        "let n = u64(u.x); if n < 0x100000008lu { table[u32(n - 0x100000000lu)] = 1u; }",
        "if u.x + 1u < arrayLength(&data) { data[u.x] = 1u; }",
        "if global.x <= arrayLength(&data) { data[global.x] = 1u; }",
        "if global.x < arrayLength(&data) { data[global.x + 1u] = 1u; }",
        "if global.x != arrayLength(&data) { data[global.x] = 1u; }",
        "if s.x < 8 { table[s.x] = 1u; }",
        "var k = u.x; if k < 8u { k = u.y; table[k] = 1u; }",
        "var k = u.x; if k < 8u { reset(&k); table[k] = 1u; }",
        "var k = u.x; if k < 8u { for (var i = 0u; i < 2u; i++) { table[k] = 1u; k += 1u; } }",
        "var k = u.x; let c = k < 8u; k = u.y; if c { table[k] = 1u; }",
        "if u.x < 8u || u.y < 8u { table[u.x] = 1u; }",
        "if !(u.x < 8u && u.y < 8u) { table[u.x] = 1u; }",
        "if u.x < 8u { out = 1u; } table[u.x] = 1u;",
        "if any(global.xy < vec2(8u)) { table[global.x] = 1u; }",
        "if all(global.xy < vec2(8u)) { table[global.z] = 1u; }",
        "loop { if u.x >= 8u { break; } break; } table[u.x] = 1u;",
        "switch u.x { case 3u: { break; } default: { table[u.x] = 1u; } }",
        "switch u.x { case 3u, 9u: { table[u.x] = 1u; } default: {} }",
        "switch u.y { case 3u: { if u.x >= 8u { break; } } default: {} } table[u.x] = 1u;",
        "hidden = u.x; if hidden < 8u { table[hidden] = 1u; }",
        "if data[0] < 8u { table[data[0]] = 1u; }",
        "if global.x < arrayLength(&data) / 4u { data[global.x * 4u + 4u] = 1u; }",
        "if global.x * 4u < arrayLength(&data) { data[global.x * 4u + 3u] = 1u; }",
        "if global.x < arrayLength(&data) / 3u { data[global.x * 4u] = 1u; }",
        "if global.x < arrayLength(&data) * 2u { data[global.x] = 1u; }",
        "if index > 3u { table[index - 5u] = 1u; }",
        "let d = u.x; if index <= d { table[index - d] = 1u; }",
        "let y = 2u * u.x; if y < 8u { table[y - (u.x & 0xF0000000u)] = 1u; }",
        "var n = arrayLength(&data); n = u.x; if global.x < n { data[global.x] = 1u; }",
        "var n = arrayLength(&data); n += 1u; if global.x < n { data[global.x] = 1u; }",
        "var ok = false; if u.y == 1u { ok = u.x < 8u; } else { ok = true; } if ok { table[u.x] = 1u; }",
        "var ok = u.x < 8u; ok = true; if ok { table[u.x] = 1u; }",
        "loop { if u.x < 8u { break; } else { continue; } continuing { table[u.x] = 1u; break if u.y == 1u; } }",
        "loop { if u.x >= 8u { continue; } else { break; } continuing { table[u.x] = 1u; break if u.y == 1u; } }",
        "loop { if u.y == 1u { if u.x < 8u { continue; } } else { continue; } break; continuing { table[u.x] = 1u; break if u.z == 1u; } }",
        "loop { if u.y == 1u { continue; } if u.x < 8u { continue; } break; continuing { table[u.x] = 1u; break if u.z == 1u; } }",
        "loop { loop { if u.x < 8u { continue; } break; continuing { break if u.y == 1u; } } continue; continuing { table[u.x] = 1u; break if u.z == 1u; } }",
        "var k = u.x; for (var i = 0u; i < 2u; i++) { if k < 8u { k = u.y; } else { table[k] = 1u; } }",
        "var v = vec2(u.x, u.y); if v.x < 8u { table[v.y] = 1u; }",
        "var v = u.xy; if v.x < 8u { v.x = u.z; table[v.x] = 1u; }",
        "var v = u.xy; if v.x < 8u { v = u.zw; table[v.x] = 1u; }",
        "var a = array(u.x, u.y); if a[0] < 8u { a[u.z & 1u] = u.w; table[a[0]] = 1u; }",
        "var a = array(u.x, u.y); if a[u.z & 1u] < 8u { table[a[u.w & 1u]] = 1u; }",
        "let p = unpack4xU8(u.x); if p.x < 8u { table[p.y] = 1u; }",
        "if (u.x << 1u) < 8u { table[u.x] = 1u; }",
        "if u.x * 2u < 8u { table[u.x] = 1u; }",
        "if -s.x < 8 { table[s.x] = 1u; }",
        "if u.x - u.y < 8u { table[u.y - u.x] = 1u; }",
        "hidden = index; hidden += 1u; table[hidden] = 1u;",
        "hidden = index; hidden = 8u; table[hidden] = 1u;",
        "hidden = global.x; table[hidden] = 1u;",
        "let x = u.x * 16u; if x + 16u < arrayLength(&data) { data[x + 3u] = 1u; }",
        "let x = u.x * 12u; if x + 11u < arrayLength(&data) { data[x + 3u] = 1u; }",
        "if u.x / u.y < 8u { table[u.y / u.x] = 1u; }",
        "if max(u.x, u.y) < 8u { table[min(u.x, u.z) + u.y] = 1u; }",
        "if select(u.x, u.y, u.z == 1u) < 8u { table[select(u.y, u.x, u.z == 1u)] = 1u; }",
        "if u.x < 8u { return; } table[u.x] = 1u;",
        "if u.y == 1u { if u.x < 8u { table[u.x] = 1u; } table[u.x] = 1u; }",
        "if u.y == 1u { for (var i = 0u; i < 2u; i++) { if u.x >= 8u { break; } table[u.x] = 1u; } table[u.x] = 1u; }",
        "if (u.x < 8u) | (u.y < 8u) { table[u.x] = 1u; }",
        "if (u.x >= 8u) & (u.y >= 8u) { return; } table[u.x] = 1u;",
        "out = arrayLength(&data); for (var i = u.x & 3u; i < 100u; i++) { if i >= 4u { data[i - 4u] = 1u; } }",
        "table[min(u.x + 1u, 8u) - 1u] = 1u;",
        "table[min(s.x, 3) & 15] = 1u;",
        "let x = u.x; var k = x; loop { if k == 0u { break; } table[k] = 1u; if x >= 8u { break; } k -= 1u; }",
        "var k = 20u; loop { if u.x == k { continue; } let i = k; continuing { if k < 8u { table[i] = 1u; } k -= 1u; break if k == 0u; } }",
        "var k = 1u; switch u.x { case 1u: { k = 9u; } default: {} } table[k] = 1u;",
        "var k = 1u; switch u.x { case 1u: {} default: { k = 9u; } } table[k] = 1u;",
        "var k = 1u; switch u.x { case 1u: { k = 9u; break; } default: {} } table[k] = 1u;",
        "var k = 1u; switch u.x { case 1u: { for (var i = 0u; i < 3u; i++) { k += 4u; } } default: {} } table[k] = 1u;",
        "var k = 1u; for (var i = 0u; i < 3u; i++) { for (var j = 0u; j < 3u; j++) { k += 4u; } table[k] = 1u; }",
        "var k = 1u; for (var i = 0u; i < 3u; i++) { table[k] = 1u; for (var j = 0u; j < 3u; j++) { k += 4u; } }",
        "var k = 1u; for (var i = 0u; i < 3u; i++) { table[k] = 1u; switch u.x { case 1u: { k = 9u; } default: {} } }",
        "var k = 1u; loop { for (var j = 0u; j < 3u; j++) { k += 4u; if u.y == j { break; } } if u.x == k { break; } } table[k] = 1u;",
        "let n = arrayLength(&data); for (var i = 0u; i < u.x; i++) { if i >= 1u { data[i - 1u] = n; } }",
        "let n = arrayLength(&data); for (var i = 2u; i < u.x; i += 2u) { data[i - 2u] = n; }",
        "let n = arrayLength(&data); for (var i = 0; i < s.x; i++) { if i >= 3 { data[i - 2] = n; } }",
        "let n = arrayLength(&data); for (var i = u.x; i > 0u; i--) { data[i - 1u] = n; }",
        "for (var i = arrayLength(&data); i > 0u; i--) { data[i] = 1u; }",
        "for (var i = arrayLength(&data); i > 2u; i--) { data[i - 1u] = data[i + 1u]; }",
        "if u.x <= arrayLength(&data) { data[u.x] = 1u; }",
        "if u.x < arrayLength(&data) + 1u { data[u.x] = 1u; }",
        "if u.x - 1u < arrayLength(&data) { data[u.x] = 1u; }",
        "if u.x + u.y < arrayLength(&data) { data[u.x] = 1u; }",
        "if u.x + 4294967295u < arrayLength(&data) { data[u.x] = 1u; }",
        "if u.x < arrayLength(&data) { data[u.x | 1u] = 1u; }",
        "if u.x < arrayLength(&data) { data[u.x ^ 1u] = 1u; }",
        "if u.x < arrayLength(&data) { data[max(u.x, u.y)] = 1u; }",
        "if u.x < arrayLength(&data) { data[u.x << (u.y & 1u)] = 1u; }",
        "if s.x < i32(arrayLength(&data)) { data[s.x] = 1u; }",
        "if s.x < i32(arrayLength(&data)) { data[abs(s.x)] = data[-s.x]; }",
        "if s.x < i32(arrayLength(&data)) { data[s.x % 9] = data[s.x / 2]; }",
        "data[arrayLength(&data) / max(u.x, 1u)] = 1u;",
        "data[arrayLength(&data) % max(u.x, 1u)] = 1u;",
        "data[arrayLength(&data) >> (u.x & 1u)] = 1u;",
        "data[arrayLength(&data) & u.x] = 1u;",
        "data[arrayLength(&data) - (u.x & 1u)] = 1u;",
        "data[u.x % (arrayLength(&data) + 1u)] = 1u;",
        "data[clamp(u.x, 1u, arrayLength(&data))] = 1u;",
        "data[clamp(u.x, 3u, arrayLength(&data) - 1u)] = 1u;",
        "data[select(u.x, 0u, u.x < arrayLength(&data))] = 1u;",
        "var x = u.x; if x < arrayLength(&data) { x = 0u; } data[x] = 1u;",
        "if u.x > arrayLength(&data) - 1u { data[u.x] = 1u; }",
        "if u.x != arrayLength(&data) { data[u.x] = 1u; }",
    ] {
        assert!(checks(&shader(body)).0 > 0, "not checked: {body}");
    }
}

/// `l` is below four, so an index of these is inside the table for each value of its counter.
#[test]
fn indices_by_the_values_of_a_counter() {
    for body in [
        "for (var y = 0u; y < 2u; y++) { for (var x = 1u; x < 8u; x++) { table[x - 1u] = 1u; } }",
        "for (var y = 1; y < 3; y++) { for (var x = 1; x < 8; x++) { table[x - 1] = 1u; } }",
        "for (var y = 0u; y < 2u; y++) { var x: u32; if u.x == y { x = 1u; } else { x = 2u; } table[x] = 1u; }",
        "for (var y = 0u; y < 2u; y++) { for (var i = 1u; i < arrayLength(&data); i++) { data[i] = data[i - 1u]; } }",
    ] {
        let body = format!("let l = index & 3u; {body}");
        assert_eq!(checks(&shader(&body)).0, 0, "checked: {body}");
    }
}

/// Indices that are in range, and loops that end, for reasons that the analysis does not follow: the condition of the arm
/// that stored a value, relations between several operands, multiples of a length, elements of arrays, 64 bits, locals that
/// several stores step.
#[test]
fn what_is_not_analyzed() {
    for body in [
        "if global.x < arrayLength(&data) / 4u { data[global.x * 4u + 3u] = 1u; }",
        "var x = u.x; if x >= arrayLength(&data) { x = 0u; } data[x] = 1u;",
        "if global.x < (arrayLength(&data) >> 2u) { data[(global.x << 2u) + 3u] = 1u; }",
        "let x = index & 3u; table[2u * x - (x & u.x)] = 1u;",
        "var a = array(u.x, u.y); if a[0] < 8u { table[a[0]] = 1u; }",
        "hidden = id.x; if u.x == 1u { hidden = 7u; } table[hidden] = 1u;",
        "var k = 3u; for (var i = 0u; i < 9u; i++) { table[k - 1u] = 1u; if u.x == i { k = 1u; } if k < 8u { k += 1u; } }",
        "let n = (u64(u.x) << 32u) | u64(u.y); if n < 8lu { table[u32(n)] = 1u; }",
        "let n = (u64(u.x) << 32u) | u64(u.y); table[u32(n & 7lu)] = table[u32(min(n, 7lu))];",
        "let n = i64(s.x) - 5li; if n >= 0li && n < 8li { table[u32(n)] = 1u; }",
    ] {
        assert!(checks(&shader(body)).0 > 0, "not checked: {body}");
    }
    for body in [
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h <<= 1u) { table[(l << 1u) - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 4u; h > 0u; h >>= 1u) { table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 4u; h != 0u; h /= 2u) { table[(l - l % h) * 2u + l % h + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[l / h * h * 2u + l % h + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * l - l % h + h] = 1u; }",
        "for (var h = 1; h < 8; h *= 2) { let i = i32(l); table[2 * i - (i & (h - 1)) + h] = 1u; }",
        "for (var k = 0u; k < 3u; k++) { table[((l >> k) << (k + 1u)) + (l & ((1u << k) - 1u)) + (1u << k)] = 1u; }",
        "for (var k = 2u; k <= 8u; k <<= 1u) { for (var h = k >> 1u; h > 0u; h >>= 1u) { table[2u * l - (l & (h - 1u)) + h] = 1u; } }",
        "for (var k = 0u; k < 8u; k++) { table[k * 8u - k * 7u] = 1u; }",
        "var h = 1u; if u.x == 1u { h = 4u; } table[2u * l - (l & (h - 1u)) + h] = 1u;",
        "let x = u.x & 7u; table[x - (x & 3u) + 3u] = 1u;",
        "let x = u.x & 7u; table[x - x % 5u + 2u] = 1u;",
        "let x = u.x & 1u; table[4u * x - (x & 1u) + 4u] = 1u;",
        "let x = (u.x & 1u) * 4u; table[x - (x & 3u) + 3u] = 1u;",
    ] {
        let body = format!("let l = index & 3u; {body}");
        assert!(checks(&shader(&body)).0 > 0, "not checked: {body}");
    }
    for body in [
        "for (var i = 0lu; i < u64(u.x); i++) { out = 1u; }",
        "for (var i = 0lu; i < ((u64(u.x) << 32u) | u64(u.y)); i++) { out = 1u; }",
        "for (var i = 0li; i < i64(s.x); i += 2li) { out = 1u; }",
        "for (var n = u64(u.x); n > 0lu; n /= 2lu) { out = 1u; }",
    ] {
        assert!(checks(&shader(body)).1 > 0, "not bounded: {body}");
    }
}

#[test]
fn indices_that_must_keep_their_check_in_some_case() {
    for body in [
        "for (var h = 1u; h < 16u; h *= 2u) { table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * index - (index & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * l - (l & (h - 1u)) + h + 1u] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * l - (u.x & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * l - (l & h) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[2u * l - (l & (h - 2u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h += 1u) { table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = u.x; h < 8u; h *= 2u) { table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= u.x) { table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { if u.y == 1u { h = u.z; } table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { if u.y == 1u { h += 2u; } table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "for (var h = 1u; h < 8u; h *= 2u) { if u.y == 1u { reset(&h); } table[2u * l - (l & (h - 1u)) + h] = 1u; }",
        "var h = 1u; loop { let k = l & (h - 1u); h *= 2u; if h > 8u { break; } table[2u * l - k + h] = 1u; }",
        "var h = 4u; var g = 4u; loop { if u.x == g { h = 1u; } g = h; table[2u * l - (l & (g - 1u)) + (5u - h) * u.y] = 1u; if u.z == g { break; } }",
        "for (var h = 1u; h < 8u; h *= 2u) { table[l / h * h * 2u + l % h + h + h] = 1u; }",
        "for (var k = 0u; k < 4u; k++) { table[((l >> k) << (k + 1u)) + (l & ((1u << k) - 1u)) + (1u << k)] = 1u; }",
        "for (var k = 2u; k <= 16u; k <<= 1u) { for (var h = k >> 1u; h > 0u; h >>= 1u) { table[2u * l - (l & (h - 1u)) + h] = 1u; } }",
        "for (var k = 2u; k <= 8u; k <<= 1u) { for (var h = k; h > 0u; h >>= 1u) { table[2u * l - (l & (h - 1u)) + h] = 1u; } }",
        "var h = 1u; if u.x == 1u { h = 8u; } table[2u * l - (l & (h - 1u)) + h] = 1u;",
        "let x = u.x & 7u; table[x - (x & 3u) + 4u] = 1u;",
        "let x = u.x & 7u; table[x - (x & 5u) + 3u] = 1u;",
        "let x = u.x & 7u; table[x - x % 5u + 3u] = 1u;",
        "let x = u.x & 1u; table[4u * x - (x & 1u) + 5u] = 1u;",
        "let x = u.x; table[x - (x & 0xFFFFFFF0u)] = table[(x - (x & 15u)) >> 1u];",
        "let x = s.x; table[(x - (x & 7)) & 15] = 1u;",
        "let x = s.x; table[x - x % 8] = 1u;",
        "for (var y = 0u; y < 2u; y++) { for (var x = 0u; x < 8u; x++) { table[x - 1u] = 1u; } }",
        "var x: u32; for (var i = 0u; i < 2u; i++) { if u.x > 1u { x = 1u; } table[x - 1u] = 1u; }",
        "var x: u32; for (var i = 0u; i < 2u; i++) { table[x - 1u] = 1u; x = 1u; }",
        "var x: u32; loop { if u.x == 1u { continue; } x = 1u; continuing { table[x - 1u] = 1u; break if u.y == 2u; } }",
        "var x: u32; loop { if u.x == 1u { break; } x = 1u; if u.y == 2u { break; } } table[x - 1u] = 1u;",
        "var x: u32; switch u.x { case 1u: { x = 1u; } default: {} } for (var i = 0u; i < 2u; i++) { table[x - 1u] = 1u; x = 2u; }",
        "var x: u32; if u.y == 1u { x = 1u; if u.z == 1u { x = 2u; } table[x - 1u] = 1u; } table[x - 1u] = 1u;",
        "var x: u32; switch u.y { case 1u: { x = 1u; if u.z == 1u { x = 2u; } table[x - 1u] = 1u; } default: {} } table[x - 1u] = 1u;",
        "var x: u32; if u.x == 1u { x = 1u; } for (var i = 0u; i < 2u; i++) { let y = x; x = 1u; table[x + y - 2u] = 1u; }",
    ] {
        let body = format!("let l = index & 3u; {body}");
        assert!(checks(&shader(&body)).0 > 0, "not checked: {body}");
    }
}

/// Each loop ends.
const ENDING: [&str; 18] = [
    "for (var d = 1u; d < 8u; d <<= 1u) { out = d; }",
    "var a = 0u; var b = 0u; var c = 0u; var d = 0u; var e = 0u; var f = 0u; var g = 0u; var h = 0u; var k = 0u; for (var i = 0u; i < u.x; i++) { a += k; b += a; c += b; d += c; e += d; f += e; g += f; h += g; k += h; } out = k;",
    "for (var d = 1u; d < 0x80000000u; d <<= 1u) { out = d; }",
    "for (var n = u.x; n > 0u; n /= 2u) { out = n; }",
    "for (var n = s.x; n > 0; n >>= 1u) { out = 1u; }",
    "for (var n = u.x; n != 0u; n &= n - 1u) { out = n; }",
    "var i = 0u; while i < 8u { i += 1u; if u.x == 3u { continue; } out = i; }",
    "var i = 0u; while u.y == 2u && i < u.x { i += 1u; }",
    "var i = 0u; while i < u.x && u.y == 2u { out = i; i += 1u; }",
    "var i = 0u; loop { i += 1u; if i >= u.x { break; } }",
    "var i = 0u; loop { out = i; continuing { i += 1u; break if i >= u.x; } }",
    "var i = 0u; loop { if i < u.x { i += 1u; } else { break; } }",
    "for (var i = 0u; i < min(u.x, 64u); i += 16u) { out = i; }",
    "for (var i = 0u; i < u.x; i++) { for (var k = 0; k < 2; k++) { table[0] = 1u; table[1] = 1u; table[2] = 1u; } }",
    "var a = array<u32, 9>(); for (var i = 0u; i < u.x; i++) { a[0] = i; a[1] = i; a[2] = i; a[3] = i; a[4] = i; a[5] = i; a[6] = i; a[7] = i; a[8] = i; }",
    "var i = 0u; loop { if i < u.x { out = i; continue; } else { break; } continuing { i += 1u; } }",
    "var i = 0u; loop { if i < u.x { if u.y == 1u { continue; } out = i; continue; } else { break; } continuing { i += 1u; } }",
    "var i = 0u; loop { if i < u.x { var j = 0u; loop { if j < u.y { continue; } else { break; } continuing { j += 1u; } } continue; } else { break; } continuing { i += 1u; } }",
];

#[test]
fn loops_that_end() {
    for body in ENDING {
        assert_eq!(checks(&shader(body)).1, 0, "bounded: {body}");
    }
}

/// Bodies of `IN_RANGE` of which something else is read from the words: a selector is converted to a signed integer, and
/// a built-in value is copied twice.
const READ_AS_OTHER: [&str; 2] = [
    "switch u.x { case 3u: { table[u.x] = 1u; } default: {} }",
    "hidden = index; table[hidden] = 1u;",
];

/// naga reads the loops of SPIR-V as loops in which each path ends in `continue` or `break`, built-in values as copies
/// in Private variables, and components of vectors as elements with a constant index.
#[test]
fn what_is_proved_of_wgsl_is_proved_of_its_words() {
    for body in IN_RANGE.into_iter().chain(ENDING) {
        if READ_AS_OTHER.contains(&body) {
            continue;
        }
        let words = crate::ranges::words(&shader(body), BoundsCheckPolicy::Unchecked);
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let module = naga::front::spv::parse_u8_slice(&bytes, &naga::front::spv::Options::default()).expect(body);
        let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
        let info = info.expect(body);
        let mut options = Options::default();
        options.explain_checks = true;
        let output = spirula::compile(&module, &info, &Target::vulkan(1, 3), &options).expect(body);
        let checked: Vec<_> = output.checks.iter().filter(|check| !check.proved).collect();
        assert!(checked.is_empty(), "{body}: {checked:?}");
        assert!(!output.checks.is_empty(), "nothing is explained: {body}");
    }
}

#[test]
fn loops_that_must_keep_their_bound() {
    for body in [
        "var k = 0u; loop { if k >= 8u { break; } switch u.x { case 1u: { for (var j = 0u; j < 3u; j++) { k -= 1u; } } default: {} } k += 1u; }",
        "var k = 0u; loop { if k >= 8u { break; } for (var j = 0u; j < 3u; j++) { k -= 1u; } k += 1u; }",
        "for (var d = 0u; d < 8u; d <<= 1u) { out = d; }",
        "for (var i = 0lu; i <= ((u64(u.x) << 32u) | u64(u.y)); i++) { out = 1u; }",
        "for (var i = 0lu; i < ((u64(u.x) << 32u) | u64(u.y)); i += 2lu) { out = 1u; }",
        "for (var i = 0li; i < i64((u64(u.x) << 32u) | u64(u.y)); i += 2li) { out = 1u; }",
        "for (var n = u64(u.x); n >= 0lu; n -= 1lu) { out = 1u; }",
        "for (var n = i64(s.x) << 32u; n != 0li; n >>= 1u) { out = 1u; }",
        "for (var i = 1li; i > 0li; i <<= 1u) { if u.x == 1u { break; } }",
        "for (var i = 1lu; i < 0x8000000000000001lu; i *= 2lu) { out = 1u; }",
        "var i = 0u; while i < u.x { if u.y == 1u { i += 2u; } else { i += 1u; } }",
        "var i = 0u; while i < u.x { i += u.y & 1u; }",
        "for (var d = 1u; d < u.x; d <<= 1u) { out = d; }",
        "for (var d = 1u; d <= 0x80000000u; d <<= 1u) { out = d; }",
        "for (var d = 1u; d < 100u; d = d << (u.x & 3u)) { out = d; }",
        "for (var d = 1; d < 0x7FFFFFFF; d *= 3) { out = 1u; }",
        "for (var n = u.x; n >= 0u; n /= 2u) { out = n; }",
        "for (var n = s.x; n != 0; n >>= 1u) { out = 1u; }",
        "for (var n = s.x; n < 0; n >>= 1u) { out = 1u; }",
        "for (var n = u.x; n != 0u; n &= u.y) { out = n; }",
        "for (var n = u.x; n != 0u; n &= n + 1u) { out = n; }",
        "for (var n = u.x; n > 0u; n /= 1u) { out = n; }",
        "for (var n = u.x; n > 0u; n %= 7u) { out = n; }",
        "var i = 0u; while i < 8u { if u.x == 3u { continue; } i += 1u; }",
        "var i = 0u; while i < 8u { switch u.x { case 1u: { break; } default: { i += 1u; } } }",
        "var i = 0u; while i < 8u { if u.x == 3u { i += 1u; } }",
        "var i = 0u; while u.y == 2u || i < u.x { i += 1u; }",
        "var i = 0u; loop { i += 2u; if i >= u.x { break; } }",
        "var i = 0u; loop { i += 1u; if i > u.x { break; } }",
        "var i = 0u; loop { i += 1u; if i >= u.x { if u.y == 1u { break; } } }",
        "var i = 0u; loop { i += 1u; if i == 5u { i = 0u; } if i >= u.x { break; } }",
        "var i = 0u; var j = 0u; while i < 8u { j = u.y; i = j + 1u; }",
        "var i = 0u; while i < 8u { let k = i; i += 1u; i = k; }",
        "for (var i = 0u; i < 8u; i++) { if u.x == 1u { i = max(i, u.y); } }",
        "for (var i = 0u; i < 8u; i++) { if u.x == 1u { i = min(i, u.y); } }",
        "for (var i = 0u; i < 8u; i++) { for (var j = 0u; j < 2u; j++) { i -= 1u; } }",
        "for (var i = 0u; i < 8u; i++) { reset(&i); }",
        "var i = 0u; loop { let k = i; loop { if i >= 8u { break; } i = k + 1u; } if i >= 8u { break; } }",
        "var i = 0u; while i < 8u { let p = &i; *p += 1u; *p -= 1u; }",
        "var i = 0u; loop { if i > u.x { break; } else { i++; continue; } }",
        "var i = 0u; loop { if u.y == 1u { continue; } if i < u.x { continue; } else { break; } continuing { i += 1u; } }",
        "var i = 0u; loop { if u.y == 1u { if i >= u.x { break; } continue; } continue; continuing { i += 1u; } }",
        "var i = 0u; loop { if u.y == 1u { if i < u.x { continue; } } else { if i < u.z { continue; } } break; continuing { i += 1u; } }",
        "var i = 0u; loop { loop { if i < u.x { continue; } else { break; } continuing { break if u.y == 1u; } } if u.z == 1u { break; } continuing { i += 1u; } }",
        "var i = 0u; loop { if i <= u.x { i++; continue; } else { break; } }",
        "var i = 0u; var j = 0u; while i < 8u { i = j + 1u; }",
        "var i = 0u; while i < 8u { i = max(i, u.y); }",
        "var i = 0u; while i < 8u { i = i; }",
        "var i = 9u; while i > 1u { i = min(i, u.y); }",
        "var v = vec2(0u); while v.x < 8u { v.y += 1u; }",
    ] {
        assert!(checks(&shader(body)).1 > 0, "not bounded: {body}");
    }
}

/// For each texel load in a body, in the order of the text, whether it is proven to be in bounds.
fn texels(body: &str) -> Vec<bool> {
    let source = format!(
        "@group(0) @binding(0) var<uniform> u: vec4<u32>;
@group(0) @binding(1) var<uniform> s: vec4<i32>;
@group(0) @binding(2) var<storage, read_write> out: vec4<f32>;
@group(0) @binding(3) var t: texture_2d<f32>;
@group(0) @binding(4) var other: texture_2d<f32>;
@group(0) @binding(5) var layers: texture_2d_array<f32>;
@group(0) @binding(6) var line: texture_1d<f32>;
@group(0) @binding(7) var samples: texture_multisampled_2d<f32>;
@group(0) @binding(8) var stored: texture_storage_2d<r32float, read>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) global: vec3<u32>) {{
    {body}
}}
"
    );
    let shader = parse::wgsl(&source, "texels.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut options = Options::default();
    options.explain_checks = true;
    let target = Target::vulkan(1, 1);
    let output = spirula::compile(&shader.module, &shader.info, &target, &options)
        .unwrap_or_else(|error| panic!("{error}\n{source}"));
    let texels = output.checks.iter().filter(|check| check.kind == CheckKind::Texel);
    let proved: Vec<bool> = texels.map(|check| check.proved).collect();
    let clamps = Inspected::new(&output.words).all(Op::ImageQuerySizeLod).count();
    let asked = source.matches("textureDimensions").count() + source.matches("textureNumLayers").count();
    assert!(
        !proved.iter().all(|&proved| proved) || clamps <= asked,
        "{clamps} extents are asked for, {asked} by the shader: {source}"
    );
    proved
}

#[test]
fn texels_under_conditions() {
    for body in [
        "out = textureLoad(t, vec2(0u), 0);",
        "if all(global.xy < textureDimensions(t)) { out = textureLoad(t, global.xy, 0); }",
        "let d = textureDimensions(t); if global.x >= d.x || global.y >= d.y { return; } out = textureLoad(t, global.xy, 0);",
        "if all(global.xy < textureDimensions(t, 0)) { out = textureLoad(t, global.xy, 0); }",
        "if all(global.xy < textureDimensions(stored)) { out = textureLoad(stored, global.xy); }",
        "if global.x < textureDimensions(line) { out = textureLoad(line, global.x, 0); }",
        "out = textureLoad(t, min(u.xy, textureDimensions(t) - 1u), 0);",
        "out = textureLoad(t, min(u.xy, textureDimensions(t) - vec2(1u)), 0);",
        "let d = textureDimensions(t); for (var y = 0u; y < d.y; y++) { for (var x = 0u; x < d.x; x++) { out += textureLoad(t, vec2(x, y), 0); } }",
        "let n = textureNumLevels(t); for (var l = 0u; l < n; l++) { out += textureLoad(t, min(u.xy, textureDimensions(t, l) - 1u), l); }",
        "for (var l = i32(textureNumLevels(t)) - 1; l >= 0; l--) { let d = textureDimensions(t, l); out += textureLoad(t, min(u.xy, d - 1u), l); }",
        "let l = min(u.z, textureNumLevels(t) - 1u); let d = textureDimensions(t, l); if all(global.xy < d) { out = textureLoad(t, global.xy, l); }",
        "let n = min(u.x, textureNumLayers(layers) - 1u); if all(global.xy < textureDimensions(layers)) { out = textureLoad(layers, global.xy, n, 0); }",
        "if u.x < textureNumSamples(samples) && all(global.xy < textureDimensions(samples)) { out = textureLoad(samples, global.xy, u.x); }",
        "let d = vec2<i32>(textureDimensions(t)); out = textureLoad(t, clamp(s.xy, vec2(0), d - 1), 0);",
        "let d = vec2<i32>(textureDimensions(t)); if all(s.xy >= vec2(0)) && all(s.xy < d) { out = textureLoad(t, s.xy, 0); }",
        "let d = vec2<i32>(textureDimensions(t)); if all(s.xy >= vec2(0)) && s.x < d.x && s.y < d.y { out = textureLoad(t, s.xy, 0); }",
        "out = textureLoad(line, clamp(s.x, 0, i32(textureDimensions(line)) - 1), 0);",
    ] {
        assert!(texels(body).iter().all(|&proved| proved), "checked: {body}");
    }
}

#[test]
fn texels_that_must_keep_their_check() {
    for body in [
        "out = textureLoad(t, vec2(1u), 0);",
        "out = textureLoad(t, vec2(0u), 1);",
        "out = textureLoad(t, global.xy, 0);",
        "if all(global.xy < textureDimensions(t)) { out = textureLoad(t, global.xy, 1); }",
        "if all(global.xy <= textureDimensions(t)) { out = textureLoad(t, global.xy, 0); }",
        "if all(global.xy < textureDimensions(other)) { out = textureLoad(t, global.xy, 0); }",
        "if all(global.xy < textureDimensions(t, 1)) { out = textureLoad(t, global.xy, 0); }",
        "if all(global.xy < textureDimensions(t, 1)) { out = textureLoad(t, global.xy, 1); }",
        "if all(global.xy < textureDimensions(t, u.x)) { out = textureLoad(t, global.xy, u.x); }",
        "if any(global.xy < textureDimensions(t)) { out = textureLoad(t, global.xy, 0); }",
        "if global.x < textureDimensions(t).x { out = textureLoad(t, global.xy, 0); }",
        "if all(global.yx < textureDimensions(t)) { out = textureLoad(t, global.xy, 0); }",
        "if all(global.xy < textureDimensions(t).yx) { out = textureLoad(t, global.xy, 0); }",
        "if all(vec2<u32>(s.xy) < textureDimensions(t)) { out = textureLoad(t, s.xy + 1, 0); }",
        "out = textureLoad(t, min(s.xy, vec2<i32>(textureDimensions(t)) - 1), 0);",
        "out = textureLoad(t, min(u.xy, textureDimensions(t)), 0);",
        "let d = vec2<i32>(textureDimensions(t)); out = textureLoad(t, clamp(s.xy, vec2(0), d), 0);",
        "let d = vec2<i32>(textureDimensions(t)); out = textureLoad(t, clamp(s.xy, vec2(-1), d - 1), 0);",
        "let d = vec2<i32>(textureDimensions(t)); out = textureLoad(t, clamp(s.xy, vec2(0), d - 2), 0);",
        "let d = vec2<i32>(textureDimensions(t, u.x)); out = textureLoad(t, clamp(s.xy, vec2(0), d - 1), u.x);",
        "let d = vec2<i32>(textureDimensions(t)); if all(s.xy < d) { out = textureLoad(t, s.xy, 0); }",
        "let d = textureDimensions(t, u.x); out = textureLoad(t, min(u.xy, d - 1u), 0);",
        "if u.x < textureNumLevels(t) { out = textureLoad(t, global.xy, u.x); }",
        "if u.x < textureNumLevels(other) { out = textureLoad(t, vec2(0u), u.x); }",
        "for (var l = s.x; l < i32(textureNumLevels(t)); l++) { out = textureLoad(t, vec2(0u), l); }",
        "if all(global.xy < textureDimensions(layers)) { out = textureLoad(layers, global.xy, u.x, 0); }",
        "if all(global.xy < textureDimensions(layers)) && u.x <= textureNumLayers(layers) { out = textureLoad(layers, global.xy, u.x, 0); }",
        "if all(global.xy < textureDimensions(samples)) { out = textureLoad(samples, global.xy, u.x); }",
        "var p = global.xy; if all(p < textureDimensions(t)) { p.x += 1u; out = textureLoad(t, p, 0); }",
    ] {
        assert!(texels(body).contains(&false), "not checked: {body}");
    }
}

/// The numbers of saturations of conversions and of checked texels in a fragment shader.
fn fragment(body: &str) -> (usize, usize) {
    let source = format!(
        "@group(0) @binding(0) var t: texture_2d<f32>;
struct Varying {{ @builtin(position) at: vec4<f32>, @location(0) uv: vec2<f32> }}
fn texel(in: Varying) -> vec2<i32> {{ return vec2<i32>(in.at.xy); }}
@fragment
fn main(in: Varying) -> @location(0) vec4<f32> {{
    {body}
}}
"
    );
    let shader = parse::wgsl(&source, "fragment.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut options = Options::default();
    options.explain_checks = true;
    let target = Target::vulkan(1, 1);
    let output = spirula::compile(&shader.module, &shader.info, &target, &options)
        .unwrap_or_else(|error| panic!("{error}\n{source}"));
    let module = Inspected::new(&output.words);
    let saturations = module
        .all(Op::ExtInst)
        .filter(|instruction| instruction.operand_words()[1] == GlslStd450Op::NClamp as u32)
        .count();
    let texels = output.checks.iter().filter(|check| check.kind == CheckKind::Texel);
    (saturations, texels.filter(|check| !check.proved).count())
}

#[test]
fn coordinates_of_a_fragment() {
    for value in [
        "vec4<f32>(vec2<f32>(vec2<i32>(in.at.xy)), 0.0, 0.0)",
        "vec4<f32>(vec2<f32>(vec2<u32>(in.at.yx)), 0.0, 0.0)",
        "vec4<f32>(vec2<f32>(vec2<u32>(floor(in.at.xy))), 0.0, 0.0)",
        "vec4<f32>(f32(i32(round(in.at.xy).y)))",
        "vec4<f32>(f32(u32(in.at.x)))",
        "textureLoad(t, clamp(vec2<i32>(in.at.xy) - 1, vec2(0), vec2<i32>(textureDimensions(t)) - 1), 0)",
    ] {
        assert_eq!(fragment(&format!("return {value};")), (0, 0), "{value}");
    }
    let guarded = "let p = vec2<i32>(in.at.xy); if any(p >= vec2<i32>(textureDimensions(t))) { return vec4(0.0); } return textureLoad(t, p, 0);";
    assert_eq!(fragment(guarded), (0, 0));
    for value in [
        "vec4<f32>(vec2<f32>(vec2<i32>(in.at.xz)), 0.0, 0.0)",
        "vec4<f32>(vec4<i32>(in.at))",
        "vec4<f32>(f32(u32(in.at.w)))",
        "vec4<f32>(vec2<f32>(vec2<i32>(in.uv)), 0.0, 0.0)",
        "vec4<f32>(vec2<f32>(vec2<i32>(in.at.xy * 2.0)), 0.0, 0.0)",
        "vec4<f32>(vec2<f32>(vec2<u32>(in.at.xy - 1.0)), 0.0, 0.0)",
        "vec4<f32>(vec2<f32>(texel(in)), 0.0, 0.0)",
        "vec4<f32>(f32(u32(abs(in.at.x))))",
    ] {
        assert_eq!(fragment(&format!("return {value};")).0, 1, "{value}");
    }
    let unguarded = "let p = vec2<i32>(in.at.xy); if p.x >= vec2<i32>(textureDimensions(t)).x { return vec4(0.0); } return textureLoad(t, p, 0);";
    assert_eq!(fragment(unguarded), (0, 1));
}

/// naga's GLSL front end copies built-ins to private variables.
#[test]
fn built_ins_of_glsl() {
    for (index, proved) in [
        ("gl_LocalInvocationIndex", true),
        ("gl_LocalInvocationID.x", true),
        ("gl_LocalInvocationIndex + 1u", false),
        ("gl_GlobalInvocationID.x", false),
    ] {
        let source = format!(
            "#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers {{ uint numbers[]; }};
shared uint lanes[64];
void main() {{
    lanes[{index}] = 1u;
    barrier();
    numbers[0] = lanes[0];
}}
"
        );
        let shader = parse::glsl(&source, "built_ins.comp", naga::ShaderStage::Compute)
            .unwrap_or_else(|error| panic!("{error}\n{source}"));
        let mut options = Options::default();
        options.explain_checks = true;
        let target = Target::vulkan(1, 1);
        let output = spirula::compile(&shader.module, &shader.info, &target, &options)
            .unwrap_or_else(|error| panic!("{error}\n{source}"));
        let checks = output.checks.iter().filter(|check| check.kind == CheckKind::Index);
        assert_eq!(
            checks.map(|check| check.proved).collect::<Vec<_>>(),
            [proved],
            "{source}"
        );
    }
}

/// What `continuing` uses and a `continue` skips is zero and not undefined, since two uses of an undefined value may
/// differ.
#[test]
fn what_a_continue_skips_is_defined() {
    for body in [
        "if buffer[1] == 0u { continue; } let all = hidden;",
        "{ continue; } let all = hidden;",
        "{ continue; } let all = f();",
        "if buffer[1] == 0u { continue; } else { return; } let all = f();",
    ] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> buffer: array<u32, 8>;
var<private> hidden: array<u32, 4>;
fn f() -> array<u32, 4> {{ return hidden; }}
@compute @workgroup_size(1)
fn main() {{
    loop {{ {body} continuing {{ buffer[0] = all[buffer[2] & 3u]; break if buffer[3] == 1u; }} }}
}}"
        );
        let shader = parse::wgsl(&source, "test.wgsl").unwrap();
        for name in crate::common::validate::VULKAN {
            let mut options = Options::default();
            options.force_loop_bounding = false;
            let target = Target::parse(name).unwrap();
            let output = spirula::compile(&shader.module, &shader.info, &target, &options).unwrap();
            let listing = spirula::words::disassemble(&output.words);
            assert!(!listing.contains("OpUndef"), "{listing}");
            for line in listing.lines().filter(|line| line.contains(" Function")) {
                let is_initialized = line
                    .split_whitespace()
                    .next_back()
                    .is_some_and(|last| last.starts_with('%'));
                assert!(!line.contains("OpVariable") || is_initialized, "{line}\n{listing}");
            }
        }
    }
}
