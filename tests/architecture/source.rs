//! The source files of the crate, and what of them is code.

use std::path::Path;

/// One file.
pub struct Source {
    /// From the root of the repository, with `/`.
    pub path: String,
    text: String,
    /// Where the tests at its end begin, as a line index.
    end: usize,
}

/// Every file under `src`, tests too.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the sources") {
            let path = entry.expect("an entry of the sources").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(root).expect("a path below the root");
                let names: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
                let text = std::fs::read_to_string(&path).expect("a readable source");
                found.push(Source::new(names.join("/"), text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 50, "the sources are not where they were");
    found
}

/// The files of the library: neither tests nor the command line.
pub fn library() -> Vec<Source> {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    sources()
        .into_iter()
        .filter(|source| !is_test(&source.path) && !source.path.starts_with("src/cli/"))
        .collect()
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

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines before the tests, comments included.
    pub fn lines(&self) -> Vec<&str> {
        self.text.lines().take(self.end).collect()
    }

    /// The lines before the tests, numbered from 1, without comments.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..)
            .zip(self.text.lines().take(self.end))
            .map(|(number, line)| (number, without_comment(line)))
    }

    /// Every function: the line it starts on, its name, its number of lines but for the arms of one line.
    pub fn functions(&self) -> Vec<(usize, String, usize)> {
        let lines: Vec<_> = self.text.lines().collect();
        let mut found = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let Some(name) = function_name(without_comment(line)) else {
                continue;
            };
            let end = format!("{:indent$}}}", "", indent = indent(line));
            // A declaration without a body ends in a semicolon, at the same indentation.
            let last = (at..lines.len()).find(|&last| {
                lines[last] == end || (indent(lines[last]) == indent(line) && lines[last].ends_with(';'))
            });
            if let Some(last) = last {
                let counted = lines[at..=last].iter().filter(|line| !is_arm(line)).count();
                found.push((at + 1, name.to_owned(), counted));
            }
        }
        found
    }

    /// What the file declares with a type named as a hash table.
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

/// Whether a line is one arm of a `match` on a line of its own, or one of the patterns of an arm.
fn is_arm(line: &str) -> bool {
    let code = without_comment(line).trim();
    code.starts_with("| ") || (code.contains(" => ") && code.ends_with(','))
}

/// Whether a line walks over a table.
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

/// The name in the first line of a function.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(public) = rest.strip_prefix("pub") {
        rest = match public.strip_prefix('(') {
            Some(scope) => scope.split_once(") ")?.1,
            None => public.strip_prefix(' ')?,
        };
    }
    let rest = rest.strip_prefix("const ").unwrap_or(rest).strip_prefix("fn ")?;
    Some(rest.split(['(', '<']).next().unwrap_or(rest))
}

/// How far a line is indented.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A line without the comment at its end. A `//` inside a string ends the line too early, which hides what follows it and
/// invents nothing.
pub fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Whether a line has a word that is no part of a longer one.
pub fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

#[test]
fn words_comments_and_functions_are_found() {
    assert!(has_word("use naga::Module;", "naga"));
    assert!(!has_word("let naga_type = 1;", "naga"));
    assert!(has_word("x.assert!(y)", "assert!"));
    assert!(!has_word("debug_assert!(y)", "assert!"));
    let source = Source::new(
        "x.rs".into(),
        "pub(super) const fn one() {\n    two(); // panic!\n}\n\nfn declared();\n#[cfg(test)]\nmod tests {\n}\n".into(),
    );
    assert_eq!(
        source.functions(),
        [(1, "one".to_owned(), 3), (5, "declared".to_owned(), 1)]
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
    assert!(is_arm("        F::Cos => Glsl::Cos,"));
    assert!(is_arm("        | Expression::Load { .. }"));
    assert!(!is_arm("        F::Cos => {"));
}
