//! Tests of project rules that the compiler does not check, on the source text.
//!
//! The tests rely on rustfmt's layout: an arm of a `match` is indented by four columns from its closing brace. The
//! comment of each test says what it detects; what the text does not show (the type of a `match` operand, a panic
//! inside a dependency) is left to review.

mod imports;
mod matches;
mod source;

use imports::Imports;
use source::{Source, has_word, library};

/// Fails with a line for every violation.
fn none(rule: &str, offences: Vec<String>) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}

/// Violations in the files of a folder, which must not contain the given words or paths.
fn forbid(sources: &[Source], under: &str, but_not: Option<&str>, words: &[&str]) -> Vec<String> {
    let mut offences = Vec::new();
    let own = |path: &str| path.starts_with(under) && but_not.is_none_or(|folder| !path.starts_with(folder));
    for source in sources.iter().filter(|source| own(&source.path)) {
        for (number, line) in source.code() {
            // The associated type of `Deref`.
            let line = line.trim().strip_prefix("type Target = ").unwrap_or(line);
            for word in words.iter().filter(|word| has_word(line, word)) {
                offences.push(format!("{}:{number}: `{word}`", source.path));
            }
        }
    }
    offences
}

/// Imports run downwards (docs/architecture.md, "Invariants"). Detects paths that begin at the crate, and naga's names
/// anywhere.
#[test]
fn imports_run_downwards() {
    let sources = library();
    for room in [
        "spirv/src/words/",
        "spirv/src/target/",
        "spirv/src/check/",
        "src/layout/",
        "src/back/",
    ] {
        assert!(
            sources.iter().any(|source| source.path.starts_with(room)),
            "{room} has moved: this test looks at nothing"
        );
    }
    let rules: [(&str, Option<&str>, &[&str]); 11] = [
        (
            "src/ir/",
            None,
            &[
                "crate::back",
                "crate::layout",
                "crate::check",
                "crate::options",
                "crate::words",
                "crate::target",
            ],
        ),
        // Its manifest does not have naga; this names the line.
        ("spirv/src/", None, &["naga", "thiserror", "codespan_reporting"]),
        (
            "spirv/src/words/",
            None,
            &["crate::check", "crate::reflect", "crate::reflection", "crate::internal"],
        ),
        (
            "spirv/src/target/",
            None,
            &["crate::check", "crate::reflect", "crate::reflection", "crate::internal"],
        ),
        (
            "spirv/src/reflection/",
            None,
            &["crate::check", "crate::reflect", "crate::internal"],
        ),
        (
            "src/layout/",
            None,
            &["crate::back", "crate::check", "crate::words", "crate::target"],
        ),
        (
            "src/layout/",
            None,
            &[
                "Expression",
                "Statement",
                "Function",
                "GlobalVariable",
                "EntryPoint",
                "FunctionInfo",
                "ModuleInfo",
            ],
        ),
        (
            "spirv/src/check/",
            None,
            &["crate::reflect", "crate::reflection", "crate::internal"],
        ),
        (
            "src/back/",
            None,
            &[
                "crate::check",
                "crate::reflect",
                "crate::build",
                "crate::source",
                "spirula_spirv::check",
                "spirula_spirv::reflect",
            ],
        ),
        (
            "src/source/",
            None,
            &["crate::back", "crate::layout", "crate::check", "crate::build"],
        ),
        ("src/build/", None, &["crate::back", "crate::layout", "crate::words"]),
    ];
    let offences = rules
        .iter()
        .flat_map(|(under, but_not, words)| forbid(&sources, under, *but_not, words))
        .collect();
    none("imports that run upwards", offences);
}

/// Files that import each other are in one folder.
#[test]
fn no_circle_of_imports_leaves_its_folder() {
    let (spirv, own): (Vec<_>, Vec<_>) = library()
        .into_iter()
        .partition(|source| source.path.starts_with("spirv/"));
    let circles = [spirv, own]
        .into_iter()
        .flat_map(|sources| Imports::of(&sources).circles());
    none("files of several folders that import each other", circles.collect());
}

/// The emission reads the facts and never the target (docs/architecture.md, "Decisions"). Only these files name the
/// target: the writer (`back/mod.rs`), the refusal of workarounds (`back/workarounds.rs`) and the judgement of
/// requirements (`back/requirements.rs`). The emission names the features that it records.
#[test]
fn the_emission_does_not_ask_the_target() {
    let words = ["crate::target", "Target", "plan.target", "Feature", "Support"];
    let sources = library();
    assert!(
        !forbid(&sources, "src/back/plan/", None, &words).is_empty(),
        "the survey asks the target somewhere"
    );
    let mut offences = forbid(&sources, "src/back/", Some("src/back/plan/"), &words);
    let is_allowed = |offence: &String| {
        let names = |words: &[&str]| words.iter().any(|word| offence.ends_with(word));
        let mut passes_it_on = ["src/back/mod.rs:", "src/back/workarounds.rs:"].iter();
        offence.starts_with("src/back/requirements.rs:")
            || passes_it_on.any(|file| offence.starts_with(file))
                && names(&["`crate::target`", "`Target`", "`plan.target`"])
            || ["src/back/function/", "src/back/emitter.rs:"]
                .iter()
                .any(|path| offence.starts_with(path))
                && names(&["`crate::target`", "`Feature`"])
    };
    offences.retain(|offence| !is_allowed(offence));
    none("the target, where it is not judged", offences);
}

/// One answer to who may write to memory (docs/architecture.md, "Invariants"): `back/memory.rs` has it, from the
/// declarations that `ir/global.rs` reads. Detects the names of what is declared in other files of the writer: these
/// pass the declaration on to the device or the host, and decide nothing about memory that changes.
#[test]
fn one_file_decides_which_memory_is_written() {
    let access = ["StorageAccess", "STORE", "ATOMIC", "declared_access", "permits_writes"];
    let decorations = ["memory_decorations", "MemoryDecorations"];
    let writable = ["is_writable"];
    let every: Vec<&str> = [&access[..], &decorations, &writable].concat();
    let allowed: [(&str, &[&str], &str); 10] = [
        ("src/back/memory.rs", &every, "the answer"),
        ("src/back/resources.rs", &access, "decorates the variable as declared"),
        (
            "src/back/resources.rs",
            &decorations,
            "decorates the variable as declared",
        ),
        (
            "src/back/function/memory_model.rs",
            &decorations,
            "memory operands in place of the decorations `Coherent` and `Volatile`",
        ),
        (
            "src/back/plan/device.rs",
            &access,
            "features for what is not `NonReadable`",
        ),
        (
            "src/back/plan/device.rs",
            &writable,
            "features for what is not `NonWritable`",
        ),
        (
            "src/back/plan/interfaces.rs",
            &["is_writable", "ATOMIC"],
            "counts written resources for a limit",
        ),
        ("src/back/type_key.rs", &access, "drops the access of an image class"),
        ("src/back/reflection/", &every, "the access that the host must know"),
        ("src/back/debug/types.rs", &access, "names of types"),
    ];
    let offences = forbid(&library(), "src/back/", None, &every);
    let permits = |(file, words, _): &(&str, &[&str], &str), offence: &String| {
        offence.starts_with(file) && words.iter().any(|word| offence.ends_with(&format!("`{word}`")))
    };
    for row in &allowed {
        let is_used = offences.iter().any(|offence| permits(row, offence));
        assert!(is_used, "{} ({}) does not need its permission", row.0, row.2);
    }
    none(
        "what is declared about memory, where nothing is decided about it",
        offences
            .into_iter()
            .filter(|offence| !allowed.iter().any(|row| permits(row, offence)))
            .collect(),
    );
}

/// A struct of the writer with more than 20 fields is several rooms. `Facts` is what the target decides, a list.
#[test]
fn structs_of_the_writer_have_few_fields() {
    let (mut counted, mut of_facts) = (0, 0);
    let mut offences = Vec::new();
    for source in library().iter().filter(|source| source.path.starts_with("src/back/")) {
        let mut open: Option<(String, usize)> = None;
        for (_, line) in source.code() {
            let words = line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            if let Some(name) = words.strip_prefix("struct ").filter(|_| line.ends_with('{')) {
                open = Some((name.trim_end_matches(" {").to_owned(), 0));
            } else if line == "}" {
                if let Some((name, fields)) = open.take() {
                    counted += 1;
                    if name == "Facts" {
                        of_facts = fields;
                    } else if fields > 20 {
                        offences.push(format!("{}: {name} has {fields} fields", source.path));
                    }
                }
            } else if let Some((_, fields)) = &mut open {
                let field = line
                    .strip_prefix("    ")
                    .is_some_and(|field| !field.starts_with([' ', '#', '/']));
                *fields += usize::from(field && line.contains(": "));
            }
        }
    }
    assert!(counted > 100 && of_facts > 20, "the fields are not counted");
    none("a struct has too many fields", offences);
}

/// A new variant of a naga enum is a compile error (docs/architecture.md, "Invariants"). Detects an arm `_`, `name`,
/// `Some(_)` or a tuple of those in a `match` in which another arm names a naga enum. `if let`, `let … else` and
/// `matches!` test for one variant, which a new variant is not, so they are allowed. A catch-all arm must have a
/// reason: `// catch-all: …` on the line above it.
#[test]
fn no_catch_all_on_a_naga_enum() {
    let offences = library()
        .iter()
        .filter(|source| source.path.starts_with("src/back/"))
        .flat_map(matches::catch_alls)
        .collect();
    none("catch-all arms in a match on a naga enum", offences);
}

/// Hash tables are never iterated (docs/architecture.md, "Invariants"), because their order is unspecified. Detects
/// iteration over a field, variable or parameter that the same file declares with a hash table type.
#[test]
fn no_iteration_over_hash_tables() {
    let mut offences = Vec::new();
    let mut tables = 0;
    for source in &library() {
        let names = source.hash_tables();
        tables += names.len();
        for (number, line) in source.code() {
            for name in names.iter().filter(|name| source::iterates(line, name)) {
                offences.push(format!("{}:{number}: `{name}`", source.path));
            }
        }
    }
    assert!(tables > 0, "no hash table is found: this test looks at nothing");
    none("iteration over hash tables", offences);
}

/// A reader sees the lines that rustdoc hides, so an example is complete without them.
#[test]
fn examples_of_pages_are_complete() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = std::fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let readmes = ["README.md", "spirv/README.md", "wgpu/README.md"].map(|name| root.join(name));
    let mut offences = Vec::new();
    let mut examples = 0;
    for page in pages.chain(readmes) {
        let text = std::fs::read_to_string(&page).unwrap();
        let mut is_rust = false;
        for (number, line) in text.lines().enumerate() {
            if let Some(language) = line.strip_prefix("```") {
                is_rust = !is_rust && language.starts_with("rust");
                examples += usize::from(is_rust);
            } else if is_rust && (line == "#" || line.starts_with("# ")) {
                offences.push(format!("{}:{}: {line}", page.display(), number + 1));
            }
        }
    }
    assert!(examples > 10, "{examples}");
    none("rustdoc hides this, and a page shows it", offences);
}

/// A public type or function is needed by some user, whom a page tells about it. Detects names that no page in `docs/`
/// has, of `xtask/public-items.txt` and of the fields of `Options`; the documentation of a type describes its parts.
#[test]
fn every_public_item_is_in_the_docs() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = String::new();
    for entry in std::fs::read_dir(root.join("docs")).unwrap() {
        pages += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let items = std::fs::read_to_string(root.join("xtask/public-items.txt")).unwrap();
    let mut offences = Vec::new();
    for line in items.lines() {
        let (path, kind) = line.rsplit_once(": ").unwrap();
        let (parent, name) = path.rsplit_once("::").unwrap();
        let is_named = match kind {
            "struct" | "enum" | "trait" | "fn" | "type" => true,
            // Types begin with a capital letter, modules do not.
            "constant" => !parent.rsplit("::").next().unwrap().starts_with(char::is_uppercase),
            "field" => parent == "spirula::Options",
            "method" | "variant" => false,
            other => panic!("{other:?} is no kind of item"),
        };
        if is_named && !pages.lines().any(|line| has_word(line, name)) {
            offences.push(path.to_owned());
        }
    }
    none("no page tells who needs this", offences);
}
