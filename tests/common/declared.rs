//! The names that an item of the sources declares.

use crate::common::root;
use std::collections::BTreeSet;

/// The fields of a struct, or the variants of an enum, read from a source file, so that new ones need a case. A name is
/// indented by four columns, and its item ends with a brace in the first column.
pub fn declared(file: &str, item: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root(file)).expect("a file of the sources");
    let inside = text.split_once(item).expect("the item").1;
    let inside = inside.split_once("\n}").expect("its end").0;
    let names = inside.lines().filter_map(|line| {
        let name = line.strip_prefix("    ")?;
        let name = name.strip_prefix("pub ").unwrap_or(name);
        let end = name
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(name.len());
        (end > 0).then(|| name[..end].to_owned())
    });
    names.collect()
}
