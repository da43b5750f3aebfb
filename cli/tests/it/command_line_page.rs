//! Tests that `docs/command-line.md` is correct: its commands are run, and it has every switch; and that the commands of
//! the README and of the page on devices print what is there.

use std::collections::BTreeSet;

use super::place::Place;

const PAGE: &str = include_str!("../../../docs/command-line.md");
const README: &str = include_str!("../../../README.md");
const DEVICES: &str = include_str!("../../../docs/devices.md");

/// The code blocks, with their languages.
fn blocks(page: &'static str) -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none());
    blocks
}

/// The commands of a block, and the expected output of each.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ spirula "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), String::new())),
            (None, Some((_, due))) => *due += &format!("{line}\n"),
            (None, None) => panic!("{line:?} is no command"),
        }
    }
    commands
}

#[test]
fn the_commands_print_this() {
    for (page, least) in [(PAGE, 8), (README, 2), (DEVICES, 3)] {
        let ran = run_page(page);
        assert!(ran >= least, "{ran}");
    }
}

/// Runs the commands of a page in a folder with its files. Returns their number.
fn run_page(page: &'static str) -> usize {
    let place = Place::new();
    let mut ran = 0;
    for (language, text) in blocks(page) {
        match language {
            // The tests of copied commands and the doctests have these.
            "sh" | "rust" => {}
            "toml" if text.starts_with("[dependencies]") => {}
            "wgsl" | "glsl" | "toml" => {
                // The comment in one of the first lines is the file name.
                let mut names = text
                    .lines()
                    .filter_map(|line| line.trim_start_matches(['/', '#']).strip_prefix(' '));
                place.write(names.next().expect("the name of a file"), text.as_bytes());
            }
            "json" => place.write("bindings.json", text.as_bytes()),
            _ if language.starts_with("json ") => place.write(&language["json ".len()..], text.as_bytes()),
            "console naga-oil" if !cfg!(feature = "naga-oil") => {}
            "console" | "console naga-oil" => {
                for (command, due) in commands(&text) {
                    let run = place.run(&command.split(' ').collect::<Vec<_>>());
                    let printed = String::from_utf8(run.stdout).unwrap() + &run.stderr;
                    assert_eq!(printed, due, "{command}");
                    ran += 1;
                }
            }
            "text" => {}
            _ => panic!("{language:?}: how is it run?"),
        }
    }
    ran
}

#[test]
fn the_commands_to_copy_work() {
    let place = Place::new();
    for (language, text) in blocks(PAGE) {
        for line in text.lines().filter(|_| language == "text") {
            let command = line.strip_prefix("spirula ").unwrap().split(" > ").next().unwrap();
            place.run(&command.split(' ').collect::<Vec<_>>()).good();
        }
    }
}

/// The long switches in a text.
fn switches(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words
        .filter(|word| {
            word.strip_prefix("--")
                .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        })
        .collect()
}

#[test]
fn every_switch_is_on_the_page() {
    let place = Place::new();
    let mut known = BTreeSet::new();
    for command in [
        "compile",
        "build",
        "specialize",
        "dis",
        "as",
        "diff",
        "snapshot",
        "features",
    ] {
        let help = String::from_utf8(place.run(&[command, "--help"]).good().stdout).unwrap();
        known.extend(switches(&help).into_iter().map(str::to_owned));
    }
    known.remove("--help");
    let shown = switches(PAGE);
    for switch in &known {
        assert!(shown.contains(switch.as_str()), "{switch} is not on the page");
    }
    // The switches of other programs: of `vulkaninfo`, of `spirv-dis` and `spirv-as`, and of naga-cli in the first column of its table.
    let (_, table) = PAGE.split_once("### From naga-cli").unwrap();
    let (table, _) = table.split_once("## Bindings").unwrap();
    let rows = table
        .lines()
        .filter_map(|row| row.strip_prefix("| ")?.split(" |").next());
    let others: BTreeSet<&str> = rows
        .flat_map(switches)
        .chain(["--json", "--no-color", "--preserve-numeric-ids"])
        .collect();
    for switch in shown.difference(&others) {
        assert!(known.contains(*switch), "{switch} is no switch");
    }
}
