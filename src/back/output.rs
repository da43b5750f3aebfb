//! What a write gives: the words, and what they need of the device.

use super::overrides::SpecConstant;
use super::proofs::Check;
use super::reflection::Reflection;
use super::requirements::{Requirements, Used, UsedExtension, UsedFeature, UsedLimit};
use crate::options::DebugLevel;
use alloc::vec::Vec;

/// What [`Writer::write`](crate::Writer::write) fills: the words of one module, and what they need of the device. Used
/// again, it keeps its buffers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// The SPIR-V words, header included; empty after an error.
    pub words: Vec<u32>,
    /// The capabilities that the words declare, each with the place that first needed it, in the order of their numbers.
    pub requirements: Vec<Used>,
    /// The Vulkan features and properties that the words need and that have no capability of their own.
    pub features: Vec<UsedFeature>,
    /// The device extensions that the words need and that neither a capability nor a feature implies.
    pub extensions: Vec<UsedExtension>,
    /// What the words use of the device's limits, as far as Vulkan has rules for shaders about them. Filled with the
    /// reflection, and where the target states limits; empty otherwise.
    pub limits: Vec<UsedLimit>,
    /// The specialization constants that the words declare, in the order of their ids; see
    /// [`Options::spec_constants`](crate::Options::spec_constants).
    pub spec_constants: Vec<SpecConstant>,
    /// What the words tell a debugger: [`DebugLevel::Lines`] where the target has no more than that.
    pub debug_level: DebugLevel,

    /// Why indices and loops are checked, in the order of the source; filled with
    /// [`Options::explain_checks`](crate::Options::explain_checks). What no entry point reaches, and indices and loops that the
    /// options leave unchecked, are not in it.
    pub checks: Vec<Check>,
    /// What a host must know of the module to use it. Filled by [`compile`](crate::compile) and
    /// [`Writer::write_reflected`](crate::Writer::write_reflected); empty otherwise.
    pub reflection: Reflection,
}

impl Output {
    /// Empties all of it and keeps its buffers.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.requirements.clear();
        self.features.clear();
        self.extensions.clear();
        self.limits.clear();
        self.spec_constants.clear();
        self.debug_level = DebugLevel::None;
        self.checks.clear();
        // Most writes reflect nothing.
        if !self.reflection.entry_points.is_empty() {
            self.reflection = Reflection::default();
        }
    }

    /// Takes what was found: capabilities in the order of their numbers, the rest in the order in which it was found.
    pub(crate) fn take(&mut self, found: &mut Requirements) {
        core::mem::swap(&mut found.used, &mut self.requirements);
        core::mem::swap(&mut found.features, &mut self.features);
        core::mem::swap(&mut found.device_extensions, &mut self.extensions);
        core::mem::swap(&mut found.limits, &mut self.limits);
    }
}
