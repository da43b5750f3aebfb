//! `spirula check --rules`: prints the table of rules.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde::Serialize;
use spirula::check::Rule;
use spirula::check::driver::row;
use spirula::target::Workaround;

use super::print_line;
use super::render::numbers;
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

/// A shape that drivers get wrong, in JSON.
#[derive(Serialize)]
pub(super) struct DriverLine {
    rule: &'static str,
    title: &'static str,
    source: &'static str,
    reported: &'static str,
}

impl DriverLine {
    pub(super) fn new(workaround: Workaround) -> Self {
        let row = row(workaround);
        Self {
            rule: row.name,
            title: row.title,
            source: "driver",
            reported: row.reported,
        }
    }
}

/// The validators that have a rule, as `--rules` and `--explain` print them.
pub(super) fn who_has(rule: Rule) -> &'static str {
    match rule.row().spirv_val.source() {
        "spirv-val" => "spirv-val 2025.3 and later",
        "spirv-val-newer" => "versions of spirv-val after 2025.3",
        _ => "the text alone; no version of spirv-val",
    }
}

/// Prints every rule, and after them the shapes that drivers get wrong.
pub(super) fn print(format: CheckFormat) -> Result<io::Result<()>, UsageError> {
    match format {
        CheckFormat::Json => {
            let rules = Rule::all().try_for_each(|rule| print_line(&RuleLine::new(rule)));
            Ok(rules.and_then(|()| {
                let mut shapes = Workaround::ALL.iter();
                shapes.try_for_each(|&workaround| print_line(&DriverLine::new(workaround)))
            }))
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
        if let Some(numbers) = numbers(rule) {
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
    for &workaround in Workaround::ALL {
        io::stdout().lock().write_all(driver_text(workaround).as_bytes())?;
    }
    io::stdout().flush()
}

/// A shape that drivers get wrong, as `--rules` and `--explain` print it.
pub(super) fn driver_text(workaround: Workaround) -> String {
    let row = row(workaround);
    format!(
        "{}\n  {}\n  source: a driver, whose target gets a warning; reported: {}\n",
        row.name, row.title, row.reported
    )
}
