//! The rules of the house that the compiler does not keep, read off the source text.
//!
//! The text is what rustfmt makes of it, and that is what the tests count on: an arm of a `match` stands four columns
//! right of its closing brace. What they see is said with each of them; what a text cannot show (the type that a `match`
//! is on, a panic inside a dependency) stays for review.

mod imports;
mod matches;
mod source;

use imports::Imports;
use source::{Source, has_word, library};

/// Fails with every offence on a line of its own.
fn none(rule: &str, offences: Vec<String>) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}

/// What the files of a folder must not name, as whole words or paths.
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

/// Imports run downwards (docs/architecture.md, "Invariants"). Sees paths that start at the crate, and naga's names in any
/// position.
#[test]
fn imports_run_downwards() {
    let sources = library();
    for room in ["src/words/", "src/target/", "src/layout/", "src/back/"] {
        assert!(
            sources.iter().any(|source| source.path.starts_with(room)),
            "{room} has moved: this test looks at nothing"
        );
    }
    let rules: [(&str, Option<&str>, &[&str]); 10] = [
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
        (
            "src/words/",
            None,
            &["naga", "crate::back", "crate::layout", "crate::check", "crate::options"],
        ),
        (
            "src/target/",
            None,
            &["naga", "crate::back", "crate::layout", "crate::check", "crate::options"],
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
        ("src/check/", None, &["crate::back", "crate::layout", "crate::reflect"]),
        (
            "src/back/",
            None,
            &[
                "crate::check",
                "crate::reflect",
                "crate::cli",
                "crate::build",
                "crate::source",
            ],
        ),
        (
            "src/source/",
            None,
            &[
                "crate::back",
                "crate::layout",
                "crate::check",
                "crate::build",
                "crate::cli",
            ],
        ),
        (
            "src/build/",
            None,
            &["crate::back", "crate::layout", "crate::words", "crate::cli"],
        ),
        (
            "src/cli/",
            None,
            &["crate::back", "crate::layout", "crate::check", "spirula::layout"],
        ),
    ];
    let offences = rules
        .iter()
        .flat_map(|(under, but_not, words)| forbid(&sources, under, *but_not, words))
        .collect();
    none("imports that run upwards", offences);
}

/// Files that import each other are one thing, and stand in one folder.
#[test]
fn no_circle_of_imports_leaves_its_folder() {
    none(
        "files of several folders that import each other",
        Imports::of(&library()).circles(),
    );
}

/// The emission reads the facts and never the target (docs/architecture.md, "Decisions"). The target is named where the
/// writer keeps it (`back/mod.rs`), where a write is given it (`back/request.rs`) and where what was recorded is judged
/// (`back/requirements.rs`); the emission names the features that it records.
#[test]
fn the_emission_does_not_ask_the_target() {
    let words = ["crate::target", "Target", "options.target", "Feature", "Support"];
    let sources = library();
    assert!(
        !forbid(&sources, "src/back/plan/", None, &words).is_empty(),
        "the survey asks the target somewhere"
    );
    let mut offences = forbid(&sources, "src/back/", Some("src/back/plan/"), &words);
    let is_allowed = |offence: &String| {
        let names = |words: &[&str]| words.iter().any(|word| offence.ends_with(word));
        let mut passes_it_on = ["src/back/mod.rs:", "src/back/request.rs:"].iter();
        offence.starts_with("src/back/requirements.rs:")
            || passes_it_on.any(|file| offence.starts_with(file)) && names(&["`crate::target`", "`Target`"])
            || ["src/back/function/", "src/back/emitter.rs:"]
                .iter()
                .any(|path| offence.starts_with(path))
                && names(&["`crate::target`", "`Feature`"])
    };
    offences.retain(|offence| !is_allowed(offence));
    none("the target, where it is not judged", offences);
}

/// A new variant of naga's is a compile error (docs/architecture.md, "Invariants"). Sees an arm `_`, `name`, `Some(_)` or a
/// tuple of those in a `match` where another arm names a naga enum. What `if let`, `let … else` and `matches!` ask is
/// whether a value is one variant, and a new one is not: those are left alone. An arm with a reason says so:
/// `// catch-all: …` on the line above it.
#[test]
fn no_catch_all_on_a_naga_enum() {
    let offences = library()
        .iter()
        .filter(|source| source.path.starts_with("src/back/"))
        .flat_map(matches::catch_alls)
        .collect();
    none("catch-all arms in a match on a naga enum", offences);
}

/// Hash tables are never iterated (docs/architecture.md, "Invariants"): their order is nobody's. Sees iteration over a
/// field, variable or parameter that the same file declares as a hash table by its type's name.
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
