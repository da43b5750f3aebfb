//! What the page asks: a text in a language, and the switches that are set.

use serde::Deserialize;
use spirula::switches::{Given, Section, Switch, Takes};

/// The language of the text, and what is done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Wgsl,
    /// GLSL of a stage.
    Vert,
    Frag,
    Comp,
    /// SPIR-V assembly, whose module is checked.
    Check,
    /// SPIR-V assembly, which is read and written again.
    Translate,
}

/// A request.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    pub language: Language,
    pub text: String,
    /// The names of switches with their values, as the command line takes them.
    pub switches: Vec<(String, Option<String>)>,
    /// The content of the files that switches name.
    #[serde(default)]
    pub files: Vec<(String, String)>,
}

impl Request {
    /// The switches, each with a value of the right form.
    pub(crate) fn given(&self) -> Result<Given, String> {
        let mut given = Given::default();
        for (name, value) in &self.switches {
            let switch = Switch::named(name).ok_or_else(|| format!("`--{name}` is unknown"))?;
            // A module that is checked is not compiled.
            if self.language == Language::Check && switch.section == Section::Shader {
                continue;
            }
            let Some(value) = value else {
                given.add(switch, None);
                continue;
            };
            let several = matches!(switch.takes, Takes::List(_) | Takes::ListOrNone(_));
            for value in value.split(|character| several && character == ',') {
                // A file is checked when it is read.
                switch
                    .check(value)
                    .map_err(|error| format!("`--{name} {value}`: {error}"))?;
                given.add(switch, Some(value.into()));
            }
        }
        for (switch, _) in given.all() {
            if let Some(other) = switch.conflicts.iter().find(|other| given.has(other)) {
                return Err(format!("`--{}` and `--{other}` exclude each other", switch.long));
            }
            if let Some(other) = switch.needs.filter(|other| !given.has(other)) {
                return Err(format!("`--{}` has no effect without `--{other}`", switch.long));
            }
        }
        for (name, text) in &self.files {
            given.add_file(name, text.clone());
        }
        Ok(given)
    }
}
