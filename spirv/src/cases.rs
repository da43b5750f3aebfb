//! For every rule of the check, modules that satisfy it and changes that violate it: the cases of the tests, which
//! `spirula check --explain` shows.

/// The cases of the tests, one file for each family of rules.
pub static CASES: [&str; 38] = [
    include_str!("../tests/it/check/builtins.txt"),
    include_str!("../tests/it/check/builtins_vendors.txt"),
    include_str!("../tests/it/check/capability.txt"),
    include_str!("../tests/it/check/constants.txt"),
    include_str!("../tests/it/check/cooperative.txt"),
    include_str!("../tests/it/check/cooperative_vector.txt"),
    include_str!("../tests/it/check/decorations.txt"),
    include_str!("../tests/it/check/device.txt"),
    include_str!("../tests/it/check/device_pipeline.txt"),
    include_str!("../tests/it/check/ext_inst.txt"),
    include_str!("../tests/it/check/ext_inst_debug.txt"),
    include_str!("../tests/it/check/ext_inst_numbers.txt"),
    include_str!("../tests/it/check/feedback.txt"),
    include_str!("../tests/it/check/feedback_limits.txt"),
    include_str!("../tests/it/check/float_controls.txt"),
    include_str!("../tests/it/check/flow.txt"),
    include_str!("../tests/it/check/handles.txt"),
    include_str!("../tests/it/check/ids.txt"),
    include_str!("../tests/it/check/image.txt"),
    include_str!("../tests/it/check/interface.txt"),
    include_str!("../tests/it/check/layout.txt"),
    include_str!("../tests/it/check/limits.txt"),
    include_str!("../tests/it/check/logical.txt"),
    include_str!("../tests/it/check/memory.txt"),
    include_str!("../tests/it/check/mesh.txt"),
    include_str!("../tests/it/check/modes.txt"),
    include_str!("../tests/it/check/narrower.txt"),
    include_str!("../tests/it/check/physical.txt"),
    include_str!("../tests/it/check/physical_pointers.txt"),
    include_str!("../tests/it/check/primitives.txt"),
    include_str!("../tests/it/check/ray.txt"),
    include_str!("../tests/it/check/subgroup.txt"),
    include_str!("../tests/it/check/sync.txt"),
    include_str!("../tests/it/check/types.txt"),
    include_str!("../tests/it/check/typing.txt"),
    include_str!("../tests/it/check/typing_more.txt"),
    include_str!("../tests/it/check/universal.txt"),
    include_str!("../tests/it/check/vendors.txt"),
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_file_of_cases_is_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/check");
        let files = std::fs::read_dir(folder).unwrap();
        let texts = files.filter(|file| {
            file.as_ref()
                .unwrap()
                .path()
                .extension()
                .is_some_and(|end| end == "txt")
        });
        assert_eq!(texts.count(), CASES.len());
    }
}
