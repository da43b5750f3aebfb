//! Folds values in functions that are computed from constants.
//!
//! Integers are folded through copies, conversions, sums, products, bit operations and parts of composites; floats
//! through copies, negations and parts of composites, which do not round. The depth is limited to a few instructions.
//! Loads, phis, calls and specialization constants are not folded.

use super::{Inst, Module, Scalar, Value};
use spirv::Op;

/// The maximum depth of folded instructions. With two operands each, this bounds the work.
const MAX_DEPTH: u32 = 6;

impl<'w> Module<'w> {
    /// The value of an integer that is computed from constants.
    pub fn folded_int(&self, id: u32) -> Option<i128> {
        self.fold(id, MAX_DEPTH)
    }

    /// The same, as a `u32`; `None` if it is negative or does not fit.
    pub fn folded_u32(&self, id: u32) -> Option<u32> {
        self.folded_int(id).and_then(|value| u32::try_from(value).ok())
    }

    /// The value of a 32-bit float that is copied, negated or extracted from constants.
    pub fn folded_f32(&self, id: u32) -> Option<f32> {
        let mut id = id;
        let mut sign = 1.0;
        for _ in 0..=MAX_DEPTH {
            if let Some(value) = self.constant_f32(id) {
                return Some(sign * value);
            }
            let inst = self.def(id)?;
            id = match inst.op {
                Op::CopyObject => self.operand(inst, 0),
                Op::FNegate => {
                    sign = -sign;
                    self.operand(inst, 0)
                }
                Op::CompositeExtract => self.extracted(self.operands(inst))?,
                _ => return None,
            };
        }
        None
    }

    /// A component of a vector constructed from constants or other values.
    pub fn component(&self, id: u32, index: usize) -> Option<u32> {
        let mut inst = self.def(id)?;
        for _ in 0..MAX_DEPTH {
            match inst.op {
                Op::CopyObject => inst = self.def(self.operand(inst, 0))?,
                Op::ConstantComposite | Op::SpecConstantComposite | Op::CompositeConstruct => break,
                _ => return None,
            }
        }
        let parts = self.operands(inst);
        // A constituent may itself be a vector; then components and constituents do not correspond.
        let scalars = parts
            .iter()
            .all(|&part| self.type_of(part).is_some_and(|ty| ty.lanes == 1));
        parts.get(index).copied().filter(|_| scalars)
    }

    /// The component that an `OpCompositeExtract` with these operands extracts.
    fn extracted(&self, operands: &[u32]) -> Option<u32> {
        let &[composite, index] = operands else { return None };
        self.component(composite, index as usize)
    }

    fn constant_f32(&self, id: u32) -> Option<f32> {
        let constant = self.constant(id).filter(|constant| !constant.specialized)?;
        let ty = self.ty(constant.ty)?;
        match constant.value {
            Value::Scalar(bits) if ty.is_float() && ty.width() == 32 => Some(f32::from_bits(bits as u32)),
            Value::Null if ty.is_float() => Some(0.0),
            _ => None,
        }
    }

    fn fold(&self, id: u32, left: u32) -> Option<i128> {
        if let Some(value) = self.constant_int(id) {
            return Some(value);
        }
        let left = left.checked_sub(1)?;
        let inst = self.def(id)?;
        let ty = self.ty(inst.result_type).filter(|ty| ty.is_int())?;
        let (op, operands) = operation(self, inst)?;
        let one = || self.fold(*operands.first()?, left);
        let two = || Some((one()?, self.fold(*operands.get(1)?, left)?));
        let value = match op {
            Op::CopyObject | Op::Bitcast | Op::UConvert | Op::SConvert => {
                self.converted(op, *operands.first()?, one()?)
            }
            Op::SNegate => one()?.wrapping_neg(),
            Op::Not => !one()?,
            Op::IAdd => two().map(|(a, b)| a.wrapping_add(b))?,
            Op::ISub => two().map(|(a, b)| a.wrapping_sub(b))?,
            Op::IMul => two().map(|(a, b)| a.wrapping_mul(b))?,
            Op::BitwiseAnd => two().map(|(a, b)| a & b)?,
            Op::BitwiseOr => two().map(|(a, b)| a | b)?,
            Op::BitwiseXor => two().map(|(a, b)| a ^ b)?,
            Op::ShiftLeftLogical => {
                let (value, by) = two()?;
                let by = u32::try_from(by).ok().filter(|&by| by < ty.width())?;
                value.wrapping_shl(by)
            }
            Op::CompositeExtract => self.fold(self.extracted(operands)?, left)?,
            _ => return None,
        };
        Some(wrapped(value, ty.scalar))
    }

    /// The result of converting a value, whose sign is that of its own type.
    fn converted(&self, op: Op, from: u32, value: i128) -> i128 {
        match self.type_of(from).map(|ty| ty.scalar) {
            Some(Scalar::Int { width, .. }) if op == Op::UConvert => {
                wrapped(value, Scalar::Int { width, signed: false })
            }
            Some(Scalar::Int { width, .. }) if op == Op::SConvert => {
                wrapped(value, Scalar::Int { width, signed: true })
            }
            _ => value,
        }
    }
}

/// The operation and operands of an instruction; for `OpSpecConstantOp`, those of its operation.
fn operation<'w>(module: &Module<'w>, inst: &Inst) -> Option<(Op, &'w [u32])> {
    let operands = module.operands(inst);
    match (inst.op, operands) {
        (Op::SpecConstantOp, &[number, ref operands @ ..]) => Some((Op::from_u32(number)?, operands)),
        (op, operands) => Some((op, operands)),
    }
}

/// The value of an integer after truncation to a type.
fn wrapped(value: i128, scalar: Scalar) -> i128 {
    let Scalar::Int { width, signed } = scalar else {
        return value;
    };
    let unused = 128_u32.saturating_sub(width.clamp(1, 64));
    let shifted = value.wrapping_shl(unused);
    if signed {
        shifted.wrapping_shr(unused)
    } else {
        (shifted.cast_unsigned().wrapping_shr(unused)).cast_signed()
    }
}
