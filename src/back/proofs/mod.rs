//! Proofs about the integers of a function that hold for all inputs: loops that end, indices below a length, and texels
//! inside their image. A check is left out only by such a proof; without one it stays, so an incomplete analysis costs
//! time and never safety.
//!
//! A fact is about a *value*, which cannot change where it is used ([`values`]): an expression, which one statement
//! evaluates once in an iteration, or a local between its stores. The rules, each with the reason why it holds:
//!
//! | Rule | Why it holds | In |
//! |---|---|---|
//! | A load of a local is what was stored to it last. | The walk follows control flow, and where paths join the local is unknown or one of two values. | [`walk`] |
//! | Code after a `break`, `continue` or `return` stores nothing. | It is never executed. | [`walk`] |
//! | A condition holds in its arm, and after an `If` whose other arm leaves. | No other path leads there, and its operands are values. | [`walk`], [`facts`] |
//! | What `continuing` uses and a `continue` can skip is unknown. | It may be of an earlier iteration. | [`values`] |
//! | Equal operations on the same values are the same value, but not those on floats. | They have no effects and round nothing, and memory is compared only if nothing writes to it. | [`values`] |
//! | An operation has the interval of its results. | It is computed from the intervals of its operands, and is the full interval if one of them wraps. | [`interval`], [`ranges`] |
//! | `a - b` is from 0 to `a` if a condition says `a >= b` and `b >= 0`. | It does not wrap. | [`ranges`] |
//! | A counter is at its start or beyond it, and its loop ends. | Each iteration that is followed by another one moves it by a step in one direction that does not wrap. | [`loops`] |
//! | What a value exceeds a limit by follows from what its operands exceed it by. | The operations that are followed do not wrap, and a limit is a value. | [`interval`], [`ranges`], [`texels`] |
//! | An image has a texel, a level, a layer and a sample, and a run-time array an element where indices are clamped. | The host binds no others; lengths and queries of an element of a binding array that is tested can be 0. | [`ranges`] |
//! | A Private variable to which the module stores one built-in and nothing else is zero or that built-in. | The whole module is visited. | [`private`] |
//!
//! The plan runs the analysis once for each function that has a loop, a dynamic index or a texel load that is checked. It
//! does not know how a check is emitted.

mod explain;
mod facts;
mod interval;
mod loops;
mod private;
mod ranges;
mod texels;
mod values;
mod walk;

use crate::back::binding::binding_array;
use crate::back::buffers::fill;
use crate::back::expression_facts::ExpressionFacts;
use crate::back::memory::MemorySummary;
use crate::back::overrides::{ArrayLength, OverrideTable};
use crate::ir::pointer::{inner_of, pointee_of};
use crate::options::Options;
use alloc::string::String;
use alloc::vec::Vec;
pub use explain::{Check, CheckKind};
use facts::{Assumption, Fact};
use interval::{IntegerType, Interval};
pub(crate) use loops::LoopProof;
use naga::valid::FunctionInfo;
use naga::{Block, EntryPoint, Expression, Function, GlobalVariable, Handle, LocalVariable, Module, Span, TypeInner};
use private::Privates;
use ranges::Limit;
use spirula_spirv::internal::{sort_by_key, stable_sort_by_key};
use values::{Definition, Join};

/// The function that is analyzed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    pub(crate) info: &'a FunctionInfo,
    /// The entry point, if the function belongs to one: its arguments are stage inputs.
    pub(crate) entry: Option<&'a EntryPoint>,
    pub(crate) options: &'a Options,
    pub(crate) overrides: &'a OverrideTable,
    pub(crate) memory: &'a MemorySummary,
    /// The least length of a run-time array. Clamping to the last element assumes one element, a test assumes none.
    pub(crate) least_length: u32,
    /// Whether an element of a binding array is used only after a test of its index.
    pub(crate) tests_elements: bool,
    /// The pointers that `continuing` uses and a `continue` can skip: they are evaluated where they are used.
    pub(crate) late_pointers: &'a [Handle<Expression>],
}

/// The proofs of a module, and the tables for the current function, which are reused for the next one.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    privates: Privates,
    /// The loops that end, by the address of their bodies.
    finite: Vec<(usize, LoopProof)>,
    explains: bool,
    pub(crate) checks: Vec<Check>,
    /// By local, its definition at the current place.
    locals: Vec<Definition>,
    /// By expression, the definition that a load of a local has read; `None` if it is not evaluated yet.
    loads: Vec<Option<Definition>>,
    joins: Vec<Join>,
    /// What holds at the current place.
    assumed: Vec<Assumption>,
    /// For each of the first ones, where the facts begin that follow from it.
    decomposed: Vec<usize>,
    /// The comparisons that follow from what is assumed.
    facts: Vec<Fact>,
    /// The changed definitions, with those before.
    undo: Vec<(Handle<LocalVariable>, Definition)>,
    /// The local of each store so far.
    written: Vec<Handle<LocalVariable>>,
    /// The last definitions of the arms of the open `If`s. Empty between functions, as the lists of open loops are.
    ends: Vec<(Handle<LocalVariable>, Definition)>,
    /// By local, whether it is in the current list of ends. Empty between statements.
    marks: Vec<bool>,
    /// The locals that the open loops store to.
    stored: Vec<loops::Stored>,
    /// What holds at each `continue` of the open loops.
    continued: Vec<Assumption>,
    /// Assumptions that are put aside.
    aside: Vec<Assumption>,
}

struct Analysis<'p, 'a> {
    subject: Subject<'a>,
    proofs: &'p mut Proofs,
    uses: &'p mut [ExpressionFacts],
    continues: walk::Continues,
    /// Whether a loop is visited to find its counters, and nothing is asked.
    only_visits: bool,
    /// Whether a length or a query of an image is evaluated before this place.
    knows_limits: bool,
    /// The steps that are left to the current query.
    steps: u32,
    /// Whether it looks at comparisons.
    compares: bool,
    /// The marks of the values that it has visited without looking at comparisons.
    visited: u64,
    /// The limit of the current query, and its least value.
    limit: Limit,
    least_limit: i64,
}

impl Proofs {
    pub(crate) fn reset(&mut self, explains: bool) {
        self.finite.clear();
        self.privates.reset();
        // What a `continue` outside of a loop left, which naga's validator rejects.
        self.continued.clear();
        self.explains = explains;
        self.checks.clear();
    }

    /// Analyzes a function, and marks the accesses and texel loads that need no check.
    #[inline(never)]
    pub(crate) fn run(&mut self, subject: Subject<'_>, uses: &mut [ExpressionFacts]) {
        let function = subject.function;
        let zero = Definition::Integer(0);
        let locals = function.local_variables.iter();
        self.locals.clear();
        self.locals
            .extend(locals.map(|(_, local)| local.init.map_or(zero, Definition::Expression)));
        fill(&mut self.loads, function.expressions.len(), None);
        fill(&mut self.marks, function.local_variables.len(), false);
        self.joins.clear();
        self.undo.clear();
        self.written.clear();
        let mut analysis = Analysis {
            subject,
            proofs: self,
            uses,
            continues: walk::Continues::default(),
            only_visits: false,
            knows_limits: false,
            steps: 0,
            compares: false,
            visited: 0,
            limit: Limit::None,
            least_limit: 0,
        };
        let _ = analysis.block(&function.body);
        analysis.forget(0);
    }

    /// Sorts the results, after all functions.
    pub(crate) fn sort(&mut self) {
        sort_by_key(&mut self.finite, |&(body, _)| body);
        stable_sort_by_key(&mut self.checks, |check| {
            (check.span.to_range().map(|range| range.start), check.kind)
        });
    }

    /// Why a loop with this body ends, if that is proved.
    pub(crate) fn ending(&self, body: &Block) -> Option<LoopProof> {
        let address = core::ptr::from_ref(body).addr();
        let at = self.finite.binary_search_by_key(&address, |&(body, _)| body).ok()?;
        Some(self.finite[at].1)
    }
}

impl Analysis<'_, '_> {
    /// Records a reason. Asked only if reasons are collected, because to word one allocates.
    fn explain(&mut self, kind: CheckKind, proved: bool, span: Span, of: Option<Handle<Expression>>, reason: String) {
        self.proofs.checks.push(Check {
            kind,
            proved,
            span,
            reason,
            of,
        });
    }

    /// Records why a loop ends, if it does.
    fn found_loop(&mut self, of: loops::Loop<'_>, proof: Option<LoopProof>) {
        let proof = proof.filter(|_| !self.asks_nothing());
        if let Some(proof) = proof {
            self.proofs.finite.push((core::ptr::from_ref(of.body).addr(), proof));
        }
        if self.proofs.explains {
            let reason = match proof {
                Some(LoopProof::Once) => "its body is executed once at most".into(),
                Some(LoopProof::Counted { local, .. }) => {
                    let name = self.subject.function.local_variables[local].name.as_deref();
                    let name = name.map_or("a local".into(), |name| format!("`{name}`"));
                    format!("{name} moves in one direction in each round and does not wrap")
                }
                None => "no local variable moves in one direction in each round without wrapping".into(),
            };
            self.explain(CheckKind::Loop, proof.is_some(), of.span, None, reason);
        }
    }

    /// Marks an access whose index is in range.
    fn examine_access(&mut self, access: Handle<Expression>, base: Handle<Expression>, index: Handle<Expression>) {
        let length = self.subject.length(base);
        let limit = match length {
            Some(ArrayLength::Known(length)) => Some(Limit::Length(length)),
            Some(ArrayLength::RunTime) => self.array(base).map(Limit::Array),
            Some(ArrayLength::Override(_)) | None => None,
        };
        // A pointer is evaluated where it is used, which a `continue` can skip to.
        let is_late = self.is_carried(index) || self.subject.late_pointers.contains(&access);
        let interval = limit
            .filter(|_| !is_late)
            .and_then(|limit| self.index(index.into(), limit));
        let proved = interval.is_some_and(Interval::is_index);
        self.conclude(CheckKind::Index, access, proved, |this| {
            let full = this.integer(index.into()).map(IntegerType::full);
            let bounds = interval.filter(|interval| full.is_some_and(|full| !interval.contains(full)));
            explain::index(length, proved, bounds)
        });
    }

    /// Marks an access or texel load that is in range, and explains why it is or may not be.
    fn conclude(
        &mut self,
        kind: CheckKind,
        of: Handle<Expression>,
        proved: bool,
        reason: impl FnOnce(&Self) -> String,
    ) {
        if proved {
            self.uses[of.index()].set_in_range();
        }
        if self.proofs.explains {
            let (reason, span) = (reason(self), self.subject.function.expressions.get_span(of));
            self.explain(kind, proved, span, Some(of), reason);
        }
    }

    /// Marks a texel load whose operands are in range.
    fn examine_texel(&mut self, load: Handle<Expression>) {
        let proved = self.is_inside(load);
        let reason = match proved {
            true => "the texel is inside the image",
            false => "nothing shows that the texel is inside the image",
        };
        self.conclude(CheckKind::Texel, load, proved, |_| reason.into());
    }
}

impl<'a> Subject<'a> {
    fn inner(&self, expression: Handle<Expression>) -> &'a TypeInner {
        inner_of(self.module, &self.info[expression].ty)
    }

    fn is_binding_array(&self, global: Handle<GlobalVariable>) -> bool {
        let ty = self.module.global_variables[global].ty;
        matches!(self.module.types[ty].inner, TypeInner::BindingArray { .. })
    }

    /// The type of an expression, or the type that it points to.
    fn pointee(&self, expression: Handle<Expression>) -> &'a TypeInner {
        pointee_of(self.module, self.inner(expression))
    }

    /// The number of elements of an indexed type; `None` if it is unknown.
    fn length(&self, base: Handle<Expression>) -> Option<ArrayLength> {
        match *self.pointee(base) {
            TypeInner::ValuePointer { size, .. } => size.map(|size| ArrayLength::Known(size as u32)),
            TypeInner::Vector { size, .. } => Some(ArrayLength::Known(size as u32)),
            TypeInner::Matrix { columns, .. } => Some(ArrayLength::Known(columns as u32)),
            TypeInner::Array { size, .. } => Some(self.overrides.array_length(size)),
            TypeInner::BindingArray { .. } => {
                let Expression::GlobalVariable(global) = self.function.expressions[base] else {
                    return None;
                };
                let global = &self.module.global_variables[global];
                let (_, length) = binding_array(self.module, self.options, self.overrides, global)?;
                Some(length).filter(|length| matches!(length, ArrayLength::Known(_)))
            }
            // catch-all: naga's validator accepts no other indexed types
            _ => None,
        }
    }
}
