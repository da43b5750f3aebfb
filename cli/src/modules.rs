//! Reads an input that is a SPIR-V module, as words of either byte order or as text, for the commands that take modules
//! of any compiler.

use spirula::source::guard;
use spirula::words::assemble_text;
use spirula::words::reader::words_from_bytes;

use super::inputs::Input;
use super::{Outcome, check, job};

/// The SPIR-V version of an assembly text without a header: 1.6, the newest.
const VERSION: u32 = 0x0001_0600;

/// The outcome of an input that cannot be used, and the error message.
pub(super) struct Failure(pub(super) Outcome, pub(super) String);

/// Reads the words of an input, and makes something of them, which names what it makes in the message about a panic.
pub(super) fn read<T>(
    input: &Input,
    what: &str,
    make: impl FnOnce(Vec<u32>) -> Result<T, String>,
) -> Result<T, Failure> {
    let name = &input.name;
    let bytes = job::read(&input.origin)
        .map_err(|error| format!("cannot read `{name}`: {error}"))
        .and_then(|bytes| bytes)
        .map_err(|message| Failure(Outcome::Unusable, message))?;
    let made = guard::catch(|| {
        let words = match check::assembly_text(name, &bytes) {
            Some(text) => assemble_text(&text, VERSION).map_err(|error| error.to_string())?,
            None => match check::no_module(name, &bytes) {
                Some(message) => return Err(message.to_owned()),
                None => words_from_bytes(&bytes).map_err(|error| error.to_string())?,
            },
        };
        make(words)
    });
    let made = made.map_err(|panic| {
        let message = format!("{name}: {what} panicked, which is a bug in Spirula: {panic}");
        Failure(Outcome::Unusable, message)
    })?;
    made.map_err(|message| Failure(Outcome::Rejected, format!("{name}: {message}")))
}
