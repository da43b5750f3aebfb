//! Prints the requirements and the reflection of a module, as text and as JSON: `--emit requirements`, `--emit
//! reflection` and `--emit checks`.
//!
//! Owns the form; the content comes from the library's `Output`.

use std::fmt::Write as _;

use naga::Span;
use serde::Serialize;
use spirula::reflection::{HandleTableReflection, MeshOutputs, TypeShape};
use spirula::rewrite::Applied;
use spirula::{Output, Reflection, Requirement, SpecConstant, Target};

use super::report::AppliedWorkaround;
use spirula::source::Shader;
use spirula::source::describe::{Needed, described, interface, named, needed, verdict};

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
