//! Which accesses and loops of a module are checked, and which checks are the device's: the policies of the options, and
//! what the target allows. The passes and the emission ask here for the policy of an index, and nowhere else.

use super::Facts;
use crate::back::request::Request;
use crate::target::Feature;
use naga::AddressSpace;
use naga::proc::BoundsCheckPolicy;
use spirv::StorageClass;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policies {
    /// For indices into values, and into memory that is no buffer.
    pub(crate) index: BoundsCheckPolicy,
    /// For indices into uniform and storage buffers.
    pub(crate) buffer: BoundsCheckPolicy,
    pub(crate) binding_array: BoundsCheckPolicy,
    pub(crate) image_load: BoundsCheckPolicy,
    /// Whether loops that are not proved to end get a bound.
    pub(crate) bounds_loops: bool,
    /// Whether indices into run-time arrays are left to the device, except for atomics.
    pub(crate) device_checks_buffers: bool,
    /// The feature of the device to which coordinates of texels are left.
    pub(crate) device_checks_texels: Option<&'static [Feature; 1]>,
}

impl Policies {
    pub(crate) fn new(options: &Request<'_>, facts: &Facts) -> Self {
        let policies = &options.bounds_check_policies;
        let relies = |policy| options.rely_on_robust_access && policy == BoundsCheckPolicy::Restrict;
        Self {
            index: policies.index,
            buffer: policies.buffer,
            binding_array: policies.binding_array,
            image_load: policies.image_load,
            bounds_loops: options.force_loop_bounding,
            device_checks_buffers: relies(policies.buffer) && facts.robust_buffers,
            device_checks_texels: facts.robust_images.filter(|_| relies(policies.image_load)),
        }
    }

    /// The policy for indices into memory of an address space; `None` for a value.
    #[inline]
    pub(crate) const fn of_space(&self, space: Option<AddressSpace>) -> BoundsCheckPolicy {
        match space {
            Some(AddressSpace::Uniform | AddressSpace::Storage { .. }) => self.buffer,
            // catch-all: values, and memory that is no buffer
            _ => self.index,
        }
    }

    /// The same by the storage class of the memory.
    #[inline]
    pub(crate) const fn of_class(&self, class: StorageClass) -> BoundsCheckPolicy {
        match class {
            StorageClass::Uniform | StorageClass::StorageBuffer => self.buffer,
            _ => self.index,
        }
    }

    #[inline]
    pub(crate) fn checks_indices(&self) -> bool {
        [self.index, self.buffer, self.binding_array] != [BoundsCheckPolicy::Unchecked; 3]
    }

    /// Whether an index is tested where it is used, so that a read yields zero and a write is skipped.
    pub(crate) fn tests_indices(&self) -> bool {
        [self.index, self.buffer, self.binding_array].contains(&BoundsCheckPolicy::ReadZeroSkipWrite)
    }

    /// The least length of a run-time array. Clamping to the last element assumes one element, a test assumes none.
    pub(crate) fn least_length(&self) -> u32 {
        u32::from(self.buffer == BoundsCheckPolicy::Restrict)
    }
}
