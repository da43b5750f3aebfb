//! The licences of the crates that the library and the command line depend on: each must be one of a list that a user of an
//! MIT or Apache-2.0 crate can accept.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::Result;

const ACCEPTED: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Fails with the list of crates whose licence is not accepted. Dependencies of the tests are left out: nobody who uses
/// the crate compiles them.
pub(crate) fn check(root: &Path) -> Result<()> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let refused = refused(&metadata)?;
    if refused.is_empty() {
        return Ok(());
    }
    Err(format!("licences that are not accepted:\n{}", refused.join("\n")))
}

/// The packages, with their licences, that the command line and the libraries are compiled with and that have no accepted
/// licence.
fn refused(metadata: &Value) -> Result<Vec<String>> {
    let packages = list(metadata, "packages")?;
    let nodes = list(&metadata["resolve"], "nodes")?;
    let mut queue = VecDeque::new();
    // It depends on both libraries.
    queue.push_back(&find(packages, "name", &Value::from("spirula-cli"))?["id"]);
    let mut seen = BTreeSet::new();
    let mut refused = Vec::new();
    while let Some(id) = queue.pop_front() {
        if !seen.insert(id.to_string()) {
            continue;
        }
        let package = find(packages, "id", id)?;
        let licence = package["license"].as_str().unwrap_or("none");
        if !is_accepted(licence) {
            refused.push(format!("{} {}: {licence}", package["name"], package["version"]));
        }
        for dependency in list(find(nodes, "id", id)?, "deps")? {
            let is_compiled = list(dependency, "dep_kinds")?.iter().any(|kind| kind["kind"] != "dev");
            if is_compiled {
                queue.push_back(&dependency["pkg"]);
            }
        }
    }
    Ok(refused)
}

/// A list of cargo's metadata.
fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>> {
    let list = value[key].as_array();
    list.ok_or_else(|| format!("cargo metadata: no list `{key}`"))
}

/// The entry of a list with this value under a key.
fn find<'v>(list: &'v [Value], key: &str, value: &Value) -> Result<&'v Value> {
    let found = list.iter().find(|entry| entry[key] == *value);
    found.ok_or_else(|| format!("cargo metadata: no entry with {key} {value}"))
}

/// Whether one choice of a licence expression has accepted parts only. Parentheses group choices, as in `(MIT OR
/// Apache-2.0) AND Unicode-3.0`; `/` is the old form of `OR`.
fn is_accepted(expression: &str) -> bool {
    // Each group joined by `AND` has to offer an accepted choice.
    let mut groups = expression
        .split(" AND ")
        .map(|group| group.trim_matches(['(', ')']).replace('/', " OR "));
    groups.all(|group| group.split(" OR ").any(|choice| ACCEPTED.contains(&choice.trim())))
}

#[cfg(test)]
mod tests {
    use super::is_accepted;

    #[test]
    fn each_group_needs_an_accepted_choice() {
        for accepted in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(is_accepted(accepted), "{accepted}");
        }
        for refused in ["", "GPL-3.0", "MIT AND GPL-3.0", "(GPL-2.0 OR GPL-3.0) AND MIT"] {
            assert!(!is_accepted(refused), "{refused}");
        }
    }
}
