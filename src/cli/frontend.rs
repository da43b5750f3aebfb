//! From a shader's bytes to a validated naga module, with every way that naga can refuse it made a message.

use std::error::Error as _;

use naga::front::{glsl, spv, wgsl};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, Span};
use spirula::words::reader::words_from_bytes;

use super::guard;
use super::inputs::Language;
use super::report::{Problem, plain, shortened};

/// Why a shader is not one.
#[derive(Debug)]
pub(super) struct Invalid {
    pub(super) problems: Vec<Problem>,
    /// For people, with source lines.
    pub(super) text: String,
}

impl Invalid {
    /// A complaint without a place.
    pub(super) fn new(kind: &'static str, message: String) -> Self {
        let text = plain(&message);
        Self {
            problems: vec![Problem {
                message,
                kind,
                ..Problem::default()
            }],
            text,
        }
    }
}

/// A shader, read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shader<'a> {
    /// How messages name it.
    pub(super) name: &'a str,
    pub(super) language: Language,
    pub(super) bytes: &'a [u8],
    /// The text; empty for a binary.
    pub(super) text: &'a str,
    /// Whether the y axis of positions is turned in SPIR-V that is read.
    pub(super) flips_spirv: bool,
}

impl Shader<'_> {
    /// Parses and validates it with all of naga's checks and capabilities: what a target has is decided later.
    pub(super) fn load(self) -> Result<(Module, ModuleInfo), Invalid> {
        let module = self.guarded("naga's front end", || self.parse())?;
        let info = self.guarded("naga's validator", || self.validate(&module))?;
        Ok((module, info))
    }

    fn guarded<T>(self, what: &str, work: impl FnOnce() -> Result<T, Invalid>) -> Result<T, Invalid> {
        guard::catch(work).unwrap_or_else(|panic| {
            Err(Invalid::new(
                "panic",
                format!("{}: {what} panicked: {panic}", self.name),
            ))
        })
    }

    fn parse(self) -> Result<Module, Invalid> {
        match self.language {
            Language::Wgsl => wgsl::Frontend::new().parse(self.text).map_err(|error| {
                let mut message = error.message().to_owned();
                for note in error.notes() {
                    message += "; ";
                    message += note;
                }
                let span = error.labels().map(|(span, _)| span).find(Span::is_defined);
                let text = self.render(&message, || error.emit_to_string_with_path(self.text, self.name));
                Invalid {
                    problems: vec![self.problem("parse", message, span)],
                    text,
                }
            }),
            Language::Glsl(stage) => glsl::Frontend::default()
                .parse(&glsl::Options::from(stage), self.text)
                .map_err(|errors| {
                    let problem = |error: &glsl::Error| self.problem("parse", error.to_string(), Some(error.meta));
                    let problems: Vec<_> = errors.errors.iter().map(problem).collect();
                    let messages: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
                    let text = self.render(&messages.join("\n"), || {
                        errors.emit_to_string_with_path(self.text, self.name)
                    });
                    Invalid { problems, text }
                }),
            Language::SpirV => {
                // Otherwise the module's coordinates are Vulkan's on both sides.
                let options = spv::Options {
                    adjust_coordinate_space: self.flips_spirv,
                    ..spv::Options::default()
                };
                let invalid = |error: String| Invalid::new("parse", format!("{}: {error}", self.name));
                // Of either byte order, which naga does not read.
                let words = words_from_bytes(self.bytes).map_err(|error| invalid(error.to_string()))?;
                spv::Frontend::new(words.into_iter(), &options)
                    .parse()
                    .map_err(|error| invalid(error.to_string()))
            }
        }
    }

    fn validate(self, module: &Module) -> Result<ModuleInfo, Invalid> {
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        validator
            .subgroup_stages(ShaderStages::all())
            .subgroup_operations(SubgroupOperationSet::all());
        validator.validate(module).map_err(|error| {
            let mut message = error.as_inner().to_string();
            let mut source = error.as_inner().source();
            while let Some(next) = source {
                message = format!("{message}: {next}");
                source = next.source();
            }
            if self.text.is_empty() {
                // The spans of a binary count its bytes; there are no lines to show.
                return Invalid::new("validation", format!("{}: {message}", self.name));
            }
            let span = error.spans().map(|&(span, _)| span).next();
            Invalid {
                text: self.render(&message, || error.emit_to_string_with_path(self.text, self.name)),
                problems: vec![self.problem("validation", message, span)],
            }
        })
    }

    /// naga's own rendering; where a span does not fit the text it panics, and the message stands alone.
    fn render(self, message: &str, render: impl FnOnce() -> String) -> String {
        self.named(shortened(guard::catch(render).unwrap_or_else(|_| plain(message))))
    }

    /// Messages without a place in the source leave the file's name out, which is needed where there are several.
    pub(super) fn named(self, text: String) -> String {
        if text.contains(&format!("{}:", self.name)) {
            return text;
        }
        let line = |line: &str| match line.strip_prefix("error: ") {
            Some(message) => format!("error: {}: {message}", self.name),
            None => line.to_owned(),
        };
        text.split_inclusive('\n').map(line).collect()
    }

    /// Line and column of a place, from 1 on; none where the source has no place for it.
    pub(super) fn place(self, span: Span) -> Option<(usize, usize)> {
        position(self.text, span)
    }

    /// A complaint about the place `span`.
    pub(super) fn problem(self, kind: &'static str, message: String, span: Option<Span>) -> Problem {
        let place = span.and_then(|span| position(self.text, span)).unzip();
        Problem {
            message,
            kind,
            line: place.0,
            column: place.1,
            needs: Vec::new(),
        }
    }
}

/// Line and column, both from 1 on, the column in characters.
fn position(text: &str, span: Span) -> Option<(usize, usize)> {
    let before = text.get(..span.to_range()?.start)?;
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
    Some((line, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let text = "ab\nçd\n";
        assert_eq!(position(text, Span::new(0, 1)), Some((1, 1)));
        assert_eq!(position(text, Span::new(1, 2)), Some((1, 2)));
        assert_eq!(position(text, Span::new(5, 6)), Some((2, 2)));
        assert_eq!(position(text, Span::new(7, 7)), Some((3, 1)));
        // Inside a character, past the end, unknown.
        assert_eq!(position(text, Span::new(4, 5)), None);
        assert_eq!(position(text, Span::new(8, 9)), None);
        assert_eq!(position(text, Span::default()), None);
    }
}
