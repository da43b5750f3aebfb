//! Generates loops whose counters start, step and end at the limits of integers: at the minimum and maximum, beyond
//! them, with steps that skip the end, with indices derived from the counter in range or just out of it, with and
//! without guards.
//!
//! Each loop is simulated here first: only those that end after few iterations are written.

use super::generator::{Generator, Kind, Space, Variable};
use super::types::{I32, Ty, U32};

/// The maximum number of iterations.
const TRIPS: usize = 8;

/// What happens to a counter after an iteration.
#[derive(Clone, Copy)]
enum Step {
    Add(u32),
    Double,
    Halve,
}

/// A 32-bit counter: its initial value, the comparison of its condition, and its step.
struct Counter {
    signed: bool,
    first: u32,
    operator: &'static str,
    bound: u32,
    step: Step,
}

impl Counter {
    fn goes_on(&self, value: u32) -> bool {
        self.compares(value, self.operator, self.bound)
    }

    fn compares(&self, value: u32, operator: &str, limit: u32) -> bool {
        let order = if self.signed {
            value.cast_signed().cmp(&limit.cast_signed())
        } else {
            value.cmp(&limit)
        };
        match operator {
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            ">=" => order.is_ge(),
            "==" => order.is_eq(),
            _ => order.is_ne(),
        }
    }

    /// The values of the counter in the body; `None` for too many. With `late`, the condition is after the body.
    fn values(&self, late: bool) -> Option<Vec<u32>> {
        let (mut values, mut value) = (Vec::new(), self.first);
        while (late && values.is_empty()) || self.goes_on(value) {
            if values.len() == TRIPS {
                return None;
            }
            values.push(value);
            value = self.next(value);
        }
        Some(values)
    }

    fn next(&self, value: u32) -> u32 {
        match self.step {
            Step::Add(step) => value.wrapping_add(step),
            Step::Double => value << 1,
            Step::Halve if self.signed => (value.cast_signed() >> 1).cast_unsigned(),
            Step::Halve => value >> 1,
        }
    }

    /// Whether a step wraps.
    fn wraps(&self, values: &[u32]) -> bool {
        let step = match self.step {
            Step::Add(step) => step,
            Step::Double if self.signed => {
                return values.iter().any(|value| value.cast_signed().checked_mul(2).is_none());
            }
            Step::Double => return values.iter().any(|value| value.checked_mul(2).is_none()),
            Step::Halve => return false,
        };
        let rises = step.cast_signed() >= 0;
        values.iter().any(|&value| match self.signed {
            true => value.cast_signed().checked_add(step.cast_signed()).is_none(),
            false => (value.wrapping_add(step) < value) == rises,
        })
    }

    fn literal(&self, value: u32) -> String {
        match (self.signed, value.cast_signed()) {
            (false, _) => format!("{value}u"),
            (true, i32::MIN) => "i32(-2147483648)".to_owned(),
            (true, value) => format!("{value}i"),
        }
    }

    /// The statement that steps: an addition, or a subtraction of the negated step; a product, quotient or shift.
    fn update(&self, name: &str, random: &mut super::prng::Random) -> String {
        let step = match (self.step, random.chance(50)) {
            (Step::Add(step), _) => step,
            (Step::Double, true) => return format!("{name} *= {}", self.literal(2)),
            (Step::Double, false) => return format!("{name} <<= 1u"),
            (Step::Halve, true) if !self.signed => return format!("{name} /= 2u"),
            (Step::Halve, _) => return format!("{name} >>= 1u"),
        };
        let by = self.literal(step);
        let back = self.literal(step.wrapping_neg());
        match (step, random.below(3)) {
            (1, 0) => format!("{name}++"),
            (u32::MAX, 0) => format!("{name}--"),
            (_, 0) => format!("{name} -= {back}"),
            (_, 1) => format!("{name} = {name} + {by}"),
            _ => format!("{name} += {by}"),
        }
    }
}

impl Generator {
    /// A counter of a loop that ends, and its values in the body.
    fn counter(&mut self, late: bool) -> (Counter, Vec<u32>) {
        const EDGES: [u32; 6] = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 9];
        for _ in 0..40 {
            let near = |generator: &mut Self| {
                let edge = generator.random.choose(&EDGES);
                edge.wrapping_add(generator.random.below(9) as u32).wrapping_sub(4)
            };
            let step = self
                .random
                .choose(&[1, 1, 1, 2, 3, 5, 0x4000_0000, 0x5555_5555, 0x7fff_ffff, 0x8000_0000]);
            let mut counter = Counter {
                signed: self.random.chance(50),
                first: near(self),
                operator: self.random.choose(&["<", "<=", ">", ">=", "!="]),
                bound: near(self),
                step: if self.random.chance(40) {
                    Step::Add(0u32.wrapping_sub(step))
                } else {
                    Step::Add(step)
                },
            };
            if self.random.chance(30) {
                counter.step = self.random.choose(&[Step::Double, Step::Halve]);
                if self.random.chance(70) {
                    counter.first = self.random.choose(&[1, 2, 4, 8, 16]);
                }
            }
            if let Some(values) = counter.values(late) {
                if values.len() > usize::from(late) {
                    return (counter, values);
                }
            }
        }
        let counter = Counter {
            signed: false,
            first: 0,
            operator: "<",
            bound: 4,
            step: Step::Add(1),
        };
        (counter, vec![0, 1, 2, 3])
    }

    /// A loop with such a counter over its own array.
    pub fn counted_loop(&mut self, nesting: usize) {
        let late = self.random.chance(25);
        let (counter, values) = self.counter(late);
        let ty = if counter.signed { I32 } else { U32 };
        let (name, array) = (self.fresh("i"), self.fresh("v"));
        let length = self.random.between(2, 9) as u32;
        let of = Ty::Array(std::rc::Rc::new(U32), length);
        self.line(format!("var {array}: {};", of.wgsl()));
        let memory = Kind::Memory {
            space: Space::Function,
            writable: true,
        };
        self.declare(&array, &of, memory);
        let bound = self.bound(&counter, &values);
        let (first, update) = (counter.literal(counter.first), counter.update(&name, &mut self.random));
        let condition = format!("{name} {} {bound}", counter.operator);
        let plain = !late && self.random.chance(70);
        if plain {
            self.line(format!("for (var {name} = {first}; {condition}; {update}) {{"));
        } else {
            self.line(format!("var {name} = {first};"));
            self.line("loop {");
        }
        let scope = self.scope.len();
        self.level += 1;
        self.declare(&name, &ty, Kind::Value);
        if !plain && !late {
            self.line(format!("if !({condition}) {{ break; }}"));
        }
        self.indexed(&counter, &values, &name, &array, length);
        self.level -= 1;
        self.body(nesting, values.len().max(1) as u64);
        if !plain {
            let end = if late {
                format!(" break if !({condition});")
            } else {
                String::new()
            };
            self.line(format!("    continuing {{ {update};{end} }}"));
        }
        self.line("}");
        self.scope.truncate(scope);
    }

    /// The bound of the counter: a literal, or the same value computed at run time.
    ///
    /// Mesa 25.0 counts the rounds of a loop that ends by wrapping around and whose numbers it knows: of
    /// `for (var i = 4294967292u; i > 5u; i += 2u)` three instead of two. Executed shaders have no such bound.
    fn bound(&mut self, counter: &Counter, values: &[u32]) -> String {
        let literal = counter.literal(counter.bound);
        let ty = if counter.signed { I32 } else { U32 };
        let known = self.variable(|v| v.kind == Kind::Override && v.ty == ty);
        let zero = if self.executes() { "zero" } else { "any_u32" };
        let way = if self.executes() && counter.wraps(values) {
            1
        } else {
            self.random.below(5)
        };
        match (way, known) {
            (0, Some(Variable { text, .. })) => format!("({literal} + ({text} ^ {text}))"),
            (0, None) => literal,
            (1, _) if counter.signed => format!("({literal} + i32({zero}))"),
            (1, _) => format!("({literal} + {zero})"),
            (2, _) => {
                let name = self.fresh("v");
                self.line(format!("let {name} = {literal} ^ ({literal} ^ {literal});"));
                name
            }
            _ => literal,
        }
    }

    /// Stores to the array at indices derived from the counter; out of range only if the mode allows it.
    fn indexed(&mut self, counter: &Counter, values: &[u32], name: &str, array: &str, length: u32) {
        for _ in 0..self.random.between(1, 3) {
            let offset = self.random.below(4) as u32;
            let base = if self.random.chance(50) { counter.first } else { 0 };
            let by = counter.literal(base.wrapping_sub(offset));
            let (text, index): (String, Box<dyn Fn(u32) -> u32>) = match self.random.below(8) {
                0 => (name.to_owned(), Box::new(|value| value)),
                1 => {
                    let last = counter.literal(length - 1);
                    (
                        format!("({last} - {name})"),
                        Box::new(move |value| (length - 1).wrapping_sub(value)),
                    )
                }
                2 => {
                    let two = counter.literal(2);
                    (format!("({name} * {two})"), Box::new(|value| value.wrapping_mul(2)))
                }
                3 | 4 => self.butterfly(counter.signed, name),
                _ => (
                    format!("({name} - {by})").replace("- -", "+ "),
                    Box::new(move |value| value.wrapping_sub(base.wrapping_sub(offset))),
                ),
            };
            let guard = self
                .random
                .chance(50)
                .then(|| self.guard(counter, (name, text.as_str()), &*index, length));
            let passes = |value: u32| guard.as_ref().is_none_or(|(_, holds)| holds(value));
            let in_range = |&value: &u32| !passes(value) || index(value) < length;
            let text = if self.keeps_in_range() && !values.iter().all(in_range) {
                format!("u32({text}) % {length}u")
            } else {
                text
            };
            let value = self.random.between(1, 99);
            let store = format!("{array}[{text}] = {array}[{text}] * 3u + {value}u;");
            match guard {
                None => self.line(store),
                Some((condition, _)) if self.random.chance(50) => self.line(format!("if {condition} {{ {store} }}")),
                Some((condition, _)) => {
                    let other = self.random.choose(&["", "var unused = 0u; unused += 1u;"]);
                    self.line(format!("if !({condition}) {{ {other} }} else {{ {store} }}"));
                }
            }
        }
    }

    /// An index of a Fourier transform or of a sorting network, where the counter is half the length of a block; and
    /// others to which the counter contributes more than once.
    fn butterfly(&mut self, signed: bool, half: &str) -> (String, Box<dyn Fn(u32) -> u32>) {
        let zero = if self.executes() { "zero" } else { "any_u32" };
        let mask = self.random.choose(&[1_u32, 3, 5]);
        let lane = self.random.below(4) as u32 & mask;
        let mut at = format!("(({zero} + {lane}u) & {mask}u)");
        let number = |number: u32| {
            if signed {
                format!("{number}i")
            } else {
                format!("{number}u")
            }
        };
        if signed {
            at = format!("i32{at}");
        }
        let (one, two, three) = (number(1), number(2), number(3));
        let quotient = move |value: u32, by: u32| value.checked_div(by).unwrap_or(value);
        match self.random.below(if signed { 3 } else { 5 }) {
            0 => (
                format!("({two} * {at} - ({at} & ({half} - {one})) + {half})"),
                Box::new(move |half| {
                    let masked = lane & half.wrapping_sub(1);
                    (2 * lane).wrapping_sub(masked).wrapping_add(half)
                }),
            ),
            1 => (
                format!("({half} * {three} - {half} * {two})"),
                Box::new(|half| half.wrapping_mul(3).wrapping_sub(half.wrapping_mul(2))),
            ),
            2 => (
                format!("({at} - ({at} & {one}) + ({half} & {three}))"),
                Box::new(move |half| lane - (lane & 1) + (half & 3)),
            ),
            3 => (
                format!("({at} / {half} * {half} * {two} + {at} % {half} + {half})"),
                Box::new(move |half| {
                    let whole = quotient(lane, half).wrapping_mul(half).wrapping_mul(2);
                    let rest = lane.checked_rem(half).unwrap_or(0);
                    whole.wrapping_add(rest).wrapping_add(half)
                }),
            ),
            _ => (
                format!("({two} * {at} - {at} % {half} + {half})"),
                Box::new(move |half| {
                    let rest = lane.checked_rem(half).unwrap_or(0);
                    (2 * lane).wrapping_sub(rest).wrapping_add(half)
                }),
            ),
        }
    }

    /// A condition on the counter or on an index derived from it, with limits at the ends of arrays and integers: its
    /// text, and whether it holds for a value of the counter.
    fn guard<'a>(
        &mut self,
        counter: &'a Counter,
        (name, text): (&str, &str),
        index: &'a dyn Fn(u32) -> u32,
        length: u32,
    ) -> (String, Box<dyn Fn(u32) -> bool + 'a>) {
        let comparison = |this: &mut Self| -> (String, Box<dyn Fn(u32) -> bool + 'a>) {
            let of_index = this.random.chance(60);
            let operator = this.random.choose(&["<", "<=", ">", ">=", "!=", "=="]);
            let limit = this.random.choose(&[
                0,
                1,
                length - 1,
                length,
                length + 1,
                counter.bound,
                counter.first,
                0x7fff_ffff,
                0x8000_0000,
                0xffff_ffff,
            ]);
            let literal = counter.literal(limit);
            let zero = if this.executes() { "zero" } else { "any_u32" };
            let shown = match (this.random.chance(50), counter.signed) {
                (false, _) => literal,
                (true, true) => format!("({literal} + i32({zero}))"),
                (true, false) => format!("({literal} + {zero})"),
            };
            let subject = if of_index { text } else { name };
            let condition = if this.random.chance(70) {
                format!("{subject} {operator} {shown}")
            } else {
                let swapped = match operator {
                    "<" => ">",
                    "<=" => ">=",
                    ">" => "<",
                    ">=" => "<=",
                    same => same,
                };
                format!("{shown} {swapped} {subject}")
            };
            let holds = move |value: u32| {
                let compared = if of_index { index(value) } else { value };
                counter.compares(compared, operator, limit)
            };
            (condition, Box::new(holds))
        };
        let (one, first) = comparison(self);
        let joint = self.random.choose(&["", "&&", "||", "&", "|"]);
        if joint.is_empty() {
            return (one, first);
        }
        let (other, second) = comparison(self);
        let both = joint.starts_with('&');
        let holds = move |value: u32| {
            if both {
                first(value) && second(value)
            } else {
                first(value) || second(value)
            }
        };
        (format!("({one}) {joint} ({other})"), Box::new(holds))
    }
}
