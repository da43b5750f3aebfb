//! The cases `snapshots/<area>/<case>`: a shader with its options in its first comment lines, see
//! `snapshots/README.md`.

use std::path::{Path, PathBuf};

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::target::Workaround;
use spirula::{
    BindingInfo, BindingSource, DebugInfo, EntryControls, EntryPoint, ExternalTextureBindingInfo, Feature,
    HandleMemory, Options, Support, Target, TaskDispatchLimits,
};

use super::parse::Language;
use super::setup::Setup;
use super::{assertions, filecheck, validate};

/// A case with its options applied: one `Setup` per target.
pub struct Case {
    pub path: PathBuf,
    pub source: String,
    pub targets: Vec<String>,
    pub options: Options,
    /// The changes of the target, in the order of the directives.
    changes: Vec<Change>,
    pub debug: bool,
    pub validator: validate::ValidatorOptions,
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
    pub fn read(path: &Path) -> Result<Self, String> {
        let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let mut case = Self {
            path: path.to_path_buf(),
            targets: validate::VULKAN.map(str::to_owned).into(),
            options: Options::default(),
            changes: Vec::new(),
            debug: false,
            validator: validate::ValidatorOptions::default(),
            source,
        };
        let lines: Vec<String> = case.source.lines().map(str::to_owned).collect();
        // `#version` must precede comments in GLSL.
        for line in lines.iter().skip_while(|line| line.starts_with("#version")) {
            let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
            let Some(comment) = comment else { break };
            // A key is one lower-case word before a colon; other comments are prose.
            if let Some((key, value)) = comment.trim().split_once(": ")
                && key.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            {
                case.directive(key, value.trim())
                    .map_err(|error| format!("`{key}: {value}`: {error}"))?;
            }
        }
        Ok(case)
    }

    /// Applies a directive. Flags are `on` or `off`.
    fn directive(&mut self, key: &str, value: &str) -> Result<(), String> {
        let feature = |name: &str| Feature::from_name(name).map_err(|error| error.to_string());
        match key {
            // Names in spirv-val's spelling; the default is all Vulkan versions.
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
            // `group,binding -> set,binding[,size] [combined] [handle MEMORY OFFSET]`
            "bind" => {
                let (resource, info) = binding(value)?;
                self.options.binding_map.insert(resource, info);
            }
            // `group,binding -> set,binding set,binding set,binding set,binding`: three planes and parameters.
            "external" => {
                let (from, to) = value.split_once("->").ok_or("group,binding -> planes and parameters")?;
                let places = to.split_whitespace().map(|to| binding(&format!("{from} -> {to}")));
                let places: Vec<_> = places.collect::<Result<_, _>>()?;
                let &[(resource, first), (_, second), (_, third), (_, params)] = places.as_slice() else {
                    return Err("three planes and parameters".to_owned());
                };
                let planes = [first, second, third];
                let info = ExternalTextureBindingInfo { planes, params };
                self.options.external_texture_binding_map.insert(resource, info);
            }
            // `name=value` or `id=value`, several in a line.
            "overrides" => {
                for part in value.split_whitespace() {
                    let (key, value) = part.split_once('=').ok_or("name=value")?;
                    let value = value.parse().map_err(|error| format!("{value}: {error}"))?;
                    self.options.overrides.insert(key.to_owned(), value);
                }
            }
            "assert-proofs" => self.options.assert_proofs = flag(value)?.then_some(assertions::PLACE),
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
            "direct-mesh" => self.options.direct_mesh_outputs = flag(value)?,
            "clamp-indices" => self.options.mesh_shader_primitive_indices_clamp = flag(value)?,
            // Along each dimension, and in total.
            "task-limits" => {
                let (each, all) = value.split_once(' ').ok_or("two numbers")?;
                let number = |text: &str| text.parse().map_err(|error| format!("{text}: {error}"));
                self.options.task_dispatch_limits = Some(TaskDispatchLimits {
                    max_mesh_workgroups_per_dim: number(each)?,
                    max_mesh_workgroups_total: number(all)?,
                });
            }
            "robust-access" => self.options.rely_on_robust_access = flag(value)?,
            "loop-bounding" => self.options.force_loop_bounding = flag(value)?,
            "int-div-checks" => self.options.emit_int_div_checks = flag(value)?,
            "flip-y" => self.options.adjust_coordinate_space = flag(value)?,
            "point-size" => self.options.force_point_size = flag(value)?,
            "clamp-depth" => self.options.clamp_frag_depth = flag(value)?,
            // Names, several in a line.
            "workarounds" | "no-workarounds" => {
                for name in value.split_whitespace() {
                    let workaround = Workaround::from_name(name).map_err(|error| error.to_string())?;
                    let set = match key {
                        "workarounds" => &mut self.options.workarounds,
                        _ => &mut self.options.without_workarounds,
                    };
                    set.insert(workaround);
                }
            }
            "names" => self.options.names = flag(value)?,
            "interface-names" => self.options.interface_names = flag(value)?,
            "debug" => self.debug = flag(value)?,
            _ => return Err("no such directive".to_owned()),
        }
        Ok(())
    }

    pub fn options_for(&self, target: &str) -> Result<Setup, String> {
        let chosen = Target::parse(target).map_err(|error| error.to_string())?;
        self.options_on(chosen, false)
    }

    /// The options on a target that describes a device, with the directives about features and extensions. Those
    /// about the scope of a target do not apply: the target has what the device has and nothing else.
    pub fn options_on_device(&self, device: Target) -> Result<Setup, String> {
        self.options_on(device, true)
    }

    fn options_on(&self, mut chosen: Target, is_device: bool) -> Result<Setup, String> {
        for change in &self.changes {
            chosen = match change {
                Change::CoreOnly | Change::Strict if is_device => chosen,
                Change::Enable(feature) if is_device && chosen.feature(*feature) == Support::Unavailable => chosen,
                Change::CoreOnly => chosen.core_only(),
                Change::Strict => chosen.strict(),
                Change::Enable(feature) => chosen.enable(*feature),
                Change::Disable(feature) => chosen.disable(*feature),
                Change::Extension(name) => chosen.extension(name).map_err(|error| error.to_string())?,
                Change::Property(name, value) => {
                    chosen.float_property(name, value).map_err(|error| error.to_string())?
                }
            };
        }
        let mut options = self.options.clone();
        options.self_check = true;
        if self.debug {
            let language = match Language::of(&self.path) {
                Some(Language::Glsl(_)) => spirv::SourceLanguage::GLSL,
                _ => spirv::SourceLanguage::WGSL,
            };
            let file_name = file_name(&self.path);
            options.debug_info = Some(DebugInfo {
                // Check lines are not part of the source.
                language,
                ..DebugInfo::new(file_name, filecheck::without(&self.source))
            });
        }
        Ok(Setup {
            target: chosen,
            options,
        })
    }
}

pub fn file_name(path: &Path) -> String {
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
    let mut words = to.split_whitespace();
    let (from, to) = (numbers(from)?, numbers(words.next().unwrap_or(""))?);
    let mut source = BindingSource::Descriptor;
    let mut combined = false;
    while let Some(word) = words.next() {
        match word {
            "combined" => combined = true,
            "handle" => {
                let memory = match words.next() {
                    Some("storage") => HandleMemory::Storage,
                    Some("uniform") => HandleMemory::Uniform,
                    Some("push-constant") => HandleMemory::PushConstant,
                    _ => return Err("handle storage, uniform or push-constant, and an offset".to_owned()),
                };
                let offset = words.next().unwrap_or("").parse();
                let offset = offset.map_err(|error| format!("offset: {error}"))?;
                source = BindingSource::Handle { memory, offset };
            }
            _ => return Err(format!("`{word}`: combined or handle")),
        }
    }
    if combined {
        source = match source {
            BindingSource::Handle { memory, offset } => BindingSource::CombinedHandle { memory, offset },
            _ => BindingSource::Combined,
        };
    }
    let (&[group, binding], [set, to, size @ ..]) = (from.as_slice(), to.as_slice()) else {
        return Err("group,binding -> set,binding[,size]".to_owned());
    };
    let info = BindingInfo {
        descriptor_set: *set,
        binding: *to,
        binding_array_size: size.first().copied(),
        source,
    };
    Ok((naga::ResourceBinding { group, binding }, info))
}
