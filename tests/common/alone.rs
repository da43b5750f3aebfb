//! With `SPIRULA_WORKAROUNDS=each`, words that a test runs are also run with each workaround for drivers alone that
//! changes them, and must give the same bits.

use std::cell::Cell;

use spirula::rewrite;
use spirula::target::{Workaround, Workarounds};

/// Workarounds whose results may differ: `Workaround` says how.
const OTHER_RESULTS: [Workaround; 3] = [
    Workaround::Pack4x8,
    Workaround::CompareSample,
    Workaround::CompareCubeArray,
];

thread_local! {
    static UNORDERED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a test whose results show in which order invocations ran: two runs differ, and no results are compared.
pub fn unordered(test: impl FnOnce()) {
    UNORDERED.set(true);
    test();
    UNORDERED.set(false);
}

/// Whether the environment requests it.
pub fn is_asked() -> bool {
    std::env::var("SPIRULA_WORKAROUNDS").is_ok_and(|value| value == "each")
}

/// Compares the results of a run, if that is requested, with those of `run` for the words of its stages with each
/// workaround alone.
pub fn compare<T: PartialEq>(
    stages: &[&[u32]],
    results: T,
    run: impl Fn(&[Vec<u32>]) -> Result<T, String>,
) -> Result<T, String> {
    if !is_asked() || UNORDERED.get() {
        return Ok(results);
    }
    // Without debug information words are those that other runs execute.
    for workaround in Workaround::ALL.iter().filter(|known| **known != Workaround::DebugInfo) {
        let rewrite = |words: &&[u32]| rewrite::apply(words, Workarounds::from([*workaround]));
        let rewritten = stages.iter().map(rewrite).collect::<Result<Vec<_>, _>>();
        let rewritten = rewritten.map_err(|error| format!("{workaround:?}: {error}"))?;
        if rewritten.iter().all(|stage| stage.applied.is_empty()) {
            continue;
        }
        let words: Vec<_> = rewritten.into_iter().map(|stage| stage.words).collect();
        let with = run(&words).map_err(|error| format!("{workaround:?}: {error}"))?;
        if with != results && !OTHER_RESULTS.contains(workaround) {
            return Err(format!("{workaround:?}: other results"));
        }
        println!("compared: {workaround:?}");
    }
    Ok(results)
}
