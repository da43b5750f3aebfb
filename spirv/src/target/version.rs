//! Owns the versions and environments that a module can be written for, with their names on the command line: Vulkan
//! 1.0 to 1.4, SPIR-V 1.0 to 1.6, and the universal environment with its addressing models.
//!
//! It knows nothing of features. Implements "Versions and Formats" of the Vulkan Environment for SPIR-V, and the
//! version word of SPIR-V §2.3, "Physical Layout of a SPIR-V Module and Instruction".

use alloc::string::ToString;
use core::fmt;

/// A version of SPIR-V, as in the second word of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names of the variants are sufficient
#[non_exhaustive]
pub enum SpirvVersion {
    V1_0,
    V1_1,
    V1_2,
    V1_3,
    V1_4,
    V1_5,
    V1_6,
}

impl SpirvVersion {
    /// Every version, oldest first.
    pub const ALL: [SpirvVersion; 7] = [
        Self::V1_0,
        Self::V1_1,
        Self::V1_2,
        Self::V1_3,
        Self::V1_4,
        Self::V1_5,
        Self::V1_6,
    ];

    /// The word of the module header: the bytes 0, major, minor, 0, highest first (SPIR-V §2.3, "Physical Layout of a
    /// SPIR-V Module and Instruction").
    pub const fn word(self) -> u32 {
        0x0001_0000 | ((self as u32) << 8)
    }

    /// The version with the given word in the module header, if this crate knows it.
    pub fn from_word(word: u32) -> Option<SpirvVersion> {
        Self::ALL.into_iter().find(|version| version.word() == word)
    }

    /// The minor version number; the major one is always 1.
    pub const fn minor(self) -> u32 {
        self as u32
    }

    /// The name of the oldest Vulkan environment that accepts modules of the version, as [`Target::parse`] takes it:
    /// `vulkan1.0` for 1.0, `vulkan1.1` for 1.1 to 1.3, `vulkan1.1spv1.4` for 1.4 (`VK_KHR_spirv_1_4`), `vulkan1.2` for
    /// 1.5 and `vulkan1.3` for 1.6 (Vulkan, SPIR-V Environment, "Versions and Formats").
    ///
    /// [`Target::parse`]: super::Target::parse
    ///
    /// ```
    /// use spirula_spirv::target::{SpirvVersion, Target};
    ///
    /// let target = Target::parse(SpirvVersion::V1_5.oldest_vulkan())?;
    /// assert_eq!(target, Target::vulkan(1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn oldest_vulkan(self) -> &'static str {
        match self {
            Self::V1_0 => "vulkan1.0",
            Self::V1_1 | Self::V1_2 | Self::V1_3 => "vulkan1.1",
            Self::V1_4 => "vulkan1.1spv1.4",
            Self::V1_5 => "vulkan1.2",
            Self::V1_6 => "vulkan1.3",
        }
    }

    fn parse(text: &str) -> Option<SpirvVersion> {
        Self::ALL.into_iter().find(|version| version.to_string() == text)
    }
}

impl fmt::Display for SpirvVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor())
    }
}

/// A version of the Vulkan API, as `VkPhysicalDeviceProperties::apiVersion` reports it without its patch number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names of the variants are sufficient
#[non_exhaustive]
pub enum VulkanVersion {
    V1_0,
    V1_1,
    V1_2,
    V1_3,
    V1_4,
}

impl VulkanVersion {
    /// Every version, oldest first.
    pub const ALL: [VulkanVersion; 5] = [Self::V1_0, Self::V1_1, Self::V1_2, Self::V1_3, Self::V1_4];

    /// The known version nearest to `major.minor`: an implementation of a later version accepts everything that an
    /// earlier one does.
    pub fn nearest(major: u32, minor: u32) -> VulkanVersion {
        match (major, minor) {
            (0, _) | (1, 0) => Self::V1_0,
            (1, 1) => Self::V1_1,
            (1, 2) => Self::V1_2,
            (1, 3) => Self::V1_3,
            _ => Self::V1_4,
        }
    }

    /// The minor version number; the major one is always 1.
    pub const fn minor(self) -> u32 {
        self as u32
    }

    /// The newest SPIR-V that every implementation of this version accepts.
    pub(crate) const fn newest_spirv(self) -> SpirvVersion {
        match self {
            Self::V1_0 => SpirvVersion::V1_0,
            Self::V1_1 => SpirvVersion::V1_3,
            Self::V1_2 => SpirvVersion::V1_5,
            Self::V1_3 | Self::V1_4 => SpirvVersion::V1_6,
        }
    }
}

impl fmt::Display for VulkanVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor())
    }
}

/// The addressing model of a universal target (SPIR-V §3.4, "Addressing Model"). Vulkan targets always use `Logical`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Addressing {
    /// Pointers have no size.
    Logical,
    /// Addresses and bindless handles are 32 bits wide.
    Physical32,
    /// Addresses and bindless handles are 64 bits wide.
    Physical64,
}

/// The consumer of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Environment {
    /// A Vulkan implementation of this version: the Vulkan Environment for SPIR-V applies.
    Vulkan(VulkanVersion),
    /// Any consumer: only SPIR-V's own rules apply.
    Universal(Addressing),
}

/// The names of `spirv-val --target-env` that [`Target::parse`](super::Target::parse) accepts.
pub const TARGET_NAMES: &[&str] = &[
    "vulkan1.0",
    "vulkan1.1",
    "vulkan1.1spv1.4",
    "vulkan1.2",
    "vulkan1.3",
    "vulkan1.4",
    "spv1.0",
    "spv1.1",
    "spv1.2",
    "spv1.3",
    "spv1.4",
    "spv1.5",
    "spv1.6",
];

/// The environment and SPIR-V version with the given name; `vulkan1.N` has the newest SPIR-V of that version.
///
/// Besides [`TARGET_NAMES`] it accepts `universal1.N` for `spv1.N`, both also with the suffix `-physical32` or
/// `-physical64` for the addressing model, and any `vulkan1.NspvM` whose SPIR-V the Vulkan version accepts.
pub(super) fn parse(name: &str) -> Option<(Environment, SpirvVersion)> {
    if let Some(version) = name.strip_prefix("spv").or_else(|| name.strip_prefix("universal")) {
        let (version, addressing) = match version.split_once('-') {
            None => (version, Addressing::Logical),
            Some((version, "physical32")) => (version, Addressing::Physical32),
            Some((version, "physical64")) => (version, Addressing::Physical64),
            Some(_) => return None,
        };
        return Some((Environment::Universal(addressing), SpirvVersion::parse(version)?));
    }
    let rest = name.strip_prefix("vulkan")?;
    let (vulkan, spirv) = match rest.split_once("spv") {
        Some((vulkan, spirv)) => (vulkan, Some(SpirvVersion::parse(spirv)?)),
        None => (rest, None),
    };
    let vulkan = VulkanVersion::ALL
        .into_iter()
        .find(|version| version.to_string() == vulkan)?;
    let spirv = spirv.unwrap_or(vulkan.newest_spirv());
    (spirv <= newest_with_extension(vulkan)).then_some((Environment::Vulkan(vulkan), spirv))
}

/// The newest SPIR-V that some implementations of a version accept: `VK_KHR_spirv_1_4` adds one to Vulkan 1.1.
pub(super) const fn newest_with_extension(vulkan: VulkanVersion) -> SpirvVersion {
    match vulkan {
        VulkanVersion::V1_1 => SpirvVersion::V1_4,
        _ => vulkan.newest_spirv(),
    }
}

/// Columns of the tables: the SPIR-V version that has something in core. Some values are not used by any row today.
#[allow(dead_code)]
pub(super) mod in_spirv {
    use super::SpirvVersion;
    pub(crate) const NONE: Option<SpirvVersion> = None;
    pub(crate) const V1_0: Option<SpirvVersion> = Some(SpirvVersion::V1_0);
    pub(crate) const V1_1: Option<SpirvVersion> = Some(SpirvVersion::V1_1);
    pub(crate) const V1_2: Option<SpirvVersion> = Some(SpirvVersion::V1_2);
    pub(crate) const V1_3: Option<SpirvVersion> = Some(SpirvVersion::V1_3);
    pub(crate) const V1_4: Option<SpirvVersion> = Some(SpirvVersion::V1_4);
    pub(crate) const V1_5: Option<SpirvVersion> = Some(SpirvVersion::V1_5);
    pub(crate) const V1_6: Option<SpirvVersion> = Some(SpirvVersion::V1_6);
}

/// Columns of the tables: the Vulkan version that has something in core.
pub(super) mod in_vulkan {
    use super::VulkanVersion;
    pub(crate) const NONE: Option<VulkanVersion> = None;
    pub(crate) const V1_0: Option<VulkanVersion> = Some(VulkanVersion::V1_0);
    pub(crate) const V1_1: Option<VulkanVersion> = Some(VulkanVersion::V1_1);
    pub(crate) const V1_2: Option<VulkanVersion> = Some(VulkanVersion::V1_2);
    pub(crate) const V1_3: Option<VulkanVersion> = Some(VulkanVersion::V1_3);
    pub(crate) const V1_4: Option<VulkanVersion> = Some(VulkanVersion::V1_4);
}
