//! The record of a folder of outputs: what each of them was made of, so that what is unchanged is not made again.
//!
//! Inputs and outputs are compared by the digests of their contents, and not by the times of their files; only the program
//! is identified by its file's path, length and times. A record that cannot be read, or that another build of the program
//! wrote, counts as empty.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::key::{Key, digest};
use super::output::{Outputs, resolved, write_text};
use super::report::Facts;

/// The name of the file in its folder.
pub(super) const NAME: &str = ".spirula.json";

/// What is known of the outputs of one input.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    key: String,
    /// The path of each output below the folder, and its digest.
    files: Vec<(String, String)>,
    facts: Facts,
}

/// The content of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Record {
    /// The build of the program.
    program: String,
    /// By the path of the first output below the folder.
    outputs: BTreeMap<String, Entry>,
}

/// The record of a folder.
#[derive(Debug)]
struct Folder {
    known: Record,
    /// What this run adds.
    added: Mutex<BTreeMap<String, Entry>>,
}

/// The records of the folders of a run.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// By their resolved paths.
    folders: BTreeMap<PathBuf, Folder>,
    /// The resolved path of each folder that a run names.
    resolved: BTreeMap<PathBuf, PathBuf>,
    /// Whether everything is made again.
    is_forced: bool,
}

impl Records {
    /// Reads the records of `folders`.
    pub(super) fn read(folders: impl Iterator<Item = PathBuf>, is_forced: bool) -> Self {
        let program = program();
        let mut records = Self {
            folders: BTreeMap::new(),
            resolved: BTreeMap::new(),
            is_forced,
        };
        for folder in folders {
            let place = resolved(&folder);
            records.resolved.insert(folder, place.clone());
            records.folders.entry(place).or_insert_with_key(|folder| {
                let text = std::fs::read(folder.join(NAME)).unwrap_or_default();
                let known = serde_json::from_slice(&text).unwrap_or_default();
                let is_own = |known: &Record| known.program == program && !program.is_empty();
                let outputs = Some(known)
                    .filter(is_own)
                    .map_or_else(BTreeMap::new, |known| known.outputs);
                Folder {
                    known: Record {
                        program: program.clone(),
                        outputs,
                    },
                    added: Mutex::default(),
                }
            });
        }
        records
    }

    /// What is reported of an input, if its outputs are there and were made with the same key.
    pub(super) fn unchanged(&self, outputs: &Outputs, key: &Key) -> Option<Facts> {
        if self.is_forced {
            return None;
        }
        let (path, folder) = self.folder(outputs)?;
        let entry = folder.known.outputs.get(&first_name(path, outputs)?)?;
        let names = outputs.names_below(path)?;
        let is_there = |(name, known): (&String, &(String, String))| {
            *name == known.0 && digest_of(&path.join(name)).is_some_and(|digest| digest == known.1)
        };
        let is_same =
            entry.key == key.0 && names.len() == entry.files.len() && names.iter().zip(&entry.files).all(is_there);
        is_same.then(|| entry.facts.clone())
    }

    /// Records what was made of an input.
    pub(super) fn add(&self, outputs: &Outputs, key: &Key, bytes: &[Vec<u8>], facts: &Facts) {
        let Some((path, folder)) = self.folder(outputs) else {
            return;
        };
        let (Some(first), Some(names)) = (first_name(path, outputs), outputs.names_below(path)) else {
            return;
        };
        let digests = bytes.iter().map(|bytes| digest(bytes));
        let entry = Entry {
            key: key.0.clone(),
            files: names.into_iter().zip(digests).collect(),
            facts: facts.clone(),
        };
        let mut added = folder.added.lock().unwrap_or_else(PoisonError::into_inner);
        added.insert(first, entry);
    }

    /// The digest of each output of an input, as the last run that made them left it.
    pub(super) fn digests(&self, outputs: &Outputs) -> Vec<(PathBuf, String)> {
        let found = || {
            let (path, folder) = self.folder(outputs)?;
            let name = first_name(path, outputs)?;
            let added = folder.added.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = added.get(&name).or_else(|| folder.known.outputs.get(&name))?;
            let files = entry.files.iter();
            Some(files.map(|(name, digest)| (path.join(name), digest.clone())).collect())
        };
        found().unwrap_or_default()
    }

    /// Writes the records that have changed, without what is no more. They only save work, so that a folder that cannot
    /// be written is no error.
    pub(super) fn write(self) {
        for (path, folder) in self.folders {
            let Folder { mut known, added } = folder;
            let added = added.into_inner().unwrap_or_else(PoisonError::into_inner);
            if added.is_empty() {
                continue;
            }
            known.outputs.extend(added);
            known.outputs.retain(|name, _| path.join(name).exists());
            if let Ok(text) = serde_json::to_string(&known) {
                let _ = write_text(&path.join(NAME), &text);
            }
        }
    }

    fn folder<'a>(&'a self, outputs: &'a Outputs) -> Option<(&'a Path, &'a Folder)> {
        let path = outputs.folder.as_deref()?;
        Some((path, self.folders.get(self.resolved.get(path)?)?))
    }
}

fn first_name(folder: &Path, outputs: &Outputs) -> Option<String> {
    outputs.names_below(folder)?.into_iter().next()
}

/// The digest of a file. A pipe is not read.
pub(super) fn digest_of(path: &Path) -> Option<String> {
    let is_file = std::fs::metadata(path).is_ok_and(|file| file.is_file());
    let bytes = is_file.then(|| std::fs::read(path).ok())??;
    Some(digest(&bytes))
}

/// The build of the program: the path of its file, its length, and the times at which its content and the file itself
/// changed. Empty if they are unknown. Its content would take longer to read than many a run.
fn program() -> String {
    let read = || {
        let path = std::env::current_exe().ok()?;
        let file = std::fs::metadata(&path).ok()?;
        let written = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        // The time of the content can be set; this one cannot.
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt as _;
            (file.ctime(), file.ctime_nsec())
        };
        #[cfg(not(unix))]
        let changed = (0, 0);
        let (version, length) = (env!("CARGO_PKG_VERSION"), file.len());
        Some(format!("{version} {length} {written} {changed:?} {}", path.display()))
    };
    read().unwrap_or_default()
}
