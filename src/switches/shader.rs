//! The switches that describe how a shader is written: every field of the library's `Options` has one here.
//!
//! A preset (`--like`) sets the fields for which no switch is given. `cli/tests/it/options.rs` has a case for each field.

use naga::ShaderStage;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::target::Workaround;
use spirula::{DebugLevel, EntryControls, EntryPoint, Options, Target, TaskDispatchLimits};

use super::{Bindings, Configuration, Given, Section, Switch, Takes};

/// The compilers whose options `--like` has.
const PRESETS: [(&str, &str); 2] = [
    ("naga-cli", "naga-cli 30: y flipped, depth clamped, indices unchecked"),
    (
        "wgpu",
        "wgpu-hal 30 on Vulkan: point sizes written; indices checked except those of binding arrays and those that a \
         robust device checks",
    ),
];

/// The languages of SPIR-V's `OpSource` that debuggers know.
const LANGUAGES: [(&str, &str); 6] = [
    ("wgsl", "WGSL"),
    ("glsl", "GLSL"),
    ("essl", "ESSL"),
    ("hlsl", "HLSL"),
    ("slang", "Slang"),
    ("unknown", "Any other language"),
];

/// The switches, in the order of the help. They are applied in this order.
pub(super) static SWITCHES: [Switch; 31] = [
    Switch::new(
        "entry-point",
        "[STAGE:]NAME",
        Takes::One(|made, text| {
            made.options.entry_point = Some(parse_entry_point(text)?);
            Ok(())
        }),
        "Compile only this entry point; the stage is needed if two have the same name",
    ),
    Switch::new(
        "like",
        "COMPILER",
        Takes::Choice(&PRESETS, like),
        "Start from the options of another compiler; switches override them",
    ),
    Switch::new(
        "bounds-checks",
        "[KIND=]POLICY",
        Takes::List(|made, text| set_policy(&mut made.options.bounds_check_policies, text)),
        "What happens to an index out of bounds: `restrict` (it is clamped, the default), `read-zero-skip-write` \
         (reads yield zero, writes are skipped) or `unchecked` (undefined behaviour). KIND limits the policy to \
         `index` (vectors, matrices and arrays in the shader's own memory), `buffer`, `image-load` or \
         `binding-array`; without it the policy is for all of them. Several are separated by commas; the last one \
         for a kind counts",
    ),
    Switch::new(
        "override",
        "NAME=VALUE",
        Takes::Repeated(set_override),
        "The value of an override, by its `@id` or, if it has none, its name; `true`, `false` or a number",
    ),
    Switch::new(
        "spec-constants",
        "",
        Takes::Flag(|made| {
            made.options.spec_constants = true;
            Ok(())
        }),
        "Write overrides as specialization constants; `--override` sets their defaults",
    ),
    Switch::new(
        "float-controls",
        "[[STAGE:]NAME@]SPEC",
        Takes::Repeated(set_float_controls),
        "The float controls of each width: denorm=preserve|flush, round=rte|rtz, nan=preserve, or in the style of \
         SPV_KHR_float_controls2 fast=none|all|nnan+ninf+nsz+arcp+contract+reassoc+transform; `contract=off` for \
         all widths. NAME@ limits SPEC to one entry point; a SPEC without it is for all others",
    ),
    Switch::new(
        "no-contraction",
        "FUNCTION",
        Takes::ListOrNone(no_contraction),
        "Contract no float operations: in the whole module, or in the given functions; `@invariant` stands for \
         the computation of invariant positions",
    ),
    Switch::new(
        "vulkan-memory-model",
        "",
        Takes::Flag(|made| {
            made.options.vulkan_memory_model = true;
            Ok(())
        }),
        "Write for the Vulkan memory model (vulkanMemoryModel) instead of GLSL450",
    ),
    Switch::new(
        "bindings",
        "FILE.json",
        Takes::File,
        "Where resources are bound: a JSON array of {\"group\", \"binding\", \"descriptor_set\", \
         \"descriptor_binding\"}, and optionally \"binding_array_size\", \"combined\": true for a texture and a \
         sampler in one descriptor, and \"handle\": {\"memory\": \"storage\"|\"uniform\"|\"push-constant\", \
         \"offset\"} for a handle in a table. An external texture has \"external\": {\"planes\": [three], \
         \"params\"} instead, each of which is {\"descriptor_set\", \"descriptor_binding\"}. Resources without an \
         entry keep their group and binding",
    ),
    Switch::new(
        "require-bindings",
        "BOOL",
        Takes::Bool(|made, on| made.options.fake_missing_bindings = !on),
        "Refuse resources without an entry in `--bindings`",
    ),
    Switch::new(
        "flip-y",
        "BOOL",
        Takes::Bool(|made, on| made.options.adjust_coordinate_space = on),
        "Negate the y axis of vertex positions, for shaders written for a clip space whose y axis points up",
    ),
    Switch::new(
        "point-size",
        "BOOL",
        Takes::Bool(|made, on| made.options.force_point_size = on),
        "Write a point size of 1.0 in vertex shaders that do not write one",
    ),
    Switch::new(
        "clamp-depth",
        "BOOL",
        Takes::Bool(|made, on| made.options.clamp_frag_depth = on),
        "Clamp the depth that a fragment shader writes to 0.0 to 1.0",
    ),
    Switch::new(
        "zero-workgroup-memory",
        "BOOL",
        Takes::Bool(|made, on| made.options.zero_initialize_workgroup_memory = on),
        "Initialize workgroup memory with zero (on by default)",
    ),
    Switch::new(
        "rely-on-robust-access",
        "",
        Takes::Flag(|made| {
            made.options.rely_on_robust_access = true;
            Ok(())
        }),
        "Under `restrict`, leave checks to a device that has them: robustBufferAccess2, robustImageAccess",
    ),
    Switch::new(
        "bound-loops",
        "BOOL",
        Takes::Bool(|made, on| made.options.force_loop_bounding = on),
        "Leave loops that are not proven to terminate after 2^32 - 1 iterations (on by default)",
    ),
    Switch::new(
        "unguarded-division",
        "",
        Takes::Flag(|made| {
            made.options.emit_int_div_checks = false;
            Ok(())
        }),
        "Do not guard integer division and remainder: undefined if the divisor is zero or the result overflows",
    ),
    Switch::new(
        "track-ray-queries",
        "BOOL",
        Takes::Bool(|made, on| made.options.ray_query_initialization_tracking = on),
        "Track the state of ray queries, so that what SPIR-V leaves undefined has no effect (on by default)",
    ),
    Switch::new(
        "validate-trace-rays",
        "BOOL",
        Takes::Bool(|made, on| made.options.trace_ray_argument_validation = on),
        "Skip `traceRay` if its arguments violate Vulkan's rules (on by default)",
    ),
    Switch::new(
        "print-invalid-ray-queries",
        "",
        Takes::Flag(|made| {
            made.options.print_on_ray_query_initialization_fail = true;
            Ok(())
        }),
        "Print the arguments of ray queries that `--track-ray-queries` rejects (NonSemantic.DebugPrintf)",
    ),
    Switch::new(
        "print-invalid-trace-rays",
        "",
        Takes::Flag(|made| {
            made.options.print_on_trace_rays_fail = true;
            Ok(())
        }),
        "Print the arguments of `traceRay` that `--validate-trace-rays` rejects (NonSemantic.DebugPrintf)",
    ),
    Switch::new(
        "task-limits",
        "EACH,TOTAL",
        Takes::One(|made, text| {
            made.options.task_dispatch_limits = parse_task_limits(text)?;
            Ok(())
        }),
        "How many mesh workgroups a task workgroup may launch, along each dimension and in total; a larger \
         request launches none. `none` for no limit",
    ),
    Switch::new(
        "clamp-mesh-indices",
        "BOOL",
        Takes::Bool(|made, on| made.options.mesh_shader_primitive_indices_clamp = on),
        "Clamp the vertex indices of a mesh shader's primitives to the number of its vertices (on by default)",
    ),
    Switch::new(
        "direct-mesh-outputs",
        "BOOL",
        Takes::Bool(|made, on| made.options.direct_mesh_outputs = on),
        "Write the outputs of a mesh shader directly where it stores them, if that is proven to be equivalent (on \
         by default)",
    ),
    Switch {
        short: Some('g'),
        ..Switch::new(
            "debug-info",
            "LEVEL",
            Takes::OneOr("2", set_debug_level),
            "Write names and debug information: `-g0` none, `-g1` the source text and its lines, `-g` or `-g2` also \
         functions, scopes, types, variables and values (NonSemantic.Shader.DebugInfo.100)",
        )
    },
    Switch {
        needs: Some("debug-info"),
        ..Switch::new(
            "debug-language",
            "LANGUAGE",
            Takes::Choice(&LANGUAGES, set_debug_language),
            "With `-g`: the language that the module declares, for debuggers that do not support the shader's own",
        )
    },
    Switch::new(
        "names",
        "BOOL",
        Takes::Bool(|made, on| made.options.names = on),
        "Write names of functions, variables, types and members (on with `-g1` and `-g2`)",
    ),
    Switch::new(
        "no-interface-names",
        "",
        Takes::Flag(no_interface_names),
        "With names: omit those of inputs and outputs, for drivers that reject two equal ones",
    ),
    Switch::new(
        "workaround",
        "NAME",
        Takes::List(|made, name| {
            made.options.workarounds.insert(workaround(name)?);
            Ok(())
        }),
        "Rewrite what some drivers get wrong, in addition to what `--driver` or `--device` does; `spirula \
         features --driver NAME` lists what a driver needs",
    ),
    Switch::new(
        "no-workaround",
        "NAME",
        Takes::List(|made, name| {
            made.options.without_workarounds.insert(workaround(name)?);
            Ok(())
        }),
        "Leave what the driver of `--driver` or `--device` gets wrong as it is",
    ),
    Switch::new(
        "no-check",
        "",
        Takes::Flag(|made| {
            made.options.self_check = false;
            Ok(())
        }),
        "Write modules without checking them",
    ),
];

impl Configuration {
    /// Applies the switches about shaders. The target is known.
    pub(super) fn resolve_options(&mut self, given: &Given) -> Result<(), String> {
        self.bindings = given
            .file("bindings")
            .map(|path| Bindings::read(given, path))
            .transpose()?;
        self.options.self_check = true;
        self.options.names = false;
        given.apply(Section::Shader, self)?;
        if let Some(bindings) = &self.bindings {
            self.options.binding_map.clone_from(&bindings.map);
            self.options.external_texture_binding_map.clone_from(&bindings.external);
        }
        // As naga-cli does: an axis that is negated on input and on output is unchanged.
        self.flips_spirv &= self.options.adjust_coordinate_space;
        let options = &self.options;
        if let Some(both) = options
            .workarounds
            .iter()
            .find(|&one| options.without_workarounds.contains(one))
        {
            return Err(format!(
                "`{both}` is given both to `--workaround` and to `--no-workaround`"
            ));
        }
        Ok(())
    }
}

fn like(made: &mut Configuration, name: &str) -> Result<(), String> {
    match name {
        "naga-cli" => {
            like_naga_cli(&mut made.options);
            made.flips_spirv = true;
        }
        _ => like_wgpu(&mut made.options, &made.target, made.bindings.is_some()),
    }
    Ok(())
}

/// The options that naga-cli 30 passes to naga's writer by default: naga's own defaults (`naga::back::spv::Options`).
fn like_naga_cli(options: &mut Options) {
    options.adjust_coordinate_space = true;
    options.clamp_frag_depth = true;
    options.bounds_check_policies = BoundsCheckPolicies {
        index: BoundsCheckPolicy::Unchecked,
        buffer: BoundsCheckPolicy::Unchecked,
        image_load: BoundsCheckPolicy::Unchecked,
        binding_array: BoundsCheckPolicy::Unchecked,
    };
}

/// Qualcomm's `vendorID`. wgpu-hal names no inputs and outputs for its devices, whoever's the driver is
/// (`wgpu-hal/src/auxil/mod.rs`).
const QUALCOMM: u32 = 0x5143;

/// The options of wgpu-hal 30 for a Vulkan device (`wgpu-hal/src/vulkan/adapter.rs`). Its binding map has every
/// resource of a pipeline; without `--bindings` resources keep their group and binding.
fn like_wgpu(options: &mut Options, target: &Target, has_bindings: bool) {
    options.force_point_size = true;
    // `WriterFlags::LABEL_VARYINGS`.
    options.interface_names = !target.drivers().iter().any(|driver| driver.vendor_id == Some(QUALCOMM));
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

/// Applies `POLICY` or `KIND=POLICY`.
fn set_policy(policies: &mut BoundsCheckPolicies, text: &str) -> Result<(), String> {
    let (kind, policy) = match text.split_once('=') {
        None => (None, text),
        Some((kind, policy)) => (Some(kind), policy),
    };
    let mut kinds = [
        ("index", &mut policies.index),
        ("buffer", &mut policies.buffer),
        ("image-load", &mut policies.image_load),
        ("binding-array", &mut policies.binding_array),
    ];
    if let Some(kind) = kind
        && !kinds.iter().any(|(name, _)| *name == kind)
    {
        let known = kinds.map(|(name, _)| name).join(", ");
        return Err(format!("nothing that is indexed is called `{kind}`; known are {known}"));
    }
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
    for (name, field) in &mut kinds {
        if kind.is_none_or(|kind| kind == *name) {
            **field = policy;
        }
    }
    Ok(())
}

fn workaround(name: &str) -> Result<Workaround, String> {
    Workaround::from_name(name).map_err(|error| error.to_string())
}

/// Parses `EACH,TOTAL` or `none`.
fn parse_task_limits(text: &str) -> Result<Option<TaskDispatchLimits>, String> {
    if text == "none" {
        return Ok(None);
    }
    let wanted = || "two numbers with a comma, or `none`, are needed".to_owned();
    let (each, total) = text.split_once(',').ok_or_else(wanted)?;
    Ok(Some(TaskDispatchLimits {
        max_mesh_workgroups_per_dim: each.trim().parse().map_err(|_| wanted())?,
        max_mesh_workgroups_total: total.trim().parse().map_err(|_| wanted())?,
    }))
}

/// Applies the level of `-g`, which also is that of names.
fn set_debug_level(made: &mut Configuration, text: &str) -> Result<(), String> {
    made.debug = match text {
        "0" => DebugLevel::None,
        "1" => DebugLevel::Lines,
        "2" => DebugLevel::Full,
        _ => return Err("0, 1 or 2".to_owned()),
    };
    made.options.names = made.debug != DebugLevel::None;
    Ok(())
}

fn set_debug_language(made: &mut Configuration, name: &str) -> Result<(), String> {
    made.debug_language = Some(match name {
        "wgsl" => spirv::SourceLanguage::WGSL,
        "glsl" => spirv::SourceLanguage::GLSL,
        "essl" => spirv::SourceLanguage::ESSL,
        "hlsl" => spirv::SourceLanguage::HLSL,
        "slang" => spirv::SourceLanguage::Slang,
        _ => spirv::SourceLanguage::Unknown,
    });
    Ok(())
}

/// Applied after the switches that write names.
fn no_interface_names(made: &mut Configuration) -> Result<(), String> {
    made.options.interface_names = false;
    match made.options.names {
        true => Ok(()),
        false => Err(
            "`--no-interface-names` leaves out some of the names that `-g` or `--names` writes; neither is given"
                .to_owned(),
        ),
    }
}

fn set_override(made: &mut Configuration, text: &str) -> Result<(), String> {
    let (key, value) = parse_override(text)?;
    match made.options.overrides.insert(key.clone(), value) {
        None => Ok(()),
        Some(_) => Err(format!("`--override {key}` is given twice")),
    }
}

/// Applies `SPEC`, `NAME@SPEC` or `STAGE:NAME@SPEC`.
fn set_float_controls(made: &mut Configuration, text: &str) -> Result<(), String> {
    let controls = &mut made.options.float_controls;
    let (entry_point, spec) = match text.split_once('@') {
        None => (None, text),
        Some((name, spec)) => (Some(parse_entry_point(name)?), spec),
    };
    let asked = EntryControls::parse(spec).map_err(|error| error.to_string())?;
    match entry_point {
        Some(entry_point) => {
            if controls.entry_points.iter().any(|(known, _)| *known == entry_point) {
                return Err(format!("`--float-controls {}@…` is given twice", entry_point.name));
            }
            controls.entry_points.push((entry_point, asked));
        }
        None if std::mem::replace(&mut made.has_float_controls, true) => {
            return Err("`--float-controls` is given twice for all entry points".to_owned());
        }
        None => controls.default = asked,
    }
    Ok(())
}

/// Applies the name of a function, `@invariant`, or no name.
fn no_contraction(made: &mut Configuration, name: Option<&str>) -> Result<(), String> {
    let controls = &mut made.options.float_controls;
    match name {
        None => controls.no_contraction = true,
        Some("") => return Err("`--no-contraction=` needs a name".to_owned()),
        Some("@invariant") => controls.exact_invariant_positions = true,
        Some(name) => {
            controls.exact_functions.insert(name.to_owned());
        }
    }
    Ok(())
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

/// Parses the name of a stage.
///
/// # Errors
/// That there is no such stage, with the known ones.
pub fn parse_stage(name: &str) -> Result<ShaderStage, String> {
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

    use spirula::{FloatControls, Rounding};

    use super::*;

    fn controls(values: &[(&str, Option<&str>)]) -> Result<FloatControls, String> {
        let mut given = Given::default();
        for (long, value) in values {
            given.add(Switch::named(long).unwrap(), value.map(Into::into));
        }
        Configuration::new(&given, Target::vulkan(1, 1)).map(|made| made.options.float_controls)
    }

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
        let made = |text| controls(&[("float-controls", Some(text))]);
        let named = made("vertex:main@f32:round=rtz").unwrap().entry_points;
        let (entry, asked) = named.first().unwrap();
        assert_eq!((entry.stage, entry.name.as_str()), (Some(ShaderStage::Vertex), "main"));
        assert_eq!(asked.f32.rounding, Rounding::TowardZero);
        let all = made("contract=off").unwrap();
        assert!(all.entry_points.is_empty() && all.default.no_contraction);
        assert!(made("@f32:round=rtz").is_err());
        assert!(made("main@f32:round=up").unwrap_err().contains("round=rte|rtz"));
    }

    #[test]
    fn no_contraction_is_everywhere_or_in_what_is_named() {
        let all = controls(&[("no-contraction", None)]).unwrap();
        assert!(all.no_contraction && all.exact_functions.is_empty());
        let named = controls(&[
            ("no-contraction", Some("f")),
            ("no-contraction", Some("@invariant")),
            ("float-controls", Some("main@f32:nan=preserve")),
        ])
        .unwrap();
        assert!(!named.no_contraction && named.exact_invariant_positions && named.exact_functions.contains("f"));
        assert_eq!(named.entry_points.len(), 1);
        let twice = [
            ("float-controls", Some("contract=off")),
            ("float-controls", Some("f32:nan=preserve")),
        ];
        assert!(controls(&twice).is_err());
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
