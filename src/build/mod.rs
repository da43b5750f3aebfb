//! Compiles a program's shaders in its build script: to SPIR-V, and to Rust constants and structs with what the program
//! must know of the shaders.
//!
//! A `build.rs` names the shaders and the device:
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
//! and the program includes the generated file, a module `shaders`:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
//! ```
//!
//! The generated code needs no crate; the program need not depend on this one.
//!
//! # Modules
//!
//! `a/lit.wgsl` in the folder becomes `shaders::a::lit`; `sky.vert` and `sky.vert.glsl` become `shaders::sky_vert`. A
//! name that is not a Rust identifier is changed: an invalid character becomes `_`, or its code if it is not ASCII; `_`
//! is appended to a keyword and to the name of a primitive type; a number is appended to the second of two equal names.
//! Each module contains
//!
//! | | |
//! |---|---|
//! | `WORDS` | the module, `&[u32]` |
//! | `ENTRY_POINTS`, `ENTRY_POINT_MAIN` | name, stage, workgroup size with its `SpecId`s; of a vertex shader the inputs with location, `VkFormat` and offset |
//! | `BINDINGS`, `BINDING_CAMERA` | set, binding, `VkDescriptorType`, count, stages, bytes of a buffer |
//! | `PUSH_CONSTANTS` | the range, with its stages |
//! | `SPEC_CONSTANTS`, `SPEC_CONSTANT_SCALE` | name, `SpecId`, type, default |
//!
//! and a struct for each of the shader's structs in a uniform buffer, a storage buffer or the push constants, under its
//! own name. The words are also written to `shaders/a/lit.wgsl.spv` in `OUT_DIR`.
//!
//! # Structs
//!
//! A struct is `#[repr(C)]` and has the shader's memory layout. Padding is declared as members `_pad0`, `_pad1`, …,
//! which `..Default::default()` fills. Each offset and the size are asserted when the program is compiled.
//!
//! | In the shader | In Rust |
//! |---|---|
//! | `f32`, `i32`, `u32`, `f64`, `i64`, `u64`, `i16`, `u16` | the same |
//! | `f16` | `u16`, its bits |
//! | `atomic<u32>` | `u32` |
//! | `vec3<f32>` | `[f32; 3]` |
//! | `mat4x3<f32>` | `[[f32; 4]; 4]`: a column at its stride, padding numbers included |
//! | `array<Light, 8>` | `[Light; 8]`; if the stride is larger than the element, an array of padded structs: `[Vec3F32Stride16; 8]`, converted by `From` |
//! | `array<Light>` at the end of `Lights` | omitted from `Lights`, which has the members before it; `LightsItemsElement` is the type of an element of `items` |
//! | `var<storage> data: array<u32>` | `DataElement`, the type of an element |
//! | `var<uniform> view: mat4x4<f32>` | `View`, the type |
//! | inputs of the vertex shader `vs` | `VsVertex`: a vertex of one buffer with all inputs, at the offsets of `vertex_inputs` |
//!
//! With [`Shaders::bytemuck`] the structs are `Pod` and `Zeroable`.

mod layout;
mod names;
mod rust;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::{env, fmt, fs, io};

use crate::source::diagnose::{Complaint, Problem, Sources, plain};
use crate::source::{Definition, Expanded, Shader, files_below, guard, is_module, joined, text_of};
use crate::{DebugInfo, DebugLevel, Options, Output, Target};
use names::identifier;
use rust::{Tree, module_name};

pub use crate::source::Language;

/// The shaders that a build script compiles, and how.
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
    definitions: Vec<Definition>,
    folders: Vec<PathBuf>,
    /// The paths, and the language of those whose name does not denote it.
    inputs: Vec<(PathBuf, Option<Language>)>,
    /// The names and paths of permutations.
    permutations: Vec<(String, PathBuf, Permutation)>,
}

/// What one permutation of a shader has of its own: [`Shaders::permutation`].
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Permutation {
    overrides: Vec<(String, f64)>,
    definitions: Vec<Definition>,
}

impl Permutation {
    /// The same as other shaders.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an override a value, as in [`Options::overrides`]: a number, or `true` or `false`.
    pub fn set(mut self, name: impl Into<String>, value: impl Into<f64>) -> Self {
        self.overrides.push((name.into(), value.into()));
        self
    }

    /// Defines a macro, as [`Shaders::define`] does for all shaders.
    pub fn define<'v>(mut self, name: impl Into<String>, value: impl Into<Option<&'v str>>) -> Self {
        self.definitions.push((name.into(), value.into().map(str::to_owned)));
        self
    }
}

/// The files that were read and written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// The generated Rust file.
    pub rust: PathBuf,
    /// The SPIR-V modules, in the order of the shaders.
    pub modules: Vec<PathBuf>,
    /// The files that were read, and the folders that were searched.
    pub read: Vec<PathBuf>,
    /// Warnings, a line each.
    pub warnings: Vec<String>,
}

/// A shader that could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The path of the file, as given.
    pub path: PathBuf,
    /// The line of the first error, counted from 1, if it has a place.
    pub line: Option<usize>,
    /// All errors of the shader, with source lines.
    pub text: String,
}

/// Why no Rust file was generated.
///
/// `Debug` prints the same as `Display`, because Rust prints the `Debug` form of an error that `main` returns.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no output folder.
    #[error("OUT_DIR is not set: this is no build script, and `Shaders::out_dir` gives no folder")]
    NoOutput,
    /// A file could not be written.
    #[error("cannot write `{}`: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// Some shaders could not be compiled.
    #[error("{} of {shaders} shaders could not be compiled", .failures.len())]
    Shaders {
        /// The shaders that failed.
        failures: Vec<Failure>,
        /// The number of all shaders.
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
    /// The folder that it was found in.
    root: PathBuf,
    /// The path below it, or the name of a permutation.
    place: PathBuf,
    language: Option<Language>,
    permutation: Permutation,
}

impl Shaders {
    /// No shaders yet. By default the modules are checked, have no debug information, and go into a Rust module
    /// `shaders`.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            options: Options::default(),
            debug: DebugLevel::None,
            checks: true,
            bytemuck: false,
            module: "shaders".to_owned(),
            output: None,
            definitions: Vec::new(),
            folders: Vec::new(),
            inputs: Vec::new(),
            permutations: Vec::new(),
        }
    }

    /// Adds a shader, or all shaders in a folder and its subfolders. The path is relative to the package's folder. The
    /// extension denotes the language: `.wgsl`; `.vert`, `.frag`, `.comp`, also followed by `.glsl`; `.spv`. Other
    /// files in a folder are ignored, and links to folders are not followed. Files that GLSL includes are found
    /// relative to the including file, and are tracked for changes too.
    ///
    /// With the feature `naga-oil`, WGSL may have naga_oil's directives. Files that it imports are tracked as well. A
    /// file of a folder that has an import path and no entry point is not a shader.
    pub fn input(mut self, path: impl Into<PathBuf>) -> Self {
        self.inputs.push((path.into(), None));
        self
    }

    /// Adds a shader in the given language, whatever its name.
    pub fn input_as(mut self, path: impl Into<PathBuf>, language: Language) -> Self {
        self.inputs.push((path.into(), Some(language)));
        self
    }

    /// Adds a shader under a name of its own, `a/lit_8` for the module `a::lit_8`, with values of overrides and macros in
    /// addition to those of all shaders. One file may be added under many names.
    ///
    /// ```no_run
    /// # use spirula::{Target, build::{Permutation, Shaders}};
    /// let mut shaders = Shaders::new(Target::vulkan(1, 1));
    /// for tile in [8, 16] {
    ///     for fog in [true, false] {
    ///         let values = Permutation::new().set("TILE", tile).set("FOG", fog);
    ///         shaders = shaders.permutation(format!("lit_{tile}_{fog}"), "variants/lit.wgsl", values);
    ///     }
    /// }
    /// shaders.compile()?;
    /// # Ok::<(), spirula::build::Error>(())
    /// ```
    pub fn permutation(mut self, name: impl Into<String>, path: impl Into<PathBuf>, permutation: Permutation) -> Self {
        self.permutations.push((name.into(), path.into(), permutation));
        self
    }

    /// Defines a macro of GLSL, 1 without a value; with the feature `naga-oil` also a name of naga_oil's directives in
    /// WGSL: `true` without a value, otherwise `true`, `false`, a 32-bit integer (`-3`) or an unsigned one (`3u`).
    ///
    /// ```no_run
    /// # use spirula::{Target, build::Shaders};
    /// let shaders = Shaders::new(Target::vulkan(1, 1)).define("SHADOWS", None).define("LIGHTS", "4u");
    /// ```
    pub fn define<'v>(mut self, name: impl Into<String>, value: impl Into<Option<&'v str>>) -> Self {
        self.definitions.push((name.into(), value.into().map(str::to_owned)));
        self
    }

    /// Adds a folder with files that GLSL includes, or that WGSL imports with the feature `naga-oil`. It is searched
    /// after the folder of the file itself.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// The options for all shaders. [`Options::debug_info`] and [`Options::self_check`] are overridden by
    /// [`Shaders::debug`] and [`Shaders::check`].
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The level of debug information. Any level except [`DebugLevel::None`] also writes names.
    pub const fn debug(mut self, level: DebugLevel) -> Self {
        self.debug = level;
        self
    }

    /// Whether the modules are checked against the rules of the target ([`crate::check`]); the default is `true`.
    pub const fn check(mut self, checks: bool) -> Self {
        self.checks = checks;
        self
    }

    /// Whether structs derive `bytemuck::Pod` and `bytemuck::Zeroable`. The program must then depend on `bytemuck` with
    /// its features `derive` and `min_const_generics`: without the second it knows arrays of some lengths alone.
    pub const fn bytemuck(mut self, derives: bool) -> Self {
        self.bytemuck = derives;
        self
    }

    /// The name of the outermost module, and of the file without `.rs`; the default is `shaders`. Needed if a program
    /// includes several generated files.
    pub fn module(mut self, name: impl Into<String>) -> Self {
        self.module = name.into();
        self
    }

    /// The output folder; the default is `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.output = Some(folder.into());
        self
    }

    /// Compiles the shaders and prints directives for cargo on standard output: the files and folders that the result
    /// depends on, every warning, and every error of every shader with its line. For `main` in `build.rs`, which
    /// returns the error.
    ///
    /// # Errors
    ///
    /// Those of [`Shaders::generate`].
    pub fn compile(&self) -> Result<(), Error> {
        // Cargo treats a folder that does not exist as changed.
        let permuted = self.permutations.iter().map(|(_, path, _)| path);
        let paths: BTreeSet<&PathBuf> = self.inputs.iter().map(|(path, _)| path).chain(permuted).collect();
        for path in paths {
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
                    // Cargo prefixes each line with `error:`.
                    let line = line.strip_prefix("error: ").unwrap_or(line);
                    if !line.trim().is_empty() {
                        println!("cargo::error={line}");
                    }
                }
            }
        }
        result.map(|_| ())
    }

    /// Compiles the shaders without printing anything, for programs other than build scripts.
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
    /// [`Error::Shaders`] with every shader that cannot be read, that naga rejects, that the target cannot express, or
    /// that has the same module name as another one; [`Error::NoOutput`] and [`Error::Write`].
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

    /// Finds the shaders, those of a folder sorted by name. Adds the paths to `generated.read`, and errors to
    /// `failures`.
    fn find(&self, generated: &mut Generated, failures: &mut Vec<Failure>) -> Vec<Input> {
        let mut inputs = Vec::new();
        for (path, language) in &self.inputs {
            generated.read.push(path.clone());
            if !path.is_dir() {
                let place = path.file_name().map_or_else(PathBuf::new, PathBuf::from);
                let language = language.or_else(|| Language::of(path));
                inputs.push(Input {
                    path: path.clone(),
                    root: path.parent().map_or_else(PathBuf::new, Path::to_owned),
                    place,
                    language,
                    permutation: Permutation::default(),
                });
                continue;
            }
            let (found, unreadable) = files_below(path, &[], |file| Language::of(file).is_some());
            let found: Vec<_> = found.into_iter().filter(|file| !is_module(file)).collect();
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
                    root: path.clone(),
                    place: file.strip_prefix(path).unwrap_or(&file).to_owned(),
                    language: language.or_else(|| Language::of(&file)),
                    path: file,
                    permutation: Permutation::default(),
                });
            }
        }
        for (name, path, permutation) in &self.permutations {
            // Its words are written below the output folder.
            let mut parts = Path::new(name).components().peekable();
            if parts.peek().is_none() || !parts.all(|part| matches!(part, Component::Normal(_))) {
                failures.push(Failure {
                    path: path.clone(),
                    line: None,
                    text: plain(&format!(
                        "`{name}` is no name of a module: it is like `lit_8` or `a/lit_8`"
                    )),
                });
                continue;
            }
            if !generated.read.contains(path) {
                generated.read.push(path.clone());
            }
            inputs.push(Input {
                path: path.clone(),
                root: path.parent().map_or_else(PathBuf::new, Path::to_owned),
                place: PathBuf::from(name),
                language: Language::of(path),
                permutation: permutation.clone(),
            });
        }
        inputs
    }

    /// Reads and compiles a shader. Adds the files that it includes to `read`.
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
                 these; `Shaders::input_as` names the language of any file"
            )));
        };
        let text = match language {
            Language::Wgsl | Language::Glsl(_) => {
                text_of(&name, &bytes).map_err(|problem| input.invalid(&[*problem]))?
            }
            Language::SpirV => "",
        };
        let own = Sources::one(&name, text);
        let definitions = self.definitions.iter().chain(&input.permutation.definitions);
        let definitions: Vec<Definition> = definitions.cloned().collect();
        let shader = Shader {
            definitions: &definitions,
            ..Shader::new(&name, language, &bytes, text, &own)
        };
        let mut included = Vec::new();
        let expanded = joined(shader, &input.root, &self.folders, &mut included);
        read.extend(included.into_iter().map(PathBuf::from));
        let expanded = expanded.map_err(|problem| input.invalid(&[*problem]))?;
        let sources = expanded.as_ref().map(Expanded::sources);
        let shader = match expanded.as_ref().zip(sources.as_ref()) {
            Some((expanded, sources)) => shader.with(expanded, sources),
            None => shader,
        };
        guard::on_large_stack(shader.length(), || self.translate(input, shader))
            .unwrap_or_else(|message| Err(input.failure(&format!("{name}: {message}"))))
    }

    /// Called on the large stack.
    fn translate(&self, input: &Input, shader: Shader<'_>) -> Result<Output, Failure> {
        let (module, info) = shader.load(&|_| ()).map_err(|problems| input.invalid(&problems))?;
        let mut options = self.options.clone();
        options.self_check = self.checks;
        options.overrides.extend(input.permutation.overrides.iter().cloned());
        options.names |= self.debug != DebugLevel::None;
        let language = match shader.language {
            Language::Wgsl => Some(spirv::SourceLanguage::WGSL),
            Language::Glsl(_) => Some(spirv::SourceLanguage::GLSL),
            // A binary module has names but no source text.
            Language::SpirV => None,
        };
        let language = language.filter(|_| self.debug != DebugLevel::None);
        options.debug_info = language.map(|language| DebugInfo {
            language,
            level: self.debug,
            ..shader.debug_info()
        });
        guard::catch(|| crate::compile(&module, &info, &self.target, &options))
            .map_err(|panic| {
                let name = shader.name;
                input.failure(&format!("{name}: Spirula panicked, which is a bug in it: {panic}"))
            })?
            .map_err(|error| {
                let problems: Vec<_> = error
                    .diagnostics()
                    .iter()
                    .map(|diagnostic| shader.problem(Complaint::refusal(diagnostic, shader.text)))
                    .collect();
                input.invalid(&problems)
            })
    }

    /// Adds the warnings about a compiled shader.
    fn remark(&self, input: &Input, output: &Output, warnings: &mut Vec<String>) {
        // A binary module has no debug information.
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
    /// The path of its Rust module.
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

/// Writes a file and creates its folders. A file with the same content is left unchanged, with its modification time.
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
