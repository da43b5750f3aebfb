//! The record of what runs on a driver: with `SPIRULA_EXECUTED=FILE`, a line for each construct and each test that executed
//! a module with it, separated by a tabulator. `coverage::executed` reads it.

use std::collections::{BTreeSet, HashMap};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use naga::Module;
use naga::valid::ModuleInfo;

use super::constructs;
use super::setup::Setup;

/// The file of the record, if one is asked for.
pub fn file() -> Option<PathBuf> {
    std::env::var_os("SPIRULA_EXECUTED").map(PathBuf::from)
}

/// The modules that were compiled, by their words, and the lines that are written already.
#[derive(Default)]
struct Record {
    constructs: HashMap<Vec<u32>, BTreeSet<String>>,
    lines: BTreeSet<String>,
}

fn record() -> MutexGuard<'static, Record> {
    static RECORD: LazyLock<Mutex<Record>> = LazyLock::new(Mutex::default);
    RECORD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers the constructs of a module that was compiled to these words.
pub fn compiled(module: &Module, info: &ModuleInfo, setup: &Setup, words: &[u32]) {
    if file().is_some() {
        let found = constructs::compiled(module, info, setup);
        record().constructs.entry(words.to_vec()).or_default().extend(found);
    }
}

/// Writes lines for the constructs of words that this test executes. Words that were not compiled here have none.
pub fn executed(words: &[u32]) {
    let Some(path) = file() else { return };
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("main");
    let record = &mut *record();
    let Some(found) = record.constructs.get(words) else {
        return;
    };
    let lines: Vec<String> = found.iter().map(|construct| format!("{construct}\t{test}\n")).collect();
    let new: String = lines
        .into_iter()
        .filter(|line| record.lines.insert(line.clone()))
        .collect();
    // One write appends whole lines, whatever other processes append.
    let opened = OpenOptions::new().create(true).append(true).open(&path);
    let written = opened.and_then(|mut file| file.write_all(new.as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
