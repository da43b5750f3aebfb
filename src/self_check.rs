//! Owns the self-check of the writer: `check` validates what `back` wrote, and its violations become errors with places
//! in the source. `check` and `back` do not know each other.
//!
//! A violation is a bug in the writer, and the place in the source helps to find it. Nothing is recorded for that while
//! modules are valid: an invalid module is written again, with names and with spans encoded as `OpLine`, and checked
//! again. The violations are the same in the same order, and the second check provides their spans.

use crate::back::{self, Output};
use crate::check::{Validator, Violation};
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use crate::words::reader::Reader;
use naga::valid::ModuleInfo;
use naga::{Module, Span};
use spirv::Op;
use std::collections::BTreeMap;

/// Checks `words`, which `writer` has just written, against the rules of its target.
///
/// # Errors
///
/// The violations, each with the place in the source.
pub(crate) fn verify(
    writer: &mut back::ModuleWriter,
    validator: &mut Validator,
    module: &Module,
    info: &ModuleInfo,
    options: &Options,
    words: &[u32],
) -> Result<(), Error> {
    let report = validator.check(words, writer.target());
    if report.counted == 0 {
        return Ok(());
    }
    let options = options.with_spans();
    let mut output = Output::default();
    let extent = back::Extent {
        reflects: None,
        spans: true,
    };
    let mut places = Vec::new();
    if writer.write(module, info, &options, extent, &mut output).is_ok() {
        places = origins(
            &output.words,
            &validator.check(&output.words, writer.target()).violations,
        );
    }
    let violations = &report.violations;
    let are_the_same = places.len() == violations.len()
        && violations
            .iter()
            .zip(&places)
            .all(|(violation, place)| violation.rule == place.rule);
    if !are_the_same {
        places.clear();
    }
    let mut places = places.into_iter();
    let diagnostics = violations
        .iter()
        .map(|violation| diagnostic(violation, places.next()))
        .collect();
    Err(Error::new(diagnostics))
}

/// The diagnostic of a violation, with its origin if that is known.
fn diagnostic(violation: &Violation, place: Option<Origin>) -> Diagnostic {
    let kind = ErrorKind::InvalidOutput {
        message: violation.message.clone(),
        rule: violation.rule.to_string(),
    };
    let span = place.as_ref().map_or(Span::UNDEFINED, |place| place.span);
    let row = violation.rule.row();
    let mut diagnostic = Diagnostic::new(kind, span).with_note(format!("{}: {}", row.section, row.title));
    if !violation.instruction.is_empty() {
        let instruction = violation.instruction.trim();
        diagnostic = diagnostic.with_note(format!("word {}: {instruction}", violation.offset));
    }
    match place.and_then(|place| place.function) {
        Some(name) => diagnostic.with_note(format!("in the function `{name}`")),
        None => diagnostic,
    }
}

/// The source of an instruction.
struct Origin {
    rule: crate::check::Rule,
    span: Span,
    function: Option<String>,
}

/// Decodes spans and function names from words that were written with both.
fn origins(words: &[u32], violations: &[Violation]) -> Vec<Origin> {
    let mut names = BTreeMap::new();
    let mut places = BTreeMap::new();
    for violation in violations {
        places.insert(violation.offset, (Span::UNDEFINED, 0));
    }
    let (mut span, mut function) = (Span::UNDEFINED, 0);
    // The offset of an `OpLabel` whose block has had no `OpLine` yet.
    let mut label = None;
    for instruction in Reader::new(words).into_iter().flat_map(|(_, reader)| reader).flatten() {
        let op = Op::from_u32(u32::from(instruction.opcode));
        match (op, instruction.operand_words()) {
            (Some(Op::Name), &[id, ref name @ ..]) => {
                let bytes = name.iter().flat_map(|word| word.to_le_bytes());
                let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
                names.insert(id, String::from_utf8_lossy(&bytes).into_owned());
            }
            (Some(Op::Line), &[_, start, end]) => {
                span = Span::new(start, end);
                if let Some(place) = label.take().and_then(|offset| places.get_mut(&offset)) {
                    place.0 = span;
                }
            }
            (Some(Op::Label), _) => label = Some(instruction.offset),
            (Some(Op::Function), _) => function = instruction.result().unwrap_or(0),
            _ => {}
        }
        if let Some(place) = places.get_mut(&instruction.offset) {
            *place = (span, function);
        }
        match op {
            // An `OpLine` applies until the end of its block (SPIR-V §3.52.2, "Debug Instructions").
            Some(Op::FunctionEnd) => (span, function) = (Span::UNDEFINED, 0),
            Some(op) if ends_block(op) => (span, label) = (Span::UNDEFINED, None),
            _ => {}
        }
    }
    let origin = |violation: &Violation| {
        let place = places.get(&violation.offset).filter(|_| violation.offset != 0);
        let &(span, function) = place.unwrap_or(&(Span::UNDEFINED, 0));
        Origin {
            rule: violation.rule,
            span,
            function: names.get(&function).cloned(),
        }
    };
    violations.iter().map(origin).collect()
}

/// The block terminators that the writer emits.
fn ends_block(op: Op) -> bool {
    matches!(
        op,
        Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::ReturnValue
            | Op::Kill
            | Op::Unreachable
            | Op::TerminateInvocation
            | Op::EmitMeshTasksEXT
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::Target;

    const SOURCE: &str = "@compute @workgroup_size(1) fn main() { sink(3u); }\nvar<private> kept: u32;\n\
                          fn sink(value: u32) { kept = value; kept = kept / 3u; if kept > 3u { return; } else { return; } }\n";

    const EXTENT: back::Extent = back::Extent {
        reflects: None,
        spans: false,
    };

    fn module() -> (Module, ModuleInfo) {
        let module = naga::front::wgsl::parse_str(SOURCE).unwrap();
        let info = naga::valid::Validator::new(Default::default(), Default::default())
            .validate(&module)
            .unwrap();
        (module, info)
    }

    /// Provokes a violation: the writer emits words of a later SPIR-V version than the target has.
    #[test]
    fn a_violation_is_an_error_with_its_rule() {
        let (module, info) = module();
        let options = Options::default();
        let mut writer = back::ModuleWriter::new(Target::vulkan(1, 1));
        let mut output = Output::default();
        writer.write(&module, &info, &options, EXTENT, &mut output).unwrap();
        let mut validator = Validator::new();
        let same = verify(&mut writer, &mut validator, &module, &info, &options, &output.words);
        assert_eq!(same, Ok(()));
        let mut older = back::ModuleWriter::new(Target::vulkan(1, 0));
        let error = verify(&mut older, &mut validator, &module, &info, &options, &output.words).unwrap_err();
        let kinds: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|diagnostic| diagnostic.kind.clone())
            .collect();
        let violations = validator.check(&output.words, older.target()).violations;
        let expected = violations.into_iter().map(|violation| ErrorKind::InvalidOutput {
            message: violation.message,
            rule: violation.rule.to_string(),
        });
        assert_eq!(kinds, expected.collect::<Vec<_>>());
        let text = error.emit_to_string(SOURCE, "a.wgsl");
        assert!(text.contains("this is a mistake in Spirula"), "{text}");
    }

    /// The violations are made up, one for each instruction: `origins` must find the statement of each.
    #[test]
    fn an_instruction_leads_back_to_its_statement() {
        let (module, info) = module();
        let options = Options::default().with_spans();
        let mut output = Output::default();
        let extent = back::Extent { spans: true, ..EXTENT };
        back::ModuleWriter::new(Target::vulkan(1, 1))
            .write(&module, &info, &options, extent, &mut output)
            .unwrap();
        let (_, reader) = Reader::new(&output.words).unwrap();
        let violations: Vec<Violation> = reader
            .flatten()
            .filter(|instruction| {
                let op = Op::from_u32(instruction.opcode.into()).unwrap();
                [Op::Store, Op::FunctionCall, Op::TypeVoid, Op::Label, Op::Unreachable].contains(&op)
            })
            .map(|instruction| {
                spirula_spirv::internal::violation(crate::check::Rule::all().next().unwrap(), instruction.offset)
            })
            .collect();
        let found: Vec<_> = origins(&output.words, &violations)
            .into_iter()
            .map(|origin| {
                let text = origin.span.to_range().map_or("", |range| &SOURCE[range]);
                (text, origin.function.unwrap_or_default())
            })
            .collect();
        for expected in [
            ("", ""),
            ("sink(3u)", "main"),
            ("kept = value", "sink"),
            ("kept = kept / 3u", "sink"),
            // The merge block, which is unreachable.
            ("if kept > 3u { return; } else { return; }", "sink"),
        ] {
            assert!(
                found
                    .iter()
                    .any(|(text, function)| (text.trim_end_matches(';'), function.as_str()) == expected),
                "{expected:?} in {found:?}"
            );
        }
        let undefined = found.iter().filter(|(text, _)| text.is_empty()).count();
        assert_eq!(undefined, 1, "only the type has no statement: {found:?}");
    }
}
