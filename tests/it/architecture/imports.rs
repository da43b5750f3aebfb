//! Which file imports which, from the `use` declarations and the paths that begin at the crate.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// A module by its path from the crate: `back::plan`.
type Module = Vec<String>;

/// The imports of each file.
#[derive(Debug, Default)]
pub struct Imports {
    of: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    pub fn of(sources: &[Source]) -> Self {
        let texts: BTreeMap<Module, String> = sources
            .iter()
            .map(|source| (module(&source.path), text(source)))
            .collect();
        let names: BTreeMap<&Module, Vec<Vec<String>>> =
            texts.iter().map(|(module, text)| (module, names(text))).collect();
        let resolve = |from: &Module, path: &[String]| resolve(&names, from, path, 0);
        let mut of = BTreeMap::new();
        for (from, paths) in &names {
            let to = paths.iter().filter_map(|path| resolve(from, path));
            // A re-export in a folder's `mod.rs` does not count as a use.
            let others =
                to.filter(|to| *to != **from && !to.is_empty() && !(to.len() > from.len() && to.starts_with(from)));
            of.insert((*from).clone(), others.collect());
        }
        Self { of }
    }

    /// Circles of files that are not all in one folder, each as the files of a strongly connected component.
    pub fn circles(&self) -> Vec<String> {
        let mut circles = BTreeSet::new();
        for start in self.of.keys() {
            let reached = self.reached(start);
            let circle: BTreeSet<&Module> = reached
                .iter()
                .copied()
                .filter(|other| self.reached(other).contains(start))
                .collect();
            let rooms: BTreeSet<&[String]> = circle.iter().map(|module| self.room(module)).collect();
            if rooms.len() > 1 {
                let files: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
                circles.insert(files.join(" "));
            }
        }
        circles.into_iter().collect()
    }

    /// The folder of a file; of a `mod.rs` its own folder.
    fn room<'m>(&self, module: &'m Module) -> &'m [String] {
        let is_folder = self
            .of
            .keys()
            .any(|other| other.len() > module.len() && other.starts_with(module));
        if is_folder { module } else { &module[..module.len() - 1] }
    }

    fn reached<'m>(&'m self, start: &Module) -> BTreeSet<&'m Module> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&Module> = self.of.get(start).into_iter().flatten().collect();
        while let Some(module) = open.pop() {
            if reached.insert(module) {
                open.extend(self.of.get(module).into_iter().flatten());
            }
        }
        reached
    }
}

fn module(path: &str) -> Module {
    let path = path
        .trim_start_matches("spirv/")
        .trim_start_matches("src/")
        .trim_end_matches(".rs");
    let mut module: Module = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

fn text(source: &Source) -> String {
    source.code().map(|(_, line)| line.to_owned() + "\n").collect()
}

/// The paths in a file: each of its `use` declarations, and other paths that begin with `crate` or `super`.
fn names(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = ["use ", "crate::", "super::"]
        .iter()
        .filter_map(|word| rest.find(word))
        .min()
    {
        let is_whole = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        let here = &rest[at..];
        if here.starts_with("use ") && is_whole {
            let end = here.find(';').unwrap_or(here.len());
            expand(&[], &here[4..end], &mut found);
            rest = &here[end..];
        } else {
            let end = here
                .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
                .unwrap_or(here.len());
            if is_whole {
                expand(&[], &here[..end], &mut found);
            }
            rest = &here[end.max(1)..];
        }
    }
    found
}

/// Expands the braces of a path.
fn expand(prefix: &[String], path: &str, found: &mut Vec<Vec<String>>) {
    let path = path.trim();
    let Some(open) = path.find('{') else {
        let plain = path.split(" as ").next().unwrap_or(path);
        let steps = plain.split("::").map(|step| step.trim().to_owned());
        found.push(
            prefix
                .iter()
                .cloned()
                .chain(steps.filter(|step| !step.is_empty()))
                .collect(),
        );
        return;
    };
    let steps = path[..open].split("::").map(|step| step.trim().to_owned());
    let prefix: Vec<String> = prefix
        .iter()
        .cloned()
        .chain(steps.filter(|step| !step.is_empty()))
        .collect();
    let inner = &path[open + 1..path.rfind('}').unwrap_or(path.len())];
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    expand(&prefix, &inner[start..at], found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The file that a path denotes, resolved through re-exports.
fn resolve(
    names: &BTreeMap<&Module, Vec<Vec<String>>>,
    from: &Module,
    path: &[String],
    passed: usize,
) -> Option<Module> {
    let mut at = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "super" => from[..from.len().checked_sub(1)?].to_vec(),
        "self" => from.clone(),
        first => {
            let child: Module = from.iter().cloned().chain([first.to_owned()]).collect();
            names.get(&child)?;
            child
        }
    };
    let mut rest = &path[1..];
    while let Some((step, tail)) = rest.split_first() {
        if step == "super" {
            at.pop()?;
        } else {
            at.push(step.clone());
            if !names.contains_key(&at) {
                at.pop();
                break;
            }
        }
        rest = tail;
    }
    let passed_on = rest.first().filter(|_| passed < 4 && *from != at).and_then(|name| {
        let paths = names.get(&at)?.iter();
        let mut found = paths.filter(|path| path.len() > 1 && path.last() == Some(name));
        found.find_map(|path| resolve(names, &at, path, passed + 1))
    });
    passed_on.or_else(|| names.contains_key(&at).then_some(at))
}

#[test]
fn circles_across_folders_are_found() {
    let source = |path: &str, text: &str| Source::new(path.to_owned(), text.to_owned());
    let sources = [
        source("src/lib.rs", "mod a;\nmod b;\n"),
        source(
            "src/a/mod.rs",
            "mod one;\nmod two;\npub(crate) use one::{One, other::Thing};\n",
        ),
        source(
            "src/a/one.rs",
            "use super::two::Two;\nuse crate::b::{\n    Three,\n};\n",
        ),
        source("src/a/two.rs", "use super::one::One;\n"),
        source("src/b.rs", "fn f() -> crate::a::One {}\n"),
    ];
    assert_eq!(Imports::of(&sources).circles(), ["a/one a/two b"]);
    assert_eq!(
        Imports::of(&sources[..4]).circles(),
        [""; 0],
        "the files of one folder may need each other"
    );
}
