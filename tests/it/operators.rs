//! Tests of every operator, conversion and built-in function for every shape and width that naga accepts: spirv-val
//! validates them at every Vulkan version. `execution` tests the results.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::common::{backends, parse, validate};

/// A shader under construction: one function for each case, called from the entry point with private variables.
#[derive(Default)]
struct Cases {
    functions: String,
    calls: String,
    types: BTreeSet<String>,
    count: usize,
}

impl Cases {
    /// Adds a case: an expression of `a`, `b`, `c` and `d`, whose types are given in this order, and its own type.
    fn case(&mut self, arguments: &[&str], result: &str, expression: &str) {
        let parameters: Vec<_> = arguments
            .iter()
            .zip('a'..)
            .map(|(ty, name)| format!("{name}: {ty}"))
            .collect();
        let values: Vec<_> = arguments.iter().map(|ty| variable(ty)).collect();
        let n = self.count;
        self.count += 1;
        writeln!(
            self.functions,
            "fn case_{n}({}) -> {result} {{ return {expression}; }}",
            parameters.join(", ")
        )
        .unwrap();
        writeln!(
            self.calls,
            "    {} = case_{n}({});",
            variable(result),
            values.join(", ")
        )
        .unwrap();
        self.types
            .extend(arguments.iter().chain([&result]).map(ToString::to_string));
    }

    fn source(&self, directives: &str) -> String {
        let variables: String = self.types.iter().fold(String::new(), |mut text, ty| {
            writeln!(text, "var<private> {}: {ty};", variable(ty)).unwrap();
            text
        });
        format!(
            "{directives}\n{variables}{}@fragment fn main() {{\n{}}}\n",
            self.functions, self.calls
        )
    }
}

/// The name of the variable with a type.
fn variable(ty: &str) -> String {
    format!("of_{}", ty.replace(['<', '>', ',', ' '], "_"))
}

/// A scalar or a vector type.
fn sized(size: usize, scalar: &str) -> String {
    if size == 1 {
        scalar.to_owned()
    } else {
        format!("vec{size}<{scalar}>")
    }
}

/// Compiles and validates at every Vulkan version.
fn check(directives: &str, build: impl FnOnce(&mut Cases)) {
    let mut cases = Cases::default();
    build(&mut cases);
    let source = cases.source(directives);
    let shader = parse::wgsl(&source, "cases.wgsl").unwrap_or_else(|error| panic!("{error}"));
    for target in validate::VULKAN {
        let words = backends::spirula(&shader, &backends::options(target)).unwrap_or_else(|e| panic!("{target}: {e}"));
        validate::validate(&words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
    }
}

fn numbers(cases: &mut Cases, scalar: &str, size: usize) {
    let (ty, bools) = (&*sized(size, scalar), &*sized(size, "bool"));
    for operator in ["+", "-", "*", "/", "%"] {
        cases.case(&[ty, ty], ty, &format!("a {operator} b"));
        if size > 1 {
            cases.case(&[ty, scalar], ty, &format!("a {operator} b"));
            cases.case(&[scalar, ty], ty, &format!("a {operator} b"));
        }
    }
    for operator in ["==", "!=", "<", "<=", ">", ">="] {
        cases.case(&[ty, ty], bools, &format!("a {operator} b"));
    }
    cases.case(&[ty, ty, bools], ty, "select(a, b, c)");
    cases.case(&[ty, ty, "bool"], ty, "select(a, b, c)");
    cases.case(&[ty], bools, &format!("{bools}(a)"));
    cases.case(&[bools], ty, &format!("{ty}(a)"));
    for function in ["abs(a)", "sign(a)", "min(a, a)", "max(a, a)"] {
        cases.case(&[ty], ty, function);
    }
    cases.case(&[ty, ty, ty], ty, "clamp(a, b, c)");
    cases.case(&[ty], ty, &format!("clamp(a, {ty}(1), {ty}(3))"));
    if size > 1 {
        cases.case(&[ty, ty], scalar, "dot(a, b)");
        cases.case(&[ty], &sized(3, scalar), "a.yxy");
        cases.case(&[scalar], ty, &format!("{ty}(a)"));
    }
}

fn floats(cases: &mut Cases, scalar: &str, size: usize) {
    let (ty, ints) = (&*sized(size, scalar), &*sized(size, "i32"));
    cases.case(&[ty], ty, "-a");
    for function in [
        "saturate",
        "ceil",
        "floor",
        "round",
        "fract",
        "trunc",
        "sqrt",
        "inverseSqrt",
        "radians",
        "degrees",
    ] {
        cases.case(&[ty], ty, &format!("{function}(a)"));
    }
    cases.case(&[ty], scalar, "length(a)");
    cases.case(&[ty, ty], scalar, "distance(a, b)");
    for expression in ["step(a, b)", "fma(a, b, c)", "mix(a, b, c)", "smoothstep(a, b, c)"] {
        let count = if expression.contains('c') { 3 } else { 2 };
        cases.case(&[ty; 3][..count], ty, expression);
    }
    cases.case(&[ty], ty, &format!("smoothstep({ty}(1), {ty}(2), a)"));
    cases.case(&[ty], ty, "modf(a).fract * modf(a).whole");
    cases.case(&[ty], ty, "frexp(a).fract");
    cases.case(&[ty, ints], ty, "ldexp(a, b)");
    if size > 1 {
        cases.case(&[ty], ty, "normalize(a)");
        cases.case(&[ty, ty, ty], ty, "faceForward(a, b, c)");
        cases.case(&[ty, ty], ty, "reflect(a, b)");
        cases.case(&[ty, ty, scalar], ty, "refract(a, b, c)");
        cases.case(&[ty, ty, scalar], ty, "mix(a, b, c)");
    }
    if size == 3 {
        cases.case(&[ty, ty], ty, "cross(a, b)");
    }
    // `GLSL.std.450` has these only for 16 and 32 bits.
    if scalar != "f64" {
        for function in [
            "cos", "sin", "tan", "acos", "asin", "atan", "cosh", "sinh", "tanh", "asinh", "acosh", "atanh", "exp",
            "exp2", "log", "log2",
        ] {
            cases.case(&[ty], ty, &format!("{function}(a)"));
        }
        cases.case(&[ty, ty], ty, "atan2(a, b) + pow(a, b)");
    }
    if scalar == "f32" {
        cases.case(&[ty], ty, "quantizeToF16(a)");
        for function in ["dpdx", "dpdy", "fwidth"] {
            cases.case(
                &[ty],
                ty,
                &format!("{function}(a) + {function}Coarse(a) + {function}Fine(a)"),
            );
        }
    }
}

fn integers(cases: &mut Cases, scalar: &str, size: usize) {
    let (ty, amounts) = (&*sized(size, scalar), &*sized(size, "u32"));
    for operator in ["&", "|", "^"] {
        cases.case(&[ty, ty], ty, &format!("a {operator} b"));
    }
    for operator in ["<<", ">>"] {
        cases.case(&[ty, amounts], ty, &format!("a {operator} b"));
        cases.case(&[ty], ty, &format!("a {operator} {amounts}(3)"));
    }
    let mut expressions = vec![format!("a / {ty}(7)"), format!("a % {ty}(7)"), "~a".to_owned()];
    if scalar.starts_with('i') {
        expressions.extend([format!("a / {ty}(-1)"), format!("a % {ty}(-1)"), "-a".to_owned()]);
    }
    for function in [
        "countTrailingZeros",
        "countLeadingZeros",
        "countOneBits",
        "reverseBits",
        "firstTrailingBit",
        "firstLeadingBit",
    ] {
        expressions.push(format!("{function}(a)"));
    }
    expressions.extend(["extractBits(a, 3u, 5u)", "insertBits(a, a, 3u, 5u)"].map(str::to_owned));
    for expression in expressions {
        cases.case(&[ty], ty, &expression);
    }
    cases.case(&[ty, "u32", "u32"], ty, "extractBits(a, b, c)");
    cases.case(&[ty, ty, "u32", "u32"], ty, "insertBits(a, b, c, d)");
}

fn conversions(cases: &mut Cases, from: &str, to: &str, size: usize) {
    let (source, target) = (&*sized(size, from), &*sized(size, to));
    cases.case(&[source], target, &format!("{target}(a)"));
    if from[1..] == to[1..] {
        cases.case(&[source], target, &format!("bitcast<{target}>(a)"));
    }
}

fn matrices(cases: &mut Cases, scalar: &str, others: &[&str]) {
    for (columns, rows) in (2..=4).flat_map(|c| (2..=4).map(move |r| (c, r))) {
        let matrix = |columns: usize, rows: usize, scalar: &str| format!("mat{columns}x{rows}<{scalar}>");
        let (ty, row, column) = (
            &*matrix(columns, rows, scalar),
            &*sized(columns, scalar),
            &*sized(rows, scalar),
        );
        cases.case(&[ty, ty], ty, "a + b - a");
        cases.case(&[ty, scalar], ty, "a * b + b * a");
        cases.case(&[ty, row], column, "a * b");
        cases.case(&[ty, column], row, "b * a");
        for other in 2..=4 {
            cases.case(
                &[ty, &matrix(other, columns, scalar)],
                &matrix(other, rows, scalar),
                "a * b",
            );
        }
        cases.case(&[ty], &matrix(rows, columns, scalar), "transpose(a)");
        if columns == rows {
            cases.case(&[ty], scalar, "determinant(a)");
        }
        for other in others {
            let converted = &*matrix(columns, rows, other);
            cases.case(&[ty], converted, &format!("{converted}(a)"));
        }
        cases.case(&[column], ty, &format!("{ty}({})", vec!["a"; columns].join(", ")));
    }
}

/// Adds all cases for some scalars, with conversions among all of them.
fn everything(cases: &mut Cases, scalars: &[&str]) {
    let floating: Vec<_> = scalars
        .iter()
        .copied()
        .filter(|scalar| scalar.starts_with('f'))
        .collect();
    for &scalar in scalars {
        for size in 1..=4 {
            numbers(cases, scalar, size);
            if scalar.starts_with('f') {
                floats(cases, scalar, size);
            } else {
                integers(cases, scalar, size);
            }
            for &other in scalars {
                conversions(cases, scalar, other, size);
            }
        }
        if scalar.starts_with('f') {
            matrices(cases, scalar, &floating);
        }
    }
}

#[test]
fn of_32_bits() {
    check("", |cases| everything(cases, &["f32", "i32", "u32"]));
}

#[test]
fn of_16_bit_floats() {
    check("enable f16;", |cases| everything(cases, &["f16", "f32", "i32", "u32"]));
}

#[test]
fn of_16_bit_integers() {
    check("enable wgpu_int16;", |cases| {
        everything(cases, &["i16", "u16", "i32", "u32", "f32"])
    });
}

#[test]
fn of_64_bits() {
    check("", |cases| everything(cases, &["f64", "i64", "u64", "f32", "i32"]));
}

#[test]
fn of_booleans_and_bytes() {
    check("", |cases| {
        for size in 1..=4 {
            let ty = &*sized(size, "bool");
            for operator in ["&", "|", "==", "!="] {
                cases.case(&[ty, ty], ty, &format!("a {operator} b"));
            }
            cases.case(&[ty], ty, "!a");
            cases.case(&[ty], "bool", "all(a) & any(a)");
            cases.case(&[ty, ty, "bool"], ty, "select(a, b, c)");
        }
        cases.case(&["bool", "bool"], "bool", "a && b || a");
        for (argument, functions) in [
            ("vec4<f32>", &["pack4x8snorm", "pack4x8unorm"][..]),
            ("vec2<f32>", &["pack2x16snorm", "pack2x16unorm", "pack2x16float"]),
            ("vec4<i32>", &["pack4xI8", "pack4xI8Clamp"]),
            ("vec4<u32>", &["pack4xU8", "pack4xU8Clamp"]),
        ] {
            for function in functions {
                cases.case(&[argument], "u32", &format!("{function}(a)"));
            }
        }
        for (function, result) in [
            ("unpack4x8snorm", "vec4<f32>"),
            ("unpack4x8unorm", "vec4<f32>"),
            ("unpack2x16snorm", "vec2<f32>"),
            ("unpack2x16unorm", "vec2<f32>"),
            ("unpack2x16float", "vec2<f32>"),
            ("unpack4xI8", "vec4<i32>"),
            ("unpack4xU8", "vec4<u32>"),
        ] {
            cases.case(&["u32"], result, &format!("{function}(a)"));
        }
        cases.case(&["u32", "u32"], "i32", "dot4I8Packed(a, b)");
        cases.case(&["u32", "u32"], "u32", "dot4U8Packed(a, b)");
        cases.case(&["vec2<f32>", "f32"], "vec4<f32>", "vec4<f32>(b, a, b)");
        cases.case(&["vec4<f32>"], "vec4<f32>", "a.xyzw");
        cases.case(&["f32"], "array<f32, 3>", "array<f32, 3>(a, a, a)");
    });
}

/// Helpers replace functions that `GLSL.std.450` lacks for 64 bits; `tests/it/numbers.rs` executes them.
#[test]
fn functions_of_f64_that_have_no_instruction_are_written_out() {
    for expression in ["sin(x)", "pow(x, x)", "atan2(x, x)", "log2(x)", "dpdx(x)"] {
        let source = format!("@fragment fn main(@location(0) a: f32) {{ let x = f64(a); var y = {expression}; }}");
        let shader = parse::wgsl(&source, "doubles.wgsl").unwrap_or_else(|error| panic!("{error}"));
        for target in ["vulkan1.0", "vulkan1.3"] {
            let words = backends::spirula(&shader, &backends::options(target))
                .unwrap_or_else(|error| panic!("{expression}: {error}"));
            validate::validate(&words, target).unwrap_or_else(|error| panic!("{expression}: {error}"));
        }
    }
}
