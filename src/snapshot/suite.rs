//! All shaders of a folder: which they are, their snapshots, and whether these are written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs};

use spirula::source::{files_below, is_module};
use spirula::switches::Given;

use super::case::{Case, language_of, name_of};
use super::directives::Directives;
use super::listing::changes;
use super::writers::Writers;
use super::{CaseReport, Emit, Fault, FaultKind, Report, Snapshot, SuiteError};

/// The environment variable that says whether snapshots are written.
pub(super) const VARIABLE: &str = "SPIRULA_SNAPSHOTS";

/// How a snapshot begins: with a version of the normal form.
const HEADING: &str = "; SPIR-V normal form ";

/// The number of lines of a difference that are reported.
const SHOWN_LINES: usize = 80;

/// A folder of shaders whose modules are compared with the snapshots beside them.
///
/// ```no_run
/// use spirula::snapshot::{Emit, Suite};
///
/// Suite::new("shaders")
///     .targets(["vulkan1.1", "vulkan1.3"])
///     .switch("bounds-checks", "buffer=read-zero-skip-write")
///     .emit([Emit::Listing, Emit::Requirements])
///     .run();
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Suite {
    folder: PathBuf,
    directives: Directives,
    only: Vec<String>,
    updates: bool,
    /// The first mistake of a call.
    mistake: Option<String>,
}

impl Suite {
    /// The shaders in a folder and its subfolders: those that `spirula compile` reads by their names, and SPIR-V assembly
    /// (`.spvasm`). In a test the path is relative to the package's folder. The default target is Vulkan 1.1, and the
    /// default options are those of `spirula compile`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            directives: Directives::default(),
            only: Vec::new(),
            updates: false,
            mistake: None,
        }
    }

    /// The targets of the shaders that have no directive `targets`, by their names as in
    /// [`Target::parse`](crate::Target::parse).
    pub fn targets<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.directives.targets.clear();
        for name in names {
            self.add("targets", name.as_ref());
        }
        self
    }

    /// A switch of `spirula compile` for the shaders that have no directive of this name: `("flip-y", "true")`. Also a
    /// directive that is no switch, as `("define", "SHADOWS=1")`. A path is relative to the folder of the suite.
    pub fn switch(mut self, name: &str, value: &str) -> Self {
        self.add(name, value);
        self
    }

    /// What the snapshots have of each module, for the shaders that have no directive `emit`. The default is the listing.
    pub fn emit(mut self, kinds: impl IntoIterator<Item = Emit>) -> Self {
        self.directives.emit = kinds.into_iter().collect();
        self
    }

    /// Only the shaders whose path below the folder contains the text. Several calls add up.
    pub fn only(mut self, name: impl Into<String>) -> Self {
        self.only.push(name.into());
        self
    }

    /// Whether snapshots are written and removed; the default is `false`. The environment variable `SPIRULA_SNAPSHOTS`
    /// overrides it: `update` or `no`.
    pub const fn update(mut self, updates: bool) -> Self {
        self.updates = updates;
        self
    }

    /// Switches as the command line has them.
    #[doc(hidden)]
    pub fn given(mut self, given: &Given) -> Self {
        self.directives.given = self.directives.given.with(given);
        self
    }

    fn add(&mut self, key: &str, value: &str) {
        let value = Some(value).filter(|value| !value.is_empty());
        if let Err(message) = self.directives.add(key, value, &self.folder) {
            self.mistake.get_or_insert(format!("`{key}`: {message}"));
        }
    }

    /// Compares all shaders, for a test.
    ///
    /// # Panics
    /// With the report if anything is wrong, and if the suite cannot be run.
    #[allow(clippy::panic, reason = "a test fails by a panic")]
    #[track_caller]
    pub fn run(&self) {
        match self.compare() {
            Ok(report) if report.is_good() => {}
            Ok(report) => panic!("{report}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Compares all shaders. With [`Suite::update`] or `SPIRULA_SNAPSHOTS=update` snapshots that are missing or differ are
    /// written, and those that belong to no shader are removed; otherwise nothing is written.
    ///
    /// # Errors
    /// If a switch, target or value of the environment variable is wrong, or there is no shader.
    pub fn compare(&self) -> Result<Report, SuiteError> {
        if let Some(mistake) = &self.mistake {
            return Err(SuiteError(mistake.clone()));
        }
        let updates = self.updates_now()?;
        let shaders = self.shaders()?;
        let mut writers = Writers::default();
        let mut report = Report {
            folder: self.folder.clone(),
            cases: shaders
                .iter()
                .map(|path| self.compare_one(path, updates, &mut writers))
                .collect(),
        };
        // A selection says nothing about the others.
        if self.only.is_empty() {
            report.cases.extend(self.unused(updates));
        }
        Ok(report)
    }

    /// Whether snapshots are written, by the environment variable if it says so.
    fn updates_now(&self) -> Result<bool, SuiteError> {
        match env::var(VARIABLE).as_deref() {
            Ok("update") => Ok(true),
            Ok("no") => Ok(false),
            Ok("") | Err(env::VarError::NotPresent) => Ok(self.updates),
            Ok(_) | Err(env::VarError::NotUnicode(_)) => {
                Err(SuiteError(format!("{VARIABLE} is neither update nor no")))
            }
        }
    }

    /// The paths of the shaders, sorted.
    fn shaders(&self) -> Result<BTreeSet<PathBuf>, SuiteError> {
        let folder = self.folder.display();
        if !self.folder.is_dir() {
            return Err(SuiteError(format!("there is no folder `{folder}`")));
        }
        let is_shader = |path: &Path| language_of(path).is_some() && !is_module(path);
        let (mut shaders, unreadable) = files_below(&self.folder, &[], is_shader);
        if let Some((folder, error)) = unreadable.first() {
            return Err(SuiteError(format!(
                "cannot read the folder `{}`: {error}",
                folder.display()
            )));
        }
        if shaders.is_empty() {
            return Err(SuiteError(format!("no shader found in `{folder}`")));
        }
        if !self.only.is_empty() {
            shaders.retain(|path| {
                let name = name_of(path, &self.folder);
                self.only.iter().any(|part| name.contains(part.as_str()))
            });
            if shaders.is_empty() {
                let only = self.only.join("`, `");
                return Err(SuiteError(format!("no shader in `{folder}` has a path with `{only}`")));
            }
        }
        Ok(shaders)
    }

    fn compare_one(&self, path: &Path, updates: bool, writers: &mut Writers) -> CaseReport {
        let start = Instant::now();
        let mut report = CaseReport {
            name: name_of(path, &self.folder),
            path: path.to_owned(),
            snapshot: Snapshot::Unchanged,
            refused: Vec::new(),
            faults: Vec::new(),
            time: start.elapsed(),
        };
        let case = Case::read(path, &self.folder, &self.directives);
        let case = case.map_err(|message| Fault::new(FaultKind::Shader, message));
        match case.and_then(|case| Ok((case.parts(writers)?, case))) {
            Err(fault) => report.faults.push(fault),
            Ok(((parts, faults), case)) => {
                report.faults = faults;
                report.refused = case.refused_by(&parts);
                // What a bug left out is no snapshot.
                if report.faults.is_empty() {
                    match compare_text(&snapshot_of(path), &case.snapshot(&parts), updates) {
                        Ok(snapshot) => report.snapshot = snapshot,
                        Err(fault) => report.faults.push(fault),
                    }
                }
                report.faults.extend(case.unmet(&parts));
            }
        }
        report.time = start.elapsed();
        report
    }

    /// The snapshots that belong to no shader.
    fn unused(&self, updates: bool) -> Vec<CaseReport> {
        let is_unused = |path: &Path| {
            let shader = path.with_extension("");
            let is_snapshot = path.extension().is_some_and(|extension| extension == "snap");
            // Other tools have files of this name.
            let is_ours = || fs::read(path).is_ok_and(|text| text.starts_with(HEADING.as_bytes()));
            is_snapshot && language_of(&shader).is_some() && !shader.is_file() && is_ours()
        };
        let (unused, _) = files_below(&self.folder, &[], is_unused);
        let report = |path: PathBuf| {
            let mut report = CaseReport {
                name: name_of(&path, &self.folder),
                path,
                snapshot: Snapshot::Unchanged,
                refused: Vec::new(),
                faults: Vec::new(),
                time: std::time::Duration::ZERO,
            };
            if !updates {
                let message = "the snapshot belongs to no shader".to_owned();
                report.faults.push(Fault::new(FaultKind::Unused, message));
            } else if let Err(error) = fs::remove_file(&report.path) {
                let message = format!("the snapshot belongs to no shader, and cannot be removed: {error}");
                report.faults.push(Fault::new(FaultKind::File, message));
            } else {
                report.snapshot = Snapshot::Removed;
            }
            report
        };
        unused.into_iter().map(report).collect()
    }
}

/// The path of a shader's snapshot.
fn snapshot_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".snap");
    PathBuf::from(name)
}

/// Compares a text with a snapshot, which is written if it may be.
fn compare_text(path: &Path, text: &str, updates: bool) -> Result<Snapshot, Fault> {
    let known = match fs::read(path) {
        Ok(known) => Some(String::from_utf8_lossy(&known).replace("\r\n", "\n")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => {
            let message = format!("cannot read `{}`: {error}", path.display());
            return Err(Fault::new(FaultKind::File, message));
        }
    };
    if known.as_deref() == Some(text) {
        return Ok(Snapshot::Unchanged);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if known
        .as_ref()
        .is_some_and(|known| !known.starts_with(HEADING) && !known.trim().is_empty())
    {
        let message = format!("`{name}` is a file of another tool: it does not begin with `{HEADING}`");
        return Err(Fault::new(FaultKind::File, message));
    }
    if updates {
        return match fs::write(path, text) {
            Ok(()) => Ok(Snapshot::Updated),
            Err(error) => {
                let message = format!("cannot write `{}`: {error}", path.display());
                Err(Fault::new(FaultKind::File, message))
            }
        };
    }
    let Some(known) = known else {
        return Err(Fault::new(FaultKind::Missing, format!("there is no snapshot `{name}`")));
    };
    let (form, written) = (known.lines().next(), text.lines().next());
    if form != written {
        let [form, written] = [form, written].map(|line| line.unwrap_or_default().trim_start_matches("; "));
        let message = format!("`{name}` is in {form}, and this release of Spirula writes {written}");
        return Err(Fault::new(FaultKind::Different, message));
    }
    let changes = changes(&known, text);
    let mut message = format!("the output differs from `{name}`:");
    let lines = changes.lines().count();
    // Where the rest is shorter than the words about it, it is shown.
    let shown = if lines <= SHOWN_LINES + 5 { lines } else { SHOWN_LINES };
    for line in changes.lines().take(shown) {
        message += &format!("\n{line}");
    }
    if lines > shown {
        message += &format!("\n... and {} more lines", lines - shown);
    }
    Err(Fault::new(FaultKind::Different, message))
}

#[cfg(test)]
mod tests;
