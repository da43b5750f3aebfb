//! naga_oil's directives in WGSL: whether a text has any, and the place of a complaint about one.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use naga_oil::compose::comment_strip_iter::CommentReplaceExt as _;
use naga_oil::compose::parse_imports::parse_imports;
use naga_oil::compose::preprocess::Preprocessor;
use naga_oil::compose::{ComposerErrorInner, ShaderDefValue};

use crate::source::Definition;
use crate::source::diagnose::{Complaint, Label};

/// A binding whose number naga_oil chooses.
pub(super) const AUTO_BINDING: &str = "@binding(auto)";

/// The directives at the start of a line.
pub(super) const DIRECTIVES: [&str; 8] = [
    "import",
    "define_import_path",
    "ifdef",
    "ifndef",
    "if",
    "else",
    "endif",
    "define",
];

pub(super) static PREPROCESSOR: LazyLock<Preprocessor> = LazyLock::new(Preprocessor::default);

/// Whether a text has directives of naga_oil, or uses a definition.
pub fn has_directives(text: &str, definitions: &[Definition]) -> bool {
    (text.contains('#') || text.contains(AUTO_BINDING))
        && text.lines().replace_comments().any(|line| {
            let is_directive = directive(&line).is_some_and(|(name, _)| DIRECTIVES.contains(&name));
            let is_use = |rest: &str| {
                let rest = rest.trim_start();
                rest.starts_with('{') || definitions.iter().any(|(name, _)| word(rest) == name)
            };
            is_directive || line.contains(AUTO_BINDING) || line.split('#').skip(1).any(is_use)
        })
}

/// The word at the start of a text.
pub(super) fn word(text: &str) -> &str {
    let end = text.find(|one: char| !one.is_alphanumeric() && one != '_');
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// The name of the directive in a line without comments, and the text behind it.
pub(super) fn directive(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let name = word(rest);
    Some((name, rest.strip_prefix(name)?))
}

/// The name of `#define_import_path`.
pub(super) fn import_path(text: &str) -> Option<String> {
    if !text.contains("define_import_path") {
        return None;
    }
    text.lines().replace_comments().find_map(|line| {
        let (_, rest) = directive(&line).filter(|(name, _)| *name == "define_import_path")?;
        rest.split_whitespace().next().map(str::to_owned)
    })
}

/// The text for the composer: lines end with a line feed, and each `@binding(auto)` is replaced by the next number, because
/// the composer would choose other numbers each time that it builds the shader.
pub(super) fn composer_text(text: &str, bindings: &mut u32) -> String {
    let mut replaced = text.replace("\r\n", "\n").replace('\r', "\n");
    if !replaced.ends_with('\n') {
        replaced.push('\n');
    }
    while replaced.contains(AUTO_BINDING) {
        replaced = replaced.replacen(AUTO_BINDING, &format!("@binding({bindings})"), 1);
        *bindings += 1;
    }
    replaced
}

/// The byte ranges of the lines of a file, without their ends.
pub(super) fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            // In CR LF, the line feed ends the line.
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {}
            b'\n' | b'\r' => {
                let is_pair = byte == b'\n' && at > start && bytes.get(at - 1) == Some(&b'\r');
                lines.push(start..if is_pair { at - 1 } else { at });
                start = at + 1;
            }
            _ => {}
        }
    }
    lines.push(start..text.len());
    lines
}

pub(super) fn label(range: Option<Range<usize>>) -> Vec<Label> {
    let label = |range| Label {
        range,
        message: String::new(),
    };
    range.map(label).into_iter().collect()
}

/// The lines of a file with spaces in place of comments, each with its range in the file.
pub(super) fn uncommented_lines(text: &str) -> Vec<(Range<usize>, String)> {
    let source = text.replace("\r\n", "\n").replace('\r', "\n");
    let uncommented: Vec<String> = source
        .lines()
        .replace_comments()
        .map(|line| line.into_owned())
        .collect();
    lines(text).into_iter().zip(uncommented).collect()
}

/// The place where a file imports `module`: its name in a directive, otherwise its first use.
pub(super) fn place_of_import(text: &str, module: &str) -> Option<Range<usize>> {
    let lines = uncommented_lines(text);
    let find = |at: usize, end: usize, name: &str| {
        let lines = lines.get(at..end)?;
        lines.iter().find_map(|(range, line)| {
            let start = range.start + line.find(name)?;
            Some(start..start + name.len())
        })
    };
    for (at, (range, line)) in lines.iter().enumerate() {
        if directive(line).is_none_or(|(name, _)| name != "import") {
            continue;
        }
        // The directive ends where its braces are closed.
        let (mut directive, mut end) = (String::new(), at);
        for (_, line) in lines.get(at..).unwrap_or_default() {
            directive += line;
            directive.push('\n');
            end += 1;
            if directive.matches('{').count() <= directive.matches('}').count() {
                break;
            }
        }
        let mut paths = Default::default();
        let is_read = parse_imports(&directive, &mut paths).is_ok();
        let is_of_module = |path: &String| {
            let rest = path.strip_prefix(module);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
                || module
                    .strip_prefix(path.as_str())
                    .is_some_and(|rest| rest.starts_with("::"))
        };
        if is_read && paths.values().flatten().any(is_of_module) {
            let last = module.rsplit("::").next().unwrap_or(module);
            let start = range.start + line.len() - line.trim_start().len();
            let whole = start..range.start + line.trim_end().len();
            return find(at, end, module).or_else(|| find(at, end, last)).or(Some(whole));
        }
    }
    find(0, lines.len(), module)
}

/// The complaint about a directive of a file.
pub(super) fn directive_complaint(text: &str, error: &ComposerErrorInner) -> Complaint {
    use ComposerErrorInner as Inner;

    let lines = uncommented_lines(text);
    let trimmed = |range: &Range<usize>, line: &str| {
        let start = range.start + line.len() - line.trim_start().len();
        start..(range.start + line.trim_end().len()).max(start)
    };
    let at = |line: usize| lines.get(line).map(|(range, line)| trimmed(range, line));
    // naga_oil's offsets are imprecise where a definition was replaced, so the nearest line that fits is used.
    let near = |position: usize, fits: &dyn Fn(&str) -> bool| {
        let line = lines.partition_point(|(range, _)| range.end < position);
        let all = lines.iter().enumerate().filter(|(_, (_, line))| fits(line));
        let nearest = all.min_by_key(|(at, _)| at.abs_diff(line));
        nearest.map(|(_, (range, line))| trimmed(range, line))
    };
    let named = |line: &str, name: &str| directive(line).is_some_and(|(found, _)| found == name);
    let compares = |line: &str, part: &str| ["if", "else"].iter().any(|name| named(line, name)) && line.contains(part);
    let comparison = "`#if` compares, as in `#if NAME == 3`; `#ifdef NAME` is true of any definition";
    let mut notes = Vec::new();
    let place = match error {
        Inner::ImportParseError(_, position) | Inner::ImportNotFound(_, position) => near(*position, &|_| true),
        Inner::NotEnoughEndIfs(_) => {
            let mut open = Vec::new();
            for (range, line) in &lines {
                match directive(line) {
                    Some(("if" | "ifdef" | "ifndef", _)) => open.push(trimmed(range, line)),
                    Some(("endif", _)) => drop(open.pop()),
                    Some(_) | None => {}
                }
            }
            open.pop()
        }
        Inner::TooManyEndIfs(position) => near(*position, &|line| named(line, "endif")),
        Inner::ElseWithoutCondition(position) => near(*position, &|line| named(line, "else")),
        Inner::UnknownShaderDefOperator { pos, operator } => {
            notes.push(comparison.to_owned());
            near(*pos, &|line| compares(line, operator))
        }
        Inner::UnknownShaderDef { pos, shader_def_name } => {
            notes.push(comparison.to_owned());
            near(*pos, &|line| compares(line, shader_def_name))
        }
        Inner::InvalidShaderDefComparisonValue {
            pos, shader_def_name, ..
        } => near(*pos, &|line| compares(line, shader_def_name)),
        Inner::DefineInModule(position) => near(*position, &|line| named(line, "define")),
        Inner::InvalidShaderDefDefinitionValue { pos, .. } => near(*pos, &|line| named(line, "define")),
        Inner::InvalidWgslDirective { position, .. } => at(*position),
        Inner::DecorationInSource(range) => near(range.start, &|line| line.contains("X_naga_oil_")),
        Inner::OverrideNotVirtual { pos, name } => {
            near(*pos, &|line| line.contains("override") && line.contains(name.as_str()))
        }
        // catch-all: the others are not about directives, and features of naga_oil add variants.
        _ => None,
    };
    Complaint {
        labels: label(place),
        notes,
        ..Complaint::new("directive", error.to_string())
    }
}

/// The first name in a preprocessed text that is used as a definition and is not defined: its offset and the name.
pub(super) fn undefined(preprocessed: &str) -> Option<(usize, String)> {
    let mut start = 0;
    for line in preprocessed.lines().replace_comments() {
        if let Some((before, rest)) = line.split_once('#') {
            let name = word(rest.trim_start_matches([' ', '{']));
            return (!name.is_empty()).then(|| (start + before.len(), name.to_owned()));
        }
        start += line.len() + 1;
    }
    None
}

/// The definitions of a shader, as naga_oil takes them.
pub(super) type Definitions = HashMap<String, ShaderDefValue>;
