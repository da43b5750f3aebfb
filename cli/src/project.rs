//! `spirula build`: reads the shaders and targets of a project from its `spirula.toml`.
//!
//! The keys of the file are the switches of `spirula compile`; each combination of a target and a list of shaders
//! becomes the arguments of one such run. Only `arguments.rs` and `switches.rs` know what a switch means.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgAction, CommandFactory as _, FromArgMatches as _};
use toml::{Table, Value};

use super::UsageError;
use super::arguments::{Arguments, BuildArguments, Command, CompileArguments, KeyValue};
use super::axes::{self, Axes, Sets, Variant, text};
use spirula::source::nearest;

/// The name of a project's file.
const NAME: &str = "spirula.toml";

/// The switches that belong to a run and not to a project.
const OF_THE_RUN: [&str; 8] = [
    "jobs",
    "keep-going",
    "message-format",
    "color",
    "watch",
    "progress",
    "force",
    "cache",
];

/// The file of a project, and the folder that it is in.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) file: PathBuf,
    text: String,
}

impl Project {
    /// Finds and reads the file: the named one, or the `spirula.toml` of this folder or of the nearest parent folder
    /// that has one.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, UsageError> {
        let file = match named {
            Some(file) => file.to_owned(),
            None => {
                let here = std::env::current_dir()
                    .map_err(|error| UsageError(format!("cannot tell the current folder: {error}")))?;
                let found = here
                    .ancestors()
                    .map(|folder| folder.join(NAME))
                    .find(|file| file.is_file());
                found.ok_or_else(|| UsageError(format!("no `{NAME}` in `{}` or a folder above it", here.display())))?
            }
        };
        let text = std::fs::read_to_string(&file)
            .map_err(|error| UsageError(format!("cannot read `{}`: {error}", file.display())))?;
        Ok(Self { file, text })
    }

    /// The folder that the paths in the file are relative to.
    pub(super) fn folder(&self) -> &Path {
        match self.file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            Some(_) | None => Path::new("."),
        }
    }

    /// The runs that the file defines, in its order: every list of shaders for every target, or for the named targets.
    pub(super) fn runs(&self, arguments: &BuildArguments) -> Result<Vec<CompileArguments>, UsageError> {
        let name = self.file.display();
        let wrong = |message: String| UsageError(format!("{name}: {message}"));
        let table: Table = self
            .text
            .parse()
            .map_err(|error: toml::de::Error| wrong(error.to_string()))?;
        let file = File::new(table).map_err(wrong)?;
        let targets = file.targets(&arguments.targets).map_err(wrong)?;
        let mut runs = Vec::new();
        // Of all targets: a module is a possible input too, so a folder of shaders is searched without outputs.
        let mut outputs = BTreeSet::new();
        let mut parser = Parser::new(arguments);
        for (target, switches, is_wanted) in &targets {
            for (index, shader) in file.shaders.iter().enumerate() {
                let place = match target {
                    Some(target) => format!("[target.{target}], shaders {}", index + 1),
                    None => format!("shaders {}", index + 1),
                };
                let tables = [&file.compile, switches, shader];
                let made = match runs_of(&mut parser, tables, target.as_deref()) {
                    Ok(made) => made,
                    Err(_) if !is_wanted => continue,
                    Err(message) => return Err(wrong(format!("{place}: {message}"))),
                };
                outputs.extend(made.iter().filter_map(|run| Some(run.output_path()?.to_owned())));
                runs.extend(made.into_iter().filter(|_| *is_wanted));
            }
        }
        let outputs: Arc<[PathBuf]> = outputs.into_iter().collect();
        for run in &mut runs {
            run.other_outputs = Arc::clone(&outputs);
        }
        Ok(runs)
    }
}

/// The content of the file.
struct File {
    /// The switches of every run.
    compile: Table,
    /// The switches for each target, by its name.
    targets: Vec<(String, Table)>,
    /// The inputs of each run, and switches for them.
    shaders: Vec<Table>,
}

impl File {
    fn new(table: Table) -> Result<Self, String> {
        let mut file = Self {
            compile: Table::new(),
            targets: Vec::new(),
            shaders: Vec::new(),
        };
        for (key, value) in table {
            match (key.as_str(), value) {
                ("compile", Value::Table(table)) => file.compile = table,
                ("target", Value::Table(targets)) => {
                    for (name, value) in targets {
                        let Value::Table(table) = value else {
                            return Err(format!("`target.{name}` is no table: `[target.{name}]` begins one"));
                        };
                        file.targets.push((name, table));
                    }
                }
                ("shaders", Value::Array(shaders)) => {
                    for value in shaders {
                        let Value::Table(table) = value else {
                            return Err("`shaders` has no tables: `[[shaders]]` begins one".to_owned());
                        };
                        file.shaders.push(table);
                    }
                }
                ("compile" | "target", _) => return Err(format!("`{key}` is no table: `[{key}]` begins one")),
                ("shaders", _) => return Err("`shaders` is no list of tables: `[[shaders]]` begins one".to_owned()),
                _ => return Err(format!("unknown key `{key}`; known are compile, target and shaders")),
            }
        }
        if file.shaders.is_empty() {
            return Err("there are no shaders: `[[shaders]]` with `inputs = [\"…\"]` names some".to_owned());
        }
        Ok(file)
    }

    /// The targets with their names, and whether each is wanted; without targets in the file one without a name.
    fn targets(&self, wanted: &[String]) -> Result<Vec<(Option<String>, Table, bool)>, String> {
        for name in wanted {
            if !self.targets.iter().any(|(known, _)| known == name) {
                let known: Vec<&str> = self.targets.iter().map(|(known, _)| known.as_str()).collect();
                let known = match known.is_empty() {
                    true => "there are none".to_owned(),
                    false => format!("known are {}", known.join(", ")),
                };
                return Err(format!("no target `{name}`; {known}"));
            }
        }
        if self.targets.is_empty() {
            return Ok(vec![(None, Table::new(), true)]);
        }
        let is_wanted = |name: &String| wanted.is_empty() || wanted.contains(name);
        let targets = self.targets.iter();
        Ok(targets
            .map(|(name, table)| (Some(name.clone()), table.clone(), is_wanted(name)))
            .collect())
    }
}

/// The runs of `spirula compile` for a list of shaders: one, or one for each input and combination if the name of the
/// output has places. A key of a later table overrides the same key of an earlier one.
fn runs_of(parser: &mut Parser, tables: [&Table; 3], target: Option<&str>) -> Result<Vec<CompileArguments>, String> {
    let mut merged = Table::new();
    for table in tables {
        if ["device", "devices"].iter().all(|key| table.contains_key(*key)) {
            return Err("`device` and `devices` are one switch".to_owned());
        }
        for (key, value) in table {
            // The switch is `--device`; the key of several devices may be plural.
            let key = if key == "devices" { "device" } else { key };
            merged.insert(key.to_owned(), value.clone());
        }
    }
    let (inputs, patterns) = inputs(merged.remove("inputs"))?;
    let axes = Axes::take(&mut merged)?;
    let template = match merged.get("output") {
        Some(Value::String(output)) if axes::has_places(output) => Some(output.clone()),
        _ => None,
    };
    if template.is_none() && !axes.is_empty() {
        return Err("with axes `output` has a place for each: `output = \"out/{stem}.{TILE}.spv\"`".to_owned());
    }
    if !merged.contains_key("output") && !merged.contains_key("out-dir") {
        // The default is not beside the shaders.
        let folder = target.map_or_else(|| "out".to_owned(), |target| format!("out/{target}"));
        merged.insert("out-dir".to_owned(), Value::String(folder));
    }
    if template.is_some() {
        merged.remove("output");
    }
    let mut switches = Vec::new();
    for (key, value) in &merged {
        if OF_THE_RUN.contains(&key.as_str()) {
            return Err(format!("`{key}` belongs on the command line of `spirula build`"));
        }
        parser.add_switch(&mut switches, key, value)?;
    }
    let mut all = parser.parse(&switches, &inputs)?;
    all.patterns = patterns.into();
    let variant = |axes| {
        let target = target.map(str::to_owned);
        Arc::new(Variant { target, axes })
    };
    let Some(template) = template else {
        all.variant = target.map(|_| variant(BTreeMap::new()));
        return Ok(vec![all]);
    };
    let combinations = axes.combinations();
    let mut runs = Vec::with_capacity(inputs.len() * combinations.len());
    for input in &inputs {
        for combination in &combinations {
            let output = axes::filled(&template, input, target, combination)?;
            let [overrides, macros] = [Sets::Override, Sets::Macro].map(|sets| combination.values(sets));
            let mut run = all.permuted(input, output, &overrides, &macros)?;
            if target.is_some() || !axes.is_empty() {
                run.variant = Some(variant(combination.by_name()));
            }
            runs.push(run);
        }
    }
    Ok(runs)
}

/// The inputs of a list of shaders: the paths, and the files that match a pattern, sorted; and the patterns.
fn inputs(given: Option<Value>) -> Result<(Vec<String>, Vec<String>), String> {
    let given = match given {
        Some(Value::String(input)) => vec![Value::String(input)],
        Some(Value::Array(inputs)) => inputs,
        Some(_) | None => return Err("`inputs` is needed: files, folders and patterns (`shaders/*.wgsl`)".to_owned()),
    };
    let (mut inputs, mut patterns) = (Vec::new(), Vec::new());
    for input in given {
        let Value::String(input) = input else {
            return Err(format!("an input is text, and `{input:?}` is not"));
        };
        // A file may have such a name.
        if !input.contains(['*', '?', '[']) || Path::new(&input).exists() {
            inputs.push(input);
            continue;
        }
        let paths = glob::glob(&input).map_err(|error| format!("the pattern `{input}`: {error}"))?;
        let before = inputs.len();
        for path in paths {
            let path = path.map_err(|error| format!("the pattern `{input}`: {error}"))?;
            inputs.push(path.to_str().ok_or("a path is no UTF-8")?.to_owned());
        }
        if inputs.len() == before {
            return Err(format!("no file matches the pattern `{input}`"));
        }
        patterns.push(input);
    }
    Ok((inputs, patterns))
}

/// Parses the switches of runs as `spirula compile` does.
struct Parser {
    command: clap::Command,
    /// The arguments that are those of `spirula build`.
    common: Vec<OsString>,
    /// The last run and its form. Permutations have the same form, so that only values of theirs are parsed.
    last: Option<(Form, CompileArguments)>,
}

/// The switches of a run without the values that can be replaced, and the number of inputs.
type Form = (Vec<(String, Option<String>)>, usize);

impl Parser {
    fn new(build: &BuildArguments) -> Self {
        let mut common: Vec<OsString> = vec![
            format!("--message-format={}", build.format_name()).into(),
            format!("--color={}", build.color_name()).into(),
        ];
        if let Some(jobs) = build.jobs {
            common.push(format!("--jobs={jobs}").into());
        }
        for (flag, is_given) in [
            ("--keep-going", build.keep_going),
            ("--force", build.force),
            ("--watch", build.watch),
        ] {
            common.extend(is_given.then(|| flag.into()));
        }
        if let Some(folder) = &build.cache {
            common.extend(["--cache".into(), folder.into()]);
        }
        let mut command = Arguments::command();
        command.build();
        Self {
            command,
            common,
            last: None,
        }
    }

    fn parse(&mut self, switches: &[KeyValue<'_>], inputs: &[String]) -> Result<CompileArguments, String> {
        let form = |(key, value): &KeyValue<'_>| {
            let is_replaced = CompileArguments::REPLACED.contains(key);
            let value = value.clone().filter(|_| !is_replaced);
            ((*key).to_owned(), value)
        };
        let form = (switches.iter().map(form).collect(), inputs.len());
        if let Some((known, last)) = &self.last
            && *known == form
            && let Ok(run) = last.replaced(switches, inputs)
        {
            return Ok(run);
        }
        let run = self.parse_all(switches, inputs)?;
        self.last = Some((form, run.clone()));
        Ok(run)
    }

    fn parse_all(&mut self, switches: &[KeyValue<'_>], inputs: &[String]) -> Result<CompileArguments, String> {
        let mut line: Vec<OsString> = vec!["spirula".into(), "compile".into()];
        line.extend(switches.iter().map(|(key, value)| match value {
            Some(value) => format!("--{key}={value}").into(),
            None => format!("--{key}").into(),
        }));
        line.extend_from_slice(&self.common);
        line.push("--".into());
        line.extend(inputs.iter().map(OsString::from));
        let matches = self.command.try_get_matches_from_mut(line);
        let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
        match arguments.map(|arguments| arguments.command) {
            Ok(Command::Compile(mut arguments)) => {
                arguments.makes_folders = true;
                Ok(*arguments)
            }
            Ok(_) => Err("it is no run of `compile`".to_owned()),
            Err(error) => {
                let text = error.to_string();
                // Removes the usage of `compile`, which does not help with a key.
                let message = text.split("\n\nUsage").next().unwrap_or(&text);
                Err(message.trim_start_matches("error: ").trim_end().to_owned())
            }
        }
    }

    /// Appends a key and its value as switches.
    fn add_switch<'a>(&self, switches: &mut Vec<KeyValue<'a>>, key: &'a str, value: &Value) -> Result<(), String> {
        let compile = self.command.find_subcommand("compile");
        let arguments = || compile.iter().flat_map(|compile| compile.get_arguments());
        let Some(known) = arguments().find(|argument| argument.get_long() == Some(key)) else {
            let mut longs = arguments().filter_map(|argument| argument.get_long());
            let near = nearest(key, &mut longs).map_or_else(String::new, |near| format!("; the nearest is `{near}`"));
            return Err(format!("`{key}` is no switch of `spirula compile`{near}"));
        };
        let is_flag = matches!(known.get_action(), ArgAction::SetTrue);
        let mut add = |value: String| switches.push((key, Some(value)));
        match value {
            Value::Boolean(value) if is_flag => {
                if *value {
                    switches.push((key, None));
                }
            }
            _ if is_flag => return Err(format!("`{key}` is true or false")),
            Value::Array(values) => {
                for value in values {
                    add(text(key, value)?);
                }
            }
            // `override = { n = 4 }`
            Value::Table(values) => {
                for (name, value) in values {
                    add(format!("{name}={}", text(key, value)?));
                }
            }
            other => add(text(key, other)?),
        }
        Ok(())
    }
}
