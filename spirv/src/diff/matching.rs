//! Which id of one module is which of another: declarations by what they say and what they are called, functions by name
//! and content, values by the instructions that define and use them.

use super::align::align;
use crate::listing::module::{Id, Line, Module};
use crate::listing::names::{Names, UNDEFINED};
use crate::listing::order::{Content, Order};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use spirv::Op;

/// One of the two modules.
pub(super) struct Side<'w> {
    pub(super) module: Module<'w>,
    pub(super) order: Order,
    pub(super) names: Names,
}

/// The pairs of equal ids, functions and instructions of two modules.
pub(super) struct Matching {
    /// By id of the first module: the id of the second.
    pub(super) to: Vec<Option<Id>>,
    /// By id of the second module: the id of the first.
    pub(super) from: Vec<Option<Id>>,
    /// The functions of both modules, in the order of the second, each followed by those of the first that were after
    /// it and have no partner.
    pub(super) functions: Vec<(Option<usize>, Option<usize>)>,
    /// By function of the first module: the pairs of instructions, in ascending order.
    pub(super) bodies: HashMap<usize, Vec<(Line, Line)>>,
}

impl Matching {
    pub(super) fn new(a: &Side<'_>, b: &Side<'_>) -> Self {
        let mut matching = Self {
            to: vec![None; a.module.ids.len()],
            from: vec![None; b.module.ids.len()],
            functions: Vec::new(),
            bodies: HashMap::new(),
        };
        matching.declarations(a, b);
        matching.functions(a, b);
        for (one, other) in matching.functions.clone() {
            if let (Some(one), Some(other)) = (one, other) {
                let pairs = matching.body(a, b, one, other);
                matching.bodies.insert(one, pairs);
            }
        }
        matching.used_alike(a, b);
        matching
    }

    fn pair(&mut self, one: Id, other: Id) -> bool {
        let is_free = self.to[one].is_none() && self.from[other].is_none();
        if is_free {
            self.to[one] = Some(other);
            self.from[other] = Some(one);
        }
        is_free
    }

    /// Pairs ids without a definition by their names; declarations that say the same, then those of one name, then those
    /// that say the same without names; then the types of paired variables.
    fn declarations(&mut self, a: &Side<'_>, b: &Side<'_>) {
        let undefined = |side: &Side<'_>| {
            let ids = 0..side.module.ids.len();
            let ids = ids.filter(|&id| side.names.bases[id] == UNDEFINED);
            ids.map(|id| (side.names.by_id[id].clone(), id)).collect::<Vec<_>>()
        };
        let named: HashMap<_, Id> = undefined(b).into_iter().collect();
        for (name, id) in undefined(a) {
            if let Some(&other) = named.get(&name) {
                self.pair(id, other);
            }
        }
        self.by(a, b, |side, line, _| side.order.contents[line]);
        self.by(a, b, |side, line, id| {
            let mut content = Content::text(&side.names.by_id[id]);
            content.push(u64::from(side.module.lines[line].opcode));
            content.0
        });
        self.by(a, b, |side, line, _| side.order.nameless[line]);
        let mut open: Vec<(Id, Id)> = self.pairs().collect();
        while let Some((one, other)) = open.pop() {
            let lines = (a.module.definition(one), b.module.definition(other));
            let (Some(one), Some(other)) = lines else { continue };
            if a.module.function_of[one].is_some() || a.module.lines[one].opcode != b.module.lines[other].opcode {
                continue;
            }
            for (&(place, one), &(same, other)) in a.module.operands(one).iter().zip(b.module.operands(other)) {
                let opcode = |side: &Side<'_>, id: Id| {
                    side.module
                        .definition(id)
                        .map(|line| (side.module.lines[line].opcode, side.module.function_of[line]))
                };
                let is_alike = place == same
                    && match (opcode(a, one), opcode(b, other)) {
                        (Some((one, None)), Some((other, None))) => one == other,
                        _ => false,
                    };
                if is_alike && self.pair(one, other) {
                    open.push((one, other));
                }
            }
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (Id, Id)> + '_ {
        self.to
            .iter()
            .enumerate()
            .filter_map(|(one, other)| Some((one, (*other)?)))
    }

    /// Pairs the declarations that have no partner yet and the same key, in their order.
    fn by(&mut self, a: &Side<'_>, b: &Side<'_>, key: impl Fn(&Side<'_>, Line, Id) -> u64) {
        let mut others: HashMap<u64, Vec<Id>> = HashMap::new();
        for &line in b.order.declarations.iter().rev() {
            if let Some(id) = b.module.defines(line).filter(|&id| self.from[id].is_none()) {
                others.entry(key(b, line, id)).or_default().push(id);
            }
        }
        for &line in &a.order.declarations {
            let Some(id) = a.module.defines(line).filter(|&id| self.to[id].is_none()) else {
                continue;
            };
            if let Some(other) = others.get_mut(&key(a, line, id)).and_then(Vec::pop) {
                self.pair(id, other);
            }
        }
    }

    /// Pairs functions: of equal names and bodies; of equal names; of equal types in their order.
    fn functions(&mut self, a: &Side<'_>, b: &Side<'_>) {
        let rounds: [fn(&Side<'_>, usize) -> u64; 3] = [
            |side, function| {
                let mut content = Content::text(base(side, function));
                content.push(side.order.body_content(&side.module, function));
                content.0
            },
            |side, function| Content::text(name(side, function)).0,
            |side, function| {
                let ty = side.module.operand(side.module.functions[function].lines.start, 1);
                ty.map_or(0, |ty| Content::text(&side.names.by_id[ty]).0)
            },
        ];
        let mut partners: HashMap<usize, usize> = HashMap::new();
        let mut back: HashMap<usize, usize> = HashMap::new();
        for key in rounds {
            let mut others: HashMap<u64, Vec<usize>> = HashMap::new();
            for &function in b
                .order
                .functions
                .iter()
                .rev()
                .filter(|function| !back.contains_key(*function))
            {
                others.entry(key(b, function)).or_default().push(function);
            }
            for &function in &a.order.functions {
                if !partners.contains_key(&function)
                    && let Some(other) = others.get_mut(&key(a, function)).and_then(Vec::pop)
                {
                    partners.insert(function, other);
                    back.insert(other, function);
                    let result = |side: &Side<'_>, function: usize| {
                        side.module.results[side.module.functions[function].lines.start]
                    };
                    if let (Some(one), Some(other)) = (result(a, function), result(b, other)) {
                        self.pair(one, other);
                    }
                }
            }
        }
        let mut rest = a.order.functions.iter().copied().peekable();
        for &other in &b.order.functions {
            let one = back.get(&other).copied();
            while let Some(function) = rest.next_if(|function| !partners.contains_key(function)) {
                self.functions.push((Some(function), None));
            }
            rest.next_if(|&function| Some(function) == one);
            self.functions.push((one, Some(other)));
        }
        let unpaired = rest.filter(|function| !partners.contains_key(function));
        self.functions.extend(unpaired.map(|function| (Some(function), None)));
    }

    /// Pairs the instructions of two functions, and with them their results.
    fn body(&mut self, a: &Side<'_>, b: &Side<'_>, one: usize, other: usize) -> Vec<(Line, Line)> {
        let (left, right) = (Body::new(a, one, 1), Body::new(b, other, 2));
        let (classes, other_classes) = (self.classes(a), self.classes_of_second(b));
        let mut pairs = Vec::new();
        // What is between the instructions that are the same was changed, and is aligned by less.
        for alike in [Alike::Same, Alike::Operation, Alike::Type] {
            let (ours, theirs) = (left.keys(&classes, alike), right.keys(&other_classes, alike));
            let anchors = core::mem::take(&mut pairs);
            let mut start = (0, 0);
            for &(at, same) in anchors.iter().chain([&(ours.len(), theirs.len())]) {
                align(&ours, &theirs, start.0..at, start.1..same, &mut pairs);
                if at < ours.len() {
                    pairs.push((at, same));
                }
                start = (at + 1, same + 1);
            }
        }
        let pairs: Vec<(Line, Line)> = pairs
            .into_iter()
            .map(|(at, same)| (left.lines[at], right.lines[same]))
            .collect();
        for &(line, same) in &pairs {
            if let (Some(one), Some(other)) = (a.module.defines(line), b.module.defines(same)) {
                self.pair(one, other);
            }
        }
        self.variables(a, b, (one, other), &pairs);
        pairs
    }

    /// Pairs the variables of two functions by how often paired instructions use them in the same place: first those of
    /// one name, then any; what is left by name or type, in their order.
    fn variables(&mut self, a: &Side<'_>, b: &Side<'_>, functions: (usize, usize), pairs: &[(Line, Line)]) {
        let variables = |side: &Side<'_>, function: usize| {
            let lines = side.module.functions[function].variables.clone();
            let named = lines.filter_map(|line| Some((side.module.defines(line)?, line)));
            // Its name, and its type.
            let described = named.map(|(id, line)| (id, (side.module.names(id).min(), side.module.result_type(line))));
            described.collect::<Vec<_>>()
        };
        let (ours, theirs) = (variables(a, functions.0), variables(b, functions.1));
        let own: HashMap<Id, _> = ours.iter().map(|(id, of)| (*id, of)).collect();
        let their_own: HashMap<Id, _> = theirs.iter().map(|(id, of)| (*id, of)).collect();
        // By pair of variables: its place in the list.
        let mut places: HashMap<(Id, Id), usize> = HashMap::new();
        let mut votes: Vec<((Id, Id), (bool, usize))> = Vec::new();
        for &(line, same) in pairs {
            for (&(_, one), &(_, other)) in a.module.operands(line).iter().zip(b.module.operands(same)) {
                if let (Some((name, _)), Some((same, _))) = (own.get(&one), their_own.get(&other)) {
                    let place = *places.entry((one, other)).or_insert(votes.len());
                    if place == votes.len() {
                        votes.push(((one, other), (name != same, 0)));
                    }
                    votes[place].1.1 += 1;
                }
            }
        }
        votes.sort_unstable_by_key(|&(pair, (is_renamed, count))| (is_renamed, core::cmp::Reverse(count), pair));
        for ((one, other), _) in votes {
            self.pair(one, other);
        }
        for is_by_name in [true, false] {
            for (one, (name, ty)) in &ours {
                let mapped = ty.and_then(|ty| self.to[ty]);
                let is_alike = |(other, (same, type_there)): &&(Id, _)| {
                    self.from[*other].is_none() && *type_there == mapped && (!is_by_name || name == same)
                };
                if let Some(&(other, _)) = theirs.iter().find(is_alike) {
                    self.pair(*one, other);
                }
            }
        }
    }

    /// Pairs variables and strings that paired instructions use in the same place.
    fn used_alike(&mut self, a: &Side<'_>, b: &Side<'_>) {
        let pairs: Vec<(Line, Line)> = self
            .functions
            .iter()
            .filter_map(|(one, _)| self.bodies.get(&(*one)?))
            .flatten()
            .copied()
            .collect();
        for (line, same) in pairs {
            for (&(_, one), &(_, other)) in a.module.operands(line).iter().zip(b.module.operands(same)) {
                let variable = |side: &Side<'_>, id: Id| {
                    let line = side.module.definition(id)?;
                    let op = side.module.op(line).filter(|_| side.module.function_of[line].is_none());
                    op.filter(|op| matches!(op, Op::Variable | Op::String))
                };
                if variable(a, one).is_some() && variable(a, one) == variable(b, other) {
                    self.pair(one, other);
                }
            }
        }
    }

    /// By id of the first module: what it is in both.
    fn classes(&self, a: &Side<'_>) -> Vec<u64> {
        (0..a.module.ids.len())
            .map(|id| self.to[id].map_or(u64::MAX, |_| id as u64))
            .collect()
    }

    /// By id of the second module: what it is in both.
    fn classes_of_second(&self, b: &Side<'_>) -> Vec<u64> {
        (0..b.module.ids.len())
            .map(|id| self.from[id].map_or(u64::MAX, |id| id as u64))
            .collect()
    }
}

fn name<'s>(side: &'s Side<'_>, function: usize) -> &'s str {
    let id = side.module.results[side.module.functions[function].lines.start];
    id.map_or("", |id| &side.names.by_id[id])
}

fn base<'s>(side: &'s Side<'_>, function: usize) -> &'s str {
    let id = side.module.results[side.module.functions[function].lines.start];
    id.map_or("", |id| &side.names.bases[id])
}

/// How much two instructions have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alike {
    /// Opcode, literals and operands, these by what they load or compute.
    Same,
    /// Opcode and type.
    Operation,
    /// The type of the result.
    Type,
}

/// The instructions of a function without the variables at its start.
struct Body<'s, 'w> {
    side: &'s Side<'w>,
    lines: Vec<Line>,
    /// What distinguishes hashes that are to be equal to none of the other function.
    unlike: u64,
}

impl<'s, 'w> Body<'s, 'w> {
    fn new(side: &'s Side<'w>, function: usize, unlike: u64) -> Self {
        let function = &side.module.functions[function];
        let variables: Range<Line> = function.variables.clone();
        Self {
            side,
            unlike,
            lines: function
                .lines
                .clone()
                .filter(|line| !variables.contains(line))
                .collect(),
        }
    }

    /// A hash of each instruction.
    fn keys(&self, classes: &[u64], alike: Alike) -> Vec<u64> {
        let module = &self.side.module;
        let key = |&line: &Line| {
            let mut content = Content::new(u64::from(module.lines[line].opcode));
            let ty = module.result_type(line).map(|ty| classes[ty]);
            match alike {
                Alike::Same => {
                    for (word, id) in module.words_of(line) {
                        content.push(id.map_or(u64::from(word), |id| self.operand(classes, id, 3)));
                    }
                }
                Alike::Operation => {
                    content.push(ty.unwrap_or(0));
                    if module.op(line) == Some(Op::ExtInst) {
                        content.push(u64::from(module.word(line, 1).unwrap_or(0)));
                    }
                }
                // What has no type is like nothing else.
                Alike::Type => content = Content::new(ty.unwrap_or(self.unlike << 32 | line as u64)),
            }
            content.0
        };
        self.lines.iter().map(key).collect()
    }

    /// A hash of what an id is: a declaration, or an operation and its operands, down to a depth.
    fn operand(&self, classes: &[u64], id: Id, depth: u32) -> u64 {
        if classes[id] != u64::MAX {
            return classes[id];
        }
        let module = &self.side.module;
        let Some(line) = module.definition(id) else {
            return u64::MAX;
        };
        let mut content = Content::new(u64::from(module.lines[line].opcode));
        if module.function_of[line].is_none() {
            return content.0;
        }
        match module.op(line) {
            Some(Op::Variable | Op::FunctionParameter) => {
                let name = module.names(id).min().unwrap_or_default();
                content.push(Content::text(&name).0);
                content.push(module.result_type(line).map_or(0, |ty| classes[ty]));
            }
            Some(Op::Label) => {}
            _ if depth > 0 => {
                for (word, id) in module.words_of(line) {
                    content.push(id.map_or(u64::from(word), |id| self.operand(classes, id, depth - 1)));
                }
            }
            _ => {}
        }
        content.0
    }
}
