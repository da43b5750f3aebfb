//! Tests of the messages about wrong shaders: each file of `tests/wrong`, with all messages in one snapshot.

use crate::common::root;

use super::place::Place;

/// Each file violates one rule of WGSL or GLSL, which is its name.
#[test]
fn wrong_shaders_have_these_messages() {
    let place = Place::new();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root("tests/wrong")).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|ending| ending != "snap" && ending != "new")
        {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            place.write(&name, &std::fs::read(&path).unwrap());
            names.push(name);
        }
    }
    names.sort();
    assert!(names.len() >= 30, "{names:?}");
    let mut text = String::new();
    for name in &names {
        let run = place.run(&["compile", name]);
        assert_eq!(run.status, 1, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(name.as_str()), "{}", run.stderr);
        // Numbers in naga's arenas mean nothing to users.
        let bracket = |text: &str| {
            text.split('[')
                .skip(1)
                .any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let message = run.stderr.lines().next().unwrap();
        let source = std::fs::read_to_string(place.path(name)).unwrap();
        assert!(!bracket(message) || bracket(&source), "{message}");
        text += &run.stderr;
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root("tests/wrong"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("messages", text));
}

/// The place of a mistake is correct for all line endings and characters of any width.
#[test]
fn columns_count_characters() {
    let place = Place::with(&[("a.wgsl", "// ü\r\n/* 😀é */ fn f() -> f32 { return missing; }\r\n")]);
    place.run(&["compile", "a.wgsl"]).expect_one(1, "a.wgsl:2:33");
}
