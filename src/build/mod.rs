//! Shaders for a program, compiled by its build script: SPIR-V, and with it everything of the shaders that the program would repeat
//! otherwise, as Rust.
//!
//! A `build.rs` says which shaders and for which device:
//!
//! ```no_run
//! use spirula::Target;
//! use spirula::build::{Error, Shaders};
//!
//! fn main() -> Result<(), Error> {
//!     Shaders::new(Target::vulkan(1, 1)).input("shaders").compile()
//! }
//! ```
//!
//! and the program includes what that makes, a module `shaders`:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
//! ```
//!
//! It takes no crate, and the program need not depend on this one.
//!
//! # Modules
//!
//! `a/lit.wgsl` in the folder becomes `shaders::a::lit`, `sky.vert` and `sky.vert.glsl` `shaders::sky_vert`. What is no identifier
//! of Rust becomes one: another character is `_`, or its code if it is not ASCII, a keyword or the name of a primitive type has `_`
//! behind it, and the second of two names in one place a number. In each module are
//!
//! | | |
//! |---|---|
//! | `WORDS` | the module, `&[u32]` |
//! | `ENTRY_POINTS`, `ENTRY_POINT_MAIN` | name, stage, workgroup size with its `SpecId`s; of a vertex shader the inputs with location, `VkFormat` and offset |
//! | `BINDINGS`, `BINDING_CAMERA` | set, binding, `VkDescriptorType`, count, stages, bytes of a buffer |
//! | `PUSH_CONSTANTS` | the range, with its stages |
//! | `SPEC_CONSTANTS`, `SPEC_CONSTANT_SCALE` | name, `SpecId`, type, default |
//!
//! and a struct for each of the shader's structs in a uniform buffer, a storage buffer or the push constants, under its own name.
//! The words are written to `shaders/a/lit.wgsl.spv` in `OUT_DIR`, too.
//!
//! # Structs
//!
//! A struct is `#[repr(C)]` and has every byte where the shader has it; bytes that belong to no member are members `_pad0`,
//! `_pad1`, …, which `..Default::default()` fills. Each offset and the size are asserted when the program is compiled.
//!
//! | In the shader | In Rust |
//! |---|---|
//! | `f32`, `i32`, `u32`, `f64`, `i64`, `u64`, `i16`, `u16` | the same |
//! | `f16` | `u16`, its bits |
//! | `atomic<u32>` | `u32` |
//! | `vec3<f32>` | `[f32; 3]` |
//! | `mat4x3<f32>` | `[[f32; 4]; 4]`: a column at its stride, numbers of padding included |
//! | `array<Light, 8>` | `[Light; 8]`; where the stride is longer than the element, of a struct of that size: `[Vec3F32Stride16; 8]`, made by `From` |
//! | `array<Light>` at the end of `Lights` | not in `Lights`, which is what comes before it; `LightsItemsElement` is the type of an element of `items` |
//! | `var<storage> data: array<u32>` | `DataElement`, the type of an element |
//! | `var<uniform> view: mat4x4<f32>` | `View`, the type |
//! | inputs of the vertex shader `vs` | `VsVertex`: a vertex of one buffer that has all inputs at the offsets of `vertex_inputs` |
//!
//! With [`Shaders::bytemuck`] the structs are `Pod` and `Zeroable`.

mod layout;
mod names;
mod rust;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use crate::source::diagnose::{Complaint, Label, Problem, Sources, plain};
use crate::source::{Shader, files_below, guard, include, text_of};
use crate::{DebugInfo, DebugLevel, Diagnostic, Options, Output, Target};
use names::identifier;
use rust::{Tree, module_name};

pub use crate::source::Language;

/// Shaders that a build script compiles.
///
/// ```no_run
/// use spirula::build::{Language, Shaders};
/// use spirula::{DebugLevel, Options, Target};
///
/// let mut options = Options::default();
/// options.spec_constants = true;
/// Shaders::new(Target::vulkan(1, 2))
///     .options(options)
///     .debug(DebugLevel::Full)
///     .bytemuck(true)
///     .input("shaders")
///     .input("../common/blit.wgsl")
///     .input_as("fullscreen.glsl", Language::Glsl(naga::ShaderStage::Vertex))
///     .compile()?;
/// # Ok::<(), spirula::build::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Shaders {
    target: Target,
    options: Options,
    debug: DebugLevel,
    checks: bool,
    bytemuck: bool,
    module: String,
    output: Option<PathBuf>,
    /// The paths, and the language of those of which the name does not tell it.
    inputs: Vec<(PathBuf, Option<Language>)>,
}

/// What was made of shaders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// The file to include.
    pub rust: PathBuf,
    /// The modules, in the order of the shaders.
    pub modules: Vec<PathBuf>,
    /// The files that were read, and the folders that were searched.
    pub read: Vec<PathBuf>,
    /// Remarks, a line each.
    pub warnings: Vec<String>,
}

/// A shader that could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The file, as its path was given.
    pub path: PathBuf,
    /// The line of the first mistake, from 1 on, where it has one.
    pub line: Option<usize>,
    /// Everything that is wrong with it, with lines of the source.
    pub text: String,
}

/// Why there is no file to include.
///
/// `Debug` shows what `Display` does, because that is what a `main` prints that returns an error.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No folder to write to.
    #[error("OUT_DIR is not set: this is no build script, and `Shaders::out_dir` gives no folder")]
    NoOutput,
    /// A file that cannot be written.
    #[error("cannot write `{}`: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Shaders that could not be compiled.
    #[error("{} of {shaders} shaders could not be compiled", .failures.len())]
    Shaders {
        /// Those.
        failures: Vec<Failure>,
        /// How many there were.
        shaders: usize,
    },
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A shader that is to be compiled.
struct Input {
    path: PathBuf,
    /// Below the folder that it was found in.
    place: PathBuf,
    language: Option<Language>,
}

impl Shaders {
    /// No shaders yet, for a device. They are checked, without debug information, and go into a module `shaders`.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            options: Options::default(),
            debug: DebugLevel::None,
            checks: true,
            bytemuck: false,
            module: "shaders".to_owned(),
            output: None,
            inputs: Vec::new(),
        }
    }

    /// Adds a shader, or all shaders in a folder and those below it, by the package's folder. A file's name tells its language:
    /// `.wgsl`; `.vert`, `.frag`, `.comp`, with `.glsl` behind it or not; `.spv`. In a folder other files are left alone, and links
    /// to folders are not followed. What GLSL includes is found from the file that includes it, and is watched as well.
    pub fn input(mut self, path: impl Into<PathBuf>) -> Self {
        self.inputs.push((path.into(), None));
        self
    }

    /// Adds a shader whose name does not tell its language.
    pub fn input_as(mut self, path: impl Into<PathBuf>, language: Language) -> Self {
        self.inputs.push((path.into(), Some(language)));
        self
    }

    /// What is written of all shaders, and how. [`Options::debug_info`] and [`Options::self_check`] are those of
    /// [`Shaders::debug`] and [`Shaders::check`].
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// What a debugger is told of the source. With anything but [`DebugLevel::None`] names are written, too.
    pub const fn debug(mut self, level: DebugLevel) -> Self {
        self.debug = level;
        self
    }

    /// Whether what is written is held against the rules of the target ([`crate::check`]): it is, unless this says `false`.
    pub const fn check(mut self, checks: bool) -> Self {
        self.checks = checks;
        self
    }

    /// Whether structs derive `bytemuck::Pod` and `bytemuck::Zeroable`: then the program depends on `bytemuck` with its feature
    /// `derive`.
    pub const fn bytemuck(mut self, derives: bool) -> Self {
        self.bytemuck = derives;
        self
    }

    /// The name of the outermost module, and of the file with `.rs` behind it, in place of `shaders`: for several in one program.
    pub fn module(mut self, name: impl Into<String>) -> Self {
        self.module = name.into();
        self
    }

    /// The folder to write to, in place of `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.output = Some(folder.into());
        self
    }

    /// Compiles the shaders and tells cargo, on standard output: which files and folders the result depends on, every warning, and
    /// every error of every shader with its line. For `main` in `build.rs`, which returns the error.
    ///
    /// # Errors
    ///
    /// Those of [`Shaders::generate`].
    pub fn compile(&self) -> Result<(), Error> {
        // A folder that is not there yet counts as changed.
        for (path, _) in &self.inputs {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        let result = self.generate();
        match &result {
            Ok(generated) => {
                for path in &generated.read {
                    println!("cargo::rerun-if-changed={}", path.display());
                }
                for warning in &generated.warnings {
                    println!("cargo::warning={warning}");
                }
            }
            Err(error @ (Error::NoOutput | Error::Write { .. })) => println!("cargo::error={error}"),
            Err(Error::Shaders { failures, .. }) => {
                for line in failures.iter().flat_map(|failure| failure.text.lines()) {
                    // Cargo begins each with a word of its own.
                    let line = line.strip_prefix("error: ").unwrap_or(line);
                    if !line.trim().is_empty() {
                        println!("cargo::error={line}");
                    }
                }
            }
        }
        result.map(|_| ())
    }

    /// Compiles the shaders and tells nobody: for programs that are no build scripts.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("spirula-build-example-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let shader = folder.join("twice.wgsl");
    /// std::fs::write(&shader, "
    ///     struct Numbers { scale: vec3<f32>, all: array<f32> }
    ///     @group(0) @binding(0) var<storage, read_write> numbers: Numbers;
    ///     @compute @workgroup_size(1) fn main() { numbers.all[0] *= numbers.scale.x; }
    /// ")?;
    /// let target = spirula::Target::vulkan(1, 1);
    /// let generated = spirula::build::Shaders::new(target).input(shader).out_dir(&folder).generate()?;
    /// let rust = std::fs::read_to_string(&generated.rust)?;
    /// assert!(rust.contains("pub mod twice {"));
    /// assert!(rust.contains("pub const BINDING_NUMBERS: super::Binding ="));
    /// assert!(rust.contains("pub type NumbersAllElement = f32;"));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Shaders`] with every shader that cannot be read, that naga does not accept, that the target cannot express, or that
    /// would be a module of the same name as another one; [`Error::NoOutput`] and [`Error::Write`].
    pub fn generate(&self) -> Result<Generated, Error> {
        let folder = self
            .output
            .clone()
            .or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = folder.ok_or(Error::NoOutput)?;
        let module = identifier(&self.module);
        let (mut generated, mut failures) = (Generated::default(), Vec::new());
        let inputs = self.find(&mut generated, &mut failures);
        let (mut tree, mut modules) = (Tree::default(), Vec::new());
        for input in &inputs {
            let added = self.compile_one(input, &mut generated.read).and_then(|output| {
                let words = output.words.iter().flat_map(|word| word.to_le_bytes());
                modules.push((input.place.clone(), words.collect::<Vec<u8>>()));
                self.remark(input, &output, &mut generated.warnings);
                let name = input.path.display().to_string();
                let add = tree.add(&input.modules(), &name, output);
                add.map_err(|other| input.failure(&format!("`{name}` and `{other}` would be one module of Rust")))
            });
            if let Err(failure) = added {
                failures.push(failure);
            }
        }
        if !failures.is_empty() {
            let shaders = inputs.len().max(failures.len());
            return Err(Error::Shaders { failures, shaders });
        }
        for (place, bytes) in modules {
            let mut name = place.into_os_string();
            name.push(".spv");
            let path = folder.join(&module).join(name);
            write(&path, &bytes)?;
            generated.modules.push(path);
        }
        generated.rust = folder.join(format!("{module}.rs"));
        write(&generated.rust, tree.file(&module, self.bytemuck).as_bytes())?;
        Ok(generated)
    }

    /// The shaders, those of a folder by name. What is read is noted, and what cannot be.
    fn find(&self, generated: &mut Generated, failures: &mut Vec<Failure>) -> Vec<Input> {
        let mut inputs = Vec::new();
        for (path, language) in &self.inputs {
            generated.read.push(path.clone());
            if !path.is_dir() {
                let place = path.file_name().map_or_else(PathBuf::new, PathBuf::from);
                let language = language.or_else(|| Language::of(path));
                let path = path.clone();
                inputs.push(Input { path, place, language });
                continue;
            }
            let (found, unreadable) = files_below(path, &[], |file| Language::of(file).is_some());
            let fail = |message: String| Failure {
                path: path.clone(),
                line: None,
                text: plain(&message),
            };
            for (folder, error) in &unreadable {
                failures.push(fail(format!("cannot read the folder `{}`: {error}", folder.display())));
            }
            if found.is_empty() && unreadable.is_empty() {
                failures.push(fail(format!("no shader found in `{}`", path.display())));
            }
            for file in found {
                generated.read.push(file.clone());
                inputs.push(Input {
                    place: file.strip_prefix(path).unwrap_or(&file).to_owned(),
                    language: language.or_else(|| Language::of(&file)),
                    path: file,
                });
            }
        }
        inputs
    }

    /// Reads and compiles a shader. `read` takes the files that it includes.
    fn compile_one(&self, input: &Input, read: &mut Vec<PathBuf>) -> Result<Output, Failure> {
        let name = input.path.display().to_string();
        let bytes = fs::read(&input.path).map_err(|error| input.failure(&format!("cannot read `{name}`: {error}")))?;
        // naga's spans are 32-bit byte offsets.
        if u32::try_from(bytes.len()).is_err() {
            return Err(input.failure(&format!("cannot read `{name}`: it is larger than 4 GiB")));
        }
        let Some(language) = input.language else {
            return Err(input.failure(&format!(
                "`{name}` is no shader by its name; known endings are .wgsl, .vert, .frag, .comp and .spv, and .glsl behind \
                 these; `Shaders::input_as` says it of any file"
            )));
        };
        let text = match language {
            Language::Wgsl | Language::Glsl(_) => {
                text_of(&name, &bytes).map_err(|problem| input.invalid(&[*problem]))?
            }
            Language::SpirV => "",
        };
        let has_includes = matches!(language, Language::Glsl(_)) && include::has_includes(text);
        let expanded = has_includes
            .then(|| include::expand(&name, text, &[], false))
            .transpose()
            .map_err(|problem| input.invalid(&[*problem]))?;
        if let Some(expanded) = &expanded {
            read.extend(expanded.included().into_iter().map(PathBuf::from));
        }
        let sources = expanded
            .as_ref()
            .map_or_else(|| Sources::one(&name, text), include::Expanded::sources);
        let shader = Shader {
            name: &name,
            language,
            bytes: &bytes,
            text: expanded.as_ref().map_or(text, |expanded| &expanded.text),
            sources: &sources,
            defines: &[],
            flips_spirv: false,
            colours: false,
        };
        guard::on_large_stack(shader.text.len().max(bytes.len()), || self.translate(input, shader))
            .unwrap_or_else(|message| Err(input.failure(&format!("{name}: {message}"))))
    }

    /// On a stack of its own.
    fn translate(&self, input: &Input, shader: Shader<'_>) -> Result<Output, Failure> {
        let (module, info) = shader.load(&|_| ()).map_err(|problems| input.invalid(&problems))?;
        let mut options = self.options.clone();
        options.self_check = self.checks;
        options.names |= self.debug != DebugLevel::None;
        let language = match shader.language {
            Language::Wgsl => Some(spirv::SourceLanguage::WGSL),
            Language::Glsl(_) => Some(spirv::SourceLanguage::GLSL),
            // A binary has names but no text.
            Language::SpirV => None,
        };
        let language = language.filter(|_| self.debug != DebugLevel::None);
        options.debug_info = language.map(|language| DebugInfo {
            language,
            level: self.debug,
            ..DebugInfo::new(shader.name, shader.text)
        });
        guard::catch(|| crate::compile(&module, &info, &self.target, &options))
            .map_err(|panic| {
                let name = shader.name;
                input.failure(&format!("{name}: Spirula panicked, which is a bug in it: {panic}"))
            })?
            .map_err(|error| {
                let complaint = |diagnostic: &Diagnostic| Complaint {
                    labels: Label::new(diagnostic.span, diagnostic.label()).into_iter().collect(),
                    notes: diagnostic.remarks(),
                    ..Complaint::new("refused", diagnostic.kind.to_string())
                };
                let problems: Vec<_> = error
                    .diagnostics()
                    .iter()
                    .map(|diagnostic| shader.problem(complaint(diagnostic)))
                    .collect();
                input.invalid(&problems)
            })
    }

    /// What there is to say of a shader that was compiled.
    fn remark(&self, input: &Input, output: &Output, warnings: &mut Vec<String>) {
        // A binary has no debug information at all.
        let has_text = input.language != Some(Language::SpirV);
        if has_text && self.debug == DebugLevel::Full && output.debug_level != DebugLevel::Full {
            warnings.push(format!(
                "{}: {} has no VK_KHR_shader_non_semantic_info: the source text and its lines are written, and no more",
                input.path.display(),
                self.target
            ));
        }
    }
}

impl Input {
    /// The path of its module.
    fn modules(&self) -> Vec<String> {
        let parts = self.place.iter().map(|part| part.to_string_lossy());
        let parts: Vec<Cow<'_, str>> = parts.collect();
        let last = parts.len().saturating_sub(1);
        let name = |(at, part): (usize, &Cow<'_, str>)| match at == last {
            true => module_name(part, at == 0),
            false => identifier(part),
        };
        parts.iter().enumerate().map(name).collect()
    }

    fn failure(&self, message: &str) -> Failure {
        Failure {
            path: self.path.clone(),
            line: None,
            text: plain(message),
        }
    }

    fn invalid(&self, problems: &[Problem]) -> Failure {
        Failure {
            path: self.path.clone(),
            line: problems.iter().find_map(|problem| problem.line),
            text: problems.iter().map(|problem| problem.rendered.as_str()).collect(),
        }
    }
}

/// Writes a file, and the folders that it is in. One that has these bytes already keeps its time.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| Error::Write {
            path: path.to_owned(),
            error,
        })
}
