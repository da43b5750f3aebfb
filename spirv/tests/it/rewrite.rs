//! The rewritings of `spirula_spirv::rewrite`, each on a module that has its shape: the words before and after, both
//! valid.

mod all_at_once;
mod bits;
mod clamp;
mod compare_sample;
mod comparison;
mod components;
mod debug;
mod distance;
mod handle_arguments;
mod helpers;
mod matrix;
mod matrix_arguments;
mod memory;
mod pack;
mod shapes;
mod subgroup;
mod switches;
mod together;
mod variables;

use spirula::check::check;
use spirula::target::{SpirvVersion, Target, Workaround, Workarounds};
use spirula::{rewrite, words};

/// The environments in which each module is checked, with the version word of its header.
const VERSIONS: [(&str, u32); 5] = [
    ("vulkan1.0", 0x0001_0000),
    ("vulkan1.1", 0x0001_0300),
    ("vulkan1.1spv1.4", 0x0001_0400),
    ("vulkan1.2", 0x0001_0500),
    ("vulkan1.4", 0x0001_0600),
];

/// Rewrites a module in the assembly language with one workaround, at each version on which the module is valid. Both
/// modules must be valid; the listing after it is returned, which must be the same at all versions but for the header.
pub fn rewritten(text: &str, workaround: Workaround) -> String {
    let mut listing = None;
    for (name, version) in VERSIONS {
        let module = words::assemble_text(text, version).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let target = Target::parse(name).unwrap();
        assert_eq!(target.spirv_version(), SpirvVersion::from_word(version).unwrap());
        let before = check(&module, &target);
        if !before.is_valid() {
            continue;
        }
        let after = rewrite::apply(&module, Workarounds::from([workaround])).unwrap();
        let report = check(&after.words, &target);
        assert!(
            report.is_valid(),
            "{name}: {workaround} makes the module invalid: {:#?}\n{}",
            report.violations,
            words::disassemble(&after.words)
        );
        let once_more = rewrite::apply(&after.words, Workarounds::from([workaround])).unwrap();
        assert!(once_more.applied.is_empty(), "{name}: {workaround} leaves its shape");
        assert_eq!(
            once_more.words, after.words,
            "{name}: {workaround} changes words without its shape"
        );
        listing = Some(words::disassemble(&after.words));
    }
    listing.unwrap_or_else(|| panic!("the module is valid on no version:\n{text}"))
}
