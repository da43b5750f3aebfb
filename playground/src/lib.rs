//! Spirula in a browser: what the page asks, and the answers.
//!
//! The page sends a [`Request`] as JSON: a shader or a module as text, and the switches of the command line. The answer
//! has the parts of the page of `--emit html`, the messages and the words. [`abi`] is how JavaScript calls this.

mod abi;
mod checked;
mod compared;
mod compiled;
mod request;
mod response;
mod tables;

pub use request::{Language, Request};
pub use response::{Message, Response, Severity};
pub use tables::tables;

use spirula::words::Disassembly;

/// The text of a module's bytes, of either byte order: it is assembled to the same words.
///
/// # Errors
/// If the bytes are no module.
pub fn disassembled(bytes: &[u8]) -> Result<String, String> {
    let words = spirula::words::reader::words_from_bytes(bytes).map_err(|error| error.to_string())?;
    Ok(Disassembly::new().text(&words))
}

/// The answer to a request.
pub fn respond(request: &Request) -> Response {
    match request.language {
        Language::Check => checked::respond(request),
        _ => compiled::respond(request),
    }
}

/// How the words for a request differ from those of naga's own writer, as HTML.
pub fn beside_naga(request: &Request) -> String {
    match request.language {
        Language::Check => String::new(),
        _ => compared::with_naga(request),
    }
}

/// The answer to a request in JSON, as the page gets it.
pub fn encoded(request: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    encode(request, &mut output);
    output
}

/// Writes the answer to a request in JSON: the length of its JSON as a word, the JSON, and the words of the module.
pub(crate) fn encode(request: &[u8], output: &mut Vec<u8>) {
    let response = match serde_json::from_slice::<Request>(request) {
        Ok(request) => respond(&request),
        Err(error) => Response::of(vec![Message::plain(error.to_string())]),
    };
    output.extend([0; 4]);
    // Nothing of it can fail to be written as JSON: it has no map and no number but integers.
    if serde_json::to_writer(&mut *output, &response).is_err() {
        output.extend(b"{}");
    }
    let length = u32::try_from(output.len() - 4).unwrap_or(u32::MAX);
    output[..4].copy_from_slice(&length.to_le_bytes());
    output.extend(response.words.iter().flat_map(|word| word.to_le_bytes()));
}
