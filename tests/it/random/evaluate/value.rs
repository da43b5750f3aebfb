//! Values as trees of scalars, their layout in buffers (WGSL §14.4), and operators on whole vectors and matrices
//! (§8.7).

use naga::{ArraySize, BinaryOperator, Handle, Module, Type, TypeInner, VectorSize};

use super::super::prng::Random;
use super::number::Number;
use super::program::Program;

/// A scalar, or the parts of a vector, matrix (its columns), array or structure.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(Number),
    Parts(Vec<Value>),
    Pointer(Pointer),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// By the index of the variable's handle.
    Global(usize),
    /// By the position on the stack of an invocation.
    Local(usize),
}

/// A pointer to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub root: Root,
    pub path: Vec<usize>,
    /// Whether an index of the path was out of range: reads yield zero and writes are skipped. The stored path is in
    /// range.
    pub outside: bool,
}

impl Value {
    pub fn truth(value: bool) -> Self {
        Self::Number(Number::truth(value))
    }

    pub fn number(&self) -> Result<Number, String> {
        match self {
            Self::Number(number) => Ok(*number),
            _ => Err("a scalar is expected".to_owned()),
        }
    }

    pub fn parts(&self) -> Result<&[Self], String> {
        match self {
            Self::Parts(parts) => Ok(parts),
            _ => Err("a composite is expected".to_owned()),
        }
    }

    pub fn pointer(&self) -> Result<&Pointer, String> {
        match self {
            Self::Pointer(pointer) => Ok(pointer),
            _ => Err("a pointer is expected".to_owned()),
        }
    }

    /// Applies a function to every component.
    pub fn map(&self, change: &mut dyn FnMut(Number) -> Result<Number, String>) -> Result<Self, String> {
        match self {
            Self::Number(number) => Ok(Self::Number(change(*number)?)),
            Self::Parts(parts) => {
                let parts: Result<Vec<Self>, String> = parts.iter().map(|part| part.map(change)).collect();
                Ok(Self::Parts(parts?))
            }
            Self::Pointer(_) => Err("a pointer is no number".to_owned()),
        }
    }

    /// Combines the components of two values, or those of one with a single scalar.
    pub fn zip(
        &self,
        other: &Self,
        join: &mut dyn FnMut(Number, Number) -> Result<Number, String>,
    ) -> Result<Self, String> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Ok(Self::Number(join(*a, *b)?)),
            (Self::Parts(parts), Self::Number(_)) => {
                let parts: Result<Vec<Self>, String> = parts.iter().map(|part| part.zip(other, join)).collect();
                Ok(Self::Parts(parts?))
            }
            (Self::Number(_), Self::Parts(parts)) => {
                let parts: Result<Vec<Self>, String> = parts.iter().map(|part| self.zip(part, join)).collect();
                Ok(Self::Parts(parts?))
            }
            (Self::Parts(a), Self::Parts(b)) if a.len() == b.len() => {
                let parts: Result<Vec<Self>, String> = a.iter().zip(b).map(|(a, b)| a.zip(b, join)).collect();
                Ok(Self::Parts(parts?))
            }
            _ => Err("operands of different shapes".to_owned()),
        }
    }

    /// A value of the same shape with all zeros.
    pub fn zeroed(&self) -> Self {
        match self {
            Self::Number(number) => Self::Number(Number::zero(number.scalar)),
            Self::Parts(parts) => Self::Parts(parts.iter().map(Self::zeroed).collect()),
            Self::Pointer(_) => self.clone(),
        }
    }

    /// The scalars of a vector or of a scalar.
    pub fn components(&self) -> Result<Vec<Number>, String> {
        match self {
            Self::Number(number) => Ok(vec![*number]),
            Self::Parts(parts) => parts.iter().map(Self::number).collect(),
            Self::Pointer(_) => Err("a pointer has no components".to_owned()),
        }
    }

    fn is_matrix(&self) -> bool {
        matches!(self, Self::Parts(parts) if matches!(parts.first(), Some(Self::Parts(_))))
    }

    pub fn binary(&self, op: BinaryOperator, other: &Self) -> Result<Self, String> {
        if op == BinaryOperator::Multiply {
            match (self, other) {
                (Self::Parts(columns), Self::Parts(vectors)) if self.is_matrix() && other.is_matrix() => {
                    let products: Result<Vec<Self>, String> = vectors.iter().map(|v| combine(columns, v)).collect();
                    return Ok(Self::Parts(products?));
                }
                (Self::Parts(columns), Self::Parts(_)) if self.is_matrix() => return combine(columns, other),
                (Self::Parts(_), Self::Parts(columns)) if other.is_matrix() => {
                    let dots: Result<Vec<Self>, String> = columns.iter().map(|column| dot(self, column)).collect();
                    return Ok(Self::Parts(dots?));
                }
                _ => {}
            }
        }
        self.zip(other, &mut |a, b| a.binary(op, b))
    }

    /// The transposed matrix.
    pub fn transposed(&self) -> Result<Self, String> {
        let columns = self.parts()?;
        let rows = columns
            .first()
            .map_or(Ok(0), |column| column.parts().map(<[Self]>::len))?;
        let row = |at: usize| -> Result<Self, String> {
            let parts: Result<Vec<Self>, String> = columns.iter().map(|c| Ok(c.parts()?[at].clone())).collect();
            Ok(Self::Parts(parts?))
        };
        Ok(Self::Parts((0..rows).map(row).collect::<Result<_, _>>()?))
    }
}

/// The sum of the columns, each multiplied by its component of a vector.
fn combine(columns: &[Value], weights: &Value) -> Result<Value, String> {
    let mut sum: Option<Value> = None;
    for (column, weight) in columns.iter().zip(weights.parts()?) {
        let part = column.binary(BinaryOperator::Multiply, weight)?;
        sum = Some(match sum {
            Some(sum) => sum.binary(BinaryOperator::Add, &part)?,
            None => part,
        });
    }
    sum.ok_or_else(|| "a matrix without columns".to_owned())
}

/// The dot product.
pub fn dot(a: &Value, b: &Value) -> Result<Value, String> {
    let mut sum: Option<Number> = None;
    for (a, b) in a.components()?.into_iter().zip(b.components()?) {
        let part = a.binary(BinaryOperator::Multiply, b)?;
        sum = Some(match sum {
            Some(sum) => sum.binary(BinaryOperator::Add, part)?,
            None => part,
        });
    }
    sum.map(Value::Number)
        .ok_or_else(|| "a vector without components".to_owned())
}

/// The zero value of a type; runtime-sized arrays have none.
pub fn zero(program: &Program, ty: Handle<Type>) -> Result<Value, String> {
    let module = program.module;
    let repeat = |value: Value, times: usize| Value::Parts(vec![value; times]);
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Ok(Value::Number(Number::zero(scalar))),
        TypeInner::Vector { size, scalar } => Ok(repeat(Value::Number(Number::zero(scalar)), size as usize)),
        TypeInner::Matrix { columns, rows, scalar } => {
            let column = repeat(Value::Number(Number::zero(scalar)), rows as usize);
            Ok(repeat(column, columns as usize))
        }
        TypeInner::Array { base, size, .. } => Ok(repeat(zero(program, base)?, program.length(size)?)),
        TypeInner::Struct { ref members, .. } => {
            let members: Result<Vec<Value>, String> = members.iter().map(|member| zero(program, member.ty)).collect();
            Ok(Value::Parts(members?))
        }
        ref inner => Err(format!("no zero of {inner:?}")),
    }
}

/// The offsets of a value's scalars in a buffer, in the order of its tree.
pub struct Places<'a> {
    pub module: &'a Module,
    /// The size of the buffer, which determines the length of a runtime-sized array.
    pub size: usize,
}

impl Places<'_> {
    /// Visits the scalars of a type at an offset: `visit` gets the offset and returns the scalar there.
    pub fn walk(
        &self,
        ty: Handle<Type>,
        offset: usize,
        visit: &mut dyn FnMut(usize, naga::Scalar) -> Number,
    ) -> Result<Value, String> {
        let vector = |offset: usize,
                      size: VectorSize,
                      scalar: naga::Scalar,
                      visit: &mut dyn FnMut(usize, naga::Scalar) -> Number| {
            let at = |index: usize| offset + index * usize::from(scalar.width);
            Value::Parts(
                (0..size as usize)
                    .map(|index| Value::Number(visit(at(index), scalar)))
                    .collect(),
            )
        };
        match self.module.types[ty].inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Ok(Value::Number(visit(offset, scalar))),
            TypeInner::Vector { size, scalar } => Ok(vector(offset, size, scalar, visit)),
            TypeInner::Matrix { columns, rows, scalar } => {
                // A column with three components has the stride of one with four.
                let stride = (rows as usize).next_power_of_two() * usize::from(scalar.width);
                let column = |index: usize| vector(offset + index * stride, rows, scalar, visit);
                Ok(Value::Parts((0..columns as usize).map(column).collect()))
            }
            TypeInner::Array { base, size, stride } => {
                let stride = stride as usize;
                let length = match size {
                    ArraySize::Constant(length) => length.get() as usize,
                    ArraySize::Dynamic => (self.size - offset) / stride,
                    ArraySize::Pending(_) => return Err("an array sized by an override".to_owned()),
                };
                let element = |index: usize| self.walk(base, offset + index * stride, visit);
                Ok(Value::Parts((0..length).map(element).collect::<Result<_, _>>()?))
            }
            TypeInner::Struct { ref members, .. } => {
                let member = |member: &naga::StructMember| self.walk(member.ty, offset + member.offset as usize, visit);
                Ok(Value::Parts(members.iter().map(member).collect::<Result<_, _>>()?))
            }
            ref inner => Err(format!("{inner:?} in a buffer")),
        }
    }

    /// Decodes a value.
    pub fn read(&self, ty: Handle<Type>, bytes: &[u8]) -> Result<Value, String> {
        self.walk(ty, 0, &mut |offset, scalar| {
            let mut word = [0; 8];
            let width = usize::from(scalar.width);
            word[..width].copy_from_slice(&bytes[offset..offset + width]);
            let bits = u64::from_le_bytes(word);
            Number { scalar, bits }
        })
    }

    /// Encodes a value; padding bytes are not changed.
    pub fn write(&self, ty: Handle<Type>, value: &Value, bytes: &mut [u8]) -> Result<(), String> {
        let mut numbers = Vec::new();
        value.map(&mut |number| {
            numbers.push(number);
            Ok(number)
        })?;
        let mut next = numbers.into_iter();
        self.walk(ty, 0, &mut |offset, scalar| {
            let number = next.next().unwrap_or(Number::zero(scalar));
            let width = usize::from(scalar.width);
            bytes[offset..offset + width].copy_from_slice(&number.bits.to_le_bytes()[..width]);
            number
        })?;
        Ok(())
    }

    /// Replaces every negative zero by the positive one: WGSL lets an implementation ignore the sign (§15.7.1).
    pub fn forget_signs_of_zeros(&self, ty: Handle<Type>, bytes: &mut [u8]) -> Result<(), String> {
        let value = self.read(ty, bytes)?;
        let plain = value.map(&mut |number| {
            let zero = number.is_float() && number.real() == 0.0;
            Ok(if zero { Number::zero(number.scalar) } else { number })
        })?;
        self.write(ty, &plain, bytes)
    }

    /// Random bytes: floats are small integers, so that operations on them are exact; integers have any value.
    pub fn fill(&self, ty: Handle<Type>, random: &mut Random) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; self.size];
        self.walk(ty, 0, &mut |offset, scalar| {
            let small = random.below(if scalar.width == 2 { 15 } else { 200 });
            let number = if scalar.kind == naga::ScalarKind::Float {
                Number::float(scalar, small as f64)
            } else if random.chance(40) {
                Number::integer(scalar, small as i128)
            } else {
                let half = |random: &mut Random| (random.below(1 << 16) | random.below(1 << 16) << 16) as i128;
                Number::integer(scalar, half(random) << 32 | half(random))
            };
            let width = usize::from(scalar.width);
            bytes[offset..offset + width].copy_from_slice(&number.bits.to_le_bytes()[..width]);
            number
        })?;
        Ok(bytes)
    }
}
