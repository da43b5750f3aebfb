//! How much of a normal form and of a difference changes with a change of a shader, beside what the text of a
//! disassembler and `spirv-diff` show.
//!
//! ```sh
//! cargo bench --features diff --bench listing                                  # the rows of Vello's shaders
//! cargo bench --features diff --bench listing -- --edits FOLDER                # ten edits of each of 200 shaders
//! cargo bench --features diff --bench listing -- --spirv-diff PROGRAM FOLDER…  # 500 pairs of modules
//! ```
//!
//! What is counted are lines that only one of two texts has. A line that was changed counts twice.

#[allow(dead_code)]
#[path = "../tests/common/prng.rs"]
mod prng;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use prng::Random;
use similar::{ChangeTag, TextDiff};
use spirula::diff::{Diff, Options as DiffOptions};
use spirula::{Options, Target, listing, words};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] => {
            rows();
            megabyte();
        }
        ["--edits", folder] => edits(Path::new(folder)),
        ["--spirv-diff", program, folders @ ..] => pairs(program, folders),
        _ => eprintln!("the arguments are --edits FOLDER or --spirv-diff PROGRAM FOLDER…"),
    }
}

fn parsed(source: &str) -> Option<(naga::Module, naga::valid::ModuleInfo)> {
    let module = naga::front::wgsl::parse_str(source).ok()?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all());
    validator.subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).ok()?;
    Some((module, info))
}

fn compiled(source: &str, options: &Options) -> Option<Vec<u32>> {
    let (module, info) = parsed(source)?;
    let output = spirula::compile(&module, &info, &Target::vulkan(1, 3), options).ok()?;
    Some(output.words)
}

fn with_names(names: bool) -> Options {
    let mut options = Options::default();
    options.names = names;
    options
}

/// The number of lines that differ between two texts.
fn lines(first: &str, second: &str) -> usize {
    let diff = TextDiff::from_lines(first, second);
    diff.iter_all_changes()
        .filter(|change| change.tag() != ChangeTag::Equal)
        .count()
}

fn normal(words: &[u32]) -> String {
    listing::normal(words).unwrap_or_default()
}

fn difference(first: &[u32], second: &[u32]) -> usize {
    let diff = Diff::new(first, second, &DiffOptions::default()).unwrap_or_default();
    let (removed, added) = diff.counts();
    removed + added
}

fn row(name: &str, pairs: &[(Vec<u32>, Vec<u32>)]) {
    let sum =
        |count: &dyn Fn(&[u32], &[u32]) -> usize| pairs.iter().map(|(one, other)| count(one, other)).sum::<usize>();
    let text = |print: fn(&[u32]) -> String| move |one: &[u32], other: &[u32]| lines(&print(one), &print(other));
    println!(
        "{name:<52} {:>7} {:>9} {:>7} {:>6}",
        sum(&text(words::disassemble_numbered)),
        sum(&text(words::disassemble_friendly)),
        sum(&text(normal)),
        sum(&difference),
    );
}

/// Vello's shaders: under another policy, and with a line more.
fn rows() {
    let shaders = vello_shaders::SHADERS;
    let shaders = [
        ("backdrop_dyn", &shaders.backdrop_dyn),
        ("bbox_clear", &shaders.bbox_clear),
        ("binning", &shaders.binning),
        ("clip_leaf", &shaders.clip_leaf),
        ("clip_reduce", &shaders.clip_reduce),
        ("coarse", &shaders.coarse),
        ("draw_leaf", &shaders.draw_leaf),
        ("draw_reduce", &shaders.draw_reduce),
        ("fine_area", &shaders.fine_area),
        ("fine_msaa16", &shaders.fine_msaa16),
        ("flatten", &shaders.flatten),
        ("path_count", &shaders.path_count),
        ("path_tiling", &shaders.path_tiling),
        ("pathtag_reduce", &shaders.pathtag_reduce),
        ("tile_alloc", &shaders.tile_alloc),
    ]
    .map(|(name, shader)| (name, shader.wgsl.code.to_string()));
    println!(
        "{:<52} {:>7} {:>9} {:>7} {:>6}",
        "changed lines", "numbers", "spirv-dis", "normal", "diff"
    );
    for names in [false, true] {
        let with = |policy: BoundsCheckPolicy| {
            let mut options = with_names(names);
            options.bounds_check_policies = BoundsCheckPolicies {
                index: policy,
                buffer: policy,
                image_load: policy,
                binding_array: policy,
            };
            options
        };
        let pair = |source: &str| {
            let restrict = compiled(source, &with(BoundsCheckPolicy::Restrict))?;
            Some((restrict, compiled(source, &with(BoundsCheckPolicy::Unchecked))?))
        };
        let pairs: Vec<_> = shaders.iter().filter_map(|(_, source)| pair(source)).collect();
        let called = if names { "with names" } else { "without names" };
        row(
            &format!("{} shaders, restrict and unchecked, {called}", pairs.len()),
            &pairs,
        );
        // After each variable a statement that changes it.
        for (name, source) in &shaders {
            let all: Vec<&str> = source.lines().collect();
            let mut pairs = Vec::new();
            for (at, line) in all.iter().enumerate() {
                let Some(variable) = line.trim().strip_prefix("var ") else {
                    continue;
                };
                let variable: String = variable
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let added = format!("{variable} = {variable} + {variable};");
                let mut changed = all.clone();
                changed.insert(at + 1, &added);
                let one = compiled(source, &with_names(names));
                pairs.extend(one.zip(compiled(&changed.join("\n"), &with_names(names))));
            }
            if !pairs.is_empty() {
                let title = format!(
                    "{name}, {} lines, {} times a line more, {called}",
                    all.len(),
                    pairs.len()
                );
                row(&title, &pairs);
            }
        }
    }
}

/// Two modules of a megabyte.
fn megabyte() {
    let source = |seventh: u32| {
        let mut text = "@group(0) @binding(0) var<storage, read_write> b: array<f32>;\n".to_owned();
        let mut calls = String::new();
        for index in 0..950 {
            let k = if index % 7 == 0 { seventh } else { 1 };
            text += &format!(
                "fn part_{index}(x: f32) {{ var y = x; for (var i = 0u; i < {index}u; i++) {{ y = y * x + f32(i);
                 if y > 3.0 {{ y = sin(y) + b[i + {k}u]; }} else {{ b[i] = y - {k}.0; }} }} b[{index}] = y; }}\n"
            );
            calls += &format!("part_{index}(b[{index}]);\n");
        }
        text + "@compute @workgroup_size(1) fn main() {\n" + &calls + "}\n"
    };
    let compiled = |seventh| compiled(&source(seventh), &with_names(true)).unwrap_or_default();
    let (one, other) = (compiled(1), compiled(2));
    let start = Instant::now();
    let length = normal(&one).len();
    let normal = start.elapsed();
    let start = Instant::now();
    let count = difference(&one, &other);
    println!(
        "{} and {} bytes: a normal form of {length} bytes in {normal:.2?}, {count} lines of difference in {:.2?}",
        4 * one.len(),
        4 * other.len(),
        start.elapsed()
    );
}

fn shaders_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            shaders_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "wgsl") {
            found.push(path);
        }
    }
}

/// A random edit of one line, and what it is. `None` if the line does not lend itself to it.
fn edited(source: &str, random: &mut Random) -> Option<(&'static str, String)> {
    let mut all: Vec<String> = source.lines().map(str::to_owned).collect();
    let at = random.below(all.len());
    let line = all[at].clone();
    let is_statement = |line: &str| line.starts_with("  ") && line.trim_end().ends_with(';');
    let kind = match random.below(7) {
        0 => {
            let is_number = |at: usize| {
                let before = line[..at].chars().next_back();
                before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '@' && c != '.')
            };
            let digits: Vec<usize> = line
                .char_indices()
                .filter(|&(at, c)| c.is_ascii_digit() && is_number(at))
                .map(|(at, _)| at)
                .collect();
            let digit = *digits.get(random.below(digits.len().max(1)))?;
            all[at].replace_range(digit..=digit, ["1", "2", "3", "5", "7"][random.below(5)]);
            "a number"
        }
        1 => {
            let operators = [" + ", " - ", " * "];
            let operator = operators[random.below(3)];
            line.find(operator)?;
            all[at] = line.replacen(operator, operators[random.below(3)], 1);
            "an operator"
        }
        2 => {
            if !is_statement(&line) || ["let ", "var ", "return"].iter().any(|word| line.contains(word)) {
                return None;
            }
            all.insert(at, line.clone());
            "a statement twice"
        }
        3 => {
            is_statement(&line).then_some(())?;
            all.remove(at);
            "a statement less"
        }
        4 => {
            (is_statement(&line) && is_statement(all.get(at + 1)?)).then_some(())?;
            all.swap(at, at + 1);
            "two statements swapped"
        }
        5 => {
            let (left, _) = line.trim().split_once(" = ")?;
            let left = left.strip_prefix("let ").or_else(|| left.strip_prefix("var "))?;
            let name: String = left.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            all.insert(
                at + 1,
                match line.trim().starts_with("let") {
                    true => format!("let {name}_more = {name} + {name};"),
                    false => format!("{name} = {name} + {name};"),
                },
            );
            "a statement more"
        }
        _ => {
            match random.below(4) {
                0 => all.insert(at, "// A comment.".to_owned()),
                1 => all.push("fn unused_more(x: f32) -> f32 { return x * 3.25; }".to_owned()),
                2 => all.push("const unused_more = 77u; var<private> unused_too: u32;".to_owned()),
                _ => all[at] = format!("  {line}  "),
            }
            "without meaning"
        }
    };
    (all.len() != source.lines().count() || all[at] != line).then(|| (kind, all.join("\n")))
}

/// Ten edits of each of 200 shaders of a folder: the changed lines of the normal form for each line that truly changed.
fn edits(folder: &Path) {
    let mut files = Vec::new();
    shaders_below(folder, &mut files);
    let mut random = Random::new(7);
    let mut chosen: BTreeMap<PathBuf, String> = BTreeMap::new();
    for _ in 0..20 * files.len() {
        let file = &files[random.below(files.len())];
        let source = std::fs::read_to_string(file).unwrap_or_default();
        if chosen.len() < 200 && source.lines().count() >= 15 && compiled(&source, &with_names(false)).is_some() {
            chosen.insert(file.clone(), source);
        }
    }
    println!(
        "{} shaders; changed lines of the normal form for each line that differs",
        chosen.len()
    );
    for names in [false, true] {
        let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let (mut nothing, mut for_nothing) = (0, 0);
        for source in chosen.values() {
            let Some(before) = compiled(source, &with_names(names)) else {
                continue;
            };
            let mut count = 0;
            for _ in 0..1000 {
                if count == 10 {
                    break;
                }
                let Some((kind, text)) = edited(source, &mut random) else {
                    continue;
                };
                let Some(after) = compiled(&text, &with_names(names)) else {
                    continue;
                };
                let truly = difference(&before, &after);
                let shown = lines(&normal(&before), &normal(&after));
                if truly == 0 {
                    nothing += 1;
                    for_nothing += usize::from(shown != 0);
                }
                if kind == "without meaning" || truly == 0 {
                    count += usize::from(kind == "without meaning");
                    continue;
                }
                count += 1;
                for kind in [kind, "all"] {
                    ratios.entry(kind).or_default().push(shown as f64 / truly as f64);
                }
            }
        }
        println!("{}", if names { "with names" } else { "without names" });
        println!("  {nothing} edits that change nothing: {for_nothing} change the normal form");
        for (kind, ratios) in &mut ratios {
            ratios.sort_by(f64::total_cmp);
            let at = |part: f64| ratios[((ratios.len() - 1) as f64 * part) as usize];
            println!(
                "  {kind:<24} {:>5} edits, median {:.2}, of 90 % at most {:.2}, at most {:.2}",
                ratios.len(),
                at(0.5),
                at(0.9),
                at(1.0)
            );
        }
    }
}

/// About 500 pairs: a shader as naga and as Spirula write it, and that module before and after `spirv-opt`, which is
/// beside `spirv-diff`: with `-O`, and with one pass.
fn pairs(program: &str, folders: &[&str]) {
    let mut files = Vec::new();
    folders
        .iter()
        .for_each(|folder| shaders_below(Path::new(folder), &mut files));
    let optimizer = Path::new(program).with_file_name("spirv-opt");
    let folder = std::env::temp_dir().join(format!("spirula-listing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap_or_default();
    let (first, second) = (folder.join("a.spv"), folder.join("b.spv"));
    let write = |path: &Path, words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(path, bytes).unwrap_or_default();
    };
    let mut sums: BTreeMap<&str, [(usize, Duration); 2]> = BTreeMap::new();
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    // Three pairs for each shader.
    let step = (files.len() / 180).max(1);
    for (place, file) in files.iter().step_by(step).enumerate() {
        let source = std::fs::read_to_string(file).unwrap_or_default();
        let Some(ours) = compiled(&source, &with_names(true)) else {
            continue;
        };
        write(&first, &ours);
        let after = |pass: &str| {
            let optimized = Command::new(&optimizer)
                .arg(pass)
                .arg(&first)
                .arg("-o")
                .arg(&second)
                .output();
            optimized.ok().filter(|output| output.status.success())?;
            words::reader::words_from_bytes(&std::fs::read(&second).ok()?).ok()
        };
        let (all, one) = (after("-O"), after(PASSES[place % PASSES.len()]));
        for (kind, one, other) in [
            ("naga and Spirula", theirs(&source), Some(&ours)),
            ("before and after -O", Some(ours.clone()), all.as_ref()),
            ("before and after one pass", Some(ours.clone()), one.as_ref()),
        ] {
            let (Some(one), Some(other)) = (one, other) else {
                continue;
            };
            write(&first, &one);
            write(&second, other);
            let start = Instant::now();
            let output = Command::new(program)
                .arg("--no-color")
                .arg(&first)
                .arg(&second)
                .output();
            let time = start.elapsed();
            let text = output
                .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
                .unwrap_or_default();
            let is_changed =
                |line: &&str| line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++");
            let shown = text.lines().filter(is_changed).count();
            let start = Instant::now();
            let count = difference(&one, other);
            let sum = sums.entry(kind).or_default();
            sum[0] = (sum[0].0 + shown, sum[0].1 + time);
            sum[1] = (sum[1].0 + count, sum[1].1 + start.elapsed());
            let counts = counts.entry(kind).or_default();
            counts[0] += 1;
            counts[1] += usize::from(count < shown);
            counts[2] += usize::from(count == shown);
            counts[3] += usize::from(count > shown);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let version = Command::new(program).arg("--version").output();
    let version = version
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    println!("spirv-diff: {}", version.lines().next().unwrap_or("not found"));
    for (kind, [theirs, ours]) in sums {
        let [all, fewer, equal, more] = counts[kind];
        println!(
            "{kind}: {all} pairs; spirv-diff {} lines in {:.1?} (a process each), Spirula {} lines in {:.1?}; fewer in {fewer} pairs, as many in {equal}, more in {more}",
            theirs.0, theirs.1, ours.0, ours.1
        );
    }
}

/// Passes of `spirv-opt`, one for each shader in turn.
const PASSES: [&str; 8] = [
    "--compact-ids",
    "--merge-blocks",
    "--eliminate-dead-code-aggressive",
    "--ssa-rewrite",
    "--inline-entry-points-exhaustive",
    "--simplify-instructions",
    "--local-redundancy-elimination",
    "--strip-debug",
];

/// A shader as naga's own backend writes it.
fn theirs(source: &str) -> Option<Vec<u32>> {
    let (module, info) = parsed(source)?;
    let options = naga::back::spv::Options {
        lang_version: (1, 6),
        flags: naga::back::spv::WriterFlags::DEBUG,
        ..naga::back::spv::Options::default()
    };
    naga::back::spv::write_vec(&module, &info, &options, None).ok()
}
