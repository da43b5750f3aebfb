//! Writes `spirv/src/target/tables.rs`: features and properties, device extensions, SPIR-V extensions, what permits each
//! capability, and limits.

use crate::Result;
use crate::emit::{header, line};
use crate::selection::{
    ABSORBED, BRINGS, COMBINED, DEVICE_EXTENSIONS, FEATURES, LEAST_SPIRV, LIMITS, NAMESAKES, PERMITTED,
    REQUIRED_PROPERTIES, WITHOUT_NUMBER, WITHOUT_ROWS,
};
use crate::spirv;
use crate::vulkan::{Enable, Structure, Vulkan};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// A row of the feature table.
#[derive(Clone)]
struct Feature {
    name: String,
    /// The structure that has it, the newest of several.
    structure: String,
    /// Its index among the members of its structure.
    place: usize,
    core: Option<u32>,
    mandatory: Option<u32>,
    extensions: Vec<String>,
}

const PURPOSE: &str = "The tables of targets: what Vulkan calls the features, properties and limits that decide what a shader\n\
may contain, the versions and device extensions that bring them, and what permits each SPIR-V capability and extension.\n\
Data and nothing else.";

/// The text of the tables.
pub fn tables(registry: &Path) -> Result<String> {
    let vulkan = Vulkan::read(&registry.join("vulkan.xml"))?;
    let (capabilities, absorbed) = spirv::capabilities(&registry.join("spirv"))?;
    let features = features(&vulkan)?;
    let mut text = header(
        "registry",
        "Copyright 2014-2026 The Khronos Group Inc.",
        "Apache-2.0 OR MIT",
        PURPOSE,
    );
    text.push_str(
        "\nuse super::FloatControlsIndependence;\n\
         use super::capability::capabilities;\n\
         use super::extension::{device_extensions, spirv_extensions};\n\
         use super::feature::features;\n\
         use super::limits::limits;\n\
         use crate::packed::{Texts, texts};\n",
    );
    feature_table(&mut text, &features);
    let spirv_extensions = spirv_extensions(&vulkan, &absorbed);
    device_extension_table(&mut text, &vulkan, &features, &spirv_extensions)?;
    spirv_extension_table(&mut text, &vulkan, &spirv_extensions, &absorbed)?;
    capability_table(&mut text, &vulkan, &features, &capabilities)?;
    limit_table(&mut text, &vulkan)?;
    Ok(text)
}

/// The name of a member in the tables; `None` for a member that the tables omit (see `NAMESAKES`).
fn name_in_tables<'n>(structure: &str, member: &'n str) -> Option<&'n str> {
    let namesake = NAMESAKES.iter().find(|row| (row.0, row.1) == (structure, member));
    namesake.map_or(Some(member), |row| row.2)
}

/// The minor version of the Vulkan version that has this structure as its own (`VkPhysicalDeviceVulkan12Features`).
fn core_of(structure: &str) -> Option<u32> {
    let rest = structure.strip_prefix("VkPhysicalDevice")?;
    match rest {
        "Features" | "Limits" => Some(0),
        _ => {
            let minor = rest.strip_prefix("Vulkan1")?;
            let minor = minor.strip_suffix("Features").or(minor.strip_suffix("Properties"))?;
            minor.parse().ok()
        }
    }
}

fn features(vulkan: &Vulkan) -> Result<Vec<Feature>> {
    let mut features: BTreeMap<String, Feature> = BTreeMap::new();
    for (_, enables) in &vulkan.spirv_capabilities {
        for enable in enables {
            let Enable::Member {
                structure,
                name,
                version,
                extensions,
            } = enable
            else {
                continue;
            };
            let structure = vulkan.canonical(structure);
            let Some(name) = name_in_tables(structure, name) else {
                return Err(format!("{structure}::{name} permits a capability"));
            };
            if !features.contains_key(name) {
                let mut row = feature(vulkan, name, Some(structure))?;
                row.core = row.core.filter(|_| version.is_some());
                if row.core.is_none() && row.extensions.is_empty() {
                    row.extensions = extensions.clone();
                }
                features.insert(name.to_owned(), row);
            }
        }
    }
    for &name in FEATURES.iter().flat_map(|(_, names)| *names) {
        if features.contains_key(name) {
            return Err(format!("{name} is listed, and permits a capability"));
        }
        features.insert(name.to_owned(), feature(vulkan, name, None)?);
    }
    lists_are_due(vulkan, &features)?;
    let mut features: Vec<Feature> = features.into_values().collect();
    features.sort_by_key(|row| {
        (
            row.core.unwrap_or(u32::MAX),
            vendor(&row.structure),
            row.structure.clone(),
            row.place,
            row.name.clone(),
        )
    });
    Ok(features)
}

/// Refuses entries of the hand-written lists that name nothing, or that the registry already has.
fn lists_are_due(vulkan: &Vulkan, features: &BTreeMap<String, Feature>) -> Result<()> {
    for (structure, member, _) in NAMESAKES {
        let mut structures = vulkan.structures.iter().filter(|own| own.name == *structure);
        if !structures.any(|own| own.members.iter().any(|own| own.name == *member)) {
            return Err(format!("{structure} has no member {member}"));
        }
    }
    for (name, _) in REQUIRED_PROPERTIES {
        if vulkan.required.contains_key(*name) {
            return Err(format!("{name} is listed, and required by the registry"));
        }
        if !features.contains_key(*name) {
            return Err(format!("{name} is required and no row"));
        }
    }
    Ok(())
}

/// The rank of a name by its vendor: Khronos, several vendors, one vendor.
fn vendor(structure: &str) -> u32 {
    match structure {
        name if name.ends_with("KHR") || name.starts_with("VK_KHR") || name.starts_with("SPV_KHR") => 0,
        name if name.ends_with("EXT") || name.starts_with("VK_EXT") || name.starts_with("SPV_EXT") => 1,
        _ => 2,
    }
}

/// The feature with a name in the tables. `named` is the structure that the registry's row names, if it names one.
fn feature(vulkan: &Vulkan, name: &str, named: Option<&str>) -> Result<Feature> {
    let is_bit = name.starts_with("VK_");
    let has = |structure: &&Structure| {
        let mut members = structure.members.iter();
        members.any(|member| name_in_tables(&structure.name, &member.name) == Some(name))
    };
    let structures: Vec<&Structure> = vulkan.structures.iter().filter(has).collect();
    let newest = structures.iter().find(|structure| core_of(&structure.name).is_some());
    let structure = match (newest, named) {
        (Some(newest), _) => newest.name.clone(),
        (None, Some(named)) => named.to_owned(),
        (None, None) => match structures.as_slice() {
            [] => return Err(format!("no structure has {name}")),
            [only] => only.name.clone(),
            several => several
                .iter()
                .min_by_key(|structure| vendor(&structure.name))
                .map_or_else(String::new, |structure| structure.name.clone()),
        },
    };
    let names: BTreeSet<&str> = structures.iter().map(|structure| structure.name.as_str()).collect();
    let mut extensions = Vec::new();
    for (extension, row) in &vulkan.extensions {
        if !is_bit && row.structures.iter().any(|own| names.contains(own.as_str())) {
            extensions.push(extension.clone());
        }
    }
    for (extension, _) in BRINGS.iter().filter(|(_, own)| *own == name) {
        if extensions.iter().any(|own| own == extension) {
            return Err(format!("{extension} has a structure with {name}"));
        }
        extensions.push((*extension).to_owned());
    }
    let owner = |extension: &String| vulkan.extensions[extension].structures.contains(&structure);
    extensions.sort_by_key(|extension| (!owner(extension), vendor(extension), extension.clone()));
    let members = vulkan
        .structures
        .iter()
        .filter(|own| own.name == structure)
        .flat_map(|own| &own.members);
    let place = members
        .map(|member| member.name.as_str())
        .position(|own| name_in_tables(&structure, own) == Some(name));
    let property = REQUIRED_PROPERTIES.iter().find(|row| row.0 == name).map(|row| row.1);
    Ok(Feature {
        name: name.to_owned(),
        core: core_of(&structure),
        place: place.unwrap_or(usize::MAX),
        mandatory: vulkan.required.get(name).copied().or(property),
        structure,
        extensions,
    })
}

/// The name of the enum's variant: `ShaderFloat16` for `shaderFloat16`, `SubgroupVote` for
/// `VK_SUBGROUP_FEATURE_VOTE_BIT`.
fn variant(name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    match name.strip_prefix("VK_") {
        None => capital(name),
        Some(bit) => {
            let words = bit.split("_BIT").next().unwrap_or_default().split('_');
            let words = words.filter(|&word| word != "FEATURE");
            words.map(|word| capital(&word.to_ascii_lowercase())).collect()
        }
    }
}

fn version(minor: Option<u32>) -> String {
    minor.map_or_else(|| "NONE".to_owned(), |minor| format!("V1_{minor}"))
}

fn feature_table(text: &mut String, features: &[Feature]) {
    text.push_str("\nfeatures! {\n");
    for of_one in features.chunk_by(|a, b| (&a.structure, a.core) == (&b.structure, b.core)) {
        let structure = of_one[0].structure.trim_start_matches("VkPhysicalDevice");
        line(text, 4, &format!("{structure} {} {{", version(of_one[0].core)));
        for row in of_one {
            let (name, mandatory) = (&row.name, version(row.mandatory));
            let words = format!("{} {name:?} {mandatory} [{}];", variant(name), row.extensions.join(" "));
            line(text, 8, &words);
        }
        line(text, 4, "}");
    }
    text.push_str("}\n");
}

/// The names of all SPIR-V extensions: those in the grammar, those that Vulkan permits and those that neither names.
fn spirv_extensions(vulkan: &Vulkan, absorbed: &spirv::Absorbed) -> Vec<String> {
    let names = absorbed.keys().chain(vulkan.spirv_extensions.keys()).cloned();
    let names: BTreeSet<String> = names.chain(WITHOUT_ROWS.map(str::to_owned)).collect();
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by_key(|name| (vendor(name), name.clone()));
    names
}

fn device_extension_table(text: &mut String, vulkan: &Vulkan, features: &[Feature], spirv: &[String]) -> Result<()> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    names.extend(features.iter().flat_map(|row| &row.extensions).map(String::as_str));
    let of_extensions = spirv
        .iter()
        .filter_map(|name| vulkan.spirv_extensions.get(name))
        .flatten();
    let of_capabilities = vulkan.spirv_capabilities.iter().flat_map(|(_, enables)| enables);
    for enable in of_extensions.chain(of_capabilities) {
        match enable {
            Enable::Version(_) => {}
            Enable::Extension(name) => names.extend([name.as_str()]),
            Enable::Member { extensions, .. } => names.extend(extensions.iter().map(String::as_str)),
        }
    }
    for &(name, _) in DEVICE_EXTENSIONS {
        if !names.insert(name) {
            return Err(format!("{name} is listed, and named by a row"));
        }
    }
    let others = vulkan.extensions.iter().filter(|(_, row)| row.is_of_devices);
    let others = others
        .map(|(name, _)| name)
        .filter(|name| !names.contains(name.as_str()));
    text.push_str(
        "\n/// The device extensions that do not matter to shaders, sorted.\n\
         pub(super) static OTHER_DEVICE_EXTENSIONS: Texts = texts![\n",
    );
    for name in others {
        line(text, 4, &format!("\"{name}\","));
    }
    text.push_str("];\n");
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| (vendor(name), *name));
    text.push_str("\ndevice_extensions! {\n");
    for name in names {
        let oldest = vulkan
            .oldest(name)
            .ok_or_else(|| format!("{name} can be enabled on no version"))?;
        line(text, 4, &format!("{name} V1_{oldest};"));
    }
    text.push_str("}\n");
    Ok(())
}

fn spirv_extension_table(
    text: &mut String,
    vulkan: &Vulkan,
    names: &[String],
    absorbed: &spirv::Absorbed,
) -> Result<()> {
    for (name, _) in LEAST_SPIRV {
        if !names.iter().any(|own| own == name) {
            return Err(format!("{name} is no SPIR-V extension"));
        }
    }
    text.push_str("\nspirv_extensions! {\n");
    for name in names {
        let least = LEAST_SPIRV.iter().find(|row| row.0 == name).map_or(0, |row| row.1);
        let core = match (
            absorbed.get(name).copied().flatten(),
            ABSORBED.iter().find(|row| row.0 == name),
        ) {
            (Some(_), Some(_)) => return Err(format!("the grammar shows which version absorbed {name}")),
            (core, listed) => core.or(listed.map(|row| row.1)),
        };
        let mut permitted = None;
        let mut extensions = Vec::new();
        for enable in vulkan.spirv_extensions.get(name).into_iter().flatten() {
            match enable {
                Enable::Version(minor) => permitted = Some(*minor),
                Enable::Extension(name) => extensions.push(name.as_str()),
                Enable::Member { name: feature, .. } => return Err(format!("{name} takes the feature {feature}")),
            }
        }
        match PERMITTED.iter().find(|row| row.0 == name) {
            Some(_) if permitted.is_some() || !extensions.is_empty() => {
                return Err(format!("the registry shows what permits {name}"));
            }
            listed => extensions.extend(listed.map(|row| row.1)),
        }
        let (core, permitted) = (version(core), version(permitted));
        let words = format!("{name} V1_{least} {core} {permitted} [{}];", extensions.join(" "));
        line(text, 4, &words);
    }
    text.push_str("}\n");
    Ok(())
}

fn capability_table(
    text: &mut String,
    vulkan: &Vulkan,
    features: &[Feature],
    capabilities: &[spirv::Capability],
) -> Result<()> {
    let mut needs: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (name, enables) in &vulkan.spirv_capabilities {
        let known = capabilities
            .iter()
            .find(|row| row.name == *name || row.aliases.iter().any(|alias| alias == name));
        let number = match (known, WITHOUT_NUMBER.contains(&name.as_str())) {
            (Some(row), false) => row.number,
            (None, true) => continue,
            (Some(_), true) => return Err(format!("the grammar has the capability {name}")),
            (None, false) => return Err(format!("the grammar has no capability {name}")),
        };
        let of_one = needs.entry(number).or_default();
        for enable in enables {
            let need = match enable {
                Enable::Version(minor) => format!("Core(V1_{minor})"),
                Enable::Extension(name) => format!("Via({name})"),
                Enable::Member { structure, name, .. } => {
                    let name = name_in_tables(vulkan.canonical(structure), name).unwrap_or_default();
                    let row = features.iter().find(|row| row.name == name);
                    let row = row.ok_or_else(|| format!("{name} is no row"))?;
                    format!("Has({})", variant(&row.name))
                }
            };
            if !of_one.contains(&need) {
                of_one.push(need);
            }
        }
    }
    text.push_str("\ncapabilities! {\n");
    for row in capabilities {
        let needs = needs.get(&row.number).map(|needs| needs.join(" ")).unwrap_or_default();
        let mut extensions = row.extensions.clone();
        // The first is declared if all of them are possible.
        extensions.sort_by_key(|name| vendor(name));
        let (number, name, extensions) = (row.number, &row.name, extensions.join(" "));
        let words = format!("{number} {name} {} [{extensions}] [{needs}];", version(row.since));
        line(text, 4, &words);
    }
    text.push_str("}\n");
    Ok(())
}

fn limit_table(text: &mut String, vulkan: &Vulkan) -> Result<()> {
    text.push_str("\nlimits! {\n");
    for &(name, counted) in LIMITS {
        let members = vulkan
            .structures
            .iter()
            .flat_map(|own| own.members.iter().map(move |member| (own, member)));
        let found = members.filter(|(_, member)| member.name == name);
        let newest = found.min_by_key(|(own, _)| (core_of(&own.name).is_none(), vendor(&own.name)));
        let (structure, member) = newest.ok_or_else(|| format!("no structure has {name}"))?;
        let number = match member.ty.as_str() {
            "uint32_t" | "VkDeviceSize" | "VkBool32" | "VkShaderStageFlags" => "u32",
            "VkExtent2D" => "[u32; 2]",
            "int32_t" => "i32",
            "VkShaderFloatControlsIndependence" => "FloatControlsIndependence",
            other => return Err(format!("{name} is a {other}")),
        };
        let ty = match member.len {
            None => number.to_owned(),
            Some(len) => format!("[{number}; {len}]"),
        };
        let combined = COMBINED.iter().find(|(known, _)| *known == name);
        let combined = match combined {
            Some((_, rule)) => rule,
            None if name.starts_with("max") => "least",
            None => return Err(format!("{name}: `COMBINED` has to tell how it combines")),
        };
        let _ = writeln!(text, "    /// `{}::{name}`: {counted}.", structure.name);
        line(text, 4, &format!("{} {name:?} {ty}, {combined};", snake(name)));
    }
    text.push_str("}\n");
    Ok(())
}

/// A name in snake case: `max_texel_offset` for `maxTexelOffset`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
