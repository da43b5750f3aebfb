//! Names of shaders as identifiers of Rust.

use std::collections::BTreeSet;

/// What is no identifier although it is spelled as one: the keywords of all editions, and the names of primitive types, which an
/// item of the same name would hide from the declarations beside it.
const RESERVED: [&str; 71] = [
    "abstract", "as", "async", "await", "become", "bool", "box", "break", "char", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "f128", "f16", "f32", "f64", "false", "final", "fn", "for", "gen", "i128", "i16",
    "i32", "i64", "i8", "if", "impl", "in", "isize", "let", "loop", "macro", "match", "mod", "move", "mut", "override",
    "priv", "pub", "ref", "return", "self", "Self", "static", "str", "struct", "super", "trait", "true", "try", "type",
    "typeof", "u128", "u16", "u32", "u64", "u8", "unsafe", "unsized", "use", "usize", "virtual", "where", "while",
    "yield",
];

/// An identifier that is like a name: what an identifier cannot have is `_`, or in a letter's place its code; a keyword has `_`
/// behind it.
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

/// The name of a type for a variable, member or function: `light_count` becomes `LightCount`.
pub(super) fn camel(name: &str) -> String {
    let mut text = String::new();
    for part in name.split(|character: char| !character.is_alphanumeric()) {
        let mut characters = part.chars();
        text.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        text.extend(characters);
    }
    identifier(&text)
}

/// The names of one scope.
#[derive(Debug, Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
}

impl Scope {
    /// A scope in which some names are taken.
    pub fn with<'n>(taken: impl IntoIterator<Item = &'n str>) -> Self {
        let taken = taken.into_iter().map(str::to_owned).collect();
        Self { taken }
    }

    /// An identifier of the scope's own: the one given, or that with a number behind it.
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
    fn a_name_that_is_taken_gets_a_number() {
        let mut scope = Scope::with(["a"]);
        let names = ["a", "b", "a", "a_2"].map(|name| scope.take(name.to_owned()));
        assert_eq!(names, ["a_2", "b", "a_3", "a_2_2"]);
    }
}
