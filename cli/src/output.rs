//! Owns where results are written: plans all outputs before the first input is compiled, and writes files atomically.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::arguments::{CompileArguments, Emit};
use super::inputs::{Input, Origin, Selection};
use super::interrupt::Temporary;
use super::{UsageError, prints_json};

/// Where one result is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    StandardOutput,
    File {
        path: PathBuf,
        /// Whether missing folders are created, as below an output folder.
        make_folders: bool,
    },
}

/// Where the results of one input are written.
#[derive(Clone, Debug)]
pub(super) struct Outputs {
    /// In the order of the kinds of `--emit`.
    pub(super) files: Vec<(Emit, Destination)>,
    /// The path of its dependency file.
    pub(super) depfile: Option<PathBuf>,
    /// The folder whose record tells what was made.
    pub(super) folder: Option<PathBuf>,
}

impl Outputs {
    /// The path of each file below a folder. `None` if there is none, or one is elsewhere.
    pub(super) fn names_below(&self, folder: &Path) -> Option<Vec<String>> {
        let name = |(_, file): &(Emit, Destination)| {
            let path = file.path()?.strip_prefix(folder).ok()?;
            path.to_str().map(str::to_owned)
        };
        self.files.iter().map(name).collect()
    }
}

/// Where the results of every input are written, in the order of the inputs. Writes nothing.
///
/// # Errors
/// If there are too many results for one file, or an output folder is an input folder.
pub(super) fn plan(selection: &Selection, arguments: &CompileArguments) -> Result<Vec<Outputs>, UsageError> {
    if arguments.check_only {
        let nothing = |_| Outputs {
            files: Vec::new(),
            depfile: None,
            folder: None,
        };
        return Ok(selection.inputs.iter().map(nothing).collect());
    }
    let kinds = arguments.emit();
    let output = arguments.output_path();
    let to_stdout = output == Some(Path::new("-"));
    let of = |destination: &dyn Fn(&Input, Emit) -> Destination| {
        let outputs = |input| {
            let files: Vec<_> = kinds.iter().map(|&kind| (kind, destination(input, kind))).collect();
            let first = files.first().and_then(|(_, destination)| destination.path());
            let depfile = first.filter(|_| arguments.depfiles).map(|path| appended(path, "d"));
            let folder = match output.filter(|_| !to_stdout) {
                Some(folder) if selection.many => Some(folder.to_owned()),
                Some(file) if arguments.is_of_project() => file.parent().map(Path::to_owned),
                Some(_) | None => None,
            };
            Outputs { files, depfile, folder }
        };
        selection.inputs.iter().map(outputs).collect()
    };
    let planned: Vec<Outputs> = if selection.many {
        if to_stdout {
            return Err(UsageError("`-o -` takes one input; several need a folder".to_owned()));
        }
        match output {
            Some(folder) => {
                refuse_itself(folder, arguments)?;
                of(&|input, kind| Destination::File {
                    path: folder.join(appended(&input.place, kind.extension())),
                    make_folders: true,
                })
            }
            None => {
                refuse_tree(selection)?;
                of(&Destination::beside)
            }
        }
    } else {
        let Some(input) = selection.inputs.first() else {
            return Ok(Vec::new());
        };
        match (output, kinds.as_slice()) {
            (Some(path), [_]) if !to_stdout => of(&|_, _| Destination::File {
                path: path.to_owned(),
                make_folders: arguments.makes_folders,
            }),
            (None, [kind]) if kind.is_module() && !input.is_stream() => of(&Destination::beside),
            (None, [_, _, ..]) if !input.is_stream() => of(&Destination::beside),
            (_, [kind]) => {
                refuse_standard_output(arguments, *kind, output.is_none())?;
                of(&|_, _| Destination::StandardOutput)
            }
            (_, _) => {
                return Err(UsageError(
                    "several kinds of output need a folder: `--out-dir DIR`".to_owned(),
                ));
            }
        }
    };
    Ok(planned)
}

/// Makes the output folders, each once. `planned` are the inputs of each run with their outputs.
///
/// # Errors
/// If a folder cannot be used.
pub(super) fn prepare<'a>(
    planned: impl Iterator<Item = (&'a CompileArguments, &'a Selection)>,
) -> Result<(), UsageError> {
    let mut prepared = BTreeSet::new();
    for (arguments, selection) in planned {
        let has_inputs = |input: &Input| !matches!(input.origin, Origin::Missing(_));
        let is_written = !arguments.check_only && selection.many && selection.inputs.iter().any(has_inputs);
        if is_written
            && let Some(folder) = arguments.output_path()
            && prepared.insert(folder)
        {
            prepare_folder(folder)?;
        }
    }
    Ok(())
}

fn refuse_standard_output(arguments: &CompileArguments, kind: Emit, unasked: bool) -> Result<(), UsageError> {
    if prints_json(arguments.message_format) {
        return Err(UsageError(
            "standard output cannot take both the result and the JSON messages; `-o FILE` names a file".to_owned(),
        ));
    }
    if arguments.depfiles || arguments.depfile.is_some() {
        return Err(UsageError(
            "a dependency file names the output, which is standard output here; `-o FILE` names a file".to_owned(),
        ));
    }
    if unasked && kind == Emit::Spv && io::stdout().is_terminal() {
        return Err(UsageError(
            "a binary module is not written to a terminal; `-o FILE` names a file, `--emit spvasm` gives text"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Refuses an output folder that is an input folder: a second run would read the modules of the first as shaders.
fn refuse_itself(folder: &Path, arguments: &CompileArguments) -> Result<(), UsageError> {
    let target = folder.canonicalize().ok();
    let mut inputs = arguments.inputs.iter();
    match inputs.find(|input| input.is_dir() && target.is_some() && input.canonicalize().ok() == target) {
        Some(source) => Err(UsageError(format!(
            "the output folder is the input folder `{}` itself",
            source.display()
        ))),
        None => Ok(()),
    }
}

fn refuse_tree(selection: &Selection) -> Result<(), UsageError> {
    let is_found = |input: &Input| input.from_folder && matches!(input.origin, Origin::File(_));
    if selection.inputs.iter().any(is_found) {
        return Err(UsageError("a folder needs an output folder: `-o PATH`".to_owned()));
    }
    Ok(())
}

impl Destination {
    fn beside(input: &Input, emit: Emit) -> Self {
        let path = match &input.origin {
            Origin::File(path) => path.as_path(),
            Origin::StandardInput | Origin::Missing(_) => Path::new(&input.name),
        };
        Self::File {
            path: appended(path, emit.extension()),
            make_folders: false,
        }
    }

    /// The path of the file; `None` for standard output.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::StandardOutput => None,
            Self::File { path, .. } => Some(path),
        }
    }

    /// Its name in messages; `None` for standard output.
    pub(super) fn name(&self) -> Option<String> {
        self.path().map(|path| path.display().to_string())
    }

    /// Writes `bytes` there.
    ///
    /// # Errors
    /// A message with what could not be written and why. The file is then unchanged, or absent.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), String> {
        match self {
            Self::StandardOutput => {
                let mut stdout = io::stdout().lock();
                stdout
                    .write_all(bytes)
                    .and_then(|()| stdout.flush())
                    .map_err(|error| format!("cannot write to standard output: {error}"))
            }
            Self::File { path, make_folders } => write_file(path, *make_folders, bytes).map_err(|error| {
                let missing = path
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
                match missing {
                    Some(folder) => format!(
                        "cannot write `{}`: there is no folder `{}`",
                        path.display(),
                        folder.display()
                    ),
                    None => format!("cannot write `{}`: {error}", path.display()),
                }
            }),
        }
    }
}

/// `a/b.wgsl` → `a/b.wgsl.spv`.
fn appended(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// A path by which a file has one name: canonical, as far as it exists.
pub(super) fn resolved(path: &Path) -> PathBuf {
    resolved_in(path, &mut BTreeMap::new())
}

/// The same, for many files of the `folders` that are known.
fn resolved_in(path: &Path, folders: &mut BTreeMap<PathBuf, PathBuf>) -> PathBuf {
    // A link to another file is that file.
    if let Ok(file) = fs::symlink_metadata(path)
        && !file.is_file()
        && let Ok(path) = path.canonicalize()
    {
        return path;
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return path.canonicalize().unwrap_or_else(|_| path.to_owned());
    };
    if let Some(known) = folders.get(parent) {
        return known.join(name);
    }
    let folder = match parent.as_os_str().is_empty() {
        true => Path::new(".").canonicalize().unwrap_or_default(),
        false => parent.canonicalize().unwrap_or_else(|_| resolved_in(parent, folders)),
    };
    folders.insert(parent.to_owned(), folder.clone());
    folder.join(name)
}

/// Refuses two results with the same path, and a result that replaces a shader. `planned` are the inputs of each run
/// with their outputs.
pub(super) fn refuse_collisions<'a>(
    planned: impl Iterator<Item = (&'a CompileArguments, &'a Selection, &'a [Outputs])> + Clone,
    own: Option<&Path>,
) -> Result<(), UsageError> {
    let mut sources = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let read = planned.clone().flat_map(|(arguments, ..)| arguments.dependencies());
    let read: BTreeSet<String> = read.chain(own.map(|own| own.display().to_string())).collect();
    for file in read {
        if let Ok(path) = Path::new(&file).canonicalize() {
            sources.insert(path, format!("file `{file}`, which is read"));
        }
    }
    for input in planned.clone().flat_map(|(_, selection, _)| &selection.inputs) {
        if let Origin::File(path) = &input.origin
            && seen.insert(path)
            && let Ok(path) = path.canonicalize()
        {
            sources.insert(path, format!("input `{}`", input.name));
        }
    }
    // The run, the input, and whether it is its dependency file.
    let mut owners: BTreeMap<PathBuf, (usize, &str, bool)> = BTreeMap::new();
    let mut folders = BTreeMap::new();
    let mut claim = |path: &'a Path, owner: (usize, &'a str, bool)| {
        if path.file_name().is_some_and(|name| name == super::record::NAME) {
            return Err(UsageError(format!(
                "`{}` is the name of the record of what was made",
                path.display()
            )));
        }
        let place = resolved_in(path, &mut folders);
        if let Some(source) = sources.get(&place) {
            return Err(UsageError(format!(
                "the output `{}` would replace the {source}",
                path.display()
            )));
        }
        if let Some(other) = owners.insert(place, owner) {
            let told = |(_, name, is_depfile): (usize, &str, bool)| match (is_depfile, name) {
                (true, "") => "the dependencies".to_owned(),
                (true, name) => format!("the dependencies of `{name}`"),
                (false, name) => format!("`{name}`"),
            };
            let path = path.display();
            return Err(UsageError(match other.0 == owner.0 {
                true => format!("{} and {} would both be written to `{path}`", told(other), told(owner)),
                false => format!("`{path}` would be written twice"),
            }));
        }
        Ok(())
    };
    for (run, (arguments, selection, outputs)) in planned.enumerate() {
        for (input, outputs) in selection.inputs.iter().zip(outputs) {
            if matches!(input.origin, Origin::Missing(_)) {
                continue;
            }
            for (_, destination) in &outputs.files {
                if let Some(path) = destination.path() {
                    claim(path, (run, &input.name, false))?;
                }
            }
            if let Some(path) = &outputs.depfile {
                claim(path, (run, &input.name, true))?;
            }
        }
        if let Some(path) = &arguments.depfile {
            claim(path, (run, "", true))?;
        }
    }
    Ok(())
}

/// Creates the output folder and tests that files can be created in it, so that an unusable folder is reported once and
/// not for each input.
fn prepare_folder(folder: &Path) -> Result<(), UsageError> {
    let prepare = || {
        if folder.exists() && !folder.is_dir() {
            return Err(io::Error::other("it is no folder"));
        }
        fs::create_dir_all(folder)?;
        refuse_read_only(folder)?;
        Temporary::new(|| temporary_in(folder)).map(drop)
    };
    prepare().map_err(|error| UsageError(format!("cannot write to the folder `{}`: {error}", folder.display())))
}

/// A makefile rule: the files `outputs` depend on `inputs`.
pub(super) fn rule(outputs: &[&Path], inputs: &[String]) -> String {
    let mut text = String::new();
    for (index, output) in outputs.iter().enumerate() {
        text += if index > 0 { " " } else { "" };
        text += &escaped_for_make(&output.display().to_string());
    }
    text.push(':');
    for input in inputs {
        text += " \\\n  ";
        text += &escaped_for_make(input);
    }
    text.push('\n');
    text
}

/// A file name escaped for make: backslashes before a space are doubled, as in the rules of GCC and Clang.
fn escaped_for_make(name: &str) -> String {
    let mut text = String::new();
    let mut backslashes = 0;
    for character in name.chars() {
        match character {
            ' ' | '\t' => {
                text.extend(std::iter::repeat_n('\\', backslashes + 1));
            }
            '#' => text.push('\\'),
            '$' => text.push('$'),
            _ => {}
        }
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
        text.push(character);
    }
    text
}

/// Writes a file atomically.
///
/// # Errors
/// A message with what could not be written and why.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), String> {
    write_file(path, false, text.as_bytes()).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

/// The same with its folder, which is made.
pub(super) fn write_shared(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write_file(path, true, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

/// Writes a temporary file in the same folder and renames it, so that no reader sees a partial file and a failure
/// leaves none.
fn write_file(path: &Path, make_folders: bool, bytes: &[u8]) -> io::Result<()> {
    let path = match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => {
            return Err(io::Error::other("it is a folder"));
        }
        // Writes directly to a device or pipe, which a rename would replace with a file.
        Ok(existing) if !existing.is_file() => return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes),
        // What is the same keeps its time, so that nothing that depends on it is done again.
        Ok(existing) if has_bytes(path, &existing, bytes) => return Ok(()),
        Ok(existing) if existing.permissions().readonly() => {
            return Err(io::Error::other("the file is read-only"));
        }
        // Follows a link, so that the link is kept.
        Ok(_) => path.canonicalize()?,
        Err(_) => path.to_owned(),
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if make_folders {
        fs::create_dir_all(folder)?;
    }
    refuse_read_only(folder)?;
    Temporary::new(|| temporary_in(folder))?.write_and_rename(bytes, &path)
}

fn has_bytes(path: &Path, existing: &fs::Metadata, bytes: &[u8]) -> bool {
    existing.len() == bytes.len() as u64 && fs::read(path).is_ok_and(|known| known == bytes)
}

/// A privileged user could rename a file in a read-only folder. The folder is refused all the same.
fn refuse_read_only(folder: &Path) -> io::Result<()> {
    // On Windows the read-only attribute of a folder does not prevent files from being created.
    if cfg!(unix) && fs::metadata(folder)?.permissions().readonly() {
        return Err(io::Error::other("the folder is read-only"));
    }
    Ok(())
}

/// A temporary file that is deleted when it is dropped, with the permissions of a new file.
fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".spirula-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The process's umask is applied to these.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
