//! The switches that describe the target, and their conversion to a `Target`. Reads profiles; knows nothing of shaders.

use std::path::Path;

use spirula::target::{DeviceExtension, Driver};
use spirula::{Feature, Target};

use super::{Configuration, Given, Section, Switch, Takes};

/// The switches, in the order of the help.
pub(super) static SWITCHES: [Switch; 10] = [
    row(
        "target-env",
        "ENV",
        Takes::One(|made, name| {
            made.parts.environment = Some(Target::parse(name).map_err(|error| error.to_string())?);
            Ok(())
        }),
        "The environment: vulkan1.0 to vulkan1.4, vulkan1.1spv1.4, spv1.0 to spv1.6; the default is the value of \
         SPIRULA_TARGET_ENV, or vulkan1.1",
    ),
    Switch {
        conflicts: &["target-env", "core-only", "strict"],
        ..row(
            "device",
            "FILE.json",
            Takes::Files,
            "A device in place of an environment: what `vulkaninfo --json` writes, or another file of the Vulkan Profiles \
             schema; `FILE.json#NAME` for one of several profiles. Given several times, a module that each device accepts",
        )
    },
    row(
        "enable",
        "FEATURE",
        Takes::List(|made, name| {
            made.parts.enable.push(feature(name)?);
            Ok(())
        }),
        "Device features that are enabled, in Vulkan's spelling (shaderFloat16): used freely",
    ),
    row(
        "disable",
        "FEATURE",
        Takes::List(|made, name| {
            made.parts.disable.push(feature(name)?);
            Ok(())
        }),
        "Device features that must not be used",
    ),
    row(
        "extension",
        "EXTENSION",
        Takes::List(|made, name| {
            made.parts.extensions.push(name.to_owned());
            Ok(())
        }),
        "Vulkan device extensions that are enabled (VK_KHR_shader_float16_int8)",
    ),
    row(
        "float-property",
        "NAME=VALUE",
        Takes::List(|made, text| {
            let (name, value) = text.split_once('=').ok_or("NAME=VALUE is needed")?;
            made.target
                .clone()
                .float_property(name, value)
                .map_err(|error| error.to_string())?;
            made.parts.float_properties.push((name.to_owned(), value.to_owned()));
            Ok(())
        }),
        "Properties of the device's float controls, as Vulkan names them (shaderDenormPreserveFloat16=true), where \
         they differ from the defaults of the Vulkan version",
    ),
    row(
        "core-only",
        "",
        Takes::Flag(|made| {
            made.parts.core_only = true;
            Ok(())
        }),
        "Allow only the optional features of the Vulkan version itself, none of its extensions",
    ),
    row(
        "strict",
        "",
        Takes::Flag(|made| {
            made.parts.strict = true;
            Ok(())
        }),
        "Allow no optional feature that is not enabled by `--enable` or `--extension`",
    ),
    row(
        "driver",
        "NAME[:VERSION]",
        Takes::One(|made, text| {
            made.parts.driver = Some(Driver::parse(text).map_err(|error| error.to_string())?);
            Ok(())
        }),
        "The driver, and its version if that is known: what it is known to get wrong is avoided. Drivers are adreno, mali, \
         powervr, xclipse, amd, radv, intel, anv, nvidia, swiftshader and others; the default is that of `--device`",
    ),
    row(
        "platform",
        "NAME",
        Takes::One(|made, name| {
            Driver::default().on(name).map_err(|error| error.to_string())?;
            made.parts.platform = Some(name.to_owned());
            Ok(())
        }),
        "The platform of the driver: android, windows, linux or macos, also with -32 or -64 (android-32); by default each \
         is possible",
    ),
];

const fn row(long: &'static str, value_name: &'static str, takes: Takes, help: &'static str) -> Switch {
    Switch {
        section: Section::Target,
        ..Switch::new(long, value_name, takes, help)
    }
}

/// What the switches describe, before their order is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    environment: Option<Target>,
    enable: Vec<Feature>,
    disable: Vec<Feature>,
    extensions: Vec<String>,
    float_properties: Vec<(String, String)>,
    core_only: bool,
    strict: bool,
    driver: Option<Driver>,
    platform: Option<String>,
}

impl Configuration {
    /// Sets the target to what the switches describe, on the devices of profiles if there are some.
    pub(super) fn resolve_target(&mut self, given: &Given) -> Result<(), String> {
        let parts = std::mem::take(&mut self.parts);
        if let Some(both) = parts.enable.iter().find(|feature| parts.disable.contains(feature)) {
            return Err(format!("`{}` is both enabled and disabled", both.name()));
        }
        let mut target = match (devices(given)?, parts.environment) {
            (Some(target), _) => target,
            (None, Some(target)) => target,
            (None, None) => self.target.clone(),
        };
        if parts.core_only {
            target = target.core_only();
        }
        if parts.strict {
            target = target.strict();
        }
        for extension in &parts.extensions {
            target = target.extension(extension).map_err(|error| error.to_string())?;
            // A renderer may pass every extension that it enables, and most device extensions do not concern shaders:
            // only a warning.
            if extension.starts_with("VK_") && DeviceExtension::from_name(extension).is_none() {
                self.warnings
                    .push(format!("the extension `{extension}` changes nothing"));
            }
        }
        for (name, value) in &parts.float_properties {
            target = target.float_property(name, value).map_err(|error| error.to_string())?;
        }
        // Before the features that are asked for by name, which are used in spite of the driver.
        target = with_driver(target, parts.driver, parts.platform)?;
        for &feature in &parts.enable {
            target = target.enable(feature);
        }
        for &feature in &parts.disable {
            target = target.disable(feature);
        }
        self.target = target;
        Ok(())
    }
}

/// The target with a driver, or with those of the devices, on a platform.
fn with_driver(target: Target, driver: Option<Driver>, platform: Option<String>) -> Result<Target, String> {
    let mut drivers: Vec<Driver> = driver.map_or_else(|| target.drivers().to_vec(), |driver| vec![driver]);
    if let Some(platform) = platform {
        if drivers.is_empty() {
            let message = "`--platform` is that of a driver: `--driver NAME`, or a `--device` that states its vendor";
            return Err(message.to_owned());
        }
        for driver in &mut drivers {
            let on_platform = std::mem::take(driver).on(&platform);
            *driver = on_platform.map_err(|error| error.to_string())?;
        }
    }
    Ok(target.with_drivers(drivers))
}

fn feature(name: &str) -> Result<Feature, String> {
    Feature::from_name(name).map_err(|error| error.to_string())
}

/// The file of a profile, and the name of one of several profiles in it, which follows `#`.
pub fn file_and_name(path: &Path) -> (&Path, Option<&str>) {
    let named = || {
        let (file, name) = path.to_str()?.rsplit_once('#')?;
        Some((Path::new(file), Some(name)))
    };
    match path.exists() {
        true => (path, None),
        false => named().unwrap_or((path, None)),
    }
}

/// The target of modules for each of the devices; `None` if there is none.
fn devices(given: &Given) -> Result<Option<Target>, String> {
    let mut all: Option<Target> = None;
    for path in given.files("device") {
        let device = device(given, path)?.named(path.display().to_string());
        all = match all {
            None => Some(device),
            Some(others) => Some(
                others
                    .intersect(&device)
                    .ok_or("no module is valid for all of the devices")?,
            ),
        };
    }
    Ok(all)
}

/// The target of a profile.
fn device(given: &Given, path: &Path) -> Result<Target, String> {
    let (file, name) = match given.files.iter().any(|(name, _)| name == path) {
        true => (path, None),
        false => file_and_name(path),
    };
    let text = given
        .read(file)
        .map_err(|error| format!("cannot read the profile `{}`: {error}", file.display()))?;
    let target = match name {
        Some(name) => Target::from_named_profile(&text, name),
        None => Target::from_profile(&text),
    };
    target.map_err(|error| format!("cannot use `{}` as a device: {error}", file.display()))
}
