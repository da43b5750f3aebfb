//! What a device is created with: features and extensions that shaders and host need, and nothing else.

use spirula::Feature;

use super::render::Extras;
use super::resources::{Binding, Resource};
use crate::common::reported;
use crate::common::wire::{Wire, put_slice};

/// What a device is created with: the minor version of Vulkan 1, features, and device extensions.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Enabled {
    pub minor: u32,
    /// In the order of the table, each once.
    pub features: Vec<Feature>,
    /// Sorted.
    pub extensions: Vec<String>,
}

impl Wire for Enabled {
    fn put(&self, to: &mut Vec<u8>) {
        self.minor.put(to);
        let names: Vec<String> = self.features.iter().map(|feature| feature.name().to_owned()).collect();
        put_slice(&names, to);
        put_slice(&self.extensions, to);
    }

    fn get(from: &mut &[u8]) -> Self {
        let minor = u32::get(from);
        let names: Vec<String> = Wire::get(from);
        Self {
            minor,
            features: names
                .iter()
                .map(|name| Feature::from_name(name).expect("a feature"))
                .collect(),
            extensions: Wire::get(from),
        }
    }
}

/// What the host needs for a run besides what the shaders need.
#[derive(Clone, Copy, Debug, Default)]
pub struct Host {
    /// Device addresses and acceleration structures.
    addresses: bool,
    multiview: bool,
    second_source: bool,
    /// Features that concern no shader, so that [`Enabled`] has no name for them.
    others: bool,
}

impl Host {
    pub fn of(bindings: &[Binding]) -> Self {
        let is_scene = |binding: &Binding| matches!(binding.resource, Resource::Scene(_));
        let is_partial = |binding: &Binding| match &binding.resource {
            Resource::Array { elements, count } => elements.len() < *count as usize,
            _ => false,
        };
        Self {
            addresses: bindings.iter().any(is_scene),
            others: bindings.iter().any(is_partial),
            ..Self::default()
        }
    }

    pub fn with(self, extras: Extras) -> Self {
        Self {
            multiview: extras.views > 0,
            second_source: extras.second_source,
            others: self.others || extras.draws > 1 || extras.draws > 0 && extras.first[1] > 0,
            ..self
        }
    }

    pub fn with_addresses(self) -> Self {
        Self {
            addresses: true,
            ..self
        }
    }

    /// The device with these features too; `None` if it is not described by [`Enabled`].
    pub fn added_to(self, enabled: Enabled) -> Option<Enabled> {
        let rows = [
            (self.addresses, Feature::AccelerationStructure),
            (self.addresses, Feature::BufferDeviceAddress),
            (self.multiview, Feature::Multiview),
            (self.second_source, Feature::DualSrcBlend),
        ];
        let more = rows.into_iter().filter_map(|(needs, feature)| needs.then_some(feature));
        (!self.others).then(|| reported::with_features(enabled, more))
    }
}

/// Whether a device is created with it; otherwise it is a property.
pub fn is_switched(feature: Feature) -> bool {
    feature.structure().contains("Features")
}
