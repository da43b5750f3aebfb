//! `spirula reflect`: prints the reflection of SPIR-V modules from any compiler.
//!
//! This file reads the inputs, calls the library's `reflect`, and returns the exit status; `describe` formats the
//! result.

use std::io::{self, Write as _};

use serde::Serialize;
use spirula::reflect::{ModuleReflection, from_words, from_words_with_unused};

use super::arguments::ReflectArguments;
use super::inputs::{Input, Wanted};
use super::modules::{self, Failure};
use super::report::print_error;
use super::{Outcome, UsageError, check, describe, inputs};

/// The JSON line of one input.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    reflection: Option<describe::All<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

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
        if let Err(failure) = &result {
            worst = worst.max(failure.outcome());
            if !arguments.json {
                print_error(&failure.message());
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
    let error = result.as_ref().err().map(Failure::message);
    let line = Line {
        file: name,
        reflection: result
            .as_ref()
            .ok()
            .map(|found| describe::All::of(&found.reflection, &found.spec_constants)),
        error: error.as_deref(),
    };
    let mut text = serde_json::to_string(&line).map_err(|error| UsageError(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

fn reflect(input: &Input, unused: bool) -> Result<ModuleReflection, Failure> {
    modules::read(input, "the reflection", |words| {
        let found = if unused {
            from_words_with_unused(&words)
        } else {
            from_words(&words)
        };
        found.map_err(|error| error.to_string())
    })
}
