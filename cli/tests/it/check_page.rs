//! Tests that `docs/check.md` is correct: its commands are run, its mistakes are made, its tables have all fields.

use std::collections::BTreeSet;
use std::process::Command;

use super::place::Place;
use spirula::target::DriverRemedy;

const PAGE: &str = include_str!("../../../docs/check.md");
/// The version of spirv-val whose messages the page has.
const SPIRV_VAL: &str = "v2023.1";

/// A heading, or a block of code with its language.
enum Part<'p> {
    Heading(&'p str),
    Block(&'p str, String),
}

fn parts() -> Vec<Part<'static>> {
    let mut parts = Vec::new();
    let mut block: Option<(&str, String)> = None;
    for line in PAGE.lines() {
        match (&mut block, line.strip_prefix("```")) {
            (None, Some(language)) => block = Some((language, String::new())),
            (Some(_), Some(_)) => parts.extend(block.take().map(|(language, text)| Part::Block(language, text))),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) if line.starts_with('#') => parts.push(Part::Heading(line.trim_start_matches(['#', ' ']))),
            (None, None) => {}
        }
    }
    assert!(block.is_none());
    parts
}

/// The module without the lines with `-`, and with those with `+` instead.
fn changed(module: &str, change: &str) -> String {
    let mut lines: Vec<&str> = module.lines().collect();
    let mut place = 0;
    for line in change.lines() {
        match line.split_at(2) {
            ("- ", gone) => {
                place += lines[place..]
                    .iter()
                    .position(|line| *line == gone)
                    .unwrap_or_else(|| panic!("no {gone:?}"));
                lines.remove(place);
            }
            ("+ ", new) => {
                lines.insert(place, new);
                place += 1;
            }
            _ => panic!("{line:?} is no change"),
        }
    }
    lines.join("\n") + "\n"
}

/// The page's module; and for each mistake its number, the module with it, and the two messages.
fn mistakes() -> (String, Vec<(usize, String, String, String)>) {
    let (mut base, mut found) = (String::new(), Vec::new());
    let mut current: Option<usize> = None;
    let mut blocks: Vec<String> = Vec::new();
    for part in parts() {
        match part {
            Part::Heading(text) => {
                let number = text.split_once(". ").and_then(|(number, _)| number.parse().ok());
                assert!(blocks.is_empty(), "{text}: too few blocks before");
                current = number;
            }
            Part::Block("spvasm", text) => base = text,
            Part::Block(_, text) if current.is_some() => blocks.push(text),
            Part::Block(..) => {}
        }
        if let (Some(number), [change, ours, theirs]) = (current, blocks.as_slice()) {
            found.push((number, changed(&base, change), ours.clone(), theirs.clone()));
            blocks.clear();
        }
    }
    (base, found)
}

fn bytes(text: &str) -> Vec<u8> {
    let words = spirula::words::assemble_text(text, 0x0001_0600).unwrap();
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn the_mistakes_have_these_findings() {
    let place = Place::new();
    let (base, mistakes) = mistakes();
    place.write("shader.spvasm", base.as_bytes());
    place
        .run(&["check", "shader.spvasm", "--target-env", "vulkan1.3"])
        .good();
    let numbers: Vec<usize> = mistakes.iter().map(|(number, ..)| *number).collect();
    assert_eq!(numbers, (1..=18).collect::<Vec<_>>());
    for (number, text, ours, _) in mistakes {
        let name = format!("{number}.spvasm");
        place.write(&name, text.as_bytes());
        let run = place.run(&["check", &name, "--target-env", "vulkan1.3"]);
        assert_eq!(
            (run.status, run.stderr.trim_end()),
            (1, ours.trim_end()),
            "mistake {number}"
        );
    }
}

#[test]
fn spirv_val_says_this_of_the_mistakes() {
    let version = Command::new("spirv-val").arg("--version").output();
    let is_it = version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(SPIRV_VAL));
    if !is_it {
        println!("skipped: spirv-val {SPIRV_VAL} is not installed");
        return;
    }
    let place = Place::new();
    for (number, text, _, theirs) in mistakes().1 {
        place.write("a.spv", &bytes(&text));
        let output = Command::new("spirv-val")
            .args(["--target-env", "vulkan1.3"])
            .arg(place.path("a.spv"))
            .output()
            .unwrap();
        let printed = [output.stdout, output.stderr]
            .map(|text| String::from_utf8(text).unwrap())
            .concat();
        match output.status.success() {
            true => assert_eq!((printed.trim(), theirs.trim()), ("", "accepts it"), "mistake {number}"),
            false => assert_eq!(printed.trim(), theirs.trim(), "mistake {number}"),
        }
    }
}

#[test]
fn the_commands_print_this() {
    let place = Place::new();
    let (base, mistakes) = mistakes();
    place.write("shader.spvasm", base.as_bytes());
    for (number, text, ..) in &mistakes {
        place.write(&format!("{number}.spvasm"), text.as_bytes());
        place.write(&format!("{number}.spv"), &bytes(text));
    }
    let mut ran = 0;
    for part in parts() {
        let Part::Block("console", text) = part else { continue };
        let (command, due) = text.split_once('\n').unwrap();
        let arguments: Vec<&str> = command.strip_prefix("$ spirula ").unwrap().split(' ').collect();
        let run = place.run(&arguments);
        let printed = String::from_utf8(run.stdout).unwrap() + &run.stderr;
        assert_eq!(printed.trim_end(), due.trim_end(), "{command}");
        ran += 1;
    }
    assert!(ran >= 2);
}

#[test]
fn the_options_that_it_shows_are_options() {
    let help = String::from_utf8(Place::new().run(&["check", "--help"]).stdout).unwrap();
    let words = PAGE.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let lines = PAGE.lines().filter(|line| line.starts_with("spirula check"));
    let shown: BTreeSet<&str> = lines
        .flat_map(str::split_whitespace)
        .filter(|word| word.starts_with("--"))
        .collect();
    for option in shown.into_iter().chain(words.filter(|word| {
        [
            "--like",
            "--allow",
            "--deny",
            "--explain",
            "--rules",
            "--color",
            "--message-format",
        ]
        .contains(word)
    })) {
        assert!(help.contains(option), "{option}");
    }
}

/// The fields of the table that begins after a line.
fn fields(after: &str) -> BTreeSet<String> {
    let (_, rest) = PAGE.split_once(after).unwrap_or_else(|| panic!("no {after:?}"));
    let rows = rest.lines().skip_while(|line| !line.starts_with("| field")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = rows.flat_map(|row| row.split('|').nth(1).unwrap().split(','));
    cells.map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
}

#[test]
fn the_tables_have_every_field() {
    let place = Place::new();
    let (_, mistakes) = mistakes();
    place.write("a.spvasm", mistakes[0].1.as_bytes());
    let keys = |value: &serde_json::Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    let run = place.run(&["check", "a.spvasm", "none.spv", "--message-format", "json"]);
    let lines = run.lines();
    assert_eq!(
        &keys(&lines[0]) | &keys(&lines[1]),
        fields("in the order of the inputs.")
    );
    assert_eq!(keys(&lines[0]["violations"][0]), fields("A finding:"));
    let run = place.run(&["check", "--explain", "modes/one-size", "--message-format", "json"]);
    assert_eq!(keys(&run.lines()[0]), fields("the same with an example:"));
}

#[test]
fn the_numbers_of_rules_are_these() {
    let run = Place::new().run(&["check", "--rules", "--message-format", "json"]);
    let mut rules = run.lines();
    let all = rules.len();
    rules.retain(|rule| rule["source"] != "driver");
    assert_eq!(all - rules.len(), DriverRemedy::all().count());
    for source in ["spirv-val", "spirv-val-newer", "text"] {
        let row = PAGE
            .lines()
            .find(|line| line.starts_with(&format!("| `{source}` |")))
            .unwrap();
        let due: usize = row.split('|').nth(3).unwrap().trim().parse().unwrap();
        assert_eq!(
            rules.iter().filter(|rule| rule["source"] == source).count(),
            due,
            "{source}"
        );
    }
    assert!(PAGE.contains(&format!("* **Rules.** {} rules", rules.len())));
}
