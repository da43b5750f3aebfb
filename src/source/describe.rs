//! What a module needs of the device, and why it has checks, as text without places.

use naga::Span;
use spirula::{Check, CheckKind, Output, Requirement, Target, UsedLimit};

/// A requirement of a module.
#[derive(Clone, Debug)]
pub struct Needed<'a> {
    /// The default for a limit.
    pub requirement: Requirement,
    pub limit: Option<&'a UsedLimit>,
    /// The place of the first use.
    pub span: Span,
    /// The number of uses.
    pub count: Option<u32>,
    /// The requirement in words.
    pub text: String,
}

/// The requirements of a module: capabilities, features, extensions and limits.
pub fn needed<'a>(output: &'a Output, target: &Target) -> Vec<Needed<'a>> {
    let needed = |requirement: Requirement, span, count| Needed {
        text: requirement.to_string(),
        requirement,
        limit: None,
        span,
        count,
    };
    let capabilities = output.requirements.iter().map(|used| {
        let requirement = target.requirement_by(used.capability, used.feature);
        needed(requirement, used.span, Some(used.count))
    });
    let features = output
        .features
        .iter()
        .map(|used| needed(target.feature_requirement(used.feature), used.span, Some(used.count)));
    let extensions = output.extensions.iter().map(|used| {
        let requirement = target.device_extension_requirement(used.extension, used.spirv_extension);
        needed(requirement, used.span, None)
    });
    let limits = output.limits.iter().map(|used| Needed {
        requirement: Requirement::default(),
        limit: Some(used),
        span: used.span,
        count: None,
        text: format!("`{}`: {}", used.name, used.value),
    });
    capabilities.chain(features).chain(extensions).chain(limits).collect()
}

/// The text for the kind of a check, and for whether it is emitted.
pub const fn verdict(check: &Check) -> &'static str {
    match (check.kind, check.proved) {
        (CheckKind::Loop, true) => "loop, not bounded",
        (CheckKind::Loop, false) => "loop, bounded",
        (CheckKind::Texel, true) => "texel, not checked",
        (CheckKind::Texel, false) => "texel, checked",
        (_, true) => "index, not checked",
        (_, false) => "index, checked",
    }
}
