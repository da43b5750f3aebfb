//! Tasks of the project that are not part of the crate: `cargo xtask tables` writes the generated tables.
//!
//! `tables` reads Khronos's registry in `registry/` and writes the tables of `src/words/grammar` and `src/target` of
//! `spirv/`, in this repository or in the copy that `--root` names. With `--check` it writes nothing and fails if a committed table
//! differs. `registry PATH` reduces a `vk.xml` to the part that the tables need and writes it to `registry/vulkan.xml`.
//! `public-items` lists the public items of the two libraries in `xtask/public-items.txt` and
//! `xtask/public-items-spirv.txt`, `licences` judges those of the dependencies, `playground` builds
//! the page of `playground/`.

mod emit;
mod licences;
mod playground;
mod public_items;
mod reduce;
mod selection;
mod spirv;
mod target;
mod vulkan;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The error is a message about a failed task.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "usage: cargo xtask tables [--check | --root FOLDER] | registry PATH-OF-VK.XML | public-items [--check] | licences | \
     playground [--rustc PATH]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["tables"] => tables(&root()).and_then(|tables| emit::write(&tables)),
        ["tables", "--root", folder] => tables(Path::new(folder)).and_then(|tables| emit::write(&tables)),
        ["tables", "--check"] => tables(&root()).and_then(|tables| emit::compare(&tables, "tables")),
        ["public-items"] => public_items(&root()).and_then(|items| emit::write(&items)),
        ["public-items", "--check"] => public_items(&root()).and_then(|items| emit::compare(&items, "public-items")),
        ["playground"] => playground::build(&root(), None),
        ["playground", "--rustc", rustc] => playground::build(&root(), Some(rustc)),
        ["licences"] => licences::check(&root()),
        ["registry", path] => {
            reduce::reduced(Path::new(path)).and_then(|text| emit::write(&[(root().join("registry/vulkan.xml"), text)]))
        }
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository that contains this package.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Every generated file with its text.
fn tables(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let words = spirv::tables(&root.join("registry/spirv"))?;
    let target = target::tables(&root.join("registry"))?;
    Ok(vec![
        (root.join("spirv/src/words/grammar/tables.rs"), words),
        (root.join("spirv/src/target/tables.rs"), target),
    ])
}

/// The list of public items of each library with its text.
fn public_items(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let lists = public_items::LIBRARIES.iter().map(|library| {
        let file = root.join("xtask").join(library.list);
        Ok((file, public_items::listed(root, library)?))
    });
    lists.collect()
}

#[cfg(test)]
mod tests;
