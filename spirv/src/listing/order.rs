//! What of a module is used, and an order of it that depends on neither ids nor the order of the module.
//!
//! Functions follow the entry points that reach them. Declarations are ordered by their height, so that each follows
//! those it uses, and by their names. What only differs in use is ordered by its first use.

use super::module::{Id, Line, Module, Section};
use crate::words::string;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use hashbrown::HashMap;
use spirv::{BuiltIn, Decoration, LinkageType, Op};

/// The used parts of a module.
pub(crate) struct Order {
    /// The entry points, by execution model and name.
    pub(crate) entry_points: Vec<Line>,
    /// The functions: those of entry points, each followed by the functions that it calls first; then others.
    pub(crate) functions: Vec<usize>,
    /// Declarations outside of functions, each after those that it uses: imports, strings, types, constants, variables.
    pub(crate) declarations: Vec<Line>,
    /// By line outside of functions: one more than the height of its highest operand.
    pub(crate) heights: Vec<u32>,
    /// By line outside of functions: a hash of what its instruction and its annotations say, operands included.
    pub(crate) contents: Vec<u64>,
    /// The same without `OpName` and `OpMemberName`.
    pub(crate) nameless: Vec<u64>,
    /// By line outside of functions.
    pub(crate) is_used: Vec<bool>,
    /// For pointers that are declared before the type that they point to: a hash of what is a few steps away.
    forwards: HashMap<Id, u64>,
    /// By id: the place of its first use among the first uses of all ids, `u64::MAX` if there is none.
    pub(crate) first_uses: Vec<u64>,
}

impl Order {
    pub(crate) fn new(module: &Module<'_>) -> Self {
        let mut entry_points: Vec<Line> = sections(module, Section::EntryPoint).collect();
        entry_points.sort_by_cached_key(|&line| {
            let operands = module.lines[line].operand_words();
            (operands.first().copied(), string(operands.get(2..).unwrap_or(&[])))
        });
        let mut order = Self {
            entry_points,
            functions: Vec::new(),
            declarations: Vec::new(),
            heights: vec![0; module.lines.len()],
            contents: vec![0; module.lines.len()],
            nameless: vec![0; module.lines.len()],
            is_used: vec![false; module.lines.len()],
            forwards: HashMap::new(),
            first_uses: vec![u64::MAX; module.ids.len()],
        };
        if module.ids.iter().any(|id| id.is_forward) {
            order.find_forwards(module);
        }
        order.measure(module);
        order.find_functions(module);
        order.find_first_uses(module);
        order.find_used(module);
        order
    }

    /// Finds heights and contents of all instructions outside of functions, operands first.
    fn measure(&mut self, module: &Module<'_>) {
        let outside: Vec<Line> = (0..module.lines.len())
            .filter(|&line| module.function_of[line].is_none())
            .collect();
        // By line: who uses it, and how many of its own operands are not measured yet.
        let mut users: HashMap<Line, Vec<Line>> = HashMap::new();
        let mut missing = vec![0_usize; module.lines.len()];
        let mut open = Vec::new();
        for &line in &outside {
            let operands = uses(module, line);
            missing[line] = operands.len();
            operands
                .into_iter()
                .for_each(|operand| users.entry(operand).or_default().push(line));
            if missing[line] == 0 {
                open.push(line);
            }
        }
        let mut in_cycles: Option<Vec<(u64, Line)>> = None;
        loop {
            while let Some(line) = open.pop() {
                let operands = uses(module, line).into_iter();
                self.heights[line] = 1 + operands.map(|operand| self.heights[operand]).max().unwrap_or(0);
                self.contents[line] = self.content(module, line).0;
                self.nameless[line] = self.nameless_content(module, line).0;
                for &user in users.get(&line).map_or(&[][..], Vec::as_slice) {
                    missing[user] = missing[user].saturating_sub(1);
                    if missing[user] == 0 && self.heights[user] == 0 {
                        open.push(user);
                    }
                }
            }
            // Debug information may be cyclic. A cycle begins at the line with the least hash of its neighbourhood.
            let rest = in_cycles.get_or_insert_with(|| self.neighbourhoods(module, &outside));
            match rest.pop() {
                Some((_, line)) if self.heights[line] == 0 => open.push(line),
                Some(_) => {}
                None => break,
            }
        }
    }

    fn find_forwards(&mut self, module: &Module<'_>) {
        let outside: Vec<Line> = (0..module.lines.len())
            .filter(|&line| module.function_of[line].is_none())
            .collect();
        for _ in 0..8 {
            let pointers = (0..module.ids.len()).filter(|&id| module.ids[id].is_forward);
            let pointers = pointers.filter_map(|id| Some((id, self.contents[module.definition(id)?])));
            self.forwards = pointers.collect();
            let contents: Vec<u64> = outside.iter().map(|&line| self.content(module, line).0).collect();
            outside
                .iter()
                .zip(contents)
                .for_each(|(&line, content)| self.contents[line] = content);
        }
        self.contents.fill(0);
    }

    /// The lines that are not measured, in descending order of a hash over their operands to a depth of eight.
    fn neighbourhoods(&mut self, module: &Module<'_>, outside: &[Line]) -> Vec<(u64, Line)> {
        let rest: Vec<Line> = outside
            .iter()
            .copied()
            .filter(|&line| self.heights[line] == 0)
            .collect();
        for _ in 0..8 {
            let contents: Vec<u64> = rest.iter().map(|&line| self.content(module, line).0).collect();
            rest.iter()
                .zip(contents)
                .for_each(|(&line, content)| self.contents[line] = content);
        }
        let mut rest: Vec<(u64, Line)> = rest.into_iter().map(|line| (self.contents[line], line)).collect();
        rest.sort_unstable_by(|one, other| other.cmp(one));
        rest
    }

    /// The hash of a line outside of functions and of the annotations of its result.
    fn content(&self, module: &Module<'_>, line: Line) -> Content {
        self.content_of(module, line, &self.contents, |_| true)
    }

    /// The same without names.
    fn nameless_content(&self, module: &Module<'_>, line: Line) -> Content {
        let is_name = |about: Line| matches!(module.op(about), Some(Op::Name | Op::MemberName));
        self.content_of(module, line, &self.nameless, |about| !is_name(about))
    }

    /// The hash of a line and of the annotations that count, with `known` hashes in the place of operands.
    fn content_of(&self, module: &Module<'_>, line: Line, known: &[u64], counts: impl Fn(Line) -> bool) -> Content {
        let mut content = self.instruction_content(module, line, None, known);
        if let Some(id) = module.defines(line) {
            // Their order has no meaning, so their hashes are sorted.
            let annotations = module.ids[id].annotations.iter().copied();
            let mut annotations: Vec<u64> = annotations
                .filter(|&about| counts(about))
                .map(|about| self.instruction_content(module, about, Some(id), known).0)
                .collect();
            annotations.sort_unstable();
            annotations.iter().for_each(|&annotation| content.push(annotation));
        }
        content
    }

    /// Finds the functions that are used, in their order. Without entry points all are.
    fn find_functions(&mut self, module: &Module<'_>) {
        let mut is_placed = vec![false; module.functions.len()];
        let mut order = Vec::new();
        let mut visit = |root: usize| {
            let mut open = vec![root];
            while let Some(function) = open.pop() {
                if core::mem::replace(&mut is_placed[function], true) {
                    continue;
                }
                order.push(function);
                let lines = module.functions[function].lines.clone();
                let operands = lines.flat_map(|line| module.operands(line));
                let callees = operands.filter_map(|&(_, id)| module.function_named(id));
                let first = open.len();
                open.extend(callees);
                open[first..].reverse();
            }
        };
        for &line in &self.entry_points {
            module
                .operand(line, 1)
                .and_then(|id| module.function_named(id))
                .into_iter()
                .for_each(&mut visit);
        }
        let is_library = self.entry_points.is_empty();
        let mut others: Vec<usize> = (0..module.functions.len())
            .filter(|&function| is_library || is_exported(module, function))
            .collect();
        // Debug information may describe functions that are not called.
        let described = sections(module, Section::Declaration).flat_map(|line| module.operands(line));
        others.extend(described.filter_map(|&(_, id)| module.function_named(id)));
        others.sort_by_cached_key(|&function| {
            let id = module.results[module.functions[function].lines.start];
            (
                id.and_then(|id| module.names(id).min()),
                self.body_content(module, function),
            )
        });
        others.into_iter().for_each(visit);
        self.functions = order;
    }

    /// The hash of a function's instructions: their opcodes, literals and declarations, and which other ids are equal.
    pub(crate) fn body_content(&self, module: &Module<'_>, function: usize) -> u64 {
        let mut numbers: HashMap<Id, u64> = HashMap::new();
        let mut content = Content::new(0);
        for line in module.functions[function].lines.clone() {
            content.push(u64::from(module.lines[line].opcode));
            let words = module.words_of(line).map(|(word, id)| (u64::from(word), id));
            for (word, id) in words.chain(module.results[line].map(|id| (0, Some(id)))) {
                let declaration = id.and_then(|id| module.definition(id));
                let declaration = declaration.filter(|&line| module.function_of[line].is_none());
                let next = numbers.len() as u64;
                content.push(match (id, declaration) {
                    (None, _) => word,
                    (Some(_), Some(line)) => self.contents[line],
                    (Some(id), None) => 1 << 32 | *numbers.entry(id).or_insert(next),
                });
            }
        }
        content.0
    }

    /// Marks what is reached from functions and from the instructions that are not declarations.
    fn find_used(&mut self, module: &Module<'_>) {
        let is_root = |line: Line| match module.section(line) {
            Section::Capability
            | Section::Extension
            | Section::MemoryModel
            | Section::EntryPoint
            | Section::ExecutionMode
            | Section::Source
            | Section::Processed
            | Section::Group
            | Section::Other => true,
            // In a malformed module an id has several definitions.
            Section::Declaration | Section::Import | Section::String if module.defines(line).is_none() => true,
            // They describe the module to a debugger, which finds them by their opcode.
            Section::Declaration => matches!(module.op(line), Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR)),
            Section::Annotation => is_export(module, line) || is_workgroup_size(module, line),
            Section::Import | Section::String | Section::Forward | Section::Place => false,
        };
        let outside = (0..module.lines.len()).filter(|&line| module.function_of[line].is_none());
        let mut open: Vec<Line> = outside.filter(|&line| is_root(line)).collect();
        open.iter().for_each(|&line| self.is_used[line] = true);
        let bodies = self
            .functions
            .iter()
            .flat_map(|&function| module.functions[function].lines.clone());
        open.extend(bodies);
        while let Some(line) = open.pop() {
            for next in uses(module, line) {
                if !core::mem::replace(&mut self.is_used[next], true) {
                    open.push(next);
                }
            }
        }
        let is_declared = |&line: &Line| {
            self.is_used[line]
                && matches!(
                    module.section(line),
                    Section::Import | Section::String | Section::Declaration
                )
        };
        self.declarations = (0..module.lines.len()).filter(is_declared).collect();
        // Of two structures with a name the one with a layout gets it without a number.
        let is_plain = |line: Line| {
            let about = module.results[line].map_or(&[][..], |id| &module.ids[id].annotations);
            let is_name = |&line: &Line| matches!(module.op(line), Some(Op::Name | Op::MemberName));
            about.iter().all(is_name)
        };
        let key = |line: Line| (self.heights[line], is_plain(line), self.contents[line]);
        let first = |line: Line| module.results[line].map(|id| self.first_uses[id]);
        self.declarations.sort_by_key(|&line| (key(line), first(line)));
    }

    /// The hash of an instruction, with that of each operand in its place. `this` is an id that is not hashed.
    fn instruction_content(&self, module: &Module<'_>, line: Line, this: Option<Id>, known: &[u64]) -> Content {
        let mut content = Content::new(u64::from(module.lines[line].opcode));
        for (word, id) in module.words_of(line) {
            content.push(match id {
                None => u64::from(word),
                Some(id) if Some(id) == this => 1 << 32,
                Some(id) if is_early(module, line, id) => self.forwards.get(&id).copied().unwrap_or(2 << 32),
                Some(id) => module.definition(id).map_or(2 << 32, |line| known[line]),
            });
        }
        content
    }

    /// Numbers the declarations in the order in which functions reach them, then entry points, then the rest.
    fn find_first_uses(&mut self, module: &Module<'_>) {
        let bodies = self.functions.iter().flat_map(|&function| {
            let function = &module.functions[function];
            let variables = function.variables.clone();
            let outside = function.lines.clone().filter(move |line| !variables.contains(line));
            outside.chain(function.variables.clone())
        });
        let mut roots: Vec<Line> = bodies.collect();
        // What entry points name: by what it is, and by which of them name it.
        let mut named: Vec<(Line, usize)> = Vec::new();
        for (place, &line) in self.entry_points.iter().enumerate() {
            named.extend(uses(module, line).into_iter().map(|declaration| (declaration, place)));
        }
        named.sort_unstable();
        let mut described: Vec<(u64, u64, Line)> = named
            .chunk_by(|one, other| one.0 == other.0)
            .filter_map(|by| {
                let mut content = Content::new(0);
                by.iter().for_each(|&(_, place)| content.push(place as u64));
                by.first().map(|&(line, _)| (self.contents[line], content.0, line))
            })
            .collect();
        described.sort_unstable();
        roots.extend(described.into_iter().map(|(.., line)| line));
        let mut others: Vec<Line> = (0..module.lines.len())
            .filter(|&line| module.function_of[line].is_none())
            .collect();
        // What uses is before what it uses: of equal declarations nothing but their uses tells which is which.
        others.sort_by_key(|&line| (Reverse(self.heights[line]), self.contents[line]));
        roots.append(&mut others);

        let mut next = 0;
        let mut is_seen = vec![false; module.lines.len()];
        let mut open = Vec::new();
        for root in roots {
            open.push(root);
            while let Some(line) = open.pop() {
                if core::mem::replace(&mut is_seen[line], true) {
                    continue;
                }
                // What entry points name is reached by nothing else.
                let operands = module.operands(line).iter().map(|&(_, id)| id);
                for id in operands.chain(module.defines(line)) {
                    if self.first_uses[id] == u64::MAX {
                        self.first_uses[id] = next;
                        next += 1;
                    }
                }
                let first = open.len();
                open.extend(uses(module, line));
                open[first..].reverse();
            }
        }
    }
}

/// A hash that is the same in every build: each value is mixed in by the finalizer of splitmix64 (Steele, Lea and Flood
/// 2014, Fast Splittable Pseudorandom Number Generators).
#[derive(Clone, Copy)]
pub(crate) struct Content(pub(crate) u64);

impl Content {
    pub(crate) fn new(first: u64) -> Self {
        let mut content = Self(0);
        content.push(first);
        content
    }

    pub(crate) fn push(&mut self, value: u64) {
        let mut mixed = (self.0.rotate_left(5) ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = mixed ^ mixed >> 31;
    }

    pub(crate) fn text(text: &str) -> Self {
        let mut content = Self::new(text.len() as u64);
        text.bytes().for_each(|byte| content.push(u64::from(byte)));
        content
    }
}

/// The lines outside of functions that belong to a section.
pub(crate) fn sections<'m>(module: &'m Module<'_>, section: Section) -> impl Iterator<Item = Line> + 'm {
    let lines = (0..module.lines.len()).filter(|&line| module.function_of[line].is_none());
    lines.filter(move |&line| module.section(line) == section)
}

/// The definitions outside of functions that a line and the annotations of its result name, without the pointers that
/// are declared before the type that they point to.
fn uses(module: &Module<'_>, line: Line) -> Vec<Line> {
    let annotations = module.defines(line).map_or(&[][..], |id| &module.ids[id].annotations);
    let lines = [line].into_iter().chain(annotations.iter().copied());
    let operands = lines.flat_map(|line| module.operands(line));
    let operands = operands.filter(|&&(_, id)| !is_early(module, line, id));
    let definitions = operands.filter_map(|&(_, id)| module.definition(id));
    definitions
        .filter(|&definition| definition != line && module.function_of[definition].is_none())
        .collect()
}

/// Whether a line may come before the definition of an operand: a structure, before a pointer to it.
fn is_early(module: &Module<'_>, line: Line, operand: Id) -> bool {
    module.ids[operand].is_forward && module.op(line) == Some(Op::TypeStruct)
}

/// Whether a line is the linkage of an exported function or variable.
fn is_export(module: &Module<'_>, line: Line) -> bool {
    let words = module.lines[line].operand_words();
    module.op(line) == Some(Op::Decorate)
        && words.get(1) == Some(&(Decoration::LinkageAttributes as u32))
        && words.last() == Some(&(LinkageType::Export as u32))
}

/// Whether a line says that a constant is the size of the workgroup, which it is without any use of it.
fn is_workgroup_size(module: &Module<'_>, line: Line) -> bool {
    let built_in = [Decoration::BuiltIn as u32, BuiltIn::WorkgroupSize as u32];
    module.op(line) == Some(Op::Decorate) && module.lines[line].operand_words().get(1..) == Some(&built_in)
}

fn is_exported(module: &Module<'_>, function: usize) -> bool {
    let id = module.results[module.functions[function].lines.start];
    id.is_some_and(|id| module.ids[id].annotations.iter().any(|&line| is_export(module, line)))
}
