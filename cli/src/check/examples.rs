//! For every rule, a module that satisfies it and the change that violates it, from the cases of the tests.
//!
//! `tests/it/check.rs` of `spirula-spirv` describes the format of the files. They are parsed here without assembling the modules.

use spirula_spirv::internal::CASES;

/// A module that satisfies a rule, and a change that violates it.
pub(super) struct Example {
    /// The target's name, and the features that are added and removed.
    pub(super) target: String,
    /// The lines of the module that satisfies the rule.
    pub(super) kept: Vec<&'static str>,
    /// The lines of both modules: `' '` for common lines, `'-'` for those of the module that satisfies the rule, `'+'`
    /// for those of the one that violates it.
    pub(super) both: Vec<(char, &'static str)>,
    /// Changes to words, and to the features of the target.
    pub(super) besides: Vec<String>,
    /// The index of the last change.
    place: usize,
}

impl Example {
    /// The lines of the module that violates the rule.
    pub(super) fn broken(&self) -> Vec<&'static str> {
        let lines = self.both.iter().filter(|&&(sign, _)| sign != '-');
        lines.map(|&(_, line)| line).collect()
    }

    /// Whether all lines are plain assembly.
    pub(super) fn is_plain(&self) -> bool {
        let is_pattern = |line: &str| {
            let begins = ["repeat ", "nest ", "cases ", "constructs "];
            begins.iter().any(|word| line.starts_with(word)) || line.contains("[[")
        };
        self.besides.is_empty() && !self.both.iter().any(|&(_, line)| is_pattern(line))
    }
}

/// The shortest example of a rule. Plain assembly is preferred.
pub(super) fn example(rule: &str) -> Option<Example> {
    let all = CASES.iter().flat_map(|text| examples(text, rule));
    all.min_by_key(|example| (!example.is_plain(), example.both.len()))
}

/// The block of a file that a line belongs to.
enum State {
    Nothing,
    Prelude,
    Case,
    /// A change that violates a rule.
    Break {
        is_asked: bool,
    },
}

/// The examples of a rule in one file.
fn examples(text: &'static str, rule: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut preludes: Vec<(&str, Vec<&'static str>)> = Vec::new();
    let mut state = State::Nothing;
    let (mut target, mut module) = ("", Vec::new());
    let lines = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default().trim());
    for line in lines.filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix("== prelude ") {
            preludes.push((name, Vec::new()));
            state = State::Prelude;
        } else if let Some(head) = line.strip_prefix("== case ") {
            target = head.split_once(" @ ").map_or("", |(_, target)| target);
            module = Vec::new();
            state = State::Case;
        } else if let Some(what) = line.strip_prefix("-- ") {
            let is_asked = what.strip_prefix("breaks ") == Some(rule);
            if is_asked {
                found.push(Example::new(target, &module));
            }
            state = State::Break { is_asked };
        } else if line.starts_with(['!', '?']) {
            // The expected result of spirv-val.
        } else {
            match (&state, found.last_mut()) {
                (State::Prelude, _) => {
                    let lines = expanded(&preludes, line);
                    if let Some((_, prelude)) = preludes.last_mut() {
                        prelude.extend(lines);
                    }
                }
                (State::Case, _) => module.extend(expanded(&preludes, line)),
                (State::Break { is_asked: true }, Some(example)) => example.change(line),
                (State::Break { .. } | State::Nothing, _) => {}
            }
        }
    }
    found
}

/// The line, or the lines of the prelude that it uses.
fn expanded(preludes: &[(&str, Vec<&'static str>)], line: &'static str) -> Vec<&'static str> {
    let used = line.strip_prefix("use ").and_then(|name| {
        let mut all = preludes.iter();
        all.find(|(known, _)| *known == name)
    });
    used.map_or_else(|| vec![line], |(_, lines)| lines.clone())
}

impl Example {
    fn new(target: &str, module: &[&'static str]) -> Self {
        Self {
            target: target.to_owned(),
            kept: module.to_vec(),
            both: module.iter().map(|&line| (' ', line)).collect(),
            besides: Vec::new(),
            place: 0,
        }
    }

    /// Applies one change: removes a line, adds one in its place, or records another kind of change.
    fn change(&mut self, line: &'static str) {
        let Some((sign, text)) = line.split_at_checked(1) else {
            return;
        };
        let text = text.trim();
        match sign {
            "-" => {
                let gone =
                    |&(at, (sign, line)): &(usize, &(char, &str))| at >= self.place && *sign == ' ' && *line == text;
                let at = self.both.iter().enumerate().find(gone).map(|(at, _)| at);
                if let Some((at, one)) = at.and_then(|at| Some((at, self.both.get_mut(at)?))) {
                    one.0 = '-';
                    self.place = at + 1;
                }
            }
            "+" => {
                self.both.insert(self.place.min(self.both.len()), ('+', text));
                self.place += 1;
            }
            "@" => self.besides.push(format!("the target besides: {text}")),
            _ => self.besides.push(format!("words changed: {text}")),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use spirula::Target;
    use spirula::check::{Rule, check};
    use spirula::words::assemble_text;

    use super::*;

    #[test]
    fn every_rule_has_an_example_that_satisfies_and_one_that_violates_it() {
        let mut judged = 0;
        for rule in Rule::all() {
            let name = rule.row().name;
            let example = example(name).unwrap_or_else(|| panic!("{name}: no example"));
            assert!(!example.kept.is_empty(), "{name}");
            let is_changed = example.both.iter().any(|&(sign, _)| sign != ' ');
            assert!(is_changed || !example.besides.is_empty(), "{name}");
            // Targets with other features are covered by the tests that own the cases.
            let (true, Ok(target)) = (example.is_plain(), Target::parse(&example.target)) else {
                continue;
            };
            judged += 1;
            let report = |lines: &[&str]| {
                let text = lines.join("\n");
                check(&assemble_text(&text, target.spirv_version().word()).unwrap(), &target)
            };
            assert!(report(&example.kept).is_valid(), "{name}: {}", report(&example.kept));
            let broken = report(&example.broken());
            assert!(broken.violations.iter().any(|one| one.rule == rule), "{name}: {broken}");
        }
        assert!(judged > 700, "{judged}");
    }
}
