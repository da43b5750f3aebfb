//! Owns the rows of SPIR-V capabilities: the SPIR-V version that has each in core, the SPIR-V extensions that declare
//! it before, and the features, device extensions or core versions of Vulkan that permit it.
//!
//! It knows nothing of a particular target. The rows are generated: versions and extensions from the grammar of SPIR-V,
//! permissions from the Vulkan registry. A capability without a permission cannot be declared in Vulkan.

use super::tables::{CAPABILITIES, DeviceExtension, Feature, SpirvExtension};
use super::version::{SpirvVersion, VulkanVersion};
use crate::packed::Lists;
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

/// The table of capabilities.
pub(super) struct Capabilities {
    /// The numbers in ascending order; the `spirv` crate lacks some.
    pub numbers: &'static [u32],
    pub core: &'static [Option<SpirvVersion>],
    pub extensions: Lists<SpirvExtension>,
    pub needs: Lists<Need>,
}

/// A row of the table.
#[derive(Clone, Copy)]
pub(super) struct Row {
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
        pub(super) static CAPABILITIES: $crate::target::capability::Capabilities =
            $crate::target::capability::Capabilities {
                numbers: &[$($number),*],
                core: &[$($crate::target::version::in_spirv::$core),*],
                extensions: $crate::packed::lists![
                    SpirvExtension; $([$(SpirvExtension::$extension),*]),*
                ],
                needs: $crate::packed::lists![
                    $crate::target::capability::Need; $([$($crate::target::capability::need!($need $of)),*]),*
                ],
            };
    };
}
pub(super) use capabilities;

/// The row of a capability by its number.
pub(super) fn row(number: u32) -> Option<Row> {
    CAPABILITIES.numbers.binary_search(&number).ok().map(row_at)
}

fn row_at(at: usize) -> Row {
    Row {
        number: CAPABILITIES.numbers[at],
        core: CAPABILITIES.core[at],
        extensions: CAPABILITIES.extensions.get(at),
        needs: CAPABILITIES.needs.get(at),
    }
}

/// The rows of all capabilities, in the order of their numbers.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    (0..CAPABILITIES.numbers.len()).map(row_at)
}

impl Feature {
    /// The SPIR-V capabilities that the feature permits, in the order of their numbers.
    pub fn capabilities(self) -> impl Iterator<Item = Capability> {
        rows()
            .filter(move |row| row.needs.contains(&Need::Has(self)))
            .filter_map(|row| Capability::from_u32(row.number))
    }
}

impl DeviceExtension {
    /// The SPIR-V capabilities that the extension permits by itself, in the order of their numbers.
    pub fn capabilities(self) -> impl Iterator<Item = Capability> {
        rows()
            .filter(move |row| row.needs.contains(&Need::Via(self)))
            .filter_map(|row| Capability::from_u32(row.number))
    }
}
