//! The values that a pipeline gives to specialization constants.

use spirula::SpecConstant;

/// The values of overrides, by key, as a pipeline gives them: `SpecId` and bits. Constants that the words do not declare are
/// left out.
pub fn specialization(constants: &[SpecConstant], values: &[(impl AsRef<str>, f64)]) -> Vec<(u32, u32)> {
    let mut given = Vec::new();
    for (key, value) in values {
        let (key, value) = (key.as_ref(), *value);
        let by_key = |constant: &&SpecConstant| {
            constant.name.as_deref() == Some(key) || key.parse().is_ok_and(|id: u32| id == constant.id)
        };
        let Some(constant) = constants.iter().find(by_key) else {
            continue;
        };
        let bits = match constant.scalar.kind {
            naga::ScalarKind::Bool => u32::from(value != 0.0),
            naga::ScalarKind::Sint => (value as i32).cast_unsigned(),
            naga::ScalarKind::Uint => value as u32,
            naga::ScalarKind::Float => (value as f32).to_bits(),
            naga::ScalarKind::AbstractInt | naga::ScalarKind::AbstractFloat => panic!("an abstract override"),
        };
        given.push((constant.id, bits));
        given.extend(constant.given_id.map(|id| (id, 1)));
    }
    given
}
