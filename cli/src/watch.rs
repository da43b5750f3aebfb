//! `--watch`: waits until a file changes that the last run read.
//!
//! Files are polled a few times a second. A file has changed if its modification time or its length differs. Folders
//! are listed each time, so that new and deleted files are noticed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

/// The interval between two polls.
const PAUSE: Duration = Duration::from_millis(200);

/// The modification time and length of each file of a run; `None` for a file that does not exist.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Seen(BTreeMap<PathBuf, Option<(SystemTime, u64)>>);

impl Seen {
    pub(super) fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        Self(files.into_iter().map(|file| (file.clone(), state(&file))).collect())
    }

    /// Removes the files of `old` and adds those of `new` in their current state; one that has changed since `begin`, when
    /// the run began that read it, counts as changed. Files in both keep their recorded state.
    pub(super) fn replace(&mut self, old: &BTreeSet<String>, new: &BTreeSet<String>, begin: SystemTime) {
        for file in old.difference(new) {
            self.0.remove(Path::new(file));
        }
        for file in new.difference(old) {
            let known = state(Path::new(file)).filter(|(changed, _)| *changed < begin);
            self.0.insert(PathBuf::from(file), known);
        }
    }

    /// The first file whose state differs from that in `other`, or that only one of them has.
    fn difference<'a>(&'a self, other: &'a Self) -> Option<&'a Path> {
        let changed = self.0.iter().find(|(file, state)| other.0.get(*file) != Some(*state));
        let gone = || other.0.keys().find(|file| !self.0.contains_key(*file));
        changed.map(|(file, _)| file).or_else(gone).map(PathBuf::as_path)
    }
}

fn state(file: &Path) -> Option<(SystemTime, u64)> {
    let file = fs::metadata(file).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// Waits until `look` returns something other than `before`, and returns the changed file.
pub(super) fn wait(before: &Seen, look: impl Fn() -> Seen) -> PathBuf {
    loop {
        thread::sleep(PAUSE);
        let now = look();
        if let Some(file) = now.difference(before) {
            return file.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_new_length_or_a_new_file_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&a, "one").unwrap();
        let before = Seen::of([a.clone()]);
        assert_eq!(Seen::of([a.clone()]).difference(&before), None);
        fs::write(&b, "").unwrap();
        assert_eq!(Seen::of([a.clone(), b.clone()]).difference(&before), Some(b.as_path()));
        fs::write(&a, "longer").unwrap();
        assert_eq!(Seen::of([a.clone()]).difference(&before), Some(a.as_path()));
        let name = |path: &PathBuf| BTreeSet::from([path.to_str().unwrap().to_owned()]);
        let mut other = Seen::of([a.clone()]);
        let later = SystemTime::now() + Duration::from_secs(9);
        other.replace(&name(&a), &name(&b), later);
        assert_eq!(other, Seen::of([b.clone()]));
        // The run that read it may have seen what was before.
        other.replace(&name(&b), &BTreeSet::new(), later);
        other.replace(&BTreeSet::new(), &name(&b), SystemTime::UNIX_EPOCH);
        assert_eq!(Seen::of([b.clone()]).difference(&other), Some(b.as_path()));
        fs::remove_file(&a).unwrap();
        assert_eq!(Seen::of([a.clone()]).difference(&before), Some(a.as_path()));
        assert_eq!(Seen::of([]).difference(&before), Some(a.as_path()));
    }
}
