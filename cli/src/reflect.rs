//! `spirula reflect`: prints the reflection of SPIR-V modules from any compiler.
//!
//! This file reads the inputs, calls the library's `reflect`, and returns the exit status; `describe` formats the
//! result.

use std::io::{self, Write as _};

use serde::Serialize;
use spirula::reflect::{ModuleReflection, from_words, from_words_with_unused};
use spirula::words::assemble_text;
use spirula::words::reader::words_from_bytes;

use super::arguments::ReflectArguments;
use super::inputs::{Input, Wanted};
use super::report::print_error;
use super::{Outcome, UsageError, check, describe, inputs, job};
use spirula::source::guard;

/// The SPIR-V version of an assembly text without a header: 1.6, the newest.
const VERSION: u32 = 0x0001_0600;

/// The JSON line of one input.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    reflection: Option<describe::All<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// The outcome of an input that has no reflection, and the error message.
struct Failure(Outcome, String);

/// Runs `spirula reflect`.
pub(super) fn run(arguments: &ReflectArguments) -> Result<Outcome, UsageError> {
    let selection = inputs::collect(&arguments.inputs, &[], false, Wanted::Modules)?;
    let mut worst = Outcome::Good;
    for input in &selection.inputs {
        let result = reflect(input, arguments.unused);
        let text = match &result {
            Ok(found) if !arguments.json => {
                let heading = format!("{}:\n", input.name);
                let heading = if selection.many { heading } else { String::new() };
                Some(heading + &describe::reflection(&found.reflection, &found.spec_constants))
            }
            _ if arguments.json => Some(line(&input.name, &result)?),
            _ => None,
        };
        if let Err(Failure(outcome, message)) = &result {
            worst = worst.max(*outcome);
            if !arguments.json {
                print_error(message);
            }
        }
        let written = text.map_or(Ok(()), |text| io::stdout().lock().write_all(text.as_bytes()));
        if let Err(error) = written {
            return Ok(check::written(Err(error), worst));
        }
    }
    Ok(worst)
}

fn line(name: &str, result: &Result<ModuleReflection, Failure>) -> Result<String, UsageError> {
    let line = Line {
        file: name,
        reflection: result
            .as_ref()
            .ok()
            .map(|found| describe::All::of(&found.reflection, &found.spec_constants)),
        error: result.as_ref().err().map(|Failure(_, message)| message.as_str()),
    };
    let mut text = serde_json::to_string(&line).map_err(|error| UsageError(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

fn reflect(input: &Input, unused: bool) -> Result<ModuleReflection, Failure> {
    let name = &input.name;
    let bytes = job::read(&input.origin)
        .map_err(|error| format!("cannot read `{name}`: {error}"))
        .and_then(|bytes| bytes)
        .map_err(|message| Failure(Outcome::Unusable, message))?;
    let rejected = |message: String| Failure(Outcome::Rejected, format!("{name}: {message}"));
    let found = guard::catch(|| {
        let words = match check::assembly_text(name, &bytes) {
            Some(text) => assemble_text(&text, VERSION).map_err(|error| error.to_string())?,
            None => match check::no_module(name, &bytes) {
                Some(message) => return Err(message.to_owned()),
                None => words_from_bytes(&bytes).map_err(|error| error.to_string())?,
            },
        };
        let found = if unused {
            from_words_with_unused(&words)
        } else {
            from_words(&words)
        };
        found.map_err(|error| error.to_string())
    });
    let found = found.map_err(|panic| {
        let message = format!("{name}: the reflection panicked, which is a bug in Spirula: {panic}");
        Failure(Outcome::Unusable, message)
    })?;
    found.map_err(rejected)
}
