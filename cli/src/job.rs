//! Compiles one input: read, parse, validate, compile, write. Every failure becomes a report.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use naga::{Module, ResourceBinding};
use spirula::target::Remedy;
use spirula::{DebugInfo, DebugLevel, Diagnostic, Error, ErrorKind, Options, Support, Target};

use super::arguments::{CompileArguments, Emit};
use super::axes::Variant;
use super::inputs::{Input, Origin};
use super::output::{self, Outputs};
use super::report::{self, AppliedWorkaround, Report, Status, Written};
use super::{Outcome, UsageError, check, describe, html};
use spirula::source::diagnose::{Complaint, Label, Lack, Problem, Sources};
use spirula::source::{Definition, Expanded, Language, Phase, Shader, guard, joined, text_of};
use spirula::switches::{Bindings, Configuration};
use spirula::words::assemble_text;

/// naga's spans are 32-bit byte offsets.
const MAX_BYTES: u64 = u32::MAX as u64;

/// The SPIR-V extension that full debug information needs.
const NON_SEMANTIC: &str = "SPV_KHR_non_semantic_info";

/// The settings that are the same for all inputs.
#[derive(Debug)]
pub(super) struct Settings {
    target: Target,
    options: Options,
    debug: DebugLevel,
    debug_language: Option<spirv::SourceLanguage>,
    /// Whether the y axis of positions is negated when SPIR-V is read.
    flips_spirv: bool,
    bindings: Option<Bindings>,
    resources: Resources,
    /// The files, other than shaders, that outputs depend on.
    dependencies: Vec<String>,
    /// The definitions of `-D`, and the folders of `-I`.
    definitions: Vec<Definition>,
    folders: Vec<PathBuf>,
    /// Whether messages are coloured.
    colours: bool,
    variant: Option<Arc<Variant>>,
}

/// The resources of all shaders of a run.
#[derive(Debug, Default)]
struct Resources {
    found: Mutex<BTreeSet<ResourceBinding>>,
    /// The number of shaders.
    shaders: AtomicUsize,
}

impl Resources {
    fn add(&self, module: &Module) {
        let bindings = module.global_variables.iter().filter_map(|(_, global)| global.binding);
        self.found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(bindings);
        self.shaders.fetch_add(1, Ordering::Relaxed);
    }
}

impl Settings {
    pub(super) fn new(arguments: &CompileArguments) -> Result<Self, UsageError> {
        let Configuration {
            target,
            mut options,
            debug,
            debug_language,
            flips_spirv,
            bindings,
            ..
        } = arguments.target.with(&arguments.shader)?;
        if debug == DebugLevel::Full && target.spirv_extension(NON_SEMANTIC) == Support::Unavailable {
            report::print_warning(&format!(
                "{target} has no {NON_SEMANTIC}: `-g` writes the source text and its lines, as `-g1` does"
            ));
        }
        options.reflect_unused = arguments.reflect_unused;
        options.explain_checks = arguments.explain_checks || arguments.emit().contains(&Emit::Checks);
        Ok(Self {
            target,
            options,
            debug,
            debug_language,
            flips_spirv,
            bindings,
            resources: Resources::default(),
            dependencies: arguments.dependencies(),
            definitions: arguments.defines.clone(),
            folders: arguments.folders.clone(),
            colours: arguments.colours(),
            variant: arguments.variant.clone(),
        })
    }

    /// Remarks on the run as a whole, after all `inputs` are compiled.
    pub(super) fn remarks(&self, inputs: usize) -> Vec<String> {
        // The resources of an input that could not be read are unknown.
        let is_complete = self.resources.shaders.load(Ordering::Relaxed) == inputs;
        match &self.bindings {
            Some(bindings) if is_complete => {
                let found = self.resources.found.lock();
                bindings.unused(&found.unwrap_or_else(PoisonError::into_inner))
            }
            Some(_) | None => Vec::new(),
        }
    }
}

/// Why an input has no output.
struct Failure {
    status: Status,
    outcome: Outcome,
    problems: Vec<Problem>,
}

impl Failure {
    /// A file that cannot be read or written.
    fn unusable(kind: &'static str, input: &Input, message: String) -> Self {
        Self {
            status: Status::Error,
            outcome: Outcome::Unusable,
            problems: vec![Problem::plain(kind, &input.name, message)],
        }
    }
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self {
            status: Status::Error,
            outcome: Outcome::Rejected,
            problems,
        }
    }
}

/// The result of compiling an input.
struct Product {
    /// In the order of `Outputs::files`.
    bytes: Vec<Vec<u8>>,
    words: usize,
    /// The names of the requirements of the module.
    requirements: Vec<String>,
    workarounds: Vec<AppliedWorkaround>,
    summary: String,
}

/// Compiles `input` to `outputs`.
pub(super) fn run(input: &Input, outputs: &Outputs, settings: &Settings, phase: Phase<'_>) -> Report {
    let mut included = Vec::new();
    let made = make(input, outputs, settings, phase, &mut included);
    let result = made.and_then(|product| {
        phase("writing");
        let rule = write(input, outputs, &product, &included, settings)
            .map_err(|message| Failure::unusable("write", input, message))?;
        Ok((product, rule))
    });
    let mut report = Report {
        file: input.name.clone(),
        variant: settings.variant.as_deref().cloned(),
        status: Status::Ok,
        output: None,
        outputs: Vec::new(),
        words: None,
        errors: Vec::new(),
        requirements: Vec::new(),
        workarounds: Vec::new(),
        included: Vec::new(),
        rule: String::new(),
        outcome: Outcome::Good,
        summary: String::new(),
    };
    report.included = included;
    match result {
        Ok((product, rule)) => {
            let written = |(kind, destination): &(Emit, output::Destination)| {
                let kind = kind.name();
                destination.name().map(|path| Written { kind, path })
            };
            report.outputs = outputs.files.iter().filter_map(written).collect();
            report.output = report.outputs.first().map(|written| written.path.clone());
            report.words = Some(product.words);
            report.requirements = product.requirements;
            report.workarounds = product.workarounds;
            report.summary = product.summary;
            report.rule = rule;
        }
        Err(failure) => {
            report.status = failure.status;
            report.outcome = failure.outcome;
            report.errors = failure.problems;
        }
    }
    report
}

/// Writes all outputs, and returns the makefile rule with their dependencies.
fn write(
    input: &Input,
    outputs: &Outputs,
    product: &Product,
    included: &[String],
    settings: &Settings,
) -> Result<String, String> {
    for ((_, destination), bytes) in outputs.files.iter().zip(&product.bytes) {
        destination.write(bytes)?;
    }
    let targets: Vec<_> = outputs.files.iter().filter_map(|(_, file)| file.path()).collect();
    let source = matches!(input.origin, Origin::File(_)).then(|| input.name.clone());
    let made_of: Vec<_> = source
        .into_iter()
        .chain(included.iter().chain(&settings.dependencies).cloned())
        .collect();
    let rule = output::rule(&targets, &made_of);
    if let Some(path) = &outputs.depfile {
        output::write_text(path, &rule)?;
    }
    Ok(rule)
}

/// Compiles an input. Adds the names of included files to `included`, also after a failure.
fn make(
    input: &Input,
    outputs: &Outputs,
    settings: &Settings,
    phase: Phase<'_>,
    included: &mut Vec<String>,
) -> Result<Product, Failure> {
    phase("reading");
    let bytes = read(&input.origin)
        .map_err(|error| Failure::unusable("read", input, format!("cannot read `{}`: {error}", input.name)))?
        .map_err(|message| Failure::unusable("read", input, message))?;
    let bytes = match input.language {
        Language::SpirV => assembled(input, bytes, settings)?,
        Language::Wgsl | Language::Glsl(_) => bytes,
    };
    let text = match input.language {
        Language::Wgsl | Language::Glsl(_) => text_of(&input.name, &bytes).map_err(|problem| vec![*problem])?,
        Language::SpirV => "",
    };
    let name = if input.origin == Origin::StandardInput && input.name == "-" {
        "<stdin>"
    } else {
        &input.name
    };
    let own = Sources::one(name, text);
    let shader = Shader {
        name,
        language: input.language,
        bytes: &bytes,
        text,
        sources: &own,
        #[cfg(feature = "naga-oil")]
        expanded: None,
        definitions: &settings.definitions,
        flips_spirv: settings.flips_spirv,
        colours: settings.colours,
    };
    let expanded = joined(shader, &input.root(), &settings.folders, included).map_err(|problem| vec![*problem])?;
    let sources = expanded.as_ref().map(Expanded::sources);
    let shader = match expanded.as_ref().zip(sources.as_ref()) {
        Some((expanded, sources)) => shader.with(expanded, sources),
        None => shader,
    };
    guard::on_large_stack(shader.text.len().max(bytes.len()), || {
        translate(shader, outputs, settings, phase)
    })
    .unwrap_or_else(|message| Err(vec![shader.problem(Complaint::new("panic", message))].into()))
}

/// The bytes of a module; those of assembly are assembled.
fn assembled(input: &Input, bytes: Vec<u8>, settings: &Settings) -> Result<Vec<u8>, Failure> {
    let Some(text) = check::assembly_text(&input.name, &bytes) else {
        return Ok(bytes);
    };
    let version = settings.target.spirv_version().word();
    let complaint = match guard::catch(|| assemble_text(&text, version)) {
        Ok(Ok(words)) => return Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
        Ok(Err(error)) => {
            let message = String::new();
            let range = check::assembly_range(&text, &error);
            Complaint {
                labels: range.map(|range| Label { range, message }).into_iter().collect(),
                ..Complaint::new("parse", error.reason.to_string())
            }
        }
        Err(panic) => Complaint::new("panic", format!("the assembler panicked: {panic}")),
    };
    let problem = complaint.resolve(&Sources::one(&input.name, &text), settings.colours);
    Err(vec![problem].into())
}

/// Reads an input. The outer error is the system's; the inner one is a message of the command line.
pub(super) fn read(origin: &Origin) -> io::Result<Result<Vec<u8>, String>> {
    let mut bytes = Vec::new();
    match origin {
        Origin::Missing(reason) => return Ok(Err(reason.clone())),
        Origin::StandardInput => io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
        Origin::File(path) => File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
    };
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= MAX_BYTES) {
        Ok(Ok(bytes))
    } else {
        Err(io::Error::other("it is larger than 4 GiB"))
    }
}

/// Called on the large stack.
fn translate(shader: Shader<'_>, outputs: &Outputs, settings: &Settings, phase: Phase<'_>) -> Result<Product, Failure> {
    let (module, info) = shader.load(phase)?;
    phase("compiling");
    settings.resources.add(&module);
    let mut options = settings.options.clone();
    // A binary module has names but no source text.
    let language = text_language(shader.language).filter(|_| settings.debug != DebugLevel::None);
    options.debug_info = language.map(|language| DebugInfo {
        language: settings.debug_language.unwrap_or(language),
        level: settings.debug,
        ..shader.debug_info()
    });
    let compile = || spirula::compile(&module, &info, &settings.target, &options);
    let output = guard::catch(compile)
        .map_err(|panic| {
            let message = format!("Spirula panicked, which is a bug in it: {panic}");
            Failure::from(vec![shader.problem(Complaint::new(INTERNAL, message))])
        })?
        .map_err(|error| {
            let all = all_remedies(&error, &settings.target, |target| {
                guard::catch(|| spirula::compile(&module, &info, target, &options).map(|_| ())).ok()
            });
            rejection(shader, &error, all)
        })?;
    let (words, target) = (&output.words, &settings.target);
    // The same with what the page shows at each line.
    let lined = |output: &spirula::Output| {
        let mut options = options.clone();
        (options.names, options.explain_checks, options.interface_names) = (true, true, true);
        options.debug_info = text_language(shader.language).map(|language| DebugInfo {
            language,
            level: DebugLevel::Lines,
            ..DebugInfo::new(shader.name, shader.text)
        });
        let lined = guard::catch(|| spirula::compile(&module, &info, target, &options));
        match lined {
            Ok(Ok(lined)) => Ok(lined),
            // A long name of a file may be refused; the words are there all the same.
            Ok(Err(_)) => Ok(output.clone()),
            Err(panic) => Err(format!("Spirula panicked, which is a bug in it: {panic}")),
        }
    };
    let bytes = |kind: Emit| match kind {
        Emit::Spv => Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
        Emit::Spvasm => Ok(spirula::words::disassemble(words).into_bytes()),
        Emit::Requirements => Ok(describe::requirements(&output, target, shader).into_bytes()),
        Emit::RequirementsJson => describe::requirements_json(&output, target, shader),
        Emit::Checks => Ok(describe::checks(&output, shader).into_bytes()),
        Emit::Reflection => Ok(describe::reflection(&output.reflection, &output.spec_constants).into_bytes()),
        Emit::ReflectionJson => describe::reflection_json(&output),
        Emit::Html => Ok(html::page(shader, &module, &output, &lined(&output)?, target).into_bytes()),
    };
    let bytes: Result<Vec<_>, String> = outputs.files.iter().map(|(kind, _)| bytes(*kind)).collect();
    Ok(Product {
        bytes: bytes.map_err(|message| vec![shader.problem(Complaint::new(INTERNAL, message))])?,
        words: words.len(),
        requirements: describe::names(&output, target),
        workarounds: output.workarounds.iter().map(AppliedWorkaround::of).collect(),
        summary: describe::summary(&output, target, options.self_check),
    })
}

/// The language of a shader that is text.
const fn text_language(language: Language) -> Option<spirv::SourceLanguage> {
    match language {
        Language::Wgsl => Some(spirv::SourceLanguage::WGSL),
        Language::Glsl(_) => Some(spirv::SourceLanguage::GLSL),
        Language::SpirV => None,
    }
}

/// The switches that enable everything that a refused shader needs, if it needs more than one thing. `retry` compiles
/// for another target, because what is enabled may need something else in turn.
fn all_remedies(
    error: &Error,
    target: &Target,
    retry: impl Fn(&Target) -> Option<Result<(), Error>>,
) -> Option<String> {
    let mut remedies: Vec<Remedy> = Vec::new();
    let mut missing: usize = 0;
    let mut next = Some(error.clone());
    // Each iteration adds a remedy, or is the last.
    while let Some(error) = next.take() {
        let before = remedies.len();
        for requirement in error.missing() {
            missing += 1;
            if requirement.remedies.is_empty() {
                return None;
            }
            for &remedy in &requirement.remedies {
                if !remedies.contains(&remedy) {
                    remedies.push(remedy);
                }
            }
        }
        if remedies.len() == before {
            // The other diagnostics are not about the target.
            break;
        }
        let changed = remedies
            .iter()
            .fold(target.clone(), |target, remedy| remedy.apply(target));
        next = retry(&changed)?.err();
    }
    if missing < 2 {
        return None;
    }
    let mut environment = None;
    let (mut features, mut extensions) = (Vec::new(), Vec::new());
    for remedy in &remedies {
        match remedy {
            Remedy::Feature(feature) => features.push(feature.name()),
            Remedy::Extension(extension) => extensions.push(extension.name()),
            Remedy::SpirvExtension(name) => extensions.push(name),
            Remedy::Environment(..) => environment = Some(remedy.to_string()),
            _ => return None,
        }
    }
    let mut switches: Vec<String> = environment.into_iter().collect();
    for (switch, names) in [("--enable", features), ("--extension", extensions)] {
        if !names.is_empty() {
            switches.push(format!("{switch} {}", names.join(",")));
        }
    }
    Some(switches.join(" "))
}

/// The failure of a valid shader that the target cannot express. `all` are the switches that would enable everything it
/// needs.
fn rejection(shader: Shader<'_>, error: &Error, all: Option<String>) -> Failure {
    let diagnostics = error.diagnostics();
    let problem = |(index, diagnostic): (usize, &Diagnostic)| {
        let mut notes = diagnostic.remarks();
        if index + 1 == diagnostics.len() {
            notes.extend(all.iter().map(|all| format!("to allow all of it: {all}")));
        }
        shader.problem(Complaint {
            kind: kind_of(&diagnostic.kind),
            message: diagnostic.kind.to_string(),
            labels: Label::of(diagnostic, shader.text).into_iter().collect(),
            notes,
            lack: Some(Box::new(Lack::of(diagnostic))),
        })
    };
    let problems: Vec<_> = diagnostics.iter().enumerate().map(problem).collect();
    // A bug in Spirula does not mean that the shader is rejected.
    let internal = problems.iter().any(|problem| problem.kind == INTERNAL);
    Failure {
        status: if internal { Status::Error } else { Status::Rejected },
        outcome: Outcome::Rejected,
        problems,
    }
}

const INTERNAL: &str = "internal";

/// The JSON identifier of an error kind. `ErrorKind` is non-exhaustive.
fn kind_of(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Missing(_) => "missing",
        ErrorKind::NotLowered(_) => "not-lowered",
        ErrorKind::Limit { .. } | ErrorKind::TexelOffset { .. } => "limit",
        ErrorKind::FunctionNotFound { .. } => "function",
        ErrorKind::EntryPointNotFound { .. } | ErrorKind::EntryPointAmbiguous { .. } | ErrorKind::NoEntryPoint => {
            "entry-point"
        }
        ErrorKind::UnsupportedSetting(_) => "setting",
        ErrorKind::MissingBinding(_) => "binding",
        ErrorKind::Override { .. } => "override",
        ErrorKind::Inexpressible { .. } => "inexpressible",
        ErrorKind::InvalidModule(_) | ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. } => INTERNAL,
        _ => "other",
    }
}
