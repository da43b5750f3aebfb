//! Check lines in the comments of a shader, in the style of LLVM's FileCheck: patterns for its listing.
//!
//! `snapshots/README.md` has the directives. A pattern matches consecutive whole words of one line. Lines of the
//! listing are searched in order: each match is after the line of the previous one.

use std::collections::HashMap;

/// One check line.
#[derive(Debug)]
pub struct Check {
    /// The number of its line in the shader, and its text.
    pub label: String,
    kind: Kind,
    /// The targets that it applies to.
    pub targets: Vec<String>,
    pattern: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// This number of matching lines from here on.
    Count(usize),
    /// The line after the last match.
    Next,
    /// No line up to the next match.
    Not,
}

#[derive(Debug)]
enum Piece {
    Text(String),
    /// `{{.*}}`
    Any,
    /// `[[NAME:]]`: captures an id for later patterns.
    Define(String),
    /// `[[NAME]]`
    Use(String),
}

type Captures = HashMap<String, String>;

/// The check lines of a shader that has a case with these targets.
pub fn parse(source: &str, targets: &[String]) -> Result<Vec<Check>, String> {
    let mut checks: Vec<Check> = Vec::new();
    let mut defined: Vec<String> = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let line = line.trim();
        let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
        let Some(text) = comment.map(str::trim).filter(|text| text.starts_with("CHECK")) else {
            continue;
        };
        let label = format!("line {}: `{text}`", index + 1);
        let fault = |message: String| format!("{label}: {message}");
        let check = check(label.clone(), text, targets).map_err(fault)?;
        if check.kind == Kind::Next && checks.is_empty() {
            return Err(fault("there is no match before it".to_owned()));
        }
        for piece in &check.pattern {
            match piece {
                Piece::Define(name) => defined.push(name.clone()),
                Piece::Use(name) if !defined.contains(name) => return Err(fault(format!("no [[{name}:]] before it"))),
                Piece::Use(_) | Piece::Text(_) | Piece::Any => {}
            }
        }
        checks.push(check);
    }
    Ok(checks)
}

/// The shader without the check lines at its end.
pub fn without(source: &str) -> String {
    let is_check =
        |line: &&str| line.trim_start_matches(['/', ';', ' ']).starts_with("CHECK") || line.trim().is_empty();
    let end = source.lines().rev().take_while(is_check).count();
    let lines = source.lines().take(source.lines().count() - end);
    lines.map(|line| line.to_owned() + "\n").collect()
}

fn check(label: String, text: &str, targets: &[String]) -> Result<Check, String> {
    let (head, pattern) = text.split_once(':').ok_or("a colon is missing")?;
    let (directive, condition) = match head.split_once('[') {
        None => (head, None),
        Some((directive, condition)) => (directive, Some(condition.strip_suffix(']').ok_or("a `]` is missing")?)),
    };
    let kind = match directive.strip_prefix("CHECK-COUNT-") {
        Some(count) => Kind::Count(count.parse().map_err(|error| format!("{count}: {error}"))?),
        None => match directive {
            "CHECK" => Kind::Count(1),
            "CHECK-NEXT" => Kind::Next,
            "CHECK-NOT" => Kind::Not,
            _ => return Err("no such directive".to_owned()),
        },
    };
    let place = |name: &str, open: usize| match targets.iter().position(|target| target == name) {
        Some(place) => Ok(place),
        None if name.is_empty() => Ok(open),
        None => Err(format!("the case has no target {name}")),
    };
    let mut chosen = Vec::new();
    for range in condition.unwrap_or("..").split(',') {
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let (first, last) = (place(first, 0)?, place(last, targets.len() - 1)?);
        chosen.extend(targets.iter().take(last + 1).skip(first).cloned());
    }
    Ok(Check {
        label,
        kind,
        targets: chosen,
        pattern: pieces(pattern)?,
    })
}

fn pieces(pattern: &str) -> Result<Vec<Piece>, String> {
    let pattern = words(pattern);
    if pattern.trim().is_empty() {
        return Err("the pattern is empty".to_owned());
    }
    let mut pieces = Vec::new();
    let mut rest = pattern.as_str();
    while let Some(at) = [rest.find("{{"), rest.find("[[")].into_iter().flatten().min() {
        pieces.push(Piece::Text(rest[..at].to_owned()));
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("{{.*}}") {
            pieces.push(Piece::Any);
            rest = after;
            continue;
        }
        let name = rest.strip_prefix("[[").and_then(|name| name.split_once("]]"));
        let (name, after) = name.ok_or("not `{{.*}}`, `[[NAME:]]` or `[[NAME]]`")?;
        pieces.push(match name.strip_suffix(':') {
            Some(name) => Piece::Define(name.to_owned()),
            None => Piece::Use(name.to_owned()),
        });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(pieces)
}

/// The words of a line, each surrounded by single spaces.
fn words(line: &str) -> String {
    let words = line.split_whitespace().map(|word| format!("{word} "));
    format!(" {}", words.collect::<String>())
}

impl Check {
    /// Whether it requires a match.
    pub fn is_positive(&self) -> bool {
        self.kind != Kind::Not
    }

    /// Whether a part of the line matches; then the captures are updated.
    fn matches(&self, line: &str, captures: &mut Captures) -> bool {
        let found = (0..line.len()).find_map(|at| matches(&self.pattern, line.get(at..)?, captures.clone()));
        found.map(|found| *captures = found).is_some()
    }
}

/// The captures after matching a pattern at the start of a line.
fn matches(pattern: &[Piece], line: &str, mut captures: Captures) -> Option<Captures> {
    let Some((first, rest)) = pattern.split_first() else {
        return Some(captures);
    };
    let id = line.split(' ').next().filter(|id| id.starts_with('%'));
    let after = match first {
        Piece::Any => return (0..=line.len()).find_map(|at| matches(rest, line.get(at..)?, captures.clone())),
        Piece::Text(text) => line.strip_prefix(text.as_str())?,
        Piece::Define(name) => {
            captures.insert(name.clone(), id?.to_owned());
            line.strip_prefix(id?)?
        }
        Piece::Use(name) => line.strip_prefix(id.filter(|id| captures.get(name).is_some_and(|other| id == other))?)?,
    };
    matches(rest, after, captures)
}

/// Checks a listing. The error names the line of the shader, and where the search began.
pub fn run<'c>(checks: impl IntoIterator<Item = &'c Check>, listing: &str) -> Result<(), String> {
    let lines: Vec<String> = listing.lines().map(words).collect();
    let fault = |check: &Check, what: &str, index: usize| match lines.get(index) {
        Some(line) => format!(
            "{}{what} line {} of the listing: `{}`",
            check.label,
            index + 1,
            line.trim()
        ),
        None => format!("{}{what} the end of the listing", check.label),
    };
    let mut captures = Captures::new();
    let mut next = 0;
    let mut absent: Vec<&Check> = Vec::new();
    let is_absent = |absent: &mut Vec<&Check>, captures: &Captures, first: usize, end: usize| {
        for check in absent.drain(..) {
            if let Some(index) = (first..end).find(|&index| check.matches(&lines[index], &mut captures.clone())) {
                return Err(fault(check, ": found at", index));
            }
        }
        Ok(())
    };
    for check in checks {
        let (count, end) = match check.kind {
            Kind::Not => {
                absent.push(check);
                continue;
            }
            Kind::Count(count) => (count, lines.len()),
            Kind::Next => (1, lines.len().min(next + 1)),
        };
        for nth in 1..=count {
            let before = captures.clone();
            let Some(found) = (next..end).find(|&index| check.matches(&lines[index], &mut captures)) else {
                let mut what = ": not found; the search began at".to_owned();
                if count > 1 {
                    what.insert_str(0, &format!(" ({nth} of {count})"));
                }
                return Err(fault(check, &what, next));
            };
            is_absent(&mut absent, &before, next, found)?;
            next = found + 1;
        }
    }
    is_absent(&mut absent, &captures, next, lines.len())
}
