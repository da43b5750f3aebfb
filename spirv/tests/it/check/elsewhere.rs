//! Cases in another environment: a module for Vulkan is judged for SPIR-V alone, and the other way round. A rule that one
//! environment has and the other lacks is often a rule of SPIR-V that was written for Vulkan's number.

use crate::common::validate::{self, Apart};

/// Rules whose sentence one environment has, though spirv-val asks in both: the rule, and what spirv-val says.
const ONE_ENVIRONMENT: [(&str, &str); 1] = [
    // SPIR-V does not ask that a structure of built-ins is a Block.
    (
        "interface/member-location",
        "has no Block decoration but has BuiltIn members",
    ),
];

/// The environment of the other kind with the same version of SPIR-V.
fn other(environment: &str) -> Option<&'static str> {
    Some(match environment {
        "vulkan1.0" => "spv1.0",
        "vulkan1.1" => "spv1.3",
        "vulkan1.1spv1.4" => "spv1.4",
        "vulkan1.2" => "spv1.5",
        "vulkan1.3" | "vulkan1.4" => "spv1.6",
        "spv1.0" => "vulkan1.0",
        "spv1.3" => "vulkan1.1",
        "spv1.4" => "vulkan1.1spv1.4",
        "spv1.5" => "vulkan1.2",
        "spv1.6" => "vulkan1.3",
        _ => return None,
    })
}

/// The other environment, if both validators accept a module there too. A target with more than an environment, such as
/// a feature, has none.
pub(super) fn environment(apart: &mut Apart, target: &str, words: &[u32]) -> Option<&'static str> {
    let other = other(target).filter(|_| validate::PRESENT)?;
    let accepted = super::report(other, words).is_valid() && apart.validate(words, other) == Some(Ok(()));
    accepted.then_some(other)
}

/// What is wrong if spirv-val rejects a changed module in the other environment and the check accepts it.
pub(super) fn fault(apart: &mut Apart, rule: &str, environment: &str, words: &[u32]) -> Option<String> {
    if !super::report(environment, words).is_valid() {
        return None;
    }
    let message = apart.validate(words, environment)?.err()?;
    let known = ONE_ENVIRONMENT
        .iter()
        .any(|&(known, said)| known == rule && message.contains(said));
    (!known).then(|| format!("for {environment} spirv-val says: {message}"))
}
