//! Prints the requirements and the reflection of a module, as text and as JSON: `--emit requirements`, `--emit
//! reflection` and `--emit checks`.
//!
//! Owns the form; the content comes from the library's `Output`.

use std::fmt::Write as _;

use naga::Span;
use serde::Serialize;
use spirula::reflection::{
    BindingReflection, HandleTableReflection, ImageReflection, InterfaceReflection, MeshOutputs, TexelReflection,
    TypeShape,
};
use spirula::rewrite::Applied;
use spirula::{Output, Reflection, Requirement, SpecConstant, Target};

use super::report::AppliedWorkaround;
use spirula::source::Shader;
use spirula::source::describe::{Needed, needed, verdict};

/// A requirement in JSON.
#[derive(Serialize)]
struct Need {
    /// Its short name: the feature, otherwise the extension, otherwise the capability; or the name of a limit.
    name: String,
    /// The SPIR-V capability.
    capability: Option<String>,
    /// The SPIR-V extension that the module declares for it.
    spirv_extension: Option<&'static str>,
    feature: Option<&'static str>,
    /// The device extension that has the feature.
    extension: Option<&'static str>,
    /// The Vulkan version that has it in core.
    vulkan: Option<String>,
    /// The value that the module has for a limit.
    value: Option<i64>,
    /// The place of the first use: lines and columns are counted from 1.
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    /// The number of uses.
    count: Option<u32>,
    /// The place as naga's front end gives it.
    #[serde(skip)]
    span: Span,
}

impl Need {
    fn of(requirement: &Requirement, shader: Shader<'_>, span: Span) -> Self {
        let (file, line, column) = match shader.place(span) {
            Some((file, line, column)) => (Some(file), Some(line), Some(column)),
            None => (None, None, None),
        };
        Self {
            name: requirement.name(),
            capability: requirement.capability.map(|capability| format!("{capability:?}")),
            spirv_extension: requirement.spirv_extension,
            feature: requirement.feature.map(|feature| feature.name()),
            extension: requirement.extension.map(|extension| extension.name()),
            vulkan: requirement.vulkan_version.map(|version| version.to_string()),
            value: None,
            file,
            line,
            column,
            count: None,
            span,
        }
    }
}

fn needs(output: &Output, target: &Target, shader: Shader<'_>) -> Vec<(Need, String)> {
    let need = |needed: Needed<'_>| {
        let mut need = Need::of(&needed.requirement, shader, needed.span);
        need.count = needed.count;
        if let Some(limit) = needed.limit {
            limit.name.clone_into(&mut need.name);
            need.value = Some(limit.value);
        }
        (need, needed.text)
    };
    needed(output, target).into_iter().map(need).collect()
}

/// The text of each requirement of a module, with the place of its first use.
pub(super) fn placed(output: &Output, target: &Target, shader: Shader<'_>) -> Vec<(Span, String)> {
    let needs = needs(output, target, shader).into_iter();
    needs.map(|(need, described)| (need.span, described)).collect()
}

/// What a module is, in a line: `1,204 words, SPIR-V 1.3, valid for Vulkan 1.1, needs nothing beyond the core`.
pub(super) fn summary(output: &Output, target: &Target, is_checked: bool) -> String {
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
pub(super) fn names(output: &Output, target: &Target) -> Vec<String> {
    let capabilities = output
        .requirements
        .iter()
        .map(|used| target.requirement_by(used.capability, used.feature).name());
    let features = output.features.iter().map(|used| used.feature.name().to_owned());
    let extensions = output.extensions.iter().map(|used| used.extension.name().to_owned());
    capabilities.chain(features).chain(extensions).collect()
}

/// The requirements of a module: a line for each capability, feature and limit, with the place of its first use.
pub(super) fn requirements(output: &Output, target: &Target, shader: Shader<'_>) -> String {
    let mut text = format!("{}: {target}\n", shader.name);
    for (need, described) in needs(output, target, shader) {
        let _ = write!(text, "  {described}");
        if let (Some(file), Some(line), Some(column)) = (need.file, need.line, need.column) {
            let _ = write!(text, "\n      first at {file}:{line}:{column}");
            if let Some(count @ 2..) = need.count {
                let _ = write!(text, ", {count} times in all");
            }
        }
        text.push('\n');
    }
    for Applied {
        workaround,
        count,
        functions,
        ..
    } in &output.workarounds
    {
        let places = if *count == 1 { "place" } else { "places" };
        let _ = write!(text, "  workaround `{workaround}`: {count} {places}");
        for (at, function) in functions.iter().enumerate() {
            let _ = write!(text, "{}%{function}", if at == 0 { ", in " } else { ", " });
        }
        text.push('\n');
    }
    text
}

/// Why each index, texel and loop is checked or not checked: a line each.
pub(super) fn checks(output: &Output, shader: Shader<'_>) -> String {
    let mut text = String::new();
    for check in &output.checks {
        match shader.place(check.span) {
            Some((file, line, column)) => {
                let _ = write!(text, "{file}:{line}:{column}");
            }
            None => text.push_str(shader.name),
        }
        let _ = writeln!(text, ": {}: {}", verdict(check), check.reason);
    }
    text
}

/// An element of the array of requirements.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    Need(Box<Need>),
    Workaround(AppliedWorkaround),
}

/// The requirements as a JSON array, and what was rewritten for the driver.
pub(super) fn requirements_json(output: &Output, target: &Target, shader: Shader<'_>) -> Result<Vec<u8>, String> {
    let needs = needs(output, target, shader).into_iter();
    let needs = needs.map(|(need, _)| Entry::Need(Box::new(need)));
    let rewritten = output.workarounds.iter().map(AppliedWorkaround::of);
    json(&needs.chain(rewritten.map(Entry::Workaround)).collect::<Vec<_>>())
}

/// A specialization constant, for JSON.
#[derive(Serialize)]
struct Constant<'a> {
    name: Option<&'a str>,
    id: u32,
    ty: String,
    default: Option<f64>,
    given_id: Option<u32>,
}

/// The reflection of a module with its specialization constants, for JSON.
#[derive(Serialize)]
pub(super) struct All<'a> {
    #[serde(flatten)]
    reflection: &'a Reflection,
    spec_constants: Vec<Constant<'a>>,
}

impl<'a> All<'a> {
    pub(super) fn of(reflection: &'a Reflection, spec_constants: &'a [SpecConstant]) -> Self {
        let constants = spec_constants.iter().map(|constant| Constant {
            name: constant.name.as_deref(),
            id: constant.id,
            ty: constant.scalar.to_string(),
            default: constant.default,
            given_id: constant.given_id,
        });
        Self {
            reflection,
            spec_constants: constants.collect(),
        }
    }
}

/// The reflection as a JSON object.
pub(super) fn reflection_json(output: &Output) -> Result<Vec<u8>, String> {
    json(&All::of(&output.reflection, &output.spec_constants))
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(|error| error.to_string())?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The reflection of a module as text.
pub(super) fn reflection(reflection: &Reflection, spec_constants: &[SpecConstant]) -> String {
    let mut text = String::new();
    for entry in &reflection.entry_points {
        let _ = writeln!(text, "entry point `{}` ({})", entry.name, entry.stage);
        if let Some(size) = entry.workgroup_size {
            let extents = size.iter().zip(entry.workgroup_size_ids).map(|(extent, id)| match id {
                Some(id) => format!("{extent} (SpecId {id})"),
                None => extent.to_string(),
            });
            let extents: Vec<String> = extents.collect();
            let _ = writeln!(text, "  workgroup of {}", extents.join(" x "));
        }
        if entry.workgroup_memory > 0 {
            let _ = writeln!(text, "  {} bytes of workgroup memory", entry.workgroup_memory);
        }
        match entry.mesh_outputs {
            Some(MeshOutputs::Direct) => text.push_str("  outputs written where they are stored\n"),
            Some(MeshOutputs::Staged) => text.push_str("  outputs collected in workgroup memory\n"),
            Some(_) | None => {}
        }
        for (what, list) in [("input", &entry.inputs), ("output", &entry.outputs)] {
            for variable in list {
                let _ = writeln!(text, "  {what} {}", interface(variable));
            }
        }
        for &at in &entry.bindings {
            if let Some(resource) = reflection.bindings.get(at) {
                let _ = writeln!(
                    text,
                    "  uses set {}, binding {}",
                    resource.descriptor_set, resource.descriptor_binding
                );
            }
        }
        if !entry.push_constants.is_empty() {
            text.push_str("  uses push constants\n");
        }
        for table in entry.handle_tables.iter().map(|&at| &reflection.handle_tables[at]) {
            let _ = writeln!(text, "  uses the {}", handle_table(table));
        }
    }
    for resource in &reflection.bindings {
        let _ = writeln!(text, "{}", described(resource));
        memory(&mut text, reflection, resource.ty);
    }
    for range in &reflection.push_constants {
        let stages = range.stages.join(", ");
        let _ = writeln!(
            text,
            "push constants{}: {} bytes ({stages})",
            named(range.name.as_deref()),
            range.size
        );
        memory(&mut text, reflection, range.ty);
    }
    for table in &reflection.handle_tables {
        let _ = writeln!(text, "{}", handle_table(table));
        for handle in &table.handles {
            let _ = write!(
                text,
                "  at byte {}: {:?}{}, {} bytes",
                handle.offset,
                handle.kind,
                named(handle.name.as_deref()),
                handle.width
            );
            let _ = match handle.count {
                Some(1) => writeln!(text),
                Some(count) => writeln!(text, ", {count} of them, one every {} bytes", handle.stride),
                None => writeln!(text, ", one every {} bytes to the end", handle.stride),
            };
        }
    }
    for constant in spec_constants {
        let _ = write!(
            text,
            "specialization constant {}{}: {}",
            constant.id,
            named(constant.name.as_deref()),
            constant.scalar
        );
        if let Some(default) = constant.default {
            let _ = write!(text, " = {default}");
        }
        text.push('\n');
    }
    text
}

fn named(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" `{name}`"))
}

pub(super) fn interface(variable: &InterfaceReflection) -> String {
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

/// Where a table of handles is.
fn handle_table(table: &HandleTableReflection) -> String {
    let mut text = format!("table of handles in {:?}", table.memory);
    if let (Some(set), Some(binding)) = (table.descriptor_set, table.descriptor_binding) {
        let _ = write!(text, ", set {set}, binding {binding}");
    }
    text
}

/// The content of a buffer or of the push constants: a line for each member, with its offset. The members of a
/// structure are listed below the first member of that type.
fn memory(text: &mut String, reflection: &Reflection, ty: Option<usize>) {
    let Some(ty) = ty else { return };
    // A structure, the number of a member, and its depth.
    let mut lines: Vec<(usize, usize, usize)> = Vec::new();
    let mut shown = vec![false; reflection.types.len()];
    if !matches!(reflection.types[ty].shape, TypeShape::Struct { .. }) {
        let _ = writeln!(text, "  {}", reflection.spelled(ty));
    }
    if let Some(structure) = structure(reflection, ty) {
        shown[structure] = true;
        members(&mut lines, reflection, structure, 1);
    }
    while let Some((ty, number, depth)) = lines.pop() {
        let TypeShape::Struct { members: all } = &reflection.types[ty].shape else {
            continue;
        };
        let member = &all[number];
        let name = member.name.as_deref().unwrap_or("_");
        let indent = "  ".repeat(depth);
        let _ = write!(
            text,
            "{indent}{}: `{name}`: {}",
            member.offset,
            reflection.spelled(member.ty)
        );
        if let TypeShape::Array { stride, .. } = reflection.types[member.ty].shape {
            let _ = write!(text, ", one every {stride} bytes");
        }
        if let TypeShape::Matrix { row_major: true, .. } = reflection.types[member.ty].shape {
            text.push_str(", by rows");
        }
        if member.padding > 0 {
            let _ = write!(text, ", then {} bytes of padding", member.padding);
        }
        text.push('\n');
        let inner = structure(reflection, member.ty);
        if let Some(inner) = inner.filter(|&inner| !std::mem::replace(&mut shown[inner], true)) {
            members(&mut lines, reflection, inner, depth + 1);
        }
    }
}

/// Pushes the members of a structure, the first one last, so that it is popped first.
fn members(lines: &mut Vec<(usize, usize, usize)>, reflection: &Reflection, ty: usize, depth: usize) {
    if let TypeShape::Struct { members } = &reflection.types[ty].shape {
        lines.extend((0..members.len()).rev().map(|number| (ty, number, depth)));
    }
}

/// The structure that a type is, or that is the element of (nested) arrays.
fn structure(reflection: &Reflection, mut ty: usize) -> Option<usize> {
    loop {
        match reflection.types[ty].shape {
            TypeShape::Struct { .. } => return Some(ty),
            TypeShape::Array { element, .. } => ty = element,
            _ => return None,
        }
    }
}

pub(super) fn described(resource: &BindingReflection) -> String {
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
