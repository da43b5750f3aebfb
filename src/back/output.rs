//! The result of a write: the words, and what they need of the device.

use super::assertions::Assertion;
use super::proofs::Check;
use super::requirements::{Requirements, Used, UsedExtension, UsedFeature, UsedLimit};
use crate::options::DebugLevel;
use alloc::vec::Vec;
#[cfg(feature = "reflection")]
use spirula_spirv::reflection::Reflection;
use spirula_spirv::reflection::SpecConstant;
use spirula_spirv::target::Applied;

/// The result of [`Writer::write`](crate::Writer::write): the words of one module, and what they need of the device. An
/// `Output` that is passed again keeps its buffers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// The SPIR-V words, header included; empty after an error.
    pub words: Vec<u32>,
    /// The capabilities that the words declare, each with the place that first needed it, by ascending number.
    pub requirements: Vec<Used>,
    /// The Vulkan features and properties that the words need and that have no capability.
    pub features: Vec<UsedFeature>,
    /// The device extensions that the words need and that neither a capability nor a feature implies.
    pub extensions: Vec<UsedExtension>,
    /// The device limits that the words use, as far as Vulkan has a rule for shaders about them. Filled together with
    /// the reflection, and when the target states limits; empty otherwise.
    pub limits: Vec<UsedLimit>,
    /// The specialization constants that the words declare, in the order of their ids; see
    /// [`Options::spec_constants`](crate::Options::spec_constants).
    pub spec_constants: Vec<SpecConstant>,
    /// The level of debug information in the words: [`DebugLevel::Lines`] where the target has no more than that.
    pub debug_level: DebugLevel,

    /// For each index, texel and loop whether it is checked at run time, and why, in source order. Filled with
    /// [`Options::explain_checks`](crate::Options::explain_checks). It leaves out code that no entry point reaches, and
    /// indices and loops that the options leave unchecked.
    pub checks: Vec<Check>,
    /// The proofs that the words assert, by ascending number. Filled with `Options::assert_proofs`.
    #[doc(hidden)]
    pub assertions: Vec<Assertion>,
    /// What was rewritten for the driver, in the order in which it was applied, and in which functions.
    pub workarounds: Vec<Applied>,
    /// What a host needs to know about the module. Filled by [`compile`](crate::compile) and
    /// [`Writer::write_reflected`](crate::Writer::write_reflected); empty otherwise.
    #[cfg(feature = "reflection")]
    pub reflection: Reflection,
}

impl Output {
    /// Clears all fields and keeps their buffers.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.requirements.clear();
        self.features.clear();
        self.extensions.clear();
        self.limits.clear();
        self.spec_constants.clear();
        self.debug_level = DebugLevel::None;
        self.checks.clear();
        self.assertions.clear();
        self.workarounds.clear();
        #[cfg(feature = "reflection")]
        // The check avoids an assignment in writes that reflect nothing.
        if !self.reflection.entry_points.is_empty() {
            self.reflection = Reflection::default();
        }
    }

    /// Takes the recorded requirements: capabilities by ascending number, the others in the order in which they were
    /// recorded.
    pub(crate) fn take(&mut self, found: &mut Requirements) {
        core::mem::swap(&mut found.used, &mut self.requirements);
        core::mem::swap(&mut found.features, &mut self.features);
        core::mem::swap(&mut found.device_extensions, &mut self.extensions);
        core::mem::swap(&mut found.limits, &mut self.limits);
    }
}
