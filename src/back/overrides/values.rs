//! The values that the caller gives to overrides: whose they are, and whether they fit the type.

use crate::error::{Diagnostic, Error, ErrorKind};
use naga::{Module, Override, Scalar, ScalarKind, Span, TypeInner};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The values by key.
pub(super) type Values = BTreeMap<String, f64>;

/// The value given to an override.
pub(super) fn value(values: &Values, declared: &Override) -> Option<f64> {
    key(declared).and_then(|key| values.get(key.as_ref()).copied())
}

/// The key of an override: its number, and only without one its name.
pub(super) fn key(declared: &Override) -> Option<Cow<'_, str>> {
    match (declared.id, &declared.name) {
        (Some(id), _) => Some(Cow::Owned(id.to_string())),
        (None, Some(name)) => Some(Cow::Borrowed(name)),
        (None, None) => None,
    }
}

/// Refuses values of unknown overrides and values that their types have no room for, all of them.
pub(super) fn check(module: &Module, values: &Values) -> Result<(), Error> {
    let mut diagnostics = Vec::new();
    for key in values.keys() {
        let known = module
            .overrides
            .iter()
            .any(|(_, declared)| self::key(declared).is_some_and(|own| own == key.as_str()));
        if !known {
            diagnostics.push(unknown(module, key));
        }
    }
    for (handle, declared) in module.overrides.iter() {
        let (Some(value), TypeInner::Scalar(scalar)) = (value(values, declared), &module.types[declared.ty].inner)
        else {
            continue;
        };
        if let Some(reason) = misfit(value, *scalar) {
            let name = declared.name.clone().or_else(|| declared.id.map(|id| id.to_string()));
            let kind = ErrorKind::Override {
                name: name.unwrap_or_default(),
                reason: reason.into(),
            };
            diagnostics.push(Diagnostic::new(kind, module.overrides.get_span(handle)));
        }
    }
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(Error::new(diagnostics))
    }
}

/// A key that no override has. One that has a number is not known by its name.
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
        None => diagnostic,
    }
}

/// What keeps a number from being of a type, in the words that end "the override `x` …". Integers take what is left of a
/// fraction cut off, as in WebGPU.
fn misfit(value: f64, scalar: Scalar) -> Option<&'static str> {
    if scalar.kind == ScalarKind::Bool {
        return None;
    }
    if !value.is_finite() {
        return Some("takes no infinity and no NaN");
    }
    let whole = value.trunc();
    let fits = match (scalar.kind, scalar.width) {
        (ScalarKind::Sint, 2) => (f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&whole),
        (ScalarKind::Uint, 2) => (0.0..=f64::from(u16::MAX)).contains(&whole),
        (ScalarKind::Sint, _) => (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&whole),
        (ScalarKind::Uint, _) => (0.0..=f64::from(u32::MAX)).contains(&whole),
        // Half a step above the largest finite value rounds to infinity.
        (ScalarKind::Float, 2) => value.abs() < 65520.0,
        (ScalarKind::Float, 4) => (value as f32).is_finite(),
        (ScalarKind::Float, _) => true,
        (ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _) => true,
    };
    (!fits).then_some("has a value that its type has no room for")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_fits_up_to_the_last_that_rounds_into_the_type() {
        let room = "has a value that its type has no room for";
        for (scalar, inside, outside) in [
            (
                Scalar::I32,
                &[-2147483648.9, 2147483647.9][..],
                &[-2147483649.0, 2147483648.0][..],
            ),
            (Scalar::U32, &[-0.9, 4294967295.9], &[-1.0, 4294967296.0]),
            (Scalar::I16, &[-32768.5, 32767.5], &[-32769.0, 32768.0]),
            (Scalar::U16, &[-0.5, 65535.5], &[-1.0, 65536.0]),
            (Scalar::F16, &[65519.9, -65519.9], &[65520.0, -65520.0]),
            (Scalar::F32, &[3.402_823_4e38], &[3.5e38, -3.5e38]),
        ] {
            for &value in inside {
                assert_eq!(misfit(value, scalar), None, "{value}: {scalar:?}");
            }
            for &value in outside {
                assert_eq!(misfit(value, scalar), Some(room), "{value}: {scalar:?}");
            }
            assert_eq!(misfit(f64::NAN, scalar), Some("takes no infinity and no NaN"));
        }
        assert_eq!(misfit(f64::NAN, Scalar::BOOL), None);
        assert_eq!(misfit(1e308, Scalar::F64), None);
    }
}
