//! The record of what runs on a driver: with `SPIRULA_EXECUTED=FILE`, a line for each construct and each test that executed
//! a module with it, separated by a tab. `coverage::executed` reads it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use naga::Module;
use naga::valid::ModuleInfo;

use super::constructs;
use super::setup::Setup;

/// The file of the record, if one is requested.
pub fn file() -> Option<PathBuf> {
    std::env::var_os("SPIRULA_EXECUTED").map(PathBuf::from)
}

/// A module that this test has compiled and not executed yet.
struct Compiled {
    words: Vec<u32>,
    module: Module,
    info: ModuleInfo,
    setup: Setup,
}

thread_local! {
    static COMPILED: RefCell<Vec<Compiled>> = const { RefCell::new(Vec::new()) };
    /// The constructs that this test has recorded.
    static RECORDED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Remembers a module that was compiled to these words. The thread of a test has the test's name; modules that a test
/// compiles on other threads are not recorded.
pub fn compiled(module: &Module, info: &ModuleInfo, setup: &Setup, words: &[u32]) {
    if file().is_some() && std::thread::current().name().is_some() {
        let compiled = Compiled {
            words: words.to_vec(),
            module: module.clone(),
            info: info.clone(),
            setup: setup.clone(),
        };
        COMPILED.with_borrow_mut(|known| known.push(compiled));
    }
}

/// Records the constructs of words that this test executes. Words that it did not compile have none.
pub fn executed(words: &[u32]) {
    let Some(path) = file() else { return };
    let thread = std::thread::current();
    let Some(test) = thread.name() else { return };
    let Some(module) = COMPILED.with_borrow_mut(|known| {
        let at = known.iter().rposition(|compiled| compiled.words == words)?;
        Some(known.swap_remove(at))
    }) else {
        return;
    };
    let found = constructs::compiled(&module.module, &module.info, &module.setup);
    let lines: String = RECORDED.with_borrow_mut(|recorded| {
        let new = found.into_iter().filter(|construct| recorded.insert(construct.clone()));
        new.map(|construct| format!("{construct}\t{test}\n")).collect()
    });
    // One write appends whole lines, whatever other tests append.
    let opened = OpenOptions::new().create(true).append(true).open(&path);
    let written = opened.and_then(|mut file| file.write_all(lines.as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
