//! The arguments: their names, their values, their help. What is wrong about a value alone is said here.
//!
//! Turns them into the library's `Target` and `Options`; knows no files beyond their names.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use naga::ShaderStage;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{DebugLevel, EntryControls, EntryPoint, FloatControls, Options};

use super::target::TargetArguments;
use super::{UsageError, bindings};
use crate::source::Language;

/// Turns shaders into SPIR-V that a Vulkan device accepts.
#[derive(Debug, Parser)]
#[command(name = "spirula", version, arg_required_else_help = true)]
pub(super) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(super) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Compile shaders to SPIR-V
    #[command(after_help = COMPILE_NOTES)]
    Compile(CompileArguments),
    /// Check SPIR-V modules against the rules of SPIR-V and of the target's environment
    #[command(after_help = CHECK_NOTES)]
    Check(CheckArguments),
    /// List the device features that a target has, may have and has not
    Features(FeaturesArguments),
}

const COMPILE_NOTES: &str = "\
Inputs:
  .wgsl                 WGSL
  .vert .frag .comp     GLSL, one stage a file (.vert.glsl and so on too)
  .spv                  SPIR-V
  a folder              every shader below it, in the order of their names
  -                     WGSL on standard input, or what `--input-kind` says

Outputs:
  A file's module is written next to it, under its name and `.spv` (`.spvasm`
  with `--emit spvasm`), or where `-o` says; the requirements or the reflection
  of one input go to standard output. Several inputs may share an output
  folder. A folder needs one and becomes the same tree there: `a/b.wgsl` is
  `PATH/a/b.wgsl.spv`. Standard input is compiled to standard output. A file
  appears whole or not at all.

Exit status:
  0  everything was compiled
  1  some input is invalid, or cannot be expressed for the target
  2  wrong usage, or a file that cannot be read or written";

const CHECK_NOTES: &str = "\
Inputs:
  a file                a SPIR-V module of either byte order, or its assembly
                        (.spvasm, and any text that begins as assembly does)
  a folder              every .spv and .spvasm below it, by name
  -                     a module or assembly on standard input

Verdicts:
  valid        every rule holds
  invalid      at least one rule is broken
  not-covered  no rule is broken that was checked, but the module uses something
               that the tables of the check lack; it is named

Rules:
  Most are those of spirv-val too; the others rest on the text of a
  specification alone, which a finding quotes. `--like spirv-val` silences
  these. `--allow` silences a rule, `--deny` reports it in any case; both take
  a name or a VUID, and several with commas.

Exit status:
  0  every module is valid
  1  some module is invalid or not covered
  2  wrong usage, or a file that cannot be read or assembled";

/// The arguments of `spirula check`.
#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// SPIR-V modules, their assembly, folders of those, or `-` for standard input
    #[arg(required_unless_present_any = ["rules", "explain"], value_name = "FILE")]
    pub(super) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) target: TargetArguments,

    /// Report only what another validator has rules for
    #[arg(long, value_enum, value_name = "VALIDATOR")]
    pub(super) like: Option<Sources>,

    /// Silence a rule, by name or VUID
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(super) allow: Vec<String>,

    /// Report a rule whatever `--like` and `--allow` say
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(super) deny: Vec<String>,

    /// How verdicts are reported: what is wrong on standard error, one JSON object a module on standard output, or a SARIF log
    /// there
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CheckFormat::Human)]
    pub(super) message_format: CheckFormat,

    /// Whether messages are coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,

    /// Print every rule on standard output: its name, its numbers, where it is written, who has it, and which part is decided
    #[arg(long, conflicts_with_all = ["inputs", "explain"])]
    pub(super) rules: bool,

    /// Print the same of one rule, by name or VUID, with a module that keeps and one that breaks it
    #[arg(long, value_name = "RULE", conflicts_with = "inputs")]
    pub(super) explain: Option<String>,
}

impl CheckArguments {
    /// Whether messages are coloured.
    pub(super) const fn colour(&self) -> When {
        self.color
    }
}

/// Whose rules are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Sources {
    /// Those that the newest spirv-val has
    SpirvVal,
}

/// How verdicts are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// Messages with the instruction, and with its line where the input is text
    Human,
    /// One object a line, one line an input, in their order
    Json,
    /// One log of the Static Analysis Results Interchange Format 2.1.0
    Sarif,
}

/// When text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal
    Auto,
    /// Whatever reads it
    Always,
    /// Nowhere
    Never,
}

/// The arguments of `spirula features`.
#[derive(Args, Debug)]
pub(super) struct FeaturesArguments {
    #[command(flatten)]
    pub(super) target: TargetArguments,

    /// How they are listed: for people, or one JSON object a feature
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub(super) message_format: Format,
}

/// The arguments of `spirula compile`.
#[derive(Args, Debug)]
pub(super) struct CompileArguments {
    /// Shader files, folders of shaders, or `-` for WGSL on standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    /// Where to write: a file for one input, a folder (there already, or ending in `/`) for any number, `-` for standard output
    #[arg(short, long, value_name = "PATH")]
    pub(super) output: Option<PathBuf>,

    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Spv, default_value_if("explain_checks", "true", "checks"))]
    pub(super) emit: Emit,

    /// What the files and standard input are, whatever their names say
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) input_kind: Option<InputKind>,

    /// Say why each index and loop is checked, or why not, with its place: short for `--emit checks`
    #[arg(long)]
    explain_checks: bool,

    #[command(flatten)]
    pub(super) target: TargetArguments,

    /// Compile this entry point alone; the stage is needed where two share a name
    #[arg(long, value_name = "[STAGE:]NAME", value_parser = parse_entry_point)]
    entry_point: Option<EntryPoint>,

    /// What an index out of range does
    #[arg(long, value_enum, value_name = "POLICY", default_value_t = BoundsChecks::Restrict)]
    bounds_checks: BoundsChecks,

    /// The value of an override, by its `@id` or, without one, its name; `true`, `false` or a number
    #[arg(long = "override", value_name = "NAME=VALUE", value_parser = parse_override)]
    overrides: Vec<(String, f64)>,

    /// Leave overrides open, as specialization constants; `--override` sets their defaults
    #[arg(long)]
    spec_constants: bool,

    /// What float arithmetic promises, by width: denorm=preserve|flush, round=rte|rtz, nan=preserve, or in the newer
    /// style fast=none|all|nnan+ninf+nsz+arcp+contract+reassoc+transform; `contract=off` for all widths. For one entry
    /// point its name and `@` come first; for all others the SPEC without one counts
    #[arg(long, value_name = "[[STAGE:]NAME@]SPEC", value_parser = parse_float_controls)]
    float_controls: Vec<(Option<EntryPoint>, EntryControls)>,

    /// Fuse no operations: in the whole module, or in the functions given; `@invariant` stands for what invariant positions
    /// are computed from
    #[arg(long, value_name = "FUNCTION", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    no_contraction: Option<Vec<String>>,

    /// Write under the Vulkan memory model (vulkanMemoryModel) instead of the GLSL one
    #[arg(long)]
    vulkan_memory_model: bool,

    /// Leave integer division and remainder unguarded: undefined where the divisor is zero or the result overflows
    #[arg(long)]
    unguarded_division: bool,

    /// Where resources are bound: a JSON array of {"group", "binding", "descriptor_set", "descriptor_binding"}, and
    /// optionally "binding_array_size", "combined": true for a texture and a sampler in one descriptor, and "handle":
    /// {"memory": "storage"|"uniform"|"push-constant", "offset"} for one in a table; resources that it leaves out keep their
    /// group and binding
    #[arg(long, value_name = "FILE.json")]
    bindings: Option<PathBuf>,

    /// Write names and debug information into the module: `-g0` none, `-g1` the source text and its lines, `-g` or `-g2`
    /// functions, scopes, types, variables and values too (NonSemantic.Shader.DebugInfo.100)
    #[arg(
        short = 'g',
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "2",
        value_parser = parse_debug_level
    )]
    debug: Option<DebugLevel>,

    /// With `-g`: give inputs and outputs no names, for drivers that reject two of the same
    #[arg(long, requires = "debug")]
    no_interface_names: bool,

    /// Write modules without checking them first
    #[arg(long)]
    no_check: bool,

    /// Compile the other inputs when one fails
    #[arg(long)]
    pub(super) keep_going: bool,

    /// How many inputs to compile at the same time; as many as there are cores unless given
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub(super) jobs: Option<NonZeroUsize>,

    /// How results are reported: for people on standard error, or one JSON object an input on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub(super) message_format: Format,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum InputKind {
    /// WGSL
    Wgsl,
    /// A vertex shader in GLSL
    Vert,
    /// A fragment shader in GLSL
    Frag,
    /// A compute shader in GLSL
    Comp,
    /// SPIR-V
    Spv,
}

impl InputKind {
    pub(super) const fn language(self) -> Language {
        match self {
            Self::Wgsl => Language::Wgsl,
            Self::Vert => Language::Glsl(ShaderStage::Vertex),
            Self::Frag => Language::Glsl(ShaderStage::Fragment),
            Self::Comp => Language::Glsl(ShaderStage::Compute),
            Self::Spv => Language::SpirV,
        }
    }
}

/// What is written for a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Emit {
    /// The binary module, little-endian words
    Spv,
    /// Its disassembly
    Spvasm,
    /// What it needs of the device, for people: capabilities, features and limits, with the places of their first use
    Requirements,
    /// The same as a JSON array
    RequirementsJson,
    /// What a host must know to use it, for people: bindings, push constants, inputs and outputs, specialization constants
    Reflection,
    /// The same as a JSON object
    ReflectionJson,
    /// Why each index and loop is checked, or why not: a line each, with its place
    Checks,
}

impl Emit {
    /// Whether it is a module or what stands for one, and not a report that is read at once.
    pub(super) const fn is_module(self) -> bool {
        match self {
            Self::Spv | Self::Spvasm => true,
            Self::Requirements | Self::RequirementsJson | Self::Reflection | Self::ReflectionJson | Self::Checks => {
                false
            }
        }
    }

    /// The ending of the files that hold it.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Spv => "spv",
            Self::Spvasm => "spvasm",
            Self::Requirements => "requirements.txt",
            Self::RequirementsJson => "requirements.json",
            Self::Reflection => "reflection.txt",
            Self::ReflectionJson => "reflection.json",
            Self::Checks => "checks.txt",
        }
    }
}

/// What an index out of range does.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BoundsChecks {
    /// It is brought into range
    Restrict,
    /// Reads give zero, writes do nothing
    ReadZeroSkipWrite,
    /// Undefined behaviour: nothing is checked
    Unchecked,
}

impl BoundsChecks {
    const fn policies(self) -> BoundsCheckPolicies {
        let policy = match self {
            Self::Restrict => BoundsCheckPolicy::Restrict,
            Self::ReadZeroSkipWrite => BoundsCheckPolicy::ReadZeroSkipWrite,
            Self::Unchecked => BoundsCheckPolicy::Unchecked,
        };
        BoundsCheckPolicies {
            index: policy,
            buffer: policy,
            image_load: policy,
            binding_array: policy,
        }
    }
}

/// How results are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Messages with source lines
    Human,
    /// One object a line, one line an input, in their order
    Json,
}

/// The level of `-g`.
fn parse_debug_level(text: &str) -> Result<DebugLevel, String> {
    match text {
        "0" => Ok(DebugLevel::None),
        "1" => Ok(DebugLevel::Lines),
        "2" => Ok(DebugLevel::Full),
        _ => Err("0, 1 or 2".to_owned()),
    }
}

/// The process's arguments, with the level of `-g` as clap reads it: `-g1` is `-g=1`.
pub(super) fn process_arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|argument| match argument.to_str() {
        Some("-g0") => "-g=0".into(),
        Some("-g1") => "-g=1".into(),
        Some("-g2") => "-g=2".into(),
        Some(_) | None => argument,
    })
}

impl CompileArguments {
    /// What is written for debuggers.
    pub(super) fn debug_level(&self) -> DebugLevel {
        self.debug.unwrap_or(DebugLevel::None)
    }

    /// The library's options, but for the debug information of each input.
    pub(super) fn options(&self) -> Result<Options, UsageError> {
        let mut options = Options::default();
        options.entry_point.clone_from(&self.entry_point);
        options.bounds_check_policies = self.bounds_checks.policies();
        options.names = self.debug_level() != DebugLevel::None;
        options.interface_names = !self.no_interface_names;
        options.emit_int_div_checks = !self.unguarded_division;
        options.self_check = !self.no_check;
        for (key, value) in &self.overrides {
            if options.overrides.insert(key.clone(), *value).is_some() {
                return Err(UsageError(format!("`--override {key}` is given twice")));
            }
        }
        options.spec_constants = self.spec_constants;
        options.explain_checks = self.explain_checks || self.emit == Emit::Checks;
        options.vulkan_memory_model = self.vulkan_memory_model;
        self.set_float_controls(&mut options.float_controls)?;
        if let Some(path) = &self.bindings {
            options.binding_map = bindings::read(path)?;
        }
        Ok(options)
    }
}

impl CompileArguments {
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

fn parse_jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a number from 1 on is needed".to_owned())
}

/// `NAME=VALUE`.
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

/// `NAME` or `STAGE:NAME`.
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

/// `SPEC`, `NAME@SPEC` or `STAGE:NAME@SPEC`.
fn parse_float_controls(text: &str) -> Result<(Option<EntryPoint>, EntryControls), String> {
    let (entry_point, spec) = match text.split_once('@') {
        None => (None, text),
        Some((name, spec)) => (Some(parse_entry_point(name)?), spec),
    };
    let controls = EntryControls::parse(spec).map_err(|error| error.to_string())?;
    Ok((entry_point, controls))
}

fn parse_stage(name: &str) -> Result<ShaderStage, String> {
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

    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_argument_table_is_consistent() {
        Arguments::command().debug_assert();
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
                Command::Compile(arguments) => arguments.options().map(|options| options.float_controls),
                Command::Check(_) | Command::Features(_) => Err(UsageError(String::new())),
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
