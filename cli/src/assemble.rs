//! `spirula as`: assembles text to a SPIR-V module, as `spirv-as` does.
//!
//! Owns its arguments, the course of a run and its exit status; the assembler is the library's.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use clap::Args;
use spirula::Target;

use super::arguments::When;
use super::inputs::{Input, Origin, Wanted};
use super::modules::{Failure, VERSION};
use super::output::Destination;
use super::report::print_error;
use super::{Outcome, UsageError, inputs, modules};

pub(super) const NOTES: &str = "\
Input:
  a file                the assembly language of SPIRV-Tools, whatever its name
  -                     the same on standard input, which is read without FILE
                        too

  An id that is a number keeps it. Version, generator and bound are those that
  the comments of the header state; a bound that is too small is raised.

Output:
  The module of a file is written next to it, with the extension .spv in place
  of its own: a.spvasm becomes a.spv. That of standard input is written to
  standard output.

Exit status:
  0  the module was written
  1  the text cannot be assembled
  2  wrong usage, or a file that cannot be read or written";

/// The arguments of `spirula as`.
#[derive(Args, Debug)]
pub(super) struct AsArguments {
    /// SPIR-V assembly, or `-` for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    input: PathBuf,

    /// The file of the module, or `-` for standard output; by default a file next to the input
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The environment with the SPIR-V version of a text that states none, such as vulkan1.3 or spv1.5; the default is
    /// spv1.6
    #[arg(long, value_name = "ENV", value_parser = parse_target)]
    target_env: Option<Target>,

    /// Whether messages are coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
}

/// Runs `spirula as`.
pub(super) fn run(arguments: &AsArguments) -> Result<Outcome, UsageError> {
    let selection = inputs::collect(std::slice::from_ref(&arguments.input), &[], false, Wanted::Modules)?;
    let [input] = selection.inputs.as_slice() else {
        return Err(UsageError("one text at a time is assembled".to_owned()));
    };
    if selection.many {
        return Err(UsageError(format!(
            "`{}` is a folder; one text at a time is assembled",
            arguments.input.display()
        )));
    }
    let destination = destination(arguments, input)?;
    let version = arguments.target_env.as_ref();
    let version = version.map_or(VERSION, |target| target.spirv_version().word());
    let words = match assembled(input, version) {
        Ok(words) => words,
        Err(failure) => {
            failure.print(arguments.color);
            return Ok(failure.outcome());
        }
    };
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    match destination.write(&bytes) {
        Ok(()) => Ok(Outcome::Good),
        Err(message) => {
            print_error(&message);
            Ok(Outcome::Unusable)
        }
    }
}

/// Where the module is written.
fn destination(arguments: &AsArguments, input: &Input) -> Result<Destination, UsageError> {
    let file = |path| Destination::File {
        path,
        make_folders: false,
    };
    let destination = match (&arguments.output, &input.origin) {
        (Some(path), _) if path.as_os_str() == "-" => Destination::StandardOutput,
        (Some(path), _) => file(path.clone()),
        (None, Origin::File(path)) if !input.is_stream() => file(path.with_extension("spv")),
        (None, Origin::File(_) | Origin::StandardInput | Origin::Missing(_)) => Destination::StandardOutput,
    };
    let canonical = |path: &PathBuf| path.canonicalize().ok();
    match (&destination, &input.origin) {
        (Destination::File { path, .. }, Origin::File(source)) => {
            let source = canonical(source);
            if source.is_some() && source == canonical(path) {
                return Err(UsageError(format!(
                    "the module would replace the input `{}`; `-o FILE` names another file",
                    input.name
                )));
            }
        }
        (Destination::StandardOutput, Origin::StandardInput)
            if arguments.output.is_none() && io::stdout().is_terminal() =>
        {
            return Err(UsageError(
                "a binary module is not written to a terminal; `-o FILE` names a file".to_owned(),
            ));
        }
        (Destination::File { .. } | Destination::StandardOutput, _) => {}
    }
    Ok(destination)
}

fn assembled(input: &Input, version: u32) -> Result<Vec<u32>, Failure> {
    let name = &input.name;
    let text = String::from_utf8(modules::bytes(input)?).map_err(|error| {
        let begins = error.as_bytes().first_chunk();
        let words = begins.map(|bytes| [u32::from_le_bytes(*bytes), u32::from_be_bytes(*bytes)]);
        let is_module = words.is_some_and(|words| words.contains(&spirv::MAGIC_NUMBER));
        Failure::NoModule(match is_module {
            true => format!("{name}: it is a binary module already; `spirula dis` prints its text"),
            false => format!("{name}: it is no text: {}", error.utf8_error()),
        })
    })?;
    let text = match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    };
    modules::assembled(name, text, version)
}

fn parse_target(name: &str) -> Result<Target, String> {
    Target::parse(name).map_err(|error| error.to_string())
}
