//! Where the statements of a function are, and what holds there: one walk, made when a loop or an index first asks.
//!
//! Each statement gets a position, in the order of the text. A *scope* is a range of positions in which a condition holds,
//! or a loop; scopes nest, and each evaluation and each store notes the innermost one.
//!
//! ```text
//! if a { … }                      the arm is a scope in which `a` holds
//! if a { return; } …              so is the rest of the block, in which `a` does not
//! loop { if a { break; } … continuing { … } }     and `continuing` too, if no `continue` comes before
//! ```
//!
//! That a condition holds is said of values as they were when it was evaluated. An evaluated expression is one value until
//! it is evaluated again, and naga lets it be used only where its evaluation comes before (what a `continue` skips is left
//! out, see `values`): between the condition and the use it is not evaluated again without the condition being so too. Two
//! loads of a local are the same value if no store to it comes on the way from one to the other ([`Regions::reaching`]).
//!
//! Every way to write a local counts as a store: one to all of it, one to a part, a call that is given a pointer to it. naga
//! keeps no pointers in memory, so nothing else can.
//!
//! It must not know what a condition says of a value, nor how anything is emitted.

use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::ir::writes::{Write, for_each_write};
use alloc::vec::Vec;
use naga::{Block, Expression, Function, Handle, LocalVariable, Span, Statement, SwitchValue};

/// How deep blocks are followed. Deeper ones are refused by the sweep over the statements.
const MAX_DEPTH: u32 = 2 * 1023;

/// The most stores to one local that are looked through.
const MAX_STORES: usize = 64;

/// No scope, store or position.
pub(super) const NONE: u32 = u32::MAX;

/// What a scope says.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScopeKind {
    /// The function, or a case of a switch that has several values.
    Plain,
    /// One arm of an `If`, in which the condition is so. `pair` is the position of the `If`.
    Arm {
        condition: Handle<Expression>,
        truth: bool,
        pair: u32,
    },
    /// What is left when the other arm goes elsewhere. Without `continuing` it ends with the body of the loop around it.
    Rest {
        condition: Handle<Expression>,
        truth: bool,
        continuing: bool,
    },
    /// What is left of a body where a `continue` may have come before.
    Skippable,
    /// A case of a switch, into which no other one falls.
    Case { selector: Handle<Expression>, value: i64 },
    /// The body and the `continuing` of a loop.
    Loop,
}

/// A range of positions in which something holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    /// The scope around it.
    pub(super) outer: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) scope: u32,
    /// The innermost scope where it goes back: what holds there holds in each round but the last.
    pub(super) back: u32,
    /// The address of its body, by which the emission asks for it.
    pub(super) body: usize,
    pub(super) span: Span,
    /// Control can come to the end of its body, or to a `continue`.
    pub(super) goes_round: bool,
    /// Its stores, in [`Regions::stores`].
    pub(super) stores: (u32, u32),
}

/// Something that writes a local.
#[derive(Clone, Copy, Debug)]
pub(super) struct Store {
    pub(super) local: Handle<LocalVariable>,
    /// What is stored to all of it; `None` for what is not known.
    pub(super) value: Option<Handle<Expression>>,
    pub(super) position: u32,
    /// The innermost scope.
    pub(super) scope: u32,
    /// The scope that is never gone through without it: each way to its end, or back to a loop's start, makes the store.
    pub(super) certain_in: u32,
    /// The last store to the same local before it in the text.
    pub(super) previous: u32,
}

/// Expressions that one statement evaluates.
#[derive(Clone, Copy, Debug)]
struct Evaluated {
    first: u32,
    end: u32,
    position: u32,
    scope: u32,
    /// In a `continuing` that can be reached by a `continue`, which can skip the operands.
    is_after_skip: bool,
}

/// Where an expression is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) position: u32,
    pub(super) scope: u32,
}

/// Where the value of a local comes from, whatever way control came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaching {
    /// It has its initial value.
    Initial,
    /// From one store, by its number.
    Store(u32),
    /// From one of several stores. At all places with the same position it is the same value: nothing is stored on the way
    /// from one of them to another in the same round of every loop around both.
    Join(u32),
}

/// How a block ends.
#[derive(Clone, Copy, Debug)]
struct Exit {
    /// Control may come to its end.
    falls: bool,
    /// It has a `continue` of the loop around it.
    continues: bool,
}

/// The positions, scopes and stores of one function. Kept for its room.
#[derive(Debug, Default)]
pub(super) struct Regions {
    pub(super) scopes: Vec<Scope>,
    pub(super) loops: Vec<Loop>,
    pub(super) stores: Vec<Store>,
    evaluated: Vec<Evaluated>,
    /// The last store to each local.
    last_stores: Vec<u32>,
    now: u32,
    scope: u32,
    depth: u32,
    /// A `continue` of the innermost loop has been passed.
    continued: bool,
    /// A `continue` leads to a `continuing` around this.
    after_skip: bool,
    /// There is a `continue`, which can skip what `continuing` reads.
    skips: bool,
    /// Nothing is known: blocks are too deep.
    failed: bool,
}

impl Regions {
    /// Reads the body of a function. `false` where nothing is to be known of it.
    pub(super) fn read(&mut self, function: &Function) -> bool {
        self.scopes.clear();
        self.loops.clear();
        self.stores.clear();
        self.evaluated.clear();
        crate::back::buffers::fill(&mut self.last_stores, function.local_variables.len(), NONE);
        (self.now, self.scope, self.depth) = (0, NONE, 0);
        (self.continued, self.skips, self.failed) = (false, false, false);
        self.after_skip = false;
        let function_scope = self.open(ScopeKind::Plain);
        let _ = self.block(function, &function.body);
        self.close_to(function_scope);
        // naga's front ends evaluate nearly in the order of the arena.
        if !self.evaluated.is_sorted_by_key(|evaluated| evaluated.first) {
            self.evaluated.sort_unstable_by_key(|evaluated| evaluated.first);
        }
        !self.failed
    }

    /// Where an expression is evaluated; `None` for one that needs no evaluation, or is the result of a statement.
    pub(super) fn at(&self, expression: Handle<Expression>) -> Option<At> {
        self.evaluated(expression).map(|evaluated| At {
            position: evaluated.position,
            scope: evaluated.scope,
        })
    }

    fn evaluated(&self, expression: Handle<Expression>) -> Option<&Evaluated> {
        let index = expression.index() as u32;
        let after = self.evaluated.partition_point(|evaluated| evaluated.first <= index);
        let evaluated = self.evaluated.get(after.checked_sub(1)?)?;
        (index < evaluated.end).then_some(evaluated)
    }

    /// Whether a local may be written in a range of positions.
    fn is_stored_in(&self, local: Handle<LocalVariable>, start: u32, end: u32) -> bool {
        let mut at = self.last_stores[local.index()];
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

    /// Where the value of a local at a place comes from.
    pub(super) fn reaching(&self, local: Handle<LocalVariable>, at: At) -> Reaching {
        let mut number = self.last_stores[local.index()];
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
        // A loop that stores to it may have gone round since the last store before it in the text.
        let since = before.map_or(0, |store| store.position);
        for scope in self.surrounding(at.scope) {
            if scope.start < since {
                break;
            }
            if matches!(scope.kind, ScopeKind::Loop) && self.is_stored_in(local, scope.start, scope.end) {
                return Reaching::Join(scope.start);
            }
        }
        match before {
            None => Reaching::Initial,
            Some(store) if self.is_inside(at.scope, store.scope) => Reaching::Store(number),
            Some(store) => Reaching::Join(store.position),
        }
    }

    /// Every store to a local, from the last to the first. `None` where there are more than any proof looks at.
    pub(super) fn stores_of(&self, local: Handle<LocalVariable>) -> Option<impl Iterator<Item = Store>> {
        let chain = move |number: u32| self.stores.get(number as usize).copied();
        let first = chain(self.last_stores[local.index()]);
        let stores = core::iter::successors(first, move |store| chain(store.previous));
        let few = stores.clone().nth(MAX_STORES).is_none();
        few.then_some(stores)
    }

    /// A scope and those that contain it, from the inside out.
    fn surrounding(&self, scope: u32) -> impl Iterator<Item = &Scope> {
        let of = move |number: u32| self.scopes.get(number as usize);
        core::iter::successors(of(scope), move |scope| of(scope.outer))
    }

    /// Whether each operand of an expression is evaluated before it, in the same round of every loop.
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

    /// Whether an expression that is used in a scope is evaluated in one around it. naga sees to that but for what a
    /// `continue` skips.
    pub(super) fn comes_before(&self, expression: Handle<Expression>, scope: u32) -> bool {
        !self.skips || self.at(expression).is_none_or(|at| self.is_inside(scope, at.scope))
    }

    /// Whether a scope is another one, or inside it.
    pub(super) fn is_inside(&self, mut scope: u32, of: u32) -> bool {
        // What is inside is opened later.
        while scope != NONE && scope > of {
            scope = self.scopes[scope as usize].outer;
        }
        scope == of
    }

    fn open(&mut self, kind: ScopeKind) -> u32 {
        let number = self.scopes.len() as u32;
        self.now += 1;
        self.scopes.push(Scope {
            kind,
            outer: self.scope,
            start: self.now,
            end: NONE,
        });
        self.scope = number;
        number
    }

    /// Closes the scopes from the innermost to this one.
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
            Statement::Emit(ref range) => {
                self.now += 1;
                let expressions = range.index_range();
                self.evaluated.push(Evaluated {
                    first: expressions.start,
                    end: expressions.end,
                    position: self.now,
                    scope: self.scope,
                    is_after_skip: self.after_skip,
                });
            }
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
            // Where `discard` demotes, what follows it is executed.
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

    /// Notes a write to a local.
    fn write(&mut self, function: &Function, write: Write) {
        let Some(PointerRoot::Local(local)) = pointer_root(function, write.pointer) else {
            return;
        };
        let is_whole = matches!(function.expressions[write.pointer], Expression::LocalVariable(_));
        let value = write.value.filter(|_| is_whole);
        self.now += 1;
        let number = self.stores.len() as u32;
        let previous = core::mem::replace(&mut self.last_stores[local.index()], number);
        self.stores.push(Store {
            local,
            value,
            position: self.now,
            scope: self.scope,
            certain_in: if self.continued { NONE } else { self.construct() },
            previous,
        });
    }

    /// The innermost scope that is not just the rest of a block.
    fn construct(&self) -> u32 {
        let mut scope = self.scope;
        while let Some(Scope {
            kind: ScopeKind::Rest { .. } | ScopeKind::Skippable,
            outer,
            ..
        }) = self.scopes.get(scope as usize)
        {
            scope = *outer;
        }
        scope
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
        for (at, truth) in [(0, true), (1, false)] {
            let other = exits[1 - at];
            if other.falls {
                continue;
            }
            // The other arm leaves: what is certain in this one is certain around it, unless the other one continues.
            if !other.continues {
                let (arm, first, end) = arms[at];
                for store in &mut self.stores[first..end] {
                    if arm != NONE && store.certain_in == arm {
                        store.certain_in = outer;
                    }
                }
            }
            let continuing = !before && !other.continues;
            // Where both arms leave, only `continuing` can follow.
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

    /// What follows a `continue` in the text is not on every way to `continuing`.
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
        // A scope that holds in `continuing` is never inside one that does not: a `continue` stays passed.
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

/// What a loop is known by: its body's place in the module, which stays while a module is written.
pub(super) fn address(body: &Block) -> usize {
    core::ptr::from_ref(body).addr()
}
