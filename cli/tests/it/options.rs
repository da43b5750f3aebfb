//! Tests that every field of `Options` has a switch, and that every switch affects the words.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use crate::common::declared::declared;
use crate::common::root;

use super::place::{Place, Run};

/// A switch, and its effect on the listing of a shader.
struct Row {
    /// The field of `Options`, and the class of the bounds checks.
    field: &'static str,
    /// The source of the shader, or the path of a snapshot.
    shader: &'static str,
    target: &'static str,
    /// Arguments with and without the switch.
    with: &'static [&'static str],
    switch: &'static [&'static str],
    /// The text that is counted in the listing, and whether the switch increases, decreases or keeps its count.
    counted: &'static str,
    change: Ordering,
}

const TWO: &str = "@compute @workgroup_size(1) fn one() {}\n@compute @workgroup_size(1) fn two() {}";
const BUFFER: &str = "@group(0) @binding(0) var<storage, read_write> n: array<i32>;
override scale = 2;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) index: u32) {
    n[0] = n[1] / n[2] * scale;
}";
const VERTEX: &str = "@vertex fn main(@location(0) at: vec4f) -> @builtin(position) vec4f { return at; }";
const DEPTH: &str = "@fragment fn main(@location(0) at: f32) -> @builtin(frag_depth) f32 { return at; }";
const SUM: &str = "@fragment fn main(@location(0) a: vec3f) -> @location(0) vec4f { return vec4f(a.x * a.y + a.z); }";
const CLAMP: &str =
    "@fragment fn main(@location(0) a: f32) -> @location(0) vec4f { return vec4f(clamp(a, 0.25, 0.75)); }";
const INDEXED: &str = "enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var image: texture_2d<u32>;
@group(0) @binding(2) var images: binding_array<texture_2d<u32>, 4>;
var<private> table: array<u32, 8>;
@compute @workgroup_size(1) fn main() {
    let at = data[0];
    table[data[1]] = 1u;
    data[at] = table[data[1]] + textureLoad(image, vec2u(at), 0).x + textureLoad(images[at], vec2u(), 0).x;
}";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { field: "entry_point", shader: TWO, target: "vulkan1.1", with: &[], switch: &["--entry-point", "two"], counted: "OpEntryPoint", change: Less },
    Row { field: "binding_map", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["--bindings", "bindings.json"], counted: "DescriptorSet 5", change: Greater },
    Row { field: "external_texture_binding_map", shader: "images/external", target: "vulkan1.1", with: &[], switch: &["--bindings", "external.json"], counted: "DescriptorSet 2", change: Greater },
    Row { field: "overrides", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["--override", "scale=77"], counted: " 77\n", change: Greater },
    Row { field: "spec_constants", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["--spec-constants"], counted: "OpSpecConstant ", change: Greater },
    Row { field: "rely_on_robust_access", shader: INDEXED, target: "vulkan1.3", with: &["--enable", "robustBufferAccess2"], switch: &["--rely-on-robust-access"], counted: "OpArrayLength", change: Less },
    Row { field: "rely_on_robust_access", shader: INDEXED, target: "vulkan1.3", with: &["--enable", "robustImageAccess"], switch: &["--rely-on-robust-access"], counted: "OpImageQuerySize", change: Less },
    Row { field: "zero_initialize_workgroup_memory", shader: "globals/workgroup_not_zeroed", target: "vulkan1.1", with: &[], switch: &["--zero-workgroup-memory=false"], counted: "OpControlBarrier", change: Less },
    Row { field: "force_loop_bounding", shader: "flow/loops_unbounded", target: "vulkan1.1", with: &[], switch: &["--bound-loops=false"], counted: "OpLoad", change: Less },
    Row { field: "emit_int_div_checks", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["--unguarded-division"], counted: "OpSelect ", change: Less },
    Row { field: "ray_query_initialization_tracking", shader: "rays/query_untracked", target: "vulkan1.2", with: &[], switch: &["--track-ray-queries=false"], counted: "OpSelectionMerge", change: Less },
    Row { field: "trace_ray_argument_validation", shader: "rays/pipeline", target: "vulkan1.2", with: &[], switch: &["--validate-trace-rays=false"], counted: "OpLogicalAnd", change: Less },
    Row { field: "print_on_ray_query_initialization_fail", shader: "rays/printed", target: "vulkan1.3", with: &[], switch: &["--print-invalid-ray-queries"], counted: "DebugPrintf", change: Greater },
    Row { field: "print_on_trace_rays_fail", shader: "rays/pipeline", target: "vulkan1.3", with: &[], switch: &["--print-invalid-trace-rays"], counted: "DebugPrintf", change: Greater },
    Row { field: "workarounds", shader: CLAMP, target: "vulkan1.1", with: &[], switch: &["--workaround", "float-clamp"], counted: "FClamp", change: Less },
    Row { field: "without_workarounds", shader: CLAMP, target: "vulkan1.1", with: &["--driver", "intel"], switch: &["--no-workaround", "float-clamp"], counted: "FClamp", change: Greater },
    Row { field: "task_dispatch_limits", shader: "mesh/task_limits", target: "vulkan1.3", with: &[], switch: &["--task-limits", "7,9"], counted: "OpUMulExtended", change: Greater },
    Row { field: "mesh_shader_primitive_indices_clamp", shader: "mesh/points", target: "vulkan1.3", with: &[], switch: &["--clamp-mesh-indices=false"], counted: " UMin ", change: Less },
    Row { field: "direct_mesh_outputs", shader: "mesh/staged_asked", target: "vulkan1.3", with: &[], switch: &["--direct-mesh-outputs=false"], counted: "OpControlBarrier", change: Greater },
    Row { field: "adjust_coordinate_space", shader: VERTEX, target: "vulkan1.1", with: &[], switch: &["--flip-y"], counted: "OpFNegate", change: Greater },
    Row { field: "force_point_size", shader: VERTEX, target: "vulkan1.1", with: &[], switch: &["--point-size"], counted: "BuiltIn PointSize", change: Greater },
    Row { field: "clamp_frag_depth", shader: DEPTH, target: "vulkan1.1", with: &[], switch: &["--clamp-depth"], counted: "Clamp", change: Greater },
    Row { field: "float_controls", shader: SUM, target: "vulkan1.2", with: &[], switch: &["--float-controls", "f32:round=rtz"], counted: "RoundingModeRTZ", change: Greater },
    Row { field: "float_controls", shader: SUM, target: "vulkan1.2", with: &[], switch: &["--no-contraction"], counted: "NoContraction", change: Greater },
    Row { field: "vulkan_memory_model", shader: BUFFER, target: "vulkan1.2", with: &[], switch: &["--vulkan-memory-model"], counted: "OpMemoryModel Logical Vulkan", change: Greater },
    Row { field: "names", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["--names"], counted: "OpName", change: Greater },
    Row { field: "names", shader: BUFFER, target: "vulkan1.1", with: &["-g1"], switch: &["--names=false"], counted: "OpName", change: Less },
    Row { field: "interface_names", shader: VERTEX, target: "vulkan1.1", with: &["--names"], switch: &["--no-interface-names"], counted: "OpName", change: Less },
    Row { field: "debug_info", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["-g1"], counted: "OpLine", change: Greater },
    Row { field: "debug_info", shader: BUFFER, target: "vulkan1.1", with: &["-g1"], switch: &["--debug-language", "glsl"], counted: "OpSource GLSL", change: Greater },
    // It refuses modules that violate a rule, and changes no words.
    Row { field: "self_check", shader: BUFFER, target: "vulkan1.1", with: &[], switch: &["--no-check"], counted: "Op", change: Equal },
    Row { field: "bounds_check_policies", shader: INDEXED, target: "vulkan1.2", with: &[], switch: &["--bounds-checks", "unchecked"], counted: " UMin ", change: Less },
    Row { field: "bounds_check_policies index", shader: INDEXED, target: "vulkan1.2", with: &[], switch: &["--bounds-checks", "index=unchecked"], counted: " UMin ", change: Less },
    Row { field: "bounds_check_policies buffer", shader: INDEXED, target: "vulkan1.2", with: &[], switch: &["--bounds-checks", "buffer=unchecked"], counted: "OpArrayLength", change: Less },
    Row { field: "bounds_check_policies image_load", shader: INDEXED, target: "vulkan1.2", with: &[], switch: &["--bounds-checks", "image-load=unchecked"], counted: "OpImageQuerySize", change: Less },
    Row { field: "bounds_check_policies binding_array", shader: INDEXED, target: "vulkan1.2", with: &["--bounds-checks", "unchecked"], switch: &["--bounds-checks", "binding-array=restrict"], counted: " UMin ", change: Greater },
];

/// The fields whose switches have their own tests, because they do not affect the words.
const ELSEWHERE: [&str; 3] = [
    // `super::reflect::what_nobody_uses_is_reflected_on_request`.
    "reflect_unused",
    // `resources_that_the_file_leaves_out_are_refused`, below.
    "fake_missing_bindings",
    // `super::switches::checks_are_explained`.
    "explain_checks",
];

const BINDINGS: &str = r#"[{"group":0,"binding":0,"descriptor_set":5,"descriptor_binding":3}]"#;
const EXTERNAL: &str = r#"[{"group":0,"binding":0,"external":{
    "planes":[{"descriptor_set":2,"descriptor_binding":1},{"descriptor_set":2,"descriptor_binding":2},
              {"descriptor_set":2,"descriptor_binding":3}],
    "params":{"descriptor_set":3,"descriptor_binding":0}}},
  {"group":0,"binding":1,"descriptor_set":0,"descriptor_binding":1}]"#;

fn place(shader: &str) -> Place {
    let case = root("snapshots").join(format!("{shader}.wgsl"));
    let text = match shader.contains(' ') {
        true => shader.to_owned(),
        false => std::fs::read_to_string(case).unwrap(),
    };
    Place::with(&[
        ("a.wgsl", &text),
        ("bindings.json", BINDINGS),
        ("external.json", EXTERNAL),
    ])
}

fn compile(place: &Place, target: &str, switches: &[&[&str]]) -> Run {
    let base = [
        "compile",
        "a.wgsl",
        "--target-env",
        target,
        "--emit",
        "spvasm",
        "-o",
        "-",
    ];
    place.run(&[&base[..], &switches.concat()].concat())
}

fn listing(place: &Place, target: &str, switches: &[&[&str]]) -> String {
    String::from_utf8(compile(place, target, switches).good().stdout).unwrap()
}

#[test]
fn every_switch_has_its_effect() {
    for row in ROWS {
        let place = place(row.shader);
        let before = listing(&place, row.target, &[row.with]);
        let after = listing(&place, row.target, &[row.with, row.switch]);
        let count = |listing: &str| listing.matches(row.counted).count();
        assert_eq!(
            count(&after).cmp(&count(&before)),
            row.change,
            "{} {:?}: `{}` in\n{before}\nand\n{after}",
            row.field,
            row.switch,
            row.counted
        );
        let is_same = row.field == "self_check";
        assert_eq!(before == after, is_same, "{} {:?}", row.field, row.switch);
    }
}

#[test]
fn every_option_has_a_switch() {
    let fields = declared("src/options.rs", "pub struct Options {");
    assert!(fields.len() > 20, "the options are not where they were");
    // `assert_proofs` is for tests of the writer alone, so no switch sets it.
    for field in fields.iter().filter(|field| *field != "assert_proofs") {
        let has_row = ROWS.iter().any(|row| row.field == field) || ELSEWHERE.contains(&field.as_str());
        assert!(has_row, "the option {field} is new: it needs a switch, and a row here");
    }
    let help = String::from_utf8(Place::new().run(&["compile", "--help"]).stdout).unwrap();
    assert!(!help.contains("assert"));
    for row in ROWS {
        assert!(fields.contains(row.field.split(' ').next().unwrap()), "{}", row.field);
        let switch = row.switch[0].split('=').next().unwrap();
        let switch = switch.strip_suffix('1').unwrap_or(switch);
        assert!(help.contains(switch), "{switch}");
    }
    // naga's classes of indices, all of them.
    let naga::proc::BoundsCheckPolicies {
        index,
        buffer,
        image_load,
        binding_array,
    } = Default::default();
    let _ = (index, buffer, image_load, binding_array);
    for kind in ["index", "buffer", "image_load", "binding_array"] {
        let field = format!("bounds_check_policies {kind}");
        assert!(ROWS.iter().any(|row| row.field == field), "{field}");
    }
}

#[test]
fn resources_that_the_file_leaves_out_are_refused() {
    let place = place(INDEXED);
    let switches = ["--bindings", "bindings.json"];
    compile(&place, "vulkan1.2", &[&switches]).good();
    compile(&place, "vulkan1.2", &[&switches, &["--require-bindings"]]).expect(
        1,
        &[
            "the binding map has no entry for @group(0) @binding(1)",
            "the binding map has no entry for @group(0) @binding(2)",
        ],
    );
}

#[test]
fn values_of_switches_are_checked() {
    let place = place(TWO);
    let refused = |switches: &[&str], message: &str| {
        compile(&place, "vulkan1.1", &[switches]).expect_one(2, message);
    };
    refused(
        &["--bounds-checks", "image=restrict"],
        "index, buffer, image-load, binding-array",
    );
    refused(
        &["--bounds-checks", "index=some"],
        "restrict, read-zero-skip-write, unchecked",
    );
    refused(&["--task-limits", "7"], "two numbers with a comma");
    refused(&["--task-limits", "7,-1"], "two numbers with a comma");
    refused(&["--flip-y=perhaps"], "[possible values: true, false]");
    refused(&["--debug-language", "glsl"], "--debug-info");
    refused(&["-g", "--debug-language", "cobol"], "glsl");
    refused(&["--like", "tint"], "naga-cli");
    refused(&["--no-interface-names"], "neither is given");
}

/// The options of a preset, which switches override.
#[test]
fn presets_begin_and_switches_end() {
    let has =
        |shader: &str, switches: &[&str], text: &str| listing(&place(shader), "vulkan1.2", &[switches]).contains(text);
    let naga = ["--like", "naga-cli"];
    assert!(!has(VERTEX, &[], "OpFNegate") && has(VERTEX, &naga, "OpFNegate"));
    assert!(!has(VERTEX, &["--like", "naga-cli", "--flip-y=false"], "OpFNegate"));
    assert!(!has(DEPTH, &[], "Clamp") && has(DEPTH, &naga, "Clamp"));
    assert!(!has(DEPTH, &["--clamp-depth=false", "--like", "naga-cli"], "Clamp"));
    assert!(has(INDEXED, &[], " UMin ") && !has(INDEXED, &naga, " UMin "));
    assert!(has(
        INDEXED,
        &["--like", "naga-cli", "--bounds-checks", "buffer=restrict"],
        "OpArrayLength"
    ));

    let wgpu = ["--like", "wgpu"];
    assert!(!has(VERTEX, &wgpu, "OpFNegate") && has(VERTEX, &wgpu, "BuiltIn PointSize"));
    assert!(!has(
        VERTEX,
        &["--like", "wgpu", "--point-size=false"],
        "BuiltIn PointSize"
    ));
    let count = |switches: &[&str]| {
        let text = listing(&place(INDEXED), "vulkan1.2", &[switches]);
        [" UMin ", "OpArrayLength", "OpImageQuerySizeLod"].map(|counted| text_count(&text, counted))
    };
    let (plain, robust) = (
        count(&wgpu),
        count(&["--like", "wgpu", "--enable", "robustBufferAccess2,robustImageAccess2"]),
    );
    assert!(plain[1] > robust[1] && plain[2] > robust[2], "{plain:?} {robust:?}");
    // A device whose buffers are robust does not check an index of a vector.
    let vector = "@group(0) @binding(0) var<storage, read_write> data: vec2<u32>;
@compute @workgroup_size(1) fn main() { data[data.x] = 1u; }";
    let enabled: [&[&str]; 1] = [&["--like", "wgpu", "--enable", "robustBufferAccess2"]];
    let text = listing(&place(vector), "vulkan1.2", &enabled);
    assert_eq!(text_count(&text, " UMin "), 1, "{text}");
    assert!(count(&[])[0] > plain[0], "indices of binding arrays are not restricted");
    let place = place(INDEXED);
    compile(&place, "vulkan1.2", &[&wgpu, &["--bindings", "bindings.json"]])
        .expect(1, &["the binding map has no entry for @group(0) @binding(1)"]);
    compile(
        &place,
        "vulkan1.2",
        &[&wgpu, &["--bindings", "bindings.json", "--require-bindings=false"]],
    )
    .good();
}

fn text_count(listing: &str, text: &str) -> usize {
    listing.matches(text).count()
}

/// naga-cli negates the y axis both when it reads and when it writes SPIR-V.
#[test]
fn spirv_keeps_its_y_axis_like_naga_cli() {
    let place = Place::with(&[("a.wgsl", VERTEX)]);
    place.run(&["compile", "a.wgsl", "-o", "a.spv"]).good();
    let count = |switches: &[&str]| {
        let base = ["compile", "a.spv", "--emit", "spvasm", "-q", "-o", "-"];
        let run = place.run(&[&base[..], switches].concat()).good();
        text_count(&String::from_utf8(run.stdout).unwrap(), "OpFNegate")
    };
    assert_eq!(count(&[]), 0);
    assert_eq!(count(&["--flip-y"]), 1);
    assert_eq!(count(&["--like", "naga-cli"]), 2);
    assert_eq!(count(&["--like", "naga-cli", "--flip-y=false"]), 0);
}

/// With `--like wgpu` the limits of the device are used.
#[test]
fn limits_of_a_device_are_those_of_task_shaders_like_wgpu() {
    let device = r#"{
        "profiles": { "VP_a": { "api-version": "1.3.0", "capabilities": ["d"] } },
        "capabilities": { "d": {
            "extensions": { "VK_EXT_mesh_shader": 1 },
            "features": {
                "VkPhysicalDeviceMeshShaderFeaturesEXT": { "meshShader": true, "taskShader": true },
                "VkPhysicalDeviceVulkan11Features": { "shaderDrawParameters": true }
            },
            "properties": { "VkPhysicalDeviceMeshShaderPropertiesEXT": {
                "maxMeshWorkGroupCount": [700, 600, 500], "maxMeshWorkGroupTotalCount": 9000 } }
        } }
    }"#;
    let place = place("mesh/task_limits");
    place.write("device.json", device.as_bytes());
    let listing = |more: &[&str]| {
        let base = [
            "compile",
            "a.wgsl",
            "--device",
            "device.json",
            "--emit",
            "spvasm",
            "-o",
            "-",
        ];
        String::from_utf8(place.run(&[&base[..], more].concat()).good().stdout).unwrap()
    };
    let limited = |text: &str| [" 500\n", " 9000\n"].map(|limit| text.contains(limit));
    assert_eq!(limited(&listing(&[])), [false, false]);
    assert_eq!(limited(&listing(&["--like", "wgpu"])), [true, true]);
    assert_eq!(
        limited(&listing(&["--like", "wgpu", "--task-limits", "none"])),
        [false, false]
    );
}

/// wgpu-hal names no inputs and outputs for devices of Qualcomm, also with Mesa's driver.
#[test]
fn interfaces_have_no_names_on_qualcomm_like_wgpu() {
    let place = Place::with(&[("a.wgsl", VERTEX)]);
    let names = |switches: &[&str]| {
        let base = ["compile", "a.wgsl", "--names", "--emit", "spvasm", "-q", "-o", "-"];
        let run = place.run(&[&base[..], switches].concat()).good();
        text_count(&String::from_utf8(run.stdout).unwrap(), "OpName")
    };
    let without = names(&["--no-interface-names"]);
    assert!(names(&["--like", "wgpu"]) > without);
    assert!(names(&["--driver", "turnip"]) > without);
    assert_eq!(names(&["--like", "wgpu", "--driver", "turnip"]), without);
    assert!(names(&["--like", "wgpu", "--driver", "nvidia"]) > without);
    assert!(names(&["--like", "naga-cli", "--driver", "turnip"]) > without);
}
