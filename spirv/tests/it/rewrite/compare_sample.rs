//! Depth comparisons on 2D images and on cube arrays.

use super::helpers::{broken, lines, rewritten_listed, unchanged};
use spirula::target::Workaround::{self, CompareCubeArray, CompareSample};

/// A fragment shader that compares at a coordinate, with a type of image.
pub fn shader(image: &str, comparison: &str) -> String {
    format!(
        "OpCapability Shader
        OpCapability SampledCubeArray
        OpCapability MinLod
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\" %in %out
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %in Location 0
        OpDecorate %out Location 0
        OpDecorate %texture DescriptorSet 0
        OpDecorate %texture Binding 0
        OpDecorate %sampler DescriptorSet 0
        OpDecorate %sampler Binding 1
        OpDecorate %value RelaxedPrecision
        %void = OpTypeVoid
        %int = OpTypeInt 32 1
        %float = OpTypeFloat 32
        %vec2 = OpTypeVector %float 2
        %vec3 = OpTypeVector %float 3
        %vec4 = OpTypeVector %float 4
        %ivec2 = OpTypeVector %int 2
        %image = OpTypeImage %float {image} 0 1 Unknown
        %sampler_type = OpTypeSampler
        %sampled = OpTypeSampledImage %image
        %image_pointer = OpTypePointer UniformConstant %image
        %sampler_pointer = OpTypePointer UniformConstant %sampler_type
        %texture = OpVariable %image_pointer UniformConstant
        %sampler = OpVariable %sampler_pointer UniformConstant
        %input = OpTypePointer Input %vec4
        %output = OpTypePointer Output %float
        %in = OpVariable %input Input
        %out = OpVariable %output Output
        %f0 = OpConstant %float 0
        %f1 = OpConstant %float 1
        %zero = OpConstantNull %float
        %i1 = OpConstant %int 1
        %offset = OpConstantComposite %ivec2 %i1 %i1
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %at4 = OpLoad %vec4 %in
        %at3 = OpVectorShuffle %vec3 %at4 %at4 0 1 2
        %at2 = OpVectorShuffle %vec2 %at4 %at4 0 1
        %t = OpLoad %image %texture
        %s = OpLoad %sampler_type %sampler
        %ts = OpSampledImage %sampled %t %s
        %value = {comparison}
        OpStore %out %value
        OpReturn
        OpFunctionEnd"
    )
}

#[test]
fn a_comparison_on_a_2d_image_is_interpolated() {
    let cases = [
        ("2D 1 0", "OpImageSampleDrefImplicitLod %float %ts %at2 %f1"),
        ("2D 1 0", "OpImageSampleDrefImplicitLod %float %ts %at4 %f1"),
        ("2D 1 0", "OpImageSampleDrefExplicitLod %float %ts %at2 %f1 Lod %f0"),
        ("2D 2 0", "OpImageSampleDrefExplicitLod %float %ts %at3 %f1 Lod %zero"),
        ("2D 1 1", "OpImageSampleDrefImplicitLod %float %ts %at3 %f1"),
        ("2D 0 1", "OpImageSampleDrefExplicitLod %float %ts %at4 %f1 Lod %f0"),
        (
            "2D 1 0",
            "OpImageSampleDrefImplicitLod %float %ts %at2 %f1 ConstOffset %offset",
        ),
        (
            "2D 1 1",
            "OpImageSampleDrefExplicitLod %float %ts %at3 %f1 Lod|ConstOffset %f0 %offset",
        ),
    ];
    for (image, comparison) in cases {
        let text = shader(image, comparison);
        let listing = rewritten_listed(&text, "%texture %sampler", CompareSample);
        assert!(!listing.contains("OpImageSampleDref"), "{listing}");
        assert_eq!(lines(&listing, "OpImageDrefGather"), 1, "{listing}");
        assert_eq!(lines(&listing, "FMix"), 3, "{listing}");
        assert_eq!(lines(&listing, "OpCapability ImageQuery"), 1, "{listing}");
        // The gather and the three interpolations.
        assert_eq!(lines(&listing, "RelaxedPrecision"), 4, "{listing}");
        assert_eq!(
            listing.contains("ConstOffset"),
            comparison.contains("ConstOffset"),
            "{listing}"
        );
    }
    broken(&shader(cases[7].0, cases[7].1), CompareSample);
}

#[test]
fn a_comparison_on_a_cube_array_is_averaged() {
    for comparison in [
        "OpImageSampleDrefImplicitLod %float %ts %at4 %f1",
        "OpImageSampleDrefExplicitLod %float %ts %at4 %f1 Lod %f0",
    ] {
        let text = shader("Cube 1 1", comparison);
        let listing = rewritten_listed(&text, "%texture %sampler", CompareCubeArray);
        assert!(!listing.contains("OpImageSampleDref"), "{listing}");
        assert_eq!(lines(&listing, "OpDot"), 1, "{listing}");
        broken(&text, CompareCubeArray);
    }
}

#[test]
fn other_comparisons_stay() {
    let explicit = "OpImageSampleDrefExplicitLod %float %ts";
    let implicit = "OpImageSampleDrefImplicitLod %float %ts";
    let kept: [(&str, String, &[Workaround]); 10] = [
        (
            "2D 1 0",
            format!("{explicit} %at2 %f1 Lod %f1"),
            &[CompareSample, CompareCubeArray],
        ),
        (
            "2D 1 0",
            format!("{explicit} %at2 %f1 Grad %at2 %at2"),
            &[CompareSample],
        ),
        ("2D 1 0", format!("{implicit} %at2 %f1 Bias %f1"), &[CompareSample]),
        ("2D 1 0", format!("{implicit} %at2 %f1 MinLod %f1"), &[CompareSample]),
        (
            "2D 1 0",
            "OpImageSampleProjDrefImplicitLod %float %ts %at3 %f1".into(),
            &[CompareSample],
        ),
        (
            "2D 1 0",
            "OpImageSampleExplicitLod %vec4 %ts %at2 Lod %f0\n%x = OpCompositeExtract %float %value 0".into(),
            &[CompareSample],
        ),
        (
            "Cube 1 0",
            format!("{implicit} %at3 %f1"),
            &[CompareSample, CompareCubeArray],
        ),
        ("Cube 1 1", format!("{implicit} %at4 %f1"), &[CompareSample]),
        ("2D 1 1", format!("{implicit} %at3 %f1"), &[CompareCubeArray]),
        (
            "Cube 1 1",
            format!("{explicit} %at4 %f1 Grad %at3 %at3"),
            &[CompareCubeArray],
        ),
    ];
    for (image, comparison, workarounds) in kept {
        for &workaround in workarounds {
            unchanged(&shader(image, &comparison), workaround);
        }
    }
}

#[test]
fn an_image_that_is_not_uniform_is_queried_so() {
    let text = shader("2D 1 0", "OpImageSampleDrefImplicitLod %float %ts %at2 %f1")
        .replace(
            "OpCapability MinLod",
            "OpCapability MinLod\nOpCapability ShaderNonUniform\nOpExtension \"SPV_EXT_descriptor_indexing\"",
        )
        .replace("OpDecorate %value RelaxedPrecision", "OpDecorate %ts NonUniform");
    let listing = rewritten_listed(&text, "%texture %sampler", CompareSample);
    assert_eq!(lines(&listing, "NonUniform"), 3, "{listing}");
}
