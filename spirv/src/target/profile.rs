//! Owns device profiles: reads targets from JSON in the Vulkan Profiles schema, which `vulkaninfo --json` writes, and
//! recognizes other files that describe a device.
//!
//! A feature that a profile states is enabled, as the Profiles library enables it. A feature that it denies, or that it
//! does not state and that the version does not make mandatory, is unavailable. Formats and queue families do not
//! concern shaders and are ignored. It knows nothing of files or of shaders.

use super::driver::driver_id;
use super::report;
use super::{CooperativeMatrixProperties, DeviceDescription, Driver, Feature, Target};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde_json::{Map, Value};

/// Why a text is not a profile, or does not identify one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProfileError {
    /// The text is not JSON.
    Json(String),
    /// The text is JSON but not a profile.
    Schema(String),
    /// No profile has the name.
    Unknown {
        /// The requested name.
        name: String,
        /// The names of the file's profiles.
        known: Vec<String>,
    },
    /// There are several profiles, and no name was given.
    Several(Vec<String>),
    /// It describes a device in a form that is not read; `vulkaninfo --json` writes another one.
    Form(&'static str),
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "it is not JSON: {error}"),
            Self::Schema(error) => write!(f, "it is no profile of the Vulkan Profiles schema: {error}"),
            Self::Unknown { name, known } => write!(f, "it has no profile `{name}`; there are {}", Names(known)),
            Self::Several(names) => {
                write!(f, "it has several profiles, and one has to be named: {}", Names(names))
            }
            Self::Form(what) => write!(
                f,
                "it is {what}; `vulkaninfo --json -o device.json` writes a file that can be read (`--json=1` for the second \
                 device)"
            ),
        }
    }
}

impl core::error::Error for ProfileError {}

struct Names<'a>(&'a [String]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, name) in self.0.iter().enumerate() {
            write!(f, "{}`{name}`", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Target {
    /// The device of a profile: the JSON that `vulkaninfo --json` writes, any other of the Vulkan Profiles schema with one
    /// profile in it, or a report of the public hardware database, as the Vulkan Hardware Capability Viewer exports it.
    ///
    /// The Vulkan version, device extensions, features, the properties and limits that concern shaders, and the identity
    /// of the driver ([`Target::driver`]) are read; everything else is ignored. What the profile states and what its version makes mandatory counts as enabled: the
    /// application must enable what its modules use.
    ///
    /// ```
    /// # use spirula_spirv::target::{Feature, Support, Target};
    /// let target = Target::from_profile(
    ///     r#"{
    ///         "profiles": { "VP_phone": { "api-version": "1.1.128", "capabilities": ["device"] } },
    ///         "capabilities": { "device": {
    ///             "extensions": { "VK_KHR_shader_float16_int8": 1 },
    ///             "features": { "VkPhysicalDeviceShaderFloat16Int8Features": { "shaderFloat16": true } },
    ///             "properties": { "VkPhysicalDeviceProperties": { "limits": { "maxPushConstantsSize": 128 } } }
    ///         } }
    ///     }"#,
    /// )?;
    /// assert_eq!(target.feature(Feature::ShaderFloat16), Support::Enabled);
    /// assert_eq!(target.feature(Feature::ShaderInt8), Support::Unavailable);
    /// assert_eq!(target.limits().max_push_constants_size, Some(128));
    /// # Ok::<(), spirula_spirv::target::ProfileError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not JSON, has no profile, or has several.
    pub fn from_profile(json: &str) -> Result<Target, ProfileError> {
        read(json, None)
    }

    /// As [`Target::from_profile`], for one of several profiles.
    ///
    /// # Errors
    /// If the text is not JSON, or has no profile with the name.
    pub fn from_named_profile(json: &str, name: &str) -> Result<Target, ProfileError> {
        read(json, Some(name))
    }
}

fn read(json: &str, name: Option<&str>) -> Result<Target, ProfileError> {
    // Byte order marks are allowed in files and not in JSON.
    let json = json.trim_start_matches('\u{feff}');
    let root: Value = serde_json::from_str(json).map_err(|error| match form_of_text(json) {
        Some(form) => ProfileError::Form(form),
        None => ProfileError::Json(error.to_string()),
    })?;
    if report::is_report(&root) {
        return match name {
            None => report::read(&root),
            Some(_) => Err(ProfileError::Schema(
                "a report of the hardware database has no profiles".to_owned(),
            )),
        };
    }
    if let Some(form) = form_of_json(&root) {
        return Err(ProfileError::Form(form));
    }
    let schema = |what: &str| ProfileError::Schema(what.to_owned());
    let profiles = object(&root, "profiles").ok_or_else(|| schema("it has no `profiles`"))?;
    let blocks = object(&root, "capabilities").ok_or_else(|| schema("it has no `capabilities`"))?;
    let (name, profile) = choose(profiles, name)?;
    let version = profile
        .get("api-version")
        .and_then(Value::as_str)
        .ok_or_else(|| schema("the profile has no `api-version`"))?;
    let (major, minor) = parse_version(version)
        .ok_or_else(|| ProfileError::Schema(format!("`{version}` is no version of Vulkan: `1.3.204` is one")))?;
    let mut device = DeviceDescription::new(major, minor);
    let named = profile.get("capabilities").and_then(Value::as_array);
    for capability in named.ok_or_else(|| schema("the profile has no list `capabilities`"))? {
        let name = match capability {
            Value::String(name) => name,
            // Alternatives, any of which a device may have: only a single one is certain.
            Value::Array(alternatives) => match alternatives.as_slice() {
                [Value::String(name)] => name,
                _ => continue,
            },
            _ => return Err(schema("`capabilities` of a profile lists names")),
        };
        let block = blocks
            .get(name)
            .ok_or_else(|| ProfileError::Schema(format!("the profile names `{name}`, which `capabilities` lacks")))?;
        take(&mut device, block);
    }
    Ok(device.target().named(name))
}

/// What a text is that is not JSON, if it describes a device.
fn form_of_text(text: &str) -> Option<&'static str> {
    let start = text.trim_start();
    let titles = ["vulkaninfo", "Vulkan Info"];
    if start.starts_with('<') && titles.iter().any(|title| text.contains(title)) {
        return Some("the HTML page of `vulkaninfo --html`");
    }
    let is_printed = text.lines().take(10).any(|line| line.trim() == "VULKANINFO");
    (is_printed || text.contains("Vulkan Instance Version:")).then_some("the text that `vulkaninfo` prints")
}

/// What JSON without a profile is, if it describes a device.
fn form_of_json(root: &Value) -> Option<&'static str> {
    if root.get("VkPhysicalDeviceProperties").is_some() && root.get("profiles").is_none() {
        return Some("the JSON of a `vulkaninfo` before the Vulkan Profiles schema");
    }
    let of_viewer = ["deviceproperties", "devicelimits", "devicefeatures"];
    let has_all = of_viewer.iter().all(|key| root.get(key).is_some());
    has_all.then_some("a report of an old Hardware Capability Viewer")
}

/// The name of the wanted profile, or of the only one, and the profile.
fn choose<'j>(profiles: &'j Map<String, Value>, name: Option<&str>) -> Result<(&'j String, &'j Value), ProfileError> {
    let known = || profiles.keys().cloned().collect();
    if let Some(name) = name {
        return profiles.get_key_value(name).ok_or_else(|| ProfileError::Unknown {
            name: name.to_owned(),
            known: known(),
        });
    }
    let mut values = profiles.iter();
    match (values.next(), values.next()) {
        (Some(profile), None) => Ok(profile),
        (Some(_), Some(_)) => Err(ProfileError::Several(known())),
        (None, _) => Err(ProfileError::Schema("`profiles` is empty".to_owned())),
    }
}

/// `1.3.204` → (1, 3).
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split('.').map(str::parse);
    match (parts.next()?, parts.next()?) {
        (Ok(major), Ok(minor)) if major >= 1 => Some((major, minor)),
        _ => None,
    }
}

pub(super) fn object<'j>(value: &'j Value, key: &str) -> Option<&'j Map<String, Value>> {
    value.get(key)?.as_object()
}

/// Adds what a block of a profile states.
fn take(device: &mut DeviceDescription, block: &Value) {
    for (name, _) in object(block, "extensions").into_iter().flatten() {
        device.add_extension(name);
    }
    for structure in ["features", "properties"] {
        for (structure, members) in object(block, structure).into_iter().flatten() {
            // The schema has no such list; programs that query a device write one under the structure's name.
            if let (true, Some(list)) = (structure == "VkCooperativeMatrixPropertiesKHR", members.as_array()) {
                let known = list.iter().filter_map(CooperativeMatrixProperties::from_json);
                device.add_cooperative_matrices(known);
            }
            for (name, value) in members.as_object().into_iter().flatten() {
                if take_driver_member(device.driver_mut(), name, value) {
                    continue;
                }
                if let Some(name) = member(structure, name) {
                    take_member(device, name, value);
                }
            }
        }
    }
}

/// Takes a member that identifies the driver, and returns whether it is one. Numbers may be text.
pub(super) fn take_driver_member(driver: &mut Driver, name: &str, value: &Value) -> bool {
    let number = || match value {
        Value::String(text) => parse_number(text),
        value => value.as_u64().and_then(|number| u32::try_from(number).ok()),
    };
    let text = || value.as_str().map(str::to_owned);
    match name {
        "vendorID" => driver.vendor_id = number(),
        "deviceID" => driver.device_id = number(),
        "driverVersion" => driver.driver_version = number(),
        "deviceName" => driver.device_name = text(),
        "driverInfo" => driver.driver_info = text(),
        "driverID" => driver.driver_id = number().or_else(|| text().map(|name| driver_id(&name))),
        _ => return false,
    }
    true
}

/// `4318` or `0x10de`.
fn parse_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The name of a member in the tables. Some members have another name in the structure of a newer version, and some
/// structures have members of the same name with another meaning.
fn member<'n>(structure: &str, name: &'n str) -> Option<&'n str> {
    match (structure, name) {
        ("VkPhysicalDeviceMeshShaderFeaturesNV" | "VkPhysicalDeviceMeshShaderPropertiesNV", _) => None,
        ("VkPhysicalDeviceCooperativeMatrixFeaturesNV", "cooperativeMatrix") => Some("cooperativeMatrixNV"),
        ("VkPhysicalDeviceCooperativeMatrixFeaturesNV" | "VkPhysicalDeviceCooperativeMatrixPropertiesNV", _) => None,
        ("VkPhysicalDeviceSubgroupProperties", "supportedStages") => Some("subgroupSupportedStages"),
        ("VkPhysicalDeviceSubgroupProperties", "quadOperationsInAllStages") => {
            Some("subgroupQuadOperationsInAllStages")
        }
        (_, name) => Some(name),
    }
}

pub(super) fn take_member(device: &mut DeviceDescription, name: &str, value: &Value) {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if device.limits_mut().set_independence(name, &text).is_some() {
        return;
    }
    let known = |name: &str| Feature::known(name);
    match *value {
        Value::Bool(is) => match known(name) {
            Some(feature) if is => device.set_feature(feature, true),
            Some(_) => {}
            // A boolean property that is not a feature.
            None => {
                device.limits_mut().set(name, &[i64::from(is)]);
            }
        },
        // A mask, as the names of its bits.
        Value::Array(ref bits) if bits.iter().all(Value::is_string) => {
            let names = || bits.iter().filter_map(Value::as_str);
            if name.ends_with("SupportedStages") {
                let stages = names().fold(0, |bits, name| bits | stage_bit(name));
                device.limits_mut().set(name, &[i64::from(stages)]);
            }
            for feature in names().filter_map(known) {
                device.set_feature(feature, true);
            }
        }
        Value::Object(ref limits) if name == "limits" => {
            for (name, value) in limits {
                take_limit(device, name, value);
            }
        }
        _ => take_limit(device, name, value),
    }
}

/// `Limits` ignores limits that do not concern shaders.
fn take_limit(device: &mut DeviceDescription, name: &str, value: &Value) {
    if let Some(numbers) = numbers(value) {
        device.limits_mut().set(name, &numbers);
    }
}

/// The bit of `VkShaderStageFlags` with the given name; 0 for an unknown name.
fn stage_bit(name: &str) -> u32 {
    match name {
        "VK_SHADER_STAGE_VERTEX_BIT" => 0x1,
        "VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT" => 0x2,
        "VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT" => 0x4,
        "VK_SHADER_STAGE_GEOMETRY_BIT" => 0x8,
        "VK_SHADER_STAGE_FRAGMENT_BIT" => 0x10,
        "VK_SHADER_STAGE_COMPUTE_BIT" => 0x20,
        "VK_SHADER_STAGE_TASK_BIT_EXT" => 0x40,
        "VK_SHADER_STAGE_MESH_BIT_EXT" => 0x80,
        "VK_SHADER_STAGE_RAYGEN_BIT_KHR" => 0x100,
        "VK_SHADER_STAGE_ANY_HIT_BIT_KHR" => 0x200,
        "VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR" => 0x400,
        "VK_SHADER_STAGE_MISS_BIT_KHR" => 0x800,
        "VK_SHADER_STAGE_INTERSECTION_BIT_KHR" => 0x1000,
        "VK_SHADER_STAGE_CALLABLE_BIT_KHR" => 0x2000,
        _ => 0,
    }
}

/// A value of the schema as numbers: one number, an array of numbers, or a `VkExtent2D`.
fn numbers(value: &Value) -> Option<Vec<i64>> {
    // A number of more than 63 bits is larger than anything it limits in a shader.
    let number = |value: &Value| value.as_i64().or_else(|| value.as_u64().map(|_| i64::MAX));
    match value {
        Value::Array(values) => values.iter().map(number).collect(),
        Value::Object(extent) => ["width", "height"]
            .iter()
            .map(|&side| number(extent.get(side)?))
            .collect(),
        value => number(value).map(|number| vec![number]),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::target::Support;

    fn profile(version: &str, block: &str) -> Target {
        let json = format!(
            r#"{{"profiles": {{"VP_x": {{"api-version": "{version}", "capabilities": ["a"]}}}}, "capabilities": {{"a": {block}}}}}"#
        );
        Target::from_profile(&json).unwrap()
    }

    #[test]
    fn what_is_stated_is_enabled_and_nothing_else() {
        let target = profile(
            "1.2.170",
            r#"{"extensions": {"VK_KHR_ray_query": 1, "VK_EXT_robustness2": 1},
                "features": {"VkPhysicalDeviceRayQueryFeaturesKHR": {"rayQuery": true},
                             "VkPhysicalDeviceRobustness2FeaturesEXT": {"nullDescriptor": false}},
                "properties": {"VkPhysicalDeviceVulkan11Properties": {
                    "subgroupSize": 32, "subgroupSupportedStages": ["VK_SHADER_STAGE_COMPUTE_BIT", "VK_SHADER_STAGE_VERTEX_BIT"],
                    "subgroupSupportedOperations": ["VK_SUBGROUP_FEATURE_VOTE_BIT"], "subgroupQuadOperationsInAllStages": true}}}"#,
        );
        assert_eq!(target.to_string(), "vulkan1.2");
        for (feature, support) in [
            (Feature::RayQuery, Support::Enabled),
            (Feature::SubgroupVote, Support::Enabled),
            (Feature::SubgroupQuadOperationsInAllStages, Support::Enabled),
            (Feature::UniformBufferStandardLayout, Support::Enabled), // mandatory
            (Feature::SubgroupBallot, Support::Unavailable),
            (Feature::NullDescriptor, Support::Unavailable),
            (Feature::RobustBufferAccess2, Support::Unavailable), // the extension is there, the feature is not stated
            (Feature::ShaderInt64, Support::Unavailable),
        ] {
            assert_eq!(target.feature(feature), support, "{feature}");
        }
        assert_eq!(target.limits().subgroup_supported_stages, Some(0x21));
        assert_eq!(target.limits().subgroup_size, Some(32));
    }

    #[test]
    fn float_controls_are_taken_over() {
        use crate::target::FloatControlsIndependence as I;
        let target = profile(
            "1.1.0",
            r#"{"extensions": {"VK_KHR_shader_float_controls": 1},
                "properties": {"VkPhysicalDeviceFloatControlsPropertiesKHR": {
                    "shaderRoundingModeRTEFloat32": true, "shaderRoundingModeRTZFloat32": false,
                    "denormBehaviorIndependence": "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE_KHR",
                    "separateRoundingModeSettings": true}}}"#,
        );
        assert_eq!(target.feature(Feature::ShaderRoundingModeRTEFloat32), Support::Enabled);
        assert_eq!(
            target.feature(Feature::ShaderRoundingModeRTZFloat32),
            Support::Unavailable
        );
        assert_eq!(target.limits().denorm_behavior_independence, Some(I::None));
        assert_eq!(target.limits().rounding_mode_independence, Some(I::All));
    }

    /// Vulkan 1.1 has the subgroup properties in a structure with other names, and so do vendors' structures.
    #[test]
    fn structures_name_the_same_otherwise() {
        let target = profile(
            "1.1.128",
            r#"{"features": {"VkPhysicalDeviceMeshShaderFeaturesNV": {"meshShader": true, "taskShader": true},
                             "VkPhysicalDeviceCooperativeMatrixFeaturesNV": {"cooperativeMatrix": true}},
                "properties": {"VkPhysicalDeviceMeshShaderPropertiesNV": {"maxMeshOutputVertices": 64},
                               "VkPhysicalDeviceSubgroupProperties": {
                    "subgroupSize": 16, "supportedStages": ["VK_SHADER_STAGE_FRAGMENT_BIT"],
                    "supportedOperations": ["VK_SUBGROUP_FEATURE_BALLOT_BIT"], "quadOperationsInAllStages": true}}}"#,
        );
        for (feature, support) in [
            (Feature::MeshShader, Support::Unavailable),
            (Feature::TaskShader, Support::Unavailable),
            (Feature::CooperativeMatrix, Support::Unavailable),
            (Feature::CooperativeMatrixNV, Support::Enabled),
            (Feature::SubgroupBallot, Support::Enabled),
            (Feature::SubgroupQuadOperationsInAllStages, Support::Enabled),
        ] {
            assert_eq!(target.feature(feature), support, "{feature}");
        }
        assert_eq!(target.limits().max_mesh_output_vertices, None);
        assert_eq!(target.limits().subgroup_supported_stages, Some(0x10));
        assert_eq!(target.limits().subgroup_size, Some(16));
    }

    #[test]
    fn limits_keep_their_range() {
        let target = profile(
            "1.0.0",
            r#"{"properties": {"VkPhysicalDeviceProperties": {"limits": {"maxStorageBufferRange": 9999999999,
                "minTexelOffset": -8, "maxComputeWorkGroupSize": [64, 32, 2], "maxClipDistances": "many"}}}}"#,
        );
        let limits = target.limits();
        assert_eq!(limits.max_storage_buffer_range, Some(u32::MAX));
        assert_eq!(limits.min_texel_offset, Some(-8));
        assert_eq!(limits.max_compute_work_group_size, Some([64, 32, 2]));
        assert_eq!(limits.max_clip_distances, None);
    }

    #[test]
    fn combinations_of_matrices_are_taken_over() {
        let target = profile(
            "1.3.0",
            r#"{"properties": {"VkCooperativeMatrixPropertiesKHR": [
                {"MSize": 16, "NSize": 8, "KSize": 4, "AType": "VK_COMPONENT_TYPE_SINT8_KHR",
                 "BType": "VK_COMPONENT_TYPE_UINT8_KHR", "CType": "VK_COMPONENT_TYPE_SINT32_KHR", "ResultType": 5,
                 "saturatingAccumulation": true, "scope": "VK_SCOPE_SUBGROUP_KHR"}, {"MSize": 1}]}}"#,
        );
        let [one] = target.cooperative_matrices().unwrap() else {
            panic!("{:?}", target.cooperative_matrices());
        };
        assert_eq!((one.m_size, one.n_size, one.k_size), (16, 8, 4));
        use crate::target::ComponentType as T;
        assert_eq!(
            [one.a_type, one.b_type, one.c_type, one.result_type],
            [T::Sint8, T::Uint8, T::Sint32, T::Sint32]
        );
        assert!(one.saturating_accumulation && one.scope == spirv::Scope::Subgroup);
        assert_eq!(profile("1.3.0", "{}").cooperative_matrices(), None);
    }

    /// `vulkaninfo` writes numbers as such and the driver by its name; other programs differ.
    #[test]
    fn the_driver_is_taken_over() {
        let target = profile(
            "1.3.0",
            r#"{"properties": {
                "VkPhysicalDeviceProperties": {"vendorID": 4098, "deviceID": "0x73df", "driverVersion": 104865798,
                    "deviceName": "AMD Radeon RX 6700 XT (RADV NAVI22)", "limits": {"maxPushConstantsSize": 256}},
                "VkPhysicalDeviceVulkan12Properties": {"driverID": "VK_DRIVER_ID_MESA_RADV", "driverInfo": "Mesa 25.2.6"}}}"#,
        );
        let driver = &target.drivers()[0];
        assert_eq!((driver.vendor_id, driver.device_id), (Some(0x1002), Some(0x73df)));
        assert_eq!((driver.driver_id, driver.name()), (Some(3), Some("radv")));
        assert_eq!(driver.version().unwrap().to_string(), "25.2.6");
        assert_eq!(driver.driver_info.as_deref(), Some("Mesa 25.2.6"));
        assert_eq!(target.limits().max_push_constants_size, Some(256));
        assert!(!target.workarounds().is_empty());
        for (id, known) in [
            ("\"DRIVER_ID_SAMSUNG_PROPRIETARY\"", 21),
            ("\"VK_DRIVER_ID_IMAGINATION_OPEN_SOURCE_MESA\"", 25),
            ("\"VK_DRIVER_ID_QUALCOMM_PROPRIETARY_KHR\"", 8),
            ("\"VK_DRIVER_ID_NEW\"", 0),
            ("9", 9),
        ] {
            let block = format!(r#"{{"properties": {{"VkPhysicalDeviceDriverProperties": {{"driverID": {id}}}}}}}"#);
            let target = profile("1.1.0", &block);
            assert_eq!(target.drivers()[0].driver_id, Some(known), "{id}");
        }
        // A driver that is not known has no faults.
        let block = r#"{"properties": {"VkPhysicalDeviceDriverProperties": {"driverID": "VK_DRIVER_ID_NEW"}}}"#;
        assert!(profile("1.1.0", block).workarounds().is_empty());
        // Without a vendor, a profile does not describe a driver.
        assert!(profile("1.1.0", "{}").drivers().is_empty());
    }

    #[test]
    fn errors_of_profiles() {
        let several = r#"{"profiles": {"a": {}, "b": {}}, "capabilities": {}}"#;
        for (json, part) in [
            ("", "not JSON"),
            ("[]", "`profiles`"),
            (r#"{"profiles": {}}"#, "`capabilities`"),
            (r#"{"profiles": {}, "capabilities": {}}"#, "is empty"),
            (several, "`a`, `b`"),
            (r#"{"profiles": {"a": {}}, "capabilities": {}}"#, "`api-version`"),
            (
                r#"{"profiles": {"a": {"api-version": "new"}}, "capabilities": {}}"#,
                "`new` is no version",
            ),
            (
                r#"{"profiles": {"a": {"api-version": "1.1.0"}}, "capabilities": {}}"#,
                "list `capabilities`",
            ),
            (
                r#"{"profiles": {"a": {"api-version": "1.1.0", "capabilities": ["x"]}}, "capabilities": {}}"#,
                "names `x`",
            ),
        ] {
            let error = Target::from_profile(json).unwrap_err().to_string();
            assert!(error.contains(part), "{json}: {error}");
        }
        for (text, part) in [
            (
                "==========\nVULKANINFO\n==========\n\nVulkan Instance Version: 1.3.239\n",
                "the text that `vulkaninfo` prints",
            ),
            (
                "\n==========\r\nVULKANINFO\r\n==========\r\n",
                "the text that `vulkaninfo` prints",
            ),
            (
                "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Vulkan Info</title>",
                "the HTML page",
            ),
            ("\n<html><title>vulkaninfo</title>", "the HTML page"),
            (
                r#"{"$schema": "https://example.org/devsim_1_0_0.json#", "VkPhysicalDeviceProperties": {}}"#,
                "before the Vulkan Profiles schema",
            ),
            (
                r#"{"deviceproperties": {}, "devicelimits": {}, "devicefeatures": {}}"#,
                "an old Hardware Capability Viewer",
            ),
        ] {
            let error = Target::from_profile(text).unwrap_err().to_string();
            assert!(
                error.contains(part) && error.contains("`vulkaninfo --json -o device.json`"),
                "{error}"
            );
        }
        assert!(
            Target::from_profile("<html>")
                .unwrap_err()
                .to_string()
                .contains("not JSON")
        );
        let error = Target::from_named_profile(several, "c").unwrap_err().to_string();
        assert!(error.contains("no profile `c`"), "{error}");
        let version =
            r#"{"profiles": {"a": {"api-version": "1.1.0", "capabilities": []}, "b": {}}, "capabilities": {}}"#;
        let target = Target::from_named_profile(version, "a").unwrap();
        assert_eq!(target.to_string(), "vulkan1.1");
    }
}
