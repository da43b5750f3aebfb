//! The switches that describe a target and how a shader is written: one table for the command line and for the
//! directives of a suite of snapshots.
//!
//! A row of the table is a switch: its name, its help, how it takes values, and the function that applies a value to a
//! [`Configuration`]. The command line makes its arguments from the table, and a directive `// flip-y: true` is looked up
//! in it. Knows neither: values are text here.
//!
//! For the command line and `spirula::snapshot`: no part of the public interface, and may change with any release.

mod bindings;
mod shader;
mod target;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use spirula::{DebugLevel, Options, Target};

pub use bindings::Bindings;
pub use shader::parse_stage;
pub use target::file_and_name;

/// A switch.
#[derive(Debug)]
pub struct Switch {
    /// Its name after `--`, and the key of a directive.
    pub long: &'static str,
    pub short: Option<char>,
    pub section: Section,
    /// What its value is called in the help; empty if it takes none.
    pub value_name: &'static str,
    pub takes: Takes,
    pub help: &'static str,
    /// The switches that it excludes.
    pub conflicts: &'static [&'static str],
    /// The switch without which it has no effect.
    pub needs: Option<&'static str>,
}

/// What a switch describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Target,
    Shader,
}

/// The values that a switch takes, and what it does with one.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// No value; a directive may have `true` or `false`.
    Flag(fn(&mut Configuration) -> Result<(), String>),
    /// `true` or `false`, and `true` without a value.
    Bool(fn(&mut Configuration, bool)),
    /// One value.
    One(Apply),
    /// One value, or the given one if there is none.
    OneOr(&'static str, Apply),
    /// One of these names, each with its help.
    Choice(&'static [(&'static str, &'static str)], Apply),
    /// A file. Whoever makes the [`Configuration`] reads it.
    File,
    /// As `File`, and the switch may be repeated.
    Files,
    /// One value, and the switch may be repeated.
    Repeated(Apply),
    /// Several values with commas between them, and the switch may be repeated.
    List(Apply),
    /// Several values with commas between them, or none at all.
    ListOrNone(fn(&mut Configuration, Option<&str>) -> Result<(), String>),
}

/// Applies one value.
pub type Apply = fn(&mut Configuration, &str) -> Result<(), String>;

impl Switch {
    const fn new(long: &'static str, value_name: &'static str, takes: Takes, help: &'static str) -> Self {
        Self {
            long,
            short: None,
            section: Section::Shader,
            value_name,
            takes,
            help,
            conflicts: &[],
            needs: None,
        }
    }

    /// The switches of a section, in the order of the help.
    pub const fn of(section: Section) -> &'static [Self] {
        match section {
            Section::Target => &target::SWITCHES,
            Section::Shader => &shader::SWITCHES,
        }
    }

    /// All switches, in the order in which they are applied.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Self::of(Section::Target).iter().chain(Self::of(Section::Shader))
    }

    /// The switch with a name.
    pub fn named(long: &str) -> Option<&'static Self> {
        Self::all().find(|switch| switch.long == long)
    }

    /// Whether a value has the right form, for a message about it alone.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, value: &str) -> Result<(), String> {
        self.apply(&mut Configuration::default(), Some(value))
    }

    fn apply(&self, configuration: &mut Configuration, value: Option<&str>) -> Result<(), String> {
        let text = value.unwrap_or_default();
        match self.takes {
            Takes::Flag(apply) => match value {
                None | Some("true") => apply(configuration),
                Some("false") => Ok(()),
                Some(_) => Err("true or false is needed".to_owned()),
            },
            Takes::Bool(apply) => {
                let is_on = match value {
                    None | Some("true") => true,
                    Some("false") => false,
                    Some(_) => return Err("true or false is needed".to_owned()),
                };
                apply(configuration, is_on);
                Ok(())
            }
            Takes::Choice(names, apply) => match names.iter().any(|(name, _)| *name == text) {
                true => apply(configuration, text),
                false => {
                    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                    Err(format!("`{text}` is unknown; known are {}", names.join(", ")))
                }
            },
            Takes::OneOr(default, apply) => apply(configuration, value.unwrap_or(default)),
            Takes::One(apply) | Takes::Repeated(apply) | Takes::List(apply) => apply(configuration, text),
            Takes::ListOrNone(apply) => apply(configuration, value),
            Takes::File | Takes::Files => Ok(()),
        }
    }
}

/// The switches that are given, with their values.
#[derive(Clone, Debug, Default)]
pub struct Given {
    values: Vec<(&'static Switch, Option<OsString>)>,
    /// The content of files that are not on disk, by their names.
    files: Vec<(PathBuf, String)>,
}

/// Switches are compared by their names.
impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        self.all()
            .map(|(switch, value)| (switch.long, value))
            .eq(other.all().map(|(switch, value)| (switch.long, value)))
    }
}

impl Given {
    /// Adds a value of a switch: one of several if it takes several.
    pub fn add(&mut self, switch: &'static Switch, value: Option<OsString>) {
        self.values.push((switch, value));
    }

    /// Adds the content of a file that is not on disk. A switch names it as any file.
    pub fn add_file(&mut self, name: &str, text: String) {
        self.files.push((name.into(), text));
    }

    /// The text of a file that a switch names.
    fn read(&self, path: &Path) -> io::Result<Cow<'_, str>> {
        match self.files.iter().find(|(name, _)| name == path) {
            Some((_, text)) => Ok(Cow::Borrowed(text)),
            None => std::fs::read_to_string(path).map(Cow::Owned),
        }
    }

    /// The values of both. A switch that the other has replaces the same switch of this one.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let own = self.values.iter().filter(|(switch, _)| !other.has(switch.long));
        Self {
            values: own.chain(&other.values).cloned().collect(),
            files: self.files.iter().chain(&other.files).cloned().collect(),
        }
    }

    /// Removes all values of a switch.
    pub fn remove(&mut self, long: &str) {
        self.values.retain(|(switch, _)| switch.long != long);
    }

    /// Whether a switch is given.
    pub fn has(&self, long: &str) -> bool {
        self.values.iter().any(|(switch, _)| switch.long == long)
    }

    /// All switches that are given, with their values, in their order.
    pub fn all(&self) -> impl Iterator<Item = (&'static Switch, Option<&OsStr>)> {
        self.values.iter().map(|(switch, value)| (*switch, value.as_deref()))
    }

    /// The values of a switch.
    pub fn values<'a>(&'a self, long: &'a str) -> impl Iterator<Item = &'a OsStr> {
        let of_it = self.values.iter().filter(move |(switch, _)| switch.long == long);
        of_it.filter_map(|(_, value)| value.as_deref())
    }

    /// The values of a switch, to replace them.
    pub fn values_mut<'a>(&'a mut self, long: &'a str) -> impl Iterator<Item = &'a mut OsString> {
        let of_it = self.values.iter_mut().filter(move |(switch, _)| switch.long == long);
        of_it.filter_map(|(_, value)| value.as_mut())
    }

    /// The files of a switch.
    pub fn files<'a>(&'a self, long: &'a str) -> impl Iterator<Item = &'a Path> {
        self.values(long).map(Path::new)
    }

    /// The file of a switch.
    pub fn file<'a>(&'a self, long: &'a str) -> Option<&'a Path> {
        self.files(long).last()
    }

    /// The files of `--device`, without the names of one of several profiles.
    pub fn device_files(&self) -> impl Iterator<Item = &Path> {
        self.files("device").map(|path| file_and_name(path).0)
    }

    /// Applies all values of a section in the order of the table: so a preset is overridden by the switches after it.
    fn apply(&self, section: Section, configuration: &mut Configuration) -> Result<(), String> {
        for known in Switch::of(section) {
            let own = self.values.iter().filter(|(switch, _)| switch.long == known.long);
            for (switch, value) in own {
                let text = match value {
                    Some(value) if !matches!(switch.takes, Takes::File | Takes::Files) => {
                        Some(value.to_str().ok_or_else(|| format!("`--{}`: no UTF-8", switch.long))?)
                    }
                    Some(_) | None => None,
                };
                switch.apply(configuration, text)?;
            }
        }
        Ok(())
    }
}

/// What switches describe: a target, and how a shader is written for it.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub target: Target,
    /// Without the debug information of each shader.
    pub options: Options,
    pub debug: DebugLevel,
    /// The language that debug information declares instead of the shader's own.
    pub debug_language: Option<spirv::SourceLanguage>,
    /// Whether the y axis is negated when SPIR-V is read.
    pub flips_spirv: bool,
    /// The file of `--bindings`.
    pub bindings: Option<Bindings>,
    /// Remarks on switches without an effect.
    pub warnings: Vec<String>,
    /// What the switches about the target describe.
    parts: target::Parts,
    /// Whether `--float-controls` is given for all entry points.
    has_float_controls: bool,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            target: Target::vulkan(1, 1),
            options: Options::default(),
            debug: DebugLevel::None,
            debug_language: None,
            flips_spirv: false,
            bindings: None,
            warnings: Vec::new(),
            parts: target::Parts::default(),
            has_float_controls: false,
        }
    }
}

impl Configuration {
    /// What the switches about the target describe; other switches are left alone. Without `--target-env` and `--device`
    /// it is `default`.
    ///
    /// # Errors
    /// Those of the file of `--device`, and switches that contradict each other.
    pub fn of_target(given: &Given, default: Target) -> Result<Self, String> {
        let mut configuration = Self {
            target: default,
            ..Self::default()
        };
        given.apply(Section::Target, &mut configuration)?;
        configuration.resolve_target(given)?;
        Ok(configuration)
    }

    /// What all switches describe. Without `--target-env` and `--device` the target is `default`.
    ///
    /// # Errors
    /// Those of the files, and switches that contradict each other.
    pub fn new(given: &Given, default: Target) -> Result<Self, String> {
        Self::of_target(given, default)?.of_shader(given)
    }

    /// The same with what the switches about shaders describe.
    ///
    /// # Errors
    /// Those of the files, and switches that contradict each other.
    pub fn of_shader(mut self, given: &Given) -> Result<Self, String> {
        self.resolve_options(given)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_switch_has_its_own_name_and_known_others() {
        let names: BTreeSet<_> = Switch::all().map(|switch| switch.long).collect();
        assert_eq!(names.len(), Switch::all().count());
        for switch in Switch::all() {
            assert!(
                switch
                    .conflicts
                    .iter()
                    .chain(&switch.needs)
                    .all(|other| names.contains(other))
            );
            assert!(!switch.help.ends_with('.'), "{}", switch.long);
            assert_eq!(
                switch.value_name.is_empty(),
                matches!(switch.takes, Takes::Flag(_)),
                "{}",
                switch.long
            );
        }
        for section in [Section::Target, Section::Shader] {
            assert!(Switch::of(section).iter().all(|switch| switch.section == section));
        }
    }

    #[test]
    fn a_later_set_of_switches_replaces_the_same_ones() {
        let given = |long, value: &str| {
            let mut given = Given::default();
            given.add(Switch::named(long).unwrap(), Some(value.into()));
            given
        };
        let both = given("flip-y", "true")
            .with(&given("names", "true"))
            .with(&given("flip-y", "false"));
        let made = Configuration::new(&both, Target::vulkan(1, 2)).unwrap();
        assert!(!made.options.adjust_coordinate_space && made.options.names);
        assert_eq!(made.target, Target::vulkan(1, 2));
    }

    #[test]
    fn switches_override_a_preset() {
        let mut given = Given::default();
        given.add(Switch::named("flip-y").unwrap(), Some("false".into()));
        given.add(Switch::named("like").unwrap(), Some("naga-cli".into()));
        let made = Configuration::new(&given, Target::vulkan(1, 1)).unwrap();
        assert!(!made.options.adjust_coordinate_space && made.options.clamp_frag_depth && !made.flips_spirv);
    }
}
