//! What the module needs of the device: one function, [`Plan::need`], with the outcomes of the feature table.

use super::{Plan, UsedLimit};
use crate::error::ErrorKind;
use crate::options::Options;
use crate::target::{Feature, Support, Target};
use naga::valid::FunctionInfo;
use naga::{Expression, Handle, ImageClass, Module, Scalar, ScalarKind, Span, StorageFormat, TypeInner};
use spirv::Capability;

/// A capability that reachable code uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Used {
    /// The capability.
    pub capability: Capability,
    /// Where it is first needed; undefined for what every module needs.
    pub span: Span,
    /// How many times it was asked for.
    pub count: u32,
}

/// A Vulkan feature or property that reachable code uses and no capability stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsedFeature {
    /// The feature.
    pub feature: Feature,
    /// Where it is first needed; undefined for what every module needs.
    pub span: Span,
}

/// The capabilities, features and extensions that a module uses.
#[derive(Debug, Default)]
pub(crate) struct Requirements {
    used: Vec<Used>,
    /// Features of which one is needed, the one that says most first; and where.
    wanted: Vec<(&'static [Feature], Span)>,
    features: Vec<UsedFeature>,
    pub(super) limits: Vec<UsedLimit>,
    pub(crate) extensions: Vec<&'static str>,
}

impl Requirements {
    pub(super) fn reset(&mut self) {
        self.used.clear();
        self.wanted.clear();
        self.features.clear();
        self.limits.clear();
        self.extensions.clear();
    }

    /// The capabilities, in the order of their numbers.
    pub(crate) fn used(&self) -> &[Used] {
        &self.used
    }

    /// What is used of the device's limits, in the order in which it was found.
    pub(crate) fn limits(&self) -> &[UsedLimit] {
        &self.limits
    }

    /// The features that no capability stands for, in the order in which they were found.
    pub(crate) fn features(&self) -> &[UsedFeature] {
        &self.features
    }
}

impl Plan {
    /// Records that a capability is needed, and where.
    pub(crate) fn need(&mut self, capability: Capability, span: Span) {
        match self
            .requirements
            .used
            .iter_mut()
            .find(|used| used.capability == capability)
        {
            Some(used) => {
                used.count += 1;
                // Types that a front end made up have no place; what uses them has.
                if used.span == Span::UNDEFINED {
                    used.span = span;
                }
            }
            None => self.requirements.used.push(Used {
                capability,
                span,
                count: 1,
            }),
        }
    }

    /// Records that one of some features is needed, for which no capability stands alone, and where.
    pub(super) fn need_feature(&mut self, features: &'static [Feature], span: Span) {
        let wanted = &mut self.requirements.wanted;
        if !wanted.iter().any(|&(known, _)| known == features) {
            wanted.push((features, span));
        }
    }

    /// Refuses what the target lacks and settles the extensions that the capabilities take.
    pub(super) fn settle_requirements(&mut self, options: &Options) {
        let target = &options.target;
        self.settle_features(options);
        let mut used = core::mem::take(&mut self.requirements.used);
        used.sort_by_key(|used| used.capability as u32);
        for need in &used {
            if target.capability(need.capability) == Support::Unavailable && !self.is_refused(options, need.capability)
            {
                self.refuse(ErrorKind::Missing(target.requirement(need.capability)), need.span);
            }
            if let Some(extension) = target.extension_for(need.capability) {
                self.need_extension(extension);
            }
        }
        self.requirements.used = used;
        self.requirements.extensions.sort_unstable();
    }

    /// Chooses among the features that are wanted what the target has.
    fn settle_features(&mut self, options: &Options) {
        let target = &options.target;
        let wanted = core::mem::take(&mut self.requirements.wanted);
        for &(features, span) in &wanted {
            // `max_by_key` takes the last of equals.
            let best = features.iter().rev().max_by_key(|&&feature| target.feature(feature));
            let Some(&feature) = best else { continue };
            if target.feature(feature) == Support::Unavailable {
                self.refuse(ErrorKind::Missing(target.feature_requirement(feature)), span);
            }
            let known = &mut self.requirements.features;
            if !known.iter().any(|used| used.feature == feature) {
                known.push(UsedFeature { feature, span });
            }
        }
        self.requirements.wanted = wanted;
    }

    /// Whether a feature was refused that a capability stands for: the feature says it better.
    fn is_refused(&self, options: &Options, capability: Capability) -> bool {
        let target = &options.target;
        self.requirements.features.iter().any(|used| {
            target.feature(used.feature) == Support::Unavailable && Target::is_permitted_by(capability, used.feature)
        })
    }

    /// Records an extension that the words use without a capability of its own.
    pub(super) fn need_extension(&mut self, extension: &'static str) {
        if !self.requirements.extensions.contains(&extension) {
            self.requirements.extensions.push(extension);
        }
    }

    /// The capability of a scalar type in registers.
    pub(super) fn need_scalar(&mut self, scalar: Scalar, span: Span) {
        let capability = match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => Capability::Float16,
            (ScalarKind::Float, 8) => Capability::Float64,
            (ScalarKind::Sint | ScalarKind::Uint, 1) => Capability::Int8,
            (ScalarKind::Sint | ScalarKind::Uint, 2) => Capability::Int16,
            (ScalarKind::Sint | ScalarKind::Uint, 8) => Capability::Int64,
            (ScalarKind::Float | ScalarKind::Sint | ScalarKind::Uint, _)
            | (ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _) => return,
        };
        self.need(capability, span);
    }

    /// A storage texture whose format SPIR-V cannot name is read without one.
    pub(super) fn need_image_load(
        &mut self,
        module: &Module,
        info: &FunctionInfo,
        image: Handle<Expression>,
        span: Span,
    ) {
        if let TypeInner::Image {
            class:
                ImageClass::Storage {
                    format: StorageFormat::Bgra8Unorm,
                    ..
                },
            ..
        } = *info[image].ty.inner_with(&module.types)
        {
            self.need(Capability::StorageImageReadWithoutFormat, span);
        }
    }
}
