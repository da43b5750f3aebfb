//! Declarations of constants (SPIR-V §3.52.7, Constant-Creation Instructions).
//!
//! Scalars are found by type and bits, nulls by type, composites by their words. Specialization constants and their
//! expressions are in `overrides`; what a function computes from an override is a value of that function.

use super::emitter::{Emitter, Result, internal};
use super::hasher::Hasher;
use super::type_key::{Numeric, TypeKey};
use crate::words::{ResultPosition, Section, TypeId, ValueId};
use alloc::vec::Vec;
use core::iter::repeat_n;
use hashbrown::HashMap;
use naga::{Arena, Constant, Expression, Handle, Literal, Scalar, ScalarKind, Type, TypeInner};

/// `u32` and `i32` constants from 0 to below this are in arrays, not in the hash table.
const TABLE_LEN: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct ConstantTable {
    unsigned_table: [Option<ValueId>; TABLE_LEN],
    signed_table: [Option<ValueId>; TABLE_LEN],
    scalars: HashMap<ScalarKey, ValueId, Hasher>,
    booleans: [Option<ValueId>; 2],
    pub(super) globals: Vec<Option<ValueId>>,
    pub(super) overrides: Vec<Option<ValueId>>,
}

/// The key of a scalar constant: its type and its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ScalarKey {
    type_key: TypeKey,
    bits: u64,
}

impl core::hash::Hash for ScalarKey {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        // One word, because constants of different types seldom collide in it.
        state.write_u64(self.bits ^ (self.type_key.index() as u64) << 56);
    }
}

impl ConstantTable {
    /// Empties the tables for a module with this many global expressions and overrides.
    pub(crate) fn reset(&mut self, global_expressions: usize, overrides: usize) {
        self.unsigned_table = [None; TABLE_LEN];
        self.signed_table = [None; TABLE_LEN];
        self.booleans = [None; 2];
        if self.scalars.capacity() > 4096 {
            self.scalars = HashMap::default();
        }
        self.scalars.clear();
        super::buffers::refill(&mut self.globals, global_expressions, None);
        // Most modules have none.
        if overrides + self.overrides.len() > 0 {
            super::buffers::refill(&mut self.overrides, overrides, None);
        }
    }

    /// The entry of a boolean or a small integer in its array.
    #[inline]
    fn entry(&mut self, scalar: Scalar, bits: u64) -> Option<&mut Option<ValueId>> {
        match scalar {
            Scalar::U32 => self.unsigned_table.get_mut(bits as usize),
            Scalar::I32 => self.signed_table.get_mut(bits as usize),
            Scalar::BOOL => self.booleans.get_mut(bits as usize),
            _ => None,
        }
    }
}

/// A number that becomes a constant of some scalar type. Integers are truncated to the width of the type, floats are
/// rounded to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
}

impl Emitter<'_> {
    /// The constant of a scalar. `bits` are those of a value of the scalar's width.
    pub(crate) fn scalar_constant(&mut self, scalar: Scalar, bits: u64) -> Result<ValueId> {
        let key = ScalarKey {
            type_key: TypeKey::scalar(scalar),
            bits,
        };
        let known = match self.constants.entry(scalar, bits) {
            Some(entry) => *entry,
            None => self.constants.scalars.get(&key).copied(),
        };
        match known {
            Some(id) => Ok(id),
            None => self.declare_scalar(scalar, key),
        }
    }

    #[cold]
    fn declare_scalar(&mut self, scalar: Scalar, key: ScalarKey) -> Result<ValueId> {
        let bits = key.bits;
        let ty = self.value_type(key.type_key)?;
        let id = self.ids.value();
        let globals = &mut self.sections.globals;
        if scalar == Scalar::BOOL && bits == 0 {
            globals.constant_false(ty, id);
        } else if scalar == Scalar::BOOL {
            globals.constant_true(ty, id);
        } else {
            let high = [(bits >> 32) as u32];
            let rest: &[u32] = if scalar.width == 8 { &high } else { &[] };
            globals.constant(ty, id, bits as u32, rest);
        }
        match self.constants.entry(scalar, bits) {
            Some(entry) => *entry = Some(id),
            None => {
                self.constants.scalars.insert(key, id);
            }
        }
        Ok(id)
    }

    /// A `u32` constant: the type of lengths, indices and scopes.
    #[inline]
    pub(crate) fn u32_constant(&mut self, value: u32) -> Result<ValueId> {
        match self.constants.unsigned_table.get(value as usize) {
            Some(&Some(id)) => Ok(id),
            _ => self.scalar_constant(Scalar::U32, u64::from(value)),
        }
    }

    pub(crate) fn bool_constant(&mut self, value: bool) -> Result<ValueId> {
        self.scalar_constant(Scalar::BOOL, u64::from(value))
    }

    pub(crate) fn literal(&mut self, literal: Literal) -> Result<ValueId> {
        match literal {
            Literal::U32(value) => self.u32_constant(value),
            // catch-all: `literal_bits` names every variant
            _ => self.scalar_constant(literal.scalar(), literal_bits(literal)),
        }
    }

    /// The constant of a number as a scalar, or splatted if the type is a vector.
    pub(crate) fn number(&mut self, type_key: TypeKey, number: Number) -> Result<ValueId> {
        let (size, scalar) = type_key.parts()?;
        let id = self.scalar_constant(scalar, number_bits(scalar, number))?;
        match size {
            Some(size) => self.composite_constant(type_key, &[id; 4][..size as usize]),
            None => Ok(id),
        }
    }

    pub(crate) fn composite_constant(&mut self, type_key: TypeKey, components: &[ValueId]) -> Result<ValueId> {
        let ty = self.value_type(type_key)?;
        self.interned_constant(|section, id| section.constant_composite(ty, id, components))
    }

    /// The id of a constant that is identified by its words.
    pub(super) fn interned_constant(&mut self, write: impl FnOnce(&mut Section, ValueId)) -> Result<ValueId> {
        let start = self.sections.globals.len();
        let id = self.ids.value();
        write(&mut self.sections.globals, id);
        self.intern_tail(start, ResultPosition::Second).map(ValueId::from_id)
    }

    /// The zero value of a type: `OpConstantNull`, or a constant for a scalar.
    pub(crate) fn null(&mut self, type_key: TypeKey) -> Result<ValueId> {
        if let Some(Numeric::Scalar(_)) = type_key.numeric() {
            return self.number(type_key, Number::Int(0));
        }
        let ty = self.value_type(type_key)?;
        self.null_of(ty)
    }

    pub(crate) fn null_of(&mut self, ty: TypeId) -> Result<ValueId> {
        self.interned_constant(|section, id| section.constant_null(ty, id))
    }

    pub(crate) fn global_expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        if let Some(id) = self.constants.globals[handle.index()] {
            return Ok(id);
        }
        let module = self.module;
        let id = self.constant_expression(&module.global_expressions, handle)?;
        self.constants.globals[handle.index()] = Some(id);
        Ok(id)
    }

    /// The constant of an expression in the module's arena or in a function's. The plan must have marked it as
    /// constant.
    pub(crate) fn constant_expression(
        &mut self,
        arena: &Arena<Expression>,
        handle: Handle<Expression>,
    ) -> Result<ValueId> {
        match arena[handle] {
            Expression::Literal(literal) => self.literal(literal),
            Expression::Constant(constant) => self.module_constant(constant),
            Expression::Override(handle) => self.override_value(handle),
            Expression::ZeroValue(ty) => {
                let type_key = self.type_keys.type_key(ty);
                self.null(type_key)
            }
            Expression::Compose { ty, ref components } => {
                self.limit_constituents(components.len(), || arena.get_span(handle));
                self.constant_compose(arena, ty, components)
            }
            Expression::Splat { size, value } => {
                let value_id = self.constant_expression(arena, value)?;
                let scalar = self.constant_scalar(arena, value)?;
                self.composite_constant(TypeKey::vector(size, scalar), &[value_id; 4][..size as usize])
            }
            // catch-all: the plan marks no other expression as constant
            _ => Err(internal("an expression that is no constant")),
        }
    }

    /// The constant of a `const` of the module. A composite has its name; a number has none, since it has one id with
    /// every equal number of the module.
    fn module_constant(&mut self, constant: Handle<Constant>) -> Result<ValueId> {
        let module = self.module;
        let constant = &module.constants[constant];
        let declared = self.sections.globals.len();
        let id = self.global_expression(constant.init)?;
        let is_new = declared < self.sections.globals.len();
        if is_new && !matches!(module.types[constant.ty].inner, TypeInner::Scalar(_)) {
            self.name(id.id(), constant.name.as_deref());
        }
        Ok(id)
    }

    fn constant_compose(
        &mut self,
        arena: &Arena<Expression>,
        ty: Handle<Type>,
        components: &[Handle<Expression>],
    ) -> Result<ValueId> {
        let type_key = self.type_keys.type_key(ty);
        let mark = self.scratch_values.len();
        let is_vector = matches!(type_key.numeric(), Some(Numeric::Vector(..)));
        for &component in components {
            if is_vector {
                self.push_scalars(arena, component)?;
            } else {
                let id = self.constant_expression(arena, component)?;
                self.scratch_values.push(id);
            }
        }
        let components = core::mem::take(&mut self.scratch_values);
        let id = self.composite_constant(type_key, &components[mark..]);
        self.scratch_values = components;
        self.scratch_values.truncate(mark);
        id
    }

    /// Pushes the components of a scalar or vector constant. `OpConstantComposite` takes one constituent for each
    /// component of a vector, while naga composes vectors of vectors.
    fn push_scalars(&mut self, arena: &Arena<Expression>, handle: Handle<Expression>) -> Result<()> {
        match arena[handle] {
            Expression::Compose { ref components, .. } => {
                for &component in components {
                    self.push_scalars(arena, component)?;
                }
            }
            Expression::Splat { size, value } => {
                let id = self.constant_expression(arena, value)?;
                self.scratch_values.extend(repeat_n(id, size as usize));
            }
            Expression::Constant(constant) => {
                let module = self.module;
                self.push_scalars(&module.global_expressions, module.constants[constant].init)?;
            }
            Expression::ZeroValue(ty) => {
                let (size, scalar) = self.type_keys.type_key(ty).parts()?;
                let id = self.null(TypeKey::scalar(scalar))?;
                let count = size.map_or(1, |size| size as usize);
                self.scratch_values.extend(repeat_n(id, count));
            }
            // catch-all: a scalar; an expression that is no constant is an error there
            _ => {
                let id = self.constant_expression(arena, handle)?;
                self.scratch_values.push(id);
            }
        }
        Ok(())
    }

    fn constant_scalar(&self, arena: &Arena<Expression>, handle: Handle<Expression>) -> Result<Scalar> {
        let ty = match arena[handle] {
            Expression::Literal(literal) => return Ok(literal.scalar()),
            Expression::Constant(constant) => self.module.constants[constant].ty,
            Expression::Override(handle) => self.module.overrides[handle].ty,
            Expression::ZeroValue(ty) => ty,
            // catch-all: the plan marks no other expression as constant
            _ => return Err(internal("a splat of something that is no scalar")),
        };
        match self.module.types[ty].inner {
            TypeInner::Scalar(scalar) => Ok(scalar),
            // catch-all: only a scalar can be repeated
            _ => Err(internal("a splat of something that is no scalar")),
        }
    }
}

pub(super) fn literal_bits(literal: Literal) -> u64 {
    match literal {
        Literal::F64(value) => value.to_bits(),
        Literal::F32(value) => u64::from(value.to_bits()),
        Literal::F16(value) => u64::from(value.to_bits()),
        Literal::U16(value) => u64::from(value),
        // Narrow signed integers are sign-extended to 32 bits (SPIR-V §2.2.1, Instructions: literals).
        Literal::I16(value) => u64::from(i32::from(value) as u32),
        Literal::U32(value) => u64::from(value),
        Literal::I32(value) => u64::from(value as u32),
        Literal::U64(value) => value,
        Literal::I64(value) | Literal::AbstractInt(value) => value as u64,
        Literal::Bool(value) => u64::from(value),
        Literal::AbstractFloat(value) => value.to_bits(),
    }
}

/// The bits of a number as a value of a scalar type. As a boolean it is whether the number is neither zero nor NaN.
pub(crate) fn number_bits(scalar: Scalar, number: Number) -> u64 {
    match (scalar.kind, number) {
        (ScalarKind::Bool, Number::Int(value)) => u64::from(value != 0),
        (ScalarKind::Bool, Number::Float(value)) => u64::from(value != 0.0 && !value.is_nan()),
        (ScalarKind::Float, Number::Int(value)) => float_bits(scalar, value as f64),
        (ScalarKind::Float, Number::Float(value)) => float_bits(scalar, value),
        (_, Number::Int(value)) => integer_bits(scalar, value),
        (_, Number::Float(value)) => integer_bits(scalar, value as i64),
    }
}

/// The bits of an integer truncated to its width; narrow signed integers are sign-extended to 32 bits.
fn integer_bits(scalar: Scalar, value: i64) -> u64 {
    match (scalar.kind, scalar.width) {
        (_, 8) => value as u64,
        (ScalarKind::Sint, 1) => u64::from(i32::from(value as i8) as u32),
        (ScalarKind::Sint, 2) => u64::from(i32::from(value as i16) as u32),
        (_, 1) => u64::from(value as u8),
        (_, 2) => u64::from(value as u16),
        // catch-all: the widths that remain are 32 bits
        _ => u64::from(value as u32),
    }
}

/// The bits of a float rounded to its width.
fn float_bits(scalar: Scalar, value: f64) -> u64 {
    match scalar.width {
        2 => u64::from(f16_bits(value)),
        8 => value.to_bits(),
        _ => u64::from((value as f32).to_bits()),
    }
}

/// The bits of an IEEE 754 binary16, rounded to nearest even.
fn f16_bits(value: f64) -> u16 {
    let sign = ((value.to_bits() >> 48) & 0x8000) as u16;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return sign | 0x7e00;
    }
    // The largest finite value is 65504. Half a unit in the last place above it rounds to infinity.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // The biased exponent; that of subnormal numbers is taken as 1, which has the same unit in the last place.
    let exponent = ((magnitude.to_bits() >> 52) as u16).saturating_sub(1023 - 15).max(1);
    let unit = f64::from_bits((u64::from(exponent) + 1023 - 15 - 10) << 52);
    // A float from 2^52 on is an integer, so the sum is rounded to one.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let units = (magnitude / unit + WHOLE) - WHOLE;
    sign | (((exponent - 1) << 10) + units as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_floats_round_to_nearest_even() {
        for (value, bits) in [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (f64::NEG_INFINITY, 0xfc00),
            (5.960_464_477_539_063e-8, 0x0001),
            (2.980_232_238_769_531e-8, 0x0000),
            (6.097_555_160_522_461e-5, 0x03ff),
            (0.333_333_333_333, 0x3555),
            (2049.0, 0x6800),
            (2051.0, 0x6802),
            (2047.9, 0x6800),
        ] {
            assert_eq!(f16_bits(value), bits, "{value}");
        }
    }

    #[test]
    fn narrow_integers_are_extended_by_their_sign() {
        assert_eq!(integer_bits(Scalar::I16, -1), 0xffff_ffff);
        assert_eq!(integer_bits(Scalar::U16, -1), 0xffff);
        assert_eq!(integer_bits(Scalar::I32, -1), 0xffff_ffff);
        assert_eq!(integer_bits(Scalar::I64, -1), u64::MAX);
    }
}
