//! `spirula check --rules`: prints the table of rules.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde::Serialize;
use spirula::check::Rule;
use spirula::target::{DriverFault, DriverRemedy};

use super::print_line;
use crate::UsageError;
use crate::arguments::CheckFormat;

/// A rule in JSON.
#[derive(Serialize)]
pub(super) struct RuleLine {
    rule: &'static str,
    vuid: Option<&'static str>,
    formerly: &'static [&'static str],
    section: &'static str,
    title: &'static str,
    /// The part of it that is checked, if that is not the whole rule.
    decides: Option<&'static str>,
    source: &'static str,
    in_spirv_val: bool,
    /// The sentence of the specification that it is based on, if no version of spirv-val has the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
}

impl RuleLine {
    pub(super) fn new(rule: Rule) -> Self {
        let row = rule.row();
        Self {
            rule: row.name,
            vuid: row.vuid,
            formerly: row.formerly,
            section: row.section,
            title: row.title,
            decides: row.fragment,
            source: row.spirv_val.source(),
            in_spirv_val: row.in_spirv_val(),
            text: row.text,
        }
    }
}

/// A kind of warnings for drivers, in JSON.
#[derive(Serialize)]
pub(super) struct DriverLine {
    rule: &'static str,
    title: String,
    source: &'static str,
    reported: String,
}

impl DriverLine {
    pub(super) fn new(remedy: DriverRemedy) -> Self {
        Self {
            rule: remedy.warning(),
            title: driver_title(remedy),
            source: "driver",
            reported: driver_sources(remedy),
        }
    }
}

/// What drivers get wrong without a remedy: the faults that it is for.
pub(super) fn driver_title(remedy: DriverRemedy) -> String {
    let faults: Vec<String> = remedy.faults().map(ToString::to_string).collect();
    faults.join("; ")
}

/// Who reported these faults, each once.
pub(super) fn driver_sources(remedy: DriverRemedy) -> String {
    let sources: BTreeSet<&str> = remedy.faults().map(DriverFault::source).collect();
    Vec::from_iter(sources).join("; ")
}

/// The validators that have a rule, as `--rules` and `--explain` print them.
pub(super) fn who_has(rule: Rule) -> &'static str {
    match rule.row().spirv_val.source() {
        "spirv-val" => "spirv-val 2025.3 and later",
        "spirv-val-newer" => "versions of spirv-val after 2025.3",
        _ => "the text alone; no version of spirv-val",
    }
}

/// Prints every rule, and after them the kinds of warnings for drivers.
pub(super) fn print(format: CheckFormat) -> Result<io::Result<()>, UsageError> {
    match format {
        CheckFormat::Json => {
            let rules = Rule::all().try_for_each(|rule| print_line(&RuleLine::new(rule)));
            Ok(rules.and_then(|()| DriverRemedy::all().try_for_each(|remedy| print_line(&DriverLine::new(remedy)))))
        }
        CheckFormat::Human => Ok(print_text()),
        CheckFormat::Sarif => Err(UsageError(
            "`--rules` is for people or JSON; every SARIF log has the rules that it names".to_owned(),
        )),
    }
}

fn print_text() -> io::Result<()> {
    for rule in Rule::all() {
        let row = rule.row();
        let mut text = format!("{}\n  {}: {}\n", row.name, row.section, row.title);
        if let Some(numbers) = rule.row().numbers() {
            let _ = writeln!(text, "  {numbers}");
        }
        if let Some(fragment) = row.fragment {
            let _ = writeln!(text, "  decided: {fragment}");
        }
        let _ = writeln!(text, "  source: {}", who_has(rule));
        if let Some(sentence) = row.text {
            let _ = writeln!(text, "  text: {sentence}");
        }
        io::stdout().lock().write_all(text.as_bytes())?;
    }
    for remedy in DriverRemedy::all() {
        io::stdout().lock().write_all(driver_text(remedy).as_bytes())?;
    }
    io::stdout().flush()
}

/// A kind of warnings for drivers, as `--rules` and `--explain` print it.
pub(super) fn driver_text(remedy: DriverRemedy) -> String {
    let mut text = format!("{}\n", remedy.warning());
    for fault in remedy.faults() {
        let _ = writeln!(text, "  {fault}\n  reported: {}", fault.source());
    }
    text + "  source: a driver, whose target gets a warning\n"
}
