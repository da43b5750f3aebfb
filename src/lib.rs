//! Spirula turns naga IR into SPIR-V that a Vulkan device accepts.
//!
//! A [`Target`] describes the device, [`Options`] how a shader is to be written. [`compile`] returns an [`Output`]: the
//! words, the capabilities and extensions that they need, and the reflection of the module. A [`Writer`] compiles many
//! modules for one device; it keeps its buffers between modules and can fill the same [`Output`] again. An [`Error`]
//! lists every reason why the module cannot be written, each with its source span.
//!
//! ```
//! let source = "@compute @workgroup_size(64) fn main() {}";
//! let module = naga::front::wgsl::parse_str(source)?;
//! let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module)?;
//! let target = spirula::Target::vulkan(1, 1);
//! let output = spirula::compile(&module, &info, &target, &spirula::Options::default())?;
//! let report = spirula::check::check(&output.words, &target);
//! assert!(report.is_valid());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[macro_use]
extern crate alloc;

// The module `source` names the library `spirula`, as the command line does.
#[cfg(feature = "source")]
extern crate self as spirula;

mod back;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "naga-compat")]
pub mod compat;
pub mod error;
mod ir;
mod layout;
#[cfg(feature = "source")]
mod one_call;
mod options;
#[cfg(feature = "check")]
mod self_check;
#[cfg(feature = "snapshot")]
pub mod snapshot;
#[cfg(feature = "source")]
#[doc(hidden)]
pub mod source;
#[cfg(feature = "snapshot")]
#[doc(hidden)]
pub mod switches;
pub mod words;
mod workgroup_attribute;
mod writer;

#[doc(hidden)]
pub use back::Assertion;
pub use back::{Check, CheckKind, Output, Used, UsedExtension, UsedFeature, UsedLimit};
pub use error::{Diagnostic, Error, ErrorCategory, ErrorKind};
#[cfg(feature = "source")]
pub use one_call::{ShaderError, compile_glsl, compile_wgsl};
#[doc(hidden)]
pub use options::ProofAssertions;
pub use options::{
    BindingInfo, BindingMap, BindingSource, DebugInfo, DebugLevel, Denormals, EntryControls, EntryPoint,
    ExternalTextureBindingInfo, ExternalTextureBindingMap, FastMath, FloatControls, HandleMemory, Options, Rounding,
    SourceFile, SpecialValues, TaskDispatchLimits, UnknownFloatControl, WidthControls,
};
#[cfg(feature = "diff")]
#[doc(inline)]
pub use spirula_spirv::diff;
#[cfg(feature = "listing")]
#[doc(inline)]
pub use spirula_spirv::listing;
#[cfg(feature = "drivers")]
#[doc(inline)]
pub use spirula_spirv::rewrite;
#[cfg(feature = "check")]
#[doc(inline)]
pub use spirula_spirv::{check, reflect};
#[doc(inline)]
pub use spirula_spirv::{
    reflection,
    reflection::{Reflection, SpecConstant},
    specialize, target,
};
#[doc(no_inline)]
pub use target::{Feature, Requirement, SpirvVersion, Support, Target};
#[cfg(feature = "std")]
pub use writer::WriterPool;
pub use writer::{Writer, compile};

/// Compiles the example of the README as a doctest.
#[cfg(all(doctest, feature = "source"))]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// Compiles the examples of `docs/check.md` as doctests.
#[cfg(all(doctest, feature = "check"))]
#[doc = include_str!("../docs/check.md")]
pub struct CheckPage;

/// Compiles the examples of `docs/reflection.md` as doctests.
#[cfg(all(doctest, feature = "check", feature = "source"))]
#[doc = include_str!("../docs/reflection.md")]
pub struct ReflectionPage;

/// So are those of the pages on the library, on ash, on debugging, on float controls and on bindless resources.
#[cfg(all(doctest, feature = "check", feature = "drivers", feature = "source"))]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryPage;

/// Compiles the examples of `docs/snapshots.md` as doctests.
#[cfg(all(doctest, feature = "snapshot"))]
#[doc = include_str!("../docs/snapshots.md")]
pub struct SnapshotsPage;

#[cfg(all(doctest, feature = "ash", feature = "check", feature = "source"))]
#[doc = include_str!("../docs/ash.md")]
pub struct AshPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/debugging.md")]
pub struct DebuggingPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/float-controls.md")]
pub struct FloatControlsPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/bindless.md")]
pub struct BindlessPage;

/// Compiles the examples of `docs/wgpu.md` as doctests.
#[cfg(all(doctest, feature = "naga-compat", feature = "ash"))]
#[doc = include_str!("../docs/wgpu.md")]
pub struct Wgpu;
