//! Owns the search for the known name that is nearest to an unknown one, for messages about mistyped names.
//!
//! It does not know what the names denote. The distance is Levenshtein's, and the case of ASCII letters does not count.

use alloc::vec::Vec;

/// The known name with the fewest edits from `name`, if these are at most a third of its letters. Otherwise the
/// shortest known name that contains `name`.
pub fn nearest<'n>(name: &str, known: &mut dyn Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = name.to_ascii_lowercase();
    if wanted.is_empty() {
        return None;
    }
    let letters: Vec<char> = wanted.chars().collect();
    let most = letters.len() / 3;
    let (mut near, mut containing) = (None::<(usize, &str)>, None::<&str>);
    for candidate in known {
        let lower = candidate.to_ascii_lowercase();
        let length = lower.chars().count();
        if length.abs_diff(letters.len()) <= most {
            let edits = distance(&letters, &lower);
            if edits <= most && near.is_none_or(|(least, _)| edits < least) {
                near = Some((edits, candidate));
            }
        }
        if lower.contains(&wanted) && containing.is_none_or(|shortest| length < shortest.len()) {
            containing = Some(candidate);
        }
    }
    near.map(|(_, candidate)| candidate).or(containing)
}

/// Levenshtein distance: the number of letters to insert, delete or replace to turn `from` into `to`.
fn distance(from: &[char], to: &str) -> usize {
    // `row[index]`: the distance between the first `index` letters of `from` and the letters of `to` read so far.
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
            assert_eq!(nearest(name, &mut known.into_iter()), expected, "{name}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), &mut known.into_iter()), None);
    }
}
