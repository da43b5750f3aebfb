//! Tests of extremely large modules: compilation takes linear time, or fails with a span, and never overflows the
//! stack.

use crate::common::setup::{self, Setup};
use crate::common::{cpu_time, parse, validate};
use spirula::{ErrorKind, Target};
use std::fmt::Write as _;
use std::time::Duration;

/// Runs with the stack that naga's front end needs; Spirula needs a tenth of it, see [`on_a_small_stack`].
fn on_a_large_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(1 << 30)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap()
}

/// Runs with the default stack of a thread.
fn on_a_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn_scoped(scope, run)
            .unwrap()
            .join()
            .unwrap()
    })
}

/// Compiles on a small stack and validates; returns the words or the error, and the processor time of the compilation.
fn compile(source: &str) -> (Result<Vec<u32>, spirula::Error>, Duration) {
    let outcome = write(source);
    if let Ok(words) = &outcome.0 {
        validate::validate(words, "vulkan1.1").unwrap_or_else(|fault| panic!("{fault}"));
    }
    outcome
}

fn write(source: &str) -> (Result<Vec<u32>, spirula::Error>, Duration) {
    let shader = parse::wgsl(source, "stress.wgsl").unwrap_or_else(|error| panic!("{error}"));
    on_a_small_stack(|| {
        let mut fastest = Duration::MAX;
        let mut words = None;
        for _ in 0..3 {
            fastest = fastest.min(cpu_time::of(|| {
                let result = setup::compile(&shader.module, &shader.info, &Setup::new(Target::vulkan(1, 1)));
                words = Some(result.map(|output| output.words));
            }));
        }
        (words.unwrap(), fastest)
    })
}

/// Asserts that four times the input takes less than twelve times the processor time.
fn is_linear(make: impl Fn(usize) -> String + Send + Copy + 'static, size: usize) {
    on_a_large_stack(move || {
        let time = |size| {
            let (words, time) = compile(&make(size));
            words.unwrap();
            time
        };
        let ratio = cpu_time::ratio(|| time(size), || time(size * 4));
        assert!(ratio < 12.0, "four times the input took {ratio:.1} times as long");
    });
}

fn main_of(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ {body} }}"
    )
}

#[test]
fn ten_thousand_statements() {
    is_linear(
        |count| {
            let mut body = String::from("var x = id.x;");
            for index in 0..count {
                write!(body, "x = x * {}u + out[x % 7u];", index % 13 + 1).unwrap();
            }
            body.push_str("out[0] = x;");
            main_of(&body)
        },
        2_500,
    );
}

#[test]
fn five_thousand_locals() {
    is_linear(
        |count| {
            let mut body = String::new();
            for index in 0..count {
                write!(
                    body,
                    "var v{index} = id.x + {index}u; v{index} += 1u; out[{index}] = v{index};"
                )
                .unwrap();
            }
            main_of(&body)
        },
        1_250,
    );
}

#[test]
fn a_thousand_functions() {
    is_linear(
        |count| {
            let mut source = String::from("fn f0(x: u32) -> u32 { return x + 1u; }");
            for index in 1..count {
                write!(
                    source,
                    "fn f{index}(x: u32) -> u32 {{ return f{}(x) * 3u; }}",
                    index - 1
                )
                .unwrap();
            }
            source + &main_of(&format!("out[0] = f{}(id.x);", count - 1))
        },
        250,
    );
}

#[test]
fn a_thousand_entry_points_with_stores() {
    is_linear(
        |count| {
            let mut source = String::from("@group(0) @binding(0) var<storage, read_write> out: array<u32>;");
            for index in 0..count {
                write!(source, "@compute @workgroup_size(1) fn main{index}() {{").unwrap();
                for store in 0..20 {
                    write!(source, "out[{store}] = {index}u;").unwrap();
                }
                source.push('}');
            }
            source
        },
        500,
    );
}

#[test]
fn five_thousand_buffers_and_types() {
    is_linear(
        |count| {
            let (mut source, mut body) = (String::new(), String::new());
            for index in 0..count {
                write!(
                    source,
                    "struct S{index} {{ a: u32, b: array<vec4<f32>, {}> }}",
                    index + 1
                )
                .unwrap();
                write!(
                    source,
                    "@group(1) @binding({index}) var<storage, read_write> b{index}: S{index};"
                )
                .unwrap();
                write!(body, "let l{index} = b{index}; b{index}.a = l{index}.a + 1u;").unwrap();
            }
            source + &main_of(&body)
        },
        300,
    );
}

#[test]
fn many_loops_with_continue() {
    is_linear(
        |count| {
            let mut body = String::from("var x = id.x;");
            for _ in 0..count {
                body.push_str(
                    "loop { if x > 9u { x -= 3u; continue; } let y = x * 2u; x += y; continuing { x += 1u; break if x > 40u; } }",
                );
            }
            body.push_str("out[0] = x;");
            main_of(&body)
        },
        500,
    );
}

/// Every loop and index is under the conditions of all returns before it.
#[test]
fn many_returns_before_loops_of_one_counter() {
    is_linear(
        |count| {
            let mut body = String::from("var t: array<u32, 8>; var i = 0u; let y = id.y;");
            for index in 0..count {
                write!(
                    body,
                    "if id.x == {index}u {{ return; }} for (i = y; i < id.z; i += 2u) {{ t[i] += 1u; t[y + {index}u] += i; }}"
                )
                .unwrap();
            }
            body.push_str("out[0] = t[1];");
            main_of(&body)
        },
        400,
    );
}

/// A shader with blocks nested `depth` levels deep.
fn nested(depth: usize) -> String {
    let mut body = String::new();
    for level in 0..depth {
        write!(body, "if id.x > {level}u {{").unwrap();
    }
    body.push_str("out[0] = 1u;");
    body.push_str(&"}".repeat(depth));
    main_of(&body)
}

#[test]
fn nesting_as_deep_as_the_front_end_reads() {
    on_a_large_stack(|| compile(&nested(100)).0.unwrap());
}

/// `else if` nests in the IR and in SPIR-V, whose limit is 1,023 (§2.17, "Universal Limits").
fn else_ifs(count: usize) -> String {
    let mut body = String::from("if id.x == 0u { out[0] = 0u; }");
    for index in 1..=count {
        write!(body, "else if id.x == {index}u {{ out[0] = {index}u; }}").unwrap();
    }
    main_of(&body)
}

#[test]
fn a_thousand_else_ifs_compile_and_more_than_the_limit_are_refused_with_a_place() {
    on_a_large_stack(|| {
        compile(&else_ifs(200)).0.unwrap();
        // spirv-val takes minutes for such deep nesting; our own check takes linear time.
        let words = write(&else_ifs(1_000)).0.unwrap();
        let report = spirula::check::check(&words, &Target::vulkan(1, 1));
        assert!(report.violations.is_empty(), "{report}");
        let error = write(&else_ifs(1_200)).0.unwrap_err();
        let diagnostic = &error.diagnostics()[0];
        assert!(
            matches!(diagnostic.kind, ErrorKind::Limit { limit: 1_023, .. }),
            "{:?}",
            diagnostic.kind
        );
        assert!(diagnostic.span.is_defined());
        assert_eq!(error.diagnostics().len(), 1, "one nest, one error");
    });
}

#[test]
fn a_constant_array_that_fits_no_instruction_is_refused_with_its_place() {
    on_a_large_stack(|| {
        let of = |count: usize| {
            let elements = "1u,".repeat(count);
            format!("const table = array<u32, {count}>({elements});") + &main_of("out[0] = table[id.x];")
        };
        compile(&of(60_000)).0.unwrap();
        let error = compile(&of(70_000)).0.unwrap_err();
        let diagnostic = &error.diagnostics()[0];
        assert!(
            matches!(diagnostic.kind, ErrorKind::Limit { value: 70_000, .. }),
            "{:?}",
            diagnostic.kind
        );
        assert!(diagnostic.span.is_defined());
    });
}

#[test]
fn lines_are_found_in_linear_time() {
    on_a_large_stack(|| {
        let source = |count: usize| {
            let mut body = String::from("var x = id.x;\n");
            for index in 0..count {
                writeln!(body, "x = x * {}u + 1u;", index % 13 + 1).unwrap();
            }
            main_of(&(body + "out[0] = x;"))
        };
        let time = |source: &str| {
            let shader = parse::wgsl(source, "lines.wgsl").unwrap_or_else(|error| panic!("{error}"));
            let mut options = Setup::new(Target::vulkan(1, 1));
            options.debug_info = Some(spirula::DebugInfo::new("lines.wgsl", source));
            let mut words = Vec::new();
            let taken = cpu_time::of(|| {
                words = setup::compile(&shader.module, &shader.info, &options).unwrap().words;
            });
            validate::validate(&words, "vulkan1.1").unwrap_or_else(|fault| panic!("{fault}"));
            taken
        };
        let ratio = cpu_time::ratio(|| time(&source(4_000)), || time(&source(16_000)));
        assert!(ratio < 12.0, "four times the lines took {ratio:.1} times as long");
    });
}
