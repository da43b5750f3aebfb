//! The arguments: their names, their values, their help, and the messages about a single value.
//!
//! Converts them to the library's `Target` and `Options`. Reads no files.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueEnum};
use naga::ShaderStage;

use super::assemble::{self, AsArguments};
use super::axes::Variant;
use super::dis::{self, DisArguments};
use super::inputs::GLSL_STAGES;
use super::switches::{ShaderArguments, TargetArguments};
use spirula::source::{Definition, Language};
use spirula::specialize::{Key, Value};
use spirula::switches::parse_stage;

/// Turns shaders into SPIR-V that a Vulkan device accepts.
#[derive(Debug, Parser)]
#[command(name = "spirula", version, arg_required_else_help = true)]
pub(super) struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The command.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Compile shaders to SPIR-V
    #[command(after_help = COMPILE_NOTES)]
    Compile(Box<CompileArguments>),
    /// Compile the shaders of a project for its targets, as its spirula.toml defines them
    #[command(after_help = BUILD_NOTES)]
    Build(BuildArguments),
    /// Check SPIR-V modules against the rules of SPIR-V and of the target's environment
    #[command(after_help = CHECK_NOTES)]
    Check(CheckArguments),
    /// Print the reflection of SPIR-V modules of any compiler: resources, types, inputs, outputs, workgroups
    #[command(after_help = REFLECT_NOTES)]
    Reflect(ReflectArguments),
    /// Print what differs between two SPIR-V modules, or between the modules of two folders
    #[command(after_help = DIFF_NOTES)]
    Diff(DiffArguments),
    /// Resolve the specialization constants of a SPIR-V module of any compiler
    #[command(after_help = SPECIALIZE_NOTES)]
    Specialize(SpecializeArguments),
    /// Print the assembly of SPIR-V modules, as spirv-dis does
    #[command(after_help = dis::NOTES)]
    Dis(DisArguments),
    /// Assemble text to a SPIR-V module, as spirv-as does
    #[command(after_help = assemble::NOTES)]
    As(Box<AsArguments>),
    /// Compare the modules of a folder of shaders with the snapshots beside them
    #[command(after_help = SNAPSHOT_NOTES)]
    Snapshot(Box<SnapshotArguments>),
    /// List the device features with their support by a target, and the workarounds for its driver
    Features(FeaturesArguments),
    /// Print completions for a shell on standard output
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual on standard output, in the form of man pages
    Man {
        /// The page of a command instead of that of spirula itself
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
}

const BUILD_NOTES: &str = "\
The file:
  [compile]             switches of `spirula compile` for all shaders, as keys:
                        `target-env = \"vulkan1.2\"`, `flip-y = true`,
                        `enable = [\"shaderFloat16\"]`, `override = { n = 4 }`
  [target.NAME]         switches for one of several targets
  [[shaders]]           `inputs = [...]`: files, folders and patterns, and switches
                        for them; `axes = { TILE = [8, 16] }` are permutations of
                        overrides, `define-axes` of macros, and `output` has a
                        place for each: `\"out/{stem}.{TILE}.spv\"`

  [[shaders]] overrides [target.NAME], which overrides [compile]. Without
  `out-dir` results are written to `out`, or to `out/NAME` for a target.
  Paths are relative to the folder of the file.

Exit status: that of `spirula compile`";

const COMPILE_NOTES: &str = "\
Inputs:
  .wgsl                 WGSL
  .vert .frag .comp     GLSL, one stage a file (.vert.glsl and so on too)
  .glsl                 GLSL of the stage given by `--stage`
  .spv                  SPIR-V
  .spvasm               SPIR-V assembly, if it is named: not in a folder
  a folder              every shader below it, sorted by name
  -                     standard input: WGSL, or the language of `--input-kind`

Outputs:
  A file's module is written next to it, under its name and `.spv` (`.spvasm`
  with `--emit spvasm`), or to the path of `-o`; the requirements or reflection
  of one input go to standard output, unless several kinds are written. Several
  inputs may share an output folder. A folder needs one and is mirrored there:
  `a/b.wgsl` becomes `PATH/a/b.wgsl.spv`. Standard input is compiled to
  standard output. A file is written completely or not at all.

Exit status:
  0  everything was compiled
  1  some input is invalid, or cannot be expressed for the target
  2  wrong usage, or a file that cannot be read or written
  130  a signal ended the run";

const CHECK_NOTES: &str = "\
Inputs:
  a file                a SPIR-V module of either byte order, or its assembly
                        (.spvasm, and any text that begins as assembly does)
  a folder              every .spv and .spvasm below it, by name
  -                     a module or assembly on standard input

Verdicts:
  valid        no rule is violated
  invalid      at least one rule is violated
  not-covered  no checked rule is violated, but the module uses something that
               the tables of the check lack; the report names it

Rules:
  Most rules exist in spirv-val too. The others follow only from the text of a
  specification, which a finding quotes; `--like spirv-val` silences them.
  `--allow` silences a rule, `--deny` reports it in any case; both take names
  or VUIDs, separated by commas. Rules named `driver/...` are shapes that the
  driver of the target gets wrong: warnings that do not change the verdict.

Exit status:
  0  every module is valid
  1  some module is invalid or not covered
  2  wrong usage, or a file that cannot be read or assembled";

const REFLECT_NOTES: &str = "\
Inputs:
  a file                a SPIR-V module of either byte order, or its assembly
  a folder              every .spv and .spvasm below it, by name
  -                     a module or assembly on standard input

  Names are those that the module has; `spirula check` says whether it is valid.

Exit status:
  0  every module was read
  1  some input is no module, or has an entry point that is no stage of Vulkan
  2  wrong usage, or a file that cannot be read";

const DIFF_NOTES: &str = "\
Inputs:
  a file                a SPIR-V module of either byte order, or its assembly
  a folder              every .spv and .spvasm below it; those of one name are
                        compared
  -                     a module or assembly on standard input

  Declarations are matched by what they declare, variables by their interface,
  functions by name and content, instructions by what they do. Numbers of ids,
  the order of declarations and functions, and what nothing uses never differ.
  `@@ %main @@ shader.wgsl:12` begins the differences at one place of a
  function, `-` marks what only the first module has and `+` what only the
  second has.

Exit status:
  0  everything was compared
  1  with --exit-code: something differs
  2  wrong usage, or a file that cannot be read or is no module";

const SPECIALIZE_NOTES: &str = "\
Input:
  a file                a SPIR-V module of either byte order, or its assembly
  -                     a module or assembly on standard input

  Constants without a value get their defaults, and what is computed from them
  is computed: composites, OpSpecConstantOp, lengths of arrays, sizes of
  workgroups. A number is the SpecId of a constant, anything else its OpName.

Exit status:
  0  the module was written
  1  the input is no module, has no such constant, or its type lacks the value
  2  wrong usage, or a file that cannot be read or written";

const SNAPSHOT_NOTES: &str = "\
Shaders:
  Every shader below the folder, and SPIR-V assembly (.spvasm). `a.wgsl.snap`
  beside `a.wgsl` has the listing of each distinct module of its targets. The
  first comments of a shader are its options: `// targets: vulkan1.1, vulkan1.3`
  and the switches of this command, `// enable: shaderFloat16`. Check lines in
  the language of LLVM's FileCheck, `// CHECK: OpLoad`, are compared with the
  listings.

  SPIRULA_SNAPSHOTS=update is the same as `--update`; SPIRULA_SNAPSHOTS=no
  overrides it.

Exit status:
  0  every module is that of its snapshot, and satisfies its check lines
  1  some module is not, or a shader is invalid
  2  wrong usage, or a folder that cannot be read";

/// The arguments of `spirula snapshot`.
#[derive(Args, Debug)]
pub(super) struct SnapshotArguments {
    /// The folder of the shaders
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,

    /// Write the snapshots that differ or are missing, and remove those that belong to no shader
    #[arg(long)]
    pub(super) update: bool,

    /// Only the shaders whose path below the folder contains the text
    #[arg(long, value_name = "NAME")]
    pub(super) only: Vec<String>,

    /// The targets of shaders that name none, as in `--target-env`
    #[arg(long, value_name = "ENV", value_delimiter = ',', conflicts_with_all = ["target-env", "device"])]
    pub(super) targets: Vec<String>,

    /// What the snapshots have of each module: spvasm, requirements, checks; by default spvasm
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub(super) emit: Vec<String>,

    /// How the result is reported: for people on standard error; one JSON object a shader, or JUnit's XML, on standard
    /// output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = SnapshotFormat::Human)]
    pub(super) message_format: SnapshotFormat,

    /// Define a macro of GLSL, 1 without VALUE, or a name of naga_oil's directives in WGSL, true without VALUE
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = parse_define)]
    pub(super) defines: Vec<Definition>,

    /// A folder with files that GLSL includes or WGSL imports
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,

    #[command(flatten, next_help_heading = "Target")]
    pub(super) target: TargetArguments,

    #[command(flatten, next_help_heading = "What is written for a shader")]
    pub(super) shader: ShaderArguments,
}

/// How the result of `spirula snapshot` is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SnapshotFormat {
    /// Differences and check lines
    Human,
    /// One JSON object a line, one line a shader
    Json,
    /// One XML document with a test case a shader
    Junit,
}

/// The arguments of `spirula check`.
#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// SPIR-V modules, SPIR-V assembly, folders of these, or `-` for standard input
    #[arg(required_unless_present_any = ["rules", "explain"], value_name = "FILE")]
    pub(super) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) target: TargetArguments,

    /// Report only the rules that another validator has too
    #[arg(long, value_enum, value_name = "VALIDATOR")]
    pub(super) like: Option<Sources>,

    /// Silence a rule, by name or VUID
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(super) allow: Vec<String>,

    /// Report a rule in spite of `--like` and `--allow`
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(super) deny: Vec<String>,

    /// How verdicts are reported: findings on standard error, one JSON object a module on standard output, or a SARIF
    /// log on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CheckFormat::Human)]
    pub(super) message_format: CheckFormat,

    /// Whether messages are coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,

    /// Print every rule on standard output: its name, its numbers, its source, which validators have it, and which part
    /// of it is checked
    #[arg(long, conflicts_with_all = ["inputs", "explain"])]
    pub(super) rules: bool,

    /// Print one rule, by name or VUID, with a module that satisfies it and one that violates it
    #[arg(long, value_name = "RULE", conflicts_with = "inputs")]
    pub(super) explain: Option<String>,
}

impl CheckArguments {
    /// Whether messages are coloured.
    pub(super) const fn colour(&self) -> When {
        self.color
    }
}

/// The arguments of `spirula reflect`.
#[derive(Args, Debug)]
pub(super) struct ReflectArguments {
    /// SPIR-V modules, their assembly, folders of those, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) inputs: Vec<PathBuf>,

    /// One JSON object a module, one line each
    #[arg(long)]
    pub(super) json: bool,

    /// Resources that no entry point uses as well
    #[arg(long)]
    pub(super) unused: bool,
}

/// The arguments of `spirula diff`.
#[derive(Args, Debug)]
pub(super) struct DiffArguments {
    /// A SPIR-V module, its assembly, `-` for standard input, or a folder of modules
    #[arg(value_name = "FIRST")]
    pub(super) first: PathBuf,

    /// What it is compared with
    #[arg(value_name = "SECOND")]
    pub(super) second: PathBuf,

    /// Print only how many lines differ in each section and function
    #[arg(long)]
    pub(super) summary: bool,

    /// Leave out what is not compared: `names` (OpName, OpMemberName), `debug` (sources, lines, debug information)
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(super) ignore: Vec<Ignored>,

    /// How many equal instructions are shown before and after a difference
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) context: usize,

    /// Exit with 1 if something differs
    #[arg(long)]
    pub(super) exit_code: bool,

    /// How differences are reported: as text, or one JSON object a pair of modules, one line each
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub(super) message_format: Format,

    /// Whether the text is coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(super) color: When,
}

/// What is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ignored {
    /// OpName and OpMemberName
    Names,
    /// Sources, lines and debug information
    Debug,
}

/// The arguments of `spirula specialize`.
#[derive(Args, Debug)]
pub(super) struct SpecializeArguments {
    /// A SPIR-V module, its assembly, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(super) input: PathBuf,

    /// The value of a specialization constant, by its name or its SpecId; `true`, `false` or a number
    #[arg(long = "override", value_name = "NAME_OR_ID=VALUE", value_parser = parse_specialization)]
    pub(super) overrides: Vec<(Key, Value)>,

    /// Resolve only the constants with a value; the others can be specialized still
    #[arg(long)]
    pub(super) only: bool,

    /// The file of the resolved module, or `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
}

/// The validator whose rules are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Sources {
    /// Rules that the newest spirv-val has
    SpirvVal,
}

/// How verdicts are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// Messages with the instruction, and with its line if the input is text
    Human,
    /// One JSON object a line, one line an input, in the order of the inputs
    Json,
    /// One log of the Static Analysis Results Interchange Format 2.1.0
    Sarif,
}

/// When messages are coloured or progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    /// Whether what is written to standard error is coloured.
    pub(super) fn on_stderr(self) -> bool {
        self.on(&std::io::stderr())
    }

    /// Whether what is written to standard output is coloured.
    pub(super) fn on_stdout(self) -> bool {
        self.on(&std::io::stdout())
    }

    fn on(self, stream: &impl std::io::IsTerminal) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            // By convention an empty value does not count (no-color.org).
            Self::Auto => {
                let is_off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !is_off && stream.is_terminal()
            }
        }
    }
}

/// The arguments of `spirula build`.
#[derive(Args, Clone, Debug)]
pub(super) struct BuildArguments {
    /// The targets to build for; by default all targets of the file
    #[arg(value_name = "TARGET")]
    pub(super) targets: Vec<String>,

    /// The project's file; by default the spirula.toml of this folder or of the nearest parent folder that has one
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// Compile the other inputs when one fails
    #[arg(long)]
    pub(super) keep_going: bool,

    /// Build again whenever a file changes, until the run is ended
    #[arg(long)]
    pub(super) watch: bool,

    /// Compile what is unchanged too. Otherwise outputs are left alone if they are those of the same input, switches and
    /// program, which the file `.spirula.json` in their folder tells
    #[arg(long)]
    pub(super) force: bool,

    /// A folder of compiled modules that processes and machines may share: what is in it is copied and not compiled
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,

    /// How many inputs to compile in parallel; by default the number of cores
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub(super) jobs: Option<NonZeroUsize>,

    /// How results are reported: for people on standard error, in one line a message there, or as one JSON object an input
    /// on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = RunFormat::Human)]
    message_format: RunFormat,

    /// Whether messages are coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
}

impl BuildArguments {
    /// The value of `--message-format`.
    pub(super) const fn format_name(&self) -> &'static str {
        match self.message_format {
            RunFormat::Human => "human",
            RunFormat::Short => "short",
            RunFormat::Json => "json",
        }
    }

    /// The value of `--color`.
    pub(super) const fn color_name(&self) -> &'static str {
        match self.color {
            When::Auto => "auto",
            When::Always => "always",
            When::Never => "never",
        }
    }
}

/// The arguments of `spirula features`.
#[derive(Args, Debug)]
pub(super) struct FeaturesArguments {
    #[command(flatten)]
    pub(super) target: TargetArguments,

    /// How features are listed: as a table, or one JSON object a feature
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub(super) message_format: Format,
}

/// The arguments of `spirula compile`.
#[derive(Args, Clone, Debug)]
pub(super) struct CompileArguments {
    /// Shader files, folders of shaders, or `-` for WGSL on standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    /// Where to write: a file for one input, a folder (an existing one, or a path that ends in `/`) for any number, `-`
    /// for standard output
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// The folder to write to, which is created if necessary; short for `-o DIR/`
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    out_dir: Option<PathBuf>,

    /// What to write; several kinds separated by commas, each to a file with its own extension
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        value_delimiter = ',',
        default_value = "spv",
        default_value_if("explain_checks", "true", "checks")
    )]
    emit: Vec<Emit>,

    /// Write a dependency file beside each first output, with `.d` appended to its name: a makefile rule with the files
    /// that the outputs depend on (`-MD` is the same)
    #[arg(long = "MD")]
    pub(super) depfiles: bool,

    /// Write one dependency file, with a rule for each input, if all of them were compiled
    #[arg(long, value_name = "FILE")]
    pub(super) depfile: Option<PathBuf>,

    /// Compile and check, and write no file: for editors
    #[arg(long, conflicts_with_all = ["output", "out_dir", "emit", "depfiles", "depfile", "explain_checks"])]
    pub(super) check_only: bool,

    /// The path of the file whose text is on standard input: for messages, its language, and the files that it includes
    #[arg(long, value_name = "PATH")]
    pub(super) stdin_file_path: Option<PathBuf>,

    /// The language of the files and of standard input, whatever their names
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) input_kind: Option<InputKind>,

    /// The files and standard input are GLSL of this stage: vertex, fragment or compute
    #[arg(long, value_name = "STAGE", value_parser = parse_glsl_stage, conflicts_with = "input_kind")]
    stage: Option<ShaderStage>,

    /// Define a macro of GLSL, 1 without VALUE, or a name of naga_oil's directives in WGSL, true without VALUE
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = parse_define)]
    pub(super) defines: Vec<Definition>,

    /// A folder with files that GLSL includes or WGSL imports; searched in the order given, after the folder of the
    /// file itself
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,

    /// Replace the start OLD of file names by NEW in debug information; the last one that fits counts
    #[arg(long = "path-prefix-map", value_name = "OLD=NEW", value_parser = parse_prefix)]
    pub(super) prefixes: Vec<PathPrefix>,

    /// Report for each index, texel and loop why it is checked or not checked, with its place: short for `--emit
    /// checks`
    #[arg(long)]
    pub(super) explain_checks: bool,

    /// Reflect resources and push constants that no entry point uses as well
    #[arg(long)]
    pub(super) reflect_unused: bool,

    #[command(flatten, next_help_heading = "Target")]
    pub(super) target: TargetArguments,

    #[command(flatten, next_help_heading = "What is written for a shader")]
    pub(super) shader: ShaderArguments,

    /// Compile the other inputs when one fails
    #[arg(long, help_heading = "Run")]
    pub(super) keep_going: bool,

    /// Compile again whenever a file that was read changes, until the run is ended
    #[arg(long, help_heading = "Run")]
    pub(super) watch: bool,

    /// Compile what is unchanged too. Otherwise the outputs in a folder are left alone if they are those of the same
    /// input, switches and program, which the file `.spirula.json` in the folder tells
    #[arg(long, help_heading = "Run")]
    pub(super) force: bool,

    /// A folder of compiled modules that processes and machines may share: what is in it is copied and not compiled
    #[arg(long, help_heading = "Run", value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,

    /// How many inputs to compile in parallel; by default the number of cores
    #[arg(long, help_heading = "Run", value_name = "N", value_parser = parse_jobs)]
    pub(super) jobs: Option<NonZeroUsize>,

    /// Print errors only: on a terminal, a run that succeeds prints a line otherwise
    #[arg(short, long, help_heading = "Run")]
    pub(super) quiet: bool,

    /// Whether the progress of the run is shown: on a terminal as a bar for several inputs and as phases for a large
    /// one, elsewhere only with `always`, as a line for each phase
    #[arg(long, help_heading = "Run", value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(super) progress: When,

    /// How results are reported: for people on standard error, in one line a message there, or as one JSON object an input
    /// on standard output
    #[arg(long, help_heading = "Run", value_enum, value_name = "FORMAT", default_value_t = RunFormat::Human)]
    pub(super) message_format: RunFormat,

    /// Whether messages are coloured: on a terminal, unless NO_COLOR is set
    #[arg(long, help_heading = "Run", value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,

    /// The outputs and output folders of the project's runs, which are no inputs of a folder.
    #[arg(skip)]
    pub(super) other_outputs: Arc<[PathBuf]>,

    /// The patterns that its inputs match.
    #[arg(skip)]
    pub(super) patterns: Arc<[String]>,

    /// Which module of its inputs it writes, if the project has several.
    #[arg(skip)]
    pub(super) variant: Option<Arc<Variant>>,

    /// Whether the folder of a named output is made.
    #[arg(skip)]
    pub(super) makes_folders: bool,
}

/// The name of a switch and its value; a flag has none.
pub(super) type KeyValue<'a> = (&'a str, Option<String>);

impl CompileArguments {
    /// The switches whose values can be replaced.
    pub(super) const REPLACED: [&'static str; 3] = ["output", "override", "define"];

    /// The same with other values of `REPLACED`, as many of each as before, and with other inputs.
    ///
    /// # Errors
    /// If a value is invalid.
    pub(super) fn replaced(&self, switches: &[KeyValue<'_>], inputs: &[String]) -> Result<Self, String> {
        let values = |name| {
            let of_it = switches.iter().filter(move |(key, _)| *key == name);
            of_it.filter_map(|(_, value)| value.as_deref())
        };
        let path = |text: &str| match text.is_empty() {
            true => Err("a path is needed".to_owned()),
            false => Ok(PathBuf::from(text)),
        };
        let mut replaced = self.clone();
        replaced.inputs = inputs.iter().map(|input| path(input)).collect::<Result<_, _>>()?;
        replaced.output = values("output").next().map(path).transpose()?;
        replaced.shader.replace("override", values("override"))?;
        replaced.defines = values("define").map(parse_define).collect::<Result<_, _>>()?;
        Ok(replaced)
    }

    /// The same for one input and one output, with values of overrides and macros.
    ///
    /// # Errors
    /// If a value is invalid.
    pub(super) fn permuted(
        &self,
        input: &str,
        output: String,
        overrides: &[String],
        defines: &[String],
    ) -> Result<Self, String> {
        let mut permuted = self.clone();
        permuted.inputs = vec![input.into()];
        permuted.output = Some(output.into());
        for value in overrides {
            permuted.shader.add("override", value)?;
        }
        for value in defines {
            permuted.defines.push(parse_define(value)?);
        }
        Ok(permuted)
    }

    /// Whether what was made of its inputs is recorded: it goes to a folder, or belongs to a project.
    pub(super) const fn is_of_project(&self) -> bool {
        self.makes_folders
    }

    /// The language of named files and of standard input, if an argument sets it.
    pub(super) fn language(&self) -> Option<Language> {
        let kind = self.input_kind.map(InputKind::language);
        kind.or(self.stage.map(Language::Glsl))
    }

    /// Whether an argument of a preprocessor is given.
    pub(super) const fn has_preprocessor(&self) -> bool {
        !self.defines.is_empty() || !self.folders.is_empty()
    }

    /// Whether messages are coloured; JSON messages are not.
    pub(super) fn colours(&self) -> bool {
        self.message_format == RunFormat::Human && self.color.on_stderr()
    }

    /// The kinds of output for each input, without repetitions.
    pub(super) fn emit(&self) -> Vec<Emit> {
        let mut kinds = Vec::new();
        for &kind in &self.emit {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// The files, other than shaders, that outputs depend on.
    pub(super) fn dependencies(&self) -> Vec<String> {
        let bindings = self.shader.given().file("bindings");
        let files = bindings.into_iter().chain(self.target.given().device_files());
        files.map(|file| file.display().to_string()).collect()
    }

    /// The file or folder to write to.
    pub(super) fn output_path(&self) -> Option<&Path> {
        self.out_dir.as_deref().or(self.output.as_deref())
    }

    /// The same, and whether it is a folder even if it does not exist.
    pub(super) fn output(&self) -> Option<(&Path, bool)> {
        let folder = self.out_dir.as_deref().map(|folder| (folder, true));
        folder.or_else(|| {
            let path = self.output.as_deref()?;
            let is_folder = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
            Some((path, is_folder))
        })
    }
}

/// The start of file names in debug information, and what replaces it.
#[derive(Clone, Debug)]
pub(super) struct PathPrefix {
    pub(super) old: String,
    pub(super) new: String,
}

/// The kind of an input.
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

/// The kinds of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Emit {
    /// The binary module, little-endian words
    Spv,
    /// Its disassembly; `spirula dis` prints that of a finished module
    Spvasm,
    /// What it needs of the device, as text: capabilities, features and limits, with the places of their first use
    Requirements,
    /// The same as a JSON array
    RequirementsJson,
    /// What a host must know of it, as text: bindings, push constants, inputs and outputs, specialization constants
    Reflection,
    /// The same as a JSON object
    ReflectionJson,
    /// Why each index, texel and loop is checked or not checked: a line each, with its place
    Checks,
    /// A page to look at: source and assembly side by side, requirements and checks at their lines, reflection and layouts as tables
    Html,
}

impl Emit {
    /// Whether it is a module or its disassembly, and not a report for people.
    pub(super) const fn is_module(self) -> bool {
        match self {
            Self::Spv | Self::Spvasm => true,
            Self::Requirements
            | Self::RequirementsJson
            | Self::Reflection
            | Self::ReflectionJson
            | Self::Checks
            | Self::Html => false,
        }
    }

    /// Its name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Spv => "spv",
            Self::Spvasm => "spvasm",
            Self::Requirements => "requirements",
            Self::RequirementsJson => "requirements-json",
            Self::Reflection => "reflection",
            Self::ReflectionJson => "reflection-json",
            Self::Checks => "checks",
            Self::Html => "html",
        }
    }

    /// The extension of files of this kind.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Spv => "spv",
            Self::Spvasm => "spvasm",
            Self::Requirements => "requirements.txt",
            Self::RequirementsJson => "requirements.json",
            Self::Reflection => "reflection.txt",
            Self::ReflectionJson => "reflection.json",
            Self::Checks => "checks.txt",
            Self::Html => "html",
        }
    }
}

/// How results are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Messages with source lines
    Human,
    /// One JSON object a line, one line an input, in the order of the inputs
    Json,
}

/// How the results of a run are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RunFormat {
    /// Messages with source lines
    Human,
    /// One line a message: `file:line:column: error: message`
    Short,
    /// One JSON object a line, one line an input, in the order of the inputs
    Json,
}

/// The arguments of the process in the form that clap parses: `-g1` becomes `-g=1`, `-MD` becomes `--MD`.
pub(super) fn process_arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|argument| match argument.to_str() {
        Some("-g0") => "-g=0".into(),
        Some("-g1") => "-g=1".into(),
        Some("-g2") => "-g=2".into(),
        Some("-MD") => "--MD".into(),
        Some(_) | None => argument,
    })
}

/// Parses a GLSL stage that naga reads.
fn parse_glsl_stage(name: &str) -> Result<ShaderStage, String> {
    match parse_stage(name)? {
        stage @ (ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Compute) => Ok(stage),
        ShaderStage::Task
        | ShaderStage::Mesh
        | ShaderStage::RayGeneration
        | ShaderStage::Miss
        | ShaderStage::AnyHit
        | ShaderStage::ClosestHit => Err(format!("naga reads no {name} shaders in GLSL; {GLSL_STAGES}")),
    }
}

/// `NAME` or `NAME=VALUE`.
fn parse_define(text: &str) -> Result<Definition, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    let mut characters = name.chars();
    let is_first = |character: char| character.is_ascii_alphabetic() || character == '_';
    let is_name = characters.next().is_some_and(is_first)
        && characters.all(|character| is_first(character) || character.is_ascii_digit());
    match is_name {
        true => Ok((name.to_owned(), value)),
        false => Err(format!("`{name}` is no name of a macro")),
    }
}

/// `OLD=NEW`.
fn parse_prefix(text: &str) -> Result<PathPrefix, String> {
    let (old, new) = text.split_once('=').ok_or("OLD=NEW is needed")?;
    Ok(PathPrefix {
        old: old.to_owned(),
        new: new.to_owned(),
    })
}

/// `NAME=VALUE` or `ID=VALUE`.
fn parse_specialization(text: &str) -> Result<(Key, Value), String> {
    let (key, value) = text.split_once('=').ok_or("NAME=VALUE or ID=VALUE is needed")?;
    match key.is_empty() || value.is_empty() {
        true => Err("a name or number and a value are needed".to_owned()),
        false => Ok((Key::from(key), Value::from(value))),
    }
}

fn parse_jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a number from 1 on is needed".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_argument_table_is_consistent() {
        Arguments::command().debug_assert();
    }
}
