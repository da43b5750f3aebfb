//! Tests of driver crashes: the run fails and its words are saved, and later runs are not affected.

use crate::common::vulkan::{Binding, Compute, Resource, gpu};
use crate::common::{backends, parse, root};

const SOURCE: &str = "@group(0) @binding(0) var<storage, read_write> number: u32;
@compute @workgroup_size(1) fn main() { number = number * 2u + 1u; }";

#[test]
fn a_crash_ends_one_run() {
    let Some(gpu) = gpu() else { return };
    let shader = parse::wgsl(SOURCE, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let words = backends::spirula(&shader, &backends::options(gpu.newest_target())).unwrap();
    let bindings = [Binding {
        set: 0,
        binding: 0,
        resource: Resource::Storage(20u32.to_ne_bytes().to_vec()),
    }];
    let run = || {
        gpu.compute(&Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1; 3],
            validate: true,
        })
    };
    let good = Ok(vec![41u32.to_ne_bytes().to_vec()]);
    assert_eq!(run(), good);
    // The error has the exit status of the process, its output, and the path of the words, with the name of this test.
    let error = gpu.crash(&words).unwrap_err();
    let path = root("target/crash/driver.a_crash_ends_one_run.spv");
    for part in [
        "the child process ended: ",
        "a crash on purpose",
        &path.display().to_string(),
    ] {
        assert!(error.contains(part), "`{part}` is not in `{error}`");
    }
    if cfg!(unix) {
        assert!(error.contains("SIGABRT"), "{error}");
    }
    let kept: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(std::fs::read(&path).unwrap(), kept);
    std::fs::remove_file(&path).unwrap();
    // The next run uses another process.
    assert_eq!(run(), good);
}
