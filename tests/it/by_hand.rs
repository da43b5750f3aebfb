//! Tests of modules and options that naga's validator accepts and no front end generates: names that do not fit a
//! literal string, and spans outside the source.

use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Compute, Resource, gpu};
use crate::common::{parse, validate};
use crate::execution::run::{group, targets};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{
    BinaryOperator, Expression, ImageClass, ImageDimension, Module, ScalarKind, Span, Statement, TypeInner, UniqueArena,
};
use spirula::target::{Workaround, Workarounds};
use spirula::{DebugInfo, ErrorKind, Target};

const SOURCE: &str = "struct Buffer { first: f32, second: vec2<f32> }
@group(0) @binding(0) var<storage, read_write> buffer: Buffer;
fn twice(x: f32) -> f32 { let y = x * 2.0; return y; }
@compute @workgroup_size(1) fn main() { buffer.first = twice(buffer.second.x); }
@compute @workgroup_size(1) fn other() {}";

fn options(target: &str, source: &str, file_name: &str) -> Setup {
    let mut options = Setup::new(Target::parse(target).unwrap());
    options.names = true;
    options.debug_info = Some(DebugInfo::new(file_name, source));
    options
}

fn compile(module: &Module, options: &Setup) -> Result<Vec<u32>, spirula::Error> {
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(module)
        .unwrap();
    setup::compile(module, &info, options).map(|output| output.words)
}

/// Sets all names except those of entry points to this one.
fn rename(module: &mut Module, name: &str) {
    for (_, function) in module.functions.iter_mut() {
        function.name = Some(name.to_owned());
        for argument in &mut function.arguments {
            argument.name = Some(name.to_owned());
        }
        for named in function.named_expressions.values_mut() {
            *named = name.to_owned();
        }
    }
    for (_, global) in module.global_variables.iter_mut() {
        global.name = Some(name.to_owned());
    }
    let mut types = UniqueArena::new();
    for (handle, ty) in module.types.iter() {
        let mut ty = ty.clone();
        if let TypeInner::Struct { members, .. } = &mut ty.inner {
            for member in members {
                member.name = Some(name.to_owned());
            }
            ty.name = Some(name.to_owned());
        }
        types.insert(ty, module.types.get_span(handle));
    }
    module.types = types;
}

/// SPIR-V §2.17, "Universal Limits": 65,535 characters; the word count of an instruction allows fewer bytes if each has
/// four.
#[test]
fn names_are_cut_to_what_a_literal_string_holds() {
    for name in ["x".repeat(300_000), "💥".repeat(65_536), "ends\0here".to_owned()] {
        let mut module = parse::wgsl(SOURCE, "test.wgsl").unwrap().module;
        rename(&mut module, &name);
        for target in validate::VULKAN {
            let words = compile(&module, &options(target, &name, &name)).unwrap();
            validate::validate(&words, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
            let listing = spirula::words::disassemble(&words);
            let cut: String = match name.find('\0') {
                Some(end) => name[..end].to_owned(),
                None => name
                    .chars()
                    .take(65_535 / name.chars().next().unwrap().len_utf8())
                    .collect(),
            };
            // The struct and its two members; the buffer, and the function.
            let named = listing
                .lines()
                .filter(|line| line.contains("OpName") || line.contains("OpMemberName"));
            let whole = named.filter(|line| line.ends_with(&format!("\"{cut}\""))).count();
            assert!(whole >= 5, "{target}: {whole}");
        }
    }
}

#[test]
fn an_entry_point_keeps_its_whole_name_or_is_refused() {
    let mut module = parse::wgsl(SOURCE, "test.wgsl").unwrap().module;
    module.entry_points[0].name = "x".repeat(65_535);
    let words = compile(&module, &options("vulkan1.1", SOURCE, "test.wgsl")).unwrap();
    validate::validate(&words, "vulkan1.1").unwrap();
    module.entry_points[0].name.push('x');
    let error = compile(&module, &options("vulkan1.1", SOURCE, "test.wgsl")).unwrap_err();
    assert!(matches!(
        error.diagnostics()[0].kind,
        ErrorKind::Limit {
            value: 65_536,
            limit: 65_535,
            ..
        }
    ));
    // A pipeline would see both as "main".
    module.entry_points[0].name = "main\0first".to_owned();
    module.entry_points[1].name = "main\0second".to_owned();
    let error = compile(&module, &options("vulkan1.1", SOURCE, "test.wgsl")).unwrap_err();
    let kinds: Vec<_> = error.diagnostics().iter().map(|diagnostic| &diagnostic.kind).collect();
    assert!(
        matches!(
            kinds[..],
            [ErrorKind::Inexpressible { .. }, ErrorKind::Inexpressible { .. }]
        ),
        "{error}"
    );
}

/// A text that is longer than one literal string is continued in others, without loss.
#[test]
fn long_sources_are_written_whole() {
    let comment: String = (0..40_000).map(|i| format!("// é {i}\n")).collect();
    let source = format!("{SOURCE}\n{comment}");
    let module = parse::wgsl(&source, "test.wgsl").unwrap().module;
    let words = compile(&module, &options("vulkan1.1", &source, "test.wgsl")).unwrap();
    validate::validate(&words, "vulkan1.1").unwrap();
    let mut text = Vec::new();
    let mut at = 5;
    while at < words.len() {
        let (op, count) = (words[at] & 0xFFFF, (words[at] >> 16) as usize);
        // OpSource has language, version and file before its text; OpSourceContinued has only the text.
        let skip = match op {
            3 => Some(4),
            2 => Some(1),
            _ => None,
        };
        if let Some(skip) = skip {
            let bytes = words[at + skip..at + count].iter().flat_map(|word| word.to_le_bytes());
            text.extend(bytes.take_while(|&byte| byte != 0));
        }
        at += count;
    }
    assert_eq!(String::from_utf8(text).unwrap(), source);
}

/// Spans outside the source are not marked and cause no failure.
#[test]
fn places_outside_the_source_are_taken_as_they_are() {
    for span in [
        Span::new(u32::MAX, u32::MAX),
        Span::new(u32::MAX - 1, u32::MAX),
        Span::new(5, 2),
    ] {
        let mut module = parse::wgsl(SOURCE, "test.wgsl").unwrap().module;
        for (_, function) in module.functions.iter_mut() {
            let mut block = naga::Block::new();
            for statement in function.body.iter() {
                block.push(statement.clone(), span);
            }
            function.body = block;
        }
        for source in ["", "é", "one\ntwo"] {
            let words = compile(&module, &options("vulkan1.1", source, "test.wgsl")).unwrap();
            validate::validate(&words, "vulkan1.1").unwrap();
        }
    }
}

/// Front ends create types without a span, for results of built-in functions for example.
#[test]
fn what_a_made_up_type_needs_is_shown_where_it_is_used() {
    let source = "enable f16;
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read_write> halves: array<f16>;
@compute @workgroup_size(64)
fn main() {
    let c = coopLoad<coop_mat16x16<f16, C>>(&halves[0], 16u);
    coopStore(c, &halves[256], 16u);
}";
    let module = parse::wgsl(source, "test.wgsl").unwrap().module;
    let error = compile(&module, &Setup::new(Target::vulkan(1, 3).strict())).unwrap_err();
    let found = error.diagnostics().iter().find(|diagnostic| match &diagnostic.kind {
        ErrorKind::Missing(requirement) => requirement.name() == "shaderFloat16",
        _ => false,
    });
    let range = found.unwrap().span.to_range().expect("a place");
    assert!(source[range].starts_with("coopLoad<coop_mat16x16<f16, C>>"));
}

/// naga's validator accepts statements that evaluate one expression twice, as long as their scopes do not meet.
#[test]
fn an_expression_that_two_statements_evaluate() {
    // A value, a pointer, and as many that their bits are in several words.
    let many = "buffer[2] = 1u + ".to_owned() + &"(i + ".repeat(80) + "i" + &")".repeat(80) + ";";
    for statement in ["buffer[1] = i;", "if i < 8u { a[i] = 1u; }", &many] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;
var<private> a: array<u32, 8>;
@compute @workgroup_size(1)
fn main() {{
    var i = 3u;
    if buffer[0] == 0u {{ {statement} }} else {{ buffer[3] = 2u; }}
}}"
        );
        let mut module = parse::wgsl(&source, "test.wgsl").unwrap().module;
        let options = Setup::new(Target::vulkan(1, 3));
        compile(&module, &options).unwrap();
        let body = &mut module.entry_points[0].function.body;
        let arms = body.iter_mut().find_map(|statement| match statement {
            Statement::If { accept, reject, .. } => Some((accept, reject)),
            _ => None,
        });
        let (accept, reject) = arms.unwrap();
        *reject = accept.clone();
        let error = compile(&module, &options).unwrap_err();
        let ErrorKind::Inexpressible { what, .. } = error.diagnostics()[0].kind else {
            panic!("{error}");
        };
        assert_eq!(what, "an expression that two statements evaluate");
        assert!(
            error
                .diagnostics()
                .iter()
                .any(|diagnostic| diagnostic.span.is_defined())
        );
    }
}

/// The refusal of a shader that naga's validator accepts after a change.
fn refused(source: &str, change: impl FnOnce(&mut Module)) -> String {
    let mut module = parse::wgsl(source, "test.wgsl")
        .unwrap_or_else(|error| panic!("{error}"))
        .module;
    let info = parse::validator().validate(&module).unwrap();
    let options = Setup::new(Target::vulkan(1, 3));
    setup::compile(&module, &info, &options).unwrap_or_else(|error| panic!("{error}"));
    change(&mut module);
    let info = parse::validator().validate(&module).unwrap();
    let error = setup::compile(&module, &info, &options).unwrap_err();
    error.diagnostics()[0].kind.to_string()
}

/// naga's validator wants one statement for the result of a call and of an atomic operation, but not for others.
#[test]
fn a_result_that_two_statements_define() {
    for statement in [
        "a = subgroupAdd(v);",
        "a = subgroupBroadcastFirst(v);",
        "b = subgroupBallot(p);",
        "a = workgroupUniformLoad(&w);",
        "c = rayQueryProceed(&q);",
    ] {
        let source = format!(
            "enable wgpu_ray_query;
@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;
var<workgroup> w: u32;
@compute @workgroup_size(1)
fn main() {{
    var a: u32;
    var b: vec4<u32>;
    var c = true;
    var q: ray_query;
    let v = buffer[0];
    let p = v == 1u;
    {{ {statement} }}
    {{ buffer[1] = 1u; }}
    buffer[2] = a + b.x + u32(c);
}}"
        );
        let kind = refused(&source, |module| {
            let mut blocks = module.entry_points[0].function.body.iter_mut();
            let mut block = || {
                blocks.find_map(|statement| match statement {
                    Statement::Block(block) => Some(block),
                    _ => None,
                })
            };
            let defines = |statement: &&Statement| !matches!(statement, Statement::Emit(_) | Statement::Store { .. });
            let first = block().unwrap().iter().find(defines).unwrap().clone();
            block().unwrap().push(first, Span::UNDEFINED);
        });
        assert!(kind.starts_with("an expression that two statements evaluate"), "{kind}");
    }
}

/// naga's validator does not compare the expression of these results.
#[test]
fn a_result_that_is_another_operation() {
    let source = "@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;
@compute @workgroup_size(1)
fn main() {
    let masked = vec4<u32>(buffer[0]) & vec4<u32>(7u);
    let ballot = subgroupBallot(true);
    buffer[1] = ballot.x + masked.x;
}";
    let kind = refused(source, |module| {
        let function = &mut module.entry_points[0].function;
        let masked = function
            .expressions
            .iter()
            .find_map(|(_, expression)| match expression {
                Expression::Binary {
                    op: BinaryOperator::And,
                    ..
                } => Some(expression.clone()),
                _ => None,
            });
        let ballot = function.body.iter_mut().find_map(|statement| match statement {
            Statement::SubgroupBallot { result, .. } => Some(*result),
            _ => None,
        });
        *function.expressions.get_mut(ballot.unwrap()) = masked.unwrap();
    });
    assert!(
        kind.starts_with("a statement whose result is the expression of another operation"),
        "{kind}"
    );
}

/// naga's validator does not ask whether the operands of an expression are in scope. A value of a loop, or of an arm
/// that was not executed, would be used after it.
#[test]
fn an_operand_that_is_not_in_scope() {
    let inner = "buffer[1] = buffer[2] + 5u;";
    for construct in [
        format!("if buffer[0] == 0u {{ {inner} }}"),
        format!("if buffer[0] == 0u {{ }} else {{ {inner} }}"),
        format!("switch buffer[0] {{ case 1u: {{ {inner} }} default: {{ }} }}"),
        format!("for (var i = 0u; i < 3u; i++) {{ {inner} }}"),
        format!("loop {{ continuing {{ {inner} break if true; }} }}"),
        format!("while buffer[0] == 0u {{ {inner} }}"),
        format!("{{ {inner} }}"),
        format!("{{ {{ {inner} }} }}"),
    ] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;
@compute @workgroup_size(1)
fn main() {{
    {construct}
    buffer[3] = buffer[4] * 7u;
}}"
        );
        let kind = refused(&source, |module| {
            let expressions = &mut module.entry_points[0].function.expressions;
            let of = |wanted: BinaryOperator| {
                expressions.iter().find_map(|(handle, expression)| match *expression {
                    Expression::Binary { op, left, right } if op == wanted => Some((handle, left, right)),
                    _ => None,
                })
            };
            // The counter of the loop is added to as well, later.
            let (_, loaded, _) = of(BinaryOperator::Add).unwrap();
            let (product, _, seven) = of(BinaryOperator::Multiply).unwrap();
            *expressions.get_mut(product) = Expression::Binary {
                op: BinaryOperator::Multiply,
                left: loaded,
                right: seven,
            };
        });
        assert_eq!(
            kind, "the module is not valid: an expression is used where it is not in scope",
            "{source}"
        );
    }
}

/// The same for a member that is loaded in place of its struct.
#[test]
fn a_member_that_is_not_in_scope() {
    let source = "struct S { a: u32, b: array<u32, 8> }
@group(0) @binding(0) var<storage, read_write> buffer: S;
@compute @workgroup_size(1)
fn main() {
    if buffer.a == 0u { let s = buffer; buffer.b[1] = s.a; }
    buffer.b[2] = 3u;
}";
    let kind = refused(source, |module| {
        let function = &mut module.entry_points[0].function;
        let arm = function.body.iter_mut().find_map(|statement| match statement {
            Statement::If { accept, .. } => Some(accept),
            _ => None,
        });
        let arm = arm.unwrap();
        // The `Emit` of the member follows that of the struct; it is moved behind the arm, with the store.
        let statements: Vec<Statement> = arm.iter().cloned().collect();
        let (loads, rest) = statements.split_at(1);
        let Statement::Emit(range) = &loads[0] else {
            panic!("no load");
        };
        let first = range.first_and_last().unwrap().0;
        let mut inner = naga::Block::new();
        inner.push(
            Statement::Emit(naga::Range::new_from_bounds(first, first)),
            Span::UNDEFINED,
        );
        let others: Vec<_> = range.clone().skip(1).collect();
        *arm = inner;
        let mut outer: naga::Block = naga::Block::new();
        for statement in function.body.iter() {
            outer.push(statement.clone(), Span::UNDEFINED);
            if matches!(statement, Statement::If { .. }) {
                for &other in &others {
                    outer.push(
                        Statement::Emit(naga::Range::new_from_bounds(other, other)),
                        Span::UNDEFINED,
                    );
                }
                for moved in rest {
                    outer.push(moved.clone(), Span::UNDEFINED);
                }
            }
        }
        function.body = outer;
    });
    assert_eq!(
        kind,
        "the module is not valid: an expression is used where it is not in scope"
    );
}

/// A value of an inner block has its name all the same.
#[test]
fn values_of_inner_blocks_are_named() {
    let source = "struct S { a: u32, b: u32 }
@group(0) @binding(0) var<storage, read_write> buffer: array<S>;
fn twice(x: u32) -> u32 { return x * 2u; }
@compute @workgroup_size(1)
fn main() {
    if buffer[0].a == 0u {
        let sum = buffer[1].a + 3u;
        { let result = twice(sum); buffer[2].a = result; }
        let whole = buffer[3];
        let member = whole.b;
        buffer[4].b = member;
    }
}";
    let module = parse::wgsl(source, "test.wgsl").unwrap().module;
    let mut options = Setup::new(Target::vulkan(1, 3));
    options.names = true;
    let listing = spirula::words::disassemble(&compile(&module, &options).unwrap());
    for name in ["sum", "result", "member"] {
        assert!(listing.contains(&format!("\"{name}\"")), "{name}\n{listing}");
    }
}

/// naga's validator accepts a vector as the selector of a switch.
#[test]
fn a_selector_that_is_a_vector() {
    let source = "@group(0) @binding(0) var<storage, read_write> buffer: array<vec2<u32>>;
@compute @workgroup_size(1)
fn main() {
    let pair = buffer[0];
    switch pair.x { case 1u: { buffer[1] = pair; } default: { } }
}";
    let kind = refused(source, |module| {
        let function = &mut module.entry_points[0].function;
        let expressions = &function.expressions;
        for statement in function.body.iter_mut() {
            if let Statement::Switch { selector, .. } = statement {
                let Expression::AccessIndex { base, .. } = expressions[*selector] else {
                    panic!("no member");
                };
                *selector = base;
            }
        }
    });
    assert_eq!(kind, "the module is not valid: the selector of a switch is no integer");
}

/// naga's validator accepts images that Vulkan does not have, and an atomic operation on an array of images.
#[test]
fn images_that_do_not_exist() {
    let image = |class, dim| {
        move |module: &mut Module| {
            let old = std::mem::take(&mut module.types);
            for (handle, ty) in old.iter() {
                let mut ty = ty.clone();
                if let TypeInner::Image { .. } = ty.inner {
                    ty.inner = TypeInner::Image {
                        dim,
                        arrayed: false,
                        class,
                    };
                }
                module.types.insert(ty, old.get_span(handle));
            }
        }
    };
    let multisampled = "@group(0) @binding(0) var image: texture_multisampled_2d<u32>;
@group(0) @binding(1) var<storage, read_write> n: u32;
@compute @workgroup_size(1) fn main() { n = textureNumSamples(image); }";
    let sampled = |kind, multi| ImageClass::Sampled { kind, multi };
    for dim in [ImageDimension::D1, ImageDimension::D3, ImageDimension::Cube] {
        let kind = refused(multisampled, image(sampled(ScalarKind::Uint, true), dim));
        assert!(
            kind.starts_with("a multisampled image that is not two-dimensional"),
            "{kind}"
        );
    }
    let kind = refused(multisampled, image(sampled(ScalarKind::Bool, true), ImageDimension::D2));
    assert!(kind.starts_with("an image of booleans"), "{kind}");
    let arrays = "enable wgpu_binding_array;
@group(0) @binding(0) var images: binding_array<texture_storage_2d<r32uint, atomic>, 4>;
@compute @workgroup_size(1) fn main() { textureAtomicAdd(images[1], vec2<u32>(), 1u); }";
    let kind = refused(arrays, |module| {
        let function = &mut module.entry_points[0].function;
        let expressions = &function.expressions;
        for statement in function.body.iter_mut() {
            if let Statement::ImageAtomic { image, .. } = statement {
                let Expression::AccessIndex { base, .. } = expressions[*image] else {
                    panic!("no element");
                };
                *image = base;
            }
        }
    });
    assert_eq!(
        kind,
        "the module is not valid: an atomic operation on what is not an image"
    );
}

/// A module whose structs that hold a member of this name have, for this member, the type of another member.
fn with_other_member(module: &mut Module, name: &str, member: usize, other: usize) {
    let old = std::mem::take(&mut module.types);
    for (handle, ty) in old.iter() {
        let mut ty = ty.clone();
        if let TypeInner::Struct { ref mut members, .. } = ty.inner
            && members.iter().any(|member| member.name.as_deref() == Some(name))
        {
            members[member].ty = members[other].ty;
        }
        module.types.insert(ty, old.get_span(handle));
    }
}

/// naga's validator does not compare the members of the structs that its front ends declare for results of functions.
#[test]
fn results_of_functions_with_other_members() {
    for (scalar, width) in [("f16", "enable f16;"), ("f32", ""), ("f64", "")] {
        for ty in [scalar.to_owned(), format!("vec2<{scalar}>")] {
            let source = format!(
                "{width}
@group(0) @binding(0) var<storage, read_write> buffer: array<{ty}>;
@compute @workgroup_size(1)
fn main() {{ buffer[0] = frexp(buffer[1]).fract; }}"
            );
            let kind = refused(&source, |module| with_other_member(module, "exp", 1, 0));
            let expected = "the module is not valid: the type of the result of a built-in function is not naga's";
            assert_eq!(kind, expected);
        }
    }
}

/// naga's validator does not look at the type of the positions of a triangle.
#[test]
fn positions_of_another_length() {
    let source = "enable wgpu_ray_query;
enable wgpu_ray_query_vertex_return;
@group(0) @binding(0) var scene: acceleration_structure<vertex_return>;
@group(0) @binding(1) var<storage, read_write> output: array<vec3<f32>>;
@compute @workgroup_size(1)
fn main() {
    var query: ray_query<vertex_return>;
    rayQueryInitialize(&query, scene, RayDesc(0u, 255u, 0.0, 1.0, vec3<f32>(), vec3<f32>(1.0)));
    output[0] = getCommittedHitVertexPositions(&query)[1];
}";
    let kind = refused(source, |module| {
        let old = std::mem::take(&mut module.types);
        for (handle, ty) in old.iter() {
            let mut ty = ty.clone();
            if let TypeInner::Array { ref mut size, .. } = ty.inner
                && let naga::ArraySize::Constant(count) = size
            {
                *count = std::num::NonZeroU32::new(7).unwrap();
            }
            module.types.insert(ty, old.get_span(handle));
        }
    });
    assert_eq!(
        kind,
        "the module is not valid: the type of the positions of a triangle is not naga's"
    );
}

/// naga's validator does not look at a payload that nothing accesses.
#[test]
fn payloads_of_other_stages() {
    let source = "enable wgpu_ray_tracing_pipeline;
struct Payload { color: u32 }
var<incoming_ray_payload> received: Payload;
@miss @incoming_payload(received) fn main() { }";
    let changes: [fn(&mut Module); 2] = [
        |module| {
            let received = module.global_variables.iter_mut().next().unwrap().1;
            received.space = naga::AddressSpace::TaskPayload;
        },
        |module| module.entry_points[0].stage = naga::ShaderStage::RayGeneration,
    ];
    for change in changes {
        let kind = refused(source, change);
        assert_eq!(
            kind,
            "the module is not valid: an entry point has the payload of another stage"
        );
    }
}

/// naga's validator does not compare the members of the types of rays and intersections.
#[test]
fn special_types_with_other_members() {
    let source = "enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> t: f32;
@compute @workgroup_size(1)
fn main() {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0u, 255u, 0.0, 1.0, vec3<f32>(), vec3<f32>(1.0)));
    t = rayQueryGetCommittedIntersection(&query).t;
}";
    let kind = refused(source, |module| with_other_member(module, "barycentrics", 2, 1));
    assert_eq!(
        kind,
        "the module is not valid: the type of a ray or of an intersection is not naga's"
    );
}

/// naga's validator lets a local start with a value that a statement evaluates too. It is indexed in an arm first.
#[test]
fn an_initial_value_that_a_statement_evaluates() {
    let Some(gpu) = gpu() else { return };
    let source = "override o: u32 = 3u;
@group(0) @binding(0) var<storage, read> buf: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;
@compute @workgroup_size(1)
fn main() {
    var x: array<u32, 4>;
    let values = array<u32, 4>(o, 5u, o, 7u);
    out[2] = x[buf[3]];
    if buf[0] == 1u { out[0] = values[buf[1]]; }
    out[1] = values[buf[2]];
}";
    let mut module = parse::wgsl(source, "test.wgsl").unwrap().module;
    let function = &mut module.entry_points[0].function;
    let composed = function
        .expressions
        .iter()
        .find_map(|(handle, expression)| match expression {
            Expression::Compose { .. } => Some(handle),
            _ => None,
        });
    for (_, local) in function.local_variables.iter_mut() {
        local.init = composed;
    }
    let words = |words: [u32; 4]| Resource::Storage(words.iter().flat_map(|word| word.to_le_bytes()).collect());
    for target in targets(&gpu) {
        let mut options = Setup::new(Target::parse(target).unwrap());
        options.spec_constants = true;
        let results = gpu.compute(&Compute {
            words: &compile(&module, &options).unwrap(),
            entry_point: "main",
            bindings: &group([words([0, 1, 1, 1]), words([9; 4])]),
            push_constants: &[],
            constants: &[],
            workgroups: [1; 3],
            validate: true,
        });
        let expected: Vec<u8> = [9_u32, 5, 5, 9].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(results.unwrap()[1], expected, "{target}");
    }
}

/// naga's validator lets an operand be an expression that no statement evaluates. `continuing` then evaluates it from
/// values of the body, whose definitions a `continue` can skip.
#[test]
fn an_operand_of_continuing_that_no_statement_evaluates() {
    let Some(gpu) = gpu() else { return };
    let source = "@group(0) @binding(0) var<storage, read_write> v: array<u32, 4>;
@compute @workgroup_size(1)
fn main() {
    var i = v[0];
    loop {
        let early = i + 7u;
        if i == v[1] { continue; }
        let late = i ^ v[2];
        v[3] = v[3] * 10u + late;
        continuing { i = (early * 3u) % 16u; break if i > 12u; }
    }
}";
    let mut module = parse::wgsl(source, "test.wgsl").unwrap().module;
    let function = &mut module.entry_points[0].function;
    let of = |wanted: BinaryOperator| {
        let found = |(handle, expression): (_, &Expression)| match *expression {
            Expression::Binary { op, .. } if op == wanted => Some(handle),
            _ => None,
        };
        function.expressions.iter().rev().find_map(found).unwrap()
    };
    let (late, product) = (of(BinaryOperator::ExclusiveOr), of(BinaryOperator::Multiply));
    let Expression::Binary { ref mut left, .. } = function.expressions[product] else {
        panic!("no product");
    };
    *left = late;
    let loop_ = function.body.iter_mut().find_map(|statement| match statement {
        Statement::Loop { continuing, .. } => Some(continuing),
        _ => None,
    });
    let continuing = loop_.unwrap();
    let emits_product = |statement: &Statement| matches!(statement, Statement::Emit(range) if range.first_and_last() == Some((product, product)));
    let at = continuing.iter().position(emits_product).unwrap();
    continuing.cull(at..=at);

    // As the shader does if no `continue` is executed.
    let (mut i, mut all) = (1_u32, 0_u32);
    while i <= 12 {
        let late = i ^ 5;
        all = all * 10 + late;
        i = late * 3 % 16;
    }
    let words = |words: [u32; 4]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    for target in targets(&gpu) {
        let results = gpu.compute(&Compute {
            words: &compile(&module, &Setup::new(Target::parse(target).unwrap())).unwrap(),
            entry_point: "main",
            bindings: &group([Resource::Storage(words([1, 99, 5, 0]))]),
            push_constants: &[],
            constants: &[],
            workgroups: [1; 3],
            validate: true,
        });
        assert_eq!(results.unwrap()[0], words([1, 99, 5, all]), "{target}");
    }
}

/// naga's validator does not ask for the type of an override that is the length of an array, or an extent.
#[test]
fn an_override_that_is_no_length() {
    let source = "override length: u32 = 4u;
override other: TYPE = TYPE(4);
var<workgroup> shared_: array<u32, length>;
@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;
@compute @workgroup_size(4) fn main() { buffer[0] = shared_[buffer[1]] + u32(other); }";
    for ty in ["f32", "f64", "bool"] {
        let mut module = parse::wgsl(&source.replace("TYPE", ty), "test.wgsl").unwrap().module;
        let mut overrides = module.overrides.iter().map(|(handle, _)| handle);
        let (length, other) = (overrides.next().unwrap(), overrides.next().unwrap());
        let types: Vec<_> = module.types.iter().map(|(_, ty)| ty.clone()).collect();
        let mut changed = UniqueArena::new();
        for mut ty in types {
            if let TypeInner::Array { size, .. } = &mut ty.inner
                && *size == naga::ArraySize::Pending(length)
            {
                *size = naga::ArraySize::Pending(other);
            }
            changed.insert(ty, Span::UNDEFINED);
        }
        module.types = changed;
        let Ok(info) = parse::validator().validate(&module) else {
            panic!("naga's validator asks for the type of a length");
        };
        let mut setup = Setup::new(Target::vulkan(1, 3));
        setup.spec_constants = true;
        let error = setup::compile(&module, &info, &setup).unwrap_err();
        assert_eq!(
            error.diagnostics()[0].kind.to_string(),
            "the module is not valid: the length of an array, or a size of a workgroup or mesh, is no integer"
        );
    }
}

/// naga's front end for SPIR-V makes selectors of 16 bits, and does not extend the literals of their cases by the sign.
#[test]
fn a_selector_of_16_bits() {
    let source = |ty: &str, wide: &str| {
        format!(
            "enable wgpu_int16;
@group(0) @binding(0) var<storage, read> keys: array<{ty}, 4>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;
@compute @workgroup_size(1)
fn main() {{
    for (var i = 0u; i < 4u; i++) {{
        switch {wide}(keys[i]) {{
            case {wide}(65535): {{ out[i] = 1u; }}
            case {wide}(32768): {{ out[i] = 2u; }}
            case {wide}(5): {{ out[i] = 3u; }}
            default: {{ out[i] = 4u; }}
        }}
    }}
}}"
        )
    };
    fn selector_of(block: &mut naga::Block) -> Option<(&mut naga::Handle<Expression>, &mut Vec<naga::SwitchCase>)> {
        block.iter_mut().find_map(|statement| match statement {
            Statement::Switch { selector, cases } => Some((selector, cases)),
            Statement::Loop { body, .. } | Statement::Block(body) => selector_of(body),
            _ => None,
        })
    }
    let narrowed = |ty: &str, wide: &str| {
        let mut module = parse::wgsl(&source(ty, wide), "test.wgsl").unwrap().module;
        let function = &mut module.entry_points[0].function;
        let (selector, _) = selector_of(&mut function.body).unwrap();
        let Expression::As { expr, .. } = function.expressions[*selector] else {
            panic!("no conversion");
        };
        *selector = expr;
        module
    };
    for (ty, wide) in [("i16", "i32"), ("u16", "u32")] {
        let module = narrowed(ty, wide);
        if let Some(gpu) = gpu() {
            for target in targets(&gpu) {
                let keys: Vec<u8> = [65535_u16, 5, 32768, 6]
                    .iter()
                    .flat_map(|key| key.to_le_bytes())
                    .collect();
                let results = gpu.compute(&Compute {
                    words: &compile(&module, &Setup::new(Target::parse(target).unwrap())).unwrap(),
                    entry_point: "main",
                    bindings: &group([Resource::Storage(keys), Resource::Storage(vec![0; 16])]),
                    push_constants: &[],
                    constants: &[],
                    workgroups: [1; 3],
                    validate: true,
                });
                let expected: Vec<u8> = [1_u32, 3, 2, 4].iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(results.unwrap()[1], expected, "{ty}, {target}");
            }
        }
        // A value that the selector cannot have, and one that two cases have.
        for value in [70_000, 65_535 + 65_536, if wide == "i32" { -1 } else { 65_535 }] {
            let mut module = narrowed(ty, wide);
            let (_, cases) = selector_of(&mut module.entry_points[0].function.body).unwrap();
            cases[2].value = match cases[2].value {
                naga::SwitchValue::I32(_) => naga::SwitchValue::I32(value),
                _ => naga::SwitchValue::U32(value as u32),
            };
            let Ok(info) = parse::validator().validate(&module) else {
                continue;
            };
            let error = setup::compile(&module, &info, &Setup::new(Target::vulkan(1, 3))).unwrap_err();
            assert!(
                error.to_string().contains("the cases of a switch"),
                "{ty}, {value}: {error}"
            );
        }
    }
}

/// naga's validator accepts offsets of texels of any width, and naga's front end for SPIR-V makes them.
#[test]
fn offsets_of_64_bits() {
    let source = "@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
const narrow = vec2<i32>(1, 2);
const wide = vec2<i64>(1, 2);
@fragment fn main(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
    return textureSample(image, s, at, narrow);
}";
    let kind = refused(source, |module| {
        let wide = module
            .constants
            .iter()
            .find(|(_, constant)| constant.name.as_deref() == Some("wide"));
        let wide = wide.unwrap().0;
        let expressions = &mut module.entry_points[0].function.expressions;
        let offset = expressions.iter().find_map(|(_, expression)| match *expression {
            Expression::ImageSample { offset, .. } => offset,
            _ => None,
        });
        expressions[offset.unwrap()] = Expression::Constant(wide);
    });
    assert!(kind.contains("this offset of texels"), "{kind}");
}

/// Constants that name constants, and vectors of one vector, nested `depth` times.
fn nested_constants(depth: usize, is_wrapped: bool) -> Module {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<vec2<i32>, 4>;
@group(1) @binding(0) var image: texture_2d<f32>;
@group(1) @binding(1) var filtered: sampler;
const last = vec2<i32>(7, -1);
@compute @workgroup_size(1) fn main() {
    let texel = textureSampleLevel(image, filtered, vec2(0.5), 0.0, last);
    data[0] = data[1] * last + vec2(i32(texel.x));
}";
    let mut module = parse::wgsl(source, "test.wgsl").unwrap().module;
    let constant = module.constants.iter().next();
    let (mut last, first) = constant.map(|(handle, first)| (handle, first.clone())).unwrap();
    for _ in 0..depth {
        let mut init = module
            .global_expressions
            .append(Expression::Constant(last), Span::UNDEFINED);
        if is_wrapped {
            let (ty, components) = (first.ty, vec![init]);
            let whole = Expression::Compose { ty, components };
            init = module.global_expressions.append(whole, Span::UNDEFINED);
        }
        let constant = naga::Constant { init, ..first.clone() };
        last = module.constants.append(constant, Span::UNDEFINED);
    }
    let expressions = &mut module.entry_points[0].function.expressions;
    let handles: Vec<_> = expressions.iter().map(|(handle, _)| handle).collect();
    let mut uses = 0;
    for handle in handles {
        if let Expression::Constant(constant) = &mut expressions[handle] {
            (*constant, uses) = (last, uses + 1);
        }
    }
    assert!(uses > 0);
    module
}

/// No front end nests constants deeper than types. Deep ones do not overflow the stack.
#[test]
fn nested_constants_end() {
    let setup = || Setup::new(Target::parse("vulkan1.1").unwrap());
    for is_wrapped in [false, true] {
        let words = compile(&nested_constants(200, is_wrapped), &setup()).unwrap();
        validate::validate(&words, "vulkan1.1").unwrap();
        let error = compile(&nested_constants(100_000, is_wrapped), &setup()).unwrap_err();
        let ErrorKind::Limit { what, limit, .. } = error.diagnostics()[0].kind else {
            panic!("{error}");
        };
        assert_eq!((what, limit), ("nesting of a constant", 512), "{error}");
    }
}

/// naga's validator does not ask whether the operands of an expression are evaluated.
#[test]
fn nested_operands_end() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<i32, 4>;
fn nothing() {}
@compute @workgroup_size(1) fn main() { nothing(); data[0] = -data[1]; }";
    let nested = |depth: usize| {
        let mut module = parse::wgsl(source, "test.wgsl").unwrap().module;
        let function = &mut module.entry_points[0].function;
        let mut statements = core::mem::take(&mut function.body);
        let store = statements
            .iter()
            .position(|statement| matches!(statement, Statement::Store { .. }));
        let store = store.expect("a store");
        let Statement::Store { value, .. } = &mut statements[store] else {
            panic!("a store");
        };
        for _ in 0..=depth {
            let expr = *value;
            let negated = Expression::Unary {
                op: naga::UnaryOperator::Negate,
                expr,
            };
            *value = function.expressions.append(negated, Span::UNDEFINED);
        }
        let last = *value;
        let emit = Statement::Emit(naga::Range::new_from_bounds(last, last));
        let mut emits = naga::Block::new();
        emits.push(emit, Span::UNDEFINED);
        statements.splice(store..store, emits);
        function.body = statements;
        module
    };
    for workarounds in [Workarounds::default(), Workarounds::from([Workaround::InlineCalls])] {
        let mut setup = Setup::new(Target::parse("vulkan1.1").unwrap());
        setup.workarounds = workarounds;
        let words = compile(&nested(200), &setup).unwrap();
        validate::validate(&words, "vulkan1.1").unwrap();
        let error = compile(&nested(100_000), &setup).unwrap_err();
        let ErrorKind::InvalidModule(reason) = error.diagnostics()[0].kind else {
            panic!("{error}");
        };
        assert_eq!(reason, "operands that no statement evaluates are nested too deep");
    }
}
