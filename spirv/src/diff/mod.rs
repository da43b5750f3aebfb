//! What differs between two modules: declarations, functions and instructions are matched by what they are, and ids,
//! their numbers and the order of sections, declarations and functions never count.
//!
//! ```
//! use spirula_spirv::{diff::{Diff, Options}, words};
//!
//! let module = |constant| {
//!     let text = format!(
//!         "OpCapability Shader
//!          OpMemoryModel Logical GLSL450
//!          OpEntryPoint GLCompute %main \"main\"
//!          OpExecutionMode %main LocalSize {constant} 1 1
//!          %void = OpTypeVoid
//!          %fn = OpTypeFunction %void
//!          %main = OpFunction %void None %fn
//!          %entry = OpLabel
//!          OpReturn
//!          OpFunctionEnd"
//!     );
//!     words::assemble_text(&text, 0x0001_0000)
//! };
//! let diff = Diff::new(&module(32)?, &module(64)?, &Options::default())?;
//! assert_eq!(
//!     diff.to_string(),
//!     "@@ execution modes @@\n\
//!      -               OpExecutionMode %main LocalSize 32 1 1\n\
//!      +               OpExecutionMode %main LocalSize 64 1 1\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod align;
mod matching;

use crate::listing::module::{Line, Module, Section};
use crate::listing::names::Names;
use crate::listing::order::{Content, Order, sections};
use crate::listing::{Printer, number_types};
use crate::words::reader::{Instruction, ReadError, Reader};
use crate::words::{HEADER_WORDS, string};
use align::align;
use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use hashbrown::{HashMap, HashSet};
use matching::{Matching, Side};
use spirv::Op;

/// What is compared, and how much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Names are not compared: `OpName` and `OpMemberName`.
    pub ignore_names: bool,
    /// Debug information is not compared: sources, lines, and the instructions of non-semantic sets.
    pub ignore_debug: bool,
    /// The number of equal instructions that are shown before and after each difference in a function.
    pub context: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ignore_names: false,
            ignore_debug: false,
            context: 3,
        }
    }
}

/// What a line of a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the first module has it.
    Removed,
    /// Only the second module has it.
    Added,
    /// Both have it.
    Equal,
}

/// Lines that belong together: those of a section, or neighbours in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hunk {
    /// The name of the function, or of the section.
    pub place: String,
    /// The file and line of the shader, if debug information has them.
    pub source: Option<(String, u32)>,
    /// Instructions as text. Ids that both modules have are named as in the first. Of two instructions with a text of
    /// several lines, as `OpSource` has, the lines that differ.
    pub lines: Vec<(Change, String)>,
}

/// The differences of two modules. [`Display`](fmt::Display) writes a unified difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    hunks: Vec<Hunk>,
}

/// One of the two modules cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffError {
    /// Whether it is the second.
    pub is_second: bool,
    /// The reason.
    pub reason: ReadError,
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.is_second { "second" } else { "first" };
        write!(f, "the {which} module: {}", self.reason)
    }
}

impl core::error::Error for DiffError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.reason)
    }
}

impl Diff {
    /// Compares two modules.
    ///
    /// # Errors
    ///
    /// If the words of one cannot be split into a header and whole instructions.
    pub fn new(first: &[u32], second: &[u32], options: &Options) -> Result<Self, DiffError> {
        let fails = |is_second| move |reason| DiffError { is_second, reason };
        let first = without_ignored(first, options).map_err(fails(false))?;
        let second = without_ignored(second, options).map_err(fails(true))?;
        let (a, b) = (side(&first).map_err(fails(false))?, side(&second).map_err(fails(true))?);
        let matching = Matching::new(&a, &b);
        let names = shared_names(&a, &b, &matching);
        let mut comparison = Comparison {
            left: Printer {
                number_types: number_types(&first).map_err(fails(false))?,
                module: &a.module,
                order: &a.order,
                names: &a.names,
            },
            right: Printer {
                number_types: number_types(&second).map_err(fails(true))?,
                module: &b.module,
                order: &b.order,
                names: &names,
            },
            matching: &matching,
            context: options.context,
            hunks: Vec::new(),
        };
        comparison.compare();
        Ok(Self {
            hunks: comparison.hunks,
        })
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.hunks.is_empty()
    }

    /// The differences: sections in the order of a module, then functions.
    #[must_use]
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// How many lines are removed, and how many added.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let count = |change: Change| {
            let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines);
            lines.filter(|(kind, _)| *kind == change).count()
        };
        (count(Change::Removed), count(Change::Added))
    }

    /// The numbers of removed and added lines of each section and function that differs.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut places: Vec<(&str, usize, usize)> = Vec::new();
        for hunk in &self.hunks {
            let count = |change: Change| hunk.lines.iter().filter(|(kind, _)| *kind == change).count();
            match places.iter_mut().find(|(place, ..)| *place == hunk.place) {
                Some((_, removed, added)) => {
                    *removed += count(Change::Removed);
                    *added += count(Change::Added);
                }
                None => places.push((&hunk.place, count(Change::Removed), count(Change::Added))),
            }
        }
        let lines = places
            .iter()
            .map(|(place, removed, added)| format!("{place}: -{removed} +{added}\n"));
        lines.collect()
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hunk in &self.hunks {
            match &hunk.source {
                Some((file, line)) => writeln!(f, "@@ {} @@ {file}:{line}", hunk.place)?,
                None => writeln!(f, "@@ {} @@", hunk.place)?,
            }
            for (change, line) in &hunk.lines {
                let mark = match change {
                    Change::Removed => '-',
                    Change::Added => '+',
                    Change::Equal => ' ',
                };
                // A string may have several lines.
                for line in line.lines() {
                    writeln!(f, "{}", format!("{mark}{line}").trim_end())?;
                }
            }
        }
        Ok(())
    }
}

/// The words without what is not compared.
fn without_ignored<'w>(words: &'w [u32], options: &Options) -> Result<Cow<'w, [u32]>, ReadError> {
    if !options.ignore_names && !options.ignore_debug {
        return Ok(Cow::Borrowed(words));
    }
    let (_, reader) = Reader::new(words)?;
    let mut kept = words.get(..HEADER_WORDS).unwrap_or(words).to_vec();
    let mut sets: HashSet<u32> = HashSet::new();
    for instruction in reader {
        let instruction = instruction?;
        if instruction.opcode == Op::ExtInstImport as u16
            && string(instruction.operand_words()).starts_with("NonSemantic.")
        {
            sets.extend(instruction.result());
        }
        if !is_ignored(&instruction, &sets, options) {
            kept.extend_from_slice(instruction.words);
        }
    }
    Ok(Cow::Owned(kept))
}

fn is_ignored(instruction: &Instruction<'_>, sets: &HashSet<u32>, options: &Options) -> bool {
    let words = instruction.operand_words();
    match Op::from_u32(u32::from(instruction.opcode)) {
        Some(Op::Name | Op::MemberName) => options.ignore_names,
        Some(Op::Source | Op::SourceContinued | Op::SourceExtension | Op::ModuleProcessed | Op::Line | Op::NoLine) => {
            options.ignore_debug
        }
        Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR) => {
            options.ignore_debug && words.first().is_some_and(|set| sets.contains(set))
        }
        Some(Op::Extension) => options.ignore_debug && string(words) == "SPV_KHR_non_semantic_info",
        _ => false,
    }
}

fn side(words: &[u32]) -> Result<Side<'_>, ReadError> {
    let module = Module::read(words)?;
    let order = Order::new(&module);
    let names = Names::new(&module, &order);
    Ok(Side { module, order, names })
}

/// The names of the second module's ids: those that the first module has are named as there.
fn shared_names(a: &Side<'_>, b: &Side<'_>, matching: &Matching) -> Names {
    let mut names = b.names.clone();
    let mut taken: HashSet<(Option<usize>, &str)> = HashSet::new();
    for (id, name) in a.names.by_id.iter().enumerate() {
        taken.insert((a.names.function_of[id], name));
    }
    let partner: HashMap<usize, usize> = matching
        .functions
        .iter()
        .filter_map(|&(one, other)| Some((other?, one?)))
        .collect();
    for id in 0..b.module.ids.len() {
        if let Some(one) = matching.from[id] {
            names.by_id[id].clone_from(&a.names.by_id[one]);
            continue;
        }
        // A name that the first module has for something else gets a mark.
        let function = b.names.function_of[id].map(|function| partner.get(&function).copied());
        let is_taken = |name: &str| match function {
            Some(None) => false,
            Some(Some(function)) => taken.contains(&(Some(function), name)) || taken.contains(&(None, name)),
            None => taken.contains(&(None, name)),
        };
        while is_taken(&names.by_id[id]) {
            names.by_id[id].push('\'');
        }
    }
    names
}

/// Compares two modules whose ids are matched.
struct Comparison<'c, 'w> {
    left: Printer<'c, 'w>,
    right: Printer<'c, 'w>,
    matching: &'c Matching,
    context: usize,
    hunks: Vec<Hunk>,
}

impl Comparison<'_, '_> {
    fn compare(&mut self) {
        let header = |printer: &Printer<'_, '_>| {
            let header = &printer.module.header;
            let schema = if header.schema == 0 {
                String::new()
            } else {
                format!(", schema {}", header.schema)
            };
            format!("{}.{}{schema}", header.version >> 16, (header.version >> 8) & 0xFF)
        };
        self.section("version", vec![header(&self.left)], vec![header(&self.right)]);
        for (place, section) in [
            ("capabilities", Section::Capability),
            ("extensions", Section::Extension),
            ("memory model", Section::MemoryModel),
            ("entry points", Section::EntryPoint),
            ("execution modes", Section::ExecutionMode),
        ] {
            let lines = |printer: &Printer<'_, '_>| printer.in_order(sections(printer.module, section));
            self.section(place, lines(&self.left), lines(&self.right));
        }
        for (place, section) in [("sources", Section::Source), ("processed", Section::Processed)] {
            let lines = |printer: &Printer<'_, '_>| printer.in_order(sections(printer.module, section));
            self.ordered_section(place, lines(&self.left), lines(&self.right));
        }
        let (names, decorations) = self.left.annotations();
        let (other_names, other_decorations) = self.right.annotations();
        self.section("names", names, other_names);
        self.section("decorations", decorations, other_decorations);
        let declarations = |printer: &Printer<'_, '_>| {
            let mut lines = printer.declarations(Section::Import);
            lines.extend(printer.declarations(Section::String));
            lines.extend(printer.forwards());
            lines.extend(printer.declarations(Section::Declaration));
            lines.extend(printer.in_order(sections(printer.module, Section::Other)));
            lines
        };
        self.section("declarations", declarations(&self.left), declarations(&self.right));
        for &(one, other) in &self.matching.functions {
            match (one, other) {
                (Some(one), Some(other)) => self.function(one, other),
                (Some(one), None) => {
                    let lines = whole(&self.left, one, Change::Removed);
                    self.hunk(function_name(&self.left, one), None, lines);
                }
                (None, Some(other)) => {
                    let lines = whole(&self.right, other, Change::Added);
                    self.hunk(function_name(&self.right, other), None, lines);
                }
                (None, None) => {}
            }
        }
    }

    fn hunk(&mut self, place: String, source: Option<(String, u32)>, lines: Vec<(Change, String)>) {
        self.hunks.push(Hunk { place, source, lines });
    }

    /// Compares the lines of a section, whose order counts.
    fn ordered_section(&mut self, place: &str, left: Vec<String>, right: Vec<String>) {
        let pairs = equal_lines(&left, &right);
        let unpaired = |lines: Vec<String>, change: Change, is_paired: &dyn Fn(usize) -> bool| {
            let lines = lines.into_iter().enumerate().filter(|(at, _)| !is_paired(*at));
            lines.map(|(_, line)| (change, line)).collect::<Vec<_>>()
        };
        let mut lines = unpaired(left, Change::Removed, &|at| pairs.iter().any(|pair| pair.0 == at));
        lines.extend(unpaired(right, Change::Added, &|at| {
            pairs.iter().any(|pair| pair.1 == at)
        }));
        if !lines.is_empty() {
            let lines = by_lines(lines, self.context);
            self.hunk(place.to_owned(), None, lines);
        }
    }

    /// Compares the lines of a section, whose order does not count.
    fn section(&mut self, place: &str, left: Vec<String>, right: Vec<String>) {
        let mut counts: HashMap<&str, i64> = HashMap::new();
        left.iter().for_each(|line| *counts.entry(line).or_default() += 1);
        right.iter().for_each(|line| *counts.entry(line).or_default() -= 1);
        let mut lines = Vec::new();
        for line in &left {
            if let Some(count) = counts.get_mut(line.as_str()).filter(|count| **count > 0) {
                *count -= 1;
                lines.push((Change::Removed, line.clone()));
            }
        }
        for line in &right {
            if let Some(count) = counts.get_mut(line.as_str()).filter(|count| **count < 0) {
                *count += 1;
                lines.push((Change::Added, line.clone()));
            }
        }
        if !lines.is_empty() {
            // What defines the same id, or is about it, is side by side.
            lines.sort_by_cached_key(|(_, line)| subject(line).to_owned());
            let lines = by_lines(lines, self.context);
            self.hunk(place.to_owned(), None, lines);
        }
    }

    /// Compares two functions.
    fn function(&mut self, one: usize, other: usize) {
        let (left, right) = (&self.left.module.functions[one], &self.right.module.functions[other]);
        let outside = |lines: &core::ops::Range<Line>, all: &core::ops::Range<Line>| {
            let lines = lines.clone();
            all.clone()
                .filter(move |line| !lines.contains(line))
                .collect::<Vec<_>>()
        };
        let (ours, theirs) = (
            outside(&left.variables, &left.lines),
            outside(&right.variables, &right.lines),
        );
        // The lines of both functions, in the order in which they are shown.
        let mut entries: Vec<(Change, Line)> = Vec::new();
        let mut variables: Vec<(Change, Line)> = Vec::new();
        let mut theirs_of_ours: HashMap<Line, Line> = HashMap::new();
        let mut added: Vec<Line> = right.variables.clone().collect();
        for line in left.variables.clone() {
            let same = match self.left.module.defines(line) {
                Some(id) => self.matching.to[id].and_then(|id| self.right.module.definition(id)),
                // In a malformed module an id has several definitions.
                None => added.iter().copied().find(|&same| self.is_same(line, same)),
            };
            let Some(place) = added.iter().position(|&other| Some(other) == same) else {
                variables.push((Change::Removed, line));
                continue;
            };
            let same = added.remove(place);
            match self.is_same(line, same) {
                true => variables.push((Change::Equal, line)),
                false => variables.extend([(Change::Removed, line), (Change::Added, same)]),
            }
        }
        variables.extend(added.into_iter().map(|line| (Change::Added, line)));
        if let Some(pairs) = self.matching.bodies.get(&one) {
            theirs_of_ours.extend(pairs.iter().copied());
        }
        let mut next = theirs.iter().copied().peekable();
        for line in ours {
            // They follow the label of the first block.
            if line >= left.variables.end {
                entries.append(&mut variables);
            }
            let Some(&same) = theirs_of_ours.get(&line) else {
                entries.push((Change::Removed, line));
                continue;
            };
            while let Some(added) = next.next_if(|&other| other != same) {
                entries.push((Change::Added, added));
            }
            next.next();
            match self.is_same(line, same) {
                true => entries.push((Change::Equal, line)),
                false => entries.extend([(Change::Removed, line), (Change::Added, same)]),
            }
        }
        entries.append(&mut variables);
        entries.extend(next.map(|line| (Change::Added, line)));
        self.hunks_of(one, &entries);
    }

    /// Splits the lines of a function into hunks.
    fn hunks_of(&mut self, function: usize, entries: &[(Change, Line)]) {
        let context = self.context;
        let mut at = 0;
        while let Some(first) = (at..entries.len()).find(|&at| entries[at].0 != Change::Equal) {
            // The hunk ends where enough equal lines follow.
            let mut last = first;
            let mut end = first + 1;
            while end < entries.len() && end - last <= 2 * context + 1 {
                if entries[end].0 != Change::Equal {
                    last = end;
                }
                end += 1;
            }
            let from = first.saturating_sub(context).max(at);
            let to = (last + 1 + context).min(entries.len());
            let lines = entries[from..to].iter().map(|&(change, line)| {
                let printer = if change == Change::Added {
                    &self.right
                } else {
                    &self.left
                };
                (change, printer.line(line))
            });
            let lines = in_runs(lines.collect());
            let source = entries[..=first]
                .iter()
                .rev()
                .find(|(change, _)| *change != Change::Added);
            let source = source.and_then(|&(_, line)| source_place(self.left.module, line));
            self.hunk(function_name(&self.left, function), source, lines);
            at = to;
        }
    }

    /// Whether two instructions are equal under the matching of ids.
    fn is_same(&self, line: Line, same: Line) -> bool {
        let (a, b) = (self.left.module, self.right.module);
        if a.lines[line].opcode != b.lines[same].opcode || a.lines[line].words.len() != b.lines[same].words.len() {
            return false;
        }
        let maps = |one: Option<usize>, other: Option<usize>| match (one, other) {
            (Some(one), Some(other)) => self.matching.to[one] == Some(other),
            (None, None) => true,
            _ => false,
        };
        let words = a.words_of(line).zip(b.words_of(same));
        maps(a.results[line], b.results[same])
            && words.into_iter().all(|((word, id), (other, same))| match (id, same) {
                (None, None) => word == other,
                (one, other) => maps(one, other),
            })
    }
}

/// The pairs of equal lines of two texts, in ascending order.
fn equal_lines<T: AsRef<str>>(left: &[T], right: &[T]) -> Vec<(usize, usize)> {
    let hashes = |lines: &[T]| {
        lines
            .iter()
            .map(|line| Content::text(line.as_ref()).0)
            .collect::<Vec<_>>()
    };
    let mut pairs = Vec::new();
    align(&hashes(left), &hashes(right), 0..left.len(), 0..right.len(), &mut pairs);
    pairs
}

/// Splits each pair of instructions with texts of several lines into the lines that differ, with equal ones around them.
fn by_lines(lines: Vec<(Change, String)>, context: usize) -> Vec<(Change, String)> {
    let is_long = |wanted: Change| move |(change, text): &&(Change, String)| *change == wanted && text.contains('\n');
    let removed = lines.iter().filter(is_long(Change::Removed)).count();
    let added: Vec<String> = lines
        .iter()
        .filter(is_long(Change::Added))
        .map(|line| line.1.clone())
        .collect();
    if removed == 0 || removed != added.len() {
        return lines;
    }
    let mut added = added.into_iter();
    let mut split = Vec::new();
    for (change, text) in lines {
        match (text.contains('\n'), change) {
            (true, Change::Removed) => {
                let other = added.next().unwrap_or_default();
                split.extend(differing_lines(&text, &other, context));
            }
            (true, Change::Added) => {}
            _ => split.push((change, text)),
        }
    }
    split
}

fn differing_lines(one: &str, other: &str, context: usize) -> Vec<(Change, String)> {
    let (left, right): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let pairs = equal_lines(&left, &right);
    let mut all: Vec<(Change, String)> = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (one, other) in pairs.into_iter().chain([(left.len(), right.len())]) {
        all.extend(left[a..one].iter().map(|line| (Change::Removed, (*line).to_owned())));
        all.extend(right[b..other].iter().map(|line| (Change::Added, (*line).to_owned())));
        all.extend(left.get(one).map(|line| (Change::Equal, (*line).to_owned())));
        (a, b) = (one + 1, other + 1);
    }
    let is_near = |at: usize| {
        let near = all.iter().take(at + context + 1).skip(at.saturating_sub(context));
        near.into_iter().any(|(change, _)| *change != Change::Equal)
    };
    let mut kept = Vec::new();
    for at in (0..all.len()).filter(|&at| is_near(at)) {
        if !kept.is_empty() && !is_near(at - 1) {
            kept.push((Change::Equal, "...".to_owned()));
        }
        kept.push(all[at].clone());
    }
    kept
}

/// In each run of changes: what is removed, then what is added.
fn in_runs(lines: Vec<(Change, String)>) -> Vec<(Change, String)> {
    let mut sorted: Vec<(Change, String)> = Vec::with_capacity(lines.len());
    let mut added = Vec::new();
    for (change, line) in lines {
        match change {
            Change::Added => added.push((change, line)),
            Change::Removed => sorted.push((change, line)),
            Change::Equal => {
                sorted.append(&mut added);
                sorted.push((change, line));
            }
        }
    }
    sorted.append(&mut added);
    sorted
}

/// The id that a line defines or is about.
fn subject(line: &str) -> &str {
    let mut words = line.split_whitespace();
    let first = words.find(|word| word.starts_with('%'));
    first.unwrap_or("")
}

fn whole(printer: &Printer<'_, '_>, function: usize, change: Change) -> Vec<(Change, String)> {
    let lines = printer.function(function).into_iter().skip(1);
    lines.map(|line| (change, line)).collect()
}

fn function_name(printer: &Printer<'_, '_>, function: usize) -> String {
    let start = printer.module.functions[function].lines.start;
    let id = printer.module.results[start];
    format!("%{}", id.map_or("", |id| printer.names.by_id[id].as_str()))
}

/// The place in the shader that `OpLine` or `DebugLine` gives for an instruction.
fn source_place(module: &Module<'_>, line: Line) -> Option<(String, u32)> {
    let start = module.functions.get(module.function_of[line]?)?.lines.start;
    for before in (start..=line).rev() {
        match module.op(before) {
            Some(Op::Line) => {
                let file = module.operand(before, 0).and_then(|id| module.definition(id))?;
                return Some((string(module.lines[file].operand_words()), module.word(before, 1)?));
            }
            Some(Op::NoLine) => return None,
            Some(Op::ExtInst) if module.extended(before) == Some("DebugLine") => {
                let value = |place: usize| module.operand(before, place).and_then(|id| module.definition(id));
                let source = value(2)?;
                let file = module.operand(source, 2).and_then(|id| module.definition(id))?;
                return Some((string(module.lines[file].operand_words()), module.word(value(3)?, 0)?));
            }
            _ => {}
        }
    }
    None
}
