//! Owns the error for an unknown name, with the nearest known name.
//!
//! It does not know what the names denote.

use super::driver::{DRIVER_NAMES, PLATFORM_NAMES};
use super::version::TARGET_NAMES;
use crate::nearest::nearest;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The name that was given.
    pub name: String,
    /// The kind of thing that the name should denote.
    pub kind: NameKind,
    /// The nearest known name; `None` if none is near.
    pub nearest: Option<&'static str>,
}

/// The kind of thing that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameKind {
    /// An environment with its version: [`Target::parse`](super::Target::parse).
    Target,
    /// A device extension, or for universal targets a SPIR-V extension: [`Target::extension`](super::Target::extension).
    Extension,
    /// A feature, or a property that is used like one: [`Feature::from_name`](super::Feature::from_name).
    Feature,
    /// A workaround: [`Workaround::from_name`](super::Workaround::from_name).
    Workaround,
    /// A driver: [`Driver::parse`](super::Driver::parse).
    Driver,
    /// A platform: [`Driver::on`](super::Driver::on).
    Platform,
}

impl UnknownName {
    pub(super) fn new(name: &str, kind: NameKind, mut known: impl Iterator<Item = &'static str>) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            nearest: nearest(name, &mut known),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            NameKind::Target => "target environment",
            NameKind::Extension => "extension",
            NameKind::Feature => "feature that concerns shaders",
            NameKind::Workaround => "workaround",
            NameKind::Driver => "driver",
            NameKind::Platform => "platform",
        };
        write!(f, "`{}` is no known {kind}", self.name)?;
        if let Some(nearest) = self.nearest {
            write!(f, "; the nearest is `{nearest}`")?;
        }
        let known = match self.kind {
            NameKind::Target => TARGET_NAMES,
            NameKind::Driver => DRIVER_NAMES,
            NameKind::Platform => PLATFORM_NAMES,
            NameKind::Extension | NameKind::Feature | NameKind::Workaround => return Ok(()),
        };
        write!(f, "; known are {}", known.join(", "))
    }
}

impl core::error::Error for UnknownName {}
