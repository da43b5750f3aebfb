//! Words that were written are read again by naga's front end for SPIR-V and compiled once more: modules of a shape that
//! no text of WGSL gives.
//!
//! The front end knows a part of SPIR-V. What it is known not to read, or to read as what naga's validator refuses, is
//! listed here by message; any other message is a fault of ours until it is understood.

use naga::front::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::{Feature, Target};

use super::properties::caught;
use crate::common::parse::Shader;
use crate::common::setup::Setup;
use crate::common::validate::rule;

/// What naga 30 says of words that are right, without numbers and quoted names.
const LIMITS: &[&str] = &[
    "not read: unsupported capability",
    "not read: unsupported instruction",
    "not read: unsupported extension",
    "not read: unsupported storage class",
    "not read: image read/write without format is not currently supported",
    "not read: atomic upgrade error",
    // Of 16 bits.
    "not read: invalid type width",
    // Of multisampled depth textures in arrays; comparison samplers in arrays.
    "not read: invalid image [#]",
    "the reader panics: internal error: entered unreachable code: Unexpected type for comparison mutation: BindingArray",
    // Bits of a number that a bitcast of a constant made.
    "not valid: Constant expression [#] is invalid: Float literal is infinite",
    "Built-in type for SampleMask is invalid. Found Array",
    // A structure or an array is another type to it wherever its layout is another, and one without a layout gets one.
    "Call to [#] is invalid: Argument # value [#] doesn",
    "Composing #",
    "Base type [#] for the array is invalid",
    "The `return` expression Some([#]) does not match the declared return type",
    "The type of [#] doesn",
    "Initializer doesn",
    // Signs of operands, which SPIR-V's instructions have and not its types.
    "Expression [#] is invalid: Operation",
    "Type resolution failed: Call to builtin",
    "Expected selection argument types to match",
    "Image store value parameter type mismatch",
    "The `switch` contains cases with conflicting types",
    "Subgroup operation is invalid: Result type for [#] doesn",
    "Atomic operation is invalid: Operand [#] has invalid type",
    // The level of a depth texture is a float in SPIR-V and an integer to naga.
    "Sample level (exact) type [#] has an invalid type",
    // A vector of one shorter vector twice is read as a splat of that.
    "Type resolution failed: Invalid scalar [#]",
    // A sampler that compares and one that does not, behind one argument.
    "Comparison sampling mismatch: image has class Depth",
    // Of vectors.
    "Incompatible operands: LogicalAnd(vec#<bool>, _)",
    "Incompatible operands: LogicalOr(vec#<bool>, _)",
    // `modf` and `frexp` with a structure that it has not made.
    "Special type is not registered within the module",
    "Type resolution failed: Index # is out of bounds for expression",
];

/// Options for words that are to be read again: the reader knows few newer instructions, and no dot products of packed bytes.
pub fn options() -> Result<Setup, String> {
    let target = Target::parse("vulkan1.1").map_err(|error| error.to_string())?;
    Ok(Setup::new(target.disable(Feature::ShaderIntegerDotProduct)))
}

/// What became of words that were read again.
pub enum Reread {
    Module(Box<Shader>),
    /// naga's reader or validator is known not to take it; why.
    Limit(String),
}

/// Reads words again; the error is a message that is not known.
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
