//! Finds the tests that tables name in the text of their files.

use super::root;

/// Whether a file below `tests/it` has a test with the name: a function, or an entry of a macro that generates one.
pub fn has_test(file: &str, name: &str) -> bool {
    let text = std::fs::read_to_string(root("tests/it").join(file)).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let function = line.starts_with(&format!("fn {name}(")) && at > 0 && lines[at - 1] == "#[test]";
        function || (line.starts_with(&format!("{name}: ")) && text.contains("macro_rules!"))
    })
}
