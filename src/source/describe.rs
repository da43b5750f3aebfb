//! What a module is, what it needs of the device, its interface and resources, and why it has checks: as text without
//! places, a line for each.

use std::fmt::Write as _;

use naga::Span;
use spirula::reflection::{BindingReflection, ImageReflection, InterfaceReflection, TexelReflection};
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

/// What a module is, in a line: `1,204 words, SPIR-V 1.3, valid for Vulkan 1.1, needs nothing beyond the core`.
pub fn summary(output: &Output, target: &Target, is_checked: bool) -> String {
    let of_capabilities = output.requirements.iter().filter_map(|used| {
        let requirement = target.requirement_by(used.capability, used.feature);
        let is_core =
            requirement.feature.is_none() && requirement.extension.is_none() && requirement.spirv_extension.is_none();
        (!is_core).then(|| requirement.name())
    });
    let of_features = output.features.iter().map(|used| used.feature.name().to_owned());
    let of_extensions = output.extensions.iter().map(|used| used.extension.name().to_owned());
    let mut needs: Vec<String> = of_capabilities.chain(of_features).chain(of_extensions).collect();
    needs.dedup();
    let needs = match needs.is_empty() {
        true => "nothing beyond the core".to_owned(),
        false => needs.join(", "),
    };
    let [_, major, minor, _] = output.words.get(1).map_or([0; 4], |version| version.to_be_bytes());
    let verdict = match is_checked {
        true => "valid",
        false => "not checked",
    };
    let environment = target.vulkan_version();
    let environment = environment.map_or_else(|| target.to_string(), |version| format!("Vulkan {version}"));
    let words = grouped(output.words.len());
    let mut text = format!("{words} words, SPIR-V {major}.{minor}, {verdict} for {environment}, needs {needs}");
    for (at, applied) in output.workarounds.iter().enumerate() {
        text += if at == 0 { ", rewritten for the driver: " } else { ", " };
        text += applied.workaround.name();
    }
    text
}

/// A number with a comma after each three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The names of the requirements of a module.
pub fn names(output: &Output, target: &Target) -> Vec<String> {
    let capabilities = output
        .requirements
        .iter()
        .map(|used| target.requirement_by(used.capability, used.feature).name());
    let features = output.features.iter().map(|used| used.feature.name().to_owned());
    let extensions = output.extensions.iter().map(|used| used.extension.name().to_owned());
    capabilities.chain(features).chain(extensions).collect()
}

/// A variable of the interface of an entry point.
pub fn interface(variable: &InterfaceReflection) -> String {
    let mut text = match (variable.location, &variable.built_in) {
        (Some(location), _) if variable.component > 0 => {
            format!("location {location}, component {}", variable.component)
        }
        (Some(location), _) => format!("location {location}"),
        (None, Some(built_in)) => format!("built-in {built_in}"),
        (None, None) => String::new(),
    };
    if let Some(index) = variable.blend_src {
        let _ = write!(text, ", index {index}");
    }
    let _ = write!(text, "{}: {}", named(variable.name.as_deref()), variable.ty);
    // The defaults are not printed.
    let interpolation = variable.interpolation.filter(|&how| how != "perspective");
    let sampling = variable.sampling.filter(|&place| place != "center");
    for part in [interpolation, sampling].into_iter().flatten() {
        let _ = write!(text, ", {part}");
    }
    if variable.per_primitive {
        text.push_str(", of a primitive");
    }
    if let Some(format) = variable.format {
        let _ = write!(text, " ({})", format.name());
    }
    text
}

/// A resource.
pub fn described(resource: &BindingReflection) -> String {
    let mut text = format!(
        "set {}, binding {}{}: {:?}",
        resource.descriptor_set,
        resource.descriptor_binding,
        named(resource.name.as_deref()),
        resource.kind
    );
    match resource.count {
        Some(1) => {}
        Some(count) => {
            let _ = write!(text, " x {count}");
        }
        None => text.push_str(" x any number"),
    }
    if let Some(size) = resource.size {
        let _ = write!(text, ", {size} bytes");
    }
    if resource.writable {
        text.push_str(", written");
    }
    if let Some(image) = resource.image {
        let _ = write!(text, ", {}", described_image(image));
    }
    if resource.comparison {
        text.push_str(", compares");
    }
    if let Some(index) = resource.input_attachment_index {
        let _ = write!(text, ", input attachment {index}");
    }
    if resource.stages.is_empty() {
        text.push_str(" [unused]");
    } else {
        let _ = write!(text, " [{}]", resource.stages.join(", "));
    }
    if let Some(part) = resource.part {
        let _ = write!(text, " ({part} of an external texture)");
    }
    text
}

fn described_image(image: ImageReflection) -> String {
    let mut text = image.dimension.to_owned();
    if image.arrayed {
        text.push_str(" array");
    }
    if image.multisampled {
        text.push_str(" multisampled");
    }
    match image.texel {
        TexelReflection::Sampled { number } => text += &format!(" of {number:?}").to_lowercase(),
        TexelReflection::Depth => text.push_str(" of depths"),
        TexelReflection::Storage {
            format,
            reads,
            writes,
            atomics,
        } => {
            text += &format!(" of {}", format.name());
            for (what, is) in [("read", reads), ("written", writes), ("atomic", atomics)] {
                if is {
                    text += &format!(", {what}");
                }
            }
        }
        _ => {}
    }
    text
}

/// A name after a space, for a text that goes on without it.
pub fn named(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" `{name}`"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn summary_of(source: &str, target: &Target, is_checked: bool) -> String {
        let module = naga::front::wgsl::parse_str(source).unwrap();
        let (flags, all) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
        let info = naga::valid::Validator::new(flags, all).validate(&module).unwrap();
        let output = spirula::compile(&module, &info, target, &spirula::Options::default()).unwrap();
        summary(&output, target, is_checked).replace(&grouped(output.words.len()), "N")
    }

    #[test]
    fn a_summary_says_what_a_module_needs() {
        let plain = "@compute @workgroup_size(1) fn main() {}";
        let target = Target::vulkan(1, 1);
        assert_eq!(
            summary_of(plain, &target, true),
            "N words, SPIR-V 1.3, valid for Vulkan 1.1, needs nothing beyond the core"
        );
        let half = "enable f16; @compute @workgroup_size(1) fn main() { var a = 1h; a *= 2h; }";
        let target = Target::vulkan(1, 2).enable(spirula::Feature::ShaderFloat16);
        assert_eq!(
            summary_of(half, &target, false),
            "N words, SPIR-V 1.5, not checked for Vulkan 1.2, needs shaderFloat16"
        );
    }

    #[test]
    fn numbers_are_grouped() {
        let texts = [0, 12, 999, 1000, 1204, 65535, 1234567].map(grouped);
        assert_eq!(texts, ["0", "12", "999", "1,000", "1,204", "65,535", "1,234,567"]);
    }
}
