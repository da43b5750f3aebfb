//! Functions, blocks, control-flow edges and entry points, and which entry points reach a function.

use super::dominance::Builder;
use super::{Dominance, Module, NONE};
use crate::sort::sort;
use core::ops::Range;
use spirv::{ExecutionModel, Op};

/// A function, or the declaration of one.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The id.
    pub id: u32,
    /// The index of the `OpFunction`.
    pub first: u32,
    /// One more than the index of the `OpFunctionEnd`, or of the last instruction before the next function.
    pub end: u32,
    /// The function type's id.
    pub ty: u32,
    pub(super) parameters: Range<usize>,
    /// The number of variables that it declares, in any block.
    pub variables: u32,
    /// The indices of its blocks.
    pub blocks: Range<u32>,
    pub(super) calls: Range<usize>,
    /// The execution models of the entry points that reach it.
    pub models: Models,
}

/// A block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The id of its label.
    pub label: u32,
    /// The index of the function.
    pub function: u32,
    /// The index of the `OpLabel`.
    pub first: u32,
    /// One more than the index of the terminator, or of the last instruction before the next label or the function's
    /// end.
    pub end: u32,
    /// The index of the terminator, or [`NONE`].
    pub terminator: u32,
    /// The index of the merge instruction, or [`NONE`].
    pub merge: u32,
    pub(super) successors: Range<usize>,
    pub(super) structural_successors: Range<usize>,
}

/// An entry point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPoint<'w> {
    /// The index of the `OpEntryPoint`.
    pub inst: u32,
    /// The execution model's number.
    pub model: u32,
    /// The function's id.
    pub function: u32,
    /// The words of the name.
    pub name: &'w [u32],
    /// The ids of the interface.
    pub interface: &'w [u32],
    /// Whether no entry point before it has the same function.
    pub is_first: bool,
    /// Whether no entry point before it has the same function and model.
    pub is_first_of_model: bool,
}

/// A set of execution models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Models(u32);

impl Models {
    /// Every model.
    pub const ALL: Self = Self(u32::MAX);

    /// The models that can have derivatives: fragment shaders, and models with workgroups if they declare a derivative
    /// group.
    pub const DERIVED: Self = Self::of(&[
        ExecutionModel::Fragment,
        ExecutionModel::GLCompute,
        ExecutionModel::MeshEXT,
        ExecutionModel::TaskEXT,
    ]);

    /// The set of some models.
    pub const fn of(models: &[ExecutionModel]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < models.len() {
            bits |= Self::bit(models[i] as u32);
            i += 1;
        }
        Self(bits)
    }

    /// The set of one model by its number.
    pub const fn of_number(model: u32) -> Self {
        Self(Self::bit(model))
    }

    /// The bit of a model; all unknown models share the last bit.
    const fn bit(model: u32) -> u32 {
        match model {
            0..=6 => 1 << model,
            5267 => 1 << 7,
            5268 => 1 << 8,
            5313..=5318 => 1 << (model - 5313 + 9),
            5364 => 1 << 15,
            5365 => 1 << 16,
            _ => 1 << 31,
        }
    }

    /// Whether the set contains a model.
    pub const fn has(self, model: ExecutionModel) -> bool {
        self.0 & Self::bit(model as u32) != 0
    }

    /// Whether the sets have a model in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The numbers of the models in the set; `u32::MAX` stands for all unknown models.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..u32::BITS)
            .filter(move |bit| self.0 >> bit & 1 != 0)
            .filter_map(|bit| match bit {
                0..=6 => Some(bit),
                7..=8 => Some(5267 + bit - 7),
                9..=14 => Some(5313 + bit - 9),
                15..=16 => Some(5364 + bit - 15),
                31 => Some(u32::MAX),
                // No model has the other bits, which are in the set of all.
                _ => None,
            })
    }

    /// The models in this set that are not in the other.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The models in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl core::ops::BitOr for Models {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::fmt::Display for Models {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let kind = crate::words::grammar::OperandKind::ExecutionModel;
        let mut left = self.0;
        for row in kind.enumerants() {
            if left & Self::bit(row.value) != 0 {
                let comma = if left == self.0 { "" } else { ", " };
                write!(f, "{comma}{}", row.name)?;
                left &= !Self::bit(row.value);
            }
        }
        Ok(())
    }
}

/// `OpAbortKHR`, which the `spirv` crate lacks.
const ABORT: u16 = 5121;

/// Whether an instruction ends a block (SPIR-V §2.2.5, "termination instruction").
#[inline]
pub(super) fn ends_block(op: Op, opcode: u16) -> bool {
    matches!(
        op,
        Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::ReturnValue
            | Op::Kill
            | Op::Unreachable
            | Op::TerminateInvocation
            | Op::IgnoreIntersectionKHR
            | Op::TerminateRayKHR
            | Op::EmitMeshTasksEXT
    ) || opcode == ABORT
}

impl<'w> Module<'w> {
    /// Resolves the labels in branches and merge instructions.
    pub(super) fn connect_blocks(&mut self) {
        let mut successors = core::mem::take(&mut self.successors);
        let mut structural = core::mem::take(&mut self.structural_successors);
        successors.reserve_exact(self.blocks.len() * 2);
        structural.reserve_exact(self.blocks.len() * 2);
        let mut blocks = core::mem::take(&mut self.blocks);
        let mut are_verified = self.has_verified_branches;
        for block in &mut blocks {
            let function = self.functions.get(block.function as usize);
            let inside = function.map_or(0..0, |function| function.blocks.clone());
            let from = successors.len();
            are_verified &= self.targets(block.terminator, &inside, &mut successors);
            block.successors = from..successors.len();
            let from = structural.len();
            structural.extend_from_slice(successors.get(block.successors.clone()).unwrap_or(&[]));
            if let Some(merge) = self.inst(block.merge) {
                let count = if merge.op == Op::LoopMerge { 2 } else { 1 };
                for &label in self.operands(merge).iter().take(count) {
                    match self.block(label).filter(|target| inside.contains(target)) {
                        Some(target) => structural.push(target),
                        None => are_verified = false,
                    }
                }
            }
            block.structural_successors = from..structural.len();
        }
        self.blocks = blocks;
        self.has_verified_branches = are_verified;
        self.successors = successors;
        self.structural_successors = structural;
        self.collect_predecessors();
    }

    /// Appends the blocks among `inside` that a terminator branches to. Returns whether all of its labels name such
    /// blocks.
    fn targets(&self, terminator: u32, inside: &Range<u32>, targets: &mut Vec<u32>) -> bool {
        let Some(inst) = self.inst(terminator) else { return true };
        let operands = self.operands(inst);
        let mut all = true;
        let mut target = |label: u32| match self.block(label).filter(|index| inside.contains(index)) {
            Some(index) => targets.push(index),
            None => all = false,
        };
        match (inst.op, operands) {
            (Op::Branch, &[label, ..]) => target(label),
            (Op::BranchConditional, &[_, yes, ref no @ ..]) => {
                target(yes);
                if let Some(&no) = no.first() {
                    target(no);
                }
            }
            (Op::Switch, &[selector, ref rest @ ..]) => {
                let wide = self.type_of(selector).is_some_and(|ty| ty.width() > 32);
                let step = if wide { 3 } else { 2 };
                rest.iter().step_by(step).for_each(|&label| target(label));
            }
            // catch-all: other terminators end the function.
            _ => {}
        }
        all
    }

    fn collect_predecessors(&mut self) {
        let mut starts = core::mem::take(&mut self.predecessor_starts);
        starts.resize(self.blocks.len() + 1, 0);
        for &target in &self.successors {
            if let Some(start) = starts.get_mut(target as usize) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut predecessors = core::mem::take(&mut self.predecessors);
        predecessors.resize(sum as usize, 0);
        for (index, block) in self.blocks.iter().enumerate().rev() {
            for &target in self.successors(block).iter().rev() {
                let Some(start) = starts.get_mut(target as usize) else {
                    continue;
                };
                *start -= 1;
                if let Some(entry) = predecessors.get_mut(*start as usize) {
                    *entry = index as u32;
                }
            }
        }
        self.predecessor_starts = starts;
        self.predecessors = predecessors;
    }

    /// Dominance in the control-flow graphs of all functions.
    pub fn dominance(&self) -> &Dominance {
        self.dominance.get_or_init(|| self.dominators(false))
    }

    /// Dominance in the structural control-flow graphs (SPIR-V §2.2.5, "structural dominance").
    pub fn structural(&self) -> &Dominance {
        self.structural.get_or_init(|| self.dominators(true))
    }

    fn dominators(&self, is_structural: bool) -> Dominance {
        let mut tables = self.spare_dominance.take();
        tables.clear(self.blocks.len());
        let mut builder = Builder::default();
        for function in &self.functions {
            let (first, count) = (function.blocks.start, function.blocks.len());
            builder.add(&mut tables, first, count, |block| {
                let block = self.blocks.get(block as usize);
                block.map_or(&[], |block| match is_structural {
                    true => self.structural_successors(block),
                    false => self.successors(block),
                })
            });
        }
        tables
    }

    /// Whether every path to `below` passes through `above`, or `below` is unreachable.
    pub fn always_after(&self, above: u32, below: u32) -> bool {
        // The structural graph contains all edges of the control-flow graph, so dominance in it implies dominance.
        self.structural().dominates(above, below)
            || !self.dominance().is_reachable(below)
            || self.dominance().dominates(above, below)
    }

    /// Sorts the entry points by function, and finds those that share one.
    pub(super) fn sort_entry_points(&mut self) {
        let mut sorted = core::mem::take(&mut self.sorted_entries);
        let entries = (0_u32..).zip(&self.entry_points);
        sorted.extend(entries.map(|(index, entry)| (entry.function, entry.model, index)));
        sort(&mut sorted);
        for of_function in sorted.chunk_by(|one, other| one.0 == other.0) {
            let first = of_function.iter().map(|entry| entry.2).min();
            if let Some(entry) = first.and_then(|index| self.entry_points.get_mut(index as usize)) {
                entry.is_first = true;
            }
            for of_model in of_function.chunk_by(|one, other| one.1 == other.1) {
                let first = of_model
                    .first()
                    .and_then(|entry| self.entry_points.get_mut(entry.2 as usize));
                if let Some(entry) = first {
                    entry.is_first_of_model = true;
                }
            }
        }
        self.sorted_entries = sorted;
    }

    /// Whether an entry point names an id as its function.
    pub fn is_entry_point(&self, id: u32) -> bool {
        self.sorted_entries.binary_search_by_key(&id, |entry| entry.0).is_ok()
    }

    /// Resolves calls, and propagates the execution models of entry points to the functions that they call.
    pub(super) fn connect_calls(&mut self) {
        let mut calls = core::mem::take(&mut self.calls);
        calls.retain_mut(|(callee, call)| {
            let call = self.inst(*call).map_or(0, |call| self.operand(call, 0));
            let def = self.def(call).filter(|def| def.op == Op::Function);
            *callee = def.map_or(NONE, |def| def.row);
            def.is_some()
        });
        let caller = |&(_, call): &(u32, u32)| self.inst(call).map_or(NONE, |call| call.function);
        self.has_ordered_calls =
            calls.iter().all(|call| call.0 < caller(call)) || calls.iter().all(|call| call.0 > caller(call));
        let mut functions = core::mem::take(&mut self.functions);
        let mut from = 0;
        for function in &mut functions {
            let rest = calls.get(from..).unwrap_or(&[]);
            let to = from + rest.iter().take_while(|&&(_, call)| call < function.end).count();
            function.calls = from..to;
            from = to;
        }
        let mut work = Vec::new();
        for entry in &self.entry_points {
            if let Some(target) = self.def(entry.function).filter(|def| def.op == Op::Function) {
                if let Some(function) = functions.get_mut(target.row as usize) {
                    function.models = function.models | Models::of_number(entry.model);
                    if !function.calls.is_empty() {
                        work.push(target.row);
                    }
                }
            }
        }
        // A function is pushed again only if it has gained a model.
        while let Some(caller) = work.pop() {
            let Some(from) = functions.get(caller as usize) else {
                continue;
            };
            let (models, range) = (from.models, from.calls.clone());
            for &(callee, _) in calls.get(range).unwrap_or(&[]) {
                let Some(to) = functions.get_mut(callee as usize) else {
                    continue;
                };
                let more = to.models | models;
                if more != to.models {
                    to.models = more;
                    work.push(callee);
                }
            }
        }
        self.functions = functions;
        self.calls = calls;
    }

    /// The indices of the `OpFunctionParameter`s of a function.
    pub fn parameters(&self, function: &Function) -> &[u32] {
        self.parameters.get(function.parameters.clone()).unwrap_or(&[])
    }

    /// The index of the block that a label names, if it is in this function.
    pub fn block_in(&self, function: u32, label: u32) -> Option<u32> {
        let index = self.block(label)?;
        let block = self.blocks.get(index as usize)?;
        (block.function == function && function != NONE).then_some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::Models;

    #[test]
    fn a_set_of_models_has_its_numbers() {
        let all: Vec<u32> = Models::ALL.iter().collect();
        assert_eq!(all.len(), 18);
        for model in all {
            assert!(Models::of_number(model).iter().eq([model]), "{model}");
        }
    }
}
