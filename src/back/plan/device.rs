//! Device limits: the use that the module makes of each, and the refusal if that exceeds the limit of the target.
//! Covers the limits for which the Vulkan environment for SPIR-V has rules. A limit that the target does not state is
//! recorded and not compared.
//!
//! Limits of workgroups are in `workgroups`, those of inputs and outputs in `interfaces`, those of pipeline layouts in
//! `descriptors`, SPIR-V's own in `limits`.
//! This file does not know how anything is lowered.

use super::Plan;
use super::bounds::Bound;
use super::entry_points::function_span;
use super::sweep::FunctionSweep;
use crate::back::binding::places;
use crate::back::requirements::UsedLimit;
use crate::error::{Diagnostic, ErrorKind};
use crate::ir::global::{element, is_writable};
use crate::ir::literal::{for_each_component, whole};
use crate::options::Options;
use crate::target::{DeviceExtension, Feature, Support};
use naga::valid::ModuleInfo;
use naga::{
    AddressSpace, EntryPoint, Expression, Handle, ImageDimension, Module, ShaderStage, Span, StorageAccess, TypeInner,
};
use spirula_spirv::internal::TargetQueries as _;
use spirv::Capability;

#[derive(Clone, Copy)]
pub(super) struct CountedEntry<'a> {
    pub(super) module: &'a Module,
    pub(super) info: &'a ModuleInfo,
    pub(super) options: &'a Options,
    pub(super) index: usize,
    pub(super) point: &'a EntryPoint,
    pub(super) span: Span,
}

impl Plan {
    /// Counts the entry points and the live globals.
    pub(super) fn plan_device_limits(&mut self, module: &Module, info: &ModuleInfo, options: &Options) {
        for at in 0..self.entry_points.len() {
            let index = self.entry_points[at].index;
            let point = &module.entry_points[index];
            let entry = CountedEntry {
                module,
                info,
                options,
                index,
                point,
                span: function_span(&point.function),
            };
            self.limit_workgroup(entry);
            self.limit_outputs(entry);
            self.limit_descriptors(entry);
            self.limit_mesh_outputs(entry);
        }
        for (handle, global) in module.global_variables.iter() {
            if !self.live.has(handle) {
                continue;
            }
            let span = module.global_variables.get_span(handle);
            // Vulkan, Push Constant Interface and Descriptor Set Interface: members end within the range.
            let range = match global.space {
                AddressSpace::Immediate => Some(Bound::IMMEDIATES),
                AddressSpace::Uniform => Some(Bound::UNIFORM_RANGE),
                AddressSpace::Storage { .. } => Some(Bound::STORAGE_RANGE),
                // catch-all: no other memory is bound with a range
                _ => None,
            };
            if let Some(limit) = range {
                let bytes = self.layouts.size(element(module, global));
                self.uses_limit(limit, bytes.into(), span);
            }
            if self.handle_entry(handle).is_some() {
                continue;
            }
            for (set, _) in places(module, options, handle) {
                self.uses_limit(Bound::DESCRIPTOR_SETS, i64::from(set) + 1, span);
            }
        }
    }

    /// Records the features for memory that a vertex or fragment shader could write. All that is not `NonWritable`
    /// counts, whether the shader writes it or not (VUID-RuntimeSpirv-NonWritable-06340,
    /// VUID-RuntimeSpirv-NonWritable-06341), and the buffer of asserted proofs, which is no global of the module.
    pub(super) fn need_stores(&mut self, module: &Module, info: &ModuleInfo, options: &Options) {
        if options.assert_proofs.is_some() {
            self.need_storage_class(Span::UNDEFINED);
        }
        for at in 0..self.entry_points.len() {
            let entry = self.entry_points[at].index;
            let Some(feature) = feature_of_stores(module.entry_points[entry].stage) else {
                continue;
            };
            if options.assert_proofs.is_some() {
                self.need_feature(feature, function_span(&module.entry_points[entry].function));
            }
            let globals = self.live.globals_of(module, info, entry);
            for (handle, _) in globals.filter(|&(_, global)| is_writable(module, global)) {
                self.requirements
                    .need_feature(feature, module.global_variables.get_span(handle));
            }
        }
    }

    /// Records the extension of the storage class of storage buffers.
    pub(super) fn need_storage_class(&mut self, span: Span) {
        if self.facts.storage_buffer_extension {
            self.requirements
                .need_extension_of(&self.target, "SPV_KHR_storage_buffer_storage_class", span);
        }
    }

    /// Records the features for access to a texture whose format SPIR-V cannot name. They are needed if the texture is
    /// not `NonReadable`, or not `NonWritable`, whether it is accessed or not. With Vulkan 1.3 or
    /// `VK_KHR_format_feature_flags2` the format decides instead (VUID-RuntimeSpirv-apiVersion-07954,
    /// VUID-RuntimeSpirv-apiVersion-07955).
    pub(super) fn need_access(&mut self, access: StorageAccess, span: Span) {
        let asked: [(StorageAccess, Capability, &'static [Feature; 1]); 2] = [
            (
                StorageAccess::LOAD,
                Capability::StorageImageReadWithoutFormat,
                &[Feature::ShaderStorageImageReadWithoutFormat],
            ),
            (
                StorageAccess::STORE,
                Capability::StorageImageWriteWithoutFormat,
                &[Feature::ShaderStorageImageWriteWithoutFormat],
            ),
        ];
        for (how, capability, features) in asked {
            let [feature] = *features;
            let without = self.target.permission_without(capability, feature);
            if access.contains(how) && self.target.feature(feature) >= without && without != Support::Enabled {
                self.need_feature(features, span);
            } else if access.contains(how) && without == Support::Allowed {
                self.requirements
                    .need_device_extension(DeviceExtension::VK_KHR_format_feature_flags2, None, span);
            }
        }
    }

    /// Records a use of a limit, unless it is zero, and refuses one that exceeds it.
    #[inline(never)] // many callers, few calls
    pub(super) fn uses_limit(&mut self, bound: Bound, value: i64, span: Span) {
        if value == 0 {
            return;
        }
        self.record_limit(bound, value, span, i64::max);
        if let Some(limit) = self.stated(bound).filter(|&limit| value > limit) {
            let Bound { name, what } = bound;
            let (exceeds, limit) = (value.unsigned_abs(), limit.unsigned_abs());
            let kind = ErrorKind::Limit {
                what,
                value: exceeds,
                limit,
            };
            self.refuse_limit(kind, span, name, value);
        }
    }

    /// The value of a limit, if the target states it.
    pub(super) fn stated(&self, bound: Bound) -> Option<i64> {
        self.facts.has_limits.then(|| self.target.limit(bound.name))?
    }

    /// Refuses a value that exceeds a limit of the target.
    #[cold]
    fn refuse_limit(&mut self, kind: ErrorKind, span: Span, name: &'static str, value: i64) {
        let mut refusal = Diagnostic::new(kind, span);
        refusal.exceeds_limit_of(self.target.devices_exceeded(name, value));
        self.requirements.refusals.push(refusal);
    }

    fn record_limit(&mut self, bound: Bound, value: i64, span: Span, worse: impl Fn(i64, i64) -> i64) {
        let name = bound.name;
        let limits = &mut self.requirements.limits;
        match limits.iter_mut().find(|used| used.name == name) {
            Some(used) if worse(used.value, value) == used.value => {}
            Some(used) => (used.value, used.span) = (value, span),
            None => limits.push(UsedLimit { name, value, span }),
        }
    }
}

impl FunctionSweep<'_, '_> {
    /// Refuses the offset of texels of a cube, which naga's validator accepts. Compares the offset of a sampled texel
    /// (VUID-RuntimeSpirv-OpImageSample-06435 and 06436) or of gathered texels (VUID-RuntimeSpirv-OpImage-06376 and
    /// 06377) with the limits.
    pub(super) fn limit_offset(&mut self, image: Handle<Expression>, offset: Handle<Expression>, gather: bool) {
        let expressions = &self.function.expressions;
        let span = expressions.get_span(offset);
        if let TypeInner::Image { dim, .. } = *self.inner(image)
            && dim == ImageDimension::Cube
        {
            let reason = "only images of one, two or three dimensions have offsets (SPIR-V §3.14, ConstOffset)";
            self.plan
                .refuse_inexpressible("an offset of the texels of a cube", reason, span);
        }
        if self.inner(offset).scalar_width() != Some(4) {
            let reason = "an offset has integers of 32 bits";
            self.plan.refuse_inexpressible("this offset of texels", reason, span);
        }
        let plan = &mut *self.plan;
        let counted = plan.counts_limits.then(|| extremes(self.module, expressions, offset));
        let Some((least, most)) = counted.flatten() else {
            return;
        };
        let bounds = if gather {
            [Bound::LEAST_GATHER_OFFSET, Bound::GREATEST_GATHER_OFFSET]
        } else {
            [Bound::LEAST_OFFSET, Bound::GREATEST_OFFSET]
        };
        let [low, high] = bounds.map(|bound| plan.stated(bound));
        plan.record_limit(bounds[0], least.into(), span, i64::min);
        plan.record_limit(bounds[1], most.into(), span, i64::max);
        let (low, high) = (low.unwrap_or(i32::MIN.into()), high.unwrap_or(u32::MAX.into()));
        let names = bounds.map(|bound| bound.name);
        let (name, value) = if i64::from(least) < low {
            (names[0], least)
        } else if i64::from(most) > high {
            (names[1], most)
        } else {
            return;
        };
        let kind = ErrorKind::TexelOffset {
            value,
            limits: names,
            range: (low as i32, high as u32),
        };
        plan.refuse_limit(kind, span, name, value.into());
    }
}

/// The least and the greatest component of a constant integer vector or scalar.
fn extremes(module: &Module, arena: &naga::Arena<Expression>, expression: Handle<Expression>) -> Option<(i32, i32)> {
    let (mut least, mut most, mut is_known) = (i32::MAX, i32::MIN, true);
    for_each_component(
        module,
        arena,
        expression,
        &mut |component| match component.and_then(whole) {
            Some(value) => {
                let value = value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                (least, most) = (least.min(value), most.max(value));
            }
            // An offset is a constant expression, which the front end has evaluated.
            None => is_known = false,
        },
    );
    is_known.then_some((least, most))
}

/// The feature with which a stage may store to buffers and images.
fn feature_of_stores(stage: ShaderStage) -> Option<&'static [Feature]> {
    match stage {
        ShaderStage::Vertex => Some(&[Feature::VertexPipelineStoresAndAtomics]),
        ShaderStage::Fragment => Some(&[Feature::FragmentStoresAndAtomics]),
        // catch-all: other stages need no feature for it
        _ => None,
    }
}
