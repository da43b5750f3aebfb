//! Owns what is answered to a name that is not known: an error with the known name nearest to it.
//!
//! It must not know what is named. Distances are Levenshtein's, without regard to case.

use super::version::TARGET_NAMES;
use core::fmt;

/// A name that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The name that was given.
    pub name: String,
    /// What was to be named.
    pub kind: NameKind,
    /// The known name nearest to it; `None` where none is near.
    pub nearest: Option<&'static str>,
}

/// What a name is to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameKind {
    /// An environment with its version: [`Target::parse`](super::Target::parse).
    Target,
    /// A device extension, or for universal targets a SPIR-V extension: [`Target::extension`](super::Target::extension).
    Extension,
    /// A feature, or a property that decides like one: [`Feature::from_name`](super::Feature::from_name).
    Feature,
}

impl UnknownName {
    pub(super) fn new(name: &str, kind: NameKind, known: impl Iterator<Item = &'static str>) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            nearest: nearest(name, known),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            NameKind::Target => "target environment",
            NameKind::Extension => "extension",
            NameKind::Feature => "feature that concerns shaders",
        };
        write!(f, "`{}` is no known {kind}", self.name)?;
        if let Some(nearest) = self.nearest {
            write!(f, "; the nearest is `{nearest}`")?;
        }
        match self.kind {
            NameKind::Target => write!(f, "; known are {}", TARGET_NAMES.join(", ")),
            NameKind::Extension | NameKind::Feature => Ok(()),
        }
    }
}

impl core::error::Error for UnknownName {}

/// Of the known names the one with the fewest edits from a name, if that is at most a third of its letters; else the shortest
/// that has the name in it.
pub(super) fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let wanted = name.to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    let letters: Vec<char> = wanted.chars().collect();
    let most = letters.len() / 3;
    let (mut near, mut around) = (None::<(usize, &str)>, None::<&str>);
    for candidate in known {
        let lower = candidate.to_lowercase();
        let length = lower.chars().count();
        if length.abs_diff(letters.len()) <= most {
            let edits = distance(&letters, &lower);
            if edits <= most && near.is_none_or(|(least, _)| edits < least) {
                near = Some((edits, candidate));
            }
        }
        if lower.contains(&wanted) && around.is_none_or(|shortest| length < shortest.len()) {
            around = Some(candidate);
        }
    }
    near.map(|(_, candidate)| candidate).or(around)
}

/// How many letters have to be inserted, taken out or replaced to make one of the other.
fn distance(from: &[char], to: &str) -> usize {
    // Of the letters of `to` so far and the first `index` of `from`.
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for letter in to.chars() {
        let Some((first, rest)) = row.split_first_mut() else {
            break;
        };
        let mut diagonal = *first;
        *first += 1;
        let mut left = *first;
        for (cell, other) in rest.iter_mut().zip(from) {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = *cell;
            left = replaced.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_textbook() {
        for (from, to, edits) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abc", 0),
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("flaw", "lawn", 2),
        ] {
            let letters: Vec<char> = from.chars().collect();
            assert_eq!(distance(&letters, to), edits, "{from} {to}");
        }
    }

    #[test]
    fn the_nearest_is_near_or_has_the_name_in_it() {
        let known = [
            "shaderInt16",
            "shaderInt64",
            "shaderFloat16",
            "storageBuffer16BitAccess",
        ];
        for (name, expected) in [
            ("shaderInt63", Some("shaderInt64")),
            ("SHADERINT16", Some("shaderInt16")),
            ("shader_float16", Some("shaderFloat16")),
            ("float16", Some("shaderFloat16")),
            ("16bit", Some("storageBuffer16BitAccess")),
            ("int", Some("shaderInt16")),
            ("samplerAnisotropy", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known.into_iter()), expected, "{name}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), known.into_iter()), None);
    }
}
