//! Spirula turns naga IR into SPIR-V that a Vulkan device accepts.
//!
//! ```
//! let source = "@compute @workgroup_size(64) fn main() {}";
//! let module = naga::front::wgsl::parse_str(source)?;
//! let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module)?;
//! let options = spirula::Options::new(spirula::Target::vulkan(1, 1));
//! let output = spirula::compile(&module, &info, &options)?;
//! assert_eq!(output.words[0], 0x0723_0203);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod back;
pub mod check;
pub mod error;
pub mod layout;
mod options;
pub mod target;
pub mod words;

pub use back::Writer;
pub use error::{Diagnostic, Error, ErrorKind};
pub use options::{
    BindingInfo, BindingMap, BindingSource, DebugInfo, EntryPoint, ExternalTextureBindingInfo,
    ExternalTextureBindingMap, HandleMemory, Options,
};
pub use target::{Feature, Requirement, SpirvVersion, Support, Target};

use naga::valid::ModuleInfo;

/// What a module became.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// The SPIR-V words, header included.
    pub words: Vec<u32>,
    /// The capabilities that the words declare, each with the place that first needed it, in the order of their numbers.
    pub requirements: Vec<Used>,
    /// The Vulkan features and properties that the words need besides, which no capability stands for.
    pub features: Vec<UsedFeature>,
    /// The specialization constants that the words declare, in the order of their ids; see [`Options::spec_constants`].
    pub spec_constants: Vec<SpecConstant>,
}

pub use back::{SpecConstant, Used, UsedFeature};

/// Writes one module as SPIR-V.
///
/// `info` must be what naga's validator returned for this very module, under `ValidationFlags::all()`. For many modules,
/// [`Writer`] does the same and keeps its buffers.
///
/// # Errors
///
/// See [`Writer::write`].
pub fn compile(module: &naga::Module, info: &ModuleInfo, options: &Options) -> Result<Output, Error> {
    let mut writer = Writer::new();
    let mut words = Vec::new();
    writer.write(module, info, options, &mut words)?;
    Ok(Output {
        words,
        requirements: writer.requirements().to_vec(),
        features: writer.features().to_vec(),
        spec_constants: writer.spec_constants().to_vec(),
    })
}

/// The README's example is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
