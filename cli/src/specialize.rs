//! `spirula specialize`: resolves specialization constants of a SPIR-V module of any compiler.
//!
//! This file reads the input, calls the library's `specialize`, and writes the module.

use spirula::specialize::{Options, Specialized, specialize};
use spirula::words::assemble_text;
use spirula::words::reader::words_from_bytes;

use super::arguments::SpecializeArguments;
use super::inputs::{Input, Wanted};
use super::output::Destination;
use super::report::{print_error, print_warning};
use super::{Outcome, UsageError, check, inputs, job};
use spirula::source::guard;

/// The SPIR-V version of an assembly text without a header: 1.6, the newest.
const VERSION: u32 = 0x0001_0600;

/// The outcome of an input that cannot be specialized, and the error message.
struct Failure(Outcome, String);

/// Runs `spirula specialize`.
pub(super) fn run(arguments: &SpecializeArguments) -> Result<Outcome, UsageError> {
    let mut options = Options::new();
    for (key, value) in &arguments.overrides {
        options = options.set(key.clone(), value.clone());
    }
    if arguments.only {
        options = options.only_given();
    }
    let selection = inputs::collect(std::slice::from_ref(&arguments.input), &[], false, Wanted::Modules)?;
    let [input] = selection.inputs.as_slice() else {
        return Err(UsageError("one module at a time is specialized".to_owned()));
    };
    let name = &input.name;
    let specialized = match specialized(input, &options) {
        Ok(specialized) => specialized,
        Err(Failure(outcome, message)) => {
            print_error(&message);
            return Ok(outcome);
        }
    };
    for left in &specialized.left {
        let (id, reason) = (left.id, left.reason);
        print_warning(&format!("{name}: %{id} is computed by the driver still: {reason}"));
    }
    let destination = match arguments.output.as_os_str() == "-" {
        true => Destination::StandardOutput,
        false => Destination::File {
            path: arguments.output.clone(),
            make_folders: false,
        },
    };
    let bytes: Vec<u8> = specialized.words.iter().flat_map(|word| word.to_le_bytes()).collect();
    match destination.write(&bytes) {
        Ok(()) => Ok(Outcome::Good),
        Err(message) => {
            print_error(&message);
            Ok(Outcome::Unusable)
        }
    }
}

fn specialized(input: &Input, options: &Options) -> Result<Specialized, Failure> {
    let name = &input.name;
    let bytes = job::read(&input.origin)
        .map_err(|error| format!("cannot read `{name}`: {error}"))
        .and_then(|bytes| bytes)
        .map_err(|message| Failure(Outcome::Unusable, message))?;
    let found = guard::catch(|| {
        let words = match check::assembly_text(name, &bytes) {
            Some(text) => assemble_text(&text, VERSION).map_err(|error| error.to_string())?,
            None => match check::no_module(name, &bytes) {
                Some(message) => return Err(message.to_owned()),
                None => words_from_bytes(&bytes).map_err(|error| error.to_string())?,
            },
        };
        specialize(&words, options).map_err(|error| error.to_string())
    });
    let found = found.map_err(|panic| {
        let message = format!("{name}: the specialization panicked, which is a bug in Spirula: {panic}");
        Failure(Outcome::Unusable, message)
    })?;
    found.map_err(|message| Failure(Outcome::Rejected, format!("{name}: {message}")))
}
