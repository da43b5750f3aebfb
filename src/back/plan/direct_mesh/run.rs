//! The skeleton of a mesh shader, run for one invocation before the shader runs: its control flow, the integers that its
//! conditions and indices are made of, and what it stores to the mesh.
//!
//! A condition that is known chooses; one that all invocations share is chosen by the caller, once each way. `number > word`
//! becomes a floor: what it lets through runs for every number above the word. After any other condition what runs is not
//! certain to. A loop that such a condition leaves is run once more for all the times that it may go round, with what it
//! stores forgotten. Without a word about what the values are, but for those of `value`.
//!
//! A counter that a loop takes past the arrays while its bound is above it is *beyond*: what it would index has been out of
//! bounds for a round at least, after which WGSL lets the array hold anything (WGSL, "Out of bounds access").

use super::evaluate::is_word;
use super::value::{Key, Number, Numbers, Value};
use super::{Proving, Skeleton};
use crate::back::mesh::{ElementIndex, MeshPlace, MeshSide};
use naga::{Block, Expression, Handle, LocalVariable, ScalarKind, Statement, SwitchCase, SwitchValue, TypeInner};

/// Where control goes from the end of a statement, as bits.
pub(super) const NEXT: u8 = 1;
pub(super) const BREAK: u8 = 2;
pub(super) const CONTINUE: u8 = 4;
pub(super) const RETURN: u8 = 8;

/// Under what numbers something runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Floor {
    /// All.
    None,
    /// Those above a word.
    Above(Number, u32),
    /// Several are asked about.
    Several,
}

/// A store to an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    pub(super) invocation: u32,
    /// The place in [`Skeleton::sites`].
    pub(super) site: usize,
    /// The element; `None` where that is not known.
    pub(super) element: Option<u32>,
    /// The invocation makes it for every number above the floor.
    pub(super) certain: bool,
    pub(super) floor: Floor,
    /// It stands in a loop.
    pub(super) looped: bool,
}

/// The index of an element that is none.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The shader does what direct writing cannot.
    Refused,
    /// A condition that all share is to be chosen.
    Choose(Number),
}

/// One run.
pub(super) struct Run<'r, 'a> {
    pub(super) proving: Proving<'a>,
    pub(super) skeleton: &'r Skeleton,
    pub(super) numbers: &'r mut Numbers,
    /// The conditions that all share, as chosen.
    pub(super) chosen: &'r [(Number, bool)],
    /// How many more steps may be taken, in all runs.
    pub(super) steps: &'r mut u32,
    pub(super) invocation: u32,
    pub(super) writes: &'r mut Vec<Write>,
    pub(super) values: Vec<Value>,
    pub(super) locals: Vec<Value>,
    pub(super) certain: bool,
    pub(super) floors: Vec<(Number, u32)>,
    pub(super) loops: u32,
    /// The loop around is to be run for all times.
    pub(super) widen: bool,
    /// The statements are those of the invocation that says how much there is.
    elected: bool,
    counts: [Option<Value>; 2],
    /// How much there is, once that is said.
    pub(super) set: Option<[Value; 2]>,
    /// Whether this is the invocation that says so, for each place where one does.
    pub(super) elections: Vec<bool>,
    pub(super) stop: Option<Stop>,
}

impl<'r, 'a> Run<'r, 'a> {
    pub(super) fn new(
        proving: Proving<'a>,
        skeleton: &'r Skeleton,
        numbers: &'r mut Numbers,
        chosen: &'r [(Number, bool)],
        steps: &'r mut u32,
        writes: &'r mut Vec<Write>,
        invocation: u32,
    ) -> Self {
        let function = &proving.point.function;
        Self {
            proving,
            skeleton,
            numbers,
            chosen,
            steps,
            invocation,
            writes,
            values: vec![Value::Unknown; function.expressions.len()],
            locals: vec![Value::Unknown; function.local_variables.len()],
            certain: true,
            floors: Vec::new(),
            loops: 0,
            widen: false,
            elected: false,
            counts: [None; 2],
            set: (!skeleton.counted[0] && !skeleton.counted[1]).then_some([Value::Word(0); 2]),
            elections: Vec::new(),
            stop: None,
        }
    }

    /// Runs the entry point to its end.
    pub(super) fn run(&mut self) {
        let function = &self.proving.point.function;
        for (local, declared) in function.local_variables.iter() {
            let value = match declared.init {
                Some(init) => self.value(init),
                None => match self.proving.module.types[declared.ty].inner {
                    TypeInner::Scalar(scalar) if scalar.kind == ScalarKind::Bool => Value::Bool(false),
                    TypeInner::Scalar(scalar) if is_word(scalar.kind, scalar.width) => Value::Word(0),
                    // catch-all: no other type is followed
                    _ => Value::Unknown,
                },
            };
            self.set_local(local, value);
        }
        if self.block(&function.body) & NEXT != 0 {
            self.leave();
        }
    }

    pub(super) fn refuse(&mut self) -> u8 {
        self.stop = self.stop.or(Some(Stop::Refused));
        0
    }

    pub(super) fn set_local(&mut self, local: Handle<LocalVariable>, value: Value) {
        if let Some(entry) = self.locals.get_mut(local.index()) {
            *entry = value;
        }
    }

    fn set_value(&mut self, expression: Handle<Expression>, value: Value) {
        if let Some(entry) = self.values.get_mut(expression.index()) {
            *entry = value;
        }
    }

    pub(super) fn block(&mut self, block: &'a Block) -> u8 {
        let mut left = 0;
        for statement in block {
            let Some(steps) = self.steps.checked_sub(1) else {
                return self.refuse();
            };
            *self.steps = steps;
            let flow = self.statement(statement);
            if self.stop.is_some() {
                return 0;
            }
            left |= flow & !NEXT;
            if flow & NEXT == 0 {
                return left;
            }
        }
        left | NEXT
    }

    fn statement(&mut self, statement: &'a Statement) -> u8 {
        match *statement {
            Statement::Emit(ref range) => {
                for expression in range.clone() {
                    if self.skeleton.wanted.contains(expression.index()) {
                        *self.steps = self.steps.saturating_sub(1);
                        let value = self.evaluate(expression);
                        self.set_value(expression, value);
                    }
                }
                NEXT
            }
            Statement::Block(ref block) => self.block(block),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => self.if_(condition, accept, reject),
            Statement::Switch { selector, ref cases } => self.switch(selector, cases),
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => self.loop_(body, continuing, break_if),
            Statement::Break => BREAK,
            Statement::Continue => CONTINUE,
            Statement::Return { .. } => {
                self.leave();
                RETURN
            }
            Statement::Kill => self.refuse(),
            Statement::Store { pointer, value } => self.store(pointer, value),
            Statement::Call { ref arguments, .. } => {
                for &argument in arguments {
                    self.forget_pointer(argument);
                }
                NEXT
            }
            Statement::CooperativeStore { ref data, .. } => {
                self.forget_pointer(data.pointer);
                NEXT
            }
            Statement::WorkGroupUniformLoad { result, .. } => {
                // One value for all, where there is one load.
                if self.loops == 0 && self.certain {
                    let value = self.numbers.same(Key::Result(result));
                    self.set_value(result, value);
                }
                NEXT
            }
            Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::ImageAtomic { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => NEXT,
        }
    }

    /// The end of the invocation. What was not said by then is zero.
    fn leave(&mut self) {
        if self.set.is_none() {
            if self.certain && self.floors.is_empty() && self.loops == 0 {
                self.set = Some(self.counts.map(|count| count.unwrap_or(Value::Word(0))));
            } else {
                self.refuse();
            }
        }
    }

    /// Says how many vertices or primitives there are.
    fn count(&mut self, side: MeshSide, value: Value) -> u8 {
        let place = side as usize;
        let again = self.set.is_some() || self.counts.get(place).is_none_or(Option::is_some);
        if again || !self.certain || !self.floors.is_empty() || self.loops > 0 {
            return self.refuse();
        }
        if let Some(count) = self.counts.get_mut(place) {
            *count = Some(value);
        }
        let mut pairs = self.counts.iter().zip(self.skeleton.counted);
        if pairs.all(|(count, counted)| count.is_some() || !counted) {
            self.set = Some(self.counts.map(|count| count.unwrap_or(Value::Word(0))));
        }
        NEXT
    }

    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> u8 {
        let function = &self.proving.point.function;
        match self.proving.place(pointer) {
            Some(MeshPlace::Count(_)) if self.elected => NEXT,
            Some(MeshPlace::Count(side)) => {
                let value = self.value(value);
                self.count(side, value)
            }
            Some(MeshPlace::Element { index, .. }) => self.write(pointer, index),
            Some(MeshPlace::Other) => self.refuse(),
            None => {
                if let Expression::LocalVariable(local) = function.expressions[pointer] {
                    let value = self.value(value);
                    self.set_local(local, value);
                } else {
                    self.forget_pointer(pointer);
                }
                NEXT
            }
        }
    }

    fn write(&mut self, pointer: Handle<Expression>, index: ElementIndex) -> u8 {
        let site = self.skeleton.sites.iter().position(|site| site.pointer == pointer);
        let (Some(site), true) = (site, self.set.is_some()) else {
            return self.refuse();
        };
        let element = match index {
            ElementIndex::Known(index) => Some(index),
            ElementIndex::Dynamic(index) => match self.value(index) {
                Value::Word(word) => Some(word),
                Value::Beyond => Some(OUTSIDE),
                Value::Unknown
                | Value::Bool(_)
                | Value::LocalId
                | Value::Same(_)
                | Value::Linear { .. }
                | Value::Above(..)
                | Value::NotAbove(..) => None,
            },
        };
        let floor = match *self.floors.as_slice() {
            [] => Floor::None,
            [(first, _), ..] if self.floors.iter().all(|&(number, _)| number == first) => {
                let word = self.floors.iter().map(|&(_, word)| word).max();
                Floor::Above(first, word.unwrap_or(0))
            }
            [..] => Floor::Several,
        };
        self.writes.push(Write {
            invocation: self.invocation,
            site,
            element,
            certain: self.certain,
            floor,
            looped: self.loops > 0,
        });
        NEXT
    }

    fn if_(&mut self, condition: Handle<Expression>, accept: &'a Block, reject: &'a Block) -> u8 {
        let value = self.value(condition);
        if self.loops == 0 && !self.elected {
            if let Some(counts) = self.proving.elected(accept, reject) {
                return self.elect(value, &counts, accept);
            }
        }
        match value {
            Value::Bool(true) => self.block(accept),
            Value::Bool(false) => self.block(reject),
            Value::Above(number, word) => self.threshold((number, word), accept, reject),
            Value::NotAbove(number, word) => self.threshold((number, word), reject, accept),
            Value::Same(number) => match self.chosen.iter().find(|(known, _)| *known == number) {
                Some((_, true)) => self.block(accept),
                Some((_, false)) => self.block(reject),
                None if self.chosen.len() < super::MOST_CHOICES => {
                    self.stop = Some(Stop::Choose(number));
                    0
                }
                None => self.either(accept, reject),
            },
            Value::Unknown | Value::Word(_) | Value::LocalId | Value::Beyond | Value::Linear { .. } => {
                self.either(accept, reject)
            }
        }
    }

    /// One invocation says how much there is.
    fn elect(&mut self, condition: Value, counts: &[(MeshSide, Handle<Expression>)], accept: &'a Block) -> u8 {
        let Value::Bool(is_elected) = condition else {
            return self.refuse();
        };
        for &(side, value) in counts {
            let value = self.value(value);
            self.count(side, value);
        }
        self.elections.push(is_elected);
        if !is_elected || self.stop.is_some() {
            return NEXT;
        }
        self.elected = true;
        let flow = self.block(accept);
        self.elected = false;
        flow
    }

    /// One or the other, and nobody knows.
    fn either(&mut self, accept: &'a Block, reject: &'a Block) -> u8 {
        let (certain, floors) = (self.certain, self.floors.len());
        let before = self.locals.clone();
        self.certain = false;
        let accepted = self.block(accept);
        let after = core::mem::replace(&mut self.locals, before);
        let rejected = self.block(reject);
        self.join(&after);
        self.floors.truncate(floors);
        let flow = accepted | rejected;
        self.certain = certain && flow == NEXT;
        flow
    }

    fn join(&mut self, other: &[Value]) {
        for (local, other) in self.locals.iter_mut().zip(other) {
            if local != other {
                *local = Value::Unknown;
            }
        }
    }

    /// What runs for every number above a word, and what runs for the others.
    fn threshold(&mut self, (number, word): (Number, u32), above: &'a Block, below: &'a Block) -> u8 {
        if self
            .floors
            .iter()
            .any(|&(other, least)| other == number && least >= word)
        {
            return self.block(above);
        }
        if self.loops > 0 && (word >= self.proving.room || !self.is_count(number)) {
            // There is no element that this decides about.
            self.widen = true;
            return self.either(above, below);
        }
        let (certain, floors) = (self.certain, self.floors.len());
        let before = self.locals.clone();
        self.floors.push((number, word));
        let over = self.block(above);
        let still_certain = self.certain;
        let deeper = self.floors.split_off(floors);
        let after = core::mem::replace(&mut self.locals, before);
        self.certain = false;
        let under = self.block(below);
        self.floors.truncate(floors);
        let flow = over | under;
        match (over & NEXT != 0, under & NEXT != 0) {
            // Whoever goes on has a number above the word.
            (true, false) => {
                self.locals = after;
                self.floors.extend(deeper);
                self.certain = still_certain;
            }
            (true, true) => {
                self.join(&after);
                self.certain = certain && flow == NEXT;
            }
            (false, _) => {}
        }
        flow
    }

    /// Whether a number says how much there is, or a count is a multiple of it.
    fn is_count(&mut self, number: Number) -> bool {
        let counts = self.set.unwrap_or([Value::Unknown; 2]);
        counts.iter().any(|&count| {
            let of = Numbers::linear_of(count).is_some_and(|(of, _, _)| of == number);
            of || self.numbers.number_of(count) == Some(number)
        })
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &'a [SwitchCase]) -> u8 {
        let selector = self.value(selector);
        let (certain, floors) = (self.certain, self.floors.len());
        let first = match selector {
            Value::Word(word) => {
                let is = |case: &SwitchCase| match case.value {
                    SwitchValue::I32(value) => value as u32 == word,
                    SwitchValue::U32(value) => value == word,
                    SwitchValue::Default => false,
                };
                let default = || cases.iter().position(|case| case.value == SwitchValue::Default);
                cases.iter().position(is).or_else(default)
            }
            Value::Unknown
            | Value::Bool(_)
            | Value::LocalId
            | Value::Beyond
            | Value::Same(_)
            | Value::Linear { .. }
            | Value::Above(..)
            | Value::NotAbove(..) => None,
        };
        let mut flow = 0;
        if let Some(first) = first {
            for case in cases.iter().skip(first) {
                let left = self.block(&case.body);
                flow |= left & !NEXT;
                if left & NEXT == 0 || !case.fall_through {
                    flow |= left & NEXT;
                    break;
                }
            }
        } else {
            let before = self.locals.clone();
            self.certain = false;
            for case in cases {
                self.locals.clone_from(&before);
                flow |= self.block(&case.body);
            }
        }
        let exact = first.is_some() && flow.count_ones() == 1;
        let mut out = flow & (CONTINUE | RETURN);
        if flow & (NEXT | BREAK) != 0 {
            out |= NEXT;
        }
        if !exact {
            cases.iter().for_each(|case| self.forget(&case.body, false));
            self.floors.truncate(floors);
            self.certain = certain && out == NEXT;
        }
        if out == NEXT {
            self.floors.truncate(floors);
            self.certain = certain;
        }
        out
    }
}
