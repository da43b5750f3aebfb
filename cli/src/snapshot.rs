//! `spirula snapshot`: compares the modules of a folder of shaders with the snapshots beside them, and reports the result
//! for people, as JSON, or as JUnit's XML.
//!
//! Owns the forms of the report; the library's `Suite` does the rest.

use std::fmt::Write as _;

use serde::Serialize;
use spirula::snapshot::{CaseReport, Fault, Report, Snapshot, Suite};

use super::arguments::{SnapshotArguments, SnapshotFormat};
use super::switches::default_name;
use super::{Outcome, UsageError, print_text, report};

/// Runs the suite of a folder.
pub(super) fn run(arguments: &SnapshotArguments) -> Result<Outcome, UsageError> {
    let found = suite(arguments)?
        .compare()
        .map_err(|error| UsageError(error.to_string()))?;
    let printed = match arguments.message_format {
        SnapshotFormat::Human => {
            print_report(&found);
            Outcome::Good
        }
        SnapshotFormat::Json => print_text(&json(&found)?),
        SnapshotFormat::Junit => print_text(junit(&found).as_bytes()),
    };
    let outcome = match found.is_good() {
        true => Outcome::Good,
        false => Outcome::Rejected,
    };
    Ok(printed.max(outcome))
}

fn suite(arguments: &SnapshotArguments) -> Result<Suite, UsageError> {
    let given = arguments.target.given().with(arguments.shader.given());
    let mut suite = Suite::new(&arguments.folder).update(arguments.update);
    if !given.has("device") {
        let named = given.values("target-env").last();
        let named = named.map(|name| name.to_string_lossy().into_owned());
        let named = match named {
            Some(name) => Some(name),
            None => default_name()?,
        };
        suite = match arguments.targets.is_empty() {
            true => suite.targets(named),
            false => suite.targets(&arguments.targets),
        };
    }
    if !arguments.emit.is_empty() {
        suite = suite.switch("emit", &arguments.emit.join(","));
    }
    for (name, value) in &arguments.defines {
        let definition = match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        };
        suite = suite.switch("define", &definition);
    }
    for folder in &arguments.folders {
        // A path on the command line is relative to the current folder.
        let folder = std::path::absolute(folder)
            .map_err(|error| UsageError(format!("cannot use the folder `{}`: {error}", folder.display())))?;
        suite = suite.switch("include", &folder.display().to_string());
    }
    for name in &arguments.only {
        suite = suite.only(name);
    }
    let mut given = given;
    given.remove("target-env");
    Ok(suite.given(&given))
}

fn print_report(found: &Report) {
    for case in &found.cases {
        match case.snapshot {
            Snapshot::Updated => report::print_note(&format!("`{}.snap` was written", case.path.display())),
            Snapshot::Removed => report::print_note(&format!("`{}` was removed", case.path.display())),
            _ => {}
        }
    }
    report::print_note(&found.to_string());
}

/// A shader in JSON.
#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    path: String,
    status: &'static str,
    snapshot: &'static str,
    seconds: f64,
    refused: &'a [String],
    faults: Vec<FaultObject<'a>>,
}

/// A fault in JSON.
#[derive(Serialize)]
struct FaultObject<'a> {
    kind: &'static str,
    target: Option<&'a str>,
    line: Option<usize>,
    message: &'a str,
}

/// One object a shader, one line each.
fn json(found: &Report) -> Result<Vec<u8>, UsageError> {
    let mut text = Vec::new();
    for case in &found.cases {
        let case = Case {
            name: &case.name,
            path: case.path.display().to_string(),
            status: if case.faults.is_empty() { "ok" } else { "failed" },
            snapshot: action(case),
            seconds: case.time.as_secs_f64(),
            refused: &case.refused,
            faults: case.faults.iter().map(object).collect(),
        };
        serde_json::to_writer(&mut text, &case).map_err(|error| UsageError(error.to_string()))?;
        text.push(b'\n');
    }
    Ok(text)
}

fn object(fault: &Fault) -> FaultObject<'_> {
    FaultObject {
        kind: fault.kind.name(),
        target: fault.target.as_deref(),
        line: fault.line,
        message: &fault.message,
    }
}

const fn action(case: &CaseReport) -> &'static str {
    match case.snapshot {
        Snapshot::Updated => "updated",
        Snapshot::Removed => "removed",
        _ => "unchanged",
    }
}

/// The report in the form of JUnit: a suite with a case for each shader, and a failure for each fault.
fn junit(found: &Report) -> String {
    let seconds = |case: &CaseReport| case.time.as_secs_f64();
    let total: f64 = found.cases.iter().map(seconds).sum();
    let (tests, failures) = (found.cases.len(), found.failed());
    let name = escaped(&found.folder.display().to_string());
    let counts = format!("name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" time=\"{total:.3}\"");
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(text, "<testsuites {counts}>\n  <testsuite {counts}>");
    for case in &found.cases {
        let (name, file) = (escaped(&case.name), escaped(&case.path.display().to_string()));
        let _ = write!(
            text,
            "    <testcase name=\"{name}\" classname=\"{}\" file=\"{file}\" time=\"{:.3}\"",
            escaped(&found.folder.display().to_string()),
            seconds(case)
        );
        if case.faults.is_empty() {
            text += "/>\n";
            continue;
        }
        text += ">\n";
        // Readers of the form expect one failure a case.
        let kinds: Vec<&str> = case.faults.iter().map(|fault| fault.kind.name()).collect();
        let all: Vec<String> = case.faults.iter().map(ToString::to_string).collect();
        let first = all.first().and_then(|fault| fault.lines().next()).unwrap_or_default();
        let _ = writeln!(
            text,
            "      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
            kinds.first().copied().unwrap_or_default(),
            escaped(first),
            escaped(&all.join("\n\n"))
        );
    }
    text += "  </testsuite>\n</testsuites>\n";
    text
}

/// A text in XML. Characters that XML 1.0 cannot have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_valid_in_xml() {
        assert_eq!(
            escaped("a<b> & \"c\"\u{1b}[0m\n"),
            "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}[0m\n"
        );
    }
}
