//! The constants of a module while they are specialized: what each is, and the operations on composites.
//!
//! Constants are written in the order of the module, so that whatever a constant is computed from is known or can still
//! be specialized ("open"). Memory is linear in the words but for `OpCompositeInsert`, which writes a whole composite for
//! each; their total is limited.

use super::number::{self, NoResult, Number};
use super::{Left, Reason, SpecializeError};
use crate::words::number::NumberType;
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use spirv::Op;

/// The greatest number of constituents that inserts into composites may write in all.
const MOST_INSERTED: usize = 1 << 22;

/// The greatest number of constituents of one composite that is written: an instruction has at most 65,535 words.
const MOST_PARTS: u64 = 65_532;

/// The greatest depth at which an insert reaches into a composite (SPIR-V §2.17, Universal Limits: the nesting of
/// structures).
const MOST_NESTED: usize = 255;

enum Type {
    Scalar(Number),
    /// The component's type and their number.
    Vector(u32, u32),
    Matrix(u32, u32),
    /// The element's type and the id of the length.
    Array(u32, u32),
    Struct(Vec<u32>),
}

#[derive(Clone)]
enum Value {
    Bits(u64),
    Composite(Vec<u32>),
    /// A composite of equal constituents.
    Replicated(u32),
    Null,
}

struct Constant {
    ty: u32,
    value: Value,
}

/// Why a constant is not computed.
enum Stop {
    /// An operand can still be specialized.
    Open,
    Left(Reason),
}

const UNSUPPORTED: Stop = Stop::Left(Reason::Unsupported);

/// The types and constants so far, and the words of those that were added.
pub(super) struct Evaluator {
    pub(super) words: Vec<u32>,
    pub(super) bound: u32,
    pub(super) resolved: Vec<u32>,
    pub(super) left: Vec<Left>,
    types: HashMap<u32, Type>,
    constants: HashMap<u32, Constant>,
    /// The ids of constants that can still be specialized.
    open: HashSet<u32>,
    /// Declared scalars and nulls, by type and bits.
    scalars: HashMap<(u32, u64), u32>,
    nulls: HashMap<u32, u32>,
    inserted: usize,
}

impl Evaluator {
    pub(super) fn new(bound: u32) -> Self {
        Self {
            words: Vec::new(),
            bound,
            resolved: Vec::new(),
            left: Vec::new(),
            types: HashMap::new(),
            constants: HashMap::new(),
            open: HashSet::new(),
            scalars: HashMap::new(),
            nulls: HashMap::new(),
            inserted: 0,
        }
    }

    /// Records a type.
    pub(super) fn declare_type(&mut self, instruction: &Instruction<'_>) {
        let (Some(op), Some(id)) = (op_of(instruction), instruction.result()) else {
            return;
        };
        let ty = match (op, instruction.operand_words()) {
            (Op::TypeBool, _) => Type::Scalar(Number::Bool),
            (Op::TypeInt | Op::TypeFloat, &[width @ 1..=64, ref second @ ..]) => {
                match NumberType::of(op, width, second.first().copied()) {
                    Some(number) => Type::Scalar(Number::Number(number)),
                    None => return,
                }
            }
            (Op::TypeVector, &[component, count]) => Type::Vector(component, count),
            (Op::TypeMatrix, &[column, count]) => Type::Matrix(column, count),
            (Op::TypeArray, &[element, length]) => Type::Array(element, length),
            (Op::TypeStruct, members) => Type::Struct(members.to_vec()),
            _ => return,
        };
        self.types.insert(id, ty);
    }

    /// The scalar type that an id names.
    pub(super) fn number(&self, ty: u32) -> Option<Number> {
        match self.types.get(&ty)? {
            Type::Scalar(number) => Some(*number),
            _ => None,
        }
    }

    /// Writes an instruction outside functions. A specialization constant gets the literal `given`, or its default,
    /// unless `only_given` keeps it open.
    pub(super) fn add(
        &mut self,
        instruction: &Instruction<'_>,
        given: Option<&[u32]>,
        only_given: bool,
    ) -> Result<(), SpecializeError> {
        let (Some(op), Some(id)) = (op_of(instruction), instruction.result()) else {
            self.words.extend_from_slice(instruction.words);
            return Ok(());
        };
        let operands = instruction.operand_words();
        let ty = instruction.result_type().unwrap_or(0);
        match op {
            Op::TypeArray => self.check_length(id)?,
            Op::ConstantTrue => self.know(id, ty, Value::Bits(1)),
            Op::ConstantFalse => self.know(id, ty, Value::Bits(0)),
            Op::ConstantNull => {
                self.nulls.entry(ty).or_insert(id);
                self.know(id, ty, Value::Null);
            }
            Op::Constant => self.know_literal(id, ty, operands),
            Op::ConstantComposite => self.know(id, ty, Value::Composite(operands.to_vec())),
            Op::ConstantCompositeReplicateEXT => {
                if let &[part] = operands {
                    self.know(id, ty, Value::Replicated(part));
                }
            }
            Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant if given.is_none() && only_given => {
                self.open.insert(id);
            }
            Op::SpecConstantTrue | Op::SpecConstantFalse => {
                let default = u32::from(op == Op::SpecConstantTrue);
                let value = given.and_then(|literal| literal.first().copied()).unwrap_or(default);
                self.resolve(id, ty, Value::Bits(value.into()));
                return Ok(());
            }
            Op::SpecConstant => {
                self.resolved.push(id);
                let literal = given.unwrap_or(operands);
                self.emit(Op::Constant, ty, id, literal);
                self.know_literal(id, ty, literal);
                return Ok(());
            }
            Op::SpecConstantComposite | Op::SpecConstantCompositeReplicateEXT => {
                let is_one = op == Op::SpecConstantCompositeReplicateEXT;
                let value = match (is_one, operands) {
                    (true, &[part]) => Value::Replicated(part),
                    _ => Value::Composite(operands.to_vec()),
                };
                if !operands.iter().any(|part| self.open.contains(part)) {
                    self.resolve(id, ty, value);
                    return Ok(());
                }
                self.open.insert(id);
                self.know(id, ty, value);
            }
            Op::SpecConstantOp => match self.operation(ty, operands) {
                Ok(value) => {
                    self.resolve(id, ty, value);
                    return Ok(());
                }
                Err(stop) => {
                    self.open.insert(id);
                    if let Stop::Left(reason) = stop {
                        self.left.push(Left { id, reason });
                    }
                }
            },
            _ => {}
        }
        self.words.extend_from_slice(instruction.words);
        Ok(())
    }

    /// The literals of three integers, if none of them is open.
    pub(super) fn size_of(&self, ids: [u32; 3]) -> Option<[u32; 3]> {
        let mut size = [0; 3];
        for (size, id) in size.iter_mut().zip(ids) {
            *size = u32::try_from(self.scalar(id).ok()?).ok()?;
        }
        Some(size)
    }

    /// The three components of a vector of integers, if none of them is open.
    pub(super) fn size(&self, id: u32) -> Option<[u32; 3]> {
        let constant = self.constants.get(&id)?;
        match &constant.value {
            Value::Composite(parts) => self.size_of(parts.as_slice().try_into().ok()?),
            Value::Replicated(part) => self.size_of([*part; 3]),
            Value::Null => Some([0; 3]),
            Value::Bits(_) => None,
        }
    }

    fn check_length(&self, array: u32) -> Result<(), SpecializeError> {
        let Some(&Type::Array(_, length)) = self.types.get(&array) else {
            return Ok(());
        };
        let (Ok(bits), Some(constant)) = (self.scalar(length), self.constants.get(&length)) else {
            return Ok(());
        };
        let number = self.number(constant.ty);
        let length = match number {
            Some(Number::Number(NumberType::Signed(width))) => number::signed(bits, width),
            // A length beyond this range is no error.
            _ => i64::try_from(bits).unwrap_or(i64::MAX),
        };
        match length {
            1.. => Ok(()),
            _ => Err(SpecializeError::ArrayLength { array, length }),
        }
    }

    // What is known.

    fn know(&mut self, id: u32, ty: u32, value: Value) {
        if let Value::Bits(bits) = value {
            self.scalars.entry((ty, bits)).or_insert(id);
        }
        self.constants.insert(id, Constant { ty, value });
    }

    fn know_literal(&mut self, id: u32, ty: u32, literal: &[u32]) {
        if let Some(bits) = self.number(ty).and_then(|number| number.bits(literal)) {
            self.know(id, ty, Value::Bits(bits));
        }
    }

    /// A constant that cannot be specialized.
    fn constant(&self, id: u32) -> Result<&Constant, Stop> {
        if self.open.contains(&id) {
            return Err(Stop::Open);
        }
        self.constants.get(&id).ok_or(UNSUPPORTED)
    }

    /// The bits of a scalar.
    fn scalar(&self, id: u32) -> Result<u64, Stop> {
        let constant = self.constant(id)?;
        match constant.value {
            Value::Bits(bits) => Ok(bits),
            Value::Null if self.number(constant.ty).is_some() => Ok(0),
            _ => Err(UNSUPPORTED),
        }
    }

    /// The value of a constant, for another one.
    fn copy(&self, id: u32) -> Result<Value, Stop> {
        Ok(self.constant(id)?.value.clone())
    }

    /// The type of a constituent.
    fn part_type(&self, ty: u32, index: u32) -> Option<u32> {
        match *self.types.get(&ty)? {
            Type::Scalar(_) => None,
            Type::Vector(part, count) | Type::Matrix(part, count) => (index < count).then_some(part),
            Type::Array(part, _) => Some(part),
            Type::Struct(ref members) => members.get(index as usize).copied(),
        }
    }

    /// A constituent. That of a composite that is open in part may be known.
    fn part(&mut self, id: u32, index: u32) -> Result<u32, Stop> {
        let Some(constant) = self.constants.get(&id) else {
            return Err(if self.open.contains(&id) {
                Stop::Open
            } else {
                UNSUPPORTED
            });
        };
        match &constant.value {
            Value::Composite(parts) => parts.get(index as usize).copied().ok_or(UNSUPPORTED),
            Value::Replicated(part) => Ok(*part),
            Value::Null => {
                let ty = self.part_type(constant.ty, index).ok_or(UNSUPPORTED)?;
                Ok(self.null(ty))
            }
            Value::Bits(_) => Err(UNSUPPORTED),
        }
    }

    /// All constituents.
    fn parts(&mut self, id: u32) -> Result<Vec<u32>, Stop> {
        let constant = self.constant(id)?;
        let ty = constant.ty;
        let count = match (&constant.value, self.types.get(&ty)) {
            (Value::Composite(parts), _) => return Ok(parts.clone()),
            (_, Some(&(Type::Vector(_, count) | Type::Matrix(_, count)))) => u64::from(count),
            (_, Some(&Type::Array(_, length))) => self.scalar(length)?,
            (_, Some(Type::Struct(members))) => members.len() as u64,
            _ => return Err(UNSUPPORTED),
        };
        if count > MOST_PARTS {
            return Err(Stop::Left(Reason::Size));
        }
        (0..count as u32).map(|index| self.part(id, index)).collect()
    }

    // What is added.

    fn emit(&mut self, op: Op, ty: u32, id: u32, operands: &[u32]) {
        let count = operands.len() as u32 + 3;
        self.words.extend([op as u32 | count << 16, ty, id]);
        self.words.extend_from_slice(operands);
    }

    fn fresh(&mut self) -> u32 {
        let id = self.bound;
        // Beyond the limit of ids the module is refused when it is written.
        self.bound = id.saturating_add(1);
        id
    }

    /// Writes the constant that a specialization constant becomes.
    fn resolve(&mut self, id: u32, ty: u32, value: Value) {
        self.resolved.push(id);
        self.write(id, ty, value);
    }

    fn write(&mut self, id: u32, ty: u32, value: Value) {
        match &value {
            Value::Bits(bits) => match self.number(ty) {
                Some(number @ Number::Number(_)) => {
                    let mut literal = Vec::new();
                    number.literal(*bits, &mut literal);
                    self.emit(Op::Constant, ty, id, &literal);
                }
                Some(Number::Bool) | None if *bits != 0 => self.emit(Op::ConstantTrue, ty, id, &[]),
                Some(Number::Bool) | None => self.emit(Op::ConstantFalse, ty, id, &[]),
            },
            Value::Composite(parts) => self.emit(Op::ConstantComposite, ty, id, parts),
            Value::Replicated(part) => self.emit(Op::ConstantCompositeReplicateEXT, ty, id, &[*part]),
            Value::Null => self.emit(Op::ConstantNull, ty, id, &[]),
        }
        self.know(id, ty, value);
    }

    /// The id of a new constant, or of a scalar that is declared already.
    fn declare(&mut self, ty: u32, value: Value) -> u32 {
        if let Value::Bits(bits) = value {
            if let Some(&known) = self.scalars.get(&(ty, bits)) {
                return known;
            }
        }
        let id = self.fresh();
        self.write(id, ty, value);
        id
    }

    fn null(&mut self, ty: u32) -> u32 {
        if let Some(&known) = self.nulls.get(&ty) {
            return known;
        }
        let id = self.fresh();
        self.write(id, ty, Value::Null);
        self.nulls.insert(ty, id);
        id
    }

    // Operations.

    fn operation(&mut self, ty: u32, operands: &[u32]) -> Result<Value, Stop> {
        let &[op, ref operands @ ..] = operands else {
            return Err(UNSUPPORTED);
        };
        match (Op::from_u32(op).ok_or(UNSUPPORTED)?, operands) {
            (Op::CompositeExtract, &[composite, ref indices @ ..]) => {
                let mut id = composite;
                for &index in indices {
                    id = self.part(id, index)?;
                }
                self.copy(id)
            }
            (Op::CompositeInsert, &[object, composite, ref indices @ ..]) => {
                self.constant(object)?;
                self.insert(object, composite, indices, 0)
            }
            (Op::VectorShuffle, &[first, second, ref components @ ..]) => {
                let mut all = self.parts(first)?;
                all.extend(self.parts(second)?);
                let chosen = components.iter().map(|&component| match component {
                    u32::MAX => Err(Stop::Left(Reason::Undefined)),
                    _ => all.get(component as usize).copied().ok_or(UNSUPPORTED),
                });
                Ok(Value::Composite(chosen.collect::<Result<_, _>>()?))
            }
            (Op::Select, &[condition, yes, no]) => self.select(condition, yes, no),
            (Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV, _) => Err(Stop::Left(Reason::Device)),
            (op, operands) if number::arity(op) == Some(operands.len()) => self.compute(op, ty, operands),
            _ => Err(UNSUPPORTED),
        }
    }

    /// A composite with another object at some place.
    fn insert(&mut self, object: u32, composite: u32, indices: &[u32], depth: usize) -> Result<Value, Stop> {
        let &[index, ref rest @ ..] = indices else {
            return self.copy(object);
        };
        let mut parts = self.parts(composite)?;
        self.inserted = self.inserted.saturating_add(parts.len());
        if self.inserted > MOST_INSERTED || depth > MOST_NESTED {
            return Err(Stop::Left(Reason::Size));
        }
        let ty = self.constant(composite)?.ty;
        let place = parts.get_mut(index as usize).ok_or(UNSUPPORTED)?;
        *place = match rest {
            [] => object,
            _ => {
                let inner = self.insert(object, *place, rest, depth + 1)?;
                let ty = self.part_type(ty, index).ok_or(UNSUPPORTED)?;
                self.declare(ty, inner)
            }
        };
        Ok(Value::Composite(parts))
    }

    /// The object that is not selected may be anything.
    fn select(&mut self, condition: u32, yes: u32, no: u32) -> Result<Value, Stop> {
        if let Ok(bits) = self.scalar(condition) {
            return self.copy(if bits != 0 { yes } else { no });
        }
        let conditions = self.parts(condition)?;
        let mut parts = Vec::new();
        for (index, condition) in (0..).zip(conditions) {
            let chosen = if self.scalar(condition)? != 0 { yes } else { no };
            let part = self.part(chosen, index)?;
            self.constant(part)?;
            parts.push(part);
        }
        Ok(Value::Composite(parts))
    }

    /// An operation on scalars, or on each component of vectors.
    fn compute(&mut self, op: Op, ty: u32, operands: &[u32]) -> Result<Value, Stop> {
        let &[one, ..] = operands else { return Err(UNSUPPORTED) };
        let other = operands.get(1).copied().unwrap_or(one);
        if let Some(to) = self.number(ty) {
            return self.component(op, to, one, other).map(Value::Bits);
        }
        let Some(&Type::Vector(component, count @ 1..=16)) = self.types.get(&ty) else {
            return Err(UNSUPPORTED);
        };
        let to = self.number(component).ok_or(UNSUPPORTED)?;
        let mut bits = Vec::new();
        for index in 0..count {
            let (one, other) = (self.part(one, index)?, self.part(other, index)?);
            bits.push(self.component(op, to, one, other)?);
        }
        let parts = bits.into_iter().map(|bits| self.declare(component, Value::Bits(bits)));
        Ok(Value::Composite(parts.collect()))
    }

    fn component(&self, op: Op, to: Number, one: u32, other: u32) -> Result<u64, Stop> {
        let operand = |id: u32| {
            let number = self.number(self.constant(id)?.ty).ok_or(UNSUPPORTED)?;
            Ok((number, self.scalar(id)?))
        };
        number::compute(op, to, operand(one)?, operand(other)?).map_err(|error| {
            Stop::Left(match error {
                NoResult::Undefined => Reason::Undefined,
                NoResult::Types => Reason::Unsupported,
            })
        })
    }
}

fn op_of(instruction: &Instruction<'_>) -> Option<Op> {
    Op::from_u32(u32::from(instruction.opcode))
}
