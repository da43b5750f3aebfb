//! The listing of a module, and the differences of two snapshots.

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

/// What differs between two snapshots, for each target: of modules what `diff` says, of everything else lines. Targets
/// with the same differences share them.
pub(super) fn changes(known: &str, text: &str) -> String {
    let (before, after) = match (sections(known), sections(text)) {
        (Some(before), Some(after)) => (before, after),
        _ => return difference(known, text),
    };
    let mut groups: Vec<(&str, Vec<&str>, String)> = Vec::new();
    let mut add = |kind, target, changes: String| {
        let is_same = |group: &&mut (&str, Vec<&str>, String)| group.0 == kind && group.2 == changes;
        match groups.iter_mut().find(is_same) {
            Some((_, targets, _)) => targets.push(target),
            None => groups.push((kind, vec![target], changes)),
        }
    };
    let find = |sections: &[Section], kind: &str, target: &str| {
        let is_it = |section: &&Section| section.kind == kind && section.targets.iter().any(|name| name == target);
        sections.iter().position(|section| is_it(&section))
    };
    for section in &after {
        for target in &section.targets {
            let old = find(&before, &section.kind, target).and_then(|at| before.get(at));
            let changes = match old {
                Some(old) if old.is_refusal == section.is_refusal && old.text == section.text => continue,
                Some(old) => section.changes_since(old),
                None => ": the snapshot has no such section\n".to_owned(),
            };
            add(section.kind.as_str(), target.as_str(), changes);
        }
    }
    for section in &before {
        for target in &section.targets {
            if find(&after, &section.kind, target).is_none() {
                let changes = ": the snapshot has a section that is not written any more\n".to_owned();
                add(section.kind.as_str(), target.as_str(), changes);
            }
        }
    }
    if groups.is_empty() {
        return difference(known, text);
    }
    let texts = groups.iter().map(|(kind, targets, changes)| {
        let kind = if kind.is_empty() {
            String::new()
        } else {
            format!(" {kind}")
        };
        format!("; ---- {}{kind}{changes}", shared_name(targets))
    });
    texts.collect()
}

/// What a snapshot has of some targets, as a whole.
struct Section {
    /// `requirements` or `checks`, and nothing for a listing.
    kind: String,
    targets: Vec<String>,
    is_refusal: bool,
    /// The SPIR-V version of a listing.
    version: Option<String>,
    text: String,
}

impl Section {
    /// The rest of the heading and the lines that say what has changed.
    fn changes_since(&self, old: &Self) -> String {
        match (old.is_refusal, self.is_refusal) {
            (false, true) => format!(": is refused now, and the snapshot has a module\n{}", self.text),
            (true, false) => format!(": is a module now, and the snapshot has a refusal\n{}", old.text),
            _ => {
                let diff = old.module().zip(self.module());
                let diff = diff.and_then(|(one, other)| Diff::new(&one, &other, &Options::default()).ok());
                // A listing that was edited by hand may be one of the same module.
                let diff = diff.filter(|diff| !diff.is_same());
                let changes = diff.map_or_else(|| difference(&old.text, &self.text), |diff| diff.to_string());
                format!("\n{changes}")
            }
        }
    }

    /// The module of a listing.
    fn module(&self) -> Option<Vec<u32>> {
        let version = self.version.as_deref()?;
        assemble_text(&format!("{HEADING}\n; Version: {version}\n{}", self.text), 0).ok()
    }
}

/// The sections of a snapshot, with differences applied to the listing that they follow; `None` if one cannot be.
fn sections(text: &str) -> Option<Vec<Section>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut rest = text.strip_prefix(HEADING)?.strip_prefix('\n')?;
    while !rest.is_empty() {
        let (heading, body) = rest.strip_prefix("; ---- ")?.split_once('\n')?;
        let end = body.find("\n; ---- ").map_or(body.len(), |end| end + 1);
        let (body, after) = body.split_at(end);
        rest = after;
        let (heading, form) = match heading.split_once(": ") {
            Some((heading, form)) => (heading, form),
            None => (heading, ""),
        };
        let (names, heading) = heading.split_once(' ').unwrap_or((heading, ""));
        let version = heading
            .strip_prefix("(SPIR-V ")
            .and_then(|versions| versions.strip_suffix(')'));
        let kind = if version.is_some() { "" } else { heading };
        let version = version.and_then(|versions| versions.split(", ").next());
        let text = match form {
            "" | "refused" => body.to_owned(),
            "difference" => {
                let base = sections.iter().find(|base| base.kind == kind && !base.is_refusal)?;
                patched(&base.text, body)?
            }
            _ => return None,
        };
        sections.push(Section {
            kind: kind.to_owned(),
            targets: names_in(names),
            is_refusal: form == "refused",
            version: version.map(str::to_owned),
            text,
        });
    }
    Some(sections)
}

/// The text that a [`difference`] makes of another.
fn patched(first: &str, difference: &str) -> Option<String> {
    let lines: Vec<&str> = first.lines().collect();
    let changes: Vec<&str> = difference.lines().collect();
    let is_start = |line: &&str| line.starts_with("@@");
    let mut hunks = changes.as_slice();
    let (mut done, mut text) = (0, String::new());
    while let Some((heading, rest)) = hunks.split_first().filter(|(heading, _)| is_start(heading)) {
        let end = rest.iter().position(is_start).unwrap_or(rest.len());
        let (hunk, next) = rest.split_at(end);
        hunks = next;
        let unmarked = |line: &&'_ str| line.get(1..).unwrap_or("").to_owned();
        let old: Vec<String> = hunk
            .iter()
            .filter(|line| !line.starts_with('+'))
            .map(unmarked)
            .collect();
        // A hunk begins in the function that its heading names, or after it.
        let function = format!("{} = OpFunction ", heading.strip_prefix("@@ ").unwrap_or("@@"));
        let function = lines.iter().position(|line| line.trim_start().starts_with(&function));
        let from = function.unwrap_or(0).max(done);
        let place = lines
            .get(from..)?
            .windows(old.len().max(1))
            .position(|lines| lines == old)?;
        let kept = lines.get(done..from + place)?.iter().map(|&line| line.to_owned());
        let new = hunk.iter().filter(|line| !line.starts_with('-')).map(unmarked);
        kept.chain(new).for_each(|line| text += &format!("{line}\n"));
        done = from + place + old.len();
    }
    lines.get(done..)?.iter().for_each(|line| text += &format!("{line}\n"));
    Some(text)
}

/// A name for several targets: runs of Vulkan versions as `vulkan1.1-1.3`, others joined by `+`.
pub(super) fn shared_name(targets: &[&str]) -> String {
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for target in targets {
        let follows = |last: &str| minor(target).is_some_and(|at| at > 0 && minor(last) == Some(at - 1));
        match runs.last_mut() {
            Some((_, last)) if follows(last) => *last = target,
            _ => runs.push((target, target)),
        }
    }
    let names: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| match last.strip_prefix("vulkan") {
            Some(version) if first != last => format!("{first}-{version}"),
            _ => first.to_owned(),
        })
        .collect();
    names.join("+")
}

/// The targets of a shared name.
fn names_in(shared: &str) -> Vec<String> {
    let names = shared.split('+').flat_map(|name| {
        let run = name
            .split_once("-1.")
            .and_then(|(first, last)| Some((minor(first)?, last.parse().ok()?)));
        match run {
            Some((first, last)) => (first..=last).map(|minor| format!("vulkan1.{minor}")).collect(),
            None => vec![name.to_owned()],
        }
    });
    names.collect()
}

/// The minor number of a Vulkan version.
fn minor(target: &str) -> Option<u32> {
    target.strip_prefix("vulkan1.")?.parse().ok()
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn targets_are_named_in_runs() {
        for (targets, name) in [
            (&["vulkan1.0"][..], "vulkan1.0"),
            (&["vulkan1.1", "vulkan1.2", "vulkan1.4"], "vulkan1.1-1.2+vulkan1.4"),
            (&["vulkan1.1spv1.4", "spv1.6"], "vulkan1.1spv1.4+spv1.6"),
            (&["spv1.3-physical64", "a-phone"], "spv1.3-physical64+a-phone"),
        ] {
            assert_eq!(shared_name(targets), name);
            assert_eq!(names_in(name), targets);
        }
    }

    #[test]
    fn a_difference_is_applied_again() {
        let lines = |text: &str| text.chars().map(|line| format!("{line}\n")).collect::<String>();
        for (one, other) in [
            ("abcdefghijklm", "abcdeXghijklm"),
            ("abcdefghijklm", "Xabcdefghijklm"),
            ("abcdefghijklm", "abcdefghijklmX"),
            ("abcdefghijklmnopqrs", "bcdefghijklmnopqXs"),
            ("aaaaaaaaaaaabaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaa"),
        ] {
            let (one, other) = (lines(one), lines(other));
            assert_eq!(patched(&one, &difference(&one, &other)), Some(other));
        }
        assert_eq!(patched("a\nb\n", "@@\n-c\n"), None);
    }
}
