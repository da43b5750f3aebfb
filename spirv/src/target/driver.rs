//! Owns the description of the driver that compiles a module: what a device reports of it, its name on the command
//! line, and how each vendor packs its version.
//!
//! It does not know what drivers get wrong; that is in `drivers`.

use super::drivers::{self, DriverFault};
use super::names::{NameKind, UnknownName};
use super::workaround::Workarounds;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// The driver that compiles a module: the members of `VkPhysicalDeviceProperties` and
/// `VkPhysicalDeviceDriverProperties` that identify it, and the platform, which Vulkan does not report.
///
/// What is not stated could be anything, so it matches every row of the table of faults: a driver without a version has
/// the faults of all its versions.
///
/// ```
/// use spirula_spirv::target::{Driver, Platform, Workaround};
///
/// let driver = Driver::parse("radv:25.2.1")?;
/// assert!(driver.workarounds().contains(Workaround::FloatNegation));
/// assert!(!Driver::parse("radv:25.3")?.workarounds().contains(Workaround::FloatNegation));
///
/// // As a device reports itself.
/// let driver = Driver::default().with_vendor_id(0x5143).with_driver_version(0x8032_0000);
/// assert_eq!(driver.version().unwrap().to_string(), "512.800");
/// assert!(driver.workarounds().contains(Workaround::MatrixArguments));
/// let on_windows = driver.with_platform(Platform::Windows);
/// assert!(!on_windows.workarounds().contains(Workaround::MatrixArguments));
/// # Ok::<(), spirula_spirv::target::DriverError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Driver {
    /// `VkPhysicalDeviceProperties::vendorID`.
    pub vendor_id: Option<u32>,
    /// `VkPhysicalDeviceProperties::deviceID`.
    pub device_id: Option<u32>,
    /// `VkPhysicalDeviceProperties::driverVersion`, as the driver packs it.
    pub driver_version: Option<u32>,
    /// `VkPhysicalDeviceProperties::deviceName`.
    pub device_name: Option<String>,
    /// `VkPhysicalDeviceDriverProperties::driverID`, a `VkDriverId`.
    pub driver_id: Option<u32>,
    /// `VkPhysicalDeviceDriverProperties::driverInfo`.
    pub driver_info: Option<String>,
    /// The operating system.
    pub platform: Option<Platform>,
    /// Whether the process that creates the pipelines is a 32-bit one.
    pub is_32_bit: Option<bool>,
}

/// The operating system that a driver runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Platform {
    /// Android.
    Android,
    /// Windows.
    Windows,
    /// Linux, without Android.
    Linux,
    /// macOS and iOS.
    MacOs,
}

impl Platform {
    /// All platforms.
    pub const ALL: [Platform; 4] = [Self::Android, Self::Windows, Self::Linux, Self::MacOs];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Android => "android",
            Self::Windows => "windows",
            Self::Linux => "linux",
            Self::MacOs => "macos",
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The version of a driver: numbers by decreasing significance. Those that a vendor does not use are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DriverVersion(pub [u32; 4]);

impl fmt::Display for DriverVersion {
    /// At least two numbers, without further zeros at the end: `25.3`, `512.800.46`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth] = self.0;
        write!(f, "{first}.{second}")?;
        if third != 0 || fourth != 0 {
            write!(f, ".{third}")?;
        }
        if fourth != 0 {
            write!(f, ".{fourth}")?;
        }
        Ok(())
    }
}

/// Why a text does not name a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriverError {
    /// No driver or platform has the name.
    Unknown(UnknownName),
    /// The driver has no such version.
    Version {
        /// The name of the driver.
        driver: &'static str,
        /// The version that was given.
        version: String,
        /// What its versions look like.
        example: &'static str,
    },
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => name.fmt(f),
            Self::Version {
                driver,
                version,
                example,
            } => write!(f, "`{version}` is no version of `{driver}`; {example}"),
        }
    }
}

impl core::error::Error for DriverError {}

impl From<UnknownName> for DriverError {
    fn from(name: UnknownName) -> Self {
        Self::Unknown(name)
    }
}

/// A driver that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Adreno,
    Mali,
    PowerVr,
    Xclipse,
    Amd,
    Amdvlk,
    Radv,
    Intel,
    Anv,
    Nvidia,
    Nvk,
    SwiftShader,
    Turnip,
    PanVk,
    Lavapipe,
}

/// How a driver is recognized, and how it packs its version.
struct Known {
    kind: Kind,
    name: &'static str,
    vendor_id: u32,
    driver_id: u32,
    /// What the names of its devices contain. The device of a driver without `VK_KHR_driver_properties` is recognized by
    /// it among those of the same vendor.
    in_device_name: Option<&'static str>,
    packing: Packing,
}

/// How `driverVersion` is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    /// `VK_MAKE_VERSION`: 10, 10 and 12 bits.
    Vulkan,
    /// The same. Old drivers report a hash instead.
    Arm,
    /// The same with the highest bit set, so that the first number is 512, or 0 where it is read as an API version, which
    /// has a variant in the three highest bits. Drivers before Android 9 have other numbers, without this bit.
    Qualcomm,
    /// 10, 8, 8 and 6 bits.
    Nvidia,
    /// 18 and 14 bits: the last two of the four numbers of Windows' version.
    IntelWindows,
    /// The number of the change that the driver was built from.
    Imagination,
    /// As `Vulkan`. It is a number of the interface, as 2.0.353; the release is the beginning of `driverInfo`.
    Amd,
}

const fn known(
    kind: Kind,
    name: &'static str,
    vendor_id: u32,
    driver_id: u32,
    in_device_name: Option<&'static str>,
    packing: Packing,
) -> Known {
    Known {
        kind,
        name,
        vendor_id,
        driver_id,
        in_device_name,
        packing,
    }
}

/// All drivers that have a name, with their `VkDriverId`s.
const KNOWN: &[Known] = &[
    known(Kind::Adreno, "adreno", 0x5143, 8, None, Packing::Qualcomm),
    known(Kind::Mali, "mali", 0x13b5, 9, None, Packing::Arm),
    known(Kind::PowerVr, "powervr", 0x1010, 7, None, Packing::Imagination),
    known(Kind::Xclipse, "xclipse", 0x144d, 21, None, Packing::Vulkan),
    known(Kind::Amd, "amd", 0x1002, 1, None, Packing::Amd),
    known(Kind::Radv, "radv", 0x1002, 3, Some("RADV"), Packing::Vulkan),
    known(Kind::Intel, "intel", 0x8086, 5, None, Packing::IntelWindows),
    known(Kind::Anv, "anv", 0x8086, 6, None, Packing::Vulkan),
    known(Kind::Nvidia, "nvidia", 0x10de, 4, None, Packing::Nvidia),
    known(
        Kind::SwiftShader,
        "swiftshader",
        0x1ae0,
        10,
        Some("SwiftShader"),
        Packing::Vulkan,
    ),
    // No row of the table of faults has these.
    known(Kind::Amdvlk, "amdvlk", 0x1002, 2, None, Packing::Vulkan),
    known(Kind::Nvk, "nvk", 0x10de, 24, Some("NVK"), Packing::Vulkan),
    known(Kind::Turnip, "turnip", 0x5143, 18, Some("Turnip"), Packing::Vulkan),
    known(Kind::PanVk, "panvk", 0x13b5, 20, None, Packing::Vulkan),
    known(
        Kind::Lavapipe,
        "lavapipe",
        0x1_0005,
        13,
        Some("llvmpipe"),
        Packing::Vulkan,
    ),
];

/// The names of drivers that [`Driver::parse`] takes.
pub const DRIVER_NAMES: &[&str] = &{
    let mut names = [""; KNOWN.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = KNOWN[at].name;
        at += 1;
    }
    names
};

/// The names of platforms that [`Driver::on`] takes.
pub(super) const PLATFORM_NAMES: &[&str] = &["android", "windows", "linux", "macos"];

impl Kind {
    /// The name on the command line.
    pub(super) fn name(self) -> &'static str {
        let known = KNOWN.iter().find(|known| known.kind == self);
        known.map_or("", |known| known.name)
    }
}

impl Driver {
    /// The driver with a name of [`DRIVER_NAMES`], with or without a version: `adreno:512.800`, `mali:r38p1`,
    /// `radv:25.2.1`, `nvidia:580.159`, `intel:101.5590`, `amd:25.6.1`, `powervr:5742315`.
    ///
    /// # Errors
    ///
    /// If no driver has the name; the error lists those that are known. If the driver has no such version.
    pub fn parse(text: &str) -> Result<Driver, DriverError> {
        let (name, version) = match text.split_once(':') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let unknown = || UnknownName::new(name, NameKind::Driver, DRIVER_NAMES.iter().copied());
        let known = KNOWN.iter().find(|known| known.name == name).ok_or_else(unknown)?;
        let mut driver = Driver::default()
            .with_vendor_id(known.vendor_id)
            .with_driver_id(known.driver_id);
        if let Some(version) = version {
            let no_version = || DriverError::Version {
                driver: known.name,
                version: version.to_owned(),
                example: known.packing.example(),
            };
            let numbers = known.packing.parse(version).ok_or_else(no_version)?;
            match known.packing {
                // The first number of the interface's version is 2, that of a release is its year.
                Packing::Amd if numbers.0[0] > 2 => driver.driver_info = Some(version.to_owned()),
                packing => driver.driver_version = Some(packing.pack(numbers).ok_or_else(no_version)?),
            }
        }
        Ok(driver)
    }

    /// The driver on a platform, by its name on the command line: `android`, `windows`, `linux` or `macos`, also with
    /// `-32` or `-64` for the size of pointers.
    ///
    /// # Errors
    ///
    /// If no platform has the name; the error lists those that are known.
    pub fn on(mut self, name: &str) -> Result<Driver, UnknownName> {
        let (platform, is_32_bit) = match name.rsplit_once('-') {
            Some((platform, "32")) => (platform, Some(true)),
            Some((platform, "64")) => (platform, Some(false)),
            _ => (name, None),
        };
        let found = Platform::ALL.into_iter().find(|known| known.name() == platform);
        let unknown = || UnknownName::new(name, NameKind::Platform, PLATFORM_NAMES.iter().copied());
        self.platform = Some(found.ok_or_else(unknown)?);
        self.is_32_bit = is_32_bit.or(self.is_32_bit);
        Ok(self)
    }

    /// States `vendorID`.
    #[must_use]
    pub fn with_vendor_id(mut self, vendor_id: u32) -> Self {
        self.vendor_id = Some(vendor_id);
        self
    }

    /// States `deviceID`.
    #[must_use]
    pub fn with_device_id(mut self, device_id: u32) -> Self {
        self.device_id = Some(device_id);
        self
    }

    /// States `driverVersion`, as the driver packs it.
    #[must_use]
    pub fn with_driver_version(mut self, driver_version: u32) -> Self {
        self.driver_version = Some(driver_version);
        self
    }

    /// States `deviceName`.
    #[must_use]
    pub fn with_device_name(mut self, name: &str) -> Self {
        self.device_name = Some(name.to_owned());
        self
    }

    /// States `driverID`.
    #[must_use]
    pub fn with_driver_id(mut self, driver_id: u32) -> Self {
        self.driver_id = Some(driver_id);
        self
    }

    /// States `driverInfo`.
    #[must_use]
    pub fn with_driver_info(mut self, info: &str) -> Self {
        self.driver_info = Some(info.to_owned());
        self
    }

    /// States the platform.
    #[must_use]
    pub fn with_platform(mut self, platform: Platform) -> Self {
        self.platform = Some(platform);
        self
    }

    /// States whether the process is a 32-bit one.
    #[must_use]
    pub fn with_32_bit(mut self, is_32_bit: bool) -> Self {
        self.is_32_bit = Some(is_32_bit);
        self
    }

    /// The faults of the table that the driver may have, in the order of the table.
    pub fn faults(&self) -> impl Iterator<Item = &'static DriverFault> {
        drivers::FAULTS.iter().filter(|fault| fault.matches(self))
    }

    /// The workarounds for its faults.
    #[must_use]
    pub fn workarounds(&self) -> Workarounds {
        self.faults().filter_map(DriverFault::workaround).collect()
    }

    /// The name of [`DRIVER_NAMES`] that the driver has; `None` if several could be meant, or none.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let mut kinds = KNOWN.iter().filter(|known| self.may_be_known(known));
        match (kinds.next(), kinds.next()) {
            (Some(known), None) => Some(known.name),
            _ => None,
        }
    }

    /// The version, unpacked from `driverVersion` in the vendor's way. `None` if it is not stated, or if how it is packed
    /// depends on something that is not stated.
    #[must_use]
    pub fn version(&self) -> Option<DriverVersion> {
        self.packing()?.unpack(self.driver_version?)
    }

    /// The version that `driverInfo` begins with.
    pub(super) fn info_version(&self) -> Option<DriverVersion> {
        let info = self.driver_info.as_deref()?;
        let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
        let end = info.find(|letter| !is_part(letter)).unwrap_or(info.len());
        numbers(info.get(..end)?)
    }

    /// Whether the driver may be one with a name.
    pub(super) fn may_be(&self, kind: Kind) -> bool {
        KNOWN.iter().any(|known| known.kind == kind && self.may_be_known(known))
    }

    fn may_be_known(&self, known: &Known) -> bool {
        if let Some(driver_id) = self.driver_id {
            return driver_id == known.driver_id;
        }
        if let Some(named) = self.named() {
            return named.kind == known.kind;
        }
        self.vendor_id.is_none_or(|vendor_id| vendor_id == known.vendor_id)
    }

    /// The driver that the name of the device tells.
    fn named(&self) -> Option<&'static Known> {
        let name = self.device_name.as_deref()?;
        KNOWN
            .iter()
            .find(|known| known.in_device_name.is_some_and(|part| name.contains(part)))
    }

    /// How its version is packed.
    fn packing(&self) -> Option<Packing> {
        let known = match self.driver_id {
            Some(driver_id) => KNOWN.iter().find(|known| known.driver_id == driver_id),
            None => self.named().or_else(|| {
                let mut of_vendor = KNOWN.iter().filter(|known| Some(known.vendor_id) == self.vendor_id);
                of_vendor.next()
            }),
        };
        match (known.map(|known| known.packing), self.driver_id, self.platform) {
            // Intel's two drivers pack it differently.
            (Some(Packing::IntelWindows), None, None) => None,
            (Some(Packing::IntelWindows), None, Some(platform)) if platform != Platform::Windows => {
                Some(Packing::Vulkan)
            }
            (packing, ..) => Some(packing.unwrap_or(Packing::Vulkan)),
        }
    }
}

impl Packing {
    /// The numbers in `driverVersion`; `None` if it does not have any.
    fn unpack(self, packed: u32) -> Option<DriverVersion> {
        let vulkan = [packed >> 22, packed >> 12 & 0x3ff, packed & 0xfff, 0];
        let numbers = match self {
            Self::Vulkan | Self::Amd => vulkan,
            // A hash.
            Self::Arm if vulkan[0] >= 100 => return None,
            Self::Arm => vulkan,
            Self::Qualcomm if packed >> 31 == 0 => [0, packed, 0, 0],
            Self::Qualcomm => [512, vulkan[1], vulkan[2], 0],
            Self::Nvidia => [packed >> 22, packed >> 14 & 0xff, packed >> 6 & 0xff, packed & 0x3f],
            Self::IntelWindows => [packed >> 14, packed & 0x3fff, 0, 0],
            Self::Imagination => [packed, 0, 0, 0],
        };
        Some(DriverVersion(numbers))
    }

    /// The inverse of `unpack`; `None` if a number does not fit.
    fn pack(self, DriverVersion(numbers): DriverVersion) -> Option<u32> {
        let [first, second, third, fourth] = numbers;
        let fields: [(u32, u32); 4] = match self {
            Self::Vulkan | Self::Amd | Self::Arm | Self::Qualcomm => {
                [(first, 10), (second, 10), (third, 12), (fourth, 0)]
            }
            Self::Nvidia => [(first, 10), (second, 8), (third, 8), (fourth, 6)],
            Self::IntelWindows => [(first, 18), (second, 14), (third, 0), (fourth, 0)],
            Self::Imagination => return (second == 0).then_some(first),
        };
        fields.into_iter().try_fold(0, |packed: u32, (number, bits)| {
            let fits = number.checked_shr(bits).is_none_or(|rest| rest == 0);
            fits.then_some(packed << bits | number)
        })
    }

    /// The version in a text, as the vendor writes it.
    fn parse(self, text: &str) -> Option<DriverVersion> {
        match self {
            // `r38p1`, `38.1`
            Self::Arm => match text.strip_prefix('r') {
                Some(release) => numbers(&release.replacen('p', ".", 1)),
                None => numbers(text),
            },
            // `512.800.46`; some programs write it as 0.800.46 or 800.46
            Self::Qualcomm => match numbers(text)?.0 {
                [0 | 512, minor, patch, 0] => Some(DriverVersion([512, minor, patch, 0])),
                [minor, patch, 0, 0] => Some(DriverVersion([512, minor, patch, 0])),
                _ => None,
            },
            // `101.5590`, or the whole of Windows' version: `31.0.101.5590`
            Self::IntelWindows => match numbers(text)?.0 {
                [major, minor, 0, 0] => Some(DriverVersion([major, minor, 0, 0])),
                [_, _, major, minor] => Some(DriverVersion([major, minor, 0, 0])),
            },
            // `5742315`, or as in `driverInfo`: `1.11@5742315`
            Self::Imagination => numbers(text.rsplit_once('@').map_or(text, |(_, change)| change)),
            // `25.6.1`, or the interface's 2.0.353, but not Windows' 31.0.21921.1, which no report has
            Self::Amd => numbers(text).filter(|DriverVersion([.., fourth])| *fourth == 0),
            // `25.3.0-rc1`
            Self::Vulkan => numbers(text.split_once('-').map_or(text, |(release, _)| release)),
            Self::Nvidia => numbers(text),
        }
    }

    /// What its versions look like, for messages.
    const fn example(self) -> &'static str {
        match self {
            Self::Vulkan => "versions are as 25.2.1",
            Self::Arm => "versions are as r38p1 or 38.1",
            Self::Qualcomm => "versions are as 512.800.46 or 800.46",
            Self::Nvidia => "versions are as 580.159.3",
            Self::IntelWindows => "versions are as 101.5590 or 31.0.101.5590",
            Self::Imagination => "versions are as 5742315 or 1.11@5742315",
            Self::Amd => "versions are as 25.6.1, which `driverInfo` begins with, or 2.0.353",
        }
    }
}

/// One to four numbers with dots between them.
fn numbers(text: &str) -> Option<DriverVersion> {
    let mut parts = text.split('.');
    let mut numbers = [0; 4];
    for (number, part) in numbers.iter_mut().zip(&mut parts) {
        // `parse` takes a sign too.
        let digits = Some(part).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        *number = digits?.parse().ok()?;
    }
    parts.next().is_none().then_some(DriverVersion(numbers))
}

/// The number of a `VkDriverId` by its name. A name that is not known yields 0, which is no driver's.
#[cfg(feature = "profiles")]
pub(super) fn driver_id(name: &str) -> u32 {
    let name = name.strip_prefix("VK_").unwrap_or(name);
    let name = name.strip_prefix("DRIVER_ID_").unwrap_or(name);
    let name = name.strip_suffix("_KHR").unwrap_or(name);
    let names = [
        "AMD_PROPRIETARY",
        "AMD_OPEN_SOURCE",
        "MESA_RADV",
        "NVIDIA_PROPRIETARY",
        "INTEL_PROPRIETARY_WINDOWS",
        "INTEL_OPEN_SOURCE_MESA",
        "IMAGINATION_PROPRIETARY",
        "QUALCOMM_PROPRIETARY",
        "ARM_PROPRIETARY",
        "GOOGLE_SWIFTSHADER",
        "GGP_PROPRIETARY",
        "BROADCOM_PROPRIETARY",
        "MESA_LLVMPIPE",
        "MOLTENVK",
        "COREAVI_PROPRIETARY",
        "JUICE_PROPRIETARY",
        "VERISILICON_PROPRIETARY",
        "MESA_TURNIP",
        "MESA_V3DV",
        "MESA_PANVK",
        "SAMSUNG_PROPRIETARY",
        "MESA_VENUS",
        "MESA_DOZEN",
        "MESA_NVK",
        "IMAGINATION_OPEN_SOURCE_MESA",
    ];
    let numbered = (1..).zip(names).find(|(_, known)| *known == name);
    numbered.map_or(0, |(number, _)| number)
}
