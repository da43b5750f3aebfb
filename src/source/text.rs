//! Decodes the bytes of a file as text.

use super::diagnose::Problem;

/// The bytes of the file `name` as text, without a byte order mark.
pub fn text_of<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, Box<Problem>> {
    // Some editors write a byte order mark, which is not a token of any language.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let line = bytes.iter().take(offset).filter(|&&byte| byte == b'\n').count() + 1;
        let message = format!("`{name}` is not UTF-8: the byte at offset {offset} (line {line}) begins no character");
        let mut problem = Problem::plain("encoding", name, message);
        problem.line = Some(line);
        Box::new(problem)
    })
}
