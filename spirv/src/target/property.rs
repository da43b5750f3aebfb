//! Owns the properties of `VkPhysicalDeviceFloatControlsProperties` by their Vulkan names, for programs that read a
//! device's properties one by one: fifteen booleans, which are in the feature table, and the two independences.
//!
//! It knows nothing of files.

use super::{Feature, FloatControlsIndependence, Limits, Target};
use crate::nearest::nearest;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

impl FloatControlsIndependence {
    /// The value of `VkShaderFloatControlsIndependence`. The first revisions of the extension had a boolean, whose
    /// values 0 and 1 have the same meaning. Unknown values are read as *none*, so that a value of a newer driver is
    /// not mistaken for *all*.
    pub const fn from_value(value: u32) -> Self {
        match value {
            0 => Self::Only32Bit,
            1 => Self::All,
            _ => Self::None,
        }
    }

    /// The enumerant's name, as used in profiles.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Only32Bit => "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY",
            Self::All => "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL",
            Self::None => "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE",
        }
    }

    /// The value of an enumerant's name, also with the suffix `_KHR`, or of a number.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let name = text.strip_suffix("_KHR").unwrap_or(text);
        [Self::Only32Bit, Self::All, Self::None]
            .into_iter()
            .find(|value| value.name() == name)
            .or_else(|| text.parse().ok().map(Self::from_value))
            .or_else(|| boolean(text).map(|all| Self::from_value(u32::from(all))))
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "VK_TRUE" | "1" => Some(true),
        "false" | "VK_FALSE" | "0" => Some(false),
        _ => None,
    }
}

/// A property of the float controls that does not exist, or an invalid value for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProperty {
    name: String,
    value: String,
    /// The nearest name of a property, if the name is unknown.
    nearest: Option<&'static str>,
}

impl fmt::Display for UnknownProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no property of the float controls is `{}` = `{}`",
            self.name, self.value
        )?;
        match self.nearest {
            Some(nearest) => write!(f, "; the nearest is `{nearest}`"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownProperty {}

/// The names of the properties.
fn float_properties() -> impl Iterator<Item = &'static str> {
    let controls = Feature::ALL.iter().filter(|feature| feature.is_float_control());
    let names = controls.map(|feature| feature.name());
    names.chain(["denormBehaviorIndependence", "roundingModeIndependence"])
}

impl Target {
    /// Sets a property of the device's float controls by its name: `shaderRoundingModeRTEFloat16` etc. to true or
    /// false, `denormBehaviorIndependence` and `roundingModeIndependence` to an enumerant. The others keep the
    /// version's defaults.
    ///
    /// ```
    /// use spirula_spirv::Target;
    ///
    /// let target = Target::vulkan(1, 2)
    ///     .float_property("shaderDenormPreserveFloat32", "false")?
    ///     .float_property("denormBehaviorIndependence", "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL")?;
    /// # Ok::<(), spirula_spirv::target::UnknownProperty>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such property, or the value is invalid for it.
    pub fn float_property(mut self, name: &str, value: &str) -> Result<Self, UnknownProperty> {
        let unknown = || UnknownProperty {
            name: name.to_owned(),
            value: value.to_owned(),
            nearest: None,
        };
        match self.limits.set_independence(name, value) {
            Some(true) => return Ok(self),
            Some(false) => return Err(unknown()),
            None => {}
        }
        let feature = Feature::known(name).filter(|feature| feature.is_float_control());
        let feature = feature.ok_or_else(|| UnknownProperty {
            nearest: nearest(name, &mut float_properties()),
            ..unknown()
        })?;
        let has = boolean(value).ok_or_else(unknown)?;
        Ok(if has {
            self.enable(feature)
        } else {
            self.disable(feature)
        })
    }
}

impl Limits {
    /// Sets one of the two independences, by its name or by its name in the first revisions of the extension. `None`
    /// for another name; otherwise whether the value is valid.
    pub(super) fn set_independence(&mut self, name: &str, value: &str) -> Option<bool> {
        let place = match name {
            "denormBehaviorIndependence" | "separateDenormSettings" => &mut self.denorm_behavior_independence,
            "roundingModeIndependence" | "separateRoundingModeSettings" => &mut self.rounding_mode_independence,
            _ => return None,
        };
        let value = FloatControlsIndependence::from_text(value);
        *place = value.or(*place);
        Some(value.is_some())
    }
}

impl Feature {
    /// Whether it is a property of the float controls.
    fn is_float_control(self) -> bool {
        (Self::ShaderSignedZeroInfNanPreserveFloat16..=Self::ShaderRoundingModeRTZFloat64).contains(&self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::target::Support;

    #[test]
    fn properties_have_names() {
        let controls = Feature::ALL.iter().filter(|feature| feature.is_float_control());
        assert_eq!(controls.clone().count(), 15);
        for feature in controls {
            let target = |value| Target::vulkan(1, 4).float_property(feature.name(), value).unwrap();
            assert_eq!(target("true").feature(*feature), Support::Enabled);
            assert_eq!(target("false").feature(*feature), Support::Unavailable);
        }
    }

    #[test]
    fn independence_is_a_name_or_a_number_or_an_old_boolean() {
        use FloatControlsIndependence as I;
        for (text, value) in [
            ("VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY", I::Only32Bit),
            ("VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL_KHR", I::All),
            ("VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE", I::None),
            ("0", I::Only32Bit),
            ("1", I::All),
            ("2", I::None),
            ("3", I::None),
            ("false", I::Only32Bit),
            ("true", I::All),
        ] {
            let target = Target::vulkan(1, 2)
                .float_property("roundingModeIndependence", text)
                .unwrap();
            assert_eq!(target.limits().rounding_mode_independence, Some(value), "{text}");
        }
        for (name, value) in [
            ("roundingModeIndependence", "SOME"),
            ("shaderRoundingModeRTEFloat16", "perhaps"),
            ("shaderFloat16", "true"),
            ("shaderRoundingModeRTEFloat128", "true"),
        ] {
            let error = Target::vulkan(1, 2).float_property(name, value).unwrap_err();
            assert!(error.to_string().contains(name));
            let near = (name == "shaderRoundingModeRTEFloat128").then_some("shaderRoundingModeRTEFloat16");
            assert_eq!(error.nearest, near, "{name}");
        }
    }
}
