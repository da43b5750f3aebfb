//! `spirula specialize`: resolves specialization constants of a SPIR-V module of any compiler.
//!
//! This file reads the input, calls the library's `specialize`, and writes the module.

use spirula::specialize::{Options, Specialized, specialize};

use super::arguments::SpecializeArguments;
use super::inputs::{Input, Wanted};
use super::modules::{self, Failure};
use super::output::Destination;
use super::report::{print_error, print_warning};
use super::{Outcome, UsageError, inputs};

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
        Err(failure) => {
            print_error(&failure.message());
            return Ok(failure.outcome());
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
    modules::read(input, "the specialization", |words| {
        specialize(&words, options).map_err(|error| error.to_string())
    })
}
