//! Finds the inputs that the arguments denote: files, folders, standard input; and reads one. Folders are listed, and
//! their files are read only to leave out those that are for imports alone.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::UsageError;
use spirula::source::{Language, ending, files_below, is_module};

/// naga's spans are 32-bit byte offsets.
const MAX_BYTES: u64 = u32::MAX as u64;

/// The GLSL stages that naga reads.
pub(super) const GLSL_STAGES: &str = "GLSL is read of vertex, fragment and compute shaders";

/// The extensions of GLSL stages that naga's front end does not read, with the names of the stages.
const OTHER_STAGES: [(&str, &str); 11] = [
    ("tesc", "tessellation control"),
    ("tese", "tessellation evaluation"),
    ("geom", "geometry"),
    ("rgen", "ray generation"),
    ("rint", "intersection"),
    ("rahit", "any-hit"),
    ("rchit", "closest-hit"),
    ("rmiss", "miss"),
    ("rcall", "callable"),
    ("mesh", "mesh"),
    ("task", "task"),
];

/// The message for a file whose name does not denote a language.
fn unknown(path: &Path) -> String {
    let name = path.display();
    let stem = path.file_stem().map(Path::new);
    let is_glsl = ending(path).is_some_and(|ending| ending.eq_ignore_ascii_case("glsl"));
    let told = if is_glsl { stem.and_then(ending) } else { ending(path) };
    let stage = told.and_then(|told| {
        OTHER_STAGES
            .iter()
            .find(|(ending, _)| told.eq_ignore_ascii_case(ending))
    });
    let own = "`--input-kind` or `--stage` says what it is";
    if let Some((_, stage)) = stage {
        return format!(
            "`{name}`: naga reads no {stage} shaders in GLSL, and its name tells none of the stages that are read; {GLSL_STAGES}; if it is one, {own}"
        );
    }
    if is_glsl {
        return format!("`{name}`: its name tells none of the stages that are read; {own}; {GLSL_STAGES}");
    }
    format!(
        "`{name}` is no shader by its name; known endings are .wgsl, .vert, .frag, .comp, .spv and .spvasm, and .glsl behind those of a stage; \
         `--input-kind` names the language of any file"
    )
}

/// The kinds of input that a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Shaders in the languages that their names denote.
    Shaders,
    /// Shaders; named files and standard input are in the given language.
    ShadersOf(Language),
    /// SPIR-V modules: every named file, and the files in folders whose names denote SPIR-V.
    Modules,
}

impl Wanted {
    /// The language of a file that the user named.
    fn named(self, path: &Path) -> Option<Language> {
        match self {
            Self::Shaders => Language::of(path).or_else(|| is_assembly(path).then_some(Language::SpirV)),
            Self::ShadersOf(language) => Some(language),
            Self::Modules => Some(Language::SpirV),
        }
    }

    /// The language of a file in a folder.
    fn found(self, path: &Path) -> Option<Language> {
        match self {
            Self::Shaders | Self::ShadersOf(_) => Language::of(path),
            Self::Modules if is_assembly(path) => Some(Language::SpirV),
            Self::Modules => Language::of(path).filter(|&language| language == Language::SpirV),
        }
    }

    /// The language of standard input, and a file name for it.
    fn standard_input(self) -> (Language, &'static str) {
        match self {
            Self::Shaders => (Language::Wgsl, "stdin.wgsl"),
            Self::ShadersOf(language) => (language, "stdin"),
            Self::Modules => (Language::SpirV, "stdin.spv"),
        }
    }

    const fn one(self) -> &'static str {
        match self {
            Self::Shaders | Self::ShadersOf(_) => "shader",
            Self::Modules => "module (.spv, .spvasm)",
        }
    }
}

/// Whether a file's name denotes SPIR-V assembly.
pub(super) fn is_assembly(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("spvasm"))
}

/// Where an input is read from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    StandardInput,
    File(PathBuf),
    /// Nowhere: the reason why it cannot be read.
    Missing(String),
}

/// One file to compile or check, or to report as unreadable.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// Its name in messages: the path as the user gave it.
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) language: Language,
    /// Its path below an output folder, without the extension of the output.
    pub(super) place: PathBuf,
    /// Whether it was found in a folder, not named by the user.
    pub(super) from_folder: bool,
}

impl Input {
    /// Whether it is a stream and not a regular file: standard input, a pipe, `/dev/fd/3`. No output is written beside
    /// it.
    pub(super) fn is_stream(&self) -> bool {
        match &self.origin {
            Origin::StandardInput => true,
            Origin::File(path) => {
                // A descriptor may refer to a regular file, whose name is another one.
                let descriptors = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];
                descriptors.iter().any(|start| path.starts_with(start))
                    || fs::metadata(path).is_ok_and(|file| !file.is_file())
            }
            Origin::Missing(_) => false,
        }
    }

    /// The folder that the user named and in which it was found, otherwise its own.
    pub(super) fn root(&self) -> PathBuf {
        match &self.origin {
            Origin::File(path) => {
                let root = path.ancestors().nth(self.place.iter().count());
                root.map_or_else(PathBuf::new, Path::to_owned)
            }
            // Its name is a path with `--stdin-file-path`.
            Origin::StandardInput => Path::new(&self.name).parent().map_or_else(PathBuf::new, Path::to_owned),
            Origin::Missing(_) => PathBuf::new(),
        }
    }
}

/// All inputs that the arguments denote.
#[derive(Debug)]
pub(super) struct Selection {
    /// In the order of the arguments, those of a folder sorted by name.
    pub(super) inputs: Vec<Input>,
    /// Whether outputs go to a folder: there are several inputs, or a folder.
    pub(super) many: bool,
}

impl Selection {
    /// Gives standard input the path of the file whose text it is.
    ///
    /// # Errors
    /// If it is no input, or the path tells no language and none is given.
    pub(super) fn name_standard_input(&mut self, path: &Path, given: Option<Language>) -> Result<(), UsageError> {
        let Some(input) = self
            .inputs
            .iter_mut()
            .find(|input| input.origin == Origin::StandardInput)
        else {
            return Err(UsageError("`--stdin-file-path` is for the input `-`".to_owned()));
        };
        let language = given.or_else(|| Wanted::Shaders.named(path));
        input.language = language.ok_or_else(|| UsageError(unknown(path)))?;
        input.name = path.display().to_string();
        input.place = path.file_name().map_or_else(PathBuf::new, PathBuf::from);
        Ok(())
    }
}

/// Finds the inputs. Folders are searched without following links to folders. What is in `outputs` is skipped,
/// because an output folder inside an input folder has modules, not shaders. `into_folder`: the output is a folder even
/// for a single file.
pub(super) fn collect(
    arguments: &[PathBuf],
    outputs: &[PathBuf],
    into_folder: bool,
    wanted: Wanted,
) -> Result<Selection, UsageError> {
    let stdin = Path::new("-");
    if arguments.len() > 1 && arguments.iter().any(|argument| argument == stdin) {
        return Err(UsageError(
            "`-` (standard input) is read alone, without other inputs".to_owned(),
        ));
    }
    // Needed for folders alone.
    let mut skipped: Option<Vec<PathBuf>> = None;
    let mut inputs = Vec::new();
    let mut many = arguments.len() > 1 || into_folder;
    for argument in arguments {
        if argument == stdin {
            let (language, place) = wanted.standard_input();
            inputs.push(Input {
                name: "-".to_owned(),
                origin: Origin::StandardInput,
                language,
                place: PathBuf::from(place),
                from_folder: false,
            });
        } else if argument.is_dir() {
            many = true;
            let skipped = skipped.get_or_insert_with(|| {
                let outputs = outputs.iter();
                outputs.filter_map(|output| output.canonicalize().ok()).collect()
            });
            collect_folder(argument, skipped, wanted, &mut inputs);
        } else {
            inputs.push(file(argument, wanted));
        }
    }
    Ok(Selection { inputs, many })
}

/// A file that the user named.
fn file(path: &Path, wanted: Wanted) -> Input {
    let name = path.display().to_string();
    let place = path.file_name().map_or_else(PathBuf::new, PathBuf::from);
    let input = |origin, language| Input {
        name: name.clone(),
        origin,
        language,
        place,
        from_folder: false,
    };
    // A missing file is reported first: a missing folder has no known extension either.
    if let Err(error) = fs::metadata(path) {
        // Other compilers take the output as their last argument.
        let hint = match (wanted, Language::of(path)) {
            (Wanted::Shaders, Some(Language::SpirV)) => format!("; `-o {name}` writes it"),
            _ => String::new(),
        };
        return input(
            Origin::Missing(format!("cannot read `{name}`: {error}{hint}")),
            Language::Wgsl,
        );
    }
    match wanted.named(path) {
        Some(language) => input(Origin::File(path.to_owned()), language),
        None => input(Origin::Missing(unknown(path)), Language::Wgsl),
    }
}

/// Adds every shader or module below `root`, sorted, and every folder that cannot be read.
fn collect_folder(root: &Path, outputs: &[PathBuf], wanted: Wanted, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    let (found, unreadable) = files_below(root, outputs, |path| wanted.found(path).is_some());
    let input = |path: &Path, origin, language| Input {
        name: path.display().to_string(),
        origin,
        language,
        place: path.strip_prefix(root).unwrap_or(path).to_owned(),
        from_folder: true,
    };
    for (folder, error) in unreadable {
        let message = format!("cannot read the folder `{}`: {error}", folder.display());
        inputs.push(input(&folder, Origin::Missing(message), Language::Wgsl));
    }
    // Only of these is it known that they are no pipes.
    let is_output = |path: &PathBuf| {
        let may_be = Language::of(path) == Some(Language::SpirV) && !outputs.is_empty();
        may_be && path.canonicalize().is_ok_and(|path| outputs.contains(&path))
    };
    for path in found.into_iter().filter(|path| !is_module(path) && !is_output(path)) {
        if let Some(language) = wanted.found(&path) {
            inputs.push(input(&path, Origin::File(path.clone()), language));
        }
    }
    if inputs.len() == before {
        let message = format!("no {} found in `{}`", wanted.one(), root.display());
        inputs.push(input(root, Origin::Missing(message), Language::Wgsl));
    }
}

/// Reads an input. The outer error is the system's; the inner one is a message of the command line.
pub(super) fn read(origin: &Origin) -> io::Result<Result<Vec<u8>, String>> {
    let mut bytes = Vec::new();
    match origin {
        Origin::Missing(reason) => return Ok(Err(reason.clone())),
        Origin::StandardInput => io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
        Origin::File(path) => {
            let file = fs::File::open(path)?;
            // The file may have another length by now, or none, as a pipe.
            let length = file.metadata()?.len().min(MAX_BYTES);
            bytes.try_reserve_exact(usize::try_from(length).unwrap_or(0).saturating_add(1))?;
            file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?
        }
    };
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= MAX_BYTES) {
        Ok(Ok(bytes))
    } else {
        Err(io::Error::other("it is larger than 4 GiB"))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_folder_gives_its_shaders_in_order_and_skips_the_output() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        for name in ["b/z.wgsl", "b/a.frag", "a.comp", "c.txt", "out/a.comp.spv"] {
            fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            fs::write(at(name), "").unwrap();
        }
        let selection = collect(&[root.path().to_owned()], &[at("out")], true, Wanted::Shaders).unwrap();
        let places: Vec<_> = selection.inputs.iter().map(|input| input.place.clone()).collect();
        assert_eq!(places, ["a.comp", "b/a.frag", "b/z.wgsl"].map(PathBuf::from));
        assert!(selection.many);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_back_up_is_not_followed() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.wgsl"), "").unwrap();
        std::os::unix::fs::symlink(root.path(), root.path().join("again")).unwrap();
        std::os::unix::fs::symlink(root.path(), root.path().join("again.wgsl")).unwrap();
        let selection = collect(&[root.path().to_owned()], &[], false, Wanted::Shaders).unwrap();
        assert_eq!(selection.inputs.len(), 1);
    }
}
