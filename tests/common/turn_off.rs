//! Turns features off: a module that uses the feature must be refused for it, or written without it.

use spirula::check::check;
use spirula::{ErrorKind, Feature, Output, Support, Target};
use std::collections::BTreeSet;

use super::parse::Shader;
use super::setup::{Setup, compile};

/// The results of turning off each feature of a module.
#[derive(Clone, Debug, Default)]
pub struct TurnedOff {
    /// The number of features turned off, one at a time.
    pub features: usize,
    /// Refusals that name the feature.
    pub refused: usize,
    /// Modules written without the feature.
    pub lowered: usize,
    /// Other results, with the feature.
    pub faults: Vec<(Feature, String)>,
}

/// The target with every allowed feature enabled.
pub fn everything(target: Target) -> Target {
    let allowed = Feature::ALL
        .iter()
        .filter(|&&feature| target.feature(feature) != Support::Unavailable);
    allowed.fold(target.clone(), |target, &feature| target.enable(feature))
}

/// The features that a module reports as needed.
pub fn used(output: &Output) -> BTreeSet<Feature> {
    let capabilities = output.requirements.iter().filter_map(|used| used.feature);
    let features = output.features.iter().map(|used| used.feature);
    capabilities.chain(features).collect()
}

/// Turns off each feature that a module uses, one at a time.
pub fn one_at_a_time(shader: &Shader, options: &Setup, output: &Output) -> TurnedOff {
    let mut sum = TurnedOff::default();
    for feature in used(output) {
        let mut without = options.clone();
        without.target = without.target.disable(feature);
        without.self_check = false;
        sum.features += 1;
        match outcome(shader, &without, feature) {
            Ok(true) => sum.refused += 1,
            Ok(false) => sum.lowered += 1,
            Err(fault) => sum.faults.push((feature, fault)),
        }
    }
    sum
}

/// Whether a module is refused for a feature that its target lacks.
fn outcome(shader: &Shader, options: &Setup, feature: Feature) -> Result<bool, String> {
    match compile(&shader.module, &shader.info, options) {
        Err(error) => {
            let names = error.diagnostics().iter().any(|diagnostic| {
                let by_kind =
                    matches!(&diagnostic.kind, ErrorKind::Missing(missing) if missing.feature == Some(feature));
                by_kind || diagnostic.notes.iter().any(|note| note.contains(feature.name()))
            });
            let kinds = error.diagnostics().iter().map(|diagnostic| diagnostic.kind.to_string());
            let kinds: Vec<_> = kinds.collect();
            names
                .then_some(true)
                .ok_or_else(|| format!("refused without naming it: {}", kinds.join("; ")))
        }
        Ok(output) => {
            if used(&output).contains(&feature) {
                return Err("it is still used".to_owned());
            }
            match check(&output.words, &options.target).violations.first() {
                Some(violation) => Err(format!("invalid without it: {}: {}", violation.rule, violation.message)),
                None => Ok(false),
            }
        }
    }
}
