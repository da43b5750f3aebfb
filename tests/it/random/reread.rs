//! Reads written words with naga's SPIR-V front end and compiles them again: the modules have forms that no WGSL has.
//!
//! The front end supports a part of SPIR-V. The messages for known limits of the front end and of naga's validator are
//! listed here; any other message is a bug of ours until it is understood.

use naga::front::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::{Feature, Target};

use super::properties::caught;
use crate::common::parse::Shader;
use crate::common::setup::Setup;
use crate::common::validate::rule;

/// Messages of naga 30 for valid words, without numbers and quoted names.
const LIMITS: &[&str] = &[
    "not read: unsupported capability",
    "not read: unsupported instruction",
    "not read: unsupported extension",
    "not read: unsupported storage class",
    "not read: image read/write without format is not currently supported",
    "not read: atomic upgrade error",
    // 16-bit types.
    "not read: invalid type width",
    // Arrays of multisampled depth textures, and of comparison samplers.
    "not read: invalid image [#]",
    // A constant of 64 bits as the index of an access chain.
    "not read: invalid access Constant([#])",
    // An element of a binding array that is passed to a function which samples it.
    "not read: invalid global var Access",
    "the reader panics: internal error: entered unreachable code: Unexpected type for comparison mutation: BindingArray",
    // The bits of a number from a bitcast of a constant.
    "not valid: Constant expression [#] is invalid: Float literal is infinite",
    "Built-in type for SampleMask is invalid. Found Array",
    // naga distinguishes structures and arrays by layout, and adds a layout to those without one.
    "Call to [#] is invalid: Argument # value [#] doesn",
    "Composing #",
    "Base type [#] for the array is invalid",
    "The `return` expression Some([#]) does not match the declared return type",
    "The type of [#] doesn",
    "Initializer doesn",
    // The signedness of operands, which SPIR-V has in instructions and not in types.
    "Expression [#] is invalid: Operation",
    "Type resolution failed: Call to builtin",
    "Expected selection argument types to match",
    "Image store value parameter type mismatch",
    "The `switch` contains cases with conflicting types",
    "Subgroup operation is invalid: Result type for [#] doesn",
    "Atomic operation is invalid: Operand [#] has invalid type",
    // The level of a depth texture is a float in SPIR-V and an integer in naga.
    "Sample level (exact) type [#] has an invalid type",
    // A vector constructed from the same shorter vector twice is read as a splat of it.
    "Type resolution failed: Invalid scalar [#]",
    // A comparison sampler and another sampler for the same argument.
    "Comparison sampling mismatch: image has class Depth",
    // Vector operands.
    "Incompatible operands: LogicalAnd(vec#<bool>, _)",
    "Incompatible operands: LogicalOr(vec#<bool>, _)",
    // `modf` and `frexp` with a structure that naga did not create.
    "Special type is not registered within the module",
    "Type resolution failed: Index # is out of bounds for expression",
];

/// Options for words that are read again: the front end knows few newer instructions, and no packed dot products.
pub fn options() -> Result<Setup, String> {
    let target = Target::parse("vulkan1.1").map_err(|error| error.to_string())?;
    Ok(Setup::new(target.disable(Feature::ShaderIntegerDotProduct)))
}

/// The result of reading words again.
pub enum Reread {
    Module(Box<Shader>),
    /// A known limit of naga's front end or validator, with the message.
    Limit(String),
}

/// Reads words again. The error is an unknown message.
pub fn reread(words: &[u32]) -> Result<Reread, String> {
    let parsed = caught(|| {
        let options = spv::Options {
            adjust_coordinate_space: false,
            ..Default::default()
        };
        let frontend = spv::Frontend::new(words.iter().copied(), &options);
        frontend.parse().map_err(|error| format!("not read: {error}"))
    });
    let module = match parsed {
        Ok(Ok(module)) => module,
        Ok(Err(message)) => return known(message),
        Err(panic) => return known(format!("the reader panics: {panic}")),
    };
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    match caught(|| validator.validate(&module).map_err(Box::new)) {
        Ok(Ok(info)) => Ok(Reread::Module(Box::new(Shader { module, info }))),
        Ok(Err(error)) => {
            let mut message = "not valid".to_owned();
            let mut cause: Option<&dyn std::error::Error> = Some(error.as_inner());
            while let Some(error) = cause {
                message += &format!(": {error}");
                cause = error.source();
            }
            known(message)
        }
        Err(panic) => known(format!("the validator panics: {panic}")),
    }
}

fn known(message: String) -> Result<Reread, String> {
    let kind = rule(&message);
    if std::env::var_os("LIMITS").is_some() || LIMITS.iter().any(|limit| kind.contains(limit)) {
        Ok(Reread::Limit(kind))
    } else {
        Err(format!("read again: {message}"))
    }
}
