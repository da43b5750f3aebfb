//! Finds the files of a folder and of its subfolders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The wanted files below `root`, and the folders that cannot be read, both sorted by name. Links to folders are not
/// followed. The folders `outputs` (canonical paths) are skipped.
pub fn files_below(
    root: &Path,
    outputs: &[PathBuf],
    is_wanted: impl Fn(&Path) -> bool,
) -> (BTreeSet<PathBuf>, Vec<(PathBuf, io::Error)>) {
    let (mut found, mut unreadable) = (BTreeSet::new(), Vec::new());
    // An explicit stack, because the depth of nested folders is not bounded.
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Err(error) = search(&folder, outputs, &is_wanted, &mut folders, &mut found) {
            unreadable.push((folder, error));
        }
    }
    unreadable.sort_by(|left, right| left.0.cmp(&right.0));
    (found, unreadable)
}

/// Reads one folder: adds its files to `found` and its subfolders to `folders`.
fn search(
    folder: &Path,
    outputs: &[PathBuf],
    is_wanted: &impl Fn(&Path) -> bool,
    folders: &mut Vec<PathBuf>,
    found: &mut BTreeSet<PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // The type of the entry itself, not of a link's target: a link to a folder could form a cycle.
        if entry.file_type()?.is_dir() {
            if outputs.is_empty() || path.canonicalize().map_or(true, |path| !outputs.contains(&path)) {
                folders.push(path);
            }
        } else if is_wanted(&path) && fs::metadata(&path).map_or(true, |behind| behind.is_file()) {
            // A dangling link is an input that cannot be read. A pipe might never end, so it is read only if the user
            // names it.
            found.insert(path);
        }
    }
    Ok(())
}
