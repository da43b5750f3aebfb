//! Tests of devices described by profiles: two hand-written ones in `tests/it/profiles/`, and that of the Vulkan
//! driver. Every example is valid for each of them, or is refused because of something that the device lacks.

#[cfg(feature = "ash")]
mod queried;

use crate::common::setup::{self, Setup};
use crate::common::{parse, root, shaders_below};
use spirula::check::check;
use spirula::{ErrorKind, Feature, Support, Target};
use std::process::Command;

const PHONE: &str = include_str!("profiles/phone.json");
const DESKTOP: &str = include_str!("profiles/desktop.json");

/// Compiles every example for a device. The names of the refused ones, with what the device lacks.
fn refused(target: &Target) -> Vec<(String, Vec<String>)> {
    let mut refused = Vec::new();
    let mut compiled = 0;
    for path in shaders_below(&root("examples")) {
        let shader = parse::file(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        match setup::compile(&shader.module, &shader.info, &Setup::new(target.clone())) {
            Ok(output) => {
                let report = check(&output.words, target);
                assert!(report.is_valid(), "{name}: {report}");
                compiled += 1;
            }
            Err(error) => refused.push((name, missing(&error))),
        }
    }
    assert_eq!(compiled + refused.len(), 4);
    refused
}

/// What a device lacks, as in the error.
fn missing(error: &spirula::Error) -> Vec<String> {
    let kinds = error.diagnostics().iter().map(|diagnostic| &diagnostic.kind);
    kinds
        .map(|kind| match kind {
            ErrorKind::Missing(requirement) => requirement.name(),
            ErrorKind::Limit { what, .. } => (*what).to_owned(),
            other => panic!("{other}"),
        })
        .collect()
}

#[test]
fn a_small_phone() {
    let target = Target::from_profile(PHONE).unwrap();
    assert_eq!(target.to_string(), "vulkan1.1");
    for (feature, support) in [
        (Feature::ShaderFloat16, Support::Enabled),
        (Feature::StorageBuffer16BitAccess, Support::Enabled),
        (Feature::ShaderInt64, Support::Unavailable),
        (Feature::UniformBufferStandardLayout, Support::Unavailable), // the extension alone is not the feature
        (Feature::SubgroupVote, Support::Enabled),
        (Feature::SubgroupBallot, Support::Unavailable),
    ] {
        assert_eq!(target.feature(feature), support, "{feature}");
    }
    let refused = refused(&target);
    assert!(refused.is_empty(), "{refused:?}");
}

/// Everything that the phone lacks is reported in one error.
#[test]
fn more_than_a_small_phone_has() {
    let target = Target::from_profile(PHONE).unwrap();
    let source = "@group(0) @binding(0) var<storage, read_write> sum: array<u64>;
        @compute @workgroup_size(256)
        fn main(@builtin(local_invocation_index) index: u32) { sum[index] += u64(index); }";
    let shader = parse::wgsl(source, "sum").unwrap();
    let error = setup::compile(&shader.module, &shader.info, &Setup::new(target)).unwrap_err();
    assert_eq!(
        missing(&error),
        [
            "shaderInt64",
            "invocations of a workgroup along x (maxComputeWorkGroupSize)",
            "invocations of a workgroup (maxComputeWorkGroupInvocations)",
        ]
    );
}

#[test]
fn a_desktop() {
    for (name, rays) in [
        ("VP_SPIRULA_desktop", Support::Enabled),
        ("VP_SPIRULA_desktop_without_rays", Support::Unavailable),
    ] {
        let target = Target::from_named_profile(DESKTOP, name).unwrap();
        assert_eq!(target.feature(Feature::RayQuery), rays);
        assert_eq!(target.feature(Feature::ShaderInt64), Support::Enabled);
        let refused = refused(&target);
        assert!(refused.is_empty(), "{refused:?}");
    }
    assert!(Target::from_profile(DESKTOP).is_err()); // two profiles
}

/// The profile of the driver. `vulkaninfo` belongs to the driver's tools; without it there is no profile.
fn driver() -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new("vulkaninfo")
        .args(["--json", "-o", "device.json"])
        .current_dir(folder.path())
        .output();
    // Some versions choose the name of the file.
    let written = std::fs::read_dir(folder.path())
        .unwrap()
        .flatten()
        .map(|file| file.path());
    let profile = written
        .into_iter()
        .find(|path| path.extension().is_some_and(|ending| ending == "json"));
    let text = profile.and_then(|path| std::fs::read_to_string(path).ok());
    if text.is_none() {
        assert!(
            std::env::var_os("SPIRULA_REQUIRE_VULKAN").is_none(),
            "vulkaninfo gave no profile: {ran:?}"
        );
        eprintln!("skipped: vulkaninfo gave no profile");
    }
    text
}

#[test]
fn the_driver_of_this_machine() {
    let Some(text) = driver() else { return };
    let target = Target::from_profile(&text).unwrap();
    assert!(target.limits().max_compute_work_group_invocations.is_some());
    assert_eq!(target.feature(Feature::RobustBufferAccess), Support::Enabled);
    let refused = refused(&target);
    assert!(refused.is_empty(), "{refused:?}");
}
