//! Tests that reported requirements are exact: a device that is created with them and nothing else takes the pipelines
//! without a message of Khronos's validation layer, and without one of them the layer or the writer complains.
//!
//! The devices are those of the machine's driver at each Vulkan version that the layer knows. Requirements that the driver
//! lacks at the newest of these versions are listed below, and printed for each version. Properties of a device cannot be
//! taken away from it, so only the writer is asked about them.

use crate::common::case::Case;
use crate::common::parse::{self, Shader};
use crate::common::reported::{self, RELIED_ON, Reported, WRONG, is_newer, known_to};
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Attribute, Enabled, Gpu, Layout, Pipeline, Pipelines, gpu, is_switched, vk};
use crate::common::{root, shaders_below};
use spirula::reflection::{EntryPointReflection, InterfaceReflection};
use spirula::target::{DeviceExtension, SpirvVersion};
use spirula::{ErrorKind, Feature, Output, Support, Target};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The targets, as the snapshots name them. The layer may be older than the driver, so Vulkan 1.4 is not among them.
const TARGETS: [(&str, u32); 5] = [
    ("vulkan1.0", 0),
    ("vulkan1.1", 1),
    ("vulkan1.1spv1.4", 1),
    ("vulkan1.2", 2),
    ("vulkan1.3", 3),
];

/// Features and extensions without which the layer reports a buffer's layout.
const LAYOUTS: [&str; 3] = [
    "uniformBufferStandardLayout",
    "scalarBlockLayout",
    "VK_KHR_relaxed_block_layout",
];

/// Requirements without which the writer names another one that would be sufficient too.
const ALTERNATIVES: &[(&str, &[&str])] = &[
    // Each of the three permits the index of a primitive.
    ("tessellationShader", &["geometryShader"]),
    // What Vulkan 1.1 has instead of the extensions of Vulkan 1.0.
    (
        "VK_EXT_shader_subgroup_ballot",
        &["VK_SUBGROUP_FEATURE_BASIC_BIT", "VK_SUBGROUP_FEATURE_BALLOT_BIT"],
    ),
    ("VK_EXT_shader_subgroup_vote", &["VK_SUBGROUP_FEATURE_VOTE_BIT"]),
];

/// Requirements of snapshots that lavapipe does not have at Vulkan 1.3, so no device with them can be created.
const NOT_OFFERED: &[&str] = &[
    "cooperativeMatrix",
    "fragmentShaderBarycentric",
    "shaderDenormFlushToZeroFloat16",
    "shaderDenormPreserveFloat32",
    "shaderImageInt64Atomics",
    "shaderRoundingModeRTZFloat16",
    "subgroupQuadOperationsInAllStages",
];

/// Features without a capability and without a rule about modules: the layer knows their extensions alone, which have trials
/// of their own.
const WITHOUT_RULE: &[&str] = &["shaderTerminateInvocation"];

/// Requirements of the words before a workaround rewrites them, which is after they were judged.
const REWRITTEN: &[(&str, &str)] = &[("drivers/half_broadcast.wgsl", "shaderSubgroupExtendedTypes")];

/// Limits of a pipeline layout and of its descriptors, by the start of their names: the layer has no rule about modules
/// for them.
const OF_PIPELINES: [&str; 6] = [
    "maxBoundDescriptorSets",
    "maxPushConstantsSize",
    "maxUniformBufferRange",
    "maxStorageBufferRange",
    "maxPerStage",
    "maxDescriptorSet",
];

/// What a device lacks: one requirement, and what depends on it.
struct Loss {
    name: String,
    features: Vec<Feature>,
    extensions: Vec<String>,
}

impl Loss {
    /// Whether an error names it, or a capability that it permits.
    fn is_named(&self, error: &spirula::Error) -> bool {
        let alternatives = ALTERNATIVES.iter().filter(|(name, _)| *name == self.name);
        let alternatives: Vec<&str> = alternatives.flat_map(|(_, others)| others.iter().copied()).collect();
        error.diagnostics().iter().any(|diagnostic| {
            let by_kind = match &diagnostic.kind {
                ErrorKind::Missing(missing) => {
                    let permits = |feature: &Feature| {
                        feature
                            .capabilities()
                            .any(|capability| missing.capability == Some(capability))
                    };
                    missing.feature.is_some_and(|feature| self.features.contains(&feature))
                        || missing
                            .extension
                            .is_some_and(|own| self.extensions.iter().any(|name| name == own.name()))
                        || self.features.iter().any(permits)
                        || alternatives.contains(&missing.name().as_str())
                }
                _ => false,
            };
            by_kind || diagnostic.notes.iter().any(|note| note.contains(&self.name))
        })
    }
}

/// Pipelines on one device.
struct Trial {
    name: String,
    /// Whether the layer is too old for it.
    is_newer: bool,
    enabled: Enabled,
    pipelines: Arc<Pipelines>,
    /// What was taken away: the name, and the names of which a message must have one.
    without: Option<(String, Vec<String>)>,
}

#[derive(Default)]
struct Suite {
    /// The version of the layer.
    layer: u32,
    trials: Vec<Trial>,
    /// Devices and modules of trials with everything that the module reports.
    tried: BTreeSet<(Enabled, Vec<u32>)>,
    faults: Vec<String>,
    /// What the driver lacks, with the targets.
    lacking: BTreeMap<String, BTreeSet<String>>,
    counts: BTreeMap<&'static str, usize>,
    /// The cases whose pipelines this suite cannot create.
    no_pipeline: BTreeSet<String>,
}

impl Suite {
    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn lacks(&mut self, name: String, target: &Target) {
        self.lacking.entry(name).or_default().insert(target.to_string());
    }

    /// The trials of a shader for a device, given as a function of the extensions that it lacks.
    fn add(&mut self, gpu: &Gpu, name: &str, shader: &Shader, on: &dyn Fn(&[String]) -> Setup) {
        let setup = &on(&[]);
        let output = match setup::compile(&shader.module, &shader.info, setup) {
            Ok(output) => output,
            Err(error) => {
                self.count("refused on the device");
                let minor = setup.target.vulkan_version().expect("a Vulkan target").minor();
                let device = gpu.described(minor, &[]).target();
                // What the case disables is not what the driver lacks.
                let is_disabled = |feature| device.feature(feature) == Support::Enabled;
                for diagnostic in error.diagnostics() {
                    if let ErrorKind::Missing(missing) = &diagnostic.kind
                        && !missing.feature.is_some_and(is_disabled)
                    {
                        self.lacks(missing.name(), &setup.target);
                    }
                }
                return;
            }
        };
        let reported = Reported::of(&output, &setup.target);
        let pipelines = self.silent(gpu, name, &output, &setup.target);
        for &feature in &reported.features {
            let mut without = setup.clone();
            without.target = without.target.disable(feature);
            let loss = Loss {
                name: feature.name().to_owned(),
                features: vec![feature],
                extensions: Vec::new(),
            };
            self.take_away(gpu, name, (shader, &without), &loss);
            let is_missed = is_switched(feature) && !RELIED_ON.contains(&feature);
            if let Some(pipelines) = pipelines.as_ref().filter(|_| is_missed) {
                self.complaint(name, (&reported, &output, setup), pipelines, &loss);
            }
        }
        for extension in &reported.extensions {
            let minor = setup.target.vulkan_version().expect("a Vulkan target").minor();
            let mut all = gpu.extension_names();
            all.retain(|other| reported::depends(other, extension, minor));
            let needs = |feature: &&Feature| {
                reported::extension_of(**feature, &setup.target).is_some_and(|own| all.iter().any(|name| name == own))
            };
            let loss = Loss {
                name: extension.clone(),
                features: Feature::ALL.iter().filter(needs).copied().collect(),
                extensions: all.clone(),
            };
            self.take_away(gpu, name, (shader, &on(&all)), &loss);
            if let Some(pipelines) = &pipelines {
                self.complaint(name, (&reported, &output, setup), pipelines, &loss);
            }
        }
    }

    /// Compiles for a target that lacks something: the shader is refused for it, or written without it, which is a
    /// trial.
    fn take_away(&mut self, gpu: &Gpu, name: &str, (shader, without): (&Shader, &Setup), loss: &Loss) {
        self.count("requirements taken away");
        let name = format!("{name} without {}", loss.name);
        match setup::compile(&shader.module, &shader.info, without) {
            Err(error) if loss.is_named(&error) => self.count("refused without it"),
            Err(error) => {
                let kinds: Vec<_> = error.diagnostics().iter().map(|one| one.kind.to_string()).collect();
                self.faults
                    .push(format!("{name}: refused without naming it: {}", kinds.join("; ")));
            }
            Ok(output) => {
                let reported = Reported::of(&output, &without.target);
                if reported.features.iter().any(|feature| loss.features.contains(feature))
                    || reported
                        .extensions
                        .iter()
                        .any(|extension| loss.extensions.contains(extension))
                {
                    self.faults.push(format!("{name}: still used"));
                }
                self.count("written without it");
                self.silent(gpu, &name, &output, &without.target);
            }
        }
    }

    /// A trial without something that the module reports: the layer must complain.
    fn complaint(
        &mut self,
        name: &str,
        (reported, output, setup): (&Reported, &Output, &Setup),
        pipelines: &Arc<Pipelines>,
        loss: &Loss,
    ) {
        let mut enabled = reported.enabled(&setup.target);
        let is_newer = is_newer(&enabled, self.layer);
        if loss.extensions.is_empty() {
            // Only the feature: its extension stays.
            enabled.features.retain(|feature| !loss.features.contains(feature));
        } else {
            let mut less = reported.clone();
            less.features.retain(|feature| !loss.features.contains(feature));
            less.extensions.retain(|extension| !loss.extensions.contains(extension));
            enabled = less.enabled(&setup.target);
        }
        let mut names: Vec<String> = loss.extensions.clone();
        for feature in &loss.features {
            names.push(feature.name().to_owned());
            names.extend(feature.capabilities().map(|capability| format!("{capability:?}")));
        }
        for used in &output.extensions {
            if loss.extensions.iter().any(|name| name == used.extension.name()) {
                names.extend(used.spirv_extension.map(str::to_owned));
            }
        }
        for name in &loss.extensions {
            let extension = DeviceExtension::from_name(name);
            let capabilities = extension.into_iter().flat_map(DeviceExtension::capabilities);
            names.extend(capabilities.map(|capability| format!("{capability:?}")));
            names.extend(name.strip_prefix("VK_").map(|name| format!("SPV_{name}")));
        }
        let layouts = LAYOUTS.iter().filter(|layout| **layout == loss.name);
        names.extend(layouts.map(|_| "layout rules".to_owned()));
        self.trials.push(Trial {
            name: name.to_owned(),
            is_newer,
            enabled,
            pipelines: Arc::clone(pipelines),
            without: Some((loss.name.clone(), names)),
        });
    }

    /// A trial with everything that a module reports, if the driver has it and the suite can create its pipelines.
    fn silent(&mut self, gpu: &Gpu, name: &str, output: &Output, target: &Target) -> Option<Arc<Pipelines>> {
        let reported = Reported::of(output, target);
        let lacking = reported.lacking(target);
        if !lacking.is_empty() {
            self.count("lacking a requirement");
            for name in lacking {
                self.lacks(name, target);
            }
            return None;
        }
        let pipelines = pipelines(gpu, output, target);
        if pipelines.pipelines.is_empty() {
            self.no_pipeline.insert(name.to_owned());
            return None;
        }
        let pipelines = Arc::new(pipelines);
        let enabled = reported.enabled(target);
        if !self.tried.insert((enabled.clone(), output.words.clone())) {
            return Some(pipelines);
        }
        self.trials.push(Trial {
            name: name.to_owned(),
            is_newer: is_newer(&enabled, self.layer),
            enabled,
            pipelines: Arc::clone(&pipelines),
            without: None,
        });
        Some(pipelines)
    }

    /// Runs all trials, those with the same device together.
    fn run(&mut self, gpu: &Gpu) {
        let mut trials = std::mem::take(&mut self.trials);
        trials.sort_by(|left, right| left.enabled.cmp(&right.enabled));
        let mut devices = BTreeSet::new();
        let mut wrong = BTreeSet::new();
        for trial in &trials {
            if trial.is_newer {
                self.count("newer than the layer");
                continue;
            }
            let mut messages = match gpu.pipelines_on(&trial.enabled, &trial.pipelines) {
                Ok(messages) => messages,
                Err(error) if trial.without.is_some() => vec![error],
                Err(error) => {
                    self.faults.push(format!("{}: {error}", trial.name));
                    continue;
                }
            };
            devices.insert(trial.enabled.clone());
            messages.retain(|message| match WRONG.iter().find(|(part, _)| message.contains(part)) {
                Some((part, _)) => {
                    wrong.insert(*part);
                    false
                }
                None => true,
            });
            match &trial.without {
                None => {
                    self.count("silent trials");
                    *self.counts.entry("pipelines").or_default() += trial.pipelines.pipelines.len();
                    for message in messages {
                        let text = format!("{} on {:?}: {message}", trial.name, trial.enabled);
                        self.faults.push(text);
                    }
                }
                Some((without, names)) => {
                    let names_it = |message: &String| names.iter().any(|name| message.contains(name));
                    if messages.iter().any(names_it) {
                        self.count("complaints of the layer");
                    } else if WITHOUT_RULE.contains(&without.as_str()) {
                        self.count("features without a rule of the layer");
                    } else if REWRITTEN
                        .iter()
                        .any(|&(case, feature)| trial.name.contains(case) && without == feature)
                    {
                        self.count("features that a workaround makes unnecessary");
                    } else {
                        let text = format!("{}: the layer does not miss {without}: {messages:?}", trial.name);
                        self.faults.push(text);
                    }
                }
            }
        }
        self.counts.insert("devices", devices.len());
        for (part, why) in WRONG {
            if !wrong.contains(part) {
                self.faults
                    .push(format!("the layer does not report {part:?}, which is listed: {why}"));
            }
        }
    }
}

/// The pipelines of a module with the layout, the vertex input and the formats of its reflection. A fragment shader
/// whose module has no stage before it gets a vertex shader with the outputs that it reads.
fn pipelines(gpu: &Gpu, output: &Output, target: &Target) -> Pipelines {
    let reflection = &output.reflection;
    let mut all = Pipelines {
        modules: vec![output.words.clone()],
        layout: Layout::of(reflection, 4),
        pipelines: Vec::new(),
    };
    let entries = || reflection.entry_points.iter();
    let of = |stage: &'static str| entries().filter(move |entry| entry.stage == stage);
    let stage = |entry: &EntryPointReflection| ([entry.stage_flags(), 0], entry.name.clone());
    for entry in of("compute") {
        all.pipelines.push(Pipeline {
            stages: vec![stage(entry)],
            ..Pipeline::default()
        });
    }
    let fronts: Vec<(&EntryPointReflection, Pipeline)> = of("vertex")
        .filter_map(|entry| Some((entry, vertex(gpu, entry)?)))
        .chain(of("mesh").map(|entry| {
            let stages = of("task").take(1).map(stage).chain([stage(entry)]).collect();
            let pipeline = Pipeline {
                stages,
                ..Pipeline::default()
            };
            (entry, pipeline)
        }))
        .collect();
    for (_, front) in &fronts {
        all.pipelines.push(front.clone());
    }
    for fragment in of("fragment") {
        let Some(colors) = colors(gpu, fragment) else { continue };
        let before = all.pipelines.len();
        for (entry, front) in &fronts {
            if are_linked(entry, fragment) {
                let mut pipeline = front.clone();
                pipeline.stages.push(stage(fragment));
                pipeline.colors.clone_from(&colors);
                all.pipelines.push(pipeline);
            }
        }
        if before == all.pipelines.len()
            && let Some(partner) = partner(fragment, target)
        {
            let module = all.modules.len() as u32;
            all.modules.push(partner.words);
            let front = ([vk::ShaderStageFlags::VERTEX.as_raw(), module], "main".to_owned());
            all.pipelines.push(Pipeline {
                stages: vec![front, stage(fragment)],
                colors,
                ..Pipeline::default()
            });
        }
    }
    let rays = ["raygen", "miss", "closesthit", "anyhit"];
    if of("raygen").next().is_some() {
        all.pipelines.push(Pipeline {
            stages: rays.into_iter().flat_map(|name| of(name).map(stage)).collect(),
            ..Pipeline::default()
        });
    }
    all
}

/// A pipeline with only a vertex shader; `None` if the driver cannot read its attributes.
fn vertex(gpu: &Gpu, entry: &EntryPointReflection) -> Option<Pipeline> {
    let (attributes, stride) = entry.vertex_attributes(0);
    attributes
        .iter()
        .all(|one| gpu.reads_vertices(one.format))
        .then(|| Pipeline {
            stages: vec![([entry.stage_flags(), 0], entry.name.clone())],
            attributes: attributes
                .iter()
                .map(|one| Attribute {
                    location: one.location,
                    format: one.format,
                    offset: one.offset,
                })
                .collect(),
            stride,
            colors: Vec::new(),
        })
}

/// Whether a stage writes everything that a fragment shader reads.
pub fn are_linked(front: &EntryPointReflection, fragment: &EntryPointReflection) -> bool {
    let located = |list: &[InterfaceReflection]| -> BTreeSet<(u32, String, bool)> {
        let located = list
            .iter()
            .filter_map(|one| Some((one.location?, one.ty.clone(), one.per_primitive)));
        located.collect()
    };
    located(&fragment.inputs).is_subset(&located(&front.outputs))
}

/// The formats of the color attachments by location; `None` if the driver cannot draw to one.
pub fn colors(gpu: &Gpu, fragment: &EntryPointReflection) -> Option<Vec<vk::Format>> {
    let mut colors = Vec::new();
    for output in &fragment.outputs {
        let Some(location) = output.location else { continue };
        // No driver must draw to formats of three components.
        let format = match vk::Format::from_raw(output.format?.value()) {
            vk::Format::R32G32B32_SFLOAT => vk::Format::R32G32B32A32_SFLOAT,
            vk::Format::R32G32B32_SINT => vk::Format::R32G32B32A32_SINT,
            vk::Format::R32G32B32_UINT => vk::Format::R32G32B32A32_UINT,
            vk::Format::R16G16B16_SFLOAT => vk::Format::R16G16B16A16_SFLOAT,
            format => format,
        };
        if !gpu.supports(format, vk::FormatFeatureFlags::COLOR_ATTACHMENT) {
            return None;
        }
        let count = colors.len().max(location as usize + 1);
        colors.resize(count, vk::Format::UNDEFINED);
        colors[location as usize] = format;
    }
    Some(colors)
}

/// A vertex shader with the entry point `main` that covers the picture with a triangle and writes the inputs of a
/// fragment shader; `None` if no vertex shader can.
pub fn partner(fragment: &EntryPointReflection, target: &Target) -> Option<Output> {
    let mut members = String::new();
    for input in &fragment.inputs {
        let Some(location) = input.location else { continue };
        if input.per_primitive || input.interpolation == Some("per_vertex") {
            return None;
        }
        let flat = if input.interpolation == Some("flat") {
            "@interpolate(flat) "
        } else {
            ""
        };
        members += &format!("    @location({location}) {flat}v{location}: {},\n", input.ty);
    }
    let mut enables = String::new();
    if members.contains("f16") {
        enables += "enable f16;\n";
    }
    if members.contains("i16") || members.contains("u16") {
        enables += "enable wgpu_int16;\n";
    }
    let source = format!(
        "{enables}struct Outputs {{\n    @builtin(position) position: vec4<f32>,\n{members}}}
@vertex fn main(@builtin(vertex_index) index: u32) -> Outputs {{
    var outputs: Outputs;
    outputs.position = vec4<f32>(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
    return outputs;
}}"
    );
    let shader = parse::wgsl(&source, "partner.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut setup = Setup::new(target.clone());
    setup.self_check = false;
    setup::compile(&shader.module, &shader.info, &setup).ok()
}

/// Prints although the test runner keeps the output of tests that pass.
fn print(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The version of the validation layer, or `None` after printing why the test is skipped.
pub fn layer(gpu: &Gpu) -> Option<u32> {
    let version = gpu.layer_version();
    if version.is_none() {
        let required = std::env::var("SPIRULA_REQUIRE_LAYER").is_ok_and(|value| value == "1");
        assert!(!required, "Khronos's validation layer is not installed");
        print("skipped: Khronos's validation layer is not installed");
    }
    version
}

#[test]
fn requirements_of_snapshots_and_examples_are_exact() {
    let Some(gpu) = gpu() else { return };
    let Some(layer) = layer(&gpu) else { return };
    let mut suite = Suite {
        layer,
        ..Suite::default()
    };
    let devices: RefCell<BTreeMap<(&str, Vec<String>), Target>> = RefCell::default();
    let files = shaders_below(&root("snapshots"))
        .into_iter()
        .chain(shaders_below(&root("examples")));
    for path in files {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Ok(shader) = parse::file(&path) else { continue };
        for (target, minor) in TARGETS {
            if !case.targets.iter().any(|own| own == target) {
                continue;
            }
            let on = |without: &[String]| {
                let key = (target, without.to_vec());
                let mut devices = devices.borrow_mut();
                let device = devices.entry(key).or_insert_with(|| {
                    let device = known_to(layer, gpu.described(minor, without).target());
                    if target.ends_with("spv1.4") {
                        device.with_spirv_version(SpirvVersion::V1_4)
                    } else {
                        device
                    }
                });
                let setup = case.options_on_device(device.clone());
                let mut setup = setup.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                setup.self_check = false;
                // Its buffer is for tests and not in the reflection, from which the pipeline layouts are made.
                setup.assert_proofs = None;
                setup
            };
            suite.add(&gpu, &format!("{} at {target}", short(&path)), &shader, &on);
        }
    }
    suite.run(&gpu);
    for (what, count) in &suite.counts {
        print(&format!("{count} {what}"));
    }
    for (name, targets) in &suite.lacking {
        let targets: Vec<_> = targets.iter().map(String::as_str).collect();
        print(&format!("the driver lacks {name} at {}", targets.join(", ")));
    }
    let newest = |targets: &BTreeSet<String>| targets.contains("vulkan1.3");
    let lacking = suite.lacking.iter().filter(|(_, targets)| newest(targets));
    let lacking: Vec<&str> = lacking.map(|(name, _)| name.as_str()).collect();
    for name in &suite.no_pipeline {
        print(&format!("without a pipeline: {name}"));
    }
    let mut faults = suite.faults;
    if lacking != NOT_OFFERED {
        faults.push(format!("at Vulkan 1.3 the driver lacks {lacking:?}"));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A target whose limit of this name (`maxComputeWorkGroupSize[0]`) is a number.
fn limited(target: &Target, name: &str, number: i64) -> Target {
    let (limit, at) = match name.split_once('[') {
        Some((limit, at)) => (limit, at.trim_end_matches(']').parse().unwrap()),
        None => (name, 0),
    };
    let mut limits = target.limits().clone();
    let is_set = (1..=3).filter(|length| at < *length).any(|length| {
        let mut numbers = vec![i64::MAX; length];
        numbers[at] = number;
        limits.set(limit, &numbers)
    });
    assert!(is_set, "{name} is a limit");
    target.clone().with_limits(limits)
}

/// A device with exactly a limit that a module is reported to use takes the shader and its words; with one less, the
/// writer refuses the shader, and the self-check refuses the words, for that limit.
#[test]
fn used_limits_of_snapshots_and_examples_are_exact() {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    let files = shaders_below(&root("snapshots"))
        .into_iter()
        .chain(shaders_below(&root("examples")));
    for path in files {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Ok(shader) = parse::file(&path) else { continue };
        for target in &case.targets {
            let mut setup = case.options_for(target).unwrap();
            setup.self_check = false;
            let compile = |limit: Option<(&str, i64)>| {
                let mut setup = setup.clone();
                if let Some((name, number)) = limit {
                    setup.target = limited(&setup.target, name, number);
                }
                let output = setup::compile(&shader.module, &shader.info, &setup);
                (output, setup.target)
            };
            let (Ok(output), _) = compile(None) else { continue };
            for used in &output.limits {
                *names.entry(used.name).or_default() += 1;
                let at = format!("{} at {target}: {} of {}", short(&path), used.value, used.name);
                let (exact, own) = compile(Some((used.name, used.value)));
                match exact {
                    Ok(exact) if exact.words == output.words => {
                        let report = spirula::check::check(&exact.words, &own);
                        if !report.is_valid() {
                            faults.push(format!("{at}: the check refuses it: {report}"));
                        }
                    }
                    Ok(_) => faults.push(format!("{at}: other words")),
                    Err(error) => faults.push(format!("{at}: {error}")),
                }
                // A minimum is more restrictive if it is larger.
                let less = used.value + if used.name.starts_with("min") { 1 } else { -1 };
                let name = used.name.split('[').next().unwrap_or(used.name);
                let (refused, own) = compile(Some((used.name, less)));
                match refused {
                    Ok(_) => faults.push(format!("{at}: a device with {less} takes it")),
                    Err(error) => {
                        let is_named = error.diagnostics().iter().any(|diagnostic| match diagnostic.kind {
                            ErrorKind::Limit { what, .. } => what.contains(name),
                            ErrorKind::TexelOffset { limits, .. } => limits.iter().any(|limit| limit.contains(name)),
                            _ => false,
                        });
                        if !is_named {
                            faults.push(format!("{at}: refused without naming it: {error}"));
                        }
                    }
                }
                // The limits are those of Vulkan: the check of another environment has none.
                let is_checked = !OF_PIPELINES.iter().any(|start| name.starts_with(start)) && own.is_vulkan();
                if is_checked && spirula::check::check(&output.words, &own).is_valid() {
                    faults.push(format!("{at}: the check takes the words with {less}"));
                }
            }
        }
    }
    for (name, count) in names {
        print(&format!("{count} uses of {name}"));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A path below the repository.
pub fn short(path: &Path) -> String {
    path.strip_prefix(root("")).unwrap_or(path).display().to_string()
}
