//! Where results go: the plan of all outputs before anything is compiled, and files that appear whole or not at all.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::arguments::{CompileArguments, Emit};
use super::inputs::{Input, Origin, Selection};
use super::{UsageError, prints_json};

/// Where one result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    StandardOutput,
    File {
        path: PathBuf,
        /// Below an output folder, where missing folders are made.
        make_folders: bool,
    },
}

/// The destination of every input, in the order of the inputs.
///
/// # Errors
/// When two results would go to one place, a result onto an input, or when the output folder cannot be used.
pub(super) fn destinations(
    selection: &Selection,
    arguments: &CompileArguments,
) -> Result<Vec<Destination>, UsageError> {
    let output = arguments.output.as_deref();
    let to_stdout = output.is_some_and(|output| output == Path::new("-"));
    if selection.many {
        if to_stdout {
            return Err(UsageError("`-o -` takes one input; several need a folder".to_owned()));
        }
        let destinations = match output {
            Some(folder) => below(folder, selection, arguments)?,
            None => beside(selection, arguments.emit)?,
        };
        refuse_collisions(selection, &destinations)?;
        // Last, so that wrong usage leaves nothing behind.
        let something = selection
            .inputs
            .iter()
            .any(|input| !matches!(input.origin, Origin::Missing(_)));
        if let Some(folder) = output.filter(|_| something) {
            prepare_folder(folder)?;
        }
        return Ok(destinations);
    }
    let Some(input) = selection.inputs.first() else {
        return Ok(Vec::new());
    };
    let destination = match (output, &input.origin) {
        (Some(path), _) if !to_stdout => Destination::File {
            path: path.to_owned(),
            make_folders: false,
        },
        (None, Origin::File(_) | Origin::Missing(_)) if arguments.emit.is_module() => {
            Destination::beside(input, arguments.emit)
        }
        (None, Origin::StandardInput | Origin::File(_) | Origin::Missing(_)) | (Some(_), _) => {
            if prints_json(arguments.message_format) {
                return Err(UsageError(
                    "standard output cannot take both the result and the JSON messages; `-o FILE` names a file"
                        .to_owned(),
                ));
            }
            if output.is_none() && arguments.emit == Emit::Spv && io::stdout().is_terminal() {
                return Err(UsageError(
                    "a binary module is not written to a terminal; `-o FILE` names a file, `--emit spvasm` gives text"
                        .to_owned(),
                ));
            }
            Destination::StandardOutput
        }
    };
    let destinations = vec![destination];
    refuse_collisions(selection, &destinations)?;
    Ok(destinations)
}

/// The same tree below `folder`.
fn below(folder: &Path, selection: &Selection, arguments: &CompileArguments) -> Result<Vec<Destination>, UsageError> {
    // A second run would take the first one's modules for shaders.
    let target = folder.canonicalize().ok();
    if let Some(source) = arguments
        .inputs
        .iter()
        .find(|input| input.is_dir() && target.is_some() && input.canonicalize().ok() == target)
    {
        return Err(UsageError(format!(
            "the output folder is the input folder `{}` itself",
            source.display()
        )));
    }
    let destination = |input: &Input| Destination::File {
        path: folder.join(with_ending(&input.place, arguments.emit)),
        make_folders: true,
    };
    Ok(selection.inputs.iter().map(destination).collect())
}

/// Next to each input.
fn beside(selection: &Selection, emit: Emit) -> Result<Vec<Destination>, UsageError> {
    if selection
        .inputs
        .iter()
        .any(|input| input.from_folder && matches!(input.origin, Origin::File(_)))
    {
        return Err(UsageError("a folder needs an output folder: `-o PATH`".to_owned()));
    }
    Ok(selection
        .inputs
        .iter()
        .map(|input| Destination::beside(input, emit))
        .collect())
}

impl Destination {
    fn beside(input: &Input, emit: Emit) -> Self {
        let path = match &input.origin {
            Origin::File(path) => path.as_path(),
            Origin::StandardInput | Origin::Missing(_) => Path::new(&input.name),
        };
        Self::File {
            path: with_ending(path, emit),
            make_folders: false,
        }
    }

    /// How messages name it; standard output has no name.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::StandardOutput => None,
            Self::File { path, .. } => Some(path.display().to_string()),
        }
    }

    /// Writes `bytes` there.
    ///
    /// # Errors
    /// What could not be written and why, for the user. The file is then as it was before, or absent.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<(), String> {
        match self {
            Self::StandardOutput => {
                let mut stdout = io::stdout().lock();
                stdout
                    .write_all(bytes)
                    .and_then(|()| stdout.flush())
                    .map_err(|error| format!("cannot write to standard output: {error}"))
            }
            Self::File { path, make_folders } => write_file(path, *make_folders, bytes)
                .map_err(|error| format!("cannot write `{}`: {error}", path.display())),
        }
    }
}

/// `a/b.wgsl` → `a/b.wgsl.spv`.
fn with_ending(path: &Path, emit: Emit) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(emit.extension());
    PathBuf::from(name)
}

/// Two results in one file, or a result in place of a shader.
fn refuse_collisions(selection: &Selection, destinations: &[Destination]) -> Result<(), UsageError> {
    let mut owners: BTreeMap<&Path, &Input> = BTreeMap::new();
    let mut sources = BTreeMap::new();
    for input in &selection.inputs {
        if let Origin::File(path) = &input.origin
            && let Ok(path) = path.canonicalize()
        {
            sources.insert(path, input);
        }
    }
    for (input, destination) in selection.inputs.iter().zip(destinations) {
        let (Origin::File(_) | Origin::StandardInput, Destination::File { path, .. }) = (&input.origin, destination)
        else {
            continue;
        };
        if let Some(other) = owners.insert(path, input) {
            return Err(UsageError(format!(
                "`{}` and `{}` would both be written to `{}`",
                other.name,
                input.name,
                path.display()
            )));
        }
        if let Ok(existing) = path.canonicalize()
            && let Some(source) = sources.get(&existing)
        {
            return Err(UsageError(format!(
                "the output `{}` would replace the input `{}`",
                path.display(),
                source.name
            )));
        }
    }
    Ok(())
}

/// Makes the output folder and proves that files can be made in it, so that a folder that cannot be used is one message
/// and not one for each input.
fn prepare_folder(folder: &Path) -> Result<(), UsageError> {
    let prepare = || {
        if folder.exists() && !folder.is_dir() {
            return Err(io::Error::other("it is no folder"));
        }
        fs::create_dir_all(folder)?;
        refuse_read_only(folder)?;
        temporary_in(folder)?.close()
    };
    prepare().map_err(|error| UsageError(format!("cannot write to the folder `{}`: {error}", folder.display())))
}

/// Writes beside `path` and renames, so that no reader sees half a file and a failure leaves none.
fn write_file(path: &Path, make_folders: bool, bytes: &[u8]) -> io::Result<()> {
    let path = match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => {
            return Err(io::Error::other("it is a folder"));
        }
        // A device or a pipe is written to; a rename would put a file in its place.
        Ok(existing) if !existing.is_file() => return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes),
        Ok(existing) if existing.permissions().readonly() => {
            return Err(io::Error::other("the file is read-only"));
        }
        // Through a link, to keep it.
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
    let mut file = temporary_in(folder)?;
    file.write_all(bytes)?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Renaming works in a folder that is marked read-only if the user is privileged; the mark is meant all the same.
fn refuse_read_only(folder: &Path) -> io::Result<()> {
    // On Windows the mark does not mean that files cannot be made in the folder.
    if cfg!(unix) && fs::metadata(folder)?.permissions().readonly() {
        return Err(io::Error::other("the folder is read-only"));
    }
    Ok(())
}

/// A file that is deleted when it is dropped, with the permissions that any new file gets.
fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".spirula-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The process's umask takes away from these.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
