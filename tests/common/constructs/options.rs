//! The options and helpers that need cases: they are not in the IR.

use std::collections::BTreeSet;

use naga::proc::BoundsCheckPolicy;
use spirula::Options;

use crate::common::declared::declared;
use crate::common::inspect::Inspected;

/// Whether a field of the options differs from the default.
fn differs(options: &Options, field: &str) -> bool {
    let default = Options::default();
    match field {
        "entry_point" => options.entry_point.is_some(),
        "binding_map" => !options.binding_map.is_empty(),
        "external_texture_binding_map" => !options.external_texture_binding_map.is_empty(),
        "fake_missing_bindings" => options.fake_missing_bindings != default.fake_missing_bindings,
        "overrides" => !options.overrides.is_empty(),
        "spec_constants" => options.spec_constants,
        "bounds_check_policies" => options.bounds_check_policies != default.bounds_check_policies,
        "rely_on_robust_access" => options.rely_on_robust_access,
        "zero_initialize_workgroup_memory" => !options.zero_initialize_workgroup_memory,
        "vulkan_memory_model" => options.vulkan_memory_model != default.vulkan_memory_model,
        "force_loop_bounding" => !options.force_loop_bounding,
        "ray_query_initialization_tracking" => !options.ray_query_initialization_tracking,
        "trace_ray_argument_validation" => !options.trace_ray_argument_validation,
        "print_on_ray_query_initialization_fail" => options.print_on_ray_query_initialization_fail,
        "print_on_trace_rays_fail" => options.print_on_trace_rays_fail,
        "task_dispatch_limits" => options.task_dispatch_limits.is_some(),
        "workarounds" => !options.workarounds.is_empty(),
        "without_workarounds" => !options.without_workarounds.is_empty(),
        "mesh_shader_primitive_indices_clamp" => !options.mesh_shader_primitive_indices_clamp,
        "direct_mesh_outputs" => !options.direct_mesh_outputs,
        "adjust_coordinate_space" => options.adjust_coordinate_space,
        "force_point_size" => options.force_point_size,
        "clamp_frag_depth" => options.clamp_frag_depth,
        "float_controls" => options.float_controls != default.float_controls,
        "names" => options.names,
        "emit_int_div_checks" => !options.emit_int_div_checks,
        "interface_names" => !options.interface_names,
        "debug_info" => options.debug_info.is_some(),
        _ => panic!("the option {field} is new: say how a case has it"),
    }
}

/// The options that do not change the words, which every case may have, and the one for our own tests, which is no switch
/// (`proofs_asserted::each_check_that_a_proof_removed_is_asserted`).
const WITHOUT_CASES: [&str; 4] = ["self_check", "explain_checks", "reflect_unused", "assert_proofs"];

/// The names of the options that need cases.
pub fn required() -> Vec<String> {
    let fields = declared("src/options.rs", "pub struct Options {");
    assert!(fields.len() > 20, "the options are not where they were");
    let fields = fields
        .into_iter()
        .filter(|field| !WITHOUT_CASES.contains(&field.as_str()));
    let mut required: Vec<String> = fields.map(|field| format!("option {field}")).collect();
    for place in ["index", "buffer", "image_load", "binding_array"] {
        required.extend(["Unchecked", "Restrict", "ReadZeroSkipWrite"].map(|policy| format!("{place} {policy}")));
    }
    required
}

/// The names of a case's options.
pub fn found(options: &Options) -> Vec<String> {
    let mut found: Vec<String> = declared("src/options.rs", "pub struct Options {")
        .into_iter()
        .filter(|field| !WITHOUT_CASES.contains(&field.as_str()) && differs(options, field))
        .map(|field| format!("option {field}"))
        .collect();
    let policies = &options.bounds_check_policies;
    for (place, policy) in [
        ("index", policies.index),
        ("buffer", policies.buffer),
        ("image_load", policies.image_load),
        ("binding_array", policies.binding_array),
    ] {
        let name = match policy {
            BoundsCheckPolicy::Unchecked => "Unchecked",
            BoundsCheckPolicy::Restrict => "Restrict",
            BoundsCheckPolicy::ReadZeroSkipWrite => "ReadZeroSkipWrite",
        };
        found.push(format!("{place} {name}"));
    }
    found
}

/// The names of all helper functions of the writer.
pub fn helpers() -> Vec<String> {
    let variants = declared("src/back/polyfill/table.rs", "$make! {");
    assert!(variants.len() > 30, "the helpers are not where they were");
    variants
        .iter()
        .filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(|name| helper(name))
        .collect()
}

/// The name of a helper in a listing: in snake case.
fn helper(variant: &str) -> String {
    let mut name = "spirula".to_owned();
    for c in variant.chars() {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// The helpers in a module that was written with names.
pub fn helpers_in(words: &[u32]) -> Vec<String> {
    let module = Inspected::new(words);
    let names = module.all(spirv::Op::Name).map(|name| {
        let bytes: Vec<u8> = name.operand_words()[1..]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    });
    names.filter(|name| name.starts_with("spirula_")).collect()
}
