//! The options that a program adjusts: which of them it may change without `unsafe`, and the function that changes them.
//!
//! [`Device`](crate::Device) is safe because of some of the options: indices are checked, loops end, the words are
//! validated. Others follow from the pipeline: the entry point, the numbers of bindings, the values of overrides. The
//! program's function gets all of them. `fields!` lists the fields whose changes are taken over; any other change is an
//! error, also of a field that a later version of `Options` adds.

use core::fmt;
use naga::ShaderStage;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::Options;
use std::sync::Arc;

type Function = dyn Fn(&mut Options, ShaderStage) + Send + Sync;

/// A program's function that adjusts the options of a stage.
#[derive(Clone)]
pub(crate) struct Adjust(Arc<Function>);

impl fmt::Debug for Adjust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Adjust")
    }
}

impl Adjust {
    pub(crate) fn new(adjust: impl Fn(&mut Options, ShaderStage) + Send + Sync + 'static) -> Self {
        Self(Arc::new(adjust))
    }

    /// The adjusted options.
    ///
    /// # Errors
    /// The names of the options that were changed and must not be.
    pub(crate) fn apply(&self, options: Options, stage: ShaderStage) -> Result<Options, Vec<&'static str>> {
        let mut adjusted = options.clone();
        (self.0)(&mut adjusted, stage);
        merged(options, &adjusted)
    }
}

/// Declares `merged` and the names of all fields.
macro_rules! fields {
    (free: $($free:ident)*; checks: $($check:ident)*; fixed: $($fixed:ident)*;) => {
        /// `options` with the changes of `adjusted`.
        fn merged(mut options: Options, adjusted: &Options) -> Result<Options, Vec<&'static str>> {
            let mut refused = Vec::new();
            $(options.$free.clone_from(&adjusted.$free);)*
            $(match options.$check && !adjusted.$check {
                true => refused.push(stringify!($check)),
                false => options.$check = adjusted.$check,
            })*
            match is_as_strict(options.bounds_check_policies, adjusted.bounds_check_policies) {
                true => options.bounds_check_policies = adjusted.bounds_check_policies,
                false => refused.push("bounds_check_policies"),
            }
            $(if options.$fixed != adjusted.$fixed {
                refused.push(stringify!($fixed));
            })*
            if refused.is_empty() && options != *adjusted {
                refused.push("an option that this version of spirula-wgpu does not know");
            }
            match refused.is_empty() {
                true => Ok(options),
                false => Err(refused),
            }
        }

        /// The names of all fields that the lists have.
        #[cfg(test)]
        const NAMES: &[&str] = &["bounds_check_policies", $(stringify!($free),)* $(stringify!($check),)* $(stringify!($fixed),)*];
    };
}

fields! {
    // Whatever their value, the words are validated, and no access is out of bounds.
    free:
        adjust_coordinate_space clamp_frag_depth debug_info direct_mesh_outputs float_controls interface_names names
        print_on_ray_query_initialization_fail print_on_trace_rays_fail rely_on_robust_access vulkan_memory_model
        without_workarounds workarounds zero_initialize_workgroup_memory;
    // Checks at run time, which may be added.
    checks:
        emit_int_div_checks force_loop_bounding mesh_shader_primitive_indices_clamp ray_query_initialization_tracking
        self_check trace_ray_argument_validation;
    // They follow from the pipeline, are needed by wgpu or the device, or have no effect here.
    fixed:
        assert_proofs binding_map entry_point explain_checks external_texture_binding_map fake_missing_bindings
        force_point_size overrides reflect_unused spec_constants task_dispatch_limits;
}

/// Whether no policy leaves an access unchecked that another one checks.
fn is_as_strict(policies: BoundsCheckPolicies, adjusted: BoundsCheckPolicies) -> bool {
    let BoundsCheckPolicies {
        index,
        buffer,
        image_load,
        binding_array,
    } = policies;
    let pairs = [
        (index, adjusted.index),
        (buffer, adjusted.buffer),
        (image_load, adjusted.image_load),
        (binding_array, adjusted.binding_array),
    ];
    let unchecked = BoundsCheckPolicy::Unchecked;
    pairs
        .iter()
        .all(|&(policy, adjusted)| adjusted != unchecked || policy == unchecked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_in_a_list() {
        let text = format!("{:#?}", Options::default());
        let mut fields: Vec<_> = text
            .lines()
            .filter_map(|line| line.strip_prefix("    ").filter(|line| !line.starts_with(' ')))
            .filter_map(|line| line.split_once(": "))
            .map(|(name, _)| name)
            .collect();
        fields.sort_unstable();
        let mut names = NAMES.to_vec();
        names.sort_unstable();
        assert_eq!(names, fields);
    }

    #[test]
    fn checks_are_added_and_never_removed() {
        let checked = Options::default();
        let mut trusted = Options::default();
        trusted.force_loop_bounding = false;
        trusted.bounds_check_policies.index = BoundsCheckPolicy::Unchecked;
        assert_eq!(merged(trusted.clone(), &checked).as_ref(), Ok(&checked));
        assert_eq!(merged(trusted.clone(), &trusted).as_ref(), Ok(&trusted));
        let refused = merged(checked.clone(), &trusted);
        assert_eq!(refused, Err(vec!["force_loop_bounding", "bounds_check_policies"]));
        let mut zero = checked.clone();
        zero.bounds_check_policies.buffer = BoundsCheckPolicy::ReadZeroSkipWrite;
        zero.names = true;
        assert_eq!(merged(checked.clone(), &zero).as_ref(), Ok(&zero));
        zero.overrides.insert("a".to_owned(), 1.0);
        zero.self_check = true;
        assert_eq!(merged(checked, &zero), Err(vec!["overrides"]));
    }
}
