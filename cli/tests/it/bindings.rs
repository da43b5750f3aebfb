//! Tests of `--bindings`: the bindings of resources from a file, and messages about it.

use super::place::Place;

const SHADER: &str = "enable wgpu_binding_array;
@group(0) @binding(0) var textures: binding_array<texture_2d<f32>>;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var<storage, read_write> result: vec4<f32>;
@group(0) @binding(3) var image: texture_2d<f32>;
@group(0) @binding(4) var own: sampler;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) at: u32) {
    result = textureSampleLevel(textures[at], linear, vec2f(0.5), 0.0) + textureSampleLevel(image, own, vec2f(0.5), 0.0);
}
";

#[test]
fn handles_and_combined_image_samplers_come_from_a_file() {
    let bindings = r#"[
        {"group":0,"binding":0,"descriptor_set":1,"descriptor_binding":0,"handle":{"memory":"storage","offset":16}},
        {"group":0,"binding":1,"descriptor_set":1,"descriptor_binding":0,"handle":{"memory":"storage","offset":8}},
        {"group":0,"binding":2,"descriptor_set":0,"descriptor_binding":7},
        {"group":0,"binding":3,"descriptor_set":0,"descriptor_binding":9,"combined":true},
        {"group":0,"binding":4,"descriptor_set":0,"descriptor_binding":9,"combined":true}]"#;
    let place = Place::with(&[("a.wgsl", SHADER), ("bindings.json", bindings)]);
    let compile = |target, emit| {
        let options = [
            "--bindings",
            "bindings.json",
            "--target-env",
            target,
            "--emit",
            emit,
            "-o",
            "-",
        ];
        place.run(&[&["compile", "a.wgsl"], &options[..]].concat())
    };
    let run = compile("spv1.6-physical64", "reflection").good();
    let text = String::from_utf8(run.stdout).unwrap();
    for line in [
        "  uses the table of handles in Storage, set 1, binding 0\n",
        "\ntable of handles in Storage, set 1, binding 0\n",
        "at byte 8: Sampler `linear`, 8 bytes",
        "at byte 16: SampledImage `textures`, 8 bytes, one every 8 bytes to the end",
        "CombinedImageSampler",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let run = compile("spv1.4-physical32", "spvasm").good();
    let text = String::from_utf8(run.stdout).unwrap();
    for part in [
        "OpMemoryModel Physical32",
        "OpConvertHandleToImageINTEL",
        "OpTypeSampledImage",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    compile("vulkan1.3", "spvasm").expect(1, &["BindlessImagesINTEL", "a universal target has both"]);
    compile("spv1.4", "spvasm").expect(1, &["addressing model is Logical"]);
}
