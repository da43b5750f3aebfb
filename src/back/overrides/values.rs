//! The values in the options for overrides: lookup by key, and whether the types can represent them.

use super::diagnose::{all, refusal};
use crate::error::{Diagnostic, Error, ErrorKind};
use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use naga::{Literal, Module, Override, Scalar, ScalarKind, Span};

pub(super) type Values = BTreeMap<String, f64>;

/// The value for an override.
pub(super) fn value(values: &Values, declared: &Override) -> Option<f64> {
    key(declared).and_then(|key| values.get(key.as_ref()).copied())
}

/// The key of an override: its `@id`, or its name if it has none.
pub(super) fn key(declared: &Override) -> Option<Cow<'_, str>> {
    match (declared.id, &declared.name) {
        (Some(id), _) => Some(Cow::Owned(id.to_string())),
        (None, Some(name)) => Some(Cow::Borrowed(name)),
        (None, None) => None,
    }
}

/// Refuses values for unknown overrides, and values that their types cannot represent; all of them together.
pub(super) fn check(module: &Module, values: &Values) -> Result<(), Error> {
    let mut diagnostics = Vec::new();
    for key in values.keys() {
        let mut overrides = module.overrides.iter();
        if !overrides.any(|(_, declared)| self::key(declared).as_deref() == Some(key)) {
            diagnostics.push(unknown(module, key));
        }
    }
    for (handle, declared) in module.overrides.iter() {
        if let (Some(value), Some(scalar)) = (value(values, declared), module.types[declared.ty].inner.scalar())
            && let Err(reason) = literal(value, scalar)
        {
            diagnostics.push(refusal(module, handle, reason));
        }
    }
    all(diagnostics)
}

/// The refusal of an unknown key. An override with an `@id` is not found by its name.
fn unknown(module: &Module, key: &str) -> Diagnostic {
    let named = module
        .overrides
        .iter()
        .find_map(|(_, declared)| declared.id.filter(|_| declared.name.as_deref() == Some(key)));
    let kind = ErrorKind::Override {
        name: key.to_owned(),
        reason: "is not in the shader".into(),
    };
    let diagnostic = Diagnostic::new(kind, Span::UNDEFINED);
    match named {
        Some(id) => diagnostic.with_note(format!("an override with an `@id` is known by it: {id}")),
        None => {
            let names = module.overrides.iter().filter(|(_, declared)| declared.id.is_none());
            let names = names.filter_map(|(_, declared)| declared.name.as_deref());
            diagnostic.with_nearest(key, names)
        }
    }
}

/// A number as a literal of a scalar type; an f16 as an f64 literal, which the caller rounds. The error completes the
/// sentence "the override `x` …". For integers the fraction is discarded, as in WebGPU.
pub(super) fn literal(value: f64, scalar: Scalar) -> Result<Literal, &'static str> {
    if scalar.kind == ScalarKind::Bool {
        return Ok(Literal::Bool(value != 0.0 && !value.is_nan()));
    }
    if !value.is_finite() {
        return Err("takes no infinity and no NaN");
    }
    // The cast saturates at 64 bits, which is out of range for each type of an override.
    let whole = value as i64;
    let literal = match (scalar.kind, scalar.width) {
        (ScalarKind::Sint, 2) => i16::try_from(whole).ok().map(Literal::I16),
        (ScalarKind::Uint, 2) => u16::try_from(whole).ok().map(Literal::U16),
        (ScalarKind::Sint, _) => i32::try_from(whole).ok().map(Literal::I32),
        (ScalarKind::Uint, _) => u32::try_from(whole).ok().map(Literal::U32),
        // 65520 is half a unit in the last place above the largest finite value; it rounds to infinity.
        (ScalarKind::Float, 2) => (value.abs() < 65520.0).then_some(Literal::F64(value)),
        (ScalarKind::Float, 4) => (value as f32).is_finite().then_some(Literal::F32(value as f32)),
        (ScalarKind::Float, _) => Some(Literal::F64(value)),
        // Overrides have no such type.
        (ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _) => None,
    };
    literal.ok_or("has a value that its type has no room for")
}
