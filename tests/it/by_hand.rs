//! Tests of modules and options that naga's validator accepts and no front end generates: names that do not fit a
//! literal string, and spans outside the source.

use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, Span, Statement, TypeInner, UniqueArena};
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
