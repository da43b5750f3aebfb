//! Finds the arms of `match` expressions in text formatted by rustfmt.

use super::source::{Source, has_word, indent, without_comment};

/// naga's enums that a backend matches on.
const NAGA_ENUMS: [&str; 41] = [
    "AddressSpace",
    "ArraySize",
    "AtomicFunction",
    "BinaryOperator",
    "Binding",
    "BoundsCheckPolicy",
    "BuiltIn",
    "CollectiveOperation",
    "ConservativeDepth",
    "CooperativeRole",
    "DerivativeAxis",
    "DerivativeControl",
    "Direction",
    "Expression",
    "GatherMode",
    "ImageClass",
    "ImageDimension",
    "ImageQuery",
    "Interpolation",
    "Literal",
    "MathFunction",
    "Override",
    "RayPipelineFunction",
    "RayQueryFunction",
    "RelationalFunction",
    "SampleLevel",
    "Sampling",
    "ScalarKind",
    "ShaderStage",
    "Statement",
    "StorageFormat",
    "SubgroupOperation",
    "SwitchValue",
    "SwizzleComponent",
    "TypeInner",
    "TypeResolution",
    "UnaryOperator",
    "VectorSize",
    "Policy",
    "CooperativeSize",
    "EarlyDepthTest",
];

/// An arm: the index of its first line, and its pattern with its guard.
struct Arm {
    line: usize,
    pattern: String,
}

/// The catch-all arms of a file in matches on naga enums, except those with a reason.
pub fn catch_alls(source: &Source) -> Vec<String> {
    let lines = source.lines();
    let mut found = Vec::new();
    for at in 0..lines.len() {
        let Some(arms) = arms_of(&lines, at) else { continue };
        if !arms.iter().any(|arm| names_a_naga_enum(&arm.pattern)) {
            continue;
        }
        for arm in arms.iter().filter(|arm| is_catch_all(&arm.pattern)) {
            if !has_reason(&lines, arm.line) {
                found.push(format!("{}:{}: `{} =>`", source.path, arm.line + 1, arm.pattern));
            }
        }
    }
    found
}

/// The arms of the `match` whose head begins on a line.
fn arms_of(lines: &[&str], at: usize) -> Option<Vec<Arm>> {
    let code = without_comment(lines[at]);
    if !has_word(code, "match") {
        return None;
    }
    // The head may continue on the next lines, with its brace on a separate line.
    let head = (at..lines.len()).find(|&line| {
        let code = without_comment(lines[line]).trim();
        (line == at && code.ends_with('{')) || code == "{"
    })?;
    let base = indent(lines[head]);
    let mut arms = Vec::new();
    let mut line = head + 1;
    while line < lines.len() && !(indent(lines[line]) == base && lines[line].trim_start().starts_with('}')) {
        let starts = indent(lines[line]) == base + 4
            && !without_comment(lines[line]).trim().is_empty()
            && !lines[line].trim_start().starts_with(['}', ')', ']', '.', '#']);
        if !starts {
            line += 1;
            continue;
        }
        let first = line;
        let mut pattern = String::new();
        loop {
            let code = without_comment(lines[line]).trim();
            if let Some((head, _)) = code.split_once("=>") {
                pattern.push_str(head);
                break;
            }
            pattern.push_str(code);
            pattern.push(' ');
            line += 1;
            if line >= lines.len() {
                return None;
            }
        }
        arms.push(Arm {
            line: first,
            pattern: pattern.trim().to_owned(),
        });
        line += 1;
    }
    Some(arms)
}

fn names_a_naga_enum(pattern: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    // `F::Rgba8Unorm` etc. are local abbreviations of naga's enums.
    let short = pattern.split(['(', '|', ' ', '&']).any(|word| {
        let mut characters = word.chars();
        characters.next().is_some_and(char::is_uppercase) && word.get(1..3) == Some("::")
    });
    short
        || NAGA_ENUMS.iter().any(|name| {
            pattern
                .match_indices(name)
                .any(|(at, _)| !pattern[..at].ends_with(is_part) && pattern[at + name.len()..].starts_with("::"))
        })
}

/// Whether a pattern matches everything: `_`, a name, `Some` of these, or a tuple of these.
fn is_catch_all(pattern: &str) -> bool {
    if has_word(pattern, "if") {
        return false;
    }
    pattern.split('|').map(str::trim).any(|alternative| {
        let inner = alternative
            .strip_prefix("Some")
            .unwrap_or(alternative)
            .trim_start_matches('(')
            .trim_end_matches(')');
        !inner.is_empty() && inner.split(',').map(str::trim).all(is_name)
    })
}

fn is_name(word: &str) -> bool {
    let word = word.strip_prefix("ref ").unwrap_or(word).trim_start_matches('&');
    let lower = |c: char| c.is_lowercase() || c.is_ascii_digit() || c == '_';
    !word.is_empty()
        && word.chars().all(lower)
        && !word.starts_with(|c: char| c.is_ascii_digit())
        && word != "true"
        && word != "false"
}

/// Whether the comment above an arm has a reason.
fn has_reason(lines: &[&str], arm: usize) -> bool {
    lines[..arm]
        .iter()
        .rev()
        .take_while(|line| line.trim_start().starts_with("//"))
        .any(|line| {
            line.split_once("// catch-all: ")
                .is_some_and(|(_, reason)| !reason.trim().is_empty())
        })
}

#[test]
fn catch_alls_are_found_and_others_are_not() {
    let found = |text: &str| catch_alls(&Source::new("x.rs".into(), text.into())).len();
    let wrap = |arms: &str| format!("fn f() {{\n    let x = match y {{\n{arms}    }};\n}}\n");
    let naga = "        Expression::Load { pointer } => {\n            pointer\n        }\n";
    assert_eq!(found(&wrap(&format!("{naga}        _ => 1,\n"))), 1);
    assert_eq!(found(&wrap(&format!("{naga}        other => 1,\n"))), 1);
    assert_eq!(
        found(&wrap(
            "        (ScalarKind::Float, 2) => 1,\n        (_, width) => 1,\n"
        )),
        1
    );
    assert_eq!(
        found(&wrap(
            "        Some(&Expression::Load { .. }) => 1,\n        Some(_) | None => 1,\n"
        )),
        1
    );
    assert_eq!(
        found(
            "fn f() {\n    match y\n        .z()\n    {\n        F::A\n        | F::B => 1,\n        _ => 2,\n    }\n}\n"
        ),
        1,
        "a head and a pattern of several lines"
    );
    assert_eq!(found(&wrap("        Own::A => 1,\n        _ => 1,\n")), 0, "not naga's");
    assert_eq!(
        found(&wrap("        1 => Expression::A,\n        _ => Expression::B,\n")),
        0,
        "not in a pattern"
    );
    assert_eq!(
        found(&wrap(&format!("{naga}        _ if guard => 1,\n"))),
        0,
        "guarded: another arm comes"
    );
    assert_eq!(
        found(&wrap(&format!(
            "{naga}        // catch-all: no reason to go on\n        _ => 1,\n"
        ))),
        0
    );
    assert_eq!(
        found(&wrap(&format!("{naga}        // catch-all: \n        _ => 1,\n"))),
        1,
        "a reason is due"
    );
    assert_eq!(
        found(&wrap(&format!("{naga}        Expression::Splat {{ .. }} => 1,\n"))),
        0
    );
}
