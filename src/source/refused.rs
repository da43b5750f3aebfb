//! The messages about a valid shader that the target cannot express, with what would allow all of it.

use spirula::target::Remedy;
use spirula::{Diagnostic, Error, ErrorKind, Target};

use super::diagnose::{Complaint, Label, Lack, Problem};
use super::frontend::Shader;

/// The kind of a problem that is a bug in Spirula.
pub const INTERNAL: &str = "internal";

/// The JSON identifier of an error kind.
fn kind_of(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Missing(_) => "missing",
        ErrorKind::NotLowered(_) => "not-lowered",
        ErrorKind::Limit { .. } | ErrorKind::TexelOffset { .. } => "limit",
        ErrorKind::FunctionNotFound { .. } => "function",
        ErrorKind::EntryPointNotFound { .. } | ErrorKind::EntryPointAmbiguous { .. } | ErrorKind::NoEntryPoint => {
            "entry-point"
        }
        ErrorKind::UnsupportedSetting(_) => "setting",
        ErrorKind::MissingBinding(_) => "binding",
        ErrorKind::Override { .. } => "override",
        ErrorKind::Inexpressible { .. } => "inexpressible",
        ErrorKind::InvalidModule(_) | ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. } => INTERNAL,
    }
}

/// The messages. `retry` compiles for another target, because what is enabled may need something else in turn; `None` if
/// that panics.
pub fn problems(
    shader: Shader<'_>,
    error: &Error,
    target: &Target,
    retry: impl Fn(&Target) -> Option<Result<(), Error>>,
) -> Vec<Problem> {
    let all = all_remedies(error, target, retry);
    let diagnostics = error.diagnostics();
    let problem = |(index, diagnostic): (usize, &Diagnostic)| {
        let mut notes = diagnostic.remarks();
        if index + 1 == diagnostics.len() {
            notes.extend(all.iter().map(|all| format!("to allow all of it: {all}")));
        }
        shader.problem(Complaint {
            kind: kind_of(&diagnostic.kind),
            message: diagnostic.kind.to_string(),
            labels: Label::of(diagnostic, shader.text).into_iter().collect(),
            notes,
            lack: Some(Box::new(Lack::of(diagnostic))),
        })
    };
    diagnostics.iter().enumerate().map(problem).collect()
}

/// The switches that enable everything that a refused shader needs, if it needs more than one thing. `retry` compiles
/// for another target, because what is enabled may need something else in turn.
fn all_remedies(
    error: &Error,
    target: &Target,
    retry: impl Fn(&Target) -> Option<Result<(), Error>>,
) -> Option<String> {
    let mut remedies: Vec<Remedy> = Vec::new();
    let mut missing: usize = 0;
    let mut next = Some(error.clone());
    // Each iteration adds a remedy, or is the last.
    while let Some(error) = next.take() {
        let before = remedies.len();
        for requirement in error.missing() {
            missing += 1;
            if requirement.remedies.is_empty() {
                return None;
            }
            for &remedy in &requirement.remedies {
                if !remedies.contains(&remedy) {
                    remedies.push(remedy);
                }
            }
        }
        if remedies.len() == before {
            // The other diagnostics are not about the target.
            break;
        }
        let changed = remedies
            .iter()
            .fold(target.clone(), |target, remedy| remedy.apply(target));
        next = retry(&changed)?.err();
    }
    if missing < 2 {
        return None;
    }
    let mut environment = None;
    let (mut features, mut extensions) = (Vec::new(), Vec::new());
    for remedy in &remedies {
        match remedy {
            Remedy::Feature(feature) => features.push(feature.name()),
            Remedy::Extension(extension) => extensions.push(extension.name()),
            Remedy::SpirvExtension(name) => extensions.push(name),
            Remedy::Environment(..) => environment = Some(remedy.to_string()),
            _ => return None,
        }
    }
    let mut switches: Vec<String> = environment.into_iter().collect();
    for (switch, names) in [("--enable", features), ("--extension", extensions)] {
        if !names.is_empty() {
            switches.push(format!("{switch} {}", names.join(",")));
        }
    }
    Some(switches.join(" "))
}
