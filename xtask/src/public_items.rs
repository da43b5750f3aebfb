//! The public items of each library, as rustdoc lists them: one line for each, in `xtask/public-items.txt` and
//! `xtask/public-items-spirv.txt`. What a release adds, renames or removes shows as a difference of those files.
//!
//! rustdoc's HTML is read, since its JSON is not stable: `all.html` links the page of each item, and on a page each field,
//! variant and method is an anchor. Implementations of traits are left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Result;

/// The headings of a page after which only implementations of traits follow.
const TRAITS: [&str; 5] = [
    "id=\"foreign-impls\"",
    "id=\"implementors\"",
    "id=\"trait-implementations\"",
    "id=\"synthetic-implementations\"",
    "id=\"blanket-implementations\"",
];

/// What the anchors of an item's parts begin with, and how the list names the part.
const PARTS: [(&str, &str); 6] = [
    ("structfield.", "field"),
    ("variant.", "variant"),
    ("method.", "method"),
    ("tymethod.", "method"),
    ("associatedconstant.", "constant"),
    ("associatedtype.", "type"),
];

/// A library with a list of its items.
pub(crate) struct Library {
    package: &'static str,
    /// The name of the crate, and of the folder of its pages.
    name: &'static str,
    /// The features of its public interface, as in its `package.metadata.docs.rs`.
    features: &'static str,
    /// The file of the list.
    pub(crate) list: &'static str,
}

/// The libraries.
pub(crate) const LIBRARIES: [Library; 2] = [
    Library {
        package: "spirula",
        name: "spirula",
        features: "ash,build,naga-compat,naga-oil,profiles,serde,snapshot",
        list: "public-items.txt",
    },
    Library {
        package: "spirula-spirv",
        name: "spirula_spirv",
        features: "ash,diff,profiles,serde",
        list: "public-items-spirv.txt",
    },
];

/// Documents a library and lists its items.
pub(crate) fn listed(root: &Path, library: &Library) -> Result<String> {
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--quiet", "--no-deps", "--lib", "--package", library.package])
        .args(["--features", library.features])
        // Wherever the environment puts other builds.
        .args(["--target-dir", "target"])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo doc: {error}"))?;
    if !status.success() {
        return Err("cargo doc failed".to_owned());
    }
    items(&root.join("target/doc").join(library.name), library.name)
}

/// The items of the pages in a folder.
fn items(pages: &Path, name_of_crate: &str) -> Result<String> {
    let mut lines = BTreeSet::new();
    for link in after(&read(&pages.join("all.html"))?, "<li><a href=\"", '"') {
        // The page's own headings are linked too.
        if link.starts_with('#') {
            continue;
        }
        let (folder, file) = link.rsplit_once('/').unwrap_or(("", link));
        let mut parts = file.split('.');
        let (Some(kind), Some(name)) = (parts.next(), parts.next()) else {
            return Err(format!("all.html: no item behind {link:?}"));
        };
        let path = format!(
            "{name_of_crate}::{}{name}",
            folder.replace('/', "::") + if folder.is_empty() { "" } else { "::" }
        );
        lines.insert(format!("{path}: {kind}"));
        let page = read(&pages.join(link))?;
        let end = TRAITS.iter().filter_map(|heading| page.find(heading)).min();
        for (prefix, part) in PARTS {
            for anchor in after(&page[..end.unwrap_or(page.len())], &format!("id=\"{prefix}"), '"') {
                // The heading over a variant's fields.
                if anchor.ends_with(".fields") {
                    continue;
                }
                // The anchor of a variant's field repeats the variant: `variant.Name.field.0`.
                lines.insert(format!("{path}::{}: {part}", anchor.replace(".field.", "::")));
            }
        }
    }
    if lines.is_empty() {
        return Err("all.html links no item".to_owned());
    }
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The texts between each occurrence of `start` and the next `end`.
fn after<'t>(text: &'t str, start: &str, end: char) -> Vec<&'t str> {
    let texts = text.split(start).skip(1);
    texts.filter_map(|rest| rest.split(end).next()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn fields_methods_and_variants_are_listed_and_traits_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("target")).unwrap();
        write(
            "all.html",
            "<li><a href=\"struct.A.html\">A</a></li><li><a href=\"target/enum.B.html\">B</a></li>",
        );
        write(
            "struct.A.html",
            "<span id=\"structfield.x\"><section id=\"method.new\"><h2 id=\"trait-implementations\"><section id=\"method.clone\">",
        );
        write(
            "target/enum.B.html",
            "<section id=\"variant.C\"><span id=\"variant.C.field.0\">",
        );
        let expected = "spirula::A: struct\nspirula::A::new: method\nspirula::A::x: field\n\
            spirula::target::B: enum\nspirula::target::B::C: variant\nspirula::target::B::C::0: variant\n";
        assert_eq!(items(folder.path(), "spirula").unwrap(), expected);
    }
}
