//! Tests of every row of the feature table: a shader that needs the feature is accepted if it is enabled, accepted and
//! reported if it is allowed, and refused with the right place and message if it is unavailable, or written without it
//! and executed with the same result. Every row and every capability must be tested here, or be listed as unreachable
//! for naga.

#[rustfmt::skip]
mod lowered;
#[rustfmt::skip]
mod needed;
#[rustfmt::skip]
mod never;

use crate::common::parse::{self, Shader};
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Color, Compute, Gpu, Render, Resource, Stage, gpu, vk};
use crate::common::{capabilities, root, shaders_below, turn_off, validate};
use lowered::{LOWERED, Lowered, Run};
use naga::Span;
use needed::{ALWAYS, NEEDED, Needed};
use never::{NEVER, NEVER_DECLARED};
use spirula::check::check;
use spirula::words::grammar::OperandKind;
use spirula::{EntryControls, EntryPoint, ErrorKind, Feature, Output, Support, Target};
use spirv::Capability;
use std::collections::{BTreeMap, BTreeSet};

fn parsed(source: &str) -> Shader {
    let shader = if source.starts_with("#version") {
        parse::glsl(source, "test.vert", naga::ShaderStage::Vertex)
    } else {
        parse::wgsl(source, "test.wgsl")
    };
    let shader = shader.unwrap_or_else(|error| panic!("{error}"));
    if source.starts_with("// No front end writes cull distances") {
        with_cull_distances(shader.module)
    } else {
        shader
    }
}

/// The module with cull distances instead of clip distances.
fn with_cull_distances(mut module: naga::Module) -> Shader {
    let mut types = naga::UniqueArena::new();
    for (handle, ty) in module.types.iter() {
        let mut ty = ty.clone();
        if let naga::TypeInner::Struct { ref mut members, .. } = ty.inner {
            for member in members {
                if member.binding == Some(naga::Binding::BuiltIn(naga::BuiltIn::ClipDistances)) {
                    member.binding = Some(naga::Binding::BuiltIn(naga::BuiltIn::CullDistance));
                }
            }
        }
        types.insert(ty, module.types.get_span(handle));
    }
    module.types = types;
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    let info = validator.validate(&module).unwrap();
    Shader { module, info }
}

/// All faults, so that one run reports every row.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.0.push(message());
        }
    }

    fn none(self) {
        assert!(self.0.is_empty(), "{} faults:\n{}", self.0.len(), self.0.join("\n"));
    }
}

/// The first line of the text at a span.
fn text(source: &str, span: Span) -> &str {
    span.to_range().map_or("", |range| &source[range.start..])
}

/// A minimal target for a module: the mandatory features, and the features and extensions that the module reported.
fn just_enough(target: &Target, output: &Output) -> Target {
    let features = turn_off::used(output);
    let mut strict = target.clone().strict();
    for used in &output.requirements {
        let requirement = target.requirement_by(used.capability, used.feature);
        if used.feature.is_none()
            && let Some(extension) = requirement.extension
        {
            strict = strict.extension(extension.name()).unwrap();
        }
    }
    for extension in &output.extensions {
        strict = strict.extension(extension.extension.name()).unwrap();
    }
    features.into_iter().fold(strict, Target::enable)
}

fn valid(name: &str, output: &Output, target: &Target, environment: &str, faults: &mut Faults) {
    let report = check(&output.words, target);
    faults.check(report.violations.is_empty(), || format!("{name}: {report}"));
    let relaxed = validate::ValidatorOptions {
        uniform_buffer_standard_layout: true,
        ..validate::ValidatorOptions::default()
    };
    let verdict = validate::validate_with(&output.words, environment, Some(relaxed));
    faults.check(verdict.is_ok(), || format!("{name}: {verdict:?}"));
    for fault in capabilities::faults(&output.words, target) {
        faults.check(false, || format!("{name}: {fault}"));
    }
}

/// The first place where a module reports a feature, and the highest count of its uses.
fn reported(output: &Output, feature: Feature) -> Option<(Span, u32)> {
    let features = output.features.iter();
    let features = features.filter(|used| used.feature == feature);
    let capabilities = output.requirements.iter();
    let capabilities = capabilities.filter(|used| used.feature == Some(feature));
    let all: Vec<(Span, u32)> = features
        .map(|used| (used.span, used.count))
        .chain(capabilities.map(|used| (used.span, used.count)))
        .collect();
    let place = |span: &Span| span.to_range().map_or(usize::MAX, |range| range.start);
    let first = all.iter().map(|&(span, _)| span).min_by_key(place)?;
    Some((first, all.iter().map(|&(_, count)| count).max()?))
}

/// One row under test: the shader, and a function from a target to its options.
struct Row<'a> {
    feature: Feature,
    source: &'a str,
    environment: &'a str,
    at: &'a str,
    count: u32,
    words: String,
    without: &'a [Feature],
    /// The feature that the refusal must name.
    named: Feature,
    adjust: &'a dyn Fn(&mut Setup),
}

impl Row<'_> {
    fn options(&self, target: Target) -> Setup {
        let mut options = Setup::new(target);
        (self.adjust)(&mut options);
        options
    }

    /// Tests the feature allowed, enabled, and disabled.
    fn judge(&self, faults: &mut Faults) {
        let name = format!("{} at {}", self.feature, self.environment);
        let shader = parsed(self.source);
        let compile = |target: &Target| setup::compile(&shader.module, &shader.info, &self.options(target.clone()));
        let allowed = Target::parse(self.environment).unwrap();
        let allowed = self
            .without
            .iter()
            .fold(allowed, |target, &other| target.disable(other));
        let support = allowed.feature(self.feature);
        let version = allowed.vulkan_version();
        let is_mandatory = self
            .feature
            .mandatory_version()
            .is_some_and(|since| Some(since) <= version);
        let expected = if is_mandatory {
            Support::Enabled
        } else {
            Support::Allowed
        };
        faults.check(support == expected, || format!("{name}: it is {support:?}"));
        let output = match compile(&allowed) {
            Ok(output) => output,
            Err(error) => {
                let rendered = error.emit_to_string(self.source, "test");
                return faults.check(false, || format!("{name}: refused where it is allowed: {rendered}"));
            }
        };
        valid(&name, &output, &allowed, self.environment, faults);
        match reported(&output, self.feature) {
            None => faults.check(false, || {
                format!("{name}: not reported in {:?}", turn_off::used(&output))
            }),
            Some((span, count)) => {
                let at = text(self.source, span);
                faults.check(at.starts_with(self.at) && count == self.count, || {
                    format!("{name}: reported {count} times, first at {:?}", at.lines().next())
                });
            }
        }
        let enabled = just_enough(&allowed, &output);
        match compile(&enabled) {
            Ok(same) => faults.check(same.words == output.words, || {
                format!("{name}: other words where enabled")
            }),
            Err(error) => {
                let rendered = error.emit_to_string(self.source, "test");
                faults.check(false, || format!("{name}: refused where it is enabled: {rendered}"));
            }
        }
        let missing = enabled.disable(self.feature);
        match compile(&missing) {
            Ok(_) => faults.check(false, || format!("{name}: accepted without it")),
            Err(error) => self.judge_refusal(&name, &error, &missing, &shader, faults),
        }
    }

    /// Tests the place and the message, and that the suggestion helps.
    fn judge_refusal(&self, name: &str, error: &spirula::Error, target: &Target, shader: &Shader, faults: &mut Faults) {
        let diagnostics = error.diagnostics();
        let found = diagnostics.iter().find_map(|diagnostic| match &diagnostic.kind {
            ErrorKind::Missing(missing) if missing.feature == Some(self.named) => Some((diagnostic, missing)),
            _ => None,
        });
        let Some((diagnostic, missing)) = found else {
            return faults.check(false, || format!("{name}: refused for something else: {error}"));
        };
        let at = text(self.source, diagnostic.span);
        faults.check(at.starts_with(self.at), || {
            format!("{name}: refused at {:?}", at.lines().next())
        });
        let rendered = error.emit_to_string(self.source, "test");
        let words = if self.words.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.words)
        };
        for part in [
            format!("the target does not have `{}`", self.named.name()),
            format!("needed: `{}`{words}\n", self.named.name()),
            format!("to allow it: --enable {}", self.named.name()),
        ] {
            faults.check(rendered.contains(&part), || {
                format!("{name}: no {part:?} in {rendered}")
            });
        }
        let helped = diagnostics
            .iter()
            .fold(target.clone(), |target, diagnostic| match &diagnostic.kind {
                ErrorKind::Missing(other) => other
                    .remedies
                    .iter()
                    .fold(target, |target, remedy| remedy.apply(target)),
                _ => target,
            });
        faults.check(!missing.remedies.is_empty(), || format!("{name}: nothing is suggested"));
        let again = setup::compile(&shader.module, &shader.info, &self.options(helped));
        faults.check(again.is_ok(), || {
            format!("{name}: what is suggested does not help: {again:?}")
        });
    }
}

fn row(needed: &Needed) -> Row<'_> {
    Row {
        feature: needed.feature,
        source: needed.source,
        environment: needed.target,
        at: needed.at,
        count: needed.count,
        words: needed.words.to_owned(),
        without: needed.without,
        named: needed.named,
        adjust: &|_| {},
    }
}

#[test]
fn features_without_a_replacement() {
    let mut faults = Faults::default();
    for needed in NEEDED {
        row(needed).judge(&mut faults);
    }
    faults.none();
}

/// The properties of the float controls by width, the option for each, and its capability.
const CONTROLS: [(&str, &str, &str); 5] = [
    ("shaderDenormPreserveFloat", "denorm=preserve", "DenormPreserve"),
    ("shaderDenormFlushToZeroFloat", "denorm=flush", "DenormFlushToZero"),
    (
        "shaderSignedZeroInfNanPreserveFloat",
        "nan=preserve",
        "SignedZeroInfNanPreserve",
    ),
    ("shaderRoundingModeRTEFloat", "round=rte", "RoundingModeRTE"),
    ("shaderRoundingModeRTZFloat", "round=rtz", "RoundingModeRTZ"),
];

fn control_source(width: u32) -> String {
    format!(
        "enable f16;
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main() {{ let x = f{width}(o[0]); o[0] = f32(x * x + x); }}"
    )
}

fn controls() -> Vec<(Feature, String, String)> {
    let mut rows = Vec::new();
    for width in [16, 32, 64] {
        for (property, asked, _) in CONTROLS {
            let feature = Feature::from_name(&format!("{property}{width}")).unwrap();
            rows.push((feature, control_source(width), format!("f{width}:{asked}")));
        }
    }
    rows.push((
        Feature::ShaderFloatControls2,
        control_source(32),
        "f32:fast=none".to_owned(),
    ));
    rows
}

#[test]
fn properties_of_the_float_controls() {
    let mut faults = Faults::default();
    for (feature, source, asked) in controls() {
        let controls = EntryControls::parse(&asked).unwrap();
        let capability = CONTROLS
            .iter()
            .find(|(property, ..)| feature.name().starts_with(property));
        // The property has its own requirement; the capability is the same for all widths.
        let words = match capability {
            Some(_) => "VK_KHR_shader_float_controls, core in Vulkan 1.2".to_owned(),
            None => "capability FloatControls2; VK_KHR_shader_float_controls2, core in Vulkan 1.4; \
                     SPV_KHR_float_controls2"
                .to_owned(),
        };
        // An entry point has no span: that of its first statement is used.
        let at = format!("{}(o[0])", &asked[..3]);
        let row = Row {
            feature,
            source: &source,
            environment: "vulkan1.2",
            at: &at,
            count: 1,
            words,
            without: &[],
            named: feature,
            adjust: &|options| options.float_controls.default = controls,
        };
        row.judge(&mut faults);
    }
    faults.none();
}

impl Lowered {
    fn compile(&self, shader: &Shader, has: bool, entry: Option<&str>) -> (Target, Result<Output, spirula::Error>) {
        let target = Target::parse(self.target).unwrap();
        let target = self.with.iter().fold(target, |target, &other| target.enable(other));
        let target = self.without.iter().fold(target, |target, &other| target.disable(other));
        let target = match has {
            true => target.enable(self.feature),
            false => target.disable(self.feature),
        };
        let mut options = Setup::new(target.clone());
        options.spec_constants = self.spec_constants;
        options.vulkan_memory_model = self.vulkan_memory_model;
        options.entry_point = entry.map(|name| EntryPoint {
            stage: None,
            name: name.to_owned(),
        });
        let output = setup::compile(&shader.module, &shader.info, &options);
        (target, output)
    }

    /// Executes the words. The error is a wrong result, or that of the driver.
    fn execute(&self, gpu: &Gpu, words: &[u32], fragment: &[u32]) -> Result<(), String> {
        match self.run {
            Run::Compute { uniform, input, output } => compute(gpu, words, uniform, input, output),
            Run::Draw(expected) => draw(gpu, words, &expected),
            Run::Mesh(expected) => mesh(gpu, words, fragment, expected),
        }
    }
}

fn compute(gpu: &Gpu, words: &[u32], uniform: bool, input: &[u32], expected: &[u32]) -> Result<(), String> {
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    let bind = |binding, resource| Binding {
        set: 0,
        binding,
        resource,
    };
    let given = match uniform {
        true => Resource::Uniform(bytes),
        false => Resource::Storage(bytes),
    };
    let bindings = [bind(0, given), bind(1, Resource::Storage(vec![0; expected.len() * 4]))];
    let results = gpu.compute(&Compute {
        words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [1, 1, 1],
        validate: false,
    })?;
    let last = results.last().ok_or("no result")?;
    let words = last
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap()));
    let words: Vec<u32> = words.collect();
    (words == expected)
        .then_some(())
        .ok_or_else(|| format!("{words:?}, expected {expected:?}"))
}

fn run<'a>(words: &'a [u32], first: &'a str, width: u32, colors: &'a [Color]) -> Render<'a> {
    let stage = |entry_point| Stage { words, entry_point };
    Render {
        vertex: stage(first),
        fragment: Some(stage("fs")),
        bindings: &[],
        push_constants: &[],
        constants: &[],
        vertex_buffers: &[],
        topology: vk::PrimitiveTopology::TRIANGLE_LIST,
        vertices: 3,
        instances: 1,
        size: [width, 1],
        colors,
        depth: false,
    }
}

const COLORS: [Color; 1] = [Color {
    format: vk::Format::R32G32B32A32_SFLOAT,
    clear: [0.75; 4],
}];

/// The red components of the drawn pixels.
fn reds(bytes: &[u8]) -> Vec<f32> {
    let texels = bytes.chunks_exact(16);
    texels
        .map(|texel| f32::from_le_bytes(texel[..4].try_into().unwrap()))
        .collect()
}

fn draw(gpu: &Gpu, words: &[u32], expected: &[f32]) -> Result<(), String> {
    let pixels = gpu.render(&run(words, "vs", expected.len() as u32, &COLORS))?;
    let found = reds(&pixels.colors[0]);
    (found == expected)
        .then_some(())
        .ok_or_else(|| format!("{found:?}, expected {expected:?}"))
}

fn mesh(gpu: &Gpu, words: &[u32], fragment: &[u32], expected: f32) -> Result<(), String> {
    if !gpu.has_mesh_shaders() {
        return Ok(());
    }
    let run = Render {
        vertices: 1,
        fragment: Some(Stage {
            words: fragment,
            entry_point: "fs",
        }),
        ..run(words, "main", 1, &COLORS)
    };
    let pixels = gpu.render_mesh(&run, None)?;
    let found = reds(&pixels.colors[0]);
    (found == [expected])
        .then_some(())
        .ok_or_else(|| format!("{found:?}, expected {expected}"))
}

/// Whether the driver has a feature; otherwise only the lowering without it is executed.
fn has(gpu: &Gpu, feature: Feature) -> bool {
    match feature {
        Feature::ShaderMaximalReconvergence | Feature::ShaderSubgroupUniformControlFlow => {
            gpu.has_reconvergence(feature)
        }
        Feature::StorageInputOutput16 => gpu.features.vulkan11.storage_input_output16 == vk::TRUE,
        Feature::ShaderTerminateInvocation => gpu.features.vulkan13.shader_terminate_invocation == vk::TRUE,
        // The suite's device does not query it.
        Feature::Maintenance5 => false,
        _ => true,
    }
}

#[test]
fn features_with_a_replacement() {
    let mut faults = Faults::default();
    let gpu = gpu();
    for row in LOWERED {
        let name = format!("{} at {}", row.feature, row.target);
        let shader = parsed(row.source);
        let mut words = Vec::new();
        for enabled in [true, false] {
            // spirv-val confuses the modes of different entry points, so a mesh shader is written alone.
            let is_mesh = matches!(row.run, Run::Mesh(_));
            let (target, output) = row.compile(&shader, enabled, is_mesh.then_some("main"));
            let fragment = match is_mesh {
                true => row.compile(&shader, enabled, Some("fs")).1.unwrap().words,
                false => Vec::new(),
            };
            let output = match output {
                Ok(output) => output,
                Err(error) => {
                    let rendered = error.emit_to_string(row.source, "test");
                    faults.check(false, || format!("{name}, {enabled}: {rendered}"));
                    continue;
                }
            };
            valid(&name, &output, &target, row.target, &mut faults);
            match (enabled, reported(&output, row.feature)) {
                (true, Some((span, count))) => {
                    let at = text(row.source, span);
                    faults.check(at.starts_with(row.at) && count == row.count, || {
                        format!("{name}: reported {count} times, first at {:?}", at.lines().next())
                    });
                }
                (false, None) => {}
                (_, found) => faults.check(false, || format!("{name}, {enabled}: reported as {found:?}")),
            }
            if let Some(gpu) = gpu.as_ref().filter(|gpu| !enabled || has(gpu, row.feature)) {
                let result = row.execute(gpu, &output.words, &fragment);
                faults.check(result.is_ok(), || format!("{name}, {enabled}: {result:?}"));
            }
            words.push(output.words);
        }
        faults.check(words.first() != words.get(1), || {
            format!("{name}: the same words with it and without")
        });
    }
    faults.none();
}

/// Every row has a test or a reason, exactly once.
#[test]
fn every_feature_has_a_row() {
    let mut rows: BTreeMap<Feature, usize> = BTreeMap::new();
    let needed = NEEDED.iter().map(|row| row.feature);
    let lowered = LOWERED.iter().map(|row| row.feature);
    let never = NEVER.iter().flat_map(|(_, features)| features.iter().copied());
    let controls = controls().into_iter().map(|(feature, ..)| feature);
    for feature in needed.chain(lowered).chain(never).chain(controls) {
        *rows.entry(feature).or_default() += 1;
    }
    let mut faults = Faults::default();
    for feature in Feature::ALL {
        let count = rows.get(feature).copied().unwrap_or(0);
        faults.check(count == 1, || format!("{feature} has {count} rows"));
    }
    faults.none();
}

/// Every capability that Vulkan permits is declared by the shader of a row or of a snapshot, or belongs to a feature
/// that naga cannot use.
#[test]
fn every_capability_is_declared_somewhere() {
    let mut declared: BTreeSet<u32> = BTreeSet::new();
    let targets = ["vulkan1.0", "vulkan1.2", "vulkan1.4"].map(|name| Target::parse(name).unwrap());
    let mut write = |shader: &Shader, adjust: &dyn Fn(&mut Setup)| {
        for target in &targets {
            let mut options = Setup::new(target.clone());
            adjust(&mut options);
            if let Ok(output) = setup::compile(&shader.module, &shader.info, &options) {
                declared.extend(
                    capabilities::declared(&output.words)
                        .into_iter()
                        .map(|(_, number)| number),
                );
            }
        }
    };
    for needed in NEEDED {
        let without = |options: &mut Setup| {
            for &other in needed.without {
                options.target = options.target.clone().disable(other);
            }
        };
        write(&parsed(needed.source), &without);
    }
    for row in LOWERED {
        write(&parsed(row.source), &|options| {
            options.vulkan_memory_model = row.vulkan_memory_model
        });
    }
    for (_, source, asked) in controls() {
        let controls = EntryControls::parse(&asked).unwrap();
        write(&parsed(&source), &|options| options.float_controls.default = controls);
    }
    for source in ALWAYS {
        write(&parsed(source), &|_| {});
    }
    for path in shaders_below(&root("snapshots")) {
        if let Ok(shader) = parse::file(&path) {
            write(&shader, &|_| {});
        }
    }
    let never: BTreeSet<Feature> = NEVER
        .iter()
        .flat_map(|(_, features)| features.iter().copied())
        .collect();
    let listed: BTreeSet<u32> = NEVER_DECLARED
        .iter()
        .flat_map(|(_, capabilities)| capabilities.iter().map(|&capability| capability as u32))
        .collect();
    let newest = Target::vulkan(1, 4);
    let mut faults = Faults::default();
    let kind = OperandKind::from_name("Capability").unwrap();
    for number in kind.enumerants().map(|row| row.value) {
        let Some(capability) = Capability::from_u32(number) else {
            continue;
        };
        let permitting: Vec<Feature> = Feature::ALL
            .iter()
            .copied()
            .filter(|feature| feature.capabilities().any(|permitted| permitted == capability))
            .collect();
        let is_out_of_reach = !permitting.is_empty() && permitting.iter().all(|feature| never.contains(feature));
        let is_permitted = newest.capability(capability) != Support::Unavailable;
        let is_declared = declared.contains(&number);
        let is_listed = listed.contains(&number);
        faults.check(!(is_listed && is_declared), || {
            format!("{capability:?} is listed and declared")
        });
        faults.check(is_declared || is_listed || is_out_of_reach || !is_permitted, || {
            format!("{capability:?} is nowhere declared")
        });
    }
    faults.none();
}

/// Turns off each feature that a module used: it must be refused by name, or valid without the feature.
#[test]
fn one_feature_less() {
    let mut faults = Faults::default();
    let (mut modules, mut features) = (0, 0);
    for path in shaders_below(&root("snapshots")) {
        let Ok(shader) = parse::file(&path) else { continue };
        let name = path.strip_prefix(root("")).unwrap().display().to_string();
        for environment in validate::VULKAN {
            for everything in [false, true] {
                let mut target = Target::parse(environment).unwrap();
                if everything {
                    target = turn_off::everything(target);
                }
                let options = Setup::new(target);
                let Ok(output) = setup::compile(&shader.module, &shader.info, &options) else {
                    continue;
                };
                let found = turn_off::one_at_a_time(&shader, &options, &output);
                modules += 1;
                features += found.features;
                assert_eq!(found.features, found.refused + found.lowered + found.faults.len());
                for (feature, fault) in found.faults {
                    faults.check(false, || format!("{name} at {environment}: {feature}: {fault}"));
                }
            }
        }
    }
    assert!(
        modules > 1000 && features > 500,
        "{modules} modules, {features} features"
    );
    faults.none();
}
