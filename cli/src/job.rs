//! Compiles one input: read, parse, validate, compile, write, unless its outputs are there already. Every failure becomes
//! a report.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use naga::valid::ModuleInfo;
use naga::{Module, ResourceBinding};
use spirula::{DebugInfo, DebugLevel, Options, Support, Target};

use super::arguments::{CompileArguments, Emit, PathPrefix};
use super::axes::Variant;
use super::cache::Cache;
use super::inputs::{Input, Origin};
use super::key::{Fields, Key};
use super::loaded::{Content, Loaded, Reading};
use super::output::{self, Outputs};
use super::record::Records;
use super::report::{AppliedWorkaround, Facts, Failure, Made, Report, Status, Written};
use super::{Outcome, UsageError, describe};
use spirula::source::diagnose::{Complaint, Problem};
use spirula::source::page::{self, Page};
use spirula::source::{Definition, Phase, Shader, describe as about, guard, refused};
use spirula::switches::{Bindings, Configuration, Takes};

/// The SPIR-V extension that full debug information needs.
const NON_SEMANTIC: &str = "SPV_KHR_non_semantic_info";

/// The settings that are the same for all inputs of a run.
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
    folders: Vec<std::path::PathBuf>,
    /// Replacements in the names of files in debug information.
    prefixes: Vec<PathPrefix>,
    /// Whether messages are coloured.
    colours: bool,
    variant: Option<Arc<Variant>>,
    /// Remarks on the switches.
    warnings: Vec<String>,
    /// Everything that determines the contents of outputs, except the input and the program.
    identity: Fields,
}

/// The resources of all shaders of a run.
#[derive(Debug, Default)]
struct Resources {
    found: Mutex<BTreeSet<ResourceBinding>>,
    /// The number of shaders.
    shaders: AtomicUsize,
}

impl Resources {
    fn add(&self, resources: &[(u32, u32)]) {
        let bindings = resources
            .iter()
            .map(|&(group, binding)| ResourceBinding { group, binding });
        self.found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(bindings);
        self.shaders.fetch_add(1, Ordering::Relaxed);
    }
}

impl Settings {
    /// The settings of a run for what its arguments describe. `identity` has the target.
    ///
    /// # Errors
    /// If the switches about shaders contradict each other, or a file of theirs cannot be used.
    pub(super) fn new(
        arguments: &CompileArguments,
        target: Configuration,
        mut identity: Fields,
    ) -> Result<Self, UsageError> {
        let Configuration {
            target,
            mut options,
            debug,
            debug_language,
            flips_spirv,
            bindings,
            mut warnings,
            ..
        } = target.of_shader(arguments.shader.given()).map_err(UsageError)?;
        if debug == DebugLevel::Full && target.spirv_extension(NON_SEMANTIC) == Support::Unavailable {
            warnings.push(format!(
                "{target} has no {NON_SEMANTIC}: `-g` writes the source text and its lines, as `-g1` does"
            ));
        }
        options.reflect_unused = arguments.reflect_unused;
        options.explain_checks = arguments.explain_checks || arguments.emit().contains(&Emit::Checks);
        for (switch, value) in arguments.shader.given().all() {
            // What was read of a file counts, and not its name: it may be a pipe.
            let is_file = matches!(switch.takes, Takes::File | Takes::Files);
            identity.add(switch.long.as_bytes());
            identity.add_debug(&value.filter(|_| !is_file));
        }
        if bindings.is_some() {
            identity.add_debug(&(&options.binding_map, &options.external_texture_binding_map));
        }
        identity.add_debug(&(options.explain_checks, options.reflect_unused, &arguments.defines));
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
            prefixes: arguments.prefixes.clone(),
            colours: arguments.colours(),
            variant: arguments.variant.clone(),
            warnings,
            identity,
        })
    }

    /// Adds a remark on the switches.
    pub(super) fn warn(&mut self, warning: String) {
        self.warnings.push(warning);
    }

    /// Remarks on the switches.
    pub(super) const fn warnings(&self) -> &[String] {
        self.warnings.as_slice()
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

    /// How an input is read.
    pub(super) fn reading(&self, input: &Input) -> Reading {
        Reading {
            origin: input.origin.clone(),
            name: input.name.clone(),
            language: input.language,
            root: input.root(),
            definitions: self.definitions.clone(),
            folders: self.folders.clone(),
            flips_spirv: self.flips_spirv,
            version: self.target.spirv_version().word(),
            colours: self.colours,
        }
    }

    /// The name of a file in debug information: the last prefix that fits is replaced.
    fn mapped(&self, name: &str) -> String {
        let mut prefixes = self.prefixes.iter().rev();
        let mapped = prefixes.find_map(|prefix| Some(format!("{}{}", prefix.new, name.strip_prefix(&*prefix.old)?)));
        mapped.unwrap_or_else(|| name.to_owned())
    }

    /// Adds the name of a file where outputs have it.
    fn add_name(&self, fields: &mut Fields, name: &str, kinds: &[Emit]) {
        if self.debug != DebugLevel::None {
            fields.add(self.mapped(name).as_bytes());
        }
        if kinds.iter().any(|kind| !kind.is_module()) {
            fields.add(name.as_bytes());
        }
    }

    /// The key of the outputs of an input.
    fn key(&self, input: &Input, content: &Content, kinds: &[Emit]) -> Key {
        let mut fields = self.identity.clone();
        fields.add_debug(&(kinds, input.language));
        fields.add(content.bytes());
        // Debug information has the whole text of each file, also what is not compiled.
        if let Some(expanded) = content.expanded() {
            let sources = expanded.sources();
            for file in &sources.files {
                fields.add(file.text.as_bytes());
                self.add_name(&mut fields, file.name, kinds);
            }
            fields.add_debug(&sources.segments);
        }
        self.add_name(&mut fields, &input.name, kinds);
        fields.key()
    }
}

/// What is kept of earlier runs.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) records: Records,
    pub(super) cache: Option<Cache>,
}

/// The outputs of an input.
struct Product {
    /// In the order of `Outputs::files`.
    bytes: Vec<Vec<u8>>,
    facts: Facts,
}

/// Makes the outputs of `input`, whose content is `loaded`.
pub(super) fn run(
    input: &Input,
    outputs: &Outputs,
    loaded: &Loaded,
    settings: &Settings,
    kept: &Kept,
    phase: Phase<'_>,
) -> Report {
    let mut report = Report {
        file: input.name.clone(),
        variant: settings.variant.as_deref().cloned(),
        status: Status::Ok,
        made: None,
        output: None,
        outputs: Vec::new(),
        words: None,
        errors: Vec::new(),
        warnings: settings.warnings.clone(),
        requirements: Vec::new(),
        workarounds: Vec::new(),
        included: Vec::new(),
        rule: String::new(),
        outcome: Outcome::Good,
        summary: String::new(),
    };
    let (included, content) = loaded.content(phase);
    report.included = included.to_vec();
    report.rule = rule(input, outputs, included, settings);
    let made = content.and_then(|content| {
        let made = make(input, outputs, (loaded, content, included), settings, kept, phase)?;
        if let Some(path) = &outputs.depfile {
            output::write_text(path, &report.rule)
                .map_err(|message| Failure::unusable("write", &input.name, message))?;
        }
        Ok(made)
    });
    match made {
        Ok((made, facts)) => {
            settings.resources.add(&facts.resources);
            let written = |(kind, destination): &(Emit, output::Destination)| {
                let kind = kind.name();
                destination.name().map(|path| Written { kind, path })
            };
            report.made = Some(made).filter(|_| !outputs.files.is_empty());
            report.outputs = outputs.files.iter().filter_map(written).collect();
            report.output = report.outputs.first().map(|written| written.path.clone());
            report.words = Some(facts.words);
            report.requirements = facts.requirements;
            report.workarounds = facts.workarounds;
            report.summary = facts.summary;
        }
        Err(failure) => {
            report.status = failure.status;
            report.outcome = failure.outcome;
            report.errors = failure.problems;
        }
    }
    report
}

/// The makefile rule of the outputs with all that they depend on.
fn rule(input: &Input, outputs: &Outputs, included: &[String], settings: &Settings) -> String {
    let targets: Vec<_> = outputs.files.iter().filter_map(|(_, file)| file.path()).collect();
    let source = matches!(input.origin, Origin::File(_)).then(|| input.name.clone());
    let made_of: Vec<_> = source
        .into_iter()
        .chain(included.iter().chain(&settings.dependencies).cloned())
        .collect();
    output::rule(&targets, &made_of)
}

/// Makes the outputs, unless an earlier run has made them, and tells what is reported of them.
fn make(
    input: &Input,
    outputs: &Outputs,
    (loaded, content, included): (&Loaded, &Content, &[String]),
    settings: &Settings,
    kept: &Kept,
    phase: Phase<'_>,
) -> Result<(Made, Facts), Failure> {
    let is_kept = !outputs.files.is_empty() && (kept.cache.is_some() || outputs.folder.is_some());
    let kinds: Vec<Emit> = outputs.files.iter().map(|&(kind, _)| kind).collect();
    let key = is_kept.then(|| settings.key(input, content, &kinds));
    if let Some(facts) = key.as_ref().and_then(|key| kept.records.unchanged(outputs, key)) {
        return Ok((Made::Unchanged, facts));
    }
    let cache = kept.cache.as_ref().zip(key.as_ref());
    let known = cache.and_then(|(cache, key)| cache.get(key));
    let (made, product) = match known.filter(|(bytes, _)| bytes.len() == kinds.len()) {
        Some((bytes, facts)) => (Made::Cached, Product { bytes, facts }),
        None => {
            let product = loaded.with_module(content, phase, |shader, module, info| {
                translate(shader, (module, info), outputs, settings, phase)
            })?;
            if let Some((cache, key)) = cache {
                cache.put(key, &product.bytes, &product.facts);
            }
            (Made::Compiled, product)
        }
    };
    phase("writing");
    refuse_included(input, outputs, included)?;
    for ((_, destination), bytes) in outputs.files.iter().zip(&product.bytes) {
        destination
            .write(bytes)
            .map_err(|message| Failure::unusable("write", &input.name, message))?;
    }
    if let Some(key) = &key {
        kept.records.add(outputs, key, &product.bytes, &product.facts);
    }
    Ok((made, product.facts))
}

/// Refuses an output that would replace a file that the input includes.
fn refuse_included(input: &Input, outputs: &Outputs, included: &[String]) -> Result<(), Failure> {
    let paths = || outputs.files.iter().filter_map(|(_, file)| file.path());
    for file in included {
        let Ok(known) = std::path::Path::new(file).canonicalize() else {
            continue;
        };
        if let Some(path) = paths().find(|path| path.canonicalize().is_ok_and(|path| path == known)) {
            let message = format!(
                "the output `{}` would replace the included file `{file}`",
                path.display()
            );
            return Err(Failure::unusable("write", &input.name, message));
        }
    }
    Ok(())
}

/// Called on the large stack.
fn translate(
    shader: Shader<'_>,
    (module, info): (&Module, &ModuleInfo),
    outputs: &Outputs,
    settings: &Settings,
    phase: Phase<'_>,
) -> Result<Product, Failure> {
    phase("compiling");
    let mut options = settings.options.clone();
    // A binary module has names but no source text.
    let language = shader
        .language
        .declared()
        .filter(|_| settings.debug != DebugLevel::None);
    options.debug_info = language.map(|language| {
        let mut info = shader.debug_info();
        info.file_name = settings.mapped(&info.file_name).into();
        for file in &mut info.files {
            file.name = settings.mapped(&file.name).into();
        }
        DebugInfo {
            language: settings.debug_language.unwrap_or(language),
            level: settings.debug,
            ..info
        }
    });
    let compile = || spirula::compile(module, info, &settings.target, &options);
    let output = guard::catch(compile)
        .map_err(|panic| {
            let message = format!("Spirula panicked, which is a bug in it: {panic}");
            Failure::from(vec![shader.problem(Complaint::new(refused::INTERNAL, message))])
        })?
        .map_err(|error| {
            rejection(refused::problems(shader, &error, &settings.target, |target| {
                guard::catch(|| spirula::compile(module, info, target, &options).map(|_| ())).ok()
            }))
        })?;
    let (words, target) = (&output.words, &settings.target);
    // The same with what the page shows at each line.
    let lined = |output: &spirula::Output| {
        let options = page::lined_options(&options, shader);
        let lined = guard::catch(|| spirula::compile(module, info, target, &options));
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
        Emit::Html => {
            let lined = &lined(&output)?;
            let page = Page {
                shader,
                module,
                output: &output,
                lined,
                target,
            };
            Ok(page.document().into_bytes())
        }
    };
    let bytes: Result<Vec<_>, String> = outputs.files.iter().map(|(kind, _)| bytes(*kind)).collect();
    let resources = module.global_variables.iter().filter_map(|(_, global)| global.binding);
    Ok(Product {
        bytes: bytes.map_err(|message| vec![shader.problem(Complaint::new(refused::INTERNAL, message))])?,
        facts: Facts {
            words: words.len(),
            requirements: about::names(&output, target),
            workarounds: output.workarounds.iter().map(AppliedWorkaround::of).collect(),
            summary: about::summary(&output, target, options.self_check),
            resources: resources.map(|binding| (binding.group, binding.binding)).collect(),
        },
    })
}

/// The failure of a valid shader that the target cannot express.
fn rejection(problems: Vec<Problem>) -> Failure {
    // A bug in Spirula does not mean that the shader is rejected.
    let internal = problems.iter().any(|problem| problem.kind == refused::INTERNAL);
    Failure {
        status: if internal { Status::Error } else { Status::Rejected },
        outcome: Outcome::Rejected,
        problems,
    }
}
