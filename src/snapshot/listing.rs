//! The listing of a module, and the difference of two texts.

use similar::{ChangeTag, TextDiff};

/// The lines of context around a difference.
const CONTEXT: usize = 3;

/// The SPIR-V version of a module, and its instructions as text.
pub(super) fn listing(words: &[u32]) -> (String, String) {
    let version = words.get(1).copied().unwrap_or_default();
    // A release changes no listing.
    let text = spirula::words::disassemble_numbered(words)
        .replace(concat!("\"spirula ", env!("CARGO_PKG_VERSION")), "\"spirula VERSION");
    let lines = text.lines().skip_while(|line| line.starts_with(';'));
    let text = lines.map(|line| line.to_owned() + "\n").collect();
    (format!("{}.{}", version >> 16 & 0xFF, version >> 8 & 0xFF), text)
}

/// The lines that differ, with three lines of context and the name of their function.
pub(super) fn difference(first: &str, second: &str) -> String {
    let changes = TextDiff::from_lines(first, second);
    let old: Vec<&str> = first.lines().collect();
    let mut text = String::new();
    for group in changes.grouped_ops(CONTEXT) {
        let start = group.first().map_or(0, |op| op.old_range().start);
        let before = old.iter().take(start + 1).rev();
        let function = before
            .copied()
            .find_map(|line| line.trim_start().split_once(" = OpFunction "));
        text += &function.map_or_else(|| "@@\n".to_owned(), |(name, _)| format!("@@ {name}\n"));
        for change in group.iter().flat_map(|op| changes.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Equal => " ",
                ChangeTag::Delete => "-",
                ChangeTag::Insert => "+",
            };
            let line = format!("{sign}{}", change.value().trim_end_matches('\n'));
            text += line.trim_end_matches(' ');
            text.push('\n');
        }
    }
    text
}
