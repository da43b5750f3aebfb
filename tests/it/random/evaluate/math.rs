//! WGSL's numeric functions with exact results (§17.3, §17.5, §17.6, §17.11). A function with an error bound is
//! reported as unsupported, because a driver may return any number within the bound.

use naga::{BinaryOperator, MathFunction as Math, RelationalFunction, Scalar, ScalarKind};

use super::number::{F32, I32, Number, U32};
use super::value::{Value, dot};

type Result<T> = std::result::Result<T, String>;

pub fn relational(fun: RelationalFunction, argument: &Value) -> Result<Value> {
    let components = argument.components()?;
    Ok(match fun {
        RelationalFunction::All => Value::truth(components.iter().all(|number| number.is_true())),
        RelationalFunction::Any => Value::truth(components.iter().any(|number| number.is_true())),
        RelationalFunction::IsNan => argument.map(&mut |number| Ok(Number::truth(number.real().is_nan())))?,
        RelationalFunction::IsInf => argument.map(&mut |number| Ok(Number::truth(number.real().is_infinite())))?,
    })
}

/// The result of a function.
pub fn math(fun: Math, arguments: &[Value]) -> Result<Value> {
    let [first, rest @ ..] = arguments else {
        return Err(format!("{fun:?} of nothing"));
    };
    match (fun, rest) {
        (Math::Dot, [second]) => dot(first, second),
        (Math::Cross, [second]) => cross(first, second),
        (Math::Transpose, []) => first.transposed(),
        (Math::Outer, [second]) => {
            let columns = second.parts()?.iter();
            let columns: Result<Vec<Value>> = columns
                .map(|part| first.binary(BinaryOperator::Multiply, part))
                .collect();
            Ok(Value::Parts(columns?))
        }
        (Math::Min, [second]) => first.zip(second, &mut |a, b| Ok(a.min(b))),
        (Math::Max, [second]) => first.zip(second, &mut |a, b| Ok(a.max(b))),
        (Math::Step, [second]) => first.zip(second, &mut |edge, x| {
            Ok(Number::float(x.scalar, if x.less(edge) { 0.0 } else { 1.0 }))
        }),
        (Math::Clamp, [low, high]) => {
            let least = first.zip(low, &mut |a, b| Ok(a.max(b)))?;
            least.zip(high, &mut |a, b| Ok(a.min(b)))
        }
        (Math::Fma, [second, third]) => first
            .binary(BinaryOperator::Multiply, second)?
            .binary(BinaryOperator::Add, third),
        (Math::ExtractBits, [offset, count]) => {
            let (offset, count) = (offset.number()?, count.number()?);
            first.map(&mut |number| Ok(extract(number, field(number, offset, count))))
        }
        (Math::InsertBits, [bits, offset, count]) => {
            let (offset, count) = (offset.number()?, count.number()?);
            first.zip(bits, &mut |base, bits| {
                Ok(insert(base, bits, field(base, offset, count)))
            })
        }
        (Math::Dot4I8Packed, [second]) => packed_dot(first, second, I32),
        (Math::Dot4U8Packed, [second]) => packed_dot(first, second, U32),
        (Math::Pack4xI8, []) => pack(first, None),
        (Math::Pack4xU8, []) => pack(first, None),
        (Math::Pack4xI8Clamp, []) => pack(first, Some((-128, 127))),
        (Math::Pack4xU8Clamp, []) => pack(first, Some((0, 255))),
        (Math::Unpack4xI8, []) => Ok(Value::Parts(bytes(first.number()?, I32))),
        (Math::Unpack4xU8, []) => Ok(Value::Parts(bytes(first.number()?, U32))),
        (Math::Pack2x16float, []) => {
            let halves = first.components()?.into_iter().map(|number| number.convert(HALF).bits);
            let word = halves.enumerate().map(|(at, bits)| bits << (16 * at)).sum::<u64>();
            Ok(Value::Number(Number::integer(U32, i128::from(word))))
        }
        (Math::Unpack2x16float, []) => {
            let word = first.number()?.bits;
            let half = |bits| Number { scalar: HALF, bits };
            let parts = [half(word & 0xffff), half(word >> 16)];
            Ok(Value::Parts(
                parts.map(|half| Value::Number(half.convert(F32))).to_vec(),
            ))
        }
        (_, []) => first.map(&mut |number| one(fun, number)),
        _ => Err(format!("{fun:?}")),
    }
}

const HALF: Scalar = Scalar {
    kind: ScalarKind::Float,
    width: 2,
};

/// A function of one number.
fn one(fun: Math, number: Number) -> Result<Number> {
    if number.is_float() {
        of_float(fun, number)
    } else {
        of_integer(fun, number)
    }
}

fn of_float(fun: Math, number: Number) -> Result<Number> {
    let value = number.real();
    let result = match fun {
        Math::Abs => value.abs(),
        Math::Sign if value == 0.0 => 0.0,
        Math::Sign => value.signum(),
        Math::Saturate => value.clamp(0.0, 1.0),
        Math::Ceil => value.ceil(),
        Math::Floor => value.floor(),
        Math::Round => value.round_ties_even(),
        Math::Trunc => value.trunc(),
        Math::Fract => value - value.floor(),
        Math::QuantizeToF16 => number.convert(HALF).real(),
        _ => return Err(format!("{fun:?}")),
    };
    Ok(Number::float(number.scalar, result))
}

fn of_integer(fun: Math, number: Number) -> Result<Number> {
    let (size, bits) = (number.size(), number.bits);
    let zeros = bits.leading_zeros() - (64 - size);
    // The first bit of a negative number is the highest zero bit (WGSL §17.5).
    let unlike_sign = if number.int() < 0 {
        (number.int() ^ -1) as u64
    } else {
        bits
    };
    let position = |word: u64, at: u32| if word == 0 { -1 } else { i128::from(at) };
    let result = match fun {
        Math::Abs => number.int().abs(),
        Math::Sign => number.int().signum(),
        Math::CountOneBits => i128::from(bits.count_ones()),
        Math::CountLeadingZeros => i128::from(zeros),
        Math::CountTrailingZeros => i128::from(bits.trailing_zeros().min(size)),
        Math::ReverseBits => i128::from(bits.reverse_bits() >> (64 - size)),
        Math::FirstTrailingBit => position(bits, bits.trailing_zeros()),
        Math::FirstLeadingBit => position(unlike_sign, 63u32.saturating_sub(unlike_sign.leading_zeros())),
        _ => return Err(format!("{fun:?} of integers")),
    };
    Ok(Number::integer(number.scalar, result))
}

fn cross(a: &Value, b: &Value) -> Result<Value> {
    let (a, b) = (a.components()?, b.components()?);
    let part = |i: usize, j: usize| -> Result<Value> {
        let (left, right) = (
            a[i].binary(BinaryOperator::Multiply, b[j])?,
            a[j].binary(BinaryOperator::Multiply, b[i])?,
        );
        Ok(Value::Number(left.binary(BinaryOperator::Subtract, right)?))
    };
    Ok(Value::Parts(vec![part(1, 2)?, part(2, 0)?, part(0, 1)?]))
}

/// The offset and length of a bit field, clamped to the number's width.
fn field(number: Number, offset: Number, count: Number) -> (u32, u32) {
    let offset = (offset.bits).min(u64::from(number.size())) as u32;
    let count = (count.bits).min(u64::from(number.size() - offset)) as u32;
    (offset, count)
}

fn extract(number: Number, (offset, count): (u32, u32)) -> Number {
    if count == 0 {
        return Number::zero(number.scalar);
    }
    let field = i128::from(number.bits >> offset & (u64::MAX >> (64 - count)));
    let negative = number.is_signed() && field >> (count - 1) == 1;
    let value = if negative { field - (1 << count) } else { field };
    Number::integer(number.scalar, value)
}

fn insert(base: Number, bits: Number, (offset, count): (u32, u32)) -> Number {
    if count == 0 {
        return base;
    }
    let mask = (u64::MAX >> (64 - count)) << offset;
    let bits = base.bits & !mask | (bits.bits << offset) & mask;
    Number {
        scalar: base.scalar,
        bits,
    }
}

/// The four bytes of a word, sign-extended if the scalar is signed.
fn bytes(word: Number, scalar: Scalar) -> Vec<Value> {
    let byte = |at: u32| extract(Number { scalar, ..word }, (8 * at, 8));
    (0..4).map(|at| Value::Number(byte(at))).collect()
}

fn packed_dot(a: &Value, b: &Value, scalar: Scalar) -> Result<Value> {
    let parts = |value: &Value| -> Result<Value> { Ok(Value::Parts(bytes(value.number()?, scalar))) };
    dot(&parts(a)?, &parts(b)?)
}

fn pack(value: &Value, clamp: Option<(i128, i128)>) -> Result<Value> {
    let mut word = 0;
    for (at, number) in value.components()?.into_iter().enumerate() {
        let value = clamp.map_or(number.int(), |(least, greatest)| number.int().clamp(least, greatest));
        word |= (value & 0xff) << (8 * at);
    }
    Ok(Value::Number(Number::integer(U32, word)))
}
