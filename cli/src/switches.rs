//! The arguments that describe how a shader is written: every field of the library's `Options` has one here.
//!
//! A preset (`--like`) sets the fields for which no switch is given. Reads the file of `--bindings`; knows nothing of
//! inputs and outputs. `tests/it/cli/switches.rs` has a case for each field.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use naga::ShaderStage;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{DebugLevel, EntryControls, EntryPoint, FloatControls, Options, Target, TaskDispatchLimits};

use super::UsageError;
use super::bindings::Bindings;
use spirula::target::Workaround;

/// How a shader is written.
#[derive(Args, Clone, Debug)]
pub(super) struct ShaderArguments {
    /// Compile only this entry point; the stage is needed if two have the same name
    #[arg(long, value_name = "[STAGE:]NAME", value_parser = parse_entry_point)]
    entry_point: Option<EntryPoint>,

    /// Start from the options of another compiler; switches override them
    #[arg(long, value_enum, value_name = "COMPILER")]
    like: Option<Preset>,

    /// What happens to an index out of bounds: `restrict` (it is clamped, the default), `read-zero-skip-write` (reads
    /// yield zero, writes are skipped) or `unchecked` (undefined behaviour). KIND limits the policy to `index`
    /// (vectors, matrices and arrays in the shader's own memory), `buffer`, `image-load` or `binding-array`; without it
    /// the policy is for all of them. Several are separated by commas; the last one for a kind counts
    #[arg(long, value_name = "[KIND=]POLICY", value_delimiter = ',', value_parser = parse_bounds)]
    bounds_checks: Vec<(Option<Indexed>, BoundsCheckPolicy)>,

    /// The value of an override, by its `@id` or, if it has none, its name; `true`, `false` or a number
    #[arg(long = "override", value_name = "NAME=VALUE", value_parser = parse_override)]
    overrides: Vec<(String, f64)>,

    /// Write overrides as specialization constants; `--override` sets their defaults
    #[arg(long)]
    spec_constants: bool,

    /// The float controls of each width: denorm=preserve|flush, round=rte|rtz, nan=preserve, or in the style of
    /// SPV_KHR_float_controls2 fast=none|all|nnan+ninf+nsz+arcp+contract+reassoc+transform; `contract=off` for all
    /// widths. NAME@ limits SPEC to one entry point; a SPEC without it is for all others
    #[arg(long, value_name = "[[STAGE:]NAME@]SPEC", value_parser = parse_float_controls)]
    float_controls: Vec<(Option<EntryPoint>, EntryControls)>,

    /// Contract no float operations: in the whole module, or in the given functions; `@invariant` stands for the
    /// computation of invariant positions
    #[arg(long, value_name = "FUNCTION", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    no_contraction: Option<Vec<String>>,

    /// Write for the Vulkan memory model (vulkanMemoryModel) instead of GLSL450
    #[arg(long)]
    vulkan_memory_model: bool,

    /// Where resources are bound: a JSON array of {"group", "binding", "descriptor_set", "descriptor_binding"}, and
    /// optionally "binding_array_size", "combined": true for a texture and a sampler in one descriptor, and "handle":
    /// {"memory": "storage"|"uniform"|"push-constant", "offset"} for a handle in a table. An external texture has
    /// "external": {"planes": [three], "params"} instead, each of which is {"descriptor_set", "descriptor_binding"}.
    /// Resources without an entry keep their group and binding
    #[arg(long, value_name = "FILE.json")]
    bindings: Option<PathBuf>,

    /// Refuse resources without an entry in `--bindings`
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    require_bindings: Option<bool>,

    /// Negate the y axis of vertex positions, for shaders written for a clip space whose y axis points up
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    flip_y: Option<bool>,

    /// Write a point size of 1.0 in vertex shaders that do not write one
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    point_size: Option<bool>,

    /// Clamp the depth that a fragment shader writes to 0.0 to 1.0
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    clamp_depth: Option<bool>,

    /// Initialize workgroup memory with zero (on by default)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    zero_workgroup_memory: Option<bool>,

    /// Under `restrict`, leave checks to a device that has them: robustBufferAccess2, robustImageAccess
    #[arg(long)]
    rely_on_robust_access: bool,

    /// Leave loops that are not proven to terminate after 2^32 - 1 iterations (on by default)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    bound_loops: Option<bool>,

    /// Do not guard integer division and remainder: undefined if the divisor is zero or the result overflows
    #[arg(long)]
    unguarded_division: bool,

    /// Track the state of ray queries, so that what SPIR-V leaves undefined has no effect (on by default)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    track_ray_queries: Option<bool>,

    /// Skip `traceRay` if its arguments violate Vulkan's rules (on by default)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    validate_trace_rays: Option<bool>,

    /// Print the arguments of ray queries that `--track-ray-queries` rejects (NonSemantic.DebugPrintf)
    #[arg(long)]
    print_invalid_ray_queries: bool,

    /// Print the arguments of `traceRay` that `--validate-trace-rays` rejects (NonSemantic.DebugPrintf)
    #[arg(long)]
    print_invalid_trace_rays: bool,

    /// How many mesh workgroups a task workgroup may launch, along each dimension and in total; a larger request
    /// launches none. `none` for no limit
    #[arg(long, value_name = "EACH,TOTAL", value_parser = parse_task_limits)]
    task_limits: Option<TaskLimits>,

    /// Clamp the vertex indices of a mesh shader's primitives to the number of its vertices (on by default)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    clamp_mesh_indices: Option<bool>,

    /// Write the outputs of a mesh shader directly where it stores them, if that is proven to be equivalent (on by
    /// default)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    direct_mesh_outputs: Option<bool>,

    /// Write names and debug information: `-g0` none, `-g1` the source text and its lines, `-g` or `-g2` also
    /// functions, scopes, types, variables and values (NonSemantic.Shader.DebugInfo.100)
    #[arg(
        short = 'g',
        long = "debug-info",
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "2",
        value_parser = parse_debug_level
    )]
    debug: Option<DebugLevel>,

    /// With `-g`: the language that the module declares, for debuggers that do not support the shader's own
    #[arg(long, value_enum, value_name = "LANGUAGE", requires = "debug")]
    debug_language: Option<DebugLanguage>,

    /// Write names of functions, variables, types and members (on with `-g1` and `-g2`)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    names: Option<bool>,

    /// With names: omit those of inputs and outputs, for drivers that reject two equal ones
    #[arg(long)]
    no_interface_names: bool,

    /// Rewrite what some drivers get wrong, in addition to what `--driver` or `--device` does; `spirula features
    /// --driver NAME` lists what a driver needs
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_workaround)]
    workaround: Vec<Workaround>,

    /// Leave what the driver of `--driver` or `--device` gets wrong as it is
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_workaround)]
    no_workaround: Vec<Workaround>,

    /// Write modules without checking them
    #[arg(long)]
    no_check: bool,
}

/// The compiler whose options are the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Preset {
    /// naga-cli 30: y flipped, depth clamped, indices unchecked
    NagaCli,
    /// wgpu-hal 30 on Vulkan: point sizes written; indices checked except those of binding arrays and those that a robust
    /// device checks
    Wgpu,
}

/// The kinds of indexed objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Indexed {
    Index,
    Buffer,
    ImageLoad,
    BindingArray,
}

/// The value of `--task-limits`.
#[derive(Clone, Copy, Debug)]
struct TaskLimits(Option<TaskDispatchLimits>);

/// The languages of SPIR-V's `OpSource` that debuggers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DebugLanguage {
    /// WGSL
    Wgsl,
    /// GLSL
    Glsl,
    /// ESSL
    Essl,
    /// HLSL
    Hlsl,
    /// Slang
    Slang,
    /// Any other language
    Unknown,
}

impl DebugLanguage {
    const fn language(self) -> spirv::SourceLanguage {
        match self {
            Self::Wgsl => spirv::SourceLanguage::WGSL,
            Self::Glsl => spirv::SourceLanguage::GLSL,
            Self::Essl => spirv::SourceLanguage::ESSL,
            Self::Hlsl => spirv::SourceLanguage::HLSL,
            Self::Slang => spirv::SourceLanguage::Slang,
            Self::Unknown => spirv::SourceLanguage::Unknown,
        }
    }
}

impl ShaderArguments {
    /// The level of debug information.
    pub(super) fn debug_level(&self) -> DebugLevel {
        self.debug.unwrap_or(DebugLevel::None)
    }

    /// The language that debug information declares instead of the shader's own.
    pub(super) fn debug_language(&self) -> Option<spirv::SourceLanguage> {
        self.debug_language.map(DebugLanguage::language)
    }

    /// Whether the y axis is negated when SPIR-V is read, as naga-cli does: an axis that is negated on input and on
    /// output is unchanged.
    pub(super) fn flips_spirv(&self) -> bool {
        self.like == Some(Preset::NagaCli) && self.flip_y != Some(false)
    }

    /// The file of `--bindings`.
    pub(super) fn bindings_file(&self) -> Option<&Path> {
        self.bindings.as_deref()
    }

    /// Reads the file of `--bindings`.
    pub(super) fn bindings(&self) -> Result<Option<Bindings>, UsageError> {
        self.bindings.as_deref().map(Bindings::read).transpose()
    }

    /// The library's options, without the debug information of each input and without `explain_checks`.
    pub(super) fn options(&self, target: &Target, bindings: Option<&Bindings>) -> Result<Options, UsageError> {
        let mut options = Options::default();
        match self.like {
            None => {}
            Some(Preset::NagaCli) => like_naga_cli(&mut options),
            Some(Preset::Wgpu) => like_wgpu(&mut options, target, bindings.is_some()),
        }
        options.entry_point.clone_from(&self.entry_point);
        for &(indexed, policy) in &self.bounds_checks {
            set_policy(&mut options.bounds_check_policies, indexed, policy);
        }
        for (key, value) in &self.overrides {
            if options.overrides.insert(key.clone(), *value).is_some() {
                return Err(UsageError(format!("`--override {key}` is given twice")));
            }
        }
        options.spec_constants = self.spec_constants;
        self.set_float_controls(&mut options.float_controls)?;
        options.vulkan_memory_model = self.vulkan_memory_model;
        if let Some(bindings) = bindings {
            options.binding_map = bindings.map.clone();
            options.external_texture_binding_map = bindings.external.clone();
        }
        if let Some(require) = self.require_bindings {
            options.fake_missing_bindings = !require;
        }
        options.rely_on_robust_access |= self.rely_on_robust_access;
        options.emit_int_div_checks = !self.unguarded_division;
        options.names = self.debug_level() != DebugLevel::None;
        for (field, asked) in [
            (&mut options.adjust_coordinate_space, self.flip_y),
            (&mut options.force_point_size, self.point_size),
            (&mut options.clamp_frag_depth, self.clamp_depth),
            (
                &mut options.zero_initialize_workgroup_memory,
                self.zero_workgroup_memory,
            ),
            (&mut options.force_loop_bounding, self.bound_loops),
            (&mut options.ray_query_initialization_tracking, self.track_ray_queries),
            (&mut options.trace_ray_argument_validation, self.validate_trace_rays),
            (
                &mut options.mesh_shader_primitive_indices_clamp,
                self.clamp_mesh_indices,
            ),
            (&mut options.direct_mesh_outputs, self.direct_mesh_outputs),
            (&mut options.names, self.names),
        ] {
            *field = asked.unwrap_or(*field);
        }
        options.print_on_ray_query_initialization_fail = self.print_invalid_ray_queries;
        options.print_on_trace_rays_fail = self.print_invalid_trace_rays;
        if let Some(TaskLimits(limits)) = self.task_limits {
            options.task_dispatch_limits = limits;
        }
        if self.no_interface_names && !options.names {
            return Err(UsageError(
                "`--no-interface-names` leaves out some of the names that `-g` or `--names` writes; neither is given"
                    .to_owned(),
            ));
        }
        options.interface_names = !self.no_interface_names;
        if let Some(both) = self.workaround.iter().find(|one| self.no_workaround.contains(one)) {
            return Err(UsageError(format!(
                "`{both}` is given both to `--workaround` and to `--no-workaround`"
            )));
        }
        options.workarounds = self.workaround.iter().copied().collect();
        options.without_workarounds = self.no_workaround.iter().copied().collect();
        options.self_check = !self.no_check;
        Ok(options)
    }

    fn set_float_controls(&self, controls: &mut FloatControls) -> Result<(), UsageError> {
        let mut has_default = false;
        for (entry_point, asked) in &self.float_controls {
            match entry_point {
                Some(entry_point) => {
                    if controls.entry_points.iter().any(|(known, _)| known == entry_point) {
                        let name = &entry_point.name;
                        return Err(UsageError(format!("`--float-controls {name}@…` is given twice")));
                    }
                    controls.entry_points.push((entry_point.clone(), *asked));
                }
                None if has_default => {
                    return Err(UsageError(
                        "`--float-controls` is given twice for all entry points".to_owned(),
                    ));
                }
                None => {
                    has_default = true;
                    controls.default = *asked;
                }
            }
        }
        match self.no_contraction.as_deref() {
            None => {}
            Some([]) => controls.no_contraction = true,
            Some(names) => {
                for name in names {
                    match name.as_str() {
                        "" => return Err(UsageError("`--no-contraction=` needs a name".to_owned())),
                        "@invariant" => controls.exact_invariant_positions = true,
                        name => {
                            controls.exact_functions.insert(name.to_owned());
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The options that naga-cli 30 passes to naga's writer by default: naga's own defaults (`naga::back::spv::Options`).
fn like_naga_cli(options: &mut Options) {
    options.adjust_coordinate_space = true;
    options.clamp_frag_depth = true;
    set_policy(&mut options.bounds_check_policies, None, BoundsCheckPolicy::Unchecked);
}

/// The options of wgpu-hal 30 for a Vulkan device (`wgpu-hal/src/vulkan/adapter.rs`). Its binding map has every
/// resource of a pipeline; without `--bindings` resources keep their group and binding.
fn like_wgpu(options: &mut Options, target: &Target, has_bindings: bool) {
    options.force_point_size = true;
    options.fake_missing_bindings = !has_bindings;
    // What wgpu-hal leaves unchecked on a robust device is restricted as far as the device does not check it.
    options.rely_on_robust_access = true;
    options.bounds_check_policies.binding_array = BoundsCheckPolicy::Unchecked;
    let limits = target.limits();
    if let (Some(each), Some(total)) = (limits.max_mesh_work_group_count, limits.max_mesh_work_group_total_count) {
        options.task_dispatch_limits = Some(TaskDispatchLimits {
            max_mesh_workgroups_per_dim: each.into_iter().min().unwrap_or(0),
            max_mesh_workgroups_total: total,
        });
    }
}

fn set_policy(policies: &mut BoundsCheckPolicies, indexed: Option<Indexed>, policy: BoundsCheckPolicy) {
    for (kind, field) in [
        (Indexed::Index, &mut policies.index),
        (Indexed::Buffer, &mut policies.buffer),
        (Indexed::ImageLoad, &mut policies.image_load),
        (Indexed::BindingArray, &mut policies.binding_array),
    ] {
        if indexed.is_none_or(|indexed| indexed == kind) {
            *field = policy;
        }
    }
}

/// Parses `POLICY` or `KIND=POLICY`.
fn parse_bounds(text: &str) -> Result<(Option<Indexed>, BoundsCheckPolicy), String> {
    let (kind, policy) = match text.split_once('=') {
        None => (None, text),
        Some((kind, policy)) => (Some(kind), policy),
    };
    let kind = match kind {
        None => None,
        Some("index") => Some(Indexed::Index),
        Some("buffer") => Some(Indexed::Buffer),
        Some("image-load") => Some(Indexed::ImageLoad),
        Some("binding-array") => Some(Indexed::BindingArray),
        Some(kind) => {
            return Err(format!(
                "nothing that is indexed is called `{kind}`; known are index, buffer, image-load, binding-array"
            ));
        }
    };
    let policy = match policy {
        "restrict" => BoundsCheckPolicy::Restrict,
        "read-zero-skip-write" => BoundsCheckPolicy::ReadZeroSkipWrite,
        "unchecked" => BoundsCheckPolicy::Unchecked,
        _ => {
            return Err(format!(
                "unknown policy `{policy}`; known are restrict, read-zero-skip-write, unchecked"
            ));
        }
    };
    Ok((kind, policy))
}

fn parse_workaround(name: &str) -> Result<Workaround, String> {
    Workaround::from_name(name).map_err(|error| error.to_string())
}

/// Parses `EACH,TOTAL` or `none`.
fn parse_task_limits(text: &str) -> Result<TaskLimits, String> {
    if text == "none" {
        return Ok(TaskLimits(None));
    }
    let wanted = || "two numbers with a comma, or `none`, are needed".to_owned();
    let (each, total) = text.split_once(',').ok_or_else(wanted)?;
    Ok(TaskLimits(Some(TaskDispatchLimits {
        max_mesh_workgroups_per_dim: each.trim().parse().map_err(|_| wanted())?,
        max_mesh_workgroups_total: total.trim().parse().map_err(|_| wanted())?,
    })))
}

/// Parses the level of `-g`.
fn parse_debug_level(text: &str) -> Result<DebugLevel, String> {
    match text {
        "0" => Ok(DebugLevel::None),
        "1" => Ok(DebugLevel::Lines),
        "2" => Ok(DebugLevel::Full),
        _ => Err("0, 1 or 2".to_owned()),
    }
}

/// Parses `NAME=VALUE`.
fn parse_override(text: &str) -> Result<(String, f64), String> {
    let (key, value) = text.split_once('=').ok_or("NAME=VALUE is needed")?;
    if key.is_empty() {
        return Err("a name is needed".to_owned());
    }
    let value = match value {
        "true" => 1.0,
        "false" => 0.0,
        _ => value
            .parse()
            .map_err(|_| format!("`{value}` is neither a number nor true or false"))?,
    };
    Ok((key.to_owned(), value))
}

/// Parses `NAME` or `STAGE:NAME`.
fn parse_entry_point(text: &str) -> Result<EntryPoint, String> {
    let (stage, name) = match text.split_once(':') {
        None => (None, text),
        Some((stage, name)) => (Some(parse_stage(stage)?), name),
    };
    if name.is_empty() {
        return Err("a name is needed".to_owned());
    }
    Ok(EntryPoint {
        stage,
        name: name.to_owned(),
    })
}

/// Parses `SPEC`, `NAME@SPEC` or `STAGE:NAME@SPEC`.
fn parse_float_controls(text: &str) -> Result<(Option<EntryPoint>, EntryControls), String> {
    let (entry_point, spec) = match text.split_once('@') {
        None => (None, text),
        Some((name, spec)) => (Some(parse_entry_point(name)?), spec),
    };
    let controls = EntryControls::parse(spec).map_err(|error| error.to_string())?;
    Ok((entry_point, controls))
}

pub(super) fn parse_stage(name: &str) -> Result<ShaderStage, String> {
    Ok(match name {
        "vertex" | "vert" => ShaderStage::Vertex,
        "fragment" | "frag" => ShaderStage::Fragment,
        "compute" | "comp" => ShaderStage::Compute,
        "task" => ShaderStage::Task,
        "mesh" => ShaderStage::Mesh,
        "raygen" => ShaderStage::RayGeneration,
        "miss" => ShaderStage::Miss,
        "anyhit" => ShaderStage::AnyHit,
        "closesthit" => ShaderStage::ClosestHit,
        _ => {
            return Err(format!(
                "unknown stage `{name}`; known are vertex, fragment, compute, task, mesh, raygen, miss, anyhit, \
                 closesthit"
            ));
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use clap::Parser as _;
    use spirula::Target;

    use super::super::arguments::{Arguments, Command};
    use super::*;

    #[test]
    fn an_override_is_a_name_and_a_number() {
        assert_eq!(parse_override("n=4").unwrap(), ("n".to_owned(), 4.0));
        assert_eq!(parse_override("7=-1e3").unwrap(), ("7".to_owned(), -1000.0));
        assert_eq!(parse_override("flag=true").unwrap(), ("flag".to_owned(), 1.0));
        assert_eq!(parse_override("flag=false").unwrap(), ("flag".to_owned(), 0.0));
        for wrong in ["n", "=1", "n=", "n=yes", "n=0x10"] {
            assert!(parse_override(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn float_controls_may_be_for_one_entry_point() {
        let (entry, controls) = parse_float_controls("vertex:main@f32:round=rtz").unwrap();
        let entry = entry.unwrap();
        assert_eq!((entry.stage, entry.name.as_str()), (Some(ShaderStage::Vertex), "main"));
        assert_eq!(controls.f32.rounding, spirula::Rounding::TowardZero);
        let (entry, controls) = parse_float_controls("contract=off").unwrap();
        assert!(entry.is_none() && controls.no_contraction);
        assert!(parse_float_controls("@f32:round=rtz").is_err());
        assert!(
            parse_float_controls("main@f32:round=up")
                .unwrap_err()
                .contains("round=rte|rtz")
        );
    }

    #[test]
    fn no_contraction_is_everywhere_or_in_what_is_named() {
        let controls = |arguments: &[&str]| {
            let all = ["spirula", "compile", "a.wgsl"].iter().chain(arguments);
            match Arguments::try_parse_from(all).unwrap().command {
                Command::Compile(arguments) => {
                    let options = arguments.shader.options(&Target::vulkan(1, 1), None);
                    options.map(|options| options.float_controls)
                }
                _ => Err(UsageError(String::new())),
            }
        };
        let all = controls(&["--no-contraction"]).unwrap();
        assert!(all.no_contraction && all.exact_functions.is_empty());
        let named = controls(&[
            "--no-contraction=f,@invariant",
            "--float-controls",
            "main@f32:nan=preserve",
        ])
        .unwrap();
        assert!(!named.no_contraction && named.exact_invariant_positions && named.exact_functions.contains("f"));
        assert_eq!(named.entry_points.len(), 1);
        assert!(
            controls(&[
                "--float-controls",
                "contract=off",
                "--float-controls",
                "f32:nan=preserve"
            ])
            .is_err()
        );
        assert_eq!(controls(&[]).unwrap(), FloatControls::default());
    }

    #[test]
    fn an_entry_point_may_name_its_stage() {
        let plain = parse_entry_point("main").unwrap();
        assert_eq!((plain.stage, plain.name.as_str()), (None, "main"));
        let staged = parse_entry_point("frag:main").unwrap();
        assert_eq!(
            (staged.stage, staged.name.as_str()),
            (Some(ShaderStage::Fragment), "main")
        );
        assert!(
            parse_entry_point("pixel:main")
                .unwrap_err()
                .contains("vertex, fragment, compute")
        );
        assert!(parse_entry_point("vertex:").is_err());
        assert!(parse_entry_point("").is_err());
    }
}
