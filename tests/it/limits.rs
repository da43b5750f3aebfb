//! Tests of the universal limits of SPIR-V (§2.17) and of the length of an instruction (§2.3): a shader at each limit
//! is written and valid, one past it is refused with its place. `spirv/tests/it/check/limits.txt` has the cases of the
//! self-check.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{backends, parse, validate};
use naga::proc::BoundsCheckPolicy;
use spirula::{Error, ErrorKind};
use spirv::Op;
use std::fmt::Write as _;

/// Runs with the stack that naga's front end needs.
fn on_a_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    thread.unwrap().join().unwrap();
}

/// Compiles on a stack of default size.
fn compile(shader: &parse::Shader, options: &Setup) -> Result<Vec<u32>, Error> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let run = || setup::compile(&shader.module, &shader.info, options).map(|output| output.words);
        thread.spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

fn wgsl(source: &str) -> parse::Shader {
    parse::wgsl(source, "limits.wgsl").unwrap_or_else(|error| panic!("{error}"))
}

/// The words for a target, accepted by the self-check, and by spirv-val if `spirv_val` is set.
fn accept_with(source: &str, target: &str, spirv_val: bool, set: impl Fn(&mut Setup)) -> Vec<u32> {
    let mut options = backends::options(target);
    set(&mut options);
    let words = compile(&wgsl(source), &options).unwrap_or_else(|error| panic!("{target}: {error}"));
    let report = spirula::check::check(&words, &options.target);
    assert!(report.is_valid(), "{target}: {report}");
    if spirv_val {
        validate::validate(&words, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
    }
    words
}

fn accept(source: &str, target: &str) -> Vec<u32> {
    accept_with(source, target, true, |_| {})
}

/// The refused limit: value and limit, and the source at the place.
fn refuse_with(source: &str, target: &str, set: impl Fn(&mut Setup)) -> (u64, u64, String) {
    let mut options = backends::options(target);
    set(&mut options);
    let error = compile(&wgsl(source), &options).expect_err(target);
    let [diagnostic] = error.diagnostics() else {
        panic!("{target}: one error: {error:?}");
    };
    let ErrorKind::Limit { value, limit, .. } = diagnostic.kind else {
        panic!("{target}: {}", diagnostic.kind);
    };
    let range = diagnostic
        .span
        .to_range()
        .unwrap_or_else(|| panic!("{target}: {error}: no place"));
    (value, limit, source[range].to_owned())
}

fn refuse(source: &str, target: &str) -> (u64, u64, String) {
    refuse_with(source, target, |_| {})
}

fn main_of(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ {body} }}"
    )
}

fn cases(count: usize) -> String {
    let mut body = "switch id.x {".to_owned();
    for index in 0..count {
        write!(body, "case {index}u: {{ out[0] = {}u; }}", index % 7).unwrap();
    }
    main_of(&(body + "default: { out[1] = 1u; } }"))
}

#[test]
fn cases_of_a_switch() {
    on_a_large_stack(|| {
        accept(&cases(16_383), "vulkan1.1");
        let (value, limit, place) = refuse(&cases(16_384), "vulkan1.1");
        assert_eq!((value, limit), (16_384, 16_383));
        assert!(place.starts_with("switch id.x"), "{place:.40}");
        // Each literal is a case, also if several share a body.
        let selectors = |count: usize| {
            let all: Vec<String> = (0..count).map(|index| format!("{index}i")).collect();
            main_of(&format!(
                "switch i32(id.x) {{ case {}: {{ out[0] = 1u; }} default: {{}} }}",
                all.join(", ")
            ))
        };
        accept(&selectors(16_383), "vulkan1.0");
        let (value, _, place) = refuse(&selectors(20_000), "vulkan1.0");
        assert_eq!(value, 20_000);
        assert!(place.starts_with("switch i32"), "{place:.40}");
    });
}

/// An array constructed from its elements is one instruction: 65,535 words, three before the elements.
#[test]
fn elements_of_an_array() {
    on_a_large_stack(|| {
        let list =
            |count: usize, element: &str| format!("array<u32, {count}>({})", format!("{element},").repeat(count));
        let shapes: [(&str, &dyn Fn(usize) -> String); 4] = [
            ("a constant of the module", &|count| {
                format!("const table = {};", list(count, "1u")) + &main_of("out[0] = table[id.x];")
            }),
            ("a private variable", &|count| {
                format!("var<private> table: array<u32, {count}> = {};", list(count, "1u"))
                    + &main_of("out[0] = table[id.x];")
            }),
            ("a constant of a function", &|count| {
                main_of(&format!("var table = {}; out[0] = table[id.x];", list(count, "1u")))
            }),
            ("values", &|count| {
                main_of(&format!(
                    "let y = id.y; var table = {}; out[0] = table[id.x];",
                    list(count, "y")
                ))
            }),
        ];
        for (name, source) in shapes {
            for target in ["vulkan1.0", "vulkan1.3"] {
                accept(&source(65_532), target);
                let (value, limit, place) = refuse(&source(65_533), target);
                assert_eq!((value, limit), (65_533, 65_532), "{name}");
                assert!(place.starts_with("array<u32, 65533>"), "{name}: {place:.40}");
            }
        }
        // Unused declarations are not written.
        let unused = format!("const table = {};", list(70_000, "1u")) + &main_of("out[0] = table[3];");
        accept(&unused, "vulkan1.1");
    });
}

/// A composite constant of overrides is another instruction with the same limit.
#[test]
fn elements_of_an_array_of_overrides() {
    on_a_large_stack(|| {
        let source = |count: usize| {
            format!(
                "override a = 1u; var<private> table: array<u32, {count}> = array<u32, {count}>({});",
                "a,".repeat(count)
            ) + &main_of("out[0] = table[id.x];")
        };
        let open = |options: &mut Setup| options.spec_constants = true;
        accept_with(&source(65_532), "vulkan1.1", true, open);
        let (value, limit, place) = refuse_with(&source(65_533), "vulkan1.1", open);
        assert_eq!((value, limit), (65_533, 65_532));
        assert!(place.starts_with("array<u32, 65533>"), "{place:.40}");
    });
}

/// Private variables `v0` etc., all of them used.
fn globals(count: usize) -> String {
    let (mut source, mut body) = (String::new(), String::new());
    for index in 0..count {
        writeln!(source, "var<private> v{index}: u32;").unwrap();
        write!(body, "v{index} = id.x;").unwrap();
    }
    source + &main_of(&body)
}

/// The shader's own variables count too: the buffer is unused, the built-in input is used.
#[test]
fn variables_outside_of_functions() {
    on_a_large_stack(|| {
        accept(&globals(65_534), "vulkan1.0");
        let (value, limit, place) = refuse(&globals(65_540), "vulkan1.0");
        assert_eq!((value, limit), (65_536, 65_535));
        assert!(place.contains("v65534: u32") || place == "v65534", "{place}");
    });
}

/// From SPIR-V 1.4 on an entry point lists all variables: 65,535 words, of which five precede the list.
#[test]
fn variables_that_an_entry_point_lists() {
    on_a_large_stack(|| {
        // "main" has two words; the input is listed too.
        accept(&globals(65_535 - 5 - 1), "vulkan1.2");
        let (value, limit, place) = refuse(&globals(65_535 - 5), "vulkan1.3");
        assert_eq!((value, limit), (65_531, 65_530));
        assert!(place.starts_with("id.x"), "{place}");
        accept(&globals(65_531), "vulkan1.1");
    });
}

/// Functions with one instance for each of sixteen elements that are passed to them.
fn sixteenfold(functions: usize, statements: &str, more: &str) -> String {
    let (mut source, mut body) = (String::new(), String::from("var x: array<u32, 16>;"));
    for function in 0..functions {
        writeln!(source, "fn f{function}(p: ptr<function, u32>) {{ {statements} }}").unwrap();
        for element in 0..16 {
            write!(body, "f{function}(&x[{element}]);").unwrap();
        }
    }
    source + &main_of(&format!("{body} {more} out[0] = x[id.x];"))
}

#[test]
fn variables_of_all_functions_together() {
    on_a_large_stack(|| {
        let declare = |count| {
            (0..count)
                .map(|index| format!("var v{index}: u32; v{index} = 1u;"))
                .collect::<String>()
        };
        let source = |more| sixteenfold(15, &declare(2_048), &declare(more));
        // 15 × 16 × 2,048, and `x`.
        let left = 524_287 - 491_520 - 1;
        accept(&source(left), "vulkan1.1");
        let (value, limit, place) = refuse(&source(left + 1), "vulkan1.1");
        assert_eq!((value, limit), (524_288, 524_287));
        assert!(place.contains("v2047: u32"), "{place:.40}");
    });
}

/// The bound counts every result: here three for each statement, two loads and a product.
#[test]
fn ids() {
    on_a_large_stack(|| {
        let source = |functions| sixteenfold(functions, &"*p *= *p;".repeat(1_000), "");
        let words = accept_with(&source(86), "vulkan1.1", false, |_| {});
        assert!((4_120_000..=4_194_303).contains(&words[3]), "{}", words[3]);
        let (value, limit, place) = refuse(&source(88), "vulkan1.1");
        assert_eq!(limit, 4_194_303);
        assert!(value > limit && value < limit + 4_000, "{value}");
        assert!(place.starts_with("fn f"), "{place:.40}");
    });
}

fn else_ifs(count: usize, last: &str) -> String {
    let mut body = String::from("if id.x == 0u { out[0] = 0u; }");
    for index in 1..count {
        write!(body, "else if id.x == {index}u {{ out[0] = {index}u; }}").unwrap();
    }
    main_of(&format!("{body} else {{ {last} }}"))
}

/// `else if` nests in the IR and in SPIR-V. spirv-val takes minutes for such deep nesting.
#[test]
fn nesting_of_control_flow() {
    on_a_large_stack(|| {
        accept_with(&else_ifs(1_023, "out[0] = 1u;"), "vulkan1.1", false, |_| {});
        let (value, limit, place) = refuse(&else_ifs(1_024, "out[0] = 1u;"), "vulkan1.1");
        assert_eq!((value, limit), (1_024, 1_023));
        assert!(
            place.starts_with("if id.x == 1023u") || place.starts_with("else if id.x == 1023u"),
            "{place:.40}"
        );
        let (_, _, place) = refuse(&else_ifs(1_500, "out[0] = 1u;"), "vulkan1.1");
        assert!(place.contains("id.x == 1023u"), "{place:.40}");
        // A loop, and the switch in it, are two more levels.
        let inner = "loop { switch id.y { case 1u: { break; } default: {} } if id.y > 3u { break; } }";
        accept_with(&else_ifs(1_021, inner), "vulkan1.1", false, |_| {});
        let (_, _, place) = refuse(&else_ifs(1_022, inner), "vulkan1.1");
        assert!(place.starts_with("switch id.y"), "{place:.40}");
    });
}

/// Blocks without control flow nest only in the IR: they write nothing, and are limited because of the stack.
#[test]
fn nesting_of_blocks() {
    use naga::{Block, Span, Statement};
    let source = main_of("out[0] = 1u;");
    let nested = move |depth: usize, loops: bool| {
        let mut module = wgsl(&source).module;
        let body = &mut module.entry_points[0].function.body;
        let span = body.span_iter().next().map(|(_, span)| *span).unwrap();
        let mut inner = std::mem::take(body);
        for level in 0..depth {
            let statement = if loops && level % 2 == 0 {
                inner.push(Statement::Break, Span::UNDEFINED);
                let (body, continuing) = (inner, Block::new());
                let break_if = None;
                Statement::Loop {
                    body,
                    continuing,
                    break_if,
                }
            } else {
                Statement::Block(inner)
            };
            inner = Block::from_vec(vec![statement]);
            inner.span_iter_mut().for_each(|(_, at)| *at.unwrap() = span);
        }
        module.entry_points[0].function.body = inner;
        let mut validator = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), Default::default());
        let info = validator.validate(&module).unwrap();
        parse::Shader { module, info }
    };
    let options = backends::options("vulkan1.1");
    on_a_large_stack(move || {
        for (depth, loops) in [(2_046, false), (2_046, true)] {
            let words = compile(&nested(depth, loops), &options).unwrap_or_else(|error| panic!("{error}"));
            let report = spirula::check::check(&words, &options.target);
            assert!(report.is_valid(), "{report}");
        }
        for (depth, loops) in [(2_048, false), (2_048, true), (20_000, false), (20_000, true)] {
            let error = compile(&nested(depth, loops), &options).unwrap_err();
            let diagnostic = &error.diagnostics()[0];
            assert!(matches!(diagnostic.kind, ErrorKind::Limit { .. }), "{error}");
            assert!(diagnostic.span.is_defined());
        }
    });
}

/// Constructs that the lowering adds count too: the check of an index, with the policy that skips out-of-bounds
/// accesses.
#[test]
fn nesting_of_what_the_lowering_adds() {
    on_a_large_stack(|| {
        let skip = |options: &mut Setup| {
            let policies = &mut options.bounds_check_policies;
            (policies.index, policies.buffer) = (
                BoundsCheckPolicy::ReadZeroSkipWrite,
                BoundsCheckPolicy::ReadZeroSkipWrite,
            );
        };
        let store = "out[id.x] = 1u;";
        accept_with(&else_ifs(1_022, store), "vulkan1.1", false, skip);
        accept_with(&else_ifs(1_023, store), "vulkan1.1", false, |_| {});
        let (value, limit, _) = refuse_with(&else_ifs(1_023, store), "vulkan1.1", skip);
        assert_eq!((value, limit), (1_024, 1_023));
    });
}

#[test]
fn members_of_a_structure() {
    on_a_large_stack(|| {
        let source = |count: usize| {
            let members: String = (0..count).map(|index| format!("m{index}: u32,")).collect();
            format!("struct S {{ {members} }} @group(0) @binding(1) var<storage> s: S;")
        };
        let used = |count| source(count) + &main_of("out[0] = s.m7;");
        for target in ["vulkan1.0", "vulkan1.4"] {
            accept(&used(16_383), target);
            let (value, limit, place) = refuse(&used(16_384), target);
            assert_eq!((value, limit), (16_384, 16_383));
            assert!(place.starts_with("struct S") || place == "S", "{place:.40}");
        }
        // Unused declarations are not written.
        accept(&(source(20_000) + &main_of("out[0] = 1u;")), "vulkan1.1");
    });
}

/// Nested structures, the innermost with one number.
fn structures(count: usize, innermost: &str, leaf: &str) -> String {
    let mut source = format!("struct S0 {{ m: {innermost} }}");
    for index in 1..count {
        write!(source, "struct S{index} {{ m: S{} }}", index - 1).unwrap();
    }
    let path = ".m".repeat(count);
    write!(source, "@group(0) @binding(1) var<storage> s: S{};", count - 1).unwrap();
    source + &main_of(&format!("out[0] = u32(s{path}{leaf});"))
}

#[test]
fn nesting_of_structures_and_indexes_of_a_chain() {
    on_a_large_stack(|| {
        for target in ["vulkan1.0", "vulkan1.4"] {
            accept(&structures(255, "u32", ""), target);
            let (value, limit, place) = refuse(&structures(256, "u32", ""), target);
            assert_eq!((value, limit), (256, 255));
            assert!(place.contains("S255"), "{place:.40}");
            // A vector in the innermost one is one more step.
            accept(&structures(254, "vec4<u32>", ".y"), target);
            let (value, limit, _) = refuse(&structures(255, "vec4<u32>", ".y"), target);
            assert_eq!((value, limit), (256, 255));
        }
    });
}

#[test]
fn parameters_of_a_function() {
    let source = |count: usize, call: bool| {
        let parameters: Vec<String> = (0..count).map(|index| format!("p{index}: u32")).collect();
        let arguments = "id.x,".repeat(count);
        let call = if call {
            format!("out[0] = f({arguments});")
        } else {
            String::new()
        };
        format!("fn f({}) -> u32 {{ return p7; }}", parameters.join(",")) + &main_of(&call)
    };
    on_a_large_stack(move || {
        accept(&source(255, true), "vulkan1.1");
        let (value, limit, place) = refuse(&source(256, true), "vulkan1.1");
        assert_eq!((value, limit), (256, 255));
        assert!(place.starts_with("fn f("), "{place:.40}");
        accept(&source(300, false), "vulkan1.1");
    });
}

/// The source in debug information is split into literal strings of 65,535 bytes each.
#[test]
fn characters_of_a_string() {
    let source = main_of("out[0] = 1u;") + "// " + &"é".repeat(200_000);
    let debug = |options: &mut Setup| {
        options.debug_info = Some(spirula::DebugInfo::new("é".repeat(70_000), source.as_str()));
    };
    let words = accept_with(&source, "vulkan1.1", true, debug);
    assert!(Inspected::new(&words).count(Op::SourceContinued) > 5);
}

/// There is no limit for plain functions: each is called once, by the previous one.
#[test]
fn eight_thousand_functions() {
    on_a_large_stack(|| {
        let mut source = String::from("fn f0(x: u32) -> u32 { return x + 1u; }");
        for index in 1..8_000 {
            write!(
                source,
                "fn f{index}(x: u32) -> u32 {{ return f{}(x) * 3u; }}",
                index - 1
            )
            .unwrap();
        }
        let source = source + &main_of("out[0] = f7999(id.x);");
        let words = accept(&source, "vulkan1.1");
        assert_eq!(Inspected::new(&words).count(Op::Function), 8_001);
    });
}

/// Nor for entry points, and the self-check checks all of them. (spirv-val takes quadratic time.)
#[test]
fn ten_thousand_entry_points() {
    on_a_large_stack(|| {
        let source = |count: usize| {
            let mut source = String::from("@group(0) @binding(0) var<storage, read_write> out: array<u32>;");
            for index in 0..count {
                writeln!(
                    source,
                    "@compute @workgroup_size(1) fn e{index}(@builtin(local_invocation_index) i: u32) {{ out[i] = {index}u; }}"
                )
                .unwrap();
            }
            source
        };
        accept(&source(500), "vulkan1.1");
        accept(&source(500), "vulkan1.4");
        let mut words = accept_with(&source(10_000), "vulkan1.3", false, |_| {});
        assert_eq!(Inspected::new(&words).count(Op::EntryPoint), 10_000);
        // The last one is checked like the first: a variable that it uses is not listed.
        unlist_last(&mut words);
        let report = spirula::check::check(&words, &backends::options("vulkan1.3").target);
        let mut violations = report.violations.iter();
        assert!(
            violations.any(|violation| violation.rule.row().name == "interface/not-listed"),
            "{report}"
        );
    });
}

/// Entry points of two stages, with their own inputs and outputs and shared functions.
#[test]
fn entry_points_that_share_functions() {
    on_a_large_stack(|| {
        let source = |count: usize| {
            let mut source = String::from(
                "struct V { @builtin(position) p: vec4<f32>, @location(0) a: f32 }
                struct D { @builtin(frag_depth) d: f32, @location(0) c: vec4<f32> }
                fn step_of(x: f32) -> f32 { return dpdx(x); }
                fn half_of(x: f32) -> f32 { return x * 0.5; }",
            );
            for index in 0..count {
                writeln!(
                    source,
                    "@vertex fn vertex{index}(@location(0) i: vec4<f32>) -> V {{ return V(i, half_of(i.x)); }}
                    @fragment fn fragment{index}(v: V) -> D {{ return D(step_of(v.a), v.p * half_of(v.a)); }}"
                )
                .unwrap();
            }
            source
        };
        accept(&source(100), "vulkan1.0");
        accept(&source(100), "vulkan1.3");
        accept_with(&source(2_500), "vulkan1.3", false, |_| {});
    });
}

/// Removes the last variable from the last `OpEntryPoint`.
fn unlist_last(words: &mut Vec<u32>) {
    let (mut at, mut last) = (5, 5);
    while at < words.len() {
        if words[at] & 0xFFFF == Op::EntryPoint as u32 {
            last = at;
        }
        at += (words[at] >> 16) as usize;
    }
    let count = (words[last] >> 16) as usize;
    words.remove(last + count - 1);
    words[last] -= 1 << 16;
}
