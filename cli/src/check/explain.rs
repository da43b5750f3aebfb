//! `spirula check --explain`: prints a rule, its source, the validators that have it, and a module that satisfies and
//! one that violates it.

use std::io::{self, Write as _};

use codespan_reporting::term::termcolor::{Buffer, Color};
use serde::Serialize;
use spirula::check::Rule;
use spirula::target::DriverRemedy;

use super::examples::{Example, example};
use super::print_line;
use super::render::{Colours, bold, of, put};
use super::rules::{DriverLine, RuleLine, driver_text, who_has};
use crate::UsageError;
use crate::arguments::{CheckFormat, When};

const FOR_PEOPLE: &str = "`--explain` is for people or JSON";

/// A rule in JSON.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    rule: RuleLine,
    example: Option<Shown>,
}

/// An example in JSON.
#[derive(Serialize)]
struct Shown {
    target: String,
    keeps: String,
    breaks: String,
    besides: Vec<String>,
}

/// Prints the rules with a name or VUID.
pub(super) fn print(name: &str, format: CheckFormat, when: When) -> Result<io::Result<()>, UsageError> {
    if let Some(remedy) = DriverRemedy::all().find(|remedy| remedy.warning() == name) {
        return match format {
            CheckFormat::Json => Ok(print_line(&DriverLine::new(remedy))),
            CheckFormat::Human => Ok(io::stdout().lock().write_all(driver_text(remedy).as_bytes())),
            CheckFormat::Sarif => Err(UsageError(FOR_PEOPLE.to_owned())),
        };
    }
    let rules = Rule::named(name).map_err(|error| UsageError(error.to_string()))?;
    match format {
        CheckFormat::Json => Ok(rules.into_iter().try_for_each(|rule| {
            print_line(&Explained {
                rule: RuleLine::new(rule),
                example: example(rule.row().name).map(shown),
            })
        })),
        CheckFormat::Human => {
            let mut buffer = Colours::for_stdout(when).buffer();
            for (index, rule) in rules.into_iter().enumerate() {
                if index > 0 {
                    put_line(&mut buffer, "");
                }
                explain(&mut buffer, rule);
            }
            Ok(io::stdout().lock().write_all(buffer.as_slice()))
        }
        CheckFormat::Sarif => Err(UsageError(FOR_PEOPLE.to_owned())),
    }
}

fn shown(example: Example) -> Shown {
    let text = |lines: &[&str]| lines.join("\n") + "\n";
    Shown {
        keeps: text(&example.kept),
        breaks: text(&example.broken()),
        target: example.target,
        besides: example.besides,
    }
}

fn put_line(buffer: &mut Buffer, text: &str) {
    // Writing to a buffer does not fail.
    let _ = writeln!(buffer, "{text}");
}

fn explain(buffer: &mut Buffer, rule: Rule) {
    let row = rule.row();
    put(buffer, &bold(), row.name);
    put_line(buffer, &format!(": {}", row.title));
    let mut field = |name: &str, text: &str| {
        put(buffer, &of(Color::Blue), &format!("  {name}: "));
        put_line(buffer, text);
    };
    field("section", row.section);
    if let Some(numbers) = rule.row().numbers() {
        field("VUID", &numbers);
    }
    field("source", who_has(rule));
    if let Some(text) = row.text {
        field("text", text);
    }
    field("decided", row.fragment.unwrap_or("all of it"));
    let Some(example) = example(row.name) else { return };
    put_line(buffer, "");
    put_line(
        buffer,
        &format!(
            "Lines with `-` are of a module that keeps it, those with `+` break it ({}):",
            example.target
        ),
    );
    put_line(buffer, "");
    for &(sign, line) in &example.both {
        let text = format!("  {sign} {line}\n");
        match sign {
            '-' => put(buffer, &of(Color::Green), &text),
            '+' => put(buffer, &of(Color::Red), &text),
            _ => {
                let _ = buffer.write_all(text.as_bytes());
            }
        }
    }
    for change in &example.besides {
        put(buffer, &of(Color::Red), &format!("  + {change}\n"));
    }
}
