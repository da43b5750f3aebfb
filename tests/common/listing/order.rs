//! The order of declarations and functions in the normal form: that of their first use.
//!
//! Functions that entry points name come first, each followed by the functions that it calls, depth first; then
//! functions that are never called. Declarations are found by walking the functions in that order, then interfaces,
//! execution modes and loose instructions. The operands of an instruction come before it, in their order. Unreferenced
//! declarations come last. Where this defines no order, [`Walk::key`] does: the text of an instruction with the texts
//! of its operands in place of ids.

use std::collections::{HashMap, HashSet};

use spirv::Op;

use super::module::Module;

/// The instructions of a function in the order of the listing.
pub struct Body {
    pub function: usize,
    pub instructions: Vec<usize>,
}

pub struct Order {
    /// Everything outside functions that has a result.
    pub declarations: Vec<usize>,
    pub functions: Vec<Body>,
}

impl Order {
    pub fn new(module: &Module<'_>) -> Self {
        let mut walk = Walk {
            module,
            seen: vec![false; module.instructions.len()],
            declarations: Vec::new(),
            variables: module.functions.iter().map(|_| Vec::new()).collect(),
        };
        let functions = walk.functions();
        for &function in &functions {
            walk.body(function);
        }
        let mut entry_points = Vec::new();
        let (mut modes, mut others) = (Vec::new(), Vec::new());
        for &index in &module.loose {
            match module.op(index) {
                Some(Op::EntryPoint) => entry_points.push(index),
                Some(Op::ExecutionMode | Op::ExecutionModeId) => modes.push(index),
                _ => others.push(index),
            }
        }
        for &index in &entry_points {
            let mut interface: Vec<usize> = module.ids(index).filter_map(|id| walk.definition(id)).collect();
            walk.sort(&mut interface);
            interface.into_iter().for_each(|index| walk.declare(index));
        }
        // All execution modes of one entry point precede those of the next.
        for &index in &entry_points {
            let function = module.operand(index, 1);
            let of_it = |mode: &&usize| module.operand(**mode, 0) == function;
            let mut own: Vec<usize> = modes.iter().filter(of_it).copied().collect();
            walk.sort(&mut own);
            own.into_iter().for_each(|index| walk.operands(index));
        }
        modes.extend(others);
        walk.sort(&mut modes);
        modes.into_iter().for_each(|index| walk.operands(index));
        let is_declaration =
            |&index: &usize| module.function_of[index].is_none() && module.instructions[index].result().is_some();
        let unused = (0..module.instructions.len()).filter(is_declaration);
        let unused: Vec<usize> = unused.filter(|&index| !walk.seen[index]).collect();
        let named: HashSet<u32> = unused.iter().flat_map(|&index| module.ids(index)).collect();
        let is_named = |index: &usize| {
            module.instructions[*index]
                .result()
                .is_some_and(|id| named.contains(&id))
        };
        // The others are referenced by unreferenced instructions, or are in cycles.
        let (mut others, mut unused): (Vec<usize>, Vec<usize>) = unused.into_iter().partition(is_named);
        walk.sort(&mut unused);
        unused.into_iter().for_each(|index| walk.declare(index));
        walk.sort(&mut others);
        others.into_iter().for_each(|index| walk.declare(index));
        let bodies = functions.into_iter().map(|function| {
            let (all, variables) = (&module.functions[function].all, &module.functions[function].variables);
            let mut instructions: Vec<usize> = (all.start..variables.start).collect();
            instructions.append(&mut walk.variables[function]);
            instructions.extend(variables.end..all.end);
            Body { function, instructions }
        });
        Self {
            functions: bodies.collect(),
            declarations: walk.declarations,
        }
    }
}

struct Walk<'m> {
    module: &'m Module<'m>,
    /// By instruction.
    seen: Vec<bool>,
    declarations: Vec<usize>,
    /// By function.
    variables: Vec<Vec<usize>>,
}

impl Walk<'_> {
    fn definition(&self, id: u32) -> Option<usize> {
        self.module.definitions.get(&id).copied()
    }

    /// The function whose `OpFunction` is at an index.
    fn begins(&self, index: usize) -> Option<usize> {
        let function = self.module.function_of[index]?;
        (self.module.functions[function].all.start == index).then_some(function)
    }

    fn functions(&self) -> Vec<usize> {
        let module = self.module;
        let entry_points = module
            .loose
            .iter()
            .filter(|&&index| module.op(index) == Some(Op::EntryPoint));
        let mut roots: Vec<usize> = entry_points
            .filter_map(|&index| self.begins(self.definition(module.operand(index, 1)?)?))
            .collect();
        let mut others: Vec<usize> = module.functions.iter().map(|function| function.all.start).collect();
        let mut order = Vec::new();
        let mut is_placed = vec![false; module.functions.len()];
        for root in roots.drain(..) {
            self.calls(root, &mut is_placed, &mut order);
        }
        others.retain(|&start| !module.function_of[start].is_some_and(|function| is_placed[function]));
        self.sort(&mut others);
        for start in others {
            self.calls(module.function_of[start].unwrap_or(0), &mut is_placed, &mut order);
        }
        order
    }

    /// Adds a function and the functions that it calls to the order.
    fn calls(&self, function: usize, is_placed: &mut [bool], order: &mut Vec<usize>) {
        if is_placed[function] {
            return;
        }
        is_placed[function] = true;
        order.push(function);
        for index in self.module.functions[function].all.clone() {
            for callee in self
                .module
                .ids(index)
                .filter_map(|id| self.begins(self.definition(id)?))
            {
                self.calls(callee, is_placed, order);
            }
        }
    }

    /// Declares the operands of a function's instructions.
    fn body(&mut self, function: usize) {
        let (all, variables) = {
            let function = &self.module.functions[function];
            (function.all.clone(), function.variables.clone())
        };
        for index in all.filter(|index| !variables.contains(index)) {
            self.seen[index] = true;
            self.operands(index);
        }
        let mut unused: Vec<usize> = variables.filter(|&index| !self.seen[index]).collect();
        self.sort(&mut unused);
        unused.into_iter().for_each(|index| self.declare(index));
    }

    /// Declares the operands of an instruction and of its decorations.
    fn operands(&mut self, index: usize) {
        let mut attached = self.module.attached(index).to_vec();
        self.sort(&mut attached);
        for index in [index].into_iter().chain(attached) {
            for definition in self.module.ids(index).filter_map(|id| self.module.definitions.get(&id)) {
                self.declare(*definition);
            }
        }
    }

    /// Adds a declaration or a function's variable to the order, after its operands.
    fn declare(&mut self, index: usize) {
        let function = self.module.function_of[index];
        let is_variable = function.is_some_and(|function| self.module.functions[function].variables.contains(&index));
        if self.seen[index] || function.is_some() && !is_variable {
            return;
        }
        self.seen[index] = true;
        self.operands(index);
        match function {
            Some(function) => self.variables[function].push(index),
            None => self.declarations.push(index),
        }
    }

    /// Sorts instructions by their keys.
    fn sort(&self, indices: &mut [usize]) {
        if indices.len() > 1 {
            indices.sort_by_cached_key(|&index| self.key(index, &mut Vec::new()));
        }
    }

    /// The text of an instruction and of the annotations of its result, without ids. `open` are the instructions whose
    /// keys are being computed.
    fn key(&self, index: usize, open: &mut Vec<usize>) -> String {
        if let Some(depth) = open.iter().position(|&other| other == index) {
            return format!("^{depth}");
        }
        open.push(index);
        let mut text = match self.begins(index) {
            Some(function) => self.body_key(function, open),
            None => self.instruction_key(index, &mut |definition| self.operand_key(definition, open)),
        };
        text += &self.attached_key(index, open);
        open.pop();
        text
    }

    fn attached_key(&self, index: usize, open: &mut Vec<usize>) -> String {
        let attached = self.module.attached(index).iter();
        let mut keys: Vec<String> = attached
            .map(|&about| self.instruction_key(about, &mut |definition| self.operand_key(definition, open)))
            .collect();
        keys.sort();
        keys.concat()
    }

    /// The key of an operand's definition; values in functions have none.
    fn operand_key(&self, definition: usize, open: &mut Vec<usize>) -> String {
        let function = self.module.function_of[definition];
        let is_value = function.is_some() && self.begins(definition).is_none();
        if is_value && !open.contains(&definition) {
            return "value".to_owned();
        }
        self.key(definition, open)
    }

    fn instruction_key(&self, index: usize, operand: &mut dyn FnMut(usize) -> String) -> String {
        let mut text = format!("({}", self.module.instructions[index].opcode);
        for (word, is_id) in self.module.words(index) {
            text.push(' ');
            match self.definition(word).filter(|_| is_id) {
                Some(definition) => text += &operand(definition),
                None if is_id => text.push('?'),
                None => text += &format!("{word:08x}"),
            }
        }
        text + ")"
    }

    /// The instructions of a function, with its values numbered in the order of their occurrence.
    fn body_key(&self, function: usize, open: &mut Vec<usize>) -> String {
        let (all, variables) = {
            let function = &self.module.functions[function];
            (function.all.clone(), function.variables.clone())
        };
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        let mut text = String::new();
        for index in all.clone().filter(|index| !variables.contains(index)) {
            text += &self.instruction_key(index, &mut |definition| {
                if !all.contains(&definition) {
                    return self.key(definition, open);
                }
                let next = numbers.len();
                let is_new = !numbers.contains_key(&definition);
                let number = *numbers.entry(definition).or_insert(next);
                match variables.contains(&definition) && is_new {
                    true => format!("%{number}{}", self.key(definition, open)),
                    false => format!("%{number}"),
                }
            });
            if index != all.start {
                text += &self.attached_key(index, open);
            }
            if self.module.instructions[index].result().is_some() {
                let next = numbers.len();
                let number = *numbers.entry(index).or_insert(next);
                text += &format!("={number}");
            }
        }
        text
    }
}
