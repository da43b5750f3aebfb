//! `spirula diff`: prints what differs between two SPIR-V modules of any compiler, or between the modules of two folders.
//!
//! This file pairs the inputs, calls the library's `diff`, and writes the differences.

use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;
use spirula::diff::{Change, Diff, Options};

use super::arguments::{DiffArguments, Format, Ignored};
use super::inputs::{Input, Wanted};
use super::modules::{self, Failure};
use super::{Outcome, UsageError, check, inputs};

/// The JSON line of a pair.
#[derive(Default, Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    removed: usize,
    added: usize,
    hunks: Vec<Hunk<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct Hunk<'a> {
    place: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    lines: Vec<(&'static str, &'a str)>,
}

/// Two inputs to compare; one of them alone has nothing to be compared with.
struct Pair<'i> {
    first: Option<&'i Input>,
    second: Option<&'i Input>,
}

/// Runs `spirula diff`.
pub(super) fn run(arguments: &DiffArguments) -> Result<Outcome, UsageError> {
    if arguments.first == Path::new("-") && arguments.second == Path::new("-") {
        return Err(UsageError(
            "standard input is one of the two modules, not both".to_owned(),
        ));
    }
    let (is_folder, other_is_folder) = (arguments.first.is_dir(), arguments.second.is_dir());
    if is_folder != other_is_folder {
        let (folder, file) = match is_folder {
            true => (&arguments.first, &arguments.second),
            false => (&arguments.second, &arguments.first),
        };
        let (folder, file) = (folder.display(), file.display());
        return Err(UsageError(format!(
            "`{folder}` is a folder and `{file}` is none: two modules are compared, or two folders"
        )));
    }
    let collect = |path: &Path| inputs::collect(&[path.to_owned()], &[], false, Wanted::Modules);
    let (first, second) = (collect(&arguments.first)?, collect(&arguments.second)?);
    let options = options(arguments);
    let mut outcome = Outcome::Good;
    for pair in pairs(&first.inputs, &second.inputs, is_folder) {
        let result = compared(&pair, &options);
        let is_same = result.as_ref().is_ok_and(Option::is_some) && matches!(&result, Ok(Some(diff)) if diff.is_same());
        match &result {
            Err(_) => outcome = Outcome::Unusable,
            Ok(_) if !is_same && arguments.exit_code => outcome = outcome.max(Outcome::Rejected),
            Ok(_) => {}
        }
        let text = match arguments.message_format {
            Format::Json => line(&pair, &result)?,
            Format::Human => {
                if let Err(failure) = &result {
                    failure.print(arguments.color);
                }
                text(&pair, &result, arguments, is_folder)
            }
        };
        if let Err(error) = io::stdout().lock().write_all(text.as_bytes()) {
            return Ok(check::written(Err(error), outcome));
        }
    }
    Ok(outcome)
}

fn options(arguments: &DiffArguments) -> Options {
    let mut options = Options::default();
    options.ignore_names = arguments.ignore.contains(&Ignored::Names);
    options.ignore_debug = arguments.ignore.contains(&Ignored::Debug);
    options.context = arguments.context;
    options
}

/// The two files; or of two folders those that are at the same place in both, and the others alone.
fn pairs<'i>(first: &'i [Input], second: &'i [Input], are_folders: bool) -> Vec<Pair<'i>> {
    if !are_folders {
        return vec![Pair {
            first: first.first(),
            second: second.first(),
        }];
    }
    let partner = |input: &Input, others: &'i [Input]| others.iter().find(|other| other.place == input.place);
    let paired = first.iter().map(|input| Pair {
        first: Some(input),
        second: partner(input, second),
    });
    let alone = second.iter().filter(|input| partner(input, first).is_none());
    let mut pairs: Vec<Pair<'_>> = paired.collect();
    pairs.extend(alone.map(|input| Pair {
        first: None,
        second: Some(input),
    }));
    pairs.sort_by_key(|pair| pair.first.or(pair.second).map(|input| &input.place));
    pairs
}

/// The differences of a pair, `None` if one of the two is missing.
fn compared(pair: &Pair<'_>, options: &Options) -> Result<Option<Diff>, Failure> {
    let first = pair.first.map(modules::words).transpose()?;
    let Some(second) = pair.second else { return Ok(None) };
    modules::read(second, "the comparison", |second| match &first {
        Some(first) => Diff::new(first, &second, options)
            .map(Some)
            .map_err(|error| error.to_string()),
        None => Ok(None),
    })
}

/// The text of a pair: with `headings` the names of both before the differences, nothing if they are the same.
fn text(pair: &Pair<'_>, result: &Result<Option<Diff>, Failure>, arguments: &DiffArguments, headings: bool) -> String {
    let is_coloured = arguments.color.on_stdout();
    let coloured = |line: &str| {
        let code = match line.as_bytes().first() {
            Some(b'-') => "31",
            Some(b'+') => "32",
            Some(b'@') => "36",
            _ => return format!("{line}\n"),
        };
        match is_coloured {
            true => format!("\u{1b}[{code}m{line}\u{1b}[0m\n"),
            false => format!("{line}\n"),
        }
    };
    let name = |input: Option<&Input>| input.map_or("", |input| input.name.as_str()).to_owned();
    match result {
        Ok(None) => {
            let only = pair.first.or(pair.second);
            format!("only `{}` exists\n", name(only))
        }
        Ok(Some(diff)) if !diff.is_same() => {
            let body = match arguments.summary {
                true => diff.summary(),
                false => diff.to_string(),
            };
            let heading = match headings {
                true => format!("--- {}\n+++ {}\n", name(pair.first), name(pair.second)),
                false => String::new(),
            };
            let lines = heading.lines().chain(body.lines()).map(coloured);
            lines.collect()
        }
        Ok(Some(_)) | Err(_) => String::new(),
    }
}

fn line(pair: &Pair<'_>, result: &Result<Option<Diff>, Failure>) -> Result<String, UsageError> {
    let error = result.as_ref().err().map(Failure::message);
    let mut line = Line {
        first: pair.first.map(|input| input.name.as_str()),
        second: pair.second.map(|input| input.name.as_str()),
        error: error.as_deref(),
        ..Line::default()
    };
    match result {
        Ok(Some(diff)) => {
            line.same = Some(diff.is_same());
            (line.removed, line.added) = diff.counts();
            line.hunks = diff.hunks().iter().map(hunk).collect();
        }
        Ok(None) => line.same = Some(false),
        Err(_) => {}
    }
    let mut text = serde_json::to_string(&line).map_err(|error| UsageError(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

fn hunk(hunk: &spirula::diff::Hunk) -> Hunk<'_> {
    let lines = hunk.lines.iter().map(|(change, line)| {
        let change = match change {
            Change::Removed => "removed",
            Change::Added => "added",
            Change::Equal => "equal",
        };
        (change, line.trim_start())
    });
    Hunk {
        place: &hunk.place,
        file: hunk.source.as_ref().map(|(file, _)| file.as_str()),
        line: hunk.source.as_ref().map(|(_, line)| *line),
        lines: lines.collect(),
    }
}
