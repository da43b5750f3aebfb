//! Which accesses of a module are checked, and which checks are the device's: the policies of the options, and
//! what the target allows. The passes and the emission ask here for the policy of an index, and nowhere else.

use super::Facts;
use crate::options::Options;
use crate::target::Feature;
use naga::AddressSpace;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirv::StorageClass;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policies {
    /// The policies of the options. `of_space`, `of_class` and `tests_indices` say which one counts; naga's own queries
    /// leave binding arrays out.
    pub(crate) checks: BoundsCheckPolicies,
    /// Whether indices into run-time arrays are left to the device, except for atomics.
    pub(crate) device_checks_buffers: bool,
    /// The feature of the device to which coordinates of texels are left.
    pub(crate) device_checks_texels: Option<&'static [Feature; 1]>,
}

impl Policies {
    pub(crate) fn new(options: &Options, facts: &Facts) -> Self {
        let checks = options.bounds_check_policies;
        let relies = |policy| options.rely_on_robust_access && policy == BoundsCheckPolicy::Restrict;
        Self {
            checks,
            device_checks_buffers: relies(checks.buffer) && facts.robust_buffers,
            device_checks_texels: facts.robust_images.filter(|_| relies(checks.image_load)),
        }
    }

    /// The policy for indices into memory of an address space; `None` for a value.
    #[inline]
    pub(crate) const fn of_space(&self, space: Option<AddressSpace>) -> BoundsCheckPolicy {
        match space {
            Some(AddressSpace::Uniform | AddressSpace::Storage { .. }) => self.checks.buffer,
            // catch-all: values, and memory that is no buffer
            _ => self.checks.index,
        }
    }

    /// The same by the storage class of the memory.
    #[inline]
    pub(crate) const fn of_class(&self, class: StorageClass) -> BoundsCheckPolicy {
        match class {
            StorageClass::Uniform | StorageClass::StorageBuffer => self.checks.buffer,
            _ => self.checks.index,
        }
    }

    #[inline]
    pub(crate) fn checks_indices(&self) -> bool {
        self.of_indices() != [BoundsCheckPolicy::Unchecked; 3]
    }

    /// Whether an index is tested where it is used, so that a read yields zero and a write is skipped.
    pub(crate) fn tests_indices(&self) -> bool {
        self.of_indices().contains(&BoundsCheckPolicy::ReadZeroSkipWrite)
    }

    /// The policies for indices.
    #[inline]
    const fn of_indices(&self) -> [BoundsCheckPolicy; 3] {
        [self.checks.index, self.checks.buffer, self.checks.binding_array]
    }

    /// The least length of a run-time array. Clamping to the last element assumes one element, a test assumes none.
    pub(crate) fn least_length(&self) -> u32 {
        u32::from(self.checks.buffer == BoundsCheckPolicy::Restrict)
    }
}
