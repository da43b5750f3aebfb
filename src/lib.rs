//! Spirula turns naga IR into SPIR-V that a Vulkan device accepts.
#![forbid(unsafe_code)]

pub mod layout;
pub mod words;
