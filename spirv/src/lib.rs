//! SPIR-V modules of any compiler: a validator for Vulkan, reflection, assembly and disassembly, the grammar, and what
//! devices support.
//!
//! * [`check`](mod@check) validates a module against the rules of SPIR-V and of a [`Target`]: a Vulkan version or one
//!   device. A report names each rule that is broken, with the instruction.
//! * [`reflect`] lists the resources, inputs, outputs and specialization constants of a module in the types of
//!   [`reflection`], which compute the pipeline layout too.
//! * [`rewrite`] replaces what a driver is known to get wrong.
//! * [`specialize`](mod@specialize) resolves specialization constants.
//! * [`words`] reads and writes modules as text, and gives the [grammar](words::grammar) of each instruction.
//! * [`target`] has the features, extensions and limits of Vulkan devices, and the capabilities that they permit.
//!
//! ```
//! use spirula_spirv::{Target, check, words};
//!
//! let words = words::assemble_text(
//!     "OpCapability Shader
//!      OpMemoryModel Logical GLSL450
//!      OpEntryPoint GLCompute %main \"main\"
//!      OpExecutionMode %main LocalSize 64 1 1
//!      %void = OpTypeVoid
//!      %signature = OpTypeFunction %void
//!      %main = OpFunction %void None %signature
//!      %entry = OpLabel
//!      OpReturn
//!      OpFunctionEnd",
//!     0x0001_0000,
//! )?;
//! let report = check::check(&words, &Target::vulkan(1, 1));
//! assert!(report.is_valid());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the feature `check`, which the first two need, the crate is `no_std` with `alloc`.
#![cfg_attr(not(any(feature = "check", test)), no_std)]
#![forbid(unsafe_code)]

// `check` shares nothing with Spirula's writer but this crate's tables: the grammar and what targets support.

#[macro_use]
extern crate alloc;

#[cfg(feature = "cases")]
mod cases;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "diff")]
pub mod diff;
#[doc(hidden)]
pub mod internal;
#[cfg(feature = "listing")]
pub mod listing;
mod nearest;
mod packed;
mod pipeline_layout;
#[cfg(feature = "check")]
pub mod reflect;
pub mod reflection;
#[cfg(feature = "drivers")]
pub mod rewrite;
mod sort;
pub mod specialize;
pub mod target;
pub mod words;

pub use reflection::Reflection;
pub use target::{Feature, Requirement, SpirvVersion, Support, Target};

/// Compiles the example of the README as a doctest.
#[cfg(all(doctest, feature = "check"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
