//! Which shaders or modules the arguments mean: files, folders, standard input. Looks at names and folders, reads none.

use std::fs;
use std::path::{Path, PathBuf};

use super::UsageError;
use crate::source::{Language, ending, files_below};

/// What of GLSL naga reads.
pub(super) const GLSL_STAGES: &str = "GLSL is read of vertex, fragment and compute shaders";

/// The endings of GLSL for stages that naga's front end does not read, and what the shaders are called.
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

/// Why a file's name does not tell what it is.
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
        "`{name}` is no shader by its name; known endings are .wgsl, .vert, .frag, .comp and .spv, and .glsl behind these; \
         `--input-kind` says it of any file"
    )
}

/// What a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Shaders of any language, told by their names.
    Shaders,
    /// The same, but for files that are named, and standard input, which are of that language.
    ShadersOf(Language),
    /// SPIR-V: every file that is named, and in folders what its name tells.
    Modules,
}

impl Wanted {
    /// What a file that the user named is.
    fn named(self, path: &Path) -> Option<Language> {
        match self {
            Self::Shaders => Language::of(path),
            Self::ShadersOf(language) => Some(language),
            Self::Modules => Some(Language::SpirV),
        }
    }

    /// What a file in a folder is.
    fn found(self, path: &Path) -> Option<Language> {
        match self {
            Self::Shaders | Self::ShadersOf(_) => Language::of(path),
            Self::Modules if is_assembly(path) => Some(Language::SpirV),
            Self::Modules => Language::of(path).filter(|&language| language == Language::SpirV),
        }
    }

    /// What standard input is, and a name that says so.
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

/// Whether a file's name says that it is SPIR-V's assembly.
pub(super) fn is_assembly(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("spvasm"))
}

/// Where an input's text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    StandardInput,
    File(PathBuf),
    /// Nowhere: the reason why there is nothing to read.
    Missing(String),
}

/// One thing to compile, or to report as unusable.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// How messages name it: the path as the user gave it.
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) language: Language,
    /// Its path below an output folder, without the ending that the output gets.
    pub(super) place: PathBuf,
    /// Found in a folder, not named by the user.
    pub(super) from_folder: bool,
}

impl Input {
    /// Whether it is no file that has a place in a folder: standard input, a pipe, `/dev/fd/3`. Nothing is written beside it.
    pub(super) fn is_stream(&self) -> bool {
        match &self.origin {
            Origin::StandardInput => true,
            Origin::File(path) => {
                // A descriptor may be one of a file, which has another name.
                let descriptors = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];
                descriptors.iter().any(|start| path.starts_with(start))
                    || fs::metadata(path).is_ok_and(|file| !file.is_file())
            }
            Origin::Missing(_) => false,
        }
    }
}

/// All that the arguments mean.
#[derive(Debug)]
pub(super) struct Selection {
    /// In the order of the arguments, the shaders of a folder by name.
    pub(super) inputs: Vec<Input>,
    /// Several inputs, or a folder: outputs go to a folder.
    pub(super) many: bool,
}

/// Finds the inputs. Folders are searched without following links to folders, and without `outputs`, which may lie
/// inside one and holds modules, not shaders.
/// `into_folder` says that the output is a folder, for a single file too.
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
    let outputs: Vec<PathBuf> = outputs.iter().filter_map(|output| output.canonicalize().ok()).collect();
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
            collect_folder(argument, &outputs, wanted, &mut inputs);
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
    // Whether it is there comes first: a missing folder has no shader's ending either.
    if let Err(error) = fs::metadata(path) {
        return input(
            Origin::Missing(format!("cannot read `{name}`: {error}")),
            Language::Wgsl,
        );
    }
    match wanted.named(path) {
        Some(language) => input(Origin::File(path.to_owned()), language),
        None => input(Origin::Missing(unknown(path)), Language::Wgsl),
    }
}

/// Every shader or module below `root`, sorted, and every folder there that cannot be read.
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
    for path in found {
        if let Some(language) = wanted.found(&path) {
            inputs.push(input(&path, Origin::File(path.clone()), language));
        }
    }
    if inputs.len() == before {
        let message = format!("no {} found in `{}`", wanted.one(), root.display());
        inputs.push(input(root, Origin::Missing(message), Language::Wgsl));
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
