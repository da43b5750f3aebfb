//! Owns reports of the public hardware database: the JSON that the Vulkan Hardware Capability Viewer exports, and that
//! the database offers for each of its reports.
//!
//! | in the report | what it has |
//! |---|---|
//! | `properties` | the Vulkan version, the identity of the driver, `limits` and `subgroupProperties` |
//! | `features`, `core11` to `core14` | features and properties by name, where 0 and 1 are booleans and masks are numbers |
//! | `extended` | features and properties of extensions, as lists of rows; values are text |
//! | `extensions` | the device extensions |
//! | `environment` | the platform |
//!
//! Values are converted to the form of the Vulkan Profiles schema, and read as such (`profile`). It knows nothing of
//! files.

use super::profile::{ProfileError, object, take_driver_member, take_member};
use super::{DeviceDescription, Feature, Platform, Target};
use alloc::borrow::ToOwned;
use alloc::string::String;
use serde_json::Value;

/// The bits of `VkSubgroupFeatureFlags`, from the lowest.
const SUBGROUP_OPERATIONS: [Feature; 9] = [
    Feature::SubgroupBasic,
    Feature::SubgroupVote,
    Feature::SubgroupArithmetic,
    Feature::SubgroupBallot,
    Feature::SubgroupShuffle,
    Feature::SubgroupShuffleRelative,
    Feature::SubgroupClustered,
    Feature::SubgroupQuad,
    Feature::SubgroupPartitioned,
];

/// Extensions with members of the same name as other extensions, and another meaning.
const NAMESAKES: [&str; 2] = ["VK_NV_mesh_shader", "VK_NV_cooperative_matrix"];

/// Whether JSON is such a report.
pub(super) fn is_report(root: &Value) -> bool {
    let limits = object(root, "properties").and_then(|properties| properties.get("limits"));
    limits.is_some() && root.get("extensions").is_some_and(Value::is_array)
}

/// The device of a report.
pub(super) fn read(root: &Value) -> Result<Target, ProfileError> {
    let schema = |what: &str| ProfileError::Schema(what.to_owned());
    let properties = object(root, "properties").ok_or_else(|| schema("it has no `properties`"))?;
    let version = properties.get("apiVersion").and_then(Value::as_u64);
    let version = version.and_then(|version| u32::try_from(version).ok());
    let (major, minor) = match version.map(|version| (version >> 22 & 0x7f, version >> 12 & 0x3ff)) {
        Some((major, minor)) if major >= 1 => (major, minor),
        _ => {
            return Err(schema(
                "`apiVersion` of `properties` is no number of a version of Vulkan",
            ));
        }
    };
    let mut device = DeviceDescription::new(major, minor);
    for extension in root.get("extensions").and_then(Value::as_array).into_iter().flatten() {
        if let Some(name) = extension.get("extensionName").and_then(Value::as_str) {
            device.add_extension(name);
        }
    }
    for (name, value) in properties {
        take(&mut device, name, value);
    }
    if let Some(subgroups) = properties.get("subgroupProperties") {
        for (own, name) in [
            ("subgroupSize", "subgroupSize"),
            ("supportedStages", "subgroupSupportedStages"),
            ("supportedOperations", "subgroupSupportedOperations"),
            ("quadOperationsInAllStages", "subgroupQuadOperationsInAllStages"),
        ] {
            if let Some(value) = subgroups.get(own) {
                take(&mut device, name, value);
            }
        }
    }
    let of_versions = ["core11", "core12", "core13", "core14"].map(|core| root.get(core));
    let of_versions = of_versions.into_iter().flatten();
    let structures = of_versions.flat_map(|core| [core.get("features"), core.get("properties")]);
    for members in structures
        .chain([properties.get("limits"), root.get("features")])
        .flatten()
    {
        for (name, value) in members.as_object().into_iter().flatten() {
            take(&mut device, name, value);
        }
    }
    take_extended(&mut device, root);
    let platform = object(root, "environment").and_then(|environment| environment.get("name"));
    device.driver_mut().platform = platform.and_then(Value::as_str).and_then(platform_named);
    let name = properties.get("deviceName").and_then(Value::as_str);
    Ok(device.target().named(name.unwrap_or("the device")))
}

/// Takes the rows of `extended`: those whose name is a feature or limit of their extension.
fn take_extended(device: &mut DeviceDescription, root: &Value) {
    let Some(extended) = object(root, "extended") else {
        return;
    };
    let rows = |list: &str| extended.get(list).and_then(Value::as_array).into_iter().flatten();
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    for row in rows("devicefeatures2") {
        let (Some(extension), Some(name)) = (text(row, "extension"), text(row, "name")) else {
            continue;
        };
        let name = match (extension.as_str(), name.as_str()) {
            ("VK_NV_cooperative_matrix", "cooperativeMatrix") => "cooperativeMatrixNV",
            (_, name) => name,
        };
        let is_supported = row.get("supported").and_then(Value::as_bool) == Some(true);
        let feature = Feature::known(name).filter(|_| is_supported);
        let has = |feature: &Feature| feature.extensions().iter().any(|own| own.name() == extension);
        if let Some(feature) = feature.filter(has) {
            device.set_feature(feature, true);
        }
    }
    for row in rows("deviceproperties2") {
        if let (Some(extension), Some(name), Some(value)) =
            (text(row, "extension"), text(row, "name"), row.get("value"))
            && !NAMESAKES.contains(&extension.as_str())
        {
            take(device, &name, value);
        }
    }
}

/// Takes a member of a structure.
fn take(device: &mut DeviceDescription, name: &str, value: &Value) {
    if take_driver_member(device.driver_mut(), name, value) {
        return;
    }
    let value = converted(name, value);
    match value.as_u64().filter(|_| name == "subgroupSupportedOperations") {
        Some(bits) => {
            for (at, feature) in SUBGROUP_OPERATIONS.into_iter().enumerate() {
                device.set_feature(feature, bits >> at & 1 != 0);
            }
        }
        None => take_member(device, name, &value),
    }
}

/// A value in the form of a profile: text that is a boolean or a number, and numbers that are booleans.
fn converted(name: &str, value: &Value) -> Value {
    match value {
        Value::String(text) => match (text.as_str(), number(text)) {
            ("true", _) => Value::Bool(true),
            ("false", _) => Value::Bool(false),
            (_, Some(number)) => converted(name, &Value::from(number)),
            (_, None) => value.clone(),
        },
        Value::Number(number) if Feature::known(name).is_some() => Value::Bool(number.as_u64() != Some(0)),
        _ => value.clone(),
    }
}

/// `16`, `-8` or `0x10`.
fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        // A number of more than 63 bits is larger than anything it limits in a shader.
        Some(digits) => Some(u64::from_str_radix(digits, 16).ok()?.try_into().unwrap_or(i64::MAX)),
        None => text.parse().ok(),
    }
}

/// The platform with a name of Qt's `QSysInfo::productType`; `None` for those of distributions of Linux, of which there are
/// many, and for others.
fn platform_named(name: &str) -> Option<Platform> {
    match String::from(name).to_ascii_lowercase().as_str() {
        "android" => Some(Platform::Android),
        "windows" => Some(Platform::Windows),
        "macos" | "osx" | "ios" => Some(Platform::MacOs),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::target::{DeviceExtension, FloatControlsIndependence, SpirvVersion, Support, Workaround};

    const REPORT: &str = r#"{
        "properties": {
            "apiVersion": 4206871, "apiVersionText": "1.3.279", "vendorID": 5045, "deviceID": 1, "driverVersion": 159387648,
            "deviceName": "Mali-G78", "limits": {
                "maxComputeWorkGroupSize": [256, 128, 64], "minTexelOffset": -8, "maxStorageBufferRange": 4294967295,
                "minStorageBufferOffsetAlignment": "0x40", "strictLines": 1 },
            "subgroupProperties": { "subgroupSize": 16, "supportedStages": 33, "supportedOperations": 3,
                "quadOperationsInAllStages": true }
        },
        "features": { "robustBufferAccess": 1, "shaderInt64": 0, "shaderInt16": 1 },
        "core12": {
            "features": { "shaderFloat16": 1, "shaderInt8": 0 },
            "properties": { "denormBehaviorIndependence": 1, "shaderDenormPreserveFloat16": 1,
                "shaderDenormPreserveFloat32": 0, "driverID": 9, "maxPerStageUpdateAfterBindResources": 500 }
        },
        "extensions": [ { "extensionName": "VK_EXT_mesh_shader", "specVersion": 1 }, { "extensionName": "VK_new" } ],
        "extended": {
            "devicefeatures2": [
                { "extension": "VK_EXT_mesh_shader", "name": "meshShader", "supported": true },
                { "extension": "VK_NV_mesh_shader", "name": "taskShader", "supported": true },
                { "extension": "VK_KHR_ray_query", "name": "rayQuery", "supported": false },
                { "extension": "VK_NV_cooperative_matrix", "name": "cooperativeMatrix", "supported": true }, 7
            ],
            "deviceproperties2": [
                { "extension": "VK_EXT_mesh_shader", "name": "maxMeshOutputVertices", "value": "256" },
                { "extension": "VK_NV_mesh_shader", "name": "maxMeshOutputPrimitives", "value": "512" },
                { "extension": "VK_QCOM_tile_shading", "name": "maxTileShadingRate", "value": [8, 4] },
                { "extension": "VK_EXT_transform_feedback", "name": "transformFeedbackStreamsLinesTriangles", "value": "true" }
            ]
        },
        "profiles": [ { "profileName": "VP_KHR_roadmap_2022", "supported": true } ],
        "environment": { "name": "android", "reportversion": "3.2" }
    }"#;

    #[test]
    fn a_report_describes_its_device() {
        let target = Target::from_profile(REPORT).unwrap();
        for (feature, support) in [
            (Feature::RobustBufferAccess, Support::Enabled),
            (Feature::ShaderInt16, Support::Enabled),
            (Feature::ShaderInt64, Support::Unavailable),
            (Feature::ShaderFloat16, Support::Enabled),
            (Feature::ShaderInt8, Support::Unavailable),
            (Feature::SubgroupVote, Support::Enabled),
            (Feature::SubgroupBallot, Support::Unavailable),
            (Feature::SubgroupQuadOperationsInAllStages, Support::Enabled),
            (Feature::ShaderDenormPreserveFloat16, Support::Enabled),
            (Feature::ShaderDenormPreserveFloat32, Support::Unavailable),
            (Feature::MeshShader, Support::Enabled),
            (Feature::TaskShader, Support::Unavailable), // NVIDIA's own extension
            (Feature::RayQuery, Support::Unavailable),
            (Feature::CooperativeMatrix, Support::Unavailable),
            (Feature::CooperativeMatrixNV, Support::Enabled),
            (Feature::ShaderDemoteToHelperInvocation, Support::Enabled), // mandatory
        ] {
            assert_eq!(target.feature(feature), support, "{feature}");
        }
        let mesh = target.device_extension(DeviceExtension::VK_EXT_mesh_shader);
        assert_eq!(mesh, Support::Enabled);
        let limits = target.limits();
        assert_eq!(limits.max_compute_work_group_size, Some([256, 128, 64]));
        assert_eq!(limits.min_texel_offset, Some(-8));
        assert_eq!(limits.max_storage_buffer_range, Some(u32::MAX));
        assert_eq!(limits.min_storage_buffer_offset_alignment, Some(64));
        assert_eq!(
            (limits.subgroup_size, limits.subgroup_supported_stages),
            (Some(16), Some(33))
        );
        assert_eq!(
            limits.denorm_behavior_independence,
            Some(FloatControlsIndependence::All)
        );
        assert_eq!(limits.max_per_stage_update_after_bind_resources, Some(500));
        assert_eq!(
            (limits.max_mesh_output_vertices, limits.max_mesh_output_primitives),
            (Some(256), None)
        );
        assert_eq!(limits.max_tile_shading_rate, Some([8, 4]));
        assert_eq!(limits.transform_feedback_streams_lines_triangles, Some(1));
    }

    #[test]
    fn a_report_has_the_driver_and_its_platform() {
        let target = Target::from_profile(REPORT).unwrap();
        assert_eq!(target.to_string(), "vulkan1.3spv1.3"); // Mali on Android
        assert_eq!(target.spirv_version(), SpirvVersion::V1_3);
        assert!(target.workarounds().contains(Workaround::VectorAnd));
        let [driver] = target.drivers() else { panic!() };
        assert_eq!(
            (driver.name(), driver.platform),
            (Some("mali"), Some(Platform::Android))
        );
        assert!(target.devices().eq(["Mali-G78"]));
        let on_linux = Target::from_profile(&REPORT.replace("\"android\"", "\"ubuntu\"")).unwrap();
        assert_eq!(on_linux.drivers()[0].platform, None);
    }

    #[test]
    fn what_is_wrong_with_a_report() {
        for version in ["null", "\"1.3.279\"", "7", "-1", "99999999999"] {
            let report = REPORT.replace("4206871", version);
            let error = Target::from_profile(&report).unwrap_err().to_string();
            assert!(error.contains("`apiVersion`"), "{version}: {error}");
        }
        let error = Target::from_named_profile(REPORT, "VP_KHR_roadmap_2022")
            .unwrap_err()
            .to_string();
        assert!(error.contains("has no profiles"), "{error}");
        // Members of other types are ignored.
        for part in ["extended", "features", "core12", "environment"] {
            let report = REPORT.replace(
                &format!("\"{part}\": {{"),
                &format!("\"{part}\": 5, \"other {part}\": {{"),
            );
            assert!(Target::from_profile(&report).is_ok(), "{part}");
        }
    }
}
