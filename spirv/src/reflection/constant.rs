//! Reflection of specialization constants.

use super::types::NumberType;
use alloc::string::String;

/// A specialization constant of a module: an override to which the pipeline can give a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpecConstant {
    /// The override's name, if it has one.
    pub name: Option<String>,
    /// Its `SpecId`: the shader's `@id`, or a number above all of those.
    pub id: u32,
    /// Its type. A boolean is passed as a `VkBool32`.
    pub scalar: NumberType,
    /// The value without one from the pipeline; `1.0` is `true`. `None` if the pipeline must give a value, or if the
    /// default is computed from other overrides.
    pub default: Option<f64>,
    /// The `SpecId` of a boolean, for an override whose default is computed from others: the value for `id` is used
    /// only if the pipeline sets this boolean to true.
    pub given_id: Option<u32>,
}
