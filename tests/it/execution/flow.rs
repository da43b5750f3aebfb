//! Tests of structured control flow: the effects of each path.

use super::run::{Witness, each};

/// All rows of small numbers.
fn rows() -> Vec<[u32; 4]> {
    (0..24).map(|i| [i % 12, i / 3, i % 5, 7]).collect()
}

/// Compares the function for every row with the same function in Rust.
fn same(function: &str, expected: impl Fn([u32; 4]) -> [u32; 4]) {
    let table: Vec<_> = rows().into_iter().map(|row| (row, expected(row))).collect();
    each(function, &table, Witness::Naga);
}

#[test]
fn branches_nest() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        if a.x < 6u {
            r.x = 1u;
            if a.y < 4u { r.y = 2u; } else if a.z == 3u { r.y = 3u; return r; }
        } else {
            if a.z > 2u { return vec4<u32>(9u); }
            r.z = a.y;
        }
        r.w = 5u;
        return r;
    }";
    same(function, |[x, y, z, _]| match (x < 6, y < 4) {
        (true, true) => [1, 2, 0, 5],
        (true, false) if z == 3 => [1, 3, 0, 0],
        (true, false) => [1, 0, 0, 5],
        (false, _) if z > 2 => [9; 4],
        (false, _) => [0, 0, y, 5],
    });
}

#[test]
fn a_switch_takes_one_case() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = 0u;
        switch a.x {
            case 1u, 2u, 9u: { r = 10u; }
            default: { r = 20u; if a.y > 5u { break; } r += 1u; }
            case 3u: { r = 30u; switch i32(a.z) - 2 { case -2: { r += 1u; } case 0, default: { r += 2u; } } }
            case 4u: { }
            case 5u: { return vec4<u32>(50u); }
        }
        return vec4<u32>(r, 0u, 0u, 1u);
    }";
    same(function, |[x, y, z, _]| match x {
        1 | 2 | 9 => [10, 0, 0, 1],
        3 => [if z == 0 { 31 } else { 32 }, 0, 0, 1],
        4 => [0, 0, 0, 1],
        5 => [50; 4],
        _ => [if y > 5 { 20 } else { 21 }, 0, 0, 1],
    });
}

#[test]
fn a_switch_of_a_default_alone() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = a;
        switch a.x { default: { if a.y == 2u { break; } r.z = 100u; } }
        r.w += 1u;
        return r;
    }";
    same(function, |[x, y, z, w]| [x, y, if y == 2 { z } else { 100 }, w + 1]);
}

#[test]
fn loops_count_break_and_continue() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var sum = 0u;
        for (var i = 0u; i < a.x; i++) {
            if i % 3u == 1u { continue; }
            if i > 7u { break; }
            sum += i;
        }
        var n = a.y;
        while n > 1u { n = select(n / 2u, n - 1u, n % 2u == 1u); sum += 100u; }
        var k = 0u;
        loop {
            sum += 10000u;
            continuing { k += 1u; break if k >= a.z; }
        }
        return vec4<u32>(sum, n, k, 0u);
    }";
    same(function, |[x, y, z, _]| {
        let mut sum: u32 = (0..x).filter(|i| i % 3 != 1).take_while(|i| *i <= 7).sum();
        let mut n = y;
        while n > 1 {
            n = if n % 2 == 1 { n - 1 } else { n / 2 };
            sum += 100;
        }
        let k = z.max(1);
        [sum + 10_000 * k, n, k, 0]
    });
}

#[test]
fn loops_nest() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        for (var i = 0u; i < a.x; i++) {
            var j = i;
            loop {
                if j >= a.y { break; }
                for (var k = 0u; ; k++) {
                    if k == 2u { if j == 3u { return r + 1000u; } break; }
                    if (j + k) % 2u == 0u { continue; }
                    r.x += 1u;
                }
                r.y += j;
                continuing { j += 2u; r.z += 1u; }
            }
        }
        return r;
    }";
    same(function, |[x, y, ..]| {
        let mut r = [0; 4];
        for i in 0..x {
            let mut j = i;
            while j < y {
                r[0] += (0..2).filter(|k| (j + k) % 2 == 1).count() as u32;
                if j == 3 {
                    return r.map(|v| v + 1000);
                }
                r[1] += j;
                j += 2;
                r[2] += 1;
            }
        }
        r
    });
}

#[test]
fn continue_leaves_a_switch_for_its_loop() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        for (var i = 0u; i < 8u; i++) {
            switch (i + a.x) % 4u {
                case 0u: { continue; }
                case 1u: { if i > a.y { continue; } r.y += 1u; }
                case 2u: { break; }
                default: { r.z += 1u; if a.z == 4u { return r; } }
            }
            r.x += 1u;
        }
        return r;
    }";
    same(function, |[x, y, z, _]| {
        let mut r = [0; 4];
        for i in 0..8 {
            match (i + x) % 4 {
                0 => continue,
                1 if i > y => continue,
                1 => r[1] += 1,
                2 => {}
                _ => {
                    r[2] += 1;
                    if z == 4 {
                        return r;
                    }
                }
            }
            r[0] += 1;
        }
        r
    });
}

#[test]
fn a_value_of_the_body_is_used_when_continuing() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var i = 0u;
        var sum = 0u;
        loop {
            let next = i + a.z + 1u;
            let twice = next * 2u;
            if next % 2u == 0u { sum += 1u; }
            else { sum += 10u; }
            continuing { i = next; sum += twice; break if next > a.x; }
        }
        return vec4<u32>(i, sum, 0u, 0u);
    }";
    same(function, |[x, _, z, _]| {
        let (mut i, mut sum) = (0, 0);
        loop {
            let next = i + z + 1;
            sum += if next % 2 == 0 { 1 } else { 10 };
            i = next;
            sum += next * 2;
            if next > x {
                return [i, sum, 0, 0];
            }
        }
    });
}

#[test]
fn functions_call_functions() {
    let function = "
    var<private> calls: u32;
    fn square(x: u32) -> u32 { calls += 1u; return x * x; }
    fn pick(x: u32, y: u32) -> u32 { if x > y { return square(x); } return square(y) + 1u; }
    fn nothing() { calls += 100u; }
    fn early(x: u32) { if x == 3u { return; } calls += 1000u; }
    fn f(a: vec4<u32>) -> vec4<u32> {
        calls = 0u;
        nothing();
        early(a.x);
        let first = pick(a.x, a.y);
        return vec4<u32>(first, pick(first, square(a.z)), calls, 0u);
    }";
    same(function, |[x, y, z, _]| {
        let pick = |x: u32, y: u32| if x > y { x * x } else { y * y + 1 };
        let first = pick(x, y);
        [first, pick(first, z * z), 103 + if x == 3 { 0 } else { 1000 }, 0]
    });
}

#[test]
fn logical_operators_stop_early() {
    let function = "
    var<private> asked: u32;
    fn ask(bit: u32, answer: bool) -> bool { asked |= bit; return answer; }
    fn f(a: vec4<u32>) -> vec4<u32> {
        asked = 0u;
        let both = ask(1u, a.x > 5u) && ask(2u, a.y > 3u);
        let either = ask(4u, a.z > 2u) || ask(8u, a.x == 1u);
        return vec4<u32>(u32(both), u32(either), asked, 0u);
    }";
    same(function, |[x, y, z, _]| {
        let both = x > 5 && y > 3;
        let either = z > 2 || x == 1;
        let asked = 1 | if x > 5 { 2 } else { 0 } | 4 | if z > 2 { 0 } else { 8 };
        [u32::from(both), u32::from(either), asked, 0]
    });
}

#[test]
fn breaks_belong_to_the_innermost() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        loop {
            if r.x >= 4u { break; }
            switch a.x % 3u {
                case 0u: {
                    for (var i = 0u; ; i++) {
                        if i == a.y { break; }
                        if i > 5u { r.w += 100u; break; }
                        switch i { case 1u: { continue; } case 3u: { break; } default: { r.y += 1u; } }
                        r.z += 1u;
                    }
                    r.w += 1u;
                }
                case 1u: {
                    while true { if a.z > 1u { return r + 7u; } break; }
                    r.w += 10u;
                }
                default: { r.x += 1u; continue; }
            }
            r.x += 2u;
        }
        return r;
    }";
    same(function, |[x, y, z, _]| {
        let mut r = [0; 4];
        while r[0] < 4 {
            match x % 3 {
                0 => {
                    for i in 0.. {
                        if i == y {
                            break;
                        }
                        if i > 5 {
                            r[3] += 100;
                            break;
                        }
                        match i {
                            1 => continue,
                            3 => {}
                            _ => r[1] += 1,
                        }
                        r[2] += 1;
                    }
                    r[3] += 1;
                }
                1 if z > 1 => return r.map(|v| v + 7),
                1 => r[3] += 10,
                _ => {
                    r[0] += 1;
                    continue;
                }
            }
            r[0] += 2;
        }
        r
    });
}

/// The conditions of `break if` use what the body and `continuing` have stored, also after a `continue`.
#[test]
fn break_if_sees_what_was_stored() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        var done = false;
        loop {
            r.x += 1u;
            if r.x % 2u == a.z % 2u { continue; }
            r.y += a.x;
            if r.y > 20u { done = true; continue; }
            r.z += 1u;
            continuing {
                r.w += select(1u, 2u, done);
                break if done || r.x > a.y + 3u;
            }
        }
        return r;
    }";
    same(function, |[x, y, z, _]| {
        let mut r = [0; 4];
        let mut done = false;
        loop {
            r[0] += 1;
            if r[0] % 2 != z % 2 {
                r[1] += x;
                if r[1] > 20 {
                    done = true;
                } else {
                    r[2] += 1;
                }
            }
            r[3] += if done { 2 } else { 1 };
            if done || r[0] > y + 3 {
                return r;
            }
        }
    });
}

/// Every block of a continue construct must reach its back edge, also if all branches of a selection leave (SPIR-V
/// §2.11, "Structured Control Flow").
#[test]
fn selections_whose_arms_all_leave_while_continuing() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        var i = 0u;
        loop {
            r.x += i;
            if r.x % 5u == 3u { continue; }
            r.y += 1u;
            i += 2u;
            continuing {
                while true { if i > a.x { break; } else { i++; r.z += 1u; continue; } }
                loop {
                    switch i % 4u {
                        case 1u: { i += 1u; continue; }
                        case 2u: { if a.y > 3u { i += 2u; continue; } else { break; } }
                        default: { break; }
                    }
                    r.w += 1u;
                    if r.w % 2u == 0u { break; } else { loop { if r.w > 100u { break; } else { break; } } break; }
                    continuing { r.w += 10u; }
                }
                break if i >= a.x + a.z + 3u || r.x > 500u;
            }
        }
        return r;
    }";
    same(function, |[x, y, z, _]| {
        let (mut r, mut i) = ([0_u32; 4], 0);
        loop {
            r[0] += i;
            if r[0] % 5 != 3 {
                r[1] += 1;
                i += 2;
            }
            while i <= x {
                i += 1;
                r[2] += 1;
            }
            loop {
                match i % 4 {
                    1 => i += 1,
                    2 if y > 3 => i += 2,
                    _ => break,
                }
                r[3] += 10;
            }
            r[3] += 1;
            if i >= x + z + 3 || r[0] > 500 {
                return r;
            }
        }
    });
}

/// A loop whose body leaves it at the end of each iteration, and one whose `continuing` is unreachable.
#[test]
fn loops_that_never_iterate_while_continuing() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var r = vec4<u32>(0u);
        for (var i = 0u; i < a.x; i += 1u) {
            loop {
                r.x += i;
                continuing {
                    loop { r.y += 1u; break; }
                    loop { if a.y > 2u { r.z += 1u; break; } else { r.z += 10u; break; } continuing { r.z += 1000u; } }
                    switch a.z { default: { if r.x > 4u { break; } else { break; } } }
                    loop {
                        r.w += 1u;
                        continuing {
                            loop { if r.w % 3u == 0u { break; } else { r.w += 1u; continue; } continuing { r.w += 0u; } }
                            break if r.w > a.z;
                        }
                    }
                    break if r.y % 3u == 0u;
                }
            }
        }
        return r;
    }";
    same(function, |[x, y, z, _]| {
        let mut r = [0_u32; 4];
        for i in 0..x {
            loop {
                r[0] += i;
                r[1] += 1;
                r[2] += if y > 2 { 1 } else { 10 };
                loop {
                    r[3] = (r[3] + 1).next_multiple_of(3);
                    if r[3] > z {
                        break;
                    }
                }
                if r[1] % 3 == 0 {
                    break;
                }
            }
        }
        r
    });
}
