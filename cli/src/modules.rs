//! Reads inputs that are modules or their assembly, for the commands whose work is on words.

use std::io::{self, Write as _};

use spirula::source::diagnose::plain;
use spirula::source::guard;
use spirula::words::reader::words_from_bytes;
use spirula::words::{AssemblyError, assemble_text};

use super::arguments::When;
use super::inputs::Input;
use super::{Outcome, check, inputs};

/// The SPIR-V version of an assembly text that states none: 1.6, the newest.
pub(super) const VERSION: u32 = 0x0001_0600;

/// Why an input has no words.
pub(super) enum Failure {
    /// It cannot be read.
    Unreadable(String),
    /// It is neither a module nor assembly.
    NoModule(String),
    /// It is text that cannot be assembled.
    NotAssembled {
        name: String,
        text: String,
        error: AssemblyError,
    },
}

impl Failure {
    /// How the run ends.
    pub(super) const fn outcome(&self) -> Outcome {
        match self {
            Self::Unreadable(_) => Outcome::Unusable,
            Self::NoModule(_) | Self::NotAssembled { .. } => Outcome::Rejected,
        }
    }

    /// The error in one line.
    pub(super) fn message(&self) -> String {
        match self {
            Self::Unreadable(message) | Self::NoModule(message) => message.clone(),
            Self::NotAssembled { name, error, .. } => format!("{name}: {error}"),
        }
    }

    /// Prints the error, with the line of the text if the assembler reports it.
    pub(super) fn print(&self, color: When) {
        let text = match self {
            Self::Unreadable(message) | Self::NoModule(message) => plain(message).into_bytes(),
            Self::NotAssembled { name, text, error } => check::assembly_error(name, text, error, color),
        };
        // As for every message, an error of standard error is ignored.
        let _ = io::stderr().write_all(&text);
    }
}

/// The bytes of an input.
pub(super) fn bytes(input: &Input) -> Result<Vec<u8>, Failure> {
    inputs::read(&input.origin)
        .map_err(|error| format!("cannot read `{}`: {error}", input.name))
        .and_then(|bytes| bytes)
        .map_err(Failure::Unreadable)
}

/// The words of a module of either byte order, or of assembly.
pub(super) fn words(input: &Input) -> Result<Vec<u32>, Failure> {
    let name = &input.name;
    let bytes = bytes(input)?;
    if let Some(text) = check::assembly_text(name, &bytes) {
        return assembled(name, text, VERSION);
    }
    let message = match check::no_module(name, &bytes) {
        Some(message) => message.to_owned(),
        None => match words_from_bytes(&bytes) {
            Ok(words) => return Ok(words),
            Err(error) => error.to_string(),
        },
    };
    Err(Failure::NoModule(format!("{name}: {message}")))
}

/// Makes something of the words of an input. `what` names it in the message about a panic.
pub(super) fn read<T>(
    input: &Input,
    what: &str,
    make: impl FnOnce(Vec<u32>) -> Result<T, String>,
) -> Result<T, Failure> {
    let name = &input.name;
    let words = words(input)?;
    let made = guard::catch(|| make(words)).map_err(|panic| {
        let message = format!("{name}: {what} panicked, which is a bug in Spirula: {panic}");
        Failure::Unreadable(message)
    })?;
    made.map_err(|message| Failure::NoModule(format!("{name}: {message}")))
}

/// The words of a text. `version` is that of a text that states none.
pub(super) fn assembled(name: &str, text: String, version: u32) -> Result<Vec<u32>, Failure> {
    let assembled = guard::catch(|| assemble_text(&text, version)).map_err(|panic| {
        let message = format!("{name}: the assembler panicked, which is a bug in Spirula: {panic}");
        Failure::Unreadable(message)
    })?;
    assembled.map_err(|error| Failure::NotAssembled {
        name: name.to_owned(),
        text,
        error,
    })
}
