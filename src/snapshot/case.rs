//! One shader of a suite: compiled for each of its targets, and compared with its snapshot and with its check lines.

use std::path::{Path, PathBuf};

use spirula::listing::HEADING;
use spirula::source::diagnose::{Complaint, File, Sources};
use spirula::source::{Expanded, Language, Shader, describe, guard, joined, text_of};
use spirula::switches::Configuration;
use spirula::{DebugInfo, DebugLevel, ErrorKind, Output, Target};

use super::check_lines::{self, CheckLines, Prefix};
use super::directives::Directives;
use super::listing::{difference, listing, shared_name};
use super::writers::Writers;
use super::{Emit, Fault, FaultKind};

/// A shader with its directives.
#[derive(Debug)]
pub struct Case {
    path: PathBuf,
    /// The folder of the suite.
    root: PathBuf,
    /// Its name in messages and in debug information: the path below the folder of the suite.
    name: String,
    bytes: Vec<u8>,
    /// The text; empty for a binary.
    text: String,
    language: Language,
    directives: Directives,
    prefixes: Vec<Prefix>,
    emit: Vec<Emit>,
    targets: Vec<(String, Configuration)>,
}

/// A text, and the targets that share it.
#[derive(Debug)]
pub(super) struct Part {
    emit: Emit,
    /// The places of the targets.
    targets: Vec<usize>,
    /// The SPIR-V versions; none if the targets refuse the shader.
    versions: Vec<String>,
    text: String,
}

impl Part {
    fn is_refusal(&self) -> bool {
        self.emit == Emit::Listing && self.versions.is_empty()
    }
}

/// The language of a shader's file: those that `spirula compile` reads, and assembly.
pub(super) fn language_of(path: &Path) -> Option<(Language, bool)> {
    let is_assembly = spirula::source::ending(path) == Some("spvasm");
    let language = if is_assembly {
        Some(Language::SpirV)
    } else {
        Language::of(path)
    };
    language.map(|language| (language, is_assembly))
}

impl Case {
    /// Reads a shader in the folder `root`, with the directives of its suite.
    ///
    /// # Errors
    /// If it cannot be read, or a directive is wrong.
    pub fn read(path: &Path, root: &Path, suite: &Directives) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("cannot read it: {error}");
        let mut bytes = std::fs::read(path).map_err(cannot)?;
        let (language, is_assembly) = language_of(path).ok_or("it is no shader by its name")?;
        let name = name_of(path, root);
        let text = match language {
            Language::SpirV if !is_assembly => String::new(),
            Language::SpirV | Language::Wgsl | Language::Glsl(_) => text_of(&name, &bytes)
                .map_err(|problem| problem.message)?
                .replace("\r\n", "\n"),
        };
        if is_assembly {
            let words = spirula::words::assemble_text(&text, 0x0001_0300).map_err(|error| error.to_string())?;
            bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let own = Directives::read(&text, folder, &mut |_, _| None)?;
        let directives = suite.with(own);
        directives.validate()?;
        let prefixes = match directives.prefixes.is_empty() {
            true => vec![Prefix::default()],
            false => directives.prefixes.clone(),
        };
        let emit = match directives.emit.is_empty() {
            true => vec![Emit::Listing],
            false => directives.emit.clone(),
        };
        let mut case = Self {
            path: path.to_owned(),
            root: root.to_owned(),
            name,
            bytes,
            text: if language == Language::SpirV && !is_assembly {
                String::new()
            } else {
                text
            },
            language,
            directives,
            prefixes,
            emit,
            targets: Vec::new(),
        };
        case.targets = case.configurations()?;
        Ok(case)
    }

    /// The name and configuration of each target.
    fn configurations(&self) -> Result<Vec<(String, Configuration)>, String> {
        let given = &self.directives.given;
        let devices = given.device_files().filter_map(Path::file_stem);
        let devices: Vec<_> = devices.map(|stem| stem.to_string_lossy()).collect();
        let names = match (!devices.is_empty()).then(|| devices.join("+")) {
            Some(devices) => vec![(devices, Target::vulkan(1, 1))],
            None if self.directives.targets.is_empty() => vec![("vulkan1.1".to_owned(), Target::vulkan(1, 1))],
            None => {
                let parse = |name: &String| Ok((name.clone(), Target::parse(name).map_err(|error| error.to_string())?));
                let names: Result<Vec<_>, String> = self.directives.targets.iter().map(parse).collect();
                names?
            }
        };
        let configuration = |(name, target)| {
            let mut made = Configuration::new(given, target)?;
            made.options.explain_checks = self.emit.contains(&Emit::Checks);
            self.directives.bind(&mut made.options);
            Ok((name, made))
        };
        names.into_iter().map(configuration).collect()
    }

    /// The names of the targets.
    fn target_names(&self) -> Vec<String> {
        self.targets.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Compiles the shader for all targets. Returns the distinct outputs, in the order of the targets, and what must not
    /// happen for any shader.
    pub(super) fn parts(&self, writers: &mut Writers) -> Result<(Vec<Part>, Vec<Fault>), Fault> {
        let invalid = |message: String| Fault::new(FaultKind::Shader, message);
        let path = self.path.display().to_string();
        let own = Sources::one(&path, &self.text);
        let text = match self.language {
            Language::SpirV => "",
            Language::Wgsl | Language::Glsl(_) => &self.text,
        };
        let shader = Shader {
            definitions: &self.directives.definitions,
            flips_spirv: self.targets.first().is_some_and(|(_, made)| made.flips_spirv),
            ..Shader::new(&path, self.language, &self.bytes, text, &own)
        };
        let mut included = Vec::new();
        let expanded = joined(shader, &self.root, &self.directives.folders, &mut included)
            .map_err(|problem| invalid(problem.rendered.clone()))?;
        let sources = expanded.as_ref().map_or_else(|| own.clone(), Expanded::sources);
        // Messages and debug information must not depend on where the folder is.
        let files = sources.files.iter();
        let names: Vec<String> = files.map(|file| name_of(Path::new(file.name), &self.root)).collect();
        let sources = Sources {
            files: sources
                .files
                .iter()
                .zip(&names)
                .map(|(file, name)| File { name, text: file.text })
                .collect(),
            segments: sources.segments.clone(),
        };
        let shader = Shader {
            sources: &sources,
            ..shader
        };
        let shader = match &expanded {
            Some(expanded) => shader.with(expanded, &sources),
            None => shader,
        };
        let shader = Shader {
            name: &self.name,
            ..shader
        };
        guard::on_large_stack(shader.length(), || self.compile(shader, writers))
            .map_err(|message| Fault::new(FaultKind::Internal, message))?
    }

    /// Called on the large stack.
    fn compile(&self, shader: Shader<'_>, writers: &mut Writers) -> Result<(Vec<Part>, Vec<Fault>), Fault> {
        let (module, info) = shader.load(&|_| ()).map_err(|problems| {
            let text: String = problems.iter().map(|problem| problem.rendered.as_str()).collect();
            Fault::new(FaultKind::Shader, text.trim_end().to_owned())
        })?;
        let (mut parts, mut faults) = (Vec::new(), Vec::new());
        for (at, (name, made)) in self.targets.iter().enumerate() {
            let internal = |message: String| Fault {
                target: Some(name.clone()),
                ..Fault::new(FaultKind::Internal, message)
            };
            let mut options = made.options.clone();
            options.debug_info = self.debug_info(shader, made);
            let compiled = guard::catch(|| {
                let fresh = spirula::compile(&module, &info, &made.target, &options);
                let again = writers.write(&module, &info, &made.target, &options);
                (fresh, again)
            });
            let (fresh, again) = match compiled {
                Ok(compiled) => compiled,
                Err(panic) => {
                    *writers = Writers::default();
                    faults.push(internal(format!("Spirula panicked, which is a bug in it: {panic}")));
                    continue;
                }
            };
            let is_same = match (&fresh, &again) {
                (Ok(fresh), Ok(again)) => fresh == again,
                (Err(_), Err(_)) => true,
                _ => false,
            };
            if !is_same {
                faults.push(internal(
                    "a writer that has written other shaders writes something else, which is a bug in Spirula"
                        .to_owned(),
                ));
            }
            match fresh {
                Ok(output) => {
                    let (version, text) = match listing(&output.words) {
                        Ok(listing) => listing,
                        Err(error) => {
                            faults.push(internal(error.to_string()));
                            continue;
                        }
                    };
                    add(&mut parts, Emit::Listing, at, Some(version), text);
                    for &emit in &self.emit {
                        match emit {
                            Emit::Listing => {}
                            Emit::Requirements => add(&mut parts, emit, at, None, requirements(&output, &made.target)),
                            Emit::Checks => add(&mut parts, emit, at, None, checks(&output)),
                        }
                    }
                }
                Err(error) => {
                    let mut text = String::new();
                    for diagnostic in error.diagnostics() {
                        if let ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. } = diagnostic.kind {
                            faults.push(internal(diagnostic.kind.to_string()));
                        }
                        text += &shader.problem(Complaint::refusal(diagnostic, shader.text)).rendered;
                    }
                    add(&mut parts, Emit::Listing, at, None, text);
                }
            }
        }
        Ok((parts, faults))
    }

    /// The names of the targets that refuse the shader.
    pub(super) fn refused_by(&self, parts: &[Part]) -> Vec<String> {
        let refusals = parts.iter().filter(|part| part.is_refusal());
        let targets = refusals.flat_map(|part| &part.targets);
        targets
            .filter_map(|&at| Some(self.targets.get(at)?.0.clone()))
            .collect()
    }

    fn debug_info(&self, shader: Shader<'_>, made: &Configuration) -> Option<DebugInfo> {
        let language = match self.language {
            Language::Wgsl => spirv::SourceLanguage::WGSL,
            Language::Glsl(_) => spirv::SourceLanguage::GLSL,
            Language::SpirV => return None,
        };
        if made.debug == DebugLevel::None {
            return None;
        }
        let info = shader.debug_info();
        Some(DebugInfo {
            language: made.debug_language.unwrap_or(language),
            level: made.debug,
            // The check lines at the end may change without a change of the module.
            source: check_lines::without(&info.source, &self.prefixes).into(),
            ..info
        })
    }

    /// The text of the snapshot: for each kind the first text, and the differences of the others.
    pub(super) fn snapshot(&self, parts: &[Part]) -> String {
        let mut text = format!("{HEADING}\n");
        for emit in [Emit::Listing, Emit::Requirements, Emit::Checks] {
            let is_shown = |part: &&Part| part.emit == emit && (self.emit.contains(&emit) || part.is_refusal());
            let of_kind: Vec<&Part> = parts.iter().filter(is_shown).collect();
            let first = of_kind.iter().position(|part| !part.is_refusal());
            for (index, part) in of_kind.iter().enumerate() {
                let names: Vec<&str> = part
                    .targets
                    .iter()
                    .filter_map(|&at| self.targets.get(at))
                    .map(|(name, _)| name.as_str())
                    .collect();
                let mut heading = format!("; ---- {}", shared_name(&names));
                if !part.versions.is_empty() {
                    heading += &format!(" (SPIR-V {})", part.versions.join(", "));
                }
                match emit {
                    Emit::Listing => {}
                    Emit::Requirements | Emit::Checks => heading += &format!(" {}", emit.name()),
                }
                let mut body = part.text.clone();
                if part.is_refusal() {
                    heading += ": refused";
                } else if let Some(base) = first
                    .filter(|&first| first != index)
                    .and_then(|first| of_kind.get(first))
                {
                    let changes = difference(&base.text, &part.text);
                    if changes.lines().count() < part.text.lines().count() {
                        heading += ": difference";
                        body = changes;
                    }
                }
                text += &format!("{heading}\n{}\n", body.trim_end_matches('\n'));
            }
        }
        text
    }

    /// The check lines that the listings do not satisfy.
    pub(super) fn unmet(&self, parts: &[Part]) -> Vec<Fault> {
        let fault = |target: Option<&str>, unmet: check_lines::Unmet| Fault {
            target: target.map(str::to_owned),
            line: Some(unmet.line),
            ..Fault::new(FaultKind::CheckLine, unmet.message)
        };
        let checks = match CheckLines::parse(&self.text, &self.target_names(), &self.prefixes) {
            Ok(checks) => checks,
            Err(unmet) => return vec![fault(None, unmet)],
        };
        let listed = |at: usize| {
            let is_it = |part: &&Part| !part.versions.is_empty() && part.targets.contains(&at);
            parts.iter().find(is_it)
        };
        let idle = checks.idle(|at| listed(at).is_some()).into_iter();
        let mut faults: Vec<Fault> = idle.map(|unmet| fault(None, unmet)).collect();
        for (at, (name, _)) in self.targets.iter().enumerate() {
            if let Some(part) = listed(at)
                && let Err(unmet) = checks.run(at, &part.text)
            {
                faults.push(fault(Some(name), unmet));
            }
        }
        faults
    }
}

/// The path below a folder, with `/` between its parts.
pub(super) fn name_of(path: &Path, root: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Adds a text of a target, to those that have the same one if there are any.
fn add(parts: &mut Vec<Part>, emit: Emit, target: usize, version: Option<String>, text: String) {
    let is_same =
        |part: &&mut Part| part.emit == emit && part.text == text && part.versions.is_empty() == version.is_none();
    match parts.iter_mut().find(is_same) {
        Some(part) => {
            part.targets.push(target);
            let version = version.filter(|version| !part.versions.contains(version));
            part.versions.extend(version);
        }
        None => parts.push(Part {
            emit,
            targets: vec![target],
            versions: version.into_iter().collect(),
            text,
        }),
    }
}

/// What a module needs of the device, without places.
fn requirements(output: &Output, target: &Target) -> String {
    let needed = describe::needed(output, target).into_iter().map(|needed| needed.text);
    let workarounds = output.workarounds.iter().map(|applied| {
        let places = if applied.count == 1 { "place" } else { "places" };
        format!("workaround `{}`: {} {places}", applied.workaround, applied.count)
    });
    needed.chain(workarounds).map(|line| line + "\n").collect()
}

/// Why each index, texel and loop is checked or not checked, in the order of the source and without places.
fn checks(output: &Output) -> String {
    let lines = output.checks.iter();
    lines
        .map(|check| format!("{}: {}\n", describe::verdict(check), check.reason))
        .collect()
}
