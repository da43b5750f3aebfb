//! How JavaScript calls the module: bytes go in and out through two buffers in its memory.
//!
//! The caller asks for the place of `length` bytes with [`input`], writes them there, calls one of the other functions,
//! which returns the length of its answer, and reads that many bytes at [`output`]. A call may move both buffers and
//! grow the memory, so places are asked for each time. After a trap the module is not used any more, except for
//! [`panic_message`].

#![allow(unsafe_code, reason = "an exported function has an attribute that is unsafe")]

use std::cell::RefCell;

use serde_json::json;
use spirula::source::guard;

use crate::{beside_naga, disassembled};

/// The most bytes that the buffer of an answer keeps for the next one.
const KEPT: usize = 4 << 20;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The place of a buffer for `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// The place of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// The tables that the page makes its form of, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn tables() -> usize {
    std::panic::set_hook(Box::new(|info| {
        answer(|output| output.extend(guard::describe(info).bytes()));
    }));
    answer(|output| output.extend(crate::tables().bytes()))
}

/// The text of the module in the input: a JSON object with `text` or `error`.
#[unsafe(no_mangle)]
pub extern "C" fn disassemble() -> usize {
    let input = INPUT.take();
    let answered = match disassembled(&input) {
        Ok(text) => json!({ "text": text }),
        Err(error) => json!({ "error": error }),
    };
    answer(|output| output.extend(answered.to_string().bytes()))
}

/// The answer to the request in the input: the length of its JSON as a word, the JSON, and the words of the module.
#[unsafe(no_mangle)]
pub extern "C" fn request() -> usize {
    let input = INPUT.take();
    answer(|output| crate::encode(&input, output))
}

/// The difference to naga's words for the request in the input: a JSON string of HTML.
#[unsafe(no_mangle)]
pub extern "C" fn compare() -> usize {
    let input = INPUT.take();
    let html = serde_json::from_slice(&input).map_or_else(|error| error.to_string(), |request| beside_naga(&request));
    answer(|output| output.extend(json!(html).to_string().bytes()))
}

/// The message of the panic that was the trap: its length.
#[unsafe(no_mangle)]
pub extern "C" fn panic_message() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Fills the output and returns its length.
fn answer(fill: impl FnOnce(&mut Vec<u8>)) -> usize {
    let mut output = OUTPUT.take();
    output.clear();
    output.shrink_to(KEPT);
    fill(&mut output);
    let length = output.len();
    OUTPUT.set(output);
    length
}
