//! Checks the module that the text of a request is assembled to.

use spirula::Target;
use spirula::check::{Options, Report, check_with};
use spirula::reflect::from_words;
use spirula::source::page::{self, Note};
use spirula::switches::Configuration;
use spirula::target::SpirvVersion;
use spirula::words::{Assembly, AssemblyError, assemble_text_with_places};

use crate::request::Request;
use crate::response::{Message, Response};

pub(crate) fn respond(request: &Request) -> Response {
    let mut response = judged(request).unwrap_or_else(|message| Response::of(vec![message]));
    let notes: Vec<Note> = response.messages.iter().filter_map(Message::note).collect();
    response.source = page::annotated(&request.text, &notes);
    response
}

fn judged(request: &Request) -> Result<Response, Message> {
    let given = request.given().map_err(Message::plain)?;
    let default = Target::vulkan(1, 1);
    let named = Configuration::of_target(&given, default).map_err(Message::plain)?;
    let is_named = ["target-env", "device"].iter().any(|long| given.has(long));
    let text_version = match is_named {
        true => named.target.spirv_version(),
        false => SpirvVersion::V1_3,
    };
    let assembly =
        assemble_text_with_places(&request.text, text_version.word()).map_err(|error| unassembled(&error))?;
    // As `spirula check`: the oldest Vulkan that takes the module, unless a target is named.
    let made = match is_named {
        true => named,
        false => {
            let word = assembly.words.get(1).copied().unwrap_or_default();
            let version = SpirvVersion::from_word(word).unwrap_or(SpirvVersion::V1_6);
            let oldest = Target::parse(version.oldest_vulkan()).map_err(|error| Message::plain(error.to_string()))?;
            Configuration::of_target(&given, oldest).map_err(Message::plain)?
        }
    };
    let options = Options::new().named_as(&assembly);
    let report = check_with(&assembly.words, &made.target, &options);
    let mut messages = messages(&report, &assembly);
    messages.extend(made.warnings.into_iter().map(Message::warning));
    let mut response = Response {
        summary: format!(
            "{} for {}, {} words",
            report.verdict(),
            made.target,
            assembly.words.len()
        ),
        messages,
        ..Response::default()
    };
    if let Ok(found) = from_words(&assembly.words) {
        let (reflection, layouts) = page::of_words(&found);
        response.parts = vec![
            ("reflection", "Reflection", reflection),
            ("layouts", "Layouts", layouts),
        ];
    }
    response.words = assembly.words;
    Ok(response)
}

/// The violations, what is not covered, and the warnings.
fn messages(report: &Report, assembly: &Assembly) -> Vec<Message> {
    let place = |offset| assembly.place(offset).unzip();
    let violations = report.violations.iter().map(|one| {
        let (line, column) = place(one.offset);
        Message {
            code: Some(one.rule.row().name),
            line,
            column,
            notes: one.notes(),
            ..Message::plain(one.message.clone())
        }
    });
    let more = |counted: usize, listed: usize, what: &str| {
        let more = counted.saturating_sub(listed);
        (more > 0).then(|| format!("{more} more {what}"))
    };
    let rest = more(report.counted, report.violations.len(), "violations");
    let not_covered = report.not_covered.iter();
    let not_covered = not_covered.map(|what| Message::warning(format!("not covered by the check: {what}")));
    let warnings = report.warnings.iter().map(|one| {
        let (line, column) = place(one.offset);
        Message {
            code: Some(one.rule()),
            line,
            column,
            notes: one.notes(),
            ..Message::warning(one.message.clone())
        }
    });
    let more_warnings = more(report.warned, report.warnings.len(), "warnings");
    violations
        .chain(rest.map(Message::plain))
        .chain(not_covered)
        .chain(warnings)
        .chain(more_warnings.map(Message::warning))
        .collect()
}

/// The message about a text that cannot be assembled.
pub(crate) fn unassembled(error: &AssemblyError) -> Message {
    Message {
        line: Some(error.line),
        column: Some(error.column),
        ..Message::plain(error.reason.to_string())
    }
}
