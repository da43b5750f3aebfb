//! The cases of `snapshots` for tests that compile them themselves: the directives that [`spirula::snapshot`] reads, as
//! one setup for each target or for a device.

use std::path::{Path, PathBuf};

use spirula::snapshot::check_lines::{self, Prefix};
use spirula::snapshot::directives::Directives;
use spirula::switches::{Configuration, Switch};
use spirula::{DebugInfo, DebugLevel, Feature, Options, Support, Target};

use super::parse::Language;
use super::setup::Setup;
use super::validate::{self, ValidatorOptions};

/// A shader of `snapshots` with its directives.
pub struct Case {
    pub path: PathBuf,
    pub source: String,
    pub targets: Vec<String>,
    /// Those for the first target.
    pub options: Options,
    /// What spirv-val has to be told of the features that are enabled.
    pub validator: ValidatorOptions,
    directives: Directives,
}

impl Case {
    pub fn read(path: &Path) -> Result<Self, String> {
        let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let directives = Directives::read(&source, path.parent().unwrap_or(path), &mut |_, _| None)?;
        directives.validate()?;
        let targets = match directives.targets.is_empty() {
            true => validate::VULKAN.map(str::to_owned).into(),
            false => directives.targets.clone(),
        };
        let mut case = Self {
            path: path.to_path_buf(),
            source,
            targets,
            options: Options::default(),
            validator: ValidatorOptions::default(),
            directives,
        };
        let is_enabled = |name: &str| case.directives.given.values("enable").any(|value| value == name);
        case.validator.scalar_block_layout = is_enabled("scalarBlockLayout");
        case.validator.uniform_buffer_standard_layout = is_enabled("uniformBufferStandardLayout");
        case.options = case.options_for(&case.targets[0])?.options;
        Ok(case)
    }

    pub fn options_for(&self, target: &str) -> Result<Setup, String> {
        let target = Target::parse(target).map_err(|error| error.to_string())?;
        self.options_on(&self.directives, target)
    }

    /// The options on a target that describes a device, with the directives about features and extensions. Those
    /// about the scope of a target do not apply: the target has what the device has and nothing else.
    pub fn options_on_device(&self, device: Target) -> Result<Setup, String> {
        let mut directives = self.directives.clone();
        let given = &mut directives.given;
        let enabled: Vec<_> = given.values("enable").map(ToOwned::to_owned).collect();
        for switch in ["core-only", "strict", "enable"] {
            given.remove(switch);
        }
        let switch = Switch::named("enable").ok_or("no switch `enable`")?;
        for name in enabled {
            let feature = Feature::from_name(&name.to_string_lossy()).map_err(|error| error.to_string())?;
            if device.feature(feature) != Support::Unavailable {
                given.add(switch, Some(name));
            }
        }
        self.options_on(&directives, device)
    }

    fn options_on(&self, directives: &Directives, target: Target) -> Result<Setup, String> {
        let Configuration {
            target,
            mut options,
            debug,
            ..
        } = Configuration::new(&directives.given, target)?;
        directives.bind(&mut options);
        if debug != DebugLevel::None {
            let language = match Language::of(&self.path) {
                Some(Language::Glsl(_)) => spirv::SourceLanguage::GLSL,
                _ => spirv::SourceLanguage::WGSL,
            };
            let source = check_lines::without(&self.source, &[Prefix::default()]);
            options.debug_info = Some(DebugInfo {
                language,
                level: debug,
                ..DebugInfo::new(file_name(&self.path), source)
            });
        }
        Ok(Setup { target, options })
    }
}

pub fn file_name(path: &Path) -> String {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("a name in UTF-8")
        .to_owned()
}
