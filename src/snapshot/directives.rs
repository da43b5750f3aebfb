//! Directives in the first comments of a shader: the switches of `spirula compile`, and the few that only a suite has.
//!
//! `// flip-y` and `// flip-y: true` are the switch `--flip-y`; several values have commas or spaces between them. The
//! comments end with the first line that is none; empty lines may be among them, and `#version` before them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use naga::ResourceBinding;
use spirula::source::{Definition, nearest};
use spirula::switches::{Given, Switch, Takes};
use spirula::{BindingInfo, BindingSource, ExternalTextureBindingInfo, HandleMemory, Options, Target};

use super::Emit;
use super::check_lines::Prefix;

/// The directives that are no switches.
const OWN: [&str; 7] = [
    "targets",
    "emit",
    "bind",
    "external",
    "define",
    "include",
    "check-prefixes",
];

/// Applies a directive that it knows: its key and value.
pub type Own<'a> = dyn FnMut(&str, Option<&str>) -> Option<Result<(), String>> + 'a;

/// How a shader is compiled, and what of it is compared.
#[derive(Clone, Debug, Default)]
pub struct Directives {
    pub given: Given,
    /// The names of the targets; none for the default.
    pub targets: Vec<String>,
    pub emit: Vec<Emit>,
    pub prefixes: Vec<Prefix>,
    pub definitions: Vec<Definition>,
    /// The folders of files that are included.
    pub folders: Vec<PathBuf>,
    bindings: Vec<(ResourceBinding, BindingInfo)>,
    external: Vec<(ResourceBinding, ExternalTextureBindingInfo)>,
    /// The keys that were given, for those that count once.
    keys: Vec<String>,
}

impl Directives {
    /// The directives of a shader in a folder. `own` takes those that it knows.
    ///
    /// # Errors
    /// The first directive that is wrong, with its line.
    pub fn read(source: &str, folder: &Path, own: &mut Own<'_>) -> Result<Self, String> {
        let mut directives = Self::default();
        for (line, key, value) in lines(source) {
            let added = own(key, value).unwrap_or_else(|| directives.add(key, value, folder));
            added.map_err(|message| match value.map(str::trim) {
                Some(value) => format!("line {line}: `{key}: {value}`: {message}"),
                None => format!("line {line}: `{key}`: {message}"),
            })?;
        }
        mistaken(source, folder)?;
        Ok(directives)
    }

    /// Adds a directive. Paths are relative to the folder.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn add(&mut self, key: &str, value: Option<&str>, folder: &Path) -> Result<(), String> {
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let needed = || value.ok_or_else(|| "a value is needed".to_owned());
        let is_again = self.keys.iter().any(|known| known == key);
        self.keys.push(key.to_owned());
        match key {
            "targets" | "target-env" => {
                for name in words(needed()?) {
                    Target::parse(name).map_err(|error| error.to_string())?;
                    self.targets.push(name.to_owned());
                }
            }
            "emit" => {
                for name in words(needed()?) {
                    self.emit.push(Emit::from_name(name)?);
                }
            }
            "check-prefixes" => {
                for word in needed()?.split_whitespace() {
                    self.prefixes.push(prefix(word)?);
                }
            }
            "define" => {
                let value = needed()?;
                let (name, value) = value
                    .split_once('=')
                    .map_or((value, None), |(name, value)| (name, Some(value)));
                self.definitions.push((name.to_owned(), value.map(str::to_owned)));
            }
            "include" => self.folders.push(folder.join(needed()?)),
            "bind" => {
                for line in needed()?.split(';') {
                    self.bindings.push(binding(line)?);
                }
            }
            "external" => self.external.push(external(needed()?)?),
            _ => return self.add_switch(key, value, folder, is_again),
        }
        Ok(())
    }

    fn add_switch(&mut self, key: &str, value: Option<&str>, folder: &Path, is_again: bool) -> Result<(), String> {
        let switch = Switch::named(key).ok_or_else(|| unknown(key))?;
        let mut values: Vec<Option<OsString>> = vec![value.map(Into::into)];
        let needed = || value.ok_or_else(|| format!("a value is needed: {}", switch.value_name));
        match switch.takes {
            Takes::List(_) => values = words(needed()?).map(|value| Some(value.into())).collect(),
            Takes::ListOrNone(_) => {
                if let Some(value) = value {
                    values = words(value).map(|value| Some(value.into())).collect();
                }
            }
            Takes::File | Takes::Files => values = vec![Some(folder.join(needed()?).into_os_string())],
            Takes::One(_) | Takes::Choice(..) | Takes::Repeated(_) => {
                needed()?;
            }
            Takes::Flag(_) | Takes::Bool(_) | Takes::OneOr(..) => {}
        }
        let is_list = matches!(
            switch.takes,
            Takes::List(_) | Takes::ListOrNone(_) | Takes::Repeated(_) | Takes::Files
        );
        if is_again && !is_list {
            return Err("it is given twice".to_owned());
        }
        for value in values {
            // A flag may need another one, which may follow.
            let checked = match switch.takes {
                Takes::Flag(_) => value
                    .as_deref()
                    .filter(|value| !matches!(value.to_str(), Some("true" | "false"))),
                _ => value.as_deref(),
            };
            if let Some(text) = checked.and_then(|value| value.to_str()) {
                switch.check(text)?;
            }
            self.given.add(switch, value);
        }
        Ok(())
    }

    /// Looks for switches that exclude or need others.
    ///
    /// # Errors
    /// The first of them.
    pub fn validate(&self) -> Result<(), String> {
        for switch in Switch::all().filter(|switch| self.given.has(switch.long)) {
            let is_there = |other: &str| {
                let is_target = other == "target-env" && !self.targets.is_empty();
                self.given.has(other) || is_target
            };
            if let Some(other) = switch.conflicts.iter().copied().find(|other| is_there(other)) {
                return Err(format!("`{}` and `{other}` exclude each other", switch.long));
            }
            if let Some(other) = switch.needs.filter(|other| !self.given.has(other)) {
                return Err(format!("`{}` has no effect without `{other}`", switch.long));
            }
        }
        Ok(())
    }

    /// These directives with those of a shader, which replace the same ones.
    #[must_use]
    pub fn with(&self, own: Self) -> Self {
        fn either<T: Clone>(own: Vec<T>, default: &[T]) -> Vec<T> {
            if own.is_empty() { default.to_vec() } else { own }
        }
        let mut given = self.given.with(&own.given);
        // A device is a target.
        let mut targets = either(own.targets.clone(), &self.targets);
        if own.given.has("device") {
            targets = own.targets;
        } else if !own.targets.is_empty() {
            given.remove("device");
        }
        Self {
            given,
            targets,
            emit: either(own.emit, &self.emit),
            prefixes: either(own.prefixes, &self.prefixes),
            definitions: either(own.definitions, &self.definitions),
            folders: self.folders.iter().cloned().chain(own.folders).collect(),
            bindings: self.bindings.iter().cloned().chain(own.bindings).collect(),
            external: self.external.iter().cloned().chain(own.external).collect(),
            keys: Vec::new(),
        }
    }

    /// Adds the bindings to the options.
    pub fn bind(&self, options: &mut Options) {
        options.binding_map.extend(self.bindings.iter().cloned());
        options
            .external_texture_binding_map
            .extend(self.external.iter().cloned());
    }
}

/// The comments of a shader that are lines of their own: the number of the line, the text, and whether it is one of the
/// first comments. Empty lines may be among these, and `#version`, which may follow comments in GLSL.
fn comments(source: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut is_first = true;
    source.lines().enumerate().filter_map(move |(index, line)| {
        let line = line.trim();
        let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
        is_first &= comment.is_some() || line.is_empty() || line.starts_with("#version");
        comment.map(|comment| (index + 1, comment.trim(), is_first))
    })
}

/// Line, key and value of each directive.
fn lines(source: &str) -> impl Iterator<Item = (usize, &str, Option<&str>)> {
    let comments = comments(source).filter_map(|(line, comment, is_first)| is_first.then_some((line, comment)));
    comments.filter_map(|(line, comment)| {
        let is_key = |key: &str| {
            let is_inner = |character: char| character.is_ascii_lowercase() || character == '-';
            !key.is_empty() && key.chars().all(is_inner)
        };
        match comment.split_once(':') {
            Some((key, value)) if is_key(key) && value.starts_with(' ') => Some((line, key, Some(value))),
            // Prose may end with a colon.
            Some((key, "")) if OWN.contains(&key) || Switch::named(key).is_some() => Some((line, key, Some(""))),
            // One word of prose is no directive, unless it is a switch.
            _ => {
                let takes_none = |switch: &Switch| {
                    matches!(
                        switch.takes,
                        Takes::Flag(_) | Takes::Bool(_) | Takes::OneOr(..) | Takes::ListOrNone(_)
                    )
                };
                Switch::named(comment)
                    .filter(|switch| takes_none(switch))
                    .map(|_| (line, comment, None))
            }
        }
    })
}

/// Looks for comments that are no directives and were meant to be: a key with a mistake and no value, a key without its
/// colon, and a directive below the code.
fn mistaken(source: &str, folder: &Path) -> Result<(), String> {
    for (number, comment, is_first) in comments(source) {
        let (key, value) = comment.split_once(": ").unwrap_or((comment, ""));
        if !is_first {
            let is_key = !value.is_empty() && (OWN.contains(&key) || Switch::named(key).is_some());
            // What is no valid directive is prose.
            if is_key && Directives::default().add(key, Some(value), folder).is_ok() {
                return Err(format!(
                    "line {number}: `{comment}` has no effect below the code: directives are the first comments"
                ));
            }
            continue;
        }
        let (word, rest) = key.split_once(' ').unwrap_or((key, ""));
        let lower = word.to_lowercase();
        // Keys of one word are words of prose too.
        let named = Switch::named(&lower).filter(|switch| switch.long.contains('-'));
        let near = || {
            nearest(
                &lower,
                &mut Switch::all()
                    .map(|switch| switch.long)
                    .filter(|long| long.contains('-')),
            )
        };
        let meant = match named {
            Some(switch) if word != lower => Some(switch.long),
            Some(switch) if matches!(rest, "true" | "false") => Some(switch.long),
            None if lower.contains('-') && rest.is_empty() && value.is_empty() => near(),
            Some(_) | None => None,
        };
        if let Some(meant) = meant {
            return Err(format!(
                "line {number}: `{comment}` is no directive; `{meant}` or `{meant}: VALUE` is meant"
            ));
        }
    }
    Ok(())
}

/// Values with commas or spaces between them.
fn words(value: &str) -> impl Iterator<Item = &str> {
    value.split([',', ' ', '\t']).filter(|word| !word.is_empty())
}

fn unknown(key: &str) -> String {
    let mut known = Switch::all().map(|switch| switch.long).chain(OWN);
    match nearest(key, &mut known) {
        Some(near) => format!("no such directive; the nearest is `{near}`"),
        None => {
            "no such directive; directives are the switches of `spirula compile` and targets, emit, bind, external, \
                 define, include and check-prefixes; a comment of another tool belongs below the code"
                .to_owned()
        }
    }
}

/// `NAME` or `NAME=TARGETS`.
fn prefix(word: &str) -> Result<Prefix, String> {
    let (name, targets) = word
        .split_once('=')
        .map_or((word, None), |(name, targets)| (name, Some(targets)));
    let name = name.trim_end_matches(',');
    let is_inner = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.chars().all(is_inner) {
        return Err(format!("`{name}` cannot begin a check line"));
    }
    Ok(Prefix {
        name: name.to_owned(),
        targets: targets.map(|targets| targets.trim_end_matches(',').to_owned()),
    })
}

/// `group,binding -> set,binding[,size] [combined] [handle MEMORY OFFSET]`
fn binding(value: &str) -> Result<(ResourceBinding, BindingInfo), String> {
    const FORM: &str = "group,binding -> set,binding[,size] [combined] [handle storage|uniform|push-constant OFFSET]";
    let numbers = |list: &str| -> Result<Vec<u32>, String> {
        let parse = |number: &str| {
            number
                .trim()
                .parse()
                .map_err(|_| format!("`{}` is no number; {FORM}", number.trim()))
        };
        list.split(',').map(parse).collect()
    };
    let (from, to) = value.split_once("->").ok_or(FORM)?;
    let mut words = to.split_whitespace();
    let (from, to) = (numbers(from)?, numbers(words.next().unwrap_or(""))?);
    let mut combined = false;
    let mut table = None;
    while let Some(word) = words.next() {
        match word {
            "combined" => combined = true,
            "handle" => {
                let memory = match words.next() {
                    Some("storage") => HandleMemory::Storage,
                    Some("uniform") => HandleMemory::Uniform,
                    Some("push-constant") => HandleMemory::PushConstant,
                    _ => return Err(FORM.to_owned()),
                };
                let offset = words.next().unwrap_or("").parse().map_err(|_| FORM.to_owned())?;
                table = Some((memory, offset));
            }
            _ => return Err(format!("`{word}` is unknown; {FORM}")),
        }
    }
    let source = match (table, combined) {
        (None, false) => BindingSource::Descriptor,
        (None, true) => BindingSource::Combined,
        (Some((memory, offset)), false) => BindingSource::Handle { memory, offset },
        (Some((memory, offset)), true) => BindingSource::CombinedHandle { memory, offset },
    };
    let (&[group, binding], &[set, to, ref size @ ..]) = (from.as_slice(), to.as_slice()) else {
        return Err(FORM.to_owned());
    };
    if size.len() > 1 {
        return Err(FORM.to_owned());
    }
    let info = BindingInfo {
        descriptor_set: set,
        binding: to,
        binding_array_size: size.first().copied(),
        source,
    };
    Ok((ResourceBinding { group, binding }, info))
}

/// `group,binding -> set,binding set,binding set,binding set,binding`: three planes and parameters.
fn external(value: &str) -> Result<(ResourceBinding, ExternalTextureBindingInfo), String> {
    const FORM: &str = "group,binding -> set,binding of three planes and of the parameters";
    let (from, to) = value.split_once("->").ok_or(FORM)?;
    let places = to.split_whitespace().map(|to| binding(&format!("{from} -> {to}")));
    let places: Vec<_> = places.collect::<Result<_, _>>()?;
    let &[(resource, first), (_, second), (_, third), (_, params)] = places.as_slice() else {
        return Err(FORM.to_owned());
    };
    let planes = [first, second, third];
    Ok((resource, ExternalTextureBindingInfo { planes, params }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use spirula::switches::Configuration;

    use super::*;

    fn read(source: &str) -> Result<Directives, String> {
        let read = Directives::read(source, Path::new("folder"), &mut |_, _| None)?;
        read.validate().map(|()| read)
    }

    fn options(source: &str) -> Options {
        let directives = read(source).unwrap();
        let mut made = Configuration::new(&directives.given, Target::vulkan(1, 1)).unwrap();
        directives.bind(&mut made.options);
        made.options
    }

    #[test]
    fn directives_are_the_switches() {
        let source = "#version 450\n\n// A shader: with prose.\n// flip-y\n// clamp-depth: true\n// zero-workgroup-memory: \
            false\n// bounds-checks: index=unchecked, buffer=read-zero-skip-write\n// override: a=1\n// override: \
            b=2\n// no-contraction: f @invariant\n// spec-constants: false\n// bind: 0,1 -> 2,3; 0,2 -> 2,4,8 combined\nvoid main() {}\n";
        let options = options(source);
        assert!(options.adjust_coordinate_space && options.clamp_frag_depth && !options.spec_constants);
        assert!(!options.zero_initialize_workgroup_memory);
        assert_eq!(
            options.bounds_check_policies.index,
            naga::proc::BoundsCheckPolicy::Unchecked
        );
        assert_eq!(
            options.bounds_check_policies.buffer,
            naga::proc::BoundsCheckPolicy::ReadZeroSkipWrite
        );
        assert_eq!((options.overrides.len(), options.binding_map.len()), (2, 2));
        assert!(options.float_controls.exact_invariant_positions);
        let other =
            read("// targets: vulkan1.0, vulkan1.3 spv1.6\n// emit: checks\n// check-prefixes: A B=vulkan1.0").unwrap();
        assert_eq!(other.targets, ["vulkan1.0", "vulkan1.3", "spv1.6"]);
        assert_eq!((other.emit.len(), other.prefixes.len()), (1, 2));
        assert_eq!(
            read("; bindings: b.json").unwrap().given.file("bindings"),
            Some(Path::new("folder/b.json"))
        );
    }

    #[test]
    fn mistakes_name_their_line() {
        let wrong = [
            (
                "// a\n// flipy: true",
                "line 2: `flipy: true`: no such directive; the nearest is `flip-y`",
            ),
            ("// flip-y: yes", "line 1: `flip-y: yes`: true or false is needed"),
            (
                "// flip-y\n// flip-y: false",
                "line 2: `flip-y: false`: it is given twice",
            ),
            (
                "// like: dxc",
                "line 1: `like: dxc`: `dxc` is unknown; known are naga-cli, wgpu",
            ),
            (
                "// debug-language: wgsl",
                "`debug-language` has no effect without `debug-info`",
            ),
            (
                "// device: a.json\n// targets: spv1.3",
                "`device` and `target-env` exclude each other",
            ),
            (
                "// entry-point: ",
                "line 1: `entry-point: `: a value is needed: [STAGE:]NAME",
            ),
            (
                "// emit: spv",
                "line 1: `emit: spv`: `spv` is unknown; known are spvasm, requirements and checks",
            ),
        ];
        for (source, message) in wrong {
            let error = read(source).err().unwrap_or_default();
            assert_eq!(error, message, "{source}");
        }
        assert!(read("// bind: 0,1 -> 2").is_err() && read("// external: 0,1 -> 0,1").is_err());
    }

    #[test]
    fn what_was_meant_to_be_a_directive_is_wrong() {
        for (source, message) in [
            (
                "// flip-yy",
                "line 1: `flip-yy` is no directive; `flip-y` or `flip-y: VALUE` is meant",
            ),
            (
                "\n// Flip-Y: true",
                "line 2: `Flip-Y: true` is no directive; `flip-y` or `flip-y: VALUE` is meant",
            ),
            (
                "// flip-y true",
                "line 1: `flip-y true` is no directive; `flip-y` or `flip-y: VALUE` is meant",
            ),
            (
                "// a\nfn main() {}\n// targets: vulkan1.3",
                "line 3: `targets: vulkan1.3` has no effect below the code: directives are the first comments",
            ),
        ] {
            assert_eq!(read(source).err().as_deref(), Some(message), "{source}");
        }
        for prose in [
            "// a well-known shader\n// well-known\n// Names: a, b\nfn main() {}\n// names: of things\n// targets: all",
            "#version 450\n// flip-y\nvoid main() {}\n// see flip-y: it flips",
        ] {
            assert!(read(prose).is_ok(), "{prose}");
        }
        assert!(options("// A shader.\n\n#version 450\n// flip-y\nvoid main() {}").adjust_coordinate_space);
    }

    #[test]
    fn prose_is_no_directive() {
        for prose in [
            "// Note: this",
            "// names of things",
            "// wobble",
            "// a b: c",
            "// see https://example.org",
        ] {
            assert!(!read(prose).unwrap().given.has("names"), "{prose}");
        }
    }

    #[test]
    fn a_shader_overrides_the_suite() {
        let suite = read("// flip-y\n// targets: vulkan1.0\n// strict").unwrap();
        let both = suite.with(read("// flip-y: false\n// strict: false\n// targets: vulkan1.2").unwrap());
        let made = Configuration::new(&both.given, Target::vulkan(1, 2)).unwrap();
        assert!(!made.options.adjust_coordinate_space);
        assert_eq!(
            (made.target, both.targets),
            (Target::vulkan(1, 2), vec!["vulkan1.2".to_owned()])
        );
    }
}
