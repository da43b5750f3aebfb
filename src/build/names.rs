//! Converts the names of shaders to Rust identifiers.

use std::collections::BTreeSet;

/// Names that must not be used although they have the form of identifiers: the keywords of all editions, and the names
/// of primitive types, which an item of the same name would shadow.
const RESERVED: [&str; 71] = [
    "abstract", "as", "async", "await", "become", "bool", "box", "break", "char", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "f128", "f16", "f32", "f64", "false", "final", "fn", "for", "gen", "i128", "i16",
    "i32", "i64", "i8", "if", "impl", "in", "isize", "let", "loop", "macro", "match", "mod", "move", "mut", "override",
    "priv", "pub", "ref", "return", "self", "Self", "static", "str", "struct", "super", "trait", "true", "try", "type",
    "typeof", "u128", "u16", "u32", "u64", "u8", "unsafe", "unsized", "use", "usize", "virtual", "where", "while",
    "yield",
];

/// A similar identifier: an invalid character becomes `_`, or its code if it is not ASCII; `_` is appended to a
/// reserved name.
pub(super) fn identifier(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(character),
            _ if character.is_ascii() => text.push('_'),
            _ => text += &format!("u{:x}", u32::from(character)),
        }
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        text.insert(0, '_');
    }
    if RESERVED.contains(&text.as_str()) {
        text.push('_');
    }
    if text.bytes().all(|byte| byte == b'_') {
        text += "unnamed";
    }
    text
}

/// The name of a type for a variable, member or function, in camel case: `light_count` becomes `LightCount`.
pub(super) fn camel(name: &str) -> String {
    let mut text = String::new();
    for part in name.split(|character: char| !character.is_alphanumeric()) {
        let mut characters = part.chars();
        text.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        text.extend(characters);
    }
    identifier(&text)
}

/// The names that are used in one scope.
#[derive(Debug, Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
}

impl Scope {
    /// A scope in which some names are already used.
    pub fn with<'n>(taken: impl IntoIterator<Item = &'n str>) -> Self {
        let taken = taken.into_iter().map(str::to_owned).collect();
        Self { taken }
    }

    /// A name unique in the scope: the given one, or that with a number appended.
    pub fn take(&mut self, identifier: String) -> String {
        let mut name = identifier.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{identifier}_{number}");
            number += 1;
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_becomes_an_identifier() {
        for (name, expected) in [
            ("light", "light"),
            ("type", "type_"),
            ("Self", "Self_"),
            ("u8", "u8_"),
            ("2d", "_2d"),
            ("a-b.c", "a_b_c"),
            ("größe", "gruf6udfe"),
            ("", "unnamed"),
            ("_", "_unnamed"),
        ] {
            assert_eq!(identifier(name), expected, "{name}");
        }
    }

    #[test]
    fn types_are_named_in_camel_case() {
        assert_eq!(camel("light_count"), "LightCount");
        assert_eq!(camel("data"), "Data");
        assert_eq!(camel("_self"), "Self_");
        assert_eq!(camel("3d view"), "_3dView");
    }

    #[test]
    fn a_used_name_gets_a_number() {
        let mut scope = Scope::with(["a"]);
        let names = ["a", "b", "a", "a_2"].map(|name| scope.take(name.to_owned()));
        assert_eq!(names, ["a_2", "b", "a_3", "a_2_2"]);
    }
}
