//! Compares the disassembler with listings of `spirv-dis`, and assembles its text again.
//!
//! `dis_corpus INDEX MODULES [FOLDER]`: each line of INDEX is a JSON object with `"id"`, `"offset"` and `"bytes"` of a
//! module in the file MODULES. `FOLDER/ID.spvasm` is what `spirv-dis` prints for a module, if the file exists. Prints the
//! first difference of each listing, and counts.
//!
//! A text with raw ids must have the words of the module. In a text with names, ids have other numbers: each number of
//! one module must correspond to one of the other.

use spirula_spirv::words::grammar::{ExtendedSet, OperandContext};
use spirula_spirv::words::reader::{Reader, words_from_bytes};
use spirula_spirv::words::{Disassembly, assemble_text, disassemble_friendly};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

/// The value of a key in a line of JSON, up to the comma or brace behind it.
fn field<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let start = line.find(&format!("\"{key}\":"))? + key.len() + 3;
    let value = line.get(start..)?.trim_start();
    value
        .split([',', '}'])
        .next()
        .map(|value| value.trim().trim_matches('"'))
}

/// The first line in which two texts differ.
fn difference(ours: &str, theirs: &str) -> String {
    let (mut ours, mut theirs) = (ours.lines(), theirs.lines());
    for line in 1.. {
        match (ours.next(), theirs.next()) {
            (None, None) => break,
            (one, other) if one == other => {}
            (one, other) => {
                let (one, other) = (one.unwrap_or("(end)"), other.unwrap_or("(end)"));
                return format!("line {line}\n  ours   {one}\n  theirs {other}");
            }
        }
    }
    "line breaks".to_owned()
}

/// Whether two modules differ only in the numbers of ids, and in the bound.
fn are_same_but_for_ids(one: &[u32], other: &[u32]) -> bool {
    let (Ok((header, ones)), Ok((other_header, others))) = (Reader::new(one), Reader::new(other)) else {
        return false;
    };
    let (mut forward, mut back) = (HashMap::new(), HashMap::new());
    let mut is_same = |one: u32, other: u32| {
        *forward.entry(one).or_insert(other) == other && *back.entry(other).or_insert(one) == one
    };
    let mut sets = HashMap::new();
    // The types of two words, and their values, which an `OpSwitch` may select by.
    let mut wide = HashSet::new();
    let (ones, others): (Vec<_>, Vec<_>) = (ones.flatten().collect(), others.flatten().collect());
    (header.version, header.generator, header.schema)
        == (other_header.version, other_header.generator, other_header.schema)
        && ones.len() == others.len()
        && ones.iter().zip(&others).all(|(one, other)| {
            let first = one.operand_words().first().copied();
            let context = OperandContext {
                literal_words: if first.is_some_and(|id| wide.contains(&id)) {
                    2
                } else {
                    1
                },
                set: first.and_then(|id| sets.get(&id)).copied(),
            };
            let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
            match (one.opcode, one.result()) {
                // OpExtInstImport
                (11, Some(id)) => {
                    let name = words(one.operand_words());
                    let name = String::from_utf8_lossy(&name);
                    let set = ExtendedSet::from_name(name.trim_end_matches('\0'));
                    sets.extend(set.map(|set| (id, set)));
                }
                // OpTypeInt
                (21, Some(id)) if first == Some(64) => {
                    wide.insert(id);
                }
                (_, Some(id)) if one.result_type().is_some_and(|ty| wide.contains(&ty)) => {
                    wide.insert(id);
                }
                _ => {}
            }
            match (one.operands(context), other.operands(context)) {
                (Some(a), Some(b)) if one.opcode == other.opcode => {
                    let (a, b): (Vec<_>, Vec<_>) = (a.collect(), b.collect());
                    a.len() == b.len()
                        && a.iter().zip(&b).all(|pair| match pair {
                            (Ok(a), Ok(b)) => match (a.id(), b.id()) {
                                (Some(a), Some(b)) => is_same(a, b),
                                _ => a.words == b.words,
                            },
                            _ => one.words == other.words,
                        })
                }
                _ => one.words == other.words,
            }
        })
}

fn run(index: &str, modules: &[u8], folder: Option<&Path>) -> Option<bool> {
    let (mut read, mut listed, mut equal) = (0, 0, 0);
    let (mut raw, mut named) = (0, 0);
    let mut seen = HashSet::new();
    for line in index.lines() {
        let id = field(line, "id")?;
        let (offset, bytes): (usize, usize) = (
            field(line, "offset")?.parse().ok()?,
            field(line, "bytes")?.parse().ok()?,
        );
        let words = match words_from_bytes(modules.get(offset..offset + bytes)?) {
            Ok(words) => words,
            Err(error) => {
                println!("{id}: {error}");
                continue;
            }
        };
        let text = disassemble_friendly(&words);
        if let Some(theirs) = folder.and_then(|folder| fs::read(folder.join(format!("{id}.spvasm"))).ok()) {
            listed += 1;
            if text.as_bytes() == theirs {
                equal += 1;
            } else {
                println!("{id}: {}", difference(&text, &String::from_utf8_lossy(&theirs)));
            }
        }
        // Several lines may be about the same module.
        if !seen.insert((offset, bytes)) {
            continue;
        }
        read += 1;
        match assemble_text(&Disassembly::new().raw_ids(true).text(&words), 0) {
            Ok(again) if again == words => raw += 1,
            Ok(again) => {
                let place = again.iter().zip(&words).position(|(one, other)| one != other);
                let place = place.unwrap_or(again.len().min(words.len()));
                println!("{id}: with raw ids other words from word {place} on");
            }
            Err(error) => println!("{id}: with raw ids {error}"),
        }
        match assemble_text(&text, 0) {
            Ok(again) if are_same_but_for_ids(&words, &again) => named += 1,
            Ok(_) => println!("{id}: with names another module"),
            Err(error) => println!("{id}: with names {error}"),
        }
    }
    println!("{equal} of {listed} listings are equal");
    println!("{raw} of {read} modules have the same words after disassembly with raw ids and assembly");
    println!("{named} of {read} have the same words but for the numbers of ids after disassembly with names");
    Some((equal, raw, named) == (listed, read, read))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (index, modules, folder) = match arguments.as_slice() {
        [index, modules] => (index, modules, None),
        [index, modules, folder] => (index, modules, Some(Path::new(folder))),
        _ => {
            eprintln!("usage: dis_corpus INDEX MODULES [FOLDER]");
            return ExitCode::from(2);
        }
    };
    let (index, modules) = match (fs::read_to_string(index), fs::read(modules)) {
        (Ok(index), Ok(modules)) => (index, modules),
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("cannot read the modules: {error}");
            return ExitCode::from(2);
        }
    };
    match run(&index, &modules, folder) {
        Some(true) => ExitCode::SUCCESS,
        Some(false) => ExitCode::FAILURE,
        None => {
            eprintln!("the index names no bytes of the modules");
            ExitCode::from(2)
        }
    }
}
