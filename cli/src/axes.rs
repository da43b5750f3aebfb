//! Permutations of a project's shaders: the values along each axis of a `[[shaders]]`, their combinations, and the names
//! of the outputs, which have places for them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;
use spirula::source::nearest;
use toml::{Table, Value};

/// What an axis sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sets {
    /// `axes`: an override.
    Override,
    /// `define-axes`: a macro of GLSL, or a name of naga_oil's directives.
    Macro,
}

impl Sets {
    /// The key of `[[shaders]]` that has such axes.
    const fn key(self) -> &'static str {
        match self {
            Self::Override => "axes",
            Self::Macro => "define-axes",
        }
    }
}

/// An axis with its values as text.
#[derive(Debug)]
struct Axis {
    sets: Sets,
    name: String,
    values: Vec<String>,
}

/// The axes of a `[[shaders]]`.
#[derive(Debug, Default)]
pub(super) struct Axes(Vec<Axis>);

impl Axes {
    /// Takes the axes out of a table of switches.
    ///
    /// # Errors
    /// If they are no tables of lists, or an axis has no values.
    pub(super) fn take(table: &mut Table) -> Result<Self, String> {
        let mut axes = Vec::new();
        for sets in [Sets::Override, Sets::Macro] {
            let key = sets.key();
            let given = match table.remove(key) {
                None => continue,
                Some(Value::Table(given)) => given,
                Some(_) => return Err(format!("`{key}` is a table: `{key} = {{ TILE = [8, 16] }}`")),
            };
            for (name, values) in given {
                let Value::Array(values) = values else {
                    return Err(format!("`{key}.{name}` is a list of values"));
                };
                if values.is_empty() {
                    return Err(format!("`{key}.{name}` has no values"));
                }
                if axes.iter().any(|axis: &Axis| axis.name == name) || PLACES.contains(&name.as_str()) {
                    return Err(format!("`{key}.{name}`: the name is taken in `output`"));
                }
                let values: Result<Vec<String>, String> = values.iter().map(|value| text(&name, value)).collect();
                axes.push(Axis {
                    sets,
                    name,
                    values: values?,
                });
            }
        }
        Ok(Self(axes))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All combinations: the values of the last axis change first.
    pub(super) fn combinations(&self) -> Vec<Combination<'_>> {
        let mut all = vec![Combination::default()];
        for axis in &self.0 {
            let mut more = Vec::with_capacity(all.len() * axis.values.len());
            for before in &all {
                more.extend(axis.values.iter().map(|value| before.and(axis.sets, &axis.name, value)));
            }
            all = more;
        }
        all
    }
}

/// A value for each axis.
#[derive(Clone, Debug, Default)]
pub(super) struct Combination<'a>(Vec<(Sets, &'a str, &'a str)>);

impl<'a> Combination<'a> {
    fn and(&self, sets: Sets, name: &'a str, value: &'a str) -> Self {
        let values = self.0.iter().copied().chain([(sets, name, value)]);
        Self(values.collect())
    }

    /// `NAME=VALUE` of overrides, or of macros.
    pub(super) fn values(&self, wanted: Sets) -> Vec<String> {
        let values = self.0.iter().filter(|(sets, ..)| *sets == wanted);
        values.map(|(_, name, value)| format!("{name}={value}")).collect()
    }

    /// The values by their axes.
    pub(super) fn by_name(&self) -> BTreeMap<String, String> {
        let values = self.0.iter();
        values
            .map(|(_, name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }
}

/// Which of the modules of an input is meant, in a project with several targets or permutations.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Variant {
    pub(super) target: Option<String>,
    /// The values along the axes.
    pub(super) axes: BTreeMap<String, String>,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = self.target.iter().map(|target| format!("target `{target}`"));
        let axes = self.axes.iter().map(|(name, value)| format!("{name}={value}"));
        f.write_str(&target.chain(axes).collect::<Vec<_>>().join(", "))
    }
}

/// The places in the name of an output that are no axes.
const PLACES: [&str; 3] = ["stem", "name", "target"];

/// Whether the name of an output has places.
pub(super) fn has_places(output: &str) -> bool {
    output.contains(['{', '}'])
}

/// The name of an output with its places filled: `{stem}` and `{name}` of the input, `{target}`, and `{AXIS}`. `{{` and
/// `}}` are braces.
///
/// # Errors
/// If a place is unknown or not closed, or an axis has none.
pub(super) fn filled(
    output: &str,
    input: &str,
    target: Option<&str>,
    combination: &Combination<'_>,
) -> Result<String, String> {
    let path = Path::new(input);
    let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let (mut text, mut rest) = (String::new(), output);
    let mut used: Vec<&str> = Vec::new();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, after) = rest.split_at(at);
        text += before;
        if let Some(after) = after.strip_prefix("{{").or_else(|| after.strip_prefix("}}")) {
            text.push_str(rest.get(at..=at).unwrap_or_default());
            rest = after;
            continue;
        }
        let place = after.strip_prefix('{').and_then(|after| after.split_once('}'));
        let Some((place, after)) = place else {
            return Err(format!(
                "`output = \"{output}\"` has a brace without its partner; `{{{{` is a brace"
            ));
        };
        rest = after;
        let value = match place {
            "stem" => part(path.file_stem()),
            "name" => part(path.file_name()),
            "target" => target.map(str::to_owned),
            axis => {
                let mut values = combination.0.iter().filter(|(_, name, _)| *name == axis);
                values.next().map(|(_, name, value)| {
                    used.push(name);
                    (*value).to_owned()
                })
            }
        };
        let Some(value) = value else {
            let known = PLACES.into_iter().chain(combination.0.iter().map(|(_, name, _)| *name));
            let near = nearest(place, &mut known.clone());
            let near = near.filter(|near| *near != place);
            return Err(match (place, near) {
                ("target", _) => "`{target}` in `output` needs targets: `[target.NAME]`".to_owned(),
                (_, Some(near)) => format!("`{{{place}}}` in `output` is unknown; the nearest is `{{{near}}}`"),
                (_, None) => {
                    let known: Vec<String> = known.map(|place| format!("`{{{place}}}`")).collect();
                    format!("`{{{place}}}` in `output` is unknown; known are {}", known.join(", "))
                }
            });
        };
        text += &value;
    }
    text += rest;
    match combination.0.iter().find(|(_, name, _)| !used.contains(name)) {
        Some((_, name, _)) => Err(format!(
            "`output = \"{output}\"` has no place for the axis `{name}`, so its modules would replace each other: `{{{name}}}`"
        )),
        None => Ok(text),
    }
}

/// A value as the text of an argument.
pub(super) fn text(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(value) => Ok(value.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => Err(format!("`{key}` takes no such value")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn axes(text: &str) -> Result<Axes, String> {
        Axes::take(&mut text.parse().unwrap())
    }

    #[test]
    fn every_combination_has_a_name() {
        let axes = axes("axes = { A = [1, 2.5], B = [true, false] }\ndefine-axes = { C = [\"x\"] }").unwrap();
        let names: Vec<String> = axes
            .combinations()
            .iter()
            .map(|one| filled("o/{stem}.{A}-{B}{C}.{target}.{{spv}}", "s/lit.wgsl", Some("pc"), one).unwrap())
            .collect();
        assert_eq!(
            names,
            ["1-true", "1-false", "2.5-true", "2.5-false"].map(|values| format!("o/lit.{values}x.pc.{{spv}}"))
        );
        let last = &axes.combinations()[3];
        assert_eq!(last.values(Sets::Override), ["A=2.5", "B=false"]);
        assert_eq!(last.values(Sets::Macro), ["C=x"]);
        assert_eq!(
            filled("{name}", "a/b.frag", None, &Combination::default()).unwrap(),
            "b.frag"
        );
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, message) in [
            ("axes = [1]", "`axes` is a table"),
            ("axes = { A = 1 }", "`axes.A` is a list of values"),
            ("axes = { A = [] }", "`axes.A` has no values"),
            ("axes = { A = [[1]] }", "`A` takes no such value"),
            ("axes = { A = [1] }\ndefine-axes = { A = [1] }", "the name is taken"),
            ("axes = { stem = [1] }", "the name is taken"),
        ] {
            let error = axes(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
        let axes = axes("axes = { TILE = [8] }").unwrap();
        let all = axes.combinations();
        for (output, message) in [
            ("{stem}.spv", "has no place for the axis `TILE`"),
            ("{TILES}.spv", "the nearest is `{TILE}`"),
            ("{x}{TILE}", "known are `{stem}`, `{name}`, `{target}`, `{TILE}`"),
            ("{TILE", "a brace without its partner"),
            ("{TILE}}", "a brace without its partner"),
            ("{target}{TILE}", "needs targets"),
        ] {
            let error = filled(output, "a.wgsl", None, &all[0]).unwrap_err();
            assert!(error.contains(message), "{output}: {error}");
        }
    }
}
