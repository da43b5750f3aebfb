//! Tests of naga's options in Spirula: a row for every field of `Options`, `PipelineOptions` and `WriterFlags` with a
//! shader whose words show it; settings without a counterpart; the targets for sets of capabilities.

mod devices;
mod robust;
mod targets;

use std::collections::BTreeSet;

use naga::ShaderStage;
use naga::back::spv::{self, Capability, WriterFlags, ZeroInitializeWorkgroupMemoryMode};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::compat::{self, UnsupportedSetting};
use spirula::{Error, ErrorCategory, ErrorKind, Options};

use crate::common::parse;

type Change = fn(&mut spv::Options<'static>);

/// A setting, a shader and its entry point, initial options, and the change of the setting. The listing contains the
/// first words only with the change, the others only without it.
struct Row {
    setting: &'static str,
    shader: &'static str,
    entry: (ShaderStage, &'static str),
    before: Change,
    change: Change,
    with: &'static [&'static str],
    without: &'static [&'static str],
}

/// All options off.
fn nothing() -> spv::Options<'static> {
    let unchecked = BoundsCheckPolicy::Unchecked;
    spv::Options {
        lang_version: (1, 3),
        flags: WriterFlags::empty(),
        fake_missing_bindings: true,
        binding_map: spv::BindingMap::new(),
        capabilities: None,
        bounds_check_policies: BoundsCheckPolicies {
            index: unchecked,
            buffer: unchecked,
            image_load: unchecked,
            binding_array: unchecked,
        },
        zero_initialize_workgroup_memory: ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        ray_query_initialization_tracking: false,
        trace_ray_argument_validation: false,
        use_storage_input_output_16: false,
        debug_info: None,
        task_dispatch_limits: None,
        mesh_shader_primitive_indices_clamp: false,
        emit_int_div_checks: false,
    }
}

const COMPUTE: (ShaderStage, &str) = (ShaderStage::Compute, "main");
const VERTEX: (ShaderStage, &str) = (ShaderStage::Vertex, "main");
const FRAGMENT: (ShaderStage, &str) = (ShaderStage::Fragment, "main");

const BUFFER: &str = "@group(0) @binding(0) var<storage, read_write> numbers: array<i32>;
var<workgroup> shared_numbers: array<i32, 8>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) index: u32) {
    var local = array<i32, 3>();
    local[numbers[1]] = 1;
    shared_numbers[index] = numbers[index] / numbers[2];
    loop { if numbers[3] == 0 { break; } numbers[3] = local[numbers[0]] + shared_numbers[1]; }
}";
const CORNER: &str =
    "@vertex fn main(@location(0) @interpolate(flat) place: vec4<f32>) -> @builtin(position) vec4<f32> {
    return place;
}";
const DEPTH: &str = "@fragment fn main(@location(0) depth: f32) -> @builtin(frag_depth) f32 { return depth; }";
const TEXTURES: &str = "enable wgpu_binding_array;
@group(0) @binding(0) var textures: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(1) var plain: texture_2d<f32>;
@fragment fn main(@location(0) @interpolate(flat) index: u32) -> @location(0) vec4<f32> {
    return textureLoad(textures[index], vec2<i32>(1), 0) + textureLoad(plain, vec2<u32>(index), 0);
}";
const HALVES: &str = "enable f16;
@fragment fn main(@location(0) half: f16) -> @location(0) vec4<f32> { return vec4<f32>(f32(half * 2.0h)); }";
const QUERY: &str = "enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(1) fn main() {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, output[0], 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)));
    _ = rayQueryProceed(&query);
    output[0] = rayQueryGetCommittedIntersection(&query).t;
}";
const PIPELINE: &str = "enable wgpu_ray_tracing_pipeline;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<ray_payload> payload: u32;
@ray_generation fn main() {
    traceRay(scene, RayDesc(0u, 0xffu, output[0], 100.0, vec3<f32>(), vec3<f32>(0.0, 0.0, 1.0)), &payload);
}";
const TASK: &str = "enable wgpu_mesh_shader;
struct Payload { word: u32 }
var<task_payload> payload: Payload;
@group(0) @binding(0) var<storage, read> wanted: vec3<u32>;
@task @payload(payload) @workgroup_size(1) fn main() -> @builtin(mesh_task_size) vec3<u32> {
    payload.word = 7u;
    return wanted;
}";
const MESH: &str = "enable wgpu_mesh_shader;
struct Vertex { @builtin(position) place: vec4<f32> }
struct Triangle { @builtin(triangle_indices) corners: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Triangle, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> out: Mesh;
@group(0) @binding(0) var<storage, read> corners: vec3<u32>;
@mesh(out) @workgroup_size(3) fn main(@builtin(local_invocation_index) index: u32) {
    out.vertex_count = 3u;
    out.primitive_count = 1u;
    out.vertices[index].place = vec4<f32>(f32(index));
    if index == 0u { out.primitives[0].corners = corners; }
}";
const SAME_NAMES: &str = "@vertex fn main() -> @builtin(position) vec4<f32> { return vec4<f32>(); }
@fragment fn other() -> @location(0) vec4<f32> { return vec4<f32>(); }";

/// Changes nothing.
const fn as_it_is(_: &mut spv::Options<'static>) {}

fn rows() -> Vec<Row> {
    let row = |setting, shader, entry, change: Change, with, without| Row {
        setting,
        shader,
        entry,
        before: as_it_is,
        change,
        with,
        without,
    };
    let flag_row = |setting, shader, entry, before: Change, change: Change, with| Row {
        setting,
        shader,
        entry,
        before,
        change,
        with,
        without: &[],
    };
    vec![
        row(
            "lang_version",
            BUFFER,
            COMPUTE,
            |options| options.lang_version = (1, 5),
            &["version 0x10500"],
            &["version 0x10300"],
        ),
        row(
            "fake_missing_bindings",
            BUFFER,
            COMPUTE,
            |options| options.fake_missing_bindings = false,
            &["the binding map has no entry for @group(0) @binding(0)"],
            &["DescriptorSet 0"],
        ),
        row(
            "binding_map",
            TEXTURES,
            FRAGMENT,
            |options| {
                for (binding, binding_array_size) in [(0, Some(9)), (1, None)] {
                    let info = spv::BindingInfo {
                        descriptor_set: 5,
                        binding: binding + 6,
                        binding_array_size,
                    };
                    options
                        .binding_map
                        .insert(naga::ResourceBinding { group: 0, binding }, info);
                }
            },
            &["DescriptorSet 5", "Binding 6", "Binding 7", "%u32_9"],
            &["DescriptorSet 0"],
        ),
        row(
            "capabilities",
            HALVES,
            FRAGMENT,
            |options| options.capabilities = Some([Capability::Shader].into_iter().collect()),
            &["the target does not have `shaderFloat16`"],
            &["OpCapability Float16"],
        ),
        row(
            "bounds_check_policies",
            BUFFER,
            COMPUTE,
            |options| options.bounds_check_policies.index = BoundsCheckPolicy::Restrict,
            &["UMin"],
            &[],
        ),
        row(
            "bounds_check_policies",
            BUFFER,
            COMPUTE,
            |options| options.bounds_check_policies.buffer = BoundsCheckPolicy::ReadZeroSkipWrite,
            &["OpULessThan"],
            &[],
        ),
        row(
            "bounds_check_policies",
            TEXTURES,
            FRAGMENT,
            |options| options.bounds_check_policies.image_load = BoundsCheckPolicy::Restrict,
            &["OpImageQuerySizeLod"],
            &[],
        ),
        row(
            "bounds_check_policies",
            TEXTURES,
            FRAGMENT,
            |options| options.bounds_check_policies.binding_array = BoundsCheckPolicy::Restrict,
            &["UMin"],
            &[],
        ),
        row(
            "zero_initialize_workgroup_memory",
            BUFFER,
            COMPUTE,
            |options| options.zero_initialize_workgroup_memory = ZeroInitializeWorkgroupMemoryMode::Polyfill,
            &["OpControlBarrier"],
            &[],
        ),
        row(
            "zero_initialize_workgroup_memory",
            BUFFER,
            COMPUTE,
            |options| options.zero_initialize_workgroup_memory = ZeroInitializeWorkgroupMemoryMode::Native,
            &["Workgroup initialized"],
            &[],
        ),
        row(
            "force_loop_bounding",
            BUFFER,
            COMPUTE,
            |options| options.force_loop_bounding = true,
            &["%u32_4294967295"],
            &[],
        ),
        flag_row(
            "ray_query_initialization_tracking",
            QUERY,
            COMPUTE,
            |options| options.lang_version = (1, 4),
            |options| options.ray_query_initialization_tracking = true,
            &["OpLogicalAnd"],
        ),
        flag_row(
            "trace_ray_argument_validation",
            PIPELINE,
            (ShaderStage::RayGeneration, "main"),
            |options| options.lang_version = (1, 4),
            |options| options.trace_ray_argument_validation = true,
            &["OpSelectionMerge"],
        ),
        row(
            "use_storage_input_output_16",
            HALVES,
            FRAGMENT,
            |options| options.use_storage_input_output_16 = true,
            &["OpCapability StorageInputOutput16"],
            &["OpFConvert %f16"],
        ),
        flag_row(
            "debug_info",
            DEPTH,
            FRAGMENT,
            |options| options.flags = WriterFlags::DEBUG,
            |options| {
                options.debug_info = Some(spv::DebugInfo {
                    source_code: DEPTH,
                    file_name: "depth.wgsl",
                    language: spv::SourceLanguage::WGSL,
                });
            },
            &["OpSource WGSL", "\"depth.wgsl\"", "OpLine"],
        ),
        flag_row(
            "task_dispatch_limits",
            TASK,
            (ShaderStage::Task, "main"),
            |options| options.lang_version = (1, 4),
            |options| {
                options.task_dispatch_limits = Some(naga::back::TaskDispatchLimits {
                    max_mesh_workgroups_per_dim: 4_321,
                    max_mesh_workgroups_total: 54_321,
                });
            },
            &["%u32_4321", "%u32_54321"],
        ),
        flag_row(
            "mesh_shader_primitive_indices_clamp",
            MESH,
            (ShaderStage::Mesh, "main"),
            |options| options.lang_version = (1, 4),
            |options| options.mesh_shader_primitive_indices_clamp = true,
            &["UMin"],
        ),
        row(
            "emit_int_div_checks",
            BUFFER,
            COMPUTE,
            |options| options.emit_int_div_checks = true,
            &["OpSelect "],
            &[],
        ),
        row(
            "flags DEBUG",
            BUFFER,
            COMPUTE,
            |options| options.flags = WriterFlags::DEBUG,
            &["%shared_numbers"],
            &[],
        ),
        row(
            "flags ADJUST_COORDINATE_SPACE",
            CORNER,
            VERTEX,
            |options| options.flags = WriterFlags::ADJUST_COORDINATE_SPACE,
            &["OpFNegate"],
            &[],
        ),
        flag_row(
            "flags LABEL_VARYINGS",
            CORNER,
            VERTEX,
            |options| options.flags = WriterFlags::DEBUG,
            |options| options.flags |= WriterFlags::LABEL_VARYINGS,
            &["%place"],
        ),
        row(
            "flags FORCE_POINT_SIZE",
            CORNER,
            VERTEX,
            |options| options.flags = WriterFlags::FORCE_POINT_SIZE,
            &["BuiltIn PointSize"],
            &[],
        ),
        row(
            "flags CLAMP_FRAG_DEPTH",
            DEPTH,
            FRAGMENT,
            |options| options.flags = WriterFlags::CLAMP_FRAG_DEPTH,
            &["FClamp"],
            &[],
        ),
        flag_row(
            "flags PRINT_ON_RAY_QUERY_INITIALIZATION_FAIL",
            QUERY,
            COMPUTE,
            |options| (options.lang_version, options.ray_query_initialization_tracking) = ((1, 4), true),
            |options| options.flags = WriterFlags::PRINT_ON_RAY_QUERY_INITIALIZATION_FAIL,
            &["\"NonSemantic.DebugPrintf\"", "\"SPV_KHR_non_semantic_info\""],
        ),
        flag_row(
            "flags PRINT_ON_TRACE_RAYS_FAIL",
            PIPELINE,
            (ShaderStage::RayGeneration, "main"),
            |options| (options.lang_version, options.trace_ray_argument_validation) = ((1, 4), true),
            |options| options.flags = WriterFlags::PRINT_ON_TRACE_RAYS_FAIL,
            &["\"NonSemantic.DebugPrintf\"", "\"SPV_KHR_non_semantic_info\""],
        ),
    ]
}

/// The listing of the words, with the version word and whether an initializer zeroes memory; or the errors.
fn text(source: &str, options: &spv::Options<'_>, pipeline: Option<&spv::PipelineOptions>) -> String {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let target = compat::target(options);
    match compat::write_vec(&shader.module, &shader.info, options, pipeline, &target) {
        Ok(words) => {
            let report = spirula::check::check(&words, &target);
            assert!(report.is_valid(), "{:?}\n{source}", report.violations);
            let listing = spirula::listing::normal(&words).unwrap();
            let initialized = listing.lines().any(|line| {
                let mut tokens = line.split_whitespace();
                tokens.any(|token| token == "OpVariable")
                    && tokens.any(|token| token == "Workgroup")
                    && tokens.count() == 1
            });
            let note = if initialized { "Workgroup initialized" } else { "" };
            format!("version {:#x}\n{note}\n{listing}\n", words[1])
        }
        Err(error) => format!("{error:#}\n"),
    }
}

#[test]
fn every_setting_is_seen_in_the_words() {
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for row in rows() {
        seen.insert(row.setting);
        let mut options = nothing();
        (row.before)(&mut options);
        let pipeline = spv::PipelineOptions {
            shader_stage: row.entry.0,
            entry_point: row.entry.1.to_owned(),
        };
        let before = text(row.shader, &options, Some(&pipeline));
        (row.change)(&mut options);
        let after = text(row.shader, &options, Some(&pipeline));
        for (what, has, lacks) in [(row.with, &after, &before), (row.without, &before, &after)] {
            for part in what {
                if !has.contains(part) || lacks.contains(part) {
                    faults.push(format!("{}: `{part}`\n{before}\n=> {after}", row.setting));
                }
            }
        }
    }
    // The names of fields in naga's debug output.
    let printed = format!("{:#?}", nothing());
    let fields = printed
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.split_once(':'));
    let fields = fields
        .map(|(name, _)| name)
        .filter(|name| !name.starts_with(' ') && *name != "flags");
    let flags = WriterFlags::all();
    let flags = flags.iter_names().map(|(name, _)| format!("flags {name}"));
    let required: BTreeSet<String> = fields.map(str::to_owned).chain(flags).collect();
    assert!(required.len() == 14 + 7, "{required:?}");
    let seen: BTreeSet<String> = seen.into_iter().map(str::to_owned).collect();
    assert_eq!(seen, required);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// `PipelineOptions`: both fields.
#[test]
fn an_entry_point_is_chosen_by_stage_and_name() {
    let chosen = |shader_stage, name: &str| {
        let pipeline = spv::PipelineOptions {
            shader_stage,
            entry_point: name.to_owned(),
        };
        text(SAME_NAMES, &nothing(), Some(&pipeline))
    };
    let all = text(SAME_NAMES, &nothing(), None);
    assert!(
        all.contains("OpEntryPoint Vertex") && all.contains("OpEntryPoint Fragment"),
        "{all}"
    );
    let vertex = chosen(ShaderStage::Vertex, "main");
    assert!(
        vertex.contains("OpEntryPoint Vertex") && !vertex.contains("OpEntryPoint Fragment"),
        "{vertex}"
    );
    let fragment = chosen(ShaderStage::Fragment, "other");
    assert!(
        fragment.contains("OpEntryPoint Fragment") && !fragment.contains("OpEntryPoint Vertex"),
        "{fragment}"
    );
    let wrong = chosen(ShaderStage::Fragment, "main");
    assert!(wrong.contains("no fragment entry point `main`"), "{wrong}");
}

/// naga ignores both without `DEBUG`.
#[test]
fn names_and_source_take_the_debug_flag() {
    let mut options = nothing();
    options.flags = WriterFlags::LABEL_VARYINGS;
    options.debug_info = Some(spv::DebugInfo {
        source_code: DEPTH,
        file_name: "depth.wgsl",
        language: spv::SourceLanguage::WGSL,
    });
    let found = text(DEPTH, &options, None);
    assert!(!found.contains("OpName") && !found.contains("OpSource"), "{found}");
}

#[test]
fn what_has_no_counterpart_is_listed() {
    let mut options = nothing();
    options.lang_version = (2, 0);
    options.flags = WriterFlags::from_bits_retain(0x8000_0001);
    let unsupported = compat::options(&options, None).unwrap_err();
    let settings = [
        UnsupportedSetting::LangVersion(2, 0),
        UnsupportedSetting::Flags(0x8000_0000),
    ];
    assert_eq!(unsupported.settings(), settings);
    assert_eq!(
        unsupported.to_string(),
        "no counterpart of naga's SPIR-V 2.0 (`lang_version`), the bits 0x80000000 of `flags`"
    );
    let error = Error::from(unsupported);
    assert_eq!(error.category(), ErrorCategory::Options);
    assert_eq!(error.diagnostics().len(), 2);
    assert!(matches!(error.diagnostics()[1].kind, ErrorKind::UnsupportedSetting(_)));
    for (version, known) in [((1, 0), true), ((1, 6), true), ((1, 7), false), ((0, 9), false)] {
        options = nothing();
        options.lang_version = version;
        assert_eq!(compat::options(&options, None).is_ok(), known, "{version:?}");
    }
}

/// Options that naga does not have keep Spirula's defaults.
#[test]
fn other_options_are_the_defaults() {
    let made = compat::options(&nothing(), None).unwrap();
    let default = Options::default();
    assert_eq!(made.float_controls, default.float_controls);
    assert_eq!(made.direct_mesh_outputs, default.direct_mesh_outputs);
    assert_eq!(made.vulkan_memory_model, default.vulkan_memory_model);
    assert!(made.overrides.is_empty() && !made.spec_constants && made.entry_point.is_none());
}
