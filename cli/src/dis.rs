//! `spirula dis`: prints the assembly of SPIR-V modules, as `spirv-dis` does.
//!
//! Owns its arguments, the course of a run and its exit status; the text is the library's.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use spirula::listing::normal;
use spirula::source::guard;
use spirula::words::Disassembly;
use spirula::words::reader::{ReadError, Reader};

use super::arguments::When;
use super::inputs::Wanted;
use super::output::Destination;
use super::report::print_error;
use super::{Outcome, UsageError, check, inputs, modules};

pub(super) const NOTES: &str = "\
Inputs:
  a file                a SPIR-V module of either byte order, or its assembly,
                        which is assembled first
  a folder              every .spv and .spvasm below it, by name
  -                     a module or assembly on standard input, which is read
                        without FILE too

  The text is that of spirv-dis of SPIRV-Tools 2026.4, byte for byte, with the
  same switches. With `--raw-ids`, `spirula as` makes the same words of it; with
  `--normal`, a module with the same normal form.
  Several modules have a comment with their name before each.

Exit status:
  0  every module was printed
  1  some input is no module, or is damaged; what can be read of it is printed
  2  wrong usage, or a file that cannot be read or written";

/// The arguments of `spirula dis`.
#[derive(Args, Debug)]
pub(super) struct DisArguments {
    /// SPIR-V modules, their assembly, folders of those, or `-` for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    inputs: Vec<PathBuf>,

    /// The file of the text of one module, or `-` for standard output, which is the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Ids as numbers and not by their names
    #[arg(long, visible_alias = "raw-id")]
    raw_ids: bool,

    /// No header as comments
    #[arg(long)]
    no_header: bool,

    /// No column in which all opcodes begin
    #[arg(long)]
    no_indent: bool,

    /// Indent blocks by their nesting in selections and loops
    #[arg(long)]
    nested_indent: bool,

    /// The offset of each instruction in bytes, in a comment
    #[arg(long)]
    offsets: bool,

    /// Comments that name sections and functions, the numbers of named ids, and the decorations of results
    #[arg(long)]
    comment: bool,

    /// The normal form, for snapshots and comparisons: it depends on neither the numbers of ids nor the order of
    /// declarations and functions, and leaves out what nothing uses
    #[arg(
        long,
        conflicts_with_all = ["raw_ids", "no_header", "no_indent", "nested_indent", "offsets", "comment"]
    )]
    normal: bool,

    /// Whether the text is coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
}

/// Runs `spirula dis`.
pub(super) fn run(arguments: &DisArguments) -> Result<Outcome, UsageError> {
    let selection = inputs::collect(&arguments.inputs, &[], false, Wanted::Modules)?;
    let file = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    if file.is_some() && selection.many {
        return Err(UsageError("`-o FILE` takes one module".to_owned()));
    }
    let options = options(arguments, file.is_none());
    let mut worst = Outcome::Good;
    for input in &selection.inputs {
        let words = match modules::words(input) {
            Ok(words) => words,
            Err(failure) => {
                worst = worst.max(failure.outcome());
                failure.print(arguments.color);
                continue;
            }
        };
        let name = &input.name;
        let text = guard::catch(|| match arguments.normal {
            // A damaged module has none.
            true => normal(&words).unwrap_or_default(),
            false => options.text(&words),
        });
        let text = match text {
            Ok(text) => text,
            Err(panic) => {
                print_error(&format!(
                    "{name}: the disassembler panicked, which is a bug in Spirula: {panic}"
                ));
                worst = Outcome::Unusable;
                continue;
            }
        };
        if let Some(path) = file {
            let path = path.to_owned();
            let make_folders = false;
            if let Err(message) = (Destination::File { path, make_folders }).write(text.as_bytes()) {
                print_error(&message);
                worst = Outcome::Unusable;
            }
        } else {
            let heading = format!("; {name}\n");
            let heading = if selection.many { heading } else { String::new() };
            let mut stdout = io::stdout().lock();
            let written = stdout.write_all(heading.as_bytes());
            let written = written.and_then(|()| stdout.write_all(text.as_bytes()));
            if let Err(error) = written.and_then(|()| stdout.flush()) {
                return Ok(check::written(Err(error), worst));
            }
        }
        if let Err(error) = read_through(&words) {
            print_error(&format!("{name}: {error}"));
            worst = worst.max(Outcome::Rejected);
        }
    }
    Ok(worst)
}

/// How modules are disassembled.
fn options(arguments: &DisArguments, to_stdout: bool) -> Disassembly {
    let has_colors = match arguments.color {
        When::Auto => to_stdout && arguments.color.on_stdout(),
        When::Always | When::Never => arguments.color.on_stdout(),
    };
    Disassembly::new()
        .raw_ids(arguments.raw_ids)
        .header(!arguments.no_header)
        .indent(!arguments.no_indent)
        .nested_indent(arguments.nested_indent)
        .offsets(arguments.offsets)
        .comments(arguments.comment)
        .colors(has_colors)
}

/// The error that ends the module before its last word.
fn read_through(words: &[u32]) -> Result<(), ReadError> {
    let (_, mut instructions) = Reader::new(words)?;
    instructions.try_for_each(|instruction| instruction.map(|_| ()))
}
