//! spirv-val in process, through the crate `spirv-tools` with SPIRV-Tools compiled from source: the feature `spirv-val`.

use super::process::{self, Worker};
use super::wire::{Wire, put_slice, put_text};
use spirv_tools::TargetEnv;
pub use spirv_tools::val::ValidatorOptions;

/// Whether spirv-val is compiled in. Without it [`validate`] accepts everything, and comparisons with its verdict are
/// skipped.
pub const PRESENT: bool = cfg!(feature = "spirv-val");

/// The Vulkan versions that every suite tests, in spirv-val's spelling.
pub const VULKAN: [&str; 5] = ["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4"];

/// The oldest Vulkan version that takes a module, by the SPIR-V version in its header.
pub fn oldest_environment(words: &[u32]) -> &'static str {
    let version = words
        .get(1)
        .and_then(|&word| spirula::target::SpirvVersion::from_word(word));
    version.unwrap_or(spirula::target::SpirvVersion::V1_6).oldest_vulkan()
}

/// The words of a module in little-endian bytes.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

/// The environment with a target's name, both in spirv-val's spelling.
pub fn environment(name: &str) -> Option<TargetEnv> {
    // The suffix is the addressing model, which is not part of the environment.
    Some(match name.split('-').next().unwrap_or(name) {
        "vulkan1.0" => TargetEnv::Vulkan_1_0,
        "vulkan1.1" => TargetEnv::Vulkan_1_1,
        "vulkan1.1spv1.4" => TargetEnv::Vulkan_1_1_Spirv_1_4,
        "vulkan1.2" => TargetEnv::Vulkan_1_2,
        "vulkan1.3" => TargetEnv::Vulkan_1_3,
        "vulkan1.4" => TargetEnv::Vulkan_1_4,
        "spv1.0" => TargetEnv::Universal_1_0,
        "spv1.1" => TargetEnv::Universal_1_1,
        "spv1.2" => TargetEnv::Universal_1_2,
        "spv1.3" => TargetEnv::Universal_1_3,
        "spv1.4" => TargetEnv::Universal_1_4,
        "spv1.5" => TargetEnv::Universal_1_5,
        "spv1.6" => TargetEnv::Universal_1_6,
        _ => return None,
    })
}

/// Validates `words` for the target `name`. The error is spirv-val's message with the instruction that it names.
pub fn validate(words: &[u32], name: &str) -> Result<(), String> {
    validate_with(words, name, None)
}

/// As [`validate`], in a child process, because an assertion may fail on words that no compiler writes. `None` if it
/// ended the process.
pub fn validate_apart(worker: &mut Worker, words: &[u32], name: &str) -> Option<Result<(), String>> {
    let mut request = vec![process::VALIDATE];
    put_slice(words, &mut request);
    put_text(name, &mut request);
    let answer: Result<u8, String> = worker.ask(&request, &[words]).ok()?;
    Some(answer.map(drop))
}

/// spirv-val in a child process.
#[derive(Default)]
pub struct Apart(Worker);

impl Apart {
    /// As [`validate_apart`].
    pub fn validate(&mut self, words: &[u32], name: &str) -> Option<Result<(), String>> {
        validate_apart(&mut self.0, words, name)
    }
}

/// The answer of the child process.
pub(super) fn answer(from: &mut &[u8]) -> Result<u8, String> {
    let (words, name): (Vec<u32>, String) = Wire::get(from);
    validate(&words, &name).map(|()| 0)
}

/// As [`validate`], with the relaxations of enabled features.
#[cfg(feature = "spirv-val")]
pub fn validate_with(words: &[u32], name: &str, options: Option<ValidatorOptions>) -> Result<(), String> {
    use spirv_tools::val::{Validator as _, compiled::CompiledValidator};
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    // One context for each thread and environment, because creating one parses the grammar tables.
    thread_local! {
        static CONTEXTS: RefCell<BTreeMap<String, CompiledValidator>> = const { RefCell::new(BTreeMap::new()) };
    }
    let environment = environment(name).ok_or_else(|| format!("{name}: not an environment of spirv-val"))?;
    CONTEXTS.with_borrow_mut(|contexts| {
        let validator = contexts
            .entry(name.to_owned())
            .or_insert_with(|| CompiledValidator::with_env(environment));
        validator
            .validate(words, options)
            .map_err(|error| match error.diagnostic {
                Some(diagnostic) if diagnostic.notes.is_empty() => diagnostic.message,
                Some(diagnostic) => format!("{}\n{}", diagnostic.message, diagnostic.notes.trim_end()),
                None => format!("{:?}", error.inner),
            })
    })
}

/// Accepts everything for a known target.
#[cfg(not(feature = "spirv-val"))]
pub fn validate_with(_: &[u32], name: &str, _: Option<ValidatorOptions>) -> Result<(), String> {
    environment(name)
        .map(drop)
        .ok_or_else(|| format!("{name}: not an environment of spirv-val"))
}

/// The rule that a message of spirv-val names, or the message without ids and quoted names: equal for the same fault in
/// two modules.
pub fn rule(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    if let Some(start) = line.find("VUID-") {
        let rule = &line[start..];
        let end = rule
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rule.len());
        return rule[..end].to_owned();
    }
    let mut general = String::new();
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                general.push(c);
            }
            _ if quoted => {}
            '0'..='9' => {
                if !general.ends_with('#') {
                    general.push('#');
                }
            }
            _ => general.push(c),
        }
    }
    general
}
