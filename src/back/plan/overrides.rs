//! What live code and the target require of open overrides; `back::overrides` owns everything else about them.

use super::{Plan, binding_array};
use crate::back::overrides::{ArrayLength, one_size_of_several, workgroup_size_overrides};
use crate::options::Options;
use crate::target::Feature;
use naga::{AddressSpace, Module, TypeInner};

impl Plan {
    /// Finds the global expressions that live code needs, and refuses sizes that cannot be specialization constants.
    pub(super) fn plan_overrides(&mut self, module: &Module, options: &Options) {
        for (_, global) in self.live.globals(module) {
            let length = match module.types[global.ty].inner {
                TypeInner::Array { size, .. } => Some(self.overrides.array_length(size)),
                TypeInner::BindingArray { .. } => {
                    binding_array(module, options, &self.overrides, global).map(|(_, length)| length)
                }
                // catch-all: no other type has a length
                _ => None,
            };
            if let Some(ArrayLength::Override(length)) = length {
                let refusal = self.overrides.need_length(module, length);
                self.requirements.refusals.extend(refusal);
            }
            if let (AddressSpace::Private, Some(init)) = (global.space, global.init) {
                self.overrides.need_expression(init);
            }
        }
        for planned in &self.entry_points {
            for size in workgroup_size_overrides(&module.entry_points[planned.index]) {
                let refusal = self.overrides.need_extent(module, size);
                self.requirements.refusals.extend(refusal);
            }
        }
        self.overrides.complete_needed(module);
    }

    /// Records the requirement of a workgroup size with overrides, or refuses it.
    pub(super) fn need_workgroup_size(&mut self, module: &Module, index: usize) {
        let Some(first) = workgroup_size_overrides(&module.entry_points[index]).next() else {
            return;
        };
        if self.facts().local_size_id {
            // VUID-RuntimeSpirv-LocalSizeId-06434.
            self.need_feature(&[Feature::Maintenance4], module.global_expressions.get_span(first));
            return;
        }
        let planned = self.entry_points.iter();
        let sized = planned.filter(|planned| module.entry_points[planned.index].stage.compute_like());
        if sized.count() > 1 {
            self.requirements.refusals.push(one_size_of_several(module, first));
        }
    }
}
