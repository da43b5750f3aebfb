//! The files of a folder and of those below it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The files below `root` that are wanted, and the folders there that cannot be read, both by name. Links to folders are not
/// followed, and `outputs`, canonical paths, are left out.
pub(crate) fn files_below(
    root: &Path,
    outputs: &[PathBuf],
    is_wanted: impl Fn(&Path) -> bool,
) -> (BTreeSet<PathBuf>, Vec<(PathBuf, io::Error)>) {
    let (mut found, mut unreadable) = (BTreeSet::new(), Vec::new());
    // An explicit stack: nothing bounds how deep folders are nested.
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Err(error) = search(&folder, outputs, &is_wanted, &mut folders, &mut found) {
            unreadable.push((folder, error));
        }
    }
    unreadable.sort_by(|left, right| left.0.cmp(&right.0));
    (found, unreadable)
}

/// One folder: its files to `found`, its folders to `folders`.
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
        // The type of the entry itself: a link to a folder could lead back up.
        if entry.file_type()?.is_dir() {
            if outputs.is_empty() || path.canonicalize().map_or(true, |path| !outputs.contains(&path)) {
                folders.push(path);
            }
        } else if is_wanted(&path) && fs::metadata(&path).map_or(true, |behind| behind.is_file()) {
            // A link to nothing is an input that cannot be read; a pipe would never end, and is only read where it is named.
            found.insert(path);
        }
    }
    Ok(())
}
