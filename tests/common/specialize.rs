//! The values that a pipeline gives to specialization constants.

use super::vulkan::Constant;
use spirula::SpecConstant;
use spirula::reflection::NumberKind;

/// The values of overrides, by key, for a pipeline. Constants that the words do not declare are omitted.
pub fn specialization(constants: &[SpecConstant], values: &[(impl AsRef<str>, f64)]) -> Vec<Constant> {
    let mut given = Vec::new();
    for (key, value) in values {
        let (key, value) = (key.as_ref(), *value);
        let by_key = |constant: &&SpecConstant| {
            constant.name.as_deref() == Some(key) || key.parse().is_ok_and(|id: u32| id == constant.id)
        };
        let Some(constant) = constants.iter().find(by_key) else {
            continue;
        };
        let width = constant.scalar.bytes() as usize;
        let (bits, size) = match constant.scalar.kind {
            NumberKind::Bool => (u64::from(value != 0.0), 4),
            NumberKind::Sint => ((value as i64).cast_unsigned(), width),
            NumberKind::Uint => (value as u64, width),
            NumberKind::Float => match width {
                2 => (u64::from(half(value)), width),
                4 => (u64::from((value as f32).to_bits()), width),
                _ => (value.to_bits(), width),
            },
        };
        let id = constant.id;
        given.push(Constant { id, bits, size });
        given.extend(constant.given_id.map(|id| Constant { id, bits: 1, size: 4 }));
    }
    given
}

/// The bits of a half-precision float with exactly this value, which must not be denormal.
fn half(value: f64) -> u16 {
    if value == 0.0 {
        return u16::from(value.is_sign_negative()) << 15;
    }
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023 + 15;
    assert!((1..31).contains(&exponent) && bits << 22 == 0, "{value} is no half");
    (bits >> 48 & 0x8000) as u16 | (exponent as u16) << 10 | (bits >> 42 & 0x3ff) as u16
}
