//! The interval of an index by cases: if a counter has few values, an interval is computed for each of them.
//!
//! An interval does not relate values to one another. For a single value of the counter, an index often needs no such
//! relation:
//!
//! ```text
//! for (var half = 1; half < 128; half *= 2) {      half is one of 1, 2, 4, … 64
//!     let at = 2 * lid - (lid & (half - 1));        in the case 4, with lid below 64: at is at most 63 + 60
//!     … part[at + half]                             at + half is at most 127
//! }
//! ```
//!
//! The values of a counter are its constant starts and the results of its constant steps, inside its interval. This is
//! done only for an index whose interval exceeds the array, and only for counters that the index depends on.

use super::interval::{IntegerType, Interval};
use super::ranges::{MAX_STEPS, Ranges};
use super::values::{Kind, Loaded, Value};
use naga::BinaryOperator;

/// The most values of a counter.
const MAX_CASES: usize = 32;

/// The most different steps of a counter.
const MAX_STEPPED: usize = 4;

/// The most counters that are tried for one index.
const MAX_COUNTERS: usize = 2;

/// The most operands that are visited to find the counters of an index.
const MAX_VISITED: u32 = 64;

/// The number of counters that can start at one another's values.
const MAX_NESTED: u32 = 3;

/// Distinct integers.
struct Few {
    values: [i64; MAX_CASES],
    count: usize,
}

impl Few {
    fn values(&self) -> &[i64] {
        &self.values[..self.count]
    }

    /// Adds a value. `None` if there are too many.
    fn add(&mut self, value: i64) -> Option<()> {
        if !self.values().contains(&value) {
            *self.values.get_mut(self.count)? = value;
            self.count += 1;
        }
        Some(())
    }
}

/// An index by the values of a counter.
struct Cases {
    index: Value,
    counter: Value,
    /// The interval of the counter at the index.
    here: Interval,
    /// The interval that contains the index in every case.
    elements: Interval,
    /// The interval of the index in the cases so far.
    all: Option<Interval>,
}

impl Ranges<'_> {
    /// The interval of an index as the union of its intervals for each value of a counter. `None` if that is not inside
    /// `elements` for any counter.
    #[inline(never)]
    pub(super) fn by_cases(&mut self, index: Value, elements: Interval) -> Option<Interval> {
        let mut counters = [None; MAX_COUNTERS];
        let mut left = MAX_VISITED;
        self.find_counters(index, &mut counters, &mut left);
        counters
            .into_iter()
            .flatten()
            .find_map(|(counter, loaded)| self.by_cases_of(index, counter, loaded, elements))
    }

    /// The operands of a value that are loads of scalar locals.
    fn find_counters(&self, value: Value, found: &mut [Option<(Value, Loaded)>; MAX_COUNTERS], left: &mut u32) {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        let mut find = |value: Value| self.find_counters(value, found, left);
        match self.kind(value) {
            Kind::Binary(_, one, other) | Kind::Select(one, other) => {
                find(one);
                find(other);
            }
            Kind::Negate(of) | Kind::Convert(of) => find(of),
            Kind::Math(_, arguments) => arguments.into_iter().flatten().for_each(find),
            Kind::Local(loaded) => {
                let counter = Some((value, loaded));
                if let (false, Some(free)) = (found.contains(&counter), found.iter_mut().find(|slot| slot.is_none())) {
                    *free = counter;
                }
            }
            Kind::Constant | Kind::Opaque => {}
        }
    }

    fn by_cases_of(&mut self, index: Value, counter: Value, loaded: Loaded, elements: Interval) -> Option<Interval> {
        self.steps = MAX_STEPS;
        let here = self.interval(counter)?;
        let mut cases = Cases {
            index,
            counter,
            here,
            elements,
            all: None,
        };
        self.steps = MAX_STEPS;
        self.few(loaded, self.ty(counter)?, MAX_NESTED, Some(&mut cases))?;
        cases.all
    }

    /// Adds the interval of an index in the case that a counter has a value. `None` if the index exceeds the elements.
    fn add_case(&mut self, cases: &mut Cases, value: i64) -> Option<()> {
        if !cases.here.contains_value(value) {
            return Some(());
        }
        let steps = core::mem::replace(&mut self.steps, MAX_STEPS);
        self.case = Some((cases.counter, value));
        let interval = self.interval(cases.index);
        self.case = None;
        self.steps = steps;
        let interval = interval.filter(|interval| cases.elements.contains(*interval))?;
        cases.all = Some(cases.all.map_or(interval, |all| all.join(interval)));
        Some(())
    }

    /// The values that a load of a local can read, if they are few. Each is a case of `cases`.
    fn few(&mut self, loaded: Loaded, ty: IntegerType, nested: u32, mut cases: Option<&mut Cases>) -> Option<Few> {
        let nested = nested.checked_sub(1)?;
        let inside = self.local(loaded, ty)?;
        let mut few = Few {
            values: [0; MAX_CASES],
            count: 0,
        };
        if loaded.reads_initial {
            few.add(self.initial(loaded.local)?)?;
        }
        let mut steps = [None; MAX_STEPPED];
        let regions = self.numbering.regions;
        for &store in regions.stores_of(loaded.local)? {
            if !self.takes_step() {
                return None;
            }
            let stored = self.stored_value(store)?;
            if let Some(integer) = self.constant(stored) {
                few.add(integer)?;
                continue;
            }
            let (of, step) = match self.kind(stored) {
                Kind::Binary(operator, left, right) => (left, Some((operator, self.constant(right)?))),
                // catch-all: other operations are no steps
                _ => (stored, None),
            };
            let Kind::Local(from) = self.kind(of) else {
                return None;
            };
            if !loaded.covers(from) {
                // A start at another counter's value.
                for &start in self.few(from, self.ty(of)?, nested, None)?.values() {
                    few.add(match step {
                        None => start,
                        Some(step) => stepped(ty, start, step)?,
                    })?;
                }
            } else if step.is_some() && !steps.contains(&step) {
                *steps.iter_mut().find(|slot| slot.is_none())? = step;
            }
        }
        // Each value makes the next ones. A case that fails ends the search.
        let mut at = 0;
        while let Some(&value) = few.values().get(at) {
            if let Some(cases) = &mut cases {
                self.add_case(cases, value)?;
            }
            for &step in steps.iter().flatten() {
                let next = stepped(ty, value, step)?;
                // The local is inside its interval, so a value outside is that of a step that is not executed.
                if inside.contains_value(next) {
                    few.add(next)?;
                }
            }
            at += 1;
        }
        Some(few)
    }
}

/// The result of an operation with a constant. `None` if it wraps or is not a step.
fn stepped(ty: IntegerType, value: i64, (operator, by): (BinaryOperator, i64)) -> Option<i64> {
    let (from, by) = (Interval::single(value), Interval::single(by));
    let to = match operator {
        BinaryOperator::Add => ty.add(from, by),
        BinaryOperator::Subtract => ty.subtract(from, by),
        BinaryOperator::Multiply => ty.multiply(from, by),
        BinaryOperator::Divide => ty.divide(from, by),
        BinaryOperator::ShiftLeft => ty.shift_left(from, by),
        BinaryOperator::ShiftRight => ty.shift_right(from, by),
        // catch-all: other operations do not step
        _ => return None,
    };
    (to.least == to.most).then_some(to.least)
}
