//! Reachability in the call graph: which entry points reach a function, and which functions and variables an entry
//! point reaches.
//!
//! Forward searches treat 64 entry points at a time, one bit each, and visit only functions that they reach. Entry
//! points that share no functions cost the size of their own call graphs; entry points that share all functions cost a
//! 64th of that each; memory does not grow with their number. Backward searches, from some functions to the entry
//! points that reach them, visit each caller once.

use super::{EntryPoint, Inst, Models, Module};
use crate::sort::sort;
use hashbrown::HashSet;
use spirv::{ExecutionMode, ExecutionModel, Op};

/// The callers of each function, and the entry points of each function.
#[derive(Default)]
pub(super) struct Callers {
    /// Callee and caller, sorted.
    calls: Vec<(u32, u32)>,
    /// Function and index of the entry point, sorted.
    entries: Vec<(u32, u32)>,
}

/// The second elements of the pairs with a given first element.
fn of(pairs: &[(u32, u32)], key: u32) -> impl Iterator<Item = u32> + '_ {
    let from = pairs.partition_point(|&(first, _)| first < key);
    let rest = pairs.get(from..).unwrap_or(&[]);
    rest.iter()
        .take_while(move |&&(first, _)| first == key)
        .map(|&(_, second)| second)
}

impl<'w> Module<'w> {
    /// The index of an entry point's function.
    fn function_of_entry(&self, entry: &EntryPoint<'_>) -> Option<u32> {
        let def = self.def(entry.function).filter(|def| def.op == Op::Function)?;
        Some(def.row)
    }

    /// Calls `check` for each entry point, in order, with the indices in `variables` of those that its functions use.
    pub fn each_entry_point(&self, variables: &[&Inst], check: &mut dyn FnMut(&EntryPoint<'w>, &[usize])) {
        // Pairs of a function and the index of a variable that it uses.
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(variables.len());
        for (index, variable) in (0_u32..).zip(variables) {
            let users = self.uses(variable.result).iter();
            let functions = users.filter_map(|at| self.inst(at.inst)).map(|inst| inst.function);
            for function in functions {
                let pair = (function, index);
                if (function as usize) < self.functions.len() && pairs.last() != Some(&pair) {
                    pairs.push(pair);
                }
            }
        }
        sort(&mut pairs);
        let (mut reached, mut used) = (Sets::new(self.functions.len()), Sets::new(variables.len()));
        let (mut work, mut mine) = (Vec::new(), Vec::new());
        for entries in self.entry_points.chunks(64) {
            let calls = |caller: u32| {
                let caller = self.functions.get(caller as usize);
                caller.map_or(&[][..], |caller| self.calls(caller))
            };
            for (bit, entry) in entries.iter().enumerate() {
                let function = self.function_of_entry(entry);
                let gained = function.filter(|&function| reached.join(function, 1 << bit));
                work.extend(gained.filter(|&function| !calls(function).is_empty()));
            }
            // A function is pushed again only for a bit that it has gained.
            while let Some(caller) = work.pop() {
                let set = reached.get(caller);
                for &(callee, _) in calls(caller) {
                    if reached.join(callee, set) {
                        work.push(callee);
                    }
                }
            }
            for &function in &reached.members {
                for variable in of(&pairs, function) {
                    used.join(variable, reached.get(function));
                }
            }
            sort(&mut used.members);
            for (bit, entry) in entries.iter().enumerate() {
                mine.clear();
                let members = used.members.iter();
                let own = members.filter(|&&variable| used.get(variable) >> bit & 1 == 1);
                mine.extend(own.map(|&variable| variable as usize));
                check(entry, &mine);
            }
            reached.clear();
            used.clear();
        }
    }

    /// The indices of the entry points that reach one of `functions`, in order.
    pub fn entries_reaching(&self, functions: impl Iterator<Item = u32>) -> Vec<usize> {
        let mut seen = HashSet::new();
        let mut work: Vec<u32> = functions.filter(|&function| seen.insert(function)).collect();
        if work.is_empty() {
            return Vec::new();
        }
        let callers = self.callers.get_or_init(|| self.collect_callers());
        let mut entries = Vec::new();
        while let Some(callee) = work.pop() {
            entries.extend(of(&callers.entries, callee).map(|index| index as usize));
            work.extend(of(&callers.calls, callee).filter(|&caller| seen.insert(caller)));
        }
        sort(&mut entries);
        entries
    }

    fn collect_callers(&self) -> Callers {
        let mut callers = Callers::default();
        for (caller, function) in (0_u32..).zip(&self.functions) {
            let calls = self.calls(function).iter();
            callers.calls.extend(calls.map(|&(callee, _)| (callee, caller)));
        }
        let entries = (0_u32..).zip(&self.entry_points);
        callers.entries = entries
            .filter_map(|(index, entry)| Some((self.function_of_entry(entry)?, index)))
            .collect();
        sort(&mut callers.calls);
        callers.calls.dedup();
        sort(&mut callers.entries);
        callers
    }

    /// For each function whether it is one of `roots` or called by one of them, directly or not.
    pub fn reached_from(&self, roots: &mut dyn Iterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.functions.len()];
        let roots = roots.filter_map(|root| self.def(root).filter(|def| def.op == Op::Function));
        let mut work: Vec<u32> = roots.map(|def| def.row).collect();
        while let Some(function) = work.pop() {
            match reached.get_mut(function as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            if let Some(function) = self.functions.get(function as usize) {
                work.extend(self.calls(function).iter().map(|&(callee, _)| callee));
            }
        }
        reached
    }

    /// Whether an instruction is reached from an entry point with workgroups but without a derivative group, so that it
    /// has no derivatives.
    pub fn is_without_derivatives(&self, inst: &Inst) -> bool {
        let grouped = Models::DERIVED.without(Models::of(&[ExecutionModel::Fragment]));
        let reached = self.without_derivatives.get_or_init(|| {
            let grouped = |entry: &&EntryPoint<'_>| grouped.intersects(Models::of_number(entry.model));
            let entries = self.entry_points.iter().filter(grouped);
            let entries = entries.filter(|entry| entry.is_first_of_model).filter(|entry| {
                let has = self.modes(entry.function).any(|mode| {
                    let mode = self.operand(mode, 1);
                    mode == ExecutionMode::DerivativeGroupQuadsKHR as u32
                        || mode == ExecutionMode::DerivativeGroupLinearKHR as u32
                });
                !has
            });
            self.reached_from(&mut entries.map(|entry| entry.function))
        });
        reached.get(inst.function as usize).copied().unwrap_or(false)
    }
}

/// Sets of 64 entry points, indexed by function or variable, and the indices of those that are not empty.
struct Sets {
    sets: Vec<u64>,
    members: Vec<u32>,
}

impl Sets {
    fn new(count: usize) -> Self {
        let (sets, members) = (vec![0; count], Vec::with_capacity(count));
        Self { sets, members }
    }

    fn get(&self, number: u32) -> u64 {
        self.sets.get(number as usize).copied().unwrap_or(0)
    }

    /// Adds to a set. Returns whether the set has changed.
    fn join(&mut self, number: u32, more: u64) -> bool {
        let Some(set) = self.sets.get_mut(number as usize) else {
            return false;
        };
        if *set == 0 && more != 0 {
            self.members.push(number);
        }
        let before = *set;
        *set |= more;
        *set != before
    }

    fn clear(&mut self) {
        for number in self.members.drain(..) {
            if let Some(set) = self.sets.get_mut(number as usize) {
                *set = 0;
            }
        }
    }
}
