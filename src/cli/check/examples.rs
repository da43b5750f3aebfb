//! For every rule a module that keeps it and the change that breaks it, out of the cases that the tests run.
//!
//! The form of the files is described in `tests/it/check.rs`; what the command line shows is read from them as they are.

/// The cases of the tests, a file a family.
const FILES: [&str; 37] = [
    include_str!("../../../tests/it/check/builtins.txt"),
    include_str!("../../../tests/it/check/builtins_vendors.txt"),
    include_str!("../../../tests/it/check/capability.txt"),
    include_str!("../../../tests/it/check/constants.txt"),
    include_str!("../../../tests/it/check/cooperative.txt"),
    include_str!("../../../tests/it/check/decorations.txt"),
    include_str!("../../../tests/it/check/device.txt"),
    include_str!("../../../tests/it/check/device_pipeline.txt"),
    include_str!("../../../tests/it/check/ext_inst.txt"),
    include_str!("../../../tests/it/check/ext_inst_debug.txt"),
    include_str!("../../../tests/it/check/ext_inst_numbers.txt"),
    include_str!("../../../tests/it/check/feedback.txt"),
    include_str!("../../../tests/it/check/feedback_limits.txt"),
    include_str!("../../../tests/it/check/float_controls.txt"),
    include_str!("../../../tests/it/check/flow.txt"),
    include_str!("../../../tests/it/check/handles.txt"),
    include_str!("../../../tests/it/check/ids.txt"),
    include_str!("../../../tests/it/check/image.txt"),
    include_str!("../../../tests/it/check/interface.txt"),
    include_str!("../../../tests/it/check/layout.txt"),
    include_str!("../../../tests/it/check/limits.txt"),
    include_str!("../../../tests/it/check/logical.txt"),
    include_str!("../../../tests/it/check/memory.txt"),
    include_str!("../../../tests/it/check/mesh.txt"),
    include_str!("../../../tests/it/check/modes.txt"),
    include_str!("../../../tests/it/check/narrower.txt"),
    include_str!("../../../tests/it/check/physical.txt"),
    include_str!("../../../tests/it/check/physical_pointers.txt"),
    include_str!("../../../tests/it/check/primitives.txt"),
    include_str!("../../../tests/it/check/ray.txt"),
    include_str!("../../../tests/it/check/subgroup.txt"),
    include_str!("../../../tests/it/check/sync.txt"),
    include_str!("../../../tests/it/check/types.txt"),
    include_str!("../../../tests/it/check/typing.txt"),
    include_str!("../../../tests/it/check/typing_more.txt"),
    include_str!("../../../tests/it/check/universal.txt"),
    include_str!("../../../tests/it/check/vendors.txt"),
];

/// A module that keeps a rule, and how it is broken.
pub(super) struct Example {
    /// The target's name, and what it has and lacks besides.
    pub(super) target: String,
    /// The lines of the module that keeps it.
    pub(super) kept: Vec<&'static str>,
    /// The lines of both: `' '` for those of both, `'-'` for those of the module that keeps it, `'+'` for those of the one that
    /// breaks it.
    pub(super) both: Vec<(char, &'static str)>,
    /// Changes of words, and of what the target has.
    pub(super) besides: Vec<String>,
    /// Where the last change was.
    place: usize,
}

impl Example {
    /// The lines of the module that breaks the rule.
    pub(super) fn broken(&self) -> Vec<&'static str> {
        let lines = self.both.iter().filter(|&&(sign, _)| sign != '-');
        lines.map(|&(_, line)| line).collect()
    }

    /// Whether all of it is text that can be assembled as it is.
    pub(super) fn is_plain(&self) -> bool {
        let is_pattern = |line: &str| {
            let begins = ["repeat ", "nest ", "cases ", "constructs "];
            begins.iter().any(|word| line.starts_with(word)) || line.contains("[[")
        };
        self.besides.is_empty() && !self.both.iter().any(|&(_, line)| is_pattern(line))
    }
}

/// The shortest example of a rule, of such as are text alone if there are any.
pub(super) fn example(rule: &str) -> Option<Example> {
    let all = FILES.iter().flat_map(|text| examples(text, rule));
    all.min_by_key(|example| (!example.is_plain(), example.both.len()))
}

/// What the lines of a file belong to.
enum State {
    Nothing,
    Prelude,
    Case,
    /// A way to break a rule.
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
            // What spirv-val says of it.
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

/// A line, or those that it stands for.
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

    /// Takes in one change: a line that goes, one that comes in its place, or something else than lines.
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
    fn every_rule_has_an_example_that_keeps_it_and_one_that_breaks_it() {
        let mut judged = 0;
        for rule in Rule::all() {
            let name = rule.row().name;
            let example = example(name).unwrap_or_else(|| panic!("{name}: no example"));
            assert!(!example.kept.is_empty(), "{name}");
            let is_changed = example.both.iter().any(|&(sign, _)| sign != ' ');
            assert!(is_changed || !example.besides.is_empty(), "{name}");
            // What the target has besides is read by the tests that own the cases.
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

    #[test]
    fn every_file_of_cases_is_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/check");
        let files = std::fs::read_dir(folder).unwrap();
        let texts = files.filter(|file| {
            file.as_ref()
                .unwrap()
                .path()
                .extension()
                .is_some_and(|end| end == "txt")
        });
        assert_eq!(texts.count(), FILES.len());
    }
}
