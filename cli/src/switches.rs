//! The arguments that describe the target and how a shader is written, made from the library's table of switches, which
//! knows what each of them means.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, builder::PossibleValue, value_parser};
use spirula::Target;
use spirula::switches::{Configuration, Given, Section, Switch, Takes};
use spirula::target::SpirvVersion;
use std::path::PathBuf;

use super::{UsageError, report};

/// The environment variable with the default of `--target-env`.
const VARIABLE: &str = "SPIRULA_TARGET_ENV";

/// The arguments that describe the target, of every command.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TargetArguments(Given);

/// How a shader is written.
#[derive(Clone, Debug)]
pub(super) struct ShaderArguments(Given);

impl TargetArguments {
    /// The switches that are given.
    pub(super) const fn given(&self) -> &Given {
        &self.0
    }

    /// The target that the arguments describe.
    pub(super) fn target(&self) -> Result<Target, UsageError> {
        self.target_with(self.default()?)
    }

    /// The target that the arguments describe on top of a default.
    fn target_with(&self, default: Target) -> Result<Target, UsageError> {
        let made = Configuration::of_target(&self.0, default).map_err(UsageError)?;
        for warning in &made.warnings {
            report::print_warning(warning);
        }
        Ok(made.target)
    }

    /// The target for modules of one version of SPIR-V, where neither an environment nor a device is named: as
    /// [`target`](Self::target), with the oldest Vulkan environment that takes the version as default.
    pub(super) fn target_for(&self, version: SpirvVersion) -> Result<Target, UsageError> {
        let oldest = Target::parse(version.oldest_vulkan()).map_err(|error| UsageError(error.to_string()))?;
        self.target_with(oldest)
    }

    /// Whether an environment or a device is named, by a switch or the environment variable.
    pub(super) fn is_named(&self) -> Result<bool, UsageError> {
        let switches = ["target-env", "device"].iter().any(|long| self.0.has(long));
        Ok(switches || default_name()?.is_some())
    }

    /// What the arguments describe.
    pub(super) fn configuration(&self) -> Result<Configuration, UsageError> {
        Configuration::of_target(&self.0, self.default()?).map_err(UsageError)
    }

    /// The target of the environment variable, or the default.
    fn default(&self) -> Result<Target, UsageError> {
        match default_name()? {
            Some(name) if !self.0.has("target-env") && !self.0.has("device") => {
                Target::parse(&name).map_err(|error| UsageError(format!("{VARIABLE}: {error}")))
            }
            Some(_) | None => Ok(Target::vulkan(1, 1)),
        }
    }
}

/// The name of the target that the environment variable has.
pub(super) fn default_name() -> Result<Option<String>, UsageError> {
    match std::env::var(VARIABLE) {
        Ok(name) => Ok(Some(name).filter(|name| !name.is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => Err(UsageError(format!("{VARIABLE} is not UTF-8"))),
    }
}

impl ShaderArguments {
    /// Adds a value of a switch.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub(super) fn add(&mut self, long: &str, value: &str) -> Result<(), String> {
        self.0.add(checked(long, value)?, Some(value.into()));
        Ok(())
    }

    /// Replaces the values of a switch by as many others.
    ///
    /// # Errors
    /// What is wrong with a value.
    pub(super) fn replace<'a>(&mut self, long: &str, values: impl Iterator<Item = &'a str>) -> Result<(), String> {
        for (value, replaced) in values.zip(self.0.values_mut(long)) {
            checked(long, value)?;
            *replaced = value.into();
        }
        Ok(())
    }

    /// The switches that are given.
    pub(super) const fn given(&self) -> &Given {
        &self.0
    }
}

/// The switch of a value.
///
/// # Errors
/// What is wrong with the value.
fn checked(long: &str, value: &str) -> Result<&'static Switch, String> {
    let switch = Switch::named(long).ok_or_else(|| format!("no switch `{long}`"))?;
    let checked = switch.check(value);
    checked.map_err(|message| format!("`{long}: {value}`: {message}"))?;
    Ok(switch)
}

/// A switch as clap has it. Values are checked here, so that a message about one names its switch.
fn argument(switch: &'static Switch) -> Arg {
    let checked = move |text: &str| switch.check(text).map(|()| text.to_owned());
    let mut argument = Arg::new(switch.long).long(switch.long).help(switch.help);
    argument = argument
        .short(switch.short)
        .conflicts_with_all(switch.conflicts)
        .value_name(switch.value_name);
    if let Some(needed) = switch.needs {
        argument = argument.requires(needed);
    }
    match switch.takes {
        Takes::Flag(_) => argument.action(ArgAction::SetTrue),
        Takes::Bool(_) => argument
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(value_parser!(bool)),
        Takes::One(_) => argument.value_parser(checked),
        Takes::OneOr(default, _) => argument
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(default)
            .value_parser(checked),
        Takes::Choice(names, _) => {
            let names = names.iter().map(|(name, help)| PossibleValue::new(*name).help(*help));
            argument.value_parser(PossibleValuesParser::new(names))
        }
        Takes::File => argument.value_parser(value_parser!(PathBuf)),
        Takes::Files => argument.action(ArgAction::Append).value_parser(value_parser!(PathBuf)),
        Takes::Repeated(_) => argument.action(ArgAction::Append).value_parser(checked),
        Takes::List(_) => argument
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(checked),
        Takes::ListOrNone(_) => argument
            .action(ArgAction::Append)
            .num_args(0..=1)
            .require_equals(true)
            .value_delimiter(','),
    }
}

fn augment(command: Command, section: Section) -> Command {
    command.args(Switch::of(section).iter().map(argument))
}

/// The switches of a section that are on the command line.
fn given(matches: &ArgMatches, section: Section) -> Given {
    let mut given = Given::default();
    for switch in Switch::of(section) {
        if let Takes::Flag(_) = switch.takes {
            if matches.get_flag(switch.long) {
                given.add(switch, None);
            }
            continue;
        }
        let mut values = matches.get_raw(switch.long).into_iter().flatten().peekable();
        if values.peek().is_none() && matches.contains_id(switch.long) {
            given.add(switch, None);
        }
        for value in values {
            given.add(switch, Some(value.to_owned()));
        }
    }
    given
}

macro_rules! arguments {
    ($name:ident, $section:expr) => {
        impl Args for $name {
            fn augment_args(command: Command) -> Command {
                augment(command, $section)
            }

            fn augment_args_for_update(command: Command) -> Command {
                augment(command, $section)
            }
        }

        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok(Self(given(matches, $section)))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                self.0 = self.0.with(&given(matches, $section));
                Ok(())
            }
        }
    };
}

arguments!(TargetArguments, Section::Target);
arguments!(ShaderArguments, Section::Shader);
