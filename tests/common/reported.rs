//! What a module reports that it needs, as the features and extensions with which a device is created.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock, PoisonError};

use spirula::target::{DeviceExtension, Requirement};
use spirula::{Feature, Output, Support, Target};

use super::vulkan::{Enabled, is_switched, vk};
use super::{root, turn_off};

/// Extensions with the patch version of Vulkan 1.3 whose layer is the first that knows them. Modules that need them are
/// not tried under an older layer.
pub const NEWER: &[(&str, u32)] = &[
    ("VK_KHR_ray_tracing_position_fetch", 249),
    ("VK_KHR_shader_float_controls2", 277),
    (MAXIMAL, 277),
];

/// The extension of `shaderMaximalReconvergence`.
const MAXIMAL: &str = "VK_KHR_shader_maximal_reconvergence";

/// The features that the words rely on at run time. Words are valid without them, so the layer misses none.
pub const RELIED_ON: [Feature; 4] = [
    Feature::RobustBufferAccess,
    Feature::RobustBufferAccess2,
    Feature::RobustImageAccess,
    Feature::RobustImageAccess2,
];

/// A target without maximal reconvergence if the layer does not know it: the writer uses it in every module with subgroup
/// operations, none of which could be tried.
pub fn known_to(layer: u32, target: Target) -> Target {
    let is_newer = NEWER
        .iter()
        .any(|&(name, since)| name == MAXIMAL && layer < vk::make_api_version(0, 1, 3, since));
    if is_newer {
        target.disable(Feature::ShaderMaximalReconvergence)
    } else {
        target
    }
}

/// Messages of the layer that are wrong: a part of each, with the reason.
pub const WRONG: &[(&str, &str)] = &[(
    "Invalid source language operand: 10",
    "the layer's spirv-val is older than the number of WGSL",
)];

/// Whether a device has an extension that a layer does not know.
pub fn is_newer(enabled: &Enabled, layer: u32) -> bool {
    let newer = NEWER
        .iter()
        .filter(|(_, since)| layer < vk::make_api_version(0, 1, 3, *since));
    newer
        .map(|(name, _)| name)
        .any(|name| enabled.extensions.iter().any(|own| own == name))
}

/// The requirements of a module, without capabilities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reported {
    /// Features and properties.
    pub features: BTreeSet<Feature>,
    /// Device extensions that no feature implies.
    pub extensions: BTreeSet<String>,
}

impl Reported {
    pub fn of(output: &Output, target: &Target) -> Self {
        let extensions = output.extensions.iter().map(|used| used.extension.name().to_owned());
        let mut extensions: BTreeSet<String> = extensions.collect();
        for used in &output.requirements {
            if used.feature.is_none() {
                extensions.extend(extension(&target.requirement(used.capability), target));
            }
        }
        Self {
            features: turn_off::used(output),
            extensions,
        }
    }

    /// The names of what the target lacks.
    pub fn lacking(&self, target: &Target) -> Vec<String> {
        let features = self.features.iter();
        let features = features.filter(|&&feature| target.feature(feature) != Support::Enabled);
        let extensions = self.extensions.iter().filter(|name| !has(target, name));
        features
            .map(|feature| feature.name().to_owned())
            .chain(extensions.cloned())
            .collect()
    }

    /// The device: the features, the extensions that they need on this target, and what these extensions depend on.
    /// Properties are not enabled.
    pub fn enabled(&self, target: &Target) -> Enabled {
        let minor = target.vulkan_version().expect("a Vulkan target").minor();
        let mut extensions = self.extensions.clone();
        for &feature in &self.features {
            extensions.extend(extension_of(feature, target).map(str::to_owned));
        }
        if target.to_string().contains("spv1.4") {
            extensions.insert("VK_KHR_spirv_1_4".to_owned());
        }
        Enabled {
            minor,
            features: self
                .features
                .iter()
                .copied()
                .filter(|&feature| is_switched(feature))
                .collect(),
            extensions: with_dependencies(extensions, minor).into_iter().collect(),
        }
    }
}

/// The device extension that a feature needs, if the target's version does not have it in core.
pub fn extension_of(feature: Feature, target: &Target) -> Option<&'static str> {
    let version = target.vulkan_version();
    if feature.core_version().is_some_and(|core| Some(core) <= version) {
        return None;
    }
    let mut names = feature.extensions().iter().map(|extension| extension.name());
    // The structure of the extension that ash knows.
    names.find(|&name| has(target, name) && name != "VK_KHR_robustness2")
}

/// Whether an extension is another one or depends on it at Vulkan 1.`minor`.
pub fn depends(extension: &str, on: &str, minor: u32) -> bool {
    with_dependencies(BTreeSet::from([extension.to_owned()]), minor).contains(on)
}

/// The device extension of a requirement, if the target's version does not have it in core.
fn extension(requirement: &Requirement, target: &Target) -> Option<String> {
    let in_core = requirement.vulkan_version.is_some() && requirement.vulkan_version <= target.vulkan_version();
    let extension = requirement.extension.filter(|_| !in_core)?;
    Some(extension.name().to_owned())
}

/// Whether a target has a device extension by name.
fn has(target: &Target, name: &str) -> bool {
    let extension = DeviceExtension::from_name(name);
    extension.is_some_and(|extension| target.device_extension(extension) != Support::Unavailable)
}

/// Whether tests that execute shaders run them on devices with exactly the reported requirements, under the validation
/// layer: with `SPIRULA_EXACT`.
fn is_asked() -> bool {
    std::env::var_os("SPIRULA_EXACT").is_some()
}

/// The devices for modules that this process has compiled.
static COMPILED: Mutex<BTreeMap<Vec<u32>, Enabled>> = Mutex::new(BTreeMap::new());

/// Remembers the device that a module needs. The layer may be older than Vulkan 1.4.
pub fn compiled(output: &Output, target: &Target) {
    if is_asked() && target.vulkan_version().is_some_and(|version| version.minor() < 4) {
        let enabled = Reported::of(output, target).enabled(target);
        if enabled
            .extensions
            .iter()
            .any(|name| NEWER.iter().any(|(newer, _)| newer == name))
        {
            return;
        }
        let mut known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(output.words.clone(), enabled);
    }
}

/// The device for modules that run together; `None` if it is not asked for, or if one of them is not known.
pub fn enabled(modules: &[&[u32]]) -> Option<Enabled> {
    if !is_asked() {
        return None;
    }
    let known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let all = modules.iter().map(|words| known.get(*words).cloned());
    all.reduce(|left, right| {
        let (mut left, right) = (left?, right?);
        left.minor = left.minor.max(right.minor);
        left.extensions = united(left.extensions, right.extensions);
        Some(with_features(left, right.features))
    })?
}

/// The device with more features, and with the extensions that these need.
pub fn with_features(mut enabled: Enabled, more: impl IntoIterator<Item = Feature>) -> Enabled {
    let target = Target::vulkan(1, enabled.minor);
    let more: Vec<Feature> = more.into_iter().collect();
    let extensions = more.iter().filter_map(|&feature| extension_of(feature, &target));
    let extensions = with_dependencies(extensions.map(str::to_owned).collect(), enabled.minor);
    enabled.extensions = united(enabled.extensions, extensions);
    enabled.features = united(enabled.features, more);
    enabled
}

fn united<T: Ord>(left: Vec<T>, right: impl IntoIterator<Item = T>) -> Vec<T> {
    let all: BTreeSet<T> = left.into_iter().chain(right).collect();
    all.into_iter().collect()
}

/// A row of the registry: whether it is a device extension, and the expression of what it depends on.
type Row = (bool, String);

/// The extensions of the registry.
fn registry() -> &'static BTreeMap<String, Row> {
    static ROWS: OnceLock<BTreeMap<String, Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let text = std::fs::read_to_string(root("registry/vulkan.xml")).expect("the registry");
        let attribute = |line: &str, name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let lines = text
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("<extension "));
        let row = |line| {
            let is_device = attribute(line, "type").is_none_or(|kind| kind == "device");
            Some((
                attribute(line, "name")?,
                (is_device, attribute(line, "depends").unwrap_or_default()),
            ))
        };
        lines.filter_map(row).collect()
    })
}

/// Adds the extensions that extensions depend on at Vulkan 1.`minor`.
fn with_dependencies(extensions: BTreeSet<String>, minor: u32) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut open: Vec<String> = extensions.into_iter().collect();
    while let Some(name) = open.pop() {
        let depends = registry().get(&name).map_or("", |(_, depends)| depends);
        if all.insert(name) && !depends.is_empty() {
            open.extend(expression(&mut depends.chars().peekable(), minor).unwrap_or_default());
        }
    }
    all
}

/// The fewest extensions that satisfy an expression of names, `+` for and, `,` for or; both have the same precedence.
/// `None` if the version does not allow it.
fn expression(text: &mut std::iter::Peekable<std::str::Chars<'_>>, minor: u32) -> Option<BTreeSet<String>> {
    let mut value = term(text, minor);
    loop {
        match text.next() {
            Some('+') => {
                let right = term(text, minor);
                value = value.zip(right).map(|(left, right)| &left | &right);
            }
            Some(',') => {
                let right = term(text, minor);
                value = [value, right].into_iter().flatten().min_by_key(BTreeSet::len);
            }
            _ => return value,
        }
    }
}

fn term(text: &mut std::iter::Peekable<std::str::Chars<'_>>, minor: u32) -> Option<BTreeSet<String>> {
    if text.next_if_eq(&'(').is_some() {
        return expression(text, minor);
    }
    let mut name = String::new();
    while let Some(letter) = text.next_if(|letter| letter.is_alphanumeric() || *letter == '_') {
        name.push(letter);
    }
    if let Some(version) = name.strip_prefix("VK_VERSION_1_") {
        let version: u32 = version.parse().expect("a minor version");
        return (version <= minor).then(BTreeSet::new);
    }
    // The instance has its extensions.
    let is_instance = name == "VK_KHR_get_physical_device_properties2"
        || registry().get(&name).is_some_and(|(is_device, _)| !is_device);
    Some(if is_instance {
        BTreeSet::new()
    } else {
        BTreeSet::from([name])
    })
}
