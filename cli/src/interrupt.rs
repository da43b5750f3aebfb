//! Deletes the files that are being written when a signal ends the run.
//!
//! A result is written to a temporary file and renamed. The destructor of that file does not run when a signal ends the
//! process, so the paths of all such files are recorded here, and the handler of SIGINT, SIGTERM and SIGHUP deletes
//! them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// The exit status that a shell reports for a process ended by SIGINT.
const INTERRUPTED: i32 = 130;

/// The temporary files that exist. The handler keeps it locked until the process ends, so that no new one is created.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Installs the handler that deletes temporary files when a signal ends the process.
pub(super) fn delete_files_on_interrupt() {
    let handler = || {
        let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        for path in open.iter() {
            // The file may already be renamed.
            let _ = fs::remove_file(path);
        }
        std::process::exit(INTERRUPTED);
    };
    // Without a handler, a signal ends the process without deleting them.
    let _ = ctrlc::set_handler(handler);
}

/// A temporary file that does not outlive the process.
#[derive(Debug)]
pub(super) struct Temporary {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Temporary {
    /// The file that `make` creates.
    pub(super) fn new(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Self> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        let path = file.path().to_owned();
        open.insert(path.clone());
        Ok(Self { file: Some(file), path })
    }

    /// Writes `bytes` and renames the file to `path`.
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
        // The file is deleted before its path is removed from the list.
        drop(self.file.take());
        OPEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}
