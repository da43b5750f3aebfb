//! Owns the rows of SPIR-V capabilities: the SPIR-V version that has each in core, the SPIR-V extensions that declare
//! it before, and the features, device extensions or core versions of Vulkan that permit it.
//!
//! It knows nothing of a particular target. The rows are generated: versions and extensions from the grammar of SPIR-V,
//! permissions from the Vulkan registry. A capability without a permission cannot be declared in Vulkan.

use super::tables::{CAPABILITIES, DeviceExtension, Feature, SpirvExtension};
use super::version::{SpirvVersion, VulkanVersion};
use spirv::Capability;

/// What permits a capability in Vulkan; one of a row's alternatives is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// A version of Vulkan permits it by itself.
    Core(VulkanVersion),
    /// A feature that must be enabled, or a property that must be supported.
    Has(Feature),
    /// A device extension that must be enabled.
    Via(DeviceExtension),
}

/// A row of the table.
pub(super) struct Row {
    /// The capability's number; the `spirv` crate lacks some.
    pub number: u32,
    pub core: Option<SpirvVersion>,
    /// The first is declared if all of them are possible.
    pub extensions: &'static [SpirvExtension],
    pub needs: &'static [Need],
}

macro_rules! need {
    (Core $version:ident) => {
        $crate::target::capability::Need::Core($crate::target::VulkanVersion::$version)
    };
    (Has $feature:ident) => {
        $crate::target::capability::Need::Has($crate::target::tables::Feature::$feature)
    };
    (Via $extension:ident) => {
        $crate::target::capability::Need::Via($crate::target::tables::DeviceExtension::$extension)
    };
}
pub(super) use need;

/// A line for each capability: number and name, core in SPIR-V, [SPIR-V extensions before], [alternatives in Vulkan].
macro_rules! capabilities {
    ($($number:literal $name:ident $core:ident [$($extension:ident)*] [$($need:ident($of:ident))*];)*) => {
        pub(super) static CAPABILITIES: &[$crate::target::capability::Row] = &[$($crate::target::capability::Row {
            number: $number,
            core: $crate::target::version::in_spirv::$core,
            extensions: &[$($crate::target::tables::SpirvExtension::$extension),*],
            needs: &[$($crate::target::capability::need!($need $of)),*],
        },)*];
    };
}
pub(super) use capabilities;

/// The row of a capability by its number.
pub(super) fn row(number: u32) -> Option<&'static Row> {
    let index = CAPABILITIES.binary_search_by_key(&number, |row| row.number).ok()?;
    CAPABILITIES.get(index)
}

impl Feature {
    /// The SPIR-V capabilities that the feature permits, in the order of their numbers.
    pub fn capabilities(self) -> impl Iterator<Item = Capability> {
        CAPABILITIES
            .iter()
            .filter(move |row| row.needs.contains(&Need::Has(self)))
            .filter_map(|row| Capability::from_u32(row.number))
    }
}

impl DeviceExtension {
    /// The SPIR-V capabilities that the extension permits by itself, in the order of their numbers.
    pub fn capabilities(self) -> impl Iterator<Item = Capability> {
        CAPABILITIES
            .iter()
            .filter(move |row| row.needs.contains(&Need::Via(self)))
            .filter_map(|row| Capability::from_u32(row.number))
    }
}
