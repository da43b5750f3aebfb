//! The intervals of built-in values that hold for all inputs.

use super::interval::Interval;
use naga::{Binding, BuiltIn, EntryPoint};

/// The interval of a built-in or of a component of it. Invocation ids are below the workgroup size, if that is known
/// (WGSL §13.3.1.1, "Built-in Inputs and Outputs"); a subgroup has at most 128 invocations (Vulkan, `subgroupSize`).
pub(super) fn built_in(entry: &EntryPoint, binding: &Binding, component: Option<u32>) -> Option<Interval> {
    let Binding::BuiltIn(built_in) = *binding else {
        return None;
    };
    let below = |count: u32| {
        Some(Interval {
            least: 0,
            most: i64::from(count.checked_sub(1)?),
        })
    };
    let known = entry.workgroup_size_overrides.is_none();
    match built_in {
        BuiltIn::LocalInvocationIndex if known => {
            let [x, y, z] = entry.workgroup_size;
            below(x.checked_mul(y)?.checked_mul(z)?)
        }
        BuiltIn::LocalInvocationId if known => below(*entry.workgroup_size.get(component? as usize)?),
        BuiltIn::SubgroupInvocationId => below(128),
        BuiltIn::SubgroupSize => Some(Interval { least: 1, most: 128 }),
        // catch-all: nothing is known about other built-ins
        _ => None,
    }
}
