//! Tests of indices whose bound is known in code that is not executed, or in another iteration: each reads or writes an
//! element past an array that another member follows, and must stay inside the array.

use super::matrix::{CHECKED, marked};

/// `d.a` is 10, 11, 12, 13, `d.secret` 99; `input` is 4, 1, 0, 7, 5, 2³² - 1, 3, 9.
fn shader(body: &str) -> String {
    format!(
        "//init 1: 10 11 12 13 99 99 99 99
//init 2: 4 1 0 7 5 0xffffffff 3 9
struct D {{ a: array<u32, 4>, secret: u32, more: array<u32, 3> }}
@group(0) @binding(0) var<storage, read_write> out: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> d: D;
@group(0) @binding(2) var<storage, read> input: array<u32, 8>;
var<workgroup> counter: atomic<u32>;
fn leave(p: ptr<function, u32>) {{ {{ return; }} *p = 1u; }}
fn store(p: ptr<function, u32>, v: u32) {{ *p = v; }}
@compute @workgroup_size(1) fn main() {{
{body}
out[15] = d.secret; //= 99
}}
"
    )
}

/// The index 4 is that of the member after the array.
#[test]
fn code_that_is_not_executed() {
    for body in [
        "var y = input[0]; loop { { continue; } y = 1u; continuing { out[0] = d.a[y]; //= 13|0
            break if true; } }",
        "var y = input[0]; loop { { continue; } y = 1u; continuing { d.a[y] = 5u; break if true; } }
            out[0] = d.a[0]; //= 10",
        "var y = input[0]; loop { if input[1] == 1u { continue; } else { break; } y = 1u; continuing { out[0] = d.a[y]; //= 13|0
            break if true; } }",
        "var y = input[0]; loop { if input[1] == 1u { continue; } else { break; } y = 1u; continuing { d.a[y] = 5u; break if true; } }
            out[0] = d.a[0]; //= 10",
        "var y = input[0]; loop { { break; } y = 1u; } out[0] = d.a[y]; //= 13|0",
        "var y = input[0]; loop { if input[1] == 1u { { break; } y = 1u; } else { return; } y = 2u; } out[0] = d.a[y]; //= 13|0",
        "var y = input[0]; switch input[1] { case 1u: { { break; } y = 1u; } default: { y = 2u; } } out[0] = d.a[y]; //= 13|0",
        "var y = input[0]; leave(&y); out[0] = d.a[y]; //= 13|0",
        "var y = input[0]; loop { if input[1] == 1u { continue; } y = 1u; continuing { out[0] = d.a[y]; //= 13|0
            break if true; } }",
        "var y = input[0]; loop { { continue; } if y >= 4u { break; } continuing { out[0] = d.a[y]; //= 13|0
            break if true; } }",
        "var y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } continuing { out[0] = d.a[y]; //= 13|0
            break if true; } }",
        "let y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } let p = &d.a[y]; continuing { out[0] = *p; //= 13|0
            break if true; } }",
        "let y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } let p = &d.a[y]; continuing { *p = 5u; break if true; } }
            out[0] = d.a[0]; //= 10",
        "var y = input[0]; loop { loop { { break; } y = 1u; } out[0] = d.a[y]; //= 13|0
            break; }",
        "var y = input[0]; loop { loop { if input[1] == 1u { break; } y = 1u; break; } out[0] = d.a[y]; //= 13|0
            break; }",
        "var y = input[0]; if input[1] == 2u { loop { { break; } y = 1u; } y = 2u; } out[0] = d.a[y]; //= 13|0",
        "var y = input[0]; loop { switch input[1] { case 1u: { continue; } default: { y = 1u; } } y = 2u; continuing { out[0] = d.a[y]; //= 13|0
            break if true; } }",
        // The same in a loop in `continuing`.
        "let y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } let p = &d.a[y]; continuing { loop { out[0] = *p; //= 13|0
            break; } break if true; } }",
        "let y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } let p = &d.a[y]; continuing { loop { *p = 5u; break; } break if true; } }
            out[0] = d.a[0]; //= 10",
        "let y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } let p = &d.a[y]; continuing { for (var k = 0u; k < 2u; k++) { switch k { case 1u: { *p = 5u; } default: {} } } break if true; } }
            out[0] = d.a[0]; //= 10",
        "let y = input[0]; loop { if input[1] == 1u { continue; } if y >= 4u { break; } let p = &d.a[y]; continuing { loop { if input[1] == 7u { continue; } continuing { loop { *p = 5u; break; } break if true; } } break if true; } }
            out[0] = d.a[0]; //= 10",
        "var i = 0u; loop { let y = input[i * 4u]; if i == 1u { continue; } if y >= 5u { break; } let v = y + 1u; continuing { loop { out[i] = d.a[v]; break; } i += 1u; break if i == 2u; } }
            out[2] = out[0]; //= 13|0
            out[3] = out[1]; //= 13|0",
        "var i = 0u; loop { let y = input[i]; if i == 1u { continue; } let v = y & 3u; continuing { for (var k = 0u; k < 2u; k++) { out[k] = d.a[v + k * 4u]; } i += 1u; break if i == 2u; } }
            out[2] = out[0]; //= 10
            out[3] = out[1]; //= 13|0",
        // What no path defines is zero in `continuing`.
        "loop { if input[1] == 1u { continue; } let all = d.a; continuing { let x = all[input[0] & 3u]; if x < 4u { out[0] = d.a[x]; //= 10
            } out[1] = x; //= 0
            break if true; } }",
        "loop { { continue; } let r = atomicAdd(&counter, 0u); continuing { let x = r + 1u; if x < 4u { out[0] = d.a[x]; //= 11
            } out[1] = x; //= 1
            break if true; } }",
        "loop { { continue; } let r = input[0]; continuing { let x = r + 1u; if x < 4u { out[0] = d.a[x]; //= 11
            } out[1] = x; //= 1
            break if true; } }",
        "loop { if input[1] == 1u { continue; } if input[1] == 2u { break; } else { return; } let r = atomicAdd(&counter, 0u); continuing { let x = r + 1u; if x < 4u { out[0] = d.a[x]; //= 11
            } break if true; } }",
        // A value of a loop in `continuing` is none of the loop around it.
        "loop { if input[1] == 0u { continue; } continuing { var i = 0u; loop { let y = input[0]; if y == 0u { continue; } let v = y; out[i] = d.a[v]; continuing { i += 1u; out[2u + i] = v; break if i == 2u; } } break if true; } }
            out[0] = out[0]; //= 13|0
            out[4] = out[4]; //= 4",
    ] {
        marked(&CHECKED, &shader(body));
    }
}

#[test]
fn values_of_another_iteration() {
    for body in [
        // The comparison is of the value before the store.
        "var p = 0u; for (var k = 0u; k < 2u; k++) { let old = p; p = input[k * 4u]; if old < 4u { out[k] = d.a[p]; } } out[0] = out[0]; //= 13|0",
        "var p = input[1]; let c = p < 4u; for (var k = 0u; k < 1u; k++) { p = input[k]; } if c { out[0] = d.a[p]; //= 13|0
            }",
        // The condition of the iteration before.
        "var ok = false; for (var k = 2u; k < 4u; k++) { let x = input[k]; if ok { out[0] = d.a[x]; //= 13|0
            } ok = x < 4u; }",
        "var a = 0u; var b = 0u; for (var k = 0u; k < 3u; k++) { let t = a; a = b; b = input[0]; if t < 4u { out[k] = d.a[a]; } } out[1] = out[1]; //= 13|0",
        // After its loop a counter is not below the limit.
        "var j = 0u; for (; j < 4u; j++) { out[1] = j; } out[0] = d.a[j]; //= 13|0",
        "for (var i = 0u; i < 8u; i++) { for (; i < 4u; i++) { out[1] = i; } if i == 4u { out[0] = d.a[i]; //= 13|0
            } }",
        "var i = 0u; loop { if i >= 4u { break; } loop { i += 1u; if i > 3u { break; } } out[0] = d.a[i]; //= 13|0
            }",
        // The last iteration is entered with the value of the step.
        "var i = 0u; loop { out[i + 1u] = d.a[i]; i += 1u; if i >= 6u { break; } } out[5] = out[5]; //= 13|0",
        "var k = 2u; loop { let x = input[k]; k += 1u; if x >= 4u { continue; } out[1] = x; continuing { out[0] = d.a[x]; break if k > 3u; } } out[0] = out[0]; //= 13|0",
        "for (var i = 3u; i < 5u; i++) { out[i] = d.a[i]; } out[4] = out[4]; //= 13|0",
        // The counter wraps.
        "for (var i = 1u; i < 5u || i == 0xffffffffu; i -= 1u) { out[0] = d.a[i]; if i == 0xffffffffu { break; } } out[0] = out[0]; //= 13|0",
        "for (var i = 2; i > -2; i--) { out[0] = d.a[i]; //= 10|13|0
            }",
        // Stores through pointers, and of an inner loop.
        "var p = input[1]; if p < 4u { store(&p, input[0]); out[0] = d.a[p]; //= 13|0
            }",
        "for (var i = 0u; i < 2u; i++) { store(&i, input[0]); out[0] = d.a[i]; //= 13|0
            }",
        "var p = input[1]; for (var i = 0u; i < 2u; i++) { if p < 4u { out[i] = d.a[p]; for (var j = 0u; j < 1u; j++) { p += 3u; } out[i] = d.a[p]; } } out[0] = out[0]; //= 13|0",
        "var p = input[1]; switch input[1] { case 1u: { p = input[0]; } default: { p = 0u; } } out[0] = d.a[p]; //= 13|0",
    ] {
        marked(&CHECKED, &shader(body));
    }
}
