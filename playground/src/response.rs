//! The answer to a request: messages with their places, the parts of the page, and the words.

use serde::Serialize;
use spirula::source::diagnose::Problem;
use spirula::source::page::Note;

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
}

/// A message about the text.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    pub severity: Severity,
    /// The rule of the check, if it is about one.
    pub code: Option<&'static str>,
    pub text: String,
    /// Counted from 1, as the column.
    pub line: Option<usize>,
    pub column: Option<usize>,
    pub notes: Vec<String>,
}

impl Message {
    /// An error without a place.
    pub(crate) const fn plain(text: String) -> Self {
        Self {
            severity: Severity::Error,
            code: None,
            text,
            line: None,
            column: None,
            notes: Vec::new(),
        }
    }

    /// A warning without a place.
    pub(crate) fn warning(text: String) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::plain(text)
        }
    }

    /// The note at its line, which has room for one line.
    pub(crate) fn note(&self) -> Option<Note> {
        Some(Note {
            line: self.line?,
            class: match self.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            text: self.text.lines().next().unwrap_or_default().to_owned(),
        })
    }

    pub(crate) fn of(problem: Problem) -> Self {
        let labels = problem.labels.iter();
        let labels = labels.filter(|label| !label.message.is_empty());
        let labels = labels.map(|label| format!("line {}: {}", label.place.line, label.message));
        Self {
            line: problem.line,
            column: problem.column,
            notes: labels.chain(problem.notes).collect(),
            ..Self::plain(problem.message)
        }
    }
}

/// The answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Response {
    pub messages: Vec<Message>,
    /// What the module is, in a line; empty without one.
    pub summary: String,
    /// The lines of the text with notes: the items of a list, as HTML.
    pub source: String,
    /// The parts beside it: an id, a title and HTML. Those without content are left out.
    pub parts: Vec<(&'static str, &'static str, String)>,
    /// The module, which follows the JSON.
    #[serde(skip)]
    pub words: Vec<u32>,
}

impl Response {
    pub(crate) fn of(messages: Vec<Message>) -> Self {
        Self {
            messages,
            ..Self::default()
        }
    }
}
