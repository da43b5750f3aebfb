//! `spirula check`: checks modules in files and reports the verdicts.
//!
//! Owns the course of a run and its exit status; the rules are the library's. The submodules print findings: `render`
//! as text, `sarif` for code hosts, `rules` prints the table of rules and `explain` one of them.

mod examples;
mod explain;
mod render;
mod rules;
mod sarif;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use serde::Serialize;
use spirula::Target;
use spirula::check::{Options, Report, Verdict, Violation, Warning, check_bytes_with, check_with};
use spirula::target::SpirvVersion;
use spirula::words::{Assembly, AssemblyError, assemble_text_with_places};
use spirv::MAGIC_NUMBER;

use super::arguments::{CheckArguments, CheckFormat, Sources, When};
use super::inputs::{Input, Wanted};
use super::report::print_error;
use super::switches::TargetArguments;
use super::{Outcome, UsageError, inputs};
use render::Colours;
use spirula::source::diagnose::plain;
use spirula::source::{Language, guard};

/// The result of one input in JSON.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    /// `null` for a file that could not be read.
    verdict: Option<Verdict>,
    violations: Vec<Finding<'a>>,
    not_covered: &'a [String],
    /// The number of violations; it exceeds the length of the list in a module with very many.
    counted: usize,
    warnings: Vec<Shape<'a>>,
    /// The number of warnings, as `counted` is that of violations.
    warned: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// A violation, with its place in the text if the input is assembly.
#[derive(Serialize)]
struct Finding<'a> {
    #[serde(flatten)]
    violation: &'a Violation,
    line: Option<usize>,
    column: Option<usize>,
}

/// A warning, with its place in the text if the input is assembly.
#[derive(Serialize)]
struct Shape<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    line: Option<usize>,
    column: Option<usize>,
}

/// The report on a module, and what the input was.
struct Judged {
    report: Report,
    read: Read,
}

impl Judged {
    /// Line and column of the instruction at an offset, if the input is assembly.
    fn place(&self, offset: usize) -> Option<(usize, usize)> {
        match &self.read {
            // An offset within the header does not belong to an instruction.
            Read::Text(_, assembly) => assembly.place(offset),
            Read::Module(_) => None,
        }
    }

    /// The text, if the input is assembly.
    fn text(&self) -> Option<&str> {
        match &self.read {
            Read::Text(text, _) => Some(text),
            Read::Module(_) => None,
        }
    }

    /// The length in bytes of the instruction at an offset in words: its word count, which is the first half of its first
    /// word (SPIR-V §2.3). In the header it is that of one word.
    fn bytes_at(&self, offset: usize) -> usize {
        const HEADER: usize = 5;
        let word = self.read.word(offset).filter(|_| offset >= HEADER);
        word.map_or(4, |word| (word >> 16).max(1) as usize * 4)
    }
}

/// Why an input has no verdict.
enum Failure {
    Unreadable(String),
    NotAssembled { text: String, error: AssemblyError },
}

impl Failure {
    fn message(&self, name: &str) -> String {
        match self {
            Self::Unreadable(message) => message.clone(),
            Self::NotAssembled { error, .. } => format!("{name}:{error}"),
        }
    }
}

/// `spirula check`.
pub(super) fn run(arguments: &CheckArguments) -> Result<Outcome, UsageError> {
    let format = arguments.message_format;
    if arguments.rules {
        return Ok(written(rules::print(format)?, Outcome::Good));
    }
    if let Some(name) = &arguments.explain {
        return Ok(written(
            explain::print(name, format, arguments.colour())?,
            Outcome::Good,
        ));
    }
    let mut targets = Targets::of(&arguments.target)?;
    let options = options(arguments)?;
    let selection = inputs::collect(&arguments.inputs, &[], false, Wanted::Modules)?;
    let colours = Colours::for_stderr(arguments.colour());
    let mut log = sarif::Log::default();
    let mut worst = Outcome::Good;
    let mut good = 0;
    for input in &selection.inputs {
        let result = judge(input, &mut targets, &options)?;
        let outcome = match &result {
            Ok(judged) if judged.report.is_valid() => Outcome::Good,
            Ok(_) => Outcome::Rejected,
            Err(_) => Outcome::Unusable,
        };
        worst = worst.max(outcome);
        good += usize::from(outcome == Outcome::Good);
        match format {
            CheckFormat::Human => show(&input.name, &result, colours),
            CheckFormat::Sarif => log.add(&input.name, &result),
            CheckFormat::Json => {
                if let Err(error) = print_json(&input.name, &result) {
                    return Ok(written(Err(error), worst));
                }
            }
        }
    }
    if format == CheckFormat::Sarif {
        return Ok(written(log.print(), worst));
    }
    let all = selection.inputs.len();
    let is_human = format == CheckFormat::Human;
    if selection.many && is_human && (good < all || io::stderr().is_terminal()) {
        let _ = writeln!(io::stderr(), "{good} of {all} valid");
    }
    Ok(worst)
}

fn options(arguments: &CheckArguments) -> Result<Options, UsageError> {
    let mut options = Options::new();
    if arguments.like == Some(Sources::SpirvVal) {
        options = options.like_spirv_val();
    }
    let unknown = |error: spirula::check::UnknownRule| UsageError(error.to_string());
    for name in &arguments.allow {
        options = options.allow(name).map_err(unknown)?;
    }
    for name in &arguments.deny {
        options = options.deny(name).map_err(unknown)?;
    }
    Ok(options)
}

/// The targets of the modules.
enum Targets<'a> {
    /// The one that is named.
    Named(Box<Target>),
    /// None is named: for each version of SPIR-V the oldest Vulkan environment that takes it, with the other arguments.
    Oldest {
        arguments: &'a TargetArguments,
        made: BTreeMap<SpirvVersion, Target>,
    },
}

impl<'a> Targets<'a> {
    fn of(arguments: &'a TargetArguments) -> Result<Self, UsageError> {
        Ok(match arguments.is_named()? {
            true => Self::Named(Box::new(arguments.target()?)),
            false => Self::Oldest {
                arguments,
                made: BTreeMap::new(),
            },
        })
    }

    /// The version of a text that states none: the newest one that the target takes, or that Vulkan 1.1 takes.
    fn version_of_text(&self) -> SpirvVersion {
        match self {
            Self::Named(target) => target.spirv_version(),
            Self::Oldest { .. } => SpirvVersion::V1_3,
        }
    }

    /// The target for a module with this version in its header. That of a version which is not known is the newest one.
    fn of_version(&mut self, version: Option<u32>) -> Result<&Target, UsageError> {
        let (arguments, made) = match self {
            Self::Named(target) => return Ok(target),
            Self::Oldest { arguments, made } => (arguments, made),
        };
        let version = version.and_then(SpirvVersion::from_word).unwrap_or(SpirvVersion::V1_6);
        Ok(match made.entry(version) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(arguments.target_for(version)?),
        })
    }
}

/// The report on one input, or the reason why there is none.
fn judge(input: &Input, targets: &mut Targets<'_>, options: &Options) -> Result<Result<Judged, Failure>, UsageError> {
    let read = match read(input, targets.version_of_text()) {
        Ok(read) => read,
        Err(failure) => return Ok(Err(failure)),
    };
    let target = targets.of_version(read.word(1))?;
    let name = &input.name;
    let panicked = |panic| {
        let message = format!("{name}: the check panicked, which is a bug in Spirula: {panic}");
        Failure::Unreadable(message)
    };
    let report = match &read {
        Read::Module(bytes) => guard::catch(|| check_bytes_with(bytes, target, options)),
        Read::Text(_, assembly) => {
            let options = options.clone().named_as(assembly);
            guard::catch(|| check_with(&assembly.words, target, &options))
        }
    };
    Ok(report.map(|report| Judged { report, read }).map_err(panicked))
}

/// What an input is.
enum Read {
    /// The bytes of a module.
    Module(Vec<u8>),
    /// Text, and what is assembled from it.
    Text(String, Assembly),
}

impl Read {
    /// A word, in the byte order of the module's first one; `None` if that is not the magic number or there are fewer.
    fn word(&self, index: usize) -> Option<u32> {
        match self {
            Self::Text(_, assembly) => assembly.words.get(index).copied(),
            Self::Module(bytes) => {
                let words = bytes.as_chunks().0;
                let [first, word] = [words.first()?, words.get(index)?].map(|word| u32::from_le_bytes(*word));
                match first {
                    MAGIC_NUMBER => Some(word),
                    _ => (first == MAGIC_NUMBER.swap_bytes()).then_some(word.swap_bytes()),
                }
            }
        }
    }
}

/// Reads an input; `version` is that of a text that states none.
fn read(input: &Input, version: SpirvVersion) -> Result<Read, Failure> {
    let name = &input.name;
    let bytes = inputs::read(&input.origin)
        .map_err(|error| format!("cannot read `{name}`: {error}"))
        .and_then(|bytes| bytes)
        .map_err(Failure::Unreadable)?;
    let panicked = |panic| {
        let message = format!("{name}: the check panicked, which is a bug in Spirula: {panic}");
        Failure::Unreadable(message)
    };
    let Some(text) = assembly_text(name, &bytes) else {
        if let Some(message) = no_module(name, &bytes) {
            return Err(Failure::Unreadable(format!("{name}: {message}")));
        }
        return Ok(Read::Module(bytes));
    };
    let assembled = guard::catch(|| assemble_text_with_places(&text, version.word())).map_err(panicked)?;
    match assembled {
        Ok(assembly) => Ok(Read::Text(text, assembly)),
        Err(error) => Err(Failure::NotAssembled { text, error }),
    }
}

/// The message for a shader in the place of a module: its name denotes one, and it does not begin as a module.
pub(super) fn no_module(name: &str, bytes: &[u8]) -> Option<&'static str> {
    let language = Language::of(Path::new(name)).filter(|language| *language != Language::SpirV);
    let begins = bytes
        .first_chunk()
        .map(|word| [u32::from_le_bytes(*word), u32::from_be_bytes(*word)]);
    let is_module = begins.is_some_and(|words| words.contains(&MAGIC_NUMBER));
    (language.is_some() && !is_module)
        .then_some("it is a shader and no SPIR-V module; `spirula compile` writes and checks its module")
}

/// The text of an input that is assembly: its name denotes assembly, or it begins with a comment, a result id or an
/// instruction. No binary module begins like that.
pub(super) fn assembly_text(name: &str, bytes: &[u8]) -> Option<String> {
    let text = core::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.trim_start();
    let begins = start.starts_with([';', '%']) || start.starts_with("Op");
    let is_named = inputs::is_assembly(name.as_ref());
    (begins || is_named).then(|| text.to_owned())
}

fn print_json(name: &str, result: &Result<Judged, Failure>) -> io::Result<()> {
    let Some(judged) = result.as_ref().ok() else {
        let error = result.as_ref().err().map(|failure| failure.message(name));
        return print_line(&Line {
            file: name,
            verdict: None,
            violations: Vec::new(),
            not_covered: &[],
            counted: 0,
            warnings: Vec::new(),
            warned: 0,
            error: error.as_deref(),
        });
    };
    let report = &judged.report;
    let findings = report.violations.iter().map(|violation| {
        let (line, column) = judged.place(violation.offset).unzip();
        Finding {
            violation,
            line,
            column,
        }
    });
    let shapes = report.warnings.iter().map(|warning| {
        let (line, column) = judged.place(warning.offset).unzip();
        Shape { warning, line, column }
    });
    print_line(&Line {
        file: name,
        verdict: Some(report.verdict()),
        violations: findings.collect(),
        not_covered: &report.not_covered,
        counted: report.counted,
        warnings: shapes.collect(),
        warned: report.warned,
        error: None,
    })
}

fn show(name: &str, result: &Result<Judged, Failure>, colours: Colours) {
    let text = match result {
        Ok(judged) => render::report(name, judged, colours),
        Err(Failure::Unreadable(message)) => plain(message).into_bytes(),
        Err(Failure::NotAssembled { text, error }) => render::assembly_error(name, text, error, colours),
    };
    // As for every message, an error of standard error is ignored.
    let _ = io::stderr().write_all(&text);
}

/// The message about a text that cannot be assembled, with its line.
pub(super) fn assembly_error(name: &str, text: &str, error: &AssemblyError, color: When) -> Vec<u8> {
    render::assembly_error(name, text, error, Colours::for_stderr(color))
}

/// The token of a text at which an error of the assembler is.
pub(super) fn assembly_range(text: &str, error: &AssemblyError) -> Option<std::ops::Range<usize>> {
    render::token(text, error.line, error.column)
}

fn print_line(line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    io::stdout().lock().write_all(&text)
}

/// The outcome of a run whose output may not have been written. A broken pipe is not reported; the exit status shows
/// it.
pub(super) fn written(result: io::Result<()>, outcome: Outcome) -> Outcome {
    match result {
        Ok(()) => outcome,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                print_error(&format!("cannot write to standard output: {error}"));
            }
            Outcome::Unusable
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use spirula::target::{Workaround, Workarounds};

    use super::*;

    const MODULE: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%bool = OpTypeBool
%true = OpConstantTrue %bool
%signature = OpTypeFunction %void
%main = OpFunction %void None %signature
%entry = OpLabel
%negated = OpLogicalNot %bool %true
OpReturn
OpFunctionEnd
";

    /// The report for a driver that negates Booleans wrongly, on the text or on its words.
    fn judged(is_text: bool) -> Judged {
        let assembly = assemble_text_with_places(MODULE, 0x0001_0300).unwrap();
        let target = Target::vulkan(1, 1).with_workarounds(Workarounds::from([Workaround::LogicalNot]));
        let options = Options::new().named_as(&assembly);
        let report = check_with(&assembly.words, &target, &options);
        assert!(report.is_valid());
        let read = match is_text {
            true => Read::Text(MODULE.to_owned(), assembly),
            false => Read::Module(assembly.words.iter().flat_map(|word| word.to_le_bytes()).collect()),
        };
        Judged { report, read }
    }

    #[test]
    fn a_warning_for_people_has_its_place_and_source() {
        let colours = Colours::for_stderr(When::Never);
        let text = String::from_utf8(render::report("a.spvasm", &judged(true), colours)).unwrap();
        let expected = "warning[driver/logical-not]: %negated (OpLogicalNot) negates Booleans
   ┌─ a.spvasm:11:1
   │
11 │ %negated = OpLogicalNot %bool %true
   │ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   │
   = in function %main, block %entry
   = adreno (before 512.494): a negated boolean is the complement of an integer (reported for OpenGL ES)
   = reported: Dolphin, DriverDetails.h: BUG_BROKEN_NEGATED_BOOLEAN; dolphin-emu/dolphin#14819

";
        assert_eq!(text, expected);
        let text = String::from_utf8(render::report("a.spv", &judged(false), colours)).unwrap();
        assert!(text.contains("┌─ a.spv: word 38, byte 152, instruction 11"), "{text}");
    }

    #[test]
    fn a_warning_in_a_log_is_a_warning() {
        let mut log = sarif::Log::default();
        log.add("a.spvasm", &Ok(judged(true)));
        let log = log.log();
        let run = &log["runs"][0];
        assert_eq!(run["results"][0]["level"], "warning");
        assert_eq!(run["results"][0]["ruleId"], "driver/logical-not");
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "driver/logical-not");
        assert_eq!(
            run["tool"]["driver"]["rules"][0]["defaultConfiguration"]["level"],
            "warning"
        );
        assert_eq!(
            run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"],
            11
        );
    }
}
