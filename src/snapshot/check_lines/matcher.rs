//! Matches check lines against a listing, as LLVM's FileCheck does.

use super::pattern::{Compiled, Variables, words};
use super::{Check, Kind, Unmet};

/// A place in the listing: the line, from 0 on, and the byte in it.
type Place = (usize, usize);

/// The listing, and the values of the variables.
pub(super) struct Matcher {
    /// With single spaces.
    lines: Vec<String>,
    variables: Variables,
}

/// A match.
struct Match {
    start: Place,
    end: Place,
}

impl Matcher {
    pub(super) fn new(listing: &str) -> Self {
        Self {
            lines: listing.lines().map(words).collect(),
            variables: Variables::new(),
        }
    }

    /// Each label divides the listing; the lines up to it are matched in the part that ends with it.
    pub(super) fn run(mut self, checks: &[&Check]) -> Result<(), Unmet> {
        let mut start = (0, 0);
        let mut rest = checks;
        while let Some(at) = rest.iter().position(|check| check.kind == Kind::Label) {
            let (part, after) = rest.split_at(at + 1);
            let Some(&label) = part.last() else { break };
            let pattern = label.compile(&self.variables)?;
            let found = self.find(&pattern, start, self.end());
            let Some((found, _)) = found else {
                return Err(self.missing(label, "", start));
            };
            self.part(part, start, found.end)?;
            start = found.end;
            rest = after;
        }
        self.part(rest, start, self.end())
    }

    /// The end of the listing.
    fn end(&self) -> Place {
        (self.lines.len(), 0)
    }

    /// Matches lines in a part of the listing.
    fn part(&mut self, checks: &[&Check], start: Place, end: Place) -> Result<(), Unmet> {
        let mut place = start;
        let mut pending = Vec::new();
        for &check in checks {
            match check.kind {
                Kind::Not | Kind::Dag => pending.push(check),
                Kind::Count(_) | Kind::Next | Kind::Same | Kind::Empty | Kind::Label => {
                    place = self.positive(check, &std::mem::take(&mut pending), place, end)?;
                }
            }
        }
        let (place, absent) = self.unordered(&pending, place, end)?;
        self.absent(&absent, place, end)
    }

    /// Matches a line, after those in front of it that have no place of their own. Returns the end of the match.
    fn positive(&mut self, check: &Check, pending: &[&Check], start: Place, end: Place) -> Result<Place, Unmet> {
        let (start, absent) = self.unordered(pending, start, end)?;
        let count = match check.kind {
            Kind::Count(count) => count,
            _ => 1,
        };
        let mut first = None;
        let mut place = start;
        for nth in 1..=count {
            let found = match check.kind {
                Kind::Empty => self.empty_line(place),
                _ => self.capture(check, place, end)?,
            };
            let Some(found) = found else {
                let what = match count {
                    1 => String::new(),
                    _ => format!(" ({nth} of {count})"),
                };
                return Err(self.missing(check, &what, place));
            };
            first.get_or_insert(found.start);
            place = found.end;
        }
        let found = first.unwrap_or(start);
        let (is_due, due) = match check.kind {
            Kind::Next => (found.0 == start.0 + 1, start.0 + 1),
            Kind::Same => (found.0 == start.0, start.0),
            _ => (true, 0),
        };
        if !is_due {
            let (place, line) = (found.0 + 1, self.line(found.0));
            let message = match found.0 == start.0 {
                true => format!("found in the line of the last match, line {place} of the listing: `{line}`"),
                false => format!(
                    "found at line {place} of the listing: `{line}`; line {} is `{}`",
                    due + 1,
                    self.line(due)
                ),
            };
            return Err(check.unmet(&message));
        }
        self.absent(&absent, start, found)?;
        Ok(place)
    }

    /// Matches each run of `DAG` lines in any order without overlaps, with the `NOT` lines before it. Returns the end of
    /// the last run, and the `NOT` lines behind it.
    fn unordered<'c>(
        &mut self,
        pending: &[&'c Check],
        start: Place,
        end: Place,
    ) -> Result<(Place, Vec<&'c Check>), Unmet> {
        let mut start = start;
        let mut absent = Vec::new();
        let mut ranges: Vec<Match> = Vec::new();
        let mut rest = pending.iter().copied().peekable();
        while let Some(check) = rest.next() {
            if check.kind == Kind::Not {
                absent.push(check);
                continue;
            }
            let mut from = start;
            loop {
                let compiled = check.compile(&self.variables)?;
                let Some((found, defined)) = self.find(&compiled, from, end) else {
                    return Err(self.missing(check, "", from));
                };
                let overlaps = |other: &&Match| found.start < other.end && other.start < found.end;
                match ranges.iter().find(overlaps) {
                    Some(other) => from = other.end,
                    None => {
                        self.variables.extend(defined);
                        ranges.push(found);
                        break;
                    }
                }
            }
            if rest.peek().is_none_or(|next| next.kind == Kind::Not) {
                let first = ranges.iter().map(|range| range.start).min().unwrap_or(start);
                self.absent(&std::mem::take(&mut absent), start, first)?;
                start = ranges.iter().map(|range| range.end).max().unwrap_or(start);
                ranges.clear();
            }
        }
        Ok((start, absent))
    }

    /// Looks for matches that must not be.
    fn absent(&self, checks: &[&Check], start: Place, end: Place) -> Result<(), Unmet> {
        for check in checks {
            let compiled = check.compile(&self.variables)?;
            if let Some((found, _)) = self.find(&compiled, start, end) {
                let (place, line) = (found.start.0 + 1, self.line(found.start.0));
                return Err(check.unmet(&format!("found at line {place} of the listing: `{line}`")));
            }
        }
        Ok(())
    }

    /// The first match of a line, whose variables are set.
    fn capture(&mut self, check: &Check, start: Place, end: Place) -> Result<Option<Match>, Unmet> {
        let compiled = check.compile(&self.variables)?;
        let found = self.find(&compiled, start, end);
        Ok(found.map(|(found, defined)| {
            self.variables.extend(defined);
            found
        }))
    }

    fn find(&self, pattern: &Compiled<'_>, start: Place, end: Place) -> Option<(Match, Variables)> {
        let lines = self.lines.iter().enumerate().skip(start.0);
        for (at, line) in lines.take_while(|(at, _)| *at <= end.0) {
            let from = if at == start.0 { start.1 } else { 0 };
            if let Some(found) = pattern.find(line, from) {
                // What ends after the part is no match, and a later one in this line ends after it too.
                let is_inside = (at, found.end) <= end;
                return is_inside.then(|| {
                    let (start, end) = ((at, found.start), (at, found.end));
                    (Match { start, end }, found.defined.into_iter().collect())
                });
            }
        }
        None
    }

    /// The line after a place, if it is empty.
    fn empty_line(&self, place: Place) -> Option<Match> {
        let line = place.0 + 1;
        let (start, end) = ((line, 0), (line, 0));
        self.lines.get(line)?.is_empty().then_some(Match { start, end })
    }

    fn line(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |line| line.trim())
    }

    /// A line without a match: where the search began, and where it would have matched before, or the line that has most
    /// of its text.
    fn missing(&self, check: &Check, what: &str, start: Place) -> Unmet {
        if check.kind == Kind::Empty {
            let next = start.0 + 1;
            return match self.lines.get(next) {
                Some(_) => check.unmet(&format!(
                    "line {} of the listing is not empty: `{}`",
                    next + 1,
                    self.line(next)
                )),
                None => check.unmet("the listing ends with the line of the last match"),
            };
        }
        // A line without a rest is behind the search.
        let is_behind = |line: &String| start.1 > 0 && line.get(start.1..).is_none_or(|rest| rest.trim().is_empty());
        let first = match self.lines.get(start.0) {
            Some(line) if is_behind(line) => start.0 + 1,
            _ => start.0,
        };
        let began = match self.lines.get(first) {
            Some(_) if first == start.0 && start.1 > 0 => {
                format!(
                    "column {} of line {} of the listing: `{}`",
                    start.1 + 1,
                    first + 1,
                    self.line(first)
                )
            }
            Some(_) => format!("line {} of the listing: `{}`", first + 1, self.line(first)),
            None => "the end of the listing".to_owned(),
        };
        let mut unmet = check.unmet(&format!("not found{what}; the search began at {began}"));
        let before = check.compile(&self.variables).ok();
        let before = before.and_then(|compiled| self.find(&compiled, (0, 0), start));
        if let Some((found, _)) = before {
            let at = found.start.0;
            unmet.message += &format!("\n  it is before that, in line {}: `{}`", at + 1, self.line(at));
        } else if let Some(near) = self.nearest(check, (first, if first == start.0 { start.1 } else { 0 })) {
            unmet.message += &format!("\n  possible intended match: line {}: `{}`", near + 1, self.line(near));
        }
        unmet
    }

    /// The line from a place on that has most of a pattern's text, if it has half of it.
    fn nearest(&self, check: &Check, start: Place) -> Option<usize> {
        let wanted = check.pattern.plain(&self.variables);
        let wanted: Vec<&str> = wanted.split_whitespace().collect();
        let whole: usize = wanted.iter().map(|word| word.len()).sum();
        let mut best = (whole.div_ceil(2).max(1), None);
        for (at, line) in self.lines.iter().enumerate().skip(start.0) {
            let from = if at == start.0 { start.1 } else { 0 };
            let words: Vec<&str> = line.get(from..).unwrap_or_default().split_whitespace().collect();
            let shared = |wanted: &&str| words.iter().map(|word| common(wanted, word)).max().unwrap_or(0);
            let score = wanted.iter().map(shared).sum();
            if score > best.0 || (score == best.0 && best.1.is_none()) {
                best = (score, Some(at));
            }
        }
        best.1
    }
}

/// The number of bytes with which two words begin alike, if it is more than half of the first.
fn common(one: &str, other: &str) -> usize {
    let alike = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    if alike * 2 > one.len() { alike } else { 0 }
}

impl Check {
    fn compile(&self, variables: &Variables) -> Result<Compiled<'_>, Unmet> {
        self.pattern.compile(variables).map_err(|message| self.unmet(&message))
    }
}
