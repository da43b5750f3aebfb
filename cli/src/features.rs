//! `spirula features`: prints the feature table of the library, with the support of a target, and what the target's
//! driver gets wrong.

use std::io::{self, Write as _};

use serde::Serialize;
use spirula::target::{Driver, DriverFault, DriverRemedy, Workaround};
use spirula::{Feature, Support, Target};

use super::arguments::{FeaturesArguments, Format};
use super::{Outcome, UsageError};

/// A feature in JSON.
#[derive(Serialize)]
struct Line {
    feature: &'static str,
    structure: &'static str,
    /// `enabled`, `allowed` or `unavailable`.
    support: &'static str,
    /// The Vulkan version that has it in core.
    core: Option<String>,
    /// The Vulkan version from which it is mandatory.
    mandatory: Option<String>,
    /// The device extensions that have it; one is enough.
    extensions: Vec<&'static str>,
    /// The SPIR-V capabilities that it permits.
    capabilities: Vec<String>,
    /// The devices that lack it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lacking: Vec<String>,
}

impl Line {
    fn of(feature: Feature, target: &Target) -> Self {
        Self {
            feature: feature.name(),
            structure: feature.structure(),
            support: word(target.feature(feature)),
            core: feature.core_version().map(|version| version.to_string()),
            mandatory: feature.mandatory_version().map(|version| version.to_string()),
            extensions: feature.extensions().iter().map(|extension| extension.name()).collect(),
            capabilities: feature
                .capabilities()
                .map(|capability| format!("{capability:?}"))
                .collect(),
            lacking: target.feature_requirement(feature).lacking,
        }
    }

    /// The remarks after the name in the table. Of several devices, those that lack it, unless all do.
    fn remarks(&self, devices: usize) -> String {
        let mut remarks = Vec::new();
        if let Some(version) = &self.core {
            remarks.push(format!("core in Vulkan {version}"));
        }
        if let Some(version) = &self.mandatory {
            remarks.push(format!("mandatory since {version}"));
        }
        if !self.extensions.is_empty() {
            remarks.push(self.extensions.join(" or "));
        }
        if !self.capabilities.is_empty() {
            remarks.push(format!("permits {}", self.capabilities.join(", ")));
        }
        if !self.lacking.is_empty() && self.lacking.len() < devices {
            remarks.push(format!("not in {}", self.lacking.join(", ")));
        }
        remarks.join("; ")
    }
}

/// A fault of the target's driver in JSON. It has one of `workaround`, `without`, `at_most` and `specialized`.
#[derive(Serialize)]
struct Fault {
    #[serde(skip_serializing_if = "Option::is_none")]
    workaround: Option<&'static str>,
    /// The feature that modules do without.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<&'static str>,
    /// The highest version of SPIR-V.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<String>,
    /// Whether the values of specialization constants are to be written into the module.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    specialized: bool,
    /// What the driver does wrong.
    reason: &'static str,
    /// The drivers that have it, as `--driver` takes them.
    drivers: String,
    /// On which platform, devices and versions.
    versions: String,
    source: &'static str,
    /// What is done about it, for people.
    #[serde(skip)]
    remedy: String,
}

impl Fault {
    fn of(fault: &DriverFault) -> Self {
        let remedy = fault.remedy();
        Self {
            workaround: fault.workaround().map(Workaround::name),
            without: match remedy {
                DriverRemedy::Without(feature) => Some(feature.name()),
                _ => None,
            },
            at_most: match remedy {
                DriverRemedy::AtMost(version) => Some(version.to_string()),
                _ => None,
            },
            specialized: remedy == DriverRemedy::Specialized,
            reason: fault.reason(),
            drivers: fault.drivers(),
            versions: fault.versions(),
            source: fault.source(),
            remedy: remedy.to_string(),
        }
    }
}

/// `spirula features`.
pub(super) fn run(arguments: &FeaturesArguments) -> Result<Outcome, UsageError> {
    let target = arguments.target.target()?;
    let lines: Vec<_> = Feature::ALL.iter().map(|&feature| Line::of(feature, &target)).collect();
    let mut faults: Vec<&DriverFault> = Vec::new();
    for fault in target.drivers().iter().flat_map(Driver::faults) {
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    let faults: Vec<_> = faults.into_iter().map(Fault::of).collect();
    let result = match arguments.message_format {
        Format::Human => print_table(&target, &lines, &faults),
        Format::Json => print_json(&lines, &faults),
    };
    match result {
        Ok(()) => Ok(Outcome::Good),
        // A broken pipe is not reported: the reader has closed its end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Unusable),
        Err(error) => Err(UsageError(format!("cannot write to standard output: {error}"))),
    }
}

fn print_table(target: &Target, lines: &[Line], faults: &[Fault]) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{target}, SPIR-V {}", target.spirv_version())?;
    let width = lines.iter().map(|line| line.feature.len()).max().unwrap_or(0);
    for support in [Support::Enabled, Support::Allowed, Support::Unavailable] {
        let of_it: Vec<_> = lines.iter().filter(|line| line.support == word(support)).collect();
        writeln!(out, "\n{} ({}): {}", word(support), of_it.len(), meaning(support))?;
        for line in of_it {
            writeln!(
                out,
                "  {:width$}  {}",
                line.feature,
                line.remarks(target.devices().count())
            )?;
        }
    }
    let drivers: Vec<String> = target.drivers().iter().map(described).collect();
    if !drivers.is_empty() {
        let (drivers, plural, number) = (
            drivers.join(", "),
            if drivers.len() > 1 { "s" } else { "" },
            faults.len(),
        );
        let who = if plural.is_empty() { "it gets" } else { "they get" };
        writeln!(
            out,
            "\ndriver{plural} {drivers} ({number}): what {who} wrong is avoided"
        )?;
        for fault in faults {
            writeln!(
                out,
                "  {:width$}  {}; {}: {}; {}",
                fault.remedy, fault.reason, fault.drivers, fault.versions, fault.source
            )?;
        }
    }
    out.flush()
}

/// The driver by its name, or the name of its device, its version and platform, as far as they are known.
fn described(driver: &Driver) -> String {
    let of_device = || driver.device_name.as_deref().map(|name| format!("of {name}"));
    let name = driver.name().map(str::to_owned).or_else(of_device);
    let mut text = name.unwrap_or_else(|| "of the device".to_owned());
    if let Some(version) = driver.version() {
        text += &format!(" {version}");
    } else if let Some(info) = &driver.driver_info {
        text += &format!(" {info}");
    }
    if let Some(platform) = driver.platform {
        text += &format!(" on {platform}");
    }
    text
}

fn print_json(lines: &[Line], faults: &[Fault]) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in lines {
        serde_json::to_writer(&mut out, line)?;
        writeln!(out)?;
    }
    for fault in faults {
        serde_json::to_writer(&mut out, fault)?;
        writeln!(out)?;
    }
    out.flush()
}

const fn word(support: Support) -> &'static str {
    match support {
        Support::Enabled => "enabled",
        Support::Allowed => "allowed",
        Support::Unavailable => "unavailable",
    }
}

const fn meaning(support: Support) -> &'static str {
    match support {
        Support::Enabled => "used freely",
        Support::Allowed => "required where a shader cannot be expressed without it, and reported",
        Support::Unavailable => "a shader that needs it is refused, or lowered without it",
    }
}
