//! WGSL's extensions that naga's parser refuses in a directive: which of them naga implements nevertheless, and the text
//! of a shader without their names.
//!
//! naga accepts subgroup operations without `enable subgroups;`, and refuses that directive. Such a name is replaced by
//! spaces, so the offset of every other token is that of the source. A directive that names nothing else is replaced as a
//! whole. All other names stay in the text: naga's parser accepts those that it knows and refuses the rest, and its message
//! is replaced if WGSL has the name.
//!
//! An extension that naga implements in part is left out too: naga refuses the uses that it lacks, at their place. None of
//! them changes the meaning of a shader that is valid without it (WGSL, "Enable Extensions" and "Language Extensions").

use std::borrow::Cow;
use std::ops::Range;

/// The directive that names an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `enable NAME;`
    Enable,
    /// `requires NAME;`
    Requires,
}

impl Kind {
    fn of(word: &str) -> Option<Self> {
        match word {
            "enable" => Some(Self::Enable),
            "requires" => Some(Self::Requires),
            _ => None,
        }
    }
}

/// What naga has of an extension that its parser refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InNaga {
    /// The extension, or a part of it, without a directive.
    Implemented,
    /// Nothing: what is missing.
    Missing(&'static str),
}
use InNaga::{Implemented, Missing};

/// The extensions of WGSL that naga's parser refuses in a directive; those that it accepts have no row.
const EXTENSIONS: [(Kind, &str, InNaga); 12] = [
    // All but `subgroupElect`.
    (Kind::Enable, "subgroups", Implemented),
    (
        Kind::Enable,
        "subgroup_size_control",
        Missing("the attribute `@subgroup_size`"),
    ),
    // Pointers to parts of variables; no pointers to buffers and workgroup memory.
    (Kind::Requires, "unrestricted_pointer_parameters", Implemented),
    (
        Kind::Requires,
        "uniform_buffer_standard_layout",
        Missing("uniform buffers with the layout of storage buffers"),
    ),
    (Kind::Requires, "subgroup_id", Implemented),
    // naga does not require subgroup operations to be in uniform control flow.
    (Kind::Requires, "subgroup_uniformity", Implemented),
    (Kind::Requires, "texture_and_sampler_let", Implemented),
    (Kind::Requires, "texture_formats_tier1", Implemented),
    (
        Kind::Requires,
        "linear_indexing",
        Missing("the built-in values `global_invocation_index` and `workgroup_index`"),
    ),
    (Kind::Requires, "immediate_address_space", Implemented),
    (
        Kind::Requires,
        "fragment_depth",
        Missing("the depth modes of `@builtin(frag_depth, MODE)`"),
    ),
    (
        Kind::Requires,
        "buffer_view",
        Missing("the type `buffer` and its functions"),
    ),
];

fn in_naga(kind: Kind, name: &str) -> Option<InNaga> {
    let mut rows = EXTENSIONS.iter();
    let row = rows.find(|(of, extension, _)| (*of, *extension) == (kind, name));
    row.map(|(_, _, state)| *state)
}

/// The text as naga's parser accepts it, with the same offsets.
pub(super) fn accepted(text: &str) -> Cow<'_, str> {
    let mut spaces = Vec::new();
    for directive in directives(text) {
        let Directive { kind, names, ends, .. } = directive;
        let is_redundant = |name: &&Name| {
            let name = text.get(name.word.clone()).unwrap_or_default();
            in_naga(kind, name) == Some(Implemented)
        };
        let redundant: Vec<_> = names.iter().filter(is_redundant).collect();
        if redundant.len() == names.len() {
            spaces.extend(ends);
        }
        // A comma may precede the semicolon.
        spaces.extend(
            redundant
                .into_iter()
                .flat_map(|name| [name.word.clone(), name.comma.clone()]),
        );
    }
    if spaces.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut accepted = text.to_owned();
    for range in spaces {
        let length = range.len();
        accepted.replace_range(range, &" ".repeat(length));
    }
    Cow::Owned(accepted)
}

/// An extension of WGSL that naga's parser refused, by the parser's message.
pub(super) struct Refused<'a> {
    kind: Kind,
    pub(super) name: &'a str,
    state: InNaga,
}

/// The extension that a message of naga's parser is about.
pub(super) fn refused(message: &str) -> Option<Refused<'_>> {
    let kind = match message {
        _ if message.contains("enable-extension") => Kind::Enable,
        _ if message.contains("language extension") => Kind::Requires,
        _ => return None,
    };
    let name = message.split('`').nth(1)?;
    let state = in_naga(kind, name)?;
    Some(Refused { kind, name, state })
}

impl Refused<'_> {
    /// A message in place of naga's, and a remark.
    pub(super) fn message(&self) -> (String, String) {
        let name = self.name;
        let (keyword, what) = match self.kind {
            Kind::Enable => ("enable", "enable-extension"),
            Kind::Requires => ("requires", "language extension"),
        };
        match self.state {
            // `accepted` leaves it only in a directive that is incomplete.
            Implemented => (
                format!("the directive with `{name}` is incomplete"),
                format!("note: names are separated by commas, and a semicolon ends the directive: `{keyword} {name};`"),
            ),
            Missing(part) => (
                format!("the {what} `{name}` is not implemented by naga"),
                format!("note: WGSL has it; naga lacks {part}"),
            ),
        }
    }

    /// Where a text names it in a directive.
    pub(super) fn place_in(&self, text: &str) -> Option<Range<usize>> {
        let of_kind = directives(text)
            .into_iter()
            .filter(|directive| directive.kind == self.kind);
        of_kind
            .flat_map(|directive| directive.names)
            .map(|name| name.word)
            .find(|word| text.get(word.clone()) == Some(self.name))
    }
}

/// A complete directive `enable` or `requires`: byte ranges of its tokens.
struct Directive {
    kind: Kind,
    /// The keyword and the semicolon.
    ends: [Range<usize>; 2],
    names: Vec<Name>,
}

struct Name {
    word: Range<usize>,
    /// Empty if no comma follows.
    comma: Range<usize>,
}

/// The directives at the beginning of a text, up to the first that is incomplete.
fn directives(text: &str) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut tokens = Tokens { text, at: 0 };
    while let Some(keyword) = tokens.next() {
        let word = text.get(keyword.clone()).unwrap_or_default();
        match word {
            "diagnostic" => drop(tokens.find(|token| text.get(token.clone()) == Some(";"))),
            "#" => tokens.skip_composer_line(),
            _ => match Kind::of(word).and_then(|kind| tokens.directive(kind, keyword)) {
                Some(directive) => found.push(directive),
                None => break,
            },
        }
    }
    found
}

/// The tokens of a text as far as directives need them: words, and other characters one by one.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// A line break, which ends a comment (WGSL, "Blankspace and Line Breaks").
const fn is_line_break(one: char) -> bool {
    matches!(one, '\u{a}'..='\u{d}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

const fn is_blankspace(one: char) -> bool {
    is_line_break(one) || matches!(one, ' ' | '\t' | '\u{200e}' | '\u{200f}')
}

impl Tokens<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The offset of the next line break.
    fn line_end(&self) -> usize {
        self.rest()
            .find(is_line_break)
            .map_or(self.text.len(), |end| self.at + end)
    }

    fn skip_blankspace_and_comments(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with(is_blankspace) {
                self.at += rest.len() - rest.trim_start_matches(is_blankspace).len();
            } else if rest.starts_with("//") {
                self.at = self.line_end();
            } else if rest.starts_with("/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    /// Block comments nest. One without an end extends to the end of the text.
    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        let mut rest = self.rest();
        while let Some(at) = rest.find(['/', '*']) {
            rest = rest.get(at..).unwrap_or_default();
            let length = match rest {
                _ if rest.starts_with("/*") => {
                    depth += 1;
                    2
                }
                _ if rest.starts_with("*/") => {
                    depth -= 1;
                    2
                }
                _ => 1,
            };
            rest = rest.get(length..).unwrap_or_default();
            if depth == 0 {
                self.at = self.text.len() - rest.len();
                return;
            }
        }
        self.at = self.text.len();
    }

    /// A directive from behind its keyword; `None` if it is incomplete.
    fn directive(&mut self, kind: Kind, keyword: Range<usize>) -> Option<Directive> {
        let text = self.text;
        let is = |token: &Range<usize>, one: &str| text.get(token.clone()) == Some(one);
        let mut names = Vec::new();
        let mut token = self.next()?;
        while text.get(token.clone())?.starts_with(is_word) {
            let after = self.next()?;
            let has_comma = is(&after, ",");
            let comma = if has_comma { after.clone() } else { 0..0 };
            names.push(Name { word: token, comma });
            token = after;
            if !has_comma {
                break;
            }
            token = self.next()?;
        }
        let is_complete = is(&token, ";") && !names.is_empty();
        let ends = [keyword, token];
        is_complete.then_some(Directive { kind, ends, names })
    }

    /// Skips the rest of a line of naga_oil's, from behind its `#`: of several lines if it has braces.
    fn skip_composer_line(&mut self) {
        let mut end = self.line_end();
        let mut depth = 0_usize;
        loop {
            let before = self.at;
            match self.next() {
                Some(token) if depth > 0 || token.start < end => {
                    match self.text.get(token) {
                        Some("{") => depth += 1,
                        Some("}") => depth = depth.saturating_sub(1),
                        Some(_) | None => {}
                    }
                    end = end.max(self.line_end());
                }
                Some(_) | None => {
                    self.at = before;
                    return;
                }
            }
        }
    }
}

const fn is_word(one: char) -> bool {
    one == '_' || one.is_ascii_alphanumeric()
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        self.skip_blankspace_and_comments();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let length = match rest.find(|one| !is_word(one)).unwrap_or(rest.len()) {
            0 => first.len_utf8(),
            length => length,
        };
        let start = self.at;
        self.at += length;
        Some(start..self.at)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use naga::front::wgsl;

    use super::*;

    /// The accepted text, in which the middle dot stands for a space that replaces a character.
    fn marked(text: &str) -> String {
        let accepted = accepted(text);
        assert_eq!(accepted.len(), text.len());
        let pairs = text.chars().zip(accepted.chars());
        pairs.map(|(old, new)| if old == new { old } else { '·' }).collect()
    }

    #[test]
    fn names_are_replaced_where_a_directive_is_complete() {
        for (text, expected) in [
            ("enable subgroups;", "······ ··········"),
            ("enable\tsubgroups , ;fn", "······\t········· · ·fn"),
            ("enable f16, subgroups;", "enable f16, ·········;"),
            ("enable subgroups, f16,;", "enable ·········· f16,;"),
            (
                "enable subgroups, clip_distances, subgroups;",
                "enable ·········· clip_distances, ·········;",
            ),
            (
                "requires subgroup_id, subgroup_uniformity;",
                "········ ············ ····················",
            ),
            (
                "requires pointer_composite_access,\n  texture_and_sampler_let;",
                "requires pointer_composite_access,\n  ·······················;",
            ),
            // The other directive does not know the name.
            ("requires subgroups;", "requires subgroups;"),
            ("enable subgroup_id;", "enable subgroup_id;"),
            // One that naga has and one that it lacks: the second is left to naga.
            (
                "requires subgroup_id, buffer_view;",
                "requires ············ buffer_view;",
            ),
            (
                "enable wgpu_ray_query; enable subgroups;",
                "enable wgpu_ray_query; ······ ··········",
            ),
            (
                "diagnostic(off, a.b); enable subgroups;",
                "diagnostic(off, a.b); ······ ··········",
            ),
            // After a declaration, or a semicolon, it is no directive.
            ("const a = 1; enable subgroups;", "const a = 1; enable subgroups;"),
            ("; enable subgroups;", "; enable subgroups;"),
            (
                "fn enable() {} // enable subgroups;",
                "fn enable() {} // enable subgroups;",
            ),
            // Incomplete.
            ("enable subgroups", "enable subgroups"),
            ("enable subgroups f16;", "enable subgroups f16;"),
            ("enable ;", "enable ;"),
            ("enable , subgroups;", "enable , subgroups;"),
            ("enable subgroups,, f16;", "enable subgroups,, f16;"),
            ("enable \"subgroups\";", "enable \"subgroups\";"),
            ("enable", "enable"),
            ("enable subgroups,", "enable subgroups,"),
            (
                "diagnostic(off, a) enable subgroups",
                "diagnostic(off, a) enable subgroups",
            ),
            ("enable subgroup\u{301}s;", "enable subgroup\u{301}s;"),
            ("enable subgroups\u{301};", "enable subgroups\u{301};"),
            ("enable subgroupsé;", "enable subgroupsé;"),
            ("ENABLE subgroups;", "ENABLE subgroups;"),
            ("enables subgroups;", "enables subgroups;"),
            ("", ""),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }

    #[test]
    fn comments_and_line_ends_are_kept() {
        for (text, expected) in [
            (
                "// enable f16;\r\nenable /* a, */ subgroups // ;\r\n;",
                "// enable f16;\r\n······ /* a, */ ········· // ;\r\n·",
            ),
            ("/* /* a */ */ enable subgroups;", "/* /* a */ */ ······ ··········"),
            (
                "/*/ enable subgroups;*/ enable subgroups;",
                "/*/ enable subgroups;*/ ······ ··········",
            ),
            (
                "/** é **/\u{feff}enable subgroups;",
                "/** é **/\u{feff}enable subgroups;",
            ),
            (
                "//! é\u{2028}enable\u{200e}subgroups;",
                "//! é\u{2028}······\u{200e}··········",
            ),
            ("//\u{b}enable subgroups;", "//\u{b}······ ··········"),
            // A comment without an end contains everything.
            ("/* /* */ enable subgroups;", "/* /* */ enable subgroups;"),
            ("/", "/"),
            ("/*", "/*"),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }

    #[test]
    fn lines_of_a_composer_are_skipped() {
        for (text, expected) in [
            (
                "#define_import_path a::b\nenable subgroups;",
                "#define_import_path a::b\n······ ··········",
            ),
            (
                "#ifdef A\nenable subgroups;\n#endif\n",
                "#ifdef A\n······ ··········\n#endif\n",
            ),
            (
                "#import a::{\n  b, // }\n  c,\n};\nenable subgroups;",
                "#import a::{\n  b, // }\n  c,\n};\n······ ··········",
            ),
            ("#import a::{b\nenable subgroups;", "#import a::{b\nenable subgroups;"),
            ("#\n", "#\n"),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }

    /// A row is obsolete if naga's parser accepts its name.
    #[test]
    fn naga_refuses_each_name_with_a_message_that_is_recognized() {
        for (kind, name, state) in EXTENSIONS {
            let keyword = match kind {
                Kind::Enable => "enable",
                Kind::Requires => "requires",
            };
            let text = format!("{keyword} {name};");
            let error = wgsl::parse_str(&text).unwrap_err();
            let refused = refused(error.message()).unwrap();
            assert_eq!((refused.kind, refused.name, refused.state), (kind, name, state));
            assert_eq!(refused.place_in(&text), Some(keyword.len() + 1..text.len() - 1));
            assert_eq!(refused.place_in("enable f16; requires a;"), None);
            assert_eq!(
                wgsl::parse_str(&accepted(&text)).is_ok(),
                state == Implemented,
                "{name}"
            );
        }
        for text in ["enable oops;", "requires oops;", "const a = linear_indexing;", "oops"] {
            let error = wgsl::parse_str(text).unwrap_err();
            assert!(refused(error.message()).is_none(), "{}", error.message());
        }
    }
}
