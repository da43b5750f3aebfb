//! `--cache DIR`: what was made of an input, by the digest of everything on which it depends. Processes and machines may
//! share the folder.
//!
//! An entry is a file that is written once, to a temporary name that is renamed, and begins with the digest of what
//! follows, so that a spoiled one is noticed and made again. Entries are below a folder for each build of the program.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::UsageError;
use super::key::{Key, digest};
use super::output::write_shared;
use super::report::{Facts, print_warning};

/// The cache of a run.
#[derive(Debug)]
pub(super) struct Cache {
    /// The folder of this build of the program.
    folder: PathBuf,
    /// Whether entries are only written.
    is_forced: bool,
    /// Whether the user was told that an entry cannot be written.
    is_told: AtomicBool,
}

/// What is before the bytes of the outputs.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    facts: Facts,
    /// The length of each output in bytes.
    lengths: Vec<usize>,
}

impl Cache {
    /// # Errors
    /// If the program cannot be read, or the folder cannot be made.
    pub(super) fn new(folder: &Path, is_forced: bool) -> Result<Self, UsageError> {
        let program = std::env::current_exe()
            .and_then(std::fs::read)
            .map_err(|error| UsageError(format!("`--cache`: cannot read the program itself: {error}")))?;
        let folder = folder.join(digest(&program).get(..16).unwrap_or_default());
        match std::fs::create_dir_all(&folder) {
            Ok(()) => {}
            // What others have written may be there, and otherwise nothing is.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
                ) => {}
            Err(error) => {
                let folder = folder.display();
                return Err(UsageError(format!("`--cache`: cannot make `{folder}`: {error}")));
            }
        }
        Ok(Self {
            folder,
            is_forced,
            is_told: AtomicBool::new(false),
        })
    }

    fn path(&self, key: &Key) -> PathBuf {
        // A folder with a million entries is slow to list.
        let (start, rest) = key.0.split_at_checked(2).unwrap_or_default();
        self.folder.join(start).join(rest)
    }

    /// The outputs and what is reported of them.
    pub(super) fn get(&self, key: &Key) -> Option<(Vec<Vec<u8>>, Facts)> {
        if self.is_forced {
            return None;
        }
        decoded(&std::fs::read(self.path(key)).ok()?)
    }

    /// Adds an entry. One that cannot be written is no error: it is told once.
    pub(super) fn put(&self, key: &Key, bytes: &[Vec<u8>], facts: &Facts) {
        let path = self.path(key);
        let written = encoded(bytes, facts).and_then(|entry| write_shared(&path, &entry));
        if let Err(message) = written
            && !self.is_told.swap(true, Ordering::Relaxed)
        {
            print_warning(&format!("`--cache`: {message}"));
        }
    }
}

fn encoded(bytes: &[Vec<u8>], facts: &Facts) -> Result<Vec<u8>, String> {
    let head = Head {
        facts: facts.clone(),
        lengths: bytes.iter().map(Vec::len).collect(),
    };
    let mut body = serde_json::to_vec(&head).map_err(|error| error.to_string())?;
    body.push(b'\n');
    for one in bytes {
        body.extend_from_slice(one);
    }
    let mut entry = digest(&body).into_bytes();
    entry.push(b'\n');
    entry.append(&mut body);
    Ok(entry)
}

/// The content of an entry, unless it is spoiled.
fn decoded(entry: &[u8]) -> Option<(Vec<Vec<u8>>, Facts)> {
    let (sum, body) = split_line(entry)?;
    if digest(body).as_bytes() != sum {
        return None;
    }
    let (head, mut rest) = split_line(body)?;
    let head: Head = serde_json::from_slice(head).ok()?;
    let mut outputs = Vec::with_capacity(head.lengths.len());
    for length in head.lengths {
        let (one, after) = rest.split_at_checked(length)?;
        outputs.push(one.to_vec());
        rest = after;
    }
    rest.is_empty().then_some((outputs, head.facts))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    Some((line, rest.get(1..)?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_spoiled_entry_is_none() {
        let facts = Facts {
            words: 3,
            summary: "three words".to_owned(),
            ..Facts::default()
        };
        let outputs = [b"first\nline".to_vec(), Vec::new(), vec![0, 255]];
        let entry = encoded(&outputs, &facts).unwrap();
        let (read, known) = decoded(&entry).unwrap();
        assert_eq!(read, outputs);
        assert_eq!((known.words, known.summary), (3, facts.summary));
        for at in 0..entry.len() {
            let mut spoiled = entry.clone();
            spoiled[at] ^= 1;
            assert!(decoded(&spoiled).is_none(), "{at}");
            assert!(decoded(&entry[..at]).is_none(), "{at}");
        }
        assert!(decoded(&[&entry[..], b" "].concat()).is_none());
    }
}
