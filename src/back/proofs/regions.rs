//! Positions and scopes of a function's statements, and the stores to its locals: one walk, at the first query.
//!
//! Each statement gets a position, in source order. A *scope* is a loop, or a range of positions in which a condition
//! holds. Scopes nest; each evaluation and each store records the innermost one.
//!
//! ```text
//! if a { … }                      the arm is a scope in which `a` holds
//! if a { return; } …              the rest of the block is a scope in which `a` does not hold
//! loop { if a { break; } … continuing { … } }     and so is `continuing`, if no `continue` precedes it
//! ```
//!
//! A condition holds for the values at its evaluation. An expression keeps its value until it is evaluated again, and
//! in naga a use comes after the evaluation (except if a `continue` skips that, see `values`). Between the condition
//! and the use, an operand is therefore evaluated again only together with the condition. Two loads of a local have the
//! same value if there is no store to it on a path between them ([`Regions::reaching`]).
//!
//! Every way to write a local counts as a store: to the whole, to a part, and a call that takes a pointer to it. In
//! naga no pointer is stored in memory, so there are no others.
//!
//! This file does not know what a condition implies about a value, nor how code is emitted.

use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::ir::writes::{Write, for_each_write};
use alloc::vec::Vec;
use naga::{Block, Expression, Function, Handle, LocalVariable, Span, Statement, SwitchValue};

/// The depth to which blocks are visited. The sweep over the statements refuses deeper ones.
const MAX_DEPTH: u32 = 2 * 1023;

/// The most stores to one local that are visited.
const MAX_STORES: usize = 64;

/// No scope, store or position.
pub(super) const NONE: u32 = u32::MAX;

/// The kind of a scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScopeKind {
    /// The function, or a case of a switch that several values select.
    Plain,
    /// One arm of an `If`, in which the condition is `truth`. `pair` is the position of the `If`.
    Arm {
        condition: Handle<Expression>,
        truth: bool,
        pair: u32,
    },
    /// The rest of a block after an `If` whose other arm leaves the block. If `continuing` is false, the scope ends at
    /// the end of the enclosing loop body.
    Rest {
        condition: Handle<Expression>,
        truth: bool,
        continuing: bool,
    },
    /// The rest of a body after a `continue` that may be executed.
    Skippable,
    /// A case of a switch that no other case falls through to.
    Case { selector: Handle<Expression>, value: i64 },
    /// The body and the `continuing` of a loop.
    Loop,
}

impl ScopeKind {
    const fn has_condition(&self) -> bool {
        match self {
            Self::Arm { .. } | Self::Rest { .. } | Self::Case { .. } => true,
            Self::Plain | Self::Skippable | Self::Loop => false,
        }
    }
}

/// A range of positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    /// The enclosing scope.
    pub(super) outer: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The innermost scope at or around this one that is not the rest of a block.
    construct: u32,
    /// The innermost loop at or around this one, by its scope.
    round: u32,
    /// The innermost scope around this one that has a condition.
    pub(super) conditioned: u32,
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) scope: u32,
    /// The innermost scope at the back edge. Its conditions hold in every iteration but the last.
    pub(super) back: u32,
    /// The address of its body, by which the emission looks it up.
    pub(super) body: usize,
    pub(super) span: Span,
    /// Whether the end of its body, or a `continue`, is reachable.
    pub(super) goes_round: bool,
    /// The range of its stores in [`Regions::stores`].
    pub(super) stores: (u32, u32),
}

/// The stores to one local.
#[derive(Clone, Copy, Debug)]
struct LocalStores {
    /// The last one in source order, by its index.
    last: u32,
    count: u32,
}

impl LocalStores {
    const NONE: Self = Self { last: NONE, count: 0 };

    /// Whether there are so few that each can be visited.
    const fn are_few(self) -> bool {
        self.count as usize <= MAX_STORES
    }
}

/// A write to a local.
#[derive(Clone, Copy, Debug)]
pub(super) struct Store {
    pub(super) local: Handle<LocalVariable>,
    /// The value that is stored to the whole local; `None` if it is unknown or the store is partial.
    pub(super) value: Option<Handle<Expression>>,
    pub(super) position: u32,
    /// The innermost scope.
    pub(super) scope: u32,
    /// The scope that is not passed without this store: every path to its end, or to a loop's back edge, executes the
    /// store.
    pub(super) certain_in: u32,
    /// The previous store to the same local, in source order.
    pub(super) previous: u32,
}

/// One `Emit` statement.
#[derive(Clone, Copy, Debug)]
struct Evaluated {
    position: u32,
    scope: u32,
    /// Whether it is in a `continuing` to which a `continue` jumps, which can skip the evaluation of operands.
    is_after_skip: bool,
}

/// The position and scope of an evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) position: u32,
    pub(super) scope: u32,
}

/// The definition of a local's value that reaches a position on every path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaching {
    /// The initial value.
    Initial,
    /// One store, by its index.
    Store(u32),
    /// One of several stores. Two positions with the same join have the same value: there is no store on a path between
    /// them in one iteration of every loop that encloses both.
    Join(u32),
}

/// How control leaves a block.
#[derive(Clone, Copy, Debug)]
struct Exit {
    /// Whether the end of the block is reachable.
    falls: bool,
    /// Whether it has a `continue` of the enclosing loop.
    continues: bool,
}

/// The positions, scopes and stores of one function. The tables are reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Regions {
    pub(super) scopes: Vec<Scope>,
    pub(super) loops: Vec<Loop>,
    pub(super) stores: Vec<Store>,
    evaluated: Vec<Evaluated>,
    /// By expression, the `Emit` statement that evaluates it: an index in `evaluated`, or [`NONE`].
    emits: Vec<u32>,
    /// By local.
    of_locals: Vec<LocalStores>,
    now: u32,
    scope: u32,
    depth: u32,
    /// Whether a `continue` of the innermost loop has been visited.
    continued: bool,
    /// Whether this is in a `continuing` to which a `continue` jumps.
    after_skip: bool,
    /// Whether the function has a `continue`, which can skip the evaluation of operands in `continuing`.
    skips: bool,
    /// Whether blocks are nested too deep, so that nothing is known.
    failed: bool,
}

impl Regions {
    /// Visits the body of a function. Returns `false` if it cannot be analyzed.
    pub(super) fn read(&mut self, function: &Function) -> bool {
        self.scopes.clear();
        self.loops.clear();
        self.stores.clear();
        self.evaluated.clear();
        // What most functions need, so that the tables of a new writer do not grow in many small steps.
        self.scopes.reserve(32);
        self.stores.reserve(32);
        self.evaluated.reserve(64);
        crate::back::buffers::fill(&mut self.emits, function.expressions.len(), NONE);
        crate::back::buffers::fill(&mut self.of_locals, function.local_variables.len(), LocalStores::NONE);
        (self.now, self.scope, self.depth) = (0, NONE, 0);
        (self.continued, self.skips, self.failed) = (false, false, false);
        self.after_skip = false;
        let function_scope = self.open(ScopeKind::Plain);
        let _ = self.block(function, &function.body);
        self.close_to(function_scope);
        !self.failed
    }

    /// Where an expression is evaluated; `None` if it needs no evaluation or is the result of a statement.
    pub(super) fn at(&self, expression: Handle<Expression>) -> Option<At> {
        self.evaluated(expression).map(|evaluated| At {
            position: evaluated.position,
            scope: evaluated.scope,
        })
    }

    fn evaluated(&self, expression: Handle<Expression>) -> Option<&Evaluated> {
        self.evaluated.get(self.emits[expression.index()] as usize)
    }

    /// Whether a local may be written in a range of positions.
    fn is_stored_in(&self, local: Handle<LocalVariable>, start: u32, end: u32) -> bool {
        let mut at = self.of_locals[local.index()].last;
        for _ in 0..MAX_STORES {
            let Some(store) = self.stores.get(at as usize) else {
                return false;
            };
            if store.position < start {
                return false;
            }
            if store.position <= end {
                return true;
            }
            at = store.previous;
        }
        true
    }

    /// The definition of a local that reaches a position.
    pub(super) fn reaching(&self, local: Handle<LocalVariable>, at: At) -> Reaching {
        let mut number = self.of_locals[local.index()].last;
        if number == NONE {
            return Reaching::Initial;
        }
        let mut passed = 0;
        let before = loop {
            let Some(store) = self.stores.get(number as usize) else {
                break None;
            };
            if store.position < at.position {
                break Some(store);
            }
            number = store.previous;
            passed += 1;
            if passed == MAX_STORES {
                return Reaching::Join(at.position);
            }
        };
        // A loop that stores to the local may have started another iteration after the store that precedes the
        // position.
        let since = before.map_or(0, |store| store.position);
        let mut round = self.scopes[at.scope as usize].round;
        while let Some(scope) = self.scopes.get(round as usize) {
            if scope.start < since {
                break;
            }
            if self.is_stored_in(local, scope.start, scope.end) {
                return Reaching::Join(scope.start);
            }
            round = self.round_of(scope.outer);
        }
        match before {
            None => Reaching::Initial,
            Some(store) if self.is_inside(at.scope, store.scope) => Reaching::Store(number),
            Some(store) => Reaching::Join(store.position),
        }
    }

    /// The innermost loop at or around a scope, by its scope; [`NONE`] if there is none.
    fn round_of(&self, scope: u32) -> u32 {
        self.scopes.get(scope as usize).map_or(NONE, |scope| scope.round)
    }

    /// Whether every path to a position has a store to a whole local. `false` if that is unknown.
    pub(super) fn is_stored_before(&self, local: Handle<LocalVariable>, at: At) -> bool {
        let stores = self.of_locals[local.index()];
        let mut number = stores.last;
        while let (true, Some(store)) = (stores.are_few(), self.stores.get(number as usize)) {
            if store.position < at.position && store.value.is_some() && self.is_inside(at.scope, store.scope) {
                return true;
            }
            number = store.previous;
        }
        false
    }

    /// All stores to a local, from the last to the first. `None` if there are more than [`MAX_STORES`].
    pub(super) fn stores_of(&self, local: Handle<LocalVariable>) -> Option<impl Iterator<Item = &Store>> {
        let few = self.of_locals[local.index()].are_few();
        few.then(|| self.chain(local))
    }

    fn chain(&self, local: Handle<LocalVariable>) -> impl Iterator<Item = &Store> {
        let of = move |number: u32| self.stores.get(number as usize);
        core::iter::successors(of(self.of_locals[local.index()].last), move |store| of(store.previous))
    }

    /// Whether each operand of an expression is evaluated before it in the same iteration of every loop.
    pub(super) fn is_evaluated_after_operands(&self, function: &Function, expression: Handle<Expression>) -> bool {
        if !self.skips {
            return true;
        }
        let Some(evaluated) = self.evaluated(expression).filter(|evaluated| evaluated.is_after_skip) else {
            return true;
        };
        let mut comes_before = true;
        crate::ir::operands::for_each(&function.expressions[expression], |operand| {
            comes_before &= self.comes_before(operand, evaluated.scope);
        });
        comes_before
    }

    /// Whether an expression that is used in a scope is evaluated in that scope or an enclosing one. naga guarantees
    /// it, except where a `continue` skips the evaluation.
    pub(super) fn comes_before(&self, expression: Handle<Expression>, scope: u32) -> bool {
        !self.skips || self.at(expression).is_none_or(|at| self.is_inside(scope, at.scope))
    }

    /// Whether a scope is `of` or inside it.
    pub(super) fn is_inside(&self, mut scope: u32, of: u32) -> bool {
        // Inner scopes have higher numbers.
        while scope != NONE && scope > of {
            scope = self.scopes[scope as usize].outer;
        }
        scope == of
    }

    fn open(&mut self, kind: ScopeKind) -> u32 {
        let number = self.scopes.len() as u32;
        self.now += 1;
        let outer = self.scope;
        let (mut construct, mut round, conditioned) = match self.scopes.get(outer as usize) {
            Some(scope) if scope.kind.has_condition() => (scope.construct, scope.round, outer),
            Some(scope) => (scope.construct, scope.round, scope.conditioned),
            None => (NONE, NONE, NONE),
        };
        match kind {
            ScopeKind::Rest { .. } | ScopeKind::Skippable => {}
            ScopeKind::Plain | ScopeKind::Arm { .. } | ScopeKind::Case { .. } => construct = number,
            ScopeKind::Loop => (construct, round) = (number, number),
        }
        self.scopes.push(Scope {
            kind,
            outer,
            start: self.now,
            end: NONE,
            construct,
            round,
            conditioned,
        });
        self.scope = number;
        number
    }

    /// Closes the scopes from the innermost one to this one.
    fn close_to(&mut self, number: u32) {
        self.now += 1;
        while self.scope != NONE && self.scope >= number {
            let scope = &mut self.scopes[self.scope as usize];
            scope.end = self.now;
            self.scope = scope.outer;
        }
    }

    fn block(&mut self, function: &Function, block: &Block) -> Exit {
        let mut exit = Exit {
            falls: true,
            continues: false,
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.failed = true;
        } else {
            for (statement, &span) in block.span_iter() {
                // Fast path: the most frequent statements.
                match *statement {
                    Statement::Emit(ref range) => {
                        self.emit(range);
                        continue;
                    }
                    Statement::Store { pointer, value } => {
                        let value = Some(value);
                        self.write(function, Write { pointer, value });
                        continue;
                    }
                    // catch-all: the match of the called function names all variants
                    _ => {}
                }
                let inner = self.statement(function, statement, span);
                exit.falls &= inner.falls;
                exit.continues |= inner.continues;
            }
        }
        self.depth -= 1;
        exit
    }

    fn statement(&mut self, function: &Function, statement: &Statement, span: Span) -> Exit {
        let mut exit = Exit {
            falls: true,
            continues: false,
        };
        match *statement {
            Statement::Emit(ref range) => self.emit(range),
            Statement::Block(ref block) => return self.block(function, block),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => return self.if_(function, condition, accept, reject),
            Statement::Switch { selector, ref cases } => {
                let mut falls_in = false;
                for case in cases {
                    let value = match case.value {
                        SwitchValue::I32(value) => Some(i64::from(value)),
                        SwitchValue::U32(value) => Some(i64::from(value)),
                        SwitchValue::Default => None,
                    };
                    let scope = self.open(match value {
                        Some(value) if !falls_in => ScopeKind::Case { selector, value },
                        Some(_) | None => ScopeKind::Plain,
                    });
                    exit.continues |= self.block(function, &case.body).continues;
                    self.close_to(scope);
                    falls_in = case.fall_through;
                }
                self.skip_after(exit);
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => self.loop_(function, span, (body, continuing), break_if),
            Statement::Break | Statement::Return { .. } => exit.falls = false,
            Statement::Continue => {
                (self.continued, self.skips) = (true, true);
                exit = Exit {
                    falls: false,
                    continues: true,
                };
            }
            Statement::Store { .. }
            | Statement::Call { .. }
            | Statement::Atomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::RayQuery { .. }
            | Statement::CooperativeStore { .. }
            | Statement::RayPipelineFunction(_) => for_each_write(statement, |write| self.write(function, write)),
            // `discard` may be lowered to a demotion, after which execution continues.
            Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::ImageStore { .. }
            | Statement::ImageAtomic { .. }
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => {}
        }
        exit
    }

    #[inline]
    fn emit(&mut self, range: &naga::Range<Expression>) {
        self.now += 1;
        let expressions = range.index_range();
        let number = self.evaluated.len() as u32;
        for slot in &mut self.emits[expressions.start as usize..expressions.end as usize] {
            *slot = number;
        }
        self.evaluated.push(Evaluated {
            position: self.now,
            scope: self.scope,
            is_after_skip: self.after_skip,
        });
    }

    /// Records a write to a local.
    fn write(&mut self, function: &Function, write: Write) {
        let (local, value) = match function.expressions[write.pointer] {
            Expression::LocalVariable(local) => (local, write.value),
            // catch-all: only the root of another pointer matters
            _ => match pointer_root(function, write.pointer) {
                Some(PointerRoot::Local(local)) => (local, None),
                Some(PointerRoot::Global(_) | PointerRoot::Argument(_)) | None => return,
            },
        };
        self.now += 1;
        let number = self.stores.len() as u32;
        let stores = &mut self.of_locals[local.index()];
        let previous = core::mem::replace(&mut stores.last, number);
        stores.count += 1;
        self.stores.push(Store {
            local,
            value,
            position: self.now,
            scope: self.scope,
            certain_in: if self.continued { NONE } else { self.construct() },
            previous,
        });
    }

    /// The innermost scope that is not the rest of a block.
    fn construct(&self) -> u32 {
        self.scopes
            .get(self.scope as usize)
            .map_or(NONE, |scope| scope.construct)
    }

    fn if_(&mut self, function: &Function, condition: Handle<Expression>, accept: &Block, reject: &Block) -> Exit {
        let before = self.continued;
        let outer = self.construct();
        self.now += 1;
        let pair = self.now;
        let mut exits = [Exit {
            falls: true,
            continues: false,
        }; 2];
        let mut arms = [(NONE, 0, 0); 2];
        for (at, (block, truth)) in [(accept, true), (reject, false)].into_iter().enumerate() {
            if block.is_empty() {
                continue;
            }
            let first = self.stores.len();
            let arm = self.open(ScopeKind::Arm { condition, truth, pair });
            exits[at] = self.block(function, block);
            self.close_to(arm);
            arms[at] = (arm, first, self.stores.len());
        }
        // Fast path: neither arm leaves.
        let leaves = !(exits[0].falls && exits[1].falls);
        for (at, truth) in [(0, true), (1, false)].into_iter().filter(|_| leaves) {
            let other = exits[1 - at];
            if other.falls {
                continue;
            }
            // The other arm leaves. Stores that this arm always executes are then always executed in the enclosing
            // scope too, unless the other arm ends in `continue`.
            if !other.continues {
                let (arm, first, end) = arms[at];
                for store in &mut self.stores[first..end] {
                    if arm != NONE && store.certain_in == arm {
                        store.certain_in = outer;
                    }
                }
            }
            let continuing = !before && !other.continues;
            // If both arms leave, only `continuing` can follow.
            if continuing || exits[at].falls {
                self.open(ScopeKind::Rest {
                    condition,
                    truth,
                    continuing,
                });
            }
        }
        let exit = Exit {
            falls: exits[0].falls || exits[1].falls,
            continues: exits[0].continues || exits[1].continues,
        };
        self.skip_after(exit);
        exit
    }

    /// Opens a scope after a statement with a `continue`: the code in it may be skipped on a path to `continuing`.
    fn skip_after(&mut self, exit: Exit) {
        if exit.continues && exit.falls {
            self.open(ScopeKind::Skippable);
        }
    }

    fn loop_(
        &mut self,
        function: &Function,
        span: Span,
        (body, continuing): (&Block, &Block),
        break_if: Option<Handle<Expression>>,
    ) {
        let number = self.loops.len() as u32;
        let scope = self.open(ScopeKind::Loop);
        let first = self.stores.len() as u32;
        self.loops.push(Loop {
            start: self.now,
            end: NONE,
            scope,
            back: scope,
            body: address(body),
            span,
            goes_round: true,
            stores: (first, first),
        });
        let outer = core::mem::replace(&mut self.continued, false);
        let exit = self.block(function, body);
        self.now += 1;
        // Closes the scopes that end with the body. A scope that includes `continuing` is never inside one that does
        // not, because `continued` stays set in the body.
        while let ScopeKind::Rest { continuing: false, .. } | ScopeKind::Skippable =
            self.scopes[self.scope as usize].kind
        {
            let closed = &mut self.scopes[self.scope as usize];
            closed.end = self.now;
            self.scope = closed.outer;
        }
        self.continued = false;
        let after_skip = self.after_skip;
        self.after_skip |= exit.continues;
        let _ = self.block(function, continuing);
        self.after_skip = after_skip;
        if let Some(condition) = break_if {
            self.open(ScopeKind::Rest {
                condition,
                truth: false,
                continuing: true,
            });
        }
        let back = self.scope;
        self.close_to(scope);
        self.continued = outer;
        let end = self.now;
        let stores = (first, self.stores.len() as u32);
        let entry = &mut self.loops[number as usize];
        (entry.end, entry.back, entry.stores) = (end, back, stores);
        entry.goes_round = exit.falls || exit.continues;
    }
}

/// The identity of a loop: the address of its body, which does not change while the module is written.
pub(super) fn address(body: &Block) -> usize {
    core::ptr::from_ref(body).addr()
}
