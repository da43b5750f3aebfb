//! The requirements of a module: what it needs of the device, recorded where it is found and compared with the target
//! at the end ([`Requirements::judge`]). Refusals are collected here too, so that all of them are reported together.

use crate::error::{Diagnostic, ErrorKind};
use crate::target::{DeviceExtension, Feature, Support, Target};
use alloc::vec::Vec;
use naga::{Scalar, ScalarKind, Span};
use spirula_spirv::internal::TargetQueries as _;
use spirula_spirv::internal::{sort, sort_by_key};
use spirv::Capability;

/// A capability that reachable code uses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Used {
    /// The capability.
    pub capability: Capability,
    /// Where it is first needed; undefined for a requirement of every module.
    pub span: Span,
    /// How many times it was needed.
    pub count: u32,
    /// The Vulkan feature or property that permits it on the target. Of several, the one that the module needs in any
    /// case, otherwise the one with the best support on the target. `None` where a version or a device extension
    /// permits the capability by itself.
    pub feature: Option<Feature>,
}

/// A Vulkan feature or property that reachable code uses and that has no capability.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UsedFeature {
    /// The feature.
    pub feature: Feature,
    /// Where it is first needed; undefined for a requirement of every module.
    pub span: Span,
    /// How many times it was needed.
    pub count: u32,
}

/// A device extension that the words use and that no capability or feature implies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UsedExtension {
    /// The device extension.
    pub extension: DeviceExtension,
    /// The SPIR-V extension that the words declare for it; `None` where it concerns layouts only.
    pub spirv_extension: Option<&'static str>,
    /// Where it is first needed; undefined for a requirement of every module.
    pub span: Span,
}

/// The use that a module makes of a device limit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UsedLimit {
    /// The limit's name in Vulkan's spelling: `maxComputeWorkGroupInvocations`. A limit of three numbers has three
    /// names, such as `maxComputeWorkGroupSize[0]`.
    pub name: &'static str,
    /// The largest value that any entry point uses, in the limit's own unit; for a lower limit (`minTexelOffset`) the
    /// smallest. Where overrides stay open, their defaults count.
    pub value: i64,
    /// Where the source uses the value; undefined where the source has no place for it.
    pub span: Span,
}

/// The answers of the target about a capability that it supports, where no other requirement of the module changes
/// them.
#[derive(Clone, Copy, Debug)]
struct Decided {
    capability: Capability,
    extension: Option<&'static str>,
    feature: Option<Feature>,
}

/// What is needed, where first, and how many times.
type Uses<T> = Vec<(T, Span, u32)>;

fn record<T: PartialEq>(uses: &mut Uses<T>, of: T, span: Span) {
    match uses.iter_mut().find(|(known, ..)| *known == of) {
        Some((_, first, count)) => {
            *first = earlier(*first, span);
            *count += 1;
        }
        None => uses.push((of, span, 1)),
    }
}

/// The capabilities, features and extensions that a module uses.
#[derive(Debug, Default)]
pub(crate) struct Requirements {
    /// The capabilities; after [`Requirements::judge`] by ascending number.
    pub(super) used: Vec<Used>,
    /// Sets of features of which one is needed, the most specific first.
    wanted: Uses<&'static [Feature]>,
    pub(super) features: Vec<UsedFeature>,
    pub(super) device_extensions: Vec<UsedExtension>,
    pub(super) limits: Vec<UsedLimit>,
    /// The capabilities of 8- and 16-bit types that are loaded, stored and converted but not computed with.
    moved: Uses<Capability>,
    /// Answers of the target, kept for later modules.
    decided: Vec<Decided>,
    /// SPIR-V extensions without a capability that the target may lack.
    wanted_extensions: Uses<&'static str>,
    /// The SPIR-V extensions to declare; [`Requirements::judge`] adds those of the capabilities.
    pub(crate) extensions: Vec<&'static str>,
    pub(super) refusals: Vec<Diagnostic>,
}

/// The capabilities that permit 8-bit types in one kind of memory.
const BYTES: &[Capability] = &[
    Capability::StorageBuffer8BitAccess,
    Capability::UniformAndStorageBuffer8BitAccess,
    Capability::StoragePushConstant8,
];
const HALVES: &[Capability] = &[
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StoragePushConstant16,
    Capability::StorageInputOutput16,
];

/// The earlier of two source spans. If one contains the other, the inner one; if one is undefined, the other.
fn earlier(known: Span, other: Span) -> Span {
    let (Some(left), Some(right)) = (known.to_range(), other.to_range()) else {
        return if known.is_defined() { known } else { other };
    };
    let is_inside = left.start <= right.start && right.end <= left.end;
    let is_around = right.start <= left.start && left.end <= right.end;
    if is_inside || right.start < left.start && !is_around {
        other
    } else {
        known
    }
}

impl Requirements {
    pub(super) fn reset(&mut self) {
        self.used.clear();
        self.wanted.clear();
        self.features.clear();
        self.device_extensions.clear();
        self.limits.clear();
        self.moved.clear();
        self.wanted_extensions.clear();
        self.extensions.clear();
        self.refusals.clear();
    }

    /// Records that values of 8- or 16-bit types are loaded, stored or converted. The capability of the type is then
    /// needed only if the words declare no storage capability for that width.
    #[cold]
    pub(crate) fn need_to_move(&mut self, capability: Capability, span: Span) {
        record(&mut self.moved, capability, span);
    }

    #[cold]
    pub(crate) fn refuse(&mut self, kind: ErrorKind, span: Span) {
        self.refusals.push(Diagnostic::new(kind, span));
    }

    /// Whether a capability has been recorded so far.
    pub(crate) fn is_needed(&self, capability: Capability) -> bool {
        self.used.iter().any(|used| used.capability == capability)
    }

    /// Records that a capability is needed, and where.
    #[inline(never)] // many callers, few calls
    pub(crate) fn need(&mut self, capability: Capability, span: Span) {
        match self.used.iter_mut().find(|used| used.capability == capability) {
            Some(used) => {
                used.count += 1;
                used.span = earlier(used.span, span);
            }
            None => self.used.push(Used {
                capability,
                span,
                count: 1,
                feature: None,
            }),
        }
    }

    /// Records that one of several features is needed, for which there is no capability, and where.
    #[inline(never)] // many callers, few calls
    pub(crate) fn need_feature(&mut self, features: &'static [Feature], span: Span) {
        record(&mut self.wanted, features, span);
    }

    /// Records a device extension that no capability or feature implies, and where it is needed.
    #[cold]
    pub(crate) fn need_device_extension(
        &mut self,
        extension: DeviceExtension,
        spirv_extension: Option<&'static str>,
        span: Span,
    ) {
        let known = &mut self.device_extensions;
        match known.iter_mut().find(|used| used.extension == extension) {
            Some(used) => used.span = earlier(used.span, span),
            None => known.push(UsedExtension {
                extension,
                spirv_extension,
                span,
            }),
        }
    }

    /// Refuses what the target lacks, and adds the extensions that the capabilities require.
    pub(crate) fn judge(&mut self, target: &Target) {
        for (capability, span, _) in core::mem::take(&mut self.moved) {
            let memory = if capability == Capability::Int8 { BYTES } else { HALVES };
            if !self.used.iter().any(|used| memory.contains(&used.capability)) {
                self.need(capability, span);
            }
        }
        self.choose_features(target);
        for (extension, span, _) in core::mem::take(&mut self.wanted_extensions) {
            if target.spirv_extension(extension) == Support::Unavailable {
                self.refuse(ErrorKind::Missing(target.extension_requirement(extension)), span);
            }
            self.need_extension_of(target, extension, span);
        }
        // Every module needs `Shader`, and every target has it.
        self.need(Capability::Shader, Span::UNDEFINED);
        let mut used = core::mem::take(&mut self.used);
        sort_by_key(&mut used, |used| used.capability as u32);
        let is_decided = used.iter_mut().all(|need| self.apply_decided(need));
        if !is_decided {
            self.decide(&mut used, target);
        }
        self.used = used;
        sort(&mut self.extensions);
    }

    /// Applies the stored answer for a capability. Returns `false` if there is none.
    fn apply_decided(&mut self, need: &mut Used) -> bool {
        let known = self.decided.iter().find(|known| known.capability == need.capability);
        let Some(&Decided { extension, feature, .. }) = known else {
            return false;
        };
        need.feature = feature;
        if let Some(extension) = extension {
            self.need_extension(extension);
        }
        true
    }

    #[cold]
    fn decide(&mut self, used: &mut [Used], target: &Target) {
        for need in &*used {
            if target.capability(need.capability) == Support::Unavailable && !self.is_refused(target, need.capability) {
                self.refuse(ErrorKind::Missing(target.requirement(need.capability)), need.span);
            }
        }
        // First the capabilities that one extension permits, then those with a choice, which prefer an extension that
        // is declared already.
        for has_choice in [false, true] {
            for need in &*used {
                let declared = |name| self.extensions.contains(&name);
                if let Some(extension) = target.extension_among(need.capability, has_choice, declared) {
                    self.need_extension(extension);
                }
            }
        }
        for at in 0..used.len() {
            // Preferred are features that the module needs in any case.
            let feature = target.permitting_feature(used[at].capability, |candidate| {
                let mut others = used.iter().map(|other| other.capability);
                self.features.iter().any(|used| used.feature == candidate)
                    || others.any(|other| Target::is_permitted_only_by(other, candidate))
            });
            used[at].feature = feature;
        }
        for need in &*used {
            let capability = need.capability;
            let is_alone = target.capability(capability) != Support::Unavailable && !target.has_choice(capability);
            if is_alone && self.decided.iter().all(|known| known.capability != capability) {
                self.decided.push(Decided {
                    capability,
                    extension: target.extension_among(capability, false, |_| false),
                    feature: target.permitting_feature(capability, |_| false),
                });
            }
        }
    }

    /// Chooses from each set of alternative features the one that the target supports best.
    fn choose_features(&mut self, target: &Target) {
        let wanted = core::mem::take(&mut self.wanted);
        for &(features, span, count) in &wanted {
            // `max_by_key` returns the last of equal elements, so the iterator is reversed.
            let best = features.iter().rev().max_by_key(|&&feature| target.feature(feature));
            let Some(&feature) = best else { continue };
            // If the extension is missing, the refusal of its capability reports that.
            let lacks_extension = || {
                self.used.iter().any(|used| {
                    target.capability(used.capability) == Support::Unavailable
                        && Target::is_permitted_beside(used.capability, feature)
                })
            };
            if target.feature(feature) == Support::Unavailable && !lacks_extension() {
                self.refuse(ErrorKind::Missing(target.feature_requirement(feature)), span);
            }
            let known = &mut self.features;
            match known.iter_mut().find(|used| used.feature == feature) {
                Some(used) => {
                    used.count += count;
                    used.span = earlier(used.span, span);
                }
                None => known.push(UsedFeature { feature, span, count }),
            }
        }
        self.wanted = wanted;
    }

    /// Whether a feature that permits the capability was refused, which makes a refusal of the capability redundant.
    fn is_refused(&self, target: &Target, capability: Capability) -> bool {
        self.features.iter().any(|used| {
            target.feature(used.feature) == Support::Unavailable && Target::is_permitted_by(capability, used.feature)
        })
    }

    /// Records an extension that the words use without a capability.
    pub(crate) fn need_extension(&mut self, extension: &'static str) {
        if !self.extensions.contains(&extension) {
            self.extensions.push(extension);
        }
    }

    /// Records an extension that the words use without a capability, where the target may lack it.
    #[cold]
    pub(crate) fn need_spirv_extension(&mut self, extension: &'static str, span: Span) {
        record(&mut self.wanted_extensions, extension, span);
    }

    /// Records an extension that the words use without a capability, and the device extension that permits it.
    pub(crate) fn need_extension_of(&mut self, target: &Target, extension: &'static str, span: Span) {
        self.need_extension(extension);
        if let Some(device) = target.device_extension_for(extension) {
            self.need_device_extension(device, Some(extension), span);
        }
    }
}

/// The capability of a scalar type in registers; `None` for booleans and 32-bit numbers, which need none.
pub(crate) fn scalar_capability(scalar: Scalar) -> Option<Capability> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 2) => Some(Capability::Float16),
        (ScalarKind::Float, 8) => Some(Capability::Float64),
        (ScalarKind::Sint | ScalarKind::Uint, 1) => Some(Capability::Int8),
        (ScalarKind::Sint | ScalarKind::Uint, 2) => Some(Capability::Int16),
        (ScalarKind::Sint | ScalarKind::Uint, 8) => Some(Capability::Int64),
        (ScalarKind::Float | ScalarKind::Sint | ScalarKind::Uint, _)
        | (ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _) => None,
    }
}
