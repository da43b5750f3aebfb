//! Tests of `Workaround::InlineCalls`: no call of a shader's function is left, and the shader computes the same.

use std::cell::RefCell;
use std::fmt::Write as _;

use crate::common::case::Case;
use crate::common::inspect::Inspected;
use crate::common::parse::{self, Shader};
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Compute, Resource, gpu};
use crate::common::{backends, root, shaders_below, validate};
use crate::execution::bytes::{from_words, to_words};
use crate::execution::run::{Witness, group, run_compute_with, targets};
use naga::{BinaryOperator, Expression, Range, Statement};
use spirula::target::{Workaround, Workarounds};
use spirv::Op;

/// Asks for inlining, with names so that functions can be told from helpers.
fn inlining(setup: &mut Setup) {
    setup.workarounds = Workarounds::from([Workaround::InlineCalls]);
    setup.names = true;
}

/// The called functions of the shader that are not helpers, by name.
fn calls(shader: &Shader, words: &[u32]) -> Vec<String> {
    let module = Inspected::new(words);
    let functions = &shader.module.functions;
    let mut called = Vec::new();
    for call in module.all(Op::FunctionCall) {
        let callee = call.operand_words()[0];
        let mut names = module.all(Op::Name).map(|name| name.operand_words());
        let name = names.find(|name| name[0] == callee).map(|name| &name[1..]);
        let bytes = name.into_iter().flatten().flat_map(|word| word.to_le_bytes());
        let name = String::from_utf8(bytes.take_while(|&byte| byte != 0).collect()).unwrap();
        if functions
            .iter()
            .any(|(_, function)| function.name.as_ref() == Some(&name))
        {
            called.push(name);
        }
    }
    called
}

/// Compiles WGSL with inlining at every Vulkan version. Returns the number of calls that were inlined, and which are
/// left.
fn inlined(source: &str) -> (u32, Vec<String>) {
    let shader = parse::wgsl(source, "inline.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut found = Vec::new();
    for target in validate::VULKAN {
        let mut setup = backends::options(target);
        inlining(&mut setup);
        let output = setup::compile(&shader.module, &shader.info, &setup)
            .unwrap_or_else(|error| panic!("{target}: {}", error.emit_to_string(source, "inline.wgsl")));
        let report = spirula::check::check(&output.words, &setup.target);
        assert!(report.violations.is_empty(), "{target}: {report}\n{source}");
        validate::validate(&output.words, target).unwrap_or_else(|fault| panic!("{target}: {fault}\n{source}"));
        let count = match output.workarounds.as_slice() {
            [] => 0,
            [applied] => {
                assert_eq!(applied.workaround, Workaround::InlineCalls);
                let module = Inspected::new(&output.words);
                assert!(applied.functions.iter().all(|&id| module.is(id, Op::Function)));
                applied.count
            }
            several => panic!("{several:?}"),
        };
        found.push((count, calls(&shader, &output.words)));
    }
    let first = found.remove(0);
    assert!(found.iter().all(|other| *other == first), "{first:?}, {found:?}");
    first
}

/// Runs `fn f(a: vec4<u32>) -> vec4<u32>` for rows of small numbers, in a loop, with and without inlining.
fn same(functions: &str, least: u32) {
    let rows = 40_u32;
    let source = format!(
        "@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
{functions}
@compute @workgroup_size(1)
fn main() {{
    for (var row = 0u; row < arrayLength(&input); row++) {{
        output[row] = f(input[row]);
    }}
}}
"
    );
    let (count, left) = inlined(&source);
    assert!(
        count >= least && left.is_empty(),
        "{count} inlined, {left:?} left\n{source}"
    );
    let input: Vec<u32> = (0..rows).flat_map(|i| [i % 13, i / 3 % 11, i % 5, i * 7 % 4]).collect();
    let outputs = input.len();
    let expected = RefCell::new(Vec::new());
    run_compute_with(
        &source,
        &input,
        outputs,
        Witness::None,
        |_| {},
        |result| {
            let mut expected = expected.borrow_mut();
            if expected.is_empty() {
                *expected = result.to_vec();
            }
            if *expected == result {
                Ok(())
            } else {
                Err("versions differ".to_owned())
            }
        },
    );
    let expected = expected.into_inner();
    if !expected.is_empty() {
        assert!(
            expected.chunks(4).any(|row| row != &expected[..4]),
            "all rows are equal"
        );
    }
    run_compute_with(&source, &input, outputs, Witness::None, inlining, |result| {
        if expected == result {
            return Ok(());
        }
        let rows = result.chunks(4).zip(expected.chunks(4)).enumerate();
        let differing = rows.filter(|(_, (is, was))| is != was).map(|(row, (is, was))| {
            let arguments = &input[row * 4..row * 4 + 4];
            format!("f({arguments:?}) is {is:?} inlined, {was:?} otherwise")
        });
        Err(differing.collect::<Vec<_>>().join("\n"))
    });
}

#[test]
fn returns_leave_loops_and_switches() {
    same(
        "fn f(a: vec4<u32>) -> vec4<u32> {
    var sum = 0u;
    for (var i = 0u; i < a.x; i++) {
        switch i % 3u {
            case 0u: { if i == a.y { return vec4(1u, i, sum, 0u); } sum += 1u; }
            case 1u: {
                for (var j = 0u; j < a.z; j++) {
                    if j == 2u && i > 3u { return vec4(2u, i, j, sum); }
                    if j > 4u { break; }
                    sum += j;
                }
                sum += 3u;
            }
            default: { if sum > 14u { return vec4(3u, i, sum, 7u); } continue; }
        }
        sum += 2u;
    }
    if a.w == 0u { return vec4(4u, sum, 0u, 0u); }
    loop {
        sum += 1u;
        if sum % 7u == 0u { { return vec4(5u, sum, 1u, 1u); } }
        continuing { sum += 1u; break if sum > 60u; }
    }
    return vec4(6u, sum, a.w, 0u);
}",
        1,
    );
}

#[test]
fn returns_that_nothing_follows() {
    same(
        "fn branches(x: u32) -> u32 { if x > 4u { if x > 8u { return 1u; } else { return x; } } else { return 3u * x; } }
fn cases(x: u32) -> u32 {
    switch x {
        case 0u: { return 10u; }
        case 1u, 5u: { if x == 5u { return 11u; } return 12u; }
        case 2u: { for (var i = 0u; ; i++) { if i > 5u { return i; } } return 13u; }
        default: { return x; }
    }
}
var<private> found: u32;
fn search(x: u32) {
    found = x;
    loop {
        if found % 5u == 4u { return; }
        if found % 7u == 3u { loop { found += 1u; if found % 2u == 0u { found += 100u; return; } } found = 1000u; }
        found += 1u;
    }
}
fn f(a: vec4<u32>) -> vec4<u32> {
    search(a.x);
    let first = found;
    search(branches(a.y) + cases(a.z));
    return vec4(branches(a.x), cases(a.y), first, found);
}",
        7,
    );
}

#[test]
fn switches_that_fall_through_keep_their_ends() {
    // naga's WGSL has no `fallthrough`; cases of several selectors are written so.
    same(
        "fn f(a: vec4<u32>) -> vec4<u32> {
    var r = 1u;
    switch a.x {
        case 1u, 2u, 3u: { r = 2u; if a.y > 3u { break; } if a.z == 1u { return vec4(r, 5u, 5u, 5u); } r = 3u; }
        case 4u, default: { switch a.y { case 3u, 4u: { return vec4(9u); } default: { r = 4u; } } }
        case 7u: {}
    }
    return vec4(r, a.x, 0u, 0u);
}",
        1,
    );
}

#[test]
fn pointers_to_parts() {
    same(
        "struct S { list: array<array<u32, 4>, 2>, v: vec4<u32> }
var<private> global: array<S, 2>;
fn add(p: ptr<function, u32>, by: u32) -> u32 { let old = *p; *p += by; return old; }
fn both(p: ptr<function, array<u32, 4>>, i: u32) -> u32 { return add(&(*p)[i], 3u) + add(&(*p)[3u - i], 5u); }
fn exchange(p: ptr<private, u32>, q: ptr<private, u32>) { let old = *p; if old == *q { return; } *p = *q; *q = old; }
fn early(p: ptr<function, S>, i: u32) -> u32 {
    for (var j = 0u; j < 4u; j++) {
        if (*p).list[i][j] > 9u { (*p).v.x = j; return j; }
        (*p).list[i][j] += both(&(*p).list[1u - i], j);
    }
    return 77u;
}
fn f(a: vec4<u32>) -> vec4<u32> {
    var s: S;
    s.v = a;
    s.list[1] = array(a.x, a.y, a.z, a.w);
    let i = a.x % 4u;
    let r = both(&s.list[a.y % 2u], i) + both(&s.list[1], 1u) + early(&s, a.z % 2u);
    global[1].list[0][i] = a.y;
    exchange(&global[1].list[0][i], &global[a.z % 2u].list[1][3u - i]);
    return vec4(r, s.list[0][i] + s.v.x, s.list[1][i], global[0].list[1][3u - i] + 10u * global[1].list[0][i]);
}",
        10,
    );
}

/// `f` itself is called in a loop.
#[test]
fn locals_start_anew_in_each_iteration() {
    same(
        "const start = array(3u, 1u, 4u);
fn counted(x: u32) -> u32 {
    var n = 5u; var none: array<u32, 3>; var some = start; var v = vec2(1u, 2u); var later: u32;
    for (var i = 0u; i < x; i++) { n += i; none[i % 3u] += n; some[i % 3u] += 1u; v.x += v.y; if n > 20u { break; } }
    if x > 2u { later = x; }
    return n + none[0] + none[1] * 2u + some[2] + v.x * 100u + later * 1000u;
}
fn nested(x: u32) -> u32 {
    var sum = 1u;
    for (var i = 0u; i < x % 5u; i++) { if counted(i) > 400u { return sum + 50000u; } sum = sum * 3u + counted(i); }
    return sum;
}
fn f(a: vec4<u32>) -> vec4<u32> {
    var sum = 0u;
    var i = 0u;
    while counted(i) < 900u && i < 9u { sum += nested(i); i++; }
    loop { continuing { i += 1u; sum += counted(i); break if counted(sum % 8u) > nested(i) || i > 20u; } }
    return vec4(sum, i, nested(a.x), counted(a.y));
}",
        10,
    );
}

/// naga refuses such constants where they stand in the shader.
#[test]
fn constants_that_are_passed() {
    same(
        "fn ten() -> u32 { return 10u; }
fn none() -> vec2<u32> { return vec2<u32>(); }
fn at(list: array<u32, 4>, i: u32) -> u32 { var copy = list; return copy[i]; }
fn signed_at(p: ptr<function, array<u32, 4>>, i: i32) -> u32 { return (*p)[i]; }
fn wide_at(p: ptr<function, array<u32, 4>>, i: u64) -> u32 { return (*p)[i]; }
fn lane(v: vec4<u32>, i: u32) -> u32 { return v[i]; }
fn shift(x: u32, by: u32) -> u32 { return (x << by) + (x >> by); }
fn shifts(x: vec2<u32>, by: u32) -> vec2<u32> { return x << vec2(by); }
fn divide(x: u32, by: u32) -> u32 { return x / by + x % by; }
fn divides(x: vec2<u32>, by: vec2<u32>) -> vec2<u32> { return x / by + x % by; }
fn parts(x: vec2<u32>, by: u32) -> vec2<u32> { return x / vec2(by, 3u); }
fn choose(x: u32, yes: bool) -> u32 { if yes { return x; } loop { if yes { break; } return x + 1u; } return 2u; }
fn f(a: vec4<u32>) -> vec4<u32> {
    var list = array(a.x, a.y, a.z, a.w);
    let indexed = at(list, 2u) + at(list, ten()) + signed_at(&list, -1) + signed_at(&list, 1) + wide_at(&list, 2) + wide_at(&list, 9) + lane(a, 3u) + lane(a, 9u);
    let shifted = shift(a.x, 3u) + shift(a.y, 40u & 31u) + shifts(a.xy, 2u).y + list[ten() % 4u];
    let divided = divide(a.x, 3u) + divide(a.y, 0u) + divides(a.xy, none()).x + parts(a.zw, 0u).y + a.x / none().x;
    return vec4(indexed, shifted, divided, choose(a.x, true) + choose(a.y, false));
}",
        20,
    );
}

#[test]
fn calls_through_many_levels() {
    let mut source = "fn f0(x: u32) -> u32 { if x % 3u == 0u { return x + 1u; } return x ^ 5u; }\n".to_owned();
    for level in 1..7 {
        let below = level - 1;
        writeln!(
            source,
            "fn f{level}(x: u32) -> u32 {{ let once = f{below}(x + {level}u); if once > 90u {{ return x; }} return f{below}(once); }}"
        )
        .unwrap();
    }
    source += "var<private> calls: u32;
fn count(by: u32) -> u32 { if by == 1u { return 0u; } calls += by; return calls; }
fn nothing() {}
fn f(a: vec4<u32>) -> vec4<u32> {
    calls = 0u;
    nothing();
    _ = count(a.x);
    if a.y > 2u { nothing(); _ = count(1u); }
    return vec4(f6(a.x), f6(a.y), f3(f2(a.z)), count(3u));
}";
    same(&source, 250);
}

/// Compiled only: textures and samplers as arguments, derivatives, `discard`, several entry points and stages.
#[test]
fn handles_and_stages() {
    let source = "
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var filtering: sampler;
@group(0) @binding(2) var depth: texture_depth_2d;
@group(0) @binding(3) var comparing: sampler_comparison;
@group(0) @binding(4) var<storage, read_write> sums: array<atomic<u32>, 8>;
@group(0) @binding(5) var target_image: texture_storage_2d<rgba8unorm, write>;
var<workgroup> shared_sum: atomic<u32>;
var<workgroup> uniform_value: u32;
fn sample(t: texture_2d<f32>, s: sampler, at: vec2<f32>) -> vec4<f32> {
    if at.x < 0.0 { return vec4<f32>(); }
    return textureSampleLevel(t, s, at, 0.0, vec2(1, -1)) + textureLoad(t, vec2<i32>(at), 0);
}
fn blurred(t: texture_2d<f32>, s: sampler, at: vec2<f32>) -> vec4<f32> {
    var sum = vec4<f32>();
    for (var i = 0; i < 4; i++) { sum += sample(t, s, at + f32(i)); }
    return sum;
}
fn shaded(t: texture_depth_2d, s: sampler_comparison, at: vec2<f32>) -> f32 {
    return textureSampleCompare(t, s, at, 0.5) + dpdx(at.x) + fwidth(at.y);
}
fn cut(alpha: f32) { if alpha < 0.5 { discard; } }
fn store(at: vec2<u32>) { textureStore(target_image, at, vec4(1.0)); }
fn increase(i: u32) -> u32 {
    let old = atomicAdd(&sums[i], 2u);
    if old > 5u { return atomicMax(&sums[i], 9u); }
    return atomicCompareExchangeWeak(&sums[i], old, 3u).old_value;
}
fn together(i: u32) -> u32 {
    atomicAdd(&shared_sum, i);
    workgroupBarrier();
    let value = workgroupUniformLoad(&uniform_value);
    if value > 3u { storageBarrier(); return value; }
    return atomicLoad(&shared_sum);
}
struct Out { @builtin(position) position: vec4<f32>, @location(0) at: vec2<f32> }
fn corner(i: u32) -> Out { var out: Out; out.at = vec2(f32(i & 1u), f32(i >> 1u)); out.position = vec4(out.at, 0.0, 1.0); return out; }
@vertex fn draw(@builtin(vertex_index) i: u32) -> Out { return corner(i); }
@fragment fn shade(in: Out) -> @location(0) vec4<f32> {
    let light = shaded(depth, comparing, in.at);
    cut(light);
    loop { continuing { cut(in.at.x); break if in.at.y > 0.0; } }
    return light * blurred(image, filtering, in.at);
}
@compute @workgroup_size(8) fn sum(@builtin(local_invocation_index) i: u32) {
    let x = increase(i) + together(i);
    store(vec2(x, i));
}
@compute @workgroup_size(8) fn other() { store(vec2(1u)); }
";
    let (count, left) = inlined(source);
    assert_eq!((count, left), (10, Vec::new()));
}

/// 2⁴⁰ calls are not copied: the rest stays, in functions that are as large as allowed.
#[test]
fn growth_has_a_limit() {
    let mut source = "fn f0(x: u32) -> u32 { return x * 3u + 1u; }\n".to_owned();
    for level in 1..40 {
        let below = level - 1;
        writeln!(
            source,
            "fn f{level}(x: u32) -> u32 {{ return f{below}(f{below}(x) + {level}u); }}"
        )
        .unwrap();
    }
    source += "@group(0) @binding(0) var<storage, read_write> out: u32;
@compute @workgroup_size(1) fn main() { out = f39(out); }";
    let shader = parse::wgsl(&source, "inline.wgsl").unwrap();
    let mut setup = backends::options("vulkan1.1");
    inlining(&mut setup);
    let output = setup::compile(&shader.module, &shader.info, &setup).unwrap();
    assert!(output.workarounds[0].count > 10_000, "{:?}", output.workarounds);
    assert!(!calls(&shader, &output.words).is_empty());
}

/// A chain of calls, each in nested blocks.
#[test]
fn depth_has_a_limit() {
    let mut source = "fn f0(x: u32) -> u32 { return x; }\n".to_owned();
    for level in 1..300 {
        let below = level - 1;
        writeln!(
            source,
            "fn f{level}(x: u32) -> u32 {{ if x > {level}u {{ if x > 9u {{ return f{below}(x - 1u); }} }} return x; }}"
        )
        .unwrap();
    }
    source += "@group(0) @binding(0) var<storage, read_write> out: u32;
@compute @workgroup_size(1) fn main() { out = f299(out); }";
    let (count, left) = inlined(&source);
    assert_eq!(count as usize + left.len(), 300);
    assert!((10..40).contains(&left.len()), "{left:?}");
}

/// The contraction of a function's operations is asked for by its name.
#[test]
fn functions_that_are_exact_by_name_stay() {
    let source = "fn exact(x: f32) -> f32 { return x * x + 1.0; }
fn other(x: f32) -> f32 { return exact(x) * x + 1.0; }
@group(0) @binding(0) var<storage, read_write> out: f32;
@compute @workgroup_size(1) fn main() { out = other(out); }";
    let shader = parse::wgsl(source, "inline.wgsl").unwrap();
    let mut setup = backends::options("vulkan1.1");
    inlining(&mut setup);
    setup.float_controls.exact_functions.insert("exact".to_owned());
    let output = setup::compile(&shader.module, &shader.info, &setup).unwrap();
    assert_eq!(output.workarounds[0].count, 1);
    assert_eq!(calls(&shader, &output.words), ["exact"]);
}

/// Without the member, and where there is no call, nothing is inlined.
/// Removes accesses, and the operands of sums, from the statements that evaluate them.
fn unevaluated(function: &mut naga::Function) {
    let is_kept = |expressions: &naga::Arena<Expression>, handle| match expressions[handle] {
        Expression::Access { .. } | Expression::AccessIndex { .. } => false,
        Expression::Binary { op, .. } => op != BinaryOperator::Multiply,
        _ => true,
    };
    let mut open = vec![&mut function.body];
    while let Some(block) = open.pop() {
        let statements = core::mem::take(block);
        for (statement, span) in statements.span_into_iter() {
            if let Statement::Emit(range) = statement {
                for handle in range.filter(|&handle| is_kept(&function.expressions, handle)) {
                    block.push(Statement::Emit(Range::new_from_bounds(handle, handle)), span);
                }
            } else {
                block.push(statement, span);
            }
        }
        for statement in block.iter_mut() {
            match statement {
                Statement::If { accept, reject, .. } => open.extend([accept, reject]),
                Statement::Loop { body, continuing, .. } => open.extend([body, continuing]),
                Statement::Block(block) => open.push(block),
                Statement::Switch { cases, .. } => open.extend(cases.iter_mut().map(|case| &mut case.body)),
                _ => {}
            }
        }
    }
}

/// naga's validator lets pointers and the operands of expressions be expressions that no statement evaluates.
#[test]
fn operands_that_no_statement_evaluates() {
    let source = "@group(0) @binding(0) var<storage, read> input: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> output: array<u32, 8>;
fn put(sums: ptr<function, array<u32, 4>>, at: u32, x: u32) -> u32 {
    if x > input[3] { (*sums)[at] = (*sums)[at] + x * 3u; return x * 3u + at; }
    for (var i = 0u; i < at; i++) {
        if i == 2u { return x * 5u + i; }
        (*sums)[i] = (*sums)[i] + i * x;
        output[at] = output[at] + i * x;
    }
    return at * x + 1u;
}
fn last(at: u32) { output[at] = 100u; output[at + 1u] += at * 9u + 1u; }
@compute @workgroup_size(1)
fn main() {
    var sums: array<u32, 4>;
    var i = 0u;
    loop {
        output[4u + (i & 1u)] = put(&sums, input[0] & 3u, i * 2u + 1u);
        output[i & 3u] += put(&sums, 3u, i);
        last(i * 2u + 2u);
        continuing { i = i * 2u + 1u; break if i * 3u + 1u > input[1]; }
    }
    for (var j = 0u; j < 4u; j++) { output[j] = output[j] + sums[j]; }
}";
    let mut shader = parse::wgsl(source, "test.wgsl").unwrap();
    let Some(gpu) = gpu() else { return };
    let run = |shader: &Shader, target: &str, inlines: bool| {
        let mut setup = backends::options_for(target, "main");
        if inlines {
            inlining(&mut setup);
        }
        let words = backends::spirula(shader, &setup).unwrap_or_else(|error| panic!("{target}: {error}"));
        let report = spirula::check::check(&words, &setup.target);
        assert!(report.violations.is_empty(), "{target}: {report}");
        assert!(
            !inlines || Inspected::new(&words).count(Op::FunctionCall) == 0,
            "{target}"
        );
        let bindings = group([
            Resource::Storage(from_words(&[2, 20, 0, 1])),
            Resource::Storage(vec![0; 32]),
        ]);
        let run = Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1; 3],
            validate: true,
        };
        let results = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
        to_words(&results[1])
    };
    let expected = run(&shader, "vulkan1.1", false);
    assert!(expected[..6].iter().all(|&word| word != 0), "{expected:?}");
    let entry_points = shader.module.entry_points.iter_mut().map(|entry| &mut entry.function);
    for function in shader
        .module
        .functions
        .iter_mut()
        .map(|(_, function)| function)
        .chain(entry_points)
    {
        unevaluated(function);
    }
    shader.info = parse::validator().validate(&shader.module).unwrap();
    for target in targets(&gpu) {
        for inlines in [false, true] {
            assert_eq!(run(&shader, target, inlines), expected, "{target}, inlined: {inlines}");
        }
    }
}

/// naga's GLSL front end stores output arrays through pointers that no statement evaluates.
#[test]
fn output_arrays_of_glsl() {
    let source = "#version 450
out float gl_ClipDistance[2];
void main() { gl_Position = vec4(1.0); gl_ClipDistance[0] = 1.0; gl_ClipDistance[1] = 0.5; }";
    let shader = parse::glsl(source, "test.vert", naga::ShaderStage::Vertex).unwrap_or_else(|error| panic!("{error}"));
    for target in validate::VULKAN {
        let mut setup = backends::options(target);
        inlining(&mut setup);
        let words = backends::spirula(&shader, &setup).unwrap_or_else(|error| panic!("{target}: {error}"));
        validate::validate(&words, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
        let report = spirula::check::check(&words, &setup.target);
        assert!(report.violations.is_empty(), "{target}: {report}");
        assert_eq!(Inspected::new(&words).count(Op::FunctionCall), 0, "{target}");
    }
}

#[test]
fn nothing_is_inlined_unless_it_is_asked_for() {
    let source = "fn f(x: u32) -> u32 { return x + 1u; }
@group(0) @binding(0) var<storage, read_write> out: u32;
@compute @workgroup_size(1) fn main() { out = f(out); }
@compute @workgroup_size(1) fn without() { out = 1u; }";
    let shader = parse::wgsl(source, "inline.wgsl").unwrap();
    let mut setup = backends::options("vulkan1.1");
    inlining(&mut setup);
    setup.without_workarounds = setup.workarounds;
    let output = setup::compile(&shader.module, &shader.info, &setup).unwrap();
    assert!(output.workarounds.is_empty());
    assert_eq!(calls(&shader, &output.words), ["f"]);
    let mut setup = backends::options_for("vulkan1.1", "without");
    inlining(&mut setup);
    let output = setup::compile(&shader.module, &shader.info, &setup).unwrap();
    assert!(output.workarounds.is_empty());
}

/// Every case of the snapshots that is accepted is accepted with its calls inlined, and valid.
#[test]
fn every_snapshot() {
    let mut faults = Vec::new();
    let mut count = 0;
    for path in shaders_below(&root("snapshots")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Ok(shader) = parse::file(&path) else { continue };
        if shader.module.functions.is_empty() {
            continue;
        }
        for target in &case.targets {
            let setup = case.options_for(target).unwrap();
            if setup::compile(&shader.module, &shader.info, &setup).is_err() {
                continue;
            }
            let mut changed = setup;
            inlining(&mut changed);
            match setup::compile(&shader.module, &shader.info, &changed) {
                Ok(output) => {
                    count += output.workarounds.iter().map(|applied| applied.count).sum::<u32>();
                    let exact = &changed.float_controls.exact_functions;
                    let left = calls(&shader, &output.words);
                    if left.iter().any(|name| !exact.contains(name)) {
                        faults.push(format!("{} at {target}: {left:?} are called", path.display()));
                    }
                    let options = Some(case.validator.clone());
                    if let Err(fault) = validate::validate_with(&output.words, target, options) {
                        faults.push(format!("{} at {target}: {fault}", path.display()));
                    }
                }
                Err(error) => faults.push(format!(
                    "{} at {target}: {}",
                    path.display(),
                    error.emit_to_string(&case.source, "case")
                )),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 300, "{count}");
}
