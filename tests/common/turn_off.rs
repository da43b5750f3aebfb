//! Turning features off: a module that used one is refused for it, or comes out without it.

use spirula::check::check;
use spirula::{ErrorKind, Feature, Output, Support, Target};
use std::collections::BTreeSet;

use super::parse::Shader;
use super::setup::{Setup, compile};

/// What became of the modules with one feature less.
#[derive(Clone, Debug, Default)]
pub struct TurnedOff {
    /// Features turned off, one at a time.
    pub features: usize,
    /// Refused, and the refusal names the feature.
    pub refused: usize,
    /// Written without it.
    pub lowered: usize,
    /// Neither, with the feature.
    pub faults: Vec<(Feature, String)>,
}

/// The target with everything enabled that it may have.
pub fn everything(target: Target) -> Target {
    let allowed = Feature::ALL
        .iter()
        .filter(|&&feature| target.feature(feature) != Support::Unavailable);
    allowed.fold(target.clone(), |target, &feature| target.enable(feature))
}

/// The features that a module needs, as it reports them.
pub fn used(output: &Output) -> BTreeSet<Feature> {
    let capabilities = output.requirements.iter().filter_map(|used| used.feature);
    let features = output.features.iter().map(|used| used.feature);
    capabilities.chain(features).collect()
}

/// Turns off each feature that a module used.
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

/// Whether a module is refused for the feature that its target lacks.
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
