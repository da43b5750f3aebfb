//! Tests of the conversion between text and words: every listing of this crate and of SPIRV-Tools' disassembler is
//! assembled to the same module, and names of ids are those of that disassembler.

use crate::common::{backends, parse, root, shaders_below};
use spirula::words::{
    assemble_text, assemble_text_with_places, disassemble, disassemble_friendly, disassemble_numbered,
};
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// The writer's output for all shaders of the snapshots and a target, with names.
fn modules(target: &str) -> Vec<(String, Vec<u32>)> {
    let mut modules = Vec::new();
    for path in shaders_below(&root("snapshots")) {
        let Ok(shader) = parse::file(&path) else { continue };
        let mut options = backends::options(target);
        options.names = true;
        if let Ok(words) = backends::spirula(&shader, &options) {
            modules.push((path.display().to_string(), words));
        }
    }
    assert!(modules.len() > 100, "{} modules are too few", modules.len());
    modules
}

/// A listing with numeric ids in the order of their occurrence, so that it does not depend on the original ids.
fn renumbered(words: &[u32]) -> String {
    let listing = disassemble_numbered(words);
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let lines = listing.lines().filter(|line| !line.starts_with(';'));
    let mut text = String::new();
    for line in lines {
        let mut rest = line.trim_start();
        while let Some(at) = rest.find('%').filter(|_| !rest.starts_with('"')) {
            let (before, id) = rest.split_at(at);
            let end = id[1..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(id.len(), |end| end + 1);
            let next = numbers.len();
            let number = numbers.entry(&id[..end]).or_insert(next);
            text += &format!("{before}%{number}");
            rest = &id[end..];
        }
        text += rest;
        text.push('\n');
    }
    text
}

#[test]
fn every_listing_is_read_back() {
    for target in ["vulkan1.0", "vulkan1.3"] {
        for (name, words) in modules(target) {
            let version = words[1];
            let again = |text: &str| assemble_text(text, version).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again(&disassemble_numbered(&words))[5..], words[5..], "{name}");
            for listing in [disassemble(&words), disassemble_friendly(&words)] {
                assert_eq!(renumbered(&again(&listing)), renumbered(&words), "{name}");
            }
        }
    }
}

#[test]
fn each_instruction_has_its_place() {
    for (name, words) in modules("vulkan1.1") {
        let listing = disassemble_numbered(&words);
        let assembly = assemble_text_with_places(&listing, words[1]).unwrap();
        let lines: Vec<&str> = listing.lines().collect();
        let header = lines.iter().take_while(|line| line.starts_with(';')).count();
        let (_, instructions) = spirula::words::reader::Reader::new(&words).unwrap();
        for (index, instruction) in instructions.enumerate() {
            let instruction = instruction.unwrap();
            let (line, column) = assembly.place(instruction.offset).unwrap();
            // One instruction a line, and strings without line breaks: the writer's names have none.
            assert_eq!(line, header + index + 1, "{name}");
            let text = lines[line - 1];
            assert_eq!(column, text.len() - text.trim_start().len() + 1, "{name}: {text}");
            let last = instruction.offset + instruction.words.len() - 1;
            assert_eq!(assembly.place(last), Some((line, column)), "{name}");
        }
        assert_eq!(assembly.place(4), None);
        assert_eq!(assembly.place(words.len()), None);
    }
}

/// The output of a SPIRV-Tools program for some input; `None` if it is not installed, or fails.
fn tool(name: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in"), folder.path().join("out"));
    std::fs::write(&from, input).unwrap();
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let status = Command::new(name)
        .args(arguments)
        .args([text(&from), "-o".to_owned(), text(&to)])
        .stderr(std::process::Stdio::null())
        .status()
        .ok()?;
    status.success().then(|| std::fs::read(&to).unwrap())
}

#[test]
fn the_listings_of_spirv_dis_are_read_and_its_names_are_ours() {
    if Command::new("spirv-dis").arg("--version").output().is_err() {
        println!("skipped: spirv-dis is not installed");
        return;
    }
    let mut compared = 0;
    for (name, words) in modules("vulkan1.1") {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        for arguments in [&["--raw-id"][..], &[]] {
            let Some(listing) = tool("spirv-dis", arguments, &bytes) else {
                continue;
            };
            let listing = String::from_utf8(listing).unwrap();
            // Versions that lack an instruction print it as a comment.
            if listing.contains("Unknown(") {
                continue;
            }
            let again = assemble_text(&listing, words[1]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(renumbered(&again), renumbered(&words), "{name}");
            if arguments.is_empty() {
                // The names before the equals signs; the forms of numbers differ.
                let names = |text: &str| -> Vec<String> {
                    let lines = text.lines().filter(|line| !line.starts_with(';'));
                    lines
                        .filter_map(|line| Some(line.split_once(" = ")?.0.trim().to_owned()))
                        .collect()
                };
                let (ours, theirs) = (names(&disassemble_friendly(&words)), names(&listing));
                assert_eq!(ours, theirs, "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared} listings are too few");
}
