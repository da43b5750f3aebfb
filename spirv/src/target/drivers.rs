//! Owns the table of what drivers get wrong: which driver, where, in which versions, what is done about it, and who
//! reported it. `docs/drivers.md` has the same rows.

use super::driver::{Driver, DriverVersion, Kind, Platform};
use super::tables::Feature;
use super::version::SpirvVersion;
use super::workaround::Workaround;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A row of the table of faults: what a driver gets wrong, and what is done about it.
///
/// ```
/// use spirula_spirv::target::{Driver, Workaround};
///
/// let driver = Driver::parse("xclipse:24")?;
/// let fault = driver.faults().find(|fault| fault.workaround() == Some(Workaround::UnsignedZeroEquality));
/// assert_eq!(fault.unwrap().source(), "crbug.com/543420711");
/// # Ok::<(), spirula_spirv::target::DriverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriverFault {
    drivers: &'static [Kind],
    platform: Option<Platform>,
    /// Whether only 32-bit processes have it.
    only_32_bit: bool,
    devices: Devices,
    versions: Versions,
    remedy: DriverRemedy,
    reason: &'static str,
    source: &'static str,
}

/// What is done about a fault of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriverRemedy {
    /// Modules are rewritten.
    Workaround(Workaround),
    /// Modules do without a feature that the device has.
    Without(Feature),
    /// Modules have at most this version of SPIR-V.
    AtMost(SpirvVersion),
    /// The values of specialization constants are written into the module, as [`specialize`](crate::specialize) does.
    Specialized,
}

impl From<Workaround> for DriverRemedy {
    fn from(workaround: Workaround) -> Self {
        Self::Workaround(workaround)
    }
}

impl DriverRemedy {
    /// Every remedy once: the workarounds in the order in which they are applied, then the others of the table.
    pub fn all() -> impl Iterator<Item = DriverRemedy> {
        let is_first = |at: usize| FAULTS.iter().position(|fault| fault.remedy == FAULTS[at].remedy) == Some(at);
        let others = (0..FAULTS.len()).filter(move |&at| FAULTS[at].workaround().is_none() && is_first(at));
        let workarounds = Workaround::ALL.iter().copied().map(Self::Workaround);
        workarounds.chain(others.map(|at| FAULTS[at].remedy))
    }

    /// The faults that it is for.
    pub fn faults(self) -> impl Iterator<Item = &'static DriverFault> {
        FAULTS.iter().filter(move |fault| fault.remedy == self)
    }

    /// The name in reports of the check's warnings about modules without the remedy: `driver/float-clamp`.
    #[cfg(feature = "check")]
    #[must_use]
    pub const fn warning(self) -> &'static str {
        match self {
            Self::Workaround(workaround) => workaround.warning(),
            Self::Without(_) => "driver/without-feature",
            Self::AtMost(_) => "driver/spirv-version",
            Self::Specialized => "driver/specialized",
        }
    }
}

impl fmt::Display for DriverRemedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Workaround(workaround) => workaround.fmt(f),
            Self::Without(feature) => write!(f, "without {}", feature.name()),
            Self::AtMost(version) => write!(f, "at most SPIR-V {version}"),
            Self::Specialized => f.write_str("specialized"),
        }
    }
}

/// The devices of a driver that have a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Devices {
    All,
    /// Those whose name contains a text.
    Named(&'static str),
    /// Those whose `deviceID`, without its lowest eight bits, is one of these.
    Generation {
        name: &'static str,
        ids: &'static [u32],
    },
}

/// The versions of a driver that have a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Versions {
    All,
    /// Those before this one.
    Before(DriverVersion),
    /// The release that `driverInfo` begins with is the first of these or a later one, and before the second.
    Release(DriverVersion, DriverVersion),
}

impl Devices {
    fn contain(self, driver: &Driver) -> bool {
        match self {
            Self::All => true,
            Self::Named(part) => driver.device_name.as_deref().is_none_or(|name| name.contains(part)),
            Self::Generation { ids, .. } => driver.device_id.is_none_or(|id| ids.contains(&(id & !0xff))),
        }
    }
}

impl Versions {
    fn contain(self, driver: &Driver) -> bool {
        match self {
            Self::All => true,
            Self::Before(first_good) => driver.version().is_none_or(|version| version < first_good),
            Self::Release(first, first_good) => driver
                .info_version()
                .is_none_or(|version| first <= version && version < first_good),
        }
    }
}

impl DriverFault {
    /// All rows of the table.
    pub const ALL: &'static [DriverFault] = FAULTS;

    /// Whether a driver may have the fault: nothing that is stated of the driver contradicts the row.
    #[must_use]
    pub fn matches(&self, driver: &Driver) -> bool {
        let agrees = |expected: Option<Platform>| match (expected, driver.platform) {
            (Some(expected), Some(stated)) => expected == stated,
            _ => true,
        };
        self.drivers.iter().any(|&kind| driver.may_be(kind))
            && agrees(self.platform)
            && (!self.only_32_bit || driver.is_32_bit != Some(false))
            && self.devices.contain(driver)
            && self.versions.contain(driver)
    }

    /// What is done about it.
    #[must_use]
    pub const fn remedy(&self) -> DriverRemedy {
        self.remedy
    }

    /// The workaround for it, if it has one.
    #[must_use]
    pub const fn workaround(&self) -> Option<Workaround> {
        match self.remedy {
            DriverRemedy::Workaround(workaround) => Some(workaround),
            DriverRemedy::Without(_) | DriverRemedy::AtMost(_) | DriverRemedy::Specialized => None,
        }
    }

    /// The names of the drivers: `intel, anv`; `not known` if no source names one.
    #[must_use]
    pub fn drivers(&self) -> String {
        if self.drivers.is_empty() {
            return "not known".to_owned();
        }
        let mut text = String::new();
        for &kind in self.drivers {
            text += if text.is_empty() { "" } else { ", " };
            text += kind.name();
        }
        text
    }

    /// The platform, devices and versions: `windows, 25.6.1 to before 26.0`; `all` if each has the fault.
    #[must_use]
    pub fn versions(&self) -> String {
        let mut parts = Vec::new();
        if let Some(platform) = self.platform {
            parts.push(platform.name().to_owned());
        }
        if self.only_32_bit {
            parts.push("32-bit processes".to_owned());
        }
        match self.devices {
            Devices::All => {}
            Devices::Named(name) => parts.push(format!("devices named {name}")),
            Devices::Generation { name, .. } => parts.push(name.to_owned()),
        }
        match self.versions {
            Versions::All => {}
            Versions::Before(first_good) => parts.push(format!("before {first_good}")),
            Versions::Release(first, first_good) => parts.push(format!("{first} to before {first_good}")),
        }
        match parts.is_empty() {
            true => "all".to_owned(),
            false => parts.join(", "),
        }
    }

    /// What the driver does wrong, without its name.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        self.reason
    }

    /// Who reported it or avoids it: a bug number, or the file of a project.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// The row with a remedy that one of the drivers has; if none has one, the first with the remedy.
    #[cfg(all(feature = "check", feature = "drivers"))]
    pub(crate) fn with_remedy(remedy: DriverRemedy, drivers: &[Driver]) -> Option<&'static DriverFault> {
        let of_drivers = remedy
            .faults()
            .find(|fault| drivers.iter().any(|driver| fault.matches(driver)));
        of_drivers.or_else(|| remedy.faults().next())
    }

    const fn on(mut self, platform: Platform) -> Self {
        self.platform = Some(platform);
        self
    }

    const fn in_32_bit_processes(mut self) -> Self {
        self.only_32_bit = true;
        self
    }

    const fn for_devices(mut self, devices: Devices) -> Self {
        self.devices = devices;
        self
    }

    const fn before(mut self, first: u32, second: u32) -> Self {
        self.versions = Versions::Before(DriverVersion([first, second, 0, 0]));
        self
    }

    const fn releases(mut self, first: [u32; 4], first_good: [u32; 4]) -> Self {
        self.versions = Versions::Release(DriverVersion(first), DriverVersion(first_good));
        self
    }
}

/// The driver, where it has the fault, and the fault: `intel (windows): a clamp of floats is wrong`.
impl fmt::Display for DriverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.drivers(), self.versions(), self.reason)
    }
}

/// A row for all platforms, devices and versions.
const fn fault(
    drivers: &'static [Kind],
    remedy: DriverRemedy,
    reason: &'static str,
    source: &'static str,
) -> DriverFault {
    DriverFault {
        drivers,
        platform: None,
        only_32_bit: false,
        devices: Devices::All,
        versions: Versions::All,
        remedy,
        reason,
        source,
    }
}

const fn rewritten(workaround: Workaround) -> DriverRemedy {
    DriverRemedy::Workaround(workaround)
}

/// Intel's ninth generation: Skylake to Comet Lake, Apollo Lake, Gemini Lake.
const INTEL_GEN9: Devices = Devices::Generation {
    name: "Gen9 devices",
    ids: &[0x1900, 0x3100, 0x3e00, 0x5900, 0x5a00, 0x9b00],
};

/// All rows: those of Dawn's toggles, in the order of its `options.h`, then its limits, then those of other projects. The
/// conditions of Dawn are those of `PhysicalDeviceVk.cpp` and `ShaderModuleVk.cpp`, with one difference: where it asks
/// for the vendor, which Mesa's drivers for the same devices share, a row has the vendor's own driver.
#[rustfmt::skip]
pub(super) const FAULTS: &[DriverFault] = &[
    fault(&[Kind::PowerVr], rewritten(Workaround::SwitchRange),
        "a switch whose literals are far apart is miscompiled",
        "crbug.com/443906252"),
    fault(&[Kind::Adreno], rewritten(Workaround::VectorMinMax),
        "a clamp of a vector changes the other components if one is NaN",
        "crbug.com/407109052"),
    fault(&[Kind::Adreno], rewritten(Workaround::HandleArguments),
        "an element of an array of textures as an argument is an internal error of the compiler",
        "Dawn, PhysicalDeviceVk.cpp"),
    fault(&[Kind::Mali], rewritten(Workaround::HandleArguments),
        "reading texels of a texture that is an argument fails",
        "crbug.com/387000529"),
    fault(&[Kind::SwiftShader], rewritten(Workaround::HandleArguments),
        "a descriptor that is passed by value loses its decorations",
        "Dawn, PhysicalDeviceVk.cpp"),
    fault(&[Kind::Mali], rewritten(Workaround::Pack4x8),
        "packing and unpacking four normalized 8-bit numbers is wrong",
        "crbug.com/379551588"),
    fault(&[Kind::Adreno], rewritten(Workaround::CompareCubeArray),
        "depth comparison on cube arrays is an error of the compiler",
        "Dawn, PhysicalDeviceVk.cpp").in_32_bit_processes(),
    fault(&[Kind::Adreno], rewritten(Workaround::CompareSample),
        "depth comparison with a linear filter is wrong",
        "crbug.com/469328925"),
    fault(&[Kind::Intel, Kind::Anv], rewritten(Workaround::HalfBroadcast),
        "a broadcast of 16-bit floats in the subgroup is wrong in some cases",
        "crbug.com/391680973").for_devices(INTEL_GEN9),
    fault(&[Kind::Adreno], rewritten(Workaround::MatrixArguments),
        "a matrix that is passed by value is wrong in the callee",
        "crbug.com/tint/2045; google/filament#5294, #6752").on(Platform::Android),
    fault(&[Kind::Radv], rewritten(Workaround::FloatNegation),
        "negations of floats are optimized wrongly",
        "crbug.com/448294721, 500099471").before(25, 3),
    fault(&[Kind::Radv], rewritten(Workaround::FloatAbsolute),
        "absolute values of floats are optimized wrongly",
        "crbug.com/448294721, 500099471").before(25, 3),
    fault(&[Kind::Radv], rewritten(Workaround::ScalarDistance),
        "distance and length of scalars are absolute values, which are optimized wrongly",
        "crbug.com/93692702").before(25, 3),
    fault(&[Kind::Anv], rewritten(Workaround::HalfSaturate),
        "a clamp to 0 and 1 of a vector of 16-bit floats from a uniform buffer is wrong",
        "crbug.com/448873316"),
    fault(&[Kind::Mali], rewritten(Workaround::CooperativeStride),
        "the stride of a cooperative matrix counts components of the matrix and not of the memory",
        "crbug.com/460209126"),
    // Dawn compares with Windows' version 31.0.22000, but Vulkan reports 2.0.N, which is always less.
    fault(&[Kind::Amd], rewritten(Workaround::NestedSubgroupMinMax),
        "the least or greatest value in the subgroup of such a value crashes the compiler",
        "crbug.com/508265321").on(Platform::Windows),
    fault(&[Kind::Xclipse], rewritten(Workaround::WorkgroupAtomicStore),
        "an atomic store to workgroup memory is wrong",
        "crbug.com/487773864"),
    fault(&[Kind::Xclipse], rewritten(Workaround::UnsignedZeroEquality),
        "a comparison of an unsigned integer with zero for equality is wrong",
        "crbug.com/543420711").before(25, 0),

    fault(&[Kind::Mali], DriverRemedy::Without(Feature::ShaderZeroInitializeWorkgroupMemory),
        "workgroup memory with a null initializer is not zero",
        "crbug.com/tint/2101"),
    fault(&[Kind::PowerVr], DriverRemedy::Without(Feature::ShaderZeroInitializeWorkgroupMemory),
        "workgroup memory with a null initializer is not always zero",
        "crbug.com/479242793"),
    fault(&[Kind::Mali], DriverRemedy::AtMost(SpirvVersion::V1_3),
        "SPIR-V 1.4 is avoided, for a reason that is not given",
        "Dawn, PhysicalDeviceVk.cpp").on(Platform::Android),

    fault(&[Kind::SwiftShader], rewritten(Workaround::SourceLanguage),
        "the emulator's graphics end at the source language WGSL",
        "water-rs/waterui#764, #849").on(Platform::Android),
    fault(&[Kind::Adreno], rewritten(Workaround::InterfaceNames),
        "pipelines fail for names of inputs and outputs",
        "gfx-rs/wgpu#1926"),
    fault(&[Kind::Amd], rewritten(Workaround::PassedInitializer),
        "a variable with an initializer that is passed to a function crashes the compiler",
        "gfx-rs/wgpu#6329").on(Platform::Windows),
    fault(&[Kind::Intel], rewritten(Workaround::FloatClamp),
        "a clamp of floats is wrong",
        "yuzu, profile.h: has_broken_spirv_clamp").on(Platform::Windows),
    // No report names the version that repaired it.
    fault(&[Kind::Adreno], rewritten(Workaround::VertexIndexEquality),
        "older drivers crash on a comparison of the vertex index with a literal",
        "yuzu-emu/yuzu#12978"),
    fault(&[Kind::Adreno], rewritten(Workaround::PrivateComponent),
        "a vertex shader that stores some components of a vector in a private array of 19 or more crashes the compiler",
        "Vita3K/Vita3K#4141").for_devices(Devices::Named("650")),
    fault(&[Kind::Adreno], rewritten(Workaround::InlineCalls),
        "calls of helper functions crash the compiler, where their code in place of the calls does not",
        "james-j-obrien/bevy_vector_shapes#71, #72").for_devices(Devices::Named("725")),
    fault(&[Kind::Mali], rewritten(Workaround::VectorAnd),
        "a bitwise and of a vector with a constant yields the constant",
        "Dolphin, DriverDetails.h: BUG_BROKEN_VECTOR_BITWISE_AND"),
    // Seen with OpenGL ES. 494 is the oldest driver in which it was looked for and not found.
    fault(&[Kind::Adreno], rewritten(Workaround::LogicalNot),
        "a negated boolean is the complement of an integer (reported for OpenGL ES)",
        "Dolphin, DriverDetails.h: BUG_BROKEN_NEGATED_BOOLEAN; dolphin-emu/dolphin#14819").before(512, 494),
    // Reported for 25.6.1, and repaired in a release that the report does not name.
    fault(&[Kind::Amd], rewritten(Workaround::DebugInfo),
        "NonSemantic.Shader.DebugInfo crashes the compiler",
        "GPUOpen-Drivers/AMD-Gfx-Drivers#61").on(Platform::Windows).releases([25, 6, 1, 0], [26, 0, 0, 0]),
    fault(&[Kind::Adreno], DriverRemedy::Specialized,
        "an operation on specialization constants as the length of a workgroup array gives wrong results",
        "Tencent/ncnn#6972").for_devices(Devices::Named("840")),
    // Reported up to 390.42; 396.18 has another compiler.
    fault(&[Kind::Nvidia], rewritten(Workaround::InlineCalls),
        "modules with many functions crash the compiler",
        "doitsujin/dxvk#64, #70, #166").before(396, 0),

    // No driver is named, so that no driver has it: it is applied where it is asked for.
    fault(&[], rewritten(Workaround::NestedSwitch),
        "a switch directly inside a switch is wrong",
        "ANGLE, wrapSwitchInIfTrue"),
];
