//! Check lines in the comments of a shader: the language of LLVM's FileCheck, matched against a listing.
//!
//! The semantics are those of LLVM's documentation and of its default options: runs of spaces and tabs are equal, plain
//! text is found anywhere in a line, and a search begins where the last match ended. The checks between two `LABEL` lines
//! are confined to the text between the matches of these. A pattern matches within one line, because in LLVM neither `.`
//! nor `[^x]` matches a line end. What differs:
//! * regular expressions are those of the crate `regex` and not of POSIX: an alternation takes its first alternative that
//!   matches, and there are no back references;
//! * a variable that is used in the line that defines it is compared after the match, which is not tried again with
//!   another length;
//! * numeric variables (`[[#N:]]`) are refused;
//! * a pattern that ends in a digit does not end within a number: `Offset 16` is not in `Offset 160`;
//! * ours: the condition `CHECK[vulkan1.1..]` on the targets, and `[[NAME:]]`, which is short for `[[NAME:%[^ ]+]]`, and
//!   whose uses match whole ids.

mod matcher;
mod pattern;

use matcher::Matcher;
use pattern::{Pattern, Piece};
use spirula::source::nearest;

/// The check lines of a shader.
#[derive(Debug)]
pub struct CheckLines {
    checks: Vec<Check>,
}

/// The name that begins check lines, and the targets for which they count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    pub name: String,
    /// A condition, as in `CHECK[vulkan1.1..]`; `None` for all targets.
    pub targets: Option<String>,
}

impl Default for Prefix {
    fn default() -> Self {
        Self {
            name: "CHECK".to_owned(),
            targets: None,
        }
    }
}

/// A check line that a listing does not satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// Its line in the shader, counted from 1.
    pub line: usize,
    /// The line and what is wrong: `line 7: ...`.
    pub message: String,
}

/// One check line.
#[derive(Debug)]
struct Check {
    line: usize,
    /// As it is written, without the comment's mark.
    text: String,
    kind: Kind,
    /// Whether it counts for each of the targets.
    is_for: Vec<bool>,
    pattern: Pattern,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// This number of matches.
    Count(usize),
    /// A match in the next line.
    Next,
    /// A match in the same line.
    Same,
    /// The next line is empty.
    Empty,
    /// A match that divides the listing.
    Label,
    /// No match up to the next one.
    Not,
    /// A match in any order with its neighbours of this kind.
    Dag,
}

/// What follows a prefix; `-COUNT-` also has a number.
const KINDS: [(&str, Kind); 8] = [
    ("", Kind::Count(1)),
    ("-NEXT", Kind::Next),
    ("-SAME", Kind::Same),
    ("-NOT", Kind::Not),
    ("-DAG", Kind::Dag),
    ("-LABEL", Kind::Label),
    ("-EMPTY", Kind::Empty),
    (COUNT, Kind::Count(1)),
];
const COUNT: &str = "-COUNT-";

impl CheckLines {
    /// The check lines of a shader for these targets.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(source: &str, targets: &[String], prefixes: &[Prefix]) -> Result<Self, Unmet> {
        let mut checks = Vec::new();
        for (index, line) in source.lines().enumerate() {
            let Some((prefix, text)) = directive(line, prefixes) else {
                mistaken(line, prefixes).map_err(|(text, message)| Unmet {
                    line: index + 1,
                    message: format!("line {}: `{text}`: {message}", index + 1),
                })?;
                continue;
            };
            let line = index + 1;
            let check = Check::parse(line, text, prefix, targets).map_err(|message| Unmet {
                line,
                message: format!("line {line}: `{text}`: {message}"),
            })?;
            checks.push(check);
        }
        let lines = Self { checks };
        for target in 0..targets.len() {
            lines.validate(target)?;
        }
        Ok(lines)
    }

    /// Looks for what has to be before some lines.
    fn validate(&self, target: usize) -> Result<(), Unmet> {
        let mut defined: Vec<&str> = Vec::new();
        let mut has_match = false;
        for check in self.of(target) {
            if matches!(check.kind, Kind::Next | Kind::Same | Kind::Empty) && !has_match {
                return Err(check.unmet("there is no match before it"));
            }
            has_match |= !matches!(check.kind, Kind::Not | Kind::Dag);
            for piece in check.pattern.pieces() {
                match piece {
                    Piece::Define { name, .. } => defined.push(name),
                    Piece::Use(name) if !defined.contains(&name.as_str()) => {
                        return Err(check.unmet(&format!("no [[{name}:]] before it")));
                    }
                    Piece::Use(_) | Piece::Text(_) | Piece::Regex(_) => {}
                }
            }
        }
        Ok(())
    }

    fn of(&self, target: usize) -> impl Iterator<Item = &Check> {
        let is_for = move |check: &&Check| check.is_for.get(target) == Some(&true);
        self.checks.iter().filter(is_for)
    }

    /// Whether some line demands a match.
    pub fn has_positive(&self) -> bool {
        self.checks.iter().any(|check| check.kind != Kind::Not)
    }

    /// The lines that count for none of the targets that `is_listed` has, by their places.
    pub fn idle(&self, is_listed: impl Fn(usize) -> bool) -> Vec<Unmet> {
        let idle = self.checks.iter().filter(|check| {
            let mut targets = check.is_for.iter().enumerate();
            !targets.any(|(at, is_for)| *is_for && is_listed(at))
        });
        idle.map(|check| check.unmet("its targets refuse the shader")).collect()
    }

    /// Checks the listing for a target, which is given by its place.
    ///
    /// # Errors
    /// The first line that is not satisfied, with the place where the search began and the nearest line of the listing.
    pub fn run(&self, target: usize, listing: &str) -> Result<(), Unmet> {
        Matcher::new(listing).run(&self.of(target).collect::<Vec<_>>())
    }
}

/// The check line in a comment: a prefix follows the comment's mark.
fn directive<'a, 'p>(line: &'a str, prefixes: &'p [Prefix]) -> Option<(&'p Prefix, &'a str)> {
    let line = line.trim();
    let comment = match line.strip_prefix(';') {
        Some(comment) => comment,
        None => line.split_once("//")?.1,
    };
    let text = comment.trim_start_matches(['/', ';', '!', '*']).trim_start();
    let is_it = |prefix: &&Prefix| {
        let rest = text.strip_prefix(prefix.name.as_str());
        rest.is_some_and(|rest| rest.starts_with([':', '-', '[', ' ']) || rest.is_empty())
    };
    let prefix = prefixes.iter().filter(is_it).max_by_key(|prefix| prefix.name.len())?;
    Some((prefix, text))
}

/// Looks for a comment that is no check line and was meant to be: it begins with a word in capitals, similar to a prefix,
/// and a colon.
fn mistaken<'a>(line: &'a str, prefixes: &[Prefix]) -> Result<(), (&'a str, String)> {
    let line = line.trim();
    let Some(comment) = line.strip_prefix("//").or_else(|| line.strip_prefix(';')) else {
        return Ok(());
    };
    let text = comment.trim_start_matches(['/', ';', '!', '*']).trim();
    let Some((word, _)) = text.split_once([':', '[']) else {
        return Ok(());
    };
    let is_inner =
        |character: char| character.is_ascii_uppercase() || character.is_ascii_digit() || "-_".contains(character);
    // Short words are near to each other by chance.
    if word.len() < 4 || !word.chars().all(is_inner) {
        return Ok(());
    }
    let names = prefixes.iter().map(|prefix| prefix.name.as_str());
    let known: Vec<String> = names
        .flat_map(|name| KINDS.map(|(suffix, _)| format!("{name}{suffix}")))
        .collect();
    match nearest(word, &mut known.iter().map(String::as_str)) {
        Some(near) if near.get(..1) == word.get(..1) => {
            Err((text, format!("no check line begins with it; the nearest is `{near}:`")))
        }
        Some(_) | None => Ok(()),
    }
}

/// The shader without the check lines at its end, which belong to no debug information.
pub fn without(source: &str, prefixes: &[Prefix]) -> String {
    let is_cut = |line: &&str| line.trim().is_empty() || is_alone(line, prefixes);
    let end = source.lines().rev().take_while(is_cut).count();
    let lines = source.lines().take(source.lines().count() - end);
    lines.map(|line| line.to_owned() + "\n").collect()
}

/// Whether a line is a check line and nothing else.
fn is_alone(line: &str, prefixes: &[Prefix]) -> bool {
    line.trim_start().starts_with(['/', ';']) && directive(line, prefixes).is_some()
}

impl Check {
    fn parse(line: usize, text: &str, prefix: &Prefix, targets: &[String]) -> Result<Self, String> {
        let rest = text.strip_prefix(prefix.name.as_str()).unwrap_or(text);
        // A pattern may have brackets and colons, so those of the directive are looked for in front of it.
        let (head, pattern) = rest.split_once(':').ok_or("a colon is missing")?;
        let (suffix, condition) = match head.split_once('[') {
            None => (head, None),
            Some((suffix, condition)) => match condition.split_once(']') {
                Some((condition, "")) => (suffix, Some(condition)),
                Some((condition, after)) => {
                    return Err(format!(
                        "the condition is in front of the colon: `{}{after}[{condition}]:`",
                        prefix.name
                    ));
                }
                None => return Err("a `]` is missing".to_owned()),
            },
        };
        let known = KINDS.iter().find(|(known, _)| *known == suffix && suffix != COUNT);
        let kind = match (suffix.strip_prefix(COUNT), known) {
            (Some(count), _) => match count.parse() {
                Ok(count @ 1..) => Kind::Count(count),
                Ok(0) | Err(_) => return Err(format!("`{count}` is no number from 1 on")),
            },
            (None, Some((_, kind))) => *kind,
            (None, None) if suffix.starts_with(' ') => return Err("a colon is missing".to_owned()),
            (None, None) => {
                let names = KINDS.map(|(suffix, _)| suffix).join(", ");
                return Err(format!(
                    "no such directive; known are {}n",
                    names.trim_start_matches(", ")
                ));
            }
        };
        let pattern = Pattern::parse(pattern)?;
        match (kind, pattern.pieces()) {
            (Kind::Empty, []) => {}
            (Kind::Empty, _) => return Err("an empty line has no pattern".to_owned()),
            (_, []) => return Err("the pattern is empty".to_owned()),
            (Kind::Label, pieces) => {
                let is_variable = |piece: &Piece| matches!(piece, Piece::Define { .. } | Piece::Use(_));
                if pieces.iter().any(is_variable) {
                    return Err("a label has no variables".to_owned());
                }
            }
            _ => {}
        }
        let mut is_for = chosen(prefix.targets.as_deref(), targets)?;
        if condition.is_some() {
            for (is_for, is_chosen) in is_for.iter_mut().zip(chosen(condition, targets)?) {
                *is_for &= is_chosen;
            }
        }
        Ok(Self {
            line,
            text: text.to_owned(),
            kind,
            is_for,
            pattern,
        })
    }

    fn unmet(&self, what: &str) -> Unmet {
        Unmet {
            line: self.line,
            message: format!("line {}: `{}`: {what}", self.line, self.text),
        }
    }
}

/// Whether a condition has each of the targets: names and ranges in their order, with commas between them.
fn chosen(condition: Option<&str>, targets: &[String]) -> Result<Vec<bool>, String> {
    let Some(condition) = condition else {
        return Ok(vec![true; targets.len()]);
    };
    let place = |name: &str, open: usize| match targets.iter().position(|target| target == name) {
        Some(place) => Ok(place),
        None if name.is_empty() => Ok(open),
        None => Err(format!("the shader has no target {name}")),
    };
    let mut chosen = vec![false; targets.len()];
    for range in condition.split(',') {
        let range = range.trim();
        if range.is_empty() {
            return Err("a target's name is missing".to_owned());
        }
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let (first, last) = (place(first, 0)?, place(last, targets.len().saturating_sub(1))?);
        for is_chosen in chosen.iter_mut().take(last + 1).skip(first) {
            *is_chosen = true;
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests;
