//! What several tests of workarounds share: modules that must stay as they are, and modules that are broken.

use super::{VERSIONS, rewritten};
use spirula::target::{Workaround, Workarounds};
use spirula::{rewrite, words};

/// Asserts that a workaround changes no word of a module at any version.
pub fn unchanged(text: &str, workaround: Workaround) {
    for (name, version) in VERSIONS {
        let module = words::assemble_text(text, version).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let after = rewrite::apply(&module, Workarounds::from([workaround])).unwrap();
        let listing = words::disassemble(&after.words);
        assert_eq!(
            after.words, module,
            "{name}: {workaround} changes the module:\n{listing}"
        );
        assert!(
            after.applied.is_empty(),
            "{name}: {workaround} says that it was applied"
        );
    }
}

/// Applies a workaround to a module of which each word in turn is replaced by several others, and that ends at each
/// word. Nothing may panic.
pub fn broken(text: &str, workaround: Workaround) {
    for version in [0x0001_0000, 0x0001_0400] {
        let module = words::assemble_text(text, version).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let bound = module[3];
        for at in 5..module.len() {
            let word = module[at];
            let others = [
                0,
                1,
                bound - 1,
                u32::MAX,
                word ^ 1,
                word.wrapping_add(1),
                word.wrapping_add(0x1_0000),
            ];
            for other in others.into_iter().chain([word / 2, word.wrapping_sub(0x1_0000)]) {
                let mut changed = module.clone();
                changed[at] = other;
                let _ = rewrite::apply(&changed, Workarounds::from([workaround]));
            }
            let _ = rewrite::apply(&module[..at], Workarounds::from([workaround]));
        }
    }
}

/// Rewrites a module that lists its inputs and outputs, and one that lists other variables too, which SPIR-V 1.4 and
/// later demand. Returns the listing of the first.
pub fn rewritten_listed(text: &str, listed: &str, workaround: Workaround) -> String {
    rewritten(&text.replacen("\"main\"", &format!("\"main\" {listed}"), 1), workaround);
    rewritten(text, workaround)
}

/// The number of lines of a listing that have a text.
pub fn lines(listing: &str, text: &str) -> usize {
    listing.lines().filter(|line| line.contains(text)).count()
}
