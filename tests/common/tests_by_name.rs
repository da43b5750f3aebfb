//! Tests that tables name, found in the text of the files they stand in.

use super::root;

/// Whether a file below `tests/it` has a test of that name: a function, or an entry of a macro that makes one.
pub fn has_test(file: &str, name: &str) -> bool {
    let text = std::fs::read_to_string(root("tests/it").join(file)).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let function = line.starts_with(&format!("fn {name}(")) && at > 0 && lines[at - 1] == "#[test]";
        function || (line.starts_with(&format!("{name}: ")) && text.contains("macro_rules!"))
    })
}
