//! Patterns: plain text, `{{regular expressions}}`, definitions and uses of variables, and the regular expression of a
//! whole line that they make.

use std::collections::BTreeMap;

use regex::{Captures, Regex};

/// What `[[NAME:]]` captures.
const ID: &str = "%[^ ]+";

/// The group of what a pattern matches, if more is looked at.
const WHOLE: &str = "__whole";

/// A pattern; without pieces it is empty.
#[derive(Debug)]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
}

#[derive(Debug)]
pub(super) enum Piece {
    Text(String),
    /// `{{regex}}`
    Regex(String),
    /// `[[NAME:regex]]`
    Define {
        name: String,
        regex: String,
        /// It is written `[[NAME:]]`.
        is_id: bool,
    },
    /// `[[NAME]]`
    Use(String),
}

/// The values of the variables.
pub(super) type Variables = BTreeMap<String, Variable>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) value: String,
    /// Its uses match whole ids.
    is_id: bool,
}

/// A pattern as a regular expression, with the values of the variables that were known.
pub(super) struct Compiled<'p> {
    regex: Regex,
    pattern: &'p Pattern,
    groups: Vec<Group<'p>>,
}

/// What a group of the regular expression stands for. The group of index n is named `__n`.
enum Group<'p> {
    Define(&'p str),
    /// A use of the variable that the group of this index defines.
    Same(usize),
    /// A use of an id.
    Id,
}

/// A match in a line: the range of bytes, and the new values.
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) defined: Vec<(String, Variable)>,
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = words(text.trim());
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text.as_str();
        while let Some(next) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix("{{") {
                let (regex, after) = after.split_once("}}").ok_or("a `}}` is missing")?;
                // `{{a}}}` ends at the last brace, so that `{{x{2}}}` is one expression.
                let extra = after.len() - after.trim_start_matches('}').len();
                let length = regex.len() + extra;
                let regex = rest.get(2..2 + length).unwrap_or(regex);
                rest = rest.get(2 + length + 2..).unwrap_or_default();
                flush(&mut plain, &mut pieces);
                pieces.push(Piece::Regex(valid(regex)?));
            } else if let Some(after) = rest.strip_prefix("[[") {
                let end = end_of_variable(after).ok_or("a `]]` is missing")?;
                let inside = after.get(..end).unwrap_or_default();
                rest = after.get(end + 2..).unwrap_or_default();
                flush(&mut plain, &mut pieces);
                pieces.push(variable(inside)?);
            } else {
                plain.push(next);
                rest = rest.get(next.len_utf8()..).unwrap_or_default();
            }
        }
        flush(&mut plain, &mut pieces);
        Ok(Self { pieces })
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The text of the pattern with the values of variables, and a space in place of what is open.
    pub(super) fn plain(&self, variables: &Variables) -> String {
        let text = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Use(name) => variables.get(name).map_or(" ", |variable| &variable.value),
            Piece::Regex(_) | Piece::Define { .. } => " ",
        });
        text.collect()
    }

    pub(super) fn compile(&self, variables: &Variables) -> Result<Compiled<'_>, String> {
        let mut text = String::new();
        let mut groups: Vec<Group<'_>> = Vec::new();
        let open = |group, regex: &str, groups: &mut Vec<_>| {
            let opened = format!("(?P<__{}>{regex})", groups.len());
            groups.push(group);
            opened
        };
        for piece in &self.pieces {
            match piece {
                Piece::Text(plain) => text += &regex::escape(plain),
                Piece::Regex(regex) => text += &format!("(?:{regex})"),
                Piece::Define { name, regex, .. } => text += &open(Group::Define(name), regex, &mut groups),
                Piece::Use(name) => {
                    let is_it = |group: &Group<'_>| matches!(group, Group::Define(own) if own == name);
                    if let Some(at) = groups.iter().rposition(is_it) {
                        let regex = self.definition(name);
                        text += &open(Group::Same(at), regex, &mut groups);
                        continue;
                    }
                    let variable = variables
                        .get(name)
                        .ok_or_else(|| format!("`{name}` has no value: the line that defines it found none"))?;
                    let value = regex::escape(&variable.value);
                    match variable.is_id {
                        true => text += &open(Group::Id, &value, &mut groups),
                        false => text += &value,
                    }
                }
            }
        }
        let ends_in_digit = |plain: &str| plain.ends_with(|last: char| last.is_ascii_digit());
        if matches!(self.pieces.last(), Some(Piece::Text(plain)) if ends_in_digit(plain)) {
            text = format!("(?P<{WHOLE}>{text})(?:[^0-9]|$)");
        }
        let regex = Regex::new(&text).map_err(|error| error.to_string())?;
        Ok(Compiled {
            regex,
            pattern: self,
            groups,
        })
    }

    /// The regular expression of a variable that the pattern defines.
    fn definition(&self, name: &str) -> &str {
        let defined = self.pieces.iter().find_map(|piece| match piece {
            Piece::Define { name: own, regex, .. } if own == name => Some(regex.as_str()),
            _ => None,
        });
        defined.unwrap_or(ID)
    }

    /// Whether a variable that the pattern defines is an id.
    fn is_id(&self, name: &str) -> bool {
        let is_it = |piece: &Piece| matches!(piece, Piece::Define { name: own, is_id: true, .. } if own == name);
        self.pieces.iter().any(is_it)
    }
}

impl Compiled<'_> {
    /// The first match in a line from a byte on.
    pub(super) fn find(&self, line: &str, from: usize) -> Option<Found> {
        let mut from = from;
        while line.is_char_boundary(from) {
            let captures = self.regex.captures_at(line, from)?;
            let whole = captures.name(WHOLE).or_else(|| captures.get(0))?;
            if self.agrees(line, &captures) {
                let defined = self.groups.iter().enumerate().filter_map(|(at, group)| {
                    let Group::Define(name) = group else { return None };
                    let value = captures.name(&format!("__{at}"))?.as_str().to_owned();
                    let is_id = self.pattern.is_id(name);
                    Some(((*name).to_owned(), Variable { value, is_id }))
                });
                return Some(Found {
                    start: whole.start(),
                    end: whole.end(),
                    defined: defined.collect(),
                });
            }
            from = whole.start() + line.get(whole.start()..)?.chars().next()?.len_utf8();
        }
        None
    }

    /// Whether the uses have the values of their variables, and ids end where they have to.
    fn agrees(&self, line: &str, captures: &Captures<'_>) -> bool {
        let group = |at: usize| captures.name(&format!("__{at}"));
        self.groups.iter().enumerate().all(|(at, kind)| match kind {
            Group::Define(_) => true,
            Group::Same(other) => group(at).map(|own| own.as_str()) == group(*other).map(|own| own.as_str()),
            Group::Id => group(at).is_some_and(|own| {
                let after = line.get(own.end()..).and_then(|rest| rest.chars().next());
                after.is_none_or(|after| !(after.is_alphanumeric() || matches!(after, '_' | '.')))
            }),
        })
    }
}

/// A text with single spaces in place of runs of spaces and tabs.
pub(super) fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' ' | '\t' | '\r' if words.ends_with(' ') => {}
            ' ' | '\t' | '\r' => words.push(' '),
            _ => words.push(character),
        }
    }
    words
}

fn flush(plain: &mut String, pieces: &mut Vec<Piece>) {
    if !plain.is_empty() {
        pieces.push(Piece::Text(std::mem::take(plain)));
    }
}

fn valid(regex: &str) -> Result<String, String> {
    match Regex::new(regex) {
        Ok(_) => Ok(regex.to_owned()),
        Err(error) => {
            // The last line of the message is the cause; those before it show the place.
            let error = error.to_string();
            let cause = error.lines().last().unwrap_or_default();
            Err(format!(
                "`{regex}` is no regular expression: {}",
                cause.trim_start_matches("error: ")
            ))
        }
    }
}

/// The byte of the `]]` that ends a variable: outside of the brackets of its regular expression.
fn end_of_variable(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' if depth == 0 && text.get(at..)?.starts_with("]]") => return Some(at),
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn variable(inside: &str) -> Result<Piece, String> {
    if inside.starts_with(['#', '@']) {
        return Err(format!("`[[{inside}]]`: numbers are not computed here"));
    }
    let (name, regex) = match inside.split_once(':') {
        None => (inside, None),
        Some((name, regex)) => (name, Some(regex)),
    };
    let letters = name.strip_prefix('$').unwrap_or(name);
    let is_name = letters.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && letters.chars().all(|next| next.is_ascii_alphanumeric() || next == '_');
    if !is_name {
        return Err(format!("`{name}` is no name of a variable"));
    }
    let name = name.to_owned();
    Ok(match regex {
        None => Piece::Use(name),
        Some("") => Piece::Define {
            name,
            regex: ID.to_owned(),
            is_id: true,
        },
        Some(regex) => Piece::Define {
            name,
            regex: valid(regex)?,
            is_id: false,
        },
    })
}
