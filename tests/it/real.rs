//! Tests that real shaders, from `examples/` and from published crates, are accepted and valid at every Vulkan version,
//! or listed as not lowered yet.

use crate::common::parse::{self, Shader};
use crate::common::{backends, real, root, setup, shaders_below, validate};

/// The refused shaders: shader, target, reason. A shader that becomes accepted must be removed.
const REFUSED: &[(&str, &str, &str)] = &[];

/// Compiles a shader for every Vulkan version; returns faults, and refusals as `(target, reason)`.
fn through_all_versions(name: &str, shader: &Shader, faults: &mut Vec<String>) -> Vec<(&'static str, String)> {
    let mut refusals = Vec::new();
    for target in validate::VULKAN {
        match setup::compile(&shader.module, &shader.info, &backends::options(target)) {
            Ok(output) => {
                if let Err(message) = validate::validate(&output.words, target) {
                    faults.push(format!("{name} at {target} is invalid: {message}"));
                }
            }
            Err(error) => refusals.push((target, backends::reason(&error))),
        }
    }
    refusals
}

#[test]
fn every_example_is_accepted_and_valid_at_every_version() {
    let mut faults = Vec::new();
    let examples = shaders_below(&root("examples"));
    assert!(examples.len() >= 4, "examples are missing: {examples:?}");
    for path in examples {
        let name = path.display().to_string();
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        for (target, reason) in through_all_versions(&name, &shader, &mut faults) {
            faults.push(format!("{name} at {target} is refused: {reason}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_shader_of_vello_is_valid_or_listed() {
    let mut faults = Vec::new();
    let mut refused = Vec::new();
    for (name, source) in real::vello() {
        let shader = parse::wgsl(&source, name).unwrap_or_else(|error| panic!("{error}"));
        for (target, reason) in through_all_versions(name, &shader, &mut faults) {
            refused.push((name, target, reason));
        }
    }
    for (name, target, reason) in &refused {
        if !REFUSED.contains(&(*name, *target, reason.as_str())) {
            faults.push(format!("not on the list of refusals: {:?}", (name, target, reason)));
        }
    }
    for (name, target, reason) in REFUSED {
        if !refused.iter().any(|(n, t, r)| n == name && t == target && r == reason) {
            faults.push(format!(
                "on the list of refusals, but not refused so: {:?}",
                (name, target, reason)
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
