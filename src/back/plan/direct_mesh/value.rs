//! What is known of a value before the shader runs, for one invocation of a workgroup.
//!
//! A number in [`Numbers`] stands for a value that all invocations of the workgroup have, whatever it is: what is read from
//! memory that the shader cannot write, the inputs that a workgroup shares, and what is computed from those. Two
//! expressions with one number have one value. Arithmetic is that of naga's IR (WGSL §8): it wraps.

use naga::{BinaryOperator, Constant, Expression, GlobalVariable, Handle, MathFunction, Override, ScalarKind};

/// A value that the whole workgroup has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Unknown,
    Bool(bool),
    /// A 32-bit integer, by its bits.
    Word(u32),
    /// `local_invocation_id`.
    LocalId,
    /// A counter that has left the arrays (see [`super::run`]).
    Beyond,
    /// The same for all.
    Same(Number),
    /// `scale * number + offset`, unsigned and wrapping.
    Linear {
        number: Number,
        scale: u32,
        offset: u32,
    },
    /// Whether a number is above a word.
    Above(Number, u32),
    /// Whether it is not.
    NotAbove(Number, u32),
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Key {
    Argument(u32, Option<u32>),
    Global(Handle<GlobalVariable>),
    Constant(Handle<Constant>),
    Override(Handle<Override>),
    Result(Handle<Expression>),
    Part(Number, u32),
    Element(Number, Value),
    Load(Number),
    Not(Number),
    Linear(Number, u32, u32),
    Binary(BinaryOperator, Value, Value),
    Math(MathFunction, [Option<Value>; 3]),
    Convert(Number, ScalarKind, Option<u8>),
}

/// More numbers than this are not told apart.
const MOST_NUMBERS: usize = 512;

/// What the numbers stand for, and the most that each can be.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    keys: Vec<(Key, u32)>,
}

impl Numbers {
    /// The number of a key, as a value.
    pub(super) fn same(&mut self, key: Key) -> Value {
        self.bounded(key, u32::MAX)
    }

    fn bounded(&mut self, key: Key, most: u32) -> Value {
        if let Some(at) = self.keys.iter().position(|(known, _)| *known == key) {
            return Value::Same(Number(at as u32));
        }
        if self.keys.len() >= MOST_NUMBERS {
            return Value::Unknown;
        }
        self.keys.push((key, most));
        Value::Same(Number(self.keys.len() as u32 - 1))
    }

    /// The most that an unsigned number can be.
    pub(super) fn most(&self, number: Number) -> u32 {
        self.keys.get(number.0 as usize).map_or(u32::MAX, |&(_, most)| most)
    }

    /// What a linear value is a multiple of: itself, where it has a number.
    pub(super) fn linear_of(value: Value) -> Option<(Number, u32, u32)> {
        match value {
            Value::Same(number) => Some((number, 1, 0)),
            Value::Linear { number, scale, offset } => Some((number, scale, offset)),
            Value::Unknown
            | Value::Bool(_)
            | Value::Word(_)
            | Value::LocalId
            | Value::Beyond
            | Value::Above(..)
            | Value::NotAbove(..) => None,
        }
    }

    /// The number of a value that all have: that of the linear one itself, and not that of what it is a multiple of.
    pub(super) fn number_of(&mut self, value: Value) -> Option<Number> {
        let number = match value {
            Value::Linear { number, scale, offset } => {
                let most = u64::from(self.most(number)) * u64::from(scale) + u64::from(offset);
                self.bounded(
                    Key::Linear(number, scale, offset),
                    u32::try_from(most).unwrap_or(u32::MAX),
                )
            }
            other => other,
        };
        match number {
            Value::Same(number) => Some(number),
            Value::Unknown
            | Value::Bool(_)
            | Value::Word(_)
            | Value::LocalId
            | Value::Beyond
            | Value::Linear { .. }
            | Value::Above(..)
            | Value::NotAbove(..) => None,
        }
    }

    /// The comparison `number > word`, as far as the most that the number can be decides it.
    fn above(&self, number: Number, word: u32) -> Value {
        if self.most(number) <= word {
            Value::Bool(false)
        } else {
            Value::Above(number, word)
        }
    }

    /// A binary operation on scalars. `signed` is the type of the operands.
    pub(super) fn binary(&mut self, op: BinaryOperator, left: Value, right: Value, signed: bool) -> Value {
        match (left, right) {
            (Value::Word(left), Value::Word(right)) => words(op, left, right, signed),
            (Value::Bool(left), Value::Bool(right)) => bools(op, left, right),
            (Value::Word(word), Value::Same(_) | Value::Linear { .. }) if !signed => self.mixed(op, word, right, true),
            (Value::Same(_) | Value::Linear { .. }, Value::Word(word)) if !signed => self.mixed(op, word, left, false),
            (Value::Beyond, Value::Word(_)) | (Value::Word(_), Value::Beyond) if op == BinaryOperator::Add => {
                Value::Beyond
            }
            // catch-all: the operation decides
            _ => match op {
                BinaryOperator::LogicalAnd | BinaryOperator::And => self.and(op, left, right),
                BinaryOperator::LogicalOr | BinaryOperator::InclusiveOr => {
                    let (left, right) = (self.not(left), self.not(right));
                    let both = self.and(BinaryOperator::LogicalAnd, left, right);
                    self.not(both)
                }
                // catch-all: of the others no more is known than what they are made of
                _ => self.shared(op, left, right),
            },
        }
    }

    /// What all have of what all have.
    fn shared(&mut self, op: BinaryOperator, left: Value, right: Value) -> Value {
        if is_shared(left) && is_shared(right) {
            self.same(Key::Binary(op, left, right))
        } else {
            Value::Unknown
        }
    }

    /// A word and a value that all have; `first` where the word is the left operand.
    fn mixed(&mut self, op: BinaryOperator, word: u32, value: Value, first: bool) -> Value {
        use BinaryOperator as B;
        let compared = match op {
            B::Less | B::LessEqual | B::Greater | B::GreaterEqual => self.number_of(value),
            // catch-all: the others order nothing
            _ => None,
        };
        // As `number op word`.
        let turned = match (op, first) {
            (B::Less, true) => B::Greater,
            (B::LessEqual, true) => B::GreaterEqual,
            (B::Greater, true) => B::Less,
            (B::GreaterEqual, true) => B::LessEqual,
            // catch-all: the others stand as they are, or are no comparison
            _ => op,
        };
        if let Some(number) = compared {
            let above = |this: &Self, word: u32| this.above(number, word);
            return match (turned, word.checked_sub(1)) {
                (B::Greater, _) => above(self, word),
                (B::GreaterEqual, Some(less)) => above(self, less),
                (B::GreaterEqual, None) => Value::Bool(true),
                (B::LessEqual, _) => {
                    let above = above(self, word);
                    self.not(above)
                }
                (B::Less, Some(less)) => {
                    let above = above(self, less);
                    self.not(above)
                }
                (B::Less, None) => Value::Bool(false),
                // catch-all: there are four comparisons
                _ => Value::Unknown,
            };
        }
        let (Some((number, scale, offset)), by) = (Self::linear_of(value), Value::Word(word)) else {
            return Value::Unknown;
        };
        match op {
            B::Multiply => {
                let (Some(scale), Some(offset)) = (scale.checked_mul(word), offset.checked_mul(word)) else {
                    return Value::Unknown;
                };
                linear(number, scale, offset)
            }
            B::Add => match offset.checked_add(word) {
                Some(offset) => linear(number, scale, offset),
                None => Value::Unknown,
            },
            B::And => self.bounded(Key::Binary(op, value, by), word),
            B::Modulo if !first && word > 0 => self.bounded(Key::Binary(op, value, by), word - 1),
            _ if first => self.same(Key::Binary(op, by, value)),
            // catch-all: of the others no more is known than what they are made of
            _ => self.same(Key::Binary(op, value, by)),
        }
    }

    /// Both of two conditions.
    fn and(&mut self, op: BinaryOperator, left: Value, right: Value) -> Value {
        match (left, right) {
            (Value::Bool(false), _) | (_, Value::Bool(false)) => Value::Bool(false),
            (Value::Bool(true), other) | (other, Value::Bool(true)) => other,
            (Value::Above(left, least), Value::Above(right, other)) if left == right => {
                Value::Above(left, least.max(other))
            }
            _ => self.shared(op, left, right),
        }
    }

    pub(super) fn not(&mut self, value: Value) -> Value {
        match value {
            Value::Bool(value) => Value::Bool(!value),
            Value::Above(number, word) => Value::NotAbove(number, word),
            Value::NotAbove(number, word) => Value::Above(number, word),
            Value::Same(number) => match self.keys.get(number.0 as usize) {
                Some(&(Key::Not(number), _)) => Value::Same(number),
                Some(_) | None => self.same(Key::Not(number)),
            },
            Value::Unknown | Value::Word(_) | Value::LocalId | Value::Beyond | Value::Linear { .. } => Value::Unknown,
        }
    }

    /// A built-in function of integers; `signed` is their type.
    pub(super) fn math(&mut self, function: MathFunction, arguments: [Option<Value>; 3], signed: bool) -> Value {
        if let [Some(Value::Word(left)), Some(Value::Word(right)), None] = arguments {
            let left_is_less = if signed {
                (left as i32) < (right as i32)
            } else {
                left < right
            };
            match function {
                MathFunction::Min => return Value::Word(if left_is_less { left } else { right }),
                MathFunction::Max => return Value::Word(if left_is_less { right } else { left }),
                // catch-all: others are not needed for an index
                _ => return Value::Unknown,
            }
        }
        if !arguments.iter().flatten().all(|&value| is_shared(value)) {
            return Value::Unknown;
        }
        let key = Key::Math(function, arguments);
        match (function, arguments) {
            (
                MathFunction::Min,
                [Some(Value::Word(most)), Some(_), None] | [Some(_), Some(Value::Word(most)), None],
            ) if !signed => self.bounded(key, most),
            // catch-all: of the others no bound is known
            _ => self.same(key),
        }
    }
}

fn linear(number: Number, scale: u32, offset: u32) -> Value {
    match (scale, offset) {
        (0, offset) => Value::Word(offset),
        (1, 0) => Value::Same(number),
        (scale, offset) => Value::Linear { number, scale, offset },
    }
}

/// Whether a value can be part of one that all have: of a word the key says which.
pub(super) const fn is_shared(value: Value) -> bool {
    match value {
        Value::Same(_) | Value::Linear { .. } | Value::Word(_) | Value::Bool(_) => true,
        Value::Unknown | Value::LocalId | Value::Beyond | Value::Above(..) | Value::NotAbove(..) => false,
    }
}

fn words(op: BinaryOperator, left: u32, right: u32, signed: bool) -> Value {
    use BinaryOperator as B;
    let order = if signed {
        (left as i32).cmp(&(right as i32))
    } else {
        left.cmp(&right)
    };
    let word = match op {
        B::Add => Some(left.wrapping_add(right)),
        B::Subtract => Some(left.wrapping_sub(right)),
        B::Multiply => Some(left.wrapping_mul(right)),
        B::Divide if signed => (left as i32).checked_div(right as i32).map(|word| word as u32),
        B::Divide => left.checked_div(right),
        B::Modulo if signed => (left as i32).checked_rem(right as i32).map(|word| word as u32),
        B::Modulo => left.checked_rem(right),
        B::And => Some(left & right),
        B::ExclusiveOr => Some(left ^ right),
        B::InclusiveOr => Some(left | right),
        B::ShiftLeft => left.checked_shl(right),
        B::ShiftRight if signed => (left as i32).checked_shr(right).map(|word| word as u32),
        B::ShiftRight => left.checked_shr(right),
        B::Equal => return Value::Bool(order.is_eq()),
        B::NotEqual => return Value::Bool(order.is_ne()),
        B::Less => return Value::Bool(order.is_lt()),
        B::LessEqual => return Value::Bool(order.is_le()),
        B::Greater => return Value::Bool(order.is_gt()),
        B::GreaterEqual => return Value::Bool(order.is_ge()),
        B::LogicalAnd | B::LogicalOr => None,
    };
    word.map_or(Value::Unknown, Value::Word)
}

fn bools(op: BinaryOperator, left: bool, right: bool) -> Value {
    use BinaryOperator as B;
    match op {
        B::Equal => Value::Bool(left == right),
        B::NotEqual | B::ExclusiveOr => Value::Bool(left != right),
        B::LogicalAnd | B::And => Value::Bool(left && right),
        B::LogicalOr | B::InclusiveOr => Value::Bool(left || right),
        B::Add
        | B::Subtract
        | B::Multiply
        | B::Divide
        | B::Modulo
        | B::Less
        | B::LessEqual
        | B::Greater
        | B::GreaterEqual
        | B::ShiftLeft
        | B::ShiftRight => Value::Unknown,
    }
}
