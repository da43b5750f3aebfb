//! `spirula check`: modules from files to verdicts, and the table of rules.
//!
//! Owns how a report is shown and what it means for the exit status; the rules are the library's.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use serde::Serialize;
use spirula::Target;
use spirula::check::{Report, Rule, SpirvVal, Verdict, Violation, check_bytes};

use super::arguments::{CheckArguments, Format};
use super::inputs::{Input, Wanted};
use super::report::{plain, print_error};
use super::{Outcome, UsageError, guard, inputs, job, prints_json};

/// The line of one input for machines.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    /// `null` where there is none: the file could not be read.
    verdict: Option<Verdict>,
    violations: &'a [Violation],
    not_covered: &'a [String],
    /// More than are listed, in a module with very many.
    counted: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// A rule for machines.
#[derive(Serialize)]
struct RuleLine<'a> {
    rule: &'a str,
    vuid: Option<&'a str>,
    formerly: &'a [&'a str],
    section: &'a str,
    title: &'a str,
    /// What of it is decided, where that is not all.
    decides: Option<&'a str>,
    in_spirv_val: bool,
    /// The sentence it rests on, where it is ours alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// `spirula check`.
pub(super) fn run(arguments: &CheckArguments) -> Result<Outcome, UsageError> {
    let format = arguments.message_format;
    if arguments.rules {
        return Ok(written(print_rules(format), Outcome::Good));
    }
    let target = arguments.target.target()?;
    let selection = inputs::collect(&arguments.inputs, None, Wanted::Modules)?;
    let mut worst = Outcome::Good;
    let mut good = 0;
    for input in &selection.inputs {
        let result = judge(input, &target);
        let outcome = match &result {
            Ok(report) if report.is_valid() => Outcome::Good,
            Ok(_) => Outcome::Rejected,
            Err(_) => Outcome::Unusable,
        };
        worst = worst.max(outcome);
        good += usize::from(outcome == Outcome::Good);
        if let Err(error) = show(&input.name, &result, format) {
            return Ok(written(Err(error), worst));
        }
    }
    let all = selection.inputs.len();
    if selection.many && !prints_json(format) && (good < all || io::stderr().is_terminal()) {
        let _ = writeln!(io::stderr(), "{good} of {all} valid");
    }
    Ok(worst)
}

/// The report on one input, or why there is none.
fn judge(input: &Input, target: &Target) -> Result<Report, String> {
    let bytes = job::read(&input.origin).map_err(|error| format!("cannot read `{}`: {error}", input.name))??;
    guard::catch(|| check_bytes(&bytes, target))
        .map_err(|panic| format!("{}: the check panicked, which is a bug in Spirula: {panic}", input.name))
}

fn show(name: &str, result: &Result<Report, String>, format: Format) -> io::Result<()> {
    if prints_json(format) {
        let nothing = Report::default();
        let report = result.as_ref().unwrap_or(&nothing);
        return print_line(&Line {
            file: name,
            verdict: result.as_ref().ok().map(Report::verdict),
            violations: &report.violations,
            not_covered: &report.not_covered,
            counted: report.counted,
            error: result.as_ref().err().map(String::as_str),
        });
    }
    let text = match result {
        Ok(report) => described(name, report),
        Err(message) => plain(message),
    };
    // Like every message: who closed standard error does not want them.
    let _ = io::stderr().write_all(text.as_bytes());
    Ok(())
}

/// A paragraph for each violation, and one for what is not covered.
fn described(name: &str, report: &Report) -> String {
    let mut text = String::new();
    for violation in &report.violations {
        text += &paragraph(name, violation);
    }
    if let Some(more @ 1..) = report.counted.checked_sub(report.violations.len()) {
        let _ = writeln!(text, "error: {name}: {more} more violations\n");
    }
    if !report.not_covered.is_empty() {
        let _ = writeln!(text, "warning: {name}: not covered by the check");
        for what in &report.not_covered {
            let _ = writeln!(text, "  = {what}");
        }
        text.push('\n');
    }
    text
}

fn paragraph(name: &str, violation: &Violation) -> String {
    let row = violation.rule.row();
    let mut text = format!("error[{}]: {}\n", row.name, violation.message);
    let _ = writeln!(text, "  ┌─ {name}: word {}", violation.offset);
    if !violation.instruction.is_empty() {
        let _ = writeln!(text, "  │ {}", violation.instruction.trim());
    }
    let _ = writeln!(text, "  = {}: {}", row.section, row.title);
    if let Some(numbers) = numbers(violation.rule) {
        let _ = writeln!(text, "  = {numbers}");
    }
    text.push('\n');
    text
}

/// The numbers of a rule in Vulkan's appendix, the newest first.
fn numbers(rule: Rule) -> Option<String> {
    let row = rule.row();
    let formerly = row.formerly.join(", ");
    match (row.vuid, formerly.as_str()) {
        (None, "") => None,
        (None, old) => Some(format!("formerly {old}")),
        (Some(number), "") => Some(number.to_owned()),
        (Some(number), old) => Some(format!("{number}, formerly {old}")),
    }
}

fn print_rules(format: Format) -> io::Result<()> {
    for rule in Rule::all() {
        let row = rule.row();
        if prints_json(format) {
            print_line(&RuleLine {
                rule: row.name,
                vuid: row.vuid,
                formerly: row.formerly,
                section: row.section,
                title: row.title,
                decides: row.fragment,
                in_spirv_val: row.in_spirv_val(),
                text: row.text,
            })?;
            continue;
        }
        let mut text = format!("{}\n  {}: {}\n", row.name, row.section, row.title);
        if let Some(numbers) = numbers(rule) {
            let _ = writeln!(text, "  {numbers}");
        }
        if let Some(fragment) = row.fragment {
            let _ = writeln!(text, "  decided: {fragment}");
        }
        match row.spirv_val {
            SpirvVal::Has => {}
            SpirvVal::Newer => text += "  not in spirv-val 2025.3\n",
            SpirvVal::Lacks => text += "  not in spirv-val\n",
        }
        if let Some(sentence) = row.text {
            let _ = writeln!(text, "  text: {sentence}");
        }
        io::stdout().lock().write_all(text.as_bytes())?;
    }
    io::stdout().flush()
}

fn print_line(line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    io::stdout().lock().write_all(&text)
}

/// How a run ends whose output may not have been written. A reader that has seen enough closes its end; the status tells.
fn written(result: io::Result<()>, outcome: Outcome) -> Outcome {
    match result {
        Ok(()) => outcome,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                print_error(&format!("cannot write to standard output: {error}"));
            }
            Outcome::Unusable
        }
    }
}
