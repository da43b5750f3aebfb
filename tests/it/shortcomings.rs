//! Constructs that naga's own backend (`naga::back::spv`, 30.0.2) refuses, panics on, writes as invalid modules or with
//! another meaning than the shader, each with the test or snapshot that would fail if Spirula did the same.
//!
//! A row names the construct and the fault, not a remedy. The test or snapshot of a row must exist: if it is renamed or
//! removed, it must be replaced here.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::case::Case as Shader;
use crate::common::tests_by_name::has_test;
use crate::common::{backends, parse, root, setup, turn_off, validate};
use spirula::Target;

/// The fault of naga's backend for a module that its validator accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Refuses,
    Panics,
    /// The module violates rules of SPIR-V or of Vulkan's environment.
    Invalid,
    /// The module is valid, but its behaviour is wrong or undefined.
    Wrong,
}

use Fault::{Invalid, Panics, Refuses, Wrong};

/// What would fail.
#[derive(Clone, Copy, Debug)]
enum Proof {
    /// A file below `tests` and a test in it.
    Test(&'static str, &'static str),
    /// A file below `snapshots`, which is validated at all of its targets.
    Case(&'static str),
}

use Proof::{Case, Test};

struct Row(&'static str, Fault, &'static [Proof]);

const MODULES_AND_TYPES: &[Row] = &[
    Row(
        "a module without an entry point declares Linkage",
        Invalid,
        &[Case("globals/no_entry_point.wgsl")],
    ),
    Row(
        "an extension or version that a built-in needs is left out",
        Invalid,
        &[Case("io/base_vertex.vert")],
    ),
    Row(
        "16-bit storage is declared for numbers that stay in registers",
        Invalid,
        &[Case("types/half_in_registers.wgsl")],
    ),
    Row(
        "64-bit numbers are declared on devices without them",
        Invalid,
        &[Case("types/wide_numbers_refused.wgsl")],
    ),
    Row(
        "an array in workgroup, private or function memory has a stride",
        Invalid,
        &[
            Test(
                "frame.rs",
                "one_struct_is_a_block_in_two_buffers_and_plain_in_workgroup_memory",
            ),
            Case("types/struct_in_three_layouts.wgsl"),
        ],
    ),
    Row(
        "a struct in workgroup, private or function memory has offsets",
        Invalid,
        &[
            Case("types/struct_in_three_layouts.wgsl"),
            Case("globals/workgroup.wgsl"),
        ],
    ),
    Row(
        "the results of modf and frexp are laid out",
        Invalid,
        &[
            Case("math/decompositions.wgsl"),
            Test("execution/edges.rs", "decompositions"),
        ],
    ),
    Row(
        "external textures",
        Panics,
        &[
            Test("image.rs", "external_textures"),
            Test(
                "execution/texels.rs",
                "external_textures_of_luma_and_chroma_are_converted",
            ),
        ],
    ),
    Row(
        "two globals of one type are decorated as blocks twice",
        Invalid,
        &[
            Test(
                "frame.rs",
                "one_struct_is_a_block_in_two_buffers_and_plain_in_workgroup_memory",
            ),
            Test("binding_arrays.rs", "every_kind_of_resource_at_every_class_of_index"),
        ],
    ),
    Row(
        "a binding array of uniform buffers is no block",
        Invalid,
        &[Test(
            "binding_arrays.rs",
            "every_kind_of_resource_at_every_class_of_index",
        )],
    ),
    Row(
        "a binding array without a length has no RuntimeDescriptorArray",
        Invalid,
        &[
            Test("binding_arrays.rs", "every_kind_of_resource_at_every_class_of_index"),
            Test("binding_arrays.rs", "the_binding_map_says_how_long_an_array_is"),
        ],
    ),
    Row(
        "indexing of binding arrays has no capability",
        Invalid,
        &[
            Test("binding_arrays.rs", "every_kind_of_resource_at_every_class_of_index"),
            Test("binding_arrays.rs", "missing_features_are_reported_at_the_index"),
        ],
    ),
    Row(
        "a storage texture without a format is read without StorageImageReadWithoutFormat",
        Invalid,
        &[Case("images/bgra8.wgsl")],
    ),
    Row(
        "composite constants of the wrong type",
        Invalid,
        &[Case("globals/constants.wgsl")],
    ),
    Row(
        "a constant composite of more words than an instruction has",
        Invalid,
        &[Test(
            "stress.rs",
            "a_constant_array_that_fits_no_instruction_is_refused_with_its_place",
        )],
    ),
];

const STAGES: &[Row] = &[
    Row(
        "base_vertex and base_instance without DrawParameters",
        Invalid,
        &[Case("io/base_vertex.vert")],
    ),
    Row("sample_mask is no array", Invalid, &[Case("io/sample_mask.wgsl")]),
    Row(
        "the workgroup size is an input variable",
        Invalid,
        &[
            Case("io/workgroup_size.comp"),
            Test("overrides.rs", "the_workgroup_size_that_is_read_is_the_specialized_one"),
        ],
    ),
    Row(
        "overrides in expressions",
        Refuses,
        &[
            Case("overrides/expressions.wgsl"),
            Test("overrides/execution.rs", "every_type_and_its_defaults"),
        ],
    ),
    Row(
        "global expressions that are not folded",
        Refuses,
        &[
            Case("overrides/constants.wgsl"),
            Test("overrides/execution.rs", "defaults_that_depend_on_other_overrides"),
        ],
    ),
    Row(
        "discard ends the invocation that derivatives need",
        Wrong,
        &[Case("io/discard.wgsl")],
    ),
    Row(
        "the index of the instance in hit stages",
        Invalid,
        &[Test("rays.rs", "hit_stages_have_instance_id")],
    ),
    Row(
        "the index of a primitive asks for Geometry in stages that have it anyway",
        Invalid,
        &[
            Case("interfaces/primitive_index_without_geometry.wgsl"),
            Case("rays/built_ins.wgsl"),
        ],
    ),
    Row(
        "16-bit integers between stages on devices without them",
        Invalid,
        &[
            Case("numbers/narrow_interface.wgsl"),
            Test("numbers.rs", "narrow_interfaces_and_derivatives"),
        ],
    ),
    Row(
        "ray-tracing pipelines below SPIR-V 1.4",
        Invalid,
        &[Test("rays.rs", "pipelines_need_spirv_1_4_and_their_feature")],
    ),
    Row(
        "outputs of a fragment shader that are built-ins of other stages or types",
        Invalid,
        &[Test("unvalidated.rs", "members_beside_sources_of_blending")],
    ),
    Row(
        "rays traced in an any-hit shader, atomics in a ray's payload, two incoming payloads",
        Invalid,
        &[Test("unvalidated.rs", "rays")],
    ),
];

const ACCESS: &[Row] = &[
    Row(
        "a pointer to an element or member as an argument",
        Invalid,
        &[
            Test("execution/pointers.rs", "parts_through_several_calls"),
            Case("functions/pointers.wgsl"),
        ],
    ),
    Row(
        "an element of a binding array as an argument",
        Invalid,
        &[Test(
            "binding_arrays.rs",
            "every_kind_of_resource_at_every_class_of_index",
        )],
    ),
    Row(
        "a binding array of textures under read-zero-skip-write",
        Refuses,
        &[Test(
            "binding_arrays.rs",
            "every_policy_for_binding_arrays_makes_valid_modules",
        )],
    ),
    Row(
        "a binding array without a length under restrict",
        Refuses,
        &[Test(
            "binding_arrays.rs",
            "every_policy_for_binding_arrays_makes_valid_modules",
        )],
    ),
    Row(
        "a sampled image of a non-uniform index is not decorated so",
        Invalid,
        &[Test(
            "binding_arrays.rs",
            "every_kind_of_resource_at_every_class_of_index",
        )],
    ),
    Row(
        "results of calls, atomics and workgroup loads count as uniform",
        Wrong,
        &[Test(
            "binding_arrays.rs",
            "invocation_dependent_indices_are_not_uniform",
        )],
    ),
    Row(
        "the length of a buffer in a binding array ignores index and policy",
        Wrong,
        &[
            Test("binding_arrays.rs", "every_kind_of_resource_at_every_class_of_index"),
            Test(
                "binding_arrays.rs",
                "every_policy_for_binding_arrays_makes_valid_modules",
            ),
        ],
    ),
    Row(
        "an index of another width than 32 bits under restrict",
        Invalid,
        &[
            Case("access/wide_indices.wgsl"),
            Test("execution/access.rs", "wide_indices_are_not_cut_off"),
        ],
    ),
    Row(
        "atomics under read-zero-skip-write",
        Refuses,
        &[
            Test("execution/atomic_values.rs", "in_storage"),
            Test("execution/atomic_values.rs", "in_workgroup_memory"),
        ],
    ),
    Row(
        "an atomic load under read-zero-skip-write is a plain one",
        Wrong,
        &[
            Case("access/atomics_read_zero.wgsl"),
            Test("atomics.rs", "read_zero_skip_write_keeps_atomics_atomic"),
        ],
    ),
    Row(
        "an atomic store under read-zero-skip-write is a plain one",
        Wrong,
        &[
            Case("access/atomics_read_zero.wgsl"),
            Test("atomics.rs", "read_zero_skip_write_keeps_atomics_atomic"),
        ],
    ),
    Row(
        "two-row matrices in a struct in a struct in a uniform buffer",
        Panics,
        &[Test("layouts/reads.rs", "uniform_f32")],
    ),
    Row(
        "matrices of 16-bit floats in a uniform buffer",
        Invalid,
        &[Test("layouts/reads.rs", "uniform_f16")],
    ),
    Row(
        "unsigned coordinates of a texel under restrict",
        Invalid,
        &[
            Test("execution/texels.rs", "loads_of_mipmapped_layers"),
            Case("images/load.wgsl"),
        ],
    ),
    Row(
        "the layers of storage and multisampled textures are asked with a level",
        Invalid,
        &[
            Test("image.rs", "storage_textures_in_every_format"),
            Test("image.rs", "loads_and_queries_of_multisampled_textures"),
        ],
    ),
];

const VALUES: &[Row] = &[
    Row(
        "x != x is false for NaN",
        Wrong,
        &[Test("execution/edges.rs", "nan_is_unequal_to_itself_and_in_no_order")],
    ),
    Row(
        "a shift by the width or more is undefined",
        Wrong,
        &[Test(
            "execution/arithmetic.rs",
            "a_shift_takes_its_amount_modulo_the_width",
        )],
    ),
    Row(
        "a width that changes takes the sign of the result",
        Wrong,
        &[Test("execution/edges.rs", "widths_change_by_the_sign_of_the_source")],
    ),
    Row(
        "NaN to an integer is undefined",
        Wrong,
        &[Test(
            "execution/edges.rs",
            "conversions_of_nan_and_infinities_give_the_bounds",
        )],
    ),
    Row(
        "clamp with its bounds out of order is undefined",
        Wrong,
        &[Test(
            "execution/edges.rs",
            "clamps_with_bounds_out_of_order_take_the_upper",
        )],
    ),
    Row(
        "tests for NaN and infinity may be folded away",
        Wrong,
        &[Case("float_controls/tests.comp"), Case("math/matrices.frag")],
    ),
    Row(
        "functions of f64 that have no instruction",
        Invalid,
        &[Test(
            "operators.rs",
            "functions_of_f64_that_have_no_instruction_are_written_out",
        )],
    ),
    Row(
        "bit operations on 16 and 64 bits",
        Invalid,
        &[
            Test("execution/edges.rs", "bits_of_16_bit_integers"),
            Test("execution/edges.rs", "bits_of_64_bit_integers"),
        ],
    ),
];

const STATEMENTS: &[Row] = &[
    Row(
        "an empty case that falls into one that falls through",
        Invalid,
        &[
            Case("flow/fall_through.comp"),
            Case("flow/fall_through.spvasm"),
            Test("execution/fall_through.rs", "of_glsl"),
            Test("execution/fall_through.rs", "of_spirv"),
        ],
    ),
    Row(
        "a value of the body that continuing uses past a continue",
        Invalid,
        &[Test("stress.rs", "many_loops_with_continue")],
    ),
    Row(
        "a barrier of the subgroup orders no memory that rules admit",
        Invalid,
        &[
            Case("subgroups/barriers.wgsl"),
            Test(
                "subgroups.rs",
                "a_barrier_of_the_subgroup_declares_the_scope_and_orders_memory",
            ),
        ],
    ),
    Row(
        "a barrier that names no memory",
        Invalid,
        &[Case("flow/memory_barriers.spvasm")],
    ),
    Row(
        "a barrier of workgroup and subgroup waits for the subgroup only",
        Wrong,
        &[Case("flow/memory_barriers.spvasm")],
    ),
    Row(
        "atomics on texels of arguments and of binding arrays",
        Invalid,
        &[
            Test("atomics.rs", "texels_of_elements_of_binding_arrays"),
            Case("atomics/texels_in_binding_arrays.wgsl"),
        ],
    ),
    Row(
        "texel atomics that exchange",
        Refuses,
        &[Test("atomics.rs", "each_operation_on_texels_of_each_shape")],
    ),
    Row(
        "an exchange of floats asks for the feature to add them",
        Invalid,
        &[Test("atomics.rs", "floats_are_exchanged_without_the_feature_to_add")],
    ),
    Row(
        "values of ray queries and their structs are laid out",
        Invalid,
        &[Test("rays.rs", "every_operation_is_valid_tracked_and_not")],
    ),
];

const MESH_AND_MATRICES: &[Row] = &[
    Row(
        "mesh outputs declare the local index twice",
        Invalid,
        &[Case("mesh/triangles.wgsl")],
    ),
    Row(
        "mesh outputs ask for Geometry to write a primitive's index",
        Invalid,
        &[Case("mesh/triangles.wgsl")],
    ),
    Row(
        "cooperative matrices use a scope of the device that was not declared",
        Invalid,
        &[Test(
            "cooperative.rs",
            "the_scope_of_the_device_takes_a_feature_or_is_a_queue_family",
        )],
    ),
    Row(
        "cooperative matrices leave coherent and volatile as decorations",
        Invalid,
        &[Test(
            "cooperative.rs",
            "coherent_and_volatile_memory_is_so_at_each_access",
        )],
    ),
    Row(
        "cooperative matrices leave loads and stores without availability",
        Wrong,
        &[Test(
            "cooperative.rs",
            "shared_memory_is_not_private_and_barriers_make_it_visible",
        )],
    ),
    Row(
        "atomics in the payload of a task have the scope of an invocation",
        Wrong,
        &[Test("mesh.rs", "atomics_in_a_payload_are_of_the_workgroup")],
    ),
    Row(
        "mesh outputs lose their interpolation",
        Wrong,
        &[
            Case("mesh/numbers.wgsl"),
            Test("mesh.rs", "four_workgroups_draw_a_quad_each"),
        ],
    ),
    Row(
        "16-bit outputs of a mesh on devices without them",
        Invalid,
        &[Case("mesh/narrow_outputs.wgsl")],
    ),
    Row(
        "vertex indices of a mesh are not clamped",
        Wrong,
        &[Test("mesh.rs", "counts_and_indices_are_clamped")],
    ),
    Row(
        "the variable of a mesh has no number of its vertices or primitives",
        Panics,
        &[Test(
            "unvalidated.rs",
            "meshes_without_vertices_primitives_or_their_numbers",
        )],
    ),
    Row(
        "the number of a mesh's vertices or primitives is a vector",
        Invalid,
        &[Test(
            "unvalidated.rs",
            "meshes_without_vertices_primitives_or_their_numbers",
        )],
    ),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    [MODULES_AND_TYPES, STAGES, ACCESS, VALUES, STATEMENTS, MESH_AND_MATRICES]
        .into_iter()
        .flatten()
}

/// Whether there is a case with a listing or an error.
fn has_case(path: &str) -> bool {
    let path = root("snapshots").join(path);
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return false;
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    let names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let is_listing = |other: &String| other.starts_with(&format!("{name}.")) && other.ends_with(".snap");
    path.is_file() && names.iter().any(is_listing)
}

#[test]
fn every_row_has_something_that_would_fail() {
    let mut faults = Vec::new();
    for Row(name, fault, proofs) in rows() {
        if proofs.is_empty() {
            faults.push(format!("{name} ({fault:?}): nothing"));
        }
        for proof in *proofs {
            let is_there = match proof {
                Test(file, test) => has_test(file, test),
                Case(path) => has_case(path),
            };
            if !is_there {
                faults.push(format!("{name} ({fault:?}): {proof:?} is not there"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The faults of naga's backend on a case, over its targets. Results of shaders are not compared here, so [`Wrong`] is
/// never found.
fn faults_of_naga(path: &str) -> BTreeSet<Fault> {
    let path = root("snapshots").join(path);
    let case = Shader::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
    let mut faults = BTreeSet::new();
    for target in &case.targets {
        let setup = case.options_for(target).unwrap_or_else(|error| panic!("{error}"));
        // The device has the features that Spirula's words need and no others.
        let device = match setup::compile(&shader.module, &shader.info, &setup) {
            Ok(output) => turn_off::used(&output)
                .into_iter()
                .fold(setup.target.clone().strict(), Target::enable),
            Err(_) => setup.target.clone(),
        };
        let options = backends::naga_options(target);
        let write = || naga::back::spv::write_vec(&shader.module, &shader.info, &options, None);
        match catch_unwind(AssertUnwindSafe(write)) {
            Err(_) => {
                faults.insert(Panics);
            }
            Ok(Err(_)) => {
                faults.insert(Refuses);
            }
            Ok(Ok(words)) => {
                let is_valid = spirula::check::check(&words, &device).is_valid();
                if !is_valid || validate::validate(&words, target).is_err() {
                    faults.insert(Invalid);
                }
            }
        }
    }
    faults
}

/// A row with a case is about naga as it is: once naga has mended the fault, the row is removed here and in
/// `docs/naga-differences.md`.
#[test]
fn naga_has_the_fault_of_each_row_with_a_case() {
    let (mut tested, mut mended) = (0, Vec::new());
    for Row(name, fault, proofs) in rows().filter(|Row(_, fault, _)| *fault != Wrong) {
        let cases = proofs.iter().filter_map(|proof| match proof {
            Case(path) => Some(faults_of_naga(path)),
            Test(..) => None,
        });
        let cases: Vec<BTreeSet<Fault>> = cases.collect();
        if !cases.is_empty() {
            tested += 1;
            if !cases.iter().any(|faults| faults.contains(fault)) {
                mended.push(format!("{name}: not {fault:?}, but {cases:?}"));
            }
        }
    }
    assert!(tested > 20, "{tested} rows are too few");
    assert!(
        mended.is_empty(),
        "{} of {tested} rows:\n{}",
        mended.len(),
        mended.join("\n")
    );
}

#[test]
fn rows_have_names_of_their_own() {
    let names: Vec<&str> = rows().map(|Row(name, ..)| *name).collect();
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len());
}

#[test]
fn missing_proofs_are_detected() {
    assert!(has_test("shortcomings.rs", "missing_proofs_are_detected"));
    assert!(!has_test("shortcomings.rs", "has_test"));
    assert!(!has_test("shortcomings.rs", "no_such_test"));
    assert!(has_case("flow/fall_through.comp"));
    assert!(!has_case("flow/fall_through"));
}
