//! The arguments that describe the target, shared by all commands: their names, their help, and their conversion to the
//! library's `Target`. Reads profiles; knows nothing of shaders.

use std::path::{Path, PathBuf};

use clap::Args;
use spirula::target::{DeviceExtension, Driver};
use spirula::{Feature, Target};

use super::{UsageError, report};

/// The environment variable with the default of `--target-env`.
const VARIABLE: &str = "SPIRULA_TARGET_ENV";

/// The arguments that describe the target, of every command.
#[derive(Args, Clone, Debug)]
pub(super) struct TargetArguments {
    /// The environment: vulkan1.0 to vulkan1.4, vulkan1.1spv1.4, spv1.0 to spv1.6; the default is the value of
    /// SPIRULA_TARGET_ENV, or vulkan1.1
    #[arg(long, value_name = "ENV", value_parser = parse_target)]
    target_env: Option<Target>,

    /// A device in place of an environment: what `vulkaninfo --json` writes, or another file of the Vulkan Profiles schema;
    /// `FILE.json#NAME` for one of several profiles
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["target_env", "core_only", "strict"])]
    device: Option<PathBuf>,

    /// Device features that are enabled, in Vulkan's spelling (shaderFloat16): used freely
    #[arg(long, value_name = "FEATURE", value_delimiter = ',', value_parser = parse_feature)]
    enable: Vec<Feature>,

    /// Device features that must not be used
    #[arg(long, value_name = "FEATURE", value_delimiter = ',', value_parser = parse_feature)]
    disable: Vec<Feature>,

    /// Vulkan device extensions that are enabled (VK_KHR_shader_float16_int8)
    #[arg(long, value_name = "EXTENSION", value_delimiter = ',')]
    extension: Vec<String>,

    /// Allow only the optional features of the Vulkan version itself, none of its extensions
    #[arg(long)]
    core_only: bool,

    /// Allow no optional feature that is not enabled by `--enable` or `--extension`
    #[arg(long)]
    strict: bool,

    /// The driver, and its version if that is known: what it is known to get wrong is avoided. Drivers are adreno, mali,
    /// powervr, xclipse, amd, radv, intel, anv, nvidia, swiftshader and others; the default is that of `--device`
    #[arg(long, value_name = "NAME[:VERSION]", value_parser = parse_driver)]
    driver: Option<Driver>,

    /// The platform of the driver: android, windows, linux or macos, also with -32 or -64 (android-32); by default each is
    /// possible
    #[arg(long, value_name = "NAME", value_parser = parse_platform)]
    platform: Option<String>,
}

impl TargetArguments {
    /// The file of `--device`, without the name of one of its profiles.
    pub(super) fn device_file(&self) -> Option<&Path> {
        self.device.as_deref().map(|path| file_and_name(path).0)
    }

    /// The target that the arguments describe.
    pub(super) fn target(&self) -> Result<Target, UsageError> {
        if let Some(both) = self.enable.iter().find(|feature| self.disable.contains(feature)) {
            return Err(UsageError(format!("`{}` is both enabled and disabled", both.name())));
        }
        let mut target = match &self.device {
            Some(path) => device(path)?,
            None => match &self.target_env {
                Some(target) => target.clone(),
                None => default_target()?,
            },
        };
        if self.core_only {
            target = target.core_only();
        }
        if self.strict {
            target = target.strict();
        }
        for extension in &self.extension {
            target = target
                .extension(extension)
                .map_err(|error| UsageError(error.to_string()))?;
            // A renderer may pass every extension that it enables, and most device extensions do not concern shaders:
            // only a warning.
            if extension.starts_with("VK_") && DeviceExtension::from_name(extension).is_none() {
                report::print_warning(&format!("the extension `{extension}` changes nothing"));
            }
        }
        // Before the features that are asked for by name, which are used in spite of the driver.
        target = self.with_driver(target)?;
        for &feature in &self.enable {
            target = target.enable(feature);
        }
        for &feature in &self.disable {
            target = target.disable(feature);
        }
        Ok(target)
    }
}

impl TargetArguments {
    /// The target with the driver of `--driver`, or with that of the device, on the platform of `--platform`.
    fn with_driver(&self, target: Target) -> Result<Target, UsageError> {
        let driver = self.driver.clone().or_else(|| target.driver_description().cloned());
        match (driver, &self.platform) {
            (None, None) => Ok(target),
            (Some(driver), None) => Ok(target.driver(driver)),
            (Some(driver), Some(platform)) => {
                let driver = driver.on(platform).map_err(|error| UsageError(error.to_string()))?;
                Ok(target.driver(driver))
            }
            (None, Some(_)) => Err(UsageError(
                "`--platform` is that of a driver: `--driver NAME`, or a `--device` that states its vendor".to_owned(),
            )),
        }
    }
}

/// The target of the environment variable, or the default.
fn default_target() -> Result<Target, UsageError> {
    match std::env::var(VARIABLE) {
        Ok(name) if !name.is_empty() => {
            parse_target(&name).map_err(|message| UsageError(format!("{VARIABLE}: {message}")))
        }
        Ok(_) | Err(std::env::VarError::NotPresent) => Ok(Target::vulkan(1, 1)),
        Err(std::env::VarError::NotUnicode(_)) => Err(UsageError(format!("{VARIABLE} is not UTF-8"))),
    }
}

fn parse_target(name: &str) -> Result<Target, String> {
    Target::parse(name).map_err(|error| error.to_string())
}

fn parse_driver(text: &str) -> Result<Driver, String> {
    Driver::parse(text).map_err(|error| error.to_string())
}

fn parse_platform(name: &str) -> Result<String, String> {
    match Driver::default().on(name) {
        Ok(_) => Ok(name.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_feature(name: &str) -> Result<Feature, String> {
    Feature::from_name(name).map_err(|error| error.to_string())
}

/// The file of a profile, and the name of one of several profiles in it, which follows `#`.
fn file_and_name(path: &Path) -> (&Path, Option<&str>) {
    let named = || {
        let (file, name) = path.to_str()?.rsplit_once('#')?;
        Some((Path::new(file), Some(name)))
    };
    match path.exists() {
        true => (path, None),
        false => named().unwrap_or((path, None)),
    }
}

/// The target of a profile.
fn device(path: &Path) -> Result<Target, UsageError> {
    let (file, name) = file_and_name(path);
    let text = std::fs::read_to_string(file)
        .map_err(|error| UsageError(format!("cannot read the profile `{}`: {error}", file.display())))?;
    let target = match name {
        Some(name) => Target::from_named_profile(&text, name),
        None => Target::from_profile(&text),
    };
    target.map_err(|error| UsageError(format!("cannot use `{}` as a device: {error}", file.display())))
}
