//! Runs SPIRV-Tools' optimizer in a child process, because its assertions may fail. It is another reader of the words,
//! and its output must be as valid as its input.

use super::process::{self, Worker};
use super::validate::{self, ValidatorOptions};
use super::wire::{Wire, put_slice, put_text};

/// A list of passes that SPIRV-Tools recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    Performance,
    Size,
}

pub const RECIPES: [Recipe; 2] = [Recipe::Performance, Recipe::Size];

/// Parts of the messages of faults in SPIRV-Tools 2025.3 for valid words.
pub const FAULTS: [&str; 3] = [
    // It ends an unreachable merge block with `OpUnreachable`, which a continue construct must not have.
    "is not structurally post dominated by the back-edge block",
    // It folds float operations with constant operands, and asserts that a constant is a scalar or a vector of floats;
    // but it can be a cooperative matrix.
    "getFloatConstantKind",
    // It propagates constants, and asserts that functions of 16-bit constants have been folded or given up.
    "Unsettled value",
];

/// The value of `SPIRULA_OPTIMIZE`: `performance` or `size`.
pub fn asked() -> Option<Recipe> {
    match std::env::var("SPIRULA_OPTIMIZE").ok()?.as_str() {
        "performance" => Some(Recipe::Performance),
        "size" => Some(Recipe::Size),
        other => panic!("SPIRULA_OPTIMIZE={other}: performance or size"),
    }
}

/// The words after the passes. The error says that the optimizer refuses the words or ended its process.
pub fn run(worker: &mut Worker, words: &[u32], name: &str, recipe: Recipe) -> Result<Vec<u32>, String> {
    let mut request = vec![process::OPTIMIZE];
    put_slice(words, &mut request);
    put_text(name, &mut request);
    (recipe == Recipe::Performance).put(&mut request);
    worker.ask(&request, &[words])?
}

/// The words after the passes, accepted by spirv-val and by our check. The error names the one that rejects them, or
/// says that the optimizer ended its process.
pub fn optimize(
    worker: &mut Worker,
    words: &[u32],
    name: &str,
    target: &spirula::Target,
    relaxed: Option<ValidatorOptions>,
    recipe: Recipe,
) -> Result<Vec<u32>, String> {
    let optimized = run(worker, words, name, recipe)?;
    validate::validate_with(&optimized, name, relaxed)
        .map_err(|error| format!("spirv-val on the optimized words: {error}"))?;
    let report = spirula::check::check(&optimized, target);
    match report.violations.first() {
        Some(_) => Err(format!("our check on the optimized words: {report}")),
        None => Ok(optimized),
    }
}

/// Runs the passes, in the child process.
#[cfg(feature = "spirv-val")]
pub(super) fn answer(from: &mut &[u8]) -> Result<Vec<u32>, String> {
    use spirv_tools::opt::{Optimizer as _, Options, compiled::CompiledOptimizer};
    let (words, target): (Vec<u32>, String) = Wire::get(from);
    let environment = validate::environment(&target).ok_or_else(|| format!("{target}: not an environment"))?;
    // A pass can run only once.
    let mut optimizer = CompiledOptimizer::with_env(environment);
    if bool::get(from) {
        optimizer.register_performance_passes();
    } else {
        optimizer.register_size_passes();
    }
    let options = Options {
        // Disables its validation of the input, which has been validated with the rules of the target.
        validator_options: Some(ValidatorOptions {
            scalar_block_layout: true,
            uniform_buffer_standard_layout: true,
            ..ValidatorOptions::default()
        }),
        preserve_bindings: true,
        preserve_spec_constants: true,
        ..Options::default()
    };
    let mut messages = Vec::new();
    let mut heard = |message: spirv_tools::error::Message| messages.push(message.message);
    let result = optimizer.optimize(&words, &mut heard, Some(options));
    let result = result.map_err(|error| format!("the optimizer fails: {error} {}", messages.join("; ")))?;
    Ok(result.as_words().to_vec())
}

#[cfg(not(feature = "spirv-val"))]
pub(super) fn answer(_: &mut &[u8]) -> Result<Vec<u32>, String> {
    Err("SPIRV-Tools is not compiled in: the feature `spirv-val`".to_owned())
}
