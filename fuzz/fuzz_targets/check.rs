//! Any bytes get a report from the check, for each kind of target.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use spirula::Target;
use spirula::check::check_bytes;

static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    let names = ["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4", "spv1.6-physical64"];
    names.iter().filter_map(|name| Target::parse(name).ok()).collect()
});

// The last byte selects the target, so that a seed is a module followed by a byte.
fuzz_target!(|bytes: &[u8]| {
    let (last, module) = bytes.split_last().unwrap_or((&0, &[]));
    let _ = check_bytes(module, &TARGETS[usize::from(*last) % TARGETS.len()]);
});
