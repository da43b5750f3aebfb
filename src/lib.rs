//! Spirula turns naga IR into SPIR-V that a Vulkan device accepts.
#![forbid(unsafe_code)]

pub mod error;
pub mod layout;
pub mod target;
pub mod words;

pub use error::{Diagnostic, Error, ErrorKind};
pub use target::{Feature, Requirement, SpirvVersion, Support, Target};
