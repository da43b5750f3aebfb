//! `snapshots/<area>/<case>.wgsl` (or GLSL: `.vert`, `.frag`, `.comp`; or SPIR-V: `.spvasm`) and beside it what comes out of it: one listing
//! per distinct output, named by the targets that share it, or the error where a target refuses it.
//!
//! Every case is written by a fresh writer and by one that has written all cases before it, which must give the same
//! words, and spirv-val must accept them for their target. `INSTA_UPDATE=always cargo test --test snapshots` accepts
//! what comes out now. The first comment lines of a case hold its options, see [`Case::directive`].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use common::parse::{self, Language};
use common::{backends, root, shaders_below, validate};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{
    BindingInfo, DebugInfo, EntryControls, EntryPoint, Feature, Options, Target, TaskDispatchLimits, Writer,
};

/// A case with its options applied: one `Options` per target.
struct Case {
    path: PathBuf,
    source: String,
    targets: Vec<String>,
    options: Options,
    /// What changes a target, in the order in which it stands.
    changes: Vec<Change>,
    debug: bool,
    validator: validate::ValidatorOptions,
}

/// A directive about the target.
enum Change {
    CoreOnly,
    Strict,
    Enable(Feature),
    Disable(Feature),
    Extension(String),
    Property(String, String),
}

impl Case {
    fn read(path: &Path) -> Result<Self, String> {
        let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let mut case = Self {
            path: path.to_path_buf(),
            targets: validate::VULKAN.map(str::to_owned).into(),
            options: Options::new(Target::vulkan(1, 0)),
            changes: Vec::new(),
            debug: false,
            validator: validate::ValidatorOptions::default(),
            source,
        };
        let lines: Vec<String> = case.source.lines().map(str::to_owned).collect();
        // `#version` comes first in GLSL, before any comment may.
        for line in lines.iter().skip_while(|line| line.starts_with("#version")) {
            let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
            let Some(comment) = comment else { break };
            // A key is one word in small letters right before a colon; other comments are prose.
            if let Some((key, value)) = comment.trim().split_once(": ")
                && key.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            {
                case.directive(key, value.trim())
                    .map_err(|error| format!("`{key}: {value}`: {error}"))?;
            }
        }
        Ok(case)
    }

    /// The directives. Flags take `on` and `off`.
    fn directive(&mut self, key: &str, value: &str) -> Result<(), String> {
        let feature = |name: &str| Feature::from_name(name).ok_or_else(|| format!("no feature {name}"));
        match key {
            // Names in spirv-val's spelling; without it all Vulkan versions.
            "targets" => self.targets = value.split_whitespace().map(str::to_owned).collect(),
            "enable" => {
                for name in value.split_whitespace() {
                    self.changes.push(Change::Enable(feature(name)?));
                    match name {
                        "scalarBlockLayout" => self.validator.scalar_block_layout = true,
                        "uniformBufferStandardLayout" => self.validator.uniform_buffer_standard_layout = true,
                        _ => {}
                    }
                }
            }
            "disable" => {
                for name in value.split_whitespace() {
                    self.changes.push(Change::Disable(feature(name)?));
                }
            }
            "extension" => self
                .changes
                .extend(value.split_whitespace().map(|name| Change::Extension(name.to_owned()))),
            // `allow: core-only` and `allow: strict` narrow what a target may require.
            "allow" => self.changes.push(match value {
                "core-only" => Change::CoreOnly,
                "strict" => Change::Strict,
                _ => return Err("core-only or strict".to_owned()),
            }),
            // One policy for everything, or `index=…`, `buffer=…`, `image=…`, `array=…`.
            "bounds" => {
                for part in value.split_whitespace() {
                    bounds(&mut self.options.bounds_check_policies, part)?;
                }
            }
            // `[stage:]name`
            "entry" => self.options.entry_point = Some(entry_point(value)?),
            // `group,binding -> set,binding[,size]`
            "bind" => {
                let (resource, info) = binding(value)?;
                self.options.binding_map.insert(resource, info);
            }
            // `name=value` or `id=value`, several in a line.
            "overrides" => {
                for part in value.split_whitespace() {
                    let (key, value) = part.split_once('=').ok_or("name=value")?;
                    let value = value.parse().map_err(|error| format!("{value}: {error}"))?;
                    self.options.overrides.insert(key.to_owned(), value);
                }
            }
            "vulkan-memory-model" => self.options.vulkan_memory_model = flag(value)?,
            "spec-constants" => self.options.spec_constants = flag(value)?,
            "missing-bindings" => self.options.fake_missing_bindings = flag(value)?,
            // `[[stage:]name@]spec`, the spec as on the command line.
            "float-controls" => {
                let controls = |spec: &str| EntryControls::parse(spec).map_err(|error| error.to_string());
                match value.split_once('@') {
                    None => self.options.float_controls.default = controls(value)?,
                    Some((name, spec)) => {
                        let own = (entry_point(name)?, controls(spec)?);
                        self.options.float_controls.entry_points.push(own);
                    }
                }
            }
            // `all`, `@invariant`, or names of functions.
            "no-contraction" => {
                let asked = &mut self.options.float_controls;
                for part in value.split_whitespace() {
                    match part {
                        "all" => asked.no_contraction = true,
                        "@invariant" => asked.exact_invariant_positions = true,
                        name => {
                            asked.exact_functions.insert(name.to_owned());
                        }
                    }
                }
            }
            // `name=value`, several in a line: properties of the device's float controls.
            "float-property" => {
                for part in value.split_whitespace() {
                    let (name, value) = part.split_once('=').ok_or("name=value")?;
                    self.changes.push(Change::Property(name.to_owned(), value.to_owned()));
                }
            }
            "zero-workgroup" => self.options.zero_initialize_workgroup_memory = flag(value)?,
            "ray-query-tracking" => self.options.ray_query_initialization_tracking = flag(value)?,
            "print-invalid-rays" => {
                self.options.print_on_ray_query_initialization_fail = flag(value)?;
                self.options.print_on_trace_rays_fail = flag(value)?;
            }
            "trace-ray-validation" => self.options.trace_ray_argument_validation = flag(value)?,
            "clamp-indices" => self.options.mesh_shader_primitive_indices_clamp = flag(value)?,
            // Along each dimension, and in all.
            "task-limits" => {
                let (each, all) = value.split_once(' ').ok_or("two numbers")?;
                let number = |text: &str| text.parse().map_err(|error| format!("{text}: {error}"));
                self.options.task_dispatch_limits = Some(TaskDispatchLimits {
                    max_mesh_workgroups_per_dim: number(each)?,
                    max_mesh_workgroups_total: number(all)?,
                });
            }
            "loop-bounding" => self.options.force_loop_bounding = flag(value)?,
            "flip-y" => self.options.adjust_coordinate_space = flag(value)?,
            "point-size" => self.options.force_point_size = flag(value)?,
            "clamp-depth" => self.options.clamp_frag_depth = flag(value)?,
            "names" => self.options.names = flag(value)?,
            "debug" => self.debug = flag(value)?,
            _ => return Err("no such directive".to_owned()),
        }
        Ok(())
    }

    fn options_for(&self, target: &str) -> Result<Options, String> {
        let mut options = self.options.clone();
        let mut chosen = Target::parse(target).map_err(|error| error.to_string())?;
        for change in &self.changes {
            chosen = match change {
                Change::CoreOnly => chosen.core_only(),
                Change::Strict => chosen.strict(),
                Change::Enable(feature) => chosen.enable(*feature),
                Change::Disable(feature) => chosen.disable(*feature),
                Change::Extension(name) => chosen.extension(name),
                Change::Property(name, value) => {
                    chosen.float_property(name, value).map_err(|error| error.to_string())?
                }
            };
        }
        options.target = chosen;
        if self.debug {
            let language = match Language::of(&self.path) {
                Some(Language::Glsl(_)) => spirv::SourceLanguage::GLSL,
                _ => spirv::SourceLanguage::WGSL,
            };
            let file_name = file_name(&self.path);
            options.debug_info = Some(DebugInfo {
                source: self.source.clone(),
                file_name,
                language,
            });
        }
        Ok(options)
    }

    /// What comes out for each target: listing or error. `reused` has written other modules before.
    fn outputs(&self, reused: &mut Writer) -> Result<BTreeMap<String, Vec<&str>>, String> {
        let shader = parse::file(&self.path)?;
        let mut outputs: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut faults = Vec::new();
        for target in &self.targets {
            let options = self.options_for(target)?;
            let fresh = spirula::compile(&shader.module, &shader.info, &options).map(|output| output.words);
            let mut again = Vec::new();
            let second = reused.write(&shader.module, &shader.info, &options, &mut again);
            let text = match fresh {
                Ok(words) => {
                    if second.is_err() || words != again {
                        faults.push(format!("{target}: a reused writer writes something else"));
                    }
                    let report = spirula::check::check(&words, &options.target);
                    if !report.violations.is_empty() {
                        faults.push(format!("{target}: the self-check says {report}"));
                    }
                    let options = Some(self.validator.clone());
                    if let Err(message) = validate::validate_with(&words, target, options) {
                        faults.push(format!("{target}: invalid: {message}"));
                    }
                    listing(&words)
                }
                Err(error) => {
                    if second.is_ok() {
                        faults.push(format!("{target}: a reused writer accepts what a fresh one refuses"));
                    }
                    error.emit_to_string(&self.source, &file_name(&self.path))
                }
            };
            outputs.entry(text).or_default().push(target);
        }
        if faults.is_empty() {
            Ok(outputs)
        } else {
            Err(faults.join("\n"))
        }
    }

    /// Compares what comes out with the snapshots beside the case, and finds snapshots that nothing comes out for.
    fn check(&self, reused: &mut Writer) -> Result<(), String> {
        let stem = file_name(&self.path);
        let folder = self.path.parent().expect("a file in a folder");
        let mut faults = Vec::new();
        let mut names = Vec::new();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        for (text, targets) in self.outputs(reused)? {
            let name = format!("{stem}.{}.spvasm", shared_name(&targets));
            // insta panics with a report that it has printed; the name is enough here.
            let compared = catch_unwind(AssertUnwindSafe(|| {
                settings.bind(|| insta::assert_snapshot!(name.clone(), text));
            }));
            if compared.is_err() {
                faults.push(format!("{name} differs"));
            }
            names.push(format!("{name}.snap"));
        }
        for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = file_name(&path);
            let ours = name.starts_with(&format!("{stem}.")) && name.ends_with(".snap");
            if ours && !names.contains(&name) {
                if std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always") {
                    std::fs::remove_file(&path).map_err(|error| error.to_string())?;
                } else {
                    faults.push(format!("{name} is a snapshot of nothing that comes out"));
                }
            }
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults.join("\n"))
        }
    }
}

/// The listing without the comment lines of the header: the version and the generator are in no doubt, and versions
/// with the same instructions share a snapshot.
fn listing(words: &[u32]) -> String {
    let text = backends::disassemble(words);
    text.lines()
        .skip_while(|line| line.starts_with(';'))
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Names several targets: runs of Vulkan versions as `vulkan1.1-1.3`, everything else joined by `+`.
fn shared_name(targets: &[&str]) -> String {
    let place = |target: &str| validate::VULKAN.iter().position(|known| *known == target);
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for target in targets {
        match runs.last_mut() {
            Some((_, last)) if place(target).is_some_and(|at| at > 0 && place(last) == Some(at - 1)) => *last = target,
            _ => runs.push((target, target)),
        }
    }
    let names: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| match last.strip_prefix("vulkan") {
            Some(version) if first != last => format!("{first}-{version}"),
            _ => first.to_owned(),
        })
        .collect();
    names.join("+")
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("a name in UTF-8")
        .to_owned()
}

fn flag(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off".to_owned()),
    }
}

fn bounds(policies: &mut BoundsCheckPolicies, part: &str) -> Result<(), String> {
    let (which, policy) = part.split_once('=').unwrap_or(("all", part));
    let policy = match policy {
        "unchecked" => BoundsCheckPolicy::Unchecked,
        "restrict" => BoundsCheckPolicy::Restrict,
        "read-zero" => BoundsCheckPolicy::ReadZeroSkipWrite,
        _ => return Err("unchecked, restrict or read-zero".to_owned()),
    };
    match which {
        "all" => {
            *policies = BoundsCheckPolicies {
                index: policy,
                buffer: policy,
                image_load: policy,
                binding_array: policy,
            };
        }
        "index" => policies.index = policy,
        "buffer" => policies.buffer = policy,
        "image" => policies.image_load = policy,
        "array" => policies.binding_array = policy,
        _ => return Err("index, buffer, image or array".to_owned()),
    }
    Ok(())
}

fn entry_point(value: &str) -> Result<EntryPoint, String> {
    let (stage, name) = match value.split_once(':') {
        None => (None, value),
        Some((stage, name)) => (
            Some(match stage {
                "vertex" => naga::ShaderStage::Vertex,
                "fragment" => naga::ShaderStage::Fragment,
                "compute" => naga::ShaderStage::Compute,
                "task" => naga::ShaderStage::Task,
                "mesh" => naga::ShaderStage::Mesh,
                "raygen" => naga::ShaderStage::RayGeneration,
                "miss" => naga::ShaderStage::Miss,
                "any-hit" => naga::ShaderStage::AnyHit,
                "closest-hit" => naga::ShaderStage::ClosestHit,
                _ => return Err(format!("no stage {stage}")),
            }),
            name,
        ),
    };
    Ok(EntryPoint {
        stage,
        name: name.to_owned(),
    })
}

fn binding(value: &str) -> Result<(naga::ResourceBinding, BindingInfo), String> {
    let numbers = |list: &str| -> Result<Vec<u32>, String> {
        list.split(',')
            .map(|number| number.trim().parse().map_err(|error| format!("{number}: {error}")))
            .collect()
    };
    let (from, to) = value.split_once("->").ok_or("group,binding -> set,binding")?;
    let (from, to) = (numbers(from)?, numbers(to)?);
    let (&[group, binding], [set, to, size @ ..]) = (from.as_slice(), to.as_slice()) else {
        return Err("group,binding -> set,binding[,size]".to_owned());
    };
    let info = BindingInfo {
        descriptor_set: *set,
        binding: *to,
        binding_array_size: size.first().copied(),
        ..BindingInfo::default()
    };
    Ok((naga::ResourceBinding { group, binding }, info))
}

#[test]
fn every_case() {
    let mut reused = Writer::new();
    let mut faults = Vec::new();
    let cases = shaders_below(&root("snapshots"));
    assert!(!cases.is_empty(), "no snapshot cases");
    for path in cases {
        let name = path
            .strip_prefix(root("snapshots"))
            .expect("below the folder")
            .display()
            .to_string();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            Case::read(&path).and_then(|case| case.check(&mut reused))
        }));
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => faults.push(format!("{name}:\n{fault}")),
            Err(_) => {
                faults.push(format!("{name}: panicked"));
                reused = Writer::new();
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} cases fail\n\n{}",
        faults.len(),
        faults.join("\n\n")
    );
}

#[test]
fn targets_are_named_in_runs() {
    assert_eq!(shared_name(&["vulkan1.0"]), "vulkan1.0");
    assert_eq!(
        shared_name(&["vulkan1.1", "vulkan1.2", "vulkan1.4"]),
        "vulkan1.1-1.2+vulkan1.4"
    );
    assert_eq!(shared_name(&["vulkan1.1spv1.4", "spv1.6"]), "vulkan1.1spv1.4+spv1.6");
}
