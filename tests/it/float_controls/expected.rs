//! The expected result for float controls and a device, implemented independently of the library: the rules of
//! `SPV_KHR_float_controls`, `SPV_KHR_float_controls2` and Vulkan's "Runtime SPIR-V".

use crate::common::setup::Setup;
use std::collections::BTreeSet;

use spirula::{Denormals, EntryControls, FastMath, Feature, Rounding, SpecialValues, Target, WidthControls};
use spirv::{Capability, ExecutionMode};

pub const WIDTHS: [u32; 3] = [16, 32, 64];

/// The float controls of a shader; `used` are its float widths.
#[derive(Clone, Debug)]
pub struct Request {
    pub used: [bool; 3],
    pub denormals: [Denormals; 3],
    pub rounding: [Rounding; 3],
    pub special_values: [SpecialValues; 3],
    pub no_contraction: bool,
}

impl Request {
    pub fn plain(used: [bool; 3]) -> Self {
        Self {
            used,
            denormals: [Denormals::Unspecified; 3],
            rounding: [Rounding::Unspecified; 3],
            special_values: [SpecialValues::Unspecified; 3],
            no_contraction: false,
        }
    }

    pub fn controls(&self) -> EntryControls {
        let width = |index: usize| WidthControls {
            denormals: self.denormals[index],
            rounding: self.rounding[index],
            special_values: self.special_values[index],
        };
        EntryControls {
            f16: width(0),
            f32: width(1),
            f64: width(2),
            no_contraction: self.no_contraction,
        }
    }
}

/// The five kinds of property, in the order of the columns of [`Device::properties`].
const KINDS: [&str; 5] = [
    "shaderDenormPreserveFloat",
    "shaderDenormFlushToZeroFloat",
    "shaderRoundingModeRTEFloat",
    "shaderRoundingModeRTZFloat",
    "shaderSignedZeroInfNanPreserveFloat",
];

/// The VUID of each kind for 16 bits; those of other widths follow.
const RULES: [u32; 5] = [6296, 6299, 6302, 6305, 6293];

/// `VkShaderFloatControlsIndependence`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Independence {
    Only32Bit,
    All,
    None,
}

/// What a target allows beyond its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every extension.
    Everything,
    /// None, except those that the case names.
    CoreOnly,
    /// None, except those of the float controls.
    Named,
}

#[derive(Clone, Debug)]
pub struct Device {
    pub environment: &'static str,
    pub reach: Reach,
    /// By width and kind; `None` is not stated.
    pub properties: [[Option<bool>; 5]; 3],
    pub denormals: Option<Independence>,
    pub rounding: Option<Independence>,
}

impl Device {
    pub fn new(environment: &'static str) -> Self {
        Self {
            environment,
            reach: Reach::Everything,
            properties: [[None; 5]; 3],
            denormals: None,
            rounding: None,
        }
    }

    pub fn target(&self) -> Target {
        let mut target = Target::parse(self.environment).unwrap();
        if self.reach != Reach::Everything {
            target = target.core_only();
        }
        if self.reach == Reach::Named {
            target = target
                .extension("VK_KHR_shader_float_controls")
                .unwrap()
                .extension("VK_KHR_shader_float_controls2")
                .unwrap();
        }
        // Other features that the shaders need.
        for feature in [
            Feature::ShaderFloat16,
            Feature::ShaderFloat64,
            Feature::StorageBuffer16BitAccess,
        ] {
            target = target.enable(feature);
        }
        for (width, row) in WIDTHS.into_iter().zip(self.properties) {
            for (kind, value) in KINDS.into_iter().zip(row) {
                if let Some(value) = value {
                    let name = format!("{kind}{width}");
                    target = target.float_property(&name, &value.to_string()).unwrap();
                }
            }
        }
        let independence = [
            ("denormBehaviorIndependence", self.denormals),
            ("roundingModeIndependence", self.rounding),
        ];
        for (name, value) in independence {
            let number = match value {
                None => continue,
                Some(Independence::Only32Bit) => "0",
                Some(Independence::All) => "1",
                Some(Independence::None) => "2",
            };
            target = target.float_property(name, number).unwrap();
        }
        target
    }

    /// The minor version of Vulkan.
    fn minor(&self) -> u32 {
        let digits = self.environment.strip_prefix("vulkan1.").unwrap();
        digits[..1].parse().unwrap()
    }

    fn spirv_minor(&self) -> u32 {
        match self.environment {
            "vulkan1.0" => 0,
            "vulkan1.1" => 3,
            "vulkan1.1spv1.4" => 4,
            "vulkan1.2" => 5,
            _ => 6,
        }
    }

    /// Whether the older modes are available: core in 1.2, by extension before.
    fn has_older(&self) -> bool {
        self.minor() >= 2 || self.reach != Reach::CoreOnly
    }

    /// Whether the newer style is available: mandatory in 1.4, by extension from 1.1 on.
    fn has_newer(&self) -> bool {
        match self.minor() {
            0 => false,
            4 => true,
            _ => self.reach != Reach::CoreOnly,
        }
    }

    fn lacks(&self, width: usize, kind: usize) -> bool {
        match self.properties[width][kind] {
            Some(has) => !has,
            None => !self.has_older(),
        }
    }
}

/// The expected execution modes with their width, or width and mask; or the violated rules.
pub type Expected = Result<BTreeSet<(u32, u32, Option<u32>)>, BTreeSet<String>>;

pub fn expected(request: &Request, device: &Device) -> Expected {
    let request = &normalised(request);
    let mut broken = BTreeSet::new();
    let masks: Vec<_> = (0..3).filter_map(|width| mask(request, width)).collect();
    if !masks.is_empty() && request.special_values.contains(&SpecialValues::Preserve) {
        broken.insert("R14".to_owned());
    }
    let transforms = |mask: &FastMath| mask.bits() & 0x4_0000 != 0 && mask.bits() & 0x3_0000 != 0x3_0000;
    if masks.iter().any(transforms) {
        broken.insert("R19".to_owned());
    }
    for width in 0..3 {
        for (kind, _) in KINDS.iter().enumerate().filter(|&(kind, _)| asks(request, width, kind)) {
            if device.lacks(width, kind) {
                broken.insert(format!("{:05}", RULES[kind] + width as u32));
            }
        }
        let keeps = default_mask(request, width).is_some_and(|mask| mask & 7 != 7);
        if keeps && device.lacks(width, 4) {
            broken.insert(format!("{:05}", 9559 + 2 * width as u32));
        }
    }
    let denormals = request.denormals.map(|setting| setting as u32);
    let rounding = request.rounding.map(|setting| setting as u32);
    broken.extend(dependent(request, denormals, device.denormals, ["06289", "06290"]));
    broken.extend(dependent(request, rounding, device.rounding, ["06291", "06292"]));
    if !masks.is_empty() && !device.has_newer() {
        broken.insert("shaderFloatControls2".to_owned());
    }
    if broken.is_empty() {
        Ok(modes(request))
    } else {
        Err(broken)
    }
}

/// Removes controls for widths that the module does not use.
fn normalised(request: &Request) -> Request {
    let mut request = request.clone();
    for width in (0..3).filter(|&width| !request.used[width]) {
        request.denormals[width] = Denormals::Unspecified;
        request.rounding[width] = Rounding::Unspecified;
        request.special_values[width] = SpecialValues::Unspecified;
    }
    request
}

fn mask(request: &Request, width: usize) -> Option<FastMath> {
    match request.special_values[width] {
        SpecialValues::FastMath(mask) => Some(mask),
        SpecialValues::Unspecified | SpecialValues::Preserve => None,
    }
}

/// The default mask of a width, if the entry point has any.
fn default_mask(request: &Request, width: usize) -> Option<u32> {
    if !request.used[width] || (0..3).all(|width| mask(request, width).is_none()) {
        return None;
    }
    let bits = mask(request, width).map_or(0x7_000F, FastMath::bits);
    Some(if request.no_contraction { bits & 7 } else { bits })
}

fn asks(request: &Request, width: usize, kind: usize) -> bool {
    match kind {
        0 => request.denormals[width] == Denormals::Preserve,
        1 => request.denormals[width] == Denormals::FlushToZero,
        2 => request.rounding[width] == Rounding::ToNearestEven,
        3 => request.rounding[width] == Rounding::TowardZero,
        _ => request.special_values[width] == SpecialValues::Preserve,
    }
}

/// The violations for settings that differ between used widths although they must not.
fn dependent(
    request: &Request,
    settings: [u32; 3],
    independence: Option<Independence>,
    [only_32, none]: [&str; 2],
) -> Option<String> {
    let differ = |widths: &[usize]| {
        let values: BTreeSet<_> = widths
            .iter()
            .filter(|&&width| request.used[width])
            .map(|&width| settings[width])
            .collect();
        values.len() > 1
    };
    match independence {
        Some(Independence::Only32Bit) if differ(&[0, 2]) => Some(only_32.to_owned()),
        Some(Independence::None) if differ(&[0, 1, 2]) => Some(none.to_owned()),
        _ => None,
    }
}

fn modes(request: &Request) -> BTreeSet<(u32, u32, Option<u32>)> {
    const MODES: [ExecutionMode; 5] = [
        ExecutionMode::DenormPreserve,
        ExecutionMode::DenormFlushToZero,
        ExecutionMode::RoundingModeRTE,
        ExecutionMode::RoundingModeRTZ,
        ExecutionMode::SignedZeroInfNanPreserve,
    ];
    let mut modes = BTreeSet::new();
    for (width, bits) in WIDTHS.into_iter().enumerate() {
        for (kind, mode) in MODES.into_iter().enumerate() {
            if asks(request, width, kind) {
                modes.insert((mode as u32, bits, None));
            }
        }
        if let Some(mask) = default_mask(request, width) {
            modes.insert((ExecutionMode::FPFastMathDefault as u32, bits, Some(mask)));
        }
    }
    modes
}

/// The capabilities and extensions that the given modes need.
pub fn declarations(
    modes: &BTreeSet<(u32, u32, Option<u32>)>,
    device: &Device,
) -> (BTreeSet<u32>, BTreeSet<&'static str>) {
    let mut capabilities = BTreeSet::new();
    let mut extensions = BTreeSet::new();
    for &(mode, _, mask) in modes {
        if mask.is_some() {
            capabilities.insert(Capability::FloatControls2 as u32);
            extensions.insert("SPV_KHR_float_controls2");
        } else {
            // 4459 to 4463 are the modes, 4464 to 4468 their capabilities.
            capabilities.insert(mode + 5);
            if device.spirv_minor() < 4 {
                extensions.insert("SPV_KHR_float_controls");
            }
        }
    }
    (capabilities, extensions)
}

/// The options for a request.
pub fn options(request: &Request, device: &Device) -> Setup {
    let mut options = Setup::new(device.target());
    options.self_check = false;
    options.float_controls.default = request.controls();
    options
}
