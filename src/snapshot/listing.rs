//! The listing of a module, and the differences of two listings.

use similar::{ChangeTag, TextDiff};
use spirula::diff::{Diff, Options};
use spirula::listing::{HEADING, normal};
use spirula::words::assemble_text;
use spirula::words::reader::ReadError;

/// The lines of context around a difference.
const CONTEXT: usize = 3;

/// The SPIR-V version of a module, and its instructions in normal form.
///
/// # Errors
/// If the words are no module.
pub(super) fn listing(words: &[u32]) -> Result<(String, String), ReadError> {
    let text = normal(words)?;
    let (head, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("; "));
    let version = head.iter().find_map(|line| line.strip_prefix("; Version: "));
    let body = body.into_iter().map(|line| line.to_owned() + "\n");
    Ok((version.unwrap_or_default().to_owned(), body.collect()))
}

/// What differs between two snapshots: of listings the differences of the modules, of everything else lines.
pub(super) fn changes(known: &str, text: &str) -> String {
    let (sections, others) = (sections(known), sections(text));
    let headings = |sections: &[(&str, &str)]| sections.iter().map(|section| section.0.to_owned()).collect::<Vec<_>>();
    if headings(&sections) != headings(&others) {
        return difference(known, text);
    }
    let mut changes = String::new();
    for ((heading, body), (_, other)) in sections.into_iter().zip(others) {
        if body == other {
            continue;
        }
        let modules = module(heading, body).zip(module(heading, other));
        let diff = modules.and_then(|(one, other)| Diff::new(&one, &other, &Options::default()).ok());
        // A listing that was edited by hand may be one of the same module.
        let diff = diff.filter(|diff| !diff.is_same());
        changes += &format!("{heading}\n");
        changes += &diff.map_or_else(|| difference(body, other), |diff| diff.to_string());
    }
    changes
}

/// The headings of a snapshot, with the text below each.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let starts = text.match_indices("; ---- ").map(|(at, _)| at);
    let starts = starts.filter(|&at| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'));
    let mut ends: Vec<usize> = starts.clone().skip(1).collect();
    ends.push(text.len());
    let sections = starts.zip(ends).filter_map(|(start, end)| text.get(start..end));
    sections
        .map(|section| section.split_once('\n').unwrap_or((section, "")))
        .collect()
}

/// The module of a section that is a whole listing.
fn module(heading: &str, body: &str) -> Option<Vec<u32>> {
    let version = heading.strip_suffix(')')?.rsplit_once(" (SPIR-V ")?.1;
    let version = version.split(',').next()?;
    assemble_text(&format!("{HEADING}\n; Version: {version}\n{body}"), 0).ok()
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
