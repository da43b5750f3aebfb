//! Tests of the messages about wrong shaders: each file of `cli/tests/wrong`, with our messages, naga's and the first line of
//! Tint's in one snapshot. `cli/tests/wrong/tint.txt` says where Tint's are from.

use naga::front::{glsl, wgsl};
use naga::valid::{Capabilities, ValidationFlags, Validator};

use crate::common::root;

use super::place::Place;

/// naga's message about a shader, as naga-cli prints it.
fn naga_message(name: &str, source: &str) -> String {
    let parsed = match name.ends_with(".frag") {
        true => glsl::Frontend::default()
            .parse(&glsl::Options::from(naga::ShaderStage::Fragment), source)
            .map_err(|errors| errors.emit_to_string_with_path(source, name)),
        false => wgsl::parse_str(source).map_err(|error| error.emit_to_string_with_path(source, name)),
    };
    let valid = parsed.and_then(|module| {
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        let valid = validator.validate(&module);
        valid.map_err(|error| error.emit_to_string_with_path(source, name))
    });
    valid
        .err()
        .unwrap_or_else(|| "no error: naga takes the shader\n".to_owned())
}

/// Whether a text has terms that only naga's source explains: indices of its arenas, names of its types, quoted text
/// of `Debug`.
fn is_of_naga(text: &str, source: &str) -> bool {
    let is_number = |rest: &str| {
        rest.split(']')
            .next()
            .is_some_and(|inside| inside.parse::<u32>().is_ok())
    };
    let number = text.split('[').skip(1).any(is_number) && !source.contains('[');
    let names = [
        "Handle",
        "Some(",
        "None",
        "Scalar {",
        "Vector {",
        "{Abstract",
        "Uint",
        "Sint",
        "AddressSpace",
        "\\\"",
        " {:",
    ];
    number || names.iter().any(|name| text.contains(name) && !source.contains(name))
}

/// Each file violates one rule of WGSL or GLSL, which is its name. Each message has a place in the file, and uses the
/// shader's own terms.
#[test]
fn wrong_shaders_have_these_messages() {
    let place = Place::new();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root("cli/tests/wrong")).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|ending| ending != "snap" && ending != "new" && ending != "txt")
        {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            place.write(&name, &std::fs::read(&path).unwrap());
            names.push(name);
        }
    }
    names.sort();
    assert!(names.len() >= 30, "{names:?}");
    let tint = std::fs::read_to_string(root("cli/tests/wrong/tint.txt")).unwrap();
    let mut text = String::new();
    for name in &names {
        let source = std::fs::read_to_string(place.path(name)).unwrap();
        let run = place.run(&["compile", name]);
        assert_eq!(run.status, 1, "{name}: {}", run.stderr);
        let (message, rest) = run.stderr.split_once('\n').unwrap();
        let at = rest.lines().next().unwrap_or_default().trim_start();
        let at = at
            .strip_prefix("┌─ ")
            .unwrap_or_else(|| panic!("{name} has no place: {}", run.stderr));
        let parts: Vec<&str> = at.split(':').collect();
        let [file, line, column] = parts[..] else {
            panic!("{at}")
        };
        let (line, column): (usize, usize) = (line.parse().unwrap(), column.parse().unwrap());
        let marked = source
            .lines()
            .nth(line - 1)
            .unwrap_or_else(|| panic!("{name} has no line {line}"));
        assert!(file == name && column <= marked.chars().count(), "{at}");
        for said in [message]
            .into_iter()
            .chain(rest.lines().filter(|line| line.contains("= ")))
        {
            assert!(!is_of_naga(said, &source), "{name}: {said}");
        }
        let bar = "=".repeat(120);
        text += &format!(
            "{bar}\n{name}\n\n{}\n\n--- Spirula\n{}\n--- naga\n",
            source.trim_end(),
            run.stderr.trim_end()
        );
        text += naga_message(name, &source).trim_end();
        text += "\n";
        if name.ends_with(".wgsl") {
            let start = format!("{name}:");
            let of_tint: Vec<&str> = tint.lines().filter_map(|line| line.strip_prefix(&start)).collect();
            let place = of_tint.iter().find(|line| line.contains(" error: "));
            let place = place.unwrap_or_else(|| panic!("no message of Tint about {name}"));
            // One is about the declaration of a variable, the other about its use.
            let is_same = place.starts_with(&format!("{line}:")) || name == "workgroup_stage.wgsl";
            assert!(is_same, "{name}: our line is {line}, Tint's message is {place}");
            text += &format!("--- Tint\n{}\n", of_tint.join("\n"));
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root("cli/tests/wrong"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("messages", text));
}

#[test]
fn terms_of_naga_are_seen() {
    for text in [
        "Expression [3] is invalid",
        "Scalar { kind: Sint }",
        "expected Some(1)",
        "of type {AbstractFloat}",
    ] {
        assert!(is_of_naga(text, "fn f() {}"), "{text}");
    }
    assert!(!is_of_naga("`a[0]` is nothing that can be stored to", "a[0] = 1u;"));
}

/// The place of a mistake is correct for all line endings and characters of any width.
#[test]
fn columns_count_characters() {
    let place = Place::with(&[("a.wgsl", "// ü\r\n/* 😀é */ fn f() -> f32 { return missing; }\r\n")]);
    place.run(&["compile", "a.wgsl"]).expect_one(1, "a.wgsl:2:33");
}
