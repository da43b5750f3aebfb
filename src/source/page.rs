//! A page that shows a shader's source and assembly side by side, with links between their lines, and the requirements,
//! reflection and layouts of the module: for `--emit html`, and in parts for the playground.
//!
//! This file generates the HTML; `page.css` has the style and `page.js` the interaction. Both are inserted into the
//! page, so that it loads no other file. The assembly is that of the shader compiled with names and line numbers;
//! `OpLine`, `OpSource` and the like are not shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use naga::{Module, Span};
use spirula::reflect::{ModuleReflection, from_words};
use spirula::reflection::TypeShape;
use spirula::words::reader::{Instruction, Reader};
use spirula::{Check, DebugInfo, DebugLevel, Options, Output, Reflection, SpecConstant, Target};

use super::{Shader, describe};

/// The style of the page, and its interaction.
pub const STYLE: &str = include_str!("page.css");
pub const SCRIPT: &str = include_str!("page.js");

/// The number of bytes in a row of a layout table.
const ROW: u32 = 16;

/// A text in which the characters of HTML markup are escaped.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// The shader and its outputs, from which the page is generated.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    pub shader: Shader<'a>,
    pub module: &'a Module,
    pub output: &'a Output,
    /// The output of [`lined_options`].
    pub lined: &'a Output,
    pub target: &'a Target,
}

/// The parts of a page, as HTML without headings.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The lines of the source and of the assembly: the items of two lists.
    pub source: String,
    pub assembly: String,
    pub requirements: String,
    pub checks: String,
    pub reflection: String,
    pub layouts: String,
}

/// A remark on a line of a text.
#[derive(Clone, Debug)]
pub struct Note {
    /// Counted from 1.
    pub line: usize,
    /// The class of its element.
    pub class: &'static str,
    pub text: String,
}

/// The options for the output whose assembly and checks the page shows: that of the shader with names, line numbers and
/// the reasons of its checks.
pub fn lined_options(options: &Options, shader: Shader<'_>) -> Options {
    Options {
        names: true,
        explain_checks: true,
        interface_names: true,
        debug_info: shader.language.declared().map(|language| DebugInfo {
            language,
            level: DebugLevel::Lines,
            ..DebugInfo::new(shader.name, shader.text)
        }),
        ..options.clone()
    }
}

/// A line of the assembly, and the number of the source line that it was generated from.
struct Row {
    text: String,
    source: Option<usize>,
}

impl Page<'_> {
    /// The whole page.
    pub fn document(&self) -> String {
        let mut text = String::new();
        let (name, parts) = (Escaped(self.shader.name), self.parts());
        let _ = write!(
            text,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header><h1>{name}</h1>\n<p>{}, {} words</p>\n<nav aria-label=\"Parts of the page\"><a href=\"#source\">Source</a>\
             <a href=\"#assembly\">Assembly</a><a href=\"#requirements\">Requirements</a><a href=\"#reflection\">Reflection</a>\
             <a href=\"#layouts\">Layouts</a></nav></header>\n<main>\n<div class=\"sides\">\n",
            Escaped(&self.target.to_string()),
            self.output.words.len(),
        );
        for (id, title, items) in [
            ("source", "Source", &parts.source),
            ("assembly", "Assembly", &parts.assembly),
        ] {
            let _ = writeln!(
                text,
                "<section aria-label=\"{title}\"><h2 id=\"{id}\">{title}</h2>\n\
                 <ol class=\"listing\" tabindex=\"0\" aria-label=\"{title}\">\n{items}</ol></section>"
            );
        }
        text.push_str("</div>\n");
        for (id, title, part) in [
            ("requirements", "Requirements", &parts.requirements),
            ("reflection", "Reflection", &parts.reflection),
            ("layouts", "Layouts", &parts.layouts),
        ] {
            let _ = write!(text, "<h2 id=\"{id}\">{title}</h2>\n{part}");
        }
        let _ = write!(text, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
        text
    }

    /// The parts of the page.
    pub fn parts(&self) -> Parts {
        let listing = spirula::words::disassemble_friendly(&without_source(&self.lined.words));
        let rows = rows(&listing, self.shader.text.lines().count());
        let lines = Lines::of(self.shader.text);
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, row) in (1..).zip(&rows) {
            if let Some(line) = row.source {
                first.entry(line).or_insert(place);
            }
        }
        Parts {
            source: match self.shader.text.is_empty() {
                true => "<li>The input is a binary.</li>\n".to_owned(),
                false => source(self.shader.text, &self.notes(&lines), &first),
            },
            assembly: assembly(&rows),
            requirements: self.requirements(&lines),
            checks: self.checks(&lines),
            reflection: reflection(&self.output.reflection, &self.output.spec_constants),
            layouts: layouts(&self.output.reflection, from_words(&self.output.words).ok()),
        }
    }

    /// The notes for each line of the source, as HTML.
    fn notes(&self, lines: &Lines) -> BTreeMap<usize, String> {
        let mut notes: BTreeMap<usize, String> = BTreeMap::new();
        let mut add = |span: Span, note: String| {
            if let Some(line) = lines.number(span) {
                notes.entry(line).or_default().push_str(&note);
            }
        };
        let mut declared: BTreeMap<&str, Span> = BTreeMap::new();
        for (handle, ty) in self.module.types.iter() {
            if let Some(name) = ty.name.as_deref() {
                declared.entry(name).or_insert(self.module.types.get_span(handle));
            }
        }
        for (place, ty) in self.output.reflection.types.iter().enumerate() {
            let span = ty.name.as_deref().and_then(|name| Some((name, *declared.get(name)?)));
            if let Some((name, span)) = span.filter(|_| matches!(ty.shape, TypeShape::Struct { .. })) {
                let link = format!("<a href=\"#t{place}\">layout of {}</a>", Escaped(name));
                add(span, format!("<span class=\"note\">{link}</span>"));
            }
        }
        // Limits are in the table alone: every module has some.
        let needed = describe::needed(self.output, self.target).into_iter();
        for needed in needed.filter(|one| one.limit.is_none()) {
            add(needed.span, note("need", &format!("needs {}", needed.text)));
        }
        for check in &self.lined.checks {
            let class = if check.proved { "proved" } else { "kept" };
            let verdict = describe::verdict(check);
            add(check.span, note(class, &format!("{verdict}: {}", check.reason)));
        }
        notes
    }

    fn requirements(&self, lines: &Lines) -> String {
        let needed = describe::needed(self.output, self.target);
        let rows = needed.into_iter().map(|one| vec![one.text, lines.shown(one.span)]);
        table(&["Requirement", "First at line"], rows)
    }

    fn checks(&self, lines: &Lines) -> String {
        let row = |check: &Check| {
            let line = lines.shown(check.span);
            vec![describe::verdict(check).to_owned(), check.reason.to_string(), line]
        };
        table(&["Check", "Reason", "Line"], self.lined.checks.iter().map(row))
    }
}

/// The lines of a text with notes, as the items of a list.
pub fn annotated(text: &str, notes: &[Note]) -> String {
    let mut at: BTreeMap<usize, String> = BTreeMap::new();
    for one in notes {
        at.entry(one.line).or_default().push_str(&note(one.class, &one.text));
    }
    source(text, &at, &BTreeMap::new())
}

/// The entry points, resources and specialization constants of a module, and the layouts of its structs, as HTML.
pub fn of_words(found: &ModuleReflection) -> (String, String) {
    let reflected = reflection(&found.reflection, &found.spec_constants);
    (reflected, layouts(&found.reflection, None))
}

/// A text whose lines are kept.
pub fn preformatted(text: &str) -> String {
    format!("<pre>{}</pre>\n", Escaped(text))
}

fn note(class: &str, text: &str) -> String {
    format!("<span class=\"note {class}\">{}</span>", Escaped(text))
}

/// The words without the instructions that contain the source text, the file names of `OpLine`, or the processing
/// history. The page has its own list of the source.
fn without_source(words: &[u32]) -> Vec<u32> {
    let Ok((_, reader)) = Reader::new(words) else {
        return words.to_vec();
    };
    let all: Vec<_> = reader.filter_map(Result::ok).collect();
    let is = |one: &Instruction<'_>, op: spirv::Op| u32::from(one.opcode) == op as u32;
    let lines = all.iter().filter(|one| is(one, spirv::Op::Line));
    let files: BTreeSet<u32> = lines.filter_map(|line| line.words.get(1).copied()).collect();
    let header = all.first().map_or(words.len(), |first| first.offset);
    let mut kept = words.get(..header).unwrap_or_default().to_vec();
    for one in &all {
        let is_file = is(one, spirv::Op::String) && one.result().is_some_and(|id| files.contains(&id));
        let is_about = [
            spirv::Op::Source,
            spirv::Op::SourceContinued,
            spirv::Op::SourceExtension,
            spirv::Op::ModuleProcessed,
        ];
        if !is_file && !is_about.iter().any(|&op| is(one, op)) {
            kept.extend_from_slice(one.words);
        }
    }
    kept
}

/// The instructions of a listing other than `OpLine` and `OpNoLine`. An `OpLine` is valid up to the end of its block.
fn rows(listing: &str, lines: usize) -> Vec<Row> {
    let mut found = Vec::new();
    let mut source = None;
    for line in listing.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let opcode = words.iter().find(|word| word.starts_with("Op")).copied();
        match opcode {
            Some("OpLine") => {
                source = words
                    .get(2)
                    .and_then(|line| line.parse().ok())
                    .filter(|&line| line <= lines);
                continue;
            }
            Some("OpNoLine") => {
                source = None;
                continue;
            }
            _ => {}
        }
        found.push(Row {
            text: line.to_owned(),
            source,
        });
        let ends = [
            "OpBranch",
            "OpBranchConditional",
            "OpSwitch",
            "OpReturn",
            "OpReturnValue",
            "OpKill",
            "OpUnreachable",
            "OpTerminateInvocation",
            "OpEmitMeshTasksEXT",
            "OpIgnoreIntersectionKHR",
            "OpTerminateRayKHR",
            "OpFunctionEnd",
        ];
        if opcode.is_some_and(|opcode| ends.contains(&opcode)) {
            source = None;
        }
    }
    found
}

/// The byte offsets at which the lines of the source begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Self([0].into_iter().chain(ends).collect())
    }

    /// The line on which a span begins, counted from 1.
    fn number(&self, span: Span) -> Option<usize> {
        let start = span.to_range()?.start;
        Some(self.0.partition_point(|&line| line <= start))
    }

    /// The same for a cell of a table, which is empty for an undefined span.
    fn shown(&self, span: Span) -> String {
        self.number(span).map_or_else(String::new, |line| line.to_string())
    }
}

/// The lines of a text with their notes, which are HTML. `first` has the first line of the assembly for those that have
/// one.
fn source(text: &str, notes: &BTreeMap<usize, String>, first: &BTreeMap<usize, usize>) -> String {
    let mut html = String::new();
    // As editors count: the end of a line begins another.
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let _ = match first.get(&number) {
            Some(place) => write!(
                html,
                "<li id=\"s{number}\" data-line=\"{number}\"><a class=\"number\" href=\"#a{place}\">{number}</a>"
            ),
            None => write!(html, "<li id=\"s{number}\"><span class=\"number\">{number}</span>"),
        };
        let note = notes.get(&number).map_or("", String::as_str);
        let _ = writeln!(html, "<code>{}</code>{note}</li>", Escaped(line));
    }
    html
}

fn assembly(rows: &[Row]) -> String {
    let mut html = String::new();
    for (place, one) in (1..).zip(rows) {
        let _ = match one.source {
            Some(line) => write!(
                html,
                "<li id=\"a{place}\" data-line=\"{line}\"><a class=\"number\" href=\"#s{line}\">{place}</a>"
            ),
            None => write!(html, "<li id=\"a{place}\"><span class=\"number\">{place}</span>"),
        };
        let _ = writeln!(html, "<code>{}</code></li>", Escaped(&one.text));
    }
    html
}

/// A table. The cells are plain text, which is escaped here.
fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_none() {
        return "<p>None.</p>\n".to_owned();
    }
    let mut text = "<table><thead><tr>".to_owned();
    for head in heads {
        let _ = write!(text, "<th scope=\"col\">{}</th>", Escaped(head));
    }
    text.push_str("</tr></thead><tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for cell in row {
            let _ = write!(text, "<td>{}</td>", Escaped(&cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table>\n");
    text
}

/// The entry points, resources and specialization constants.
fn reflection(reflection: &Reflection, spec_constants: &[SpecConstant]) -> String {
    let mut text = String::new();
    for entry in &reflection.entry_points {
        let _ = writeln!(text, "<h3>Entry point {} ({})</h3>", Escaped(&entry.name), entry.stage);
        if let Some([x, y, z]) = entry.workgroup_size {
            let _ = writeln!(
                text,
                "<p>Workgroup of {x} × {y} × {z}, {} bytes of workgroup memory.</p>",
                entry.workgroup_memory
            );
        }
        let all = [("input", &entry.inputs), ("output", &entry.outputs)].into_iter();
        let rows = all.flat_map(|(what, list)| {
            list.iter()
                .map(move |one| vec![what.to_owned(), describe::interface(one)])
        });
        text += &table(&["", "Variable"], rows);
    }
    text.push_str("<h3>Resources</h3>\n");
    let constants = reflection.push_constants.iter().map(|one| {
        let name = one.name.as_deref().unwrap_or_default();
        format!("push constants {name}: {} bytes ({})", one.size, one.stages.join(", "))
    });
    let rows = reflection.bindings.iter().map(describe::described).chain(constants);
    text += &table(&["Resource"], rows.map(|row| vec![row]));
    text.push_str("<h3>Specialization constants</h3>\n");
    let rows = spec_constants.iter().map(|one| {
        let default = one.default.map_or_else(String::new, |value| value.to_string());
        vec![one.id.to_string(), one.name.clone().unwrap_or_default(), default]
    });
    text += &table(&["SpecId", "Name", "Default"], rows);
    text
}

/// For each member of a struct: its name and type, its offset, its size, and the padding after it, in bytes.
fn members(reflection: &Reflection, ty: usize) -> Option<Vec<(String, u32, u32, u32)>> {
    let TypeShape::Struct { members } = &reflection.types.get(ty)?.shape else {
        return None;
    };
    let row = |member: &spirula::reflection::MemberReflection| {
        let name = member.name.as_deref().unwrap_or("nameless");
        let size = reflection.types.get(member.ty).map_or(0, |ty| ty.size);
        (
            format!("{name}: {}", reflection.spelled(member.ty)),
            member.offset,
            size,
            member.padding,
        )
    };
    Some(members.iter().map(row).collect())
}

/// The layout of each struct. Where the SPIR-V module declares the contents of a resource differently from the shader (a
/// twin), that layout too.
fn layouts(reflection: &Reflection, words: Option<ModuleReflection>) -> String {
    let mut text = String::new();
    for (place, ty) in reflection.types.iter().enumerate() {
        if let Some(members) = members(reflection, place) {
            let name = ty.name.as_deref().unwrap_or("struct");
            let heading = format!("{name}, {} bytes", ty.size);
            bytes(&mut text, &format!("t{place}"), &heading, &members);
        }
    }
    let Some(ModuleReflection { reflection: words, .. }) = words else {
        return text;
    };
    let spelled = |reflection: &Reflection, ty: Option<usize>| ty.map(|ty| whole(reflection, ty));
    for (place, own) in reflection.bindings.iter().enumerate() {
        let mut same = words.bindings.iter().filter(|other| {
            (other.descriptor_set, other.descriptor_binding) == (own.descriptor_set, own.descriptor_binding)
        });
        let Some(found) = same
            .next()
            .filter(|found| own.ty.is_some() && spelled(&words, found.ty) != spelled(reflection, own.ty))
        else {
            continue;
        };
        let Some(ty) = found.ty else { continue };
        // Inner structs come before the struct that contains them.
        let mut inner = Vec::new();
        structures(&words, ty, &mut inner);
        for (number, ty) in inner.into_iter().enumerate() {
            let name = own.name.as_deref().unwrap_or("a resource");
            let heading = format!(
                "{name} as the module holds it (the twin), {} bytes",
                words.types[ty].size
            );
            // A struct that only wraps another one is omitted.
            if let Some(members) = members(&words, ty).filter(|members| number == 0 || members.len() > 1) {
                bytes(&mut text, &format!("w{place}-{number}"), &heading, &members);
            }
        }
    }
    text
}

/// A type as text without names, to compare its form in the shader with its form in the SPIR-V module. A struct with
/// one member is written as that member, because a buffer of a vector is such a struct in the module.
fn whole(reflection: &Reflection, ty: usize) -> String {
    match reflection.types.get(ty).map(|ty| &ty.shape) {
        Some(TypeShape::Struct { members }) => match &members[..] {
            [one] => whole(reflection, one.ty),
            _ => members
                .iter()
                .map(|one| format!("{} {};", one.offset, whole(reflection, one.ty)))
                .collect(),
        },
        Some(TypeShape::Array { element, count, stride }) => {
            format!("[{}; {count:?} {stride}]", whole(reflection, *element))
        }
        Some(TypeShape::Scalar { number, .. }) => number.to_string(),
        _ => reflection.spelled(ty),
    }
}

/// Collects the structs that a type contains, and itself, each once. They are sorted by index, so that each follows its
/// parts.
fn structures(reflection: &Reflection, ty: usize, found: &mut Vec<usize>) {
    let mut work = vec![ty];
    while let Some(at) = work.pop() {
        match reflection.types.get(at).map(|ty| &ty.shape) {
            Some(TypeShape::Struct { members }) if !found.contains(&at) => {
                found.push(at);
                work.extend(members.iter().map(|one| one.ty));
            }
            Some(TypeShape::Array { element, .. }) => work.push(*element),
            _ => {}
        }
    }
    found.sort_unstable();
}

/// Writes the layout table of a struct, sixteen bytes a row. Where more than two rows of one member remain, its whole
/// rows are drawn as one.
fn bytes(text: &mut String, id: &str, heading: &str, members: &[(String, u32, u32, u32)]) {
    let _ = write!(
        text,
        "<h3 id=\"{id}\">{}</h3>\n<table class=\"bytes\"><thead><tr><th scope=\"col\" colspan=\"2\">byte</th>",
        Escaped(heading)
    );
    for byte in 0..ROW {
        let _ = write!(text, "<th scope=\"col\">{byte}</th>");
    }
    text.push_str("</tr></thead><tbody>\n");
    let mut at = 0;
    let mut part = |text: &mut String, label: &str, class: &str, offset: u32, size: u32| {
        let end = offset.saturating_add(size);
        let mut from = offset;
        while from < end {
            let column = from % ROW;
            let rest = end - from;
            // The bytes of whole rows that are drawn as one row.
            let skipped = if column == 0 && rest > 2 * ROW {
                rest - rest % ROW
            } else {
                0
            };
            let width = if skipped > 0 { ROW } else { rest.min(ROW - column) };
            if at != from || column == 0 {
                let _ = write!(
                    text,
                    "{}<tr><th scope=\"row\" colspan=\"2\">{}</th>",
                    if at == 0 { "" } else { "</tr>\n" },
                    from - column
                );
                if column > 0 && at != from {
                    let _ = write!(text, "<td colspan=\"{column}\"></td>");
                }
            }
            let taken = if skipped > 0 { skipped } else { width };
            let range = format!("{from} to {}", from + taken - 1);
            let _ = write!(
                text,
                "<td{class} colspan=\"{width}\" title=\"bytes {range}\">{}",
                Escaped(label)
            );
            if skipped > 0 {
                let _ = write!(text, " (bytes {range})");
            }
            text.push_str("</td>");
            from += taken;
            at = from;
        }
    };
    for (label, offset, size, padding) in members {
        part(text, label, "", *offset, *size);
        part(
            text,
            "padding",
            " class=\"padding\"",
            offset.saturating_add(*size),
            *padding,
        );
    }
    text.push_str("</tr>\n</tbody></table>\n");
}
