//! Files that are being written when the user ends the run: they are deleted before the process ends.
//!
//! A result is written to a temporary file and renamed. Its destructor does not run when a signal ends the process, so the
//! names of all such files are kept here, and the handler of SIGINT, SIGTERM and SIGHUP deletes them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// What a shell reports of a process that SIGINT ended.
const INTERRUPTED: i32 = 130;

/// The temporary files that there are. The handler keeps it locked until the process ends, so that none is made meanwhile.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Deletes temporary files when the process is to end.
pub(super) fn delete_files_on_interrupt() {
    let handler = || {
        let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        for path in open.iter() {
            // It may be renamed already.
            let _ = fs::remove_file(path);
        }
        std::process::exit(INTERRUPTED);
    };
    // Where there can be no handler, the process ends as it would without one.
    let _ = ctrlc::set_handler(handler);
}

/// A temporary file that does not outlive the process.
#[derive(Debug)]
pub(super) struct Temporary {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Temporary {
    /// The file that `make` makes.
    pub(super) fn new(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Self> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        let path = file.path().to_owned();
        open.insert(path.clone());
        Ok(Self { file: Some(file), path })
    }

    /// Writes `bytes` and gives the file another name.
    pub(super) fn write_and_rename(mut self, bytes: &[u8], path: &std::path::Path) -> io::Result<()> {
        if let Some(mut file) = self.file.take() {
            io::Write::write_all(&mut file, bytes)?;
            file.persist(path).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // The file is deleted before its name is forgotten.
        drop(self.file.take());
        OPEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}
