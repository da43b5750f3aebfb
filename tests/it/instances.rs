//! Tests of the number of a function's instances: one for each shape of its pointer arguments, and an error if there
//! are too many. `execution` tests their results.

use crate::common::inspect::Inspected;
use crate::common::nested::halves;
use crate::common::{backends, parse, setup, validate};
use naga::proc::BoundsCheckPolicy;
use spirula::ErrorKind;
use spirv::{Decoration, Op};

/// Writes WGSL at every Vulkan version, and with every policy at one of them, and validates the words with spirv-val.
fn write_everywhere(source: &str, judge: impl Fn(&Inspected<'_>)) {
    let shader = parse::wgsl(source, "instances.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let policies = [BoundsCheckPolicy::ReadZeroSkipWrite, BoundsCheckPolicy::Unchecked];
    let others = policies.map(|policy| ("vulkan1.1", policy));
    let restricted = validate::VULKAN.map(|target| (target, BoundsCheckPolicy::Restrict));
    for (target, policy) in restricted.into_iter().chain(others) {
        let mut options = backends::options(target);
        options.bounds_check_policies.index = policy;
        let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{target}: {error}"));
        validate::validate(&words, target).unwrap_or_else(|fault| panic!("{target}, {policy:?}: {fault}"));
        judge(&Inspected::new(&words));
    }
}

fn main_of(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(1)
    fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    )
}

#[test]
fn a_function_has_an_instance_for_each_of_sixty_four_shapes() {
    for space in ["function", "private"] {
        let (declared, local) = match space {
            "private" => ("var<private> s: S6;", ""),
            _ => ("", "var s: S6;"),
        };
        let source = halves(7, space) + declared + &main_of(&format!("{local} output[0] = f6(&s, 1u);"));
        write_everywhere(&source, |module| assert_eq!(module.count(Op::Function), 127 + 1));
    }
}

/// Every level of nested structs doubles the number of shapes: with one level more the leaf would have 128.
#[test]
fn more_shapes_are_refused_where_the_function_is_called() {
    let source = halves(8, "function") + &main_of("var s: S7; output[0] = f7(&s, 1u);");
    let shader = parse::wgsl(&source, "instances.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let error = setup::compile(&shader.module, &shader.info, &backends::options("vulkan1.1")).unwrap_err();
    let [diagnostic] = error.diagnostics() else {
        panic!("one error: {error:?}");
    };
    let ErrorKind::Limit { value, limit, .. } = diagnostic.kind else {
        panic!("{}", diagnostic.kind);
    };
    assert_eq!((value, limit), (65, 64));
    let text = &source[diagnostic.span.to_range().unwrap()];
    assert!(text.starts_with("f0(&(*p)."), "{text}");
    assert_eq!(diagnostic.notes, ["in a call of `f0`"]);
}

/// Arguments that are resources with several variables are part of the instance too: one instance for each resource.
#[test]
fn a_function_takes_each_of_a_hundred_external_textures() {
    let (mut declarations, mut body) = (String::new(), String::new());
    for number in 0..100 {
        declarations += &format!("@group(1) @binding({}) var t{number}: texture_external;\n", number * 4);
        body += &format!("sum += f(t{number});");
    }
    let source = declarations
        + "fn f(t: texture_external) -> f32 { return textureLoad(t, vec2<u32>(0u, 0u)).x; }"
        + &main_of(&format!("var sum = 0.0; {body} output[i] = u32(sum);"));
    let shader = parse::wgsl(&source, "instances.wgsl").unwrap_or_else(|error| panic!("{error}"));
    for target in validate::VULKAN {
        let options = backends::options(target);
        let words = backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{target}: {error}"));
        validate::validate(&words, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
        assert!(Inspected::new(&words).count(Op::Function) >= 101);
    }
}

#[test]
fn indices_count_as_parameters() {
    let levels = 250;
    let mut ty = "u32".to_owned();
    for _ in 0..levels {
        ty = format!("array<{ty}, 1>");
    }
    let path = "[i]".repeat(levels);
    let source = format!(
        "fn f(p: ptr<function, u32>, a: u32, b: u32, c: u32, d: u32, e: u32) {{ *p += a + b + c + d + e; }}
    alias A = {ty};
    {}",
        main_of(&format!(
            "var x: A; f(&x{path}, 1u, 2u, 3u, 4u, 5u); output[0] = x{path};"
        ))
    );
    // naga's own recursion limits the nesting of types; the test needs this depth.
    let Ok(shader) = parse::wgsl(&source, "instances.wgsl") else {
        return;
    };
    let error = setup::compile(&shader.module, &shader.info, &backends::options("vulkan1.1")).unwrap_err();
    let ErrorKind::Limit { value, limit, .. } = error.diagnostics()[0].kind else {
        panic!("{error:?}");
    };
    assert_eq!((value, limit), (256, 255));
}

/// Two memory objects of a function are assumed to be different unless they are decorated as aliased (SPIR-V §2.18.2,
/// "Aliasing"): here they are different, so none is decorated.
#[test]
fn aliased_arguments_are_one_pointer() {
    let source = "
    var<private> private_: array<u32, 4>;
    fn f(p: ptr<function, u32>, q: ptr<function, u32>) { *p += 1u; *q *= 2u; }
    fn g(p: ptr<private, u32>) { *p += private_[0]; }
    "
    .to_owned()
        + &main_of("var a: array<u32, 4>; f(&a[i], &a[0]); g(&private_[i]); output[0] = a[0] + private_[0];");
    write_everywhere(&source, |module| {
        let calls: Vec<usize> = module
            .all(Op::FunctionCall)
            .map(|call| {
                call.operand_words()[1..]
                    .iter()
                    .filter(|&&id| module.is(id, Op::Variable))
                    .count()
            })
            .collect();
        assert_eq!(
            calls,
            [1, 0],
            "one variable for both arguments; the private one is named"
        );
        assert!(
            module
                .all(Op::Decorate)
                .all(|decorate| decorate.operand_words()[1] != Decoration::Aliased as u32)
        );
    });
}
