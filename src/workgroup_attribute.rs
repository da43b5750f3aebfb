//! Finds the declaration of a workgroup's size in the text of a shader, for messages: naga's IR has no place for it.
//!
//! `@workgroup_size(…)` in front of `fn NAME` in WGSL, the first `layout(… local_size_x …)` in GLSL, whose entry point is
//! always `main`. Reads words, comments and parentheses, and nothing else of the language.

use core::iter::Peekable;
use core::ops::Range;
use core::str::CharIndices;

/// The declaration of the size of an entry point's workgroup, as a range of bytes.
pub(crate) fn find(text: &str, entry_point: &str) -> Option<Range<usize>> {
    in_wgsl(text, entry_point).or_else(|| in_glsl(text))
}

fn in_wgsl(text: &str, entry_point: &str) -> Option<Range<usize>> {
    let mut tokens = Tokens::new(text);
    let mut attribute = None;
    while let Some((token, place)) = tokens.next() {
        match token {
            "@" if tokens.next_is("workgroup_size") => {
                let (_, end) = tokens.parenthesized()?;
                attribute = Some(place..end);
            }
            "fn" => {
                if tokens.next_is(entry_point) {
                    return attribute;
                }
                attribute = None;
            }
            // Another declaration begins.
            ";" | "}" => attribute = None,
            _ => {}
        }
    }
    None
}

fn in_glsl(text: &str) -> Option<Range<usize>> {
    let mut tokens = Tokens::new(text);
    while let Some((token, place)) = tokens.next() {
        if token == "layout" {
            let (has_size, end) = tokens.parenthesized()?;
            if has_size {
                return Some(place..end);
            }
        }
    }
    None
}

/// The words of a text and the characters between them, without spaces and comments.
struct Tokens<'t> {
    text: &'t str,
    characters: Peekable<CharIndices<'t>>,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            characters: text.char_indices().peekable(),
        }
    }

    /// The offset of the next character.
    fn offset(&mut self) -> usize {
        self.characters.peek().map_or(self.text.len(), |&(at, _)| at)
    }

    fn rest_begins_with(&mut self, start: &str) -> bool {
        let offset = self.offset();
        self.text.get(offset..).is_some_and(|rest| rest.starts_with(start))
    }

    fn skip_characters(&mut self, count: usize) {
        for _ in 0..count {
            self.characters.next();
        }
    }

    fn skip_comments(&mut self) {
        loop {
            if self.rest_begins_with("//") {
                while self.characters.next_if(|&(_, character)| character != '\n').is_some() {}
            } else if self.rest_begins_with("/*") {
                self.skip_block();
            } else if self
                .characters
                .next_if(|(_, character)| character.is_whitespace())
                .is_none()
            {
                return;
            }
        }
    }

    /// Skips a comment, in which WGSL has others.
    fn skip_block(&mut self) {
        let mut depth = 0_u32;
        loop {
            let (opens, closes) = (self.rest_begins_with("/*"), self.rest_begins_with("*/"));
            depth = depth.saturating_add(u32::from(opens)).saturating_sub(u32::from(closes));
            self.skip_characters(if opens || closes { 2 } else { 1 });
            if depth == 0 || self.offset() == self.text.len() {
                return;
            }
        }
    }

    /// Whether the next token is this one; it is taken in any case.
    fn next_is(&mut self, token: &str) -> bool {
        self.next().is_some_and(|(next, _)| next == token)
    }

    /// Takes what is in parentheses. Whether a word in them begins with `local_size_`, and the offset after them.
    fn parenthesized(&mut self) -> Option<(bool, usize)> {
        let (mut depth, mut has_size) = (0_u32, false);
        for (token, place) in self.by_ref() {
            match token {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => has_size |= token.starts_with("local_size_"),
            }
            if depth == 0 {
                return Some((has_size, place + token.len()));
            }
        }
        None
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (&'t str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_comments();
        let is_of_word = |character: char| character == '_' || character.is_alphanumeric();
        let (start, first) = self.characters.next()?;
        if is_of_word(first) {
            while self
                .characters
                .next_if(|&(_, character)| is_of_word(character))
                .is_some()
            {}
        }
        let end = self.offset();
        Some((self.text.get(start..end)?, start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(text: &'t str, entry_point: &str) -> Option<&'t str> {
        find(text, entry_point).and_then(|range| text.get(range))
    }

    #[test]
    fn the_attribute_of_the_entry_point() {
        let text = "@compute @workgroup_size(1) fn first() {}\n\
            // @workgroup_size(2) fn main() {}\n/* /* */ @workgroup_size(3) fn main() */\n\
            @workgroup_size ( 4, max(2, n) , ) /* é */ @compute\nfn main() {}\n\
            @compute @workgroup_size(5) fn main_2() {}";
        assert_eq!(found(text, "main"), Some("@workgroup_size ( 4, max(2, n) , )"));
        assert_eq!(found(text, "first"), Some("@workgroup_size(1)"));
        assert_eq!(found(text, "main_2"), Some("@workgroup_size(5)"));
        assert_eq!(found(text, "other"), None);
        assert_eq!(found("@workgroup_size(1) const a = 1; fn main() {}", "main"), None);
        let letters = "@compute @workgroup_size(7) fn größe() {}";
        assert_eq!(found(letters, "größe"), Some("@workgroup_size(7)"));
    }

    #[test]
    fn the_layout_of_a_shader_in_glsl() {
        let text = "#version 450\nlayout(set = 0, binding = 0) buffer B { uint a; };\n\
            // layout(local_size_x = 1) in;\nlayout(local_size_x = N, local_size_y = (2)) in;\nvoid main() {}";
        assert_eq!(
            found(text, "main"),
            Some("layout(local_size_x = N, local_size_y = (2))")
        );
    }

    #[test]
    fn any_text_has_an_answer() {
        for text in [
            "",
            "@",
            "@workgroup_size",
            "@workgroup_size(",
            "fn",
            "/*",
            "/* /*",
            "*/",
            "layout",
            "layout(",
            "//",
            "é/*é",
        ] {
            assert_eq!(found(text, "main"), None, "{text}");
        }
    }
}
