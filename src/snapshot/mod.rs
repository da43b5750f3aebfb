//! Tests that compare the modules of a folder of shaders with files beside them.
//!
//! A test of a crate that has its shaders in a folder `shaders`:
//!
//! ```no_run
//! #[test]
//! # fn hidden() {}
//! fn shaders() {
//!     spirula::snapshot::Suite::new("shaders").run();
//! }
//! # shaders();
//! ```
//!
//! Each shader, `a/lit.wgsl`, is compiled for its targets, and `a/lit.wgsl.snap` beside it has the listing of each
//! distinct module. The test fails if a module differs from its snapshot, and shows the difference;
//! `SPIRULA_SNAPSHOTS=update cargo test` writes the snapshots, which `git diff` shows then. Every module is checked against
//! the rules of its target.
//!
//! The first comments of a shader have its options: the switches of `spirula compile`, `// enable: shaderFloat16`, and
//! `// targets: vulkan1.1, vulkan1.3`. Its other comments may have check lines in the language of LLVM's FileCheck, `//
//! CHECK: OpAtomicIAdd`. The page `docs/snapshots.md` has all of them.

mod case;
#[doc(hidden)]
pub mod check_lines;
#[doc(hidden)]
pub mod directives;
mod listing;
mod suite;
mod writers;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

pub use suite::Suite;

/// What a snapshot has of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Emit {
    /// Its instructions.
    Listing,
    /// What it needs of the device: capabilities, features, extensions and limits, without places.
    Requirements,
    /// Why each index, texel and loop is checked or not checked, without places.
    Checks,
}

impl Emit {
    /// Its name in the directive `emit`, and after `--emit` on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listing => "spvasm",
            Self::Requirements => "requirements",
            Self::Checks => "checks",
        }
    }

    fn from_name(name: &str) -> Result<Self, String> {
        [Self::Listing, Self::Requirements, Self::Checks]
            .into_iter()
            .find(|emit| emit.name() == name)
            .ok_or_else(|| format!("`{name}` is unknown; known are spvasm, requirements and checks"))
    }
}

/// How the comparison of all shaders of a suite ended.
///
/// `Display` is the report that [`Suite::run`] panics with: every fault of every shader, and the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The folder of the suite.
    pub folder: PathBuf,
    /// The shaders, sorted by name, and then the snapshots that belong to none.
    pub cases: Vec<CaseReport>,
}

/// How the comparison of a shader with its snapshot ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CaseReport {
    /// The path below the folder, with `/` between its parts.
    pub name: String,
    /// The path of the shader; of the snapshot if it belongs to no shader.
    pub path: PathBuf,
    /// What was done with the snapshot.
    pub snapshot: Snapshot,
    /// The targets that refuse the shader, which is no fault: the snapshot has their messages.
    pub refused: Vec<String>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    /// How long it took.
    pub time: Duration,
}

/// What was done with a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Snapshot {
    /// It was left as it is.
    Unchanged,
    /// It was written.
    Updated,
    /// It belonged to no shader, and was removed.
    Removed,
}

/// Something that is wrong with a shader of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// The target, if it concerns one.
    pub target: Option<String>,
    /// The line of a check line in the shader, counted from 1.
    pub line: Option<usize>,
    /// What is wrong; it may have several lines.
    pub message: String,
}

/// A kind of [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The shader cannot be read, has a wrong directive, or is rejected by naga.
    Shader,
    /// The shader has no snapshot.
    Missing,
    /// The output differs from the snapshot.
    Different,
    /// A check line is wrong, or is not satisfied.
    CheckLine,
    /// A snapshot belongs to no shader.
    Unused,
    /// A snapshot cannot be read, written or removed.
    File,
    /// A bug in Spirula.
    Internal,
}

impl FaultKind {
    /// Its name in JSON and JUnit reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shader => "shader",
            Self::Missing => "missing",
            Self::Different => "different",
            Self::CheckLine => "check-line",
            Self::Unused => "unused",
            Self::File => "file",
            Self::Internal => "internal",
        }
    }
}

impl CaseReport {
    /// Whether it is a snapshot that belongs to no shader.
    fn is_snapshot(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "snap")
    }
}

impl Fault {
    fn new(kind: FaultKind, message: String) -> Self {
        Self {
            kind,
            target: None,
            line: None,
            message,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Some(target) => write!(f, "{target}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.cases.iter().all(|case| case.faults.is_empty())
    }

    /// The number of shaders and snapshots with a fault.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.faults.is_empty()).count()
    }

    /// The number of snapshots that were written or removed.
    #[must_use]
    pub fn changed(&self) -> usize {
        self.cases
            .iter()
            .filter(|case| case.snapshot != Snapshot::Unchanged)
            .count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut can_update = false;
        for case in self.cases.iter().filter(|case| !case.faults.is_empty()) {
            writeln!(f, "{}:", case.path.display())?;
            for fault in &case.faults {
                can_update |= matches!(
                    fault.kind,
                    FaultKind::Missing | FaultKind::Different | FaultKind::Unused
                );
                for line in fault.to_string().lines() {
                    writeln!(f, "{}", format!("  {line}").trim_end())?;
                }
            }
            writeln!(f)?;
        }
        let is_fault = |case: &&CaseReport| !case.faults.is_empty();
        let (snapshots, shaders): (Vec<_>, Vec<_>) = self.cases.iter().partition(|case| case.is_snapshot());
        let failed = shaders.iter().copied().filter(is_fault).count();
        let unused = snapshots.iter().copied().filter(is_fault).count();
        let refused = shaders.iter().filter(|case| !case.refused.is_empty()).count();
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        write!(f, "{}", counted(shaders.len(), "shader"))?;
        match failed {
            0 if unused == 0 => write!(f, ", all as expected")?,
            0 => {}
            _ => write!(f, ", {failed} failed")?,
        }
        if refused > 0 {
            write!(f, ", {refused} refused by a target")?;
        }
        if unused > 0 {
            write!(f, ", {} of no shader", counted(unused, "snapshot"))?;
        }
        if self.changed() > 0 {
            write!(f, ", {} changed", counted(self.changed(), "snapshot"))?;
        }
        if can_update {
            write!(f, "; `{}=update` writes the snapshots", suite::VARIABLE)?;
        }
        Ok(())
    }
}

/// Why a suite could not be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SuiteError(String);
