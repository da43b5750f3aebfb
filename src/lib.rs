//! Spirula turns naga IR into SPIR-V that a Vulkan device accepts.
//!
//! A [`Target`] describes the device, [`Options`] say what to write of a shader and how. [`compile`] gives an [`Output`]: the
//! words, what they need of the device, and the reflection of the module. A [`Writer`] does it for many modules of one
//! device: it keeps its buffers, and fills an [`Output`] that is used again. An [`Error`] lists everything that keeps the
//! module from being written, each with its place.
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
#![forbid(unsafe_code)]

// The name by which `source` has the library in the command line too.
#[cfg(feature = "build")]
extern crate self as spirula;

mod back;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "naga-compat")]
pub mod compat;
pub mod error;
mod ir;
mod layout;
mod nearest;
mod options;
mod pipeline_layout;
#[cfg(feature = "check")]
pub mod reflect;
#[cfg(feature = "check")]
mod self_check;
#[cfg(feature = "build")]
#[allow(dead_code, unused_imports, reason = "the command line uses the rest")]
mod source;
pub mod target;
pub mod words;
mod writer;

pub use back::reflection;
pub use back::reflection::Reflection;
pub use back::{Check, CheckKind, Output, SpecConstant, Used, UsedExtension, UsedFeature, UsedLimit};
pub use error::{Diagnostic, Error, ErrorCategory, ErrorKind};
pub use options::{
    BindingInfo, BindingMap, BindingSource, DebugInfo, DebugLevel, Denormals, EntryControls, EntryPoint,
    ExternalTextureBindingInfo, ExternalTextureBindingMap, FastMath, FloatControls, HandleMemory, Options, Rounding,
    SourceFile, SpecialValues, TaskDispatchLimits, UnknownFloatControl, WidthControls,
};
pub use target::{Feature, Requirement, SpirvVersion, Support, Target};
pub use writer::{Writer, WriterPool, compile};

/// The README's example is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// So is that of the page on checking.
#[cfg(all(doctest, feature = "check"))]
#[doc = include_str!("../docs/check.md")]
pub struct CheckPage;

/// So is that of the page on reflection.
#[cfg(doctest)]
#[doc = include_str!("../docs/reflection.md")]
pub struct ReflectionPage;

/// So are those of the pages on the installation, on ash, on float controls and on bindless resources.
#[cfg(doctest)]
#[doc = include_str!("../docs/install.md")]
pub struct InstallPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/ash.md")]
pub struct AshPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/float-controls.md")]
pub struct FloatControlsPage;

#[cfg(doctest)]
#[doc = include_str!("../docs/bindless.md")]
pub struct BindlessPage;

/// So are those of the page for wgpu.
#[cfg(all(doctest, feature = "naga-compat", feature = "ash"))]
#[doc = include_str!("../docs/wgpu.md")]
pub struct Wgpu;
