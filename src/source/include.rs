//! The joined text of a shader's files, with the file of each part; and `#include` in GLSL. `compose` finds the imports of
//! WGSL.
//!
//! Files are included before any other directive is evaluated. An `#include` in a branch that is not taken must therefore
//! be found too, and a circular include is an error even if an include guard would end it. `#pragma once` is supported.

use std::fs;
use std::path::{Path, PathBuf};

use super::diagnose::{Complaint, File, Label, Problem, Segment, Sources};

/// The maximum depth of nested includes.
const MAX_LEVELS: usize = 64;
/// The maximum length of the text in bytes: naga's spans are 32-bit offsets.
const MAX_BYTES: usize = u32::MAX as usize;

/// A file that is imported: naga_oil's name of the module, and the index of the file.
#[cfg(feature = "naga-oil")]
#[derive(Clone, Debug)]
pub(super) struct Imported {
    pub(super) name: String,
    pub(super) file: usize,
}

/// A shader with its included or imported files.
#[derive(Debug, Default)]
pub struct Expanded {
    pub text: String,
    /// Name and text of each file that was read, the shader's own first.
    files: Vec<(String, String)>,
    segments: Vec<Segment>,
    /// The canonical paths of files with `#pragma once`.
    once: Vec<PathBuf>,
    /// The imported files, each after those that it imports.
    #[cfg(feature = "naga-oil")]
    pub(super) modules: Vec<Imported>,
}

#[cfg(feature = "naga-oil")]
impl Expanded {
    /// The files one after another.
    pub(super) fn of_modules(files: Vec<(String, String)>, modules: Vec<Imported>) -> Self {
        let mut expanded = Self::default();
        for (file, (_, text)) in files.iter().enumerate() {
            expanded.copy(file, text, 0..text.len());
            // The end of a file is not the start of the next one.
            expanded.text.push('\n');
        }
        Self {
            files,
            modules,
            ..expanded
        }
    }

    /// The offset of an imported file in the text.
    pub(super) fn start_of(&self, file: usize) -> usize {
        self.segments.get(file).map_or(0, |segment| segment.start)
    }
}

impl Expanded {
    /// Name and text of each file, the shader's own first.
    pub(super) fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// The files, for messages.
    pub fn sources(&self) -> Sources<'_> {
        Sources {
            files: self.files.iter().map(|(name, text)| File { name, text }).collect(),
            segments: self.segments.clone(),
        }
    }
}

/// Whether a text has an `#include` directive.
pub(super) fn has_includes(text: &str) -> bool {
    text.contains("include") && directives(text).iter().any(|directive| directive.is_include())
}

/// The text of a shader with its included files; after a failure with those that were read before it.
///
/// # Errors
/// A file that is not found or cannot be read, a circular include, or includes that are nested too deeply. The place is
/// that of the directive.
pub(super) fn expand(
    name: &str,
    text: &str,
    folders: &[PathBuf],
    colours: bool,
) -> (Expanded, Result<(), Box<Problem>>) {
    let mut expanded = Expanded::default();
    let path = Path::new(name).to_owned();
    let mut open = Vec::new();
    let added = expanded.add(name.to_owned(), text.to_owned(), &path, folders, &mut open);
    let added = added.map_err(|refusal| {
        let Refusal { name, text, complaint } = *refusal;
        Box::new(complaint.resolve(&Sources::one(&name, &text), colours))
    });
    (expanded, added)
}

/// Why a file cannot be included, and the file that contains the directive.
struct Refusal {
    name: String,
    text: String,
    complaint: Complaint,
}

/// A file that is being read.
struct Open {
    /// The canonical path.
    path: PathBuf,
    /// The place of the directive that includes the next file, as messages name it.
    at: String,
}

impl Expanded {
    fn add(
        &mut self,
        name: String,
        text: String,
        path: &Path,
        folders: &[PathBuf],
        open: &mut Vec<Open>,
    ) -> Result<(), Box<Refusal>> {
        let file = self.files.len();
        self.files.push((name.clone(), text.clone()));
        let known = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut done = 0;
        for directive in directives(&text) {
            self.copy(file, &text, done..directive.line.start);
            done = directive.line.end;
            let Kind::Include { path: wanted, is_own } = directive.kind else {
                self.once.push(known.clone());
                continue;
            };
            let refuse = |message: String, open: &[Open]| {
                Box::new(Refusal {
                    name: name.clone(),
                    text: text.clone(),
                    complaint: Complaint {
                        labels: vec![Label {
                            range: wanted.clone(),
                            message: String::new(),
                        }],
                        notes: open
                            .iter()
                            .rev()
                            .map(|open| format!("included from {}", open.at))
                            .collect(),
                        ..Complaint::new("include", message)
                    },
                })
            };
            let named = text.get(wanted.clone()).unwrap_or_default();
            let found = find(named, is_own.then_some(path), folders);
            let Some((found, inner)) = found.map_err(|message| refuse(message, open))? else {
                let mut places: Vec<String> = Vec::new();
                if is_own {
                    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                    places.push(folder.map_or_else(|| ".".to_owned(), |folder| folder.display().to_string()));
                }
                places.extend(folders.iter().map(|folder| folder.display().to_string()));
                let places = match places.is_empty() {
                    true => "no folder is given with `-I`".to_owned(),
                    false => format!("looked in {}", places.join(", ")),
                };
                return Err(refuse(format!("no file `{named}` to include; {places}"), open));
            };
            let target = found.canonicalize().unwrap_or_else(|_| found.clone());
            if self.once.contains(&target) {
                continue;
            }
            if target == known || open.iter().any(|open| open.path == target) {
                return Err(refuse(format!("`{named}` includes itself, by way of this line"), open));
            }
            if open.len() + 1 >= MAX_LEVELS {
                return Err(refuse(format!("includes are more than {MAX_LEVELS} levels deep"), open));
            }
            if self.text.len() + inner.len() > MAX_BYTES {
                return Err(refuse(
                    "the shader is larger than 4 GiB with its includes".to_owned(),
                    open,
                ));
            }
            let line = text
                .get(..wanted.start)
                .map_or(1, |before| before.matches('\n').count() + 1);
            open.push(Open {
                path: known.clone(),
                at: format!("{name}:{line}"),
            });
            self.add(found.display().to_string(), inner, &found, folders, open)?;
            open.pop();
        }
        self.copy(file, &text, done..text.len());
        Ok(())
    }

    fn copy(&mut self, file: usize, text: &str, range: std::ops::Range<usize>) {
        let Some(part) = text.get(range.clone()) else {
            return;
        };
        self.segments.push(Segment {
            start: self.text.len(),
            length: part.len(),
            file,
            offset: range.start,
        });
        self.text += part;
    }
}

/// The path and text of an included file: in the folder of `beside` if that is given, otherwise in the first of
/// `folders` that contains it.
fn find(named: &str, beside: Option<&Path>, folders: &[PathBuf]) -> Result<Option<(PathBuf, String)>, String> {
    let own = beside.map(|path| path.parent().unwrap_or_else(|| Path::new("")));
    for folder in own.into_iter().chain(folders.iter().map(PathBuf::as_path)) {
        let path = folder.join(named);
        match fs::metadata(&path) {
            Ok(file) if file.is_file() => {}
            Ok(_) | Err(_) => continue,
        }
        let text = read(&path)?;
        return Ok(Some((path, text)));
    }
    Ok(None)
}

/// The text of a file, without a byte order mark.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes).to_vec();
    String::from_utf8(bytes).map_err(|_| format!("`{}` is not UTF-8", path.display()))
}

/// A directive that is resolved here.
struct Directive {
    /// The range of the line without its end.
    line: std::ops::Range<usize>,
    kind: Kind,
}

enum Kind {
    Include {
        /// The name between the quotes or brackets.
        path: std::ops::Range<usize>,
        /// Whether the path is in quotes: then the folder of the including file is searched first.
        is_own: bool,
    },
    Once,
}

impl Directive {
    const fn is_include(&self) -> bool {
        matches!(self.kind, Kind::Include { .. })
    }
}

/// The directives of a text that are resolved here, except those in comments.
fn directives(text: &str) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut in_comment = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if !in_comment && let Some(kind) = directive(content, start) {
            found.push(Directive {
                line: start..start + content.len(),
                kind,
            });
        }
        in_comment = ends_in_comment(content, in_comment);
        start += line.len();
    }
    found
}

/// The directive in a line, which begins at the offset `start` of the text.
fn directive(line: &str, start: usize) -> Option<Kind> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    if let Some(rest) = rest.strip_prefix("pragma") {
        return (rest.starts_with([' ', '\t']) && rest.trim() == "once").then_some(Kind::Once);
    }
    let rest = rest.strip_prefix("include")?.trim_start();
    let (is_own, close) = match rest.chars().next()? {
        '"' => (true, '"'),
        '<' => (false, '>'),
        _ => return None,
    };
    let named = rest.get(1..)?;
    let length = named.find(close)?;
    let at = start + line.len() - named.len();
    let path = at..at + length;
    Some(Kind::Include { path, is_own })
}

/// Whether a block comment is open at the end of a line.
fn ends_in_comment(line: &str, mut in_comment: bool) -> bool {
    let mut rest = line;
    loop {
        let mark = if in_comment { "*/" } else { "/*" };
        if !in_comment
            && let Some(until) = rest.find("//")
            && rest.find(mark).is_none_or(|at| until < at)
        {
            return false;
        }
        let Some((_, after)) = rest.split_once(mark) else {
            return in_comment;
        };
        in_comment = !in_comment;
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let includes = directives(text)
            .into_iter()
            .filter_map(|directive| match directive.kind {
                Kind::Include { path, .. } => text.get(path),
                Kind::Once => Some("once"),
            });
        includes.collect()
    }

    #[test]
    fn directives_are_found_outside_of_comments() {
        let text = "#include \"a\"\r\n  # include <b/c>\n// #include \"d\"\n/* #include \"e\"\n#include \"f\"\n*/\n\
                    #pragma once\n#pragma once more\nint x; // /*\n#include \"g\" // why\n#includes \"h\"\n#include h\n\
                    #include \"open\n/* */ #include \"i\"\n#include \"j\"";
        assert_eq!(names(text), ["a", "b/c", "once", "g", "j"]);
        assert!(has_includes(text) && !has_includes("// include"));
    }
}
