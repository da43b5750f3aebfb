//! The source files of the libraries, and the lines of code in them.

use std::path::Path;

/// A source file.
pub struct Source {
    /// The path from the root of the repository, with `/`.
    pub path: String,
    text: String,
    /// The index of the first line of the tests at its end.
    end: usize,
}

/// Every file of the two libraries, including tests.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join("src"), root.join("spirv/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the sources") {
            let path = entry.expect("an entry of the sources").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(root).expect("a path below the root");
                let names: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
                let text = std::fs::read_to_string(&path).expect("a readable source");
                if text.starts_with("// @generated") {
                    continue;
                }
                found.push(Source::new(names.join("/"), text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 50, "the sources are not where they were");
    found
}

/// The files of the libraries without tests.
pub fn library() -> Vec<Source> {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    sources().into_iter().filter(|source| !is_test(&source.path)).collect()
}

impl Source {
    pub fn new(path: String, text: String) -> Self {
        // Tests inside a file are its last module.
        let lines: Vec<_> = text.lines().collect();
        let tests = (0..lines.len()).find(|&at| {
            lines[at] == "#[cfg(test)]"
                && lines[at + 1..]
                    .iter()
                    .take(2)
                    .any(|line| line.starts_with("mod ") && line.ends_with('{'))
        });
        let end = tests.unwrap_or(lines.len());
        Self { path, text, end }
    }

    /// The lines before the tests, including comments.
    pub fn lines(&self) -> Vec<&str> {
        self.text.lines().take(self.end).collect()
    }

    /// The lines before the tests, numbered from 1, without comments.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..)
            .zip(self.text.lines().take(self.end))
            .map(|(number, line)| (number, without_comment(line)))
    }

    /// The names that the file declares with a hash table type.
    pub fn hash_tables(&self) -> Vec<String> {
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || c == '_');
        let mut names: Vec<String> = Vec::new();
        for (_, line) in self.code() {
            let Some((before, ty)) = line.split_once(": ") else {
                continue;
            };
            let ty = ty.trim_start_matches(['&', ' ']).trim_start_matches("mut ");
            let name = before.rsplit([' ', '(', ',']).next().unwrap_or(before);
            if ["HashMap<", "HashSet<", "HashTable<"]
                .iter()
                .any(|table| ty.starts_with(table))
                && is_name(name)
            {
                names.push(name.to_owned());
            }
        }
        names.dedup();
        names
    }
}

/// Whether a line iterates over a table.
pub fn iterates(line: &str, name: &str) -> bool {
    let walks = [
        ".iter",
        ".keys",
        ".values",
        ".into_",
        ".drain",
        ".retain",
        ".extract_if",
    ];
    line.match_indices(name).any(|(at, _)| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let rest = &line[at + name.len()..];
        let whole = !line[..at].ends_with(part) && !rest.starts_with(part);
        let direct = has_word(line, "in") && line.trim_start().starts_with("for ") && rest.trim() == "{";
        whole && (walks.iter().any(|walk| rest.starts_with(walk)) || direct)
    })
}

/// The indentation of a line.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A line without the comment at its end. A `//` inside a string cuts the line too early, which hides violations and
/// reports no false ones.
pub fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Whether a line contains a whole word.
pub fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

#[test]
fn words_and_comments_are_found() {
    assert!(has_word("use naga::Module;", "naga"));
    assert!(!has_word("let naga_type = 1;", "naga"));
    assert!(has_word("x.assert!(y)", "assert!"));
    assert!(!has_word("debug_assert!(y)", "assert!"));
    let source = Source::new(
        "x.rs".into(),
        "pub(super) const fn one() {\n    two(); // panic!\n}\n\nfn declared();\n#[cfg(test)]\nmod tests {\n}\n".into(),
    );
    assert!(
        source
            .code()
            .all(|(_, line)| !line.contains("panic!") && !line.contains("mod tests"))
    );
}

#[test]
fn hash_tables_and_walks_over_them_are_found() {
    let source = Source::new(
        "x.rs".into(),
        "struct A {\n    at: usize,\n    known: HashMap<u32, u32>,\n}\n".into(),
    );
    assert_eq!(source.hash_tables(), ["known"]);
    assert!(iterates("self.known.iter().max()", "known"));
    assert!(iterates("    for (key, value) in &self.known {", "known"));
    assert!(iterates("known.values()", "known"));
    assert!(!iterates("self.known.get(&key)", "known"));
    assert!(!iterates("self.unknown.iter()", "known"));
}
